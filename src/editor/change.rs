//! The one way a document changes: by a step, or by a gesture of many previews that ends as one step.

use super::isolated::IsolatedVertices;
use super::legend::Scales;
use super::pick::PickContext;
use super::{Editor, Effect, Message, Selection};
use crate::document::Document;
use crate::navmesh::edit::{EditResult, Edited, Refusal};
use crate::navmesh::{AreaId, Derived, Draft, IdCounts};

/// How things stood when a gesture began; every preview starts from here, so nothing drifts.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) document: Document,
    derived: Derived,
    isolated: IsolatedVertices,
    pub(super) selection: Selection,
    /// The ids given so far: every preview gives its new elements the same ones, the next after these.
    given: IdCounts,
}

/// What an undo restores besides the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    /// What was selected.
    pub selection: Selection,
    /// The current area.
    area: AreaId,
}

impl Snapshot {
    /// How picking saw things.
    pub(super) fn pick_context<'a>(&'a self, editor: &'a Editor) -> PickContext<'a> {
        PickContext { editor, mesh: &self.document.mesh, derived: &self.derived, isolated: &self.isolated }
    }
}

impl Editor {
    /// Runs one edit as one undo step and selects what it made. A refusal changes nothing and becomes a message.
    pub fn edit(&mut self, title: &str, edit: impl FnOnce(&mut Draft) -> EditResult) -> bool {
        self.edit_or_say(title, |refusal| refusal.to_string(), edit)
    }

    /// The same, but says of a refusal what `told` makes of it.
    pub(super) fn edit_or_say(
        &mut self,
        title: &str,
        told: impl FnOnce(Refusal) -> String,
        edit: impl FnOnce(&mut Draft) -> EditResult,
    ) -> bool {
        let before = self.begin(title);
        match self.preview(&before, edit) {
            Ok(_) => self.commit(),
            Err(refusal) => {
                self.roll_back();
                self.say(Message::warning(told(refusal)));
                return false;
            }
        }
        true
    }

    /// Opens a transaction and gives the state that its previews start from.
    pub(super) fn begin(&mut self, title: &str) -> Snapshot {
        self.end_settings_drag();
        self.history.begin(title, &self.document, self.restored());
        self.now()
    }

    /// What an undo of the next step restores besides the document.
    pub(super) fn restored(&self) -> Restored {
        Restored { selection: self.selection.clone(), area: self.options.area }
    }

    /// How things stand now, for previews to start from.
    pub(super) fn now(&self) -> Snapshot {
        Snapshot {
            document: self.document.clone(),
            derived: self.derived.clone(),
            isolated: self.interaction.isolated.clone(),
            selection: self.selection.clone(),
            given: self.given,
        }
    }

    /// Shows what an edit of `before` comes to, without making it a step yet, and selects what it made.
    ///
    /// A refusal leaves what was shown last.
    pub(super) fn preview(
        &mut self,
        before: &Snapshot,
        edit: impl FnOnce(&mut Draft) -> EditResult,
    ) -> EditResult {
        let edited = self.show_edit(before, edit)?;
        self.select_edited(&edited);
        Ok(edited)
    }

    /// The same, but keeps selected what was selected before, as long as any of it is left.
    pub(super) fn preview_keeping(
        &mut self,
        before: &Snapshot,
        edit: impl FnOnce(&mut Draft) -> EditResult,
    ) -> EditResult {
        let edited = self.show_edit(before, edit)?;
        // Mostly nothing went, and then nothing is to be done for a selection of the whole mesh.
        if self.selection != before.selection {
            let mut kept = before.selection.clone();
            kept.retain_existing(&self.document.mesh, &self.derived.adjacency);
            if kept.is_empty() && !before.selection.is_empty() {
                self.select_edited(&edited);
            } else {
                self.selection = kept;
            }
        }
        Ok(edited)
    }

    fn show_edit(&mut self, before: &Snapshot, edit: impl FnOnce(&mut Draft) -> EditResult) -> EditResult {
        let draft = Draft::new(before.document.mesh.clone(), before.derived.adjacency.clone());
        let mut draft = draft.with_ids_after(before.given);
        let edited = edit(&mut draft)?;
        self.replace_document(Document { mesh: draft.into_mesh(), ..before.document.clone() });
        Ok(edited)
    }

    /// Makes one step of everything since [`Self::begin`].
    pub(super) fn commit(&mut self) {
        self.history.commit(&self.document);
        self.query.checks.settle();
        self.follow_distances();
        self.follow_search();
        self.follow_recording();
        self.refresh_detour();
    }

    /// Puts everything back to how it stood at [`Self::begin`].
    pub(super) fn roll_back(&mut self) {
        if let Some((document, restored)) = self.history.roll_back() {
            self.replace_document(document);
            self.selection = restored.selection;
        }
    }

    /// Takes the last step back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.end_settings_drag();
        let step = self.history.undo(&self.document, self.restored());
        self.restore(step)
    }

    /// Does the last undone step again; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.end_settings_drag();
        let step = self.history.redo(&self.document, self.restored());
        self.restore(step)
    }

    /// Undoes or redoes until this many steps are done.
    pub(super) fn go_to_history(&mut self, steps: usize) {
        let mut reached = None;
        while self.history.done().len() != steps {
            let (document, restored) =
                reached.clone().unwrap_or_else(|| (self.document.clone(), self.restored()));
            let is_back = self.history.done().len() > steps;
            let step = if is_back {
                self.history.undo(&document, restored)
            } else {
                self.history.redo(&document, restored)
            };
            if step.is_none() {
                break;
            }
            reached = step;
        }
        self.restore(reached);
    }

    fn restore(&mut self, step: Option<(Document, Restored)>) -> bool {
        let Some((document, Restored { selection, area })) = step else { return false };
        let has_other_areas = document.areas.len() != self.document.areas.len();
        self.replace_document(document);
        self.selection = selection.in_mode(self.mode(), &self.document.mesh, &self.derived.adjacency);
        // The areas have other numbers than before, so the current one is told by that of the step.
        if has_other_areas {
            self.options.area = area;
            self.refresh_area();
        }
        true
    }

    /// Shows another document and brings everything that is computed from it up to date.
    pub(super) fn replace_document(&mut self, document: Document) {
        let old = std::mem::replace(&mut self.document, document);
        self.given = self.given.max(self.document.mesh.id_counts());
        let changes = self.derived.update(&self.document.mesh);
        self.interaction.isolated.update(&old.mesh, &self.document.mesh, &self.derived.adjacency, &changes);
        self.issues.update(&self.document.mesh, &self.derived, &changes);
        self.query.follow([&old.mesh, &self.document.mesh], &self.derived, &changes);
        let scales = self.scales.after(&old.mesh, &self.document.mesh, &changes);
        // Counts are kept by area, so they are those of as many areas as there were.
        let has_same_areas = old.areas.len() == self.document.areas.len();
        self.scales = if has_same_areas { scales } else { Scales::default() };
        self.after_change();
        self.selection.follow(&changes, &self.document.mesh, &self.derived.adjacency);
    }

    /// Brings up to date what depends on more than the mesh.
    pub(super) fn after_change(&mut self) {
        self.revision += 1;
        self.refresh_visibility();
        self.refresh_area();
        self.ask();
    }

    fn select_edited(&mut self, edited: &Edited) {
        let mode = self.mode();
        self.selection = Selection::of(edited).in_mode(mode, &self.document.mesh, &self.derived.adjacency);
        self.selection.retain_existing(&self.document.mesh, &self.derived.adjacency);
    }

    /// Shows how things stood when a gesture began, without ending it.
    pub(super) fn show(&mut self, before: &Snapshot) {
        self.replace_document(before.document.clone());
        self.selection = before.selection.clone();
    }

    /// Tells the user something.
    pub(super) fn say(&mut self, message: Message) {
        self.effects.push(Effect::Say(message));
    }
}
