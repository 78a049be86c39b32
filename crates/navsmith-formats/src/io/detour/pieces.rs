//! The cells of a document as convex polygons of at most six corners.

use smallvec::SmallVec;

use crate::document::{Document, count};
use crate::io::content::WriteError;
use navsmith_core::geometry::{
    Vec2, Vec3, at_height, convex_partition_within, doubled_area, ground, is_convex_but_for_rounding,
    lies_between, rounding,
};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::progress::{Progress, Stopped};

use super::detail::is_countable;
use super::document::{LAST_AREA, blocked_areas};
use super::tile::MOST_CORNERS;

/// TileLimits of Detour.
#[derive(Clone, Copy, Debug)]
pub struct TileLimits {
    /// Maximum number of vertices of a tile.
    pub vertices: usize,
    /// Maximum number of polygons of a tile.
    pub polygons: usize,
    /// Maximum number of bits of the number of a tile and the number of a polygon together.
    pub bits: u32,
}

/// The limits with 32-bit references: Detour needs 10 of the bits to recognise outdated references.
pub(super) const LIMITS: TileLimits = TileLimits { vertices: 0xfffe, polygons: 0x7fff, bits: 22 };

/// Number of elements between two progress reports.
pub(super) const ELEMENTS_PER_REPORT: usize = 1 << 14;

/// Largest coordinate, in metres, beyond which differences of coordinates could overflow.
const FARTHEST: f32 = 1e9;

/// A convex polygon, counter-clockwise from above.
#[derive(Clone, Debug)]
pub(super) struct TilePiece {
    pub(super) corners: SmallVec<[u32; MOST_CORNERS]>,
    pub(super) area: u8,
    /// Cell that contains it.
    pub(super) cell: CellId,
}

/// Vertices, numbered without gaps, and the pieces of all cells.
#[derive(Debug, Default)]
pub(super) struct TilePieces {
    pub(super) vertices: Vec<Vec3>,
    pub(super) pieces: Vec<TilePiece>,
}

/// Returns phrases about what polygons do not store as cells do.
pub(crate) fn changes(document: &Document) -> Vec<String> {
    let mesh = &document.mesh;
    let dropped = dropped_corners(mesh);
    let is_whole = |cell: &Cell| fits(&ring_of(mesh, &kept_corners(cell, &dropped)));
    let cut = mesh.cells().filter(|(_, cell)| !is_whole(cell)).count();
    let cut = (cut > 0).then(|| {
        let cells = count(cut, "cell", "cells");
        format!("{cells} with concave or straight corners, or more than {MOST_CORNERS}")
    });
    let is_split = mesh.vertex_count() > LIMITS.vertices || mesh.cell_count() > LIMITS.polygons;
    let at_borders = is_split.then(|| "cells at the borders of tiles".to_owned());
    let cells: Vec<String> = cut.into_iter().chain(at_borders).collect();
    let outlines = (!cells.is_empty()).then(|| format!("the outlines of {}", cells.join(" and of ")));
    let is_too_fine = |(cell, detail)| !is_countable(mesh.corners(cell).len(), detail);
    let fine = mesh.details().filter(|&detail| is_too_fine(detail)).count();
    let fine = (fine > 0).then(|| format!("the detail heights of {}", count(fine, "cell", "cells")));
    outlines.into_iter().chain(fine).collect()
}

/// Whether a ring is a polygon of Detour as it is.
fn fits(ring: &[Vec2]) -> bool {
    is_polygon(ring) && (0..ring.len()).all(|corner| !is_straight(ring, corner))
}

fn is_polygon(ring: &[Vec2]) -> bool {
    ring.len() <= MOST_CORNERS && is_convex_but_for_rounding(ring)
}

/// Whether a corner lies on the line of its neighbours in the ground plan, except for rounding.
fn is_straight(ring: &[Vec2], corner: usize) -> bool {
    let size = ring.len();
    let [before, at, after] = [size - 1, 0, 1].map(|step| at_height(ring[(corner + step) % size], 0.0));
    lies_between(at, [before, after])
}

/// Cuts a ring into polygons of Detour without straight corners, without area none of them.
///
/// A ray of Detour leaves a polygon through the first of several sides on one line, whichever it crosses.
/// `None` if the ring is clockwise, crosses itself or has no area.
pub(super) fn cut(ring: &[Vec2]) -> Option<Vec<Vec<usize>>> {
    let pieces = if is_polygon(ring) {
        vec![(0..ring.len()).collect()]
    } else {
        convex_partition_within(ring, MOST_CORNERS)?
    };
    Some(pieces.into_iter().flat_map(|piece| without_straight_corners(ring, piece)).collect())
}

/// Cuts a convex piece from each straight corner to a corner off its line.
fn without_straight_corners(ring: &[Vec2], piece: Vec<usize>) -> Vec<Vec<usize>> {
    let (mut done, mut left) = (Vec::new(), vec![piece]);
    while let Some(mut piece) = left.pop() {
        let points: SmallVec<[Vec2; MOST_CORNERS]> = piece.iter().map(|&corner| ring[corner]).collect();
        let straight = (0..points.len()).find(|&corner| is_straight(&points, corner));
        let Some((straight, across)) =
            straight.and_then(|straight| Some((straight, across(&points, straight)?)))
        else {
            done.push(piece);
            continue;
        };
        piece.rotate_left(straight);
        let across = (across + piece.len() - straight) % piece.len();
        let rest = piece[across..].iter().chain(&piece[..1]).copied().collect();
        piece.truncate(across + 1);
        left.extend([piece, rest]);
    }
    done
}

/// Returns the corner to which the most upright line from a straight corner leads.
///
/// `None` if all corners are on the line of that corner.
fn across(ring: &[Vec2], straight: usize) -> Option<usize> {
    let size = ring.len();
    let next = ring[(straight + 1) % size];
    let from = ring[straight];
    let upright = |&corner: &usize| {
        let distance = doubled_area(from, next, ring[corner]) / f64::from(from.distance(next));
        (distance > f64::from(rounding(ring)))
            .then_some((distance / f64::from(from.distance(ring[corner])), corner))
    };
    let others = (2..size.saturating_sub(1)).map(|step| (straight + step) % size);
    let best = others.filter_map(|corner| upright(&corner)).max_by(|one, other| one.0.total_cmp(&other.0));
    best.map(|(_, corner)| corner)
}

/// Cells at a vertex that is a straight corner of them, as far as they are visited.
#[derive(Clone, Copy, PartialEq)]
enum Straight {
    Unused,
    /// One cell, with the vertices before and after the corner.
    Once([VertexId; 2]),
    /// Two cells, which are neighbours across both sides.
    Twice,
    /// A neighbour ends there, or a cell has a corner there.
    Never,
}

/// Returns for each vertex slot whether no polygon needs the vertex.
///
/// It is then a straight corner of all its cells, and no neighbour ends there.
fn dropped_corners(mesh: &NavMesh) -> Vec<bool> {
    let mut corners = vec![Straight::Unused; mesh.vertex_slots()];
    for (_, cell) in mesh.cells() {
        let ring = cell.corners();
        for (i, &corner) in ring.iter().enumerate() {
            let [before, after] = [ring.len() - 1, 1].map(|step| ring[(i + step) % ring.len()]);
            let is_straight = || {
                let [at, from, to] = [corner, before, after].map(|vertex| mesh.position(vertex));
                lies_between(at, [from, to])
            };
            let known = &mut corners[corner.0 as usize];
            *known = match *known {
                Straight::Unused if is_straight() => Straight::Once([before, after]),
                Straight::Once(sides) if sides == [after, before] && is_straight() => Straight::Twice,
                _ => Straight::Never,
            };
        }
    }
    let is_dropped = |known| matches!(known, Straight::Once(_) | Straight::Twice);
    let mut dropped: Vec<bool> = corners.into_iter().map(is_dropped).collect();
    for (_, cell) in mesh.cells() {
        if kept_corners(cell, &dropped).len() < 3 {
            cell.corners().iter().for_each(|corner| dropped[corner.0 as usize] = false);
        }
    }
    dropped
}

/// Returns the corners of a cell that are written.
fn kept_corners(cell: &Cell, dropped: &[bool]) -> SmallVec<[VertexId; 8]> {
    cell.corners().iter().copied().filter(|corner| !dropped[corner.0 as usize]).collect()
}

fn ring_of(mesh: &NavMesh, corners: &[VertexId]) -> SmallVec<[Vec2; 8]> {
    corners.iter().map(|&corner| ground(mesh.position(corner))).collect()
}

impl TilePieces {
    /// Cuts the cells of a document; reports progress and can be stopped.
    pub(super) fn of(document: &Document, progress: &Progress) -> Result<Result<Self, WriteError>, Stopped> {
        let mesh = &document.mesh;
        let mut units = progress.units(mesh.vertex_count() + mesh.cell_count(), ELEMENTS_PER_REPORT);
        let mut pieces = Self::default();
        let dropped = dropped_corners(mesh);
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
            if !dropped[id.0 as usize] {
                numbers[id.0 as usize] = pieces.vertices.len() as u32;
                pieces.vertices.push(position);
            }
        }
        if let Err(error) = check_areas(document) {
            return Ok(Err(error));
        }
        let mut invalid = Vec::new();
        for (cell, content) in mesh.cells() {
            units.step()?;
            let corners = kept_corners(content, &dropped);
            let Some(rings) = cut(&ring_of(mesh, &corners)) else {
                invalid.push(cell);
                continue;
            };
            let area = content.area().0;
            pieces.pieces.extend(rings.into_iter().map(|ring| {
                let corners = ring.into_iter().map(|corner| numbers[corners[corner].0 as usize]).collect();
                TilePiece { corners, area, cell }
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
fn check_areas(document: &Document) -> Result<(), WriteError> {
    let blocked = blocked_areas(document);
    let is_beyond = |area: AreaId| area.0 > LAST_AREA && !blocked.contains(&area);
    let beyond = document.mesh.cells().filter(|(_, cell)| is_beyond(cell.area())).map(|(id, _)| id);
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
