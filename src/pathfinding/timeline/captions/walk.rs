//! The rules of the events of a ray and of a step along the surface.
//!
//! The captions of these events are next to the event types.

use crate::pathfinding::mesh_query::cells_in_circle::{CircleCell, CircleEvent};
use crate::pathfinding::mesh_query::move_along_surface::WalkEvent;
use crate::pathfinding::mesh_query::raycast::RayEvent;

impl RayEvent {
    /// Returns the rule behind the event, with its numbers.
    pub fn rule(&self) -> String {
        match self {
            Self::Cast { from, to, .. } => format!(
                "{:.2} m on the ground; it goes from cell to cell until one contains its end, or a \
                 side that it would leave through is a wall",
                from.distance(*to)
            ),
            Self::Entered { through: None, .. } => {
                "of the cells joined around the place that it is at, the one that the line leads on in".into()
            }
            Self::Entered { .. } => {
                "one end of the side lies to the left of the line and one to the right, and the cell behind may be \
                 entered"
                    .into()
            }
            Self::AtCorner { .. } => {
                "a line through a corner crosses no side; it goes on in a cell joined around the corner whose inside \
                 it leads into"
                    .into()
            }
            Self::Stopped(hit) => {
                format!("t = {:.3}, where 0 is its start and 1 the place that it was to go to", hit.t)
            }
            Self::Arrived { .. } => {
                "the place that it was to go to lies to the right of no side of this cell".into()
            }
        }
    }
}

impl WalkEvent {
    /// Returns the rule behind the event, with its numbers.
    pub fn rule(&self) -> String {
        match self {
            Self::Straight(RayEvent::Cast { from, to, .. }) => format!(
                "a step of {:.2} m on the ground; where the straight line is open, it is walked",
                from.distance(*to)
            ),
            Self::Straight(event @ RayEvent::Stopped(_)) => format!(
                "{}; so the agent slides: to the nearest place that can be walked to inside the circle around the step",
                event.rule()
            ),
            Self::Straight(event) => event.rule(),
            Self::Circle(CircleEvent::Entered(CircleCell { through: None, .. })) => {
                "the step is the circle's diameter: only cells that are walked to inside of it are looked at"
                    .into()
            }
            Self::Circle(CircleEvent::Entered(_)) => {
                "cells come in the order in which a growing circle first touches a portal into them".into()
            }
            Self::Circle(CircleEvent::Outside { distance, .. }) => {
                format!("{distance:.3} m from the middle of the step is more than half of the step")
            }
            Self::Measured { distance, is_nearest, .. } => format!(
                "{distance:.3} m, {}; only sides that have the place on their outside can hold the nearest place",
                if *is_nearest { "the least so far" } else { "not less than the least so far" }
            ),
            Self::Ended { distance: 0.0, .. } => "nothing is in the way".into(),
            Self::Ended { distance, .. } => {
                format!(
                    "the least distance of all that were measured, {distance:.3} m, and less than before the step, or the agent stays"
                )
            }
        }
    }
}
