//! The GLB container, split into its JSON and its bytes.

use super::GltfError;

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;
const JSON: &[u8] = b"JSON";
const BIN: &[u8] = b"BIN\0";

/// First four bytes of a GLB.
pub(super) const MAGIC: &[u8] = b"glTF";

/// Splits a GLB into its JSON and the bytes of the first buffer; a plain glTF is all JSON.
pub(super) fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), GltfError> {
    if !bytes.starts_with(MAGIC) {
        return Ok((bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), None));
    }
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(cut_short(&format!("its header needs {HEADER} bytes, and it has {}", bytes.len())));
    };
    if version != 2 {
        return Err(GltfError::Version(format!("{version} (of the GLB container)")));
    }
    let length = length as usize;
    if length > bytes.len() {
        return Err(cut_short(&format!("its header says {length} bytes, and it has {}", bytes.len())));
    }
    // Bytes after the stated length do not belong to the GLB.
    let mut rest = bytes.get(HEADER..length).unwrap_or(&[]);
    let (kind, json) = chunk(&mut rest)?;
    if kind != JSON {
        return Err(GltfError::NotGltf("the first chunk of this GLB is not its JSON".into()));
    }
    let bin = if rest.len() >= CHUNK_HEADER { Some(chunk(&mut rest)?) } else { None };
    Ok((json, bin.filter(|(kind, _)| *kind == BIN).map(|(_, bytes)| bytes)))
}

/// Removes the first chunk; returns its kind and its bytes.
fn chunk<'a>(rest: &mut &'a [u8]) -> Result<(&'a [u8], &'a [u8]), GltfError> {
    let Some(length) = word(rest, 0).filter(|_| rest.len() >= CHUNK_HEADER) else {
        return Err(cut_short(&format!("a chunk's header needs 8 bytes, and {} are left", rest.len())));
    };
    let (header, body) = rest.split_at(CHUNK_HEADER);
    let length = length as usize;
    let Some((bytes, after)) = body.split_at_checked(length) else {
        return Err(cut_short(&format!("a chunk says {length} bytes, and {} are left", body.len())));
    };
    *rest = after;
    Ok((&header[4..], bytes))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|&four| u32::from_le_bytes(four))
}

fn cut_short(why: &str) -> GltfError {
    GltfError::NotGltf(format!("this GLB is cut short: {why}"))
}
