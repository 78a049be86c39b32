//! Where the agents of the active scenario start, as shown before the run is played.

use crate::editor::State;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::simulation::{groups, scenarios};
use navsmith_core::geometry::Vec3;
use navsmith_core::progress::Stopped;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, Scenario};
use navsmith_core::simulation::world::Simulation;

/// Maximum number of agents that are placed at first use.
const QUICK: u32 = 300;

/// An agent at its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartingAgent {
    /// Position on the mesh.
    pub position: Vec3,
    /// Radius, in metres.
    pub radius: f32,
    /// Number of its marks: that of its group.
    pub color: u8,
}

/// Key of the starts: the mesh, and what places the agents.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct StartsKey {
    ground: MeshSnapshot,
    /// The scenario without targets and behaviours.
    scenario: Scenario,
}

impl Analysis for StartsKey {
    type Value = Vec<StartingAgent>;

    const TITLE: &'static str = "placing agents";

    const RUNS_DURING_GESTURES: bool = true;

    fn when(state: &State) -> When {
        let count = scenarios::active(state).map_or(0, Scenario::agent_count);
        if count == 0 || state.simulation.playback.is_shown() {
            When::Never
        } else if count <= QUICK {
            When::FirstUse
        } else {
            When::AfterFirstUse
        }
    }

    fn key(state: &State) -> Option<Self> {
        let active = scenarios::active(state)?;
        let placed = |group: &AgentGroup| AgentGroup {
            color: group.color,
            count: group.count,
            radius: group.radius,
            spread: group.spread,
            filter: group.filter.clone(),
            ..AgentGroup::new("placed", group.spawn, GroupTarget::Pointer)
        };
        let groups = active.groups.iter().map(placed).collect();
        let scenario = Scenario { groups, seed: active.seed, ..Scenario::default() };
        Some(Self { ground: state.mesh_snapshot(), scenario })
    }

    /// Returns no agents for a scenario that cannot start; its run states the reason.
    fn compute(&self, _: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        let start = Simulation::new(mesh, derived, &self.scenario);
        let started = start.iter().flat_map(Simulation::agents).map(|agent| StartingAgent {
            position: agent.at.point,
            radius: agent.own.radius,
            color: groups::color_of(&self.scenario, agent.group),
        });
        Ok(started.collect())
    }
}

/// Returns the agents at their starts; none while a run is shown.
///
/// Until many agents are placed, they are where they started before the last change.
pub fn starts(state: &State) -> &[StartingAgent] {
    if StartsKey::when(state) == When::Never {
        return &[];
    }
    let value = state.value::<StartsKey>().or_else(|| state.analyses.starts.latest());
    value.map_or(&[], Vec::as_slice)
}
