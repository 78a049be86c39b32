//! Walls of a level above a floor, and distances from an edge of the floor to the walls in front of it.

use glam::{DVec2, DVec3, Vec2};
use smallvec::SmallVec;

use super::surface::LevelSurface;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Plane, Vec3, at_height, ground};

/// Size of an agent, which determines the triangles that are walls to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallLimits {
    /// Distance in metres within which walls are searched.
    pub radius: f32,
    /// Height in metres above the floor up to which the agent steps over an obstacle.
    pub step: f32,
    /// Height of the agent in metres.
    pub height: f32,
    /// Steepest slope, in radians, that is no wall.
    pub max_slope: f32,
    /// Number of units of the document in a metre.
    pub metre: f32,
}

impl WallLimits {
    /// Whether a triangle is too steep to walk on; one without area has no slope.
    pub(crate) fn is_steep(&self, [a, b, c]: &[Vec3; 3]) -> bool {
        let normal = (b - a).cross(c - a);
        normal != Vec3::ZERO && normal.y.abs() <= self.max_slope.min(STEEP).cos() * normal.length()
    }

    /// Returns the heights above the floor between which a triangle is a wall, in metres.
    fn heights(&self) -> [f64; 2] {
        let low = f64::from(self.step);
        [low, f64::from(self.height).max(low + LEAST_HEIGHT * f64::from(self.metre))]
    }

    /// Whether the agent steps over a triangle at a position on the ground, such as the riser of a stair.
    ///
    /// It does so from the ground beside the triangle, or if the floor covers a stair like a ramp. Such a floor is at
    /// most a step above or below the ground that begins at the top of the triangle.
    pub fn is_step(
        &self,
        surface: &LevelSurface,
        [a, b, c]: &[Vec3; 3],
        at: Vec2,
        height_at: impl Fn(Vec2) -> f32,
    ) -> bool {
        let (away, height_at) = (ground((b - a).cross(c - a)).normalize_or_zero(), &height_at);
        let top = a.y.max(b.y).max(c.y);
        let both = |distance: f32| [away, -away].map(|away| at + away * distance).into_iter();
        let beside = BESIDE * self.metre;
        let reach = self.height.max(self.step);
        let ground =
            both(beside).filter_map(|at| surface.nearest_height(at_height(at, height_at(at)), reach));
        let is_low = ground.min_by(f32::total_cmp).is_some_and(|ground| top - ground <= self.step);
        let is_on_floor = |at: Vec2| {
            let tread = surface.nearest_height(at_height(at, top), beside);
            tread.is_some_and(|tread| (tread - height_at(at)).abs() <= self.step)
        };
        // Farther up a ramp, the ground at the top of the side of a stair is within a step.
        let along = away.perp();
        let around = [away, -away, away + along, away - along, along - away, -away - along];
        let distance = self.radius.max(TREAD * self.metre);
        is_low || around.into_iter().any(|way| is_on_floor(at + way * distance))
    }

    /// Returns the ground below the part of a triangle that is a wall above a floor.
    ///
    /// Empty for other triangles.
    pub fn footprint(&self, triangle: &[Vec3; 3], floor: &Plane) -> Footprint {
        if !self.is_steep(triangle) {
            return Footprint::new();
        }
        let above = |corner: Vec3| {
            let at = ground(corner);
            at.as_dvec2().extend(f64::from(corner.y) - f64::from(floor.height_at(at)))
        };
        let [low, high] = self.heights();
        let part = clipped(&triangle.map(above), |at| at.z - low);
        clipped(&part, |at| high - at.z).iter().map(|at| at.truncate()).collect()
    }
}

/// Calls `visit` for each wall above a floor in a rectangle on the ground.
///
/// It gets the index of the triangle and the ground below the wall. A wall is the part of a triangle at the heights of the agent.
pub fn each_wall_above(
    surface: &LevelSurface,
    floor: &Plane,
    rectangle: [Vec2; 2],
    limits: &WallLimits,
    budget: &mut Budget,
    mut visit: impl FnMut(usize, &Footprint),
) -> Result<(), Exhausted> {
    budget.step(surface.entries_in(rectangle))?;
    let mut walls = 0;
    surface.each_in(rectangle, |index, triangle| {
        let footprint = limits.footprint(triangle, floor);
        if !footprint.is_empty() {
            walls += 1;
            visit(index, &footprint);
        }
    });
    budget.step(walls * CLIP_STEPS)
}

/// Slope in radians from which a triangle is a wall to every agent: 60 degrees.
const STEEP: f32 = std::f32::consts::FRAC_PI_3;

/// Distance in metres from a wall at which the ground beside it is measured.
const BESIDE: f32 = 0.05;

/// Distance in metres from a riser at which the ground behind it is measured, at least the radius.
const TREAD: f32 = 0.25;

/// Least height in metres of the range in which walls count.
const LEAST_HEIGHT: f64 = 0.05;

/// Part of an edge at each of its ends that is left out, at most [`MOST_AT_END`] metres.
///
/// Walls beyond the end of an edge belong to the next edge.
const AT_END: f64 = 0.01;
const MOST_AT_END: f64 = 0.01;

/// Number of positions at which the ground beside a wall is measured.
pub const LOOKS: usize = 8;

/// Approximate number of steps to clip a triangle, without the sides of the cell.
const CLIP_STEPS: usize = 16;

/// Ground below a wall: a polygon, or points on a line below an upright triangle.
pub type Footprint = SmallVec<[DVec2; 8]>;

/// Corners of a clipped triangle: along the edge, to its right, and above it.
type Clipped = SmallVec<[DVec3; 12]>;

/// Returns the distance from an edge to the nearest wall in front of it, if it is less than the radius.
///
/// The edge runs counter-clockwise around `ring`, the corners of its cell on the ground, so walls in front of it are
/// to its right. The distance to a wall inside of the cell is negative. `height_at` returns the height of the floor, at
/// which the agent passes [steps](WallLimits::is_step).
pub fn wall_distance(
    surface: &LevelSurface,
    edge: [Vec3; 2],
    (ring, height_at): (&[Vec2], impl Fn(Vec2) -> f32),
    limits: &WallLimits,
    budget: &mut Budget,
) -> Result<Option<f64>, Exhausted> {
    let Some(frame) = Frame::of(edge) else { return Ok(None) };
    let [from, to] = edge.map(ground);
    let reach = Vec2::splat(limits.radius);
    let rectangle = [from.min(to) - reach, from.max(to) + reach];
    budget.step(surface.entries_in(rectangle))?;
    let ring: SmallVec<[DVec2; 8]> = ring.iter().map(|&corner| frame.on_ground(corner)).collect();
    let (mut nearest, mut walls, mut looked): (Option<f64>, usize, usize) = (None, 0, 0);
    surface.each_in(rectangle, |_, triangle| {
        if !limits.is_steep(triangle) {
            return;
        }
        walls += 1;
        let Some(found) = frame.nearest(triangle, &ring, limits) else { return };
        if nearest.is_some_and(|other| other <= found.y) {
            return;
        }
        let at = frame.position(found);
        looked += LOOKS * surface.entries_in([at; 2]);
        if !limits.is_step(surface, triangle, at, &height_at) {
            nearest = Some(found.y);
        }
    });
    budget.step(walls * (CLIP_STEPS + ring.len()) + looked)?;
    Ok(nearest)
}

/// Coordinates along an edge, to its right on the ground, and above it.
struct Frame {
    from: DVec3,
    along: DVec2,
    length: f64,
    /// Rise of the edge for each metre along it.
    rise: f64,
}

impl Frame {
    /// Returns the coordinates of an edge; `None` if it has no length on the ground.
    fn of([from, to]: [Vec3; 2]) -> Option<Self> {
        let (start, way) = (from.as_dvec3(), to.as_dvec3() - from.as_dvec3());
        let flat = DVec2::new(way.x, way.z);
        let (along, length) = (flat.try_normalize()?, flat.length());
        Some(Self { from: start, along, length, rise: way.y / length })
    }

    fn on_ground(&self, at: Vec2) -> DVec2 {
        let offset = at.as_dvec2() - DVec2::new(self.from.x, self.from.z);
        DVec2::new(self.along.dot(offset), self.along.perp_dot(offset))
    }

    fn of_corner(&self, corner: Vec3) -> DVec3 {
        let flat = self.on_ground(ground(corner));
        DVec3::new(flat.x, flat.y, f64::from(corner.y) - self.from.y - self.rise * flat.x)
    }

    /// Returns the position on the ground of a point in these coordinates.
    fn position(&self, at: DVec3) -> Vec2 {
        let right = DVec2::new(-self.along.y, self.along.x);
        (DVec2::new(self.from.x, self.from.z) + self.along * at.x + right * at.y).as_vec2()
    }

    /// Returns the nearest point of a wall in front of the edge, or inside of its cell.
    fn nearest(&self, wall: &[Vec3; 3], ring: &[DVec2], limits: &WallLimits) -> Option<DVec3> {
        let radius = f64::from(limits.radius);
        let [low, high] = limits.heights();
        let at_end = (self.length * AT_END).min(MOST_AT_END);
        let corners: Clipped = wall.iter().map(|&corner| self.of_corner(corner)).collect();
        let part = clipped(&corners, |at| at.z - low);
        let part = clipped(&part, |at| high - at.z);
        let part = clipped(&part, |at| at.x - at_end);
        let part = clipped(&part, |at| self.length - at_end - at.x);
        let part = clipped(&part, |at| radius - at.y);
        let part = clipped(&part, |at| at.y + radius);
        let nearest = |part: &[DVec3]| part.iter().copied().min_by(|a, b| a.y.total_cmp(&b.y));
        let mut inside = clipped(&part, |at| -at.y);
        for (index, &from) in ring.iter().enumerate() {
            let side = ring[(index + 1) % ring.len()] - from;
            // Left of a side is where the cross product is negative.
            inside = clipped(&inside, |at| -side.perp_dot(at.truncate() - from));
        }
        let outside = clipped(&part, |at| at.y);
        nearest(&inside).or_else(|| nearest(&outside)).filter(|at| at.y < radius)
    }
}

/// Returns the part of a polygon where a linear function is not negative.
///
/// After Sutherland and Hodgman, *Reentrant Polygon Clipping* (1974).
fn clipped(polygon: &[DVec3], side: impl Fn(DVec3) -> f64) -> Clipped {
    let mut kept = Clipped::new();
    for (index, &from) in polygon.iter().enumerate() {
        let to = polygon[(index + 1) % polygon.len()];
        let (at_from, at_to) = (side(from), side(to));
        if at_from >= 0.0 {
            kept.push(from);
        }
        if (at_from > 0.0 && at_to < 0.0) || (at_from < 0.0 && at_to > 0.0) {
            kept.push(from.lerp(to, at_from / (at_from - at_to)));
        }
    }
    kept
}
