//! The parts of a GLB, and the bytes of buffers.
//!
//! These come from the GLB, from data URIs, and from files in the glTF's own folder only.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::Deserialize;

use super::schema::GltfRoot;
use super::{Fault, GltfError, fault, missing};
use crate::io::file;
use crate::io::relative_path::{NotLocal, check_below};
use navsmith_core::budget::{Budget, Exhausted};

/// Maximum number of decompressed bytes per byte of the file that count as bytes of the file.
///
/// Draco compresses a plane of triangles to a hundredth.
const EXPANSION: u64 = 128;

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;
pub(super) const JSON: &[u8] = b"JSON";
pub(super) const BIN: &[u8] = b"BIN\0";

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

/// All buffers of a file, read on first use, so that buffers of animations are never read.
pub(super) struct Buffers<'a> {
    root: &'a GltfRoot,
    bin: Option<&'a [u8]>,
    folder: Option<&'a Path>,
    read: Vec<OnceCell<Result<Vec<u8>, Fault>>>,
    left: Cell<u64>,
    /// Number of decompressed bytes that the bytes read so far still justify.
    expansion: Cell<u64>,
    /// Budget of the file; each external file that is read increases it.
    pub(super) budget: RefCell<Budget>,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(
        root: &'a GltfRoot,
        bin: Option<&'a [u8]>,
        folder: Option<&'a Path>,
        budget: Budget,
    ) -> Self {
        let read = root.buffers.iter().map(|_| OnceCell::new()).collect();
        let expansion = bin.map_or(0, <[u8]>::len) as u64 * EXPANSION;
        let (left, expansion) = (Cell::new(file::CAP), Cell::new(expansion));
        Self { root, bin, folder, read, left, expansion, budget: budget.into() }
    }

    /// Uses the memory of decompressed bytes.
    ///
    /// Like bytes of the file, they increase the budget, up to a limit.
    pub(super) fn keep_decompressed(&self, count: usize) -> Result<(), Exhausted> {
        let counted = (count as u64).min(self.expansion.get()).min(self.left.get());
        self.expansion.set(self.expansion.get() - counted);
        self.left.set(self.left.get() - counted);
        let mut budget = self.budget.borrow_mut();
        budget.add_file(counted as usize);
        budget.step(count)?;
        budget.keep(count)
    }

    /// Returns the bytes of a buffer, at most as many as it states.
    pub(super) fn get(&self, index: usize) -> Result<&[u8], Fault> {
        let (Some(buffer), Some(read)) = (self.root.buffers.get(index), self.read.get(index)) else {
            return Err(missing("buffers", index));
        };
        let bytes = match (&buffer.uri, self.bin) {
            (None, Some(bin)) if index == 0 => bin,
            (None, _) => {
                return Err(fault(format!("buffers[{index}]"), "has no bytes; export the file again"));
            }
            (Some(uri), _) => read
                .get_or_init(|| self.load(uri).map_err(|why| fault(format!("buffers[{index}]"), why)))
                .as_ref()
                .map_err(Clone::clone)?,
        };
        Ok(&bytes[..bytes.len().min(buffer.byte_length.get())])
    }

    /// Whether a buffer has no bytes in this file, as glTF allows.
    pub(super) fn is_left_undefined(&self, index: usize) -> bool {
        let is_bin = index == 0 && self.bin.is_some();
        !is_bin && self.root.buffers.get(index).is_some_and(|buffer| buffer.uri.is_none())
    }

    /// Reads the bytes at a URI; `Err` is the reason why they cannot be read.
    fn load(&self, uri: &str) -> Result<Vec<u8>, String> {
        let bytes = if is_data(uri) {
            data(&uri[5..])?
        } else {
            let path = self.within_folder(uri)?;
            let bytes = file::read(&path, self.left.get()).map_err(|error| error.to_string())?;
            self.budget.borrow_mut().add_file(bytes.len());
            bytes
        };
        self.left.set(self.left.get().saturating_sub(bytes.len() as u64));
        self.expansion.set(self.expansion.get() + bytes.len() as u64 * EXPANSION);
        Ok(bytes)
    }

    /// Returns the files of all buffers, also those that do not exist.
    pub(super) fn files(&self) -> impl Iterator<Item = PathBuf> {
        files_of(self.folder, self.root.buffers.iter().filter_map(|buffer| buffer.uri.as_deref()))
    }

    /// Returns the file at a relative URI if it lies in the glTF's folder after following links.
    fn within_folder(&self, uri: &str) -> Result<PathBuf, String> {
        let shown = super::clipped(uri);
        let folder = self.folder.ok_or_else(|| format!("is the file {shown:?}, which did not come along"))?;
        let missing =
            |why| format!("is the file {shown:?}, which cannot be read ({why}); put it beside the glTF");
        let path = path_below(folder, uri)?.ok_or_else(|| {
            format!("is {shown:?}, and only files in the glTF's own folder are read; put it there")
        })?;
        check_below(&path, folder).map_err(|why| {
            let leads = match why {
                NotLocal::Outside | NotLocal::LinkedOutside(_) => "leads out of the glTF's own folder",
                NotLocal::Hidden => "leads to a hidden folder",
            };
            format!("is {shown:?}, which {leads}; put the file itself beside the glTF")
        })?;
        path.canonicalize().map_err(missing)
    }
}

/// The images of a file, which are not read.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Images {
    images: Vec<Image>,
}

#[derive(Deserialize)]
struct Image {
    uri: Option<String>,
}

impl Images {
    /// Returns the files of all images, also those that do not exist.
    pub(super) fn files(&self, folder: Option<&Path>) -> impl Iterator<Item = PathBuf> {
        files_of(folder, self.images.iter().filter_map(|image| image.uri.as_deref()))
    }
}

/// Returns the files of URIs below a folder, also those that do not exist.
fn files_of<'a>(folder: Option<&Path>, uris: impl Iterator<Item = &'a str>) -> impl Iterator<Item = PathBuf> {
    let files = uris.filter(|uri| !is_data(uri)).filter_map(move |uri| path_below(folder?, uri).ok()?);
    files.filter(move |file| folder.is_some_and(|folder| check_below(file, folder).is_ok()))
}

/// Returns the path of a URI below a folder, where a file or a link may exist.
///
/// Returns `None` if the URI leads elsewhere.
fn path_below(folder: &Path, uri: &str) -> Result<Option<PathBuf>, String> {
    let decoded = percent_decoded(uri)?;
    let Some(path) = jailed(&decoded).map(|path| folder.join(path)) else { return Ok(None) };
    // Some exporters do not percent-encode names.
    let literal = jailed(uri).map(|path| folder.join(path));
    Ok(Some(literal.filter(|literal| !path.exists() && literal.exists()).unwrap_or(path)))
}

fn is_data(uri: &str) -> bool {
    uri.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"))
}

/// Returns a path if it contains no parent, root or prefix.
fn jailed(uri: &str) -> Option<&Path> {
    let is_plain = !uri.is_empty() && !uri.contains(['\\', ':', '\0']);
    let path = Path::new(uri);
    let only_down = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (is_plain && only_down).then_some(path)
}

fn data(uri: &str) -> Result<Vec<u8>, String> {
    let (header, body) = uri.split_once(',').ok_or("is a data URI without a comma; export the file again")?;
    let is_base64 = header.rsplit(';').next().is_some_and(|last| last.trim().eq_ignore_ascii_case("base64"));
    if !is_base64 {
        return Ok(percent_bytes(body));
    }
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    GeneralPurpose::new(&STANDARD, config)
        .decode(body)
        .map_err(|error| format!("is a data URI that is no base64 ({error}); export the file again"))
}

fn percent_decoded(uri: &str) -> Result<String, String> {
    String::from_utf8(percent_bytes(uri)).map_err(|error| {
        format!("has a name that is not valid UTF-8 once decoded ({error}); rename the file")
    })
}

/// Decodes percent escapes; a `%` without two hexadecimal digits stays as it is.
fn percent_bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let hex = |at: usize| bytes.get(at).and_then(|&digit| char::from(digit).to_digit(16));
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let pair = (byte == b'%').then(|| hex(at + 1).zip(hex(at + 2))).flatten();
        decoded.push(pair.map_or(byte, |(high, low)| (high * 16 + low) as u8));
        at += if pair.is_some() { 3 } else { 1 };
    }
    decoded
}
