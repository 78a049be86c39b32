//! Conversion of the chosen items of a level into a document.

use super::placing::{Placement, up_axis};
use super::scene::{ImportScene, Picked, TooMuch};
use crate::document::Document;
use crate::document::issues::Thresholds;
use crate::geometry::FileCoordinates;
use crate::navmesh::{Link, WeldOptions, WeldReport, weld};

/// An import, ready to edit as an unsaved document.
#[derive(Debug)]
pub struct Imported {
    /// Document with the cells of the chosen items, and an area per material if there are several.
    pub document: Document,
    /// Counts of welded vertices and omitted triangles.
    pub report: WeldReport,
    /// Other irregularities, in sentences.
    pub notes: Vec<String>,
    /// Coordinates of the file, whose up axis is given or detected.
    pub coordinates: FileCoordinates,
}

/// Default weld distance in metres.
///
/// Exporters write copies of a vertex at most some hundredths of a millimetre apart.
const WELD_DISTANCE: f32 = 0.001;

/// Default maximum slope of Detour and Unity, in degrees.
const MAX_SLOPE: f32 = 45.0;

/// Default choice and settings of an import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportDefaults {
    /// Indices of the chosen items.
    pub chosen: Vec<usize>,
    /// Weld distance and maximum slope.
    pub weld: WeldOptions,
}

impl ImportDefaults {
    /// Returns the defaults for a scene; names determine the chosen items.
    pub fn of(scene: &ImportScene) -> Self {
        Self::of_items(scene, scene.preselected())
    }

    /// Returns the defaults for these items of a scene.
    ///
    /// A navigation mesh keeps all triangles, because all of them are walkable. Other items lose steep triangles.
    pub fn of_items(scene: &ImportScene, chosen: Vec<usize>) -> Self {
        let mut items = chosen.iter().filter_map(|&index| scene.items.get(index));
        let is_navmesh = items.any(|item| item.looks_like_navmesh);
        let max_slope = (!is_navmesh).then(|| MAX_SLOPE.to_radians());
        Self { chosen, weld: WeldOptions { distance: WELD_DISTANCE, max_slope } }
    }
}

/// Imports the items with these indices; ignores invalid indices.
///
/// `Err` if the import exceeds its budget.
pub fn import(
    scene: &ImportScene,
    chosen: &[usize],
    placement: &Placement,
    options: &WeldOptions,
) -> Result<Imported, TooMuch> {
    let Picked { mut soup, areas, mut notes } = scene.soup(chosen)?;
    let coordinates = placement.coordinates(|| up_axis(&soup));
    soup.place(coordinates);
    notes.extend(placement.note(coordinates));
    let (mesh, report) = weld(&soup, options);
    let links = scene.links.iter().map(|link| link.map(|at| coordinates.to_document(at)));
    let mesh = mesh.with_links(links.filter(Link::is_finite)).map_err(TooMuch)?;
    // A file without a length of a metre is in metres once it is scaled.
    let metre = if scene.metre == 1.0 { 1.0 } else { scene.metre * coordinates.scale };
    let thresholds = Thresholds::default().with_metre(metre).into();
    let document = Document { areas: areas.into(), thresholds, ..Document::of_mesh(mesh) }.for_person();
    Ok(Imported { document, report, notes, coordinates })
}
