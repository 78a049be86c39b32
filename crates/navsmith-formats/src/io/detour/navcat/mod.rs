//! Navigation meshes of navcat, a port of Recast and Detour to JavaScript, as JSON.
//!
//! The object `navMesh` of navcat is plain data, and its documentation saves it with `JSON.stringify`. It contains the
//! tiles of Detour, and what navcat derives from them: nodes, links and attachments of off-mesh connections. That is
//! ignored when a file is read, and written, so that the functions of navcat accept the parsed object.

mod schema;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{write, write_within};

/// Number of bytes inspected to recognise the format, which begins with the size of the tiles.
const HEAD: usize = 1024;

/// Whether bytes begin like a navigation mesh of navcat.
pub(crate) fn looks_like_it(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    head.trim_start_matches('\u{feff}').trim_start().starts_with('{')
        && ["\"tileWidth\"", "\"tileHeight\""].iter().all(|name| head.contains(name))
}
