//! Files: opening, saving, importing, recovery.
//!
//! A reload changes the document to the content of its file, as one undo step. Its job also derives the data of the new
//! document. Elements that correspond keep their ids, so the selection, recorded steps and expected cells stay valid.
//! Which files are watched is a function of the state (`changed::watched`); our own saves are recognised by their
//! stamps.

pub mod import;
pub mod reply;
pub mod export;
mod adding;
pub mod dialog;
pub mod importing;
pub(super) mod reproduction;
pub mod differences;
pub mod comparison;
pub mod comparison_text;
pub mod review;
pub mod statistics;
pub(super) mod tables;
pub mod file;
