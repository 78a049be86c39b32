//! Export of the document in another format: its settings and its dialog.

use crate::document::Document;
use crate::editor::session::picture::PictureSettings;
use crate::geometry::FileCoordinates;
use crate::io::file::RequiredState;
use crate::io::{FileRef, Format};

/// Settings of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExportSettings {
    /// Coordinates of the file.
    pub coordinates: FileCoordinates,
    /// Contents of a picture.
    pub picture: PictureSettings,
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
    settings: ExportSettings,
    /// Required state of the file before the export.
    pub(super) expected: RequiredState,
}

impl ExportDialog {
    /// Creates a dialog about a file; settings that its format refuses become the default ones.
    pub(super) fn new(
        (file, format): (FileRef, &'static Format),
        settings: ExportSettings,
        expected: RequiredState,
        document: &Document,
    ) -> Self {
        let is_refused = format.refusal(settings.coordinates).is_some();
        let coordinates = if is_refused { FileCoordinates::default() } else { settings.coordinates };
        let mut dialog = Self { file, format, losses: Vec::new(), settings, expected };
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
