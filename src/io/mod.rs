//! Files: formats with types of their own, converted both ways.
//!
//! Reading never panics, hangs, over-allocates or leaves the file's folder; what is wrong with a file is said with
//! the place in it, the reason and what to do. Saving leaves the old file or the new one, never half of either.
//! This room does not know windows, dialogs or threads.

mod disk;
pub mod file;
pub mod save;
pub mod gltf;
pub mod polyanya;
pub mod ron;
pub mod samples;
pub mod recovery;
pub mod settings;
mod open;
mod import;

pub use import::{ImportDefaults, Imported, Placement, UpAxis, import};
pub use open::{OpenError, Opened, has_extension, open, open_bytes, open_while};

/// Beyond this a cell is no polygon that anybody drew, and what is quadratic in corners would hang.
const MAX_CORNERS: usize = 4096;
