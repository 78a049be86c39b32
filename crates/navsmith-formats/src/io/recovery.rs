//! Recovery files of unsaved work, which the next start finds.
//!
//! Each file is a document after one comment line. The line contains the path of the document's file, the time and
//! the size. The file can also be opened by hand. The files of one process form a session, whose lock file the
//! process keeps locked. A process that locks the lock file of an ended session owns its files: no other process
//! offers them until it ends.
//!
//! A session keeps a few versions of each document: the newest two, and older ones some minutes apart.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::content::WriteError;
use super::disk::{self, Disk};
use super::file::{self, ReadError};
use super::file_ref::FileRef;
use super::ron::{self, RonError};
use super::save::{SaveError, SaveOptions, save_on};
use crate::document::Document;
use navsmith_core::budget::Budget;
use navsmith_core::progress::{Progress, Stopped};

const LABEL: &str = "// navsmith recovery ";

/// Maximum number of versions of a document in a session.
const MOST_VERSIONS: usize = 5;

/// Minimum time between two versions older than the newest two, in seconds.
const SPACING: u64 = 300;

/// The folder of recovery files, and the session of this process.
#[derive(Debug)]
pub struct Recovery {
    folder: PathBuf,
    session: Mutex<Session>,
}

/// Versions kept by this process, and ended sessions that it owns.
#[derive(Debug, Default)]
struct Session {
    /// Name and lock file of the session; `None` before the first version.
    own: Option<(String, File)>,
    /// Times in seconds and files of the versions of each document, by the hash of its path, oldest first.
    versions: BTreeMap<u64, Vec<(u64, PathBuf)>>,
    /// Lock files of ended sessions, by session name.
    owned: BTreeMap<String, File>,
}

/// Recovery file of a process that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryFile {
    /// Path of the recovery file.
    pub file: PathBuf,
    /// The edited file; `None` if the work was never saved.
    pub original: Option<FileRef>,
    /// Time at which the work was kept, in seconds since 1970.
    pub kept: u64,
    /// Numbers of vertices and cells; `None` in files of earlier releases.
    pub size: Option<(usize, usize)>,
}

/// Reason why unsaved work could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The document cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The recovery file would be too large to read.
    #[error("it would have {} MiB, and at most {} are read", .0.div_ceil(1 << 20), file::CAP >> 20)]
    TooLarge(u64),
    /// The folder of recovery files is not writable.
    #[error("nothing can be written to {folder}: {why}")]
    Folder {
        /// Path of the folder.
        folder: PathBuf,
        /// Error of the system.
        why: io::Error,
    },
    /// The file cannot be saved.
    #[error(transparent)]
    Save(SaveError),
}

/// Reason why kept work could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file is damaged.
    #[error("{0} is damaged, so the work in it is lost; it may be deleted")]
    Torn(PathBuf),
    /// The recovery file contains an invalid document.
    #[error("{file}, {why}")]
    Ron {
        /// Path of the recovery file.
        file: PathBuf,
        /// Position, reason and remedy.
        why: RonError,
    },
}

/// Contents of the first line, after its label.
#[derive(Serialize, Deserialize)]
struct Header {
    original: Option<String>,
    /// Time of the version, in seconds since 1970.
    seconds: u64,
    /// Hash of the document's text.
    hash: u64,
    /// Numbers of vertices and cells.
    #[serde(default)]
    size: Option<(usize, usize)>,
}

impl Recovery {
    /// Returns the recovery folder of the system; `None` if there is no home folder.
    pub fn of_system() -> Option<Self> {
        let folders = directories::ProjectDirs::from("", "", "navsmith")?;
        Some(Self::at(folders.state_dir().unwrap_or_else(|| folders.data_local_dir()).join("recovery")))
    }

    /// Returns the recovery in a given folder, which is created when it is first needed.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), session: Mutex::default() }
    }

    /// Keeps unsaved work on a file, or on a new document, as its newest version.
    ///
    /// The present time is given in seconds since 1970.
    pub fn keep(
        &self,
        original: Option<&Path>,
        document: &Document,
        seconds: u64,
    ) -> Result<PathBuf, KeepError> {
        self.keep_on(Disk::SYSTEM, original, document, seconds)
    }

    fn keep_on(
        &self,
        disk: Disk<'_>,
        original: Option<&Path>,
        document: &Document,
        seconds: u64,
    ) -> Result<PathBuf, KeepError> {
        let text = ron::write(document)?;
        let header = Header {
            original: original.map(|path| path.to_string_lossy().into_owned()),
            seconds,
            hash: file::hash(text.as_bytes()),
            size: Some((document.mesh.vertex_count(), document.mesh.cell_count())),
        };
        let header = ::ron::to_string(&header).unwrap_or_default();
        let io = |why| KeepError::Folder { folder: self.folder.clone(), why };
        disk.make_folder(&self.folder).map_err(io)?;
        let mut session = self.session();
        let name = session.begin(disk, &self.folder).map_err(io)?;
        let document = hash_of(original);
        let path = self.folder.join(format!("{document:016x}-{name}-{seconds}.ron"));
        let text = format!("{LABEL}{header}\n{text}");
        if text.len() as u64 > file::CAP {
            return Err(KeepError::TooLarge(text.len() as u64));
        }
        save_on(disk, &path, text.as_bytes(), &SaveOptions::default()).map_err(|error| match error {
            SaveError::Io { why, .. } => io(why),
            error => KeepError::Save(error),
        })?;
        session.note(disk, document, (seconds, path.clone()));
        Ok(path)
    }

    /// Removes the versions of a file that was saved or discarded.
    pub fn forget(&self, original: Option<&Path>) {
        for (_, file) in self.session().versions.remove(&hash_of(original)).into_iter().flatten() {
            // A file that cannot be removed is offered again, which is harmless.
            let _offered_again = Disk::SYSTEM.remove(&file);
        }
    }

    /// Takes over ended sessions; returns their work, newest first, and notes about damaged files.
    ///
    /// Of equal work, only the newest is returned; the rest is removed.
    pub fn recovery_files(&self) -> (Vec<RecoveryFile>, Vec<String>) {
        let disk = Disk::SYSTEM;
        let (mut found, mut notes) = (Vec::new(), Vec::new());
        disk::remove_abandoned(disk, &self.folder);
        for file in self.session().take_over(disk, &self.folder) {
            match read(&file) {
                Ok((Header { original, seconds, hash, size }, _)) => {
                    let original = original.map(FileRef::from);
                    found.push((hash, RecoveryFile { file, original, kept: seconds, size }));
                }
                Err(why) => notes.push(format!("Unsaved work of an earlier run cannot be read: {why}.")),
            }
        }
        found.sort_by_key(|(_, recovery_file)| std::cmp::Reverse(recovery_file.kept));
        let mut seen = BTreeSet::new();
        found.retain(|(hash, recovery_file)| {
            let is_first = seen.insert((*hash, recovery_file.original.clone()));
            if !is_first {
                let _offered_again = disk.remove(&recovery_file.file);
            }
            is_first
        });
        (found.into_iter().map(|(_, recovery_file)| recovery_file).collect(), notes)
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        // After a panic, the session is in the state before the call that panicked.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Returns the session's name, which is unique in the folder.
    fn begin(&mut self, disk: Disk<'_>, folder: &Path) -> io::Result<String> {
        if let Some((name, _)) = &self.own {
            return Ok(name.clone());
        }
        let id = std::process::id();
        let taken = disk.list(folder);
        for number in 0..1000 {
            let name = format!("{id}-{number}");
            if taken.iter().any(|file| session_of(file).as_deref() == Some(&*name)) {
                continue;
            }
            if let Some(lock) = disk.create_locked(&lock_file(folder, &name), false)? {
                self.own = Some((name.clone(), lock));
                return Ok(name);
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Adds a version, and removes a surplus one.
    fn note(&mut self, disk: Disk<'_>, document: u64, version: (u64, PathBuf)) {
        let versions = self.versions.entry(document).or_default();
        versions.retain(|(_, file)| *file != version.1);
        versions.push(version);
        let count = versions.len();
        let is_close = count > 3 && versions[count - 3].0.saturating_sub(versions[count - 4].0) < SPACING;
        let removed = if is_close { Some(count - 3) } else { (count > MOST_VERSIONS).then_some(0) };
        if let Some(index) = removed {
            let _offered_again = disk.remove(&versions.remove(index).1);
        }
    }

    /// Locks the ended sessions and returns their files; removes lock files without versions.
    fn take_over(&mut self, disk: Disk<'_>, folder: &Path) -> Vec<PathBuf> {
        let mut sessions: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for file in disk.list(folder) {
            let Some(session) = session_of(&file) else { continue };
            if self.own.as_ref().is_some_and(|(own, _)| *own == session) {
                continue;
            }
            let files = sessions.entry(session).or_default();
            files.extend(is_kept(&file).then(|| folder.join(&file)));
        }
        sessions.retain(|name, files| {
            let is_owned = self.owned.contains_key(name) || self.own(disk, folder, name);
            if is_owned && files.is_empty() {
                let _next_time = disk.remove(&lock_file(folder, name));
                self.owned.remove(name);
            }
            is_owned
        });
        sessions.into_values().flatten().collect()
    }

    /// Locks a session; returns `false` if its process still runs, or another process has locked it.
    fn own(&mut self, disk: Disk<'_>, folder: &Path, name: &str) -> bool {
        let path = lock_file(folder, name);
        let lock = match disk.inspect(&path) {
            // Earlier releases had no lock files.
            Ok(None) => disk.create_locked(&path, false).ok().flatten(),
            // Without locks, offering work twice is better than never.
            _ => disk.lock_abandoned(&path).unwrap_or_else(|_no_locks| File::open(&path).ok()),
        };
        lock.map(|lock| self.owned.insert(name.to_owned(), lock)).is_some()
    }
}

impl RecoveryFile {
    /// Reads the kept work.
    pub fn read(&self) -> Result<Document, RecoverError> {
        read_kept(&self.file)
    }

    /// Removes the file, and the other versions of its document in its session.
    pub fn discard(&self) -> io::Result<()> {
        let folder = self.file.parent().unwrap_or_else(|| Path::new("."));
        let name = self.file.file_name().unwrap_or_default().to_os_string();
        for other in Disk::SYSTEM.list(folder) {
            if other != name && is_kept(&other) && parsed(&other) == parsed(&name) {
                Disk::SYSTEM.remove(&folder.join(other))?;
            }
        }
        Disk::SYSTEM.remove(&self.file)
    }
}

/// Reads the kept work of a recovery file.
pub fn read_kept(file: &Path) -> Result<Document, RecoverError> {
    let (_, text) = read(file)?;
    let mut budget = Budget::of_file(text.len());
    let read = ron::read_within(&text, &mut budget, &Progress::none());
    // The token never stops the read.
    read.unwrap_or_else(|Stopped| Ok(Document::default()))
        .map_err(|why| RecoverError::Ron { file: file.into(), why })
}

/// Returns the header and the text of an undamaged recovery file.
fn read(path: &Path) -> Result<(Header, String), RecoverError> {
    let torn = || RecoverError::Torn(path.into());
    let bytes = file::read(path, file::CAP)?;
    let all = String::from_utf8(bytes).map_err(|_not_text| torn())?;
    let (line, text) = all.strip_prefix(LABEL).and_then(|rest| rest.split_once('\n')).ok_or_else(torn)?;
    let header: Header = ::ron::from_str(line).map_err(|_no_header| torn())?;
    if header.hash != file::hash(text.as_bytes()) {
        return Err(torn());
    }
    Ok((header, text.to_owned()))
}

fn hash_of(original: Option<&Path>) -> u64 {
    file::hash(original.unwrap_or_else(|| Path::new("")).as_os_str().as_encoded_bytes())
}

fn lock_file(folder: &Path, session: &str) -> PathBuf {
    folder.join(format!("{session}.lock"))
}

/// Parses the document hash and the session from the name of a file; `None` for files of others.
///
/// Recovery files are named `HASH-PROCESS-NUMBER-SECONDS.ron`, those of earlier releases without the seconds. Lock
/// files are named `PROCESS-NUMBER.lock`.
fn parsed(name: &OsStr) -> Option<(Option<u64>, String)> {
    let (stem, ending) = name.to_str()?.rsplit_once('.')?;
    let mut parts = stem.split('-');
    let document = match ending {
        "ron" => Some(u64::from_str_radix(parts.next()?, 16).ok()?),
        "lock" => None,
        _ => return None,
    };
    let numbers: Vec<u64> = parts.map(str::parse).collect::<Result<_, _>>().ok()?;
    match (document, numbers.as_slice()) {
        (_, [process, number]) | (Some(_), [process, number, _]) => {
            Some((document, format!("{process}-{number}")))
        }
        _ => None,
    }
}

/// Whether a file is a recovery file, by its name.
fn is_kept(name: &OsStr) -> bool {
    parsed(name).is_some_and(|(document, _)| document.is_some())
}

fn session_of(name: &OsStr) -> Option<String> {
    parsed(name).map(|(_, session)| session)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

    use glam::Vec3;

    use super::super::disk::refuse;
    use super::*;
    use navsmith_core::navmesh::{Draft, NavMesh};

    fn document(x: f32) -> Document {
        let mut draft = Draft::of(NavMesh::default());
        draft.add_vertex(Vec3::new(x, 2.0, 3.0));
        Document::of_mesh(draft.into_mesh())
    }

    fn at(seconds: u64) -> u64 {
        1_000_000_000 + seconds
    }

    /// Keeps work, and ends the session without forgetting it.
    fn killed(folder: &Path, original: Option<&Path>, works: &[(f32, u64)]) {
        let recovery = Recovery::at(folder);
        for &(x, seconds) in works {
            recovery.keep(original, &document(x), at(seconds)).unwrap();
        }
    }

    fn names(folder: &Path) -> Vec<std::ffi::OsString> {
        Disk::SYSTEM.list(folder)
    }

    fn kept_files(folder: &Path) -> usize {
        names(folder).iter().filter(|name| is_kept(name)).count()
    }

    #[test]
    fn work_of_a_session_that_ended_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("deep/recovery");
        let original = Path::new("/levels/two\nlines \"yard\".ron");
        killed(&folder, Some(original), &[(1.0, 0)]);
        let recovery = Recovery::at(&folder);
        recovery.keep(None, &document(2.0), at(5)).unwrap();
        let (recovery_files, notes) = recovery.recovery_files();
        assert_eq!(notes, Vec::<String>::new(), "nothing is torn");
        let [recovery_file] = &recovery_files[..] else {
            panic!("{recovery_files:?} is the work of the other session")
        };
        assert_eq!(recovery_file.original, Some(original.into()), "its file");
        assert_eq!((recovery_file.kept, recovery_file.size), (at(0), Some((1, 0))), "time and amount");
        assert_eq!(recovery_file.read().unwrap(), document(1.0), "all of it");
        recovery_file.discard().unwrap();
        assert_eq!(recovery.recovery_files().0, [], "forgotten");
        assert_eq!(kept_files(&folder), 1, "the work of the session that has not ended");
    }

    #[test]
    fn two_instances_do_not_offer_the_same_work() {
        let folder = tempfile::tempdir().unwrap();
        killed(folder.path(), None, &[(1.0, 0)]);
        let [first, second] = [0, 1].map(|_| Recovery::at(folder.path()));
        assert_eq!(first.recovery_files().0.len(), 1, "the first instance owns it");
        assert_eq!(first.recovery_files().0.len(), 1, "as long as it runs");
        assert_eq!(second.recovery_files().0, [], "so the second does not offer it");
        second.keep(None, &document(3.0), at(9)).unwrap();
        assert_eq!(first.recovery_files().0.len(), 1, "nor is the work of the second offered by the first");
        drop(first);
        assert_eq!(second.recovery_files().0.len(), 1, "the second does once the first has ended");
    }

    #[test]
    fn work_kept_again_right_after_it_was_restored_is_offered_once() {
        let folder = tempfile::tempdir().unwrap();
        killed(folder.path(), None, &[(1.0, 0)]);
        killed(folder.path(), None, &[(1.0, 60)]);
        killed(folder.path(), Some(Path::new("a.ron")), &[(1.0, 30)]);
        let recovery_files = Recovery::at(folder.path()).recovery_files().0;
        let kept: Vec<_> = recovery_files.iter().map(|recovery_file| recovery_file.kept).collect();
        assert_eq!(kept, [at(60), at(30)], "the newest of equal work on each file");
        assert_eq!(kept_files(folder.path()), 2, "the rest is removed");
    }

    #[test]
    fn the_newest_two_versions_and_some_older_ones_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let works: Vec<_> = (0..100).map(|i| (i as f32, i * 30)).collect();
        killed(folder.path(), None, &works);
        let recovery = Recovery::at(folder.path());
        let recovery_files = recovery.recovery_files().0;
        let kept: Vec<_> = recovery_files.iter().map(|it| it.kept - at(0)).collect();
        assert_eq!(kept.len(), MOST_VERSIONS, "{kept:?}");
        assert_eq!(kept[..2], [2970, 2940], "the newest two");
        assert!(kept[1..].windows(2).skip(1).all(|pair| pair[0] - pair[1] >= SPACING), "{kept:?} are spaced");
        recovery_files[3].discard().unwrap();
        assert_eq!(recovery.recovery_files().0, [], "all versions go together");
        assert_eq!(names(folder.path()), Vec::<std::ffi::OsString>::new(), "and the lock file with them");
    }

    #[test]
    fn each_document_is_kept_apart_and_saving_forgets_it() {
        let folder = tempfile::tempdir().unwrap();
        let recovery = Recovery::at(folder.path());
        for path in [None, Some(Path::new("a")), Some(Path::new("a"))] {
            recovery.keep(path, &Document::default(), at(0)).unwrap();
        }
        assert_eq!(kept_files(folder.path()), 2, "the untitled one and a");
        recovery.forget(Some(Path::new("a")));
        recovery.forget(Some(Path::new("b")));
        assert_eq!(kept_files(folder.path()), 1, "the untitled one");
    }

    #[test]
    fn files_of_earlier_releases_are_offered() {
        let folder = tempfile::tempdir().unwrap();
        let text = ron::write(&document(4.0)).unwrap();
        let hash = file::hash(text.as_bytes());
        let header = format!("{LABEL}(original:Some(\"yard.ron\"),seconds:7,hash:{hash})\n");
        let old = folder.path().join("00000000000000ff-4000000000-123456.ron");
        fs::write(&old, header + &text).unwrap();
        let recovery_files = Recovery::at(folder.path()).recovery_files().0;
        assert_eq!(
            recovery_files,
            [RecoveryFile { file: old, original: Some("yard.ron".into()), kept: 7, size: None }],
            "of unknown size"
        );
    }

    #[test]
    fn torn_files_are_passed_over_with_a_note_and_others_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        killed(folder.path(), None, &[(1.0, 0)]);
        let recovery = Recovery::at(folder.path());
        let file = recovery.recovery_files().0.remove(0).file;
        let whole = fs::read(&file).unwrap();
        for length in [0, 10, 60, whole.len() - 1] {
            fs::write(&file, &whole[..length]).unwrap();
            let (recovery_files, notes) = recovery.recovery_files();
            assert_eq!(recovery_files, [], "cut after {length} bytes");
            assert!(notes.len() == 1 && notes[0].contains("is damaged"), "{notes:?}");
        }
        for name in ["letter.txt", "a-b-c.ron", "b.lock", "1-2-3-4-5.ron"] {
            fs::write(folder.path().join(name), "dear").unwrap();
        }
        assert_eq!(recovery.recovery_files().1.len(), 1, "only what is named as ours");
        assert_eq!(names(folder.path()).len(), 6, "and nothing of others is removed");
    }

    #[test]
    fn a_kept_file_opens_by_hand() {
        let folder = tempfile::tempdir().unwrap();
        let file = Recovery::at(folder.path()).keep(None, &document(1.0), at(0)).unwrap();
        let opened = crate::io::open(&file).unwrap();
        assert!(
            matches!(opened, crate::io::Opened::Document { document: it, .. } if it == document(1.0)),
            "as kept"
        );
    }

    #[test]
    fn a_missing_folder_holds_nothing_and_one_that_cannot_be_written_to_is_named() {
        assert_eq!(Recovery::at("/not/there").recovery_files(), (vec![], vec![]), "nothing");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "no folder").unwrap();
        let error = Recovery::at(&file).keep(None, &document(1.0), at(0)).expect_err("no folder");
        assert!(matches!(&error, KeepError::Folder { folder, .. } if *folder == file), "{error}");
    }

    /// Keeps a first version, then a second one with the n-th call refused, or all calls from there on.
    fn keep_with_fault(n: usize, is_crash: bool) -> (bool, bool, Vec<f32>) {
        let folder = tempfile::tempdir().unwrap();
        let calls = Cell::new(0);
        let before = |_| refuse(n, is_crash, &calls);
        let recovery = Recovery::at(folder.path());
        recovery.keep(None, &document(0.0), at(0)).unwrap();
        let is_kept = recovery.keep_on(Disk::with(&before), None, &document(1.0), at(30)).is_ok();
        drop(recovery);
        let (recovery_files, notes) = Recovery::at(folder.path()).recovery_files();
        assert_eq!(notes, Vec::<String>::new(), "nothing is torn by call {n}");
        let found = recovery_files.iter().map(|recovery_file| recovery_file.read().unwrap());
        let found = found.map(|document| document.mesh.vertices().next().unwrap().1.x).collect();
        let is_clean = names(folder.path()).iter().all(|name| session_of(name).is_some());
        assert!(is_clean, "{:?} after call {n}", names(folder.path()));
        (is_kept, calls.get() >= n, found)
    }

    #[test]
    fn a_fault_at_any_call_loses_no_work_that_was_kept() {
        for is_crash in [false, true] {
            let end = (1..100).find(|&n| {
                let (is_kept, has_failed, found) = keep_with_fault(n, is_crash);
                assert_eq!(found.last(), Some(&0.0), "the version before, call {n}");
                assert!(!is_kept || found[0] == 1.0, "what was kept is found, call {n}: {found:?}");
                !has_failed
            });
            assert!(end > Some(10), "each call was refused before {end:?}");
        }
    }
}
