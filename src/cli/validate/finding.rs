//! Findings: the issues of a file, and those of its export.

use std::path::PathBuf;

use crate::cli::Exit;
use crate::cli::args::file::SourceArguments;
use crate::cli::load::DroppedContent;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{CellId, Edge, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_formats::check::apart::NarrowGap;
use navsmith_formats::check::{IgnoredIssues, Issue, IssueKind, IssueType, Severity};
use navsmith_formats::document::identity::{KnownIssue, KnownPlace};
use navsmith_formats::io::{DOCUMENT, Format, file, ron};

/// A file with its findings.
#[derive(Debug, Default)]
pub(in crate::cli) struct FileFindings {
    pub(super) file: PathBuf,
    /// Reason why the file cannot be read; `None` if it can.
    pub(super) unreadable: Option<String>,
    /// Clause about the ground that was left out; `None` if there is none.
    pub(super) left_out: Option<String>,
    /// Cells that reading left out.
    pub(super) dropped: DroppedContent,
    /// The agent for which the file was checked.
    pub(super) agent: Agent,
    /// Its sizes in the unit of the file.
    pub(super) agent_sizes: String,
    /// Findings by kind: errors first, then by title.
    pub(super) findings: Vec<Finding>,
    /// Whether every search for issues of the level was completed.
    pub(super) is_complete: bool,
    /// Narrow gaps between islands, which a repair with a larger tolerance joins.
    pub(super) narrow_gaps: Vec<NarrowGap>,
    pub(super) notes: Vec<String>,
    /// Line of each cell in the text of a document, from 1; empty for other files.
    pub(super) lines: Vec<usize>,
}

/// An issue, or what an export cannot represent.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Finding {
    pub(in crate::cli) kind: &'static IssueType,
    pub(in crate::cli) headline: String,
    /// Description, its consequence, and what to do.
    pub(in crate::cli) message: String,
    /// Position; `None` for a finding that concerns the whole file.
    pub(in crate::cli) at: Option<Vec3>,
    pub(super) cells: Vec<CellId>,
    pub(super) vertices: Vec<VertexId>,
    pub(super) edges: Vec<Edge>,
    pub(super) link: Option<u32>,
    pub(super) distance: Option<f32>,
    /// Whether the baseline lists the finding.
    pub(super) is_known: bool,
    /// Whether the document ignores the finding.
    pub(super) is_ignored: bool,
}

impl Finding {
    pub(super) fn of(issue: &Issue, ignored: &IgnoredIssues) -> Self {
        let link = match issue.kind {
            IssueKind::Unattached(link, _) | IssueKind::Crowded(link, _) | IssueKind::NoReturn(link) => {
                Some(link.0)
            }
            IssueKind::DuplicateLink(_, link) => Some(link.0),
            _ => None,
        };
        Self {
            headline: issue.headline(),
            at: Some(issue.at),
            cells: issue.cells.clone(),
            vertices: issue.vertices.clone(),
            edges: issue.edges.clone(),
            link,
            distance: issue.distance,
            is_ignored: ignored.contains(issue),
            ..Self::of_file(issue.kind.of_type(), issue.describe())
        }
    }

    /// Returns a finding that concerns a whole file.
    pub(super) fn of_file(kind: &'static IssueType, message: String) -> Self {
        Self {
            kind,
            headline: message.clone(),
            message,
            at: None,
            cells: Vec::new(),
            vertices: Vec::new(),
            edges: Vec::new(),
            link: None,
            distance: None,
            is_known: false,
            is_ignored: false,
        }
    }

    /// Returns the identity of the finding, which does not contain ids of cells, vertices or links.
    pub(super) fn identity(&self) -> KnownIssue {
        let place = match self.at {
            Some(at) => KnownPlace::of(at),
            None => KnownPlace::Text(self.message.clone()),
        };
        KnownIssue { kind: self.kind.name.into(), place }
    }

    /// Whether neither the baseline nor the document lists the finding.
    pub(super) fn is_new(&self) -> bool {
        !self.is_known && !self.is_ignored
    }

    /// Whether the finding is new and at least as severe as the level.
    pub(super) fn fails(&self, level: Severity) -> bool {
        self.is_new() && self.kind.severity <= level
    }
}

impl FileFindings {
    /// Returns the findings that neither the baseline nor the document lists.
    pub(super) fn new_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.is_new())
    }

    /// Returns the number of new findings of a severity.
    pub(super) fn count(&self, severity: Severity) -> usize {
        self.new_findings().filter(|finding| finding.kind.severity == severity).count()
    }

    /// Returns the number of known findings, without the ignored ones.
    pub(super) fn known(&self) -> usize {
        self.findings.iter().filter(|finding| finding.is_known && !finding.is_ignored).count()
    }

    /// Returns the number of ignored findings.
    pub(super) fn ignored(&self) -> usize {
        self.findings.iter().filter(|finding| finding.is_ignored).count()
    }

    pub(super) fn exit(&self, level: Severity) -> Exit {
        match &self.unreadable {
            Some(_) => Exit::Bad,
            None => Exit::of(self.is_complete && !self.findings.iter().any(|finding| finding.fails(level))),
        }
    }

    /// Returns the line of the first cell of a finding; `None` without one.
    pub(super) fn line(&self, finding: &Finding) -> Option<usize> {
        let cell = finding.cells.first()?;
        self.lines.get(cell.0 as usize).copied()
    }
}

/// Returns the line of each cell in the text of a document.
///
/// Returns none for other formats, and for a mesh that is welded and so has other cells.
pub(super) fn lines_of_cells(source: &SourceArguments) -> Vec<usize> {
    let welding = &source.reading.welding;
    if welding.weld.is_some() || welding.max_slope.is_some() {
        return Vec::new();
    }
    let Ok(bytes) = file::read(&source.file, file::CAP) else { return Vec::new() };
    if Format::of_file(&source.file, &bytes) != Some(&DOCUMENT) {
        return Vec::new();
    }
    ron::places_of_cells(&String::from_utf8_lossy(&bytes)).into_iter().map(|(line, _)| line).collect()
}
