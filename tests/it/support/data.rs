//! Data of other projects, which tests use where it is present.

#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::path::{Path, PathBuf};

/// Returns a folder of the data; prints a message and returns `None` if it is absent.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("NAVSMITH_DATA").map_or(beside, PathBuf::from).join(name);
    if !folder.is_dir() {
        println!("skipped: there is no data at {}", folder.display());
    }
    folder.is_dir().then_some(folder)
}
