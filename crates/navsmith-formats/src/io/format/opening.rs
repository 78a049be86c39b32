//! Opening of files by their content.

use std::path::{Path, PathBuf};

use super::{FileBytes, Format, FormatError, Opened, foreign, list};
use crate::io::file::{self, ReadError, Stamp};
use crate::io::relative_path;
use navsmith_core::progress::{Progress, Stopped};

/// Reason why a file cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The content is invalid.
    #[error("{path}{why}")]
    Invalid {
        /// Path of the file.
        path: PathBuf,
        /// Position, reason and remedy.
        why: FormatError,
    },
    /// The file has an unknown format.
    #[error(
        "{0} has no format that navsmith reads; export the level as {formats}",
        formats = list(Format::readable())
    )]
    Unknown(PathBuf),
    /// Reading was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Opens a file.
pub fn open(path: &Path) -> Result<Opened, OpenError> {
    open_with_progress(path, &Progress::none()).map(|opened| opened.0)
}

/// Opens a file like [`open`], and returns its stamp.
///
/// For documents and glTF files, reports progress and can be stopped.
pub fn open_with_progress(path: &Path, progress: &Progress) -> Result<(Opened, Stamp), OpenError> {
    let (bytes, stamp) = file::read_stamped(path, file::CAP)?;
    Ok((open_content(&FileBytes { bytes: &bytes, path, stamp, progress })?, stamp))
}

/// Opens the bytes of a file; `path` names it in errors, and locates files that it references.
pub fn open_bytes(file: (&Path, Stamp), bytes: &[u8]) -> Result<Opened, OpenError> {
    open_with(file, bytes, &Progress::none())
}

/// Opens bytes like [`open_bytes`]; reports progress and can be stopped.
pub(in crate::io) fn open_with(
    (path, stamp): (&Path, Stamp),
    bytes: &[u8],
    progress: &Progress,
) -> Result<Opened, OpenError> {
    open_content(&FileBytes { bytes, path, stamp, progress })
}

fn open_content(file: &FileBytes<'_>) -> Result<Opened, OpenError> {
    let path = || file.path.to_owned();
    let invalid = |why| OpenError::Invalid { path: path(), why };
    let by_content = Format::of_content(file.bytes);
    if let Some(why) = foreign::refusal(file.bytes).filter(|_| by_content.is_none_or(|it| it.is_picture)) {
        return Err(invalid(why));
    }
    let format = by_content.or_else(|| Format::of_name(file.path));
    let read = format.and_then(|format| format.read).ok_or_else(|| OpenError::Unknown(path()))?;
    let mut opened = read(file).map_err(|why| match why {
        FormatError::Stopped(stopped) => stopped.into(),
        why => invalid(why),
    })?;
    if let Opened::Document { document, .. } | Opened::Mesh { document, .. } = &mut opened {
        relative_path::resolve(document, file.path);
    }
    if let Opened::Scene { scene, .. } = &mut opened {
        let path = Format::without_extension(file.path);
        scene.name_after(&path.file_name().unwrap_or_default().to_string_lossy());
    }
    Ok(opened)
}
