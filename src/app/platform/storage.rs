//! Storage of the program beside documents: settings and unsaved work.

use std::future::{Ready, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::clock;
use super::executor::WriteQueue;
use crate::editor::files::file::FileInput;
use crate::editor::files::reply::{FileFailure, FileReply};
use navsmith_formats::document::Document;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::recovery::{KeepError, RecoverError, Recovery, RecoveryFile};
use navsmith_formats::io::settings::UserSettings;

/// Storage of settings and unsaved work. The default stores nothing.
#[derive(Debug, Default)]
pub struct Storage {
    settings: Option<PathBuf>,
    recovery: Option<Arc<Recovery>>,
    queue: WriteQueue,
}

/// Message for a system on which unsaved work cannot be kept.
const NO_FOLDER: &str =
    "Unsaved work has no recovery copy: this system names no folder for it. Save often (Ctrl+S).";

impl Storage {
    /// Returns the storage of this program on the system.
    pub(in crate::app) fn of_system() -> Self {
        let recovery = Recovery::of_system().map(Arc::new);
        Self { settings: UserSettings::path_of_system(), recovery, queue: WriteQueue::default() }
    }

    /// Returns a storage that keeps unsaved work in a folder.
    pub fn of_recovery(folder: &Path) -> Self {
        Self { recovery: Some(Arc::new(Recovery::at(folder))), ..Self::default() }
    }

    pub(in crate::app) fn has_settings(&self) -> bool {
        self.settings.is_some()
    }

    /// Returns the stored settings, with a note if they are damaged; `None` if none are stored yet.
    pub(in crate::app) fn settings(&self) -> Option<(UserSettings, Option<String>)> {
        self.settings.as_ref().filter(|path| path.exists()).map(|path| UserSettings::load(path))
    }

    pub(in crate::app) fn save_settings(&self, settings: UserSettings) {
        let Some(path) = self.settings.clone() else { return };
        // A failure to save settings is not worth a message.
        self.run_later(move || drop(settings.save(&path)));
    }

    /// Queues a closure to run after all earlier ones.
    pub(in crate::app) fn run_later(&self, work: impl FnOnce() + Send + 'static) {
        self.queue.then(work);
    }

    /// Queues a write of unsaved work, which is reported; cancelled on a system without a folder for it.
    pub(in crate::app) fn keep(
        &self,
        original: Option<FileRef>,
        document: Document,
        report: impl FnOnce(Result<FileReply, FileFailure>) + Send + 'static,
    ) {
        let Some(recovery) = self.recovery.clone() else { return report(Err(FileFailure::Cancelled)) };
        self.run_later(move || {
            report(kept(|| recovery.keep(original.as_ref().map(FileRef::path), &document, clock::now())));
        });
    }

    /// Keeps unsaved work during a panic; returns the outcome in a sentence.
    pub(in crate::app) fn keep_at_panic(&self, original: Option<&FileRef>, work: &Document) -> String {
        let Some(recovery) = &self.recovery else { return format!("Unsaved work is lost. {NO_FOLDER}") };
        let keep = AssertUnwindSafe(|| recovery.keep(original.map(FileRef::path), work, clock::now()));
        match catch_unwind(keep) {
            Ok(Ok(file)) => {
                format!("Unsaved work was saved as {}. The next start offers to restore it.", file.display())
            }
            Ok(Err(why)) => format!("Unsaved work could not be saved: {why}."),
            Err(_panic) => "Unsaved work could not be saved because of a second defect.".into(),
        }
    }

    /// Queues the removal of the unsaved work on a file that was saved or discarded.
    pub(in crate::app) fn forget(&self, original: Option<FileRef>) {
        let Some(recovery) = self.recovery.clone() else { return };
        self.run_later(move || recovery.forget(original.as_ref().map(FileRef::path)));
    }

    pub(in crate::app) fn discard(&self, recovery_file: RecoveryFile) {
        // Failing to remove a file that is already gone is harmless.
        self.run_later(move || drop(recovery_file.discard()));
    }

    pub(in crate::app) fn find_recovery(&self) -> impl Future<Output = FileInput> + Send + use<> {
        let recovery = self.recovery.clone();
        async move {
            let (found, notes) = match recovery.map(|recovery| recovery.recovery_files()) {
                Some((found, notes)) => (Ok(found), notes),
                None => (Err(NO_FOLDER.into()), Vec::new()),
            };
            FileInput::RecoveryFound { found, notes }
        }
    }
}

pub(in crate::app) fn read_recovery(recovery_file: &RecoveryFile) -> Ready<Result<Document, RecoverError>> {
    ready(recovery_file.read())
}

/// Writes a recovery copy, and returns the outcome; a panic is one too.
pub fn kept(keep: impl FnOnce() -> Result<PathBuf, KeepError>) -> Result<FileReply, FileFailure> {
    match catch_unwind(AssertUnwindSafe(keep)) {
        Ok(Ok(_file)) => Ok(FileReply::Kept(clock::local_time())),
        Ok(Err(why)) => Err(FileFailure::Error(not_kept(&why))),
        Err(_reported) => Err(FileFailure::Error(
            "Unsaved work has no recovery copy: an internal error occurred. Save now (Ctrl+S), and report it.".into(),
        )),
    }
}

/// Returns why unsaved work is not kept, and advice for the user.
fn not_kept(why: &KeepError) -> String {
    let advice = match why {
        KeepError::Folder { .. } => "Save now (Ctrl+S), then free some space there or allow writing to it.",
        KeepError::TooLarge(_) => "Export a GLB (Ctrl+E), or remove a part of the mesh.",
        KeepError::Write(_) | KeepError::Save(_) => "Save now (Ctrl+S).",
    };
    format!("Unsaved work has no recovery copy: {why}. {advice}")
}
