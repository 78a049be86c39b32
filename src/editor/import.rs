//! Importing: what of a scene to take and how, and what came of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(doc)]
use super::FileInput;
use super::Prepared;
use crate::io;
use crate::io::gltf::GltfScene;
use crate::navmesh::{WeldOptions, WeldReport};

/// What of a scene to take and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportSettings {
    /// The indices of the items to take.
    pub chosen: Vec<usize>,
    /// Vertices nearer to each other than this, in metres, become one.
    pub weld_distance: f32,
    /// Triangles steeper than this, in radians, are left out; `None` keeps all.
    pub max_slope: Option<f32>,
}

/// The state of the import dialog.
#[derive(Clone, Debug)]
pub struct ImportDialog {
    path: PathBuf,
    scene: Arc<GltfScene>,
    settings: ImportSettings,
}

/// A scene to be made a document of; runs wherever there is time for it, and its result is [`FileInput::Imported`].
#[derive(Clone, Debug)]
pub struct ImportJob {
    path: PathBuf,
    scene: Arc<GltfScene>,
    settings: ImportSettings,
}

/// What an import came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// What the document is called.
    pub name: String,
    /// The document.
    pub document: Prepared,
    /// What was taken and what was dropped, in sentences.
    pub notes: Vec<String>,
}

impl Imported {
    /// A file that holds one mesh and is taken whole.
    pub fn whole(path: &Path, document: Prepared) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { name, notes: vec![imported(document.document.mesh.cell_count())], document }
    }
}

fn imported(cells: usize) -> String {
    format!("Imported {cells} {}.", if cells == 1 { "cell" } else { "cells" })
}

/// Vertices that are one in a modelling program are written some hundredths of a millimetre apart at worst.
const WELD_DISTANCE: f32 = 0.001;

/// Detour's and Unity's usual steepest slope, in degrees.
const MAX_SLOPE: f32 = 45.0;

impl ImportDialog {
    /// A dialog about what a file holds, with what is usually wanted.
    pub fn new(path: PathBuf, scene: Arc<GltfScene>) -> Self {
        let is_navmesh = scene.items.iter().any(|item| item.looks_like_navmesh);
        let settings = ImportSettings {
            chosen: scene.preselected(),
            weld_distance: WELD_DISTANCE,
            // A navmesh has what can be walked on already; of a whole level, walls are to be left out.
            max_slope: (!is_navmesh).then(|| MAX_SLOPE.to_radians()),
        };
        Self { path, scene, settings }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the file holds.
    pub fn scene(&self) -> &GltfScene {
        &self.scene
    }

    /// What of it to take and how.
    pub fn settings(&self) -> &ImportSettings {
        &self.settings
    }

    /// Takes other settings; a distance or slope that is no use is passed over.
    pub(super) fn set(&mut self, settings: ImportSettings) {
        let is_useful = |distance: f32| distance.is_finite() && distance >= 0.0;
        if is_useful(settings.weld_distance) && settings.max_slope.is_none_or(is_useful) {
            self.settings = settings;
        }
    }

    pub(super) fn job(self) -> ImportJob {
        let Self { path, scene, settings } = self;
        ImportJob { path, scene, settings }
    }
}

impl ImportJob {
    /// Does the work; a sentence as `Err` if it is too much.
    pub fn run(&self) -> Result<Imported, String> {
        let ImportSettings { chosen, weld_distance, max_slope } = &self.settings;
        let options = WeldOptions { distance: *weld_distance, max_slope: *max_slope };
        let io::Imported { document, report, mut notes } = io::import(&self.scene, chosen, &options)
            .map_err(|why| format!("{}: {why}", self.path.display()))?;
        notes.insert(0, imported(document.mesh.cell_count()));
        notes.extend(says(&report));
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Imported { name, document: document.into(), notes })
    }
}

/// What was welded and what was left out, in sentences.
fn says(report: &WeldReport) -> Vec<String> {
    let count = |number: usize, what: &str| (number > 0).then(|| format!("{number} {what}."));
    [
        count(report.welded_vertices, "vertices were welded to others"),
        count(report.degenerate, "triangles without area were left out"),
        count(report.duplicates, "triangles that were there twice were left out"),
        count(report.non_finite, "triangles with a position that is no number were left out"),
        count(report.too_steep, "triangles were too steep and left out"),
        count(report.out_of_range, "triangles with a corner that is not there were left out"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl PartialEq for ImportDialog {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && Arc::ptr_eq(&self.scene, &other.scene) && self.settings == other.settings
    }
}

impl PartialEq for ImportJob {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && Arc::ptr_eq(&self.scene, &other.scene) && self.settings == other.settings
    }
}
