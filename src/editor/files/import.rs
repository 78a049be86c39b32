//! Import of a scene: settings, dialog and result.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

use crate::editor::session::loaded::LoadedDocument;
use navsmith_core::geometry::{FileCoordinates, UpAxis};
use navsmith_core::navmesh::{WeldOptions, WeldReport, weld_mesh};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{Document, LevelReference, count, noun};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::scene::{ImportScene, Item};
use navsmith_formats::io::{
    self, Evidence, FileRef, ImportDefaults, PassedOver, Placement, SceneFacing, UpEvidence,
};

/// Settings of an import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportSettings {
    /// Indices of the items to import.
    pub chosen: Vec<usize>,
    /// Distance in metres below which vertices are welded.
    pub weld_distance: f32,
    /// Slope in radians above which triangles are left out; `None` keeps all.
    pub max_slope: Option<f32>,
    /// Transformation from the coordinates of the file to those of the document.
    pub placement: Placement,
    /// Whether the document shows the file as level geometry, without its navmesh.
    pub shows_level: bool,
}

/// Content of a file to import.
#[derive(Clone, Debug)]
enum ImportContent {
    /// Items to choose from.
    Scene(Arc<ImportScene>),
    /// A mesh, which is imported as a whole, and notes on it, in sentences.
    Mesh(Arc<(Document, Vec<String>)>),
}

/// Document that gets an imported mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Destination {
    /// A new document, which replaces the open one.
    #[default]
    NewDocument,
    /// The open document.
    OpenDocument {
        /// Whether borders that almost touch are welded to those of the mesh that is there.
        welds: bool,
    },
    /// The open document, which changes to the mesh in a reload with this number.
    Reload(u64),
}

/// A file to import, with the settings of the import.
#[derive(Clone, Debug)]
pub struct FileImport {
    /// The file.
    pub file: FileRef,
    /// Stamp of the file when it was read; `None` if it is unknown.
    pub stamp: Option<Stamp>,
    is_sample: bool,
    content: ImportContent,
    settings: ImportSettings,
}

/// State of the import dialog.
///
/// `files::importing` computes the import while the dialog is open. The dialog shows its result, and
/// [`Choice::Import`](crate::editor::files::dialog::Choice::Import) accepts it.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportDialog {
    /// The file and the settings.
    pub import: FileImport,
    /// Whether the chosen items are a navigation mesh or a level, and why; `None` without items.
    pub evidence: Option<Evidence>,
    /// Document that gets the imported mesh.
    pub destination: Destination,
}

/// Result of an import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedDocument {
    /// Name of the document.
    pub name: String,
    /// File that it was imported from; `None` for a sample.
    pub file: Option<FileRef>,
    /// Stamp of the file when it was read; `None` if it is unknown.
    pub stamp: Option<Stamp>,
    /// The document.
    pub document: LoadedDocument,
    /// Numbers of welded vertices and omitted triangles.
    pub report: WeldReport,
    /// Further notes on the scene, in sentences.
    pub notes: Vec<String>,
    /// Reason for the up axis.
    pub up: UpEvidence,
    /// Whether the faces are inside out.
    pub facing: SceneFacing,
    /// Meshes that are not chosen.
    pub passed_over: PassedOver,
    /// The import; `None` for a file that is imported as a whole.
    pub import: Option<Box<FileImport>>,
}

impl ImportedDocument {
    /// Creates the result for a file that contains one mesh and is imported as a whole.
    pub fn whole(file: &FileRef, document: LoadedDocument, (notes, up): (Vec<String>, UpEvidence)) -> Self {
        let (report, facing) = (WeldReport::default(), SceneFacing::default());
        let (name, file, passed_over) = (file.stem(), Some(file.clone()), PassedOver::default());
        Self { name, file, stamp: None, document, report, notes, up, facing, passed_over, import: None }
    }

    /// Describes the imported and omitted parts, in sentences.
    pub fn summary(&self) -> String {
        let cells = self.document.document.mesh.cell_count();
        let mut sentences = vec![format!("Imported {}.", count(cells, "cell", "cells"))];
        sentences.extend(self.up.sentence());
        sentences.extend(self.facing_sentence());
        sentences.extend(self.notes.iter().cloned());
        let max_slope = self.import.as_ref().and_then(|import| import.settings.max_slope);
        sentences.extend(describe(&self.report, max_slope));
        sentences.join(" ")
    }

    /// Returns a sentence about ground that faces down, with the remedy; `None` if nothing shows that.
    pub fn facing_sentence(&self) -> Option<String> {
        let clause = self.facing.clause().filter(|_| self.report.undersides > 0)?;
        let rest = clause.get(1..)?;
        Some(format!("{}{rest}: {}.", clause[..1].to_uppercase(), io::REMEDY))
    }
}

impl ImportDialog {
    /// Creates a dialog about the content of a file, with default settings.
    pub fn new(file: FileRef, scene: Arc<ImportScene>) -> Self {
        let ImportDefaults { chosen, weld, evidence } = ImportDefaults::of(&scene);
        let WeldOptions { distance: weld_distance, max_slope } = weld;
        let shows_level =
            evidence != Evidence::FileName && scene.items.iter().any(|item| !item.is_named_like_navmesh);
        let placement = Placement::default();
        let settings = ImportSettings { chosen, weld_distance, max_slope, placement, shows_level };
        let evidence = (!scene.items.is_empty()).then_some(evidence);
        Self { evidence, ..Self::of_content(file, ImportContent::Scene(scene), settings) }
    }

    /// Creates a dialog about a file that contains one mesh; the axes of a navsmith document are fixed.
    pub fn of_mesh(file: FileRef, document: Document, notes: Vec<String>, is_navsmith: bool) -> Self {
        let placement = Placement { up: is_navsmith.then_some(UpAxis::Y), ..Placement::default() };
        let settings = ImportSettings {
            chosen: Vec::new(),
            weld_distance: 0.0,
            max_slope: None,
            placement,
            shows_level: false,
        };
        Self::of_content(file, ImportContent::Mesh(Arc::new((document, notes))), settings)
    }

    fn of_content(file: FileRef, content: ImportContent, settings: ImportSettings) -> Self {
        let import = FileImport { file, stamp: None, is_sample: false, content, settings };
        Self { import, evidence: None, destination: Destination::default() }
    }

    /// Creates a dialog about a sample, which is not a file.
    pub fn of_sample(name: &str, scene: Arc<ImportScene>) -> Self {
        let mut dialog = Self::new(name.into(), scene);
        (dialog.import.is_sample, dialog.import.settings.shows_level) = (true, false);
        dialog
    }

    /// Takes over the settings of an earlier import, if the scene has the same items.
    ///
    /// Returns whether it has.
    pub(in crate::editor) fn repeat(&mut self, earlier: &FileImport) -> bool {
        let names = |import: &FileImport| {
            let items = import.scene()?.items.iter();
            let names = items.map(|item| (item.node.clone(), item.mesh.clone(), item.material.clone()));
            Some(names.collect::<Vec<_>>())
        };
        let is_same = names(self).is_some() && names(self) == names(earlier);
        if is_same {
            self.import.settings = earlier.settings.clone();
        }
        is_same
    }

    /// Changes the settings; ignores them if a distance, slope or scale is invalid.
    pub(in crate::editor) fn set(&mut self, settings: ImportSettings) {
        let is_useful = |distance: f32| distance.is_finite() && distance >= 0.0;
        let has_scale = settings.placement.scale.is_finite() && settings.placement.scale > 0.0;
        if is_useful(settings.weld_distance) && settings.max_slope.is_none_or(is_useful) && has_scale {
            let before = std::mem::replace(&mut self.import.settings, settings);
            self.decide_again(&before);
        }
    }

    /// Decides again what the chosen items are, if they or their axes changed.
    ///
    /// A slope that the user set stays.
    fn decide_again(&mut self, before: &ImportSettings) {
        let ImportSettings { chosen, placement, max_slope, .. } = &self.settings;
        if (chosen, placement) == (&before.chosen, &before.placement) {
            return;
        }
        let (Some(scene), Some(was)) = (self.scene(), self.evidence) else { return };
        let is_default = *max_slope == before.max_slope && *max_slope == was.max_slope();
        let ImportDefaults { evidence, .. } = ImportDefaults::of_items(scene, chosen.clone(), placement);
        self.evidence = Some(evidence);
        if is_default {
            self.import.settings.max_slope = evidence.max_slope();
        }
    }
}

/// A dialog has the file and the settings of its import.
impl Deref for ImportDialog {
    type Target = FileImport;

    fn deref(&self) -> &FileImport {
        &self.import
    }
}

impl FileImport {
    /// Returns the items to choose from; `None` for a file that contains one mesh.
    pub fn scene(&self) -> Option<&Arc<ImportScene>> {
        if let ImportContent::Scene(scene) = &self.content { Some(scene) } else { None }
    }

    /// Returns notes on the content of the file, in sentences.
    pub fn notes(&self) -> &[String] {
        match &self.content {
            ImportContent::Scene(scene) => &scene.notes,
            ImportContent::Mesh(mesh) => &mesh.1,
        }
    }

    /// Returns the settings of the import.
    pub fn settings(&self) -> &ImportSettings {
        &self.settings
    }

    /// Whether the file can be shown as level geometry; a sample is no file, and a mesh is no level.
    pub fn can_show_level(&self) -> bool {
        !self.is_sample && self.scene().is_some()
    }

    /// Whether both have the content that was read once.
    pub(super) fn has_content_of(&self, other: &Self) -> bool {
        match (&self.content, &other.content) {
            (ImportContent::Scene(own), ImportContent::Scene(other)) => Arc::ptr_eq(own, other),
            (ImportContent::Mesh(own), ImportContent::Mesh(other)) => Arc::ptr_eq(own, other),
            _ => false,
        }
    }

    /// Imports the scene with the current settings; returns a sentence as `Err` if the import failed.
    ///
    /// Finds issues for `weld_distance`, an option of the editor.
    pub(in crate::editor) fn run(
        &self,
        weld_distance: f32,
        progress: &Progress,
    ) -> Result<Result<ImportedDocument, String>, Stopped> {
        progress.stage("welding", 0.0..WELDING).report(0, 1)?;
        let imported = match &self.content {
            ImportContent::Scene(scene) => self.import_scene(scene),
            ImportContent::Mesh(mesh) => {
                self.import_mesh(&mesh.0).map(|found| (found, PassedOver::default()))
            }
        };
        let (io::Imported { mut document, report, notes, coordinates, up, facing }, passed_over) =
            match imported {
                Ok(imported) => imported,
                Err(why) => return Ok(Err(format!("{}: {why}", self.file))),
            };
        if let Some(level) = self.level(coordinates) {
            document.levels = vec![level].into();
        }
        let document = LoadedDocument::new(document, weld_distance, &progress.part(WELDING..1.0))?;
        let file = (!self.is_sample).then(|| self.file.clone());
        let import = Some(self.clone().into());
        let (name, stamp) = (self.file.stem(), self.stamp);
        let imported =
            ImportedDocument { name, file, stamp, document, report, notes, up, facing, passed_over, import };
        Ok(Ok(imported))
    }

    fn weld_options(&self) -> WeldOptions {
        WeldOptions { distance: self.settings.weld_distance, max_slope: self.settings.max_slope }
    }

    fn import_scene(&self, scene: &ImportScene) -> Result<(io::Imported, PassedOver), String> {
        let ImportSettings { chosen, placement, .. } = &self.settings;
        let options = self.weld_options();
        let mut imported = io::import(scene, chosen, placement, &options).map_err(|why| why.to_string())?;
        let passed_over = PassedOver::of(scene, chosen, placement, &options);
        imported.notes.splice(..0, note_on_others(scene, chosen, passed_over));
        Ok((imported, passed_over))
    }

    /// Converts the mesh of a document, and welds it if the settings differ from the default ones.
    fn import_mesh(&self, document: &Document) -> Result<io::Imported, String> {
        let mut placed = io::place(document, &self.settings.placement)?;
        let options = self.weld_options();
        if options != WeldOptions::default() {
            let (mesh, report) = weld_mesh(&placed.document.mesh, &options);
            placed.notes.extend(io::turned(&report, mesh.cell_count(), &self.settings.placement));
            (placed.document.mesh, placed.report) = (mesh, report);
        }
        Ok(placed)
    }

    /// Returns the reference to the file as level geometry; `None` if it is not to be shown.
    fn level(&self, coordinates: FileCoordinates) -> Option<LevelReference> {
        let file = self.file.absolute_text().filter(|_| self.settings.shows_level && !self.is_sample)?;
        let navmeshes = self.scene()?.items.iter().filter(|item| item.is_named_like_navmesh);
        let hidden: BTreeSet<&str> = navmeshes.map(Item::path).collect();
        let hidden_nodes = hidden.into_iter().map(str::to_owned).collect();
        Some(LevelReference { coordinates, hidden_nodes, ..LevelReference::new(file) })
    }
}

/// Approximate share of an import's time that welding takes.
const WELDING: f32 = 0.3;

/// Returns the meshes that are not chosen, and the connections that they make, in sentences.
fn note_on_others(scene: &ImportScene, chosen: &[usize], passed_over: PassedOver) -> Option<String> {
    let PassedOver { meshes, area, lost_connections } = passed_over;
    let mut others = (0..scene.items.len()).filter(|index| !chosen.contains(index));
    let what = match (meshes, others.next()) {
        (0, _) => return None,
        (1, Some(other)) => format!("The mesh {}", scene.items[other].path()),
        _ => count(meshes, "other mesh", "other meshes"),
    };
    let left_out = format!("{what} ({area:.2} m²) {} left out.", noun(meshes, "is", "are"));
    let lost = count(lost_connections, "connection", "connections");
    Some(match lost_connections {
        0 => left_out,
        _ => format!("{left_out} {} {lost} between imported cells.", noun(meshes, "It makes", "They make")),
    })
}

/// Describes the numbers of welded vertices and omitted triangles, in sentences.
///
/// `max_slope` is the slope limit of the import, in radians.
fn describe(report: &WeldReport, max_slope: Option<f32>) -> Vec<String> {
    let line = |number: usize, one: &str, many: &str, does: &str| {
        let verb = noun(number, "was", "were");
        (number > 0).then(|| format!("{} {verb} {does}.", count(number, one, many)))
    };
    let left_out = io::left_out(report, max_slope).map(|left_out| format!("Ground was {left_out}."));
    [
        line(report.welded_vertices, "vertex", "vertices", "welded"),
        line(report.degenerate, "triangle without area", "triangles without area", "left out"),
        line(report.duplicates, "duplicate triangle", "duplicate triangles", "left out"),
        left_out,
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl PartialEq for FileImport {
    /// Compares contents by identity.
    fn eq(&self, other: &Self) -> bool {
        self.has_content_of(other) && self.file == other.file && self.settings == other.settings
    }
}
