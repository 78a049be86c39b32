//! Walls of a level on cells, and their cut.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod program;

use glam::{Vec2, Vec3};
use navsmith_core::geometry::ground_area;
use navsmith_core::navmesh::{AreaId, Cell, Derived, Draft, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_formats::check::{AgentIssues, AgentLimits, AgentSearch, Fix, Issue, IssueKind, cut_walls};
use navsmith_formats::level::surface::LevelSurface;

const AGENT: Agent = Agent { radius: 0.4, height: 1.8, max_slope: 0.785, max_climb: 0.4 };

/// Returns a floor of 10 m by 10 m in squares with this length.
fn floor(size: f32) -> NavMesh {
    let count = (10.0 / size) as u32;
    let corner = |x: u32, z: u32| VertexId(x * (count + 1) + z);
    let places = (0..=count).flat_map(|x| (0..=count).map(move |z| [x, z].map(|i| i as f32 * size)));
    let cells = (0..count).flat_map(|x| (0..count).map(move |z| [x, z]));
    let cells = cells.map(|[x, z]| {
        Cell::new([corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)], AreaId(0))
    });
    NavMesh::from_parts(places.map(|[x, z]| Vec3::new(x, 0.0, z)), cells).unwrap()
}

type Triangles = Vec<[Vec3; 3]>;

/// Returns upright walls around a counter-clockwise outline, which face outwards.
fn walls(outline: &[[f32; 2]], [low, high]: [f32; 2]) -> Triangles {
    let next = outline.iter().skip(1).chain(outline.first());
    let sides = outline.iter().zip(next).map(|(&from, &to)| [from, to]);
    let wall = |[[a, b], [c, d]]: [[f32; 2]; 2]| {
        let at = Vec3::new;
        [[at(a, low, b), at(c, low, d), at(c, high, d)], [at(a, low, b), at(c, high, d), at(a, high, b)]]
    };
    sides.flat_map(wall).collect()
}

/// Returns the sides of a box on the floor.
fn block([x, z]: [f32; 2], [width, depth]: [f32; 2], height: f32) -> Triangles {
    walls(&[[x, z], [x, z + depth], [x + width, z + depth], [x + width, z]], [0.0, height])
}

fn surface(triangles: &[[Vec3; 3]]) -> LevelSurface {
    LevelSurface::build(triangles.iter().map(|&triangle| (0, triangle)), &Progress::none()).unwrap()
}

fn found(mesh: &NavMesh, level: &LevelSurface, agent: &Agent) -> Vec<Issue> {
    let derived = Derived::build(mesh);
    let found = AgentIssues::of_search(AgentSearch::WallsInside, mesh, &derived, Some(level), agent);
    found.iter().cloned().collect()
}

/// Returns the mesh after a cut of all walls on cells; none are left, and no cell is broken.
#[track_caller]
fn cut(mesh: &NavMesh, triangles: &[[Vec3; 3]], agent: &Agent) -> NavMesh {
    let (level, derived) = (surface(triangles), Derived::build(mesh));
    let first = found(mesh, &level, agent).first().expect("a wall").cells[0];
    let mut draft = Draft::of(mesh.clone());
    let limits = AgentLimits::from(agent);
    cut_walls(&mut draft, &derived, &level, &limits, &[first]).expect("it is cut");
    let mesh = draft.into_mesh();
    mesh.check().expect("it is valid");
    let derived = Derived::build(&mesh);
    let left = AgentIssues::build(&mesh, &derived, Some(&level), limits, &Progress::none()).unwrap();
    let is_wall = |issue: &&Issue| matches!(issue.kind, IssueKind::WallInside | IssueKind::NearWall(_));
    let left: Vec<String> = left.iter().filter(is_wall).map(Issue::headline).collect();
    assert!(left.is_empty(), "{left:?}");
    mesh
}

fn area(mesh: &NavMesh) -> f64 {
    mesh.cells().map(|(cell, _)| ground_area(&mesh.ground_ring(cell))).sum()
}

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-4, "{found} instead of {expected}");
}

fn length(mesh: &NavMesh, from: [f32; 2], to: [f32; 2]) -> Option<f64> {
    let query = Query::new(Vec2::from(from), Vec2::from(to));
    find_path(mesh, &Derived::build(mesh), &query).path().map(|path| path.length)
}

#[test]
fn a_box_in_the_middle_of_a_cell_is_cut_out_with_the_radius() {
    let level = block([4., 4.], [2., 2.], 2.0);
    let mesh = floor(10.0);
    let issues = found(&mesh, &surface(&level), &AGENT);
    assert_eq!(issues.iter().map(Issue::headline).collect::<Vec<_>>(), ["A wall is inside cell 0"]);
    assert_eq!(issues[0].fixes(), [Fix::CutWalls(issues[0].cells[0])]);
    let left = cut(&mesh, &level, &AGENT);
    assert_near(area(&left), 100.0 - 2.8 * 2.8);
    // Around two corners of a square that is 1.4 m larger than the way at each side.
    let around = 2.0 * 2.6_f64.hypot(1.4) + 2.8;
    assert_near(length(&left, [1., 5.], [9., 5.]).unwrap(), around);
}

#[test]
fn a_box_whose_sides_lie_on_edges_is_cut_out_of_all_cells_there() {
    let level = block([4., 4.], [2., 2.], 2.0);
    for size in [1.0, 2.0, 2.5, 5.0] {
        let left = cut(&floor(size), &level, &AGENT);
        assert_near(area(&left), 100.0 - 2.8 * 2.8);
        assert_eq!(Derived::build(&left).islands.len(), 1, "nothing is left inside: {size}");
    }
    let left = cut(&floor(0.5), &block([2., 2.], [6., 6.], 2.0), &AGENT);
    assert_near(area(&left), 100.0 - 6.8 * 6.8);
    assert_eq!(Derived::build(&left).islands.len(), 1, "nor far from the sides");
}

#[test]
fn walls_that_the_agent_passes_are_no_issue() {
    let is_found = |level: &Triangles, agent: &Agent| !found(&floor(10.0), &surface(level), agent).is_empty();
    let outline = [[4., 4.], [4., 6.], [6., 6.], [6., 4.]];
    assert!(is_found(&walls(&outline, [0.0, 0.5]), &AGENT), "higher than the climb");
    assert!(!is_found(&walls(&outline, [0.0, 0.35]), &AGENT), "a step");
    assert!(!is_found(&walls(&outline, [2.0, 3.0]), &AGENT), "above the head");
    assert!(is_found(&walls(&outline, [1.5, 3.0]), &AGENT), "at the head");
    assert!(!is_found(&walls(&outline, [-3.0, 0.0]), &AGENT), "below the floor");
    let point = Agent::default();
    assert!(is_found(&walls(&outline, [0.0, 2.0]), &point), "a point walks through no wall either");
    let ramp = vec![[Vec3::new(4., 0., 4.), Vec3::new(4., 0., 6.), Vec3::new(7., 2.9, 5.)]];
    assert!(!is_found(&ramp, &AGENT), "a slope that the agent walks on");
}

#[test]
fn a_stair_above_the_mesh_is_no_wall_but_its_side_is() {
    let flat = |y: f32, [from, to]: [f32; 2]| {
        let at = Vec3::new;
        [
            [at(from, y, 0.), at(from, y, 10.), at(to, y, 10.)],
            [at(from, y, 0.), at(to, y, 10.), at(to, y, 0.)],
        ]
    };
    let riser = |x: f32, y: f32| {
        let at = Vec3::new;
        let [low, high] = [y, y + 0.2];
        [
            [at(x, low, 0.), at(x, low, 10.), at(x, high, 10.)],
            [at(x, low, 0.), at(x, high, 10.), at(x, high, 0.)],
        ]
    };
    // The third riser reaches from 0.4 m to 0.6 m above the mesh.
    let treads = (0..5).flat_map(|i| flat(i as f32 * 0.2, [i as f32 * 2.0, (i + 1) as f32 * 2.0]));
    let risers = (1..5).flat_map(|i| riser(i as f32 * 2.0, (i - 1) as f32 * 0.2));
    let stair: Triangles = treads.chain(risers).collect();
    assert_eq!(found(&floor(10.0), &surface(&stair), &AGENT), []);
    let curb = [&*stair, &*block([0.6, 4.], [0.5, 2.], 0.5)].concat();
    assert_eq!(found(&floor(10.0), &surface(&curb), &AGENT).len(), 1, "0.5 m above the ground beside it");
}

#[test]
fn a_ramp_over_a_stair_has_no_walls() {
    let mut draft = Draft::of(floor(10.0));
    for vertex in [2, 3].map(VertexId) {
        let at = draft.mesh().position(vertex);
        draft.move_vertex(vertex, at.with_y(5.5));
    }
    let ramp = draft.into_mesh();
    // The risers are 0.44 m high, and the treads 0.25 m above the middle of the ramp there.
    let tread = |step: u8| 0.44 * f32::from(step) + 0.47;
    let corner = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let stair = (0_u8..12).flat_map(|step| {
        let [from, to] = [f32::from(step) * 0.8, (f32::from(step) + 1.0) * 0.8];
        let [low, high] = [tread(step), tread(step + 1)];
        [
            [corner(from, low, 0.), corner(from, low, 10.), corner(to, low, 10.)],
            [corner(from, low, 0.), corner(to, low, 10.), corner(to, low, 0.)],
            [corner(to, low, 0.), corner(to, low, 10.), corner(to, high, 10.)],
            [corner(to, low, 0.), corner(to, high, 10.), corner(to, high, 0.)],
        ]
    });
    // Nothing is behind the last riser.
    let stair: Triangles = stair.take(12 * 4 - 2).collect();
    let all = |triangles: &[[Vec3; 3]]| {
        let (derived, level) = (Derived::build(&ramp), surface(triangles));
        let found = AgentIssues::build(&ramp, &derived, Some(&level), &AGENT, &Progress::none()).unwrap();
        let is_wall = |issue: &&Issue| matches!(issue.kind, IssueKind::WallInside | IssueKind::NearWall(_));
        found.iter().filter(is_wall).map(Issue::headline).collect::<Vec<_>>()
    };
    assert_eq!(all(&stair), [""; 0], "neither the risers inside nor those at the boundary");
    let pillar = walls(&[[4., 4.], [4., 6.], [6., 6.], [6., 4.]], [1.0, 6.0]);
    assert_eq!(all(&[&*stair, &*pillar].concat()), ["A wall is inside cell 0"]);
}

#[test]
fn the_depth_of_a_wall_is_in_units_of_the_document() {
    let scaled = |factor: f32| {
        let mesh = floor(10.0);
        let places = mesh.vertices().map(|(_, at)| at * factor).collect::<Vec<_>>();
        NavMesh::from_parts(places, mesh.cells().map(|(_, cell)| cell.clone())).unwrap()
    };
    let room = |inset: f32, factor: f32| {
        let (low, high) = (inset, 10.0 - inset);
        let room = walls(&[[low, low], [high, low], [high, high], [low, high]], [0.0, 3.0]);
        surface(&room.into_iter().map(|wall| wall.map(|at| at * factor)).collect::<Vec<_>>())
    };
    for (inset, count) in [(0.03, 0), (0.2, 1)] {
        for metre in [1.0, 20.0] {
            let (mesh, limits) =
                (scaled(metre), AgentLimits { metre, ..AgentLimits::from(&Agent::default()) });
            let (derived, level) = (Derived::build(&mesh), room(inset, metre));
            let search = AgentSearch::WallsInside;
            let found = AgentIssues::of_search(search, &mesh, &derived, Some(&level), limits);
            assert_eq!(found.len(), count, "{inset} m from the boundary, {metre} units in a metre");
        }
    }
}

#[test]
fn walls_along_the_boundary_are_no_walls_inside() {
    let room = |inset: f32| {
        let (low, high) = (inset, 10.0 - inset);
        walls(&[[low, low], [high, low], [high, high], [low, high]], [0.0, 3.0])
    };
    for (inset, agent) in [(0.0, &AGENT), (0.03, &Agent::default()), (0.39, &AGENT), (-0.4, &AGENT)] {
        for size in [10.0, 2.5] {
            assert_eq!(found(&floor(size), &surface(&room(inset)), agent), [], "{inset}, {size}");
        }
    }
    assert_eq!(found(&floor(10.0), &surface(&room(1.0)), &AGENT).len(), 1, "deeper than the radius");
}

#[test]
fn a_room_keeps_its_floor_and_a_building_does_not() {
    // Clockwise, so the walls face the inside.
    let room = walls(&[[2., 2.], [8., 2.], [8., 8.], [2., 8.]], [0.0, 3.0]);
    let left = cut(&floor(10.0), &room, &AGENT);
    assert_near(area(&left), 100.0 - 6.8 * 6.8 + 5.2 * 5.2);
    assert_eq!(Derived::build(&left).islands.len(), 2, "inside and outside");
    assert_near(length(&left, [3., 3.], [7., 3.]).unwrap(), 4.0);
    let concave = [[2., 2.], [2., 8.], [4., 8.], [4., 4.], [8., 4.], [8., 2.]];
    let left = cut(&floor(10.0), &walls(&concave, [0.0, 3.0]), &AGENT);
    assert_eq!(Derived::build(&left).islands.len(), 1, "outside");
    assert_near(area(&left), 100.0 - (6.8 * 2.8 + 2.8 * 4.0));
}

#[test]
fn thin_round_and_crossing_walls_are_cut_out() {
    let thin = walls(&[[3., 5.], [7., 5.]], [0.0, 2.0]);
    assert_near(area(&cut(&floor(10.0), &thin, &AGENT)), 100.0 - 4.8 * 0.8);
    let crossing = [thin, walls(&[[5., 3.], [5., 7.]], [0.0, 2.0])].concat();
    assert_near(area(&cut(&floor(2.5), &crossing, &AGENT)), 100.0 - 2.0 * 4.8 * 0.8 + 0.8 * 0.8);
    let round: Vec<[f32; 2]> = (0..24)
        .map(|i| {
            let angle = -(i as f32) / 24.0 * std::f32::consts::TAU;
            [5.1 + angle.cos(), 4.9 + angle.sin()]
        })
        .collect();
    let left = area(&cut(&floor(2.5), &walls(&round, [0.0, 2.0]), &AGENT));
    let circle = std::f64::consts::PI * 1.4 * 1.4;
    assert!(left > 100.0 - circle * 1.05 && left < 100.0 - circle * 0.98, "{left}");
}

#[test]
fn walls_on_a_slope_and_on_one_storey_are_cut_there_only() {
    let mut draft = Draft::of(floor(10.0));
    for vertex in [2, 3].map(VertexId) {
        let at = draft.mesh().position(vertex);
        draft.move_vertex(vertex, at.with_y(5.0));
    }
    let slope = draft.into_mesh();
    let level = walls(&[[4., 4.], [4., 6.], [6., 6.], [6., 4.]], [1.0, 6.0]);
    assert_near(area(&cut(&slope, &level, &AGENT)), 100.0 - 2.8 * 2.8);
    // A second storey 4 m above the box.
    let two = {
        let mesh = floor(10.0);
        let places: Vec<Vec3> = mesh.vertices().map(|(_, at)| at).collect();
        let upper: Vec<Vec3> = places.iter().map(|at| at.with_y(4.0)).collect();
        let cells = [[0, 1, 3, 2], [4, 5, 7, 6]].map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
        NavMesh::from_parts(places.into_iter().chain(upper), cells).unwrap()
    };
    assert_near(area(&cut(&two, &block([4., 4.], [2., 2.], 2.0), &AGENT)), 200.0 - 2.8 * 2.8);
    assert_near(area(&cut(&two, &block([4., 4.], [2., 2.], 6.0), &AGENT)), 200.0 - 2.0 * 2.8 * 2.8);
}
