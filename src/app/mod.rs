//! The window: egui and nothing else.
//!
//! It turns events into [`Input`](crate::editor::Input)s, shows what the editor says, and carries out its effects.
//! Nothing here decides what an input does.

mod theme;
mod viewport;
mod dock;
mod messages;
mod jobs;
mod lesson;
mod palette;
mod dialogs;
mod welcome;
mod panels;
mod keys;
mod one_act;
mod frame_times;
mod start;
mod window;

pub use start::run;
pub use window::Window;
