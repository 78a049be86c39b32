//! Sides that lie in the inside of cells: their distance is measured to the ground, and a repair joins them.

use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_formats::check::Issues;
use navsmith_formats::check::connection::{ConnectionSearch, NearIslands};
use navsmith_formats::check::repair::{RepairOptions, repair};

use crate::support::command_line::{Folder, run};
use crate::support::rings::mesh;

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
    let options = RepairOptions { headroom: 1.8, ..RepairOptions::of(mesh) };
    let done = repair(mesh, &options, mesh.id_counts(), &Progress::none());
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
    answer.path().filter(|_| answer.why().is_none()).map(|path| path.length_on_surface(mesh))
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
        is_about(foot([12.75, -0.5]), down_to(11.5), 1e-3);
        is_about(foot([14., -1.]), down_to(11.5), 1e-3);
        is_about(foot([15.25, -1.5]), down_to(11.5), 1e-3);
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
fn a_room_below_a_floor_is_no_end_of_its_ramp() {
    let floor = [level(0., [0., 20.], [0., 10.])];
    let ramp = ramp([14., -1.], [4., 6.], false);
    let room = [vec![[14., -1., 4.], [14., -1., 6.], [19., -1., 6.], [19., -1., 4.]]];
    let hall = mesh(&[&floor[..], &ramp, &room].concat());
    let ground = |mesh: &NavMesh| -> f64 {
        mesh.cells().map(|(cell, _)| navsmith_core::geometry::ground_area(&mesh.ground_ring(cell))).sum()
    };
    for headroom in [0.9, 1.8] {
        let options = RepairOptions { headroom, ..RepairOptions::of(&hall) };
        let done = repair(&hall, &options, hall.id_counts(), &Progress::none()).expect("it is not stopped");
        assert!(ground(&done.mesh) > ground(&hall) - 5.0, "the room stays: {}", ground(&done.mesh));
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
