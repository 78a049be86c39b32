//! Edits, compared as text: the mesh after each, or the reason of its refusal.

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::EditResult;
use navsmith_core::navmesh::{CellId, Draft, Edge, NavMesh, VertexId};

use crate::support::notation::mesh;

mod cells;
mod drawing;
mod links;
mod merging;
mod subtracting;

/// A square of 2 m, and another to its right.
const TWO_SQUARES: &str = "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5";

/// Two squares of 2 m with a seam of 0.1 m between them.
const SEAM: &str = "v 0 0, 0 2, 2 2, 2 0, 2.1 0, 2.1 2, 4 2, 4 0; c 0 1 2 3, 4 5 6 7";

/// Formats a mesh with its ids, the vertices before the cells.
///
/// A vertex has a middle coordinate only if its height is not zero.
fn print(mesh: &NavMesh) -> String {
    let vertex = |(id, p): (VertexId, Vec3)| match p.y {
        0.0 => format!(" {}({} {})", id.0, p.x, p.z),
        y => format!(" {}({} {y} {})", id.0, p.x, p.z),
    };
    let cells = mesh.cells().map(|(id, cell)| {
        let corners: Vec<String> = cell.corners().iter().map(|v| v.0.to_string()).collect();
        let area = if cell.area().0 == 0 { String::new() } else { format!("@{}", cell.area().0) };
        format!(" {}[{}]{area}", id.0, corners.join(" "))
    });
    format!("v{}; c{}", mesh.vertices().map(vertex).collect::<String>(), cells.collect::<String>())
}

/// Returns the mesh after an edit, or the refusal, as text.
fn after(text: &str, edit: impl FnOnce(&mut Draft) -> EditResult) -> String {
    let mut draft = Draft::of(mesh(text));
    match edit(&mut draft) {
        Ok(edited) => {
            assert_eq!(draft.mesh().check(), Ok(()), "the mesh keeps its invariants");
            assert!(edited.vertices.iter().all(|&id| draft.mesh().vertex(id).is_some()), "{edited:?} exists");
            assert!(edited.cells.iter().all(|&id| draft.mesh().cell(id).is_some()), "{edited:?} exists");
            print(draft.mesh())
        }
        Err(refusal) => refusal.to_string(),
    }
}

/// Returns the results of edits, one per line.
fn lines<const N: usize>(results: [String; N]) -> String {
    results.map(|result| result + "\n").concat()
}

fn vertices(ids: &[u32]) -> Vec<VertexId> {
    ids.iter().copied().map(VertexId).collect()
}

fn cells(ids: &[u32]) -> Vec<CellId> {
    ids.iter().copied().map(CellId).collect()
}

fn edges(ends: &[[u32; 2]]) -> Vec<Edge> {
    ends.iter().map(|&[a, b]| Edge::new(VertexId(a), VertexId(b))).collect()
}
