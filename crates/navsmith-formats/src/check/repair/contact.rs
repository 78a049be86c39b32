//! The edits that join cells where a side of one lies in the inside of the other.

use super::RepairOptions;
use super::action::{Action, CROSSING, JOINED_BELOW, cut_below};
use crate::check::approach::cells_under;
use crate::check::{Issues, height_differences};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{CellId, Derived, HalfEdge, NavMesh, Surface};
use navsmith_core::pathfinding::analysis::island_gaps::IslandGap;
use navsmith_core::pathfinding::analysis::island_gaps::inside::gap_to_inside;

/// Maximum number of pairs of corners of two cells that are compared.
const MOST_COMPARED: usize = 1 << 16;

/// Returns the edits that join two cells where a side of one lies in the inside of the other.
///
/// With `at_end`, only if a corner of one lies on the other, so that they do not cross. None for cells of one island,
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
    let touches = |cell: CellId, floor: CellId| {
        let sides = (0..mesh.corners(cell).len() as u32).map(|side| HalfEdge { cell, side });
        let mut free = sides.filter(|&side| derived.adjacency.twin(side).is_none());
        let is_close = |gap: IslandGap| gap.width() <= most_step;
        free.any(|side| gap_to_inside(derived, side, floor).is_some_and(is_close))
    };
    let both = [cells, [cells[1], cells[0]]];
    if at_end && !both.iter().any(|&[cell, other]| ends_on(mesh, cell, other, options.headroom)) {
        return Vec::new();
    }
    let pairs = both.into_iter().filter(|&[cell, floor]| touches(cell, floor));
    let actions = |[cell, floor]: [CellId; 2]| {
        let is_under = |other: &CellId| {
            *other != floor
                && island(*other) == island(floor)
                && height_differences(mesh, [cell, *other])[0] <= JOINED_BELOW[0]
        };
        let others: Vec<CellId> =
            std::iter::once(floor).chain(issues.overlaps_of(cell).filter(is_under)).collect();
        // An end beside an edge of the floor also covers a strip of the next cell that is too narrow for an issue.
        let all = cells_under(mesh, derived, cell, floor);
        let all = others.iter().copied().chain(all.into_iter().filter(|it| !others.contains(it)));
        let all = Some(all.collect::<Vec<_>>()).filter(|all| all.len() > others.len());
        let groups: Vec<Vec<CellId>> = std::iter::once(others).chain(all).collect();
        // Where a narrow cut leaves an overlap, because a corner of the cell was lowered, a wider one does not.
        let heights = [cut_below(issues), cut_below(issues) * CROSSING];
        let join = |cut_below| {
            let headroom = options.headroom;
            let of = move |others: &Vec<CellId>| Action::Join {
                cell,
                others: others.clone(),
                cut_below,
                headroom,
            };
            groups.iter().map(of).collect::<Vec<_>>()
        };
        heights.into_iter().flat_map(join).collect::<Vec<_>>()
    };
    pairs.flat_map(actions).collect()
}

/// Whether a corner of a cell lies on another one.
///
/// It is at most [`JOINED_BELOW`] above or below it, or below it without headroom.
fn ends_on(mesh: &NavMesh, cell: CellId, other: CellId, headroom: f32) -> bool {
    let surface = Surface::of(mesh, other);
    mesh.corners(cell).iter().map(|&corner| mesh.position(corner)).any(|at| {
        let depth = surface.height_at(ground(at)) - at.y;
        surface.covers(ground(at)) && (-JOINED_BELOW[0]..=headroom.max(JOINED_BELOW[0])).contains(&depth)
    })
}
