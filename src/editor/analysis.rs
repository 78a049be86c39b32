//! What is found out of the mesh as a whole: chokes, the shortest ways between all pairs of cells, true distances.
//!
//! Chokes and distances are computed when first asked for after a change. All pairs take long, so the outside finds them
//! of a snapshot, and what comes back for another mesh or agent than the present one is dropped.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use glam::Vec2;

use super::{Coloring, Editor, Effect, Element, Message};
use crate::geometry::{Bounds, ground};
use crate::navmesh::{CellId, Derived, Edge, HalfEdge, NavMesh};
use crate::pathfinding::{
    Agent, Chokes, Diameter, DistanceField, End, Endpoint, Extent, Filter, Isoline, MOST_CELLS, Settings,
    Travelled, Unfinished, Walkable, all_pairs, chokes, distance_field, locate,
};

/// More windows than this take longer than one wants to wait; then there is no true distance.
const MOST_WINDOWS: usize = 400_000;

/// About so many lines of equal distance are drawn.
const LINES: f64 = 12.0;

/// What is known of the mesh as a whole.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    chokes: OnceLock<Vec<Choke>>,
    field: OnceLock<Option<TrueDistance>>,
    pairs: Pairs,
}

#[derive(Debug, Default)]
enum Pairs {
    #[default]
    Unknown,
    Running {
        job: PairsJob,
        done: usize,
    },
    Found {
        job: PairsJob,
        found: Arc<PairsFound>,
    },
}

/// Something without which an island falls apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choke {
    /// Which.
    pub at: ChokePlace,
    /// What could no longer be reached from the largest part.
    pub cut_off: Extent,
}

/// A cell or a portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChokePlace {
    /// A cell.
    Cell(CellId),
    /// A portal, as the side that leads into the smaller part.
    Portal(HalfEdge),
}

/// The true distance from the start, and lines of equal distance.
#[derive(Debug)]
pub struct TrueDistance {
    /// How far everything is.
    pub field: DistanceField,
    /// How far two lines are apart, in metres.
    pub step: f64,
    /// The lines, cell by cell.
    pub lines: Vec<Isoline>,
}

/// The work of finding the shortest ways between all pairs of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct PairsJob {
    /// Tells this work from any other.
    pub number: u64,
    mesh: NavMesh,
    agent: Agent,
    filter: Filter,
}

/// What all pairs say of the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct PairsFound {
    /// The two cells that are farthest apart; `None` where no cell has a neighbour.
    pub diameter: Option<Diameter>,
    /// The way between them on the ground, by the middles of cells and portals.
    pub way: Vec<Vec2>,
    /// The portals, the most travelled first.
    pub travelled: Vec<Travelled>,
    /// How many ways there are from one cell to another.
    pub ways: u64,
}

/// What a user does about the mesh as a whole, and what the outside says of work on it.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisInput {
    /// Shows a choke in the view and selects it.
    Frame(ChokePlace),
    /// Shows the way between the two cells that are farthest apart.
    FrameDiameter,
    /// So many rows of a job are done.
    Progress {
        /// The job's number.
        job: u64,
        /// How many.
        done: usize,
    },
    /// A job came to an end.
    Found {
        /// The job's number.
        job: u64,
        /// What came of it.
        found: Result<Arc<PairsFound>, Unfinished>,
    },
    /// A job broke down, and why, as a sentence.
    Failed {
        /// The job's number.
        job: u64,
        /// Why.
        why: String,
    },
}

impl PairsJob {
    /// Does the work; `progress` hears how many rows of how many are done, and may break it off.
    pub fn run(
        &self,
        progress: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<PairsFound, Unfinished> {
        let derived = Derived::build(&self.mesh);
        let walkable = Walkable::new(&self.mesh, &derived, &self.agent, &self.filter);
        let pairs = all_pairs(&walkable, progress)?;
        let diameter = pairs.diameter();
        let corridor = diameter.and_then(|diameter| pairs.way(diameter.from, diameter.to));
        let middle = |cell: &CellId| ground(self.mesh.centroid(*cell));
        let mut way: Vec<Vec2> = Vec::new();
        for (i, cell) in corridor.iter().flat_map(|corridor| &corridor.cells).enumerate() {
            if let Some(&exit) = corridor.as_ref().and_then(|corridor| corridor.exits.get(i.checked_sub(1)?))
            {
                way.push(ground(walkable.midpoint(exit).as_vec3()));
                let off = exit.link().and_then(|(link, end)| Some(self.mesh.link(link)?.middle(end.other())));
                way.extend(off.map(ground));
            }
            way.push(middle(cell));
        }
        Ok(PairsFound { diameter, way, travelled: pairs.travelled(), ways: pairs.ways() })
    }

    /// How many rows there are at most.
    fn rows(&self) -> usize {
        self.mesh.cell_count()
    }
}

impl Editor {
    /// Everything without which an island falls apart, what cuts off most first.
    pub fn chokes(&self) -> &[Choke] {
        self.analysis.chokes.get_or_init(|| {
            let Settings { agent, filter, .. } = self.settings();
            let walkable = Walkable::new(&self.document.mesh, &self.derived, agent, filter);
            let Chokes { cells, portals } = chokes(&walkable);
            let portals = portals
                .iter()
                .map(|found| Choke { at: ChokePlace::Portal(found.half_edge), cut_off: found.cut_off() });
            let cells = cells
                .iter()
                .map(|found| Choke { at: ChokePlace::Cell(found.cell), cut_off: found.cut_off() });
            let mut all: Vec<Choke> = portals.chain(cells).collect();
            all.sort_by(|a, b| b.cut_off.area.total_cmp(&a.cut_off.area));
            all
        })
    }

    /// The true distance from the start; `None` without a start, unless cells are coloured by it, and where it would
    /// take too long.
    pub fn true_distance(&self) -> Option<&TrueDistance> {
        if self.options.coloring != Coloring::TrueDistance {
            return None;
        }
        self.analysis.field.get_or_init(|| self.find_true_distance()).as_ref()
    }

    fn find_true_distance(&self) -> Option<TrueDistance> {
        let Settings { agent, filter, .. } = self.settings();
        let walkable = Walkable::new(&self.document.mesh, &self.derived, agent, filter);
        let is_too_much = |windows: usize| {
            if windows > MOST_WINDOWS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let field = distance_field(&walkable, self.located(End::Start)?, is_too_much)?;
        let step = round_step(field.farthest() / LINES);
        let lines = if step > 0.0 { field.isolines(step) } else { Vec::new() };
        Some(TrueDistance { field, step, lines })
    }

    /// The shortest path from the pointer back to the start, and its length in metres; `None` off the mesh and where
    /// there is no true distance.
    pub fn path_back(&self) -> Option<(Vec<Vec2>, f64)> {
        let field = &self.true_distance()?.field;
        let asked = Endpoint { ground: self.pointer()?, height: None };
        let at = locate(&self.document.mesh, &self.derived, asked, self.settings().max_height)?;
        let cell = Some(at.cell).filter(|&cell| at.off_mesh.is_none() && !self.is_hidden(cell))?;
        Some((field.path_back(cell, asked.ground), field.distance(cell, asked.ground)?))
    }

    /// What all pairs say of the mesh as it is now; `None` until they are found.
    pub fn pairs(&self) -> Option<&PairsFound> {
        match &self.analysis.pairs {
            Pairs::Found { found, .. } => Some(found),
            _ => None,
        }
    }

    /// How many rows of how many are done while all pairs are being found.
    pub fn pairs_progress(&self) -> Option<[usize; 2]> {
        match &self.analysis.pairs {
            Pairs::Running { job, done } => Some([*done, job.rows()]),
            _ => None,
        }
    }

    /// Whether all pairs can be found; if not, why.
    pub(super) fn can_find_pairs(&self) -> Result<(), &'static str> {
        let too_many = const {
            assert!(MOST_CELLS == 2000, "the sentence names the limit");
            "The mesh has more than 2,000 cells, too many to compare each with each"
        };
        match (&self.analysis.pairs, self.document.mesh.cell_count()) {
            (Pairs::Running { .. }, _) => Err("All pairs are being found already"),
            (_, 0) => Err("There are no cells yet"),
            (_, MOST_CELLS..) if self.document.mesh.cell_count() > MOST_CELLS => Err(too_many),
            _ => Ok(()),
        }
    }

    /// Asks the outside for the shortest ways between all pairs of cells.
    pub(super) fn find_pairs(&mut self) {
        let Settings { agent, filter, .. } = self.settings().clone();
        let mesh = self.document.mesh.clone();
        let job = PairsJob { number: self.begin_work(), mesh, agent, filter };
        self.ask_outside(Effect::FindPairs(job.clone()));
        self.analysis.pairs = Pairs::Running { job, done: 0 };
    }

    /// Forgets what all pairs said, and breaks off work on them.
    pub(super) fn forget_pairs(&mut self) {
        if let Pairs::Running { job, .. } = &self.analysis.pairs {
            let stop = Effect::StopWork(job.number);
            self.ask_outside(stop);
        }
        self.analysis.pairs = Pairs::Unknown;
    }

    /// Follows a change of the mesh, of the start or of who walks.
    pub(super) fn refresh_analysis(&mut self) {
        self.analysis.chokes = OnceLock::new();
        self.analysis.field = OnceLock::new();
        let is_outdated = match &self.analysis.pairs {
            Pairs::Running { job, .. } | Pairs::Found { job, .. } => {
                let Settings { agent, filter, .. } = self.settings();
                job.mesh != self.document.mesh || job.agent != *agent || job.filter != *filter
            }
            Pairs::Unknown => false,
        };
        if is_outdated {
            self.forget_pairs();
        }
    }

    pub(super) fn handle_analysis(&mut self, input: AnalysisInput) {
        match input {
            AnalysisInput::Frame(place) => self.frame_choke(place),
            AnalysisInput::FrameDiameter => {
                let cells = self.pairs().and_then(|pairs| pairs.diameter).map(|it| [it.from, it.to]);
                if let Some(cells) = cells {
                    let bounds = self.bounds_of_cells(&cells);
                    self.camera.frame(&bounds);
                }
            }
            AnalysisInput::Progress { job: number, done: rows } => {
                if let Pairs::Running { job, done } = &mut self.analysis.pairs
                    && job.number == number
                {
                    *done = rows;
                }
            }
            AnalysisInput::Found { job, found } => match found {
                Ok(found) => self.take_pairs(job, Some(found)),
                Err(Unfinished::Cancelled) => self.take_pairs(job, None),
                Err(why) => {
                    self.take_pairs(job, None);
                    self.say(Message::warning(format!("All pairs were not found: {why}.")));
                }
            },
            AnalysisInput::Failed { job, why } => {
                self.take_pairs(job, None);
                self.say(Message::error(why));
            }
        }
    }

    /// Takes what came of the work that was last begun; of any other, nothing.
    fn take_pairs(&mut self, number: u64, found: Option<Arc<PairsFound>>) {
        self.analysis.pairs = match std::mem::take(&mut self.analysis.pairs) {
            Pairs::Running { job, .. } if job.number == number => {
                found.map_or(Pairs::Unknown, |found| Pairs::Found { job, found })
            }
            other => other,
        };
    }

    pub(super) fn frame_choke(&mut self, place: ChokePlace) {
        match place {
            ChokePlace::Cell(cell) if self.document.mesh.cell(cell).is_some() => {
                self.camera.frame(&self.bounds_of_cells(&[cell]));
                self.select_elements([Element::Cell(cell)]);
            }
            ChokePlace::Portal(side) => {
                let Some([from, to]) = self.document.mesh.half_edge(side) else { return };
                let edge = Edge::new(from, to);
                let cells: Vec<CellId> = self
                    .derived
                    .adjacency
                    .sides_of(&self.document.mesh, edge)
                    .iter()
                    .map(|s| s.cell)
                    .collect();
                self.camera.frame(&self.bounds_of_cells(&cells));
                self.select_elements([Element::Edge(edge)]);
            }
            ChokePlace::Cell(_) => {}
        }
    }

    /// The box around a choke.
    pub(super) fn bounds_of_choke(&self, place: ChokePlace) -> Bounds {
        match place {
            ChokePlace::Cell(cell) => self.bounds_of_cells(&[cell]),
            ChokePlace::Portal(side) => {
                let ends = self.document.mesh.half_edge(side).into_iter().flatten();
                Bounds::of(ends.map(|vertex| self.document.mesh.position(vertex)))
            }
        }
    }
}

/// The next longer of 1, 2, 5, 10, 20 … and their decimals; 0 for no length.
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
