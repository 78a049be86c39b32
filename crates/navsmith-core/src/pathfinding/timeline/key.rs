//! Keys of events, which stay valid after the mesh is edited or an end is moved.

use super::kind::Kind;
use super::{QueryEvent, QueryTrace, Stage};
use crate::navmesh::{CellId, Edge, LinkId, VertexId};
use crate::pathfinding::agent::corridor::Traversal;
use crate::pathfinding::mesh_query::End;
use crate::pathfinding::mesh_query::cells_in_circle::CircleEvent;
use crate::pathfinding::mesh_query::locate::LocateStep;
use crate::pathfinding::mesh_query::move_along_surface::WalkEvent;
use crate::pathfinding::mesh_query::raycast::RayEvent;
use crate::pathfinding::polyanya::event::IntervalEvent;
use crate::pathfinding::string_pulling::portal::Side;
use crate::pathfinding::string_pulling::waypoint::WaypointKind;
use crate::triangulation::PointId;

/// The name of a portal, which does not depend on its number.
///
/// Another cell at the start of a corridor changes the numbers of all portals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortalName {
    /// The start as a portal without width.
    Start,
    /// The edge between two vertices.
    Between(Edge),
    /// The point at which the path steps on a link.
    On(LinkId),
    /// The point at which the path gets off a link.
    Off(LinkId),
    /// The target as a portal without width.
    Target,
}

/// The subject of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// An end and the cell that it is tested against; `None` for the final choice.
    End(End, Option<CellId>),
    /// A cell and the traversal into it; `None` for the start.
    Traversal(CellId, Option<Traversal>),
    /// A cell of the corridor.
    Cell(CellId),
    /// A vertex at which paths turn; `None` if a path needs no further turn.
    Vertex(Option<VertexId>),
    /// The number of a portal; for the funnel also which of its ends.
    Portal(usize, Option<Side>),
    /// The ends of an edge of a triangulation, the smaller one first; twice a point without an edge.
    Ends([PointId; 2]),
}

/// The key of an event, with which it can be found again.
///
/// The key of a funnel step does not contain the decision. So the step stays in view while its decision changes. Keys
/// of other events contain the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepKey {
    /// The stage.
    pub stage: Stage,
    /// The kind of the event; `None` in the funnel.
    pub kind: Option<Kind>,
    /// The subject of the event.
    pub what: What,
    /// The name of its portal, which takes precedence over the number.
    ///
    /// `None` if the event concerns no portal, or if the trace has no path.
    pub name: Option<PortalName>,
    /// The number of like events before it; the funnel tests a portal again after a restart.
    pub round: usize,
    /// The position in its lane, used if no event of the kind happens any more.
    pub local: usize,
}

impl QueryEvent {
    /// Returns the subject of the event.
    pub fn what(&self) -> What {
        match self {
            Self::Locate(event) => match event.step {
                LocateStep::Judged { cell, .. } | LocateStep::Measured { cell, .. } => {
                    What::End(event.end, Some(cell))
                }
                // The choice keeps its key even if it is another cell.
                LocateStep::Chosen { .. } | LocateStep::Preferred { .. } | LocateStep::NoCell => {
                    What::End(event.end, None)
                }
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
            Self::Triangulation(event) => {
                let [from, to] = event.ends();
                What::Ends([from.min(to), from.max(to)])
            }
        }
    }

    /// Returns the cell that the event concerns; `None` for portals, the funnel and turns at a corner.
    pub fn cell(&self) -> Option<CellId> {
        if let Self::Locate(event) = self
            && let LocateStep::Chosen { cell, .. } | LocateStep::Preferred { cell, .. } = event.step
        {
            return Some(cell);
        }
        match self.what() {
            What::End(_, cell) => cell,
            What::Traversal(cell, _) | What::Cell(cell) => Some(cell),
            What::Vertex(_) | What::Portal(..) | What::Ends(_) => None,
        }
    }

    /// Returns the number of the portal that the event concerns; the start is 0.
    ///
    /// `None` for events before there are portals.
    pub fn portal(&self) -> Option<usize> {
        match self.what() {
            What::Portal(number, _) => Some(number),
            _ => None,
        }
    }

    /// Returns the cost from the start up to this event; `None` outside of the searches.
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
    /// Returns the name of a portal of the path; `None` past the last one.
    pub fn portal_name(&self, number: usize) -> Option<PortalName> {
        let end = if number == 0 { PortalName::Start } else { PortalName::Target };
        let portal = &self.portals().get(number)?.portal;
        Some(match portal.link {
            Some(WaypointKind::On(link)) => PortalName::On(link),
            Some(WaypointKind::Off(link)) => PortalName::Off(link),
            _ => portal.ids.map_or(end, |[left, right]| PortalName::Between(Edge::new(left, right))),
        })
    }

    /// Returns the number of the portal with a name; `None` if the path no longer crosses it. Linear.
    pub fn portal_number(&self, name: PortalName) -> Option<usize> {
        (0..self.count(Stage::Portals)).find(|&number| self.portal_name(number) == Some(name))
    }

    fn is_kind_of(event: &QueryEvent) -> Option<Kind> {
        Some(event.kind()).filter(|kind| kind.stage() != Stage::Funnel)
    }

    /// Returns the positions in a lane of the events of a kind with the same subject.
    fn alike(&self, stage: Stage, kind: Option<Kind>, what: What) -> impl Iterator<Item = usize> {
        (0..self.count(stage)).filter(move |&local| {
            let event = self.get_in(stage, local);
            event.is_some_and(|event| event.what() == what && Self::is_kind_of(&event) == kind)
        })
    }
}

/// Returns the key of the event with a number; `None` past the end. Linear.
pub fn key_of(trace: &QueryTrace, index: usize) -> Option<StepKey> {
    let (stage, local) = trace.place(index)?;
    let event = trace.get_in(stage, local)?;
    let (kind, what) = (QueryTrace::is_kind_of(&event), event.what());
    let round = trace.alike(stage, kind, what).take_while(|&other| other < local).count();
    let name = event.portal().and_then(|number| trace.portal_name(number));
    Some(StepKey { stage, kind, what, name, round, local })
}

/// Returns the number of the event with a key; `None` if its stage has no events. Linear.
///
/// If like events are now fewer, the result is the last of them. If there are none, it is the nearest event of the
/// stage.
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

/// Returns the first event at the portal with the nearest number.
///
/// In stages without portals, returns the event at the same position in the lane.
fn nearest(trace: &QueryTrace, key: &StepKey, what: What) -> Option<usize> {
    let count = trace.count(key.stage);
    let What::Portal(number, _) = what else { return count.checked_sub(1).map(|last| key.local.min(last)) };
    let portal = |local| trace.get_in(key.stage, local).and_then(|event| event.portal());
    (0..count).min_by_key(|&local| portal(local).map_or(usize::MAX, |other| other.abs_diff(number)))
}
