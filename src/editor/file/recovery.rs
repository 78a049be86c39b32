//! Recovery copies: unsaved work is written at intervals.

use super::UNTITLED;
use crate::document::Document;
use crate::editor::{Editor, Effect, IncomingDocument, LoadedDocument, Message, Origin};
use crate::io::FileRef;
use crate::io::recovery::RecoveryFile;

/// Minimum time between two recovery copies, in seconds.
const INTERVAL: f64 = 30.0;

/// Recovery copy of unsaved work.
#[derive(Debug)]
pub(super) struct Kept {
    /// File that the work belongs to.
    original: Option<FileRef>,
    /// Document in the copy; `None` if the write failed, so that it is repeated.
    document: Option<Document>,
}

impl Editor {
    /// Returns the seconds until the next tick; `None` if none is needed.
    ///
    /// See [`Input::Tick`](crate::editor::Input::Tick).
    pub fn next_tick(&self) -> Option<f64> {
        let playing = self.stepper().is_playing().then(|| 0.5 / f64::from(self.stepper().speed()));
        self.keeping_due().into_iter().chain(playing).reduce(f64::min)
    }

    /// Returns the seconds until a recovery copy is written or removed; `None` if it is up to date.
    pub(in crate::editor) fn keeping_due(&self) -> Option<f64> {
        let is_due = match (self.work(), &self.file.kept) {
            (Some(work), Some(kept)) => kept.document.as_ref() != Some(work),
            (work, kept) => work.is_some() || kept.is_some(),
        };
        let due = self.file.kept_at + INTERVAL - self.file.now;
        is_due.then(|| due.max(0.0))
    }

    /// Returns the document without the preview of a gesture under way.
    pub(in crate::editor) fn without_gesture(&self) -> &Document {
        self.history.open().map_or(&self.document, |step| &step.document)
    }

    /// Returns the unsaved document without the gesture under way; `None` if it is saved.
    fn work(&self) -> Option<&Document> {
        Some(self.without_gesture()).filter(|&work| self.file.saved.as_ref() != Some(work))
    }

    /// Advances the time; writes a recovery copy if it is due.
    pub(in crate::editor) fn keep_work(&mut self, now: f64) {
        self.file.now = now;
        if self.keeping_due() != Some(0.0) {
            return;
        }
        self.file.kept_at = now;
        self.keep();
    }

    /// Returns the unsaved document and its file; `None` if everything is saved.
    pub fn unsaved_work(&self) -> Option<(Option<&FileRef>, &Document)> {
        let recovered =
            self.file.recovered.as_ref().and_then(|recovery_file| recovery_file.original.as_ref());
        self.work().map(|work| (self.file.file.as_ref().or(recovered), work))
    }

    /// Returns the reason why recovery copies fail, in a sentence.
    ///
    /// Returns `None` if they succeed or everything is saved.
    pub fn keep_failure(&self) -> Option<&str> {
        self.file.keep_failure.as_deref().filter(|_| self.work().is_some())
    }

    /// Returns the local time of the last recovery copy of unsaved work; `None` if there is none.
    pub fn last_kept(&self) -> Option<&str> {
        self.file.kept_clock.as_deref()
    }

    /// Records that a recovery copy was written; ignores one that was removed meanwhile.
    pub(in crate::editor) fn was_kept(&mut self, clock: String) {
        self.file.keep_failure = None;
        self.file.kept_clock = self.file.kept.is_some().then_some(clock);
    }

    fn keep(&mut self) {
        let Some((original, document)) = self.unsaved_work() else { return self.forget_kept() };
        let (original, document) = (original.cloned(), document.clone());
        let kept = Kept { original: original.clone(), document: Some(document.clone()) };
        let before = self.file.kept.replace(kept).filter(|before| before.original != original);
        self.effects.push(Effect::WriteRecovery { original, document });
        self.effects.extend(before.map(|Kept { original, .. }| Effect::RemoveRecovery { original }));
    }

    /// Records that a recovery copy failed, so that it is repeated; warns on the first failure.
    pub(in crate::editor) fn not_kept(&mut self, why: String) {
        if let Some(kept) = &mut self.file.kept {
            kept.document = None;
        }
        if self.file.keep_failure.replace(why.clone()).is_none() {
            self.say(Message::warning(why));
        }
    }

    /// Opens a recovered document; its recovery file stays until the work is saved.
    pub(in crate::editor) fn recover(&mut self, recovery_file: RecoveryFile, document: LoadedDocument) {
        let name = recovery_file.original.as_ref().map_or_else(|| UNTITLED.into(), FileRef::name);
        self.arrive(IncomingDocument { name, document, origin: Origin::Recovery(recovery_file) });
    }

    /// Removes the recovery copies of the work, because it was saved or discarded.
    pub(in crate::editor) fn forget_work(&mut self) {
        self.forget_kept();
        self.effects.extend(self.file.recovered.take().map(Effect::DiscardRecovery));
    }

    fn forget_kept(&mut self) {
        self.file.kept_clock = None;
        let kept = self.file.kept.take();
        self.effects.extend(kept.map(|Kept { original, .. }| Effect::RemoveRecovery { original }));
    }
}
