//! A document under edit.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::editor::session::pick::Element;
use navsmith_core::navmesh::{Adjacency, Draft, IdCounts};
use navsmith_formats::document::{Document, Outlines};

/// Outline whose points are being copied, by its indices in both documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) struct CopiedOutline {
    pub(in crate::editor) from: usize,
    pub(in crate::editor) to: usize,
}

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
    /// Heights of moved outlines before the edit, by index.
    pub(in crate::editor) outline_heights: BTreeMap<usize, f32>,
    pub(in crate::editor) copied_outline: Option<CopiedOutline>,
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
            outline_heights: BTreeMap::new(),
            copied_outline: None,
        }
    }

    /// Returns the draft of the mesh, and the document without its mesh.
    pub fn parts(&mut self) -> (&mut Draft, &mut Document) {
        (&mut self.mesh, &mut self.rest)
    }

    /// Returns the outlines for a change; the end of the edit generates their cells.
    pub(in crate::editor) fn outlines_mut(&mut self) -> &mut Outlines {
        Arc::make_mut(&mut self.rest.outlines)
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
