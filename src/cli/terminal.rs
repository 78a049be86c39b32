//! Options of all subcommands for what they print, which hold for the whole run.

use std::ffi::OsString;
use std::sync::OnceLock;

use clap::{Args, ColorChoice, ValueEnum as _};

/// What is printed besides answers, and in which colours.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct TerminalArguments {
    /// When to colour help and messages.
    ///
    /// `auto` colours them on a terminal unless `NO_COLOR` is set, and elsewhere if `CLICOLOR_FORCE` is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: ColorChoice,
    /// Print no progress and, if the command succeeds, no notes and warnings.
    #[arg(short = 'q', long = "quiet", global = true, conflicts_with = "is_verbose")]
    pub(super) is_quiet: bool,
    /// Also print the format and the size of each mesh that is read, and the time taken.
    #[arg(short = 'v', long = "verbose", global = true)]
    pub(super) is_verbose: bool,
}

/// Returns the choice of colours, which errors in other arguments have too.
///
/// It is that of the last valid option.
pub(super) fn color_of(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let (mut choice, mut is_value) = (ColorChoice::Auto, false);
    for argument in arguments.take_while(|argument| argument != "--") {
        let text = argument.to_string_lossy();
        let value = if is_value { Some(&*text) } else { text.strip_prefix("--color=") };
        choice = value.and_then(|value| ColorChoice::from_str(value, false).ok()).unwrap_or(choice);
        is_value = text == "--color";
    }
    choice
}

/// Options for what is printed, for the whole run.
static TERMINAL: OnceLock<TerminalArguments> = OnceLock::new();

/// Sets the options for what is printed; the first ones stay.
pub(super) fn set_terminal(arguments: TerminalArguments) {
    let _ = TERMINAL.set(arguments);
}

/// Returns the options for what is printed.
pub(super) fn terminal() -> TerminalArguments {
    TERMINAL.get().copied().unwrap_or_default()
}

/// Whether messages are coloured, for a choice, standard error and the variables of the environment.
pub fn is_colored(choice: ColorChoice, is_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if variable("NO_COLOR").is_some() => false,
        ColorChoice::Auto if variable("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        ColorChoice::Auto => {
            let is_off = variable("CLICOLOR").is_some_and(|value| value == "0");
            is_terminal && !is_off && variable("TERM").is_none_or(|value| value != "dumb")
        }
    }
}
