//! Exports of the document: their settings, their dialog, and the state of export targets.

use std::collections::{BTreeMap, BTreeSet};

use crate::editor::session::picture::PictureSettings;
use navsmith_core::geometry::FileCoordinates;
use navsmith_formats::document::{Document, ExportTarget};
use navsmith_formats::io::file::{RequiredState, Stamp};
use navsmith_formats::io::{FileRef, Format, NotLocal};

/// Settings of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExportSettings {
    /// Coordinates of the file.
    pub coordinates: FileCoordinates,
    /// Contents of a picture.
    pub picture: PictureSettings,
    /// Whether the document stores the file as an export target.
    pub is_stored: bool,
    /// Whether every save of the document exports it, if it is stored.
    pub runs_on_save: bool,
}

/// State of the export dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportDialog {
    /// The file.
    pub file: FileRef,
    /// Format of the file.
    pub format: &'static Format,
    /// Amounts of content that the file does not store.
    pub losses: Vec<String>,
    /// Clause about chains that programs cross when they read the file.
    pub crossed_chains: Option<String>,
    settings: ExportSettings,
    /// Required state of the file before the export.
    pub(super) expected: RequiredState,
}

/// Reason why an export to a target needs consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportConcern {
    /// The document alone does not decide on the place of the file, and the user has not chosen it.
    Outside(NotLocal),
    /// The file has content that is not known to be an export of this document.
    Existing,
}

/// Files of exports in this session.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct ExportedFiles {
    /// Stamps of the exported files.
    pub(super) stamps: BTreeMap<FileRef, Stamp>,
    /// Targets that the user chose or allowed, which may be anywhere.
    pub(super) allowed: BTreeSet<FileRef>,
    /// Targets that the user refused, which saves do not export.
    pub(super) declined: BTreeSet<FileRef>,
    /// Reasons why the last export to a target failed, in sentences.
    pub(super) failures: BTreeMap<FileRef, String>,
}

impl ExportSettings {
    /// Returns the settings with which a document exports to a target.
    pub(super) fn of(target: &ExportTarget) -> Self {
        let &ExportTarget { coordinates, runs_on_save, .. } = target;
        Self { coordinates, is_stored: true, runs_on_save, ..Self::default() }
    }
}

impl ExportDialog {
    /// Creates a dialog about a file; coordinates that its format refuses become the default ones.
    pub(super) fn new(
        (file, format): (FileRef, &'static Format),
        settings: ExportSettings,
        expected: RequiredState,
        document: &Document,
    ) -> Self {
        let is_refused = format.refusal(settings.coordinates).is_some();
        let coordinates = if is_refused { FileCoordinates::default() } else { settings.coordinates };
        let crossed_chains = format.crossed_chains(document);
        let mut dialog = Self { file, format, losses: Vec::new(), crossed_chains, settings, expected };
        dialog.set(ExportSettings { coordinates, ..settings }, document);
        dialog
    }

    /// Returns the settings of the export.
    pub fn settings(&self) -> ExportSettings {
        self.settings
    }

    /// Changes the settings; ignores an invalid scale.
    pub(super) fn set(&mut self, settings: ExportSettings, document: &Document) {
        let scale = settings.coordinates.scale;
        if scale.is_finite() && scale > 0.0 {
            self.settings = settings;
            self.losses = self.format.losses(document, settings.coordinates);
        }
    }
}
