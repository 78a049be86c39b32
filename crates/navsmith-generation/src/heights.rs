//! Heights of the ground of regions, for the detail heights of cells.

use rerecast::RegionId;

use crate::field::FieldStages;

/// Number of columns whose spans follow each other without an index.
const BLOCK: usize = 16;

/// A region of a field: the numbers of both.
pub(crate) type FieldRegion = (u32, u16);

/// Heights of the ground of a field that belongs to regions, without the columns of other fields.
#[derive(Clone, Debug)]
pub(crate) struct RegionHeights {
    low: [i32; 2],
    size: [usize; 2],
    /// Index of the first span of each block of columns.
    blocks: Vec<u32>,
    /// Number of spans of each column.
    counts: Vec<u8>,
    /// Region and height in voxels of each span.
    spans: Vec<(u16, u16)>,
}

impl RegionHeights {
    /// Returns the heights of a field.
    pub(crate) fn of(stages: &FieldStages) -> Self {
        let (range, field) = (stages.range, &stages.regions);
        let size = range.size.map(|size| size - 2 * usize::from(range.border));
        let (low, columns) = (range.core_low(), size[0] * size[1]);
        let (mut blocks, mut counts, mut spans) = (Vec::new(), Vec::with_capacity(columns), Vec::new());
        for column in 0..columns {
            if column.is_multiple_of(BLOCK) {
                blocks.push(spans.len() as u32);
            }
            let [x, z] = [column % size[0], column / size[0]].map(|along| along as u16 + range.border);
            let before = spans.len();
            for index in field.cell_at(x, z).index_range() {
                let span = &field.spans[index];
                let is_own = span.region != RegionId::NONE && !span.region.contains(RegionId::BORDER_REGION);
                // More floors than a byte counts were refused before.
                if is_own && spans.len() - before < usize::from(u8::MAX) {
                    spans.push((span.region.bits(), span.y));
                }
            }
            counts.push((spans.len() - before) as u8);
        }
        Self { low, size, blocks, counts, spans }
    }

    /// Returns the height of the ground of a region in a column of the level; the highest of several.
    fn height(&self, column: [i32; 2], region: u16) -> Option<u16> {
        let [x, z] = [0, 1].map(|axis: usize| usize::try_from(column[axis] - self.low[axis]).ok());
        let (x, z) = (x.filter(|&x| x < self.size[0])?, z.filter(|&z| z < self.size[1])?);
        let at = z * self.size[0] + x;
        let before = &self.counts[at / BLOCK * BLOCK..at];
        let first = self.blocks[at / BLOCK] as usize + before.iter().map(|&n| usize::from(n)).sum::<usize>();
        let spans = &self.spans[first..first + usize::from(self.counts[at])];
        spans.iter().filter(|&&(of, _)| of == region).map(|&(_, height)| height).max()
    }
}

/// Returns the height of the ground of regions at a corner of four columns, in voxels.
///
/// As for the corners of contours, it is that of the highest column.
fn corner_height(fields: &[RegionHeights], [x, z]: [i32; 2], regions: &[FieldRegion]) -> Option<f64> {
    let columns = [[x - 1, z - 1], [x, z - 1], [x - 1, z], [x, z]];
    let heights = columns.into_iter().flat_map(|column| {
        let of_region = move |&(field, region): &FieldRegion| fields[field as usize].height(column, region);
        regions.iter().filter_map(of_region)
    });
    heights.max().map(f64::from)
}

/// Returns the height of the ground of regions at a point of the grid, in voxels.
///
/// It is interpolated between the corners of columns; `None` if no column around it has ground.
pub(crate) fn height_at(fields: &[RegionHeights], at: [f64; 2], regions: &[FieldRegion]) -> Option<f64> {
    let low = at.map(|along| along.floor() as i32);
    let share = [0, 1].map(|axis: usize| at[axis] - f64::from(low[axis]));
    let (mut sum, mut weights) = (0.0, 0.0);
    for (x, z) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let weight = |next: i32, share: f64| if next == 1 { share } else { 1.0 - share };
        let weight = weight(x, share[0]) * weight(z, share[1]);
        if weight > 0.0
            && let Some(height) = corner_height(fields, [low[0] + x, low[1] + z], regions)
        {
            sum += weight * height;
            weights += weight;
        }
    }
    (weights > 0.0).then(|| sum / weights)
}
