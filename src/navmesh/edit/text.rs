//! Text notation of meshes, for tests.

use glam::Vec3;

use super::{Draft, EditResult};
use crate::navmesh::{AreaId, Cell, CellId, Edge, NavMesh, VertexId};

/// A square of 2 m, and another to its right.
pub(super) const TWO_SQUARES: &str = "v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5";

/// Two squares of 2 m with a seam of 0.1 m between them.
pub(super) const SEAM: &str = "v 0 0, 0 2, 2 2, 2 0, 2.1 0, 2.1 2, 4 2, 4 0; c 0 1 2 3, 4 5 6 7";

/// Parses `v x z, x y z, …; c 0 1 2, 2 1 0 @area, …`; ids start at 0, and two coordinates are x and z.
pub(crate) fn mesh(text: &str) -> NavMesh {
    let (vertices, cells) = text.split_once(';').unwrap_or((text, "c"));
    let numbers = |words: &str| words.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<f32>>();
    let parts = |list: &str| -> Vec<String> {
        let list = list.trim()[1..].trim();
        list.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let vertices = parts(vertices).into_iter().map(|v| match *numbers(&v) {
        [x, z] => Vec3::new(x, 0.0, z),
        [x, y, z] => Vec3::new(x, y, z),
        _ => panic!("{v} has neither two nor three coordinates"),
    });
    let cells = parts(cells).into_iter().map(|cell| {
        let (corners, area) = cell.split_once('@').unwrap_or((&cell, "0"));
        Cell::new(numbers(corners).iter().map(|&n| VertexId(n as u32)), AreaId(area.parse().unwrap()))
    });
    NavMesh::from_parts(vertices, cells).unwrap()
}

/// Builds squares of 1 m at the characters of a picture; digits are areas, and spaces are empty.
pub(crate) fn squares(picture: &[&str]) -> NavMesh {
    let width = picture.iter().map(|row| row.len()).max().unwrap_or(0) as u32 + 1;
    let vertices = (0..width * (picture.len() as u32 + 1))
        .map(|i| Vec3::new((i % width) as f32, 0.0, (i / width) as f32));
    let cells = (0..).zip(picture).flat_map(|(z, row)| {
        (0..).zip(row.chars()).filter(|(_, square)| *square != ' ').map(move |(x, square)| {
            let corner = z * width + x;
            let ring = [corner, corner + width, corner + width + 1, corner + 1];
            Cell::new(ring.map(VertexId), AreaId(square.to_digit(10).unwrap_or(0) as u8))
        })
    });
    NavMesh::from_parts(vertices, cells).unwrap()
}

/// Formats a mesh with its ids, the vertices before the cells.
///
/// A vertex has a middle coordinate only if its height is not zero.
pub(super) fn print(mesh: &NavMesh) -> String {
    let vertex = |(id, p): (VertexId, Vec3)| match p.y {
        0.0 => format!(" {}({} {})", id.0, p.x, p.z),
        y => format!(" {}({} {y} {})", id.0, p.x, p.z),
    };
    let cells = mesh.cells().map(|(id, cell)| {
        let corners: Vec<String> = cell.corners().iter().map(|v| v.0.to_string()).collect();
        let area = if cell.area().0 == 0 { String::new() } else { format!("@{}", cell.area().0) };
        format!(" {}[{}]{area}", id.0, corners.join(" "))
    });
    format!("v{}; c{}", mesh.vertices().map(vertex).collect::<String>(), cells.collect::<String>())
}

/// Returns the mesh after an edit, or the refusal, as text.
pub(super) fn after(text: &str, edit: impl FnOnce(&mut Draft) -> EditResult) -> String {
    let mut draft = Draft::of(mesh(text));
    match edit(&mut draft) {
        Ok(edited) => {
            assert_eq!(draft.mesh().check(), Ok(()), "the mesh keeps its invariants");
            assert!(edited.vertices.iter().all(|&id| draft.mesh().vertex(id).is_some()), "{edited:?} exists");
            assert!(edited.cells.iter().all(|&id| draft.mesh().cell(id).is_some()), "{edited:?} exists");
            print(draft.mesh())
        }
        Err(refusal) => refusal.to_string(),
    }
}

/// Returns the results of edits, one per line.
pub(super) fn lines<const N: usize>(results: [String; N]) -> String {
    results.map(|result| result + "\n").concat()
}

pub(super) fn vertices(ids: &[u32]) -> Vec<VertexId> {
    ids.iter().copied().map(VertexId).collect()
}

pub(super) fn cells(ids: &[u32]) -> Vec<CellId> {
    ids.iter().copied().map(CellId).collect()
}

pub(super) fn edges(ends: &[[u32; 2]]) -> Vec<Edge> {
    ends.iter().map(|&[a, b]| Edge::new(VertexId(a), VertexId(b))).collect()
}
