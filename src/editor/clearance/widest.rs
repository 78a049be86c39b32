//! Widest agent that gets from the start to the target of the active query.
//!
//! All settings of the query's agent apply, except its radius. On a large mesh the search runs in the background, on
//! a snapshot.

use std::sync::Arc;

use super::ground::Ground;
use crate::budget::Exhausted;
use crate::editor::chokepoints::ChokepointPlace;
use crate::editor::work::{Job, Work};
use crate::editor::{Editor, Effect, Message};
use crate::navmesh::IslandId;
use crate::pathfinding::analysis::clearance::gaps::WallClearances;
use crate::pathfinding::analysis::clearance::widest::{Widest, widest};
use crate::pathfinding::mesh_query::End;
use crate::pathfinding::mesh_query::locate::Located;
use crate::progress::{Progress, Stopped};

/// State of the search for the widest agent.
///
/// A result is kept until it is outdated.
pub(in crate::editor) type WidestWork = Work<Box<WidestJob>, Option<Widest>>;

/// Job that finds the widest agent on a large mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct WidestJob {
    /// Number that identifies this job.
    pub number: u64,
    ground: Ground,
    ends: [Located; 2],
}

/// Result of the job: `None` without a path, `Exhausted` if the search stopped early.
pub type WidestFound = Result<Option<Widest>, Exhausted>;

const STOPPED_EARLY: &str = "The search for the widest agent stopped early: the mesh takes too much work for its size. Fix \
                             its issues first.";

/// Largest number of cells for which the search runs at once: 3,000 take about 0.2 s.
const LARGE: usize = 3_000;

/// Approximate share of the work spent on gaps between walls.
const GAPS: f32 = 0.3;

impl Job for WidestJob {
    fn number(&self) -> u64 {
        self.number
    }
}

impl WidestJob {
    /// Runs the job.
    pub fn run(&self, progress: &Progress) -> Result<WidestFound, Stopped> {
        if self.islands_apart().is_some() {
            return Ok(Ok(None));
        }
        let walkable = self.ground.walkable();
        let gaps = WallClearances::build(&walkable, &progress.stage("gaps between walls", 0.0..GAPS))?;
        // A gap that was not found may be the narrowest.
        if gaps.is_cut_short() {
            return Ok(Err(Exhausted));
        }
        let [start, target] = &self.ends;
        widest(&walkable, &gaps, start, target, &progress.stage("the path", GAPS..1.0))
    }

    /// Returns the islands of both ends if they differ; only links may then lead from one to the other.
    fn islands_apart(&self) -> Option<[IslandId; 2]> {
        let islands = self.ends.map(|end| self.ground.derived.islands.of(end.cell).unwrap_or_default());
        (islands[0] != islands[1]).then_some(islands)
    }

    /// Returns the message about a result.
    fn told(&self, found: Option<&Widest>) -> Message {
        if let Some([from, to]) = self.islands_apart() {
            return Message::warning(if self.ground.derived.links.lead(from, to) {
                format!(
                    "Only links lead from island {from}, where the start is, to island {to}, where the target is, and \
                     over links no width is measured. Ask within one island."
                )
            } else {
                format!(
                    "No agent gets from the start on island {from} to the target on island {to}, however narrow: \
                     nothing leads from one to the other."
                )
            });
        }
        let Some(found) = found else {
            return Message::warning(
                "No agent gets from the start to the target, however narrow: blocked cells lie on every path.",
            );
        };
        let Some(bottleneck) = &found.bottleneck else {
            return Message::info("There is no wall between the start and the target.");
        };
        let radius = found.radius();
        let [one, other] = bottleneck.ends;
        Message::info(format!(
            "The widest agent that gets through has a radius of {radius:.3} m. A wider one is stopped at cell {}, between ({:.2}, {:.2}) and ({:.2}, {:.2}).",
            bottleneck.portal.cell.0, one.x, one.z, other.x, other.z
        ))
    }
}

impl Editor {
    /// Returns the number of the running job; `None` if none is running.
    pub fn widest_under_way(&self) -> Option<u64> {
        self.measuring.widest.under_way()
    }

    /// Reports the widest agent that gets through, and shows the portal that stops a wider one.
    ///
    /// On a large mesh the report follows when the background job ends. It follows at once if the result is known, or
    /// if the ends are on different islands.
    pub(in crate::editor) fn show_widest(&mut self) {
        self.forget_late_widest();
        let ends = [End::Start, End::Target].map(|end| self.located(end).copied());
        let [Some(start), Some(target)] = ends else { return };
        if self.measuring.widest.job().is_none() {
            let (number, ground) = (self.begin_work(), self.measured_ground());
            let job = Box::new(WidestJob { number, ground, ends: [start, target] });
            if self.document.mesh.cell_count() > LARGE && job.islands_apart().is_none() {
                self.ask_outside(Effect::FindWidest(job.clone()));
                self.measuring.widest = Work::Running(job);
            } else {
                match job.run(&Progress::none()) {
                    Ok(Ok(found)) => self.measuring.widest = Work::Found(job, found),
                    _ => return self.say(Message::warning(STOPPED_EARLY)),
                }
            }
        }
        self.emit_widest();
    }

    /// Reports the result, if there is one.
    fn emit_widest(&mut self) {
        let Work::Found(job, found) = &self.measuring.widest else { return };
        let bottleneck = found.as_ref().and_then(|found| found.bottleneck);
        let description = job.told(found.as_ref());
        // Moving the view would disturb a gesture under way.
        if let Some(bottleneck) = bottleneck.filter(|_| !self.is_gesture_running()) {
            self.frame_choke(ChokepointPlace::Portal(bottleneck.portal));
        }
        self.say(description);
    }

    /// Stops a job for an earlier mesh, agent or ends; retracts the message about an outdated result.
    pub(super) fn forget_late_widest(&mut self) {
        let is_late = |job: &WidestJob| {
            let ends = [End::Start, End::Target].map(|end| self.located(end).copied());
            !self.is_measured(&job.ground) || ends != job.ends.map(Some)
        };
        if !self.measuring.widest.job().is_some_and(|job| is_late(job)) {
            return;
        }
        let gone = match std::mem::take(&mut self.measuring.widest) {
            Work::Running(job) => Some(Effect::StopWork(job.number)),
            Work::Found(job, found) => Some(Effect::Retract(job.told(found.as_ref()))),
            Work::None => None,
        };
        self.effects.extend(gone);
    }

    /// Stores the result of the running job; ignores the result of any other job.
    pub(in crate::editor) fn take_widest(&mut self, number: u64, found: Option<Arc<WidestFound>>) {
        self.forget_late_widest();
        if self.widest_under_way() != Some(number) {
            return;
        }
        match found.map(Arc::unwrap_or_clone) {
            Some(Err(Exhausted)) => {
                self.measuring.widest = Work::None;
                self.say(Message::warning(STOPPED_EARLY));
            }
            Some(Ok(found)) => {
                self.measuring.widest.take(number, Some(found));
                self.emit_widest();
            }
            None => self.measuring.widest = Work::None,
        }
    }
}
