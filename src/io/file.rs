//! Bytes in and out of files: capped reads, saves that leave the old file or the new one, and noticing changes.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use atomic_write_file::AtomicWriteFile;

/// The longest file that is read as a document or a scene: 256 MiB.
pub const CAP: u64 = 256 << 20;

/// So many bytes are written at once.
const PIECE: usize = 1 << 20;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not there, or may not be read.
    #[error("{path} cannot be read: {why}; check its name, and that you may read it")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: io::Error,
    },
    /// It is a folder, a device or a pipe.
    #[error("{path} is not a regular file; choose a file")]
    NotAFile {
        /// What was asked for.
        path: PathBuf,
    },
    /// It is longer than the cap.
    #[error("{path} has {len} bytes, and at most {cap} are read; split it, or export less of the level")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        len: u64,
        /// The most that is read.
        cap: u64,
    },
}

/// Why a file could not be saved; whatever was there before is untouched.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The system refused.
    #[error("{path} cannot be saved: {why}; what was there is untouched, save to another folder")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: io::Error,
    },
    /// There is a folder, a device or a pipe of that name.
    #[error("{path} is not a regular file, so nothing can be saved there; choose another name")]
    NotAFile {
        /// What was asked for.
        path: PathBuf,
    },
}

/// What a file looked like when it was read or saved, to notice that it changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its length in bytes.
    pub len: u64,
    /// When it was last written; `None` where the system does not say.
    pub modified: Option<SystemTime>,
    /// A hash of its bytes.
    pub hash: u64,
}

impl Stamp {
    /// Of bytes that are in no file yet.
    pub fn of(bytes: &[u8]) -> Self {
        Self::new(bytes, None)
    }

    fn new(bytes: &[u8], modified: Option<SystemTime>) -> Self {
        Self { len: bytes.len() as u64, modified, hash: hash(bytes) }
    }

    /// Whether the file at `path` now holds other bytes, or is gone. Reads it only if its time of change differs.
    pub fn differs(&self, path: &Path) -> bool {
        let Ok(metadata) = fs::metadata(path) else { return true };
        if metadata.len() != self.len {
            return true;
        }
        let untouched = self.modified.is_some() && metadata.modified().ok() == self.modified;
        !untouched && read(path, self.len).map_or(true, |bytes| hash(&bytes) != self.hash)
    }
}

/// What has to be at a path for a save to go ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Whatever is there is saved over.
    Anything,
    /// No file of that name.
    Nothing,
    /// The file as it was read or saved last.
    Unchanged(Stamp),
}

impl Expected {
    /// Whether it is so.
    pub fn is_met(self, path: &Path) -> bool {
        match self {
            Self::Anything => true,
            Self::Nothing => fs::symlink_metadata(path).is_err(),
            Self::Unchanged(stamp) => !stamp.differs(path),
        }
    }
}

/// FNV-1a over eight bytes at a time: the same on every system and in every release.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &word| mix(hash, u64::from_le_bytes(word)));
    rest.iter().fold(mix(hash, bytes.len() as u64), |hash, &byte| mix(hash, u64::from(byte)))
}

/// Reads a regular file of at most `cap` bytes.
pub fn read(path: &Path, cap: u64) -> Result<Vec<u8>, ReadError> {
    read_stamped(path, cap).map(|(bytes, _)| bytes)
}

/// Reads a regular file of at most `cap` bytes, with its stamp.
pub fn read_stamped(path: &Path, cap: u64) -> Result<(Vec<u8>, Stamp), ReadError> {
    let io = |why| ReadError::Io { path: path.into(), why };
    // Asked before opening, for to open a pipe is to wait for its writer.
    let metadata = fs::metadata(path).map_err(io)?;
    if !metadata.is_file() {
        return Err(ReadError::NotAFile { path: path.into() });
    }
    let too_large = |len| ReadError::TooLarge { path: path.into(), len, cap };
    if metadata.len() > cap {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(io)?.take(cap.saturating_add(1)).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > cap {
        return Err(too_large(bytes.len() as u64));
    }
    let stamp = Stamp::new(&bytes, metadata.modified().ok());
    Ok((bytes, stamp))
}

/// Saves a file: whatever happens, what is there afterwards is all of the old bytes or all of the new ones.
///
/// A symbolic link stays one, and the file that it leads to is replaced; permissions are kept.
pub fn save(path: &Path, bytes: &[u8]) -> Result<Stamp, SaveError> {
    let saved = save_if(path, bytes, &mut |_| ControlFlow::Continue(()))?;
    Ok(saved.unwrap_or_else(|| Stamp::of(bytes)))
}

/// The same; `goes_on` is told how much is written, from 0 to 1, and `None` at last, before the new bytes take the place
/// of the old ones. Where it breaks, the result is `None` and what was there stays.
pub fn save_if(
    path: &Path,
    bytes: &[u8],
    goes_on: &mut dyn FnMut(Option<f32>) -> ControlFlow<()>,
) -> Result<Option<Stamp>, SaveError> {
    let io = |why| SaveError::Io { path: path.into(), why };
    let target = followed(path);
    if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(SaveError::NotAFile { path: path.into() });
    }
    let mut file = AtomicWriteFile::open(&target).map_err(io)?;
    for (i, piece) in bytes.chunks(PIECE).enumerate() {
        if goes_on(Some((i * PIECE) as f32 / bytes.len() as f32)).is_break() {
            return Ok(None);
        }
        file.write_all(piece).map_err(io)?;
    }
    // Most of the time goes here, and only then can the other file be let go.
    file.as_file().sync_data().map_err(io)?;
    if goes_on(None).is_break() {
        return Ok(None);
    }
    file.commit().map_err(io)?;
    let modified = fs::metadata(&target).and_then(|metadata| metadata.modified()).ok();
    Ok(Some(Stamp::new(bytes, modified)))
}

/// Where a path leads: past symbolic links, also past the last one if it leads to a file that is not there yet.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    // As many links as Linux follows.
    for _ in 0..40 {
        match (fs::canonicalize(&path), fs::read_link(&path)) {
            (Ok(target), _) => return target,
            (Err(_), Ok(link)) => path = path.parent().unwrap_or_else(|| Path::new("")).join(link),
            (Err(_), Err(_)) => break,
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder for tests")
    }

    #[test]
    fn a_saved_file_holds_the_new_bytes_and_nothing_is_left_beside_it() {
        let folder = folder();
        let path = folder.path().join("yard.ron");
        save(&path, b"old").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new", "the new bytes");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file stays");
    }

    #[test]
    fn a_save_that_is_stopped_leaves_the_old_file_whole() {
        let folder = folder();
        let path = folder.path().join("yard.ron");
        save(&path, b"old").unwrap();
        let long = vec![7; PIECE * 3];
        for last in 0..4 {
            let mut told = Vec::new();
            let saved = save_if(&path, &long, &mut |done| {
                told.push(done);
                if told.len() > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((saved.unwrap(), told.len()), (None, last + 1), "stopped after {last} pieces");
            assert_eq!(fs::read(&path).unwrap(), b"old", "the old bytes");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file stays");
        }
        let stamp = save_if(&path, &long, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(
            (stamp.map(|stamp| stamp.len), fs::read(&path).unwrap()),
            (Some(long.len() as u64), long),
            "saved"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_stays_one() {
        let folder = folder();
        let (file, link) = (folder.path().join("file.ron"), folder.path().join("link.ron"));
        std::os::unix::fs::symlink("file.ron", &link).unwrap();
        save(&link, b"first").unwrap();
        save(&link, b"second").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "still a link");
        assert_eq!(fs::read(&file).unwrap(), b"second", "what it leads to was saved");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder();
        let path = folder.path().join("yard.ron");
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o664, "as before");
    }

    #[test]
    fn a_save_that_fails_says_where_and_what_to_do() {
        let folder = folder();
        let error = save(&folder.path().join("gone/yard.ron"), b"new").expect_err("there is no such folder");
        let says = error.to_string();
        assert!(says.contains("yard.ron") && says.contains("another folder"), "{says}");
        let error = save(folder.path(), b"new").expect_err("a folder");
        assert!(matches!(error, SaveError::NotAFile { .. }), "{error}");
    }

    #[test]
    fn only_regular_files_within_the_cap_are_read() {
        let folder = folder();
        assert!(matches!(read(folder.path(), 9), Err(ReadError::NotAFile { .. })), "a folder");
        assert!(matches!(read(&folder.path().join("gone"), 9), Err(ReadError::Io { .. })), "not there");
        let path = folder.path().join("ten");
        fs::write(&path, [0; 10]).unwrap();
        assert!(matches!(read(&path, 9), Err(ReadError::TooLarge { len: 10, cap: 9, .. })), "one too many");
        assert_eq!(read(&path, 10).unwrap().len(), 10, "just fits");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_not_read() {
        assert!(matches!(read(Path::new("/dev/zero"), 9), Err(ReadError::NotAFile { .. })), "endless");
    }

    #[test]
    fn a_stamp_notices_other_bytes_but_not_a_touch() {
        let folder = folder();
        let path = folder.path().join("yard.ron");
        let stamp = save(&path, b"as saved").unwrap();
        assert!(!stamp.differs(&path), "just saved");
        assert_eq!(read_stamped(&path, CAP).unwrap().1, stamp, "reading gives the same stamp");
        let later = SystemTime::now() + std::time::Duration::from_secs(10);
        File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        assert!(!stamp.differs(&path), "touched, but the same bytes");
        fs::write(&path, b"As saved").unwrap();
        assert!(Stamp { modified: None, ..stamp }.differs(&path), "other bytes of the same length");
        fs::write(&path, b"longer than that").unwrap();
        assert!(stamp.differs(&path), "another length");
        fs::remove_file(&path).unwrap();
        assert!(stamp.differs(&path), "gone");
    }
}
