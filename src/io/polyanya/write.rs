//! Writer of the text, with one line per vertex and cell, and the shortest round-trip form of numbers.

use std::fmt::{self, Write as _};

use super::{NONE, VERSION};
use crate::geometry::{Turn, Vec2, ground, turn};
use crate::navmesh::{Adjacency, CellId, HalfEdge, NavMesh, VertexId};

pub(super) fn text(mesh: &NavMesh) -> String {
    let mut text = String::with_capacity(32 + 32 * (mesh.vertex_count() + mesh.cell_count()));
    // Writing to a string cannot fail.
    let _infallible = write(&mut text, mesh);
    text
}

fn write(text: &mut String, mesh: &NavMesh) -> fmt::Result {
    let adjacency = Adjacency::build(mesh);
    let used = mesh.vertices().filter(|&(id, _)| !adjacency.star(id).is_empty());
    let used: Vec<(VertexId, _)> = used.collect();
    let (mut vertex_numbers, mut cell_numbers) = (vec![0; mesh.vertex_slots()], vec![0; mesh.cell_slots()]);
    (0..).zip(&used).for_each(|(number, (id, _))| vertex_numbers[id.0 as usize] = number);
    (0..).zip(mesh.cells()).for_each(|(number, (id, _))| cell_numbers[id.0 as usize] = number);
    let number = |cell: Option<CellId>| cell.map_or(NONE, |cell| cell_numbers[cell.0 as usize]);
    writeln!(text, "mesh\n{VERSION}\n{} {}", used.len(), mesh.cell_count())?;
    for &(id, position) in &used {
        let around = around(mesh, &adjacency, id);
        // Zero turns -0.0 into 0.0.
        write!(text, "{:?} {:?} {}", 0.0 + position.x, 0.0 - position.z, around.len())?;
        numbers(text, around.into_iter().map(number))?;
    }
    for (id, cell) in mesh.cells() {
        let sides = cell.len() as u32;
        // The neighbour of a corner is the cell across the side that ends there.
        let across = |corner| adjacency.twin(HalfEdge { cell: id, side: (corner + sides - 1) % sides });
        let neighbors = (0..sides).map(|corner| number(across(corner).map(|twin| twin.cell)));
        let corners = cell.corners().iter().map(|corner| vertex_numbers[corner.0 as usize]);
        write!(text, "{sides}")?;
        numbers(text, corners.chain(neighbors))?;
    }
    Ok(())
}

fn numbers(text: &mut String, mut numbers: impl Iterator<Item = i64>) -> fmt::Result {
    numbers.try_for_each(|number| write!(text, " {number}"))?;
    text.push('\n');
    Ok(())
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
