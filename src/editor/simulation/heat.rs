//! Heat maps of the run: where agents walk, wait, overlap and touch walls.

use std::sync::Arc;

use crate::editor::State;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::simulation::{playback, runs};
use crate::editor::view::scene::agents::HEAT_LEVELS;
use navsmith_core::progress::Stopped;
use navsmith_core::simulation::run::heat::{HeatMap, HeatTile};
use navsmith_core::simulation::run::recording::Recording;

/// Size of a tile, in metres.
const TILE: f32 = 0.5;

/// Maximum number of positions that are added up at first use.
const QUICK: usize = 300_000;

/// Distance from walls at which tiles have the weakest colour, in metres.
const FAR_FROM_WALLS: f32 = 2.0;

/// Property that a heat map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeatKind {
    /// Time of agents on their way in a tile.
    Traffic,
    /// Time in which agents waited on their way.
    Waiting,
    /// Time in which agents overlapped.
    Collisions,
    /// Time in which agents touched walls.
    WallContact,
    /// Distance of the agents from the nearest wall.
    WallDistance,
}

impl HeatKind {
    /// All kinds, in the order of lists.
    pub const ALL: [Self; 5] =
        [Self::Traffic, Self::Waiting, Self::Collisions, Self::WallContact, Self::WallDistance];

    /// Returns the title in menus.
    pub fn title(self) -> &'static str {
        match self {
            Self::Traffic => "Traffic",
            Self::Waiting => "Waiting",
            Self::Collisions => "Collisions",
            Self::WallContact => "Wall contact",
            Self::WallDistance => "Wall distance",
        }
    }

    /// Returns what the map shows, as a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Traffic => "Time that agents on their way spent in a tile of half a metre.",
            Self::Waiting => "Time in which agents on their way were slower than 0.1 m/s.",
            Self::Collisions => "Time in which agents overlapped by more than 1 % of a radius.",
            Self::WallContact => "Time in which agents touched a wall.",
            Self::WallDistance => "Distance of the agents in a tile from the nearest wall, up to 2 m.",
        }
    }

    /// Returns what an empty map means, as a sentence.
    pub fn describe_empty(self) -> &'static str {
        match self {
            Self::Traffic => "No agent was on its way.",
            Self::WallDistance => "No agent was on the mesh.",
            Self::Waiting => "No agent waited on its way.",
            Self::Collisions => "No agent overlapped another.",
            Self::WallContact => "No agent touched a wall.",
        }
    }

    /// Returns the unit of the values.
    pub fn unit(self) -> &'static str {
        if self == Self::WallDistance { "m" } else { "s" }
    }

    /// Returns the value of a tile; `None` if no agent was there.
    fn value(self, tile: &HeatTile) -> Option<f32> {
        let value = match self {
            Self::Traffic => tile.traffic,
            Self::Waiting => tile.waiting,
            Self::Collisions => tile.collisions,
            Self::WallContact => tile.at_wall,
            Self::WallDistance => tile.wall_distance.min(FAR_FROM_WALLS),
        };
        (value > 0.0 || self == Self::WallDistance).then_some(value)
    }
}

/// Key of the heat map of the run.
#[derive(Clone, Debug)]
pub(in crate::editor) struct HeatKey {
    recording: Arc<Recording>,
    ground: MeshSnapshot,
}

impl PartialEq for HeatKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.recording, &other.recording) && self.ground == other.ground
    }
}

impl Analysis for HeatKey {
    type Value = HeatMap;

    const TITLE: &'static str = "adding up the run";

    fn when(state: &State) -> When {
        let is_shown = playback::playback(state).is_shown() && state.simulation.heat_kind.is_some();
        match runs::run(state).filter(|_| is_shown) {
            None => When::Never,
            Some(run) if run.recording.len() * run.recording.agent_count() <= QUICK => When::FirstUse,
            Some(_) => When::AfterFirstUse,
        }
    }

    fn key(state: &State) -> Option<Self> {
        let recording = Arc::clone(&runs::run(state)?.recording);
        Some(Self { recording, ground: state.mesh_snapshot() })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        HeatMap::of(&self.recording, (mesh, derived), TILE, progress)
    }
}

/// Returns the property that the heat map shows; `None` without one.
pub fn kind(state: &State) -> Option<HeatKind> {
    state.simulation.heat_kind
}

/// Returns the heat map of the run; `None` until it is computed.
pub fn map(state: &State) -> Option<&HeatMap> {
    kind(state)?;
    state.value::<HeatKey>()
}

/// Whether no tile of the map has a value.
pub fn is_empty(map: &HeatMap, kind: HeatKind) -> bool {
    map.tiles.iter().all(|tile| kind.value(tile).is_none())
}

/// Returns the levels of the tiles, by tile: 0 for the weakest; `None` without agents.
pub fn levels(map: &HeatMap, kind: HeatKind) -> Vec<Option<u8>> {
    let [from, to] = range(map, kind);
    let level = |value: f32| {
        let share = ((value - from) / (to - from).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        // Most tiles have small times; the root makes their differences visible.
        let share = if kind == HeatKind::WallDistance { 1.0 - share } else { share.sqrt() };
        ((share * f32::from(HEAT_LEVELS)) as u8).min(HEAT_LEVELS - 1)
    };
    map.tiles.iter().map(|tile| kind.value(tile).map(level)).collect()
}

/// Returns the value at which a level begins, and the one at which it ends.
pub fn values_of(map: &HeatMap, kind: HeatKind, level: u8) -> [f32; 2] {
    let [from, to] = range(map, kind);
    let shares = [level, level + 1].map(|level| f32::from(level) / f32::from(HEAT_LEVELS));
    match kind {
        HeatKind::WallDistance => [1.0 - shares[1], 1.0 - shares[0]].map(|share| from + (to - from) * share),
        _ => shares.map(|share| from + (to - from) * share * share),
    }
}

/// Returns the text of the values of a level, such as "0.0 to 0.4 s".
///
/// Numbers have as many decimals as the ends of the narrowest level need to differ.
pub fn describe_level(map: &HeatMap, kind: HeatKind, level: u8) -> String {
    describe_values(map, kind, values_of(map, kind, level))
}

/// Returns the text of the values of all levels, from the least to the greatest.
pub fn describe_range(map: &HeatMap, kind: HeatKind) -> String {
    describe_values(map, kind, range(map, kind))
}

fn describe_values(map: &HeatMap, kind: HeatKind, [from, to]: [f32; 2]) -> String {
    let widths = (0..HEAT_LEVELS).map(|level| {
        let [from, to] = values_of(map, kind, level);
        to - from
    });
    let narrowest = widths.fold(f32::INFINITY, f32::min);
    let decimals = [0.1, 0.01].into_iter().position(|least| narrowest >= least).unwrap_or(2) + 1;
    format!("{from:.decimals$} to {to:.decimals$} {}", kind.unit())
}

fn range(map: &HeatMap, kind: HeatKind) -> [f32; 2] {
    match kind {
        HeatKind::WallDistance => [0.0, FAR_FROM_WALLS],
        _ => [0.0, map.tiles.iter().filter_map(|tile| kind.value(tile)).fold(0.0, f32::max)],
    }
}
