//! Table of the file formats; everything that reads, writes, offers or describes files uses it.
//!
//! Files are opened by their contents, whatever their names.

mod foreign;
mod opening;
pub(super) mod rows;

use std::fmt;
use std::path::{Path, PathBuf};

use super::bytes::{BinaryError, ContentError};
use super::content::{Cutting, DocumentContent, WriteError, sides_apart};
use super::file::{self, Stamp};
use super::gltf::GltfError;
use super::import::{ImportDefaults, import};
use super::placing::{self, Export, Placement, place};
use super::ron::RonError;
use super::ron::json::JsonError;
use super::scene::{ImportScene, TooMuch};
use super::text::TextError;
use crate::check::ENGINE_DISTANCE;
use crate::document::{Document, Reproduction, article, count, thousands};
use navsmith_core::baked::BakedError;
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Axis, Bounds, FileCoordinates, UpAxis, ground};
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::{Progress, Stopped};
pub(super) use opening::open_with;
pub use opening::{OpenError, open, open_bytes, open_with_progress};
use rows::{BAKED, DOCUMENT, FORMATS, GLB, GODOT_MESH, GODOT_POLYGON, REPRODUCTION};

/// Contents of an opened file.
#[derive(Debug)]
pub enum Opened {
    /// A document, saved to its own file.
    Document {
        /// The document.
        document: Document,
        /// Elements of the file that are not used, in sentences.
        notes: Vec<String>,
        /// Stamp of the file.
        stamp: Stamp,
    },
    /// A mesh in another format, which becomes an unsaved document.
    Mesh {
        /// The mesh, as a document.
        document: Document,
        /// Omitted or changed elements, in sentences.
        notes: Vec<String>,
        /// Format of the file.
        format: &'static Format,
    },
    /// A level; the user chooses items to import.
    Scene {
        /// The items to choose from.
        scene: ImportScene,
        /// Format of the file.
        format: &'static Format,
    },
    /// A query with its part of the mesh, which is not saved to its own file.
    Reproduction(Reproduction),
}

impl Opened {
    /// Returns the content as a document; a scene is imported with the default settings.
    ///
    /// `Err` is a clause.
    pub fn into_document(self) -> Result<Document, String> {
        match self {
            Self::Document { document, .. } => Ok(document),
            Self::Mesh { document, .. } => {
                place(&document, &Placement::default()).map(|placed| placed.document)
            }
            Self::Reproduction(made) => Ok(made.document),
            Self::Scene { scene, .. } => {
                let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
                let imported = import(&scene, &chosen, &Placement::default(), &weld);
                imported.map(|imported| imported.document).map_err(|why| why.to_string())
            }
        }
    }

    /// Returns the format of the file.
    pub fn format(&self) -> &'static Format {
        match self {
            Self::Document { .. } => &DOCUMENT,
            Self::Mesh { format, .. } | Self::Scene { format, .. } => format,
            Self::Reproduction(_) => &REPRODUCTION,
        }
    }
}

/// Reason why content is invalid in its format.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The document or reproduction is invalid.
    #[error(", {0}")]
    Ron(#[from] RonError),
    /// The glTF is unusable.
    #[error(": {0}")]
    Gltf(#[from] GltfError),
    /// The document as JSON is invalid.
    #[error("{0}")]
    Json(#[from] JsonError),
    /// The text is invalid.
    #[error(", {0}")]
    Text(#[from] TextError),
    /// The baked mesh is damaged or invalid.
    #[error(": {0}")]
    Baked(#[from] BakedError),
    /// The binary file is invalid.
    #[error(", {0}")]
    Binary(#[from] BinaryError),
    /// The file is that of another program.
    #[error(": {0}")]
    Foreign(&'static str),
    /// The file contains too much.
    #[error(": {0}")]
    TooMuch(#[from] TooMuch),
    /// Reading was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<ContentError> for FormatError {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::Text(why) => why.into(),
            ContentError::Binary(why) => why.into(),
            ContentError::TooMuch(why) => why.into(),
        }
    }
}

/// Content of a file to read, in memory.
#[derive(Debug)]
pub struct FileBytes<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// Path of the file, which locates other files that it references.
    pub path: &'a Path,
    /// Stamp of the file.
    pub stamp: Stamp,
    /// Progress of the read.
    pub progress: &'a Progress,
}

impl FileBytes<'_> {
    fn budget(&self) -> Budget {
        Budget::of_file(self.bytes.len())
    }
}

/// Function that reads a file of a format.
pub type Read = fn(&FileBytes<'_>) -> Result<Opened, FormatError>;

/// Function that writes a document in a format.
pub type Write = fn(&Export<'_>) -> Result<Result<Vec<u8>, WriteError>, Stopped>;

/// A file format, which is a row of [`FORMATS`].
pub struct Format {
    /// Name in messages and dialogs, in the singular.
    pub name: &'static str,
    /// Extensions in lower case without the first dot; the first one is for new files.
    ///
    /// An extension with a dot inside, such as `v3.mesh`, precedes the extension `mesh` of another format.
    pub extensions: &'static [&'static str],
    /// Returns whether bytes appear to have this format.
    pub is_content: fn(&[u8]) -> bool,
    /// Function that reads a file; `None` if navsmith does not read the format.
    pub read: Option<Read>,
    /// Function that writes a document; `None` if no document is written in the format.
    pub write: Option<Write>,
    /// Versions that are read, and the version that is written, for tables.
    pub versions: [&'static str; 2],
    /// Whether programs that read the format expect Y up, or a plane seen from above.
    pub has_fixed_up: bool,
    /// Contents that the written file stores.
    pub stores: &'static [DocumentContent],
    /// Cutting of cells that the format does not store whole; `None` if it stores all.
    pub cutting: Option<Cutting>,
    /// Whether programs that read it join vertices by position, also those that are apart.
    pub joins_by_position: bool,
    /// Whether it is a picture of a view, which the module `picture` writes.
    pub is_picture: bool,
}

impl Format {
    /// Returns the format that the extension of a path names; `None` if it names none.
    pub fn of_name(path: &Path) -> Option<&'static Self> {
        Some(Self::named_by(path)?.0)
    }

    /// Returns the format that the longest extension of a path names, with that extension.
    fn named_by(path: &Path) -> Option<(&'static Self, &'static str)> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let ends_with = |extension: &str| {
            let stem = name.strip_suffix(extension).and_then(|stem| stem.strip_suffix('.'));
            stem.is_some_and(|stem| !stem.is_empty())
        };
        let all =
            FORMATS.into_iter().flat_map(|format| format.extensions.iter().map(move |it| (format, *it)));
        all.filter(|(_, extension)| ends_with(extension)).max_by_key(|(_, extension)| extension.len())
    }

    /// Returns the format of a file by its content, or by its extension if the content does not decide.
    pub fn of_file(path: &Path, bytes: &[u8]) -> Option<&'static Self> {
        Self::of_content(bytes).or_else(|| Self::of_name(path))
    }

    fn of_content(bytes: &[u8]) -> Option<&'static Self> {
        FORMATS.into_iter().find(|format| (format.is_content)(bytes))
    }

    /// Returns a path with the extension of this format, which replaces that of another format.
    pub fn renamed(&self, path: &Path) -> PathBuf {
        let extension = self.extensions.first().copied().unwrap_or_default();
        Self::without_extension(path).with_added_extension(extension)
    }

    /// Returns a path without the extension of a format; the path itself if its extension names none.
    pub(super) fn without_extension(path: &Path) -> PathBuf {
        let parts = Self::named_by(path).map_or(0, |(_, extension)| extension.split('.').count());
        (0..parts).fold(path.to_owned(), |path, _| path.with_extension(""))
    }

    /// Returns the amounts of content that a written file does not store; empty if it stores all.
    ///
    /// A picture is not meant to store any.
    pub fn losses(&self, document: &Document, coordinates: FileCoordinates) -> Vec<String> {
        if self.is_picture {
            return Vec::new();
        }
        let mut losses = DocumentContent::losses(self.stores, document);
        let placed = |content| self.stores.contains(&content);
        if placed(DocumentContent::Queries) && placed(DocumentContent::Levels) {
            losses.extend(placing::losses(&placing::with_heights(document, coordinates), coordinates));
        }
        losses.extend(self.cutting.into_iter().flat_map(|cutting| (cutting.changes)(document)));
        losses
    }

    /// Returns a clause about chains that programs cross, because they join vertices by position.
    pub fn crossed_chains(&self, document: &Document) -> Option<String> {
        let sides = if self.joins_by_position { sides_apart(&document.mesh) } else { 0 };
        let sides = (sides > 0).then(|| count(sides, "side", "sides"))?;
        let [article, name] = [article(self.name), self.name];
        Some(format!(
            "programs that read {article} {name} join vertices by position, so they cross {sides} of chains"
        ))
    }

    /// Returns the reason why files of this format cannot have these coordinates, as a clause.
    pub fn refusal(&self, coordinates: FileCoordinates) -> Option<String> {
        let is_turned = coordinates.up != UpAxis::Y || coordinates.mirror == Some(Axis::Y);
        (self.has_fixed_up && is_turned).then(|| {
            format!(
                "the format {} always has Y up; leave the up axis at Y, and do not mirror along Y",
                self.name
            )
        })
    }

    /// Returns the distance at which the engine of the format joins corners and edges.
    ///
    /// It is in units of the file. These are the defaults of Godot; a project can set others.
    pub(super) fn engine_distance(&self) -> Option<f32> {
        let defaults = [(&GODOT_MESH, ENGINE_DISTANCE), (&GODOT_POLYGON, 1.0)];
        defaults.into_iter().find(|(format, _)| *format == self).map(|(_, distance)| distance)
    }

    /// Returns a clause about coordinates that are too large for the tolerance of the format.
    pub(super) fn lost_tolerance(&self, mesh: &NavMesh, coordinates: FileCoordinates) -> Option<String> {
        let tolerance = self.cutting?.tolerance;
        let Bounds { min, max } = mesh.bounds();
        let corners = [min, max].map(|corner| ground(coordinates.to_file(corner)).abs());
        let farthest = corners[0].max(corners[1]).max_element();
        // Coordinates are multiples of the last place of the largest one.
        let is_coarse = mesh.cell_count() > 0 && farthest.next_up() - farthest > tolerance;
        let (name, farthest) = (self.name, thousands(farthest as usize));
        is_coarse.then(|| {
            format!(
                "coordinates are up to {farthest}, too large for the tolerance of {tolerance} by which a {name} compares \
                 positions"
            )
        })
    }

    /// Writes a document in the coordinates of a file; reports progress and can be stopped.
    pub fn encode(
        &self,
        document: &Document,
        coordinates: FileCoordinates,
        progress: &Progress,
    ) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
        let Some(write) = self.write else {
            let description = format!("navsmith does not write the format {}; choose another one", self.name);
            return Ok(Err(description.into()));
        };
        let placed = match self.refusal(coordinates) {
            Some(refusal) => Err(refusal),
            None => placing::for_file(document, coordinates),
        };
        match placed {
            Ok(document) => {
                let written = write(&Export { document: &document, coordinates, progress })?;
                Ok(written.and_then(|bytes| self.within_limit(bytes)))
            }
            Err(description) => Ok(Err(description.into())),
        }
    }

    /// Returns the bytes of a file, unless they are more than the reader of the format accepts.
    fn within_limit(&self, bytes: Vec<u8>) -> Result<Vec<u8>, WriteError> {
        if self.read.is_none() || bytes.len() as u64 <= file::CAP {
            return Ok(bytes);
        }
        let (len, most) = (bytes.len().div_ceil(1 << 20), file::CAP >> 20);
        let others = [&GLB, &BAKED].into_iter().filter(|format| *format != self);
        let others = list(others);
        let why = format!("the file would have {len} MiB, and at most {most} are read");
        Err(format!("{why}; export it as {others}, or remove a part of the mesh").into())
    }

    /// Returns the extensions for a file dialog of the system, which may accept only those without a dot.
    pub fn dialog_extensions(&self) -> Vec<&'static str> {
        let mut extensions: Vec<&'static str> = Vec::new();
        for extension in self.extensions {
            let last = extension.rsplit('.').next().unwrap_or(extension);
            if !extensions.contains(&last) {
                extensions.push(last);
            }
        }
        extensions
    }

    /// Returns the formats of files that are read.
    pub fn readable() -> impl Iterator<Item = &'static Self> {
        FORMATS.into_iter().filter(|format| format.read.is_some() && !format.extensions.is_empty())
    }

    /// Returns the formats in which documents are written.
    pub fn writable() -> impl Iterator<Item = &'static Self> {
        FORMATS.into_iter().filter(|format| format.write.is_some())
    }

    /// Returns the formats of exports: those of documents, then pictures.
    pub fn exported() -> impl Iterator<Item = &'static Self> {
        Self::writable().chain(FORMATS.into_iter().filter(|format| format.is_picture))
    }

    /// Whether documents are written in the format, or pictures of them.
    pub fn is_exported(&self) -> bool {
        self.write.is_some() || self.is_picture
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Formats the name with the extensions: `glTF (.gltf, .glb)`.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extensions: Vec<String> =
            self.extensions.iter().map(|extension| format!(".{extension}")).collect();
        write!(f, "{} ({})", self.name, extensions.join(", "))
    }
}

/// Lists formats with their extensions: `glTF (.gltf, .glb) or Polyanya mesh (.mesh)`.
pub fn list(formats: impl Iterator<Item = &'static Format>) -> String {
    let mut names: Vec<String> = formats.map(ToString::to_string).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) }
}
