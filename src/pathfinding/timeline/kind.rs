//! What sort of thing happened, whatever it happened to: what jumps and breakpoints name.

use super::{QueryEvent, Stage};
use crate::pathfinding::{Decision, IntervalEvent, LocateStep, SearchEvent, Verdict};

/// A sort of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A cell under or beside an end was ruled out.
    RuledOut,
    /// A cell is the best to stand on so far.
    Stands,
    /// The distance to a cell was measured.
    Measured,
    /// An end was put on a cell, or nowhere.
    Chosen,
    /// A node of the search was closed and its cell looked around in.
    Expanded,
    /// A way into a cell was found, or a better one.
    Relaxed,
    /// A way into a cell was not taken.
    Rejected,
    /// The most promising interval was taken, to look at what lies behind it.
    Popped,
    /// An interval was kept for later.
    Pushed,
    /// An interval, or a turn, was dropped.
    Pruned,
    /// Ways turn at a corner: what follows is seen from there.
    RootChanged,
    /// A whole path was found.
    Reached,
    /// A cell was put in front of the corridor.
    TracedBack,
    /// A portal got its left and its right end.
    Listed,
    /// A leg of the funnel moved inwards.
    Tightened,
    /// A point lies outside its own leg.
    Outside,
    /// The string bends at a corner.
    Crossed,
    /// A waypoint was forced where the slope changes.
    Forced,
    /// The target is in sight.
    Arrived,
    /// The path was laid as far as the next portal.
    Laid,
}

impl Kind {
    /// Every kind, stage by stage.
    pub const ALL: [Self; 20] = [
        Self::RuledOut,
        Self::Stands,
        Self::Measured,
        Self::Chosen,
        Self::Expanded,
        Self::Relaxed,
        Self::Rejected,
        Self::Popped,
        Self::Pushed,
        Self::Pruned,
        Self::RootChanged,
        Self::Reached,
        Self::TracedBack,
        Self::Listed,
        Self::Tightened,
        Self::Outside,
        Self::Crossed,
        Self::Forced,
        Self::Arrived,
        Self::Laid,
    ];

    /// The stage that it happens in.
    pub fn stage(self) -> Stage {
        match self {
            Self::RuledOut | Self::Stands | Self::Measured | Self::Chosen => Stage::Locate,
            Self::Expanded | Self::Relaxed | Self::Rejected => Stage::Search,
            Self::Popped | Self::Pushed | Self::Pruned | Self::RootChanged | Self::Reached => Stage::Interval,
            Self::TracedBack => Stage::Corridor,
            Self::Listed => Stage::Portals,
            Self::Tightened | Self::Outside | Self::Crossed | Self::Forced | Self::Arrived => Stage::Funnel,
            Self::Laid => Stage::Surface,
        }
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::RuledOut => "Ruled out",
            Self::Stands => "Best so far",
            Self::Measured => "Measured",
            Self::Chosen => "Chosen",
            Self::Expanded => "Expanded",
            Self::Relaxed => "Way found",
            Self::Rejected => "Way not taken",
            Self::Popped => "Interval taken",
            Self::Pushed => "Interval kept",
            Self::Pruned => "Interval dropped",
            Self::RootChanged => "New root",
            Self::Reached => "A whole path",
            Self::TracedBack => "Read back",
            Self::Listed => "Portal",
            Self::Tightened => "Tightened",
            Self::Outside => "Outside",
            Self::Crossed => "Crossed: a corner",
            Self::Forced => "Forced waypoint",
            Self::Arrived => "Arrived",
            Self::Laid => "Laid",
        }
    }
}

impl QueryEvent {
    /// What sort of thing happened.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Locate(event) => match event.step {
                LocateStep::Judged { verdict: Verdict::Stands { .. }, .. } => Kind::Stands,
                LocateStep::Judged { .. } => Kind::RuledOut,
                LocateStep::Measured { .. } => Kind::Measured,
                LocateStep::Chosen { .. } | LocateStep::NoCell => Kind::Chosen,
            },
            Self::Search(SearchEvent::Expanded { .. }) => Kind::Expanded,
            Self::Search(SearchEvent::Relaxed { .. }) => Kind::Relaxed,
            Self::Search(SearchEvent::Rejected { .. }) => Kind::Rejected,
            Self::Interval(IntervalEvent::Popped(_)) => Kind::Popped,
            Self::Interval(IntervalEvent::Pushed { .. }) => Kind::Pushed,
            Self::Interval(IntervalEvent::Pruned { .. }) => Kind::Pruned,
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
        }
    }
}
