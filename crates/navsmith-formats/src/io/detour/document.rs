//! The document of the tiles of a file.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::document::{Area, Document, NamedQuery, count};
use crate::io::MAX_CORNERS;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Vec2, Vec3, ground, ground_area};
use navsmith_core::navmesh::{
    Adjacency, AreaId, Cell, CellDetail, CellId, HalfEdge, NavMesh, Surface, VertexId, level,
};

use super::links::Linking;
use super::portals::PortalJoining;
use super::rules::Rules;
use super::tile::{EXTERNAL, Tile, TilePolygon};
use crate::io::bytes::BinaryError;

/// Number of an area in Detour with the largest number.
pub(super) const LAST_AREA: u8 = 63;

/// Name of the area of polygons with flags 0, which no query of Detour enters.
const BLOCKED: &str = "flags 0";

/// Contents of a file.
#[derive(Debug)]
pub(crate) struct Contents {
    /// The document.
    pub(crate) document: Document,
    /// Omitted or changed elements, in sentences.
    pub(crate) notes: Vec<String>,
}

/// Number of a vertex that is not in the document.
const NONE: u32 = u32::MAX;

/// Corners of a cell, as numbers of vertices.
type Ring = SmallVec<[u32; 8]>;

/// Returns the areas whose polygons have flags 0.
///
/// They have that name, and a query forbids them if there are any queries.
pub(super) fn blocked_areas(document: &Document) -> BTreeSet<AreaId> {
    let queries = &document.queries;
    let is_blocked = |area: &AreaId| {
        queries.is_empty() || queries.iter().any(|query| !query.settings.filter.allows(*area))
    };
    let named = (0..).map(AreaId).zip(&*document.areas).filter(|(_, area)| area.name == BLOCKED);
    named.map(|(id, _)| id).filter(is_blocked).collect()
}

struct Builder<'a> {
    tiles: &'a [Tile],
    joining: PortalJoining<'a>,
    positions: Vec<Vec3>,
    /// Number of each joined vertex in the document, or [`NONE`].
    numbers: Vec<u32>,
    notes: Vec<String>,
}

/// Converts tiles to a document.
pub(super) fn document(tiles: &[Tile], rules: Rules, budget: &mut Budget) -> Result<Contents, BinaryError> {
    let too_much = |Exhausted| {
        let description =
            "more portals and connections overlap than a file of this size justifies; split the file".into();
        BinaryError { offset: 0, description }
    };
    let joining = PortalJoining::of(tiles, rules, budget).map_err(too_much)?;
    let numbers = vec![NONE; joining.vertex_count()];
    let mut builder = Builder { tiles, joining, positions: Vec::new(), numbers, notes: Vec::new() };
    builder.number_vertices();
    let blocked = builder.blocked_area();
    let (mut cells, is_reversed) = builder.rings()?;
    if is_reversed {
        for ring in &mut cells {
            ring.reverse();
        }
    }
    let areas = builder.polygons().map(|(_, _, polygon)| match blocked {
        Some(blocked) if polygon.flags == 0 => blocked,
        _ => polygon.area,
    });
    let areas: Vec<u8> = areas.collect();
    let last = areas.iter().copied().max().unwrap_or(0);
    let cells = cells
        .iter()
        .zip(areas)
        .map(|(ring, area)| Cell::new(ring.iter().copied().map(VertexId), AreaId(area)));
    let fault = |description| BinaryError { offset: 0, description };
    let mesh = NavMesh::from_parts(std::mem::take(&mut builder.positions), cells).map_err(fault)?;
    let adjacency = Adjacency::build(&mesh);
    builder.compare_neighbors(&mesh, &adjacency, is_reversed);
    let details = builder.details(&mesh, is_reversed, budget).map_err(too_much)?;
    let mesh = mesh.with_details(details).map_err(fault)?;
    let mut linking = Linking { tiles, rules, mesh: &mesh, cells: builder.cells(), notes: Vec::new() };
    let mut links = linking.connections(budget).map_err(too_much)?;
    links.extend(linking.over_borders(&builder.joining, &adjacency));
    builder.notes.append(&mut linking.notes);
    // Sides that touch and are not joined are no damage.
    let apart = builder.joining.vertices_apart();
    let apart = apart.into_iter().map(|vertex| builder.numbers[vertex as usize]);
    let apart: Vec<VertexId> = apart.filter(|&number| number != NONE).map(VertexId).collect();
    let mesh = mesh.with_links(links).map_err(fault)?.with_vertices_apart(apart);
    let mut areas: Vec<Area> = (0..=last).map(|number| Area::numbered(number.into())).collect();
    let mut document = Document::of_mesh(mesh);
    if let Some(blocked) = blocked {
        areas[usize::from(blocked)].name = BLOCKED.into();
        let mut query = NamedQuery::default();
        query.settings.filter.set_cost(AreaId(blocked), f32::INFINITY);
        document.queries = vec![query].into();
    }
    document.areas = areas.into();
    Ok(Contents { document, notes: builder.notes })
}

impl<'a> Builder<'a> {
    /// Returns the polygons that are ground, each with its tile and number.
    fn polygons(&self) -> impl Iterator<Item = (usize, usize, &'a TilePolygon)> + use<'a> {
        let tiles = self.tiles.iter().enumerate();
        tiles.flat_map(|(tile, content)| {
            let polygons = content.polygons.iter().enumerate();
            let ground = polygons.filter(|(_, polygon)| !polygon.is_connection);
            ground.map(move |(number, polygon)| (tile, number, polygon))
        })
    }

    /// Numbers the vertices, without those of off-mesh connections only.
    fn number_vertices(&mut self) {
        for (tile, content) in self.tiles.iter().enumerate() {
            let mut is_of_connection = vec![false; content.vertices.len()];
            for is_connection in [true, false] {
                let polygons =
                    content.polygons.iter().filter(|polygon| polygon.is_connection == is_connection);
                for &corner in polygons.flat_map(TilePolygon::corners) {
                    is_of_connection[usize::from(corner)] = is_connection;
                }
            }
            for (vertex, _) in is_of_connection.iter().enumerate().filter(|&(_, &is_left_out)| !is_left_out) {
                let vertex = self.joining.vertex(tile, vertex);
                self.number(vertex);
            }
        }
    }

    /// Returns the number of a joined vertex in the document.
    fn number(&mut self, vertex: u32) -> u32 {
        let number = &mut self.numbers[vertex as usize];
        if *number == NONE {
            *number = self.positions.len() as u32;
            self.positions.push(self.joining.position(vertex));
        }
        *number
    }

    /// Returns the ring of each cell, and whether all are clockwise.
    fn rings(&mut self) -> Result<(Vec<Ring>, bool), BinaryError> {
        let mut rings: Vec<Ring> = Vec::new();
        let mut windings = [0; 2];
        for (tile, number, _) in self.polygons() {
            let mut ring = self.joining.corners(tile, number);
            if ring.len() > MAX_CORNERS {
                let size = ring.len();
                let description = format!(
                    "polygon {number} of tile {tile} is a neighbour of {size} others, and at most {MAX_CORNERS} are \
                     read; split it"
                );
                return Err(BinaryError { offset: 0, description });
            }
            for corner in &mut ring {
                *corner = self.number(*corner);
            }
            let points: SmallVec<[Vec2; 8]> =
                ring.iter().map(|&corner| ground(self.positions[corner as usize])).collect();
            let area = ground_area(&points);
            windings[0] += usize::from(area > 0.0);
            windings[1] += usize::from(area < 0.0);
            rings.push(ring);
        }
        if let [1..=usize::MAX, clockwise @ 1..=usize::MAX] = windings {
            let polygons = count(clockwise, "polygon is", "polygons are");
            self.notes.push(format!("{polygons} clockwise, unlike the others"));
        }
        Ok((rings, windings[0] == 0 && windings[1] > 0))
    }

    /// Returns an area for the polygons with flags 0 that no other polygon has.
    ///
    /// `None` if no polygon has flags 0, or all have.
    fn blocked_area(&mut self) -> Option<u8> {
        let open = self.polygons().filter(|(_, _, polygon)| polygon.flags != 0);
        let (open, used) =
            open.fold((0, 0_u64), |(count, used), (_, _, polygon)| (count + 1, used | 1 << polygon.area));
        let blocked = self.polygons().count() - open;
        if blocked == 0 {
            return None;
        }
        if open == 0 {
            let note = "all polygons have flags 0, so no query of Detour enters them; they are walkable here";
            self.notes.push(note.into());
            return None;
        }
        let polygons = count(blocked, "polygon has", "polygons have");
        self.notes.push(format!(
            "{polygons} flags 0, so no query of Detour enters them; their area \"{BLOCKED}\" is forbidden"
        ));
        let next = 64 - used.leading_zeros() as u8;
        let unused = (0..LAST_AREA).rev().find(|area| used >> area & 1 == 0);
        // Detour has no area beyond the last one, but the document has.
        Some(if next <= LAST_AREA { next } else { unused.unwrap_or(LAST_AREA + 1) })
    }

    /// Returns the cell of each polygon of each tile.
    fn cells(&self) -> Vec<Vec<CellId>> {
        let mut next = 0;
        let tiles = self.tiles.iter().map(|tile| {
            let polygons = tile.polygons.iter().map(|polygon| {
                let cell = CellId(next);
                next += u32::from(!polygon.is_connection);
                cell
            });
            polygons.collect()
        });
        tiles.collect()
    }

    /// Notes where the neighbours in the file differ from the sides that cells share.
    fn compare_neighbors(&mut self, mesh: &NavMesh, adjacency: &Adjacency, is_reversed: bool) {
        let (mut walls, mut unshared) = (0, 0);
        for ((_, _, polygon), (cell, ring)) in self.polygons().zip(mesh.cells()) {
            let size = polygon.corners().len();
            // Sides of cells with inserted corners have other numbers; they are at the border of a tile.
            if ring.len() != size {
                continue;
            }
            for side in 0..size {
                let in_file = if is_reversed { (2 * size - 2 - side) % size } else { side };
                let neighbor = polygon.neighbors()[in_file];
                let twin = adjacency.twin(HalfEdge { cell, side: side as u32 });
                walls += usize::from(neighbor == 0 && twin.is_some());
                unshared += usize::from(neighbor != 0 && neighbor & EXTERNAL == 0 && twin.is_none());
            }
        }
        if walls > 0 {
            let sides = count(walls, "side is a wall", "sides are walls");
            self.notes
                .push(format!("{sides} in the file, but not here, because its cells share both corners"));
        }
        if unshared > 0 {
            let sides = count(unshared, "side leads", "sides lead");
            self.notes
                .push(format!("{sides} to a polygon that does not share the side alone, and is a wall here"));
        }
    }

    /// Returns the detail heights of the cells, and notes those that are no surfaces of their cells.
    fn details(
        &mut self,
        mesh: &NavMesh,
        is_reversed: bool,
        budget: &mut Budget,
    ) -> Result<Vec<(CellId, CellDetail)>, Exhausted> {
        let (mut details, mut invalid) = (Vec::new(), 0);
        for ((tile, number, polygon), (cell, content)) in self.polygons().zip(mesh.cells()) {
            let detail = &self.tiles[tile].detail;
            let (own, triangles) = (detail.vertices_of(number), detail.triangles_of(number));
            let ring = mesh.ring(cell);
            // The surface of a triangle or of a level cell is that of its corners.
            if triangles.is_empty() || own.is_empty() && (ring.len() == 3 || level(&ring).is_some()) {
                continue;
            }
            budget.keep(size_of_val(own) + size_of_val(triangles) * size_of::<u16>())?;
            let corners: SmallVec<[Option<u16>; 6]> = polygon
                .corners()
                .iter()
                .map(|&corner| {
                    let vertex = self.joining.vertex(tile, corner.into());
                    let vertex = VertexId(self.numbers[vertex as usize]);
                    content.corners().iter().position(|&other| other == vertex).map(|at| at as u16)
                })
                .collect();
            let known = |at: u8| {
                let at = usize::from(at);
                let own = || Some((ring.len() + at.checked_sub(corners.len())?) as u16);
                corners.get(at).copied().unwrap_or_else(own)
            };
            let triangle = |&[a, b, c]: &[u8; 3]| {
                let [a, b, c] = [known(a)?, known(b)?, known(c)?];
                Some(if is_reversed { [c, b, a] } else { [a, b, c] })
            };
            let triangles: Option<Vec<[u16; 3]>> = triangles.iter().map(triangle).collect();
            let detail = triangles.map(|triangles| CellDetail::new(&ring, own.iter().copied(), triangles));
            match detail {
                // navsmith and others write the triangles of the corners.
                Some(Ok(detail)) if own.is_empty() && has_triangles_of_corners(mesh, cell, &detail) => {}
                Some(Ok(detail)) => details.push((cell, detail)),
                _ => invalid += 1,
            }
        }
        if invalid > 0 {
            let cells = count(invalid, "cell is", "cells are");
            self.notes.push(format!(
                "the detail heights of {cells} left out, because their points or triangles are invalid"
            ));
        }
        Ok(details)
    }
}

/// Whether the triangles of a detail are those that the corners of its cell have without one.
fn has_triangles_of_corners(mesh: &NavMesh, cell: CellId, detail: &CellDetail) -> bool {
    let sorted = |triangles: &mut dyn Iterator<Item = [usize; 3]>| {
        let mut triangles: Vec<[usize; 3]> = triangles
            .map(|mut triangle| {
                triangle.sort_unstable();
                triangle
            })
            .collect();
        triangles.sort_unstable();
        triangles
    };
    let surface = Surface::of_corners(mesh, cell);
    let own = sorted(&mut detail.triangles().iter().map(|triangle| triangle.map(usize::from)));
    own == sorted(&mut surface.triangle_points())
}
