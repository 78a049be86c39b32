//! Errors of a written file, for a warning beside the export.

use std::collections::BTreeMap;

use super::DOCUMENT;
use super::content::DocumentContent;
use super::export_check::reread;
use super::file_ref::FileRef;
use super::format::Format;
use super::placing;
use crate::check::{Issues, ListedIssues, Severity, WELD_DISTANCE};
use crate::document::Document;
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// Returns a clause about the errors of a written mesh, or about an incomplete search for them.
///
/// A mesh without cells is an error. The clause begins with coordinates that are too large for the format.
/// The ignored issues of the document apply, although the format may not store them. Errors that
/// exist only because the format stores no heights are counted apart. Returns `None` without errors after a complete
/// search.
pub fn find(
    document: &Document,
    (format, coordinates): (&Format, FileCoordinates),
    written: &[u8],
    progress: &Progress,
) -> Result<Option<String>, Stopped> {
    if document.mesh.cell_count() == 0 {
        return Ok(Some("the mesh has no cells".into()));
    }
    let is_lossy = !format.losses(document, coordinates).is_empty();
    let read_back = is_lossy.then(|| reread(format, written)).flatten();
    let read_back = read_back.and_then(|document| placing::from_file(&document, coordinates).ok());
    let mesh = read_back.as_ref().map_or(&document.mesh, |document| &document.mesh);
    let written = MeshErrors::of(document, mesh, progress)?;
    let has_heights = || DocumentContent::Heights.amount(document).is_some();
    let coarse = format.lost_tolerance(&document.mesh, coordinates);
    let joined = |parts: Vec<String>| (!parts.is_empty()).then(|| parts.join("; "));
    if format.stores.contains(&DocumentContent::Heights) || !has_heights() {
        return Ok(joined(coarse.into_iter().chain(written.describe()).collect()));
    }
    let own = MeshErrors::of(document, &document.mesh, progress)?;
    let more = written.without(&own).listed().map(|errors| {
        format!(
            "without heights, the mesh has {errors} more; choose a format that stores heights, or write each storey to \
             its own file"
        )
    });
    Ok(joined(coarse.into_iter().chain(own.describe()).chain(more).collect()))
}

/// Returns a text about the errors of an exported file, and about what an engine changes in it.
///
/// `None` without any. A document is written whole, and the window lists its issues.
pub fn warning(
    file: &FileRef,
    document: &Document,
    (format, coordinates): (&Format, FileCoordinates),
    written: &[u8],
    progress: &Progress,
) -> Result<Option<String>, Stopped> {
    if *format == DOCUMENT {
        return Ok(None);
    }
    let errors = find(document, (format, coordinates), written, progress)?;
    let engine = ListedIssues::of_engine(document, (format, coordinates)).clauses(document);
    let clauses: Vec<String> = errors.into_iter().chain(engine).collect();
    Ok((!clauses.is_empty()).then(|| format!("Exported {file}, but {}.", clauses.join(". "))))
}

/// Numbers of the errors of a mesh.
struct MeshErrors {
    /// Numbers by title of the kind.
    kinds: BTreeMap<&'static str, usize>,
    /// Whether the search may have missed some.
    is_incomplete: bool,
}

impl MeshErrors {
    /// Counts the errors of a mesh that a document does not ignore.
    fn of(document: &Document, mesh: &NavMesh, progress: &Progress) -> Result<Self, Stopped> {
        let limits = document.mesh_limits(WELD_DISTANCE);
        let issues = Issues::build_with_progress(mesh, &Derived::build(mesh), limits, progress)?;
        let mut kinds = BTreeMap::new();
        for issue in issues.iter().filter(|issue| !document.ignored.contains(issue)) {
            if issue.kind.severity() == Severity::Error {
                *kinds.entry(issue.kind.title()).or_default() += 1;
            }
        }
        Ok(Self { kinds, is_incomplete: issues.may_lack_errors() })
    }

    /// Returns these numbers without those of another mesh.
    fn without(mut self, other: &Self) -> Self {
        for (title, number) in &mut self.kinds {
            *number = number.saturating_sub(other.kinds.get(title).copied().unwrap_or_default());
        }
        self.kinds.retain(|_, number| *number > 0);
        self
    }

    /// Returns the numbers as `2 errors (Gap: 2)`; `None` without errors.
    fn listed(&self) -> Option<String> {
        let kinds: Vec<String> =
            self.kinds.iter().map(|(title, number)| format!("{title}: {number}")).collect();
        let total: usize = self.kinds.values().sum();
        let noun = if total == 1 { "error" } else { "errors" };
        (!kinds.is_empty()).then(|| format!("{total} {noun} ({})", kinds.join(", ")))
    }

    fn describe(&self) -> Option<String> {
        match self.listed() {
            Some(errors) => {
                let least = if self.is_incomplete { "at least " } else { "" };
                Some(format!("the mesh has {least}{errors}"))
            }
            None => self.is_incomplete.then(|| {
                "the search for errors in the mesh stopped early, so errors may exist that it did not find".into()
            }),
        }
    }
}
