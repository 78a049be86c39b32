//! Horizontal sections: the lines in which level geometry crosses a height.

use super::surface::LevelSurface;
use navsmith_core::geometry::Vec3;

/// Returns the segments in which the triangles cross a height. Linear.
///
/// A triangle that only touches the height from below adds nothing, so a floor at the height adds no lines.
pub fn section(surface: &LevelSurface, height: f32) -> Vec<[Vec3; 2]> {
    surface.triangles().iter().filter_map(|triangle| section_of(triangle, height)).collect()
}

/// Returns the segment in which a triangle crosses a height.
pub(crate) fn section_of(triangle: &[Vec3; 3], height: f32) -> Option<[Vec3; 2]> {
    // A corner at the height counts as below it, so each triangle has at most one segment.
    let is_above = triangle.map(|corner| corner.y > height);
    let mut ends = (0..3).filter_map(|side| {
        let [from, to] = [side, (side + 1) % 3];
        if is_above[from] == is_above[to] {
            return None;
        }
        // Both triangles at a side compute the same point.
        let [low, high] =
            if is_above[to] { [triangle[from], triangle[to]] } else { [triangle[to], triangle[from]] };
        let [low64, high64] = [low, high].map(Vec3::as_dvec3);
        let t = (f64::from(height) - low64.y) / (high64.y - low64.y);
        Some(Vec3 { y: height, ..low64.lerp(high64, t).as_vec3() })
    });
    let (from, to) = (ends.next()?, ends.next()?);
    (from != to).then_some([from, to])
}
