//! Access to files and folders.

use std::fs::{self, DirEntry};
use std::future::{Ready, ready};
use std::path::Path;

use navsmith_core::geometry::FileCoordinates;
use navsmith_core::progress::Progress;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::levels::{self, LevelContent, LevelError};
use navsmith_formats::io::save::{SaveError, SaveOptions, Saved, save_with_progress};
use navsmith_formats::io::{
    self, FileRef, Format, OpenError, Opened, ProtectedError, ProtectedFiles, TargetChecks, TargetError,
};

/// A file or a folder in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Whether it is a file; `false` sorts folders first.
    pub is_file: bool,
    /// Name without the folder.
    pub name: String,
}

pub(in crate::app) fn open(file: &FileRef, progress: &Progress) -> Ready<Result<(Opened, Stamp), OpenError>> {
    ready(io::open_with_progress(file.path(), progress))
}

pub(in crate::app) fn read_level(
    file: &FileRef,
    document: Option<&FileRef>,
    progress: &Progress,
) -> Ready<Result<LevelContent, LevelError>> {
    ready(levels::read_level_of(document.map(FileRef::path), file.path(), progress))
}

pub(in crate::app) fn save(
    file: &FileRef,
    bytes: &[u8],
    options: &SaveOptions,
    progress: &Progress,
) -> Ready<Result<Saved, SaveError>> {
    ready(save_with_progress(file.path(), bytes, options, progress))
}

pub(in crate::app) fn write_target(
    file: &FileRef,
    form: (&Format, FileCoordinates),
    bytes: &[u8],
    options: (&SaveOptions, &TargetChecks),
    progress: &Progress,
) -> Ready<Result<Saved, TargetError>> {
    ready(io::write_target(file.path(), form, bytes, options, progress))
}

/// Refuses to write a file that the document is read from.
pub(in crate::app) fn check_protected(
    file: &FileRef,
    protected: &ProtectedFiles,
) -> Ready<Result<(), ProtectedError>> {
    ready(protected.check(file.path()))
}

/// Returns the files that were dropped on the window in this frame.
pub(in crate::app) fn dropped(ctx: &egui::Context) -> Vec<FileRef> {
    ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().into()).collect())
}

pub(in crate::app) fn exists(file: &FileRef) -> bool {
    file.path().is_file()
}

pub(in crate::app) fn is_folder(file: &FileRef) -> bool {
    file.path().is_dir()
}

/// Returns the folder of the suggested file, of the recent one, or the current directory.
pub(in crate::app) fn initial_folder(suggested: Option<&FileRef>, recent: Option<&FileRef>) -> FileRef {
    let suggested = suggested.and_then(FileRef::folder).filter(|folder| folder.path().is_absolute());
    let folder = suggested.or_else(|| recent?.folder());
    folder.or_else(|| std::env::current_dir().ok().map(FileRef::from)).unwrap_or_else(|| "/".into())
}

/// Returns the files and folders in a folder, sorted by name, without hidden ones.
pub(in crate::app) fn list(folder: &FileRef) -> Ready<Result<Vec<Entry>, String>> {
    ready(entries(folder.path()).map_err(|why| format!("This folder cannot be listed: {why}.")))
}

/// Returns the visible files and folders in a folder: folders first, then by name.
pub fn entries(folder: &Path) -> std::io::Result<Vec<Entry>> {
    let entry = |entry: DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        Entry { is_file: !entry.path().is_dir(), name }
    };
    let entries = fs::read_dir(folder)?.flatten().map(entry);
    let mut entries: Vec<Entry> = entries.filter(|entry| !entry.name.starts_with('.')).collect();
    entries.sort();
    Ok(entries)
}
