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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::notation::mesh;

    /// A square of two triangles.
    const SQUARE: &str = "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n0.0 1.5 3 -1 1 0\n\
                          3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

    #[test]
    fn y_is_up_in_the_view() {
        let read = read(SQUARE.as_bytes()).expect("good");
        let expected = mesh("v 0 0, 1.5 0, 1.5 -1.5, 0 -1.5; c 0 1 3, 1 2 3");
        assert_eq!(read.mesh, expected, "x is X and y is -Z");
        let ring = read.mesh.ground_ring(navsmith_core::navmesh::CellId(0));
        assert!(
            navsmith_core::geometry::is_convex(&ring),
            "counter-clockwise there is counter-clockwise here"
        );
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
        expect!["line 2: its version is 4; 1, 2 and 3 can be read"].assert_eq(&refusal("mesh\n4\n"));
        expect![
            "line 4: the file ends where a neighbour of vertex 0 should be; it is cut short, so copy it again"
        ]
        .assert_eq(&refusal("mesh\n2\n4000000000 2\n0 0 2"));
        expect![[r#"line 3: the y of vertex 0 is "x"; give a finite number"#]]
            .assert_eq(&refusal("mesh 2\n1 0\n0 x 0"));
        expect![[r#"line 3: the y of vertex 0 is "1e99"; give a finite number"#]]
            .assert_eq(&refusal("mesh 2\n1 0\n0 1e99 0"));
        expect!["line 9: cell 1 names vertex 4, but vertices end at 3; correct it"]
            .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "3 1 2 4")));
        expect!["line 9: cell 1 names vertex 1 twice; name it once"]
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

    /// A square of four triangles, of which the first is untraversable, in version 3.
    const CROSS: &str = "mesh\n3\n5 4\n0 0\n0 10\n10 10\n10 0\n5 5\n0 3   4 1 5   -4 0 -2\n1 3   1 2 5   -1 0 3\n\
                         1 3   2 3 5   2 0 4\n1 3   3 4 5   3 0 -1\n";

    fn read_3(text: &str) -> (NavMesh, Vec<String>) {
        let (document, notes) = read_within(text.as_bytes(), &mut Budget::of_file(text.len())).expect("good");
        (document.mesh, notes)
    }

    #[test]
    fn untraversable_cells_of_version_3_are_left_out_with_a_note() {
        let (read, notes) = read_3(CROSS);
        let expected = mesh("v 0 0, 0 -10, 10 -10, 10 0, 5 -5; c 0 1 4, 1 2 4, 2 3 4");
        assert_eq!(read, expected, "the cells keep the order of their corners");
        assert_eq!(notes, ["1 cell is not traversable and was left out."]);
    }

    #[test]
    fn vertices_that_only_untraversable_cells_have_are_left_out() {
        let text = "mesh 3 6 2\n9 9 0 0 3 0 1 0 7 7 8 8\n0 3 1 2 5 0 0 0\n1 3 2 3 4 0 0 0\n";
        let (read, notes) = read_3(text);
        assert_eq!(read, mesh("v 0 0, 3 0, 1 0, 8 -8; c 0 1 2"), "a vertex without a cell stays");
        assert_eq!(notes.len(), 1);
    }

    #[test]
    fn an_edge_that_is_blocked_between_traversable_cells_is_noted() {
        let blocked = CROSS.replace("-1 0 3", "-1 0 -3").replace("2 0 4", "-2 0 4");
        let (read, notes) = read_3(&blocked);
        assert_eq!(read, read_3(CROSS).0);
        assert_eq!(notes[1], "1 edge between two traversable cells is blocked in the file, but not here.");
    }

    #[test]
    fn version_3_counts_from_1() {
        let read = read(SQUARE.as_bytes()).expect("good").mesh;
        let written =
            write_with_progress(&read, PolyanyaVersion::Three, &Progress::none()).expect("not stopped");
        expect![[r#"
            mesh
            3
            4 2
            0.0 0.0
            1.5 0.0
            1.5 1.5
            0.0 1.5
            1 3 1 2 4 0 0 2
            1 3 2 3 4 1 0 0
        "#]]
        .assert_eq(&written);
        assert_eq!(read_3(&written), (read, vec![]));
    }

    #[test]
    fn an_error_in_version_3_names_the_numbers_of_the_file() {
        let with = |old: &str, new: &str| refusal(&CROSS.replace(old, new));
        expect!["line 9: whether cell 1 is traversable is \"2\"; give 1 or 0"]
            .assert_eq(&with("0 3 ", "2 3 "));
        expect!["line 10: cell 2 names vertex 6, but vertices end at 5; correct it"]
            .assert_eq(&with("1 2 5", "1 2 6"));
        expect!["line 10: cell 2 names vertex 0, but vertices begin at 1; correct it"]
            .assert_eq(&with("1 2 5", "0 2 5"));
        expect!["line 10: a neighbour of cell 2 is -5, but cells end at 4; 0 is for none"]
            .assert_eq(&with("-1 0 3", "-5 0 3"));
        expect!["line 10: a neighbour of cell 2 is \"x\"; give the number of a cell, or 0 for none"]
            .assert_eq(&with("-1 0 3", "x 0 3"));
    }
}
