//! Changes of the document: single steps, and gestures whose previews end as one step.

use std::sync::Arc;

use crate::editor::Editor;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::pick::{Element, IsolatedVertices, PickContext};
use crate::editor::session::scales::Scales;
use crate::editor::session::selection::Selection;
use navsmith_core::navmesh::edit::{EditResult, Edited, Refusal, storable};
use navsmith_core::navmesh::{AreaId, Derived, IdCounts};
use navsmith_formats::document::Document;

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
    pub(in crate::editor) fn pick_context<'a>(&'a self, editor: &'a Editor) -> PickContext<'a> {
        PickContext { editor, mesh: &self.document.mesh, derived: &self.derived, isolated: &self.isolated }
    }
}

impl Editor {
    /// Runs one edit as one undo step and selects the elements that it made.
    ///
    /// A refused edit changes nothing, shows a message and returns `false`.
    pub fn edit(&mut self, title: &str, edit: impl FnOnce(&mut DocumentDraft) -> EditResult) -> bool {
        self.edit_or_say(title, |refusal| refusal.to_string(), edit)
    }

    /// Like [`Self::edit`], but `describe` makes the message of a refusal.
    pub(in crate::editor) fn edit_or_say(
        &mut self,
        title: &str,
        describe: impl FnOnce(Refusal) -> String,
        edit: impl FnOnce(&mut DocumentDraft) -> EditResult,
    ) -> bool {
        let before = self.begin(title);
        match self.preview(&before, edit) {
            Ok(_) => self.commit(),
            Err(refusal) => {
                self.roll_back();
                self.say(Message::warning(describe(refusal)));
                return false;
            }
        }
        true
    }

    /// Opens a transaction and returns the state from which its previews start.
    pub(in crate::editor) fn begin(&mut self, title: &str) -> Snapshot {
        self.end_drag();
        self.history.begin(title, &self.document, self.restored());
        self.now()
    }

    /// Opens the transaction of a drag of a number in a panel, unless it is open.
    ///
    /// All changes during the drag become one undo step.
    pub(in crate::editor) fn begin_drag(&mut self, title: &str) {
        if !self.is_dragging {
            self.begin(title);
            self.is_dragging = true;
        }
    }

    /// Makes one undo step of a drag of a number.
    pub(in crate::editor) fn end_drag(&mut self) {
        if std::mem::take(&mut self.is_dragging) {
            self.commit();
        }
    }

    /// Undoes a drag of a number; returns `false` if there is none.
    pub(in crate::editor) fn cancel_drag(&mut self) -> bool {
        let is_dragging = std::mem::take(&mut self.is_dragging);
        if is_dragging {
            self.roll_back();
        }
        is_dragging
    }

    /// Returns the state that an undo of the next step restores besides the document.
    pub(super) fn restored(&self) -> Restored {
        let (area, query) = (self.options.area, self.active_query_index());
        let (scenario, compared) = (self.simulation.scenario, self.simulation.compared);
        Restored { selection: self.selection.clone(), area, query, scenario, compared }
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

    /// Shows the result of an edit of `before` without committing it, and selects its elements.
    ///
    /// A refusal leaves the last preview in place.
    pub(in crate::editor) fn preview(
        &mut self,
        before: &Snapshot,
        edit: impl FnOnce(&mut DocumentDraft) -> EditResult,
    ) -> EditResult {
        let (edited, added) = self.show_edit(before, edit)?;
        self.select_edited(&edited, added);
        Ok(edited)
    }

    /// Like [`Self::preview`], but keeps the selection of `before` as long as any of it exists.
    pub(in crate::editor) fn preview_keeping(
        &mut self,
        before: &Snapshot,
        edit: impl FnOnce(&mut DocumentDraft) -> EditResult,
    ) -> EditResult {
        let (edited, added) = self.show_edit(before, edit)?;
        // Most edits remove nothing. Then the selection is unchanged, and a check of its elements would cost time.
        if self.selection != before.selection {
            let mut kept = before.selection.clone();
            kept.retain_existing(&self.document, &self.derived.adjacency);
            if kept.is_empty() && !before.selection.is_empty() {
                self.select_edited(&edited, added);
            } else {
                self.selection = kept;
            }
        }
        Ok(edited)
    }

    /// Returns the edited elements and the added objects.
    fn show_edit(
        &mut self,
        before: &Snapshot,
        edit: impl FnOnce(&mut DocumentDraft) -> EditResult,
    ) -> Result<(Edited, Vec<Element>), Refusal> {
        let adjacency = before.derived.adjacency.clone();
        let mut draft = DocumentDraft::new(before.document.clone(), adjacency, before.given);
        draft.scenario = self.simulation.scenario;
        let edited = edit(&mut draft)?;
        storable(&draft)?;
        let added = std::mem::take(&mut draft.added);
        self.replace_document(draft.into_document());
        Ok((edited, added))
    }

    /// Makes one undo step of all changes since [`Self::begin`].
    pub(in crate::editor) fn commit(&mut self) {
        self.history.commit(&self.document);
        self.follow_analyses();
    }

    /// Restores the state at [`Self::begin`].
    pub(in crate::editor) fn roll_back(&mut self) {
        if let Some((document, restored)) = self.history.roll_back() {
            self.replace_document(document);
            self.selection = restored.selection;
        }
    }

    /// Undoes the last step; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.end_drag();
        self.go_to_history(self.history.done().len().saturating_sub(1))
    }

    /// Redoes the last undone step; returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.end_drag();
        self.go_to_history(self.history.done().len() + 1)
    }

    /// Undoes or redoes steps until `steps` of them are done; returns `false` if it did neither.
    pub(in crate::editor) fn go_to_history(&mut self, steps: usize) -> bool {
        let mut reached: Option<(Document, Restored)> = None;
        let [mut has_other_areas, mut has_other_queries, mut has_other_scenarios] = [false; 3];
        while self.history.done().len() != steps {
            let (document, restored) =
                reached.clone().unwrap_or_else(|| (self.document.clone(), self.restored()));
            let is_back = self.history.done().len() > steps;
            let step = if is_back {
                self.history.undo(&document, restored)
            } else {
                self.history.redo(&document, restored)
            };
            let Some(step) = step else { break };
            has_other_areas |= step.0.areas.len() != document.areas.len();
            has_other_queries |= step.0.queries.len() != document.queries.len();
            has_other_scenarios |= step.0.scenarios.len() != document.scenarios.len();
            reached = Some(step);
        }
        let Some((document, restored)) = reached else { return false };
        let Restored { selection, area, query, scenario, compared } = restored;
        // If a step adds or removes areas, queries or scenarios, the same id or index names another one.
        if has_other_areas {
            self.options.area = area;
        }
        if has_other_queries {
            self.query.turn_to(query);
            self.stepper.forget_steps();
        }
        if has_other_scenarios {
            self.simulation.activate(scenario);
            self.simulation.compared = compared;
        }
        self.replace_document(document);
        self.selection = selection.in_mode(self.mode(), &self.document.mesh, &self.derived.adjacency);
        true
    }

    /// Replaces the document and updates everything that is computed from it.
    pub(in crate::editor) fn replace_document(&mut self, document: Document) {
        debug_assert_eq!(document.mesh.check(), Ok(()), "an edit keeps the invariants of the mesh");
        let old = std::mem::replace(&mut self.document, document);
        self.given = self.given.max(self.document.mesh.id_counts());
        let changes = Arc::make_mut(&mut self.derived).update(&self.document.mesh);
        self.isolated.update(&old.mesh, &self.document.mesh, &self.derived.adjacency, &changes);
        Arc::make_mut(&mut self.issues).update(&self.document.mesh, &self.derived, &changes);
        self.update_analyses(&old.mesh, &changes);
        self.query.follow([&old.mesh, &self.document.mesh], &self.derived, &changes);
        let scales = self.scales.after(&old.mesh, &self.document.mesh, &changes);
        // The cell counts have one entry for each area, so another number of areas invalidates them.
        let has_same_areas = old.areas.len() == self.document.areas.len();
        self.scales = if has_same_areas { scales } else { Scales::default() };
        self.after_change();
        self.selection.follow(&changes, &self.document, &self.derived.adjacency);
    }

    /// Replaces the document like [`Self::replace_document`], by one whose data may be derived already.
    pub(in crate::editor) fn replace_loaded(&mut self, loaded: LoadedDocument) {
        match loaded.exchange(self) {
            Err(document) => self.replace_document(*document),
            Ok(gone) => {
                debug_assert_eq!(self.document.mesh.check(), Ok(()), "the mesh keeps its invariants");
                if gone.is_large() {
                    self.effects.push(Effect::DropInBackground(gone));
                }
                self.given = self.given.max(self.document.mesh.id_counts());
                self.query.forget_answer();
                self.scales = Scales::default();
                self.after_change();
                self.selection.retain_existing(&self.document, &self.derived.adjacency);
            }
        }
    }

    fn select_edited(&mut self, edited: &Edited, added: Vec<Element>) {
        let mode = self.mode();
        self.selection = Selection::of(edited).in_mode(mode, &self.document.mesh, &self.derived.adjacency);
        for object in added {
            self.selection.insert(object);
        }
        self.selection.retain_existing(&self.document, &self.derived.adjacency);
    }

    /// Shows the state at the start of a gesture without ending the gesture.
    pub(in crate::editor) fn show(&mut self, before: &Snapshot) {
        self.replace_document(before.document.clone());
        self.selection = before.selection.clone();
    }

    /// Makes one undo step of a document that differs in more than its mesh.
    pub(in crate::editor) fn edit_document(&mut self, title: &str, document: impl Into<LoadedDocument>) {
        self.end_drag();
        self.history.begin(title, &self.document, self.restored());
        self.replace_loaded(document.into());
        self.commit();
    }
}
