//! The region that is reachable from a point.

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::{CellId, Derived, NavMesh};
use navsmith_core::platformer::{FreeSpace, ReachableRegion};

use super::{level, rectangle};
use crate::support::notation::{mesh, squares};

fn region(mesh: &NavMesh, at: [f32; 2]) -> Option<ReachableRegion> {
    let derived = Derived::build(mesh);
    ReachableRegion::around(&FreeSpace::new(mesh, &derived), Vec2::from(at))
}

#[test]
fn the_flood_reaches_all_connected_cells_and_no_others() {
    let mesh = squares(&["00 0", "0  0"]);
    let left = region(&mesh, [0.5, 1.5]).expect("on the mesh");
    assert_eq!(left.cells.len(), 3);
    assert_eq!(left.cells[0], CellId(3), "the cell of the point is first");
    let derived = Derived::build(&mesh);
    for (cell, _) in mesh.cells() {
        let is_one_island = derived.islands.of(cell) == derived.islands.of(CellId(3));
        assert_eq!(left.contains(cell), is_one_island);
    }
    assert_eq!(left.constraints, []);
    assert_eq!(region(&mesh, [1.5, 1.5]), None, "in a solid");
    assert_eq!(region(&mesh, [f32::NAN, 1.5]), None);
    assert!(region(&mesh, [-1e-8, 0.5]).is_some(), "beside the mesh by rounding only");
}

#[test]
fn the_flood_stops_at_constraints() {
    let room = rectangle([0., 0.], [8., 4.]);
    let mesh = level(&room, &[], &[&[[4., 0.], [4., 4.]]]);
    let left = region(&mesh, [1., 1.]).expect("on the mesh");
    let right = region(&mesh, [7., 1.]).expect("on the mesh");
    assert_eq!((left.cells.len() + right.cells.len(), left.constraints.len()), (mesh.cell_count(), 1));
    assert!(left.cells.iter().all(|&cell| !right.contains(cell)));
    // Solids have no constraints, also where two of them end in one place.
    let separate = region(&squares(&["0 0", "0 0"]), [0.5, 0.5]).expect("on the mesh");
    assert_eq!(separate.constraints, []);
}

#[test]
fn a_cell_that_cannot_be_divided_is_solid() {
    // The second cell crosses itself.
    let mesh = mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 5 4");
    let region = region(&mesh, [1., 1.]).expect("on the mesh");
    assert_eq!(region.cells, [CellId(0)]);
}
