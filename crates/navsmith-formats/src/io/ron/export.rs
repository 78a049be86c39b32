//! Export targets in the form of the file.

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::coordinates::{Mirror, Up, coordinates_of, fields_of, is_metre, metre, scale_fault};
use super::element::{RonElement, is_default};
use super::place::PlaceStep::{Field, Index};
use crate::document::ExportTarget;

/// A file to which the document is exported.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Export", deny_unknown_fields)]
pub(in crate::io) struct ExportEntry {
    file: String,
    #[serde(default, skip_serializing_if = "is_default")]
    up: Up,
    #[serde(default, skip_serializing_if = "is_default")]
    mirror: Mirror,
    #[serde(default = "metre", skip_serializing_if = "is_metre")]
    scale: f32,
    /// Whether every save exports the document.
    #[serde(default, skip_serializing_if = "is_default")]
    on_save: bool,
}

impl RonElement for ExportEntry {
    fn kept(&self) -> usize {
        2 * (size_of::<Self>() + self.file.len())
    }
}

impl ExportEntry {
    pub(super) fn of(target: &ExportTarget) -> Self {
        let (up, mirror, scale) = fields_of(target.coordinates);
        Self { file: target.file.clone(), up, mirror, scale, on_save: target.runs_on_save }
    }

    pub(super) fn into_target(self) -> ExportTarget {
        let coordinates = coordinates_of(self.up, self.mirror, self.scale);
        ExportTarget { file: self.file, coordinates, runs_on_save: self.on_save }
    }

    pub(super) fn check(&self, i: usize) -> Result<(), RonFault> {
        let fault =
            |field, description| Err(RonFault::new([Field("exports"), Index(i), Field(field)], description));
        if self.file.trim().is_empty() {
            return fault("file", format!("export target {i} names no file; name one, or remove the target"));
        }
        match scale_fault(self.scale, || format!("export target {i}")) {
            Some(description) => fault("scale", description),
            None => Ok(()),
        }
    }
}
