//! The grid of voxels over a level, and exact geometry on it.

use glam::DVec3;
use navsmith_core::geometry::Vec3;

/// A point of the grid: columns along X, voxels of height, columns along Z.
pub(crate) type GridPoint = [i32; 3];

/// A point of the grid on the ground.
pub(crate) type GridCorner = [i64; 2];

/// Returns the projection of a point of the grid onto the ground.
pub(crate) fn on_ground([x, _, z]: GridPoint) -> GridCorner {
    [x.into(), z.into()]
}

/// Returns the position of a point of the grid; `voxel` is its width and height.
pub(crate) fn place_of(low: Vec3, voxel: [f32; 2], at: GridPoint) -> Vec3 {
    let [size, height] = voxel.map(f64::from);
    let [x, y, z] = at.map(f64::from);
    (low.as_dvec3() + DVec3::new(x * size, y * height, z * size)).as_vec3()
}

/// Returns twice the signed area of a triangle.
pub(crate) fn cross([ax, az]: GridCorner, [bx, bz]: GridCorner, [cx, cz]: GridCorner) -> i64 {
    (bx - ax) * (cz - az) - (cx - ax) * (bz - az)
}

/// Returns twice the signed area of a polygon.
pub(crate) fn doubled_area(corners: &[GridPoint]) -> i64 {
    let n = corners.len();
    (0..n).map(|nth| cross([0, 0], on_ground(corners[nth]), on_ground(corners[(nth + 1) % n]))).sum()
}

/// Whether the line from a corner of a polygon to a point begins inside of the polygon.
///
/// `sign` is that of the area of the polygon. Source: O'Rourke, *Computational Geometry in C*, 1998, section 1.6.
pub(crate) fn is_in_cone([before, at, after]: [GridCorner; 3], point: GridCorner, sign: i64) -> bool {
    let left = |a, b, c| sign * cross(a, b, c);
    if left(before, at, after) >= 0 {
        left(at, point, before) > 0 && left(point, at, after) > 0
    } else {
        !(left(at, point, after) >= 0 && left(point, at, before) >= 0)
    }
}

/// Whether two segments share a point.
pub(crate) fn do_touch(one: [GridCorner; 2], other: [GridCorner; 2]) -> bool {
    if !boxes_touch(one, other) {
        return false;
    }
    let ([a, b], [c, d]) = (one, other);
    let [of_c, of_d, of_a, of_b] =
        [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)].map(i64::signum);
    if of_c * of_d < 0 && of_a * of_b < 0 {
        return true;
    }
    let is_between = |[a, b]: [GridCorner; 2], at: GridCorner| {
        (0..2).all(|axis| a[axis].min(b[axis]) <= at[axis] && at[axis] <= a[axis].max(b[axis]))
    };
    (of_c == 0 && is_between([a, b], c))
        || (of_d == 0 && is_between([a, b], d))
        || (of_a == 0 && is_between([c, d], a))
        || (of_b == 0 && is_between([c, d], b))
}

/// Whether two segments cross at a point inside of both.
pub(crate) fn do_cross(one: [GridCorner; 2], other: [GridCorner; 2]) -> bool {
    let ([a, b], [c, d]) = (one, other);
    boxes_touch(one, other) && {
        let [of_c, of_d, of_a, of_b] =
            [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)].map(i64::signum);
        of_c * of_d < 0 && of_a * of_b < 0
    }
}

fn boxes_touch([a, b]: [GridCorner; 2], [c, d]: [GridCorner; 2]) -> bool {
    (0..2).all(|axis| {
        a[axis].min(b[axis]) <= c[axis].max(d[axis]) && c[axis].min(d[axis]) <= a[axis].max(b[axis])
    })
}
