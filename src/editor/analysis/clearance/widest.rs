//! Widest agent that gets from the start to the target of the active query.
//!
//! All settings of the query's agent apply, except its radius. On a large mesh the search runs in the background, on
//! a snapshot.

use crate::editor::analysis::chokepoints::{self, ChokepointPlace};
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::job::{AgentSnapshot, JobContext};
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::{Editor, State};
use navsmith_core::budget::Exhausted;
use navsmith_core::navmesh::IslandId;
use navsmith_core::pathfinding::analysis::clearance::gaps::WallClearances;
use navsmith_core::pathfinding::analysis::clearance::widest::{Widest, widest};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::progress::Stopped;

/// Key of the widest agent.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct WidestKey {
    ground: AgentSnapshot,
    ends: [Located; 2],
}

const STOPPED_EARLY: &str = "The search for the widest agent stopped early: the mesh takes too much work for its size. Fix \
                             its issues first.";

/// Largest number of cells for which the search runs at once: 3,000 take about 0.2 s.
const MOST_AT_ONCE: usize = 3_000;

/// Approximate share of the work spent on gaps between walls.
const GAPS: f32 = 0.3;

impl Analysis for WidestKey {
    /// `None` without a path, `Exhausted` if the mesh takes more work than its size justifies.
    type Value = Result<Option<Widest>, Exhausted>;

    const TITLE: &'static str = "finding the widest agent";

    fn when(state: &State) -> When {
        let islands = &state.derived().islands;
        let island = |end| state.located(end).and_then(|located| islands.of(located.cell));
        let is_long = state.mesh().cell_count() > MOST_AT_ONCE;
        if is_long && island(End::Start) == island(End::Target) { When::OnRequest } else { When::FirstUse }
    }

    fn key(state: &State) -> Option<Self> {
        let [start, target] = [End::Start, End::Target].map(|end| state.located(end).copied());
        Some(Self { ground: state.agent_snapshot(), ends: [start?, target?] })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
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

    fn done(state: &mut State) -> Reaction {
        emit_widest(state).into()
    }

    fn outdated(state: &mut State) -> Option<Effect> {
        widest_message(state).map(Effect::Retract)
    }
}

impl WidestKey {
    /// Returns the islands of both ends if they differ; only links may then lead from one to the other.
    fn islands_apart(&self) -> Option<[IslandId; 2]> {
        let islands =
            self.ends.map(|end| self.ground.ground.derived.islands.of(end.cell).unwrap_or_default());
        (islands[0] != islands[1]).then_some(islands)
    }

    /// Returns the message about a result.
    fn message(&self, found: Option<&Widest>) -> Message {
        if let Some([from, to]) = self.islands_apart() {
            return Message::warning(if self.ground.ground.derived.links.lead(from, to) {
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

/// Returns the number of the running job; `None` if none is running.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.widest.running()
}

/// Reports the widest agent that gets through, and shows the portal that stops a wider one.
///
/// On a large mesh the report follows when the job ends. It follows at once if the result is known, or if the ends
/// are on different islands.
pub(in crate::editor) fn show_widest(editor: &mut Editor) {
    if editor.value::<WidestKey>().is_none() {
        editor.request::<WidestKey>();
    }
    if let Some(message) = emit_widest(&mut editor.state) {
        editor.say(message);
    }
}

/// Returns the message about the result, if there is one.
fn widest_message(state: &State) -> Option<Message> {
    let found = state.value::<WidestKey>()?;
    let key = state.analyses.widest.key()?;
    Some(match found {
        Ok(found) => key.message(found.as_ref()),
        Err(Exhausted) => Message::warning(STOPPED_EARLY),
    })
}

/// Shows the portal that stops a wider agent; returns the message about the result, if there is one.
fn emit_widest(state: &mut State) -> Option<Message> {
    let message = widest_message(state)?;
    let found = state.value::<WidestKey>().and_then(|found| found.as_ref().ok()?.as_ref());
    let bottleneck = found.and_then(|found| found.bottleneck);
    // Moving the view would disturb a gesture under way.
    if let Some(bottleneck) = bottleneck.filter(|_| !state.is_gesture_running()) {
        chokepoints::frame(state, ChokepointPlace::Portal(bottleneck.portal));
    }
    Some(message)
}
