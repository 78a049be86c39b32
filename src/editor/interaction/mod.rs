//! Interaction: snapping, tools, commands, and the dispatch of every input.

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
