//! Neighbours of very different sizes.

use super::{Issue, IssueKind, cells_of};
use crate::geometry::ground;
use crate::navmesh::{CellId, Derived, Edge, NavMesh};

/// Returns the length of the longest side of the cell at each slot, in metres.
pub(super) fn lengths(mesh: &NavMesh) -> Vec<f32> {
    let mut lengths = vec![0.0; mesh.cell_slots()];
    for (id, cell) in mesh.cells() {
        let sides = cell.sides().map(|ends| ends.map(|end| ground(mesh.position(end))));
        lengths[id.0 as usize] = sides.map(|[from, to]| from.distance(to)).fold(0.0, f32::max);
    }
    lengths
}

/// Returns the issues of a cell with the neighbours that are smaller by more than a factor.
pub(super) fn at(
    (mesh, derived): (&NavMesh, &Derived),
    cell: CellId,
    lengths: &[f32],
    factor: f32,
) -> Vec<Issue> {
    let length = |cell: CellId| lengths.get(cell.0 as usize).copied().unwrap_or_default();
    let small = derived.adjacency.neighbors(cell).filter(|&(_, other)| length(cell) > length(other) * factor);
    let issue = |(side, other)| {
        let [from, to] = mesh.half_edge(side)?;
        let (edge, ratio) = (Edge::new(from, to), length(cell) / length(other));
        Some(Issue {
            edges: vec![edge],
            distance: Some(ratio),
            ..Issue::new(IssueKind::SizeContrast(edge), vec![cell, other], mesh.centroid(other))
        })
    };
    small.filter_map(issue).collect()
}

pub(super) fn headline(issue: &Issue) -> String {
    format!(
        "Cells {} differ in size by a factor of {:.0}",
        cells_of(issue),
        issue.distance.unwrap_or_default()
    )
}

pub(super) fn describe(issue: &Issue) -> String {
    format!(
        "{}: searches take more steps at the small one, and rounding moves its corners visibly. Join them, or split \
         the large one.",
        headline(issue),
    )
}
