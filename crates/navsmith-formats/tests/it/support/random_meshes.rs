//! Random meshes with the defects of meshes that were drawn by hand or put together.

use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::NavMesh;

use super::rings::mesh;

/// Returns strips of cells at random places and heights, level or tilted, that often overlap.
pub(crate) fn strips(chance: &mut SplitMix64) -> NavMesh {
    let mut rings = Vec::new();
    for _ in 0..2 + chance.below(4) {
        let mut within =
            |low: f64, high: f64| ((low + (high - low) * chance.unit()) * 8.0).round() as f32 / 8.0;
        let [x, z] = [within(0., 12.), within(0., 12.)];
        let [length, width] = [within(2., 9.), within(1., 4.)];
        let heights = [0., 0., 0.05, 0.1, 0.2, 0.2487, 0.3, 1.0];
        let mut height = || heights[chance.below(heights.len() as u64) as usize];
        let [low, high] = [height(), height()];
        let count = 1 + chance.below(3) as usize;
        let is_turned = chance.below(2) == 1;
        for i in 0..count {
            let part = |i: usize| i as f32 / count as f32;
            let [from, to] = [part(i), part(i + 1)].map(|at| [x + length * at, low + (high - low) * at]);
            let ring = [[from, [z, 0.]], [from, [z + width, 0.]], [to, [z + width, 0.]], [to, [z, 0.]]];
            let mut ring: Vec<[f32; 3]> = ring.map(|[[x, y], [z, _]]| [x, y, z]).to_vec();
            if is_turned {
                ring = ring.into_iter().rev().map(|[x, y, z]| [z, y, x]).collect();
            }
            rings.push(ring);
        }
    }
    mesh(&rings)
}

/// Returns one of some values.
fn pick<T: Copy>(chance: &mut SplitMix64, values: &[T]) -> T {
    values[chance.below(values.len() as u64) as usize]
}

/// Returns a strip of rectangles with gaps, steps, overlaps, reversed cells and cells across it.
pub(crate) fn damaged_strip(chance: &mut SplitMix64) -> NavMesh {
    let (mut rings, mut x, mut y) = (Vec::new(), 0.0, 0.0);
    for _ in 0..4 + chance.below(5) {
        let (length, rise) = (pick(chance, &[2.0, 3.0, 4.0]), pick(chance, &[0., 0., 0., 0.5, 1.0, -0.5]));
        let (z, gap) = (pick(chance, &[0., 0., 0.5, 1.]), pick(chance, &[0., 0., 0.0005, 0.003, -0.3, -1.]));
        let mut jitter = || pick(chance, &[0., 0., 0., 0.0008, -0.0008]);
        let from: f32 = x + gap;
        let to = from + length;
        let mut ring = vec![
            [from + jitter(), y, z + jitter()],
            [from + jitter(), y, z + 3.0],
            [to, y + rise, z + 3.0 + jitter()],
            [to + jitter(), y + rise, z],
        ];
        if chance.below(10) == 0 {
            ring.reverse();
        }
        rings.push(ring);
        (x, y) = (to, y + rise);
        if chance.below(4) == 0 {
            let corner = y + pick(chance, &[0., 0.1, 2.]);
            let crossing = [[x - 1., corner], [x - 1., y], [x + 0.5, y], [x + 0.5, y]];
            let depths = [z - 1., z + 1.5, z + 1.5, z - 1.];
            rings.push(crossing.iter().zip(depths).map(|(&[x, y], z)| [x, y, z]).collect());
        }
    }
    mesh(&rings)
}

/// Returns a row of seven quads of which corners are moved, raised, or duplicated for one cell.
pub(crate) fn shaken_row(chance: &mut SplitMix64) -> NavMesh {
    let corner = |i: usize| [2.0 * (i / 2) as f32, 0.0, 2.0 * (i % 2) as f32];
    let mut corners: Vec<[f32; 3]> = (0..16).map(corner).collect();
    let mut cells: Vec<Vec<usize>> = (0..7).map(|i| vec![2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2]).collect();
    for _ in 0..4 + chance.below(5) {
        let cell = chance.below(7) as usize;
        let at = chance.below(4) as usize;
        let mut moved = corners[cells[cell][at]];
        match chance.below(4) {
            0 => moved[1] += pick(chance, &[0.05, 0.1, 0.2, 0.3, -0.15]),
            1 => moved = moved.map(|x| x + pick(chance, &[0.0, 0.0004, -0.0004])),
            _ => {
                moved[0] += pick(chance, &[-4.5, -2.5, -0.7, 0.7, 2.5, 4.5]);
                moved[2] += pick(chance, &[-2.5, -0.7, 0.0, 0.7, 2.5]);
            }
        }
        if corners.contains(&moved) {
            continue;
        }
        if chance.below(2) == 0 {
            corners[cells[cell][at]] = moved;
        } else {
            cells[cell][at] = corners.len();
            corners.push(moved);
        }
    }
    let rings = cells.iter().map(|cell| cell.iter().map(|&at| corners[at]).collect());
    mesh(&rings.collect::<Vec<_>>())
}
