//! Correspondence of elements at equal positions.

use smallvec::SmallVec;

use super::MeshMatch;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{CellId, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// A position that compares as bits; both zeros are equal.
type Bits = [u32; 3];

/// Bits of the corners of a cell.
type RingBits = SmallVec<[Bits; 8]>;

impl MeshMatch<'_> {
    /// Joins cells whose corners have equal positions, with their corners.
    ///
    /// Then joins other vertices at equal positions.
    /// Of several cells in one place, those of the same area are joined first.
    pub(super) fn match_same_places(&mut self, progress: &Progress) -> Result<(), Stopped> {
        progress.report(0, 4)?;
        let [first, second] = self.meshes;
        let bits = self.meshes.map(bits_of_vertices);
        let rings = [0, 1].map(|side| {
            let (mesh, bits) = (self.meshes[side], &bits[side]);
            mesh.cells().map(|(id, _)| (id.0, hash(&ring(mesh, bits, id)))).collect::<Vec<(u32, u64)>>()
        });
        let areas = self.areas;
        let with_area = |side: usize| {
            let mesh = self.meshes[side];
            rings[side].iter().map(move |&(id, hash)| {
                let area = super::area(mesh, CellId(id));
                let area = if side == 0 { areas.to(area) } else { area };
                (mix(hash, u32::from(area.0) + 1), id)
            })
        };
        let alone = |side: usize| rings[side].iter().map(|&(id, hash)| (hash, id));
        let mut turns = std::mem::take(&mut self.turns);
        // Equal hashes may have different positions.
        let mut accepts = |one: u32, other: u32| {
            let ring = |side: usize, id| ring(self.meshes[side], &bits[side], CellId(id));
            let turn = turn_between(&ring(0, one), &ring(1, other));
            turns[one as usize] = turn.unwrap_or(0) as u16;
            turn.is_some()
        };
        progress.report(1, 4)?;
        self.cells.join_by_key([with_area(0), with_area(1)], false, &mut accepts);
        progress.report(2, 4)?;
        self.cells.join_by_key([alone(0), alone(1)], false, &mut accepts);
        self.turns = turns;
        progress.report(3, 4)?;
        for (id, _) in first.cells() {
            let Some(other) = self.cells.to(id.0) else { continue };
            let turn = usize::from(self.turns[id.0 as usize]);
            for [from, to] in super::corner_pairs(self.meshes, [id, CellId(other)], turn) {
                self.vertices.join(from.0, to.0);
            }
        }
        let places = [(first, &bits[0]), (second, &bits[1])]
            .map(|(mesh, bits)| mesh.vertices().map(|(id, _)| (bits[id.0 as usize], id.0)));
        self.vertices.join_by_key(places, false, |_, _| true);
        Ok(())
    }
}

fn bits_of_vertices(mesh: &NavMesh) -> Vec<Bits> {
    let mut bits = vec![[0; 3]; mesh.vertex_slots()];
    mesh.vertices().for_each(|(id, position)| bits[id.0 as usize] = bits_of(position));
    bits
}

/// Returns a position as bits; adding zero makes a negative zero positive.
fn bits_of(position: Vec3) -> Bits {
    (position + Vec3::ZERO).to_array().map(f32::to_bits)
}

/// Returns the corners of a cell, beginning with the least rotation.
fn ring(mesh: &NavMesh, bits: &[Bits], cell: CellId) -> RingBits {
    mesh.corners(cell).iter().map(|corner| bits[corner.0 as usize]).collect()
}

/// Returns the hash of a ring, which does not depend on its first corner.
fn hash(ring: &RingBits) -> u64 {
    let start = least_rotation(ring);
    let turned = ring[start..].iter().chain(&ring[..start]);
    turned.flatten().fold(ring.len() as u64, |hash, &word| mix(hash, word))
}

fn mix(hash: u64, word: u32) -> u64 {
    (hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

/// Returns the number of the corner of `other` that corresponds to the first of `one`.
///
/// Returns `None` if the rings differ.
fn turn_between(one: &RingBits, other: &RingBits) -> Option<usize> {
    if one.len() != other.len() {
        return None;
    }
    let turn = (least_rotation(other) + one.len() - least_rotation(one)) % one.len();
    let turned = other[turn..].iter().chain(&other[..turn]);
    one.iter().eq(turned).then_some(turn)
}

/// Returns the start of the rotation that is the least in lexicographic order. Linear.
fn least_rotation<T: Ord>(ring: &[T]) -> usize {
    let len = ring.len();
    let (mut best, mut other, mut same) = (0, 1, 0);
    while best < len && other < len && same < len {
        match ring[(best + same) % len].cmp(&ring[(other + same) % len]) {
            std::cmp::Ordering::Equal => same += 1,
            order => {
                let worse = if order.is_gt() { &mut best } else { &mut other };
                *worse += same + 1;
                if best == other {
                    other += 1;
                }
                same = 0;
            }
        }
    }
    best.min(other)
}
