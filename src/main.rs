//! The thin binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "gui")]
    let window: Option<navsmith::cli::Window> = Some(navsmith::app::run);
    #[cfg(not(feature = "gui"))]
    let window = None;
    navsmith::cli::main(window)
}
