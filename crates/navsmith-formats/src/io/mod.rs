//! File formats with their own types, converted to and from documents.
//!
//! A read never panics, hangs, over-allocates or leaves the file's folder. Its errors contain the position in the
//! file, the reason and a remedy. A save leaves the complete old or the complete new file. This module does not
//! depend on windows, dialogs or threads.

mod disk;
mod content;
mod placing;
pub mod file;
mod relative_path;
mod text;
pub mod ron;
pub mod scene;
mod bytes;
pub mod obj;
mod ply;
mod stl;
pub mod gltf;
pub mod polyanya;
pub mod detour;
mod godot;
mod baked;
pub mod baseline;
mod import;
mod format;
pub mod images;
pub mod levels;
pub mod watch;
mod file_ref;
pub mod export_check;
pub mod export_errors;
mod protected;
pub mod save;
mod target;
pub mod recovery;
pub mod settings;

pub use bytes::BinaryError;
pub use content::{Cutting, DocumentContent, WriteError};
pub use file_ref::{CSV_EXTENSION, FileRef};
pub use format::rows::{BAKED, DOCUMENT, FORMATS, GLB, PNG, SVG};
pub use format::{FileBytes, Format, FormatError, OpenError, Opened, Read, Write};
pub use format::{list, open, open_bytes, open_with_progress};
pub use import::{Evidence, ImportDefaults, Imported, MAX_SLOPE, import, left_out, lost, turned};
pub use placing::{Export, Placement, from_file, place};
pub use protected::{ProtectedError, ProtectedFiles};
pub use relative_path::{
    NotLocal, check_local, is_below_folder_of, is_same_file, relative_to_folder_of, with_comparable_files,
    with_relative_files,
};
pub use target::{TargetChecks, TargetError, write_target};
pub use text::TextError;

/// Maximum number of corners of a cell.
const MAX_CORNERS: usize = navsmith_core::navmesh::Cell::MOST_CORNERS;
