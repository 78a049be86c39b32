//! Flat grounds for searches, made of triangles or rectangles, with holes.
//!
//! Rectangles have straight corners along their sides.

use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use proptest::prelude::*;

/// Vertices and rings of a ground, stored to build it again in another order or position.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) places: Vec<[f32; 2]>,
    /// Rings, counter-clockwise from above.
    pub(crate) rings: Vec<Vec<u32>>,
}

impl Ground {
    pub(crate) fn build(&self) -> NavMesh {
        let cells = self.rings.iter().map(|ring| Cell::new(ring.iter().copied().map(VertexId), AreaId(0)));
        NavMesh::from_parts(self.places.iter().map(|&[x, z]| Vec3::new(x, 0.0, z)), cells)
            .expect("a ground keeps the invariants")
    }

    /// Returns the ground with positions mapped by `place` and with another numbering.
    ///
    /// `seed` determines the order of vertices and cells and the first corner of each ring.
    pub(crate) fn reordered(&self, place: impl Fn([f32; 2]) -> [f32; 2], seed: u32) -> Self {
        let order = shuffled(self.places.len(), seed);
        let mut new_of = vec![0; order.len()];
        for (new, &old) in (0..).zip(&order) {
            new_of[old] = new;
        }
        let ring = |ring: &Vec<u32>| {
            let mut ring: Vec<u32> = ring.iter().map(|&v| new_of[v as usize]).collect();
            let by = seed as usize % ring.len();
            ring.rotate_left(by);
            ring
        };
        let cells = shuffled(self.rings.len(), seed ^ 0x5555).into_iter();
        Self {
            places: order.iter().map(|&old| place(self.places[old])).collect(),
            rings: cells.map(|old| ring(&self.rings[old])).collect(),
        }
    }
}

fn shuffled(count: usize, seed: u32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let key = |i: usize| {
        (i as u32).wrapping_add(seed).wrapping_mul(0x9E37_79B1).rotate_left(13).wrapping_mul(seed | 1)
    };
    order.sort_by_key(|&i| (key(i), i));
    order
}

/// Number of squares along each side.
pub(crate) const WIDTH: usize = 6;

const ACROSS: usize = WIDTH + 1;

/// Generates triangles with displaced vertices.
fn triangles() -> impl Strategy<Value = Ground> {
    let pushes = prop::collection::vec([-0.3f32..0.3, -0.3f32..0.3], ACROSS * ACROSS);
    let holes = prop::collection::vec(prop::bool::weighted(0.3), WIDTH * WIDTH * 2);
    (pushes, holes, any::<bool>()).prop_map(|(pushes, holes, is_pushed)| {
        let share = if is_pushed { 1.0 } else { 0.0 };
        let place = |(i, &[x, z]): (usize, &[f32; 2])| {
            [(i % ACROSS) as f32 + x * share, (i / ACROSS) as f32 + z * share]
        };
        let places = pushes.iter().enumerate().map(place).collect();
        let rings = holes.iter().enumerate().filter(|(_, is_hole)| !**is_hole).map(|(i, _)| {
            let corner = i / 2 / WIDTH * ACROSS + i / 2 % WIDTH;
            let [a, b, c, d] = [corner, corner + ACROSS, corner + ACROSS + 1, corner + 1].map(|v| v as u32);
            if i % 2 == 0 { vec![a, b, c] } else { vec![a, c, d] }
        });
        Ground { places, rings: rings.collect() }
    })
}

/// Generates rectangles of up to 3 by 3 squares, with a corner at every corner of a square.
fn rectangles() -> impl Strategy<Value = Ground> {
    prop::collection::vec((prop::bool::weighted(0.25), 1..=3usize, 1..=3usize), WIDTH * WIDTH).prop_map(
        |wishes| {
            let mut is_taken: Vec<bool> = wishes.iter().map(|(is_hole, ..)| *is_hole).collect();
            let mut rings = Vec::new();
            for (i, &(_, wide, deep)) in wishes.iter().enumerate() {
                if is_taken[i] {
                    continue;
                }
                let (x, z) = (i % WIDTH, i / WIDTH);
                let free = |dx: usize, dz: usize| {
                    x + dx < WIDTH && z + dz < WIDTH && !is_taken[(z + dz) * WIDTH + x + dx]
                };
                let wide = (1..wide).take_while(|&dx| free(dx, 0)).count() + 1;
                let deep = (1..deep).take_while(|&dz| (0..wide).all(|dx| free(dx, dz))).count() + 1;
                for square in (0..deep).flat_map(|dz| (0..wide).map(move |dx| (z + dz) * WIDTH + x + dx)) {
                    is_taken[square] = true;
                }
                let at = |dx: usize, dz: usize| ((z + dz) * ACROSS + x + dx) as u32;
                let down = (0..deep).map(|dz| at(0, dz));
                let right = (0..wide).map(|dx| at(dx, deep));
                let up = (1..=deep).rev().map(|dz| at(wide, dz));
                let left = (1..=wide).rev().map(|dx| at(dx, 0));
                rings.push(down.chain(right).chain(up).chain(left).collect());
            }
            let places = (0..ACROSS * ACROSS).map(|i| [(i % ACROSS) as f32, (i / ACROSS) as f32]).collect();
            Ground { places, rings }
        },
    )
}

pub(crate) fn ground() -> impl Strategy<Value = Ground> {
    prop_oneof![triangles(), rectangles()]
}
