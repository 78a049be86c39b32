//! Which positions are one vertex: the components of "at most so far apart".
//!
//! Space is cut into blocks so small that what shares one is near enough, and the blocks are walked in order, so it
//! takes neither a hash of every neighbour nor a comparison of every pair.

use std::collections::HashMap;
use std::ops::Range;

use glam::{DVec3, Vec3};

/// For each used position, which position stands in for it; for those that stand alone, and for unused ones, itself.
pub(super) fn clusters(positions: &[Vec3], is_used: &[bool], distance: f32) -> Vec<u32> {
    let mut stand_ins: Vec<u32> = (0..positions.len() as u32).collect();
    let (mut places, mut place_at) = (Vec::new(), HashMap::new());
    for (i, _) in is_used.iter().enumerate().filter(|(_, is_used)| **is_used) {
        // Adding 0 makes 0 of -0, which is equal but has other bits.
        let bits = (positions[i] + Vec3::ZERO).to_array().map(f32::to_bits);
        stand_ins[i] = *place_at.entry(bits).or_insert_with(|| {
            places.push(i as u32);
            places.len() as u32 - 1
        });
    }
    let points: Vec<DVec3> = places.iter().map(|&i| positions[i as usize].as_dvec3()).collect();
    let mut sets = Sets::of(points.len());
    if distance > 0.0 {
        join_near(&points, f64::from(distance), &mut sets);
    }
    let middles = sets.middles(&points);
    for (i, _) in is_used.iter().enumerate().filter(|(_, is_used)| **is_used) {
        let place = stand_ins[i] as usize;
        stand_ins[i] = places[middles[sets.root(place)]];
    }
    stand_ins
}

/// The column, layer and row of a block; floats, so that no coordinate is too large for it.
type Block = [f64; 3];

fn join_near(points: &[DVec3], distance: f64, sets: &mut Sets) {
    // The diagonal of a block is the distance, less what rounding may add.
    let side = distance / 3.0_f64.sqrt() * (1.0 - 1e-6);
    let block_of = |i: &usize| (points[*i] / side).floor().to_array();
    let mut order: Vec<(Block, usize)> = (0..points.len()).map(|i| (block_of(&i), i)).collect();
    order.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let mut blocks: Vec<(Block, Range<usize>)> = Vec::new();
    for (i, &(block, point)) in order.iter().enumerate() {
        match blocks.last_mut() {
            Some((last, members)) if *last == block => {
                sets.join(order[members.start].1, point);
                members.end = i + 1;
            }
            _ => blocks.push((block, i..i + 1)),
        }
    }
    // Half of the blocks around one; the other half see it from their side.
    let rows = [(0.0, 0.0, 1.0)].into_iter();
    let rows = rows.chain([1.0, 2.0].map(|y| (0.0, y, -2.0)));
    let rows =
        rows.chain([1.0, 2.0].into_iter().flat_map(|x| (-2..=2).map(move |y| (x, f64::from(y), -2.0))));
    for (x, y, first) in rows {
        let mut start = 0;
        for (block, members) in &blocks {
            let [low, high] = [first, 2.0].map(|z| [block[0] + x, block[1] + y, block[2] + z]);
            start += blocks[start..].iter().take_while(|(other, _)| *other < low).count();
            for (_, others) in blocks[start..].iter().take_while(|(other, _)| *other <= high) {
                join_blocks(points, &order[members.clone()], &order[others.clone()], distance, sets);
            }
        }
    }
}

/// Makes one set of two blocks if a point of one is near one of the other.
fn join_blocks(
    points: &[DVec3],
    one: &[(Block, usize)],
    other: &[(Block, usize)],
    distance: f64,
    sets: &mut Sets,
) {
    let (first, last) = (one[0].1, other[0].1);
    let is_near =
        |a: usize| other.iter().any(|&(_, b)| points[a].distance_squared(points[b]) <= distance * distance);
    if sets.root(first) != sets.root(last) && one.iter().any(|&(_, a)| is_near(a)) {
        sets.join(first, last);
    }
}

/// Disjoint sets of numbers.
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn of(len: usize) -> Self {
        Self { parents: (0..len).collect() }
    }

    fn root(&mut self, mut i: usize) -> usize {
        while self.parents[i] != i {
            self.parents[i] = self.parents[self.parents[i]];
            i = self.parents[i];
        }
        i
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other);
    }

    /// By root: the member nearest to the middle of the box around its set, of equally near ones the one with the
    /// smallest coordinates; whatever the order of the points, it is the same point.
    fn middles(&mut self, points: &[DVec3]) -> Vec<usize> {
        let mut boxes = vec![(DVec3::INFINITY, DVec3::NEG_INFINITY); points.len()];
        for (i, &point) in points.iter().enumerate() {
            let (low, high) = &mut boxes[self.root(i)];
            (*low, *high) = (low.min(point), high.max(point));
        }
        let mut best: Vec<usize> = (0..points.len()).collect();
        for (i, &point) in points.iter().enumerate() {
            let root = self.root(i);
            let middle = (boxes[root].0 + boxes[root].1) * 0.5;
            let rank = |p: DVec3| (p.distance_squared(middle), p.to_array());
            if rank(point) < rank(points[best[root]]) {
                best[root] = i;
            }
        }
        best
    }
}
