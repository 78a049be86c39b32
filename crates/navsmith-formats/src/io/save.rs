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
use super::format::{Opened, open};
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

pub(super) fn save_on(
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
        let folder = folder_of(&target);
        disk::remove_abandoned(disk, folder);
        let old = disk.inspect(&target).map_err(io)?;
        if old.as_ref().is_some_and(|old| !old.is_file()) {
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

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::fs;

    use super::super::disk::{Call, refuse};
    use super::*;

    const OLD: &[u8] = b"the old bytes";
    const NEW: &[u8] = b"new bytes";
    const KEEPING: SaveOptions = SaveOptions {
        expected: RequiredState::Anything,
        is_forced: false,
        content: SavedContent::Cells,
        keeps_previous: true,
    };

    /// Returns a folder, and the path of a file in it with the old bytes.
    fn yard() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder for tests");
        let path = folder.path().join("yard.ron");
        fs::write(&path, OLD).expect("a file for tests");
        (folder, path)
    }

    fn cautions(result: Result<Saved, SaveError>) -> Vec<Caution> {
        match result {
            Err(SaveError::Confirm { cautions, .. }) => cautions,
            other => panic!("no question was asked: {other:?}"),
        }
    }

    fn plainly(path: &Path, bytes: &[u8]) -> Result<Saved, SaveError> {
        save(path, bytes, &SaveOptions::default())
    }

    fn forced() -> SaveOptions {
        SaveOptions { is_forced: true, ..SaveOptions::default() }
    }

    fn names(folder: &Path) -> Vec<String> {
        let names = Disk::SYSTEM.list(folder);
        names.into_iter().map(|name| name.to_string_lossy().into_owned()).collect()
    }

    /// Returns the path of the only temporary file in a folder.
    fn temporary_in(folder: &Path) -> PathBuf {
        let name = names(folder).into_iter().find(|name| name.starts_with(".navsmith-"));
        folder.join(name.expect("a temporary file"))
    }

    #[test]
    fn a_saved_file_holds_the_new_bytes_and_nothing_is_left_beside_it() {
        let (folder, path) = yard();
        let saved = plainly(&path, NEW).unwrap();
        assert_eq!(fs::read(&path).unwrap(), NEW, "the new bytes");
        assert_eq!(names(folder.path()), ["yard.ron"], "no temporary file stays");
        assert!(saved.warning(&path).is_none() && !saved.stamp.differs(&path), "as it was reported");
    }

    #[test]
    fn a_save_that_is_stopped_leaves_the_old_file_whole() {
        let (folder, path) = yard();
        let long = vec![7; PIECE * 3];
        for last in 0..3 {
            let progress = Progress::stopping_after(last);
            let saved = save_with_progress(&path, &long, &SaveOptions::default(), &progress);
            assert!(matches!(saved, Err(SaveError::Stopped(_))), "stopped after {last} pieces: {saved:?}");
            assert_eq!(fs::read(&path).unwrap(), OLD, "the old bytes");
            assert_eq!(names(folder.path()), ["yard.ron"], "no temporary file stays");
        }
        let progress = Progress::stopping_after(3);
        let saved = save_with_progress(&path, &long, &SaveOptions::default(), &progress);
        assert_eq!(saved.unwrap().stamp.len, long.len() as u64, "saved");
        assert!(!progress.stop(), "a replaced file cannot be stopped");
        assert_eq!(fs::read(&path).unwrap(), long, "all pieces");
    }

    /// Saves [`NEW`] over [`OLD`] with a fault at the n-th call, and asserts that the report is true.
    ///
    /// Returns `false` if there are fewer calls.
    fn save_with_fault(n: usize, is_crash: bool, options: &SaveOptions) -> bool {
        let (folder, path) = yard();
        let calls = Cell::new(0);
        let result = save_on(Disk::with(&|_| refuse(n, is_crash, &calls)), &path, NEW, options);
        if calls.get() < n {
            return false;
        }
        let (now, fault) = (fs::read(&path).unwrap(), format!("call {n}, crash: {is_crash}"));
        match result {
            _ if is_crash => assert!(now == OLD || now == NEW, "{fault} leaves old or new bytes: {now:?}"),
            Ok(saved) => {
                assert_eq!(now, NEW, "{fault} was reported as saved");
                assert!(!saved.stamp.differs(&path), "{fault} gives a stamp of the new file");
                let description = saved.warning(&path).unwrap_or_default();
                let is_true = !description.contains("before") && !description.contains("untouched");
                assert!(is_true, "{fault}: {description}");
            }
            Err(error) => {
                assert_eq!(now, OLD, "{fault} was reported as not saved: {error}");
                assert!(error.to_string().contains("as before"), "{fault}: {error}");
            }
        }
        let is_tidy = || names(folder.path()).iter().all(|name| name.starts_with("yard.ron"));
        assert!(is_tidy() || is_crash, "{fault} leaves a file");
        plainly(&path, OLD).unwrap();
        assert!(is_tidy(), "the save after {fault} removes what it left");
        true
    }

    #[test]
    fn a_fault_at_any_call_leaves_old_or_new_bytes_and_a_true_report() {
        for options in [SaveOptions::default(), KEEPING] {
            for is_crash in [false, true] {
                let end = (1..100).find(|&n| !save_with_fault(n, is_crash, &options));
                assert!(end > Some(12), "each call failed before {end:?}");
            }
        }
    }

    /// Saves with the given kind of call refused.
    fn save_without(refused: Call, path: &Path, options: &SaveOptions) -> Result<Saved, SaveError> {
        let before = |call: Call| if call == refused { Err(io::Error::other("refused")) } else { Ok(()) };
        save_on(Disk::with(&before), path, NEW, options)
    }

    #[test]
    fn a_file_that_was_replaced_but_not_synced_is_not_called_unsaved() {
        let (_folder, path) = yard();
        let saved = save_without(Call::SyncFolder, &path, &SaveOptions::default()).unwrap();
        let description = saved.warning(&path).unwrap();
        assert!(description.contains("was replaced") && description.contains("Save again"), "{description}");
        assert!(RequiredState::Unchanged(saved.stamp).is_met(&path), "the next save does not ask");
        assert_eq!(fs::read(&path).unwrap(), NEW, "the new bytes");
    }

    #[test]
    fn a_rename_that_reports_an_error_but_took_place_is_a_save() {
        let (folder, path) = yard();
        let before = |call: Call| {
            if call != Call::Rename {
                return Ok(());
            }
            fs::rename(temporary_in(folder.path()), &path).unwrap();
            Err(io::Error::other("the server did not answer"))
        };
        let saved = save_on(Disk::with(&before), &path, NEW, &SaveOptions::default()).unwrap();
        assert!(saved.warning(&path).unwrap().contains("did not answer"), "perhaps not durable");
        assert_eq!(fs::read(&path).unwrap(), NEW, "replaced");
    }

    #[test]
    fn bytes_that_the_disk_garbles_do_not_replace_a_file() {
        let (folder, path) = yard();
        let before = |call: Call| {
            if call == Call::Read {
                fs::write(temporary_in(folder.path()), "nEw bytes").unwrap();
            }
            Ok(())
        };
        let error = save_on(Disk::with(&before), &path, NEW, &SaveOptions::default()).expect_err("garbled");
        assert!(error.to_string().contains("other bytes"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), OLD, "the old bytes");
    }

    #[test]
    fn the_previous_version_is_kept_until_the_next_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("yard.ron");
        for bytes in ["one", "two", "two"] {
            save(&path, bytes.as_bytes(), &KEEPING).unwrap();
        }
        assert_eq!(fs::read(previous_version(&path)).unwrap(), b"one", "a save without a change keeps it");
        let saved = save(&path, b"three", &KEEPING).unwrap();
        assert_eq!(fs::read(previous_version(&path)).unwrap(), b"two", "and then the one before");
        assert!(saved.warning(&path).is_none(), "without a fuss: {saved:?}");
        assert_eq!(names(folder.path()), ["yard.ron", "yard.ron~"], "nothing else");
    }

    #[test]
    fn a_file_system_without_hard_links_keeps_a_copy() {
        let (_folder, path) = yard();
        fs::write(previous_version(&path), "older").unwrap();
        let saved = save_without(Call::Link, &path, &KEEPING).unwrap();
        assert!(saved.warning(&path).is_none(), "{saved:?}");
        assert_eq!(fs::read(previous_version(&path)).unwrap(), OLD, "the copy");
    }

    #[test]
    fn a_previous_version_that_cannot_be_kept_does_not_stop_the_save() {
        let (_folder, path) = yard();
        fs::create_dir(previous_version(&path)).unwrap();
        let saved = save(&path, NEW, &KEEPING).unwrap();
        assert!(saved.warning(&path).unwrap().contains("could not be saved as"), "{saved:?}");
        assert_eq!(fs::read(&path).unwrap(), NEW, "saved");
    }

    #[test]
    fn temporary_files_in_use_and_those_of_others_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("yard.ron");
        let (_in_use, ours) = Temporary::create(Disk::SYSTEM, folder.path(), false).unwrap();
        let in_use = names(folder.path()).remove(0);
        let others = [".navsmith-x.tmp", ".navsmith-.tmp", "navsmith-1.tmp", ".yard.ron.a8Fx2k"];
        for name in others.into_iter().chain([".navsmith-7.tmp"]) {
            fs::write(folder.path().join(name), "something").unwrap();
        }
        plainly(&path, NEW).unwrap();
        let mut expected: Vec<&str> = others.into_iter().chain([in_use.as_str(), "yard.ron"]).collect();
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected, "only the abandoned one is removed");
        drop(ours);
    }

    #[test]
    fn a_save_that_fails_says_where_and_what_to_do() {
        let (folder, _) = yard();
        let error = plainly(&folder.path().join("gone/yard.ron"), NEW).expect_err("there is no such folder");
        let description = error.to_string();
        assert!(description.contains("yard.ron") && description.contains("another folder"), "{description}");
        let error = plainly(folder.path(), NEW).expect_err("a folder");
        assert!(matches!(error, SaveError::NotAFile { .. }), "{error}");
    }

    #[test]
    fn a_file_that_changes_during_the_save_is_not_replaced() {
        let (_folder, path) = yard();
        let stamp = Stamp::of(OLD);
        let options = SaveOptions { expected: RequiredState::Unchanged(stamp), ..SaveOptions::default() };
        let before = |call| {
            if call == Call::Write {
                fs::write(&path, "by another program")?;
            }
            Ok(())
        };
        let result = save_on(Disk::with(&before), &path, NEW, &options);
        assert!(matches!(result, Err(SaveError::Unexpected { .. })), "{result:?}");
        assert_eq!(fs::read(&path).unwrap(), b"by another program", "left alone");
    }

    #[test]
    fn a_read_only_file_is_replaced_only_if_forced() {
        let (folder, path) = yard();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(cautions(plainly(&path, NEW)), [Caution::ReadOnly], "asked");
        assert!(plainly(&path, NEW).unwrap_err().to_string().contains("read-only"));
        assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (OLD.to_vec(), 1), "left alone");
        save(&path, NEW, &forced()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), NEW, "replaced");
        assert!(fs::metadata(&path).unwrap().permissions().readonly(), "and still read-only");
    }

    #[test]
    fn a_full_file_is_not_replaced_by_an_empty_document_unless_forced() {
        let (_folder, path) = yard();
        let empty = crate::io::ron::write(&crate::document::Document::default()).unwrap();
        let options = SaveOptions { content: SavedContent::Empty, ..SaveOptions::default() };
        assert_eq!(cautions(save(&path, empty.as_bytes(), &options)), [Caution::Emptied], "asked");
        save(&path, empty.as_bytes(), &SaveOptions { is_forced: true, ..options }).unwrap();
        save(&path, empty.as_bytes(), &options).unwrap();
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

        use super::*;

        #[test]
        fn a_symbolic_link_stays_one_and_may_lead_to_a_file_that_does_not_exist() {
            let folder = tempfile::tempdir().unwrap();
            let (file, link) = (folder.path().join("deep/file.ron"), folder.path().join("link.ron"));
            fs::create_dir(folder.path().join("deep")).unwrap();
            symlink("via.ron", &link).unwrap();
            symlink("deep/file.ron", folder.path().join("via.ron")).unwrap();
            plainly(&link, OLD).unwrap();
            plainly(&link, NEW).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "still a link");
            assert_eq!(fs::read(&file).unwrap(), NEW, "the file that it leads to was saved");
        }

        #[test]
        fn a_symbolic_link_that_leads_back_to_itself_is_refused() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("loop.ron");
            symlink("loop.ron", &path).unwrap();
            let error = plainly(&path, NEW).expect_err("a loop");
            assert!(matches!(error, SaveError::LinkLoop { .. }), "{error}");
            assert!(fs::symlink_metadata(&path).unwrap().is_symlink(), "left alone");
        }

        #[test]
        fn permissions_stay() {
            for mode in [0o400, 0o600, 0o640, 0o644, 0o664] {
                let (_folder, path) = yard();
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
                save(&path, NEW, &forced()).unwrap();
                assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode, "as before");
            }
        }

        #[test]
        fn other_names_of_a_file_are_asked_about_and_keep_the_old_content() {
            let (folder, path) = yard();
            let other = folder.path().join("other.ron");
            fs::hard_link(&path, &other).unwrap();
            assert_eq!(cautions(plainly(&path, NEW)), [Caution::HardLinks(1)], "asked");
            save(&path, NEW, &forced()).unwrap();
            assert_eq!(fs::read(&path).unwrap(), NEW, "replaced");
            assert_eq!(fs::read(&other).unwrap(), OLD, "apart");
        }

        #[test]
        fn a_previous_version_left_by_a_killed_save_is_no_other_name() {
            let (_folder, path) = yard();
            fs::hard_link(&path, previous_version(&path)).unwrap();
            save(&path, NEW, &KEEPING).unwrap();
            assert_eq!(fs::read(previous_version(&path)).unwrap(), OLD, "the previous version");
            assert_eq!(fs::metadata(&path).unwrap().nlink(), 1, "a file of its own");
        }

        #[test]
        fn a_name_as_long_as_the_system_allows_can_be_saved() {
            let folder = tempfile::tempdir().unwrap();
            for length in [247, 248, 254, 255] {
                let path = folder.path().join("n".repeat(length));
                fs::write(&path, OLD).unwrap();
                plainly(&path, NEW).unwrap();
                assert_eq!(fs::read(&path).unwrap(), NEW, "{length} bytes");
            }
        }

        #[test]
        fn extended_attributes_stay() {
            let (_folder, path) = yard();
            if xattr::set(&path, "user.navsmith", b"kept").is_err() {
                eprintln!("skipped: this file system has no extended attributes");
                return;
            }
            plainly(&path, NEW).unwrap();
            assert_eq!(
                xattr::get(&path, "user.navsmith").unwrap().as_deref(),
                Some(&b"kept"[..]),
                "as before"
            );
        }

        #[test]
        fn an_owner_that_cannot_be_kept_is_asked_about() {
            let (_folder, path) = yard();
            if std::os::unix::fs::chown(&path, Some(12345), Some(12345)).is_err() {
                eprintln!("skipped: this user cannot give files away");
                return;
            }
            plainly(&path, OLD).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().uid(), 12345, "kept where the system allows it");
            let refused = RefCell::new(0);
            let before = |call: Call| {
                if call == Call::SetOwner {
                    *refused.borrow_mut() += 1;
                    return Err(io::ErrorKind::PermissionDenied.into());
                }
                Ok(())
            };
            let disk = Disk::with(&before);
            let asked = cautions(save_on(disk, &path, NEW, &SaveOptions::default()));
            assert_eq!(asked, [Caution::OtherOwner], "asked");
            save_on(disk, &path, NEW, &forced()).unwrap();
            assert_eq!(fs::read(&path).unwrap(), NEW, "replaced if forced");
            assert_eq!(*refused.borrow(), 2, "refused twice");
        }
    }
}
