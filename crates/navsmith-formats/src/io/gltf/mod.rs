//! Reader of the triangles of glTF 2.0 and GLB files, and writer of documents.
//!
//! It reads no images, only names and colours of materials, and skins in their bind pose.
//!
//! The file is untrusted. Every read is bounded by the actual contents of the file, and buffers come from its own
//! folder only. Unusable elements are left out with a note; it is an error if none is left. The reader follows the
//! glTF 2.0 specification and `KHR_mesh_quantization`. It decompresses meshopt itself, and Draco with the feature `draco`.

mod schema;
mod buffers;
pub(crate) mod meshopt;
#[cfg(feature = "draco")]
mod draco;
mod accessor;
mod nodes;
mod surface;
mod items;
mod document;
mod write;

use std::path::{Path, PathBuf};

pub(super) use write::{Container, Primitives, write};

use serde::Deserialize;

use self::schema::GltfRoot;
use super::scene::{ImportScene, Notes, TooMuch, clipped, is_named_like_a_navmesh};
use crate::document::Document;
use navsmith_core::budget::Budget;
use navsmith_core::progress::{Progress, Stopped};

/// Maximum size of the JSON: 64 MiB.
const JSON_CAP: usize = 64 << 20;

/// Share of the work that is complete once the JSON is parsed, from 0 to 1.
const PARSED: f32 = 0.3;

#[cfg(not(feature = "draco"))]
const COMPRESSED: &str = "is compressed with Draco, which this build of navsmith does not read; build it with the feature \
                          draco, or decompress the file with `npx @gltf-transform/cli copy IN OUT`";

/// Reason why a file contains no usable scene.
#[derive(Debug, thiserror::Error)]
pub enum GltfError {
    /// The file has another format or is damaged.
    #[error("{0}; export the level again as glTF 2.0 or GLB")]
    NotGltf(String),
    /// The file has another version of glTF.
    #[error("this is glTF {0}, and navsmith reads glTF 2.0; export the level again as glTF 2.0")]
    Version(String),
    /// The file requires an extension that compresses geometry.
    #[error(
        "this file's geometry is compressed with {0}, which this build of navsmith does not read; export it again \
             without compression, or decompress it with `npx @gltf-transform/cli copy IN OUT`"
    )]
    Compressed(String),
    /// No element is usable; this is the first reason.
    #[error(transparent)]
    Broken(#[from] Fault),
    /// The import would exceed its limits.
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    /// Reading was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Fault of one element, which does not affect the others.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{element} {why}")]
pub struct Fault {
    /// Element of the file, such as `accessors[3]`.
    element: String,
    /// Reason and remedy.
    why: String,
}

fn fault(element: impl Into<String>, why: impl Into<String>) -> Fault {
    Fault { element: element.into(), why: why.into() }
}

fn missing(list: &str, index: usize) -> Fault {
    fault(format!("{list}[{index}]"), "does not exist, though it is named; export the file again")
}

/// Number of elements of an accessor, or of nodes, between two progress reports.
const ELEMENTS_PER_REPORT: usize = 1 << 16;

/// Checks for a stop before element number `nth`, once per [`ELEMENTS_PER_REPORT`].
fn check_at(progress: &Progress, nth: usize) -> Result<(), Stopped> {
    if nth.is_multiple_of(ELEMENTS_PER_REPORT) { progress.check() } else { Ok(()) }
}

/// Visits elements, and checks for a stop once per [`ELEMENTS_PER_REPORT`].
fn for_each<T>(
    progress: &Progress,
    elements: impl IntoIterator<Item = T>,
    mut visit: impl FnMut(T),
) -> Result<(), Stopped> {
    for (nth, element) in elements.into_iter().enumerate() {
        check_at(progress, nth)?;
        visit(element);
    }
    Ok(())
}

/// Makes a stop a fault of the element that is read; reading then ends with [`Stopped`].
impl From<Stopped> for Fault {
    fn from(Stopped: Stopped) -> Self {
        fault("the file", "was not read, because reading was stopped; read the file again")
    }
}

/// Returns whether bytes appear to be JSON.
pub(super) fn looks_like_json(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().starts_with(b"{")
}

/// Returns whether bytes begin like a GLB.
pub(super) fn looks_like_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(buffers::MAGIC)
}

/// Parses the bytes of a glTF or GLB; files of its buffers come from `folder`, if there is one.
pub fn parse(bytes: &[u8], folder: Option<&Path>) -> Result<ImportScene, GltfError> {
    let budget = Budget::of_file(bytes.len());
    parse_within(bytes, folder, budget, &Progress::none())
}

/// Contents of a file.
#[derive(Debug)]
pub enum GltfContent {
    /// The document that navsmith wrote, unchanged, and notes about parts that are left out.
    Document(Document, Vec<String>),
    /// The items of a file by another program.
    Scene(ImportScene),
}

/// Parses like [`parse`] within a budget, and reports progress.
pub fn parse_within(
    bytes: &[u8],
    folder: Option<&Path>,
    budget: Budget,
    progress: &Progress,
) -> Result<ImportScene, GltfError> {
    parse_with(bytes, folder, budget, progress, |accessors, _| items::build(accessors))
}

/// Reads the document of a file by navsmith, or the items of another, within a budget.
///
/// Reports progress and can be stopped.
pub fn read_within(
    bytes: &[u8],
    folder: Option<&Path>,
    budget: Budget,
    progress: &Progress,
) -> Result<GltfContent, GltfError> {
    parse_with(bytes, folder, budget, progress, |accessors, json| {
        let why = match document::read(json, accessors) {
            Some(Ok((document, notes))) => return Ok(GltfContent::Document(document, notes)),
            Some(Err(why)) => Some(why),
            None => None,
        };
        progress.check()?;
        let mut scene = items::build(accessors)?;
        let note = |why| format!("its cells, links and queries by navsmith are not read, because {why}");
        scene.notes.extend(why.map(note));
        Ok(GltfContent::Scene(scene))
    })
}

/// Returns the existing files that hold the buffers of a glTF; empty if it cannot be read.
pub(super) fn buffer_files(bytes: &[u8], folder: Option<&Path>) -> Vec<PathBuf> {
    let Ok((json, bin)) = buffers::split(bytes) else { return Vec::new() };
    let Ok(root) = root(json) else { return Vec::new() };
    let buffers = buffers::Buffers::new(&root, bin, current_if_empty(folder), Budget::of_file(bytes.len()));
    buffers.files().collect()
}

/// Returns the files that a glTF refers to: those of [`buffer_files`], and images.
pub(super) fn parts(bytes: &[u8], folder: Option<&Path>) -> Vec<PathBuf> {
    let mut files = buffer_files(bytes, folder);
    let json = buffers::split(bytes).ok().map(|(json, _)| json);
    let images = json.and_then(|json| parsed::<buffers::Images>(json).ok()).unwrap_or_default();
    files.extend(images.files(current_if_empty(folder)));
    files
}

/// Returns the folder of a file; the parent of a bare file name is empty and means the current folder.
fn current_if_empty(folder: Option<&Path>) -> Option<&Path> {
    folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

fn parse_with<T>(
    bytes: &[u8],
    folder: Option<&Path>,
    budget: Budget,
    progress: &Progress,
    read: impl FnOnce(&accessor::Accessors<'_>, &[u8]) -> Result<T, GltfError>,
) -> Result<T, GltfError> {
    let (json, bin) = buffers::split(bytes)?;
    progress.report(0, 1)?;
    // JSON in memory is parsed in one call that cannot be stopped. JSON_CAP bounds its duration.
    let root = root(json)?;
    progress.part(0.0..PARSED).report(1, 1)?;
    check_version(&root)?;
    if let Some(extension) = root.extensions_required.iter().find(|name| is_unknown_compression(name)) {
        return Err(GltfError::Compressed(clipped(extension)));
    }
    let buffers = buffers::Buffers::new(&root, bin, current_if_empty(folder), budget);
    read(&accessor::Accessors::new(&root, buffers, progress), json)
}

/// Whether an extension compresses geometry in a way that the reader does not support.
fn is_unknown_compression(name: &str) -> bool {
    let is_compression = name.contains("draco") || name.contains("meshopt");
    let is_draco = cfg!(feature = "draco") && name == schema::DRACO;
    is_compression && !is_draco && !schema::MESHOPT.contains(&name)
}

fn root(json: &[u8]) -> Result<GltfRoot, GltfError> {
    parsed(json)
}

fn parsed<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, GltfError> {
    if json.len() > JSON_CAP {
        return Err(TooMuch(format!("its JSON alone has {} bytes", json.len())).into());
    }
    // Some writers pad with zeros instead of spaces.
    let padding = json.iter().rev().take_while(|&&byte| byte == 0).count();
    serde_json::from_slice(&json[..json.len() - padding]).map_err(|error| {
        GltfError::NotGltf(format!("its JSON is not that of a glTF: {}", schema::in_plain_words(&error)))
    })
}

fn check_version(root: &GltfRoot) -> Result<(), GltfError> {
    let asset = root.asset.as_ref().and_then(|asset| Some((asset.version.as_ref()?, &asset.min_version)));
    let Some((version, min_version)) = asset else {
        return Err(GltfError::NotGltf("it does not say its version (asset.version)".into()));
    };
    let versions = [("asset.version", Some(version)), ("asset.minVersion", min_version.as_ref())];
    if let Some((member, _)) = versions.iter().find(|(_, of)| of.is_some_and(|of| of.trim().is_empty())) {
        return Err(GltfError::NotGltf(format!("its version ({member}) is empty")));
    }
    let number = |version: &str| -> Option<(u32, u32)> {
        let (major, minor) = version.split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    let needed = min_version.as_ref().unwrap_or(version);
    let is_readable =
        number(needed).is_some_and(|(major, minor)| major == 2 && (min_version.is_none() || minor == 0));
    if is_readable { Ok(()) } else { Err(GltfError::Version(clipped(needed))) }
}

/// Notes the required extensions that may change a mesh and that the reader does not support.
fn note_extensions(root: &GltfRoot, notes: &mut Notes) {
    const HARMLESS: [&str; 9] = [
        "KHR_materials_",
        "KHR_texture_",
        "KHR_lights_",
        "KHR_mesh_quantization",
        "KHR_animation_",
        "KHR_xmp",
        "EXT_texture_",
        "EXT_lights_",
        "MSFT_texture_",
    ];
    let is_known = |name: &str| schema::MESHOPT.contains(&name) || name == schema::DRACO;
    let is_unknown =
        |name: &&String| !is_known(name) && !HARMLESS.iter().any(|known| name.starts_with(known));
    for name in root.extensions_required.iter().filter(is_unknown) {
        notes.add(format!(
            "the file requires the extension {:?}, which is not read, so parts of the level may be missing; export it \
             without that extension",
            clipped(name)
        ));
    }
}
