//! The text format of Polyanya, `.mesh`: vertices and convex cells in the plane, without heights.
//!
//! Its x is X. Its y, which points up in the view from above, is -Z. Heights become 0. Versions 1 and 2 are read, and
//! version 2 is written; they differ only in the order of a cell's neighbours. A neighbour must be a valid cell
//! number or -1, but is otherwise ignored: adjacency follows from the corners.
//!
//! The format is that of the programs of Cui, Harabor and Grastien, *Compromise-free Pathfinding on a Navigation
//! Mesh*, 2017.

mod read;

use std::fmt::{self, Write as _};

use crate::budget::Budget;
use crate::document::Document;
use crate::geometry::{Turn, Vec2, ground, turn};
use crate::io::text::TextError;
use crate::navmesh::{Adjacency, CellId, HalfEdge, NavMesh, VertexId};

/// Version that is written.
pub const VERSION: u32 = 2;

/// Number of a missing neighbour.
const NONE: i64 = -1;

/// Returns whether bytes begin with the word `mesh` and an integer, like such a file.
pub fn looks_like_it(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(64)]);
    let mut words = head.split_whitespace();
    words.next() == Some("mesh") && words.next().is_some_and(|version| version.parse::<u32>().is_ok())
}

/// Reads a mesh as a document; cells and vertices keep their numbers.
pub fn read(bytes: &[u8]) -> Result<Document, TextError> {
    read_within(bytes, &mut Budget::of_file(bytes.len()))
}

/// Reads a mesh like [`read()`] within a budget; exceeding it is an error.
pub fn read_within(bytes: &[u8], budget: &mut Budget) -> Result<Document, TextError> {
    read::mesh(bytes, budget).map(Document::of_mesh)
}

/// Writes a mesh without heights, areas and isolated vertices, which the format does not support.
///
/// The result reads back as the same flattened mesh, with cells and vertices numbered without gaps. Numbers have their
/// shortest round-trip form.
pub fn write(mesh: &NavMesh) -> String {
    let mut text = String::with_capacity(32 + 32 * (mesh.vertex_count() + mesh.cell_count()));
    // Writing to a string cannot fail.
    let _infallible = write_to(&mut text, mesh);
    text
}

fn write_to(text: &mut String, mesh: &NavMesh) -> fmt::Result {
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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::navmesh::edit::text::mesh;

    /// A square of two triangles.
    const SQUARE: &str = "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n0.0 1.5 3 -1 1 0\n\
                          3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

    #[test]
    fn y_is_up_in_the_view() {
        let read = read(SQUARE.as_bytes()).expect("good");
        let expected = mesh("v 0 0, 1.5 0, 1.5 -1.5, 0 -1.5; c 0 1 3, 1 2 3");
        assert_eq!(read.mesh, expected, "x is X and y is -Z");
        let ring = read.mesh.ground_ring(crate::navmesh::CellId(0));
        assert!(crate::geometry::is_convex(&ring), "counter-clockwise there is counter-clockwise here");
    }

    #[test]
    fn white_space_does_not_matter_and_version_1_reads_alike() {
        let one = SQUARE.split_whitespace().collect::<Vec<_>>().join(" ").replace("mesh 2", "mesh\t1\r\n");
        assert_eq!(read(one.as_bytes()), read(SQUARE.as_bytes()), "one line");
    }

    #[test]
    fn what_is_written_names_the_neighbours() {
        let read = read(SQUARE.as_bytes()).expect("good");
        expect![[r#"
            mesh
            2
            4 2
            0.0 0.0 2 0 -1
            1.5 0.0 3 1 0 -1
            1.5 1.5 2 1 -1
            0.0 1.5 3 0 1 -1
            3 0 1 3 -1 -1 1
            3 1 2 3 0 -1 -1
        "#]]
        .assert_eq(&write(&read.mesh));
    }

    #[test]
    fn a_vertex_names_every_gap_round_it_and_none_where_cells_close_up() {
        // Four triangles around a vertex, then the same without two opposite ones.
        let line = |cells: &str| {
            let mesh = mesh(&format!("v 0 0, 1 1, 1 -1, -1 -1, -1 1; c {cells}"));
            write(&mesh).lines().nth(3).map(str::to_owned).unwrap_or_default()
        };
        assert_eq!(line("0 1 2, 0 2 3, 0 3 4, 0 4 1"), "0.0 0.0 4 0 1 2 3", "closed");
        assert_eq!(line("0 1 2, 0 3 4"), "0.0 0.0 4 1 -1 0 -1", "two gaps");
    }

    #[test]
    fn heights_and_loose_vertices_are_left_out() {
        let hilly = mesh("v 9 9 9, 0 1 0, 0 2 3, 3 3 0; c 1 2 3");
        let again = read(write(&hilly).as_bytes()).expect("good").mesh;
        assert_eq!(again, mesh("v 0 0, 0 3, 3 0; c 0 1 2"), "flat and dense");
    }

    fn refusal(text: &str) -> String {
        read(text.as_bytes()).expect_err("refused").to_string()
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        expect![[r#"line 1: the file begins with "mesh", but this one is empty"#]].assert_eq(&refusal(""));
        expect![[r#"line 1: the file begins with "mesh", not "navmesh""#]].assert_eq(&refusal("navmesh 2"));
        expect!["line 2: its version is 3; 1 and 2 can be read"].assert_eq(&refusal("mesh\n3\n"));
        expect!["line 4: the file ends where a neighbour of vertex 0 should be; it is cut short"]
            .assert_eq(&refusal("mesh\n2\n4000000000 2\n0 0 2"));
        expect![[r#"line 3: the y of vertex 0 is "x"; give a finite number"#]]
            .assert_eq(&refusal("mesh 2\n1 0\n0 x 0"));
        expect![[r#"line 3: the y of vertex 0 is "1e99"; give a finite number"#]]
            .assert_eq(&refusal("mesh 2\n1 0\n0 1e99 0"));
        expect!["line 9: cell 1 names vertex 4, but vertices end at 3"]
            .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "3 1 2 4")));
        expect!["line 9: cell 1 names vertex 1 twice"]
            .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "3 1 1 3")));
        expect!["line 9: cell 1 has 2 corners; a cell needs at least 3"]
            .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "2 1 2")));
        expect!["line 9: cell 1 has 4097 corners, and at most 4096; cut it up"]
            .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "4097 1 2 3")));
        expect!["line 8: a neighbour of cell 0 is 7, but cells end at 1; -1 is for none"]
            .assert_eq(&refusal(&SQUARE.replace("-1 -1 1\n", "-1 -1 7\n")));
        expect![[r#"line 11: there is more after the last cell, beginning with "9"; remove it, or correct the counts in the head"#]]
            .assert_eq(&refusal(&format!("{SQUARE}\n9")));
        assert!(read(b"mesh 2 \xff").is_err(), "no text");
    }

    #[test]
    fn a_mesh_of_nothing_is_a_mesh() {
        assert_eq!(read(b"mesh 2 0 0").map(|read| read.mesh), Ok(NavMesh::default()), "no vertex, no cell");
        assert_eq!(write(&NavMesh::default()), "mesh\n2\n0 0\n", "as short");
    }
}
