//! Atomic saves: after a failure, the file contains all of the old bytes or all of the new ones.
//!
//! The new bytes go into a temporary file in the same folder. It is synced, read back and renamed over the file. On
//! Windows, [`std::fs::rename`] replaces a file as well, so the steps are the same.
//!
//! - A symbolic link stays a link: its target is replaced, or created if it does not exist. A link that leads back to
//!   itself is refused.
//! - On Unix, a replaced file keeps its mode, owner, group, access control lists and extended attributes. On Windows,
//!   the new file has the permissions of its folder, and alternate streams are not copied.
//! - [`SaveOptions::is_forced`] is required to replace a file that is read-only, belongs to another user or has other
//!   hard links. Other hard links keep the old content.
//! - Temporary files are named `.navsmith-`, a random number and `.tmp`. A save therefore works for every name that
//!   the system allows. Their process keeps them locked; each save removes those that no process has locked.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, Disk, PIECE, Temporary};
use super::file::{RequiredState, Stamp};
use super::file_ref::FileRef;
use super::format::{Format, Opened, open};
use crate::document::Document;
use navsmith_core::progress::{Progress, Stopped};

/// Options of a save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveOptions {
    /// Required state of the path before the save.
    pub expected: RequiredState,
    /// Whether the file is replaced in spite of every [`Caution`].
    pub is_forced: bool,
    /// The new content, which replaces more content only if forced.
    pub content: SavedContent,
    /// Whether the replaced content is kept as [`previous_version`].
    pub keeps_previous: bool,
}

/// Reason for a confirmation before a file is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Caution {
    /// The file is marked as read-only.
    #[error("it is read-only")]
    ReadOnly,
    /// The system does not allow this user to set the file's owner.
    #[error("it belongs to another user or group, and would be yours afterwards")]
    OtherOwner,
    /// The file has this number of other hard links.
    #[error("it has other names (hard links: {0}), which would keep the old content")]
    HardLinks(u64),
    /// The file would be replaced by an empty document.
    #[error("the document is empty, and the file is not")]
    Emptied,
    /// The file would be replaced by a mesh without cells.
    #[error("the mesh has no cells, and the file has some")]
    NoCells,
}

/// How much a file contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SavedContent {
    /// An empty document.
    Empty,
    /// A document without cells.
    NoCells,
    /// Cells, or something else than a document.
    #[default]
    Cells,
}

impl SavedContent {
    /// Returns how much a file with a document contains.
    pub fn of(document: &Document) -> Self {
        match document.mesh.cell_count() {
            0 if document.is_empty() => Self::Empty,
            0 => Self::NoCells,
            _ => Self::Cells,
        }
    }

    fn of_file(path: &Path) -> Self {
        match open(path) {
            Ok(Opened::Document { document, .. } | Opened::Mesh { document, .. }) => Self::of(&document),
            Ok(Opened::Scene { .. } | Opened::Reproduction(_)) | Err(_) => Self::Cells,
        }
    }
}

/// Reason why a file was not replaced; the file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The system reported an error.
    #[error("{path} was not saved: {why}; the file on disk is as before, {}", advice(.why))]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        why: io::Error,
    },
    /// A folder, a device or a pipe has this name.
    #[error("{0} is no regular file, so nothing can be saved there; choose another name")]
    NotAFile(PathBuf),
    /// The path is a symbolic link that leads back to itself.
    #[error("{0} is a symbolic link that leads back to itself; remove the link, or choose another name")]
    LinkLoop(PathBuf),
    /// The path is a symbolic link to a file that is named like another format.
    #[error(
        "{path} is a link to {target}, which is named like another format, so nothing was saved; choose another name, or remove the link"
    )]
    OtherFormat {
        /// The path.
        path: PathBuf,
        /// The file that the link leads to.
        target: PathBuf,
    },
    /// The file at the path differs from the expected one.
    #[error("{0} was changed by another program, so it was not replaced; look at it, then save again")]
    Unexpected(PathBuf),
    /// Replacing the file requires consent.
    #[error("{path} was not replaced: {}", list(.cautions))]
    Confirm {
        /// The path.
        path: PathBuf,
        /// Cautions to confirm.
        cautions: Vec<Caution>,
    },
    /// The save was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Result of a save that replaced the file.
#[derive(Debug)]
pub struct Saved {
    /// Stamp of the new file.
    pub stamp: Stamp,
    /// Reason why a power failure may restore the old file; `None` if the new one is durable.
    pub not_durable: Option<io::Error>,
    /// Reason why the previous version was not kept; `None` if it was, or if keeping it was not requested.
    pub previous_not_kept: Option<io::Error>,
}

/// Returns why a file was not replaced without consent, in a sentence.
pub fn refusal(file: &FileRef, cautions: Vec<Caution>) -> String {
    format!("{}.", SaveError::Confirm { path: file.path().into(), cautions })
}

impl Saved {
    /// Returns the problems after the file was replaced, in a sentence.
    pub fn warning(&self, path: &Path) -> Option<String> {
        let name = path.display();
        let durable = self.not_durable.as_ref().map(|why| {
            format!(
                "{name} was replaced, but the disk did not confirm it ({why}). A power failure now may bring the old \
                 file back. Save again, or save to another disk."
            )
        });
        let previous = self.previous_not_kept.as_ref().map(|why| {
            format!(
                "The previous version of {name} could not be saved as {} ({why}).",
                previous_version(path).display()
            )
        });
        let both: Vec<String> = durable.into_iter().chain(previous).collect();
        (!both.is_empty()).then(|| both.join(" "))
    }
}

/// Returns the path of the previous version of a file: `level.ron~` beside `level.ron`.
pub fn previous_version(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("~");
    name.into()
}

/// Saves a file; see the module for the properties that the replaced file keeps.
pub fn save(path: &Path, bytes: &[u8], options: &SaveOptions) -> Result<Saved, SaveError> {
    save_on(Disk::SYSTEM, path, bytes, options)
}

pub(crate) fn save_on(
    disk: Disk<'_>,
    path: &Path,
    bytes: &[u8],
    options: &SaveOptions,
) -> Result<Saved, SaveError> {
    Save { disk, path, bytes, options }.run(&Progress::none())
}

/// Saves a file like [`save`], and reports progress.
///
/// Commits just before it replaces the file. If it is stopped before that, the file is unchanged.
pub fn save_with_progress(
    path: &Path,
    bytes: &[u8],
    options: &SaveOptions,
    progress: &Progress,
) -> Result<Saved, SaveError> {
    Save { disk: Disk::SYSTEM, path, bytes, options }.run(progress)
}

struct Save<'a> {
    disk: Disk<'a>,
    path: &'a Path,
    bytes: &'a [u8],
    options: &'a SaveOptions,
}

impl Save<'_> {
    fn run(&self, progress: &Progress) -> Result<Saved, SaveError> {
        let (disk, path) = (self.disk, self.path);
        let io = |why| SaveError::Io { path: path.into(), why };
        let target = self.resolved()?;
        let formats = [path, &target].map(Format::of_name);
        let differ = matches!(formats, [Some(own), Some(other)] if own.name != other.name);
        if differ && !self.options.is_forced {
            return Err(SaveError::OtherFormat { path: path.into(), target });
        }
        let folder = folder_of(&target);
        disk::remove_abandoned(disk, folder);
        let old = disk.inspect(&target).map_err(io)?;
        // A link of the system, such as /dev/stdout, leads to a pipe that has no path.
        let has_no_path = old.is_none() && path.metadata().is_ok_and(|found| !found.is_file());
        if has_no_path || old.as_ref().is_some_and(|old| !old.is_file()) {
            return Err(SaveError::NotAFile(path.into()));
        }
        self.check_expected()?;
        let (file, mut temporary) = Temporary::create(disk, folder, old.is_some()).map_err(io)?;
        if let Some(old) = &old {
            self.check_cautions(&target, old, &file)?;
        }
        for (nth, piece) in self.bytes.chunks(PIECE).enumerate() {
            progress.report(nth * PIECE, self.bytes.len())?;
            disk.write(&file, piece).map_err(io)?;
        }
        self.sync(&file).map_err(io)?;
        progress.commit()?;
        // Another program may have changed the file during the write.
        self.check_expected()?;
        make_replaceable(&target);
        let previous_not_kept = match old {
            Some(old) if self.options.keeps_previous => self.keep_previous(&target, &old).err(),
            _ => None,
        };
        let not_durable = match temporary.rename(&target) {
            Ok(()) => disk.sync_folder(folder, &file).err(),
            Err(why) if temporary.check_renamed() && !Stamp::of(self.bytes).differs(&target) => Some(why),
            Err(why) => return Err(io(why)),
        };
        let modified = target.metadata().and_then(|metadata| metadata.modified()).ok();
        Ok(Saved { stamp: Stamp::new(self.bytes, modified), not_durable, previous_not_kept })
    }

    /// Follows symbolic links, the last of which may lead to a file that does not exist yet.
    fn resolved(&self) -> Result<PathBuf, SaveError> {
        let io = |why| SaveError::Io { path: self.path.into(), why };
        let mut path = self.path.to_path_buf();
        // The limit of Linux.
        for _ in 0..40 {
            match self.disk.inspect(&path).map_err(io)? {
                Some(metadata) if metadata.is_symlink() => {
                    let leads_to = path.read_link().map_err(io)?;
                    path = folder_of(&path).join(leads_to);
                }
                _ => return Ok(path),
            }
        }
        Err(SaveError::LinkLoop(self.path.into()))
    }

    fn check_expected(&self) -> Result<(), SaveError> {
        if self.options.expected.is_met(self.path) {
            return Ok(());
        }
        Err(SaveError::Unexpected(self.path.into()))
    }

    /// Copies owner, attributes and mode of the old file, and checks whether replacing it requires consent.
    fn check_cautions(&self, target: &Path, old: &Metadata, new: &File) -> Result<(), SaveError> {
        let io = |why| SaveError::Io { path: self.path.into(), why };
        let has_owner = self.disk.set_owner(new, old).map_err(io)?;
        self.disk.copy_attributes(target, new).map_err(io)?;
        self.disk.set_mode(new, old).map_err(io)?;
        let previous = self.disk.inspect(&previous_version(target)).ok().flatten();
        let is_previous = previous.is_some_and(|previous| disk::is_same_file(&previous, old));
        let others = disk::name_count(old).saturating_sub(1 + u64::from(is_previous));
        let new = self.options.content;
        let has_less = new < SavedContent::Cells && old.len() > 0 && new < SavedContent::of_file(target);
        let cautions = [
            (old.permissions().readonly(), Caution::ReadOnly),
            (!has_owner, Caution::OtherOwner),
            (others > 0, Caution::HardLinks(others)),
            (has_less && new == SavedContent::Empty, Caution::Emptied),
            (has_less && new == SavedContent::NoCells, Caution::NoCells),
        ];
        let cautions: Vec<Caution> = cautions.into_iter().filter_map(|(is, it)| is.then_some(it)).collect();
        if cautions.is_empty() || self.options.is_forced {
            return Ok(());
        }
        Err(SaveError::Confirm { path: self.path.into(), cautions })
    }

    /// Syncs the written file and reads it back.
    fn sync(&self, file: &File) -> io::Result<()> {
        self.disk.sync(file)?;
        if self.disk.contains(file, self.bytes)? {
            return Ok(());
        }
        Err(io::Error::other("the disk returned other bytes than were written"))
    }

    /// Keeps the old content as a hard link where the file system supports it, else as a copy.
    fn keep_previous(&self, target: &Path, old: &Metadata) -> io::Result<()> {
        let (disk, folder, previous) = (self.disk, folder_of(target), previous_version(target));
        let before = disk.inspect(&previous)?;
        // A save without changes keeps the earlier version.
        let is_unchanged = old.len() == self.bytes.len() as u64
            && File::open(target).and_then(|file| disk.contains(&file, self.bytes)).unwrap_or_default();
        if is_unchanged || before.as_ref().is_some_and(|before| disk::is_same_file(before, old)) {
            return Ok(());
        }
        if before.is_some_and(|before| !before.is_file()) {
            return Err(io::Error::other("it is no regular file"));
        }
        make_replaceable(&previous);
        match Temporary::link(disk, folder, target) {
            Ok(mut link) => link.rename(&previous),
            Err(_no_hard_links) => {
                let (file, mut copy) = Temporary::create(disk, folder, true)?;
                disk.copy(target, &file)?;
                disk.set_mode(&file, old)?;
                disk.sync(&file)?;
                copy.rename(&previous)
            }
        }
    }
}

/// Makes a read-only file writable on Windows, which refuses to replace it; the user has consented.
#[expect(clippy::permissions_set_readonly_false, reason = "only on Windows, where it is one flag")]
fn make_replaceable(path: &Path) {
    if cfg!(windows)
        && let Ok(metadata) = path.metadata()
        && metadata.permissions().readonly()
    {
        let mut permissions = metadata.permissions();
        permissions.set_readonly(false);
        // If this fails, the rename fails as well and reports the error.
        let _reported_later = std::fs::set_permissions(path, permissions);
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn list(cautions: &[Caution]) -> String {
    cautions.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn advice(why: &io::Error) -> &'static str {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotFound, QuotaExceeded, StorageFull};
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    match why.kind() {
        StorageFull | QuotaExceeded => "free some space, or save to another folder",
        InvalidFilename => "choose a shorter name",
        InvalidInput => "choose another name",
        PermissionDenied | ReadOnlyFilesystem => {
            "and its folder cannot be written: change its permissions, or save to another folder"
        }
        NotFound => "check that its folder exists, or save to another folder",
        _ => "try again, or save to another folder",
    }
}
