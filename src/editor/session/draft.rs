//! A document under edit.

use std::ops::{Deref, DerefMut};

use crate::editor::session::pick::Element;
use navsmith_core::navmesh::{Adjacency, Draft, IdCounts};
use navsmith_formats::document::Document;

/// A document that is being edited; edits of the mesh take it as the [`Draft`] of its mesh.
#[derive(Clone, Debug)]
pub struct DocumentDraft {
    mesh: Draft,
    /// The document without its mesh.
    pub rest: Document,
    /// Index of the scenario that gets added groups of agents.
    pub scenario: usize,
    /// Objects that the edit added, to be selected after it.
    pub added: Vec<Element>,
}

impl DocumentDraft {
    /// Creates a draft of a document and the adjacency of its mesh; new elements get ids after `given`.
    pub fn new(mut document: Document, adjacency: Adjacency, given: IdCounts) -> Self {
        let mesh = std::mem::take(&mut document.mesh);
        Self {
            mesh: Draft::new(mesh, adjacency).with_ids_after(given),
            rest: document,
            scenario: 0,
            added: Vec::new(),
        }
    }

    /// Returns the draft of the mesh, and the document without its mesh.
    pub fn parts(&mut self) -> (&mut Draft, &mut Document) {
        (&mut self.mesh, &mut self.rest)
    }

    /// Returns the finished document.
    pub fn into_document(self) -> Document {
        Document { mesh: self.mesh.into_mesh(), ..self.rest }
    }
}

impl Deref for DocumentDraft {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        &self.mesh
    }
}

impl DerefMut for DocumentDraft {
    fn deref_mut(&mut self) -> &mut Draft {
        &mut self.mesh
    }
}
