//! Floors, planks and pallets of very many cells.

use std::collections::BTreeMap;
use std::path::Path;

use navsmith_core::geometry::{FileCoordinates, Vec3};
use navsmith_core::navmesh::{Cell, CellId, Derived, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{FixObstacle, RepairOptions, RepairStep, repair};
use navsmith_formats::document::Document;
use navsmith_formats::io::Format;

use super::{area, cells_at, check_repair, errors, mesh_of, repaired};
use crate::support::command_line::{Folder, run};
use crate::support::notation;

#[test]
fn floors_a_high_step_apart_stay() {
    let floor = [[0., 0., 0.], [0., 0., 4.], [8., 0., 4.], [8., 0., 0.]];
    let step = |y: f32| [[6., y, 0.], [6., y, 4.], [12., y, 4.], [12., y, 0.]];
    let mesh = |y| mesh_of(&[floor, step(y)].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    for (height, is_error) in [(0.2, true), (0.25, false), (0.4, false)] {
        let mesh = mesh(height);
        assert_eq!(errors(&mesh).contains_key("overlap"), is_error, "{height} m");
        let after = repaired(&mesh, &RepairOptions::of(&mesh));
        assert_eq!(after != mesh, is_error, "{height} m");
        assert_eq!(errors(&after), BTreeMap::new(), "{height} m");
        let islands = Derived::build(&after).islands.len();
        assert_eq!(islands, if is_error { 1 } else { 2 }, "{height} m: floors that overlap are joined");
    }
}

/// Returns a square with triangles on one of its edges that have all but one of `count` corners on the edge.
fn triangles_on_an_edge(count: u16) -> NavMesh {
    let (length, last) = (f32::from(count), u32::from(count));
    let square = [[0., 0., 0.], [0., 0., length], [1., 0., length], [1., 0., 0.]];
    let on_edge = (0..count - 1).map(|i| [1., 0., f32::from(i) + 0.5]);
    let beside = (0..count).map(|i| [2., 0., f32::from(i)]);
    let corners: Vec<[f32; 3]> = square.into_iter().chain(on_edge).chain(beside).collect();
    let triangles = (0..last - 2).map(|i| vec![4 + i, 5 + i, 4 + last + i]);
    let rings: Vec<Vec<u32>> = std::iter::once(vec![0, 1, 2, 3]).chain(triangles).collect();
    let rings: Vec<&[u32]> = rings.iter().map(Vec::as_slice).collect();
    mesh_of(&corners, &rings)
}

#[test]
fn an_edge_is_split_at_all_of_its_vertices_at_once() {
    let count = 40_u16;
    let mesh = triangles_on_an_edge(count);
    assert_eq!(errors(&mesh)["t_junction"], usize::from(count) - 1);
    let done =
        repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none()).expect("it runs");
    let changes = |step| done.effects.iter().find(|effect| effect.step == step).expect("it runs").changes;
    assert_eq!(changes(RepairStep::Junctions), usize::from(count) - 1);
    assert_eq!((changes(RepairStep::Weld), changes(RepairStep::Separate)), (0, 0), "no step undoes another");
    assert!(done.is_complete && done.errors.is_empty());
    assert_eq!(check_repair("an edge", &mesh), BTreeMap::new());
}

#[test]
fn a_cell_gets_no_more_corners_than_files_store() {
    let most = Cell::MOST_CORNERS as u16;
    let corners = |mesh: &NavMesh| mesh.cell(CellId(0)).expect("the square").len();
    let done = |count: u16| {
        let mesh = triangles_on_an_edge(count);
        // Another step gives the triangles vertices of their own.
        let options = RepairOptions { steps: vec![RepairStep::Junctions], ..RepairOptions::of(&mesh) };
        repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it runs")
    };
    let split = done(1_000);
    assert_eq!((corners(&split.mesh), split.errors.len()), (1_003, 0));
    let left = done(most - 2);
    assert_eq!(corners(&left.mesh), 4, "the square stays");
    assert_eq!(left.errors.len(), usize::from(most) - 3);
    assert!(left.errors.iter().all(|left| left.obstacle == FixObstacle::TooManyCorners));
}

#[test]
fn chains_of_slivers_keep_their_ground() {
    for count in [8_u16, 20, 300] {
        let ends = (0..=count).map(|i| [100., 0., -1e-3 * f32::from(i)]);
        let corners: Vec<[f32; 3]> = std::iter::once([0., 0., 0.]).chain(ends).collect();
        let rings: Vec<[u32; 3]> = (0..u32::from(count)).map(|i| [0, 1 + i, 2 + i]).collect();
        let rings: Vec<&[u32]> = rings.iter().map(<[u32; 3]>::as_slice).collect();
        check_repair("a fan", &mesh_of(&corners, &rings));
    }
}

#[test]
fn steps_that_undo_each_other_end() {
    let mesh = notation::mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3");
    let steps = vec![RepairStep::Triangulate, RepairStep::Merge];
    let options = RepairOptions { steps, ..RepairOptions::of(&mesh) };
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    assert!(done.is_complete && done.mesh.cell_count() == 1, "{:?}", done.effects);
}

#[test]
fn copies_of_a_cell_are_removed_together() {
    let corners = [[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]];
    let rings: Vec<&[u32]> = vec![&[0, 1, 2]; 500];
    let mesh = mesh_of(&corners, &rings);
    assert_eq!(errors(&mesh), BTreeMap::from([("duplicate_cell", 499)]));
    let done =
        repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none()).expect("it runs");
    assert!(done.is_complete && done.mesh.cell_count() == 1);
}

#[test]
fn a_floor_under_a_grid_is_repaired() {
    let side = 12_u16;
    let floor = [[-1., -0.1, -1.], [-1., -0.1, 13.], [13., -0.1, 13.], [13., -0.1, -1.]];
    let grid = (0..=side).flat_map(|x| (0..=side).map(move |z| [f32::from(x), 0., f32::from(z)]));
    let corners: Vec<[f32; 3]> = floor.into_iter().chain(grid).collect();
    let row = u32::from(side) + 1;
    let square = |x: u32, z: u32| {
        let first = 4 + x * row + z;
        vec![first, first + 1, first + row + 1, first + row]
    };
    let side = u32::from(side);
    let squares = (0..side).flat_map(|x| (0..side).map(move |z| square(x, z)));
    let rings: Vec<Vec<u32>> = squares.chain([vec![0, 1, 2, 3]]).collect();
    let rings: Vec<&[u32]> = rings.iter().map(Vec::as_slice).collect();
    let mesh = mesh_of(&corners, &rings);
    assert!((area(&mesh) - 196.0).abs() < 1e-4, "the ground counts once: {}", area(&mesh));
    let before: usize = errors(&mesh).values().sum();
    let after: usize = check_repair("a floor", &mesh).values().sum();
    assert!(after < before, "{after} of {before} errors are left");
}

/// Returns a plank as two triangles, from the corners of its ground.
fn plank(corners: &mut Vec<[f32; 3]>, rings: &mut Vec<Vec<u32>>, y: f32, x: [f32; 2], z: [f32; 2]) {
    let first = corners.len() as u32;
    corners.extend([[x[0], y, z[0]], [x[0], y, z[1]], [x[1], y, z[1]], [x[1], y, z[0]]]);
    rings.extend([vec![first, first + 1, first + 2], vec![first, first + 2, first + 3]]);
}

/// Planks, beams across them and planks on top, as a level of boxes has them.
#[test]
fn a_pallet_is_repaired() {
    let (mut corners, mut rings) = (Vec::new(), Vec::new());
    let edges = [[0.0, 0.9], [1.0, 1.9], [2.0, 2.9], [3.0, 3.9]];
    for y in [0.15, 0.5] {
        for z in edges {
            plank(&mut corners, &mut rings, y, [0.0, 4.0], z);
        }
    }
    for x in [[0.2, 0.8], [1.7, 2.3], [3.2, 3.8]] {
        plank(&mut corners, &mut rings, 0.35, x, [0.0, 3.9]);
    }
    plank(&mut corners, &mut rings, 0.0, [10.0, 40.0], [0.0, 30.0]);
    let rings: Vec<&[u32]> = rings.iter().map(Vec::as_slice).collect();
    let mesh = mesh_of(&corners, &rings);
    assert!(errors(&mesh)["overlap"] > 50, "planks cross beams");
    let left = check_repair("a pallet", &mesh);
    assert!(
        left.values().sum::<usize>() < 10,
        "few overlaps cannot be resolved without cutting ground off: {left:?}"
    );
}

/// Returns a strip of 4 m, a narrow end of it behind a long plank 0.2 m above it, and a floor elsewhere.
///
/// Cells around the plank connect the strip to its other end.
fn strip_under_a_plank(end: f32, floor: f32) -> NavMesh {
    let strip = [[0., 0., 0.], [0., 0., 1.], [3.9 + end, 0., 1.], [3.9 + end, 0., 0.]];
    let plank = [
        [3.5, 0.2, -0.05],
        [3.5, 0.2, 1.05],
        [3.9, 0.2, 1.05],
        [3.9, 0.2, -0.05],
        [3.5, 0.2, -10.05],
        [3.9, 0.2, -10.05],
    ];
    let floor = [[50., 0., 0.], [50., 0., floor], [50. + floor, 0., floor], [50. + floor, 0., 0.]];
    let around =
        [[-1., 0., 0.], [-1., 0., 1.], [-1., 0.2, -11.], [0., 0.2, -11.], [-1., 0.2, -12.], [0., 0.2, -12.]];
    let corners = [&strip[..], &plank, &floor, &around].concat();
    let rings: [&[u32]; 8] = [
        &[0, 1, 2, 3],
        &[4, 5, 6, 7],
        &[8, 4, 7, 9],
        &[10, 11, 12, 13],
        &[14, 15, 1, 0],
        &[16, 14, 0, 17],
        &[18, 16, 17, 19],
        &[19, 17, 8, 9],
    ];
    mesh_of(&corners, &rings)
}

#[test]
fn small_dead_ends_are_removed_before_a_cell_becomes_steep() {
    for (end, is_removed) in [(0.009, true), (2.0, false)] {
        let mesh = strip_under_a_plank(end, 20.0);
        assert_eq!(errors(&mesh), BTreeMap::from([("overlap", 1)]), "{end} m");
        assert_eq!(check_repair("a strip", &mesh), BTreeMap::new());
        let done = repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none());
        let done = done.expect("it is not stopped");
        let derived = Derived::build(&done.mesh);
        let at_end = cells_at(&done.mesh, &derived, Vec3::new(3.9 + end / 2.0, 0.0, 0.5), 0.3);
        assert_eq!((derived.islands.len(), at_end.is_empty()), (2, is_removed), "{end} m");
        assert!(done.effects.iter().all(|effect| effect.slope == 0.0), "{end} m: {:?}", done.effects);
    }
}

#[test]
fn cells_that_must_become_steep_are_reported() {
    let (_folder, file) = Folder::with("strip.obj", "");
    // A dead end of 0.1 m² is a large part of a small mesh.
    let mesh = strip_under_a_plank(0.1, 0.5);
    let format = Format::of_name(Path::new(&file)).expect("OBJ");
    let document = Document::of_mesh(mesh);
    let written = format.encode(&document, FileCoordinates::default(), &Progress::none());
    std::fs::write(&file, written.expect("it is not stopped").expect("a file")).expect("written");
    let report = run(&["repair", &file, "--max-slope", "180", "--dry-run", "--json"]).json();
    let steps = report["steps"].as_array().expect("steps");
    let crossings = steps.iter().find(|step| step["step"] == "crossings").expect("it runs");
    let slope = crossings["slope"].as_f64().expect("a slope");
    assert!(slope > 45.0 && slope < 90.0, "{crossings}");
    let text = run(&["repair", &file, "--max-slope", "180", "--dry-run"]).out;
    assert!(text.contains(&format!(", cells up to {slope:.0}° steep)")), "{text}");
}
