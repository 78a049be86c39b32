//! Where one stands in a trace, named so that it is found again after the mesh was edited or an end was moved.

use super::{Kind, QueryEvent, QueryTrace, Stage};
use crate::navmesh::{CellId, Edge, LinkId, VertexId};
use crate::pathfinding::{
    CircleEvent, End, IntervalEvent, LocateStep, RayEvent, Side, Traversal, WalkEvent, WaypointKind,
};

/// Names a portal whatever its number: another cell at the start of a corridor renumbers all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortalName {
    /// The start as a portal without width.
    Start,
    /// The edge between two vertices.
    Between(Edge),
    /// Where the path steps on a link.
    On(LinkId),
    /// Where it gets off one.
    Off(LinkId),
    /// The target as a portal without width.
    Target,
}

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// Whether this end stands on a cell; `None` where there is none.
    End(End, Option<CellId>),
    /// The way into a cell; `None` for the start.
    Traversal(CellId, Option<Traversal>),
    /// A cell of the corridor.
    Cell(CellId),
    /// A vertex that ways turn at; `None` where a path needs no further turn.
    Vertex(Option<VertexId>),
    /// A portal by its number, and for the funnel which of its ends.
    Portal(usize, Option<Side>),
}

/// Names an event so that it can be found again.
///
/// A step of the funnel is the same whatever it decides, so that a decision stays in view while it flips; of other
/// events the kind counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepKey {
    /// The stage.
    pub stage: Stage,
    /// What sort of thing happened; `None` in the funnel.
    pub kind: Option<Kind>,
    /// What it is about.
    pub what: What,
    /// What its portal is called, which counts before the number; `None` where it is about none, or the path of its
    /// trace is not known.
    pub name: Option<PortalName>,
    /// How often the same happened before: restarts judge a portal again.
    pub round: usize,
    /// Its place in its lane, which counts where nothing of the kind happens any more.
    pub local: usize,
}

impl QueryEvent {
    /// What it is about.
    pub fn what(&self) -> What {
        match self {
            Self::Locate(event) => match event.step {
                LocateStep::Judged { cell, .. } | LocateStep::Measured { cell, .. } => {
                    What::End(event.end, Some(cell))
                }
                // Whichever cell it is, it is where the end stands.
                LocateStep::Chosen { .. } | LocateStep::NoCell => What::End(event.end, None),
            },
            Self::Search(event) => What::Traversal(event.cell(), event.way()),
            Self::Interval(event) => match *event {
                IntervalEvent::Popped(cone)
                | IntervalEvent::Followed(cone)
                | IntervalEvent::Outdated(cone)
                | IntervalEvent::Pushed { cone, .. } => {
                    What::Traversal(cone.into, Some(Traversal::Side(cone.exit)))
                }
                IntervalEvent::Pruned { exit, .. } => What::Traversal(exit.cell, Some(Traversal::Side(exit))),
                IntervalEvent::RootChanged { vertex, .. } => What::Vertex(Some(vertex)),
                IntervalEvent::Reached { corner, .. } => What::Vertex(corner),
            },
            Self::Corridor(event) => What::Cell(event.cell),
            Self::Portals(event) => What::Portal(event.number, None),
            Self::Funnel(step) => What::Portal(step.portal, Some(step.side)),
            Self::Surface(event) => What::Portal(event.passing.portal, None),
            Self::Walk(event) => match *event {
                WalkEvent::Straight(event) => what_of_ray(event),
                WalkEvent::Circle(CircleEvent::Entered(entered)) => {
                    What::Traversal(entered.cell, entered.through.map(Traversal::Side))
                }
                WalkEvent::Circle(CircleEvent::Outside { half_edge, .. })
                | WalkEvent::Measured { half_edge, .. } => {
                    What::Traversal(half_edge.cell, Some(Traversal::Side(half_edge)))
                }
                WalkEvent::Ended { cell, .. } => What::Cell(cell),
            },
            Self::Ray(event) => what_of_ray(*event),
        }
    }

    /// The cell that it is about; `None` for portals, the funnel and turns at a corner.
    pub fn cell(&self) -> Option<CellId> {
        match self {
            Self::Locate(event) => match event.step {
                LocateStep::Judged { cell, .. }
                | LocateStep::Measured { cell, .. }
                | LocateStep::Chosen { cell, .. } => Some(cell),
                LocateStep::NoCell => None,
            },
            Self::Search(event) => Some(event.cell()),
            Self::Interval(_) | Self::Walk(_) | Self::Ray(_) => match self.what() {
                What::Traversal(cell, _) | What::Cell(cell) => Some(cell),
                _ => None,
            },
            Self::Corridor(event) => Some(event.cell),
            Self::Portals(_) | Self::Funnel(_) | Self::Surface(_) => None,
        }
    }

    /// The number of the portal that it is about, counted with the start as 0; `None` before there are portals.
    pub fn portal(&self) -> Option<usize> {
        match self.what() {
            What::Portal(number, _) => Some(number),
            _ => None,
        }
    }

    /// What it costs to get as far as it tells of; `None` outside of the searches.
    pub fn cost(&self) -> Option<f64> {
        match self {
            Self::Search(event) => Some(event.cost()),
            Self::Interval(
                IntervalEvent::Popped(cone)
                | IntervalEvent::Followed(cone)
                | IntervalEvent::Outdated(cone)
                | IntervalEvent::Pushed { cone, .. },
            ) => Some(cone.cost),
            Self::Interval(IntervalEvent::RootChanged { cost, .. }) => Some(*cost),
            Self::Interval(IntervalEvent::Reached { length, .. }) => Some(*length),
            _ => None,
        }
    }
}

fn what_of_ray(event: RayEvent) -> What {
    match event {
        RayEvent::Entered { cell, through } => What::Traversal(cell, through.map(Traversal::Side)),
        RayEvent::Stopped(hit) => What::Traversal(hit.wall.cell, Some(Traversal::Side(hit.wall))),
        RayEvent::Cast { cell, .. } | RayEvent::AtCorner { cell, .. } | RayEvent::Arrived { cell } => {
            What::Cell(cell)
        }
    }
}

impl QueryTrace {
    /// The name of a portal of the path; `None` past the last one.
    pub fn portal_name(&self, number: usize) -> Option<PortalName> {
        let end = if number == 0 { PortalName::Start } else { PortalName::Target };
        let portal = &self.portals().get(number)?.portal;
        Some(match portal.link {
            Some(WaypointKind::On(link)) => PortalName::On(link),
            Some(WaypointKind::Off(link)) => PortalName::Off(link),
            _ => portal.ids.map_or(end, |[left, right]| PortalName::Between(Edge::new(left, right))),
        })
    }

    /// The number of the portal with a name; `None` where the path goes through it no more. Linear.
    pub fn portal_number(&self, name: PortalName) -> Option<usize> {
        (0..self.count(Stage::Portals)).find(|&number| self.portal_name(number) == Some(name))
    }

    fn is_kind_of(event: &QueryEvent) -> Option<Kind> {
        Some(event.kind()).filter(|kind| kind.stage() != Stage::Funnel)
    }

    /// The places in a lane of the events that are about the same thing.
    fn alike(&self, stage: Stage, kind: Option<Kind>, what: What) -> impl Iterator<Item = usize> {
        (0..self.count(stage)).filter(move |&local| {
            let event = self.get_in(stage, local);
            event.is_some_and(|event| event.what() == what && Self::is_kind_of(&event) == kind)
        })
    }
}

/// The key of the event with a number; `None` past the end. Linear.
pub fn key_of(trace: &QueryTrace, index: usize) -> Option<StepKey> {
    let (stage, local) = trace.place(index)?;
    let event = trace.get_in(stage, local)?;
    let (kind, what) = (QueryTrace::is_kind_of(&event), event.what());
    let round = trace.alike(stage, kind, what).take_while(|&other| other < local).count();
    let name = event.portal().and_then(|number| trace.portal_name(number));
    Some(StepKey { stage, kind, what, name, round, local })
}

/// The event with a key; where the same now happens less often, the last time that it does; where it happens no more,
/// the nearest event of its stage. `None` where the stage has none. Linear.
pub fn find_key(trace: &QueryTrace, key: StepKey) -> Option<usize> {
    let what = match (key.what, key.name) {
        (What::Portal(number, side), Some(name)) => {
            What::Portal(trace.portal_number(name).unwrap_or(number), side)
        }
        (what, _) => what,
    };
    let found = trace.alike(key.stage, key.kind, what).take(key.round + 1).last();
    let local = found.or_else(|| nearest(trace, &key, what))?;
    Some(trace.range(key.stage).start + local)
}

/// The first event at the portal that is nearest by number; of other stages, the one at the same place in the lane.
fn nearest(trace: &QueryTrace, key: &StepKey, what: What) -> Option<usize> {
    let count = trace.count(key.stage);
    let What::Portal(number, _) = what else { return count.checked_sub(1).map(|last| key.local.min(last)) };
    let portal = |local| trace.get_in(key.stage, local).and_then(|event| event.portal());
    (0..count).min_by_key(|&local| portal(local).map_or(usize::MAX, |other| other.abs_diff(number)))
}
