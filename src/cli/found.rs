//! The issues of a document, as all subcommands find them.

use serde::Serialize;

use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_formats::check::apart::NarrowGap;
use navsmith_formats::check::{
    AgentIssues, AgentLimits, AllIssues, EngineDistances, Issue, Issues, ListedIssues, MeshLimits, Severity,
    WELD_DISTANCE,
};
use navsmith_formats::document::Document;
use navsmith_formats::io::Format;
use navsmith_formats::level::surface::LevelSurface;

/// The issues of a mesh, of its document as a whole, for its agent, and of exports.
pub(super) struct FoundIssues {
    pub(super) mesh: Issues,
    document: ListedIssues,
    agent: AgentIssues,
    exports: ListedIssues,
}

impl FoundIssues {
    /// Finds the issues of a document with the triangles of its levels.
    ///
    /// The agent is that of the document, or of its first query. Checks the export in a format, or those that the
    /// document stores, for an engine with these distances.
    pub(super) fn of(
        document: &Document,
        derived: &Derived,
        surface: Option<&LevelSurface>,
        (format, engine): (Option<&'static Format>, EngineDistances),
    ) -> Self {
        let limits = MeshLimits { engine, ..document.mesh_limits(WELD_DISTANCE) };
        let mesh = Issues::build(&document.mesh, derived, limits);
        let progress = Progress::none();
        let exports = match format {
            Some(format) => {
                let target = (format, FileCoordinates::default());
                ListedIssues::of_export(document, target, mesh.iter(), &limits, &progress)
            }
            None => ListedIssues::of_targets(document, || mesh.iter(), &limits, &progress),
        };
        Self {
            document: ListedIssues::of_document(document, derived, &limits),
            agent: of_agent(document, derived, surface),
            exports: exports.unwrap_or_default(),
            mesh,
        }
    }

    fn all(&self) -> AllIssues<'_> {
        let Self { mesh, document, agent, exports } = self;
        AllIssues { mesh, document: Some(document), agent: Some(agent), exports: Some(exports) }
    }

    /// Returns all issues.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Issue> {
        self.all().iter()
    }

    /// Returns the number of issues of each severity that the document does not ignore, the worst first.
    pub(super) fn counts(&self, document: &Document) -> [usize; Severity::ALL.len()] {
        Severity::counts(self.iter().filter(|issue| !document.ignored.contains(issue)))
    }

    /// Returns a sentence for each search that does not list all issues, except those of exports.
    pub(super) fn stopped(&self) -> impl Iterator<Item = String> {
        AllIssues { exports: None, ..self.all() }.stopped()
    }

    /// Returns a sentence for each search in an export that does not list all issues.
    pub(super) fn stopped_in_exports(&self) -> impl Iterator<Item = String> {
        self.exports.notes.iter().cloned()
    }
}

/// Sizes of an agent, as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct AgentSizes {
    radius: f32,
    height: f32,
    /// Steepest slope, in degrees.
    slope: f32,
    /// Highest step, in metres; `null` for any.
    step: Option<f32>,
}

impl AgentSizes {
    pub(super) fn of(agent: &Agent) -> Self {
        let Agent { radius, height, max_slope, max_climb } = *agent;
        let step = Some(max_climb).filter(|climb| climb.is_finite());
        Self { radius, height, slope: max_slope.to_degrees(), step }
    }
}

/// Returns the limits for the agent that a document is checked for.
pub(super) fn agent_limits(document: &Document) -> AgentLimits {
    document.agent_limits(&document.checked_agent(), WELD_DISTANCE)
}

/// Finds the issues for the agent that a document is checked for.
pub(super) fn of_agent(
    document: &Document,
    derived: &Derived,
    surface: Option<&LevelSurface>,
) -> AgentIssues {
    let found =
        AgentIssues::build(&document.mesh, derived, surface, agent_limits(document), &Progress::none());
    // The token never stops a search.
    found.unwrap_or_default()
}

/// Finds the issues of a mesh alone.
pub(super) fn find_issues(document: &Document, derived: &Derived) -> Issues {
    Issues::build(&document.mesh, derived, document.mesh_limits(WELD_DISTANCE))
}

/// Returns the narrow gaps between the islands of a document, which a repair can join.
pub(super) fn narrow_gaps(document: &Document, derived: &Derived, issues: &Issues) -> Vec<NarrowGap> {
    // The token never stops the search.
    NarrowGap::all_of(document, derived, issues, &Progress::none()).unwrap_or_default()
}
