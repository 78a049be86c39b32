//! Random points on the mesh, uniform by ground area and reproducible by seed.
//!
//! A point of a triangle is drawn by a square root (Osada, Funkhouser, Chazelle and Dobkin, *Shape Distributions*,
//! 2002).

use glam::{DVec2, Vec2};

use super::Endpoint;
use super::cells_in_circle::cells_in_circle;
use super::locate::Located;
use crate::geometry::{SplitMix64, ground, ground_area, intersection};
use crate::navmesh::{CellId, Surface};
use crate::pathfinding::agent::walkable::Walkable;

/// Returns random points from all ground that an agent may walk on.
///
/// Returns fewer than `count` points, namely none, only if there is no ground. Linear in the mesh, then logarithmic
/// per point.
pub fn random_points(walkable: &Walkable<'_>, seed: u64, count: usize) -> Vec<Located> {
    let cells = walkable.mesh.cells().map(|(id, _)| id).filter(|&cell| walkable.allows(cell));
    let mut urn = Urn::new(seed);
    for cell in cells {
        for triangle in Surface::of(walkable.mesh, cell).triangles() {
            urn.add(cell, triangle.map(|corner| ground(corner).as_dvec2()));
        }
    }
    (0..count).map_while(|_| urn.draw(walkable)).collect()
}

/// Returns random points reachable from a position inside a circle around it; `radius` in metres.
///
/// Returns the position itself if almost no ground lies in the circle.
pub fn random_points_in_circle(
    walkable: &Walkable<'_>,
    from: &Located,
    radius: f32,
    seed: u64,
    count: usize,
) -> Vec<Located> {
    let middle = ground(from.point);
    let rim = rim(middle, radius);
    let mut urn = Urn::new(seed);
    for reached in cells_in_circle(walkable, from, radius) {
        for triangle in Surface::of(walkable.mesh, reached.cell).triangles() {
            let mut ring = triangle.map(ground);
            if ground_area(&ring) < 0.0 {
                ring.reverse();
            }
            let inside = intersection(&ring, &rim);
            for pair in inside.get(1..).unwrap_or_default().windows(2) {
                urn.add(reached.cell, [inside[0], pair[0], pair[1]]);
            }
        }
    }
    let draw = |_| {
        for _ in 0..MOST_TRIES {
            let Some(drawn) = urn.draw(walkable) else { break };
            if ground(drawn.point).distance(middle) <= radius {
                return drawn;
            }
        }
        *from
    };
    (0..count).map(draw).collect()
}

/// Maximum number of draws per point.
///
/// The polygon around the circle is hardly larger than the circle, so rejections are rare.
const MOST_TRIES: usize = 64;

/// Returns a regular polygon circumscribed about a circle, counter-clockwise.
fn rim(middle: Vec2, radius: f32) -> [Vec2; 32] {
    // Cosines and sines come from a right angle by halving, because those of the standard library differ between
    // platforms.
    let half = |[cos, _]: [f64; 2]| [((1.0 + cos) * 0.5).sqrt(), ((1.0 - cos) * 0.5).sqrt()];
    let between = half(half(half([0.0, 1.0])));
    let corner = f64::from(radius) / half(between)[0];
    let mut angle = [1.0, 0.0];
    std::array::from_fn(|_| {
        let [cos, sin] = angle;
        angle = [cos * between[0] - sin * between[1], sin * between[0] + cos * between[1]];
        (middle.as_dvec2() + DVec2::new(cos, -sin) * corner).as_vec2()
    })
}

/// The triangles from which points are drawn.
struct Urn {
    chance: SplitMix64,
    triangles: Vec<(CellId, [DVec2; 3])>,
    /// Cumulative doubled area up to each triangle, in m².
    ends: Vec<f64>,
}

impl Urn {
    fn new(seed: u64) -> Self {
        Self { chance: SplitMix64(seed), triangles: Vec::new(), ends: Vec::new() }
    }

    fn add(&mut self, cell: CellId, triangle: [DVec2; 3]) {
        let [a, b, c] = triangle;
        let area = (b - a).perp_dot(c - a).abs();
        if area > 0.0 && area.is_finite() {
            self.triangles.push((cell, triangle));
            self.ends.push(self.ends.last().copied().unwrap_or(0.0) + area);
        }
    }

    /// Draws a point on one of the triangles; `None` if there are none.
    fn draw(&mut self, walkable: &Walkable<'_>) -> Option<Located> {
        let at = self.chance.unit() * self.ends.last()?;
        let index = self.ends.partition_point(|&end| end <= at);
        let &(cell, [a, b, c]) = self.triangles.get(index).or_else(|| self.triangles.last())?;
        let (along, across) = (self.chance.unit().sqrt(), self.chance.unit());
        let place = a + ((b - a) + (c - b) * across) * along;
        let located = walkable.stand(cell, place.as_vec2(), place.as_vec2());
        let asked = Endpoint { ground: ground(located.point), height: Some(located.point.y) };
        Some(Located { asked, off_mesh: None, ..located })
    }
}
