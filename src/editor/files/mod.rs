//! Files: opening, saving, importing, recovery, and the clipboard.

pub(super) mod import;
pub(super) mod dialog;
pub(super) mod reproduction;
pub(super) mod file;
pub(super) mod clipboard;
