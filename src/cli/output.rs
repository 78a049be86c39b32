//! Terminal output; no other module writes to the terminal.

use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;

use super::terminal::{is_colored, terminal};
use super::{Done, Exit};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::CellId;
use navsmith_formats::document::{Document, enumeration, noun};
use navsmith_formats::io::save::SaveError;

/// Returns a number with its noun; without separators, so that scripts can read the number.
pub(super) fn plain_count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", noun(n, one, many))
}

/// Returns a line with clauses behind it.
pub(super) fn with_clauses<'a>(line: String, clauses: impl IntoIterator<Item = &'a String>) -> String {
    clauses.into_iter().fold(line, |line, clause| line + "; " + clause)
}

pub(super) fn mesh_sizes(vertices: usize, cells: usize) -> String {
    format!("{}, {}", plain_count(vertices, "vertex", "vertices"), plain_count(cells, "cell", "cells"))
}

/// Number of names or cells listed in a message, and of characters shown of a text.
const MOST_NAMES: usize = 10;
const MOST_CHARACTERS: usize = 64;

/// Returns the start of a text, with an ellipsis if it is longer than a message shows.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// Returns the advice to choose one of these names; `none` if there are none.
pub fn one_of<'a>(mut names: impl Iterator<Item = &'a str>, none: &str) -> String {
    let mut listed: Vec<String> = names.by_ref().take(MOST_NAMES).map(shortened).collect();
    if listed.is_empty() {
        return none.into();
    }
    listed.extend(names.next().map(|_| "…".into()));
    format!("name one of {}", listed.join(", "))
}

/// Returns cells by number, as `cells 3, 4 and 7`; `None` without cells.
pub(super) fn named_cells(cells: &[CellId]) -> Option<String> {
    let mut names: Vec<String> = cells.iter().take(MOST_NAMES).map(|cell| cell.0.to_string()).collect();
    let rest = cells.len() - names.len();
    names.extend((rest > 0).then(|| format!("{rest} more")));
    (!cells.is_empty()).then(|| format!("{} {}", noun(cells.len(), "cell", "cells"), enumeration(&names)))
}

/// Prints the result of a subcommand; returns its exit code.
pub(super) fn finish(done: Result<Done, String>) -> ExitCode {
    match done {
        Err(message) => fail(&message),
        Ok(done) => {
            if done.exit == Exit::Found {
                done.asides.iter().for_each(|aside| say_note(aside));
            } else {
                done.asides.iter().for_each(|aside| say(aside));
            }
            match print(&without_notes(&done)) {
                // The exit code reports whether the file was written; a failed print does not change it.
                Err(error) if done.is_written => {
                    say(&format!("the file was written, but {error}"));
                    done.exit.code()
                }
                Err(error) => fail(&error),
                Ok(_) => done.exit.code(),
            }
        }
    }
}

/// Returns the text of a result; with `--quiet`, that of a success has no notes.
fn without_notes(done: &Done) -> Cow<'_, str> {
    if !terminal().is_quiet || done.exit != Exit::Found {
        return done.text.as_str().into();
    }
    done.text.split_inclusive('\n').filter(|line| !line.starts_with("note: ")).collect::<String>().into()
}

/// Returns the reason why a file was not saved, and how to save it if it needs only consent.
pub(super) fn unsaved(error: &SaveError) -> String {
    match error {
        SaveError::Confirm { .. } => format!("{error}; --force replaces it, or write to another file"),
        error => error.to_string(),
    }
}

/// Prints help, the version, or the error in the arguments.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    // Without standard output, help cannot be printed.
    let _ = error.print();
    if error.use_stderr() { Exit::Bad.code() } else { ExitCode::SUCCESS }
}

/// Prints text; breaks if the reader has closed the pipe, as `head` does after enough lines.
pub(super) fn print(text: &str) -> Result<ControlFlow<()>, String> {
    print_bytes(printable(text).as_bytes())
}

/// Prints bytes as they are, such as those of a file; breaks as [`print()`] does.
pub(super) fn print_bytes(bytes: &[u8]) -> Result<ControlFlow<()>, String> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(error) => Err(format!("the answer cannot be printed: {error}; is the disk full?")),
    }
}

fn fail(message: &str) -> ExitCode {
    say(message);
    Exit::Bad.code()
}

/// Prints an error of one line to standard error.
pub(super) fn say(message: &str) {
    say_in(AnsiColor::Red, message);
}

/// Prints a note or a warning of one line to standard error, unless `--quiet` is given.
pub(super) fn say_note(message: &str) {
    if !terminal().is_quiet {
        say_in(AnsiColor::Yellow, message);
    }
}

/// Prints a detail of one line to standard error if `--verbose` is given.
pub(super) fn say_detail(message: &str) {
    if terminal().is_verbose {
        say_in(AnsiColor::Cyan, message);
    }
}

fn say_in(color: AnsiColor, message: &str) {
    let stderr = io::stderr();
    let variable = |name: &str| std::env::var(name).ok();
    let is_colored = is_colored(terminal().color, stderr.is_terminal(), variable);
    let style = if is_colored { color.on_default().bold() } else { Style::new() };
    let message = one_line(message);
    // Without standard error, the message cannot be printed.
    let _ = writeln!(&stderr, "{style}navsmith:{style:#} {}", printable(&message));
}

/// Returns lines as text, with line breaks inside of a line escaped.
pub fn in_lines(lines: &[String]) -> String {
    lines.iter().map(|line| one_line(line) + "\n").collect()
}

/// Returns text with line breaks escaped, because names from files may contain some.
pub(super) fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}

/// Whether a character is an instruction to a terminal instead of a visible one.
///
/// Among these are the controls of the direction of text, which make it look like another text.
fn is_instruction(c: char) -> bool {
    let is_direction = matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
    let is_isolate_or_line = matches!(c, '\u{2028}'..='\u{2029}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_direction || is_isolate_or_line
}

/// Returns text with instructions to the terminal escaped, except line breaks and tabs.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_command = |c: char| is_instruction(c) && c != '\n' && c != '\t';
    if !text.contains(is_command) {
        return text.into();
    }
    let escaped = |c: char| if is_command(c) { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escaped).collect::<String>().into()
}

/// Version of the keys in JSON; a key that changes its meaning or is removed increases it.
const SCHEMA: u32 = 1;

/// Returns an answer as a line of JSON, whose first key is the version of the keys.
///
/// Instructions to the terminal are escaped in its strings.
pub fn json(object: &impl Serialize) -> Result<String, String> {
    let line = json_line(object)?;
    Ok(match line.strip_prefix('{') {
        Some(keys) if !keys.starts_with('}') => format!("{{\"schema\":{SCHEMA},{keys}"),
        _ => line,
    })
}

/// Returns an object as a line of JSON, in whose strings instructions to the terminal are escaped.
pub(super) fn json_line(object: &impl Serialize) -> Result<String, String> {
    let line = serde_json::to_string(object).map_err(|error| format!("no JSON: {error}"))?;
    if !line.contains(is_instruction) {
        return Ok(line + "\n");
    }
    let escaped = |c: char| if is_instruction(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() };
    Ok(line.chars().map(escaped).collect::<String>() + "\n")
}

/// A report with the unit of its lengths.
#[derive(Serialize)]
struct InUnits<'a, T> {
    /// Symbol of the unit, `m` or `px`.
    unit: &'static str,
    #[serde(flatten)]
    report: &'a T,
}

/// Returns a report as a line of JSON, with the unit of the lengths of a document.
///
/// Its sentences have this unit too.
pub(super) fn json_worded(document: &Document, report: &impl Serialize) -> Result<String, String> {
    json(&InUnits { unit: document.unit(), report }).map(|line| document.worded(line))
}

pub(super) fn xyz(point: Vec3) -> [f32; 3] {
    point.to_array()
}

pub(super) fn place(point: Vec3) -> String {
    format!("({:.3}, {:.3}, {:.3})", point.x, point.y, point.z)
}
