//! Overlaps that are cut, joined or deleted.

use std::collections::BTreeMap;

use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_formats::check::repair::{RepairOptions, RepairStep};

use super::{area, check_repair, errors, mesh_of, repaired, strip};
use crate::support::notation;

#[test]
fn an_overlap_is_cut_from_one_of_two_cells_and_both_are_joined() {
    let mesh = notation::mesh("v 0 0, 0 3, 3 3, 3 0, 2 1, 2 2, 5 2, 5 1; c 0 1 2 3, 4 5 6 7");
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!(errors(&after), BTreeMap::new());
    assert!((area(&after) - 11.0).abs() < 1e-6, "the same ground");
    assert_eq!(Derived::build(&after).islands.len(), 1, "joined along the cut");
}

#[test]
fn a_covered_cell_is_deleted_unless_it_connects_others() {
    // A floor, and a cell 0.2 m above it.
    let floor = [[0., 0., 0.], [0., 0., 4.], [8., 0., 4.], [8., 0., 0.]];
    let above = [[3., 0.2, 1.], [3., 0.2, 2.], [5., 0.2, 2.], [5., 0.2, 1.]];
    let mesh = mesh_of(&[floor, above].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!((after.cell_count(), errors(&after)), (1, BTreeMap::new()), "the floor replaces it");
    // The cell now connects two higher ones.
    let ends = [[3., 2., 0.5], [3., 2., 2.5], [2., 2., 2.5], [2., 2., 0.5], [6., 2., 1.], [6., 2., 2.]];
    let corners = [&floor[..], &above, &ends].concat();
    let mesh = mesh_of(&corners, &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[5, 4, 11, 10], &[7, 6, 13, 12]]);
    assert_eq!(Derived::build(&mesh).islands.len(), 2, "the floor and the bridge");
    let left = check_repair("a bridge", &mesh);
    assert_eq!(left, BTreeMap::new());
}

/// Returns a floor of squares of one metre, and a plate above a part of it from `near` to `far` along both axes.
fn plate_above_a_floor(side: u16, height: f32, near: f32, far: f32) -> NavMesh {
    let row = u32::from(side) + 1;
    let floor = (0..=side).flat_map(|x| (0..=side).map(move |z| [f32::from(x), 0., f32::from(z)]));
    let plate = [[near, near], [near, far], [far, far], [far, near]].map(|[x, z]| [x, height, z]);
    let corners: Vec<[f32; 3]> = floor.chain(plate).collect();
    let square = |x: u32, z: u32| [[x, z], [x, z + 1], [x + 1, z + 1], [x + 1, z]].map(|[x, z]| x * row + z);
    let side = u32::from(side);
    let squares = (0..side).flat_map(|x| (0..side).map(move |z| square(x, z)));
    let rings: Vec<[u32; 4]> = squares.chain([[0, 1, 2, 3].map(|i| row * row + i)]).collect();
    mesh_of(&corners, &rings.iter().map(<[u32; 4]>::as_slice).collect::<Vec<_>>())
}

#[test]
fn the_ground_of_a_larger_island_stays() {
    for (side, height, near, far) in [
        (8, 0., 4.9, 8.5),
        (8, 0.2, 4.9, 8.5),
        (8, 0.2, 3.9, 8.01),
        (8, 0.2, 2.0, 6.0),
        (2, 0.1, 1.1, 2.2),
        (2, 0.1, 0.999, 2.2),
    ] {
        let name = format!("a plate from {near} to {far} above {side} squares");
        let mesh = plate_above_a_floor(side, height, near, far);
        assert_eq!(check_repair(&name, &mesh), BTreeMap::new(), "{name}");
        let largest = |mesh: &NavMesh| {
            let derived = Derived::build(mesh);
            derived.islands.all().iter().map(|island| island.area).fold(0.0, f64::max)
        };
        let after = repaired(&mesh, &RepairOptions::of(&mesh));
        assert!(largest(&after) > largest(&mesh) - 1e-3, "{name}: {} m² are connected", largest(&after));
    }
}

#[test]
fn strips_that_cross_are_joined() {
    let across = strip(0.0, 0.2, 0.0, 4.0).map(|[x, y, z]| [x * 2.0 - 8.0, y, z / 4.0]);
    let along = strip(0.0, 0.0, 0.0, 4.0).map(|[x, y, z]| [z / 4.0 + 3.0, y, x - 3.0]);
    let rings: [&[u32]; 4] = [&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 9, 8, 7], &[9, 11, 10, 8]];
    let mesh = mesh_of(&[across, along].concat(), &rings);
    assert_eq!((errors(&mesh)["overlap"], Derived::build(&mesh).islands.len()), (1, 2), "a crossing");
    assert_eq!(check_repair("a crossing", &mesh), BTreeMap::new());
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!(Derived::build(&after).islands.len(), 1, "nothing is disconnected, so both are joined");
    let mut steps = RepairStep::DEFAULT.to_vec();
    steps.retain(|&step| step != RepairStep::Crossings);
    let kept = repaired(&mesh, &RepairOptions { steps, ..RepairOptions::of(&mesh) });
    assert_eq!((errors(&kept)["overlap"], kept.cell_count()), (1, 4), "without the step, the crossing stays");
}

#[test]
fn squares_of_triangles_that_cross_are_cut_together() {
    let mesh = notation::mesh("v 0 0, 0 1, 9 1, 9 0, 4 -4, 4 5, 5 5, 5 -4; c 0 1 2, 0 2 3, 4 5 6, 4 6 7");
    assert_eq!(check_repair("two squares", &mesh), BTreeMap::new());
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert!((area(&after) - 17.0).abs() < 1e-4, "the ground counts once: {}", area(&after));
    assert_eq!(Derived::build(&after).islands.len(), 1, "joined");
}

#[test]
fn pinched_vertices_are_separated() {
    let corners =
        [[0., 0., 0.], [0., 0., 2.], [2., 0., 2.], [2., 0., 0.], [2., 0., 4.], [4., 0., 4.], [4., 0., 2.]];
    let mesh = mesh_of(&corners, &[&[0, 1, 2, 3], &[2, 4, 5, 6]]);
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!(after.vertex_count(), mesh.vertex_count() + 1, "each cell has its own corner");
    assert_eq!(check_repair("a pinched vertex", &mesh), BTreeMap::new());
}
