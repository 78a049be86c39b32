//! Meshes of any size to measure with; the same for the same size.

use glam::Vec3;
use navsmith::navmesh::{AreaId, NavMesh, Soup, WeldOptions, weld};

/// Hills of about so many triangles that share nothing yet, a square metre to two of them, with a hole in every
/// hundredth square so that there is a boundary.
pub(crate) fn soup(triangles: usize) -> Soup {
    let side = ((triangles as f32 / 2.0 * 1.01).sqrt().ceil() as u32).max(1);
    let mut soup = Soup::default();
    for (x, z) in (0..side).flat_map(|z| (0..side).map(move |x| (x, z))) {
        if noise(x, z).is_multiple_of(100) {
            continue;
        }
        let [a, b, c, d] = [(x, z), (x, z + 1), (x + 1, z + 1), (x + 1, z)].map(|(x, z)| corner(x, z));
        for triangle in [[a, b, c], [a, c, d]] {
            let start = soup.positions.len() as u32;
            soup.positions.extend(triangle);
            soup.push(&[start, start + 1, start + 2], AreaId(0));
        }
    }
    soup
}

/// The same, welded.
pub(crate) fn mesh(triangles: usize) -> NavMesh {
    weld(&soup(triangles), &WeldOptions { distance: 0.001, max_slope: None }).0
}

fn corner(x: u32, z: u32) -> Vec3 {
    let off = |salt: u32| (noise(x + salt, z) % 1000) as f32 / 1000.0 * 0.4 - 0.2;
    let height = (x as f32 * 0.05).sin() * 3.0 + (z as f32 * 0.07).cos() * 2.0;
    Vec3::new(x as f32 + off(7919), height + off(104_729), z as f32 + off(1_299_709))
}

/// A number that looks like chance (the finaliser of MurmurHash3).
fn noise(x: u32, z: u32) -> u32 {
    let mut h = x.wrapping_mul(0x9E37_79B1) ^ z.wrapping_mul(0x85EB_CA77);
    h = (h ^ (h >> 16)).wrapping_mul(0x85EB_CA6B);
    h = (h ^ (h >> 13)).wrapping_mul(0xC2B2_AE35);
    h ^ (h >> 16)
}
