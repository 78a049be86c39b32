//! Writer of the cells and links of a document.

use crate::document::{Document, count};
use crate::io::content::WriteError;
use navsmith_core::progress::{Progress, Stopped};

use super::encode;
use super::grid::{TileGrid, TileLayout};
use super::pieces::{LIMITS, TileLimits, TilePieces};
use super::tiles::Tiling;

/// Share of the work that is complete once cells are cut.
const CUT: f32 = 0.5;

/// Writes a document as one tile; reports progress and can be stopped.
pub(crate) fn write_tile(
    document: &Document,
    progress: &Progress,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    let pieces = match TilePieces::of(document, &progress.part(0.0..CUT))? {
        Ok(pieces) => pieces,
        Err(error) => return Ok(Err(error)),
    };
    if !is_one_tile(&pieces, document, LIMITS) {
        let vertices = count(pieces.vertices.len(), "vertex", "vertices");
        let polygons = count(pieces.pieces.len(), "polygon", "polygons");
        let TileLimits { vertices: most_vertices, polygons: most_polygons, .. } = LIMITS;
        let description = format!(
            "there are {vertices} and {polygons}, and a tile has at most {most_vertices} and {most_polygons}; export a \
             tile set (.bin)"
        );
        return Ok(Err(description.into()));
    }
    let tiles = Tiling::of(TileLayout::single(pieces), document, &progress.part(CUT..1.0))?;
    Ok(tiles.map(|tiles| tiles.bytes().concat()))
}

/// Writes a document as a tile set; reports progress and can be stopped.
pub(crate) fn write_set(
    document: &Document,
    progress: &Progress,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    write_set_within(document, LIMITS, progress)
}

/// Writes a document like [`write_set`] within limits.
pub(crate) fn write_set_within(
    document: &Document,
    limits: TileLimits,
    progress: &Progress,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    Ok(tiles_within(document, limits, progress)?.map(|tiles| {
        let TileGrid { bounds, size, .. } = tiles.layout.grid;
        let most = tiles.tiles.iter().map(|tile| tile.polygons.len()).max().unwrap_or(0);
        encode::set(&tiles.bytes(), bounds.min, size, most)
    }))
}

/// Distributes a document over tiles within limits; reports progress and can be stopped.
pub(super) fn tiles_within(
    document: &Document,
    limits: TileLimits,
    progress: &Progress,
) -> Result<Result<Tiling, WriteError>, Stopped> {
    let pieces = match TilePieces::of(document, &progress.part(0.0..CUT / 2.0))? {
        Ok(pieces) => pieces,
        Err(error) => return Ok(Err(error)),
    };
    let layout = if is_one_tile(&pieces, document, limits) {
        TileLayout::single(pieces)
    } else {
        let links = document.mesh.link_count();
        match TileLayout::of(&pieces, links, limits, &progress.part(CUT / 2.0..CUT))? {
            Ok(layout) => layout,
            Err(Some(cell)) => {
                let description = format!(
                    "cell {} is too thin to be cut at the border of two tiles; remove it or make it wider",
                    cell.0
                );
                return Ok(Err(WriteError { description, cells: vec![cell] }));
            }
            Err(None) => {
                let description = "no grid of tiles is within the limits of Detour, because the mesh is too large \
                                   or too dense in one place; export it in parts";
                return Ok(Err(description.to_owned().into()));
            }
        }
    };
    Tiling::of(layout, document, &progress.part(CUT..1.0))
}

/// Whether the pieces and links of a document fit into one tile.
fn is_one_tile(pieces: &TilePieces, document: &Document, limits: TileLimits) -> bool {
    let links = document.mesh.link_count();
    pieces.vertices.len() + 2 * links <= limits.vertices && pieces.pieces.len() + links <= limits.polygons
}
