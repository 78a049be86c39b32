//! References to level geometry and images, which a document names and does not contain.

use super::ImagePlacement;
use crate::level::tiles::LevelTiles;
use crate::level::{Level, LevelPart};
use navsmith_core::geometry::{FileCoordinates, Vec3};

/// Maximum number of levels of a document, because opening it reads all of them.
pub const MOST_LEVELS: usize = 64;

/// Reference to a file with level geometry or an image.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelReference {
    /// Path of the file: absolute in memory, and relative to the folder of the document in files.
    pub file: String,
    /// Hash of the content that the navmesh was made for; `None` if the file was never read.
    pub content: Option<u64>,
    /// Hashes of that content by tile, which locate later changes; `None` if they are unknown.
    ///
    /// The tiles lie on the ground of the file with its up axis turned to Y.
    pub tiles: Option<LevelTiles>,
    /// Placement of an image; `None` for level geometry.
    pub image: Option<ImagePlacement>,
    /// Coordinate system of the file.
    pub coordinates: FileCoordinates,
    /// Position in the document of the origin of the file. An image has its placement instead.
    pub offset: Vec3,
    /// Whether the level is drawn.
    pub is_visible: bool,
    /// Opacity in percent, at most 100.
    pub opacity: u8,
    /// Whether points do not snap to the level, or the image cannot be placed by clicks.
    pub is_locked: bool,
    /// Paths of nodes that are not drawn, with everything below them; in order.
    pub hidden_nodes: Vec<String>,
    /// Materials whose triangles are not drawn; in order.
    pub hidden_materials: Vec<String>,
}

impl LevelReference {
    /// Creates a visible reference to a file with all its contents.
    pub fn new(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            content: None,
            tiles: None,
            image: None,
            coordinates: FileCoordinates::default(),
            offset: Vec3::ZERO,
            is_visible: true,
            opacity: 100,
            is_locked: false,
            hidden_nodes: Vec::new(),
            hidden_materials: Vec::new(),
        }
    }

    /// Returns the name of the file without its folder.
    pub fn name(&self) -> &str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file)
    }

    /// Converts a position of the file to one of the document.
    pub fn to_document(&self, at: Vec3) -> Vec3 {
        self.coordinates.to_document(at) + self.offset
    }

    /// Returns the visible triangles of the level in the coordinates of the document.
    pub fn shown_triangles<'a>(&'a self, level: &'a Level) -> impl Iterator<Item = [Vec3; 3]> + 'a {
        let parts = level.parts().iter().filter(|part| self.shows(part));
        parts.flat_map(|part| self.triangles_of(level, part))
    }

    /// Returns the triangles of a part of the level in the coordinates of the document.
    pub fn triangles_of<'a>(
        &'a self,
        level: &'a Level,
        part: &LevelPart,
    ) -> impl Iterator<Item = [Vec3; 3]> + 'a {
        level.triangles_of(part).map(|triangle| {
            let [a, b, c] = triangle.map(|at| self.to_document(at));
            if self.coordinates.is_mirrored() { [a, c, b] } else { [a, b, c] }
        })
    }

    /// Whether a part of the level is drawn.
    pub fn shows(&self, part: &LevelPart) -> bool {
        let is_under = |node: &String| {
            part.node.strip_prefix(node.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.is_visible
            && !self.hidden_nodes.iter().any(is_under)
            && !self.hidden_materials.contains(&part.material)
    }
}
