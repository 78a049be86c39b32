//! Closed solids of a level, whose insides are no ground.
//!
//! A connected surface is closed if each side of its triangles also is a side of another one in the opposite direction.
//! It is also closed if it is open only at its flat bottom, between walls, as a box on a floor. A point is
//! inside if a ray upwards leaves closed surfaces more often than it enters them.

use std::collections::HashMap;

use glam::{DVec2, DVec3};
use navsmith_core::geometry::Vec3;
use navsmith_core::graph::union_find::{join, root};

use crate::source::SourceSurface;

/// Largest vertical part of the normal of a triangle of a wall.
const WALL: f32 = 0.5;

/// How a triangle belongs to a closed surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Closure {
    /// The surface is open.
    Open,
    /// The surface is closed.
    Closed,
    /// The surface is closed by a bottom at this height.
    Bottom(f32),
}

/// Returns how each triangle belongs to a closed surface; `flat` is the height of a flat bottom.
///
/// Costs as much as sorting the sides.
pub(crate) fn closures(surfaces: &[SourceSurface], flat: f32) -> Vec<Closure> {
    let mut numbers: HashMap<[u32; 3], u32> = HashMap::with_capacity(surfaces.len());
    let mut number = |corner: Vec3| {
        let next = numbers.len() as u32;
        *numbers.entry(corner.to_array().map(|along| (along + 0.0).to_bits())).or_insert(next)
    };
    let triangles: Vec<[u32; 3]> = surfaces.iter().map(|surface| surface.corners.map(&mut number)).collect();
    let mut parents: Vec<u32> = (0..numbers.len() as u32).collect();
    let mut lowest = vec![f32::INFINITY; parents.len()];
    for (&[a, b, c], surface) in triangles.iter().zip(surfaces) {
        let together = join(&mut parents, a, b);
        join(&mut parents, together, c);
        for (corner, at) in [a, b, c].into_iter().zip(surface.corners) {
            lowest[corner as usize] = at.y;
        }
    }
    for corner in 0..parents.len() as u32 {
        let whole = root(&mut parents, corner) as usize;
        lowest[whole] = lowest[whole].min(lowest[corner as usize]);
    }
    let mut states = vec![Closure::Closed; parents.len()];
    for number in open_sides(&triangles) {
        let triangle = triangles[number as usize / 3];
        let corners = surfaces[number as usize / 3].corners;
        let nth = number as usize % 3;
        let whole = root(&mut parents, triangle[nth]) as usize;
        let bottom = lowest[whole];
        let is_low = [nth, (nth + 1) % 3].iter().all(|&nth| corners[nth].y <= bottom + flat);
        let [a, b, c] = corners;
        let is_wall = (b - a).cross(c - a).normalize_or_zero().y.abs() < WALL;
        if !is_low || !is_wall {
            states[whole] = Closure::Open;
        } else if states[whole] == Closure::Closed {
            states[whole] = Closure::Bottom(bottom);
        }
    }
    triangles.iter().map(|triangle| states[root(&mut parents, triangle[0]) as usize]).collect()
}

/// Returns the sides that have no opposite one, numbered by three for each triangle.
fn open_sides(triangles: &[[u32; 3]]) -> Vec<u32> {
    let mut sides: Vec<([u32; 2], i32, u32)> = Vec::with_capacity(3 * triangles.len());
    for (number, triangle) in (0..).zip(triangles) {
        for nth in 0..3 {
            let (a, b) = (triangle[nth], triangle[(nth + 1) % 3]);
            // A side without length bounds nothing.
            if a != b {
                sides.push(([a.min(b), a.max(b)], if a < b { 1 } else { -1 }, 3 * number + nth as u32));
            }
        }
    }
    sides.sort_unstable();
    let groups = sides.chunk_by(|one, other| one.0 == other.0);
    let open = groups.filter(|group| group.iter().map(|(_, direction, _)| direction).sum::<i32>() != 0);
    open.flatten().map(|&(_, _, number)| number).collect()
}

/// Heights at which rays through the centres of columns enter and leave closed surfaces.
pub(crate) struct Crossings {
    width: usize,
    /// By column: the index of its first crossing; one more at the end.
    starts: Vec<u32>,
    /// Heights, with 1 at the top of a solid and -1 at its bottom.
    heights: Vec<(f32, i8)>,
}

impl Crossings {
    /// Finds the crossings of triangles in a field of columns of a size.
    pub(crate) fn of(surfaces: &[(SourceSurface, Closure)], [width, depth]: [usize; 2], size: f32) -> Self {
        let mut found: Vec<(u32, f32, i8)> = Vec::new();
        for (surface, closure) in surfaces {
            let bottom = match closure {
                Closure::Open => continue,
                Closure::Closed => None,
                Closure::Bottom(bottom) => Some(*bottom),
            };
            each_crossing(surface.corners, [width, depth], f64::from(size), |column, y, sign| {
                found.push((column, y, sign));
                found.extend(bottom.map(|bottom| (column, bottom, -sign)));
            });
        }
        let mut starts = vec![0; width * depth + 1];
        for &(column, ..) in &found {
            starts[column as usize + 1] += 1;
        }
        for column in 0..width * depth {
            starts[column + 1] += starts[column];
        }
        let (mut ends, mut heights) = (starts.clone(), vec![(0.0, 0); found.len()]);
        for (column, y, sign) in found {
            heights[ends[column as usize] as usize] = (y, sign);
            ends[column as usize] += 1;
        }
        Self { width, starts, heights }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.heights.is_empty()
    }

    /// Whether a height over the centre of a column is inside of a solid.
    pub(crate) fn is_inside(&self, [x, z]: [usize; 2], y: f32) -> bool {
        let column = z * self.width + x;
        let here = &self.heights[self.starts[column] as usize..self.starts[column + 1] as usize];
        here.iter().filter(|(at, _)| *at > y).map(|&(_, sign)| i32::from(sign)).sum::<i32>() > 0
    }
}

/// Calls `visit` with each column whose centre a triangle covers, and its height there.
///
/// The last argument is 1 if it faces up, or -1.
fn each_crossing(corners: [Vec3; 3], columns: [usize; 2], size: f64, mut visit: impl FnMut(u32, f32, i8)) {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let on = |corner: DVec3| DVec2::new(corner.x, corner.z);
    let area = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    let whole = area(on(a), on(b), on(c));
    if whole == 0.0 {
        return;
    }
    let (low, high) = (on(a).min(on(b)).min(on(c)) / size, on(a).max(on(b)).max(on(c)) / size);
    let range = |low: f64, high: f64, count: usize| {
        (low - 1.0).max(0.0) as usize..((high + 1.0).max(0.0) as usize).min(count)
    };
    for z in range(low.y, high.y, columns[1]) {
        for x in range(low.x, high.x, columns[0]) {
            // Slightly beside the centre, because sides of triangles often pass through centres.
            let at = DVec2::new(x as f64 + 0.500_013, z as f64 + 0.500_029) * size;
            let parts = [
                area(on(b), on(c), at) / whole,
                area(on(c), on(a), at) / whole,
                area(on(a), on(b), at) / whole,
            ];
            if parts.iter().all(|&part| part >= 0.0) {
                let y = parts[0] * a.y + parts[1] * b.y + parts[2] * c.y;
                // In ground coordinates, a triangle that faces up turns clockwise.
                visit((z * columns[0] + x) as u32, y as f32, if whole < 0.0 { 1 } else { -1 });
            }
        }
    }
}
