//! Random meshes with the defects of meshes that were drawn by hand or put together.

use navsmith_core::geometry::{SplitMix64, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};

/// Builds a mesh of rings of corners; corners in one place are one vertex.
pub(crate) fn mesh(rings: &[Vec<[f32; 3]>]) -> NavMesh {
    let mut corners: Vec<[f32; 3]> = Vec::new();
    let mut id = |at: &[f32; 3]| {
        let known = corners.iter().position(|corner| corner == at);
        VertexId(known.unwrap_or_else(|| {
            corners.push(*at);
            corners.len() - 1
        }) as u32)
    };
    let cells: Vec<Vec<VertexId>> = rings.iter().map(|ring| ring.iter().map(&mut id).collect()).collect();
    let cells = cells.into_iter().map(|ring| Cell::new(ring, AreaId(0)));
    NavMesh::from_parts(corners.into_iter().map(Vec3::from), cells).expect("a sound mesh")
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

/// Returns floors above each other, with ramps between them and plates that overlap them.
pub(crate) fn stacked_floors(chance: &mut SplitMix64) -> NavMesh {
    let mut rings = Vec::new();
    let mut rectangle = |y: [f32; 2], x: [f32; 2], z: [f32; 2]| {
        rings.push(vec![[x[0], y[0], z[0]], [x[0], y[0], z[1]], [x[1], y[1], z[1]], [x[1], y[1], z[0]]]);
    };
    let storey = pick(chance, &[0.3, 0.6, 1.0, 3.0]);
    let floors = 2 + chance.below(2) as u16;
    for floor in 0..floors {
        let y = f32::from(floor) * storey + pick(chance, &[0., 0., 0.01, -0.02]);
        let (width, depth) = (pick(chance, &[4., 6.]), pick(chance, &[3., 4.]));
        rectangle([y, y], [0., width], [0., depth]);
        rectangle([y, y], [width + pick(chance, &[0., 0., 0.002, -0.2]), 2.0 * width], [0., depth]);
        if floor + 1 < floors {
            let foot = pick(chance, &[6., 7., 7.5, 9.]);
            let low = y + pick(chance, &[0., 0., 0.05, -0.1]);
            let z = pick(chance, &[0.5, 1.0, 2.5]);
            rectangle([low + storey, low], [foot - 3.0 - pick(chance, &[0., 1.]), foot], [z, z + 1.]);
        }
        for _ in 0..chance.below(3) {
            let rise = pick(chance, &[0., 0.04, 0.1, 0.2, 0.24]);
            let (x, z) = (pick(chance, &[0.5, 2., 3.5, 5.]), pick(chance, &[-0.5, 0.5, 2.]));
            let tilt = pick(chance, &[0., 0., 0.2, -0.1]);
            rectangle([y + rise, y + rise + tilt], [x, x + pick(chance, &[1., 2.5, 4.])], [z, z + 1.5]);
        }
    }
    mesh(&rings)
}
