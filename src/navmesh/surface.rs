//! The surface of one cell: what it covers on the ground, how high it is there, and its point nearest to another.
//!
//! A cell that is not flat is bent along the diagonals of a fan from its first corner (of its ears where it is
//! concave), so that neighbours always meet along their shared edge without a step.

use glam::{DVec3, Vec2, Vec3};
use smallvec::SmallVec;

use super::{CellId, NavMesh};
use crate::geometry::{Segment, Turn, doubled_area, ground, is_convex, triangulate, turn};

/// The corners of a cell, and the triangles that they span.
pub struct Surface {
    ring: SmallVec<[Vec3; 8]>,
    triangles: SmallVec<[[usize; 3]; 4]>,
}

impl Surface {
    /// The surface of a cell; that of a removed one covers nothing.
    pub fn of(mesh: &NavMesh, cell: CellId) -> Self {
        let ring = mesh.ring(cell);
        let triangles = triangles(&ring);
        Self { ring, triangles }
    }

    /// Whether the cell covers a place on the ground, its boundary included; exact.
    ///
    /// By winding number of either sign, so that one can stand on concave cells and on those inside out.
    pub fn covers(&self, at: Vec2) -> bool {
        let mut winding = 0;
        for side in self.sides() {
            let (from, to) = (ground(side[0]), ground(side[1]));
            let side_of = turn(from, to, at);
            if side_of == Turn::Straight && from.min(to).cmple(at).all() && at.cmple(from.max(to)).all() {
                return true;
            }
            if from.y <= at.y && to.y > at.y && side_of == Turn::Left {
                winding += 1;
            }
            if from.y > at.y && to.y <= at.y && side_of == Turn::Right {
                winding -= 1;
            }
        }
        winding != 0
    }

    /// The height over a place on the ground that the cell covers, in metres.
    pub fn height_at(&self, at: Vec2) -> f32 {
        let over = self.triangles().find_map(|triangle| height_in(triangle, at));
        over.unwrap_or_else(|| self.nearest_side_point(at).y)
    }

    /// The point nearest to a place on the ground, by distance on the ground.
    pub fn nearest_on_ground(&self, to: Vec2) -> Vec3 {
        if self.covers(to) { Vec3::new(to.x, self.height_at(to), to.y) } else { self.nearest_side_point(to) }
    }

    /// The point nearest to a point in space.
    pub fn nearest(&self, to: Vec3) -> Vec3 {
        let points = self.triangles().map(|triangle| nearest_of_triangle(triangle, to));
        points.min_by(|a, b| a.distance_squared(to).total_cmp(&b.distance_squared(to))).unwrap_or(Vec3::NAN)
    }

    fn nearest_side_point(&self, to: Vec2) -> Vec3 {
        let on_side = |side: [Vec3; 2]| {
            let t = Segment::new(ground(side[0]), ground(side[1])).nearest(to);
            side[0].lerp(side[1], t)
        };
        let distance = |point: &Vec3| ground(*point).as_dvec2().distance_squared(to.as_dvec2());
        self.sides().map(on_side).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(Vec3::NAN)
    }

    fn sides(&self) -> impl Iterator<Item = [Vec3; 2]> {
        let n = self.ring.len();
        (0..n).map(move |i| [self.ring[i], self.ring[(i + 1) % n]])
    }

    /// The triangles that it is bent into; those of a cell that is inside out run clockwise.
    pub fn triangles(&self) -> impl Iterator<Item = [Vec3; 3]> {
        self.triangles.iter().map(|triangle| triangle.map(|i| self.ring[i]))
    }
}

fn triangles(ring: &[Vec3]) -> SmallVec<[[usize; 3]; 4]> {
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

/// The height of a triangle over a place inside it or on its boundary; `None` outside, or where it has no area.
fn height_in([a, b, c]: [Vec3; 3], at: Vec2) -> Option<f32> {
    let (on_a, on_b, on_c) = (ground(a), ground(b), ground(c));
    let weights = [doubled_area(on_b, on_c, at), doubled_area(on_c, on_a, at), doubled_area(on_a, on_b, at)];
    let whole: f64 = weights.iter().sum();
    let is_inside = weights.iter().all(|&w| w >= 0.0) || weights.iter().all(|&w| w <= 0.0);
    let height =
        weights.iter().zip([a, b, c]).map(|(w, corner)| w * f64::from(corner.y)).sum::<f64>() / whole;
    (is_inside && whole != 0.0).then_some(height as f32)
}

/// The point of a triangle nearest to a point in space: its foot on the plane, or the nearest on a side.
fn nearest_of_triangle(corners: [Vec3; 3], to: Vec3) -> Vec3 {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let to = to.as_dvec3();
    let sides = [[a, b], [b, c], [c, a]];
    let normal = (b - a).cross(c - a);
    let is_over = sides.iter().all(|[from, end]| normal.dot((end - from).cross(to - from)) >= 0.0);
    if is_over && normal != DVec3::ZERO {
        return (to - normal * (normal.dot(to - a) / normal.length_squared())).as_vec3();
    }
    let on_sides = sides.map(|[from, end]| nearest_of_segment(from, end, to));
    on_sides
        .into_iter()
        .min_by(|p, q| p.distance_squared(to).total_cmp(&q.distance_squared(to)))
        .unwrap_or(a)
        .as_vec3()
}

fn nearest_of_segment(from: DVec3, end: DVec3, to: DVec3) -> DVec3 {
    let along = end - from;
    let squared = along.length_squared();
    if squared > 0.0 { from + along * ((to - from).dot(along) / squared).clamp(0.0, 1.0) } else { from }
}
