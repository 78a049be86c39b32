//! A document together with what is derived from it, made where there is time for it, so that showing it takes none.

use std::mem::replace;
use std::ops::ControlFlow;

use super::isolated::IsolatedVertices;
use super::legend::Scales;
use super::{Editor, Effect};
use crate::document::Document;
use crate::document::issues::Issues;
use crate::navmesh::Derived;

/// To give back the memory of more cells than this takes long enough to be seen.
const LARGE: usize = 20_000;

/// A document to be shown. One made of a [`Document`] alone has the rest derived when it is.
#[derive(Clone, Debug)]
pub struct LoadedDocument {
    /// The document.
    pub document: Document,
    rest: Option<Box<Rest>>,
}

/// What is derived from a document.
#[derive(Clone, Debug)]
struct Rest {
    derived: Derived,
    isolated: IsolatedVertices,
    issues: Issues,
}

impl LoadedDocument {
    /// Derives everything that an editor needs of a document; `weld_distance` is that of the editor's options.
    ///
    /// `goes_on` is told before each of the steps what it is, and may break off: then the result is `None`. Linear.
    pub fn new(
        document: Document,
        weld_distance: f32,
        mut goes_on: impl FnMut(&'static str) -> ControlFlow<()>,
    ) -> Option<Self> {
        goes_on("finding neighbours").continue_value()?;
        let derived = Derived::build(&document.mesh);
        goes_on("finding issues").continue_value()?;
        let isolated = IsolatedVertices::build(&document.mesh, &derived.adjacency);
        let issues = Issues::build(&document.mesh, &derived, weld_distance);
        Some(Self { document, rest: Some(Box::new(Rest { derived, isolated, issues })) })
    }
}

impl LoadedDocument {
    /// Number of islands; `None` before they are derived.
    pub fn island_count(&self) -> Option<usize> {
        self.rest.as_ref().map(|rest| rest.derived.islands.len())
    }
}

impl From<Document> for LoadedDocument {
    fn from(document: Document) -> Self {
        Self { document, rest: None }
    }
}

impl PartialEq for LoadedDocument {
    /// What is derived follows from the document.
    fn eq(&self, other: &Self) -> bool {
        self.document == other.document
    }
}

impl Editor {
    /// Shows another document, with nothing of the one before.
    pub(super) fn show_prepared(&mut self, prepared: LoadedDocument) {
        let LoadedDocument { document, rest } = prepared;
        self.forget_distances();
        self.given = document.mesh.id_counts();
        let Some(rest) = rest else { return self.replace_document(document) };
        let Rest { derived, isolated, issues } = *rest;
        let gone = LoadedDocument {
            document: replace(&mut self.document, document),
            rest: Some(Box::new(Rest {
                derived: replace(&mut self.derived, derived),
                isolated: replace(&mut self.interaction.isolated, isolated),
                issues: replace(&mut self.issues, issues),
            })),
        };
        if gone.document.mesh.cell_count() > LARGE {
            self.effects.push(Effect::DropInBackground(gone));
        }
        self.recheck_issues();
        self.query.forget_answer();
        self.selection.clear();
        self.scales = Scales::default();
        self.after_change();
    }
}
