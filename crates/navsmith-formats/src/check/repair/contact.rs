//! The edits that join cells where a side of one lies in the inside of the other.

use super::RepairOptions;
use super::action::{Action, JOINED_BELOW, cut_below};
use crate::check::approach::{cells_under, continued, has_deep_end};
use crate::check::{Issues, height_differences};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{CellId, Derived, HalfEdge, NavMesh, Surface};
use navsmith_core::pathfinding::analysis::island_gaps::IslandGap;
use navsmith_core::pathfinding::analysis::island_gaps::inside::gap_to_inside;

/// Maximum number of pairs of corners of two cells that are compared.
const MOST_COMPARED: usize = 1 << 16;

/// Returns the edits that join two cells where a side of one lies in the inside of the other.
///
/// With `at_end`, only if a corner of one lies on the other, or an end reaches through it. None for cells of one island,
/// which lose nothing without the join.
pub(super) fn of_contact(
    derived: &Derived,
    issues: &Issues,
    cells: [CellId; 2],
    options: &RepairOptions,
    at_end: bool,
) -> Vec<Action> {
    let mesh = derived.mesh();
    let island = |cell| derived.islands.label_of(cell);
    let is_level = |one, other| height_differences(mesh, [one, other])[1] <= options.tolerance;
    if island(cells[0]) == island(cells[1]) || is_level(cells[0], cells[1]) {
        return Vec::new();
    }
    let corners = cells.map(|cell| mesh.corners(cell).len());
    if corners[0].saturating_mul(corners[1]) > MOST_COMPARED {
        return Vec::new();
    }
    let most_step = f64::from(JOINED_BELOW[0].min(options.highest_step()));
    let free_sides = |cell: CellId| {
        let sides = (0..mesh.corners(cell).len() as u32).map(move |side| HalfEdge { cell, side });
        sides.filter(|&side| derived.adjacency.twin(side).is_none())
    };
    let touches = |cell: CellId, floor: CellId| {
        let is_close = |gap: IslandGap| gap.width() <= most_step;
        let does = |cell: CellId| {
            free_sides(cell).any(|side| gap_to_inside(mesh, side, floor).is_some_and(is_close))
        };
        // A cell between others ends where they do.
        let is_between = free_sides(cell).next().is_none();
        does(cell) || is_between && continued(mesh, derived, cell, floor).into_iter().any(does)
    };
    let both = [cells, [cells[1], cells[0]]];
    let ends =
        |[cell, other]: [CellId; 2]| ends_on(mesh, cell, other) || has_deep_end(mesh, derived, cell, other);
    if at_end && !both.into_iter().any(ends) {
        return Vec::new();
    }
    let pairs = both.into_iter().filter(|&[cell, floor]| touches(cell, floor));
    let action = |[cell, floor]: [CellId; 2]| {
        let others = cells_under(mesh, derived, cell, floor);
        Action::Join { cell, others, cut_below: cut_below(issues) }
    };
    pairs.map(action).collect()
}

/// Whether a corner of a cell lies on another one, at most [`JOINED_BELOW`] below or above it.
fn ends_on(mesh: &NavMesh, cell: CellId, other: CellId) -> bool {
    let surface = Surface::of(mesh, other);
    mesh.corners(cell).iter().map(|&corner| mesh.position(corner)).any(|at| {
        surface.covers(ground(at)) && (surface.height_at(ground(at)) - at.y).abs() <= JOINED_BELOW[0]
    })
}
