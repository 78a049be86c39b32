//! Chokepoints: cells and portals whose removal disconnects an island.
//!
//! They are computed on first use, or on request for a large mesh.

use crate::editor::State;
use crate::editor::session::Session;
use crate::editor::session::job::{AgentSnapshot, JobContext};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::session::pick::Element;
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::{CellId, Edge, HalfEdge};
use navsmith_core::pathfinding::analysis::chokepoints::{Chokepoints, Extent, chokepoints};
use navsmith_core::progress::Stopped;

/// Maximum number of cells for which chokepoints are computed on first use.
const MOST_AT_ONCE: usize = 20_000;

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

/// Key of the chokepoints.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ChokepointsKey(AgentSnapshot);

impl Analysis for ChokepointsKey {
    /// Ordered by the area that they cut off, largest first.
    type Value = Vec<Chokepoint>;

    const TITLE: &'static str = "finding chokepoints";

    fn when(state: &State) -> When {
        When::for_cells(state, MOST_AT_ONCE, When::OnRequest)
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self(state.agent_snapshot()))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Vec<Chokepoint>, Stopped> {
        Ok(sorted(&chokepoints(&self.0.walkable(), progress)?))
    }
}

/// Returns the chokepoints, ordered by the area that they cut off, largest first.
fn sorted(Chokepoints { cells, portals }: &Chokepoints) -> Vec<Chokepoint> {
    let portals = portals.iter().map(|it| (ChokepointPlace::Portal(it.half_edge), it.cut_off()));
    let cells = cells.iter().map(|it| (ChokepointPlace::Cell(it.cell), it.cut_off()));
    let mut all: Vec<_> = portals.chain(cells).map(|(at, cut_off)| Chokepoint { at, cut_off }).collect();
    all.sort_by(|a, b| b.cut_off.area.total_cmp(&a.cut_off.area));
    all
}

/// Returns all chokepoints, ordered by the area that they cut off, largest first.
///
/// For a large mesh the slice is empty until a job has found them.
pub fn found(state: &State) -> &[Chokepoint] {
    state.value::<ChokepointsKey>().map_or(&[], |found| found)
}

/// Whether the chokepoints of the current mesh are available or can be computed on first use.
pub fn are_found(state: &State) -> bool {
    ChokepointsKey::when(state) == When::FirstUse || state.analyses.chokepoints.current().is_some()
}

/// Returns the number of the job while chokepoints are being found.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.chokepoints.running()
}

pub(super) fn frame(state: &mut State, place: ChokepointPlace) {
    match place {
        ChokepointPlace::Cell(cell) if state.mesh().cell(cell).is_some() => {
            state.frame(&state.bounds_of_cells(&[cell]));
            state.select([Element::Cell(cell)]);
        }
        ChokepointPlace::Portal(side) => {
            let Some([from, to]) = state.mesh().half_edge(side) else { return };
            let edge = Edge::new(from, to);
            let sides = state.derived().adjacency.sides_of(state.mesh(), edge);
            let cells: Vec<CellId> = sides.iter().map(|side| side.cell).collect();
            state.frame(&state.bounds_of_cells(&cells));
            state.select([Element::Edge(edge)]);
        }
        ChokepointPlace::Cell(_) => {}
    }
}

/// Returns the bounding box of a chokepoint.
pub(in crate::editor) fn bounds(session: &Session, place: ChokepointPlace) -> Bounds {
    match place {
        ChokepointPlace::Cell(cell) => session.bounds_of_cells(&[cell]),
        ChokepointPlace::Portal(side) => {
            let ends = session.mesh().half_edge(side).into_iter().flatten();
            Bounds::of(ends.map(|vertex| session.mesh().position(vertex)))
        }
    }
}
