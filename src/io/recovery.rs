//! Unsaved work, kept where the next start finds it: at most one file for each document and process.
//!
//! Each file is a document with one comment line before it that says what it is of and when, so that it can be opened
//! by hand as well. It is written atomically; one that is torn all the same is passed over with a note.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::file::{self, ReadError, SaveError};
use super::ron::{self, RonError, WriteError};
use crate::document::Document;

const LABEL: &str = "// navsmith recovery ";

/// Where no system says which processes live: a process that kept nothing for so long is taken for gone.
const SILENCE: Duration = Duration::from_hours(1);

/// The folder of recovery files.
#[derive(Clone, Debug)]
pub struct Recovery {
    folder: PathBuf,
}

/// Unsaved work of a process that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    /// The recovery file.
    pub file: PathBuf,
    /// The file that was being worked on; `None` if the work was never saved.
    pub original: Option<PathBuf>,
    /// When it was kept, to the second.
    pub kept: SystemTime,
}

/// Why unsaved work could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The document cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file cannot be saved.
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// Why kept work could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is not what was kept.
    #[error("{file} is damaged, so the work in it is lost; it may be deleted")]
    Torn {
        /// The recovery file.
        file: PathBuf,
    },
    /// What was kept is no document.
    #[error("{file}, {why}")]
    Ron {
        /// The recovery file.
        file: PathBuf,
        /// Where and what.
        why: RonError,
    },
}

/// The first line, after its label.
#[derive(Serialize, Deserialize)]
struct Header {
    original: Option<String>,
    /// Since 1970.
    seconds: u64,
    /// Of the document's text.
    hash: u64,
}

impl Recovery {
    /// The folder where the system keeps such things; `None` if there is no home folder.
    pub fn of_system() -> Option<Self> {
        let folders = directories::ProjectDirs::from("", "", "navsmith")?;
        Some(Self::at(folders.state_dir().unwrap_or_else(|| folders.data_local_dir()).join("recovery")))
    }

    /// Another folder; it is made when first needed.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Keeps unsaved work on a file, or on none yet, in place of what this process kept of it before.
    pub fn keep(
        &self,
        original: Option<&Path>,
        document: &Document,
        now: SystemTime,
    ) -> Result<PathBuf, KeepError> {
        let text = ron::write(document)?;
        let header = Header {
            original: original.map(|path| path.to_string_lossy().into_owned()),
            seconds: now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs(),
            hash: file::hash(text.as_bytes()),
        };
        let header = ::ron::to_string(&header).unwrap_or_default();
        let path = self.file_of(original);
        let io = |why| SaveError::Io { path: path.clone(), why };
        fs::create_dir_all(&self.folder).map_err(io)?;
        file::save(&path, format!("{LABEL}{header}\n{text}").as_bytes())?;
        Ok(path)
    }

    /// Forgets what this process kept of a file: it is saved, or was given up.
    pub fn forget(&self, original: Option<&Path>) {
        // What is not there need not be removed; what cannot be removed is offered once more than needed.
        let _gone_or_not = fs::remove_file(self.file_of(original));
    }

    /// What processes that are gone left behind, newest first; and notes about files that are no use.
    pub fn orphans(&self, now: SystemTime) -> (Vec<Orphan>, Vec<String>) {
        let (mut orphans, mut notes) = (Vec::new(), Vec::new());
        let mut files: Vec<PathBuf> = fs::read_dir(&self.folder)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        files.sort();
        for path in files {
            let Some(process) = Process::of_file(&path).filter(|process| !process.is_alive(&path, now))
            else {
                continue;
            };
            match read(&path) {
                Ok((header, _)) => orphans.push(Orphan {
                    file: path,
                    original: header.original.map(PathBuf::from),
                    kept: SystemTime::UNIX_EPOCH
                        .checked_add(Duration::from_secs(header.seconds))
                        .unwrap_or(SystemTime::UNIX_EPOCH),
                }),
                Err(why) => notes.push(format!("unsaved work of process {} is no use: {why}", process.id)),
            }
        }
        orphans.sort_by_key(|orphan| std::cmp::Reverse(orphan.kept));
        (orphans, notes)
    }

    fn file_of(&self, original: Option<&Path>) -> PathBuf {
        let hash = file::hash(original.unwrap_or_else(|| Path::new("")).as_os_str().as_encoded_bytes());
        let Process { id, began } = Process::this();
        self.folder.join(format!("{hash:016x}-{id}-{began}.ron"))
    }
}

impl Orphan {
    /// The work that was kept.
    pub fn read(&self) -> Result<Document, RecoverError> {
        read_kept(&self.file)
    }

    /// Forgets it.
    pub fn discard(&self) -> io::Result<()> {
        fs::remove_file(&self.file)
    }
}

/// The work that a recovery file keeps.
pub fn read_kept(file: &Path) -> Result<Document, RecoverError> {
    let (_, text) = read(file)?;
    ron::read(&text).map_err(|why| RecoverError::Ron { file: file.into(), why })
}

/// Header and text of a recovery file that is whole.
fn read(path: &Path) -> Result<(Header, String), RecoverError> {
    let torn = || RecoverError::Torn { file: path.into() };
    let bytes = file::read(path, file::CAP)?;
    let all = String::from_utf8(bytes).map_err(|_not_text| torn())?;
    let (line, text) = all.strip_prefix(LABEL).and_then(|rest| rest.split_once('\n')).ok_or_else(torn)?;
    let header: Header = ::ron::from_str(line).map_err(|_no_header| torn())?;
    if header.hash != file::hash(text.as_bytes()) {
        return Err(torn());
    }
    Ok((header, text.to_owned()))
}

/// A process by its number and when it began, since numbers are given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    id: u32,
    began: u64,
}

impl Process {
    fn this() -> Self {
        let id = std::process::id();
        Self { id, began: began(id).unwrap_or(0) }
    }

    /// The process that wrote a recovery file, by the file's name; `None` if the name is not one.
    fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.strip_suffix(".ron")?;
        let mut parts = name.split('-').skip(1);
        let process = Self { id: parts.next()?.parse().ok()?, began: parts.next()?.parse().ok()? };
        parts.next().is_none().then_some(process)
    }

    fn is_alive(self, file: &Path, now: SystemTime) -> bool {
        if cfg!(target_os = "linux") {
            return began(self.id) == Some(self.began);
        }
        let written = fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
        self.id == std::process::id()
            || written.is_some_and(|written| now.duration_since(written).unwrap_or_default() < SILENCE)
    }
}

/// When a process began, in the system's ticks; `None` if it is gone, or the system does not say.
fn began(id: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second field is a name in brackets that may hold anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace();
    // One that has ended and that nobody has asked after yet is gone as well.
    let is_over = matches!(fields.next()?, "Z" | "X");
    fields.nth(18).filter(|_| !is_over)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navmesh::Draft;
    use crate::navmesh::NavMesh;
    use glam::Vec3;

    fn document() -> Document {
        let mut draft = Draft::of(NavMesh::default());
        draft.add_vertex(Vec3::new(1.0, 2.0, 3.0));
        Document::of_mesh(draft.into_mesh())
    }

    /// Makes a file of this process one of a process that is gone.
    fn orphan(file: &Path) -> PathBuf {
        let name = file.file_name().unwrap().to_str().unwrap();
        let hash = name.split('-').next().unwrap();
        let gone = file.with_file_name(format!("{hash}-4000000000-1.ron"));
        fs::rename(file, &gone).unwrap();
        let old = SystemTime::now() - 2 * SILENCE;
        fs::File::options().write(true).open(&gone).unwrap().set_modified(old).unwrap();
        gone
    }

    #[test]
    fn work_of_a_process_that_is_gone_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let recovery = Recovery::at(folder.path().join("deep/recovery"));
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let original = Path::new("/levels/two\nlines \"yard\".ron");
        let file = recovery.keep(Some(original), &document(), now).unwrap();
        assert_eq!(recovery.orphans(now), (vec![], vec![]), "this process lives");
        let file = orphan(&file);
        recovery.keep(None, &document(), now).unwrap();
        let (orphans, notes) = recovery.orphans(SystemTime::now());
        assert_eq!(notes, Vec::<String>::new(), "nothing is torn");
        assert_eq!(
            orphans,
            [Orphan { file, original: Some(original.into()), kept: now }],
            "only that of the other"
        );
        assert_eq!(orphans[0].read().unwrap(), document(), "all of it");
        orphans[0].discard().unwrap();
        assert_eq!(recovery.orphans(now).0, vec![], "forgotten");
    }

    #[test]
    fn each_document_keeps_one_file_and_saving_forgets_it() {
        let folder = tempfile::tempdir().unwrap();
        let recovery = Recovery::at(folder.path());
        let count = || fs::read_dir(&folder).unwrap().count();
        for path in [None, Some(Path::new("a")), Some(Path::new("a"))] {
            recovery.keep(path, &Document::default(), SystemTime::now()).unwrap();
        }
        assert_eq!(count(), 2, "the untitled one and a");
        recovery.forget(Some(Path::new("a")));
        recovery.forget(Some(Path::new("b")));
        assert_eq!(count(), 1, "the untitled one");
    }

    #[test]
    fn torn_files_are_passed_over_with_a_note_and_others_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let recovery = Recovery::at(folder.path());
        let file = orphan(&recovery.keep(None, &document(), SystemTime::now()).unwrap());
        let whole = fs::read(&file).unwrap();
        for length in [0, 10, 60, whole.len() - 1] {
            fs::write(&file, &whole[..length]).unwrap();
            let old = SystemTime::now() - 2 * SILENCE;
            fs::File::options().write(true).open(&file).unwrap().set_modified(old).unwrap();
            let (orphans, notes) = recovery.orphans(SystemTime::now());
            assert_eq!(orphans, [], "cut after {length} bytes");
            assert!(notes.len() == 1 && notes[0].contains("torn"), "{notes:?}");
        }
        fs::write(folder.path().join("letter.txt"), "dear").unwrap();
        fs::write(folder.path().join("a-b-c.ron"), "dear").unwrap();
        assert_eq!(recovery.orphans(SystemTime::now()).1.len(), 1, "only what is named as ours");
    }

    #[test]
    fn a_kept_file_opens_by_hand() {
        let folder = tempfile::tempdir().unwrap();
        let file = Recovery::at(folder.path()).keep(None, &document(), SystemTime::now()).unwrap();
        let opened = crate::io::open(&file).unwrap();
        assert!(
            matches!(opened, crate::io::Opened::Document { document: it, .. } if it == document()),
            "as kept"
        );
    }

    #[test]
    fn a_folder_that_is_not_there_holds_nothing() {
        assert_eq!(
            Recovery::at("/not/there").orphans(SystemTime::now()),
            (vec![], vec![]),
            "nothing, and no fuss"
        );
    }
}
