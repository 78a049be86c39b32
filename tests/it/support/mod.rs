//! Runs, data and generators that the tests share.

pub(crate) mod command_line;
pub(crate) mod modules;
#[path = "../../../crates/navsmith-core/tests/it/support/edits.rs"]
pub(crate) mod edits;
#[path = "../../../crates/navsmith-core/tests/it/support/rooms.rs"]
pub(crate) mod rooms;
pub(crate) mod files;
pub(crate) mod history;
#[path = "../../../crates/navsmith-formats/tests/it/support/data.rs"]
pub(crate) mod data;
pub(crate) mod jobs;
#[path = "../../../crates/navsmith-formats/tests/it/support/memory.rs"]
pub(crate) mod memory;
#[path = "../../../crates/navsmith-core/tests/it/support/notation.rs"]
#[expect(dead_code, reason = "the core has tests of soups and squares")]
pub(crate) mod notation;
pub(crate) mod progress;
#[path = "../../../crates/navsmith-formats/tests/it/support/rings.rs"]
pub(crate) mod rings;
pub(crate) mod survive;
pub(crate) mod triangle_files;
