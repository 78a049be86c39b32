//! Runs the program without a display, like a user or a script.

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::Expect;
use serde_json::Value;

pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {} {}", self.out, self.err))
    }
}

pub(crate) fn navsmith() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_navsmith"));
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command
}

pub(crate) fn run(arguments: &[&str]) -> Ran {
    let output = navsmith().args(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Returns the path of a sample file.
pub(crate) fn sample(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name).display().to_string()
}

/// Two adjacent squares and a separate triangle, on the ground.
pub(crate) const SQUARES: &str = "(version: 1, vertices: [
    (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (4, 0, 2), (4, 0, 0), (9, 0, 0), (9, 0, 2), (11, 0, 2),
], cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5]), (corners: [6, 7, 8])])";

pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for tests"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn with(name: &str, text: &str) -> (Self, String) {
        let folder = Self::new();
        let path = folder.path(name);
        std::fs::write(&path, text).expect("a file for tests");
        (folder, path.display().to_string())
    }
}

pub(crate) fn check(arguments: &[&str], code: i32, expected: &Expect) {
    let ran = run(arguments);
    expected.assert_eq(&ran.out);
    assert_eq!(ran.code, Some(code), "{arguments:?}: {}", ran.err);
}
