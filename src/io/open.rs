//! Opens files by their contents, whatever their names.

use std::path::{Path, PathBuf};

use super::file::{self, ReadError, Stamp};
use super::format::{self, FileBytes, Format, FormatError, Opened};
use super::samples::{Content, Sample};
use crate::progress::{Progress, Stopped};

/// Reason why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The content is invalid.
    #[error("{path}{why}")]
    Invalid {
        /// Path of the file.
        path: PathBuf,
        /// Position, reason and remedy.
        why: FormatError,
    },
    /// The file has an unknown format.
    #[error(
        "{0} has no format that navsmith reads; export the level as {formats}",
        formats = format::list(Format::readable())
    )]
    Unknown(PathBuf),
    /// Reading was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Opens a file.
pub fn open(path: &Path) -> Result<Opened, OpenError> {
    open_with_progress(path, &Progress::none())
}

/// Opens a file like [`open`]; for documents and glTF files, reports progress and can be stopped.
pub fn open_with_progress(path: &Path, progress: &Progress) -> Result<Opened, OpenError> {
    let (bytes, stamp) = file::read_stamped(path, file::CAP)?;
    open_content(&FileBytes { bytes: &bytes, path, stamp, progress })
}

/// Opens the bytes of a file; `path` names it in errors, and locates external files of a glTF.
pub fn open_bytes((path, stamp): (&Path, Stamp), bytes: &[u8]) -> Result<Opened, OpenError> {
    open_content(&FileBytes { bytes, path, stamp, progress: &Progress::none() })
}

fn open_content(file: &FileBytes<'_>) -> Result<Opened, OpenError> {
    let path = || file.path.to_owned();
    let format = Format::of_file(file.path, file.bytes);
    let read = format.and_then(|format| format.read).ok_or_else(|| OpenError::Unknown(path()))?;
    read(file).map_err(|why| match why {
        FormatError::Stopped(stopped) => stopped.into(),
        why => OpenError::Invalid { path: path(), why },
    })
}

impl Sample {
    /// Opens the sample like a file; `Err` is the reason if it is invalid, which tests rule out.
    pub fn open(&self) -> Result<Opened, String> {
        let bytes = match self.content {
            Content::Document(text) => text.as_bytes(),
            Content::Gltf(bytes) => bytes,
        };
        open_bytes((Path::new(self.name), Stamp::of(bytes)), bytes).map_err(|error| error.to_string())
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
                matches!(open_as("a.txt", text.as_bytes()), Err(why) if why.contains("has no format")),
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
        assert!(
            matches!(open_as("a.glb", DOCUMENT), Ok(Opened::Document { .. })),
            "a document with another name"
        );
        assert!(matches!(open_as("a.ron", b"mesh 2 0 0"), Ok(Opened::Mesh { .. })), "a Polyanya mesh");
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
        let other = "…/a.obj has no format that navsmith reads; export the level as navsmith document (.ron), Polyanya mesh \
                     (.mesh) or glTF (.gltf, .glb)";
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
}
