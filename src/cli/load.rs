//! Reading the input file of a subcommand.

use std::collections::BTreeSet;

use super::args::file::{Source, Welding};
use super::output::{one_of, shortened};
use crate::document::Document;
use crate::geometry::UpAxis;
use crate::io::scene::{ImportScene, Item};
use crate::io::{self, FileRef, ImportDefaults, Imported, Opened, Placement, ProtectedFiles, open};
use crate::navmesh::{WeldOptions, WeldReport, weld_mesh};

#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) document: Document,
    pub(super) format: &'static str,
    pub(super) report: WeldReport,
    /// Further notes on the import, in sentences.
    pub(super) notes: Vec<String>,
    /// Files that the document is read from.
    ///
    /// Only the first input may be replaced, and only if it was read as a whole.
    pub(super) protected: ProtectedFiles,
    /// Whether no mesh and no cell of the file was left out on purpose.
    pub(super) is_whole: bool,
}

impl Loaded {
    /// Protects the levels of the document.
    fn protecting_levels(mut self) -> Self {
        self.protected.extend(ProtectedFiles::levels_of(&self.document));
        self
    }
}

/// Reads a file; welds it if it is a level or the options request it.
pub(super) fn load(source: &Source) -> Result<Loaded, String> {
    let opened = open(&source.file).map_err(|error| error.to_string())?;
    if !matches!(opened, Opened::Scene { .. }) && !source.reading.nodes.is_empty() {
        let shown = source.file.display();
        return Err(format!(
            "{shown}: --node applies to levels only (glTF, PLY, STL, Godot scenes, and OBJ of other programs)"
        ));
    }
    let mut loaded = load_opened(source, opened)?.protecting_levels();
    let ProtectedFiles { files, replaceable } = &mut loaded.protected;
    let kept = if loaded.is_whole { replaceable } else { files };
    kept.push(FileRef::from(source.file.clone()));
    Ok(loaded)
}

/// Reads a file to add to another one like [`load`]; nodes are chosen only if it is a level.
pub(super) fn load_added(source: &Source) -> Result<Loaded, String> {
    let opened = open(&source.file).map_err(|error| error.to_string())?;
    let mut loaded = load_opened(source, opened)?.protecting_levels();
    loaded.protected.files.push(FileRef::from(source.file.clone()));
    Ok(loaded)
}

fn load_opened(source: &Source, opened: Opened) -> Result<Loaded, String> {
    let format = opened.format().name;
    // A document has Y up by definition, so its axis is not detected.
    let of_document = Placement { up: source.placement().up.or(Some(UpAxis::Y)), ..source.placement() };
    match opened {
        Opened::Scene { scene, .. } => import(&scene, format, source),
        Opened::Document { document, .. } => placed(&document, format, source, of_document),
        Opened::Mesh { document, notes, .. } => {
            let mut loaded = placed(&document, format, source, source.placement())?;
            loaded.notes.splice(0..0, notes);
            loaded.document = loaded.document.for_person();
            Ok(loaded)
        }
        Opened::Reproduction(made) => placed(&made.document, format, source, of_document),
    }
}

/// Converts a document from the coordinates of its file, and welds it if the options request it.
fn placed(
    document: &Document,
    format: &'static str,
    source: &Source,
    placement: Placement,
) -> Result<Loaded, String> {
    let placed = io::place(document, &placement);
    let (document, _, notes) = placed.map_err(|why| format!("{}: {why}", source.file.display()))?;
    Ok(Loaded { notes, ..reweld(document, format, source) })
}

fn import(scene: &ImportScene, format: &'static str, source: &Source) -> Result<Loaded, String> {
    let in_file = |why: &dyn std::fmt::Display| format!("{}: {why}", source.file.display());
    let is_by_name = source.reading.nodes.is_empty();
    let ImportDefaults { chosen, mut weld } = if is_by_name {
        ImportDefaults::of(scene)
    } else {
        ImportDefaults::of_items(scene, named(scene, &source.reading.nodes).map_err(|why| in_file(&why))?)
    };
    let Welding { weld: distance, max_slope } = source.reading.welding;
    weld.distance = distance.unwrap_or(weld.distance);
    weld.max_slope = max_slope.or(weld.max_slope);
    let imported = io::import(scene, &chosen, &source.placement(), &weld);
    let Imported { document, report, notes: odd, .. } = imported.map_err(|error| in_file(&error))?;
    let left = scene.items.len() - chosen.len();
    let passed_over = (is_by_name && left > 0).then(|| {
        format!("only meshes named like a navigation mesh were imported; {left} other meshes were left out")
    });
    let is_steep = report.too_steep > 0 && max_slope.is_none();
    let steep = weld.max_slope.filter(|_| is_steep).map(|slope| {
        let degrees = slope.to_degrees();
        format!("cells steeper than {degrees:.0}° were left out; --max-slope 180 keeps all")
    });
    let is_whole = left == 0 && report.too_steep == 0;
    let notes = scene.notes.iter().cloned().chain(odd).chain(passed_over).chain(steep).collect();
    Ok(Loaded { document, format, report, notes, protected: ProtectedFiles::default(), is_whole })
}

/// Returns the items of the nodes with these names; a clause as `Err` if a name has none.
fn named(scene: &ImportScene, names: &[String]) -> Result<Vec<usize>, String> {
    let mut chosen = BTreeSet::new();
    for name in names {
        let found = scene.items_of_node(name);
        if found.is_empty() {
            let nodes: BTreeSet<&str> = scene.items.iter().map(Item::path).collect();
            let advice = one_of(nodes.into_iter(), "the file has no node with triangles");
            return Err(format!("no node named \"{}\" has a mesh; {advice}", shortened(name)));
        }
        chosen.extend(found);
    }
    Ok(chosen.into_iter().collect())
}

/// Welds the mesh of a document if the options request it; otherwise its adjacency stays as stored.
fn reweld(document: Document, format: &'static str, source: &Source) -> Loaded {
    let (report, notes, protected) = (WeldReport::default(), Vec::new(), ProtectedFiles::default());
    let mut loaded = Loaded { document, format, report, notes, protected, is_whole: true };
    let Welding { weld: distance, max_slope } = source.reading.welding;
    if distance.is_some() || max_slope.is_some() {
        let options = WeldOptions { distance: distance.unwrap_or(0.0), max_slope };
        (loaded.document.mesh, loaded.report) = weld_mesh(&loaded.document.mesh, &options);
        loaded.is_whole = loaded.report.too_steep == 0;
    }
    loaded
}
