//! Captions and rules of the funnel's steps, for readers who learn the algorithm.

use super::place;
use crate::pathfinding::string_pulling::funnel::{Decision, FunnelStep};
use crate::pathfinding::string_pulling::portal::Side;
use crate::pathfinding::string_pulling::waypoint::WaypointKind;

impl FunnelStep {
    /// Describes the decision and its reason in plain words; one or two sentences.
    pub fn caption(&self) -> String {
        let Self { portal, side, .. } = self;
        let (own, other) = (side.name(), side.other().name());
        match self.decision {
            Decision::Arrived => {
                format!(
                    "Portal {portal}, the target: the apex sees it, so the path ends with a straight line."
                )
            }
            Decision::Forced { waypoint, kind: WaypointKind::On(link) } => format!(
                "Portal {portal}: the path steps on link {} here. The point {} becomes a waypoint and the new apex.",
                link.0,
                place(waypoint)
            ),
            Decision::Forced { waypoint, kind: WaypointKind::Off(link) } => format!(
                "Portal {portal}: the path gets off link {} here, straight from where it stepped on. The point {} becomes \
                 a waypoint and the new apex.",
                link.0,
                place(waypoint)
            ),
            Decision::Forced { waypoint, kind: WaypointKind::Cost } => format!(
                "Portal {portal}: the cost of a metre changes here, so the path crosses the portal where that is cheapest. \
                 The point {} becomes a waypoint and the new apex.",
                place(waypoint)
            ),
            Decision::Forced { waypoint, .. } => format!(
                "Portal {portal}: the slope changes here, so the path passes through the middle of the portal. \
                 The point {} becomes a waypoint and the new apex.",
                place(waypoint)
            ),
            _ => format!("Portal {portal}, {own}: {}", self.caption_of_end(own, other)),
        }
    }

    fn caption_of_end(&self, own: &str, other: &str) -> String {
        let is_in_line = self.areas == [0.0; 2];
        match self.decision {
            Decision::Crossed { corner, restart_from } => format!(
                "{} It becomes a waypoint and the new apex. The scan restarts after portal {restart_from}.",
                if is_in_line {
                    format!(
                        "the string turns back on itself, so it bends around the {other} corner {}.",
                        place(corner)
                    )
                } else {
                    format!(
                        "the point lies beyond the {other} leg, so the string must bend at the {other} corner {}.",
                        place(corner)
                    )
                }
            ),
            Decision::Outside if is_in_line => {
                format!(
                    "the point lies before the end of the {own} leg, where the string turns back. The leg stays."
                )
            }
            Decision::Outside => {
                format!("the point lies outside the {own} leg, and a funnel never widens. The leg stays.")
            }
            _ if self.candidate == self.funnel.apex => {
                format!("the point is the apex itself, so the {own} leg has no length yet.")
            }
            _ if self.funnel.is_closed(self.side) => {
                format!("the {own} leg leaves the apex and reaches to the point.")
            }
            _ => format!("the point lies inside the funnel, so the {own} leg swings in to it."),
        }
    }

    /// Returns the tests behind the decision, with their numbers and the meaning of the signs.
    pub fn rule(&self) -> String {
        // Adding zero turns a negative zero into a positive one.
        let [own, other] = self.areas.map(|area| area + 0.0);
        let (own_side, other_side) = (self.side, self.side.other());
        let test = |side: Side, area: f64, meaning: &str| {
            let is_closed = self.funnel.leg(side) == self.funnel.apex;
            let meaning = if is_closed { "the leg has no length, so nothing is beyond it" } else { meaning };
            format!("area(apex, {} leg, point) = {area:+.3} m²: {meaning}", side.name())
        };
        let own = test(own_side, own, against_own(own_side, own));
        let other = test(other_side, other, against_other(own_side, other));
        let up = self
            .up
            .map_or_else(String::new, |up| format!("; up is ({:.2}, {:.2}, {:.2}) here", up.x, up.y, up.z));
        format!("{own}; {other}{up}")
    }
}

fn against_own(side: Side, area: f64) -> &'static str {
    match (side, area) {
        (_, 0.0) => "on the leg's line, so not outside",
        (Side::Right, area) if area > 0.0 => "left of the right leg, so not outside",
        (Side::Right, _) => "right of the right leg, so outside",
        (Side::Left, area) if area < 0.0 => "right of the left leg, so not outside",
        (Side::Left, _) => "left of the left leg, so outside",
    }
}

fn against_other(side: Side, area: f64) -> &'static str {
    match (side, area) {
        (_, 0.0) => "on the leg's line, so it only touches it",
        (Side::Right, area) if area > 0.0 => "left of the left leg, so beyond it",
        (Side::Right, _) => "right of the left leg, so not beyond it",
        (Side::Left, area) if area < 0.0 => "right of the right leg, so beyond it",
        (Side::Left, _) => "left of the right leg, so not beyond it",
    }
}
