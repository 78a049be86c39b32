//! The cells of a mesh as PLY and STL, as other programs write them.

use navsmith_core::navmesh::NavMesh;

/// Encodings of a PLY.
pub(crate) const ENCODINGS: [&str; 3] = ["ascii", "binary_little_endian", "binary_big_endian"];

/// Returns the positions and the corners of each cell as indices of them.
fn polygons(mesh: &NavMesh) -> (Vec<[f32; 3]>, Vec<Vec<u32>>) {
    let mut index_of = vec![0; mesh.vertex_slots()];
    let mut positions = Vec::new();
    for (id, position) in mesh.vertices() {
        index_of[id.0 as usize] = positions.len() as u32;
        positions.push(position.to_array());
    }
    let ring = |corners: &[navsmith_core::navmesh::VertexId]| {
        corners.iter().map(|corner| index_of[corner.0 as usize]).collect()
    };
    let cells = mesh.cells().map(|(_, cell)| ring(cell.corners())).collect();
    (positions, cells)
}

/// Returns the cells as the faces of a PLY.
pub(crate) fn ply(mesh: &NavMesh, encoding: &str) -> Vec<u8> {
    let (positions, cells) = polygons(mesh);
    let header = format!(
        "ply\nformat {encoding} 1.0\ncomment by a test\nelement vertex {}\nproperty float x\nproperty float y\n\
         property float z\nproperty uchar red\nelement face {}\nproperty list ushort uint vertex_indices\nend_header\n",
        positions.len(),
        cells.len()
    );
    let mut bytes = header.into_bytes();
    if encoding == "ascii" {
        for [x, y, z] in positions {
            bytes.extend(format!("{x:?} {y:?} {z:?} 255\n").bytes());
        }
        for cell in cells {
            let corners: Vec<String> = cell.iter().map(u32::to_string).collect();
            bytes.extend(format!("{} {}\n", cell.len(), corners.join(" ")).bytes());
        }
        return bytes;
    }
    let is_big_endian = encoding == "binary_big_endian";
    let mut add = |scalar: &[u8]| {
        if is_big_endian { bytes.extend(scalar.iter().rev()) } else { bytes.extend(scalar) }
    };
    for position in positions {
        for number in position {
            add(&number.to_le_bytes());
        }
        add(&[255]);
    }
    for cell in cells {
        add(&(cell.len() as u16).to_le_bytes());
        for corner in cell {
            add(&corner.to_le_bytes());
        }
    }
    bytes
}

/// Returns the cells as the triangles of an STL, in fans.
pub(crate) fn stl(mesh: &NavMesh, is_text: bool) -> Vec<u8> {
    let (positions, cells) = polygons(mesh);
    let triangles: Vec<[u32; 3]> =
        cells.iter().flat_map(|cell| (2..cell.len()).map(|i| [cell[0], cell[i - 1], cell[i]])).collect();
    let corner = |index: u32| positions[index as usize];
    if is_text {
        let mut text = String::from("solid mesh\n");
        for triangle in triangles {
            let vertices = triangle.map(corner).map(|[x, y, z]| format!("vertex {x:?} {y:?} {z:?}\n"));
            text += &["facet normal 0 1 0\nouter loop\n", &vertices.concat(), "endloop\nendfacet\n"].concat();
        }
        return (text + "endsolid mesh\n").into_bytes();
    }
    let mut bytes = b"solid by a test, although binary".to_vec();
    bytes.resize(80, b' ');
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        triangle.map(corner).iter().flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}
