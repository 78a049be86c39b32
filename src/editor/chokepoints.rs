//! Chokes: cells and portals without which an island falls apart.
//!
//! Of a small mesh they are found when first asked for after a change. Of a large one that would make everybody wait, so
//! the outside finds them of a snapshot, when the user wants it; what comes back for another mesh or agent is dropped.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::work::{Job, Shared, Work};
use super::{Editor, Effect, Element};
use crate::geometry::Bounds;
use crate::navmesh::{CellId, Edge, HalfEdge, NavMesh};
use crate::pathfinding::{
    Agent, Chokepoints, Extent, Filter, Settings, Walkable, chokepoints, chokepoints_while,
};

/// With more cells than this, finding chokes is long work.
const LARGE: usize = 20_000;

/// What is known of chokes.
#[derive(Debug, Default)]
pub(super) struct ChokepointsView {
    small: OnceLock<Vec<Chokepoint>>,
    large: Work<ChokepointsJob, Arc<Vec<Chokepoint>>>,
}

/// Something without which an island falls apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chokepoint {
    /// Which.
    pub at: ChokepointPlace,
    /// What could no longer be reached from the largest part.
    pub cut_off: Extent,
}

/// A cell or a portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChokepointPlace {
    /// A cell.
    Cell(CellId),
    /// A portal, as the side that leads into the smaller part.
    Portal(HalfEdge),
}

/// The work of finding the chokes of a large mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct ChokepointsJob {
    /// Tells this work from any other.
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
    /// Does the work: everything without which an island falls apart, what cuts off most first. Linear.
    ///
    /// `progress` hears how many cells of how many are done, and may break it off, which gives `None`.
    pub fn run(&self, progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>) -> Option<Vec<Chokepoint>> {
        let walkable = Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter);
        Some(sorted(&chokepoints_while(&walkable, progress)?))
    }
}

/// What cuts off most first.
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
    /// Everything without which an island falls apart, what cuts off most first; empty while it is not known.
    pub fn chokepoints(&self) -> &[Chokepoint] {
        if self.are_chokes_long_work() {
            return self.chokepoints.large.found().map_or(&[], |found| found);
        }
        self.chokepoints.small.get_or_init(|| {
            let Settings { agent, filter, .. } = self.settings();
            sorted(&chokepoints(&Walkable::new(&self.document.mesh, &self.derived, agent, filter)))
        })
    }

    fn are_chokes_long_work(&self) -> bool {
        self.document.mesh.cell_count() > LARGE
    }

    /// Whether chokes are known of the mesh as it is now, or will be once somebody asks for them.
    pub fn are_chokes_known(&self) -> bool {
        !self.are_chokes_long_work() || self.chokepoints.large.found().is_some()
    }

    /// The number of the work while chokes are being found.
    pub fn chokes_under_way(&self) -> Option<u64> {
        self.chokepoints.large.under_way()
    }

    /// Asks the outside for chokes, where they are not known and not yet asked for.
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

    /// Takes what came of the work that was last begun; of any other, nothing.
    pub(super) fn take_chokes(&mut self, number: u64, found: Option<Arc<Vec<Chokepoint>>>) {
        self.chokepoints.large.take(number, found);
    }

    /// Follows a change of the mesh or of who walks.
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
                self.camera.frame(&self.bounds_of_cells(&[cell]));
                self.select_elements([Element::Cell(cell)]);
            }
            ChokepointPlace::Portal(side) => {
                let Some([from, to]) = self.document.mesh.half_edge(side) else { return };
                let edge = Edge::new(from, to);
                let sides = self.derived.adjacency.sides_of(&self.document.mesh, edge);
                let cells: Vec<CellId> = sides.iter().map(|side| side.cell).collect();
                self.camera.frame(&self.bounds_of_cells(&cells));
                self.select_elements([Element::Edge(edge)]);
            }
            ChokepointPlace::Cell(_) => {}
        }
    }

    /// The box around a choke.
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
