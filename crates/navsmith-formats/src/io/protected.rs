//! Files that a write does not replace, because the document is read from them.

use std::path::{Path, PathBuf};

use super::file::{self, CAP};
use super::file_ref::FileRef;
use super::format::Format;
use super::format::rows::{GLB, GLTF};
use super::gltf;
use super::relative_path::{check_local, is_same_file, leads_to};
use crate::document::Document;

/// Files that a write does not replace, because the document is read from them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProtectedFiles {
    /// Files that are not replaced, nor the files that they refer to.
    pub files: Vec<FileRef>,
    /// Files that may be replaced, but not the files that they refer to.
    pub replaceable: Vec<FileRef>,
    /// Levels that a document names, with the file of the document; like `files`.
    ///
    /// Only those that the document alone may decide to read are looked at; the others are compared by name.
    levels: Vec<(FileRef, Option<FileRef>)>,
}

/// Reason why a file was not written: it is one of the [`ProtectedFiles`].
#[derive(Debug, thiserror::Error)]
#[error("{0} was not written: the document or one of its levels is read from it; write to another file")]
pub struct ProtectedError(PathBuf);

impl ProtectedFiles {
    /// Returns the levels of a document in a file, which a write of the document does not replace.
    pub fn levels_of(document: &Document, own: Option<&FileRef>) -> Self {
        let levels = document.levels.iter().map(|level| (FileRef::from(level.file.clone()), own.cloned()));
        Self { levels: levels.collect(), ..Self::default() }
    }

    /// Adds all files of another value.
    pub fn extend(&mut self, other: Self) {
        self.files.extend(other.files);
        self.replaceable.extend(other.replaceable);
        self.levels.extend(other.levels);
    }

    /// Refuses to write one of the files.
    pub fn check(&self, path: &Path) -> Result<(), ProtectedError> {
        let is_file = |file: &FileRef| is_same_file(path, file.path());
        let is_part = |file: &FileRef| parts(file.path()).iter().any(|part| is_same_file(path, part));
        let is_local = |level: &FileRef, own: Option<&FileRef>| {
            own.is_some_and(|own| check_local(level.path(), own.path()).is_ok())
        };
        let is_level = |(level, own): &(FileRef, Option<FileRef>)| {
            leads_to(path, level.path())
                || is_local(level, own.as_ref()) && (is_file(level) || is_part(level))
        };
        let is_protected = self.levels.iter().any(is_level)
            || self.files.iter().any(is_file)
            || self.files.iter().chain(&self.replaceable).any(is_part);
        if is_protected { Err(ProtectedError(path.into())) } else { Ok(()) }
    }
}

/// Returns the files that a file refers to: the buffers and images of a glTF.
fn parts(path: &Path) -> Vec<PathBuf> {
    if !Format::of_name(path).is_some_and(|format| [&GLTF, &GLB].contains(&format)) {
        return Vec::new();
    }
    file::read(path, CAP).map_or_else(|_| Vec::new(), |bytes| gltf::parts(&bytes, path.parent()))
}
