//! Horizontal sections: the lines in which level geometry crosses a height.

use super::surface::LevelSurface;
use navsmith_core::geometry::Vec3;

/// Returns the segments in which the triangles cross a height. Linear.
///
/// A triangle that only touches the height from below adds nothing, so a floor at the height adds no lines.
pub fn section(surface: &LevelSurface, height: f32) -> Vec<[Vec3; 2]> {
    surface.triangles().iter().filter_map(|triangle| cut(triangle, height)).collect()
}

/// Returns the segment in which a triangle crosses a height.
fn cut(triangle: &[Vec3; 3], height: f32) -> Option<[Vec3; 2]> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use navsmith_core::progress::Progress;

    fn section_of(triangles: &[[Vec3; 3]], height: f32) -> Vec<[Vec3; 2]> {
        let surface = LevelSurface::build(triangles.iter().map(|&triangle| (0, triangle)), &Progress::none());
        section(&surface.expect("not stopped"), height)
    }

    #[test]
    fn a_wall_is_cut_once_per_triangle_and_without_gaps() {
        let at = Vec3::new;
        let wall = [
            [at(0., 0., 0.), at(4., 0., 0.), at(4., 3., 0.)],
            [at(0., 0., 0.), at(4., 3., 0.), at(0., 3., 0.)],
        ];
        let lines = section_of(&wall, 1.0);
        let mut ends: Vec<f32> = lines.iter().flatten().map(|end| end.x).collect();
        ends.sort_by(f32::total_cmp);
        assert_eq!(lines.len(), 2, "one for each triangle");
        assert_eq!((ends[0], ends[3]), (0.0, 4.0), "as long as the wall");
        assert_eq!(ends[1].to_bits(), ends[2].to_bits(), "they share an end");
        assert!(section_of(&wall, 3.0).is_empty(), "a wall below the height");
    }

    #[test]
    fn a_floor_at_the_height_has_no_lines() {
        let floor = [[Vec3::ZERO, Vec3::X, Vec3::Z]];
        assert!(section_of(&floor, 0.0).is_empty());
    }
}
