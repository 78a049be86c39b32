//! Elements that move with the selection: vertices and links.

use glam::{Vec2, Vec3};

use super::{Editor, Selection};
use crate::navmesh::edit::{
    EditResult, Edited, move_vertices, rotate, scale, transform_links, transform_vertices, turned,
};
use crate::navmesh::{Draft, LinkId, NavMesh, VertexId};

/// Vertices and links to move, by id.
#[derive(Clone, Debug, Default)]
pub(super) struct Moving {
    pub(super) vertices: Vec<VertexId>,
    links: Vec<LinkId>,
}

impl Editor {
    /// Returns the elements that move with the selection.
    pub(super) fn moving(&self) -> Moving {
        Moving::of(&self.selection, &self.document.mesh)
    }
}

impl Moving {
    pub(super) fn of(selection: &Selection, mesh: &NavMesh) -> Self {
        Self { vertices: selection.all_vertices(mesh), links: selection.links().iter().copied().collect() }
    }

    /// Creates a set of vertices without links.
    pub(super) fn of_vertices(vertices: Vec<VertexId>) -> Self {
        Self { vertices, links: Vec::new() }
    }

    /// Returns the positions of the vertices and of the ends of the links' spans.
    ///
    /// A position of a vertex comes with its id.
    pub(super) fn places<'a>(
        &'a self,
        mesh: &'a NavMesh,
    ) -> impl Iterator<Item = (Option<VertexId>, Vec3)> + 'a {
        let vertices = self.vertices.iter().map(|&id| (Some(id), mesh.position(id)));
        let links = self.links.iter().filter_map(|&id| mesh.link(id));
        vertices.chain(links.flat_map(|link| link.from.into_iter().chain(link.to)).map(|place| (None, place)))
    }

    /// Moves the elements by a distance in metres.
    pub(super) fn shift(&self, draft: &mut Draft, delta: Vec3) -> EditResult {
        let moved = move_vertices(draft, &self.vertices, delta)?;
        self.with_links(draft, moved, |place| place + delta)
    }

    /// Rotates the elements about a point on the ground, counter-clockwise as seen from above.
    pub(super) fn rotate(&self, draft: &mut Draft, pivot: Vec2, radians: f32) -> EditResult {
        let moved = rotate(draft, &self.vertices, pivot, radians)?;
        self.with_links(draft, moved, turned(pivot, radians))
    }

    /// Scales the elements about a point, by a factor for each axis.
    pub(super) fn scale(&self, draft: &mut Draft, pivot: Vec3, factors: Vec3) -> EditResult {
        let moved = scale(draft, &self.vertices, pivot, factors)?;
        self.with_links(draft, moved, |place| pivot + (place - pivot) * factors)
    }

    /// Moves each position to the result of `f`.
    pub(super) fn transform(&self, draft: &mut Draft, f: impl Fn(Vec3) -> Vec3) -> EditResult {
        let moved = transform_vertices(draft, &self.vertices, &f)?;
        self.with_links(draft, moved, f)
    }

    /// Applies `f` to the links and adds them to the edited elements.
    pub(super) fn with_links(
        &self,
        draft: &mut Draft,
        moved: Edited,
        f: impl Fn(Vec3) -> Vec3,
    ) -> EditResult {
        let links = transform_links(draft, &self.links, f)?.links;
        Ok(Edited { links, ..moved })
    }
}
