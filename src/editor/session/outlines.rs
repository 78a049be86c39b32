//! Cells of outlines during an edit, and the refusal of other changes of these cells.

use std::sync::Arc;

use crate::editor::session::draft::DocumentDraft;
use navsmith_core::navmesh::edit::Refusal;
use navsmith_core::navmesh::{Adjacency, Draft, IdCounts};
use navsmith_formats::document::{Document, LiveOutlines, Outlines, regenerate};

/// The outlines at the start of a transaction, and their triangulation while their points are dragged.
#[derive(Clone, Debug)]
pub(in crate::editor) struct OutlineDrag {
    start: Arc<Outlines>,
    live: LiveOutlines,
    /// Whether cells were changed around moved points only, so that they are generated again in the end.
    is_live: bool,
}

/// Generates the cells of changed outlines in a draft of a document.
///
/// The first preview of a transaction generates whole floors. Further ones follow the points that move.
///
/// # Errors
/// If the edit changes generated cells without their outlines, or if an outline has too few points.
pub(in crate::editor) fn generate(
    drag: &mut Option<OutlineDrag>,
    (before, adjacency): (&Document, &Adjacency),
    draft: &mut DocumentDraft,
) -> Result<(), Refusal> {
    let start = &before.outlines;
    let (mesh, rest) = draft.parts();
    if start.is_empty() && rest.outlines.is_empty() {
        return Ok(());
    }
    if !Arc::ptr_eq(start, &rest.outlines) {
        Arc::make_mut(&mut rest.outlines).settle()?;
    }
    start.check_edit(&rest.outlines, [&before.mesh, mesh.mesh()], adjacency)?;
    if **start == *rest.outlines {
        return Ok(());
    }
    let outlines = Arc::make_mut(&mut rest.outlines);
    if let Some(drag) = drag.as_mut().filter(|drag| Arc::ptr_eq(&drag.start, start)) {
        drag.is_live = true;
        drag.live.follow(mesh, start, outlines);
        return Ok(());
    }
    regenerate(mesh, start, outlines);
    *drag = Some(OutlineDrag { start: Arc::clone(start), live: LiveOutlines::new(outlines), is_live: false });
    Ok(())
}

impl OutlineDrag {
    /// Returns the document with the cells that do not depend on the way of the points.
    ///
    /// `None` if it has them.
    pub(super) fn settled(
        self,
        document: &Document,
        adjacency: &Adjacency,
        given: IdCounts,
    ) -> Option<Document> {
        let mut outlines = document.outlines.as_ref().clone();
        // A point that was dragged onto its neighbour merges with it.
        if !outlines.merge_equal_points() && !self.is_live {
            return None;
        }
        let mut draft = Draft::new(document.mesh.clone(), adjacency.clone()).with_ids_after(given);
        regenerate(&mut draft, &self.start, &mut outlines);
        Some(Document { mesh: draft.into_mesh(), outlines: Arc::new(outlines), ..document.clone() })
    }
}
