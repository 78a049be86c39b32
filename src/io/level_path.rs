//! Paths of level geometry: absolute in memory, and relative to the document in files.

use std::path::{Component, Path, PathBuf, absolute};
use std::sync::Arc;

use crate::document::Document;

/// Makes the files of the levels of a document absolute; they are relative to the folder of `path`.
pub(super) fn resolve(document: &mut Document, path: &Path) {
    if document.levels.is_empty() {
        return;
    }
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    for level in Arc::make_mut(&mut document.levels) {
        let file = folder.join(&level.file);
        let file = absolute(&file).unwrap_or(file);
        // The path came from a text, so only the folder can be invalid UTF-8. The level is then not found.
        level.file = normalized(&file).to_string_lossy().into_owned();
    }
}

/// Returns a document whose levels are relative to the folder of `path`, to write it there.
///
/// Levels on another drive keep their absolute paths.
pub fn with_relative_levels(document: &Document, path: &Path) -> Document {
    if document.levels.is_empty() {
        return document.clone();
    }
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = normalized(path.parent().unwrap_or_else(|| Path::new("")));
    let mut document = document.clone();
    for level in Arc::make_mut(&mut document.levels) {
        if let Some(relative) = relative(&folder, Path::new(&level.file)) {
            level.file = relative;
        }
    }
    document
}

/// Whether a file is in the folder of another one, or below it.
pub fn is_below_folder_of(file: &Path, other: &Path) -> bool {
    other.parent().is_some_and(|folder| {
        let folder = absolute(folder).unwrap_or_else(|_| folder.to_owned());
        normalized(file).starts_with(normalized(&folder))
    })
}

/// Returns a path without `.` and `..`, as far as possible.
fn normalized(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            component => plain.push(component),
        }
    }
    plain
}

/// Returns a path relative to a folder, with slashes.
///
/// Returns `None` if they have different roots, or if the path is not valid UTF-8.
fn relative(folder: &Path, file: &Path) -> Option<String> {
    let file = normalized(file);
    let (mut from, mut to) = (folder.components().peekable(), file.components().peekable());
    if !file.is_absolute() || from.peek() != to.peek() {
        return None;
    }
    while from.peek().is_some() && from.peek() == to.peek() {
        from.next();
        to.next();
    }
    let up = from.map(|_| Some(".."));
    let names: Option<Vec<&str>> = up.chain(to.map(|component| component.as_os_str().to_str())).collect();
    names.map(|names| names.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::LevelReference;

    fn document(file: &str) -> Document {
        Document { levels: vec![LevelReference::new(file)].into(), ..Document::default() }
    }

    #[test]
    fn paths_are_absolute_in_memory_and_relative_in_files() {
        let folder = tempfile::tempdir().expect("a folder for tests");
        let (own, other) = (folder.path().join("maps/a.ron"), folder.path().join("old/maps/b.ron"));
        let mut read = document("../art/level.glb");
        resolve(&mut read, &own);
        let art = folder.path().join("art").join("level.glb");
        assert_eq!(Path::new(&read.levels[0].file), normalized(&art), "without dots");
        assert_eq!(with_relative_levels(&read, &own), document("../art/level.glb"), "where it was");
        assert_eq!(with_relative_levels(&read, &other), document("../../art/level.glb"), "elsewhere");
        assert!(!is_below_folder_of(&art, &own), "outside of the folder");
        assert!(is_below_folder_of(&own.with_file_name("level.glb"), &own), "beside the document");
    }
}
