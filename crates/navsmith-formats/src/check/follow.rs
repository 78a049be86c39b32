//! Keys of the issues of a mesh to check after an edit.

use super::list::{IssueKey as _, IssueLists};
use super::touched::Touched;
use super::{IssueSearch, Key, Look, boundary_gap, overlap};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{EdgeKind, NavMesh};

/// An edited mesh, the mesh before, and what the edit touches.
type Edit<'a> = (&'a Look<'a>, &'a NavMesh, &'a Touched<'a>);

/// Adds the keys of a search that an edit may affect to those of changed cells.
///
/// Some occur more than once.
pub(super) fn keys(
    search: IssueSearch,
    edit: Edit<'_>,
    known: &IssueLists<Key>,
    keys: &mut Vec<Key>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let (look, _, Touched { changes, vertices, edges }) = edit;
    match search {
        IssueSearch::Shapes => {
            // On a closed surface, the winding is compared with the neighbours.
            let edges = edges.iter().filter(|_| look.mesh.is_closed_surface());
            let beside = edges.flat_map(|&edge| look.derived.adjacency.sides_of(look.mesh, edge));
            let beside = beside.map(|side| Key::Shape(side.cell));
            keys.extend(beside.chain(changes.cells.iter().map(|&cell| Key::Shape(cell))));
        }
        IssueSearch::Overlaps => return overlaps(edit, known, keys, budget),
        IssueSearch::Tangles => keys.extend(edges.iter().map(|&edge| Key::Tangled(edge))),
        IssueSearch::BoundaryGaps => return gaps(edit, known, keys, budget),
        IssueSearch::ShortEdges => keys.extend(edges.iter().map(|&edge| Key::ShortEdge(edge))),
        IssueSearch::Forms => {
            // The shape of a sliver depends on its neighbours.
            let beside = edges.iter().flat_map(|&edge| look.derived.adjacency.sides_of(look.mesh, edge));
            let of_slivers = beside.map(|side| Key::Form(side.cell)).filter(|&key| known.contains(key));
            keys.extend(of_slivers.chain(changes.cells.iter().map(|&cell| Key::Form(cell))));
        }
        IssueSearch::Vertices => {
            keys.extend(vertices.iter().chain(&changes.vertices).map(|&vertex| Key::Vertex(vertex)));
        }
        IssueSearch::Links => keys.extend(changes.links.iter().map(|&link| Key::Link(link))),
    }
    Ok(())
}

fn overlaps(
    (look, before, Touched { changes, .. }): Edit<'_>,
    known: &IssueLists<Key>,
    keys: &mut Vec<Key>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let mut note = |key, budget: &mut Budget| {
        keys.push(key);
        budget.keep(size_of::<Key>())
    };
    for &cell in &changes.cells {
        overlap::candidates(look, cell, budget, |other, budget| {
            note(Key::Overlap(cell.min(other), cell.max(other)), budget)
        })?;
    }
    // The first of several copies may be another one now.
    for corners in changes.cells.iter().flat_map(|&cell| [before.corners(cell), look.mesh.corners(cell)]) {
        let copies = overlap::copies(look, corners, budget)?;
        let of_copies = copies.iter().flat_map(|&copy| known.keys(copy));
        let of_copies = of_copies.filter(|key| key.search() == IssueSearch::Overlaps);
        let with_first = copies.iter().skip(1).map(|&copy| Key::Overlap(copies[0], copy));
        with_first.chain(of_copies).try_for_each(|key| note(key, budget))?;
    }
    Ok(())
}

fn gaps(
    (look, _, Touched { vertices, edges, .. }): Edit<'_>,
    known: &IssueLists<Key>,
    keys: &mut Vec<Key>,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let mut note = |gap, budget: &mut Budget| {
        keys.push(Key::BoundaryGap(gap));
        budget.keep(size_of::<Key>())
    };
    // The gaps of a vertex depend on all cells around it.
    for &vertex in vertices {
        let star = look.derived.adjacency.star(vertex);
        budget.step(star.len())?;
        let of_star = star.iter().flat_map(|&cell| known.keys(cell));
        let gaps = of_star.filter_map(|key| if let Key::BoundaryGap(gap) = key { Some(gap) } else { None });
        gaps.into_iter().try_for_each(|gap| note(gap, budget))?;
        boundary_gap::candidates(look, vertex, budget, &mut note)?;
    }
    for &edge in edges {
        budget.step(look.steps(Key::Tangled(edge)))?;
        // Only a boundary edge can be part of a gap.
        if look.derived.adjacency.kind(look.mesh, edge) == EdgeKind::Boundary {
            boundary_gap::vertices_near(look, edge, budget, |vertex, budget| {
                note(BoundaryGap::VertexEdge(vertex, edge), budget)
            })?;
        }
    }
    let partners = boundary_gap::partners(look, keys, budget)?;
    keys.extend(partners.into_iter().map(Key::BoundaryGap));
    Ok(())
}
