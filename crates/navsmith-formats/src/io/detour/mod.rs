//! Navigation meshes of Detour: one tile, and the tile sets that RecastDemo saves.
//!
//! A tile begins with `DNAV` and has version 7, a set begins with `MSET` and has version 1. Both byte orders and both
//! sizes of references are read; written files are little-endian with 32-bit references.
//!
//! Polygons are counter-clockwise seen from above, like cells. Tiles that are neighbours are joined along their
//! portals when they are read. Links and bounding volumes follow from the polygons; they are ignored when they are
//! read, and written as Detour's own builder would. Detail meshes decide where off-mesh connections end.
//!
//! The layout is that of `DetourNavMesh.h` and of `Sample::saveAll` in RecastDemo (Mononen, *Recast & Detour*).

mod detail;
mod tile;
mod detail_surface;
mod set;
mod rules;
mod portal;
mod overlaps;
mod portals;
mod attach;
mod links;
mod document;
pub(crate) mod pieces;
mod boxes;
mod grid;
mod encode;
mod tiles;
pub(crate) mod write;
pub(crate) mod navcat;

use crate::document::count;
use crate::io::bytes::{BinaryError, Bytes};
use crate::io::content::{Cutting, DocumentContent};
use navsmith_core::budget::Budget;

pub(super) use document::Contents;
pub(super) use set::is_set;
pub(super) use write::{write_set, write_tile};

use rules::Rules;
use tile::Tile;

/// Cutting of cells into polygons.
pub(super) const CUTTING: Cutting =
    Cutting { most_corners: tile::MOST_CORNERS, tolerance: tile::APART, changes: pieces::changes };

/// What tiles store of a document.
pub(super) const CONTENT: [DocumentContent; 5] = [
    DocumentContent::Heights,
    DocumentContent::DetailHeights,
    DocumentContent::Areas,
    DocumentContent::Links,
    DocumentContent::IsolatedVertices,
];

/// Whether bytes begin like a tile.
pub(super) fn is_tile(bytes: &[u8]) -> bool {
    bytes.starts_with(b"VAND") || bytes.starts_with(b"DNAV")
}

/// Reads a file of one tile within a budget.
pub(super) fn read_tile(bytes: &[u8], budget: &mut Budget) -> Result<Contents, BinaryError> {
    let tile = Tile::read(&mut Bytes::new(bytes), bytes.len(), 0, budget)?;
    document::document(&[tile], Rules::Detour, budget)
}

/// Reads a tile set within a budget.
pub(super) fn read_set(bytes: &[u8], budget: &mut Budget) -> Result<Contents, BinaryError> {
    let (tiles, left) = set::read(bytes, budget)?;
    let mut contents = document::document(&tiles, Rules::Detour, budget)?;
    if left > 0 {
        let left = count(left, "byte", "bytes");
        contents.notes.push(format!("{left} after the last tile are ignored"));
    }
    Ok(contents)
}
