//! Packed tree of the boundary edges of a mesh, to find the edges nearest to a place.
//!
//! Edges are halved recursively across the axis along which they spread more, until eight are left. This is a k-d
//! tree (Bentley, *Multidimensional Binary Search Trees Used for Associative Searching*, 1975). Eight such
//! neighbouring blocks form a larger block, and so on, up to one root. The tree does not depend on cells.

pub(in crate::pathfinding) mod boundary_edges;

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

/// Number of edges or blocks in a block, which fills two cache lines.
const WIDE: usize = 8;

#[derive(Clone, Debug, Default)]
pub(super) struct BoundaryTree {
    /// Edges by their two ends.
    sides: Vec<Eight>,
    /// Boxes of blocks by their least and greatest corners, level by level.
    ///
    /// Blocks of edges come first, the parts of the root last.
    levels: Vec<Vec<Eight>>,
}

/// Eight pairs of points, with coordinates by axis, so that all distances are computed at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Eight {
    x: [[f32; WIDE]; 2],
    y: [[f32; WIDE]; 2],
}

/// Block that remains to be searched.
#[derive(Clone, Copy, Default)]
struct Block {
    /// Squared distance of its box.
    away: f32,
    /// Number within its level; from bit [`LEVEL`] on, the level, which is 0 for a block of edges.
    number: u32,
}

const LEVEL: u32 = 28;

/// Maximum number of open blocks: eight of each level.
///
/// Ten levels hold as many edges as the numbers can count.
const OPEN: usize = 96;

pub(super) struct NearestBoundary {
    /// Distance in metres; infinite if there is no boundary or the distance is not a number.
    pub(super) away: f64,
    /// Points of edges that may be equally near, each with its squared distance.
    pub(super) feet: SmallVec<[(f64, DVec2); 4]>,
}

impl BoundaryTree {
    /// Packs edges, given by their ends. Costs as much as sorting them.
    pub(super) fn of(mut sides: Vec<[Vec2; 2]>) -> Self {
        arrange(&mut sides);
        let mut boxes: Vec<[Vec2; 2]> = sides.chunks(WIDE).map(box_of).collect();
        let mut levels = Vec::new();
        while boxes.len() > 1 {
            let blocks: Vec<Eight> = boxes.chunks(WIDE).map(|parts| Eight::of(parts, NOWHERE)).collect();
            boxes = boxes.chunks(WIDE).map(box_of).collect();
            levels.push(blocks);
        }
        // Padding with a duplicate edge does no harm.
        let sides = sides.chunks(WIDE).map(|sides| Eight::of(sides, sides[0])).collect();
        Self { sides, levels }
    }

    /// Returns the nearest boundary points.
    ///
    /// `limit` maps the distance of the nearest point, in metres, to the greatest squared distance of the points
    /// returned.
    pub(super) fn nearest(&self, at: Vec2, limit: impl Fn(f64) -> f64) -> NearestBoundary {
        let (mut open, mut count) = ([Block::default(); OPEN], 0);
        if !self.sides.is_empty() {
            open[0].number = (self.levels.len() as u32) << LEVEL;
            count = 1;
        }
        let (mut least, mut within, mut most) = (f64::INFINITY, f64::MAX, f32::MAX);
        let mut feet: SmallVec<[(f64, DVec2); 4]> = SmallVec::new();
        while count > 0 {
            count -= 1;
            let Block { away, number } = open[count];
            let (level, index) = (number >> LEVEL, number & !(u32::MAX << LEVEL));
            if away > most {
                continue;
            }
            if level > 0 {
                let away = self.levels[level as usize - 1][index as usize].boxes_away(at);
                let first = ((level - 1) << LEVEL) | (index * WIDE as u32);
                count = open_nearest_last(&mut open, count, away, most, first);
                continue;
            }
            let sides = &self.sides[index as usize];
            let place = at.as_dvec2();
            for (i, away) in sides.sides_away(place).into_iter().enumerate() {
                if away > within {
                    continue;
                }
                if away < least {
                    within = limit(away.sqrt());
                    if within < least {
                        feet.clear();
                    }
                    (least, most) = (away, rounded_up(within));
                }
                feet.push((away, sides.foot(i, place)));
            }
        }
        NearestBoundary { away: least.sqrt(), feet }
    }
}

/// Opens the parts of a block that are near enough, the nearest last.
///
/// Returns the number of open blocks.
#[inline]
fn open_nearest_last(
    open: &mut [Block; OPEN],
    begin: usize,
    away: [f32; WIDE],
    most: f32,
    first: u32,
) -> usize {
    let (mut count, mut nearest, mut least) = (begin, begin, f32::INFINITY);
    for (number, away) in (first..).zip(away) {
        // Writes unconditionally, to avoid a branch that the processor mispredicts.
        open[count] = Block { away, number };
        nearest = if away < least { count } else { nearest };
        least = least.min(away);
        count += usize::from(away <= most);
    }
    if count > begin {
        open.swap(nearest, count - 1);
    }
    count
}

/// Returns an f32 that is no less than any squared distance up to `limit` computed in f32.
fn rounded_up(limit: f64) -> f32 {
    // The margin exceeds several rounding errors and underflow. Boxes at [`NOWHERE`] remain farther.
    ((limit * (1.0 + 1e-6)) as f32 + f32::MIN_POSITIVE).min(f32::MAX)
}

/// Empty box, which is farther away than everything.
const NOWHERE: [Vec2; 2] = [Vec2::INFINITY, Vec2::NEG_INFINITY];

/// Sorts edges by neighbourhood, so that every eight, every 64 and so on form a block.
fn arrange(sides: &mut [[Vec2; 2]]) {
    if sides.len() <= WIDE {
        return;
    }
    let middle = |[from, to]: [Vec2; 2]| from.midpoint(to);
    let [low, high] = sides.iter().fold(NOWHERE, |[low, high], &side| {
        let middle = middle(side);
        [low.min(middle), high.max(middle)]
    });
    let size = high - low;
    // A power of two aligns the halves with blocks.
    let half = sides.len().next_power_of_two() / 2;
    if size.x >= size.y {
        sides.select_nth_unstable_by(half, |&one, &other| middle(one).x.total_cmp(&middle(other).x));
    } else {
        sides.select_nth_unstable_by(half, |&one, &other| middle(one).y.total_cmp(&middle(other).y));
    }
    let (before, behind) = sides.split_at_mut(half);
    arrange(before);
    arrange(behind);
}

fn box_of(places: &[[Vec2; 2]]) -> [Vec2; 2] {
    places.iter().fold(NOWHERE, |[low, high], &[from, to]| [low.min(from).min(to), high.max(from).max(to)])
}

impl Eight {
    /// Packs up to eight pairs and fills up with `rest`.
    fn of(pairs: &[[Vec2; 2]], rest: [Vec2; 2]) -> Self {
        let pair = |i: usize| pairs.get(i).copied().unwrap_or(rest);
        Self {
            x: [0, 1].map(|end| std::array::from_fn(|i| pair(i)[end].x)),
            y: [0, 1].map(|end| std::array::from_fn(|i| pair(i)[end].y)),
        }
    }

    /// Returns the squared distance of each box.
    #[inline]
    fn boxes_away(&self, at: Vec2) -> [f32; WIDE] {
        let outside = |[low, high]: &[[f32; WIDE]; 2], i: usize, at: f32| {
            larger(larger(low[i] - at, at - high[i]), 0.0)
        };
        std::array::from_fn(|i| {
            let (x, y) = (outside(&self.x, i, at.x), outside(&self.y, i, at.y));
            x * x + y * y
        })
    }

    /// Returns the squared distance of each edge.
    #[inline]
    fn sides_away(&self, at: DVec2) -> [f64; WIDE] {
        std::array::from_fn(|i| self.foot(i, at).distance_squared(at))
    }

    #[inline]
    fn foot(&self, i: usize, at: DVec2) -> DVec2 {
        let from = DVec2::new(f64::from(self.x[0][i]), f64::from(self.y[0][i]));
        let along = DVec2::new(f64::from(self.x[1][i]), f64::from(self.y[1][i])) - from;
        // The share is NaN for an edge without length, and then counts as 0.
        let share = (at - from).dot(along) / along.length_squared();
        let share = if share > 0.0 { share } else { 0.0 };
        from + along * if share < 1.0 { share } else { 1.0 }
    }
}

/// Returns the larger of two numbers, without special treatment of NaN.
#[inline]
fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}
