//! Text notation of meshes, for tests. Other crates include this file.

use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, Soup, VertexId};

/// Parses `v x z, x y z, …; c 0 1 2, 2 1 0 @area, …`; ids start at 0, and two coordinates are x and z.
pub(crate) fn mesh(text: &str) -> NavMesh {
    let (vertices, cells) = text.split_once(';').unwrap_or((text, "c"));
    let numbers =
        |words: &str| words.split_whitespace().map(|n| n.parse().expect("a number")).collect::<Vec<f32>>();
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
        Cell::new(
            numbers(corners).iter().map(|&n| VertexId(n as u32)),
            AreaId(area.parse().expect("an area")),
        )
    });
    NavMesh::from_parts(vertices, cells).expect("it keeps the invariants")
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
    NavMesh::from_parts(vertices, cells).expect("it keeps the invariants")
}

/// Creates a soup of triangles that share no corners.
pub(crate) fn soup(triangles: &[[[f32; 3]; 3]]) -> Soup {
    let mut soup = Soup::default();
    for (first, triangle) in (0..).step_by(3).zip(triangles) {
        soup.positions.extend(triangle.map(Vec3::from));
        soup.push(&[first, first + 1, first + 2], AreaId(0));
    }
    soup
}
