//! Kinds of events, regardless of their subject; jumps and breakpoints name them.

use super::{QueryEvent, Stage};
use crate::outlines::OutlineEvent;
use crate::pathfinding::mesh_query::cells_in_circle::CircleEvent;
use crate::pathfinding::mesh_query::locate::{LocateStep, LocateVerdict};
use crate::pathfinding::mesh_query::move_along_surface::WalkEvent;
use crate::pathfinding::mesh_query::raycast::RayEvent;
use crate::pathfinding::polyanya::event::IntervalEvent;
use crate::pathfinding::search::event::SearchEvent;
use crate::pathfinding::string_pulling::funnel::Decision;
use crate::triangulation::TriangulationEvent;

/// Generates everything that exists per kind from one list, so that a new kind is one more line.
macro_rules! kinds {
    ($($kind:ident, $name:literal, $stage:ident, $title:literal, $description:literal;)+) => {
        /// A kind of event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $(#[doc = $description] $kind),+
        }

        impl Kind {
            /// All kinds, stage by stage.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            const TABLE: &[(Stage, &str, &str)] = &[$((Stage::$stage, $title, $name)),+];

            /// Returns the stage that it happens in.
            pub fn stage(self) -> Stage {
                Self::TABLE[self as usize].0
            }

            /// Returns its title.
            pub fn title(self) -> &'static str {
                Self::TABLE[self as usize].1
            }

            /// Returns its name for programs: lower case, words joined by `_`.
            pub fn name(self) -> &'static str {
                Self::TABLE[self as usize].2
            }
        }
    };
}

kinds! {
    RuledOut, "ruled_out", Locate, "Ruled out", "A cell near an end was ruled out.";
    Stands, "stands", Locate, "Best so far", "A cell is the best one for an end so far.";
    Measured, "measured", Locate, "Measured", "The distance to a cell was measured.";
    Chosen, "chosen", Locate, "Chosen", "An end was put on a cell, or nowhere.";
    Expanded, "expanded", Search, "Expanded", "A node of the search was closed and its cell expanded.";
    Relaxed, "relaxed", Search, "Relaxed", "A cheaper path into a cell was found.";
    Rejected, "rejected", Search, "Rejected", "A path into a cell was rejected.";
    Popped, "popped", Interval, "Interval expanded", "The interval with the least estimated total was expanded.";
    Pushed, "pushed", Interval, "Interval queued", "An interval was added to the queue.";
    Pruned, "pruned", Interval, "Interval dropped", "An interval, or a turn, was dropped.";
    RootChanged, "root_changed", Interval, "New root", "Paths turn at a corner: later intervals are seen from there.";
    Reached, "reached", Interval, "A whole path", "A whole path was found.";
    TracedBack, "traced_back", Corridor, "Read back", "A cell was put in front of the corridor.";
    Listed, "listed", Portals, "Portal", "A portal got its left and its right end.";
    Tightened, "tightened", Funnel, "Tightened", "A leg of the funnel moved inwards.";
    Outside, "outside", Funnel, "Outside", "A point lies outside its own leg.";
    Crossed, "crossed", Funnel, "Crossed: a corner", "The string bends at a corner.";
    Forced, "forced", Funnel, "Forced waypoint", "A waypoint was forced at a link, or where the slope or the cost of a metre changes.";
    Arrived, "arrived", Funnel, "Arrived", "The target is in sight.";
    Laid, "laid", Surface, "Laid", "The path was laid as far as the next portal.";
    Begun, "begun", Walk, "A step begins", "The agent gets a new goal. The straight line is tried first.";
    Ahead, "ahead", Walk, "Straight on", "The straight line is open so far.";
    Blocked, "blocked", Walk, "Stopped by a wall", "A wall stops the step, so the circle around it is searched.";
    Grown, "grown", Walk, "Circle grows", "The growing circle reaches a cell.";
    Beyond, "beyond", Walk, "Outside the circle", "A portal lies outside of the circle.";
    Nearer, "nearer", Walk, "Nearest so far", "A point is nearer to the goal than any before.";
    Farther, "farther", Walk, "No nearer", "A point is not nearer than the nearest so far.";
    Ended, "ended", Walk, "The step ends", "The agent has reached its final position.";
    Cast, "cast", Ray, "Cast", "A ray is cast.";
    Entered, "entered", Ray, "Into a cell", "The ray continues in a cell.";
    AtCorner, "at_corner", Ray, "A corner exactly", "The ray meets a corner exactly.";
    Stopped, "stopped", Ray, "Stopped by a wall", "A wall stops the ray.";
    Landed, "landed", Ray, "Arrived", "The ray reaches its end.";
    Inserted, "inserted", Triangulation, "Point inserted", "A point divided a triangle or an edge.";
    Flipped, "flipped", Triangulation, "Edge flipped", "An edge was replaced by the other diagonal.";
    Constrained, "constrained", Triangulation, "Constraint", "An edge became a constraint.";
    Released, "released", Triangulation, "No constraint", "An edge is no longer a constraint.";
    Removed, "removed", Triangulation, "Point removed", "A point was removed with its triangles.";
    Cleared, "cleared", Triangulation, "No ground", "An edge without ground on either side was removed.";
    Merged, "merged", Triangulation, "Cells merged", "An edge between two cells was removed.";
    Kept, "kept", Triangulation, "Edge kept", "An edge between two cells stays.";
}

impl QueryEvent {
    /// Returns the kind of the event.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Locate(event) => match event.step {
                LocateStep::Judged { verdict: LocateVerdict::Stands { .. }, .. } => Kind::Stands,
                LocateStep::Judged { .. } => Kind::RuledOut,
                LocateStep::Measured { .. } => Kind::Measured,
                LocateStep::Chosen { .. } | LocateStep::Preferred { .. } | LocateStep::NoCell => Kind::Chosen,
            },
            Self::Search(SearchEvent::Expanded { .. }) => Kind::Expanded,
            Self::Search(SearchEvent::Relaxed { .. }) => Kind::Relaxed,
            Self::Search(SearchEvent::Rejected { .. }) => Kind::Rejected,
            Self::Interval(IntervalEvent::Popped(_) | IntervalEvent::Followed(_)) => Kind::Popped,
            Self::Interval(IntervalEvent::Pushed { .. }) => Kind::Pushed,
            Self::Interval(IntervalEvent::Pruned { .. } | IntervalEvent::Outdated(_)) => Kind::Pruned,
            Self::Interval(IntervalEvent::RootChanged { .. }) => Kind::RootChanged,
            Self::Interval(IntervalEvent::Reached { .. }) => Kind::Reached,
            Self::Corridor(_) => Kind::TracedBack,
            Self::Portals(_) => Kind::Listed,
            Self::Funnel(step) => match step.decision {
                Decision::Tightened => Kind::Tightened,
                Decision::Outside => Kind::Outside,
                Decision::Crossed { .. } => Kind::Crossed,
                Decision::Forced { .. } => Kind::Forced,
                Decision::Arrived => Kind::Arrived,
            },
            Self::Surface(_) => Kind::Laid,
            Self::Walk(event) => match event {
                WalkEvent::Straight(RayEvent::Cast { .. }) => Kind::Begun,
                WalkEvent::Straight(RayEvent::Stopped(_)) => Kind::Blocked,
                WalkEvent::Straight(_) => Kind::Ahead,
                WalkEvent::Circle(CircleEvent::Entered(_)) => Kind::Grown,
                WalkEvent::Circle(CircleEvent::Outside { .. }) => Kind::Beyond,
                WalkEvent::Measured { is_nearest: true, .. } => Kind::Nearer,
                WalkEvent::Measured { .. } => Kind::Farther,
                WalkEvent::Ended { .. } => Kind::Ended,
            },
            Self::Ray(event) => match event {
                RayEvent::Cast { .. } => Kind::Cast,
                RayEvent::Entered { .. } => Kind::Entered,
                RayEvent::AtCorner { .. } => Kind::AtCorner,
                RayEvent::Stopped(_) => Kind::Stopped,
                RayEvent::Arrived { .. } => Kind::Landed,
            },
            Self::Triangulation(event) => match event {
                OutlineEvent::Triangulated { change, .. } => match change {
                    TriangulationEvent::InTriangle { .. } | TriangulationEvent::OnEdge { .. } => {
                        Kind::Inserted
                    }
                    TriangulationEvent::Flipped { .. } => Kind::Flipped,
                    TriangulationEvent::Constrained { .. } => Kind::Constrained,
                    TriangulationEvent::Released { .. } => Kind::Released,
                    TriangulationEvent::Removed { .. } => Kind::Removed,
                },
                OutlineEvent::Cleared { .. } => Kind::Cleared,
                OutlineEvent::Merged { .. } => Kind::Merged,
                OutlineEvent::Kept { .. } => Kind::Kept,
            },
        }
    }
}
