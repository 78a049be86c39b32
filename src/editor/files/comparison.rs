//! Comparison of the document with another one, or with an earlier version of itself.
//!
//! It follows edits. A worker compares large documents.

use std::sync::{Arc, OnceLock};

use crate::editor::files::differences::{
    DifferenceEntry, DifferenceGroup, DifferenceKind, bounds_of, groups, update_groups,
};
use crate::editor::generation::shapes::around;
use crate::editor::queries::query;
use crate::editor::session::effect::{Effect, Message, Panel};
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, When};
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Bounds, Vec3};
use navsmith_core::navmesh::{CellId, Derived, LinkId, VertexId};
use navsmith_core::progress::Stopped;
use navsmith_formats::document::diff::{AnswerChange, DiffOptions, DocumentDiff, changed_answers};
use navsmith_formats::document::{Document, count};
use navsmith_formats::update::{Conflict, ConflictSubject, Update};

/// Maximum number of cells and queries for which documents are compared at once.
const MOST_CELLS: usize = 2_000;
const MOST_QUERIES: usize = 20;

/// Ground shown around a conflict, in metres.
const AROUND: f32 = 3.0;

/// State of the comparison.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct ComparisonView {
    other: Option<Arc<OtherDocument>>,
    /// The selected difference.
    selected: Option<(DifferenceKind, DifferenceEntry)>,
}

/// Document that the present one is compared with.
#[derive(Debug)]
pub struct OtherDocument {
    /// Name in texts, such as `level.ron`.
    pub name: String,
    /// The document.
    pub document: Document,
    /// Whether it is the later version, such as a changed file; the present document is the earlier one.
    pub is_later: bool,
    /// The update of a generated mesh that it is the result of.
    pub update: Option<Update>,
    derived: OnceLock<Derived>,
}

/// Key of a comparison.
#[derive(Clone, Debug)]
pub(in crate::editor) struct ComparisonKey {
    other: Arc<OtherDocument>,
    document: Document,
    derived: Arc<Derived>,
}

impl PartialEq for ComparisonKey {
    /// Compares the documents, because the derived data follow from them.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.other, &other.other) && self.document == other.document
    }
}

/// Differences from the earlier to the later document.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentComparison {
    /// The differences.
    pub diff: DocumentDiff,
    /// The queries whose answers differ.
    pub answers: Vec<AnswerChange>,
    /// The differences as a list, by kind; no group is empty.
    pub groups: Vec<DifferenceGroup>,
}

/// User input about the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonInput {
    /// Selects the difference with this number in the list, and shows it.
    Select(usize),
    /// Compares the document with the one after a number of undo steps.
    StartWithStep(usize),
}

impl OtherDocument {
    fn new(name: String, document: Document, is_later: bool) -> Self {
        Self { name, document, is_later, update: None, derived: OnceLock::new() }
    }

    /// Returns the data derived from the document, computed on first use.
    pub(in crate::editor) fn derived(&self) -> &Derived {
        self.derived.get_or_init(|| Derived::build(&self.document.mesh))
    }

    /// Orders a value of this document and one of the present document: the earlier one first.
    pub(in crate::editor) fn in_order<T>(&self, of_other: T, of_present: T) -> [T; 2] {
        if self.is_later { [of_present, of_other] } else { [of_other, of_present] }
    }
}

impl Analysis for ComparisonKey {
    type Value = DocumentComparison;

    const TITLE: &'static str = "comparing documents";

    fn when(state: &State) -> When {
        let Some(other) = &state.comparison.other else { return When::Never };
        let is_small = [&other.document, state.document()].iter().all(|document| {
            document.mesh.cell_count() <= MOST_CELLS && document.queries.len() <= MOST_QUERIES
        });
        if is_small { When::FirstUse } else { When::Always }
    }

    fn key(state: &State) -> Option<Self> {
        let other = Arc::clone(state.comparison.other.as_ref()?);
        Some(Self { other, document: state.document().clone(), derived: state.shared_derived() })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<DocumentComparison, Stopped> {
        let documents = self.other.in_order(&self.other.document, &self.document);
        let of_diff = progress.stage("comparing cells", 0.0..0.5);
        let diff = DocumentDiff::between(documents, DiffOptions::default(), &of_diff)?;
        let derived = self.other.in_order(self.other.derived(), &*self.derived);
        let both = [(documents[0], derived[0]), (documents[1], derived[1])];
        let answers = changed_answers(&diff, both, &progress.stage("answering queries", 0.5..1.0))?;
        let mut all =
            self.other.update.iter().flat_map(|update| update_groups(update, documents)).collect::<Vec<_>>();
        all.extend(groups(&diff, &answers, both));
        let groups = all;
        Ok(DocumentComparison { diff, answers, groups })
    }
}

impl DocumentComparison {
    /// Returns the number of differences in the list.
    pub fn len(&self) -> usize {
        self.groups.iter().map(|group| group.entries.len()).sum()
    }

    /// Returns the number of conflicts or differences in words.
    pub fn heading(&self, of_conflicts: bool) -> String {
        let of_kind = self.groups.iter().find(|group| group.kind == DifferenceKind::Conflicts);
        let conflicts = of_kind.map_or(0, |group| group.entries.len());
        if of_conflicts {
            count(conflicts, "conflict", "conflicts")
        } else {
            count(self.len(), "difference", "differences")
        }
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Returns the difference with a number in the list.
    pub fn get(&self, mut number: usize) -> Option<(DifferenceKind, DifferenceEntry)> {
        for group in &self.groups {
            match group.entries.get(number) {
                Some(&entry) => return Some((group.kind, entry)),
                None => number -= group.entries.len(),
            }
        }
        None
    }

    /// Returns the number of a difference in the list.
    fn number_of(&self, kind: DifferenceKind, entry: DifferenceEntry) -> Option<usize> {
        let before = self.groups.iter().take_while(|group| group.kind != kind);
        let before: usize = before.map(|group| group.entries.len()).sum();
        let group = self.groups.iter().find(|group| group.kind == kind)?;
        Some(before + group.entries.iter().position(|&it| it == entry)?)
    }
}

/// Returns the document that the present one is compared with; `None` without a comparison.
pub fn other(state: &State) -> Option<&OtherDocument> {
    state.comparison.other.as_deref()
}

/// Like [`other`], for keys of computed values.
pub(in crate::editor) fn shared_other(state: &State) -> Option<Arc<OtherDocument>> {
    state.comparison.other.clone()
}

/// Returns the differences; `None` until they are computed, and without a comparison.
pub fn found(state: &State) -> Option<&DocumentComparison> {
    other(state)?;
    state.value::<ComparisonKey>()
}

/// Returns the number of the job while the documents are compared.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.comparison.running()
}

/// Returns the number of the selected difference in the list; `None` if it is gone.
pub fn selected(state: &State) -> Option<usize> {
    let (kind, entry) = state.comparison.selected?;
    found(state)?.number_of(kind, entry)
}

/// Returns the selected difference; `None` if it is gone.
pub(in crate::editor) fn selected_entry(state: &State) -> Option<(DifferenceKind, DifferenceEntry)> {
    state.comparison.selected.filter(|_| selected(state).is_some())
}

/// Compares the document with an earlier one, and shows the list.
pub(in crate::editor) fn start(editor: &mut Editor, name: String, document: Document) {
    start_with(editor, OtherDocument::new(name, document, false));
}

/// Compares the document with a later version, and shows what a reload would change.
pub(in crate::editor) fn start_with_later(editor: &mut Editor, name: String, document: Document) {
    start_with(editor, OtherDocument::new(name, document, true));
}

/// Compares the document with an update of its generated mesh.
pub(in crate::editor) fn start_review(editor: &mut Editor, update: Update, is_first: bool) {
    let other = OtherDocument::new("the new generation".into(), update.document.clone(), true);
    editor.state.comparison.other = Some(OtherDocument { update: Some(update), ..other }.into());
    if is_first {
        editor.state.comparison.selected = None;
        editor.ask_outside(Effect::Show(Panel::Comparison));
    }
    editor.follow_analyses();
}

fn start_with(editor: &mut Editor, other: OtherDocument) {
    close(editor);
    editor.state.comparison.other = Some(other.into());
    editor.ask_outside(Effect::Show(Panel::Comparison));
    editor.follow_analyses();
}

/// Ends the comparison, and an update that was not applied.
pub(in crate::editor) fn close(editor: &mut Editor) {
    editor.forget::<ComparisonKey>();
    if other(editor).is_some_and(|other| other.update.is_some())
        && editor.state.generation.decisions.take().is_some()
    {
        editor.say(Message::info("The new generation was not applied.".to_owned()));
    }
    editor.state.comparison = ComparisonView::default();
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: ComparisonInput) {
    match input {
        ComparisonInput::Select(number) => select(editor, number),
        ComparisonInput::StartWithStep(steps) => start_with_step(editor, steps),
    }
}

/// Compares the document with the one before its last undo step.
pub(in crate::editor) fn start_with_last_step(editor: &mut Editor) {
    if let Some(steps) = editor.history().done().len().checked_sub(1) {
        start_with_step(editor, steps);
    }
}

fn start_with_step(editor: &mut Editor, steps: usize) {
    let history = editor.history();
    let Some(document) = history.document_after(steps).cloned() else { return };
    let title = history.title(steps).unwrap_or("as opened");
    let (name, is_later) = (format!("step {steps}, {title}"), steps > history.done().len());
    start_with(editor, OtherDocument::new(name, document, is_later));
}

/// Selects the next or previous difference, and the first one after the last.
pub(in crate::editor) fn step(editor: &mut Editor, is_forward: bool) {
    let Some(count) = found(editor).map(DocumentComparison::len).filter(|&count| count > 0) else { return };
    let next = match selected(editor) {
        None if is_forward => 0,
        None => count - 1,
        Some(now) if is_forward => (now + 1) % count,
        Some(now) => (now + count - 1) % count,
    };
    select(editor, next);
}

/// Selects a difference with its element, and shows it.
fn select(editor: &mut Editor, number: usize) {
    let Some((kind, entry)) = found(editor).and_then(|found| found.get(number)) else { return };
    editor.state.comparison.selected = Some((kind, entry));
    let bounds = bounds(editor, kind, entry);
    let is_later = other(editor).is_some_and(|other| other.is_later);
    match (kind, if is_later { entry.before } else { entry.after }) {
        (kind, Some(id)) if kind.is_cells() => editor.state.select([Element::Cell(CellId(id))]),
        (DifferenceKind::Conflicts, _) => select_conflict(&mut editor.state, entry),
        (DifferenceKind::Links, Some(id)) => editor.state.select([Element::Link(LinkId(id))]),
        (DifferenceKind::Vertices, Some(id)) => editor.state.select([Element::Vertex(VertexId(id))]),
        (DifferenceKind::Queries | DifferenceKind::Answers, Some(index)) => {
            query::activate_query(editor, index as usize);
        }
        _ => editor.state.session.selection.clear(),
    }
    if !bounds.is_empty() {
        editor.state.frame(&bounds);
    }
}

/// Selects what is by hand at a conflict.
fn select_conflict(state: &mut State, entry: DifferenceEntry) {
    let subject = other(state).and_then(|other| conflict(other, entry)).map(|conflict| conflict.subject);
    state.select(subject.and_then(|subject| match subject {
        ConflictSubject::Cell(cell) => Some(Element::Cell(cell)),
        ConflictSubject::Link(link) => Some(Element::Link(link)),
        ConflictSubject::DeletedGround(_) => None,
    }));
}

/// Returns the box around a difference in both documents; empty for one without a position.
fn bounds(state: &State, kind: DifferenceKind, entry: DifferenceEntry) -> Bounds {
    let Some(other) = other(state) else { return Bounds::of([]) };
    if kind == DifferenceKind::Conflicts {
        let at = conflict(other, entry).map(|conflict| conflict.at);
        return at.map_or(Bounds::EMPTY, |at| around(at, AROUND));
    }
    if kind == DifferenceKind::Answers {
        return Bounds::of([0, 1].into_iter().flat_map(|side| path_of(state, entry, side)));
    }
    bounds_of(kind, entry, other.in_order(&other.document.mesh, state.mesh()))
}

/// Returns the corners of the path of a query in the earlier (0) or the later (1) document.
///
/// Empty without a path.
pub(in crate::editor) fn path_of(state: &State, entry: DifferenceEntry, side: usize) -> Vec<Vec3> {
    let answers = found(state).into_iter().flat_map(|found| &found.answers);
    let mut of_query = answers.filter(|it| Some(it.query.before as u32) == entry.before);
    let path = of_query.next().and_then(|it| it.answers[side].as_ref()?.path());
    path.into_iter().flat_map(|path| &path.waypoints).map(|waypoint| waypoint.point).collect()
}

/// Returns the conflict of an entry.
pub fn conflict(other: &OtherDocument, entry: DifferenceEntry) -> Option<&Conflict> {
    other.update.as_ref()?.conflicts.get(entry.before? as usize)
}
