//! Changes of the document: single steps, and gestures whose previews end as one step.

use std::sync::Arc;

use crate::editor::session::Session;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::effect::Effect;
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::outlines;
use crate::editor::session::pick::{Element, IsolatedVertices, PickContext};
use crate::editor::session::scales::Scales;
use crate::editor::session::selection::{Mode, Selection};
use crate::editor::{Editor, State};
use navsmith_core::navmesh::edit::{EditResult, Edited, Refusal, storable};
use navsmith_core::navmesh::{AreaId, Changes, Derived, IdCounts, NavMesh};
use navsmith_formats::document::{Document, History};

/// State at the start of a gesture.
///
/// Every preview starts from it, so errors do not accumulate.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Snapshot {
    pub(in crate::editor) document: Document,
    derived: Arc<Derived>,
    isolated: IsolatedVertices,
    pub(in crate::editor) selection: Selection,
    /// Ids in use at that time; every preview gives its new elements the ids after these.
    given: IdCounts,
}

/// State that an undo restores besides the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    /// The selection.
    pub selection: Selection,
    /// The current area.
    area: AreaId,
    /// Index of the active query.
    query: usize,
    /// Index of the active scenario.
    scenario: usize,
    /// Index of the scenario that it is compared with.
    compared: Option<usize>,
}

impl Snapshot {
    /// Returns the context for picking in this snapshot.
    pub(in crate::editor) fn pick_context<'a>(&'a self, state: &'a State) -> PickContext<'a> {
        PickContext { state, mesh: &self.document.mesh, derived: &self.derived, isolated: &self.isolated }
    }
}

/// What an edit left in a document besides the mesh.
type EditedObjects = (Edited, Vec<Element>);

impl Session {
    /// Opens a transaction and returns the state from which its previews start.
    fn begin(&mut self, title: &str) -> Snapshot {
        self.history.begin(title, &self.document, self.restored());
        self.outline_drag = None;
        self.now()
    }

    /// Returns the document with the cells that its outlines generate; `None` if it has them.
    fn settled_outlines(&mut self) -> Option<Document> {
        let drag = self.outline_drag.take()?;
        drag.settled(&self.document, &self.derived.adjacency, self.given)
    }

    /// Makes one undo step of all changes since [`Self::begin`].
    fn commit(&mut self) {
        self.history.commit(&self.document);
    }

    /// Clears the undo history, because another document is opened.
    pub(in crate::editor) fn forget_history(&mut self) {
        self.history = History::default();
    }

    /// Gives ids from the start again, because a document with this mesh is opened.
    pub(in crate::editor) fn restart_ids(&mut self, mesh: &NavMesh) {
        self.given = mesh.id_counts();
    }

    /// Counts a change of the document.
    pub(in crate::editor) fn count_change(&mut self) {
        self.revision += 1;
    }

    /// Whether a gesture with a preview is running, not the drag of a number.
    pub(in crate::editor) fn is_previewing(&self) -> bool {
        self.history.open().is_some() && !self.is_dragging
    }

    /// Returns the state that an undo of the next step restores besides the document.
    fn restored(&self) -> Restored {
        Restored {
            selection: self.selection.clone(),
            area: self.options.area,
            query: self.active_query,
            scenario: self.scenario,
            compared: self.compared,
        }
    }

    /// Returns a snapshot of the current state, for previews.
    pub(in crate::editor) fn now(&self) -> Snapshot {
        Snapshot {
            document: self.document.clone(),
            derived: Arc::clone(&self.derived),
            isolated: self.isolated.clone(),
            selection: self.selection.clone(),
            given: self.given,
        }
    }

    /// Replaces the document and updates the data that follow it.
    ///
    /// Returns the old mesh and what changed.
    fn replace(&mut self, document: Document) -> (NavMesh, Changes) {
        debug_assert_eq!(document.mesh.check(), Ok(()), "an edit keeps the invariants of the mesh");
        let old = std::mem::replace(&mut self.document, document);
        let mesh = &self.document.mesh;
        self.given = self.given.max(mesh.id_counts());
        let changes = Arc::make_mut(&mut self.derived).update(mesh);
        self.isolated.update(&old.mesh, mesh, &self.derived.adjacency, &changes);
        Arc::make_mut(&mut self.issues).update(mesh, &self.derived, &changes);
        let scales = self.scales.after(&old.mesh, mesh, &changes);
        // The cell counts have one entry for each area, so another number of areas invalidates them.
        let has_same_areas = old.areas.len() == self.document.areas.len();
        self.scales = if has_same_areas { scales } else { Scales::default() };
        (old.mesh, changes)
    }

    /// Replaces the document by one whose data are derived, and returns the old one.
    ///
    /// # Errors
    ///
    /// Returns the document if its data are not derived yet.
    fn exchange(&mut self, loaded: LoadedDocument) -> Result<LoadedDocument, Box<Document>> {
        let gone = loaded.exchange(self)?;
        debug_assert_eq!(self.document.mesh.check(), Ok(()), "the mesh keeps its invariants");
        self.given = self.given.max(self.document.mesh.id_counts());
        self.scales = Scales::default();
        Ok(gone)
    }

    /// Selects the elements that an edit made.
    fn select_edited(&mut self, (edited, added): &EditedObjects) {
        self.select_in_mode(Selection::of(edited));
        for &object in added {
            self.selection.insert(object);
        }
        self.retain_existing();
    }

    /// Selects the elements of a selection, converted to the current mode.
    fn select_in_mode(&mut self, selection: Selection) {
        self.selection = selection.in_mode(self.mode, &self.document.mesh, &self.derived.adjacency);
    }

    /// Deselects the elements that no longer exist.
    pub(in crate::editor) fn retain_existing(&mut self) {
        self.selection.retain_existing(&self.document, &self.derived.adjacency);
    }

    /// Keeps the selection of `before` as long as any of it exists.
    ///
    /// Otherwise, selects the elements of an edit.
    fn keep_selection(&mut self, before: &Snapshot, edited: &EditedObjects) {
        // Most edits remove nothing. Then the selection is unchanged, and a check of its elements would cost time.
        if self.selection != before.selection {
            let mut kept = before.selection.clone();
            kept.retain_existing(&self.document, &self.derived.adjacency);
            if kept.is_empty() && !before.selection.is_empty() {
                self.select_edited(edited);
            } else {
                self.selection = kept;
            }
        }
    }

    /// Sets the kind of elements that clicks take, and converts the selection to that kind.
    pub(in crate::editor) fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.selection = self.selection.converted(mode, &self.document.mesh, &self.derived.adjacency);
    }
}

impl State {
    /// Undoes or redoes steps until `steps` of them are done.
    ///
    /// Returns the document and its selection; `None` if it did neither.
    fn go_to_step(&mut self, steps: usize) -> Option<(Document, Selection)> {
        let mut reached: Option<(Document, Restored)> = None;
        let [mut has_other_areas, mut has_other_queries, mut has_other_scenarios] = [false; 3];
        let session = &mut self.session;
        while session.history.done().len() != steps {
            let (document, restored) =
                reached.clone().unwrap_or_else(|| (session.document.clone(), session.restored()));
            let is_back = session.history.done().len() > steps;
            let step = if is_back {
                session.history.undo(&document, restored)
            } else {
                session.history.redo(&document, restored)
            };
            let Some(step) = step else { break };
            has_other_areas |= step.0.areas.len() != document.areas.len();
            has_other_queries |= step.0.queries.len() != document.queries.len();
            has_other_scenarios |= step.0.scenarios.len() != document.scenarios.len();
            reached = Some(step);
        }
        let (document, Restored { selection, area, query, scenario, compared }) = reached?;
        // If a step adds or removes areas, queries or scenarios, the same id or index names another one.
        if has_other_areas {
            session.options.area = area;
        }
        if has_other_queries {
            self.turn_to_query(query);
            self.stepper.forget_steps();
        }
        if has_other_scenarios {
            self.activate_scenario(scenario);
            self.session.compared = compared;
        }
        Some((document, selection))
    }
}

impl Editor {
    /// Runs one edit as one undo step and selects the elements that it made.
    ///
    /// A refused edit changes nothing, shows a message and returns `false`.
    pub fn edit(&mut self, title: &str, edit: impl FnOnce(&mut DocumentDraft) -> EditResult) -> bool {
        let before = self.begin(title);
        match self.preview(&before, edit) {
            Ok(_) => self.commit(),
            Err(refusal) => {
                self.roll_back();
                self.warn(&refusal.to_string());
                return false;
            }
        }
        true
    }

    /// Opens a transaction and returns the state from which its previews start.
    pub(in crate::editor) fn begin(&mut self, title: &str) -> Snapshot {
        self.end_drag();
        self.state.session.begin(title)
    }

    /// Opens the transaction of a drag of a number in a panel, unless it is open.
    ///
    /// All changes during the drag become one undo step.
    pub(in crate::editor) fn begin_drag(&mut self, title: &str) {
        if !self.state.session.is_dragging {
            self.begin(title);
            self.state.session.is_dragging = true;
        }
    }

    /// Makes one undo step of a drag of a number.
    pub(in crate::editor) fn end_drag(&mut self) {
        if std::mem::take(&mut self.state.session.is_dragging) {
            self.commit();
        }
    }

    /// Undoes a drag of a number; returns `false` if there is none.
    pub(in crate::editor) fn cancel_drag(&mut self) -> bool {
        let is_dragging = std::mem::take(&mut self.state.session.is_dragging);
        if is_dragging {
            self.roll_back();
        }
        is_dragging
    }

    /// Shows the result of an edit of `before` without committing it, and selects its elements.
    ///
    /// A refusal leaves the last preview in place.
    pub(in crate::editor) fn preview(
        &mut self,
        before: &Snapshot,
        edit: impl FnOnce(&mut DocumentDraft) -> EditResult,
    ) -> EditResult {
        let edited = self.show_edit(before, edit)?;
        self.state.session.select_edited(&edited);
        Ok(edited.0)
    }

    /// Like [`Self::preview`], but keeps the selection of `before` as long as any of it exists.
    pub(in crate::editor) fn preview_keeping(
        &mut self,
        before: &Snapshot,
        edit: impl FnOnce(&mut DocumentDraft) -> EditResult,
    ) -> EditResult {
        let edited = self.show_edit(before, edit)?;
        self.state.session.keep_selection(before, &edited);
        Ok(edited.0)
    }

    /// Returns the edited elements and the added objects.
    fn show_edit(
        &mut self,
        before: &Snapshot,
        edit: impl FnOnce(&mut DocumentDraft) -> EditResult,
    ) -> Result<EditedObjects, Refusal> {
        let adjacency = before.derived.adjacency.clone();
        let mut draft = DocumentDraft::new(before.document.clone(), adjacency, before.given);
        draft.scenario = self.state.session.scenario;
        let edited = edit(&mut draft)?;
        storable(&draft)?;
        let start = (&before.document, &before.derived.adjacency);
        outlines::generate(&mut self.state.session.outline_drag, start, &mut draft)?;
        let added = std::mem::take(&mut draft.added);
        self.replace_document(draft.into_document());
        Ok((edited, added))
    }

    /// Makes one undo step of all changes since [`Self::begin`].
    pub(in crate::editor) fn commit(&mut self) {
        if let Some(settled) = self.state.session.settled_outlines() {
            self.replace_document(settled);
        }
        self.state.session.commit();
        self.follow_analyses();
    }

    /// Restores the state at [`Self::begin`].
    pub(in crate::editor) fn roll_back(&mut self) {
        self.state.session.outline_drag = None;
        if let Some((document, restored)) = self.state.session.history.roll_back() {
            self.replace_document(document);
            self.state.session.selection = restored.selection;
        }
    }

    /// Undoes the last step; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.end_drag();
        self.go_to_history(self.history().done().len().saturating_sub(1))
    }

    /// Redoes the last undone step; returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.end_drag();
        self.go_to_history(self.history().done().len() + 1)
    }

    /// Undoes or redoes steps until `steps` of them are done; returns `false` if it did neither.
    pub(in crate::editor) fn go_to_history(&mut self, steps: usize) -> bool {
        let Some((document, selection)) = self.state.go_to_step(steps) else { return false };
        self.replace_document(document);
        self.state.session.select_in_mode(selection);
        true
    }

    /// Replaces the document and updates everything that is computed from it.
    pub(in crate::editor) fn replace_document(&mut self, document: Document) {
        let (old, changes) = self.state.session.replace(document);
        self.state.update_analyses(&old, &changes);
        let State { session, query, .. } = &mut self.state;
        query.follow([&old, session.mesh()], &session.derived, &changes);
        self.after_change();
        let session = &mut self.state.session;
        session.selection.follow(&changes, &session.document, &session.derived.adjacency);
    }

    /// Replaces the document like [`Self::replace_document`], by one whose data may be derived already.
    pub(in crate::editor) fn replace_loaded(&mut self, loaded: LoadedDocument) {
        match self.state.session.exchange(loaded) {
            Err(document) => self.replace_document(*document),
            Ok(gone) => {
                if gone.is_large() {
                    self.outbox.push(Effect::DropInBackground(gone));
                }
                self.state.query.forget_answer();
                self.after_change();
                self.state.session.retain_existing();
            }
        }
    }

    /// Shows the state at the start of a gesture without ending the gesture.
    pub(in crate::editor) fn show(&mut self, before: &Snapshot) {
        self.replace_document(before.document.clone());
        self.state.session.selection = before.selection.clone();
    }

    /// Makes one undo step of a document that differs in more than its mesh.
    pub(in crate::editor) fn edit_document(&mut self, title: &str, document: impl Into<LoadedDocument>) {
        self.begin(title);
        self.replace_loaded(document.into());
        self.commit();
    }
}
