//! Reads the triangles of glTF 2.0 and GLB files, and nothing else of them: no images, materials only by name and
//! colour, skins in their bind pose.
//!
//! The file is a stranger's. Every read is bounded by what the file really holds, buffers come from its own folder
//! only, and what cannot be used is left out with a note; only if nothing is left is that an error.
//! Follows the glTF 2.0 specification and `KHR_mesh_quantization`.

mod accessor;
mod buffers;
mod container;
mod nodes;
mod object;
mod progress;
mod scene;
mod schema;
mod surface;

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

pub use scene::{Found, GltfScene, Picked};

use self::progress::Progress;
use self::schema::Root;
use super::file::{self, ReadError};
use crate::budget::Budget;
use crate::document::count;

/// The longest JSON that is read: 64 MiB.
const JSON_CAP: usize = 64 << 20;

/// How much of the work is done once the JSON is parsed, from 0 to 1.
const PARSED: f32 = 0.3;

const COMPRESSED: &str = "is compressed, and navsmith reads no compressed geometry; export it again without \
                          Draco or meshopt compression";

/// Why a file gives no scene.
#[derive(Debug, thiserror::Error)]
pub enum GltfError {
    /// The file cannot be read at all.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is something else, or damaged.
    #[error("{why}; export the level again as glTF 2.0 or GLB")]
    NotGltf {
        /// What is wrong.
        why: String,
    },
    /// It is of another version.
    #[error("this is glTF {found}, and navsmith reads glTF 2.0; export the level again as glTF 2.0")]
    Version {
        /// The version.
        found: String,
    },
    /// It needs an extension that compresses geometry.
    #[error(
        "this file's geometry is compressed ({extension}), and navsmith reads no compressed geometry; export it \
             again without compression"
    )]
    Compressed {
        /// The extension's name.
        extension: String,
    },
    /// Nothing in it could be used, and this is the first reason.
    #[error("{element} {why}")]
    Broken {
        /// Which element of the file, as `accessors[3]`.
        element: String,
        /// What is wrong with it and what to do.
        why: String,
    },
    /// It is too much to import at once.
    #[error("this is too much to import at once: {what}; choose fewer meshes, or export less of the level")]
    TooMuch {
        /// How much of what.
        what: String,
    },
}

/// Something wrong with one element, which leaves the others.
#[derive(Clone, Debug)]
struct Fault {
    element: String,
    why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.element, self.why)
    }
}

fn fault(element: impl Into<String>, why: impl Into<String>) -> Fault {
    Fault { element: element.into(), why: why.into() }
}

/// What is wrong with an element that another one names and that is not in its list.
fn missing(list: &str, index: usize) -> Fault {
    fault(format!("{list}[{index}]"), "does not exist, though it is named; export the file again")
}

/// Reads a file.
pub fn read(path: &Path) -> Result<GltfScene, GltfError> {
    parse(&file::read(path, file::CAP)?, path.parent())
}

/// Whether bytes are meant to be a GLB, or JSON.
pub(super) fn looks_like_it(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.starts_with(container::MAGIC) || text.trim_ascii_start().starts_with(b"{")
}

/// Reads the bytes of a glTF or GLB; its buffers' files come from `folder`, if there is one.
pub fn parse(bytes: &[u8], folder: Option<&Path>) -> Result<GltfScene, GltfError> {
    let budget = Budget::of_file(bytes.len());
    let scene = parse_while(bytes, folder, budget, &mut |_| ControlFlow::Continue(()))?;
    scene.ok_or_else(|| GltfError::NotGltf { why: "reading it was stopped".into() })
}

/// The same within a budget; `goes_on` gets the share that is read, from 0 to 1, at intervals.
///
/// Where it breaks, the result is `None`.
pub fn parse_while(
    bytes: &[u8],
    folder: Option<&Path>,
    budget: Budget,
    goes_on: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> Result<Option<GltfScene>, GltfError> {
    let progress = Progress::new(goes_on);
    let container = container::split(bytes)?;
    if progress.ask().is_break() {
        return Ok(None);
    }
    // JSON in memory is parsed in one call, which nothing can stop. JSON_CAP bounds how long it takes.
    let root = root(container.json)?;
    if progress.reach(PARSED).is_break() {
        return Ok(None);
    }
    check_version(&root)?;
    let compressed = |name: &&String| name.contains("draco") || name.contains("meshopt");
    if let Some(extension) = root.extensions_required.iter().find(compressed) {
        return Err(GltfError::Compressed { extension: clipped(extension) });
    }
    // The folder of a bare file name is the current one.
    let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let buffers = buffers::Buffers::new(&root, container.bin, folder, budget);
    scene::build(&root, &accessor::Accessors::new(&root, buffers, &progress))
}

fn root(json: &[u8]) -> Result<Root, GltfError> {
    if json.len() > JSON_CAP {
        return Err(GltfError::TooMuch { what: format!("its JSON alone has {} bytes", json.len()) });
    }
    // Some writers pad with zeros where they should with spaces.
    let padding = json.iter().rev().take_while(|&&byte| byte == 0).count();
    serde_json::from_slice(&json[..json.len() - padding]).map_err(|error| GltfError::NotGltf {
        why: format!("its JSON is not that of a glTF: {}", object::in_plain_words(&error)),
    })
}

fn check_version(root: &Root) -> Result<(), GltfError> {
    let asset = root.asset.as_ref().and_then(|asset| Some((asset.version.as_ref()?, &asset.min_version)));
    let Some((version, min_version)) = asset else {
        return Err(GltfError::NotGltf { why: "it does not say its version (asset.version)".into() });
    };
    let versions = [("asset.version", Some(version)), ("asset.minVersion", min_version.as_ref())];
    if let Some((member, _)) = versions.iter().find(|(_, of)| of.is_some_and(|of| of.trim().is_empty())) {
        return Err(GltfError::NotGltf { why: format!("its version ({member}) is empty") });
    }
    let number = |version: &str| -> Option<(u32, u32)> {
        let (major, minor) = version.split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    let needed = min_version.as_ref().unwrap_or(version);
    let is_readable = match number(needed) {
        Some((major, minor)) => major == 2 && (min_version.is_none() || minor == 0),
        None => false,
    };
    if is_readable { Ok(()) } else { Err(GltfError::Version { found: clipped(needed) }) }
}

/// Notes the required extensions that may change a mesh and that are not read.
fn note_extensions(root: &Root, notes: &mut Notes) {
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
    let is_unknown = |name: &&String| !HARMLESS.iter().any(|known| name.starts_with(known));
    for name in root.extensions_required.iter().filter(is_unknown) {
        notes.add(format!(
            "the file requires the extension {:?}, which is not read, so parts of the level may be missing; export it \
             without that extension",
            clipped(name)
        ));
    }
}

/// What was left out or taken differently, in the order of the file; the same thing once, and not without end.
#[derive(Default)]
struct Notes {
    notes: Vec<String>,
    more: usize,
}

impl Notes {
    const MOST: usize = 100;

    fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.notes.len() >= Self::MOST {
            self.more += 1;
        } else if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn finish(mut self) -> Vec<String> {
        if self.more > 0 {
            self.notes.push(format!("and {} like these", count(self.more, "more note", "more notes")));
        }
        self.notes
    }
}

/// A name from the file, short enough to show.
fn clipped(name: &str) -> String {
    const LONGEST: usize = 64;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.into(),
    }
}

/// `NavMesh`, `nav_mesh`, `Level-navmesh.001` …
fn is_named_like_a_navmesh(name: &str) -> bool {
    let letters: String = clipped(name).chars().filter(|c| c.is_alphanumeric()).collect();
    let letters = letters.to_lowercase();
    letters.contains("navmesh") || letters.contains("navigationmesh")
}

#[cfg(test)]
mod tests;
