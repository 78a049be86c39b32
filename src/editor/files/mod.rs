//! Files: opening, saving, importing, recovery.

pub mod import;
pub mod export;
mod adding;
pub mod dialog;
pub(super) mod reproduction;
pub mod differences;
pub mod comparison;
pub mod statistics;
pub(super) mod tables;
pub mod file;
