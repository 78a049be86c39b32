//! Opens files by their contents, whatever their names.

use std::path::{Path, PathBuf};

use super::file::{self, ReadError, Stamp};
use super::gltf::{self, GltfError, GltfScene};
use super::polyanya::{self, MeshError};
use super::ron::{self, RonError};
use super::samples::{Content, Sample};
use crate::budget::Budget;
use crate::document::{Document, Reproduction};
use crate::progress::{Progress, Stopped};

/// Contents of an opened file.
#[derive(Debug)]
pub enum Opened {
    /// A document, saved to its own file.
    Document {
        /// The document.
        document: Document,
        /// Stamp of the file.
        stamp: Stamp,
    },
    /// A level; the user chooses items to import.
    Gltf(GltfScene),
    /// A mesh in the Polyanya text format, which becomes an unsaved document.
    Polyanya(Document),
    /// A query with its part of the mesh, which is not saved to its own file.
    Reproduction(Reproduction),
}

/// Reason why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file is an invalid document.
    #[error("{path}, {why}")]
    Ron {
        /// Path of the file.
        path: PathBuf,
        /// Position, reason and remedy.
        why: RonError,
    },
    /// The file is an unusable glTF.
    #[error("{path}: {why}")]
    Gltf {
        /// Path of the file.
        path: PathBuf,
        /// Reason and remedy.
        why: GltfError,
    },
    /// The file is invalid in the Polyanya text format.
    #[error("{path}, {why}")]
    Polyanya {
        /// Path of the file.
        path: PathBuf,
        /// Position, reason and remedy.
        why: MeshError,
    },
    /// The file has an unknown format.
    #[error(
        "{path} is neither a navsmith document (RON) nor a glTF, a GLB or a Polyanya mesh; export the level as one of these"
    )]
    Unknown {
        /// Path of the file.
        path: PathBuf,
    },
    /// Reading was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Returns whether a file has one of these extensions, in lower or upper case.
pub fn has_extension(path: &Path, names: &[&str]) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    names.contains(&extension.as_str())
}

/// Opens a file.
pub fn open(path: &Path) -> Result<Opened, OpenError> {
    open_with_progress(path, &Progress::none())
}

/// Opens a file like [`open`]; for documents and glTF files, reports progress and can be stopped.
pub fn open_with_progress(path: &Path, progress: &Progress) -> Result<Opened, OpenError> {
    let (bytes, stamp) = file::read_stamped(path, file::CAP)?;
    open_bytes_with_progress((path, stamp), &bytes, progress)
}

/// Opens the bytes of a file; `path` names it in errors, and locates external files of a glTF.
pub fn open_bytes((path, stamp): (&Path, Stamp), bytes: &[u8]) -> Result<Opened, OpenError> {
    open_bytes_with_progress((path, stamp), bytes, &Progress::none())
}

fn open_bytes_with_progress(
    (path, stamp): (&Path, Stamp),
    bytes: &[u8],
    progress: &Progress,
) -> Result<Opened, OpenError> {
    let has_extension = |names: &[&str]| has_extension(path, names);
    let mut budget = Budget::of_file(bytes.len());
    if gltf::looks_like_it(bytes) || has_extension(&["gltf", "glb"]) {
        return gltf::parse_within(bytes, path.parent(), budget, progress).map(Opened::Gltf).map_err(|why| {
            match why {
                GltfError::Stopped(stopped) => stopped.into(),
                why => OpenError::Gltf { path: path.into(), why },
            }
        });
    }
    if polyanya::looks_like_it(bytes) || (has_extension(&["mesh"]) && !ron::looks_like_it(bytes)) {
        let read = polyanya::read_within(bytes, &mut budget);
        return read.map(Opened::Polyanya).map_err(|why| OpenError::Polyanya { path: path.into(), why });
    }
    let in_ron = |why| OpenError::Ron { path: path.into(), why };
    if ron::reproduction::looks_like_it(bytes) {
        let read = ron::reproduction::read_bytes_within(bytes, &mut budget).map_err(in_ron)?;
        return Ok(Opened::Reproduction(read));
    }
    if ron::looks_like_it(bytes) || has_extension(&["ron"]) {
        let document = ron::read_bytes_within(bytes, &mut budget, progress)?.map_err(in_ron)?;
        return Ok(Opened::Document { document, stamp });
    }
    Err(OpenError::Unknown { path: path.into() })
}

impl Sample {
    /// Opens the sample like a file; `Err` is the reason if it is invalid, which tests rule out.
    pub fn open(&self) -> Result<Opened, String> {
        match self.content {
            Content::Document(text) => {
                let document = ron::read(text).map_err(|error| error.to_string())?;
                Ok(Opened::Document { document, stamp: Stamp::of(text.as_bytes()) })
            }
            Content::Gltf(bytes) => {
                gltf::parse(bytes, None).map(Opened::Gltf).map_err(|error| error.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_as(name: &str, bytes: &[u8]) -> Result<Opened, String> {
        let folder = tempfile::tempdir().expect("a folder for tests");
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file for tests");
        let root = folder.path().display().to_string();
        open(&path).map_err(|error| error.to_string().replace(&root, "…"))
    }

    const DOCUMENT: &[u8] = b"// mine\n(version: 1, vertices: [], cells: [])";
    const GLTF: &[u8] = b"\xef\xbb\xbf \n{\"asset\": {\"version\": \"2.0\"}}";

    #[test]
    fn a_text_with_the_word_version_is_not_a_document() {
        for text in ["version 3 of my notes", "mesh notes, see NavMesh and version"] {
            assert!(
                matches!(open_as("a.txt", text.as_bytes()), Err(why) if why.contains("is neither")),
                "{text}"
            );
        }
        for text in [
            "#![enable(implicit_some)]\n/* mine */ // too\n( // first\n version: 1, vertices: [], cells: [])",
            "NavMesh(version: 1, vertices: [], cells: [])",
        ] {
            assert!(matches!(open_as("a.txt", text.as_bytes()), Ok(Opened::Document { .. })), "{text}");
        }
    }

    #[test]
    fn content_counts_and_not_the_name() {
        assert!(matches!(open_as("a.txt", DOCUMENT), Ok(Opened::Document { .. })), "a document");
        assert!(matches!(open_as("a.ron", GLTF), Ok(Opened::Gltf(_))), "a glTF");
        assert!(matches!(open_as("a.ron", b"mesh 2 0 0"), Ok(Opened::Polyanya(_))), "a Polyanya mesh");
    }

    #[test]
    fn bytes_that_were_read_open_without_reading_the_file_again() {
        let stamp = Stamp::of(DOCUMENT);
        let opened = open_bytes((Path::new("gone/a.ron"), stamp), DOCUMENT).expect("good bytes");
        assert!(matches!(opened, Opened::Document { stamp: of, .. } if of == stamp), "{opened:?}");
    }

    #[test]
    fn what_cannot_be_opened_says_why() {
        let description = |name, bytes| open_as(name, bytes).expect_err("refused");
        let other = "…/a.obj is neither a navsmith document (RON) nor a glTF, a GLB or a Polyanya mesh; export the level as one of these";
        assert_eq!(description("a.obj", b"v 0 0 0"), other, "another format");
        assert_eq!(
            description("a.ron", b"(version: 1,\n  n\xff"),
            "…/a.ron, line 2, column 4: the text is not valid UTF-8 here; save it as UTF-8",
            "no text"
        );
        assert!(description("a.ron", b"").starts_with("…/a.ron, line 1, column 1: "), "empty");
        assert!(
            description("a.glb", b"glT").starts_with("…/a.glb: its JSON is not that of a glTF"),
            "cut short"
        );
    }

    #[test]
    fn samples_open() {
        for sample in super::super::samples::all() {
            sample.open().unwrap_or_else(|error| panic!("{}: {error}", sample.name));
        }
    }
}
