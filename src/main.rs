//! Binary of navsmith; all code is in the library.

use std::process::ExitCode;

#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    #[cfg(feature = "gui")]
    let window: Option<navsmith::cli::OpenWindow> = Some(navsmith::app::run);
    #[cfg(not(feature = "gui"))]
    let window = None;
    navsmith::cli::main(window)
}
