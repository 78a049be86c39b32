//! The container of tiles that RecastDemo saves.

use navsmith_core::budget::Budget;

use super::tile::{self, Tile, other_version};
use crate::io::bytes::{BinaryError, Bytes};

/// Magic number of a tile set, in big-endian order.
pub(super) const MAGIC: [u8; 4] = *b"MSET";

/// Magic number of a tile cache, in big-endian order.
const CACHE_MAGIC: [u8; 4] = *b"TSET";

/// Version of tile sets that is read and written.
pub(super) const VERSION: i32 = 1;

/// Possible sizes of the head of a tile, with the offset of the tile's size in it.
///
/// References to tiles have 32 bits, or 64 bits with 64-bit or 32-bit alignment.
const HEADS: [(usize, usize); 3] = [(8, 4), (16, 8), (12, 8)];

/// Whether bytes begin like a tile set, or like a tile cache, which is refused with a reason.
pub(crate) fn is_set(bytes: &[u8]) -> bool {
    let is_at_start = |magic: [u8; 4]| {
        let reversed = [magic[3], magic[2], magic[1], magic[0]];
        bytes.starts_with(&magic) || bytes.starts_with(&reversed)
    };
    let has_version = || matches!(bytes.get(4..8), Some([1, 0, 0, 0] | [0, 0, 0, 1]));
    is_at_start(MAGIC) || is_at_start(CACHE_MAGIC) && has_version()
}

/// Reads the tiles of a set. Returns them with the number of bytes after the last one.
pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Result<(Vec<Tile>, usize), BinaryError> {
    let is_cache = is_set(bytes) && (bytes.starts_with(b"TEST") || bytes.starts_with(&CACHE_MAGIC));
    let mut bytes = Bytes::new(bytes);
    if is_cache {
        let what = "this is a tile cache (TSET), which stores compressed heights instead of polygons";
        return Err(bytes.error(format!("{what}; save the navigation mesh itself")));
    }
    bytes.magic(MAGIC, "a tile set")?;
    let version = bytes.i32("the version of the set")?;
    if version != VERSION {
        return Err(BinaryError { offset: 4, description: other_version(version, VERSION) });
    }
    let count = bytes.count("the number of tiles")?;
    for name in ["the origin", "the origin", "the origin", "the width of tiles", "the height of tiles"] {
        bytes.f32(name)?;
    }
    bytes.count("the maximum number of tiles")?;
    bytes.count("the maximum number of polygons")?;
    let Some(head) = head(&bytes).or_else(|| (count == 0).then_some(HEADS[0])) else {
        let what = "no tile begins after the head of the set; the file is cut short";
        return Err(bytes.error(format!("{what}, or is of another build of Detour, so export it again")));
    };
    let mut tiles = Vec::new();
    for number in 0..count {
        let size = size_of_tile(&mut bytes, head, number)?;
        bytes.keep(budget, size_of::<Tile>())?;
        tiles.push(Tile::read(&mut bytes, size, number, budget)?);
    }
    Ok((tiles, bytes.left()))
}

/// Returns the size of the heads of tiles, by the position of the first tile.
fn head(bytes: &Bytes<'_>) -> Option<(usize, usize)> {
    let rest = bytes.rest();
    let is_tile = |&(size, _): &(usize, usize)| {
        let magic = rest.get(size..size + 4);
        magic == Some(&tile::MAGIC) || magic == Some(b"VAND")
    };
    HEADS.into_iter().find(is_tile)
}

/// Reads the head of a tile. Returns the size of the tile, which is available.
fn size_of_tile(
    bytes: &mut Bytes<'_>,
    (head, offset): (usize, usize),
    number: usize,
) -> Result<usize, BinaryError> {
    let start = bytes.offset();
    if bytes.left() < head {
        return Err(bytes.error(format!(
            "the file ends where tile {number} should be; it is cut short, so copy it again"
        )));
    }
    bytes.skip(offset);
    let size = bytes.count("the size of a tile")?;
    bytes.skip(head - offset - 4);
    if size > bytes.left() {
        let left = bytes.left();
        let description = format!(
            "tile {number} has {size} bytes, but {left} follow; the file is cut short, export it again"
        );
        return Err(BinaryError { offset: start, description });
    }
    Ok(size)
}
