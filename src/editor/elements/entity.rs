//! Table of entity kinds: what the editor does with each kind of element that can be under the pointer.
//!
//! Picking, box selection, hiding, framing, copying, moving, deleting, tooltips and menus read this table.
//! Vertices, edges and cells share the mesh, so edits change them together. Elements of the other selectable kinds
//! are *objects*: they are selected in every mode, and edited one by one.

use glam::Vec3;
use smallvec::SmallVec;

use crate::editor::State;
use crate::editor::session::boxes::SelectionBox;
use crate::editor::session::command::Command;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::pick::{Element, Hit, PickContext};
use crate::editor::session::selection::Mode;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::Scene;
use navsmith_core::navmesh::CellId;
use navsmith_core::navmesh::edit::Refusal;
use navsmith_formats::document::Document;

/// Functions for the elements of one kind; they ignore elements of other kinds.
pub(in crate::editor) struct EntityKind {
    /// Noun for one element and for several.
    pub(in crate::editor) nouns: [&'static str; 2],
    /// Commands for an element, in groups.
    pub(in crate::editor) commands: &'static [&'static [Command]],
    /// Mode in which clicks take the elements; `None` for every mode.
    pub(in crate::editor) mode: Option<Mode>,
    /// Returns the visible elements under a pointer.
    pub(in crate::editor) pick: fn(PickContext<'_>, &Pointer) -> Vec<Hit>,
    /// Returns the visible elements in a box; if `true`, also those that reach into it.
    pub(in crate::editor) within: fn(PickContext<'_>, &SelectionBox, bool) -> Vec<Element>,
    /// Returns all selectable elements of a document.
    pub(in crate::editor) all: fn(&Document) -> Vec<Element>,
    /// Returns the cells of an element; it is hidden with them, and belongs to their islands.
    pub(in crate::editor) cells: fn(&State, Element) -> SmallVec<[CellId; 8]>,
    /// Draws the element under the pointer and its tooltip.
    pub(in crate::editor) draw_hover: fn(&State, &mut Scene, Element),
    /// Functions of objects; `None` for other elements.
    pub(in crate::editor) object: Option<Object>,
}

/// Outcome of an edit of one object.
pub(in crate::editor) type ObjectEdit = Result<(), Refusal>;

/// Functions for the objects of one kind.
pub(in crate::editor) struct Object {
    /// Draws the objects in the view of a scene.
    pub(in crate::editor) draw: fn(&State, &mut Scene),
    /// Whether an object is shown, as far as this does not depend on hidden cells.
    pub(in crate::editor) is_shown: fn(&State, Element) -> bool,
    /// Returns the positions that move with an object; none if it does not exist.
    pub(in crate::editor) positions: fn(&Document, Element) -> SmallVec<[Vec3; 4]>,
    /// Applies a function to the positions of an object.
    pub(in crate::editor) transform: fn(&mut DocumentDraft, Element, &dyn Fn(Vec3) -> Vec3) -> ObjectEdit,
    pub(in crate::editor) delete: fn(&mut DocumentDraft, Element) -> ObjectEdit,
    /// Adds a copy of an object of a document, moved by an offset.
    pub(in crate::editor) paste: fn(&mut DocumentDraft, &Document, Element, Vec3) -> ObjectEdit,
}

impl Element {
    pub(in crate::editor) fn objects(document: &Document) -> impl Iterator<Item = Self> {
        let kinds = crate::editor::ENTITY_KINDS.iter().filter(|kind| kind.object.is_some());
        kinds.flat_map(|kind| (kind.all)(document))
    }

    pub(in crate::editor) fn is_object(self) -> bool {
        self.kind().object.is_some()
    }

    pub(in crate::editor) fn is_selectable(self) -> bool {
        self.is_object() || self.kind().mode.is_some()
    }

    /// Returns the commands for the element, in groups.
    pub fn commands(self) -> &'static [&'static [Command]] {
        self.kind().commands
    }

    /// Returns the positions that move with an object; none if it does not exist.
    pub(in crate::editor) fn positions(self, document: &Document) -> SmallVec<[Vec3; 4]> {
        self.kind().object.as_ref().map(|object| (object.positions)(document, self)).unwrap_or_default()
    }

    /// Applies `f` to the positions of an object.
    pub(in crate::editor) fn transform(
        self,
        draft: &mut DocumentDraft,
        f: &dyn Fn(Vec3) -> Vec3,
    ) -> ObjectEdit {
        self.kind().object.as_ref().map_or(Ok(()), |object| (object.transform)(draft, self, f))
    }

    pub(in crate::editor) fn delete(self, draft: &mut DocumentDraft) -> ObjectEdit {
        self.kind().object.as_ref().map_or(Ok(()), |object| (object.delete)(draft, self))
    }

    /// Adds a copy of an object of a document, moved by `offset`.
    pub(in crate::editor) fn paste(
        self,
        draft: &mut DocumentDraft,
        from: &Document,
        offset: Vec3,
    ) -> ObjectEdit {
        self.kind().object.as_ref().map_or(Ok(()), |object| (object.paste)(draft, from, self, offset))
    }
}

/// Returns the elements that a click could take, in the order in which repeated clicks take them.
///
/// The kinds come in the order of the table: small marks before cells. Elements of one kind are ordered by their
/// distance from the pointer, then by the order in which its ray meets them.
pub fn pick(state: &State, pointer: Pointer) -> Vec<Hit> {
    let hits = kinds_taken(state).flat_map(|kind| {
        let mut hits = (kind.pick)(state.pick_context(), &pointer);
        let along = |hit: &Hit| pointer.ray.along(hit.at);
        hits.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(along(a).total_cmp(&along(b))));
        hits
    });
    hits.collect()
}

fn kinds_taken(state: &State) -> impl Iterator<Item = &'static EntityKind> {
    let mode = state.mode();
    crate::editor::ENTITY_KINDS.iter().copied().filter(move |kind| kind.mode.is_none_or(|own| own == mode))
}

/// Returns the visible elements of the current mode, and the objects, in a box.
///
/// If `touching`, also returns those that reach into it.
pub(in crate::editor) fn elements_within(state: &State, area: &SelectionBox, touching: bool) -> Vec<Element> {
    kinds_taken(state).flat_map(|kind| (kind.within)(state.pick_context(), area, touching)).collect()
}

/// Returns all visible elements of the current mode, and all visible objects.
pub(super) fn all_elements(state: &State) -> Vec<Element> {
    let all = kinds_taken(state).flat_map(|kind| (kind.all)(state.document()));
    let can_be_hidden = |element: Element| state.has_hidden() || element.is_object();
    all.filter(|&element| !can_be_hidden(element) || !is_element_hidden(state, element)).collect()
}

/// Draws the objects in the view of a scene.
pub(in crate::editor) fn draw_objects(state: &State, scene: &mut Scene) {
    for object in crate::editor::ENTITY_KINDS.iter().filter_map(|kind| kind.object.as_ref()) {
        (object.draw)(state, scene);
    }
}

/// Returns the cells of an element, such as those around a vertex or at the ends of a link.
pub(in crate::editor) fn cells_of(state: &State, element: Element) -> SmallVec<[CellId; 8]> {
    (element.kind().cells)(state, element)
}

/// Whether an element is hidden: all its cells are, or its kind does not show it.
pub(in crate::editor) fn is_element_hidden(state: &State, element: Element) -> bool {
    if element.kind().object.as_ref().is_some_and(|object| !(object.is_shown)(state, element)) {
        return true;
    }
    let cells = cells_of(state, element);
    !cells.is_empty() && cells.iter().all(|&cell| state.is_hidden(cell))
}
