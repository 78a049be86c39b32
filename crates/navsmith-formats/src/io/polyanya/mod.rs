//! The text format of Polyanya, `.mesh`: vertices and convex cells in the plane, without heights.
//!
//! Its x is X. Its y, which points up in the view from above, is -Z. Heights become 0. Versions 1 and 2 differ only
//! in the order of a cell's neighbours. A neighbour must be a valid cell number or -1, but is otherwise ignored:
//! adjacency follows from the corners.
//!
//! Version 3 counts from 1, and its faces may be untraversable. Those are left out when it is read, with their
//! vertices, because a cell is always part of the surface. Neighbours behind a blocked edge are negative. An edge
//! that is blocked between two traversable faces joins them nevertheless, and a note says so.
//!
//! The format is that of the programs of Cui, Harabor and Grastien, *Compromise-free Pathfinding on a Navigation
//! Mesh*, 2017.

mod read;

use std::fmt::{self, Write as _};

use crate::document::Document;
use crate::io::text::TextError;
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Turn, Vec2, ground, turn};
use navsmith_core::navmesh::{Adjacency, CellId, HalfEdge, NavMesh, VertexId};
use navsmith_core::progress::{Progress, Stopped};

/// Number of lines between two progress reports.
const LINES_PER_REPORT: usize = 1 << 14;

/// Version that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolyanyaVersion {
    /// Version 2, which counts from 0 and lists the cells around each vertex.
    Two,
    /// Version 3, which counts from 1.
    Three,
}

/// Returns whether bytes begin with the word `mesh` and an integer other than 3.
pub fn looks_like_it(bytes: &[u8]) -> bool {
    version(bytes).is_some_and(|version| version != 3)
}

/// Returns whether bytes begin with the word `mesh` and the version 3.
pub fn looks_like_version_3(bytes: &[u8]) -> bool {
    version(bytes) == Some(3)
}

fn version(bytes: &[u8]) -> Option<u32> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(64)]);
    let mut words = head.split_whitespace();
    words.next().filter(|word| *word == "mesh")?;
    words.next()?.parse().ok()
}

/// Reads a mesh as a document; cells and vertices keep their numbers unless some are left out.
pub fn read(bytes: &[u8]) -> Result<Document, TextError> {
    read_within(bytes, &mut Budget::of_file(bytes.len())).map(|(document, _)| document)
}

/// Reads a mesh like [`read()`] within a budget, with notes in sentences.
///
/// Exceeding the budget is an error.
pub fn read_within(bytes: &[u8], budget: &mut Budget) -> Result<(Document, Vec<String>), TextError> {
    read::mesh(bytes, budget).map(|(mesh, notes)| (Document::of_mesh(mesh), notes))
}

/// Writes a mesh as version 2.
///
/// The format does not support heights, areas and isolated vertices.
/// The result reads back as the same flattened mesh, with cells and vertices numbered without gaps. Numbers have their
/// shortest round-trip form.
pub fn write(mesh: &NavMesh) -> String {
    write_with_progress(mesh, PolyanyaVersion::Two, &Progress::none()).unwrap_or_default()
}

/// Writes a mesh like [`write()`] as a version; reports progress and can be stopped.
pub fn write_with_progress(
    mesh: &NavMesh,
    version: PolyanyaVersion,
    progress: &Progress,
) -> Result<String, Stopped> {
    let adjacency = Adjacency::build(mesh);
    let used = mesh.vertices().filter(|&(id, _)| !adjacency.star(id).is_empty());
    let used: Vec<(VertexId, _)> = used.collect();
    let mut units = progress.units(used.len() + mesh.cell_count(), LINES_PER_REPORT);
    let mut text = String::with_capacity(32 + 32 * (mesh.vertex_count() + mesh.cell_count()));
    // The first number, the number of a missing neighbour, and the word before a cell.
    let (head, first, none, before) = match version {
        PolyanyaVersion::Two => (2, 0, -1, ""),
        PolyanyaVersion::Three => (3, 1, 0, "1 "),
    };
    let (mut vertex_numbers, mut cell_numbers) = (vec![0; mesh.vertex_slots()], vec![0; mesh.cell_slots()]);
    (first..).zip(&used).for_each(|(number, (id, _))| vertex_numbers[id.0 as usize] = number);
    (first..).zip(mesh.cells()).for_each(|(number, (id, _))| cell_numbers[id.0 as usize] = number);
    let number = |cell: Option<CellId>| cell.map_or(none, |cell| cell_numbers[cell.0 as usize]);
    line(&mut text, format_args!("mesh\n{head}\n{} {}", used.len(), mesh.cell_count()), []);
    for &(id, position) in &used {
        units.step()?;
        // Zero turns -0.0 into 0.0.
        let (x, y) = (0.0 + position.x, 0.0 - position.z);
        match version {
            PolyanyaVersion::Two => {
                let around = around(mesh, &adjacency, id);
                let count = around.len();
                line(&mut text, format_args!("{x:?} {y:?} {count}"), around.into_iter().map(number));
            }
            PolyanyaVersion::Three => line(&mut text, format_args!("{x:?} {y:?}"), []),
        }
    }
    for (id, cell) in mesh.cells() {
        units.step()?;
        let sides = cell.len() as u32;
        // The neighbour of a corner is the cell across the side that ends there.
        let across = |corner| adjacency.twin(HalfEdge { cell: id, side: (corner + sides - 1) % sides });
        let neighbors = (0..sides).map(|corner| number(across(corner).map(|twin| twin.cell)));
        let corners = cell.corners().iter().map(|corner| vertex_numbers[corner.0 as usize]);
        line(&mut text, format_args!("{before}{sides}"), corners.chain(neighbors));
    }
    Ok(text)
}

/// Writes a line of words and numbers.
fn line(text: &mut String, words: fmt::Arguments<'_>, numbers: impl IntoIterator<Item = i64>) {
    // Writing to a string cannot fail.
    let _infallible = text.write_fmt(words);
    for number in numbers {
        let _infallible = write!(text, " {number}");
    }
    text.push('\n');
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
