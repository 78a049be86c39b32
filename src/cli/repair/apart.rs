//! The islands that a repair leaves, with the numbers of a written file.

use std::collections::BTreeMap;

use navsmith_core::navmesh::{Cell, Derived, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::check::apart::Apart;
use navsmith_formats::check::repair::RepairOptions;
use navsmith_formats::document::Document;

/// Returns the islands of a repaired document, with the numbers that elements have in a written file.
pub(super) fn apart_as_written(document: &Document, options: &RepairOptions) -> Apart {
    let links = document.mesh.links().map(|(_, link)| *link);
    let written = renumbered(&document.mesh).and_then(|mesh| mesh.with_links(links).ok());
    let mesh = written.unwrap_or_else(|| document.mesh.clone());
    let derived = Derived::build(&mesh);
    // The token never stops the search.
    let found = Apart::of(&Document { mesh, ..document.clone() }, &derived, options, &Progress::none());
    found.unwrap_or_default()
}

/// Returns a mesh without its links, numbered in order.
pub(super) fn renumbered(mesh: &NavMesh) -> Option<NavMesh> {
    let numbers: BTreeMap<VertexId, VertexId> =
        mesh.vertices().zip(0..).map(|((vertex, _), number)| (vertex, VertexId(number))).collect();
    let corner = |corner: &VertexId| numbers.get(corner).copied();
    let cells: Option<Vec<Cell>> = mesh
        .cells()
        .map(|(_, cell)| {
            let corners: Option<Vec<VertexId>> = cell.corners().iter().map(corner).collect();
            corners.map(|corners| Cell::new(corners, cell.area()))
        })
        .collect();
    NavMesh::from_parts(mesh.vertices().map(|(_, at)| at), cells?).ok()
}
