//! Baked meshes: the binary file that a game loads in one read.
//!
//! The file stores vertices, cells, links, areas and detail heights. `docs/formats.md` describes it byte by byte. Everything else is
//! derived after loading: [`Derived`], [`PointLocator`] and [`SearchMesh`]. They depend on the agent or take more
//! memory than the mesh, and building them takes less time than a game needs for its other files.
//!
//! The bytes are the same on every machine. [`read()`] checks them all: it refuses a damaged file with the reason, and
//! allocates no more than the file justifies.
//!
//! [`Derived`]: crate::navmesh::Derived
//! [`PointLocator`]: crate::pathfinding::prepared::point_locator::PointLocator
//! [`SearchMesh`]: crate::pathfinding::search_mesh::SearchMesh

mod checksum;
mod layout;
mod read;
mod write;

use self::layout::{CHECKSUM_BYTES, MAGIC};
use crate::navmesh::{Cell, CellId, NavMesh};

/// Newest version, which meshes with detail heights have.
///
/// Closed surfaces have version 2, all others version 1.
pub const VERSION: u32 = 3;

/// Maximum number of corners of a cell.
pub const MOST_CORNERS: usize = Cell::MOST_CORNERS;

/// Maximum number of areas.
pub const MOST_AREAS: usize = 256;

/// A mesh with its areas, as a baked file stores them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakedMesh {
    /// The mesh; its elements are numbered without gaps.
    pub mesh: NavMesh,
    /// Areas by number; cells may name areas past the end, which have no name.
    pub areas: Vec<BakedArea>,
}

/// Name and colour of an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BakedArea {
    /// Name in the editor; not empty.
    pub name: String,
    /// Colour in the editor as red, green and blue.
    pub color: [u8; 3],
}

impl BakedMesh {
    /// Returns the area with a name; `None` if there is none.
    pub fn area(&self, name: &str) -> Option<crate::navmesh::AreaId> {
        let number = self.areas.iter().position(|area| area.name == name)?;
        u8::try_from(number).ok().map(crate::navmesh::AreaId)
    }
}

/// Reason why bytes are not a baked mesh, with a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BakedError {
    /// The bytes have another format.
    #[error("it is no baked mesh; write one with `navsmith bake FILE -o mesh.nav`")]
    OtherFormat,
    /// A program changed the line ends of the file.
    #[error("a program that transferred it changed its line ends; transfer it again as binary data")]
    LineEnds,
    /// The file has a version that this reader does not support.
    #[error(
        "its version is {0}, and this program reads 1 to {VERSION}; update navsmith, or bake the mesh again"
    )]
    OtherVersion(u32),
    /// The file has another length than its counts require.
    #[error(
        "it has {found} bytes, but its header requires {expected}; it is {}, so copy it again",
        if found < expected { "cut short" } else { "too long" }
    )]
    Length {
        /// Length in bytes.
        found: u64,
        /// Length that the counts in the header require.
        expected: u64,
    },
    /// The checksum does not match.
    #[error(
        "its checksum is {found:016x}, but the file states {expected:016x}; it is damaged, so copy it again"
    )]
    Checksum {
        /// Checksum of the bytes.
        found: u64,
        /// Checksum that the file states.
        expected: u64,
    },
    /// The content is not a mesh although the checksum matches.
    #[error("{0}; bake the mesh again, with navsmith")]
    Invalid(String),
}

/// Reason why a mesh cannot be baked, with a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BakeError {
    /// A cell has too many corners.
    #[error("cell {} has {corners} corners, and a baked mesh stores at most {MOST_CORNERS}; cut it up", cell.0)]
    TooManyCorners {
        /// The cell.
        cell: CellId,
        /// Number of its corners.
        corners: usize,
    },
    /// The name of an area is empty or longer than 65,535 bytes.
    #[error("the name of area {0} is empty or longer than 65535 bytes; change it")]
    AreaName(usize),
    /// There are more areas or elements than the file can count.
    #[error("there are {0}; split the mesh")]
    TooMany(String),
}

/// Whether bytes begin like a baked mesh, whatever its version, damaged or not.
pub fn looks_like_it(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..4])
}

/// Reads a baked mesh.
///
/// Linear. The checksum finds accidental damage. Bytes with a valid checksum are checked too, so no file leads to a
/// mesh that violates [`NavMesh::check`].
pub fn read(bytes: &[u8]) -> Result<BakedMesh, BakedError> {
    read::read(bytes)
}

/// Writes a mesh and its areas. Elements are numbered without gaps, in order.
pub fn write(baked: &BakedMesh) -> Result<Vec<u8>, BakeError> {
    write::write(baked)
}

/// Returns the checksum that a file with these bytes must state in its last eight bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    checksum::xxh64(&bytes[..bytes.len().saturating_sub(CHECKSUM_BYTES)])
}
