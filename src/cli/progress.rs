//! The completed share of a long subcommand, on a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::terminal::terminal;
use navsmith_core::progress::Progress;

/// Time after which the share is shown, and time between two updates of it.
const DELAY: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);

/// Runs a computation, and shows its completed share while it takes longer than a second.
///
/// The share is shown on standard error, and only if that is a terminal and `--quiet` is absent. The line is erased at the end.
pub(super) fn shown<T>(name: &str, compute: impl FnOnce(&Progress) -> T) -> T {
    if terminal().is_quiet || !io::stderr().is_terminal() {
        return compute(&Progress::none());
    }
    let progress = Progress::new();
    thread::scope(|scope| {
        // The receiver notices when the sender is dropped, also by a panic.
        let (_running, ended) = mpsc::channel::<()>();
        let owner = progress.clone();
        scope.spawn(move || show(name, &owner, &ended));
        compute(&progress)
    })
}

fn show(name: &str, progress: &Progress, ended: &Receiver<()>) {
    let (mut wait, mut shown) = (DELAY, 0);
    let print = |text: &str| {
        let mut terminal = io::stderr().lock();
        // Without standard error, the share cannot be printed.
        let _ = terminal.write_all(text.as_bytes()).and_then(|()| terminal.flush());
    };
    while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let line = line(name, progress.completed());
        print(&format!("\r{line:shown$}"));
        (wait, shown) = (INTERVAL, line.chars().count());
    }
    if shown > 0 {
        print(&format!("\r{:shown$}\r", ""));
    }
}

fn line(name: &str, completed: Option<f32>) -> String {
    match completed {
        Some(share) => format!("{name}: {:.0} %", share * 100.0),
        None => format!("{name}…"),
    }
}
