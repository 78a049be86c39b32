//! Paths of levels and export targets: absolute in memory, and relative to the document in files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf, absolute};
use std::sync::Arc;

use crate::document::Document;

/// Makes the paths of levels and export targets absolute; they are relative to the folder of `path`.
pub(super) fn resolve(document: &mut Document, path: &Path) {
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    for_each(document, |file| {
        let path = folder.join(&*file);
        let path = absolute(&path).unwrap_or(path);
        // The path came from a text, so only the folder can be invalid UTF-8. The file is then not found.
        *file = normalized(&path).to_string_lossy().into_owned();
    });
}

/// Returns a document whose levels and export targets are relative to the folder of `path`.
///
/// A document is written in this form to `path`. Files on another drive keep their absolute paths.
pub fn with_relative_files(document: &Document, path: &Path) -> Document {
    let (mut document, folder) = (document.clone(), folder_of(path));
    for_each(&mut document, |file| make_relative(file, &folder));
    document
}

/// Returns two documents as [`with_relative_files`] does, with equal paths of the same file.
///
/// A file that both name is relative to the folder of the first path in both. Other files are relative to the folder
/// of their own document, so a folder that was copied as a whole has the same paths.
pub fn with_comparable_files([(one, path), (other, other_path)]: [(&Document, &Path); 2]) -> [Document; 2] {
    let levels = one.levels.iter().map(|level| &level.file);
    let named: BTreeSet<&String> = levels.chain(one.exports.iter().map(|target| &target.file)).collect();
    let [folder, other_folder] = [path, other_path].map(folder_of);
    let mut other = other.clone();
    for_each(&mut other, |file| {
        make_relative(file, if named.contains(file) { &folder } else { &other_folder });
    });
    [with_relative_files(one, path), other]
}

fn folder_of(path: &Path) -> PathBuf {
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    normalized(path.parent().unwrap_or_else(|| Path::new("")))
}

/// Makes a path relative to a folder; one on another drive stays as it is.
fn make_relative(file: &mut String, folder: &Path) {
    if let Some(relative) = relative(folder, Path::new(&*file)) {
        *file = relative;
    }
}

/// Changes the path of every level and export target.
fn for_each(document: &mut Document, change: impl Fn(&mut String)) {
    if !document.levels.is_empty() {
        for level in Arc::make_mut(&mut document.levels) {
            change(&mut level.file);
        }
    }
    if !document.exports.is_empty() {
        for target in Arc::make_mut(&mut document.exports) {
            change(&mut target.file);
        }
    }
}

/// Whether a file is in the folder of another one, or below it.
pub fn is_below_folder_of(file: &Path, other: &Path) -> bool {
    let (Ok(file), Ok(other)) = (absolute(file), absolute(other)) else { return false };
    // The parent of a name alone is an empty path, with which every path starts.
    other.parent().is_some_and(|folder| normalized(&file).starts_with(normalized(folder)))
}

/// Returns the path of a file relative to the folder of another one, with slashes.
///
/// Returns `None` if they are on different drives, or if the path is not valid UTF-8.
pub fn relative_to_folder_of(file: &Path, other: &Path) -> Option<String> {
    let (file, other) = (absolute(file).ok()?, absolute(other).ok()?);
    relative(&normalized(other.parent()?), &file)
}

/// Whether two paths lead to the same file, perhaps by symbolic links or by names in other letter case.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let missing = || absolute(path).map(|path| normalized(&path));
        fs::canonicalize(path).or_else(|_| missing())
    };
    place(one).is_ok_and(|one| place(other).is_ok_and(|other| one == other))
}

/// Whether a path leads to a file that another path names, without access to the named one.
pub(super) fn leads_to(path: &Path, named: &Path) -> bool {
    let Ok(named) = absolute(named).map(|named| normalized(&named)) else { return false };
    let is_named = |path: PathBuf| normalized(&path) == named;
    absolute(path).is_ok_and(is_named) || fs::canonicalize(path).is_ok_and(is_named)
}

/// Reason why a document alone does not decide that a file is read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotLocal {
    /// The file is elsewhere, perhaps on another machine.
    #[error("is outside of the folder of the document")]
    Outside,
    /// A symbolic link in the path leads elsewhere, to this path.
    #[error("leads to {} by a symbolic link, outside of the folder of the document", shown(.0))]
    LinkedOutside(PathBuf),
    /// A name in the path begins with a dot.
    #[error("is in a hidden folder")]
    Hidden,
}

/// Returns a path as text in one line.
fn shown(path: &Path) -> String {
    path.display().to_string().replace(char::is_control, "?")
}

/// Number of symbolic links in a path from which on it counts as endless.
const MOST_LINKS: usize = 40;

/// Checks that a file is in the folder of a document or below it, and in no hidden folder.
///
/// Files that a document names are read and written without a question only if this holds.
pub fn check_local(file: &Path, document: &Path) -> Result<(), NotLocal> {
    let document = absolute(document).map_err(|_no_folder| NotLocal::Outside)?;
    check_below(file, document.parent().ok_or(NotLocal::Outside)?)
}

/// Checks that a file is in a folder or below it, and in no hidden folder.
///
/// Symbolic links are followed name by name, so no file of another folder or machine is looked at.
pub(super) fn check_below(file: &Path, folder: &Path) -> Result<(), NotLocal> {
    let absolute = |path: &Path| absolute(path).map_err(|_no_folder| NotLocal::Outside);
    let (file, folder) = (absolute(file)?, absolute(folder)?);
    // A file is not normalized, because a name before `..` may be a link.
    let below = |path: &Path| {
        let rest = path.strip_prefix(&folder).or_else(|_elsewhere| path.strip_prefix(normalized(&folder)));
        rest.map(Path::to_owned).map_err(|_elsewhere| NotLocal::Outside)
    };
    let (mut at, mut links) = (PathBuf::new(), 0);
    let mut rest = below(&file)?;
    while let Some(next) = rest.components().next() {
        let mut after = rest.strip_prefix(next).map(Path::to_owned).unwrap_or_default();
        match next {
            Component::Normal(name) if name.as_encoded_bytes().starts_with(b".") => {
                return Err(NotLocal::Hidden);
            }
            Component::Normal(name) => {
                at.push(name);
                if let Some(target) = link_target(&folder.join(&at))? {
                    at.pop();
                    if target.has_root() {
                        at = PathBuf::new();
                        let linked = normalized(&target.join(&after));
                        let own = below(&target).map_err(|_outside| NotLocal::LinkedOutside(linked))?;
                        after = own.join(after);
                    } else {
                        after = target.join(after);
                    }
                    links += 1;
                }
            }
            Component::CurDir => {}
            Component::ParentDir if at.pop() => {}
            _ if links > 0 => {
                return Err(NotLocal::LinkedOutside(normalized(&folder.join(at).join(rest))));
            }
            _ => return Err(NotLocal::Outside),
        }
        if links > MOST_LINKS {
            return Err(NotLocal::Outside);
        }
        rest = after;
    }
    Ok(())
}

/// Returns the path in a symbolic link; `None` for other files, and where there is no file.
fn link_target(path: &Path) -> Result<Option<PathBuf>, NotLocal> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_symlink());
    let target = is_link.then(|| fs::read_link(path)).transpose();
    target.map_err(|_unreadable| NotLocal::Outside)
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
