//! Opening the window, if no subcommand is given.

use std::path::PathBuf;

use super::{OpenWindow, WindowError};
use crate::io::FileRef;

const VERBS: &str = "commands that need no window: info, validate, convert, path, trace, compare, check, bench (see navsmith --help)";

/// Opens the window; on failure, `Err` contains the reason and the alternatives in one line.
pub(super) fn open(window: Option<OpenWindow>, file: Option<PathBuf>) -> Result<(), String> {
    let Some(window) = window else {
        return Err(format!("this build has no window (feature gui); {VERBS}"));
    };
    if !has_display(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())) {
        return Err(format!("there is no display for the window (DISPLAY or WAYLAND_DISPLAY); {VERBS}"));
    }
    window(file.map(FileRef::from)).map_err(|error| match error {
        WindowError::NotOpened(why) => format!("the window cannot be opened: {why}; {VERBS}"),
        WindowError::Ended(why) => why,
    })
}

/// Whether a display may exist; only Linux and similar systems report this in the environment.
fn has_display(is_set: impl Fn(&str) -> bool) -> bool {
    let can_tell = cfg!(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android"))));
    !can_tell || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_window_the_verbs_are_named_in_one_line() {
        let why = open(None, None).expect_err("no window");
        assert!(why.contains("info, validate, convert, path, trace, compare, check"), "{why}");
        assert!(!why.contains('\n'), "{why}");
    }

    #[test]
    fn either_display_will_do() {
        assert!(has_display(|name| name == "DISPLAY"), "X11");
        assert!(has_display(|name| name == "WAYLAND_DISPLAY"), "Wayland");
        assert_eq!(has_display(|_| false), !cfg!(target_os = "linux"), "neither");
    }
}
