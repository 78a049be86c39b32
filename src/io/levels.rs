//! Files with level geometry.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::{self, CAP};
use super::format::{OpenError, Opened, open_with};
use super::scene::TooMuch;
use crate::geometry::Vec3;
use crate::level::Level;
use crate::navmesh::NavMesh;
use crate::progress::Progress;

/// Content of a file with level geometry.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelContent {
    /// The geometry, in the coordinates of the file.
    pub level: Arc<Level>,
    /// Hash of the bytes of the file.
    pub hash: u64,
    /// Paths of the nodes named like a navigation mesh.
    pub navmesh_nodes: Vec<String>,
    /// Omitted or changed elements, in sentences.
    pub notes: Vec<String>,
}

/// Reason why a file has no level geometry.
#[derive(Debug, thiserror::Error)]
pub enum LevelError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file contains too much.
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    /// The file has no triangles.
    #[error("{} contains no triangles; choose a file with the geometry of the level", .0.display())]
    Empty(PathBuf),
}

/// Reads a file with level geometry: a scene with all its items, or the cells of a mesh.
pub fn read_level(path: &Path, progress: &Progress) -> Result<LevelContent, LevelError> {
    let (bytes, stamp) = file::read_stamped(path, CAP).map_err(OpenError::from)?;
    let opened = open_with((path, stamp), &bytes, progress)?;
    let (level, navmesh_nodes, notes) = match opened {
        Opened::Scene { scene, .. } => {
            let navmeshes = scene.items.iter().filter(|item| item.looks_like_navmesh);
            let mut nodes: Vec<String> = navmeshes.map(|item| item.path().to_owned()).collect();
            nodes.sort();
            nodes.dedup();
            (scene.level()?, nodes, scene.notes)
        }
        Opened::Document { document, .. } | Opened::Mesh { document, .. } => {
            (of_mesh(&document.mesh), Vec::new(), Vec::new())
        }
        Opened::Reproduction(made) => (of_mesh(&made.document.mesh), Vec::new(), Vec::new()),
    };
    if level.is_empty() {
        return Err(LevelError::Empty(path.to_owned()));
    }
    Ok(LevelContent { level: level.into(), hash: stamp.hash, navmesh_nodes, notes })
}

/// Returns the cells of a mesh as level geometry, in fans of triangles.
fn of_mesh(mesh: &NavMesh) -> Level {
    let mut level = Level::default();
    let mut index_of = vec![0_u32; mesh.vertex_slots()];
    (0..).zip(mesh.vertices()).for_each(|(index, (id, _))| index_of[id.0 as usize] = index);
    let fans = mesh.cells().flat_map(|(_, cell)| {
        let corners: Vec<u32> = cell.corners().iter().map(|corner| index_of[corner.0 as usize]).collect();
        (2..corners.len()).map(move |i| [corners[0], corners[i - 1], corners[i]])
    });
    let positions: Vec<Vec3> = mesh.vertices().map(|(_, position)| position).collect();
    level.add_part(("mesh".into(), String::new()), positions, fans);
    level
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_of_an_obj_are_triangles_with_their_names() {
        let text = b"v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\no Floor\nusemtl stone\nf 1 4 3 2\no Wall\nf 1 2 3\n";
        let folder = tempfile::tempdir().expect("a folder for tests");
        let path = folder.path().join("a.obj");
        std::fs::write(&path, text).expect("a file for tests");
        let level = read_level(&path, &Progress::none()).expect("a level").level;
        let parts: Vec<(&str, &str, usize)> =
            level.parts().iter().map(|part| (&*part.node, &*part.material, part.triangles.len())).collect();
        assert_eq!(parts, [("Floor", "stone", 2), ("Wall", "stone", 1)]);
    }
}
