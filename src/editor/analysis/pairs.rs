//! Analysis of the mesh as a whole: shortest paths between all pairs of cells.

use glam::Vec2;

use crate::editor::analysis::chokepoints::{self, ChokepointPlace, ChokepointsKey};
use crate::editor::session::effect::Message;
use crate::editor::session::job::{AgentSnapshot, JobContext};
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::{Editor, State};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::analysis::all_pairs::{
    Diameter, MOST_CELLS, Travelled, Unfinished, all_pairs,
};
use navsmith_core::progress::{Progress, Stopped};

/// Key of the shortest paths between all pairs of cells.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct PairsKey(AgentSnapshot);

/// Result of the search for all pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct PairsFound {
    /// The two cells that are farthest apart; `None` if no cell has a neighbour.
    pub diameter: Option<Diameter>,
    /// Path between them on the ground, through the centroids of cells and the midpoints of portals.
    pub way: Vec<Vec2>,
    /// Portals, ordered by the number of shortest paths through them, largest first.
    pub travelled: Vec<Travelled>,
    /// Number of ordered pairs of different cells that a path connects.
    pub ways: u64,
}

/// User input about the mesh as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnalysisInput {
    /// Shows a chokepoint in the view and selects it.
    Frame(ChokepointPlace),
    /// Shows the path between the two cells that are farthest apart.
    FrameDiameter,
    /// Starts the search for the chokepoints of a large mesh.
    FindChokepoints,
}

impl Analysis for PairsKey {
    type Value = Result<PairsFound, Unfinished>;

    const TITLE: &'static str = "finding all pairs";

    fn when(_: &State) -> When {
        When::OnRequest
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self(state.agent_snapshot()))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        match self.find(progress) {
            Err(Unfinished::Stopped) => Err(Stopped),
            found => Ok(found),
        }
    }

    fn done(state: &mut State) -> Reaction {
        match state.analyses.pairs.current() {
            Some(Err(why)) => {
                Reaction::Show(Message::warning(format!("All pairs were not computed: {why}.")))
            }
            _ => Reaction::Nothing,
        }
    }
}

impl PairsKey {
    fn find(&self, progress: &Progress) -> Result<PairsFound, Unfinished> {
        let (walkable, mesh) = (self.0.walkable(), &self.0.ground.mesh);
        let pairs = all_pairs(&walkable, progress)?;
        let diameter = pairs.diameter();
        let corridor = diameter.and_then(|diameter| pairs.way(diameter.from, diameter.to));
        let middle = |cell: &CellId| ground(mesh.centroid(*cell));
        let mut way: Vec<Vec2> = Vec::new();
        for (i, cell) in corridor.iter().flat_map(|corridor| &corridor.cells).enumerate() {
            if let Some(&exit) = corridor.as_ref().and_then(|corridor| corridor.exits.get(i.checked_sub(1)?))
            {
                way.push(ground(walkable.midpoint(exit).as_vec3()));
                let off = exit.link().and_then(|(link, end)| Some(mesh.link(link)?.middle(end.other())));
                way.extend(off.map(ground));
            }
            way.push(middle(cell));
        }
        Ok(PairsFound { diameter, way, travelled: pairs.travelled(), ways: pairs.ways() })
    }
}

/// Returns the result for all pairs of the current mesh; `None` until it is computed.
pub fn found(state: &State) -> Option<&PairsFound> {
    state.analyses.pairs.current()?.as_ref().ok()
}

/// Returns the number of the job while all pairs are being computed.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.pairs.running()
}

/// Returns the reason as `Err` if all pairs cannot be computed.
pub(in crate::editor) fn can_find_pairs(state: &State) -> Result<(), &'static str> {
    let too_many = const {
        assert!(MOST_CELLS == 2000, "the sentence names the limit");
        "The mesh has more than 2,000 cells, too many to compute all pairs"
    };
    match state.mesh().cell_count() {
        _ if state.analyses.pairs.running().is_some() => Err("All pairs are being computed already"),
        0 => Err("There are no cells yet"),
        cells if cells > MOST_CELLS => Err(too_many),
        _ => Ok(()),
    }
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: AnalysisInput) {
    match input {
        AnalysisInput::Frame(place) => chokepoints::frame(&mut editor.state, place),
        AnalysisInput::FrameDiameter => {
            let cells = found(editor).and_then(|pairs| pairs.diameter).map(|it| [it.from, it.to]);
            if let Some(cells) = cells {
                let bounds = editor.bounds_of_cells(&cells);
                editor.state.frame(&bounds);
            }
        }
        AnalysisInput::FindChokepoints => editor.request::<ChokepointsKey>(),
    }
}
