//! A path over the mesh.

use std::fmt;

use glam::{Vec2, Vec3};

use super::detailed_cells::DetailedCells;
use super::funnel::string_with_untested_middles;
use super::plane::FunnelPlane;
use super::portal::{Portal, Side};
use super::round::Rounding;
use super::surface_length::{Measured, first_missed, measured};
use super::waypoint::{Waypoint, WaypointKind};
use crate::geometry::Sphere;
use crate::navmesh::{CellId, NavMesh};

/// A path over the mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The cells crossed, in order.
    pub corridor: Vec<CellId>,
    /// The portals between the cells, left and right in walking direction.
    ///
    /// The start is the first portal and the target the last; both have zero width. The two ends of every link are
    /// portals of zero width too. For an agent with a radius, portal ends at walls are moved inwards.
    pub portals: Vec<Portal>,
    /// The corners of the path, including the start and the target.
    pub waypoints: Vec<Waypoint>,
    /// Length along the surface in metres.
    ///
    /// The path is straight on the ground in every cell from portal to portal, and follows detail heights. Rounded
    /// corners count as arcs.
    pub length: f64,
    /// Sum of all lengths, each times the cost of its cell or link; `None` if every metre costs 1.
    pub cost: Option<f64>,
    /// Lower bound of the cost of every path between the same ends, or of the length without a cost.
    ///
    /// See [`lower_bound`].
    ///
    /// [`lower_bound`]: crate::pathfinding::query::optimality::lower_bound
    pub lower_bound: f64,
    /// The path with rounded corners, each section between links on its own.
    ///
    /// `None` for an agent without a radius.
    pub rounding: Option<Rounding>,
    /// Surface on which the funnel judged turns.
    pub plane: FunnelPlane,
}

/// Maximum distance of the ground from a sphere with great circles, as a share of its radius.
const MOST_DEVIATION: f64 = 0.05;

/// A path on a sphere beside the great circle between its ends; prints as a clause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GreatCircle {
    /// The sphere fitted to the mesh.
    pub sphere: Sphere,
    /// The length of the path, in metres along the surface.
    pub length: f64,
    /// The length of the great circle, in metres on the sphere.
    ///
    /// The path can be shorter, because flat cells lie inside the sphere.
    pub great_circle: f64,
}

impl fmt::Display for GreatCircle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sphere: Sphere { center, radius }, length, great_circle } = self;
        let percent = (length / great_circle - 1.0) * 100.0;
        let by = if percent < 0.0 { "shorter" } else { "longer" };
        let percent = if percent.is_finite() { percent.abs() } else { 0.0 };
        // The sum turns a negative zero into 0.
        let [x, y, z] = center.to_array().map(|along| (along * 100.0).round() / 100.0 + 0.0);
        write!(
            f,
            "{percent:.2} % {by} than the great circle of {great_circle:.3} m, on a sphere of radius {radius:.2} m around ({x:.2}, {y:.2}, {z:.2})"
        )
    }
}

/// The string of a tutorial beside that of a path; prints as a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct UntestedMiddles {
    /// The waypoints, among them the middles of portals where the slope changes.
    pub waypoints: Vec<Waypoint>,
    /// Index of the first portal beside which the string leaves the corridor; `None` if it stays inside.
    pub leaves_at: Option<usize>,
}

impl fmt::Display for UntestedMiddles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("with middles that are not tested, as in the tutorial, the string ")?;
        match self.leaves_at {
            Some(portal) => write!(f, "leaves the corridor at portal {portal}"),
            None => f.write_str("has other waypoints, and stays in the corridor"),
        }
    }
}

impl Path {
    /// Returns the string of a tutorial through the same portals, if it differs.
    ///
    /// `None` without waypoints at slopes, and for a string that was pulled on a curved surface. See
    /// [`string_with_untested_middles`].
    pub fn with_untested_middles(&self) -> Option<UntestedMiddles> {
        let has_slopes = self.waypoints.iter().any(|waypoint| waypoint.kind == WaypointKind::Slope);
        if !has_slopes || !self.plane.is_ground() {
            return None;
        }
        let mut waypoints = string_with_untested_middles(&self.plane, &self.portals);
        waypoints.dedup_by_key(|waypoint| waypoint.point);
        let points = |waypoints: &[Waypoint]| -> Vec<Vec3> { waypoints.iter().map(|it| it.point).collect() };
        let leaves_at = first_missed(&waypoints, &self.portals);
        (points(&waypoints) != points(&self.waypoints)).then_some(UntestedMiddles { waypoints, leaves_at })
    }

    /// Returns the waypoints and the points at which the path passes its portals, in order.
    ///
    /// Each point has the height of its portal, or of the detail heights there. Between two points lies one cell, and
    /// the points at which the path bends over its detail heights. If the cell is not flat and has no detail, it may
    /// rise above the line or fall below it.
    pub fn on_surface(&self, mesh: &NavMesh) -> Vec<Vec3> {
        let mut points: Vec<Vec3> = self.weighted_points(mesh).into_iter().map(|(point, _)| point).collect();
        points.dedup();
        points
    }

    /// Returns the points of [`Self::on_surface`], each with the cost of a metre behind it.
    fn weighted_points(&self, mesh: &NavMesh) -> Vec<(Vec3, f32)> {
        let cells = DetailedCells::of_path(mesh, &self.corridor, &self.portals);
        let mut points: Vec<(Vec3, f32)> = Vec::with_capacity(self.portals.len());
        let mut waypoints = self.waypoints.iter().peekable();
        for mut passing in self.passings() {
            let weight = self.portals[passing.portal].weight;
            let mut add = |point: Vec3| {
                let last = points.last().copied();
                let bends = last.into_iter().flat_map(|(from, weight)| {
                    let bends = cells.points(cells.before(passing.portal), [from, point]);
                    bends.map(move |bend| (bend.as_vec3(), weight))
                });
                let bends: Vec<_> = bends.collect();
                points.extend(bends.into_iter().chain([(point, weight)]));
            };
            let mut is_turn = false;
            while let Some(waypoint) = waypoints.next_if(|waypoint| waypoint.portal <= passing.portal) {
                add(waypoint.point);
                is_turn = true;
            }
            if !is_turn {
                passing.point.y = cells.height(passing.portal, passing.point).unwrap_or(passing.point.y);
                add(passing.point);
            }
        }
        points
    }

    /// Whether all portals are at one height.
    pub fn is_level(&self) -> bool {
        let ends = || self.portals.iter().flat_map(|portal| [portal.left.y, portal.right.y]);
        ends().zip(ends().skip(1)).all(|(one, next)| one == next)
    }

    /// Returns the quantity that a search minimizes: the cost, or the length if every metre costs 1.
    pub fn measure(&self) -> f64 {
        self.cost.unwrap_or(self.length)
    }

    /// Returns the length along the surface in metres, with corners not rounded.
    pub fn length_on_surface(&self, mesh: &NavMesh) -> f64 {
        self.measured_on_surface(mesh).length
    }

    /// Measures the path along the surface, with corners not rounded.
    ///
    /// The path is straight on the ground in every cell from portal to portal, and over links.
    pub(in crate::pathfinding) fn measured_on_surface(&self, mesh: &NavMesh) -> Measured {
        if self.plane.is_ground() {
            let cells = DetailedCells::of_path(mesh, &self.corridor, &self.portals);
            return measured(&cells, &self.waypoints, &self.portals);
        }
        let mut whole = Measured::default();
        for pair in self.weighted_points(mesh).windows(2) {
            let [(from, weight), (to, _)] = [pair[0], pair[1]];
            whole.add(from.as_dvec3().distance(to.as_dvec3()), weight);
        }
        whole
    }

    /// Returns the great circle between the ends.
    ///
    /// `None` if the string was not pulled on a sphere, or if the ground is far from the sphere.
    pub fn great_circle(&self) -> Option<GreatCircle> {
        let [first, .., last] = &*self.waypoints else { return None };
        let sphere = self.plane.sphere()?;
        let ground = self.portals.iter().flat_map(|portal| [portal.left, portal.right]);
        if sphere.deviation(ground.chain([first.point, last.point])) > MOST_DEVIATION * sphere.radius {
            return None;
        }
        let great_circle = sphere.great_circle([first.point, last.point]);
        Some(GreatCircle { sphere, length: self.length, great_circle })
    }

    /// Returns the point at which the straight line between two waypoints crosses a portal.
    ///
    /// If the line runs along the portal, returns the portal's left end.
    pub(in crate::pathfinding) fn crossing(&self, portal: usize, line: [&Waypoint; 2]) -> Vec3 {
        let gate = &self.portals[portal];
        let ends = [(Side::Left, gate.left), (Side::Right, gate.right)]
            .map(|(side, point)| (point, self.plane.end(portal, side, point)));
        let line = line.map(|waypoint| (waypoint.point, self.flat(waypoint)));
        let t = self.plane.crossed(ends, line);
        gate.left.lerp(gate.right, t.filter(|t| t.is_finite()).unwrap_or(0.0).clamp(0.0, 1.0))
    }

    fn flat(&self, waypoint: &Waypoint) -> Vec2 {
        let ids = self.portals.get(waypoint.portal).and_then(|portal| portal.ids);
        match waypoint.kind {
            WaypointKind::Slope | WaypointKind::Cost => self.plane.middle(waypoint.portal, waypoint.point),
            WaypointKind::Corner(id) if ids.is_some_and(|[_, right]| right == id) => {
                self.plane.end(waypoint.portal, Side::Right, waypoint.point)
            }
            _ => self.plane.end(waypoint.portal, Side::Left, waypoint.point),
        }
    }
}
