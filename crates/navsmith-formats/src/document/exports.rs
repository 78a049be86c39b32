//! Export targets: files to which a document is exported again and again.

use navsmith_core::geometry::FileCoordinates;

/// Maximum number of export targets of a document, because a save may write all of them.
pub const MOST_TARGETS: usize = 64;

/// File to which a document is exported, in the format of its extension.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportTarget {
    /// Path of the file: absolute in memory, and relative to the folder of the document in files.
    pub file: String,
    /// Coordinates of the file.
    pub coordinates: FileCoordinates,
    /// Whether every save of the document exports it.
    pub runs_on_save: bool,
}
