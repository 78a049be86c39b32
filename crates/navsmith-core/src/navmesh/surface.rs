//! The surface of one cell: its coverage on the ground, its height, and its nearest points.
//!
//! A convex cell is triangulated as a fan from its first corner, a concave cell by ear clipping. Neighbours therefore
//! always meet along their shared edge without a step. The triangles of a cell with a [`CellDetail`] are those of its
//! detail; where they leave a gap, the nearest of their sides states the height.

use std::sync::Arc;

use glam::{DVec2, DVec3, Vec2, Vec3};
use smallvec::SmallVec;

use super::{CellDetail, CellId, NavMesh};
use crate::geometry::{
    Bounds, Line, Plane, Turn, clip, doubled_areas, ground, ground_area, is_convex, slope, triangulate, turn,
};

/// The corners of a cell, its detail heights, and the surface that they span.
pub struct Surface {
    ring: SmallVec<[Vec3; 8]>,
    detail: Option<Arc<CellDetail>>,
}

/// Points at which a line bends on a surface, each as a share of the line and a height in metres.
pub type SurfaceBends = SmallVec<[(f64, f64); 16]>;

impl Surface {
    /// Returns the surface of a cell; that of a removed cell covers nothing.
    pub fn of(mesh: &NavMesh, cell: CellId) -> Self {
        Self { ring: mesh.ring(cell), detail: mesh.detail(cell).cloned() }
    }

    /// Returns the surface of a cell as its corners span it, without detail heights.
    pub fn of_corners(mesh: &NavMesh, cell: CellId) -> Self {
        Self { ring: mesh.ring(cell), detail: None }
    }

    /// Returns the height of a cell over a ground position, in metres; `None` if not covered.
    ///
    /// Equals [`Surface::height_at`] where [`Surface::covers`] holds, but is faster.
    #[inline]
    pub fn floor(mesh: &NavMesh, cell: CellId, at: Vec2) -> Option<f32> {
        if let &[a, b, c] = mesh.corners(cell)
            && mesh.detail(cell).is_none()
        {
            let corners = [mesh.position(a), mesh.position(b), mesh.position(c)];
            let weights = doubled_areas(corners.map(ground), at);
            if !is_inside(weights) {
                return None;
            }
            if let Some(height) = height_by(weights, corners) {
                return Some(height);
            }
        }
        let surface = Self::of(mesh, cell);
        surface.covers(at).then(|| surface.height_at(at))
    }

    /// Returns the height over a ground position that a cell covers, in metres.
    ///
    /// Equals [`Surface::height_at`], but is faster for triangles, level cells and cells that are known to be convex.
    #[inline]
    pub(crate) fn height_over(mesh: &NavMesh, (cell, is_convex): (CellId, bool), at: Vec2) -> f32 {
        let corners = mesh.corners(cell);
        if mesh.detail(cell).is_none()
            && let &[first, second, ..] = corners
        {
            let [first, mut last] = [first, second].map(|corner| mesh.position(corner));
            if corners[1..].iter().all(|&corner| mesh.position(corner).y == first.y) {
                return first.y + 0.0;
            }
            if is_convex || corners.len() == 3 {
                for &corner in &corners[2..] {
                    let next = mesh.position(corner);
                    if let Some(height) = height_in([first, last, next], at) {
                        return height;
                    }
                    last = next;
                }
            }
        }
        Self::of(mesh, cell).height_at(at)
    }

    /// Whether the cell covers a ground position, boundary included. Exact.
    ///
    /// Accepts a winding number of either sign, so concave and flipped cells count as well.
    pub fn covers(&self, at: Vec2) -> bool {
        let mut winding = 0;
        for side in sides(&self.ring) {
            let (from, to) = (ground(side[0]), ground(side[1]));
            let (is_from_low, is_to_low) = (from.y <= at.y, to.y <= at.y);
            // A side entirely above or below the position does not change the winding number.
            if is_from_low == is_to_low && from.y != at.y && to.y != at.y {
                continue;
            }
            let side_of = turn(from, to, at);
            if side_of == Turn::Straight && from.min(to).cmple(at).all() && at.cmple(from.max(to)).all() {
                return true;
            }
            match (is_from_low, is_to_low) {
                (true, false) if side_of == Turn::Left => winding += 1,
                (false, true) if side_of == Turn::Right => winding -= 1,
                _ => {}
            }
        }
        winding != 0
    }

    /// Returns the height over a ground position that the cell covers, in metres.
    pub fn height_at(&self, at: Vec2) -> f32 {
        if self.detail.is_none()
            && let Some(level) = level(&self.ring)
        {
            return level;
        }
        let over = self.triangles().find_map(|triangle| height_in(triangle, at));
        over.unwrap_or_else(|| self.nearest_side(at).y as f32)
    }

    /// Returns the point of the sides nearest to a ground position.
    ///
    /// With a detail, they are the sides of its triangles.
    fn nearest_side(&self, at: Vec2) -> DVec3 {
        if self.detail.is_none() {
            return nearest_on_sides(&self.ring, at);
        }
        let to = at.as_dvec2();
        let distance = |point: &DVec3| DVec2::new(point.x, point.z).distance_squared(to);
        let on_sides = self.triangles().map(|triangle| nearest_on_sides(&triangle, at));
        on_sides.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(DVec3::NAN)
    }

    /// Returns where a line that is straight on the ground bends over the detail, in order.
    ///
    /// Empty for a cell without a detail. A line through a point of the detail bends there.
    pub fn bends(&self, [from, to]: [Vec2; 2]) -> SurfaceBends {
        let mut bends = SurfaceBends::new();
        if self.detail.is_none() {
            return bends;
        }
        let line = Line::new(from, to);
        let along = to.as_dvec2() - from.as_dvec2();
        for [a, b, c] in self.triangles() {
            for [one, other] in [[a, b], [b, c], [c, a]] {
                let [left, right] = [one, other].map(|end| line.doubled_area(ground(end)));
                // A point on the line belongs to one hand of it, so no corner of several triangles is missed.
                if (left > 0.0) == (right > 0.0) {
                    continue;
                }
                let at = one.as_dvec3().lerp(other.as_dvec3(), left / (left - right));
                let offset = DVec2::new(at.x, at.z) - from.as_dvec2();
                let share = offset.dot(along) / along.length_squared();
                if 0.0 < share && share < 1.0 {
                    bends.push((share, at.y));
                }
            }
        }
        bends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        bends
    }

    /// Returns the point of the surface nearest to a point in space.
    pub fn nearest(&self, to: Vec3) -> Vec3 {
        self.nearest_in_space(to.as_dvec3()).as_vec3()
    }

    /// Returns the point of the surface nearest to a position, in double precision.
    ///
    /// Measures distances in space if a height is given, else on the ground.
    pub fn nearest_to(&self, to: Vec2, height: Option<f32>) -> DVec3 {
        match height {
            Some(height) => self.nearest_in_space(Vec3::new(to.x, height, to.y).as_dvec3()),
            None if self.covers(to) => Vec3::new(to.x, self.height_at(to), to.y).as_dvec3(),
            None => {
                let beside = nearest_on_sides(&self.ring, to);
                let height = self.detail.is_some().then(|| self.height_at(ground(beside.as_vec3())));
                DVec3 { y: height.map_or(beside.y, f64::from), ..beside }
            }
        }
    }

    fn nearest_in_space(&self, to: DVec3) -> DVec3 {
        let points = self.triangles().map(|triangle| nearest_of_triangle(triangle, to));
        points.min_by(|a, b| a.distance_squared(to).total_cmp(&b.distance_squared(to))).unwrap_or(DVec3::NAN)
    }

    /// Returns the distance from a position to the cell's bounding box, in metres.
    ///
    /// This is a lower bound on the distance to the cell. It is measured in space if a height is given, else on the
    /// ground. Infinite if there is no cell.
    pub fn distance_to_box(&self, to: Vec2, height: Option<f32>) -> f64 {
        let Bounds { min, max } = Bounds::of(self.points());
        let (to, is_flat) = (Vec3::new(to.x, height.unwrap_or(0.0), to.y).as_dvec3(), height.is_none());
        let mut away = (min.as_dvec3() - to).max(to - max.as_dvec3()).max(DVec3::ZERO);
        if is_flat {
            away.y = 0.0;
        }
        away.length()
    }

    /// Returns the slope of the steepest triangle in radians, except those narrower than `hair` metres.
    ///
    /// Triangles are those of the corners.
    ///
    /// A corner on a side of a cell makes a triangle without area, which is upright if the corner is higher.
    pub fn steepest(&self, hair: f64) -> f32 {
        let is_wide = |triangle: &[Vec3; 3]| {
            let corners = triangle.map(ground);
            let sides = [[0, 1], [1, 2], [2, 0]].map(|[from, to]| corners[from].distance(corners[to]));
            ground_area(&corners).abs() > hair * f64::from(sides.into_iter().fold(0.0, f32::max))
        };
        let of_corners = triangles(&self.ring).into_iter().map(|triangle| triangle.map(|i| self.ring[i]));
        of_corners.filter(is_wide).map(|triangle| slope(&triangle)).fold(0.0, f32::max)
    }

    /// Returns the triangles of the surface; those of a flipped cell run clockwise.
    ///
    /// Those of a detail run as they do there.
    pub fn triangles(&self) -> impl Iterator<Item = [Vec3; 3]> {
        self.triangle_points().map(|triangle| triangle.map(|number| self.point(number)))
    }

    /// Returns the triangles of the surface like [`Self::triangles`], as numbers of its points.
    pub fn triangle_points(&self) -> impl Iterator<Item = [usize; 3]> {
        let (bare, detailed) = match &self.detail {
            None => (triangles(&self.ring), &[][..]),
            Some(detail) => (SmallVec::new(), detail.triangles()),
        };
        bare.into_iter().chain(detailed.iter().map(|triangle| triangle.map(usize::from)))
    }

    /// Returns the points of the surface: the cell's corners, then the points of its detail.
    pub fn points(&self) -> impl Iterator<Item = Vec3> {
        let own = self.detail.iter().flat_map(|detail| detail.points());
        self.ring.iter().chain(own).copied()
    }

    /// Returns the positions of the cell's corners.
    pub fn corners(&self) -> &[Vec3] {
        &self.ring
    }

    /// Returns the detail heights of the cell, if it has some.
    pub fn detail(&self) -> Option<&CellDetail> {
        self.detail.as_deref()
    }

    /// Returns a point by its number; NaN if there is none.
    fn point(&self, number: usize) -> Vec3 {
        let own = || self.detail.as_ref()?.points().get(number - self.ring.len());
        self.ring.get(number).or_else(own).copied().unwrap_or(Vec3::NAN)
    }
}

/// Returns the ground of a cell that is at most `height` metres below or above another cell.
///
/// It is counter-clockwise even if the cell is inside out. The heights are those of the planes that fit the cells best. The cell must be convex.
pub fn ground_within(mesh: &NavMesh, cell: CellId, other: CellId, height: f32) -> SmallVec<[DVec2; 16]> {
    let rings = [cell, other].map(|id| mesh.ring(id));
    let mut flat: SmallVec<[Vec2; 8]> = rings[0].iter().map(|&at| ground(at)).collect();
    if ground_area(&flat) < 0.0 {
        flat.reverse();
    }
    let corners: SmallVec<[DVec2; 16]> = flat.iter().map(|at| at.as_dvec2()).collect();
    let [Some(own), Some(others)] = rings.map(|ring| Plane::of_ring(&ring)) else { return corners };
    let rise = |p: DVec2| f64::from(own.height_at(p.as_vec2()) - others.height_at(p.as_vec2()));
    let limit = f64::from(height);
    clip(&clip(&corners, |p| limit - rise(p)), |p| limit + rise(p))
}

fn sides(ring: &[Vec3]) -> impl Iterator<Item = [Vec3; 2]> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(&from, &end)| [from, end])
}

/// Returns the point of a ring's sides nearest to a ground position, in double precision.
///
/// Measures distances on the ground. Returns NaN for an empty ring.
pub fn nearest_on_sides(ring: &[Vec3], to: Vec2) -> DVec3 {
    let to = DVec3::new(f64::from(to.x), 0.0, f64::from(to.y));
    let flat = |point: DVec3| DVec3 { y: 0.0, ..point };
    let on_sides = sides(ring).map(|side| {
        let [from, end] = side.map(Vec3::as_dvec3);
        let along = flat(end - from);
        let share = (to - flat(from)).dot(along) / along.length_squared();
        part_way(from, end, share)
    });
    let distance = |point: &DVec3| flat(*point).distance_squared(to);
    on_sides.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(DVec3::NAN)
}

fn triangles(ring: &[Vec3]) -> SmallVec<[[usize; 3]; 6]> {
    let fan = || (2..ring.len()).map(|i| [0, i - 1, i]).collect();
    if ring.len() == 3 {
        return fan();
    }
    let mut flat: SmallVec<[Vec2; 8]> = ring.iter().map(|&p| ground(p)).collect();
    if is_convex(&flat) {
        return fan();
    }
    if let Some(ears) = triangulate(&flat) {
        return ears.into();
    }
    flat.reverse();
    let last = ring.len() - 1;
    triangulate(&flat).map_or_else(fan, |ears| ears.into_iter().map(|ear| ear.map(|i| last - i)).collect())
}

/// Returns the height of a triangle over a ground position, in metres; `None` outside.
///
/// The boundary belongs to the triangle. Also returns `None` for a triangle without area. The coverage test is exact.
#[inline]
pub fn height_in(corners: [Vec3; 3], at: Vec2) -> Option<f32> {
    let weights = doubled_areas(corners.map(ground), at);
    if is_inside(weights) { height_by(weights, corners) } else { None }
}

/// Whether a position is in a triangle of either winding, boundary included.
///
/// A triangle without area covers its whole line.
#[inline]
fn is_inside([a, b, c]: [f64; 3]) -> bool {
    // Counting needs one unpredictable branch instead of six.
    let left = u8::from(a >= 0.0) + u8::from(b >= 0.0) + u8::from(c >= 0.0);
    let right = u8::from(a <= 0.0) + u8::from(b <= 0.0) + u8::from(c <= 0.0);
    left.max(right) == 3
}

/// Returns the interpolated height; `None` if the triangle has no area.
#[inline]
fn height_by(weights: [f64; 3], corners: [Vec3; 3]) -> Option<f32> {
    let whole = weights[0] + weights[1] + weights[2];
    if whole == 0.0 {
        return None;
    }
    Some(level(&corners).unwrap_or_else(|| {
        let [a, b, c] = [0, 1, 2].map(|i| weights[i] * f64::from(corners[i].y));
        // Adding 0 turns a negative zero into zero.
        ((a + b + c) / whole) as f32 + 0.0
    }))
}

/// Returns the common height of all corners; `None` if they differ.
#[inline]
pub fn level(corners: &[Vec3]) -> Option<f32> {
    let first = corners.first()?.y;
    corners.iter().all(|corner| corner.y == first).then_some(first + 0.0)
}

/// Returns the point of a triangle nearest to a point in space, in double precision.
///
/// It is the projection onto the plane, or the nearest point on a side.
pub fn nearest_of_triangle(corners: [Vec3; 3], to: DVec3) -> DVec3 {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let sides = [[a, b], [b, c], [c, a]];
    let normal = (b - a).cross(c - a);
    let is_over = sides.iter().all(|[from, end]| normal.dot((end - from).cross(to - from)) >= 0.0);
    if is_over && normal != DVec3::ZERO {
        return to - normal * (normal.dot(to - a) / normal.length_squared());
    }
    let on_sides = sides.map(|[from, end]| {
        let along = end - from;
        part_way(from, end, (to - from).dot(along) / along.length_squared())
    });
    let distance = |point: &DVec3| point.distance_squared(to);
    on_sides.into_iter().min_by(|p, q| distance(p).total_cmp(&distance(q))).unwrap_or(a)
}

/// Returns the point at a share of a segment, clamped to its ends.
fn part_way(from: DVec3, end: DVec3, share: f64) -> DVec3 {
    if share >= 1.0 {
        end
    } else if share > 0.0 {
        from + (end - from) * share
    } else {
        from
    }
}
