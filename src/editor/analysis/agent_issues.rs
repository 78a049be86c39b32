//! Issues for an agent, and those between the mesh and its levels.
//!
//! They are found by a job in a large mesh, and then follow each edit.

use std::sync::Arc;

use crate::editor::State;
use crate::editor::analysis::document_issues::document_issues;
use crate::editor::analysis::export_issues::export_issues;
use crate::editor::levels::surface;
use crate::editor::session::Session;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use navsmith_core::navmesh::{CellId, Changes, NavMesh};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::check::{AgentIssues, AgentLimits, AllIssues, Issue};
use navsmith_formats::level::surface::LevelSurface;

/// Numbers of cells and triangles above which a job finds the issues.
const MOST_CELLS: usize = 1_000;
const MOST_TRIANGLES: usize = 20_000;

/// Key of the issues.
#[derive(Clone, Debug)]
pub(in crate::editor) struct AgentIssuesKey {
    ground: MeshSnapshot,
    surface: Option<Arc<LevelSurface>>,
    limits: AgentLimits,
}

impl PartialEq for AgentIssuesKey {
    /// Compares surfaces by pointer, because a surface is collected once for the same levels.
    fn eq(&self, other: &Self) -> bool {
        let surfaces = [self, other].map(|key| key.surface.as_ref().map(Arc::as_ptr));
        surfaces[0] == surfaces[1] && self.limits == other.limits && self.ground == other.ground
    }
}

impl AgentIssuesKey {
    /// Returns the triangles of the levels with the limits; `None` without levels.
    pub(super) fn levels(&self) -> Option<(Arc<LevelSurface>, AgentLimits)> {
        self.surface.as_ref().map(|surface| (Arc::clone(surface), self.limits))
    }

    /// Finds the issues of another mesh, for the same agent and levels.
    pub(super) fn find_in(&self, ground: &MeshSnapshot, progress: &Progress) -> Result<AgentIssues, Stopped> {
        AgentIssues::build(&ground.mesh, &ground.derived, self.surface.as_deref(), self.limits, progress)
    }
}

impl Analysis for AgentIssuesKey {
    type Value = Arc<AgentIssues>;

    const TITLE: &'static str = "searching for issues of the agent";

    fn when(state: &State) -> When {
        let triangles = surface::surface(state).map_or(0, |surface| surface.triangles().len());
        let larger = When::AfterFirstUse;
        if triangles > MOST_TRIANGLES { larger } else { When::for_cells(state, MOST_CELLS, larger) }
    }

    fn key(state: &State) -> Option<Self> {
        let has_levels = !state.document().levels.is_empty();
        // With levels, their triangles are collected first.
        let surface = if has_levels { Some(Arc::clone(surface::surface(state)?)) } else { None };
        Some(Self { ground: state.mesh_snapshot(), surface, limits: limits(state) })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        self.find_in(&self.ground, progress).map(Arc::new)
    }

    /// Updates the issues, unless they were outdated before or most of the mesh changed.
    fn edited(state: &mut State, before: &NavMesh, changes: &Changes) {
        let is_of = |key: &Self| key.ground.mesh == *before;
        if !state.analyses.agent_issues.key().is_some_and(is_of) {
            return;
        }
        let Some((mut key, mut issues)) = state.analyses.agent_issues.take_value() else { return };
        let (old, surface) = (Arc::clone(&key.ground.derived), key.surface.as_deref());
        if Arc::make_mut(&mut issues).update(&old, state.derived(), surface, changes) {
            key.ground = state.mesh_snapshot();
        }
        state.analyses.agent_issues.set_value(key, issues);
    }
}

/// Returns the issues for the [`checked_agent`]; `None` until they are found.
pub fn agent_issues(state: &State) -> Option<&Arc<AgentIssues>> {
    state.value::<AgentIssuesKey>()
}

/// Returns the agent for which issues are found: that of the document, or of the active query.
pub fn checked_agent(session: &Session) -> Agent {
    session.document().agent.unwrap_or_else(|| session.settings().agent)
}

/// Returns the limits that the document and the checked agent set.
pub fn limits(session: &Session) -> AgentLimits {
    session.document().agent_limits(&checked_agent(session), session.options.weld_distance)
}

/// Returns the number of the job that finds them.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.agent_issues.running()
}

/// Returns the issues of mesh, document, agent and exports, without the ignored ones.
pub fn all_issues(state: &State) -> impl Iterator<Item = &Issue> {
    found_issues(state).filter(|issue| !is_ignored(state, issue))
}

/// Returns the issues of a cell, as [`all_issues`] does.
pub fn issues_of_cell(state: &State, cell: CellId) -> impl Iterator<Item = &Issue> {
    by_scope(state).of_cell(cell).filter(|issue| !is_ignored(state, issue))
}

/// Returns the issues of mesh, document, agent and exports, with the ignored ones.
pub fn found_issues(state: &State) -> impl Iterator<Item = &Issue> {
    by_scope(state).iter()
}

/// Returns the issues of each scope, as far as they are found, with the ignored ones.
pub fn by_scope(state: &State) -> AllIssues<'_> {
    AllIssues {
        mesh: state.issues(),
        document: document_issues(state),
        agent: agent_issues(state).map(|issues| &**issues),
        exports: export_issues(state),
    }
}

/// Returns the issues of mesh, document, agent and exports that the document ignores.
pub fn ignored_issues(state: &State) -> impl Iterator<Item = &Issue> {
    found_issues(state).filter(|issue| is_ignored(state, issue))
}

/// Whether the document ignores an issue.
pub fn is_ignored(session: &Session, issue: &Issue) -> bool {
    session.document().ignored.contains(issue)
}
