//! Baked meshes as documents, without queries.

use super::content::WriteError;
use crate::document::{Area, Document};
use navsmith_core::baked::{self, BakeError, BakedArea, BakedError, BakedMesh};

/// Reads a baked mesh as a document.
pub(super) fn read(bytes: &[u8]) -> Result<Document, BakedError> {
    let BakedMesh { mesh, areas } = baked::read(bytes)?;
    let used = mesh.cells().map(|(_, cell)| usize::from(cell.area().0) + 1).max().unwrap_or(1);
    let stored = areas.into_iter().map(|BakedArea { name, color }| Area { name, color });
    let count = stored.len();
    let areas: Vec<Area> = stored.chain((count..used).map(Area::numbered)).collect();
    Ok(Document { areas: areas.into(), ..Document::of_mesh(mesh) })
}

/// Writes the mesh and the areas of a document.
pub(super) fn write(document: &Document) -> Result<Vec<u8>, WriteError> {
    let areas =
        document.areas.iter().map(|Area { name, color }| BakedArea { name: name.clone(), color: *color });
    baked::write(&BakedMesh { mesh: document.mesh.clone(), areas: areas.collect() }).map_err(|error| {
        let cells = match error {
            BakeError::TooManyCorners { cell, .. } => vec![cell],
            BakeError::AreaName(_) | BakeError::TooMany(_) => Vec::new(),
        };
        WriteError { description: error.to_string(), cells }
    })
}
