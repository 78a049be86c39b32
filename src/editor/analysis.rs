//! Analysis of the mesh as a whole: shortest paths between all pairs of cells.
//!
//! The computation takes long, so a worker runs it on a snapshot. The editor drops a result for another mesh or agent
//! than the current one.

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
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::analysis::all_pairs::{Diameter, MOST_CELLS, Travelled, Unfinished, all_pairs};
use crate::pathfinding::query::settings::Settings;
use crate::progress::Progress;

/// State of the analysis of the whole mesh.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pairs: Work<PairsJob, Arc<PairsFound>>,
}

/// Job that finds the shortest paths between all pairs of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct PairsJob {
    /// Number that identifies the job.
    pub number: u64,
    mesh: NavMesh,
    agent: Agent,
    filter: Filter,
}

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

/// User input about the mesh as a whole, and results of jobs on it.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisInput {
    /// Shows a chokepoint in the view and selects it.
    Frame(ChokepointPlace),
    /// Shows the path between the two cells that are farthest apart.
    FrameDiameter,
    /// Starts the search for the chokepoints of a large mesh.
    FindChokes,
    /// The job that searches for the answer of the active query ended.
    AnswerFound {
        /// Number of the job.
        job: u64,
        /// Result; `None` if the job was stopped.
        found: Option<Arc<Answered>>,
    },
    /// The job that checks queries ended.
    ChecksFound {
        /// Number of the job.
        job: u64,
        /// Results by index of the query; `None` if the job was stopped.
        found: Option<Arc<Vec<(usize, Checked)>>>,
    },
    /// The job that finds out why there is no path ended.
    WhyFound {
        /// Number of the job.
        job: u64,
        /// Result; `None` if the job was stopped.
        found: Option<Arc<WhyFound>>,
    },
    /// The job that measures the clearance of every portal ended.
    WidthsFound {
        /// Number of the job.
        job: u64,
        /// Result; `None` if the job was stopped.
        found: Option<Arc<Clearance>>,
    },
    /// The job that finds the widest path ended.
    WidestFound {
        /// Number of the job.
        job: u64,
        /// Result; `None` if the job was stopped.
        found: Option<Arc<WidestFound>>,
    },
    /// The job that finds chokepoints ended.
    ChokesFound {
        /// Number of the job.
        job: u64,
        /// Result; `None` if the job was stopped.
        found: Option<Arc<Vec<Chokepoint>>>,
    },
    /// The job that finds distances from the start ended.
    DistancesFound {
        /// Number of the job.
        job: u64,
        /// Result; `None` if the job was stopped.
        found: Option<Arc<DistancesFound>>,
    },
    /// The job that finds issues for another weld distance ended.
    IssuesFound {
        /// Number of the job.
        job: u64,
        /// Result; `None` if the job was stopped.
        found: Option<Arc<Issues>>,
    },
    /// The job that finds the shortest paths between all pairs ended.
    Found {
        /// Number of the job.
        job: u64,
        /// Result, or the reason why there is none.
        found: Result<Arc<PairsFound>, Unfinished>,
    },
    /// A job failed.
    Failed {
        /// Number of the job.
        job: u64,
        /// Reason, as a sentence.
        why: String,
    },
}

impl Job for PairsJob {
    fn number(&self) -> u64 {
        self.number
    }
}

impl PairsJob {
    /// Runs the job; its units are rows.
    pub fn run(&self, progress: &Progress) -> Result<PairsFound, Unfinished> {
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
    /// Returns the result for all pairs of the current mesh; `None` until it is computed.
    pub fn pairs(&self) -> Option<&PairsFound> {
        self.analysis.pairs.found().map(|found| &**found)
    }

    /// Returns the number of the job while all pairs are being computed.
    pub fn pairs_under_way(&self) -> Option<u64> {
        self.analysis.pairs.under_way()
    }

    /// Returns the reason as `Err` if all pairs cannot be computed.
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

    /// Starts the job that finds the shortest paths between all pairs of cells.
    pub(super) fn find_pairs(&mut self) {
        let Settings { agent, filter, .. } = self.settings().clone();
        let mesh = self.document.mesh.clone();
        let job = PairsJob { number: self.begin_work(), mesh, agent, filter };
        self.ask_outside(Effect::FindPairs(job.clone()));
        self.analysis.pairs = Work::Running(job);
    }

    /// Drops the result for all pairs and stops the job.
    pub(super) fn forget_pairs(&mut self) {
        let stop = self.pairs_under_way().map(Effect::StopWork);
        self.effects.extend(stop);
        self.analysis.pairs = Work::None;
    }

    /// Updates the analysis after a change of the mesh, the start or the settings.
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
                    self.frame(&bounds);
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
                Err(Unfinished::Stopped) => self.analysis.pairs.take(job, None),
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
