//! Contours of holes, merged into the contours around them.
//!
//! `rerecast` 0.5.0 builds no polygons of a region with a hole. As in Recast, a hole is connected with the outline of
//! its region along the shortest line that crosses no contour. The holes are connected from left to right, so that
//! lines to earlier holes are part of the outline.

use std::collections::BTreeMap;

use navsmith_core::progress::{Progress, Stopped};
use rerecast::{Contour, ContourSet, RegionId};

/// A corner of a contour on the grid.
type Corner = [i64; 2];

/// Replaces the contours of each region by one that includes its holes.
///
/// Returns the regions with holes that could not be connected.
pub(crate) fn merge_holes(set: &mut ContourSet, progress: &Progress) -> Result<Vec<RegionId>, Stopped> {
    let contours = std::mem::take(&mut set.contours);
    let mut regions: BTreeMap<RegionId, Vec<Contour>> = BTreeMap::new();
    let mut order = Vec::new();
    for contour in contours.into_iter().filter(|contour| contour.vertices.len() >= 3) {
        let of_region = regions.entry(contour.region).or_default();
        if of_region.is_empty() {
            order.push(contour.region);
        }
        of_region.push(contour);
    }
    let mut failed = Vec::new();
    for region in order {
        let Some(mut contours) = regions.remove(&region) else { continue };
        let largest =
            (0..contours.len()).max_by_key(|&nth| (doubled_area(&contours[nth]).abs(), usize::MAX - nth));
        let Some(mut outline) = largest.map(|nth| contours.remove(nth)) else { continue };
        let sign = doubled_area(&outline).signum();
        let (mut holes, others): (Vec<Contour>, Vec<Contour>) =
            contours.into_iter().partition(|contour| doubled_area(contour).signum() == -sign);
        holes.sort_by_key(|hole| leftmost(hole).1);
        while !holes.is_empty() {
            progress.check()?;
            let ends = connection(&outline, &holes, sign);
            let hole = holes.remove(0);
            match ends {
                Some(ends) => connect(&mut outline, &hole, ends),
                None => failed.push(region),
            }
        }
        set.contours.push(outline);
        set.contours.extend(others);
    }
    Ok(failed)
}

fn corner(contour: &Contour, nth: usize) -> Corner {
    let (at, _) = contour.vertices[nth];
    [at.x.into(), at.z.into()]
}

/// Twice the area on the left of `a b` up to `c`.
fn cross([ax, az]: Corner, [bx, bz]: Corner, [cx, cz]: Corner) -> i64 {
    (bx - ax) * (cz - az) - (cx - ax) * (bz - az)
}

fn doubled_area(contour: &Contour) -> i64 {
    let n = contour.vertices.len();
    (0..n).map(|nth| cross([0, 0], corner(contour, nth), corner(contour, (nth + 1) % n))).sum()
}

/// Returns the index and the position of the corner with the smallest coordinates.
fn leftmost(contour: &Contour) -> (usize, Corner) {
    let corners = (0..contour.vertices.len()).map(|nth| (nth, corner(contour, nth)));
    corners.min_by_key(|&(nth, at)| (at, nth)).unwrap_or_default()
}

/// Returns the corners of the outline and of the first hole between which a line crosses no contour.
///
/// Tries the corners of the hole from its leftmost one; `sign` is that of the area of the outline.
fn connection(outline: &Contour, holes: &[Contour], sign: i64) -> Option<[usize; 2]> {
    let hole = holes.first()?;
    let (first, count) = (leftmost(hole).0, hole.vertices.len());
    (0..count).map(|nth| (first + nth) % count).find_map(|from| {
        let start = corner(hole, from);
        let squared = |at: Corner| (at[0] - start[0]).pow(2) + (at[1] - start[1]).pow(2);
        let mut ends: Vec<(i64, usize)> = (0..outline.vertices.len())
            .filter(|&to| is_in_cone(outline, to, start, sign))
            .map(|to| (squared(corner(outline, to)), to))
            .collect();
        ends.sort_unstable();
        let is_free = |&(_, to): &(i64, usize)| {
            let line = [start, corner(outline, to)];
            !crosses(outline, line) && !holes.iter().any(|hole| crosses(hole, line))
        };
        ends.into_iter().find(is_free).map(|(_, to)| [to, from])
    })
}

/// Whether the line from a corner of a contour to a point begins inside of the contour.
///
/// Source: O'Rourke, *Computational Geometry in C*, 1998, section 1.6.
fn is_in_cone(contour: &Contour, nth: usize, point: Corner, sign: i64) -> bool {
    let n = contour.vertices.len();
    let [before, at, after] = [(nth + n - 1) % n, nth, (nth + 1) % n].map(|nth| corner(contour, nth));
    let left = |a, b, c| sign * cross(a, b, c);
    if left(at, after, before) >= 0 {
        left(at, point, before) > 0 && left(point, at, after) > 0
    } else {
        !(left(at, point, after) >= 0 && left(point, at, before) >= 0)
    }
}

/// Whether a line crosses or touches a side of a contour that does not begin or end at its ends.
fn crosses(contour: &Contour, line: [Corner; 2]) -> bool {
    let n = contour.vertices.len();
    (0..n).any(|nth| {
        let side = [corner(contour, nth), corner(contour, (nth + 1) % n)];
        !side.iter().any(|end| line.contains(end)) && do_touch(line, side)
    })
}

fn do_touch([a, b]: [Corner; 2], [c, d]: [Corner; 2]) -> bool {
    let [of_c, of_d, of_a, of_b] =
        [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)].map(i64::signum);
    if of_c * of_d < 0 && of_a * of_b < 0 {
        return true;
    }
    let is_between = |[a, b]: [Corner; 2], at: Corner| {
        (0..2).all(|axis| a[axis].min(b[axis]) <= at[axis] && at[axis] <= a[axis].max(b[axis]))
    };
    (of_c == 0 && is_between([a, b], c))
        || (of_d == 0 && is_between([a, b], d))
        || (of_a == 0 && is_between([c, d], a))
        || (of_b == 0 && is_between([c, d], b))
}

/// Inserts a hole into an outline along the line between two corners, which both occur twice then.
fn connect(outline: &mut Contour, hole: &Contour, [to, from]: [usize; 2]) {
    let around = |contour: &Contour, first: usize| {
        let n = contour.vertices.len();
        (0..=n).map(|nth| contour.vertices[(first + nth) % n]).collect::<Vec<_>>()
    };
    let mut vertices = around(outline, to);
    vertices.extend(around(hole, from));
    outline.vertices = vertices;
}
