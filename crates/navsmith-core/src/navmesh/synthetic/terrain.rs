//! Hills with lakes: squares of one metre cut in two, with displaced corners.
//!
//! Heights are integer value noise: random numbers on a grid, interpolated smoothly.

use super::{METRE, Parts};
use crate::geometry::SplitMix64;
use crate::navmesh::VertexId;

/// Number of squares along a block. A block has at most one lake, with a walkable margin around it.
const BLOCK: i64 = 16;

/// Maximum displacement of a corner along X and Z, small enough to keep corners apart.
const PUSH: i64 = METRE / 5;

// Keys of independent random numbers; fewer than 16.
const PUSH_X: u64 = 0;
const PUSH_Z: u64 = 1;
const CUT: u64 = 2;
const HILLS: u64 = 3;
const BUMPS: u64 = 4;
const LAKE: u64 = 5;

/// Creates terrain of about `triangles` triangles, in whole rows.
///
/// The number of rows is the one that comes closest.
pub(super) fn make(triangles: usize, seed: u64) -> Parts {
    // A ninth more squares than requested, because lakes cover about a tenth.
    let side = ((triangles / 2) * 10 / 9).isqrt().max(1) as i64;
    let land = Land { seed: SplitMix64(seed).draw(), side };
    let mut parts = Parts::default();
    let mut above = land.corners(0);
    let (mut row, mut made) = (0, 0);
    loop {
        let squares: Vec<i64> = (0..side).filter(|&x| !land.is_lake(x, row)).collect();
        // A surplus of half a row is as good as a lack of half a row.
        if made > 0 && made + squares.len() > triangles {
            return parts;
        }
        let mut below = land.corners(row + 1);
        for &x in &squares {
            let [a, d] = [x, x + 1].map(|x| above[x as usize].id(&mut parts));
            let [b, c] = [x, x + 1].map(|x| below[x as usize].id(&mut parts));
            if land.by_chance([x, row], CUT) & 1 == 0 {
                parts.quad([a, b, c, d]);
            } else {
                parts.quad([b, c, d, a]);
            }
        }
        made += squares.len() * 2;
        above = below;
        row += 1;
    }
}

/// A corner of squares, which becomes a vertex when a square uses it.
#[derive(Clone, Copy)]
struct Corner {
    place: [i64; 3],
    id: Option<VertexId>,
}

impl Corner {
    fn id(&mut self, parts: &mut Parts) -> VertexId {
        *self.id.get_or_insert_with(|| parts.vertex(self.place))
    }
}

/// A deterministic map of the terrain.
struct Land {
    seed: u64,
    side: i64,
}

impl Land {
    /// Returns a random number that depends only on the seed and the key.
    fn by_chance(&self, [x, z]: [i64; 2], what: u64) -> u64 {
        let key = ((x as u64) << 32) | ((z as u64) << 4) | what;
        SplitMix64(self.seed ^ key).draw()
    }

    /// Returns the corners along the northern sides of a row of squares.
    fn corners(&self, z: i64) -> Vec<Corner> {
        let corner = |x| {
            let push = |what| (self.by_chance([x, z], what) % (2 * PUSH as u64 + 1)) as i64 - PUSH;
            let height = self.height([x, z], 32, 6, HILLS) + self.height([x, z], 8, 1, BUMPS);
            Corner { place: [x * METRE + push(PUSH_X), height, z * METRE + push(PUSH_Z)], id: None }
        };
        (0..=self.side).map(corner).collect()
    }

    /// Returns the height of hills about `spacing` metres apart and up to `metres` high.
    fn height(&self, [x, z]: [i64; 2], spacing: i64, metres: i64, what: u64) -> i64 {
        let (across, down) = (weight(x % spacing, spacing), weight(z % spacing, spacing));
        let all = spacing.pow(3);
        let top = |x, z| (self.by_chance([x, z], what) % (metres * METRE) as u64) as i64;
        let along = |z| top(x / spacing, z) * (all - across) + top(x / spacing + 1, z) * across;
        (along(z / spacing) * (all - down) + along(z / spacing + 1) * down) / (all * all)
    }

    /// Whether a square lies in the lake of its block.
    ///
    /// The lake is an ellipse, so a path along the row leads out of the block from every adjacent square. Blocks that
    /// do not fit into the row have no lake.
    fn is_lake(&self, x: i64, z: i64) -> bool {
        let (block, [x, z]) = ([x / BLOCK, z / BLOCK], [x % BLOCK, z % BLOCK]);
        let mut chance = SplitMix64(self.by_chance(block, LAKE));
        if (block[0] + 1) * BLOCK > self.side || chance.below(4) == 0 {
            return false;
        }
        let [(middle_x, wide), (middle_z, high)] = [(); 2].map(|()| {
            let half = 2 + chance.below(5) as i64;
            let room = (BLOCK - 2 - 2 * half) as u64;
            (half + 1 + chance.below(room) as i64, half)
        });
        ((x - middle_x) * high).pow(2) + ((z - middle_z) * wide).pow(2) <= (wide * high).pow(2)
    }
}

/// Returns a smooth weight from 0 to `spacing`³, flat at both ends.
fn weight(at: i64, spacing: i64) -> i64 {
    at * at * (3 * spacing - 2 * at)
}
