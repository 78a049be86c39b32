//! Recovery copies: unsaved work is written at intervals.

use crate::editor::Editor;
use crate::editor::files::reply::{FileFailure, FileReply};
use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::request::FileRequest;
use crate::editor::simulation::{playback, runs};
use navsmith_formats::document::Document;
use navsmith_formats::io::FileRef;

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

/// Returns the seconds until the next tick; `None` if none is needed.
///
/// See [`Input::Tick`](crate::editor::interaction::input::Input::Tick).
pub fn next_tick(editor: &Editor) -> Option<f64> {
    let playing = editor.stepper().is_playing().then(|| 0.5 / f64::from(editor.stepper().speed()));
    // A run is drawn in every frame while it plays.
    let is_playing = playback::playback(editor).is_playing() && runs::run(editor).is_some();
    let simulated = is_playing.then_some(0.0);
    keeping_due(editor).into_iter().chain(playing).chain(simulated).reduce(f64::min)
}

/// Returns the unsaved document and its file; `None` if everything is saved.
pub fn unsaved_work(editor: &Editor) -> Option<(Option<&FileRef>, &Document)> {
    let recovered = editor.file.recovered.as_ref().and_then(|recovery_file| recovery_file.original.as_ref());
    work(editor).map(|work| (editor.state.session.file.file.as_ref().or(recovered), work))
}

/// Returns the reason why recovery copies fail, in a sentence.
///
/// Returns `None` if they succeed or everything is saved.
pub fn keep_failure(editor: &Editor) -> Option<&str> {
    editor.file.keep_failure.as_deref().filter(|_| work(editor).is_some())
}

/// Returns the local time of the last recovery copy of unsaved work; `None` if there is none.
pub fn last_kept(editor: &Editor) -> Option<&str> {
    editor.file.kept_clock.as_deref()
}

/// Returns the seconds until a recovery copy is written or removed; `None` if it is up to date.
pub(in crate::editor) fn keeping_due(editor: &Editor) -> Option<f64> {
    let is_due = match (work(editor), &editor.file.kept) {
        (Some(work), Some(kept)) => kept.document.as_ref() != Some(work),
        (work, kept) => work.is_some() || kept.is_some(),
    };
    let due = editor.file.kept_at + INTERVAL - editor.file.now;
    is_due.then(|| due.max(0.0))
}

/// Returns the unsaved document without the gesture under way; `None` if it is saved.
fn work(session: &Session) -> Option<&Document> {
    Some(session.without_gesture()).filter(|&work| !session.file.holds(work))
}

/// Advances the time; writes a recovery copy if it is due.
pub(in crate::editor) fn keep_work(editor: &mut Editor, now: f64) {
    editor.file.now = now;
    if keeping_due(editor) != Some(0.0) {
        return;
    }
    editor.file.kept_at = now;
    keep(editor);
}

/// Records whether a recovery copy was written; ignores the time of one that was removed meanwhile.
pub(super) fn answered(editor: &mut Editor, reply: Result<FileReply, FileFailure>) {
    match reply {
        Ok(FileReply::Kept(clock)) => {
            editor.file.keep_failure = None;
            editor.file.kept_clock = editor.file.kept.is_some().then_some(clock);
        }
        Err(FileFailure::Error(why)) => not_kept(editor, why),
        _ => {}
    }
}

fn keep(editor: &mut Editor) {
    let Some((original, document)) = unsaved_work(editor) else { return forget_kept(editor) };
    let (original, document) = (original.cloned(), document.clone());
    let kept = Kept { original: original.clone(), document: Some(document.clone()) };
    let before = editor.file.kept.replace(kept).filter(|before| before.original != original);
    editor.outbox.request(FileRequest::WriteRecovery { original, document });
    editor.outbox.extend(before.map(|Kept { original, .. }| Effect::RemoveRecovery(original)));
}

/// Records that a recovery copy failed, so that it is repeated; warns on the first failure.
pub(super) fn not_kept(editor: &mut Editor, why: String) {
    if let Some(kept) = &mut editor.file.kept {
        kept.document = None;
    }
    if editor.file.keep_failure.replace(why.clone()).is_none() {
        editor.say(Message::warning(why));
    }
}

/// Removes the recovery copies of the work, because it was saved or discarded.
pub(in crate::editor) fn forget_work(editor: &mut Editor) {
    forget_kept(editor);
    editor.outbox.extend(editor.file.recovered.take().map(Effect::DiscardRecovery));
}

fn forget_kept(editor: &mut Editor) {
    editor.file.kept_clock = None;
    let kept = editor.file.kept.take();
    editor.outbox.extend(kept.map(|Kept { original, .. }| Effect::RemoveRecovery(original)));
}
