//! Change of the document to the new content of its file.
//!
//! A reload is one undo step in which elements keep their ids, so the selection, the history and recorded steps stay.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::recovery;
use crate::editor::files::comparison;
use crate::editor::files::comparison_text::answers_sentence;
use crate::editor::files::differences::isolated_vertices;
use crate::editor::files::import::{FileImport, ImportDialog, ImportedDocument};
use crate::editor::levels::files as levels;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::job::JobContext;
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::session::request::{FileRequest, ReadPurpose};
use crate::editor::{Editor, State};
use navsmith_core::navmesh::{Adjacency, Derived, IdCounts};
use navsmith_core::progress::Stopped;
use navsmith_formats::document::diff::{
    AnswerChange, DiffOptions, DocumentDiff, ElementDiff, changed_answers,
};
use navsmith_formats::document::{Document, NamedQuery, count, enumeration};
use navsmith_formats::io::FileRef;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::levels::LevelContent;

/// State of changed files and of a reload.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct ReloadState {
    /// Changed files that are neither reloaded nor kept yet, with the hash of their content.
    pub(super) changed: BTreeMap<FileRef, u64>,
    /// Changed levels that are being read, after which the mesh is generated again.
    pub(super) followed: BTreeSet<FileRef>,
    /// Import that the document came from.
    pub(super) imported: Option<ImportedFile>,
    /// File that is being read to replace the content of the document.
    pub(super) reading: Option<Reading>,
    /// Content that was read, until it is compared with the document.
    pub(super) arrived: Option<Arrived>,
    /// Error of the last reload; `None` if it succeeded.
    failure: Option<Message>,
}

/// An imported file, and how it was imported.
#[derive(Clone, Debug)]
pub(super) struct ImportedFile {
    pub(super) file: FileRef,
    /// Stamp of the file when it was read; `None` if it is unknown.
    pub(super) stamp: Option<Stamp>,
    /// Settings and names of the items; `None` for a file that is imported as a whole.
    import: Option<Box<FileImport>>,
    /// Document as it was imported.
    document: Document,
}

/// File that is being read to replace the content of the document.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) file: FileRef,
    /// Number of the request.
    number: u64,
    /// Hash of its content when the reading began, if it was known to be changed.
    hash: Option<u64>,
    /// Document that the user agreed to replace.
    agreed: Document,
}

/// New content of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrived {
    pub(super) reading: Reading,
    /// Stamp of a document that is saved to its file; `None` for an import.
    stamp: Option<Stamp>,
    document: Document,
}

/// Key of the change to the new content of the file.
#[derive(Clone, Debug)]
pub(in crate::editor) struct ReloadKey {
    arrived: Arc<Arrived>,
    before: Document,
    /// Document as it was last read or saved, whose ids return with its elements.
    base: Document,
    derived: Arc<Derived>,
    given: IdCounts,
    weld_distance: f32,
}

impl PartialEq for ReloadKey {
    /// Compares the documents, because the derived data follow from them.
    fn eq(&self, other: &Self) -> bool {
        let is_same = self.before == other.before && self.base == other.base;
        is_same
            && self.arrived == other.arrived
            && self.given == other.given
            && self.weld_distance == other.weld_distance
    }
}

/// A document with the new content of its file.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct Reloaded {
    /// The content, in which corresponding elements keep their ids.
    document: LoadedDocument,
    /// Queries whose answers differ from those of the document as it was last read or saved.
    answers: Vec<AnswerChange>,
    /// Amounts of what differs from the document before the reload.
    differences: Vec<String>,
}

impl Analysis for ReloadKey {
    type Value = Reloaded;

    const TITLE: &'static str = "comparing with the file";

    fn when(state: &State) -> When {
        if state.reload.arrived.is_some() { When::Always } else { When::Never }
    }

    fn key(state: &State) -> Option<Self> {
        let arrived = Arc::new(state.reload.arrived.clone()?);
        let (before, derived) = (state.document().clone(), state.shared_derived());
        let imported = || Some(&state.reload.imported.as_ref()?.document);
        let saved = || state.session.file.saved.as_ref();
        let base = if arrived.stamp.is_some() { saved() } else { imported() };
        let base = base.unwrap_or(&before).clone();
        let (given, weld_distance) = (state.given(), state.options().weld_distance);
        Some(Self { arrived, before, base, derived, given, weld_distance })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Reloaded, Stopped> {
        let both = [&self.base, &self.arrived.document];
        let of_diff = progress.stage("comparing cells", 0.0..0.3);
        let diff = DocumentDiff::between(both, DiffOptions::default(), &of_diff)?;
        progress.stage("finding neighbours", 0.3..0.4).report(0, 1)?;
        let is_edited = self.base.mesh != self.before.mesh;
        let adjacency =
            if is_edited { Adjacency::build(&self.base.mesh) } else { self.derived.adjacency.clone() };
        let document = diff.with_ids_of_first(both, adjacency, self.given);
        let of_diff = progress.stage("comparing cells", 0.4..0.6);
        let between = |one| DocumentDiff::between([one, &document], DiffOptions::default(), &of_diff);
        let after = Arc::new(Derived::build(&document.mesh));
        let differences = amounts(&between(&self.before)?, [&self.derived, &after]);
        let of_base = is_edited.then(|| Derived::build(&self.base.mesh));
        let derived = [of_base.as_ref().unwrap_or(&self.derived), &after];
        let both = [(&self.base, derived[0]), (&document, derived[1])];
        let stage = progress.stage("answering queries", 0.6..0.9);
        let answers = changed_answers(&between(&self.base)?, both, &stage)?;
        let rest = progress.part(0.9..1.0);
        let document = LoadedDocument::with_derived(document, after, self.weld_distance, &rest)?;
        Ok(Reloaded { document, answers, differences })
    }

    fn done(_: &mut State) -> Reaction {
        Reaction::Reload
    }

    fn stopped(state: &mut State) -> Reaction {
        state.reload.arrived = None;
        Reaction::Show(Message::warning("Not reloaded: the comparison was stopped. Reload the file again."))
    }
}

/// Returns the numbers of differences in words.
fn amounts(diff: &DocumentDiff, derived: [&Derived; 2]) -> Vec<String> {
    let counts = |one: &str, many: &str, [changed, removed, added]: [usize; 3]| {
        let what = [(changed, "changed"), (removed, "removed"), (added, "added")];
        let what = what.into_iter().filter(|(n, _)| *n > 0);
        what.map(|(n, what)| format!("{} {what}", count(n, one, many))).collect::<Vec<_>>()
    };
    let isolated = isolated_vertices(diff, derived);
    let number =
        |sides| isolated.iter().filter(|it| (it.before.is_some(), it.after.is_some()) == sides).count();
    let isolated = [(true, true), (true, false), (false, true)].map(number);
    [
        counts("cell", "cells", sizes(&diff.cells)),
        counts("isolated vertex", "isolated vertices", isolated),
        counts("link", "links", sizes(&diff.links)),
        counts("area", "areas", sizes(&diff.areas)),
        counts("query", "queries", sizes(&diff.queries)),
        counts("outline", "outlines", sizes(&diff.outlines)),
        counts("level", "levels", sizes(&diff.levels)),
        counts("export target", "export targets", sizes(&diff.exports)),
        counts("scenario", "scenarios", sizes(&diff.scenarios)),
        counts("ignored issue", "ignored issues", sizes(&diff.ignored)),
        counts("checked agent", "checked agents", sizes(&diff.agents)),
    ]
    .concat()
}

/// Returns the numbers of changed, removed and added elements.
fn sizes<I>(diff: &ElementDiff<I>) -> [usize; 3] {
    [diff.changed.len(), diff.removed.len(), diff.added.len()]
}

/// Returns the file that the document was imported from.
pub(super) fn imported_file(state: &State) -> Option<&FileRef> {
    state.reload.imported.as_ref().map(|import| &import.file)
}

/// Whether the document is as it was imported.
pub(super) fn is_as_imported(state: &State) -> bool {
    state.reload.imported.as_ref().is_some_and(|import| import.document == *state.document())
}

/// Reads a file that replaces the content of the document.
pub(super) fn read(editor: &mut Editor, file: FileRef) {
    retract_failure(editor);
    let number = editor.outbox.request(FileRequest::Read(file.clone(), ReadPurpose::Reload));
    editor.file.let_go = None;
    let hash = editor.state.reload.changed.get(&file).copied();
    let agreed = editor.without_gesture().clone();
    editor.state.reload.reading = Some(Reading { file, number, hash, agreed });
}

/// Ends the reload whose file cannot be read, and shows the reason.
pub(super) fn fail(editor: &mut Editor, why: String) {
    stop(&mut editor.state);
    let message = Message::error(why);
    editor.state.reload.failure = Some(message.clone());
    editor.say(message);
}

/// Hides the error of the last reload, because it no longer applies.
pub(super) fn retract_failure(editor: &mut Editor) {
    editor.outbox.extend(editor.state.reload.failure.take().map(Effect::Retract));
}

/// Ends the reload whose file is being read, because the reading failed or was stopped.
pub(super) fn stop(state: &mut State) {
    state.reload.reading = None;
}

/// Whether the file of the reload with this number is being read.
pub(super) fn is_reading(state: &State, number: u64) -> bool {
    state.reload.reading.as_ref().is_some_and(|reading| reading.number == number)
}

/// Takes the content of the file that is being read.
pub(super) fn take(editor: &mut Editor, stamp: Option<Stamp>, document: Document) {
    let Some(reading) = editor.state.reload.reading.take() else { return };
    editor.state.reload.arrived = Some(Arrived { reading, stamp, document });
    editor.follow_analyses();
}

/// Whether the user is editing the document, so that nothing else can change it.
pub(super) fn is_editing(state: &State) -> bool {
    state.is_gesture_running() || state.history().open().is_some()
}

/// Remembers the file of an import, to reload it, with its settings.
pub(super) fn note_import(
    state: &mut State,
    (file, stamp): (FileRef, Option<Stamp>),
    import: Option<Box<FileImport>>,
) {
    let document = state.document().clone();
    // The settings of the import of a mesh cannot be repeated.
    let is_repeatable = import.as_ref().is_none_or(|import| import.scene().is_some());
    state.reload.imported = is_repeatable.then_some(ImportedFile { file, stamp, import, document });
}

/// Repeats the settings of the import in a dialog, if the scene has the same items.
///
/// Returns whether the import needs no answer of the user.
pub(super) fn repeat_settings(state: &State, dialog: &mut ImportDialog) -> bool {
    let earlier = state.reload.imported.as_ref().and_then(|imported| imported.import.as_ref());
    earlier.is_some_and(|earlier| dialog.repeat(earlier))
}

/// Changes the document to the new content of its file, as one undo step.
///
/// Changes nothing if the document was edited meanwhile.
pub(in crate::editor) fn apply(editor: &mut Editor) {
    let Some((ReloadKey { base, .. }, reloaded)) = editor.state.analyses.reload.take_value() else { return };
    let Some(Arrived { reading, stamp, .. }) = editor.state.reload.arrived.take() else { return };
    let Reading { file, hash, agreed, .. } = reading;
    if is_editing(editor) || *editor.document() != agreed {
        let why = "the document was edited while the file was read. Reload the file again.";
        return editor.say(Message::warning(format!("Not reloaded: {why}")));
    }
    let Reloaded { document, answers, differences } = reloaded;
    let read = [hash, stamp.map(|stamp| stamp.hash)];
    // A change after the reading remains an offer.
    if read.contains(&editor.state.reload.changed.get(&file).copied()) {
        editor.state.reload.changed.remove(&file);
    }
    editor.edit_document("Reload", document);
    if stamp.is_some() && editor.state.session.file.file.as_ref() == Some(&file) {
        (editor.state.session.file.stamp, editor.state.session.file.saved) =
            (stamp, Some(editor.document().clone()));
        editor.state.session.file.is_removed = false;
        recovery::forget_work(editor);
    } else if let Some(import) = &mut editor.state.reload.imported {
        import.document = editor.state.session.document().clone();
        levels::reload_file(editor, &file);
    }
    let changes = if differences.is_empty() {
        "Nothing differs.".into()
    } else {
        format!("{}. {}", enumeration(&differences), answers_sentence(answers.len()))
    };
    editor.say(Message::info(format!("Reloaded {}: {changes}", file.name())));
    if !answers.is_empty() {
        comparison::start(editor, "the version before the reload".into(), base);
    }
}

/// Takes the import of the file that is being read.
pub(super) fn take_import(editor: &mut Editor, imported: ImportedDocument) {
    let mut document = imported.document.document;
    document.agent = editor.document().agent;
    if document.metre == 1.0 {
        document.metre = editor.document().metre;
    }
    // Levels, exports, scenarios, ignored issues and queries that were added or changed after the import stay, unless the file has its own.
    let mut levels = editor.document().levels.as_ref().clone();
    for level in document.levels.iter() {
        match levels.iter_mut().find(|own| own.file == level.file) {
            // The content that is read next is that which the mesh was made for.
            Some(own) => own.content = None,
            None => levels.push(level.clone()),
        }
    }
    document.levels = levels.into();
    document.side_view = document.side_view.or_else(|| editor.document().side_view.clone());
    if document.exports.is_empty() {
        document.exports = Arc::clone(&editor.document().exports);
    }
    if document.scenarios.is_empty() {
        document.scenarios = Arc::clone(&editor.document().scenarios);
    }
    if document.ignored.is_empty() {
        document.ignored = Arc::clone(&editor.document().ignored);
    }
    if *document.queries == [NamedQuery::default()] {
        document.queries = Arc::clone(&editor.document().queries);
    }
    if let Some(earlier) = &mut editor.state.reload.imported {
        (earlier.import, earlier.stamp) = (imported.import, imported.stamp);
    }
    take(editor, None, document);
}

/// Stores the state of a level that was imported together with the mesh, which is no edit.
pub(super) fn note_level(editor: &mut Editor, file: &FileRef, content: &LevelContent) {
    let ReloadState { imported, reading, arrived, .. } = &mut editor.state.reload;
    let reading = reading.as_mut().or_else(|| arrived.as_mut().map(|arrived| &mut arrived.reading));
    let imported = imported.as_mut().map(|import| &mut import.document);
    let agreed = reading.map(|reading| &mut reading.agreed);
    for same in [imported, agreed, editor.state.session.file.saved.as_mut()].into_iter().flatten() {
        levels::note_content(same, file, content);
    }
    let mut document = editor.document().clone();
    if levels::note_content(&mut document, file, content) {
        editor.replace_document(document);
    }
}
