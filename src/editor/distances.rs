//! Distances of cells from the start, for colours: along the midpoints of portals, or true distances.
//!
//! For a small mesh they are computed on first use after a change. For a large mesh that would block the window, so a
//! worker computes them on a snapshot. Until it is done, the previous distances stay and the legend marks them as
//! outdated. The editor drops the result of any job but the last. This module does not depend on colours.

use std::sync::{Arc, OnceLock};

use glam::Vec2;

use super::work::{Job, Shared};
use super::{Coloring, Editor, Effect};
use crate::geometry::ground;
use crate::navmesh::{CellId, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::analysis::distance_field::isolines::Isoline;
use crate::pathfinding::analysis::distance_field::{DistanceField, distance_field};
use crate::pathfinding::mesh_query::locate::{Located, locate};
use crate::pathfinding::mesh_query::{End, Endpoint};
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::search::distances;
use crate::progress::{Progress, Stopped};

/// Maximum number of cells for which midpoint distances are computed on first use.
const LARGE: usize = 20_000;

/// Maximum number of cells for which true distances are computed on first use.
const LARGE_IF_TRUE: usize = 4_000;

/// Maximum number of windows, to limit memory; with more, there is no true distance.
const MOST_WINDOWS: usize = 4_000_000;

/// Approximate number of isolines.
const LINES: f64 = 12.0;

/// State of the distances.
#[derive(Debug, Default)]
pub(super) struct DistancesView {
    /// Distances of a small mesh as it is now; `None` without a start.
    small: OnceLock<Option<DistancesFound>>,
    under_way: Option<DistancesJob>,
    /// Last result for a large mesh, perhaps from before a change.
    found: Option<(DistancesJob, Arc<DistancesFound>)>,
    /// Job that was stopped; it starts again only on request.
    stopped: Option<DistancesJob>,
}

/// Job that finds the distances of all cells from the start.
#[derive(Clone, Debug, PartialEq)]
pub struct DistancesJob {
    /// Number that identifies the job.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    agent: Agent,
    filter: Filter,
    start: Located,
    is_true: bool,
}

/// Distances of all cells from the start.
#[derive(Clone, Debug, PartialEq)]
pub struct DistancesFound {
    /// Distances by cell slot, in metres; infinite for unreachable cells.
    by_cell: Vec<f32>,
    /// Distance of the farthest reachable cell, in metres.
    farthest: f32,
    /// True distances; `None` if they were not requested or need too much memory.
    truth: Option<TrueDistance>,
}

/// Share of the work that is done when the isolines are drawn.
const LINES_DRAWN: f32 = 0.95;

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

impl Job for DistancesJob {
    fn number(&self) -> u64 {
        self.number
    }
}

impl DistancesJob {
    /// Runs the job.
    pub fn run(&self, progress: &Progress) -> Result<DistancesFound, Stopped> {
        let walkable = Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter);
        if self.is_true
            && let Some(truth) = self.truth(&walkable, progress)?
        {
            progress.stage("colouring cells", LINES_DRAWN..1.0).report(0, 1)?;
            return Ok(self.by_truth(truth));
        }
        let stage = progress.stage("along the middles of portals", 0.0..1.0);
        let by_cell = distances(&walkable, &self.start, &stage)?;
        let farthest = by_cell.iter().copied().filter(|distance| distance.is_finite()).fold(0.0, f32::max);
        Ok(DistancesFound { by_cell, farthest, truth: None })
    }

    /// Returns the true distances; `None` if they need too much memory.
    fn truth(&self, walkable: &Walkable<'_>, progress: &Progress) -> Result<Option<TrueDistance>, Stopped> {
        const LOOKING: f32 = 0.75;
        let stage = progress.stage("looking round corners", 0.0..LOOKING);
        let Some(field) = distance_field(walkable, &self.start, MOST_WINDOWS, &stage)? else {
            return Ok(None);
        };
        let step = round_step(field.farthest() / LINES);
        let stage = progress.stage("drawing lines of equal distance", LOOKING..LINES_DRAWN);
        let lines = if step > 0.0 { field.isolines(step, &stage)? } else { Vec::new() };
        Ok(Some(TrueDistance { field, step, lines }))
    }

    /// Assigns each cell the distance of its centroid, or of its nearest corner if no window covers it.
    fn by_truth(&self, truth: TrueDistance) -> DistancesFound {
        let (mesh, field) = (&self.mesh, &truth.field);
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

    /// Whether another job has the same result.
    fn asks_the_same(&self, other: &Self) -> bool {
        let Self { number: _, derived: _, mesh, agent, filter, start, is_true } = self;
        (*start, *is_true) == (other.start, other.is_true)
            && *agent == other.agent
            && *filter == other.filter
            && *mesh == other.mesh
    }
}

impl DistancesFound {
    /// Returns the distance of a cell as a share of the farthest one.
    ///
    /// The result is infinite for an unreachable cell, and `None` for a cell that the mesh did not have.
    pub(super) fn share(&self, cell: CellId) -> Option<f32> {
        let distance = *self.by_cell.get(cell.0 as usize)?;
        let is_share = distance.is_finite() && self.farthest > 0.0;
        Some(if is_share { (distance / self.farthest).clamp(0.0, 1.0) } else { distance })
    }

    /// Returns the distance of the farthest reachable cell, in metres.
    pub(super) fn farthest(&self) -> f32 {
        self.farthest
    }

    /// Returns the true distances.
    pub(super) fn truth(&self) -> Option<&TrueDistance> {
        self.truth.as_ref()
    }
}

impl Editor {
    /// Returns the distances from the start by cell slot, in metres, as the colours show them.
    ///
    /// They are infinite for unreachable cells. The slice is empty without a start and until the distances are
    /// computed.
    pub fn distances(&self) -> &[f32] {
        self.known_distances().map_or(&[], |found| &found.by_cell)
    }

    /// Returns the true distances from the start.
    ///
    /// Returns `None` unless cells are coloured by them, without a start, until they are computed, and if they need
    /// too much memory.
    pub fn true_distance(&self) -> Option<&TrueDistance> {
        let is_shown = self.options.coloring == Coloring::TrueDistance;
        if is_shown { self.known_distances()?.truth() } else { None }
    }

    /// Returns the number of the job while distances are being computed.
    pub fn distances_under_way(&self) -> Option<u64> {
        self.distances.under_way.as_ref().map(|job| job.number)
    }

    /// Whether the distances are those of the current mesh, start and agent.
    pub fn are_distances_of_now(&self) -> bool {
        let Some((found, _)) = &self.distances.found else { return !self.are_distances_long_work() };
        self.wanted_distances().is_some_and(|wanted| found.asks_the_same(&wanted))
    }

    /// Returns the available distances, perhaps from before a change of the mesh.
    pub(super) fn known_distances(&self) -> Option<&DistancesFound> {
        if self.are_distances_long_work() {
            return self.distances.found.as_ref().map(|(_, found)| &**found);
        }
        let find = || self.distances_job()?.run(&Progress::none()).ok();
        self.distances.small.get_or_init(find).as_ref()
    }

    /// Returns the number of the job that found the distances of a large mesh.
    pub(super) fn distances_number(&self) -> Option<u64> {
        self.distances.found.as_ref().map(|(job, _)| job.number)
    }

    /// Returns the shortest path from the pointer back to the start, and its length in metres.
    ///
    /// Returns `None` if the pointer is off the mesh or there is no true distance.
    pub fn path_back(&self) -> Option<(Vec<Vec2>, f64)> {
        let field = &self.true_distance().filter(|_| self.are_distances_of_now())?.field;
        let asked = Endpoint { ground: self.pointer()?, height: None };
        let at = locate(&self.document.mesh, &self.derived, asked, self.settings().max_height)?;
        let cell = Some(at.cell).filter(|&cell| at.off_mesh.is_none() && !self.is_hidden(cell))?;
        Some((field.path_back(cell, asked.ground), field.distance(cell, asked.ground)?))
    }

    pub(super) fn are_distances_long_work(&self) -> bool {
        let is_true = self.options.coloring == Coloring::TrueDistance;
        self.document.mesh.cell_count() > if is_true { LARGE_IF_TRUE } else { LARGE }
    }

    /// Returns the note on distances beside the scale; empty if there is none.
    pub(super) fn distances_note(&self) -> &'static str {
        if !self.are_distances_long_work() || self.are_distances_of_now() {
            return "";
        }
        match (&self.distances.found, &self.distances.under_way, &self.distances.stopped) {
            (Some(_), Some(_), _) => "Outdated: computing the new distances.",
            (Some(_), None, _) => "Outdated by the last change.",
            (None, Some(_), _) => "Distances are being computed. The status bar shows the progress.",
            (None, None, Some(_)) => {
                "Distances were not computed. Choose this colouring again to compute them."
            }
            (None, None, None) => "Distances are computed after the drag.",
        }
    }

    /// Returns the job for the current mesh, with the number 0; `None` without a start.
    fn distances_job(&self) -> Option<DistancesJob> {
        let start = *self.located(End::Start)?;
        let Settings { agent, filter, .. } = self.settings().clone();
        let (mesh, derived) = (self.document.mesh.clone(), Shared::of(&self.derived));
        let is_true = self.options.coloring == Coloring::TrueDistance;
        Some(DistancesJob { number: 0, mesh, derived, agent, filter, start, is_true })
    }

    /// Returns the job that the colours of a large mesh need; `None` if they need none.
    fn wanted_distances(&self) -> Option<DistancesJob> {
        let is_wanted = self.colors_by_distance() && self.are_distances_long_work();
        if is_wanted { self.distances_job() } else { None }
    }

    /// Drops the distances because another document is shown.
    pub(super) fn forget_distances(&mut self) {
        self.stop_distances();
        self.distances = DistancesView::default();
    }

    /// Restarts a job that was stopped.
    pub(super) fn want_distances_again(&mut self) {
        self.distances.stopped = None;
        self.follow_distances();
    }

    /// Updates distances after a change of the mesh, the start, the settings or the colouring.
    pub(super) fn refresh_distances(&mut self) {
        self.distances.small = OnceLock::new();
        self.follow_distances();
    }

    /// Starts the job for distances that the colours need, unless they are available.
    ///
    /// During a gesture no job starts, because its result would be outdated at once.
    pub(super) fn follow_distances(&mut self) {
        let Some(wanted) = self.wanted_distances() else {
            self.stop_distances();
            (self.distances.found, self.distances.stopped) = (None, None);
            return;
        };
        let is_wanted = |job: &DistancesJob| job.asks_the_same(&wanted);
        if self.distances.under_way.as_ref().is_some_and(is_wanted) {
            return;
        }
        let DistancesView { found, stopped, .. } = &self.distances;
        let is_known = found.as_ref().is_some_and(|(job, _)| is_wanted(job));
        let is_done = is_known || stopped.as_ref().is_some_and(is_wanted);
        self.stop_distances();
        if !is_done && self.history.open().is_none() {
            let job = DistancesJob { number: self.begin_work(), ..wanted };
            self.ask_outside(Effect::FindDistances(job.clone()));
            self.distances.under_way = Some(job);
        }
    }

    fn stop_distances(&mut self) {
        let stop = self.distances.under_way.take().map(|job| Effect::StopWork(job.number));
        self.effects.extend(stop);
    }

    /// Stores the result of the running job; ignores any other job.
    pub(super) fn take_distances(&mut self, number: u64, found: Option<Arc<DistancesFound>>) {
        let Some(job) = self.distances.under_way.take_if(|job| job.number == number) else { return };
        match found {
            Some(found) => self.distances.found = Some((job, found)),
            None => self.distances.stopped = Some(job),
        }
    }
}

/// Rounds a length up to 1, 2 or 5 times a power of ten; returns 0 if it is not positive and finite.
fn round_step(length: f64) -> f64 {
    if !(length > 0.0 && length.is_finite()) {
        return 0.0;
    }
    let power = 10_f64.powf(length.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|&step| step >= length)
        .unwrap_or(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_between_lines_are_round() {
        let steps = [0.013, 0.4, 1.0, 3.7, 80.0].map(round_step);
        assert_eq!(steps, [0.02, 0.5, 1.0, 5.0, 100.0], "the next longer");
        assert_eq!(round_step(0.0), 0.0, "nothing to draw");
    }
}
