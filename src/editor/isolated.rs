//! Vertices that no cell uses; the locator knows cells only, so picking has to know these.

use std::collections::BTreeSet;

use crate::navmesh::{Adjacency, Changes, NavMesh, VertexId};

/// The vertices that no cell uses, by id.
#[derive(Clone, Debug, Default)]
pub(super) struct IsolatedVertices(BTreeSet<VertexId>);

impl IsolatedVertices {
    /// Finds them. Linear.
    pub(super) fn build(mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        Self(mesh.vertices().map(|(id, _)| id).filter(|&id| adjacency.star(id).is_empty()).collect())
    }

    /// Follows what changed from one mesh to another.
    pub(super) fn update(&mut self, from: &NavMesh, to: &NavMesh, adjacency: &Adjacency, changes: &Changes) {
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

    /// All of them, by id.
    pub(super) fn iter(&self) -> impl Iterator<Item = VertexId> {
        self.0.iter().copied()
    }
}
