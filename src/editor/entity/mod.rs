//! Table of entity kinds: what the editor does with each kind of element that can be under the pointer.
//!
//! Picking, box selection, hiding, framing, copying, moving, deleting, tooltips and menus read this table.
//! Vertices, edges and cells share the mesh, so edits change them together. Elements of every other kind are
//! *objects*: they are selected in every mode, and edited one by one by the functions of their kind.

mod link;
mod mesh;
mod query_end;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::draft::DocumentDraft;
use super::pick::PickContext;
use super::{Command, Editor, Element, Hit, Mode, Pointer, Scene};
use crate::document::Document;
use crate::navmesh::CellId;
use crate::navmesh::edit::Refusal;

/// Kinds of entities, in the order in which clicks take their elements.
static ENTITY_KINDS: [&dyn EntityKind; 5] =
    [&query_end::QueryEnds, &mesh::Vertices, &mesh::Edges, &link::Links, &mesh::Cells];

/// Functions for the elements of one kind; they ignore elements of other kinds.
pub(super) trait EntityKind: Sync {
    /// Returns the noun for one element and for several.
    fn nouns(&self) -> [&'static str; 2];

    /// Returns the name of an element, as the heading of its menu.
    fn title(&self, element: Element) -> String;

    /// Returns the commands for an element, in groups.
    fn commands(&self) -> &'static [&'static [Command]];

    /// Returns the visible elements within `radius` of a ground position.
    fn pick(&self, context: PickContext<'_>, at: Vec2, radius: f32) -> Vec<Hit>;

    /// Whether clicks take the elements in a mode.
    fn is_taken_in(&self, _mode: Mode) -> bool {
        true
    }

    /// Whether the elements can be selected.
    fn is_selectable(&self) -> bool {
        true
    }

    /// Returns the visible elements in a box; if `touching`, also those that reach into it.
    fn within(&self, _context: PickContext<'_>, _corners: [Vec2; 2], _touching: bool) -> Vec<Element> {
        Vec::new()
    }

    /// Returns all selectable elements of a document.
    fn all(&self, _document: &Document) -> Vec<Element> {
        Vec::new()
    }

    /// Returns the cells of an element; it is hidden with them, and belongs to their islands.
    fn cells(&self, _editor: &Editor, _element: Element) -> SmallVec<[CellId; 8]> {
        SmallVec::new()
    }

    /// Draws the objects in the view of a scene.
    fn draw(&self, _editor: &Editor, _scene: &mut Scene) {}

    /// Draws the element under the pointer and its tooltip.
    fn draw_hover(&self, _editor: &Editor, _scene: &mut Scene, _element: Element) {}

    /// Returns the positions of an object, which move with it; none if it does not exist.
    fn positions(&self, _document: &Document, _object: Element) -> SmallVec<[Vec3; 4]> {
        SmallVec::new()
    }

    /// Applies `f` to the positions of an object.
    fn transform(
        &self,
        _draft: &mut DocumentDraft,
        _object: Element,
        _f: &dyn Fn(Vec3) -> Vec3,
    ) -> Result<(), Refusal> {
        Ok(())
    }

    /// Deletes an object.
    fn delete(&self, _draft: &mut DocumentDraft, _object: Element) -> Result<(), Refusal> {
        Ok(())
    }

    /// Adds a copy of an object of a document, moved by `offset`.
    fn paste(
        &self,
        _draft: &mut DocumentDraft,
        _from: &Document,
        _object: Element,
        _offset: Vec3,
    ) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Element {
    /// Returns the row of the table for the kind of the element.
    pub(super) fn kind(self) -> &'static dyn EntityKind {
        match self {
            Self::Vertex(_) => &mesh::Vertices,
            Self::Edge(_) => &mesh::Edges,
            Self::Cell(_) => &mesh::Cells,
            Self::Link(_) => &link::Links,
            Self::Start | Self::Target => &query_end::QueryEnds,
        }
    }

    /// Whether the element is neither a vertex nor an edge nor a cell.
    pub(super) fn is_object(self) -> bool {
        !matches!(self, Self::Vertex(_) | Self::Edge(_) | Self::Cell(_))
    }

    /// Returns the selectable objects of a document.
    pub(super) fn objects(document: &Document) -> impl Iterator<Item = Self> {
        ENTITY_KINDS.iter().flat_map(|kind| kind.all(document)).filter(|element| element.is_object())
    }

    /// Returns the name of the element, as the heading of its menu.
    pub fn title(self) -> String {
        self.kind().title(self)
    }

    /// Returns the commands for the element, in groups.
    pub fn commands(self) -> &'static [&'static [Command]] {
        self.kind().commands()
    }
}

impl Editor {
    /// Returns the elements that a click could take, in the order in which repeated clicks take them.
    ///
    /// The kinds come in the order of the table: small marks before cells. Elements of one kind are ordered by their
    /// distance from the pointer, then by the order in which its ray meets them.
    pub fn pick(&self, pointer: Pointer) -> Vec<Hit> {
        let hits = self.kinds_taken().flat_map(|kind| {
            let mut hits = kind.pick(self.pick_context(), pointer.ground, pointer.pick_radius);
            let along = |hit: &Hit| pointer.ray.along(hit.at);
            hits.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(along(a).total_cmp(&along(b))));
            hits
        });
        hits.collect()
    }

    fn kinds_taken(&self) -> impl Iterator<Item = &'static dyn EntityKind> {
        let mode = self.mode();
        ENTITY_KINDS.iter().copied().filter(move |kind| kind.is_taken_in(mode))
    }

    /// Returns the visible elements of the current mode, and the objects, in a box.
    ///
    /// If `touching`, also returns those that reach into it.
    pub(super) fn elements_within(&self, corners: [Vec2; 2], touching: bool) -> Vec<Element> {
        self.kinds_taken().flat_map(|kind| kind.within(self.pick_context(), corners, touching)).collect()
    }

    /// Returns all visible elements of the current mode, and all visible objects.
    pub(super) fn all_elements(&self) -> Vec<Element> {
        let all = self.kinds_taken().flat_map(|kind| kind.all(&self.document));
        all.filter(|&element| !self.has_hidden() || !self.is_element_hidden(element)).collect()
    }

    /// Draws the objects in the view of a scene.
    pub(super) fn draw_objects(&self, scene: &mut Scene) {
        ENTITY_KINDS.iter().for_each(|kind| kind.draw(self, scene));
    }

    /// Returns the cells of an element, such as those around a vertex or at the ends of a link.
    pub(super) fn cells_of(&self, element: Element) -> SmallVec<[CellId; 8]> {
        element.kind().cells(self, element)
    }
}
