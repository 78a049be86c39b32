//! The cells of a document as convex polygons of at most six corners.

use smallvec::SmallVec;

use crate::document::{Document, count};
use crate::geometry::{Vec2, Vec3, convex_partition_within, is_convex_but_for_rounding};
use crate::io::content::WriteError;
use crate::navmesh::{CellId, NavMesh};
use crate::progress::{Progress, Stopped};

use super::document::LAST_AREA;
use super::tile::MOST_CORNERS;

/// Limits of Detour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Maximum number of vertices of a tile.
    pub(super) vertices: usize,
    /// Maximum number of polygons of a tile.
    pub(super) polygons: usize,
    /// Maximum number of bits of the number of a tile and the number of a polygon together.
    pub(super) bits: u32,
}

/// The limits with 32-bit references: Detour needs 10 of the bits to recognise outdated references.
pub(super) const LIMITS: Limits = Limits { vertices: 0xfffe, polygons: 0x7fff, bits: 22 };

/// Number of elements between two progress reports.
pub(super) const ELEMENTS_PER_REPORT: usize = 1 << 14;

/// Largest coordinate, in metres, beyond which differences of coordinates could overflow.
const FARTHEST: f32 = 1e9;

/// A convex polygon, counter-clockwise from above.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) corners: SmallVec<[u32; MOST_CORNERS]>,
    pub(super) area: u8,
    /// Cell that contains it.
    pub(super) cell: CellId,
}

/// Vertices, numbered without gaps, and the pieces of all cells.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pub(super) vertices: Vec<Vec3>,
    pub(super) pieces: Vec<Piece>,
}

/// Returns the phrase about cells that are written in several polygons; `None` without any.
pub(crate) fn changes(document: &Document) -> Option<String> {
    let mesh = &document.mesh;
    let cut = mesh.cells().filter(|&(id, _)| !fits(&mesh.ground_ring(id))).count();
    let cut = (cut > 0).then(|| {
        let cells = count(cut, "cell", "cells");
        format!("{cells} with concave corners or more than {MOST_CORNERS} corners")
    });
    let is_split = mesh.vertex_count() > LIMITS.vertices || mesh.cell_count() > LIMITS.polygons;
    let at_borders = is_split.then(|| "cells at the borders of tiles".to_owned());
    let cells: Vec<String> = cut.into_iter().chain(at_borders).collect();
    (!cells.is_empty()).then(|| format!("the outlines of {}", cells.join(" and of ")))
}

/// Whether a ring is a polygon of Detour as it is.
fn fits(ring: &[Vec2]) -> bool {
    ring.len() <= MOST_CORNERS && is_convex_but_for_rounding(ring)
}

/// Cuts a ring that is no polygon of Detour into such polygons, without area none of them.
///
/// `None` if the ring is clockwise, crosses itself or has no area.
pub(super) fn cut(ring: &[Vec2]) -> Option<Vec<Vec<usize>>> {
    if fits(ring) {
        Some(vec![(0..ring.len()).collect()])
    } else {
        convex_partition_within(ring, MOST_CORNERS)
    }
}

impl Pieces {
    /// Cuts the cells of a document; reports progress and can be stopped.
    pub(super) fn of(document: &Document, progress: &Progress) -> Result<Result<Self, WriteError>, Stopped> {
        let mesh = &document.mesh;
        let mut units = progress.units(mesh.vertex_count() + mesh.cell_count(), ELEMENTS_PER_REPORT);
        let mut pieces = Self::default();
        let mut numbers = vec![0; mesh.vertex_slots()];
        for (id, position) in mesh.vertices() {
            units.step()?;
            if position.abs().max_element() > FARTHEST {
                let description = format!(
                    "vertex {} is at {position}, and Detour cannot tell positions apart beyond {FARTHEST} m; move it",
                    id.0
                );
                return Ok(Err(WriteError { description, cells: Vec::new() }));
            }
            numbers[id.0 as usize] = pieces.vertices.len() as u32;
            pieces.vertices.push(position);
        }
        if let Err(error) = check_areas(mesh) {
            return Ok(Err(error));
        }
        let mut invalid = Vec::new();
        for (cell, content) in mesh.cells() {
            units.step()?;
            let corners = content.corners();
            let Some(rings) = cut(&mesh.ground_ring(cell)) else {
                invalid.push(cell);
                continue;
            };
            let area = content.area().0;
            pieces.pieces.extend(rings.into_iter().map(|ring| {
                let corners = ring.into_iter().map(|corner| numbers[corners[corner].0 as usize]).collect();
                Piece { corners, area, cell }
            }));
        }
        if invalid.is_empty() {
            return Ok(Ok(pieces));
        }
        let cells = count(invalid.len(), "cell has", "cells have");
        let description = format!(
            "{cells} no area, or sides that cross or run clockwise; Detour holds no such polygons, so fix them first"
        );
        Ok(Err(WriteError { description, cells: invalid }))
    }
}

/// Checks that Detour has a number for the area of each cell.
fn check_areas(mesh: &NavMesh) -> Result<(), WriteError> {
    let beyond = mesh.cells().filter(|(_, cell)| cell.area().0 > LAST_AREA).map(|(id, _)| id);
    let cells: Vec<CellId> = beyond.collect();
    if cells.is_empty() {
        return Ok(());
    }
    let most = LAST_AREA + 1;
    let count = count(cells.len(), "cell has", "cells have");
    let description =
        format!("{count} an area beyond the first {most}, and Detour has {most}; assign others");
    Err(WriteError { description, cells })
}
