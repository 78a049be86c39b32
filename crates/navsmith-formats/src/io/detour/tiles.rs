//! The tiles of a document: polygons with their neighbours, and links as off-mesh connections.

use std::collections::BTreeMap;

use glam::DVec3;
use smallvec::SmallVec;

use crate::document::{Document, count};
use crate::io::content::WriteError;
use navsmith_core::geometry::{Bounds, Vec3, ground};
use navsmith_core::graph::union_find;
use navsmith_core::navmesh::{
    AreaId, Cell, CellId, Derived, HalfEdge, Link, LinkEnd, LinkId, NavMesh, Surface, VertexId,
};
use navsmith_core::progress::{Progress, Stopped};

use super::boxes::quantization;
use super::document::{LAST_AREA, blocked_areas};
use super::encode;
use super::grid::TileLayout;
use super::pieces::TilePiece;
use super::portal::is_long_enough;
use super::tile::{APART, DIRECTIONS, EXTERNAL, OffMeshConnection, SAME_TILE, Tile, TilePolygon};

/// Least climb of agents, in metres.
///
/// Detour uses it for the heights of portals and of the ends of links.
const LEAST_CLIMB: f32 = 0.1;

/// Distance that is added to the radius and the climb that the ends of links need, in metres.
const CLEARANCE: f32 = 0.01;

/// Share of the work that is complete once the neighbours are known.
const DERIVED: f32 = 0.6;

/// The tiles of a document.
pub(super) struct Tiling {
    pub(super) layout: TileLayout,
    pub(super) tiles: Vec<Tile>,
    /// Derived data of the pieces as cells.
    pub(super) derived: Derived,
    /// Tile and number of the off-mesh connection of each link.
    pub(super) order: Vec<(usize, usize)>,
    /// Pieces at the ends of each link.
    pub(super) end_pieces: Vec<[Option<u32>; 2]>,
    /// Number of ends of off-mesh connections in each tile.
    end_counts: Vec<usize>,
    numbers: Numbers,
}

/// Attachment of a link end to a piece.
#[derive(Clone, Copy)]
struct End {
    tile: usize,
    /// Piece of the tile; `None` if the end is not attached.
    piece: Option<u32>,
    /// Horizontal and vertical distance of the piece, in metres.
    away: [f64; 2],
}

impl Tiling {
    /// Creates the tiles; reports progress and can be stopped.
    pub(super) fn of(
        layout: TileLayout,
        document: &Document,
        progress: &Progress,
    ) -> Result<Result<Self, WriteError>, Stopped> {
        progress.report(0, 1)?;
        let derived = match derive(&layout, &document.mesh) {
            Ok(derived) => derived,
            Err(description) => return Ok(Err(WriteError { description, cells: Vec::new() })),
        };
        let progress = progress.part(DERIVED..1.0);
        progress.report(0, 1)?;
        if let Err(error) = check_portals(&layout, &derived) {
            return Ok(Err(error));
        }
        let mut units = progress.units(layout.tiles.len(), 1);
        let mut of_tile: Vec<Vec<usize>> = vec![Vec::new(); layout.tiles.len()];
        let mut numbers =
            Numbers { pieces: vec![0; layout.pieces.len()], vertices: vec![0; layout.vertices.len()] };
        for (piece, &tile) in layout.tile_of.iter().enumerate() {
            numbers.pieces[piece] = of_tile[tile as usize].len() as u16;
            of_tile[tile as usize].push(piece);
        }
        let blocked = blocked_areas(document);
        let mut tiles = Vec::with_capacity(layout.tiles.len());
        for ((tile, pieces), vertices) in of_tile.iter().enumerate().zip(vertices_of_tiles(&layout)) {
            units.step()?;
            (0..).zip(&vertices).for_each(|(number, &vertex)| numbers.vertices[vertex as usize] = number);
            let mut tile = tile_of(&layout, tile, (pieces, &vertices), &numbers, &derived);
            tile.add_details(pieces, derived.mesh());
            for polygon in &mut tile.polygons {
                polygon.flags = u16::from(!blocked.contains(&AreaId(polygon.area)));
                polygon.area = polygon.area.min(LAST_AREA);
            }
            tiles.push(tile);
        }
        let end_counts = vec![0; layout.tiles.len()];
        let (order, end_pieces) = (Vec::new(), Vec::new());
        let mut tiling = Self { layout, tiles, derived, order, end_pieces, end_counts, numbers };
        Ok(tiling.add_links().map(|()| tiling))
    }

    /// Returns the number of a piece in its tile.
    pub(super) fn number(&self, piece: u32) -> u16 {
        self.numbers.pieces[piece as usize]
    }

    /// Returns the bytes of each tile.
    pub(super) fn bytes(&self) -> Vec<Vec<u8>> {
        self.tiles
            .iter()
            .zip(&self.end_counts)
            .map(|(tile, &end_count)| encode::tile(tile, end_count))
            .collect()
    }

    /// Adds the links as off-mesh connections to the tiles in which they begin.
    fn add_links(&mut self) -> Result<(), WriteError> {
        let derived = &self.derived;
        let numbers = (0..).zip(&self.layout.tiles).map(|(number, &at)| (at, number));
        let numbers: BTreeMap<[i32; 2], usize> = numbers.collect();
        for (id, link) in derived.mesh().links() {
            let ends = LinkEnd::BOTH.map(|end| self.ends((id, end), link.middle(end), &numbers));
            let pairs = ends[0].iter().flat_map(|&from| ends[1].iter().map(move |&to| [from, to]));
            let apart = |[from, to]: &[End; 2]| {
                let [from, to] = [from, to].map(|end| self.layout.tiles[end.tile]);
                (to[0] - from[0]).abs().max((to[1] - from[1]).abs())
            };
            let Some([from, to]) = pairs.min_by_key(apart) else { continue };
            if from.piece.is_some() && to.piece.is_some() && apart(&[from, to]) > 1 {
                let description = format!(
                    "link {} leads over a whole tile, and Detour connects only neighbouring tiles; remove it or export \
                     the mesh in parts",
                    id.0
                );
                return Err(WriteError { description, cells: Vec::new() });
            }
            let delta = [0, 1].map(|axis: usize| {
                (self.layout.tiles[to.tile][axis] - self.layout.tiles[from.tile][axis]).clamp(-1, 1)
            });
            let side = DIRECTIONS.iter().position(|&direction| direction == delta);
            let tile = &mut self.tiles[from.tile];
            let most = [0, 1].map(|axis: usize| from.away[axis].max(to.away[axis]) as f32 + CLEARANCE);
            tile.walkable_climb = tile.walkable_climb.max(most[1]);
            let first = tile.vertices.len() as u16;
            let polygon = tile.polygons.len() as u16;
            let positions = LinkEnd::BOTH.map(|end| link.middle(end));
            tile.vertices.extend(positions);
            let mut flagged = TilePolygon::new(&[[first, 0], [first + 1, 0]], 0, true);
            // Detour must not attach a link that is unattached here, or forbidden.
            flagged.flags = u16::from(from.piece.is_some() && to.piece.is_some());
            tile.polygons.push(flagged);
            tile.connections.push(OffMeshConnection {
                ends: positions,
                // navcat uses the radius as a height too.
                radius: most[0].max(most[1]),
                polygon,
                is_bidirectional: !link.is_one_way,
                side: side.map_or(SAME_TILE, |side| side as u8),
            });
            self.order.push((from.tile, tile.connections.len() - 1));
            self.end_pieces.push([from.piece, to.piece]);
            self.end_counts[from.tile] += 1;
            self.end_counts[to.tile] += 1;
        }
        Ok(())
    }

    /// Returns the attachments of a link end; the tile at its place if it is not attached.
    fn ends(
        &self,
        (id, end): (LinkId, LinkEnd),
        at: Vec3,
        numbers: &BTreeMap<[i32; 2], usize>,
    ) -> SmallVec<[End; 2]> {
        let derived = &self.derived;
        let attachments = derived.links.ends(id).into_iter();
        let anchors = attachments.flat_map(|ends| ends[usize::from(end == LinkEnd::To)].anchors());
        let of_anchor = |cell: CellId| {
            let nearest = Surface::of(derived.mesh(), cell).nearest_to(ground(at), None);
            let DVec3 { x, y, z } = (nearest - at.as_dvec3()).abs();
            let tile = self.layout.tile_of[cell.0 as usize] as usize;
            End { tile, piece: Some(cell.0), away: [x.hypot(z), y] }
        };
        let mut found: SmallVec<[End; 2]> = anchors.map(|anchor| of_anchor(anchor.cell)).collect();
        if found.is_empty() {
            let tile = numbers.get(&self.layout.grid.tile_at(ground(at))).copied().unwrap_or(0);
            found.push(End { tile, piece: None, away: [0.0; 2] });
        }
        found
    }
}

impl Tile {
    /// Adds the detail meshes of its polygons, which are cells of a mesh.
    fn add_details(&mut self, pieces: &[usize], mesh: &NavMesh) {
        for cell in pieces.iter().map(|&piece| CellId(piece as u32)) {
            self.detail.add(mesh.corners(cell).len(), mesh.detail(cell).map(|detail| &**detail));
        }
        let own = Bounds::of(self.detail.vertices.iter().copied());
        if !own.is_empty() {
            let [min, max] = &mut self.bounds;
            (min.y, max.y) = (min.y.min(own.min.y), max.y.max(own.max.y));
            self.quantization = quantization(Bounds { min: *min, max: *max });
        }
    }
}

/// Numbers of pieces and vertices in their tiles.
struct Numbers {
    pieces: Vec<u16>,
    vertices: Vec<u16>,
}

/// Returns the derived data of the pieces as cells, with links between points.
fn derive(layout: &TileLayout, mesh: &NavMesh) -> Result<Derived, String> {
    let cells = layout
        .pieces
        .iter()
        .map(|piece| Cell::new(piece.corners.iter().copied().map(VertexId), AreaId(piece.area)));
    let links = mesh.links().map(|(_, link)| Link {
        from: [link.middle(LinkEnd::From); 2],
        to: [link.middle(LinkEnd::To); 2],
        ..*link
    });
    let pieces = NavMesh::from_parts(layout.vertices.iter().copied(), cells)?.with_links(links)?;
    let detail = |(number, piece): (u32, &TilePiece)| {
        mesh.detail(piece.cell)?;
        let ring = pieces.ring(CellId(number));
        Some((CellId(number), Surface::of(mesh, piece.cell).detail_within(&ring)?))
    };
    let details: Vec<_> = (0..).zip(&layout.pieces).filter_map(detail).collect();
    Ok(Derived::build(&pieces.with_details(details)?))
}

/// Returns the vertices of each tile in the order of their numbers.
///
/// The first tile contains the vertices without a piece.
fn vertices_of_tiles(layout: &TileLayout) -> Vec<Vec<u32>> {
    if layout.tiles.len() == 1 {
        return vec![(0..layout.vertices.len() as u32).collect()];
    }
    let mut of_tile: Vec<Vec<u32>> = vec![Vec::new(); layout.tiles.len()];
    let mut is_used = vec![false; layout.vertices.len()];
    for (piece, &tile) in layout.pieces.iter().zip(&layout.tile_of) {
        of_tile[tile as usize].extend(&piece.corners);
        piece.corners.iter().for_each(|&corner| is_used[corner as usize] = true);
    }
    let isolated = (0..).zip(&is_used).filter(|&(_, &is_used)| !is_used);
    of_tile[0].extend(isolated.map(|(vertex, _)| vertex));
    for vertices in &mut of_tile {
        vertices.sort_unstable();
        vertices.dedup();
    }
    of_tile
}

/// Creates a tile of pieces and vertices.
fn tile_of(
    layout: &TileLayout,
    number: usize,
    (pieces, vertices): (&[usize], &[u32]),
    numbers: &Numbers,
    derived: &Derived,
) -> Tile {
    let at = layout.tiles[number];
    let neighbor = |piece: usize, side: usize| {
        let twin = derived.adjacency.twin(HalfEdge { cell: CellId(piece as u32), side: side as u32 });
        twin.map_or(0, |twin| {
            let twin = twin.cell.0 as usize;
            let other = layout.tile_of[twin] as usize;
            if other == number { numbers.pieces[twin] + 1 } else { portal(at, layout.tiles[other]) }
        })
    };
    let polygon = |&piece: &usize| {
        let corners = layout.pieces[piece].corners.iter().enumerate();
        let sides = corners.map(|(side, &corner)| [numbers.vertices[corner as usize], neighbor(piece, side)]);
        TilePolygon::new(&sides.collect::<SmallVec<[[u16; 2]; 6]>>(), layout.pieces[piece].area, false)
    };
    let polygons = pieces.iter().map(polygon).collect();
    let vertices: Vec<Vec3> = vertices.iter().map(|&vertex| layout.vertices[vertex as usize]).collect();
    let bounds = bounds(layout, at, &vertices);
    Tile {
        at,
        walkable_climb: LEAST_CLIMB,
        bounds: [bounds.min, bounds.max],
        quantization: quantization(bounds),
        has_tree: true,
        vertices,
        polygons,
        ..Tile::default()
    }
}

/// Returns the bounding box of a tile: its place in the grid at the heights of its vertices.
fn bounds(layout: &TileLayout, at: [i32; 2], vertices: &[Vec3]) -> Bounds {
    if layout.tiles.len() == 1 {
        return layout.grid.bounds;
    }
    let own = Bounds::of(vertices.iter().copied());
    let line = |axis: usize, next: u32| layout.grid.line(axis, at[axis] as u32 + next);
    let min = Vec3::new(line(0, 0), own.min.y, line(1, 0));
    let max = Vec3::new(line(0, 1), own.max.y, line(1, 1));
    own.union(Bounds { min, max })
}

/// Returns the neighbour across a side on the border of two tiles.
fn portal(from: [i32; 2], to: [i32; 2]) -> u16 {
    let delta = [to[0] - from[0], to[1] - from[1]];
    let direction = DIRECTIONS.iter().position(|&direction| direction == delta);
    // Diagonal neighbours have only a point in common.
    direction
        .filter(|direction| direction.is_multiple_of(2))
        .map_or(0, |direction| EXTERNAL | direction as u16)
}

/// Checks that Detour connects the tiles of each island, although it ignores very short portals.
fn check_portals(layout: &TileLayout, derived: &Derived) -> Result<(), WriteError> {
    if layout.tiles.len() == 1 {
        return Ok(());
    }
    let mut parents: Vec<u32> = (0..layout.pieces.len() as u32).collect();
    let mut ignored: Vec<[u32; 2]> = Vec::new();
    for (piece, &tile) in (0..).zip(&layout.tile_of) {
        for (side, neighbor) in derived.adjacency.neighbors(CellId(piece)) {
            let other = layout.tile_of[neighbor.0 as usize];
            let ends =
                derived.mesh().half_edge(side).unwrap_or_default().map(|end| derived.mesh().position(end));
            let tiles = [tile, other].map(|tile| layout.tiles[tile as usize]);
            if tile == other || is_connected(ends, tiles) {
                union_find::join(&mut parents, piece, neighbor.0);
            } else {
                ignored.push([piece, neighbor.0]);
            }
        }
    }
    let mut cells: Vec<CellId> = Vec::new();
    for pair in ignored {
        let roots = pair.map(|piece| union_find::root(&mut parents, piece));
        if roots[0] != roots[1] {
            cells.extend(pair.map(|piece| layout.pieces[piece as usize].cell));
        }
    }
    cells.sort_unstable();
    cells.dedup();
    if cells.is_empty() {
        return Ok(());
    }
    let cells_at = count(cells.len(), "cell is", "cells are");
    let description = format!(
        "at the border of two tiles, {cells_at} connected along less than 2 cm, which Detour ignores; scale the mesh up \
         or make the cells wider"
    );
    Err(WriteError { description, cells })
}

/// Whether Detour connects two tiles along a side on their border.
fn is_connected([from, to]: [Vec3; 2], tiles: [[i32; 2]; 2]) -> bool {
    let across = usize::from(tiles[0][0] == tiles[1][0]);
    let [from, to] = [from, to].map(ground);
    let along = [from[1 - across], to[1 - across]];
    let range = [along[0].min(along[1]), along[0].max(along[1])];
    (from[across] - to[across]).abs() <= APART && is_long_enough(range)
}
