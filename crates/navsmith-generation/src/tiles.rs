//! Tiles of a large level, and outlines that have the same corners on both sides of their seams.
//!
//! A tile is a field with a border that other tiles share, so that its erosion and its distances are those of the whole
//! level. Its outlines end at straight seams. A corner of an outline at a seam becomes a corner of all outlines at that
//! place and height, so the polygons of two tiles share their vertices.

use std::collections::BTreeMap;

use rerecast::ContourSet;

use crate::field::{ColumnRange, FieldStages};
use crate::grid::GridPoint;
use crate::holes::RegionOutline;

/// Number of columns of a tile along X and Z, without its border.
pub(crate) const TILE: usize = 512;

/// Number of columns around a tile, in addition to the radius of the agent.
const MARGIN: u16 = 3;

/// Returns the tiles of a rectangle of columns, whose seams are at multiples of [`TILE`].
pub(crate) fn tiles_of(whole: ColumnRange, radius: u16) -> Vec<ColumnRange> {
    let border = radius + MARGIN;
    let spans = |axis: usize| {
        let (low, end) = (whole.low[axis], whole.low[axis] + whole.size[axis] as i32);
        (low.div_euclid(TILE as i32)..=(end - 1).div_euclid(TILE as i32)).map(move |nth| {
            let [from, to] = [nth, nth + 1].map(|nth| (nth * TILE as i32).clamp(low, end));
            (from - i32::from(border), (to - from) as usize + 2 * usize::from(border))
        })
    };
    let rows = spans(1).flat_map(|(z, depth)| spans(0).map(move |(x, width)| ([x, z], [width, depth])));
    rows.map(|(low, size)| ColumnRange { low, size, border }).collect()
}

/// Outlines of a field on the grid of the level.
#[derive(Clone, Debug)]
pub(crate) struct FieldOutlines {
    pub(crate) outlines: Vec<RegionOutline>,
    /// By outline: the points of its raw contour at seams, sorted.
    seams: Vec<Vec<GridPoint>>,
}

/// Whether a point of the grid is at a seam that is crossed along an axis.
pub(crate) fn is_at_seam(at: GridPoint, axis: usize) -> bool {
    at[axis] % TILE as i32 == 0
}

/// The axes along which seams are crossed.
const AXES: [usize; 2] = [0, 2];

impl FieldOutlines {
    /// Returns the simplified contours of a field.
    pub(crate) fn of(stages: &FieldStages) -> Self {
        let FieldStages { range, contours: ContourSet { contours, .. }, .. } = stages;
        let [low_x, low_z] = range.core_low();
        let point = |x: u16, y: u16, z: u16| [low_x + i32::from(x), i32::from(y), low_z + i32::from(z)];
        let mut fields = Self { outlines: Vec::new(), seams: Vec::new() };
        for contour in contours {
            let corners = contour.vertices.iter().map(|(at, _)| point(at.x, at.y, at.z)).collect();
            let outline = RegionOutline { region: contour.region.bits(), area: contour.area, corners };
            fields.outlines.push(outline);
            let is_tile = range.border > 0;
            let raw = contour.raw_vertices.iter().filter(|_| is_tile).map(|(at, _)| point(at.x, at.y, at.z));
            let mut seams: Vec<GridPoint> =
                raw.filter(|&at| AXES.iter().any(|&axis| is_at_seam(at, axis))).collect();
            seams.sort_unstable_by_key(|&[x, y, z]| (x, z, y));
            fields.seams.push(seams);
        }
        fields
    }
}

/// Heights of the corners at seams, by axis of the seam, its position and the position along it.
type Seams = BTreeMap<(usize, i32, i32), Vec<i32>>;

/// Gives outlines on both sides of a seam the same corners there.
///
/// `reach` is the largest difference of heights between corners of the same ground, in voxels.
pub(crate) fn join(fields: &mut [FieldOutlines], reach: i32) {
    let mut seams = Seams::new();
    for &at in fields.iter().flat_map(|field| &field.outlines).flat_map(|outline| &outline.corners) {
        for axis in AXES.into_iter().filter(|&axis| is_at_seam(at, axis)) {
            seams.entry((axis, at[axis], at[2 - axis])).or_default().push(at[1]);
        }
    }
    for heights in seams.values_mut() {
        heights.sort_unstable();
        heights.dedup();
        // Of heights that follow each other closely, the highest is kept.
        let kept = (0..heights.len())
            .filter(|&nth| heights.get(nth + 1).is_none_or(|above| above - heights[nth] > reach));
        *heights = kept.map(|nth| heights[nth]).collect();
    }
    for field in fields {
        for (outline, raw) in field.outlines.iter_mut().zip(&field.seams).filter(|(_, raw)| !raw.is_empty()) {
            outline.corners = joined(&outline.corners, raw, &seams, reach);
        }
    }
}

/// Returns the corners of an outline with those of other outlines at seams.
fn joined(corners: &[GridPoint], raw: &[GridPoint], seams: &Seams, reach: i32) -> Vec<GridPoint> {
    let mut joined = Vec::with_capacity(corners.len());
    for (nth, &from) in corners.iter().enumerate() {
        let to = corners[(nth + 1) % corners.len()];
        joined.push(lifted(from, seams));
        let Some(axis) = AXES.into_iter().find(|&axis| is_at_seam(from, axis) && from[axis] == to[axis])
        else {
            continue;
        };
        let (line, along) = (from[axis], 2 - axis);
        let [first, last] = [from[along].min(to[along]) + 1, from[along].max(to[along])];
        if first >= last {
            continue;
        }
        let between = seams.range((axis, line, first)..(axis, line, last));
        let added = between.filter_map(|(&(_, _, position), heights)| {
            let mut at = [line; 3];
            at[along] = position;
            at[1] = *heights.iter().find(|&&height| is_near(raw, [at[0], height, at[2]], reach))?;
            Some(at)
        });
        let mut added: Vec<GridPoint> = added.collect();
        if from[along] > to[along] {
            added.reverse();
        }
        joined.extend(added);
    }
    joined
}

/// Returns a corner at the height that all outlines have there.
fn lifted(at: GridPoint, seams: &Seams) -> GridPoint {
    let axis = AXES.into_iter().find(|&axis| is_at_seam(at, axis));
    let heights = axis.and_then(|axis| seams.get(&(axis, at[axis], at[2 - axis])));
    let height = heights.and_then(|heights| heights.iter().find(|&&height| height >= at[1]));
    height.map_or(at, |&height| [at[0], height, at[2]])
}

/// Whether a raw contour has a point near a height.
fn is_near(raw: &[GridPoint], [x, y, z]: GridPoint, reach: i32) -> bool {
    let first = raw.partition_point(|&[rx, ry, rz]| (rx, rz, ry) < (x, z, y - reach));
    raw.get(first).is_some_and(|&[rx, ry, rz]| rx == x && rz == z && ry <= y + reach)
}
