//! Threads, clocks, file dialogs and files: the native implementation.
//!
//! No other part of `app` uses them. A browser version implements the same functions in files of its own, selected by
//! `cfg`. Functions that a browser can only carry out asynchronously return futures.

pub(in crate::app) mod clock;
pub mod executor;
pub(in crate::app) mod file_dialog;
pub mod files;
pub mod storage;
pub mod watch;
