//! The file system calls of saving and recovery, each of which a test can refuse.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, TryLockError};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of bytes of one read or write.
pub(super) const PIECE: usize = 1 << 20;

/// A call of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskCall {
    /// Reads the metadata at a path.
    Inspect,
    /// Lists a folder.
    List,
    /// Creates a folder.
    MakeFolder,
    /// Creates a file.
    Create,
    /// Locks a file.
    Lock,
    /// Sets the owner of a file.
    SetOwner,
    /// Sets extended attributes.
    SetAttributes,
    /// Sets permissions.
    SetMode,
    /// Writes a part of a file.
    Write,
    /// Waits until a file is on the disk.
    Sync,
    /// Reads a file back.
    Read,
    /// Creates a hard link.
    Link,
    /// Renames a file.
    Rename,
    /// Waits until a folder is on the disk.
    SyncFolder,
    /// Removes a file.
    Remove,
}

/// Access to the file system; `before` runs before each call, which fails with its error.
#[derive(Clone, Copy)]
pub(crate) struct Disk<'a> {
    before: &'a dyn Fn(DiskCall) -> io::Result<()>,
}

impl Disk<'static> {
    /// The actual file system.
    pub(super) const SYSTEM: Self = Self { before: &|_| Ok(()) };
}

impl<'a> Disk<'a> {
    /// The file system with calls that `before` can refuse.
    pub(crate) fn with(before: &'a dyn Fn(DiskCall) -> io::Result<()>) -> Self {
        Self { before }
    }
}

impl Disk<'_> {
    fn call<T>(self, call: DiskCall, run: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        (self.before)(call).and_then(|()| run())
    }

    /// Returns the metadata at a path without following links; `None` if nothing exists there.
    pub(super) fn inspect(self, path: &Path) -> io::Result<Option<Metadata>> {
        (self.before)(DiskCall::Inspect)?;
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            found => found.map(Some),
        }
    }

    /// Returns the names in a folder, sorted; none if it cannot be listed.
    pub(super) fn list(self, folder: &Path) -> Vec<OsString> {
        let entries = (self.before)(DiskCall::List).and_then(|()| fs::read_dir(folder));
        let mut names: Vec<_> =
            entries.into_iter().flatten().flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        names
    }

    pub(super) fn make_folder(self, folder: &Path) -> io::Result<()> {
        self.call(DiskCall::MakeFolder, || fs::create_dir_all(folder))
    }

    /// Creates a file and locks it until it is closed; `None` if the name is taken.
    ///
    /// Only the owner can read a private file. On a file system without locks, the file stays unlocked.
    pub(super) fn create_locked(self, path: &Path, is_private: bool) -> io::Result<Option<File>> {
        (self.before)(DiskCall::Create)?;
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        make_private(&mut options, is_private);
        let file = match options.open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(None),
            opened => opened?,
        };
        // Another process may mistake an unlocked file for an abandoned one and remove it.
        let is_ours = match self.lock(&file) {
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(_)) => true,
            Ok(()) => !matches!(self.inspect(path), Ok(None)),
        };
        Ok(is_ours.then_some(file))
    }

    /// Locks a file that no process has locked; `None` if a process has locked it, or the file is gone.
    ///
    /// An error means that the file system has no locks.
    pub(super) fn lock_abandoned(self, path: &Path) -> io::Result<Option<File>> {
        if !self.inspect(path)?.is_some_and(|found| found.is_file()) {
            return Ok(None);
        }
        // Some systems lock only files open for writing; a file with the mode 0444 opens only for reading.
        let file = File::options().read(true).write(true).open(path).or_else(|_| File::open(path))?;
        match self.lock(&file) {
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
            Ok(()) => Ok(self.inspect(path)?.map(|_| file)),
        }
    }

    fn lock(self, file: &File) -> Result<(), TryLockError> {
        (self.before)(DiskCall::Lock).map_err(TryLockError::Error)?;
        file.try_lock()
    }

    pub(super) fn write(self, mut file: &File, piece: &[u8]) -> io::Result<()> {
        self.call(DiskCall::Write, || file.write_all(piece))
    }

    /// Waits until the content and the attributes of a file are on the disk.
    pub(super) fn sync(self, file: &File) -> io::Result<()> {
        self.call(DiskCall::Sync, || file.sync_all())
    }

    /// Returns whether an open file contains exactly these bytes.
    pub(super) fn contains(self, mut file: &File, bytes: &[u8]) -> io::Result<bool> {
        (self.before)(DiskCall::Read)?;
        file.rewind()?;
        let mut piece = vec![0; PIECE.min(bytes.len() + 1)];
        let mut rest = bytes;
        loop {
            let count = match file.read(&mut piece) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            if count == 0 {
                return Ok(rest.is_empty());
            }
            match rest.split_at_checked(count) {
                Some((expected, after)) if expected == &piece[..count] => rest = after,
                _ => return Ok(false),
            }
        }
    }

    /// Copies the content of a file into an open file.
    pub(super) fn copy(self, from: &Path, mut to: &File) -> io::Result<()> {
        self.call(DiskCall::Write, || io::copy(&mut File::open(from)?, &mut to).map(drop))
    }

    pub(super) fn link(self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(DiskCall::Link, || fs::hard_link(from, to))
    }

    /// Renames a file, and atomically replaces a file that has the new name.
    pub(super) fn rename(self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(DiskCall::Rename, || fs::rename(from, to))
    }

    pub(super) fn remove(self, path: &Path) -> io::Result<()> {
        self.call(DiskCall::Remove, || fs::remove_file(path))
    }

    /// Waits until the new name of a renamed file is on the disk.
    pub(super) fn sync_folder(self, folder: &Path, renamed: &File) -> io::Result<()> {
        (self.before)(DiskCall::SyncFolder)?;
        // Other systems cannot open folders; there, syncing the file syncs its name.
        let synced = if cfg!(unix) { File::open(folder)?.sync_all() } else { renamed.sync_all() };
        match synced {
            // Some network file systems do not support this call.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
            synced => synced,
        }
    }

    /// Copies the permissions of another file to a file.
    pub(super) fn set_mode(self, file: &File, like: &Metadata) -> io::Result<()> {
        self.call(DiskCall::SetMode, || file.set_permissions(like.permissions()))
    }
}

#[cfg(unix)]
fn make_private(options: &mut fs::OpenOptions, is_private: bool) {
    use std::os::unix::fs::OpenOptionsExt as _;
    if is_private {
        options.mode(0o600);
    }
}

/// On other systems, a new file has the permissions of its folder.
#[cfg(not(unix))]
fn make_private(_options: &mut fs::OpenOptions, _is_private: bool) {}

#[cfg(unix)]
impl Disk<'_> {
    /// Copies owner and group of another file to a file; returns whether it has them now.
    pub(super) fn set_owner(self, file: &File, like: &Metadata) -> io::Result<bool> {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let now = file.metadata()?;
        if (now.uid(), now.gid()) == (like.uid(), like.gid()) {
            return Ok(true);
        }
        let set =
            (self.before)(DiskCall::SetOwner).and_then(|()| fchown(file, Some(like.uid()), Some(like.gid())));
        match set {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(false),
            set => set.map(|()| true),
        }
    }

    /// Copies extended attributes as far as the file system allows, except those of the system.
    pub(super) fn copy_attributes(self, from: &Path, to: &File) -> io::Result<()> {
        use std::os::unix::ffi::OsStrExt as _;
        use xattr::FileExt as _;
        (self.before)(DiskCall::SetAttributes)?;
        let is_of_system = |name: &[u8]| name.starts_with(b"security.") || name.starts_with(b"trusted.");
        for name in xattr::list(from).into_iter().flatten().filter(|name| !is_of_system(name.as_bytes())) {
            if let Ok(Some(value)) = xattr::get(from, &name) {
                // A missing attribute does not stop the save.
                let _not_supported = to.set_xattr(&name, &value);
            }
        }
        Ok(())
    }
}

#[cfg(not(unix))]
impl Disk<'_> {
    /// Does nothing; a replaced file belongs to the user who saves.
    pub(super) fn set_owner(self, _file: &File, _like: &Metadata) -> io::Result<bool> {
        (self.before)(DiskCall::SetOwner).map(|()| true)
    }

    /// Does nothing; alternate streams are not copied.
    pub(super) fn copy_attributes(self, _from: &Path, _to: &File) -> io::Result<()> {
        (self.before)(DiskCall::SetAttributes)
    }
}

/// Returns the number of hard links of a file; 1 where the system does not report it.
#[cfg(unix)]
pub(super) fn name_count(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

/// Returns whether both are the same file; `false` where the system does not report it.
#[cfg(unix)]
pub(super) fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
pub(super) fn name_count(_metadata: &Metadata) -> u64 {
    1
}

#[cfg(not(unix))]
pub(super) fn is_same_file(_a: &Metadata, _b: &Metadata) -> bool {
    false
}

/// A temporary file, removed on drop unless it was renamed.
pub(super) struct Temporary<'a> {
    disk: Disk<'a>,
    path: PathBuf,
    is_renamed: bool,
}

/// Maximum number of tried names.
///
/// One is enough unless another process removes the file before it is locked.
const MOST_TRIED: usize = 1000;

impl<'a> Temporary<'a> {
    /// Creates an empty file in a folder.
    ///
    /// The file is first in the tuple, so that a caller that destructures it drops the file last. While the file is
    /// open, no process removes or takes its name.
    pub(super) fn create(disk: Disk<'a>, folder: &Path, is_private: bool) -> io::Result<(File, Self)> {
        for _ in 0..MOST_TRIED {
            let path = folder.join(temporary_name());
            if let Some(file) = disk.create_locked(&path, is_private)? {
                return Ok((file, Self { disk, path, is_renamed: false }));
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Creates a temporary hard link to an existing file.
    pub(super) fn link(disk: Disk<'a>, folder: &Path, existing: &Path) -> io::Result<Self> {
        for _ in 0..MOST_TRIED {
            let path = folder.join(temporary_name());
            match disk.link(existing, &path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                linked => return linked.map(|()| Self { disk, path, is_renamed: false }),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Renames the file, replacing any file with the new name.
    pub(super) fn rename(&mut self, to: &Path) -> io::Result<()> {
        self.disk.rename(&self.path, to)?;
        self.is_renamed = true;
        Ok(())
    }

    /// Returns whether a rename that reported an error took place: the temporary name is gone.
    pub(super) fn check_renamed(&mut self) -> bool {
        self.is_renamed = matches!(self.disk.inspect(&self.path), Ok(None));
        self.is_renamed
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if !self.is_renamed {
            // The next save removes a file that cannot be removed now.
            let _next_time = self.disk.remove(&self.path);
        }
    }
}

const PREFIX: &str = ".navsmith-";
const SUFFIX: &str = ".tmp";

/// Returns a name of this process alone.
///
/// No process takes the name of a removed file of another one. It needs no random numbers, because the system may fail to give some. The place of the stack is random and differs
/// between machines that share a folder.
fn temporary_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let stack = std::ptr::from_ref(&count).addr();
    let mut hasher = DefaultHasher::new();
    (std::process::id(), count, stack).hash(&mut hasher);
    format!("{PREFIX}{:016x}{SUFFIX}", hasher.finish())
}

/// Removes temporary files of processes that ended without removing them.
pub(super) fn remove_abandoned(disk: Disk<'_>, folder: &Path) {
    for name in disk.list(folder) {
        let number = name.to_str().and_then(|it| it.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
        if !number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            continue;
        }
        let path = folder.join(name);
        // The lock lasts until the file is removed, so that no process takes the file for its own.
        if let Ok(Some(_lock)) = disk.lock_abandoned(&path) {
            let _next_time = disk.remove(&path);
        }
    }
}
