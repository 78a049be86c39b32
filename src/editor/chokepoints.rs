//! Chokepoints: cells and portals whose removal disconnects an island.
//!
//! For a small mesh they are computed on first use after a change. For a large mesh a worker finds them on a snapshot
//! when the user requests them. The editor drops a result for another mesh or agent.

use std::sync::{Arc, OnceLock};

use super::work::{Job, Shared, Work};
use super::{Editor, Effect, Element};
use crate::geometry::Bounds;
use crate::navmesh::{CellId, Edge, HalfEdge, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::analysis::chokepoints::{Chokepoints, Extent, chokepoints};
use crate::pathfinding::query::settings::Settings;
use crate::progress::{Progress, Stopped};

/// Maximum number of cells for which chokepoints are computed on first use.
const LARGE: usize = 20_000;

/// State of the chokepoints.
#[derive(Debug, Default)]
pub(super) struct ChokepointsView {
    small: OnceLock<Vec<Chokepoint>>,
    large: Work<ChokepointsJob, Arc<Vec<Chokepoint>>>,
}

/// Cell or portal whose removal disconnects an island.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chokepoint {
    /// The cell or portal.
    pub at: ChokepointPlace,
    /// Part that its removal separates from the largest part.
    pub cut_off: Extent,
}

/// Place of a chokepoint: a cell or a portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChokepointPlace {
    /// A cell.
    Cell(CellId),
    /// A portal, as the side that leads into the smaller part.
    Portal(HalfEdge),
}

/// Job that finds the chokepoints of a large mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct ChokepointsJob {
    /// Number that identifies the job.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    agent: Agent,
    filter: Filter,
}

impl Job for ChokepointsJob {
    fn number(&self) -> u64 {
        self.number
    }
}

impl ChokepointsJob {
    /// Runs the job: returns all chokepoints, ordered by the area that they cut off, largest first.
    ///
    /// Its units are cells. Takes linear time.
    pub fn run(&self, progress: &Progress) -> Result<Vec<Chokepoint>, Stopped> {
        let walkable = Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter);
        Ok(sorted(&chokepoints(&walkable, progress)?))
    }
}

/// Returns the chokepoints, ordered by the area that they cut off, largest first.
fn sorted(Chokepoints { cells, portals }: &Chokepoints) -> Vec<Chokepoint> {
    let portals = portals
        .iter()
        .map(|found| Chokepoint { at: ChokepointPlace::Portal(found.half_edge), cut_off: found.cut_off() });
    let cells = cells
        .iter()
        .map(|found| Chokepoint { at: ChokepointPlace::Cell(found.cell), cut_off: found.cut_off() });
    let mut all: Vec<Chokepoint> = portals.chain(cells).collect();
    all.sort_by(|a, b| b.cut_off.area.total_cmp(&a.cut_off.area));
    all
}

impl Editor {
    /// Returns all chokepoints, ordered by the area that they cut off, largest first.
    ///
    /// For a large mesh the slice is empty until a job has found them.
    pub fn chokepoints(&self) -> &[Chokepoint] {
        if self.are_chokes_long_work() {
            return self.chokepoints.large.found().map_or(&[], |found| found);
        }
        self.chokepoints.small.get_or_init(|| {
            let Settings { agent, filter, .. } = self.settings();
            let walkable = Walkable::new(&self.document.mesh, &self.derived, agent, filter);
            sorted(&chokepoints(&walkable, &Progress::none()).unwrap_or_default())
        })
    }

    fn are_chokes_long_work(&self) -> bool {
        self.document.mesh.cell_count() > LARGE
    }

    /// Whether the chokepoints of the current mesh are available or can be computed on first use.
    pub fn are_chokes_known(&self) -> bool {
        !self.are_chokes_long_work() || self.chokepoints.large.found().is_some()
    }

    /// Returns the number of the job while chokepoints are being found.
    pub fn chokes_under_way(&self) -> Option<u64> {
        self.chokepoints.large.under_way()
    }

    /// Starts the job that finds chokepoints, unless they are available or the job is running.
    pub(super) fn find_chokes(&mut self) {
        if self.are_chokes_known() || self.chokes_under_way().is_some() {
            return;
        }
        let Settings { agent, filter, .. } = self.settings().clone();
        let (number, mesh) = (self.begin_work(), self.document.mesh.clone());
        let job = ChokepointsJob { number, mesh, derived: Shared::of(&self.derived), agent, filter };
        self.ask_outside(Effect::FindChokes(job.clone()));
        self.chokepoints.large = Work::Running(job);
    }

    /// Stores the result of the running job; ignores any other job.
    pub(super) fn take_chokes(&mut self, number: u64, found: Option<Arc<Vec<Chokepoint>>>) {
        self.chokepoints.large.take(number, found);
    }

    /// Updates the chokepoints after a change of the mesh or the settings.
    pub(super) fn refresh_chokes(&mut self) {
        self.chokepoints.small = OnceLock::new();
        let Some(job) = self.chokepoints.large.job() else { return };
        let Settings { agent, filter, .. } = self.settings();
        if job.mesh != self.document.mesh || job.agent != *agent || job.filter != *filter {
            let stop = self.chokepoints.large.under_way().map(Effect::StopWork);
            self.effects.extend(stop);
            self.chokepoints.large = Work::None;
        }
    }

    pub(super) fn frame_choke(&mut self, place: ChokepointPlace) {
        match place {
            ChokepointPlace::Cell(cell) if self.document.mesh.cell(cell).is_some() => {
                self.frame(&self.bounds_of_cells(&[cell]));
                self.select_elements([Element::Cell(cell)]);
            }
            ChokepointPlace::Portal(side) => {
                let Some([from, to]) = self.document.mesh.half_edge(side) else { return };
                let edge = Edge::new(from, to);
                let sides = self.derived.adjacency.sides_of(&self.document.mesh, edge);
                let cells: Vec<CellId> = sides.iter().map(|side| side.cell).collect();
                self.frame(&self.bounds_of_cells(&cells));
                self.select_elements([Element::Edge(edge)]);
            }
            ChokepointPlace::Cell(_) => {}
        }
    }

    /// Returns the bounding box of a chokepoint.
    pub(super) fn bounds_of_choke(&self, place: ChokepointPlace) -> Bounds {
        match place {
            ChokepointPlace::Cell(cell) => self.bounds_of_cells(&[cell]),
            ChokepointPlace::Portal(side) => {
                let ends = self.document.mesh.half_edge(side).into_iter().flatten();
                Bounds::of(ends.map(|vertex| self.document.mesh.position(vertex)))
            }
        }
    }
}
