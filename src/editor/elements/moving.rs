//! Elements that move with the selection: vertices and objects.

use glam::{Vec2, Vec3};

use crate::document::Document;
use crate::editor::Editor;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::pick::Element;
use crate::editor::session::selection::Selection;
use crate::navmesh::edit::{EditResult, Edited, move_vertices, rotate, scale, transform_vertices, turned};
use crate::navmesh::{NavMesh, VertexId};

/// Vertices and objects to move, by id.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Moving {
    pub(in crate::editor) vertices: Vec<VertexId>,
    objects: Vec<Element>,
}

/// Returns the elements that move with the selection.
pub(in crate::editor) fn moving(editor: &Editor) -> Moving {
    Moving::of(&editor.selection, &editor.document.mesh)
}

impl Moving {
    pub(in crate::editor) fn of(selection: &Selection, mesh: &NavMesh) -> Self {
        Self {
            vertices: selection.all_vertices(mesh),
            objects: selection.objects().iter().copied().collect(),
        }
    }

    /// Creates a set of vertices without objects.
    pub(in crate::editor) fn of_vertices(vertices: Vec<VertexId>) -> Self {
        Self { vertices, objects: Vec::new() }
    }

    /// Returns the positions of the vertices and of the objects.
    ///
    /// A position of a vertex comes with its id.
    pub(in crate::editor) fn places<'a>(
        &'a self,
        document: &'a Document,
    ) -> impl Iterator<Item = (Option<VertexId>, Vec3)> + 'a {
        let vertices = self.vertices.iter().map(|&id| (Some(id), document.mesh.position(id)));
        let objects = self.objects.iter().flat_map(|&object| object.positions(document));
        vertices.chain(objects.map(|place| (None, place)))
    }

    /// Moves the elements by a distance in metres.
    pub(in crate::editor) fn shift(&self, draft: &mut DocumentDraft, delta: Vec3) -> EditResult {
        let moved = move_vertices(draft, &self.vertices, delta)?;
        self.with_objects(draft, moved, |place| place + delta)
    }

    /// Rotates the elements about a point on the ground, counter-clockwise as seen from above.
    pub(in crate::editor) fn rotate(
        &self,
        draft: &mut DocumentDraft,
        pivot: Vec2,
        radians: f32,
    ) -> EditResult {
        let moved = rotate(draft, &self.vertices, pivot, radians)?;
        self.with_objects(draft, moved, turned(pivot, radians))
    }

    /// Scales the elements about a point, by a factor for each axis.
    pub(in crate::editor) fn scale(
        &self,
        draft: &mut DocumentDraft,
        pivot: Vec3,
        factors: Vec3,
    ) -> EditResult {
        let moved = scale(draft, &self.vertices, pivot, factors)?;
        self.with_objects(draft, moved, |place| pivot + (place - pivot) * factors)
    }

    /// Moves each position to the result of `f`.
    pub(in crate::editor) fn transform(
        &self,
        draft: &mut DocumentDraft,
        f: impl Fn(Vec3) -> Vec3,
    ) -> EditResult {
        let moved = transform_vertices(draft, &self.vertices, &f)?;
        self.with_objects(draft, moved, f)
    }

    /// Applies `f` to the objects, after an edit of the vertices.
    pub(in crate::editor) fn with_objects(
        &self,
        draft: &mut DocumentDraft,
        moved: Edited,
        f: impl Fn(Vec3) -> Vec3,
    ) -> EditResult {
        self.objects.iter().try_for_each(|&object| object.transform(draft, &f))?;
        Ok(moved)
    }
}
