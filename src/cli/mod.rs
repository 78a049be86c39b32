//! Command line: subcommands that need no display.
//!
//! This module reads arguments, calls the layers below and prints answers. Only `render` uses the editor. No subcommand
//! depends on the window; [`main`] gets it as an argument.

pub mod terminal;
pub mod output;
mod progress;
mod areas;
mod args;
mod input;
mod junit;
mod load;
mod levels;
mod found;
pub mod measure;
pub mod validate;
mod why;
mod statistics;
mod info;
mod outlines;
mod convert;
mod repair;
mod export;
mod bake;
mod ground;
mod agent_limits;
mod jumps;
mod answer;
mod batch;
mod path;
mod trace;
mod render;
pub mod compare;
mod around;
mod side_view;
mod simulate;
mod check;
mod diff;
mod update;
mod generate;
pub mod report;
mod manual;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::error::{ContextKind, ErrorKind};
use clap::{Args as _, ColorChoice, CommandFactory as _, FromArgMatches as _, Subcommand as _};

use args::{Arguments, Verb};
use navsmith_formats::document::Document;
use navsmith_formats::io::FileRef;
use terminal::{TerminalArguments, color_of};

/// Function that opens the window, with a file if there is one, and returns when it is closed.
pub type OpenWindow = fn(Option<FileRef>) -> Result<(), WindowError>;

/// Reason why the window is not open.
#[derive(Debug)]
pub enum WindowError {
    /// It could not be opened; a clause that follows a colon.
    NotOpened(String),
    /// A defect ended it; a sentence.
    Ended(String),
}

/// Result of a subcommand.
#[derive(Debug)]
struct Done {
    /// Text to print; ends in a newline unless it is empty.
    text: String,
    /// Messages for standard error, in addition to the text.
    asides: Vec<String>,
    exit: Exit,
    is_written: bool,
}

/// Exit code of a subcommand, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// The requested result was found, or is as expected.
    Found = 0,
    /// No path, nothing found, errors in a mesh, or not as expected.
    NotFound = 1,
    /// Arguments are wrong, or a file cannot be read.
    Bad = 2,
}

impl Exit {
    fn of(is_found: bool) -> Self {
        if is_found { Self::Found } else { Self::NotFound }
    }

    fn code(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}

impl Done {
    fn found(text: String) -> Self {
        Self { text, asides: Vec::new(), exit: Exit::Found, is_written: false }
    }

    /// Returns it with lengths in texts in the unit of a document.
    fn worded_by(mut self, document: &Document) -> Self {
        self.text = document.worded(self.text);
        self.asides = self.asides.into_iter().map(|aside| document.worded(aside)).collect();
        self
    }

    fn with_aside(mut self, aside: Option<String>) -> Self {
        self.asides.extend(aside);
        self
    }
}

/// Runs the program; without a `window`, only subcommands work.
pub fn main(window: Option<OpenWindow>) -> ExitCode {
    let began = Instant::now();
    let color = color_of(std::env::args_os());
    let arguments = match arguments(color) {
        Ok(arguments) => arguments,
        Err(error) => return output::usage(&error),
    };
    terminal::set_terminal(arguments.terminal);
    let done = match arguments.verb {
        Some(verb) => run(&verb),
        None => open_window(window, arguments.file).map(|()| Done::found(String::new())),
    };
    let exit = output::finish(done);
    output::say_detail(&format!("took {:.3} s", began.elapsed().as_secs_f64()));
    exit
}

/// Parses the arguments of the program.
fn arguments(color: ColorChoice) -> Result<Arguments, clap::Error> {
    let mut command = command().color(color);
    let as_verb = || misspelled(std::env::args_os(), color);
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    let matches = matches.map_err(|error| as_verb().filter(is_suggestion).unwrap_or(error))?;
    let arguments = Arguments::from_arg_matches(&matches)?;
    match (&arguments.file, &arguments.verb) {
        (Some(_), Some(_)) => {
            let why =
                "a file to open in the window comes without a command; give the file behind the command";
            Err(command.error(ErrorKind::ArgumentConflict, why))
        }
        (Some(file), None) if is_word(file) => as_verb().map_or(Ok(arguments), Err),
        _ => Ok(arguments),
    }
}

/// Whether a file to open does not exist and is named like a command.
fn is_word(file: &Path) -> bool {
    let is_plain = |name: &str| name.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    file.to_str().is_some_and(|name| !name.is_empty() && is_plain(name)) && !file.exists()
}

/// Returns the error of arguments that do not begin with a subcommand.
///
/// Otherwise, a misspelled subcommand counts as the file to open, which cannot have arguments.
fn misspelled(arguments: impl Iterator<Item = OsString>, color: ColorChoice) -> Option<clap::Error> {
    let program = TerminalArguments::augment_args(clap::Command::new("navsmith")).color(color);
    Verb::augment_subcommands(program).try_get_matches_from(arguments).err()
}

/// Whether an error suggests a subcommand.
fn is_suggestion(error: &clap::Error) -> bool {
    error.get(ContextKind::SuggestedSubcommand).is_some()
}

/// Returns the definition of the command line, with all subcommands.
pub fn command() -> clap::Command {
    Arguments::command()
}

fn run(verb: &Verb) -> Result<Done, String> {
    match verb {
        Verb::Info(arguments) => info::run(arguments),
        Verb::Validate(arguments) => validate::run(arguments),
        Verb::Why(arguments) => why::run(arguments),
        Verb::Convert(arguments) => convert::run(arguments),
        Verb::Repair(arguments) => repair::run(arguments),
        Verb::Export(arguments) => export::run(arguments),
        Verb::Bake(arguments) => bake::run(arguments),
        Verb::Generate(arguments) => generate::run(arguments),
        Verb::Path(arguments) => path::run(arguments),
        Verb::Trace(arguments) => trace::run(arguments),
        Verb::Render(arguments) => render::run(arguments),
        Verb::Compare(arguments) => compare::run(arguments),
        Verb::RandomPoints(arguments) => around::random(arguments),
        Verb::CellsInCircle(arguments) => around::cells(arguments),
        Verb::Walls(arguments) => around::walls(arguments),
        Verb::Platforms(arguments) => side_view::platforms(arguments),
        Verb::Throw(arguments) => side_view::throw(arguments),
        Verb::Jumps(arguments) => side_view::jumps(arguments),
        Verb::Simulate(arguments) => simulate::run(arguments),
        Verb::Check(arguments) => check::run(arguments),
        Verb::Diff(arguments) => diff::run(arguments),
        Verb::Report(arguments) => report::run(arguments),
        Verb::Bench(arguments) => measure::run(arguments),
        Verb::Completions(arguments) => manual::completions(arguments),
        Verb::Man(arguments) => manual::man(arguments),
    }
}

/// Returns a clause about what works without a window.
fn without_window() -> String {
    let command = command();
    let verbs: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    format!("commands that need no window: {} (see navsmith --help)", verbs.join(", "))
}

/// Opens the window; on failure, `Err` contains the reason and the alternatives in one line.
fn open_window(window: Option<OpenWindow>, file: Option<PathBuf>) -> Result<(), String> {
    let Some(window) = window else {
        return Err(format!("this build has no window (feature gui); {}", without_window()));
    };
    if !has_display(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())) {
        let why = "there is no display for the window (DISPLAY or WAYLAND_DISPLAY)";
        return Err(format!("{why}; {}", without_window()));
    }
    // The current directory may differ when the file is saved or opened from the list of recent ones.
    let absolute = |file: PathBuf| std::path::absolute(&file).unwrap_or(file);
    window(file.map(|file| FileRef::from(absolute(file)))).map_err(|error| match error {
        WindowError::NotOpened(why) => format!("the window cannot be opened: {why}; {}", without_window()),
        WindowError::Ended(why) => why,
    })
}

/// Whether a display may exist; only Linux and similar systems report this in the environment.
pub fn has_display(is_set: impl Fn(&str) -> bool) -> bool {
    let can_tell = cfg!(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android"))));
    !can_tell || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
}
