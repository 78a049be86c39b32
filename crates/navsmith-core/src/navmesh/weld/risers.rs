//! Risers: walls that an agent steps up, such as those of stairs.

use crate::geometry::{Vec3, normal};
use crate::graph::union_find::{join, root};

/// Greatest height of a riser in metres, with a margin for rounding: the climb of the default agent.
pub(super) const STEP: f32 = 0.4 + 1e-3;

/// Least cosine of the angle between two polygons of one wall: that of 30°.
///
/// The side of a stair is at right angles to its risers, and does not belong to them.
const SAME_WALL: f32 = 0.866;

/// The shape of an upright polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct UprightShape {
    normal: Vec3,
    /// The least and the greatest height of its corners.
    heights: [f32; 2],
}

impl UprightShape {
    /// Returns the shape of a polygon; `None` if it has no area.
    pub(super) fn of(ring: &[Vec3]) -> Option<Self> {
        let normal = normal(ring)?;
        let heights = ring
            .iter()
            .fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], at| [low.min(at.y), high.max(at.y)]);
        Some(Self { normal, heights })
    }
}

/// Returns for each polygon whether it belongs to a wall that is at most a step high.
///
/// A wall consists of polygons that continue each other through edges in about the same plane. Each edge is given by the
/// numbers of its polygons.
pub(super) fn risers(
    walls: &[Option<UprightShape>],
    edges: impl Iterator<Item = impl Iterator<Item = u32>>,
) -> Vec<bool> {
    let mut sets: Vec<u32> = (0..walls.len() as u32).collect();
    for edge in edges {
        let mut at_edge = edge.filter_map(|polygon| Some((polygon, walls[polygon as usize]?)));
        let Some(mut last) = at_edge.next() else { continue };
        for next in at_edge {
            if last.1.normal.dot(next.1.normal).abs() >= SAME_WALL {
                join(&mut sets, last.0, next.0);
            }
            last = next;
        }
    }
    let mut heights: Vec<Option<[f32; 2]>> = vec![None; walls.len()];
    for (polygon, wall) in (0..).zip(walls) {
        let Some(UprightShape { heights: [low, high], .. }) = *wall else { continue };
        let of_set = &mut heights[root(&mut sets, polygon) as usize];
        *of_set = Some(of_set.map_or([low, high], |[lowest, highest]| [lowest.min(low), highest.max(high)]));
    }
    let is_riser =
        |polygon| heights[root(&mut sets, polygon) as usize].is_some_and(|[low, high]| high - low <= STEP);
    (0..walls.len() as u32).map(is_riser).collect()
}
