//! Files: opening, saving, importing, recovery.

pub mod import;
pub mod export;
pub mod dialog;
pub(super) mod reproduction;
pub mod file;
