//! The rules of the events of Polyanya; their captions are next to the event types.

use crate::pathfinding::polyanya::event::{Cone, IntervalEvent, Pruned};

impl IntervalEvent {
    /// Returns the rule behind the event, with its numbers.
    pub fn rule(&self) -> String {
        match self {
            Self::Popped(cone) => format!("{}; the least of all intervals in the queue", sum(cone)),
            Self::Followed(cone) => {
                format!("{}; whatever its estimate, nothing else lies behind the one before", sum(cone))
            }
            Self::Pushed { cone, is_observable: true } => sum(cone),
            Self::Pushed { cone, .. } => {
                format!("{}; what the root does not see is reached by a turn", sum(cone))
            }
            Self::Outdated(cone) => format!(
                "{:.3} m to its root this way; of two paths to one point, the longer one is part of no shortest path",
                cone.cost
            ),
            Self::Pruned { why, .. } => match why {
                Pruned::Dominated(_) => {
                    "of two paths to one corner, the longer one is part of no shortest path"
                }
                Pruned::Nearer(_) => {
                    "a path through it would be shorter if it went to that vertex first and on from there"
                }
                Pruned::CulDeSac => "a shortest path enters no cell that it could only leave again",
                Pruned::Collinear => "through a side seen edge-on, nothing behind it is seen",
                Pruned::Blocked => "cells that the agent may not enter are walls",
                Pruned::Empty => "an interval without width shows nothing",
            }
            .into(),
            Self::RootChanged { cost, .. } => {
                format!("a shortest path bends only at corners of the boundary; {cost:.3} m to this one")
            }
            Self::Reached { length, .. } => {
                format!(
                    "the path is the shortest in the ground plan once no interval in the queue has an estimate below {length:.3} m"
                )
            }
        }
    }
}

fn sum(cone: &Cone) -> String {
    let rest = cone.estimate - cone.cost;
    format!(
        "{:.3} m to the root + at least {rest:.3} m through the interval = {:.3} m",
        cone.cost, cone.estimate
    )
}
