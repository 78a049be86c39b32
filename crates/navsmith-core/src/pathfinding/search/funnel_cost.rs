//! Funnel cost: the string pulled through a corridor during its search.
//!
//! The method follows TA* (Demyen and Buro, *Efficient Triangulation-Based Pathfinding*, 2006). Only the part after
//! the last corner that no further portal can move is pulled again.

use glam::{DVec2, DVec3, Vec3};

use super::NONE;
use crate::geometry::ground;
use crate::pathfinding::string_pulling::funnel::{Decision, FunnelStep, string_pull_into};
use crate::pathfinding::string_pulling::plane::FunnelPlane;
use crate::pathfinding::string_pulling::portal::Portal;
use crate::pathfinding::string_pulling::waypoint::Waypoint;

/// Last corner of the string that no further portal can move.
#[derive(Clone, Copy, Debug)]
pub(super) struct StringAnchor {
    pub(super) point: Vec3,
    pub(super) cost: f64,
    /// Node whose portal contains the corner.
    pub(super) node: u32,
}

/// String extended by one more portal.
pub(super) struct Pulled {
    /// Point at which the string leaves the last portal.
    pub(super) point: DVec3,
    pub(super) cost: f64,
    pub(super) anchor: StringAnchor,
}

/// Number of portals after which the string is fixed at the middle portal, even without a corner there.
///
/// Without a limit, the search of a fan of `n` triangles takes `n²` steps. The path found is still pulled through its
/// whole corridor.
pub(super) const MOST_GATES: usize = 256;

/// Portal passed since the anchor, with its node and the cost of a metre in the cell before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassedPortal {
    pub(super) portal: Portal,
    pub(super) node: u32,
    pub(super) weight: f64,
}

/// Memory of pulled strings, kept between searches.
#[derive(Clone, Debug, Default)]
pub(super) struct StringMemory {
    /// Portals that the string passes.
    pub(super) gates: Vec<PassedPortal>,
    portals: Vec<Portal>,
    waypoints: Vec<Waypoint>,
}

/// Pulls a string from an anchor through the portals in memory to a target.
pub(super) fn pull(anchor: StringAnchor, memory: &mut StringMemory, target: Vec3) -> Pulled {
    let StringMemory { gates, portals, waypoints } = memory;
    let inner = gates.iter().map(|gate| gate.portal);
    portals.clear();
    portals.extend(std::iter::once(Portal::at(anchor.point)).chain(inner).chain([Portal::at(target)]));
    let target_portal = portals.len() - 1;
    let mut fixed: Option<(Vec3, usize)> = None;
    let mut fix = |step: FunnelStep| {
        // A corner that only the target decides may change with the next portal.
        if let Decision::Crossed { corner, restart_from } = step.decision
            && step.portal < target_portal
        {
            fixed = Some((corner, restart_from));
        }
    };
    string_pull_into(&FunnelPlane::default(), portals, false, &mut fix, waypoints);
    let (mut at, mut cost) = (anchor.point.as_dvec3(), anchor.cost);
    let mut moved = anchor;
    let mut stretch = 0;
    for (number, gate) in (1..).zip(&*gates) {
        while waypoints.get(stretch + 1).is_some_and(|next| next.portal <= number) {
            stretch += 1;
        }
        let passed = passed(waypoints, stretch, number, &gate.portal);
        cost += gate.weight * at.distance(passed);
        at = passed;
        if let Some((corner, _)) = fixed.filter(|(_, portal)| *portal == number && gate.node != NONE) {
            moved = StringAnchor { point: corner, cost, node: gate.node };
        } else if fixed.is_none()
            && gates.len() > MOST_GATES
            && number <= gates.len() / 2
            && gate.node != NONE
        {
            moved = StringAnchor { point: at.as_vec3(), cost, node: gate.node };
        }
    }
    Pulled { point: at, cost, anchor: moved }
}

/// Returns the point at which the string passes a portal: a corner, or a point between two corners.
fn passed(waypoints: &[Waypoint], stretch: usize, number: usize, gate: &Portal) -> DVec3 {
    let (Some(from), Some(to)) = (waypoints.get(stretch), waypoints.get(stretch + 1)) else {
        return gate.midpoint().as_dvec3();
    };
    if from.portal == number {
        return from.point.as_dvec3();
    }
    let [left, right, start, end] = [gate.left, gate.right, from.point, to.point].map(flat);
    let (along, across) = (end - start, right - left);
    let t = (start - left).perp_dot(along) / across.perp_dot(along);
    // A string that runs along a portal passes it at the point nearest to the last corner.
    let t = if t.is_finite() { t } else { (start - left).dot(across) / across.length_squared() };
    let [left, right] = [gate.left, gate.right].map(Vec3::as_dvec3);
    if t.is_finite() { left.lerp(right, t.clamp(0.0, 1.0)) } else { left }
}

fn flat(point: Vec3) -> DVec2 {
    ground(point).as_dvec2()
}
