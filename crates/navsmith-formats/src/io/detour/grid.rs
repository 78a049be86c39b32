//! Distribution of pieces over the tiles of a grid.

use std::collections::{BTreeMap, HashMap};

use smallvec::SmallVec;

use navsmith_core::geometry::{Bounds, Vec2, Vec3, ground};
use navsmith_core::navmesh::CellId;
use navsmith_core::progress::{Progress, Stopped};

use super::pieces::{ELEMENTS_PER_REPORT, TileLimits, TilePiece, TilePieces, cut};

/// Pieces with their tiles.
#[derive(Debug)]
pub(super) struct TileLayout {
    pub(super) vertices: Vec<Vec3>,
    pub(super) pieces: Vec<TilePiece>,
    /// Number of the tile of each piece.
    pub(super) tile_of: Vec<u32>,
    /// Column and row of each tile.
    pub(super) tiles: Vec<[i32; 2]>,
    pub(super) grid: TileGrid,
}

/// A regular grid over the ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileGrid {
    pub(super) bounds: Bounds,
    /// Size of a tile along X and Z, in metres.
    pub(super) size: [f32; 2],
    /// Number of columns and rows.
    counts: [u32; 2],
}

/// Reason why there is no layout: a cell that cannot be clipped, or no grid within the limits.
pub(super) type NoLayout = Option<CellId>;

/// Maximum share of vertices on the coordinates at which a vertex lies on a line of the grid.
const SLACK: f32 = 2e-7;

impl TileGrid {
    fn new(bounds: Bounds, counts: [u32; 2]) -> Self {
        let extent = ground(bounds.max) - ground(bounds.min);
        let size = |extent: f32, count: u32| if extent > 0.0 { extent / count as f32 } else { 1.0 };
        Self { bounds, size: [size(extent.x, counts[0]), size(extent.y, counts[1])], counts }
    }

    /// Returns the coordinate of a line along an axis.
    pub(super) fn line(&self, axis: usize, number: u32) -> f32 {
        ground(self.bounds.min)[axis] + number as f32 * self.size[axis]
    }

    /// Returns the column or row of a coordinate.
    fn index(&self, axis: usize, at: f32) -> u32 {
        let last = self.counts[axis] - 1;
        let index = ((at - ground(self.bounds.min)[axis]) / self.size[axis]) as u32;
        let mut index = index.min(last);
        // The division may be rounded to the wrong side of a line.
        while index < last && self.line(axis, index + 1) <= at {
            index += 1;
        }
        while index > 0 && self.line(axis, index) > at {
            index -= 1;
        }
        index
    }

    /// Returns the column and row of a point.
    pub(super) fn tile_at(&self, at: Vec2) -> [i32; 2] {
        [self.index(0, at.x) as i32, self.index(1, at.y) as i32]
    }
}

impl TileLayout {
    /// Lays out pieces in one tile.
    pub(super) fn single(pieces: TilePieces) -> Self {
        let grid = TileGrid::new(bounds(&pieces.vertices), [1, 1]);
        let tile_of = vec![0; pieces.pieces.len()];
        Self { vertices: pieces.vertices, pieces: pieces.pieces, tile_of, tiles: vec![[0, 0]], grid }
    }

    /// Lays out pieces in as few tiles as limits allow.
    ///
    /// `connections` is the number of off-mesh connections.
    pub(super) fn of(
        pieces: &TilePieces,
        connections: usize,
        limits: TileLimits,
        progress: &Progress,
    ) -> Result<Result<Self, NoLayout>, Stopped> {
        if 2 * connections > limits.vertices || connections > limits.polygons {
            return Ok(Err(None));
        }
        let extent = bounds(&pieces.vertices);
        let extent = extent.max - extent.min;
        let needed = (pieces.vertices.len() / limits.vertices).max(pieces.pieces.len() / limits.polygons);
        let mut count = needed as f32 + 1.0;
        while count < (1 << limits.bits) as f32 {
            let columns = (count * extent.x.max(f32::MIN_POSITIVE) / extent.z.max(f32::MIN_POSITIVE)).sqrt();
            let columns = columns.clamp(1.0, count).round();
            let rows = (count / columns).ceil();
            let grid = TileGrid::new(bounds(&pieces.vertices), [columns as u32, rows as u32]);
            count = 1.0 + 1.25 * count.max(columns * rows);
            if is_too_coarse(pieces, &grid, limits) {
                continue;
            }
            if has_too_many_parts(pieces, &grid) {
                return Ok(Err(None));
            }
            match Clipper::clip(pieces, grid, progress)? {
                Err(cell) => return Ok(Err(Some(cell))),
                Ok(layout) if layout.is_within(connections, limits) => return Ok(Ok(layout)),
                Ok(_) => {}
            }
        }
        Ok(Err(None))
    }

    /// Whether each tile is within limits, even if it contained all connections.
    fn is_within(&self, connections: usize, limits: TileLimits) -> bool {
        let mut corners: Vec<(u32, u32)> = Vec::with_capacity(4 * self.pieces.len());
        let mut polygons = vec![connections; self.tiles.len()];
        for (piece, &tile) in self.pieces.iter().zip(&self.tile_of) {
            polygons[tile as usize] += 1;
            corners.extend(piece.corners.iter().map(|&corner| (tile, corner)));
        }
        corners.sort_unstable();
        corners.dedup();
        let mut is_used = vec![false; self.vertices.len()];
        let mut vertices = vec![2 * connections; self.tiles.len()];
        for (tile, corner) in corners {
            vertices[tile as usize] += 1;
            is_used[corner as usize] = true;
        }
        let isolated = is_used.iter().filter(|&&is_used| !is_used).count();
        let most = |counts: &[usize]| counts.iter().copied().max().unwrap_or(0);
        let bits = |count: usize| count.next_power_of_two().ilog2();
        most(&vertices) + isolated <= limits.vertices
            && most(&polygons) <= limits.polygons
            && bits(self.tiles.len()) + bits(most(&polygons)) <= limits.bits
    }
}

/// Returns the bounding box of vertices; the origin without any.
fn bounds(vertices: &[Vec3]) -> Bounds {
    let bounds = Bounds::of(vertices.iter().copied());
    if vertices.is_empty() { Bounds { min: Vec3::ZERO, max: Vec3::ZERO } } else { bounds }
}

/// Whether a tile has too many pieces that begin in it, before any is clipped.
fn is_too_coarse(pieces: &TilePieces, grid: &TileGrid, limits: TileLimits) -> bool {
    let mut counts: BTreeMap<[i32; 2], usize> = BTreeMap::new();
    for piece in &pieces.pieces {
        let first = ground(pieces.vertices[piece.corners[0] as usize]);
        *counts.entry(grid.tile_at(first)).or_default() += 1;
    }
    counts.into_values().max().unwrap_or(0) > limits.polygons
}

/// Maximum number of parts of pieces that a grid divides: at least, and for each piece.
const LEAST_PARTS: usize = 1 << 20;
const PARTS_PER_PIECE: usize = 8;

/// Whether a grid divides pieces into more parts than their number justifies; a finer grid does too.
fn has_too_many_parts(pieces: &TilePieces, grid: &TileGrid) -> bool {
    let most = LEAST_PARTS + PARTS_PER_PIECE * pieces.pieces.len();
    let mut count = 0_usize;
    pieces.pieces.iter().any(|piece| {
        let box_of = Bounds::of(piece.corners.iter().map(|&corner| pieces.vertices[corner as usize]));
        let [first, last] = [box_of.ground_min(), box_of.ground_max()].map(|at| grid.tile_at(at));
        let [columns, rows] = [0, 1].map(|axis| (last[axis] - first[axis] + 1) as usize);
        count = count.saturating_add(columns * rows);
        count > most
    })
}

/// Corners of a polygon that is being clipped.
type Ring = SmallVec<[u32; 12]>;

/// Clips pieces by the lines of a grid.
struct Clipper {
    grid: TileGrid,
    /// Distance from a line at which a vertex lies on it.
    slack: f32,
    vertices: Vec<Vec3>,
    /// Vertex at which a side crosses a line, by the ends of the side, the axis and the line.
    crossings: HashMap<([u32; 2], usize, u32), u32>,
}

impl Clipper {
    fn clip(
        pieces: &TilePieces,
        grid: TileGrid,
        progress: &Progress,
    ) -> Result<Result<TileLayout, CellId>, Stopped> {
        let farthest = pieces.vertices.iter().fold(0.0_f32, |most, at| most.max(at.abs().max_element()));
        let vertices = pieces.vertices.clone();
        let mut clipper = Self { grid, slack: farthest * SLACK, vertices, crossings: HashMap::new() };
        let mut numbers: BTreeMap<[i32; 2], u32> = BTreeMap::new();
        let (mut clipped, mut at) = (Vec::new(), Vec::new());
        let mut units = progress.units(pieces.pieces.len(), ELEMENTS_PER_REPORT);
        for piece in &pieces.pieces {
            units.step()?;
            for (column, part) in clipper.split(Ring::from_slice(&piece.corners), 0) {
                for (row, part) in clipper.split(part, 1) {
                    let points: SmallVec<[Vec2; 12]> =
                        part.iter().map(|&corner| ground(clipper.vertices[corner as usize])).collect();
                    let Some(rings) = cut(&points) else { return Ok(Err(piece.cell)) };
                    for ring in rings {
                        let corners = ring.into_iter().map(|corner| part[corner]).collect();
                        clipped.push(TilePiece { corners, ..*piece });
                        at.push([column as i32, row as i32]);
                    }
                }
            }
        }
        // Tiles are numbered by row, then by column. A mesh without cells has a tile too.
        numbers.extend(at.iter().map(|&[column, row]| ([row, column], 0)));
        if numbers.is_empty() {
            numbers.insert([0, 0], 0);
        }
        numbers.values_mut().zip(0..).for_each(|(number, next)| *number = next);
        let tile_of = at.iter().map(|&[column, row]| numbers[&[row, column]]).collect();
        let tiles = numbers.into_keys().map(|[row, column]| [column, row]).collect();
        Ok(Ok(TileLayout { vertices: clipper.vertices, pieces: clipped, tile_of, tiles, grid }))
    }

    /// Splits a ring at the lines across an axis; returns the parts with their columns or rows.
    fn split(&mut self, ring: Ring, axis: usize) -> SmallVec<[(u32, Ring); 2]> {
        let along = |&corner: &u32| ground(self.vertices[corner as usize])[axis];
        let (low, high) = ring
            .iter()
            .map(along)
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        let first = self.grid.index(axis, low + self.slack);
        let last = self.grid.index(axis, high - self.slack).max(first);
        let (mut parts, mut rest) = (SmallVec::new(), ring);
        for line in first + 1..=last {
            let [below, beyond] = self.divide(&rest, axis, line);
            parts.extend(below.map(|below| (line - 1, below)));
            let Some(beyond) = beyond else { return parts };
            rest = beyond;
        }
        parts.push((last, rest));
        parts
    }

    /// Divides a ring at a line into the parts below and beyond it.
    fn divide(&mut self, ring: &[u32], axis: usize, line: u32) -> [Option<Ring>; 2] {
        let at = self.grid.line(axis, line);
        let side_of = |corner: u32| {
            let from_line = ground(self.vertices[corner as usize])[axis] - at;
            if from_line.abs() <= self.slack { 0 } else { from_line.signum() as i8 }
        };
        let sides: SmallVec<[i8; 12]> = ring.iter().map(|&corner| side_of(corner)).collect();
        let mut parts = [Ring::new(), Ring::new()];
        for (i, &corner) in ring.iter().enumerate() {
            let next = (i + 1) % ring.len();
            if sides[i] <= 0 {
                parts[0].push(corner);
            }
            if sides[i] >= 0 {
                parts[1].push(corner);
            }
            if sides[i] * sides[next] < 0 {
                let crossing = self.crossing([corner, ring[next]], axis, line);
                for part in &mut parts {
                    part.push(crossing);
                }
            }
        }
        let [below, beyond] = parts;
        [Some(below).filter(|_| sides.contains(&-1)), Some(beyond).filter(|_| sides.contains(&1))]
    }

    /// Returns the vertex at which a side crosses a line; both polygons at the side get the same one.
    fn crossing(&mut self, ends: [u32; 2], axis: usize, line: u32) -> u32 {
        let ends = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let at = self.grid.line(axis, line);
        let [from, to] = ends.map(|end| self.vertices[end as usize].as_dvec3());
        *self.crossings.entry((ends, axis, line)).or_insert_with(|| {
            let along = 2 * axis;
            let share = (f64::from(at) - from[along]) / (to[along] - from[along]);
            let mut position = (from + (to - from) * share).as_vec3();
            position[along] = at;
            self.vertices.push(position);
            self.vertices.len() as u32 - 1
        })
    }
}
