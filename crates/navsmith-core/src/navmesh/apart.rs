//! Vertices that are apart from others in the same place on purpose.
//!
//! The cells on both sides of a line that agents do not cross have corners of their own along it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Draft, NavMesh, VertexId};

impl NavMesh {
    /// Returns the mesh with these vertices apart from others in the same place.
    ///
    /// Ignores those that do not exist.
    #[must_use]
    pub fn with_vertices_apart(self, vertices: impl IntoIterator<Item = VertexId>) -> Self {
        let apart = vertices.into_iter().filter(|&id| self.vertex(id).is_some()).collect();
        Self { apart: Arc::new(apart), ..self }
    }

    /// Returns the vertices that are apart from others in the same place on purpose, sorted by id.
    ///
    /// They separate the cells on both sides of a line that agents do not cross, so they are no gap.
    pub fn vertices_apart(&self) -> &BTreeSet<VertexId> {
        &self.apart
    }
}

impl Draft {
    /// Sets whether a vertex is [apart](NavMesh::vertices_apart) from others in the same place.
    pub fn set_apart(&mut self, id: VertexId, is_apart: bool) {
        let apart = &mut self.mesh.apart;
        if is_apart && self.mesh.vertices.get(id.0 as usize).is_some_and(Option::is_some) {
            if !apart.contains(&id) {
                Arc::make_mut(apart).insert(id);
            }
        } else if apart.contains(&id) {
            Arc::make_mut(apart).remove(&id);
        }
    }
}
