//! Where one stands in a trace of the funnel, and where to stop.

use super::{Decision, FunnelStep, Portal, Side, WaypointKind};
use crate::navmesh::{LinkId, VertexId};
use crate::trace::Timeline;

/// Names a portal whatever its number: another cell at the start of a corridor renumbers all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortalName {
    /// The start as a portal without width.
    Start,
    /// The side between two vertices, the left one and the right one.
    Between([VertexId; 2]),
    /// Where the path steps on a link.
    On(LinkId),
    /// Where it gets off one.
    Off(LinkId),
    /// The target as a portal without width.
    Target,
}

impl PortalName {
    /// The name of a portal among those of its path; `None` past the last one.
    pub fn of(portals: &[Portal], index: usize) -> Option<Self> {
        let end = if index == 0 { Self::Start } else { Self::Target };
        let portal = portals.get(index)?;
        Some(match portal.link {
            Some(WaypointKind::On(link)) => Self::On(link),
            Some(WaypointKind::Off(link)) => Self::Off(link),
            _ => portal.ids.map_or(end, Self::Between),
        })
    }

    /// Which of a path's portals has this name; `None` where the path goes through it no more. Linear.
    pub fn find(self, portals: &[Portal]) -> Option<usize> {
        (0..portals.len()).find(|&index| Self::of(portals, index) == Some(self))
    }
}

/// Names a decision so that it can be found again after the mesh was edited or an end was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepKey {
    /// The portal; `None` where its path is not known.
    pub name: Option<PortalName>,
    /// Its number, which counts where the path goes through no portal of this name.
    pub portal: usize,
    /// Which of its ends.
    pub side: Side,
    /// How often that end was judged before, for restarts judge it again.
    pub round: usize,
}

/// The key of the step at `index` of a trace along these portals; `None` past the end. Linear.
pub fn key_of(timeline: &Timeline<FunnelStep>, portals: &[Portal], index: usize) -> Option<StepKey> {
    let &FunnelStep { portal, side, .. } = timeline.get(index)?;
    let round = judgements(timeline, portal, side).take_while(|&i| i < index).count();
    Some(StepKey { name: PortalName::of(portals, portal), portal, side, round })
}

/// The step with a key, or where that end is now judged less often, its last judgement; `None` where it is judged no
/// more. Linear.
pub fn find_key(timeline: &Timeline<FunnelStep>, portals: &[Portal], key: StepKey) -> Option<usize> {
    let portal = key.name.and_then(|name| name.find(portals)).unwrap_or(key.portal);
    judgements(timeline, portal, key.side).take(key.round + 1).last()
}

fn judgements(timeline: &Timeline<FunnelStep>, portal: usize, side: Side) -> impl Iterator<Item = usize> {
    let steps = timeline.events().iter().enumerate();
    steps.filter(move |(_, step)| step.portal == portal && step.side == side).map(|(i, _)| i)
}

/// Where playing a trace stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Breakpoint {
    /// A corner of the corridor becomes a waypoint.
    CornerEmitted,
    /// The apex moves: to a corner, to where the slope changes, or to the end of a link.
    ApexMoves,
    /// A portal is looked at.
    Portal(usize),
    /// An end of a portal on this side lies beyond the leg of the other side.
    Crossing(Side),
}

impl Breakpoint {
    /// Whether playing stops at this step.
    pub fn matches(&self, step: &FunnelStep) -> bool {
        let is_crossed = matches!(step.decision, Decision::Crossed { .. });
        match *self {
            Self::CornerEmitted => is_crossed,
            Self::ApexMoves => is_crossed || matches!(step.decision, Decision::Forced { .. }),
            Self::Portal(portal) => step.portal == portal,
            Self::Crossing(side) => is_crossed && step.side == side,
        }
    }
}
