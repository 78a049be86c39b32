//! Sides that lie in the inside of cells: their distance is measured to the ground, and a repair joins them.

use std::collections::BTreeMap;

use navsmith_core::geometry::{SplitMix64, Vec3, ground};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, IslandId, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::progress::Progress;
use navsmith_formats::check::connection::{ConnectionSearch, NearIslands};
use navsmith_formats::check::repair::{RepairOptions, repair};
use navsmith_formats::check::{Issues, STOREY};

use crate::support::command_line::{Folder, run};
use crate::support::data;

/// Builds a mesh of rings of corners; corners in one place are one vertex.
fn mesh(rings: &[Vec<[f32; 3]>]) -> NavMesh {
    let mut corners: Vec<[f32; 3]> = Vec::new();
    let mut id = |at: &[f32; 3]| {
        let known = corners.iter().position(|corner| corner == at);
        VertexId(known.unwrap_or_else(|| {
            corners.push(*at);
            corners.len() - 1
        }) as u32)
    };
    let cells: Vec<Vec<VertexId>> = rings.iter().map(|ring| ring.iter().map(&mut id).collect()).collect();
    let cells = cells.into_iter().map(|ring| Cell::new(ring, AreaId(0)));
    NavMesh::from_parts(corners.into_iter().map(Vec3::from), cells).expect("a sound mesh")
}

/// Returns the ring of a rectangle at a height, from its least to its greatest x and z.
fn level(y: f32, x: [f32; 2], z: [f32; 2]) -> Vec<[f32; 3]> {
    vec![[x[0], y, z[0]], [x[0], y, z[1]], [x[1], y, z[1]], [x[1], y, z[0]]]
}

/// Returns a plateau 3 m high up to x = 4, and a ramp from it to a foot.
fn ramp(foot: [f32; 2], z: [f32; 2], has_triangles: bool) -> Vec<Vec<[f32; 3]>> {
    let [x, y] = foot;
    let [a, b, c, d] = [[4., 3., z[0]], [4., 3., z[1]], [x, y, z[1]], [x, y, z[0]]];
    let ramp = if has_triangles { vec![vec![a, b, c], vec![a, c, d]] } else { vec![vec![a, b, c, d]] };
    [vec![level(3., [0., 4.], z)], ramp].concat()
}

fn repaired(mesh: &NavMesh) -> NavMesh {
    let done = repair(mesh, &RepairOptions::of(mesh), mesh.id_counts(), &Progress::none());
    let done = done.expect("it is not stopped");
    assert!(done.errors.is_empty(), "{:?}", done.errors);
    done.mesh
}

fn islands(mesh: &NavMesh) -> usize {
    Derived::build(mesh).islands.len()
}

/// Returns the length of the path along the surface; `None` without a complete path.
fn length(mesh: &NavMesh, from: [f32; 3], to: [f32; 3]) -> Option<f64> {
    let end = |[x, y, z]: [f32; 3]| Endpoint { ground: [x, z].into(), height: Some(y + 0.1) };
    let answer = find_path(mesh, &Derived::build(mesh), &Query::new(end(from), end(to)));
    answer.path().filter(|_| answer.why().is_none()).map(Path::length_on_surface)
}

/// Repairs a hall with a ramp, and returns the length of the path from the plateau to the end of the floor.
fn joined(floor: &[Vec<[f32; 3]>], ramp: &[Vec<[f32; 3]>], z: f32) -> f64 {
    let before = mesh(&[floor, ramp].concat());
    assert_eq!((islands(&before), length(&before, [1., 3., z], [19., 0., z])), (2, None), "before");
    let after = repaired(&before);
    assert_eq!(islands(&after), 1, "{after:?}");
    assert_eq!(repaired(&after), after, "a second repair changes nothing");
    length(&after, [1., 3., z], [19., 0., z]).expect("a path")
}

fn is_about(length: f64, expected: f64, tolerance: f64) {
    assert!((length - expected).abs() <= tolerance, "{length} m instead of {expected} m");
}

/// The length of the path down a ramp to a foot on the floor at x.
fn down_to(x: f64) -> f64 {
    3.0 + (x - 4.0).hypot(3.0) + (19.0 - x)
}

#[test]
fn the_foot_of_a_ramp_in_the_inside_of_a_floor_is_joined() {
    let floor = [level(0., [0., 20.], [0., 10.])];
    for has_triangles in [false, true] {
        let foot = |foot| joined(&floor, &ramp(foot, [4., 6.], has_triangles), 5.);
        is_about(foot([11.5, 0.]), down_to(11.5), 1e-3);
        // The end reaches through the floor.
        is_about(foot([11.75, -0.1]), down_to(11.5), 1e-3);
        is_about(foot([12., -0.2]), down_to(11.5), 1e-3);
        // The ramp ends a few centimetres above the floor.
        is_about(foot([11.375, 0.05]), down_to(11.5), 0.02);
        is_about(foot([11.5, 1e-6]), down_to(11.5), 1e-3);
    }
}

#[test]
fn a_foot_on_several_cells_or_partly_beyond_the_floor_is_joined() {
    for has_triangles in [false, true] {
        let middle = ramp([11.5, 0.], [4., 6.], has_triangles);
        let across = [level(0., [0., 20.], [0., 5.]), level(0., [0., 20.], [5., 10.])];
        is_about(joined(&across, &middle, 5.5), down_to(11.5), 1e-3);
        let along = [level(0., [0., 11.5], [0., 10.]), level(0., [11.5, 20.], [0., 10.])];
        is_about(joined(&along, &middle, 5.), down_to(11.5), 1e-3);
        let under = [level(0., [0., 11.3], [0., 10.]), level(0., [11.3, 20.], [0., 10.])];
        is_about(joined(&under, &middle, 5.), down_to(11.5), 1e-3);
        let floor = [level(0., [0., 20.], [0., 10.])];
        is_about(joined(&floor, &ramp([11.5, 0.], [9., 11.], has_triangles), 9.5), down_to(11.5), 1e-3);
    }
}

#[test]
fn a_bridge_that_ends_in_the_inside_of_floors_is_joined() {
    for y in [0.0, 0.05, 0.2] {
        let floors = [level(0., [0., 6.], [0., 10.]), level(0., [10., 20.], [0., 10.])];
        let bridge = level(y, [5., 11.], [4., 6.]);
        let after = repaired(&mesh(&[&floors[..], &[bridge]].concat()));
        assert_eq!(islands(&after), 1, "{y} m above");
        is_about(length(&after, [1., 0., 5.], [19., 0., 5.]).expect("a path"), 18.0, 0.1);
    }
}

#[test]
fn a_foot_above_the_climb_is_not_joined() {
    let floor = [level(0., [0., 20.], [0., 10.])];
    for foot in [[11.5, 0.3], [11.0, 1.0]] {
        let hall = mesh(&[&floor[..], &ramp(foot, [4., 6.], false)].concat());
        assert_eq!(islands(&repaired(&hall)), 2, "{foot:?}");
    }
}

fn near(mesh: &NavMesh, settings: &Settings) -> NearIslands {
    let derived = Derived::build(mesh);
    let issues = Issues::build(mesh, &derived, 0.05);
    let search = ConnectionSearch { mesh, derived: &derived, issues: &issues, settings };
    search.near_islands(0.5, &Progress::none()).expect("it is not stopped")
}

#[test]
fn the_distance_of_a_foot_is_measured_to_the_ground() {
    let floor = [level(0., [0., 20.], [0., 10.])];
    let line = |foot: [f32; 2], max_climb: f32| {
        let hall = mesh(&[&floor[..], &ramp(foot, [4., 6.], false)].concat());
        let mut settings = Settings::default();
        settings.agent.max_climb = max_climb;
        let found = near(&hall, &settings);
        let line = |(width, pair): &(f64, navsmith_formats::check::connection::Connection)| {
            let obstacle = pair.obstacle.as_ref().expect("an obstacle").headline();
            format!("{width:.3} m: {obstacle}; {}\n", pair.describe_edit().expect("an edit"))
        };
        found.pairs.iter().map(line).collect::<String>()
    };
    expect_test::expect![[r#"
        0.000 m: A side of cell 2 lies in the inside of cell 0; Split cell 0 at the contact and join: 1 island instead of 2.
    "#]]
    .assert_eq(&line([11.5, 0.0], f32::INFINITY));
    expect_test::expect![[r#"
        0.100 m: A side of cell 2 lies in the inside of cell 0; Split cell 0 at the contact and join: 1 island instead of 2.
    "#]]
    .assert_eq(&line([11.5, 0.1], 0.2));
    expect_test::expect![[r#"
        0.100 m: Height step of 0.10 m; Place a link: agents that climb 0.10 m go up, and others only down; 2 islands as before.
    "#]]
    .assert_eq(&line([11.5, 0.1], 0.05));
    expect_test::expect![[r#"
        0.400 m: Height step of 0.40 m; Place a link: then a path exists.
    "#]]
    .assert_eq(&line([11.5, 0.4], f32::INFINITY));
}

#[test]
fn the_command_line_names_the_contact() {
    let rings = [vec![level(0., [0., 20.], [0., 10.])], ramp([11.5, 0.], [4., 6.], false)].concat();
    let hall = mesh(&rings);
    let vertices: Vec<String> =
        hall.vertices().map(|(_, at)| format!("({}, {}, {})", at.x, at.y, at.z)).collect();
    let cells: Vec<String> = hall
        .cells()
        .map(|(_, cell)| {
            let corners: Vec<String> = cell.corners().iter().map(|corner| corner.0.to_string()).collect();
            format!("(corners: [{}])", corners.join(", "))
        })
        .collect();
    let text =
        format!("NavMesh(version: 1, vertices: [{}], cells: [{}])", vertices.join(", "), cells.join(", "));
    let (_folder, file) = Folder::with("hall.ron", &text);
    let why = run(&["why", &file, "--cells", "1", "0"]);
    assert!(why.out.contains("Split cell 0 at the contact and join: 1 island instead of 2."), "{}", why.out);
    let why = run(&["why", &file, "--json"]).json();
    assert_eq!(why["pairs"][0]["obstacle"], "contact", "{why}");
    assert_eq!(why["pairs"][0]["edit"]["kind"], "split", "{why}");
    let path = run(&["path", &file, "--from", "1,3.1,5", "--to", "19,0,5"]);
    assert!(path.out.contains("gap: 0.000 m wide"), "{}", path.out);
    let path = run(&["path", &file, "--from", "1,3.1,5", "--to", "19,0,5", "--json"]).json();
    let gap = &path["gaps"][0];
    assert_eq!((gap["to"]["cell"].as_u64(), gap["to"]["side"].is_null()), (Some(0), true), "{gap}");
}

/// Returns strips of cells at random places and heights, level or tilted, that often overlap.
fn strips(chance: &mut SplitMix64) -> NavMesh {
    let mut rings = Vec::new();
    for _ in 0..2 + chance.below(4) {
        let mut within =
            |low: f64, high: f64| ((low + (high - low) * chance.unit()) * 8.0).round() as f32 / 8.0;
        let [x, z] = [within(0., 12.), within(0., 12.)];
        let [length, width] = [within(2., 9.), within(1., 4.)];
        let heights = [0., 0., 0.05, 0.1, 0.2, 0.2487, 0.3, 1.0];
        let mut height = || heights[chance.below(heights.len() as u64) as usize];
        let [low, high] = [height(), height()];
        let count = 1 + chance.below(3) as usize;
        let is_turned = chance.below(2) == 1;
        for i in 0..count {
            let part = |i: usize| i as f32 / count as f32;
            let [from, to] = [part(i), part(i + 1)].map(|at| [x + length * at, low + (high - low) * at]);
            let ring = [[from, [z, 0.]], [from, [z + width, 0.]], [to, [z + width, 0.]], [to, [z, 0.]]];
            let mut ring: Vec<[f32; 3]> = ring.map(|[[x, y], [z, _]]| [x, y, z]).to_vec();
            if is_turned {
                ring = ring.into_iter().rev().map(|[x, y, z]| [z, y, x]).collect();
            }
            rings.push(ring);
        }
    }
    mesh(&rings)
}

/// Returns random points of cells, each with its island.
fn random_points(mesh: &NavMesh, chance: &mut SplitMix64) -> Vec<(Vec3, IslandId)> {
    let derived = Derived::build(mesh);
    let mut points = Vec::new();
    for (cell, corners) in mesh.cells() {
        let corners: Vec<Vec3> = corners.corners().iter().map(|&corner| mesh.position(corner)).collect();
        for _ in 0..4 {
            let weights: Vec<f32> = corners.iter().map(|_| 0.02 + chance.unit() as f32).collect();
            let sum: f32 = weights.iter().sum();
            let at = corners
                .iter()
                .zip(weights)
                .fold(Vec3::ZERO, |at, (&corner, weight)| at + corner * weight / sum);
            let at = Vec3::new(at.x, Surface::of(mesh, cell).height_at(ground(at)), at.z);
            points.push((at, derived.islands.of(cell).expect("each cell has one")));
        }
    }
    points
}

/// Height in metres up to which ground above or below replaces other ground: a storey, with rounding.
const REPLACED: f32 = STOREY * 1.02;

/// Part of the points that may lie on removed dead ends, or on ground whose cover is covered itself.
const PART_WITHOUT_GROUND: usize = 100;

/// Returns the points that a repair cut off from the part that most points of their islands are on.
///
/// The ground of a point is the floor nearest to it in height, because ground is removed where other ground covers it.
/// Points without ground are located, and very few of them may be cut off.
fn cut_off(before: &NavMesh, after: &NavMesh, chance: &mut SplitMix64) -> Vec<String> {
    let derived = Derived::build(after);
    let points = random_points(before, chance);
    let mut islands: BTreeMap<IslandId, BTreeMap<IslandId, Vec<(Vec3, bool)>>> = BTreeMap::new();
    for &(at, island) in &points {
        let rise = |cell: CellId| (Surface::of(after, cell).height_at(ground(at)) - at.y).abs();
        let floors = derived.locator.at(after, ground(at)).into_iter().map(|cell| (rise(cell), cell));
        let nearest = floors.min_by(|one, other| one.0.total_cmp(&other.0));
        let own = nearest.filter(|(rise, _)| *rise <= REPLACED).map(|(_, cell)| cell);
        let end = Endpoint { ground: ground(at), height: Some(at.y) };
        let located = || locate(after, &derived, end, 2.0).expect("the mesh has cells").cell;
        let now = derived.islands.of(own.unwrap_or_else(located)).expect("each cell has one");
        islands.entry(island).or_default().entry(now).or_default().push((at, own.is_some()));
    }
    let smaller = islands.into_values().flat_map(|parts| {
        let mut parts: Vec<(IslandId, Vec<(Vec3, bool)>)> = parts.into_iter().collect();
        parts.sort_by_key(|(_, points)| points.len());
        parts.pop();
        parts.into_iter().flat_map(|(now, points)| points.into_iter().map(move |point| (now, point)))
    });
    let (on_ground, others): (Vec<_>, Vec<_>) = smaller.partition(|(_, (_, has_ground))| *has_ground);
    let others = if others.len() * PART_WITHOUT_GROUND > points.len() { others } else { Vec::new() };
    let all = on_ground.into_iter().chain(others);
    all.map(|(now, (at, _))| format!("{at}, now on {now:?}")).collect()
}

#[test]
fn random_points_stay_connected_when_overlaps_are_repaired() {
    let mut chance = SplitMix64(5);
    let mut left = 0;
    for round in 0..300 {
        let before = strips(&mut chance);
        let done = repair(&before, &RepairOptions::of(&before), before.id_counts(), &Progress::none());
        let done = done.expect("it is not stopped");
        assert_eq!(
            cut_off(&before, &done.mesh, &mut chance),
            Vec::<String>::new(),
            "round {round}: {before:?}"
        );
        left += done.errors.len();
    }
    println!("{left} left");
}

#[test]
fn random_points_of_levels_stay_connected() {
    points_stay_connected(&["recast/nav_test.obj", "three-pathfinding/level.nav.glb"]);
}

#[test]
fn random_points_of_stacked_floors_stay_connected() {
    points_stay_connected(&["navcat/proto-level.glb"]);
}

fn points_stay_connected(levels: &[&str]) {
    let folder = data::folder("navmeshes");
    let mut chance = SplitMix64(9);
    for name in levels {
        let before = data::mesh(&folder.join(name));
        let done = repair(&before, &RepairOptions::of(&before), before.id_counts(), &Progress::none());
        let done = done.expect("it is not stopped");
        assert_eq!(cut_off(&before, &done.mesh, &mut chance), Vec::<String>::new(), "{name}");
    }
}
