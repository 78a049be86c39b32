//! The window: the only module that uses egui.
//!
//! It turns events into inputs of the editor, displays its state, and carries out its effects. The editor alone decides the effect of an input.

mod platform;
mod theme;
mod viewport;
mod dock;
mod messages;
mod jobs;
mod widgets;
mod offers;
mod lesson;
mod palette;
mod dialogs;
mod welcome;
mod keys;
mod panels;
mod one_act;
mod frame_times;
mod window;
mod start;

pub use start::run;
pub use window::Window;
