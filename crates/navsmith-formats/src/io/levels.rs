//! Files with level geometry, and images.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::{self, CAP, Stamp};
use super::format::{OpenError, Opened, open_with};
use super::images::{self, LevelImage};
use super::relative_path::{NotLocal, check_local};
use super::scene::TooMuch;
use crate::level::Level;
use crate::level::tiles::LevelTiles;
use navsmith_core::geometry::{UpAxis, Vec3};
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::Progress;

/// Content of a file with level geometry, or of an image.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelContent {
    /// The geometry, in the coordinates of the file; empty for an image.
    pub level: Arc<Level>,
    /// The image; `None` for level geometry.
    pub image: Option<Arc<LevelImage>>,
    /// Stamp of the file when it was read.
    pub stamp: Stamp,
    /// Paths of the nodes named like a navigation mesh.
    pub navmesh_nodes: Vec<String>,
    /// Whether the geometry is the cells of a mesh.
    pub is_mesh: bool,
    /// Omitted or changed elements, in sentences.
    pub notes: Vec<String>,
    /// Hashes by tile for each of [`UpAxis::ALL`].
    tiles: Arc<[Option<LevelTiles>; 2]>,
}

impl LevelContent {
    /// Returns the content of a file with this stamp; hashes its triangles by tile.
    fn new(level: Level, stamp: Stamp, navmesh_nodes: Vec<String>, notes: Vec<String>) -> Self {
        let tiles = Arc::default();
        let mut content =
            Self { level: level.into(), image: None, stamp, navmesh_nodes, is_mesh: false, notes, tiles };
        content.tiles = UpAxis::ALL.map(|up| LevelTiles::of(|| content.compared_triangles(up))).into();
        content
    }

    /// Returns the content of a file with only this geometry, in metres with Y up.
    pub fn of_level(level: Level, stamp: Stamp) -> Self {
        Self::new(level, stamp, Vec::new(), Vec::new())
    }

    /// Returns the hashes by tile on the ground of the file with this up axis.
    pub fn tiles(&self, up: UpAxis) -> Option<&LevelTiles> {
        let index = UpAxis::ALL.iter().position(|&axis| axis == up)?;
        self.tiles[index].as_ref()
    }

    /// Returns the triangles that are compared with earlier states: all but those of navigation meshes.
    pub fn compared_triangles(&self, up: UpAxis) -> impl Iterator<Item = [Vec3; 3]> {
        let parts = self.level.parts().iter().filter(|part| !self.navmesh_nodes.contains(&part.node));
        let triangles = parts.flat_map(|part| self.level.triangles_of(part));
        triangles.map(move |triangle| triangle.map(|corner| up.turned(corner)))
    }
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
    /// The image cannot be decoded.
    #[error("{}: {why}", .path.display())]
    Image {
        /// Path of the file.
        path: PathBuf,
        /// Reason and remedy, a clause.
        why: String,
    },
    /// The document that names the file alone does not decide that it is read.
    #[error("{} {why}, so it was not read", .path.display())]
    NotLocal {
        /// Path of the file.
        path: PathBuf,
        /// Reason.
        why: NotLocal,
    },
    /// The file has no triangles.
    #[error("{} contains no triangles; choose a file with the geometry of the level", .0.display())]
    Empty(PathBuf),
}

/// Reads a level that a document in this file names, as [`read_level`] does.
///
/// Without a file of the document, the user has allowed the level, wherever it is.
pub fn read_level_of(
    document: Option<&Path>,
    path: &Path,
    progress: &Progress,
) -> Result<LevelContent, LevelError> {
    check_place(document, path)?;
    read_level(path, progress)
}

/// Checks that an image that a document in this file names is there, without decoding it.
pub fn check_image_of(document: &Path, path: &Path) -> Result<(), LevelError> {
    check_place(Some(document), path)?;
    let bytes = file::read(path, CAP).map_err(OpenError::from)?;
    let why = || "it is no PNG or JPEG image; save it as one, or choose another file".to_owned();
    let image = images::looks_like_it(&bytes).then_some(());
    image.ok_or_else(|| LevelError::Image { path: path.to_owned(), why: why() })
}

/// Checks that the document in a file alone decides that a path is read.
fn check_place(document: Option<&Path>, path: &Path) -> Result<(), LevelError> {
    let place = document.map_or(Ok(()), |document| check_local(path, document));
    place.map_err(|why| LevelError::NotLocal { path: path.to_owned(), why })
}

/// Reads a file with level geometry: a scene with all its items, or the cells of a mesh.
///
/// It also reads PNG and JPEG images.
pub fn read_level(path: &Path, progress: &Progress) -> Result<LevelContent, LevelError> {
    let (bytes, stamp) = file::read_stamped(path, CAP).map_err(OpenError::from)?;
    if images::looks_like_it(&bytes) {
        let image = images::decode(&bytes).map_err(|why| LevelError::Image { path: path.to_owned(), why })?;
        let content = LevelContent::new(Level::default(), stamp, Vec::new(), Vec::new());
        return Ok(LevelContent { image: Some(image.into()), ..content });
    }
    let opened = open_with((path, stamp), &bytes, progress)?;
    let is_mesh = !matches!(opened, Opened::Scene { .. });
    let (level, navmesh_nodes, notes) = match opened {
        Opened::Scene { scene, .. } => {
            let navmeshes = scene.items.iter().filter(|item| item.is_named_like_navmesh);
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
    Ok(LevelContent { is_mesh, ..LevelContent::new(level, stamp, navmesh_nodes, notes) })
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
