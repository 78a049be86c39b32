//! Interaction: snapping, tools, commands, and the dispatch of every input.
//!
//! The fields of `Interaction` are shared by the modules of `interaction`. A `Tool` is its kind, the running `Gesture`,
//! and what it keeps between gestures, such as the ray that it shows. Without a gesture, an input may start one; then
//! the gesture handles each input until it is completed or cancelled. Hints, cursor and overlay are functions of this
//! state. `Command` is the one table of commands: menus, toolbar, palette, cheat sheet, `docs/keys.md` and tests read
//! it.

pub mod snap;
pub mod expression;
pub mod input;
pub mod tool;
pub(super) mod kinds;
pub(super) mod clipboard;
pub mod commands;
pub(super) mod handle;
mod space;
pub mod thumbnail;
