//! Writes of export targets, which a document from elsewhere may name.
//!
//! A target is written without a question only if it is inside the folder of the document, and if nothing else than an
//! earlier export would be lost.

use std::path::Path;

use super::file::{RequiredState, Stamp};
use super::file_ref::FileRef;
use super::format::Format;
use super::relative_path::{NotLocal, check_local, with_relative_files};
use super::save::{SaveError, SaveOptions, Saved, save_with_progress};
use crate::document::Document;
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::progress::{Progress, Stopped};

/// Checks before a document is exported to a target that it stores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TargetChecks {
    /// File in whose folder the target must be; `None` allows any place.
    pub within: Option<FileRef>,
    /// Earlier state of the document; a target that contains its export is replaced.
    pub replaceable: Option<Document>,
}

impl TargetChecks {
    /// Refuses a target for which the user has to be asked.
    pub fn check_place(&self, path: &Path) -> Result<(), NotLocal> {
        self.within.as_ref().map_or(Ok(()), |own| check_local(path, own.path()))
    }
}

/// Reason why an export target was not written.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The document alone does not decide on this place.
    #[error("it {0}")]
    NotLocal(#[from] NotLocal),
    /// The file was not saved.
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// Writes the bytes of an export to a target; reports progress and can be stopped.
///
/// The required state of the file is that of the options, no file, or an export of the replaceable document.
pub fn write_target(
    path: &Path,
    (format, coordinates): (&Format, FileCoordinates),
    bytes: &[u8],
    (options, checks): (&SaveOptions, &TargetChecks),
    progress: &Progress,
) -> Result<Saved, TargetError> {
    checks.check_place(path)?;
    let save = |expected| save_with_progress(path, bytes, &SaveOptions { expected, ..*options }, progress);
    let is_unexpected = |saved: &Result<Saved, SaveError>| matches!(saved, Err(SaveError::Unexpected(_)));
    let mut saved = save(options.expected);
    if is_unexpected(&saved) {
        saved = save(RequiredState::Nothing);
    }
    if is_unexpected(&saved)
        && let Some(old) = &checks.replaceable
    {
        let old = format.encode(&with_relative_files(old, path), coordinates, progress);
        if let Ok(old) = old.map_err(|Stopped| SaveError::Stopped(Stopped))? {
            saved = save(RequiredState::Unchanged(Stamp::of(&old)));
        }
    }
    Ok(saved?)
}
