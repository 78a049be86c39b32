//! Columns of a stage as few quadrilaterals.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::StageFill;
use crate::editor::view::scene::generation::GenerationMark;
use navsmith_core::geometry::Vec3;

/// Ground of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ColumnTile {
    pub(super) column: [usize; 2],
    /// The lowest corner of the column, at the height of the ground.
    pub(super) low: Vec3,
    pub(super) mark: GenerationMark,
}

/// Columns of a row with one mark, whose heights lie along a line.
#[derive(Clone, Copy, Debug)]
struct Run {
    mark: GenerationMark,
    /// First and last column.
    columns: [usize; 2],
    /// First and last row.
    rows: [usize; 2],
    low: Vec3,
    /// Height at the last column.
    end: f32,
    /// Range of the rise from column to column with which the line passes near all heights.
    rises: [f32; 2],
}

/// What equal runs of two rows have in common: columns, mark, and heights as bits.
type RunKey = ([usize; 2], GenerationMark, [u32; 2]);

impl Run {
    fn of(tile: &ColumnTile) -> Self {
        let ColumnTile { column: [x, z], low, mark } = *tile;
        Self {
            mark,
            columns: [x; 2],
            rows: [z; 2],
            low,
            end: low.y,
            rises: [f32::NEG_INFINITY, f32::INFINITY],
        }
    }

    /// Adds the next column, if its height lies within a tolerance of the line.
    fn extend(&mut self, tile: &ColumnTile, every: usize, tolerance: f32) -> bool {
        if self.mark != tile.mark || self.columns[1] + every != tile.column[0] {
            return false;
        }
        let along = (tile.column[0] - self.columns[0]) as f32;
        let rise = (tile.low.y - self.low.y) / along;
        let rises =
            [self.rises[0].max(rise - tolerance / along), self.rises[1].min(rise + tolerance / along)];
        if rises[0] > rises[1] {
            return false;
        }
        self.columns[1] = tile.column[0];
        self.rises = rises;
        self.end = self.low.y + rise.clamp(rises[0], rises[1]) * along;
        true
    }

    fn key(&self) -> RunKey {
        (self.columns, self.mark, [self.low.y.to_bits(), self.end.to_bits()])
    }

    fn fill(&self, every: usize, size: f32) -> StageFill {
        let width = (self.columns[1] - self.columns[0] + every) as f32 * size;
        let depth = (self.rows[1] - self.rows[0] + every) as f32 * size;
        let corner = |x: f32, y: f32, z: f32| Vec3::new(self.low.x + x, y, self.low.z + z);
        let (low, end) = (self.low.y, self.end);
        let corners = [
            corner(0.0, low, 0.0),
            corner(0.0, low, depth),
            corner(width, end, depth),
            corner(width, end, 0.0),
        ];
        StageFill { mark: self.mark, corners: SmallVec::from_buf(corners) }
    }
}

/// Merges columns with equal marks in rows, and equal rows, into quadrilaterals, the lowest first.
///
/// The columns are in order. Only columns and rows at multiples of `every` are used, and drawn as large.
pub(super) fn merged(tiles: &[ColumnTile], every: usize, [size, height]: [f32; 2]) -> Vec<StageFill> {
    let is_used = |tile: &&ColumnTile| tile.column.iter().all(|along| along.is_multiple_of(every));
    let mut fills = Vec::new();
    let mut above: BTreeMap<RunKey, Run> = BTreeMap::new();
    let used: Vec<&ColumnTile> = tiles.iter().filter(is_used).collect();
    for row in used.chunk_by(|a, b| a.column[1] == b.column[1]) {
        let mut next: BTreeMap<RunKey, Run> = BTreeMap::new();
        for run in runs(row, every, height) {
            let run = match above.remove(&run.key()) {
                Some(over) if over.rows[1] + every == run.rows[0] => {
                    Run { rows: [over.rows[0], run.rows[1]], low: over.low, ..run }
                }
                over => {
                    fills.extend(over.map(|over| over.fill(every, size)));
                    run
                }
            };
            fills.extend(next.insert(run.key(), run).map(|other| other.fill(every, size)));
        }
        fills.extend(above.into_values().map(|run| run.fill(every, size)));
        above = next;
    }
    fills.extend(above.into_values().map(|run| run.fill(every, size)));
    let top = |fill: &StageFill| fill.corners.iter().map(|corner| corner.y).fold(f32::MIN, f32::max);
    fills.sort_by(|a, b| top(a).total_cmp(&top(b)));
    fills
}

/// Returns the runs of a row.
fn runs(row: &[&ColumnTile], every: usize, tolerance: f32) -> Vec<Run> {
    let (mut done, mut open): (Vec<Run>, Vec<Run>) = (Vec::new(), Vec::new());
    for column in row.chunk_by(|a, b| a.column == b.column) {
        let mut next = Vec::with_capacity(column.len());
        for tile in column {
            let at = open.iter_mut().position(|run| run.extend(tile, every, tolerance));
            next.push(at.map_or_else(|| Run::of(tile), |at| open.swap_remove(at)));
        }
        done.append(&mut open);
        open = next;
    }
    done.append(&mut open);
    done
}
