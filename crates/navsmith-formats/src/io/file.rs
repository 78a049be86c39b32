//! Reads of files up to a size limit, and detection of changed files.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Maximum size of a document or a scene file: 256 MiB.
pub const CAP: u64 = 256 << 20;

/// Reason why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file does not exist, or access is denied.
    #[error("{path} cannot be read: {why}; check its name, and that you may read it")]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        why: io::Error,
    },
    /// The path is a folder, a device or a pipe.
    #[error("{0} is not a regular file; choose a file")]
    NotAFile(PathBuf),
    /// The file is longer than the limit.
    #[error("{path} has {len} bytes, and at most {cap} are read; split it, or export less of the level")]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// Length of the file in bytes.
        len: u64,
        /// Limit in bytes.
        cap: u64,
    },
}

/// Length, time and hash of a file when it was read or saved, to detect later changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Length in bytes.
    pub len: u64,
    /// Modification time; `None` where the system does not report it.
    pub modified: Option<SystemTime>,
    /// Hash of the bytes.
    pub hash: u64,
}

impl Stamp {
    /// Returns the stamp of bytes that are not in a file yet.
    pub fn of(bytes: &[u8]) -> Self {
        Self::new(bytes, None)
    }

    pub(super) fn new(bytes: &[u8], modified: Option<SystemTime>) -> Self {
        Self { len: bytes.len() as u64, modified, hash: hash(bytes) }
    }

    /// Returns whether the file at `path` now contains other bytes, or is gone.
    ///
    /// It reads the file only if the length is equal and the modification time differs or is unknown.
    pub fn differs(&self, path: &Path) -> bool {
        let Ok(metadata) = fs::metadata(path) else { return true };
        if metadata.len() != self.len {
            return true;
        }
        let untouched = self.modified.is_some() && metadata.modified().ok() == self.modified;
        !untouched && read(path, self.len).map_or(true, |bytes| hash(&bytes) != self.hash)
    }
}

/// Required state of a path for a save to proceed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RequiredState {
    /// Any file, which is overwritten.
    #[default]
    Anything,
    /// No file.
    Nothing,
    /// The file as it was last read or saved.
    Unchanged(Stamp),
}

impl RequiredState {
    /// Returns whether the path has the required state.
    pub fn is_met(self, path: &Path) -> bool {
        match self {
            Self::Anything => true,
            Self::Nothing => fs::symlink_metadata(path).is_err(),
            Self::Unchanged(stamp) => !stamp.differs(path),
        }
    }
}

/// Returns a hash based on FNV-1a over eight bytes at a time.
///
/// It is equal on every system and in every release.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &word| mix(hash, u64::from_le_bytes(word)));
    rest.iter().fold(mix(hash, bytes.len() as u64), |hash, &byte| mix(hash, u64::from(byte)))
}

/// Returns up to `len` bytes from the start of a regular file; `None` if there are none to read.
pub fn head(path: &Path, len: u64) -> Option<Vec<u8>> {
    // Checked before opening, because opening a pipe waits for its writer.
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let file = is_file.then(|| File::open(path).ok()).flatten()?;
    let mut head = Vec::new();
    file.take(len).read_to_end(&mut head).ok()?;
    Some(head)
}

/// Reads a regular file of at most `cap` bytes.
pub fn read(path: &Path, cap: u64) -> Result<Vec<u8>, ReadError> {
    read_stamped(path, cap).map(|(bytes, _)| bytes)
}

/// Reads a regular file of at most `cap` bytes, with its stamp.
pub fn read_stamped(path: &Path, cap: u64) -> Result<(Vec<u8>, Stamp), ReadError> {
    let io = |why| ReadError::Io { path: path.into(), why };
    // Checked before opening, because opening a pipe waits for its writer.
    let metadata = fs::metadata(path).map_err(io)?;
    if !metadata.is_file() {
        return Err(ReadError::NotAFile(path.into()));
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
