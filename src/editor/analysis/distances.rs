//! Distances of cells from the start, for colours: along the midpoints of portals, or true distances.
//!
//! Until those of a large mesh are computed, the previous distances stay and the legend marks them as outdated. This
//! module does not depend on colours.

use glam::Vec2;

use crate::editor::State;
use crate::editor::queries::query;
use crate::editor::session::job::{AgentSnapshot, JobContext};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::session::options::Coloring;
use crate::editor::view::camera::round_step;
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::analysis::distance_field::isolines::Isoline;
use navsmith_core::pathfinding::analysis::distance_field::{DistanceField, distance_field};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::search::distances;
use navsmith_core::progress::{Progress, Stopped};

/// Maximum number of cells for which midpoint distances are computed on first use.
const LARGE: usize = 20_000;

/// Maximum number of cells for which true distances are computed on first use.
const LARGE_IF_TRUE: usize = 4_000;

/// Maximum number of windows, to limit memory; with more, there is no true distance.
const MOST_WINDOWS: usize = 4_000_000;

/// Approximate share of the work that finds true distances.
const LOOKING: f32 = 0.75;

/// Share of the work that is done when the isolines are drawn.
const LINES_DRAWN: f32 = 0.95;

/// Approximate number of isolines.
const LINES: f64 = 12.0;

/// Key of the distances of all cells from the start.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct DistancesKey {
    ground: AgentSnapshot,
    start: Located,
    is_true: bool,
}

/// Distances of all cells from the start.
#[derive(Clone, Debug, PartialEq)]
pub struct DistancesFound {
    /// Distances by cell slot, in metres; infinite for unreachable cells.
    by_cell: Vec<f32>,
    /// Distance of the farthest reachable cell, in metres.
    pub(in crate::editor) farthest: f32,
    /// True distances; `None` if they were not requested or need too much memory.
    pub(super) truth: Option<TrueDistance>,
}

/// True distance from the start, and isolines.
#[derive(Clone, Debug, PartialEq)]
pub struct TrueDistance {
    /// Distance field.
    pub field: DistanceField,
    /// Difference in distance between two isolines, in metres.
    pub step: f64,
    /// Isolines, cell by cell.
    pub lines: Vec<Isoline>,
}

impl Analysis for DistancesKey {
    type Value = DistancesFound;

    const TITLE: &'static str = "finding distances";

    fn when(state: &State) -> When {
        let is_true = state.options().coloring == Coloring::TrueDistance;
        if !query::colors_by_distance(state) {
            return When::Never;
        }
        When::for_cells(state, if is_true { LARGE_IF_TRUE } else { LARGE }, When::Always)
    }

    fn key(state: &State) -> Option<Self> {
        let is_true = state.options().coloring == Coloring::TrueDistance;
        Some(Self { ground: state.agent_snapshot(), start: *state.located(End::Start)?, is_true })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<DistancesFound, Stopped> {
        if self.is_true
            && let Some(truth) = self.truth(progress)?
        {
            progress.stage("colouring cells", LINES_DRAWN..1.0).report(0, 1)?;
            return Ok(self.by_truth(truth));
        }
        let stage = progress.stage("along the middles of portals", 0.0..1.0);
        let by_cell = distances(&self.ground.walkable(), &self.start, &stage)?;
        let farthest = by_cell.iter().copied().filter(|distance| distance.is_finite()).fold(0.0, f32::max);
        Ok(DistancesFound { by_cell, farthest, truth: None })
    }
}

impl DistancesKey {
    /// Returns the true distances; `None` if they need too much memory.
    fn truth(&self, progress: &Progress) -> Result<Option<TrueDistance>, Stopped> {
        let stage = progress.stage("looking round corners", 0.0..LOOKING);
        let field = distance_field(&self.ground.walkable(), &self.start, MOST_WINDOWS, &stage)?;
        let Some(field) = field else { return Ok(None) };
        let step = round_step(field.farthest() / LINES);
        let stage = progress.stage("drawing lines of equal distance", LOOKING..LINES_DRAWN);
        let lines = if step > 0.0 { field.isolines(step, &stage)? } else { Vec::new() };
        Ok(Some(TrueDistance { field, step, lines }))
    }

    /// Assigns each cell the distance of its centroid, or of its nearest corner if no window covers it.
    fn by_truth(&self, truth: TrueDistance) -> DistancesFound {
        let (mesh, field) = (&self.ground.ground.mesh, &truth.field);
        let mut by_cell = vec![f32::INFINITY; mesh.cell_slots()];
        for (cell, corners) in mesh.cells() {
            let nearest = || {
                corners.corners().iter().filter_map(|&vertex| field.vertex_distance(vertex)).reduce(f64::min)
            };
            let distance = field.distance(cell, ground(mesh.centroid(cell))).or_else(nearest);
            by_cell[cell.0 as usize] = distance.map_or(f32::INFINITY, |distance| distance as f32);
        }
        DistancesFound { by_cell, farthest: truth.field.farthest() as f32, truth: Some(truth) }
    }
}

impl DistancesFound {
    /// Returns the distance of a cell as a share of the farthest one.
    ///
    /// The result is infinite for an unreachable cell, and `None` for a cell that the mesh did not have.
    pub(in crate::editor) fn share(&self, cell: CellId) -> Option<f32> {
        let distance = *self.by_cell.get(cell.0 as usize)?;
        let is_share = distance.is_finite() && self.farthest > 0.0;
        Some(if is_share { (distance / self.farthest).clamp(0.0, 1.0) } else { distance })
    }
}

/// Returns the distances from the start by cell slot, in metres, as the colours show them.
///
/// They are infinite for unreachable cells. The slice is empty without a start and until the distances are
/// computed.
pub fn found(state: &State) -> &[f32] {
    known_distances(state).map_or(&[], |found| &found.by_cell)
}

/// Returns the true distances from the start.
///
/// Returns `None` unless cells are coloured by them, without a start, until they are computed, and if they need
/// too much memory.
pub fn true_distance(state: &State) -> Option<&TrueDistance> {
    let is_shown = state.options().coloring == Coloring::TrueDistance;
    if is_shown { known_distances(state)?.truth.as_ref() } else { None }
}

/// Returns the number of the job while distances are being computed.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.distances.running()
}

/// Whether the distances are those of the current mesh, start and agent.
pub fn are_current(state: &State) -> bool {
    match DistancesKey::when(state) {
        When::FirstUse => true,
        _ => state.analyses.distances.current().is_some(),
    }
}

/// Returns the shortest path from the pointer back to the start, and its length in metres.
///
/// Returns `None` if the pointer is off the mesh or there is no true distance.
pub fn path_back(state: &State) -> Option<(Vec<Vec2>, f64)> {
    let field = &true_distance(state).filter(|_| are_current(state))?.field;
    let asked = state.end_under_pointer()?;
    let at = locate(state.mesh(), state.derived(), asked, state.settings().max_height)?;
    let cell = Some(at.cell).filter(|&cell| at.off_mesh.is_none() && !state.is_hidden(cell))?;
    Some((field.path_back(cell, asked.ground), field.distance(cell, asked.ground)?))
}

/// Whether a job finds the distances, so that they may be those of an earlier mesh.
pub(super) fn are_distances_long_work(state: &State) -> bool {
    DistancesKey::when(state) != When::FirstUse
}

/// Returns the available distances, perhaps from before a change of the mesh.
pub(super) fn known_distances(state: &State) -> Option<&DistancesFound> {
    match DistancesKey::when(state) {
        When::Never => None,
        When::FirstUse => state.value::<DistancesKey>(),
        _ => state.analyses.distances.latest(),
    }
}

/// Returns the note on distances beside the scale; empty if there is none.
pub(super) fn distances_note(state: &State) -> &'static str {
    if DistancesKey::when(state) != When::Always || are_current(state) {
        return "";
    }
    let memo = &state.analyses.distances;
    match (memo.latest().is_some(), memo.running().is_some(), memo.is_stopped()) {
        (true, true, _) => "Outdated: computing the new distances.",
        (true, false, _) => "Outdated by the last change.",
        (false, true, _) => "Distances are being computed. The status bar shows the progress.",
        (false, false, true) => "Distances were not computed. Choose this colouring again to compute them.",
        (false, false, false) => "Distances are computed after the drag.",
    }
}
