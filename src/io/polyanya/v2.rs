//! The contents of a file, as written there.

use crate::geometry::{Turn, Vec2, Vec3, ground, turn};
use crate::navmesh::{Adjacency, AreaId, Cell, CellId, HalfEdge, NavMesh, VertexId};

/// Number of a missing neighbour.
pub(super) const NONE: i64 = -1;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct File {
    pub(super) vertices: Vec<Vertex>,
    pub(super) polygons: Vec<Polygon>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Vertex {
    pub(super) x: f32,
    /// Coordinate that points up in the view.
    pub(super) y: f32,
    /// Polygons around it, counter-clockwise, with [`NONE`] for every gap; not kept when read.
    pub(super) neighbors: Vec<i64>,
}

/// A convex cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Polygon {
    /// Corners, counter-clockwise.
    pub(super) corners: Vec<u32>,
    /// For each corner, the polygon across the side that ends there; not kept when read.
    pub(super) neighbors: Vec<i64>,
}

impl File {
    /// Converts the file to a mesh; `Err` is the first violated invariant.
    pub(super) fn into_mesh(self) -> Result<NavMesh, String> {
        // The subtraction from zero avoids -0.0.
        let vertices = self.vertices.iter().map(|vertex| Vec3::new(vertex.x, 0.0, 0.0 - vertex.y));
        let cells = self.polygons.into_iter().map(|polygon| {
            let corners = polygon.corners.into_iter().map(VertexId);
            Cell::new(corners, AreaId(0))
        });
        NavMesh::from_parts(vertices, cells)
    }

    pub(super) fn of(mesh: &NavMesh) -> Self {
        let adjacency = Adjacency::build(mesh);
        let used = mesh.vertices().map(|(id, _)| id).filter(|&id| !adjacency.star(id).is_empty());
        let used: Vec<VertexId> = used.collect();
        let (mut vertex_numbers, mut cell_numbers) =
            (vec![0; mesh.vertex_slots()], vec![0; mesh.cell_slots()]);
        (0..).zip(&used).for_each(|(number, id)| vertex_numbers[id.0 as usize] = number);
        (0..).zip(mesh.cells()).for_each(|(number, (id, _))| cell_numbers[id.0 as usize] = number);
        let number =
            |cell: Option<CellId>| cell.map_or(NONE, |cell| i64::from(cell_numbers[cell.0 as usize]));
        let vertices = used.iter().map(|&id| {
            let position = mesh.position(id);
            let neighbors = around(mesh, &adjacency, id).into_iter().map(number).collect();
            Vertex { x: 0.0 + position.x, y: 0.0 - position.z, neighbors }
        });
        let polygons = mesh.cells().map(|(id, cell)| {
            let sides = cell.len() as u32;
            let across =
                |corner: u32| adjacency.twin(HalfEdge { cell: id, side: (corner + sides - 1) % sides });
            Polygon {
                corners: cell.corners().iter().map(|corner| vertex_numbers[corner.0 as usize]).collect(),
                neighbors: (0..sides).map(|corner| number(across(corner).map(|twin| twin.cell))).collect(),
            }
        });
        Self { vertices: vertices.collect(), polygons: polygons.collect() }
    }
}

/// Returns the cells around a vertex, counter-clockwise, with `None` for every gap between them.
fn around(mesh: &NavMesh, adjacency: &Adjacency, vertex: VertexId) -> Vec<Option<CellId>> {
    let mut fans = fans(mesh, adjacency, vertex);
    if fans.len() > 1 {
        let at = ground(mesh.position(vertex));
        fans.sort_by(|a, b| by_direction(at, a.from, b.from));
    }
    let cells = |fan: Fan| fan.cells.into_iter().map(Some).chain((!fan.is_closed).then_some(None));
    fans.into_iter().flat_map(cells).collect()
}

/// Adjacent cells around a vertex, counter-clockwise.
struct Fan {
    cells: Vec<CellId>,
    /// Other end of the side at which the fan begins.
    from: Vec2,
    /// Whether the last cell is adjacent to the first.
    is_closed: bool,
}

fn fans(mesh: &NavMesh, adjacency: &Adjacency, vertex: VertexId) -> Vec<Fan> {
    let mut left: Vec<CellId> = adjacency.star(vertex).to_vec();
    left.sort_unstable();
    let corner_of = |cell: CellId| {
        let corner = mesh.corners(cell).iter().position(|&corner| corner == vertex).unwrap_or_default();
        (corner as u32, mesh.corners(cell).len() as u32)
    };
    // The previous and the next cell, counter-clockwise.
    let clockwise = |cell| adjacency.twin(HalfEdge { cell, side: corner_of(cell).0 }).map(|twin| twin.cell);
    let onward = |cell| {
        let (corner, sides) = corner_of(cell);
        adjacency.twin(HalfEdge { cell, side: (corner + sides - 1) % sides }).map(|twin| twin.cell)
    };
    let mut fans = Vec::new();
    while let Some(&any) = left.first() {
        let begin = left.iter().copied().find(|&cell| clockwise(cell).is_none());
        let mut fan = Fan { cells: Vec::new(), from: Vec2::ZERO, is_closed: begin.is_none() };
        let mut next = Some(begin.unwrap_or(any));
        while let Some(cell) = next.filter(|cell| left.contains(cell)) {
            left.retain(|&other| other != cell);
            fan.cells.push(cell);
            next = onward(cell);
        }
        let first = fan.cells[0];
        let (corner, sides) = corner_of(first);
        fan.from = mesh.ground_ring(first)[((corner + 1) % sides) as usize];
        fans.push(fan);
    }
    fans
}

/// Compares directions from a point, counter-clockwise from +X; exact.
fn by_direction(at: Vec2, one: Vec2, other: Vec2) -> std::cmp::Ordering {
    // Z points down in the view, so points of the upper half have smaller Z.
    let is_lower = |p: Vec2| p.y > at.y || (p.y == at.y && p.x < at.x);
    is_lower(one).cmp(&is_lower(other)).then_with(|| match turn(at, one, other) {
        Turn::Left => std::cmp::Ordering::Less,
        Turn::Straight => std::cmp::Ordering::Equal,
        Turn::Right => std::cmp::Ordering::Greater,
    })
}
