//! Reads the file that a verb is about.

use std::path::Path;

use super::args::Source;
use crate::document::Document;
use crate::io::gltf::GltfScene;
use crate::io::{self, Imported, Opened, Placement, open};
use crate::navmesh::{NavMesh, Soup, WeldOptions, WeldReport, weld};

/// How near corners of a glTF are to become one unless told otherwise, in metres: modelling programs write what is one
/// to them some hundredths of a millimetre apart at worst.
const WELD_DISTANCE: f32 = 0.001;

/// A file, read.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) document: Document,
    pub(super) format: &'static str,
    /// What importing or welding did and left out.
    pub(super) report: WeldReport,
    /// What else there is to know of the import, in sentences.
    pub(super) notes: Vec<String>,
}

/// Reads a file, and welds it where it is a glTF or that was asked for.
pub(super) fn load(source: &Source) -> Result<Loaded, String> {
    let opened = open(&source.file).map_err(|error| error.to_string())?;
    if !matches!(opened, Opened::Gltf(_)) && source.placement() != Placement::default() {
        return Err(format!("{}: --up and --scale apply to glTF and GLB files only", source.file.display()));
    }
    match opened {
        Opened::Gltf(scene) => import(&scene, source),
        Opened::Document { document, .. } => Ok(reweld(document, "navsmith document", source)),
        Opened::Polyanya(document) => Ok(reweld(document, "Polyanya mesh", source)),
        Opened::Reproduction(made) => Ok(reweld(made.document, "navsmith reproduction", source)),
    }
}

fn import(scene: &GltfScene, source: &Source) -> Result<Loaded, String> {
    let chosen = scene.preselected();
    let distance = source.welding.weld.unwrap_or(WELD_DISTANCE);
    let options = WeldOptions { distance, max_slope: source.welding.max_slope };
    let Imported { document, report, notes: odd } = io::import(scene, &chosen, &source.placement(), &options)
        .map_err(|error| format!("{}: {error}", source.file.display()))?;
    let left = scene.items.len() - chosen.len();
    let passed_over = (left > 0).then(|| {
        format!("only what is named like a navigation mesh was taken; {left} other meshes were passed over")
    });
    let notes = scene.notes.iter().cloned().chain(odd).chain(passed_over).collect();
    Ok(Loaded { document, format: "glTF", report, notes })
}

/// What says who meets whom is as its author left it unless other wishes were given.
fn reweld(document: Document, format: &'static str, source: &Source) -> Loaded {
    let mut loaded = Loaded { document, format, report: WeldReport::default(), notes: Vec::new() };
    if source.welding.weld.is_some() || source.welding.max_slope.is_some() {
        let options =
            WeldOptions { distance: source.welding.weld.unwrap_or(0.0), max_slope: source.welding.max_slope };
        (loaded.document.mesh, loaded.report) = weld(&soup(&loaded.document.mesh), &options);
    }
    loaded
}

/// The cells of a mesh, each on its own.
fn soup(mesh: &NavMesh) -> Soup {
    let mut soup = Soup::default();
    let mut places = vec![0; mesh.vertex_slots()];
    for (id, position) in mesh.vertices() {
        places[id.0 as usize] = soup.positions.len() as u32;
        soup.positions.push(position);
    }
    for (_, cell) in mesh.cells() {
        let corners: Vec<u32> = cell.corners().iter().map(|corner| places[corner.0 as usize]).collect();
        soup.push(&corners, cell.area());
    }
    soup
}

/// Whether a path ends in an extension, in small letters or large ones.
pub(super) fn ends_in(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}
