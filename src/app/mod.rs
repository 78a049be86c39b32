//! The window: the only module that uses egui.
//!
//! It turns events into inputs of the editor, displays its state, and carries out its effects. The editor alone decides the effect of an input.
//!
//! The window: the viewport, panels, dialogs, the theme, and jobs. The mesh is drawn from GPU buffers, with a depth
//! buffer; only changed pages are written. Overlays are shapes of egui. Levels are drawn to a texture of their own
//! below the mesh. The pictures of the mesh and of the levels are kept until the camera or their contents change. In
//! the 3D view, the levels also write their depths, and the mesh behind them is drawn faintly. Marks are always drawn
//! in full, in both views.
//!
//! `app/platform` contains what differs between systems: `executor` runs jobs on named threads, `watch` reports changed
//! files, `clock` measures time, `file_dialog` and `files` access documents, and `Storage` keeps settings and unsaved
//! work. Jobs are futures, because a browser reads files and answers dialogs asynchronously. Natively, a thread waits
//! for each. A browser version implements the functions of these files again, selected by `cfg`, and `app::run`;
//! nothing else changes.
//!
//! Invariant: only `app` depends on egui. `app/theme` defines no colours; it converts those of `theme`.
//!
//! Invariant: only `app/platform`, `cli`, and the parts of `io` that access the disk use threads, clocks and files.
//! `tests/it/architecture.rs` lists the files.
//!
//! Invariant: `app` holds no state that a file or an undo would miss.
//!
//! Invariant: an idle window draws no frames.

pub mod platform;
pub mod theme;
pub mod viewport;
pub mod dock;
pub mod messages;
pub mod jobs;
pub mod widgets;
mod offers;
pub mod lesson;
pub mod palette;
pub mod dialogs;
mod welcome;
pub mod keys;
pub mod panels;
pub mod one_act;
pub mod frame_times;
mod window;
mod start;

pub use start::run;
pub use window::{LastWords, Window};
