//! Elements that move with the selection: vertices and objects.

use glam::Vec3;

use crate::editor::session::Session;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::pick::Element;
use navsmith_core::navmesh::VertexId;
use navsmith_core::navmesh::edit::{EditResult, Edited, scale, transform_vertices};
use navsmith_formats::document::Document;

/// Vertices and objects to move, by id.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Moving {
    pub(in crate::editor) vertices: Vec<VertexId>,
    pub(in crate::editor) objects: Vec<Element>,
}

/// Returns the elements that move with the selection.
pub(in crate::editor) fn moving(session: &Session) -> Moving {
    let selection = &session.selection;
    let objects: Vec<Element> = selection.objects().iter().copied().collect();
    let mut vertices = selection.all_vertices(session.mesh());
    // Generated cells follow their outlines.
    if objects.iter().any(|object| matches!(object, Element::Outline(_))) {
        let outlines = &session.document().outlines;
        let star = |vertex: VertexId| session.derived().adjacency.star(vertex);
        vertices.retain(|&vertex| !star(vertex).iter().any(|&cell| outlines.contains(cell)));
    }
    Moving { vertices, objects }
}

impl Moving {
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
