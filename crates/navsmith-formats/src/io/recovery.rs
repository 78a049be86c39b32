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

    pub(crate) fn keep_on(
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
    read.unwrap_or_else(|Stopped| Ok((Document::default(), Vec::new())))
        .map(|(document, _)| document)
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
