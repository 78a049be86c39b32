//! File formats with their own types, converted to and from documents.
//!
//! A read never panics, hangs, over-allocates or leaves the file's folder. Its errors contain the position in the
//! file, the reason and a remedy. A save leaves the complete old or the complete new file. This module does not
//! depend on windows, dialogs or threads.
//!
//! File formats, each with its own serialised types and conversions in both directions: documents as RON and JSON,
//! reproductions, fragments for the clipboard, glTF, OBJ, Polyanya meshes, baked meshes, settings, recovery files,
//! samples. `FileRef` refers to a file: a path natively, later the name of a handle in a browser. Inputs, effects and
//! dialogs of the editor contain it; only `app/platform` reads and writes the file. A `LevelReference` of a document
//! names a file with level geometry or an image with its `ImagePlacement`, and an `ExportTarget` a file to which it is
//! exported. Their paths are absolute in memory, and relative to the document in files; `io::open` and
//! `with_relative_files` convert them. `FileCoordinates` are the up axis, mirror and unit of a file. Readers return
//! documents and scenes in the coordinates of the file, `place` and `import` convert them, and `Format::encode`
//! converts back before a writer runs. `check_local` decides which files a document reads or writes without a question:
//! those in its folder or below it, in no hidden folder. It follows symbolic links name by name. `read_level_of`,
//! `TargetChecks`, `ProtectedFiles` and the buffers of a glTF use it. `write_target` writes an export target if this
//! check allows it and if only an earlier export is lost. `FORMATS` has a row per format: its name, extensions,
//! detection, `read`, `write` and the contents that it stores (`DocumentContent`). What a document loses follows from
//! them. Code that opens, saves, exports or converts reads this table and names no extension. A file of another program
//! is an `ImportScene`: surfaces with the items that place them, whatever its format. `ImportDefaults` selects the
//! items to import, for the window and the command line alike. Its `Evidence` is the reason why they are a navigation
//! mesh, which keeps all polygons, or a level, which loses walls. A file by navsmith that no other program changed
//! opens as the same mesh: an OBJ by its first comment, a glTF by the fingerprint in its extras.
//!
//! The RON library writes documents: its depth limit puts one element on each line. It reports the position of syntax
//! errors only, and a fault such as a missing vertex is known once the whole file is parsed. `io::ron::place` therefore
//! finds the position of a value by its path. Its lists are read by a visitor of our own, which counts each element
//! against the budget before the next one is read.
//!
//! Invariant: serialised types exist in this module and in `baked` only, and are versioned; files of every released
//! version load.
//!
//! Invariant: reading never panics or hangs, never allocates an amount that a file merely states, and never leaves the
//! file's folder.
//!
//! `Disk` is the interface between saving and the file system; a test can make each of its calls fail. `save` reports
//! one of three outcomes: `SaveError` (not replaced), `Saved` with `not_durable` (replaced, but a power failure may
//! undo it), and `Saved`. A process holds a lock on each temporary file and on its recovery session; a file without a
//! lock belongs to a process that ended. Temporary files have random names, so no process can get the name of a file
//! that another one removed.
//!
//! Invariant: a save leaves either the old bytes or the new ones, and its result states which.
//!
//! A `Baseline` lists the known issues of files by their identity (`KnownIssue`), so that new numbers of cells do not
//! change them.
//!
//! `Watcher` polls a set of files and reports those whose content changed, once no file of the set is being written. It
//! gets the passed time from its caller, and the stamps that are no change, such as those of our own saves.

pub(crate) mod disk;
mod content;
mod up_axis;
mod facing;
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
mod moving_ai;
pub mod detour;
mod godot;
mod baked;
pub mod baseline;
mod import;
mod passed_over;
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
pub use facing::SceneFacing;
pub use file_ref::{CSV_EXTENSION, FileRef};
pub use format::rows::{BAKED, DOCUMENT, FORMATS, GLB, PNG, SVG};
pub use format::{FileBytes, Format, FormatError, OpenError, Opened, Read, Write};
pub use format::{list, open, open_bytes, open_with_progress};
pub use import::{Evidence, ImportDefaults, MAX_SLOPE, REMEDY, import, left_out, lost, turned};
pub use passed_over::PassedOver;
pub use placing::{Export, Imported, Placement, from_file, place};
pub use protected::{ProtectedError, ProtectedFiles};
pub use relative_path::{
    NotLocal, check_local, is_below_folder_of, is_same_file, relative_to_folder_of, with_comparable_files,
    with_relative_files,
};
pub use target::{TargetChecks, TargetError, write_target};
pub use text::TextError;
pub use up_axis::{LargestGround, UpEvidence};

/// Maximum number of corners of a cell.
const MAX_CORNERS: usize = navsmith_core::navmesh::Cell::MOST_CORNERS;
