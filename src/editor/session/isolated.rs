//! Isolated vertices: vertices that no cell uses.
//!
//! The point locator contains only cells, so picking needs these vertices separately.

use std::collections::BTreeSet;

use crate::navmesh::{Adjacency, Changes, NavMesh, VertexId};

/// Set of the isolated vertices.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct IsolatedVertices(BTreeSet<VertexId>);

impl IsolatedVertices {
    /// Finds the isolated vertices of a mesh. Takes linear time.
    pub(in crate::editor) fn build(mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        Self(mesh.vertices().map(|(id, _)| id).filter(|&id| adjacency.star(id).is_empty()).collect())
    }

    /// Updates the set after a change from one mesh to another.
    pub(in crate::editor) fn update(
        &mut self,
        from: &NavMesh,
        to: &NavMesh,
        adjacency: &Adjacency,
        changes: &Changes,
    ) {
        let corners =
            changes.cells.iter().flat_map(|&cell| from.corners(cell).iter().chain(to.corners(cell)));
        for &id in changes.vertices.iter().chain(corners) {
            if to.vertex(id).is_some() && adjacency.star(id).is_empty() {
                self.0.insert(id);
            } else {
                self.0.remove(&id);
            }
        }
    }

    /// Returns all isolated vertices, in the order of their ids.
    pub(in crate::editor) fn iter(&self) -> impl Iterator<Item = VertexId> {
        self.0.iter().copied()
    }
}
