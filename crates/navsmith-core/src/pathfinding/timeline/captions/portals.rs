//! Captions and rules of the events of portals and of the path on the surface.

use super::place;
use crate::pathfinding::string_pulling::portal::PortalEvent;
use crate::pathfinding::string_pulling::profile::SurfaceEvent;
use crate::pathfinding::string_pulling::waypoint::WaypointKind;

impl PortalEvent {
    /// Describes the portal in plain words.
    pub fn caption(&self) -> String {
        let Self { number, portal, .. } = self;
        if let Some(kind) = portal.link {
            return match kind {
                WaypointKind::Off(link) => {
                    format!("Portal {number}: here the path gets off link {}.", link.0)
                }
                WaypointKind::On(link) => format!("Portal {number}: here the path steps on link {}.", link.0),
                _ => format!("Portal {number}: the path has to go through this point."),
            };
        }
        let Some([left, right]) = portal.ids else {
            let end = if *number == 0 { "start" } else { "target" };
            return format!("Portal {number} is the {end} itself, a portal without width.");
        };
        let slope = if portal.is_slope_change { " The slope changes here." } else { "" };
        let slope = match portal.crossing {
            Some(_) => format!("{slope} The cost of a metre changes here."),
            None => slope.into(),
        };
        let diagonal = portal.half_edge.filter(|side| side.is_diagonal());
        let inside = diagonal.map_or_else(String::new, |side| {
            format!(" It is a diagonal of cell {}, which is not convex.", side.cell.0)
        });
        format!(
            "Portal {number}: walking through it, vertex {} is on the left and vertex {} on the right.{inside}{slope}",
            left.0, right.0
        )
    }

    /// Explains which end of the portal is the left one, with the numbers.
    pub fn rule(&self) -> String {
        let portal = &self.portal;
        let (Some([left, right]), Some(exit)) = (portal.ids, portal.half_edge) else {
            return format!("at {}", place(portal.left));
        };
        let (from, to, turn, side) = if self.is_inside_out {
            (left, right, "clockwise", "left")
        } else {
            (right, left, "counter-clockwise", "right")
        };
        let slope = self.slope.map_or_else(String::new, |dot| {
            let meaning = if portal.is_slope_change {
                "below 0.99, so the slope changes"
            } else {
                "no change of slope"
            };
            format!("; normals before · behind = {dot:.4}: {meaning}")
        });
        let width = if portal.width() < self.side_width {
            format!("{:.2} m of {:.2} m are left to this agent", portal.width(), self.side_width)
        } else {
            format!("{:.2} m wide", self.side_width)
        };
        format!(
            "seen from above, the side of cell {} runs {turn} from vertex {} to vertex {}, so seen from inside the cell it begins on the {side}; {width}{slope}",
            exit.cell.0, from.0, to.0,
        )
    }
}

impl SurfaceEvent {
    /// Describes the point at which the path passes the portal, in plain words.
    pub fn caption(&self) -> String {
        let passing = &self.passing;
        format!(
            "The path passes portal {} at {}, {:.2} m high, after {:.2} m on the ground.",
            passing.portal,
            place(passing.point),
            passing.point.y,
            passing.distance
        )
    }

    /// Returns the distance on the ground and the rise since the portal before.
    pub fn rule(&self) -> String {
        let Self { passing, before } = self;
        let run = passing.distance - before.distance;
        let rise = f64::from(passing.point.y) - f64::from(before.point.y);
        let way = if rise < 0.0 { "down" } else { "up" };
        format!("{run:.2} m on the ground since the portal before, {:.2} m {way}", rise.abs())
    }
}
