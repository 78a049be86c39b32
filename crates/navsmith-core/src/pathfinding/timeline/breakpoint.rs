//! Breakpoints: conditions at which the playback of a trace stops.

use std::fmt;

use super::key::{PortalName, What};
use super::kind::Kind;
use super::{QueryEvent, QueryTrace, Stage};
use crate::navmesh::{CellId, Edge, NavMesh};
use crate::pathfinding::string_pulling::portal::Side;

/// A condition at which the playback of a trace stops; prints as a few words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Breakpoint {
    /// A corner of the corridor becomes a waypoint.
    CornerEmitted,
    /// The apex moves to a corner, to a change of slope or to the end of a link.
    ApexMoves,
    /// An end of a portal on this side lies beyond the leg of the other side.
    LinkCrossing(Side),
    /// A stage begins.
    Stage(Stage),
    /// An event of this kind happens.
    Kind(Kind),
    /// An event concerns this cell.
    Cell(CellId),
    /// An event concerns this portal, or a search, a walk or a ray examines it.
    Portal(PortalName),
    /// The search expands a node with at least this cost from the start.
    Cost(f64),
}

impl Breakpoint {
    /// Returns the only stage that it stops in; `None` if it can stop in several.
    pub fn stage(&self) -> Option<Stage> {
        match *self {
            Self::CornerEmitted | Self::ApexMoves | Self::LinkCrossing(_) => Some(Stage::Funnel),
            Self::Stage(stage) => Some(stage),
            Self::Kind(kind) => Some(kind.stage()),
            Self::Cell(_) | Self::Portal(_) | Self::Cost(_) => None,
        }
    }

    /// Returns whether the playback stops at the event with this number.
    pub fn stops_at(&self, mesh: &NavMesh, trace: &QueryTrace, index: usize) -> bool {
        let place = trace.place(index);
        let Some((event, (stage, local))) = trace.get(index).zip(place) else { return false };
        let kind = event.kind();
        match *self {
            Self::CornerEmitted => kind == Kind::Crossed,
            Self::ApexMoves => matches!(kind, Kind::Crossed | Kind::Forced),
            Self::LinkCrossing(side) => {
                matches!(event, QueryEvent::Funnel(step) if kind == Kind::Crossed && step.side == side)
            }
            Self::Stage(wanted) => stage == wanted && local == 0,
            Self::Kind(wanted) => kind == wanted,
            Self::Cell(cell) => event.cell() == Some(cell),
            Self::Portal(name) => trace.is_at_portal(mesh, &event, name),
            Self::Cost(least) => {
                matches!(kind, Kind::Expanded | Kind::Popped)
                    && event.cost().is_some_and(|cost| cost >= least)
            }
        }
    }
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CornerEmitted => f.write_str("a corner is emitted"),
            Self::ApexMoves => f.write_str("the apex moves"),
            Self::LinkCrossing(side) => write!(f, "the {} side crosses", side.name()),
            Self::Stage(stage) => write!(f, "{} begins", stage.title()),
            Self::Kind(kind) => write!(f, "{}: {}", kind.stage().title(), kind.title()),
            Self::Cell(cell) => write!(f, "cell {}", cell.0),
            Self::Portal(PortalName::Start) => f.write_str("the start as a portal"),
            Self::Portal(PortalName::Target) => f.write_str("the target as a portal"),
            Self::Portal(PortalName::Between(edge)) => {
                let [one, other] = edge.ends();
                write!(f, "the portal between vertices {} and {}", one.0, other.0)
            }
            Self::Portal(PortalName::On(link)) => write!(f, "the beginning of link {}", link.0),
            Self::Portal(PortalName::Off(link)) => write!(f, "the end of link {}", link.0),
            Self::Cost(least) => write!(f, "a cost of at least {least:.2}"),
        }
    }
}

impl QueryTrace {
    /// Returns whether an event concerns a portal.
    ///
    /// The portal is one of the path, or a side that a search, a walk or a ray examines.
    pub fn is_at_portal(&self, mesh: &NavMesh, event: &QueryEvent, name: PortalName) -> bool {
        match event.what() {
            What::Traversal(_, way) => {
                let ends = way.and_then(|way| mesh.half_edge(way.side()?));
                ends.is_some_and(|[from, to]| name == PortalName::Between(Edge::new(from, to)))
            }
            What::Portal(number, _) => self.portal_name(number) == Some(name),
            _ => false,
        }
    }
}
