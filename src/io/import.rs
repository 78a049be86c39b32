//! What was chosen of a level, as a document.

use super::gltf::{GltfError, GltfScene, Picked};
use crate::document::Document;
use crate::navmesh::{WeldOptions, WeldReport, weld};

/// An import, to work on as an unsaved document.
#[derive(Debug)]
pub struct Imported {
    /// The document: cells of what was chosen, an area for each material if there were several.
    pub document: Document,
    /// What was welded and what was left out.
    pub report: WeldReport,
    /// What else is odd about it, in sentences.
    pub notes: Vec<String>,
}

/// Imports the items of these numbers; what is no number of an item is passed over. `Err` if it is too much.
pub fn import(scene: &GltfScene, chosen: &[usize], options: &WeldOptions) -> Result<Imported, GltfError> {
    let Picked { soup, areas, notes } = scene.soup(chosen)?;
    let (mesh, report) = weld(&soup, options);
    let document = Document { areas: areas.into(), ..Document::of_mesh(mesh) };
    Ok(Imported { document, report, notes })
}
