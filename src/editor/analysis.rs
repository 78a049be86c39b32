//! What is found out of the mesh as a whole: the shortest ways between all pairs of cells.
//!
//! They take long, so the outside finds them of a snapshot, and what comes back for another mesh or agent than the present
//! one is dropped.

use std::ops::ControlFlow;
use std::sync::Arc;

use glam::Vec2;

use super::work::{Job, Work};
use super::{
    Answered, Checked, Chokepoint, ChokepointPlace, Clearance, DistancesFound, Editor, Effect, Message,
    WhyFound, WidestFound,
};
use crate::document::issues::Issues;
use crate::geometry::ground;
use crate::navmesh::{CellId, Derived, NavMesh};
use crate::pathfinding::{
    Agent, Diameter, Filter, MOST_CELLS, Settings, Travelled, Unfinished, Walkable, all_pairs,
};

/// What is known of the mesh as a whole.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pairs: Work<PairsJob, Arc<PairsFound>>,
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
    Frame(ChokepointPlace),
    /// Shows the way between the two cells that are farthest apart.
    FrameDiameter,
    /// Finds the chokes of a large mesh.
    FindChokes,
    /// A job came to an end that was to search for the answer of the active query.
    AnswerFound {
        /// The job's number.
        job: u64,
        /// What came of it; `None` if it was broken off.
        found: Option<Arc<Answered>>,
    },
    /// A job came to an end that was to check queries.
    ChecksFound {
        /// The job's number.
        job: u64,
        /// What became of queries, by index; `None` if it was broken off.
        found: Option<Arc<Vec<(usize, Checked)>>>,
    },
    /// A job came to an end that was to find out why there is no path.
    WhyFound {
        /// The job's number.
        job: u64,
        /// What came of it; `None` if it was broken off.
        found: Option<Arc<WhyFound>>,
    },
    /// A job came to an end that was to measure every portal.
    WidthsFound {
        /// The job's number.
        job: u64,
        /// What came of it; `None` if it was broken off.
        found: Option<Arc<Clearance>>,
    },
    /// A job came to an end that was to find the widest way.
    WidestFound {
        /// The job's number.
        job: u64,
        /// The result; `None` if the work was stopped.
        found: Option<Arc<WidestFound>>,
    },
    /// A job came to an end that was to find chokes.
    ChokesFound {
        /// The job's number.
        job: u64,
        /// What came of it; `None` if it was broken off.
        found: Option<Arc<Vec<Chokepoint>>>,
    },
    /// A job came to an end that was to find distances from the start.
    DistancesFound {
        /// The job's number.
        job: u64,
        /// What came of it; `None` if it was broken off.
        found: Option<Arc<DistancesFound>>,
    },
    /// A job came to an end that was to find issues by another weld distance.
    IssuesFound {
        /// The job's number.
        job: u64,
        /// What came of it; `None` if it was broken off.
        found: Option<Arc<Issues>>,
    },
    /// A job came to an end that was to find all pairs.
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

impl Job for PairsJob {
    fn number(&self) -> u64 {
        self.number
    }
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
}

impl Editor {
    /// What all pairs say of the mesh as it is now; `None` until they are found.
    pub fn pairs(&self) -> Option<&PairsFound> {
        self.analysis.pairs.found().map(|found| &**found)
    }

    /// The number of the work while all pairs are being found.
    pub fn pairs_under_way(&self) -> Option<u64> {
        self.analysis.pairs.under_way()
    }

    /// Whether all pairs can be found; if not, why.
    pub(super) fn can_find_pairs(&self) -> Result<(), &'static str> {
        let too_many = const {
            assert!(MOST_CELLS == 2000, "the sentence names the limit");
            "The mesh has more than 2,000 cells, too many to compute all pairs"
        };
        match (&self.analysis.pairs, self.document.mesh.cell_count()) {
            (Work::Running(_), _) => Err("All pairs are being computed already"),
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
        self.analysis.pairs = Work::Running(job);
    }

    /// Forgets what all pairs said, and breaks off work on them.
    pub(super) fn forget_pairs(&mut self) {
        let stop = self.pairs_under_way().map(Effect::StopWork);
        self.effects.extend(stop);
        self.analysis.pairs = Work::None;
    }

    /// Follows a change of the mesh, of the start or of who walks.
    pub(super) fn refresh_analysis(&mut self) {
        self.refresh_chokes();
        let Settings { agent, filter, .. } = self.settings();
        let is_of_another =
            |job: &PairsJob| job.mesh != self.document.mesh || job.agent != *agent || job.filter != *filter;
        if self.analysis.pairs.job().is_some_and(is_of_another) {
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
            AnalysisInput::FindChokes => self.find_chokes(),
            AnalysisInput::AnswerFound { job, found } => self.take_searched(job, found),
            AnalysisInput::ChecksFound { job, found } => self.take_checks(job, found),
            AnalysisInput::WhyFound { job, found } => self.take_why(job, found),
            AnalysisInput::WidthsFound { job, found } => self.take_widths(job, found),
            AnalysisInput::WidestFound { job, found } => self.take_widest(job, found),
            AnalysisInput::ChokesFound { job, found } => self.take_chokes(job, found),
            AnalysisInput::DistancesFound { job, found } => self.take_distances(job, found),
            AnalysisInput::IssuesFound { job, found } => self.take_issues(job, found),
            AnalysisInput::Found { job, found } => match found {
                Ok(found) => self.analysis.pairs.take(job, Some(found)),
                Err(Unfinished::Cancelled) => self.analysis.pairs.take(job, None),
                Err(why) => {
                    self.analysis.pairs.take(job, None);
                    self.say(Message::warning(format!("All pairs were not computed: {why}.")));
                }
            },
            AnalysisInput::Failed { job, why } => {
                self.analysis.pairs.take(job, None);
                self.take_checks(job, None);
                self.take_chokes(job, None);
                self.take_distances(job, None);
                self.take_issues(job, None);
                self.take_recorded(job, None);
                self.take_searched(job, None);
                self.take_why(job, None);
                self.take_widths(job, None);
                self.take_widest(job, None);
                self.say(Message::error(why));
            }
        }
    }
}
