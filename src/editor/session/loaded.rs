//! Documents with their derived data.
//!
//! The data can be computed in advance, so that showing the document takes no time.

use std::mem::replace;
use std::sync::Arc;

use crate::editor::session::Session;
use crate::editor::session::pick::IsolatedVertices;
use navsmith_core::navmesh::Derived;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::Issues;
use navsmith_formats::document::Document;

/// Number of cells above which freeing the memory takes noticeable time.
const LARGE: usize = 20_000;

/// Document with its derived data.
///
/// If it is made from a [`Document`] alone, the data are derived when it is shown.
#[derive(Clone, Debug)]
pub struct LoadedDocument {
    /// The document.
    pub document: Document,
    /// What it does not take from its file, in sentences.
    pub(in crate::editor) notes: Arc<Vec<String>>,
    rest: Option<Box<Rest>>,
}

/// Data derived from a document.
#[derive(Clone, Debug)]
struct Rest {
    derived: Arc<Derived>,
    isolated: IsolatedVertices,
    issues: Arc<Issues>,
}

impl LoadedDocument {
    /// Derives all data that an editor needs from a document; `weld_distance` is an editor option.
    ///
    /// Takes linear time.
    pub fn new(document: Document, weld_distance: f32, progress: &Progress) -> Result<Self, Stopped> {
        progress.stage("finding neighbours", 0.0..0.5).report(0, 1)?;
        let derived = Arc::new(Derived::build(&document.mesh));
        Self::with_derived(document, derived, weld_distance, &progress.part(0.5..1.0))
    }

    /// Like [`Self::new`], for a mesh whose neighbours are known.
    pub(in crate::editor) fn with_derived(
        document: Document,
        derived: Arc<Derived>,
        weld_distance: f32,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let stage = progress.stage("finding issues", 0.0..1.0);
        let isolated = IsolatedVertices::build(&document.mesh, &derived.adjacency);
        let limits = document.mesh_limits(weld_distance);
        let issues = Issues::build_with_progress(&document.mesh, &derived, limits, &stage)?;
        let rest = Some(Box::new(Rest { derived, isolated, issues: Arc::new(issues) }));
        Ok(Self { document, notes: Arc::default(), rest })
    }

    /// Returns the document with sentences about what it does not take from its file.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes: notes.into(), ..self }
    }

    /// Puts the document into a session, and returns the one before with its derived data.
    ///
    /// # Errors
    ///
    /// Returns the document if its data are not derived yet.
    pub(in crate::editor) fn exchange(self, session: &mut Session) -> Result<Self, Box<Document>> {
        let Some(rest) = self.rest else { return Err(Box::new(self.document)) };
        let Rest { derived, isolated, issues } = *rest;
        let rest = Rest {
            derived: replace(&mut session.derived, derived),
            isolated: replace(&mut session.isolated, isolated),
            issues: replace(&mut session.issues, issues),
        };
        let document = replace(&mut session.document, self.document);
        Ok(Self { document, notes: Arc::default(), rest: Some(Box::new(rest)) })
    }

    /// Whether freeing the memory takes noticeable time.
    pub(in crate::editor) fn is_large(&self) -> bool {
        self.document.mesh.cell_count() > LARGE
    }

    /// Returns the issues; `None` before they are derived.
    pub(in crate::editor) fn issues(&self) -> Option<&Issues> {
        self.rest.as_ref().map(|rest| &*rest.issues)
    }

    /// Number of islands; `None` before they are derived.
    pub fn island_count(&self) -> Option<usize> {
        self.rest.as_ref().map(|rest| rest.derived.islands.len())
    }
}

impl From<Document> for LoadedDocument {
    fn from(document: Document) -> Self {
        Self { document, notes: Arc::default(), rest: None }
    }
}

impl PartialEq for LoadedDocument {
    /// Compares only the documents, because they determine the derived data.
    fn eq(&self, other: &Self) -> bool {
        self.document == other.document
    }
}
