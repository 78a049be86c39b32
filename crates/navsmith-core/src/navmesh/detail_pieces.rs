//! Detail heights of pieces of a cell.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3, Vec2, Vec3};
use smallvec::SmallVec;

use super::{CellDetail, Surface};
use crate::geometry::{clip, ground, ground_area};

impl Surface {
    /// Returns the detail heights of a convex piece of the cell with these corners.
    ///
    /// `None` if the cell has none, or if the piece has no area or too many points. A piece with the corners of the cell
    /// keeps its triangles; those of any other one are cut at its sides.
    pub fn detail_within(&self, ring: &[Vec3]) -> Option<CellDetail> {
        let detail = self.detail()?;
        if let Some(same) = self.renumbered(detail, ring) {
            return Some(same);
        }
        let mut pieces = Clipped::of(ring);
        self.triangles().for_each(|triangle| pieces.add(triangle));
        let Clipped { points, triangles, .. } = pieces;
        CellDetail::new(ring, points, triangles).ok()
    }

    /// Returns the detail with other numbers of corners, if the ring has those of the cell.
    fn renumbered(&self, detail: &CellDetail, ring: &[Vec3]) -> Option<CellDetail> {
        let own = self.corners();
        if own.len() != ring.len() {
            return None;
        }
        let numbers: Option<SmallVec<[u16; 8]>> =
            own.iter().map(|corner| Some(ring.iter().position(|other| other == corner)? as u16)).collect();
        let numbers = numbers?;
        let number = |at: u16| numbers.get(usize::from(at)).copied().unwrap_or(at);
        let triangles = detail.triangles().iter().map(|triangle| triangle.map(number));
        CellDetail::new(ring, detail.points().iter().copied(), triangles).ok()
    }
}

/// Triangles that are cut at the sides of a piece.
struct Clipped {
    /// Corners of the piece, counter-clockwise.
    sides: SmallVec<[DVec2; 8]>,
    corners: usize,
    /// Number of the point at each position on the ground.
    numbers: BTreeMap<[u32; 2], u16>,
    points: Vec<Vec3>,
    triangles: Vec<[u16; 3]>,
}

impl Clipped {
    fn of(ring: &[Vec3]) -> Self {
        let flat: SmallVec<[Vec2; 8]> = ring.iter().map(|&corner| ground(corner)).collect();
        let mut sides: SmallVec<[DVec2; 8]> = flat.iter().map(|corner| corner.as_dvec2()).collect();
        if ground_area(&flat) < 0.0 {
            sides.reverse();
        }
        let numbers = flat.iter().zip(0..).map(|(&corner, number)| (key(corner), number)).collect();
        Self { sides, corners: ring.len(), numbers, points: Vec::new(), triangles: Vec::new() }
    }

    fn add(&mut self, triangle: [Vec3; 3]) {
        let [a, b, c] = triangle.map(Vec3::as_dvec3);
        let flat = |point: DVec3| DVec2::new(point.x, point.z);
        let whole = (flat(b) - flat(a)).perp_dot(flat(c) - flat(a));
        if whole == 0.0 {
            return;
        }
        let mut part: SmallVec<[DVec2; 16]> = SmallVec::from_slice(&[flat(a), flat(b), flat(c)]);
        for (i, &from) in self.sides.iter().enumerate() {
            let along = self.sides[(i + 1) % self.sides.len()] - from;
            // Z points down in the view, so the inside is where the cross product is not positive.
            part = clip(&part, |point| -along.perp_dot(point - from));
        }
        let height = |at: DVec2| {
            let of_b = (at - flat(a)).perp_dot(flat(c) - flat(a)) / whole;
            let of_c = (flat(b) - flat(a)).perp_dot(at - flat(a)) / whole;
            a.y + (b.y - a.y) * of_b + (c.y - a.y) * of_c
        };
        let numbers: SmallVec<[u16; 16]> = part
            .iter()
            .map(|&at| {
                let next = (self.corners + self.points.len()).min(usize::from(u16::MAX)) as u16;
                let place = at.as_vec2();
                *self.numbers.entry(key(place)).or_insert_with(|| {
                    self.points.push(Vec3::new(place.x, height(at) as f32, place.y));
                    next
                })
            })
            .collect();
        let fan =
            numbers.iter().skip(2).zip(numbers.iter().skip(1)).map(|(&next, &last)| [numbers[0], last, next]);
        let is_whole = |[a, b, c]: &[u16; 3]| a != b && b != c && a != c;
        self.triangles.extend(fan.filter(is_whole));
    }
}

/// Returns the bits of a position, which are equal for zeros of both signs.
fn key(at: Vec2) -> [u32; 2] {
    (at + Vec2::ZERO).to_array().map(f32::to_bits)
}
