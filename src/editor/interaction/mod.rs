//! Interaction: snapping, tools, commands, and the dispatch of every input.

pub(super) mod snap;
pub(super) mod expression;
pub(super) mod input;
pub(super) mod tool;
pub(super) mod kinds;
pub(super) mod commands;
pub(super) mod handle;
pub(super) mod thumbnail;
