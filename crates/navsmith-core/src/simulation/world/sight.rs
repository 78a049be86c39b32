//! Straight lines over the surface: what an agent sees, and what a straight way costs.

use crate::geometry::{Vec2, Vec3, ground};
use crate::navmesh::{Attachment, LinkId};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::memory::SurfaceMemory;
use crate::pathfinding::mesh_query::raycast::{Ray, raycast_into};
use crate::simulation::steer::path_corridor::PathCorridor;
use crate::simulation::steer::steering::{Containment, SteeredBody, containment};

/// Difference in height up to which the end of a straight line is at the target, in metres.
pub(in crate::simulation) const SAME_FLOOR: f32 = 0.05;

/// Distance up to which a corridor is shortened to a corner in sight, in metres.
const VISIBILITY_RANGE: f32 = 20.0;

/// Share of a cost that is due to rounding.
const COST_ROUNDING: f64 = 1e-4;

/// Rounding error of positions on the boundary of the mesh, in metres.
const ROUNDING: f32 = 1e-2;

/// The last straight line, and the memory of movements over the surface.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight {
    pub(super) surface: SurfaceMemory,
    ray: Ray,
}

impl Sight {
    /// Whether no wall is between two positions.
    pub(super) fn sees(&mut self, walkable: &Walkable<'_>, from: &Located, to: Vec2) -> bool {
        raycast_into(walkable, from, to, &mut self.surface, &mut self.ray);
        self.ray.hit.is_none()
    }

    /// Whether a target is within a distance, and no wall or floor is before it.
    pub(super) fn sees_within(
        &mut self,
        walkable: &Walkable<'_>,
        from: &Located,
        target: &Located,
        reach: f32,
    ) -> bool {
        ground(from.point).distance(ground(target.point)) <= reach
            && self.sees(walkable, from, ground(target.point))
            && (self.ray.end.point.y - target.point.y).abs() <= SAME_FLOOR
    }

    /// Whether no wall is before the begin of a link, which can lie beside the mesh.
    pub(super) fn sees_link(
        &mut self,
        walkable: &Walkable<'_>,
        from: &Located,
        link: LinkId,
        on: Vec2,
    ) -> bool {
        let is_clear = self.sees(walkable, from, on);
        let gaps = walkable.derived.links.ends(link).into_iter().flatten().map(|end| match end {
            Attachment::Attached { gap, .. } => *gap,
            Attachment::Unattached(_) => 0.0,
        });
        let gap = gaps.fold(0.0, f32::max) + ROUNDING;
        is_clear || ground(self.ray.end.point).distance(on) <= gap
    }

    /// Whether the straight line to a visible position costs more than the way over a waypoint.
    ///
    /// `planned` are the costs of a metre before and behind the waypoint on the path, if they are known.
    pub(super) fn is_dearer(
        &mut self,
        walkable: &Walkable<'_>,
        at: &Located,
        [waypoint, to]: [Vec2; 2],
        planned: [Option<f32>; 2],
    ) -> bool {
        let mut cost = |from: &Located, to: Vec2| {
            raycast_into(walkable, from, to, &mut self.surface, &mut self.ray);
            (self.ray.cost, self.ray.end)
        };
        let (direct, _) = cost(at, to);
        let (before, at_waypoint) = cost(at, waypoint);
        let (behind, _) = cost(&at_waypoint, to);
        let lengths = [ground(at.point), to].map(|end| f64::from(end.distance(waypoint)));
        let least = |cost: f64, part: usize| {
            planned[part].map_or(cost, |weight| cost.min(lengths[part] * f64::from(weight)))
        };
        direct > (least(before, 0) + least(behind, 1)) * (1.0 + COST_ROUNDING)
    }

    /// Shortens a corridor to a corner in sight.
    pub(super) fn shorten(&mut self, corridor: &mut PathCorridor, walkable: &Walkable<'_>, corner: Vec3) {
        corridor.optimize_visibility(walkable, corner, VISIBILITY_RANGE, &mut self.surface, &mut self.ray);
    }

    /// Returns the wall from which a steered body turns away within a time in seconds.
    pub(super) fn wall_ahead(
        &mut self,
        horizon: f64,
        walkable: &Walkable<'_>,
        body: &SteeredBody,
        waypoint: Vec3,
    ) -> Option<Containment> {
        containment(horizon, walkable, body, waypoint, &mut self.surface, &mut self.ray)
    }
}
