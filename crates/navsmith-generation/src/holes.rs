//! Outlines of holes, merged into the outlines around them.
//!
//! `rerecast` 0.5.0 builds no polygons of a region with a hole. As in Recast, a hole is connected with the outline of
//! its region along the shortest line that crosses no outline. The holes are connected from left to right, so that
//! lines to earlier holes are part of the outline.

use std::collections::BTreeMap;

use navsmith_core::progress::{Progress, Stopped};
use rerecast::AreaType;

use crate::grid::{GridCorner, GridPoint, do_touch, doubled_area, is_in_cone, on_ground};

/// A simplified contour of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RegionOutline {
    /// Number of the region in its field.
    pub(crate) region: u16,
    pub(crate) area: AreaType,
    pub(crate) corners: Vec<GridPoint>,
}

/// Replaces the outlines of each region by one that includes its holes.
///
/// Returns the outlines of regions with holes that could not be connected.
pub(crate) fn merge_holes(
    outlines: &mut Vec<RegionOutline>,
    progress: &Progress,
) -> Result<Vec<RegionOutline>, Stopped> {
    let mut regions: BTreeMap<u16, Vec<RegionOutline>> = BTreeMap::new();
    let mut order = Vec::new();
    for outline in outlines.drain(..).filter(|outline| outline.corners.len() >= 3) {
        let of_region = regions.entry(outline.region).or_default();
        if of_region.is_empty() {
            order.push(outline.region);
        }
        of_region.push(outline);
    }
    let mut failed = Vec::new();
    for region in order {
        let Some(mut rings) = regions.remove(&region) else { continue };
        let area_of = |nth: usize| doubled_area(&rings[nth].corners).abs();
        let largest = (0..rings.len()).max_by_key(|&nth| (area_of(nth), usize::MAX - nth));
        let Some(mut outline) = largest.map(|nth| rings.remove(nth)) else { continue };
        let sign = doubled_area(&outline.corners).signum();
        let (mut holes, others): (Vec<RegionOutline>, Vec<RegionOutline>) =
            rings.into_iter().partition(|ring| doubled_area(&ring.corners).signum() == -sign);
        // The first hole is the last one, which is removed at once.
        holes.sort_by_key(|hole| std::cmp::Reverse(leftmost(&hole.corners).1));
        let mut is_whole = true;
        while let Some(hole) = holes.pop() {
            progress.check()?;
            match connection(&outline.corners, &hole.corners, &holes, sign) {
                Some(ends) => connect(&mut outline.corners, &hole.corners, ends),
                None => is_whole = false,
            }
        }
        if is_whole {
            outlines.push(outline);
        } else {
            failed.push(outline);
        }
        outlines.extend(others);
    }
    Ok(failed)
}

/// Returns the index and the position of the corner with the smallest coordinates.
fn leftmost(corners: &[GridPoint]) -> (usize, GridCorner) {
    let corners = corners.iter().map(|&at| on_ground(at)).enumerate();
    corners.min_by_key(|&(nth, at)| (at, nth)).unwrap_or_default()
}

/// Returns the corners of an outline and of a hole that a line can connect.
///
/// It crosses no outline and no later hole.
/// Tries the corners of the hole from its leftmost one; `sign` is that of the area of the outline.
fn connection(
    outline: &[GridPoint],
    hole: &[GridPoint],
    later: &[RegionOutline],
    sign: i64,
) -> Option<[usize; 2]> {
    let (first, count, n) = (leftmost(hole).0, hole.len(), outline.len());
    let corner = |nth: usize| on_ground(outline[nth % n]);
    (0..count).map(|nth| (first + nth) % count).find_map(|from| {
        let start = on_ground(hole[from]);
        let squared = |at: GridCorner| (at[0] - start[0]).pow(2) + (at[1] - start[1]).pow(2);
        let mut ends: Vec<(i64, usize)> = (0..n)
            .filter(|&to| is_in_cone([corner(to + n - 1), corner(to), corner(to + 1)], start, sign))
            .map(|to| (squared(corner(to)), to))
            .collect();
        ends.sort_unstable();
        let is_free = |&(_, to): &(i64, usize)| {
            let line = [start, corner(to)];
            !crosses(outline, line)
                && !crosses(hole, line)
                && !later.iter().any(|hole| crosses(&hole.corners, line))
        };
        ends.into_iter().find(is_free).map(|(_, to)| [to, from])
    })
}

/// Whether a line crosses or touches a side of an outline that does not begin or end at its ends.
fn crosses(outline: &[GridPoint], line: [GridCorner; 2]) -> bool {
    let n = outline.len();
    (0..n).any(|nth| {
        let side = [on_ground(outline[nth]), on_ground(outline[(nth + 1) % n])];
        do_touch(line, side) && !side.iter().any(|end| line.contains(end))
    })
}

/// Inserts a hole into an outline along the line between two corners, which both occur twice then.
fn connect(outline: &mut Vec<GridPoint>, hole: &[GridPoint], [to, from]: [usize; 2]) {
    let around = |ring: &[GridPoint], first: usize| {
        let n = ring.len();
        (0..=n).map(|nth| ring[(first + nth) % n]).collect::<Vec<_>>()
    };
    let mut corners = around(outline, to);
    corners.extend(around(hole, from));
    *outline = corners;
}
