//! The boundary of a mesh, packed so that what of it is nearest to a place is soon found.
//!
//! Its sides are halved again and again across the way that they are spread out along (Bentley, *Multidimensional Binary
//! Search Trees Used for Associative Searching*, 1975) until eight are left; eight such blocks of neighbours are a block
//! again, and so on, up to one that is everything. It does not know cells.

mod boundary_edges;

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

pub(super) use boundary_edges::Covering;

/// So many sides or blocks a block has: two lines of a processor's memory.
const WIDE: usize = 8;

/// The sides beside which nothing is.
#[derive(Clone, Debug, Default)]
pub(super) struct BoundaryTree {
    /// From end to end.
    sides: Vec<Eight>,
    /// By their boxes, from the least to the greatest corner; blocks of sides first, the parts of the one that is
    /// everything last.
    levels: Vec<Vec<Eight>>,
}

/// Eight pairs of places: coordinates by axis, so that all are measured at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Eight {
    x: [[f32; WIDE]; 2],
    y: [[f32; WIDE]; 2],
}

/// A block that is still to be looked into.
#[derive(Clone, Copy, Default)]
struct Block {
    /// How far its box is, squared.
    away: f32,
    /// Its number among those of its level, and from [`LEVEL`] on the level: 0 for a block of sides.
    number: u32,
}

const LEVEL: u32 = 28;

/// So many blocks are open at most: eight of each level, and there are ten levels to as many sides as can be counted.
const OPEN: usize = 96;

/// The nearest of the boundary.
pub(super) struct NearestBoundary {
    /// How far it is, in metres; infinite where there is no boundary or no number for it.
    pub(super) away: f64,
    /// The points of sides that may be as near, and how far each is, squared.
    pub(super) feet: SmallVec<[(f64, DVec2); 4]>,
}

impl BoundaryTree {
    /// Packs sides, given by their ends. As sorting them.
    pub(super) fn of(mut sides: Vec<[Vec2; 2]>) -> Self {
        arrange(&mut sides);
        let mut boxes: Vec<[Vec2; 2]> = sides.chunks(WIDE).map(box_of).collect();
        let mut levels = Vec::new();
        while boxes.len() > 1 {
            let blocks: Vec<Eight> = boxes.chunks(WIDE).map(|parts| Eight::of(parts, NOWHERE)).collect();
            boxes = boxes.chunks(WIDE).map(box_of).collect();
            levels.push(blocks);
        }
        // A side that is there twice does no harm.
        let sides = sides.chunks(WIDE).map(|sides| Eight::of(sides, sides[0])).collect();
        Self { sides, levels }
    }

    /// The nearest of the boundary to a place, with all that is at most as far, squared, as `limit` says of how far that
    /// is in metres.
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

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.sides) + self.levels.iter().map(|level| size_of_val(&**level)).sum::<usize>()
    }
}

/// Opens the parts of a block that are near enough, the nearest last; how many are open then.
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
        // Written whether it is to stay or not, so that there is nothing to guess.
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

/// No less than any square of a distance that is no more than this one, computed in f32.
fn rounded_up(limit: f64) -> f32 {
    // By more than a few roundings, and than what the smallest numbers lose; but no box that is nowhere is so near.
    ((limit * (1.0 + 1e-6)) as f32 + f32::MIN_POSITIVE).min(f32::MAX)
}

/// What is in no place, and so farther than everything.
const NOWHERE: [Vec2; 2] = [Vec2::INFINITY, Vec2::NEG_INFINITY];

/// Puts sides that are near each other beside each other, so that any eight, and any eight times as many, are a block.
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
    // A power of two, so that blocks begin where halves do.
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
    /// Some pairs, with `rest` for those that lack.
    fn of(pairs: &[[Vec2; 2]], rest: [Vec2; 2]) -> Self {
        let pair = |i: usize| pairs.get(i).copied().unwrap_or(rest);
        Self {
            x: [0, 1].map(|end| std::array::from_fn(|i| pair(i)[end].x)),
            y: [0, 1].map(|end| std::array::from_fn(|i| pair(i)[end].y)),
        }
    }

    /// How far each box is, squared.
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

    /// How far each side is, squared.
    #[inline]
    fn sides_away(&self, at: DVec2) -> [f64; WIDE] {
        std::array::from_fn(|i| self.foot(i, at).distance_squared(at))
    }

    /// The nearest point of a side.
    #[inline]
    fn foot(&self, i: usize, at: DVec2) -> DVec2 {
        let from = DVec2::new(f64::from(self.x[0][i]), f64::from(self.y[0][i]));
        let along = DVec2::new(f64::from(self.x[1][i]), f64::from(self.y[1][i])) - from;
        // Of a side without length it is no number, and then 0.
        let share = (at - from).dot(along) / along.length_squared();
        let share = if share > 0.0 { share } else { 0.0 };
        from + along * if share < 1.0 { share } else { 1.0 }
    }
}

/// The larger of two numbers, without a thought for what is none.
#[inline]
fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}
