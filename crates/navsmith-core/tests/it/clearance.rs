//! Compares widest agents with a fine grid of wall distances.

use glam::{Vec2, Vec3};
use navsmith_core::geometry::{Segment, contains, ground};
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, HalfEdge, NavMesh};
use navsmith_core::pathfinding::agent::walkable::{Blocked, Walkable};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::clearance::gaps::WallClearances;
use navsmith_core::pathfinding::analysis::clearance::portals::clear_widths;
use navsmith_core::pathfinding::analysis::clearance::widest::{Widest, widest};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::portal::Side;
use navsmith_core::progress::Progress;
use proptest::prelude::*;

use crate::support::notation::mesh;

const WIDTH: usize = 5;

/// Generates flat floors of triangles and quads with displaced vertices and holes.
fn floor() -> impl Strategy<Value = NavMesh> {
    let vertices = prop::collection::vec([-0.2f32..0.2, -0.2f32..0.2], (WIDTH + 1) * (WIDTH + 1));
    let squares = prop::collection::vec((0u8..7, prop::bool::weighted(0.5)), WIDTH * WIDTH);
    (vertices, squares, prop::bool::ANY).prop_map(|(vertices, squares, is_pushed)| {
        let mut draft = Draft::of(NavMesh::default());
        let across = WIDTH + 1;
        let push = if is_pushed { 1.0 } else { 0.0 };
        let at =
            |i: usize| Vec2::new((i % across) as f32, (i / across) as f32) + Vec2::from(vertices[i]) * push;
        let ids: Vec<_> =
            (0..across * across).map(|i| draft.add_vertex(Vec3::new(at(i).x, 0.0, at(i).y))).collect();
        for (i, &(kind, is_turned)) in squares.iter().enumerate() {
            let corner = i / WIDTH * across + i % WIDTH;
            let [a, b, c, d] = [corner, corner + across, corner + across + 1, corner + 1].map(|i| ids[i]);
            let rings = if is_turned { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            let taken: &[_] = match kind {
                0 => &[],
                1 => &rings[..1],
                2 => &rings[1..],
                _ => &rings,
            };
            if kind > 4 && !is_pushed {
                draft.add_cell([a, b, c, d], AreaId(0));
            } else {
                for &ring in taken {
                    draft.add_cell(ring, AreaId(0));
                }
            }
        }
        draft.into_mesh()
    })
}

fn walls(mesh: &NavMesh, derived: &Derived) -> Vec<Segment> {
    let sides =
        mesh.cells().flat_map(|(cell, it)| (0..it.len() as u32).map(move |side| HalfEdge { cell, side }));
    let walls = sides.filter(|&side| derived.adjacency.twin(side).is_none());
    let ends = walls.filter_map(|side| mesh.half_edge(side));
    ends.map(|ends| ends.map(|end| ground(mesh.position(end)))).map(|[a, b]| Segment::new(a, b)).collect()
}

const STEP: f32 = 0.1;
const PER_SIDE: i32 = (WIDTH as i32) * 10 + 10;

/// Distance to the nearest wall at positions 10 cm apart; 0 outside the mesh.
struct Grid(Vec<f32>);

impl Grid {
    fn over(mesh: &NavMesh, derived: &Derived) -> Self {
        let walls = walls(mesh, derived);
        let rings: Vec<_> = mesh.cells().map(|(id, _)| mesh.ground_ring(id)).collect();
        let clearance = |i: i32| {
            let at = Self::place(i);
            let is_on = rings.iter().any(|ring| contains(ring, at));
            let nearest = walls.iter().map(|wall| wall.distance(at)).fold(f32::INFINITY, f32::min);
            if is_on { nearest } else { 0.0 }
        };
        Self((0..PER_SIDE * PER_SIDE).map(clearance).collect())
    }

    fn place(i: i32) -> Vec2 {
        Vec2::new((i % PER_SIDE) as f32, (i / PER_SIDE) as f32) * STEP - 0.5 + 0.013
    }

    /// Returns the largest radius that can move between two positions.
    ///
    /// Each step leads to one of eight neighbours.
    fn widest(&self, from: i32, to: i32) -> f32 {
        let mut best = vec![0.0; self.0.len()];
        let mut open = std::collections::BinaryHeap::from([((self.0[from as usize] * 1e6) as u32, from)]);
        while let Some((width, at)) = open.pop() {
            let width = width as f32 / 1e6;
            if best[at as usize] > 0.0 {
                continue;
            }
            best[at as usize] = width;
            if at == to {
                return width;
            }
            let (x, y) = (at % PER_SIDE, at / PER_SIDE);
            for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                let (x, y) = (x + dx, y + dy);
                if (0..PER_SIDE).contains(&x) && (0..PER_SIDE).contains(&y) {
                    let next = y * PER_SIDE + x;
                    let least = self.0[next as usize].min(width);
                    if least > 0.0 && best[next as usize] == 0.0 {
                        open.push(((least * 1e6) as u32, next));
                    }
                }
            }
        }
        0.0
    }
}

fn located(mesh: &NavMesh, derived: &Derived, at: Vec2) -> Option<Located> {
    locate(mesh, derived, Endpoint { ground: at, height: None }, 2.0).filter(|it| it.off_mesh.is_none())
}

fn ask(mesh: &NavMesh, derived: &Derived, ends: [&Located; 2]) -> Option<Widest> {
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    let none = Progress::none();
    let gaps = WallClearances::build(&walkable, &none).expect("not stopped");
    widest(&walkable, &gaps, ends[0], ends[1], &none).expect("not stopped").expect("a small mesh")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn every_portal_is_listed_once_with_the_width_of_a_single_query(mesh in floor()) {
        let (derived, agent, mut filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
        filter.set_cost(AreaId(1), f32::INFINITY);
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let widths = clear_widths(&walkable, &Progress::none()).expect("not stopped");
        prop_assert!(widths.is_sorted_by(|a, b| a.width <= b.width), "the narrowest first");
        let portals = mesh.cells().map(|(id, _)| id).flat_map(|id| walkable.neighbors(id));
        let mut asked: Vec<_> = portals.map(|(side, _)| (side, walkable.free_width(side))).collect();
        asked.retain(|(side, _)| derived.adjacency.twin(*side).is_some_and(|twin| *side < twin));
        let mut widths: Vec<_> = widths.into_iter().map(|it| (it.portal, it.width)).collect();
        asked.sort_by_key(|(side, _)| *side);
        widths.sort_by_key(|(side, _)| *side);
        prop_assert_eq!(widths, asked);
    }

    /// Compares the widest agent with the grid, within the grid's resolution.
    ///
    /// The ends have enough clearance.
    #[test]
    fn the_widest_agent_is_the_one_that_a_fine_grid_lets_through(mesh in floor(), picks in prop::collection::vec((0..2500i32, 0..2500i32), 6)) {
        let derived = Derived::build(&mesh);
        let grid = Grid::over(&mesh, &derived);
        let inside: Vec<i32> = (0..PER_SIDE * PER_SIDE).filter(|&i| grid.0[i as usize] > 0.15).collect();
        prop_assume!(!inside.is_empty());
        for (from, to) in picks {
            let [from, to] = [from, to].map(|i| inside[i as usize % inside.len()]);
            let ends = [from, to].map(|i| located(&mesh, &derived, Grid::place(i)).expect("inside"));
            let room = grid.0[from as usize].min(grid.0[to as usize]);
            let found = ask(&mesh, &derived, [&ends[0], &ends[1]]).map_or(0.0, |it| it.radius() as f32).min(room);
            let oracle = grid.widest(from, to);
            prop_assert!((found - oracle).abs() < STEP * 0.75, "found {found}, grid {oracle}, from {} to {}", Grid::place(from), Grid::place(to));
        }
    }
}

/// Returns the distance from a position to the nearest wall, in metres.
fn to_walls(walls: &[Segment], at: Vec2) -> f32 {
    walls.iter().map(|wall| wall.distance(at)).fold(f32::INFINITY, f32::min)
}

fn path(mesh: &NavMesh, derived: &Derived, from: Vec2, to: Vec2, radius: f32) -> Option<Path> {
    let [start, target] = [from, to].map(|ground| Endpoint { ground, height: None });
    let agent = Agent { radius, ..Agent::default() };
    let settings = Settings { agent, has_slope_waypoints: false, ..Settings::default() };
    find_path(mesh, derived, &Query { start, target, settings }).path().cloned()
}

/// Builds two rooms of 4 m by 4 m, joined by a door 1 m wide.
///
/// The door is in the middle of the eastern wall of the first room.
fn two_rooms() -> NavMesh {
    mesh(
        "v 0 0, 0 4, 4 4, 4 2.5, 4 1.5, 4 0, 5 1.5, 5 2.5, 5 0, 5 4, 9 4, 9 0; \
         c 0 1 2 3 4 5, 4 3 7 6, 8 6 7 9 10 11",
    )
}

#[test]
fn a_door_stops_who_is_wider_and_says_what_would_get_through() {
    let mesh = two_rooms();
    let derived = Derived::build(&mesh);
    let ends = [Vec2::new(1.0, 1.0), Vec2::new(8.0, 3.0)];
    let located = ends.map(|at| located(&mesh, &derived, at).expect("in a room"));
    let found = ask(&mesh, &derived, [&located[0], &located[1]]).expect("joined");
    let bottleneck = found.bottleneck.expect("the door");
    let door = HalfEdge { cell: CellId(0), side: 3 };
    assert!((found.radius() - 0.5).abs() < 1e-9 && (bottleneck.width - 1.0).abs() < 1e-9, "{bottleneck:?}");
    assert!([door, HalfEdge { cell: CellId(1), side: 2 }].contains(&bottleneck.portal), "{bottleneck:?}");
    assert!(path(&mesh, &derived, ends[0], ends[1], 0.5).is_some(), "just as wide as the door");
    let [start, target] = ends.map(|ground| Endpoint { ground, height: None });
    let agent = Agent { radius: 0.51, ..Agent::default() };
    let query = Query { start, target, settings: Settings { agent, ..Settings::default() } };
    let why = find_path(&mesh, &derived, &query).why().map(ToString::to_string);
    let opens = "make the agent's radius at most 0.50 m to get a path";
    assert!(why.as_ref().is_some_and(|why| why.ends_with(opens)), "{why:?}");
    let filter = Filter::default();
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    assert_eq!(walkable.neighbors(CellId(0)).count(), 0, "the door is shut");
    assert_eq!(walkable.blocked_portal(door), Some(Blocked::Narrow(1.0)));
}

#[test]
fn a_corner_is_rounded_at_the_radius() {
    let mesh = two_rooms();
    let derived = Derived::build(&mesh);
    let path =
        path(&mesh, &derived, Vec2::new(1.0, 3.8), Vec2::new(8.0, 3.8), 0.2).expect("through the door");
    let rounding = path.rounding.expect("an agent with a radius");
    let around: Vec<(u32, Side)> = rounding.arcs.iter().map(|arc| (arc.around.0, arc.side)).collect();
    assert_eq!(around, [(3, Side::Right), (7, Side::Right)], "the two ends of the door on this side");
    // The tangent from 3 m before an end of the door, 1.3 m to its side.
    let straight = (3.0f64.powi(2) + 1.3f64.powi(2) - 0.2f64.powi(2)).sqrt();
    let expected = 2.0 * straight + 1.0 + 2.0 * 0.2 * rounding.arcs[0].angle;
    assert!((path.length - expected).abs() < 1e-4, "{} and {expected}", path.length);
}

#[test]
fn a_floor_under_a_low_ceiling_is_shut_to_who_is_higher() {
    let mut draft = Draft::of(NavMesh::default());
    for (x, y) in [(0.0, 0.0), (2.0, 1.75), (9.0, 1.0)] {
        let places = [[0., 0.], [0., 4.], [4., 4.], [4., 0.]];
        let corners = places.map(|[dx, z]| draft.add_vertex(Vec3::new(x + dx, y, z)));
        draft.add_cell(corners, AreaId(0));
    }
    let mesh = draft.into_mesh();
    let derived = Derived::build(&mesh);
    let rooms = [0, 1, 2].map(|cell| derived.headroom(CellId(cell)).to_string());
    assert_eq!(rooms, ["1.75", "inf", "inf"], "only the first has a floor above it");
    let filter = Filter::default();
    let blocked = |height| {
        let agent = Agent { height, ..Agent::default() };
        Walkable::new(&mesh, &derived, &agent, &filter).blocked(CellId(0))
    };
    assert_eq!([blocked(1.75), blocked(1.9)], [None, Some(Blocked::Low(1.75))]);
    let mut draft = Draft::of(mesh);
    let doubled =
        [[0., 0.], [0., 4.], [4., 4.], [4., 0.]].map(|[x, z]| draft.add_vertex(Vec3::new(x, 0.004, z)));
    draft.add_cell(doubled, AreaId(0));
    let mesh = draft.into_mesh();
    let mut updated = derived.clone();
    updated.update(&mesh);
    let (derived, agent) = (Derived::build(&mesh), Agent { height: 1.0, ..Agent::default() });
    assert_eq!(updated.headroom(CellId(0)), derived.headroom(CellId(0)), "not the one from before");
    let blocked = Walkable::new(&mesh, &derived, &agent, &filter).blocked(CellId(0));
    assert_eq!(blocked, Some(Blocked::Overlapped), "no agent is lower than that");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn where_the_corridor_has_room_a_rounded_path_keeps_the_radius(mesh in floor(), picks in prop::collection::vec((0..2500i32, 0..2500i32), 6), radius in 0.02f32..0.45) {
        let derived = Derived::build(&mesh);
        let walls = walls(&mesh, &derived);
        let places = (0..PER_SIDE * PER_SIDE).map(Grid::place);
        let inside: Vec<Vec2> = places.filter(|&at| to_walls(&walls, at) > radius && located(&mesh, &derived, at).is_some()).collect();
        prop_assume!(!inside.is_empty());
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let gaps = WallClearances::build(&walkable, &Progress::none()).expect("not stopped");
        for (from, to) in picks {
            let [from, to] = [from, to].map(|i| inside[i as usize % inside.len()]);
            let [start, target] = [from, to].map(|at| located(&mesh, &derived, at).expect("inside"));
            let is_wide = widest(&walkable, &gaps, &start, &target, &Progress::none()).expect("not stopped").expect("a small mesh").is_some_and(|it| it.radius() >= f64::from(radius));
            let Some(path) = path(&mesh, &derived, from, to, radius) else {
                prop_assert!(!is_wide, "an agent that gets through finds a way");
                continue;
            };
            let mut marked = Draft::of(mesh.clone());
            path.corridor.iter().for_each(|&cell| marked.set_area(cell, AreaId(1)));
            let marked = marked.into_mesh();
            let mut inside = Filter::default();
            inside.set_cost(AreaId(0), f32::INFINITY);
            let inside = Walkable::new(&marked, &derived, &agent, &inside);
            let inside = widest(&inside, &gaps, &start, &target, &Progress::none()).expect("not stopped").expect("a small mesh");
            if inside.is_none_or(|it| it.radius() < f64::from(radius)) {
                continue;
            }
            let rounding = path.rounding.as_ref().expect("an agent with a radius");
            for pair in rounding.points.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(ground);
                for i in 0..=20 {
                    let at = a.lerp(b, i as f32 / 20.0);
                    let least = to_walls(&walls, at);
                    prop_assert!(least > radius * 0.998 - 1e-4, "{least} m of {radius} m at {at}, from {from} to {to}: {:?}", rounding.arcs);
                }
            }
        }
    }
}
