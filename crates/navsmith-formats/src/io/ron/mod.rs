//! The document format: versioned RON with one line per vertex and cell, for readable diffs.
//!
//! Writing is deterministic, with the shortest round-trip form of numbers. Files of every released version stay
//! readable. Ids become indices without the gaps of removed elements.

mod place;
mod element;
mod coordinates;
pub(in crate::io) mod level;
pub(in crate::io) mod export;
pub(in crate::io) mod ignored;
pub(in crate::io) mod threshold;
pub(in crate::io) mod query;
pub(in crate::io) mod outline;
pub(in crate::io) mod link;
mod generated;
pub(in crate::io) mod generation;
pub(in crate::io) mod side_view;
pub(in crate::io) mod detail;
mod steering;
mod movement;
pub(in crate::io) mod scenario;
pub(in crate::io) mod parts;
pub(in crate::io) mod v1;
mod reading;
pub mod reproduction;
pub mod json;

use std::fmt;
use std::marker::PhantomData;

use ::ron::Options;
use ::ron::extensions::Extensions;
use ::ron::ser::PrettyConfig;
use serde::de::{DeserializeOwned, DeserializeSeed};

use self::place::PlaceStep;
use self::reading::{Fields, Pace};
use crate::document::Document;
use crate::io::content::WriteError;
use navsmith_core::budget::Budget;
use navsmith_core::progress::{Progress, Stopped, Units};

/// Version that is written.
pub const VERSION: u32 = 1;

/// Error of an invalid document text, with its position and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {description}")]
pub struct RonError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// Reason and remedy.
    pub description: String,
}

/// Invalid value in valid RON: its path and the reason.
pub(in crate::io) struct RonFault {
    steps: Vec<PlaceStep>,
    pub(in crate::io) description: String,
}

impl RonFault {
    fn new(steps: impl Into<Vec<PlaceStep>>, description: String) -> Self {
        Self { steps: steps.into(), description }
    }

    /// Returns the fault in terms of a value that contains this one at a path.
    fn within(mut self, path: impl IntoIterator<Item = PlaceStep>) -> Self {
        self.steps.splice(0..0, path);
        self
    }

    /// Returns the fault of a value that would not read back.
    fn in_document(self) -> WriteError {
        let description = format!("the document cannot be written: {}", self.description);
        WriteError { description, cells: Vec::new() }
    }

    fn in_text(self, text: &str) -> RonError {
        let (line, column) = place::find(text, &self.steps);
        RonError { line, column, description: self.description }
    }
}

/// Reads a document.
pub fn read(text: &str) -> Result<Document, RonError> {
    let read = read_within(text, &mut Budget::of_file(text.len()), &Progress::none());
    // The token never stops the read.
    read.unwrap_or_else(|Stopped| Ok((Document::default(), Vec::new()))).map(|(document, _)| document)
}

/// Reads a document like [`read`] within a budget, and reports progress.
///
/// The sentences state what it does not take from the file.
/// Exceeding the budget is an error.
pub fn read_within(
    text: &str,
    budget: &mut Budget,
    progress: &Progress,
) -> Result<Result<(Document, Vec<String>), RonError>, Stopped> {
    let text = without_bom(text);
    let mut pace = Pace::of(text, b'(', budget, progress);
    let file = pace.parse(
        |pace| parse_seed(text, Fields::<element::Position>::at(pace)),
        |pace| parse_seed(text, Fields::<element::AnyPosition>::at(pace)).map(v1::File::plain),
    );
    let newer = || if pace.has_ended() { None } else { newer(text) };
    Ok(file?.map_err(|error| newer().unwrap_or(error)).and_then(|file| {
        if file.version != VERSION {
            return Err(unknown_version(file.version, VERSION).in_text(text));
        }
        let notes = file.notes();
        file.into_document().map(|document| (document, notes)).map_err(|fault| fault.in_text(text))
    }))
}

pub(super) fn utf8(bytes: &[u8]) -> Result<&str, RonError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let (line, column) = place::line_and_column(&good, good.len());
        RonError { line, column, description: "the text is not valid UTF-8 here; save it as UTF-8".into() }
    })
}

/// Returns line and column, from 1, of each query in the text of a document, in one pass.
pub fn places_of_queries(text: &str) -> Vec<(usize, usize)> {
    place::find_elements(without_bom(text), &[PlaceStep::Field("queries")])
}

/// Returns line and column, from 1, of each cell in the text of a document, in one pass.
pub fn places_of_cells(text: &str) -> Vec<(usize, usize)> {
    place::find_elements(without_bom(text), &[PlaceStep::Field("cells")])
}

/// Returns whether bytes appear to be a document.
///
/// After comments and attributes, a document begins with its name or first field.
pub(super) fn looks_like_it(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let start = without_comments(without_bom(&text));
    let in_brackets = start.strip_prefix('(').map(without_comments);
    start.starts_with("NavMesh") || in_brackets.is_some_and(|fields| fields.starts_with("version"))
}

/// Number of bytes inspected to recognise a document.
const HEAD: usize = 4096;

/// Returns the rest of a text after white space, comments and attributes.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let end = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|at| at + 1)
        } else if rest.starts_with("#!") {
            rest.find(']')
        } else {
            return rest;
        };
        let Some(end) = end else { return "" };
        rest = rest[end + 1..].trim_start();
    }
}

/// Returns the text of a document, which ends with a newline.
pub fn write(document: &Document) -> Result<String, WriteError> {
    // The token never stops the conversion.
    write_with_progress(document, &Progress::none()).unwrap_or_else(|Stopped| Ok(String::new()))
}

/// Writes a document like [`write()`]; reports progress and can be stopped.
pub fn write_with_progress(
    document: &Document,
    progress: &Progress,
) -> Result<Result<String, WriteError>, Stopped> {
    let file = v1::File::of(document);
    match file.check() {
        Ok(()) => text_of(&file, progress).map(Ok),
        Err(fault) => Ok(Err(fault.in_document())),
    }
}

/// First line of a document, followed by its name.
const COMMENT: &str = "// navsmith navigation mesh. One vertex, one cell a line, in metres, y up; cells counter-clockwise \
                    seen from above.\nNavMesh";

/// Depth of the elements of a list in the file. Deeper values stay on the line of their element.
const ELEMENT_DEPTH: usize = 2;

fn text_of(file: &v1::File, progress: &Progress) -> Result<String, Stopped> {
    let mut text = String::with_capacity(256 + 32 * file.vertices.len() + 48 * file.cells.len());
    text.push_str(COMMENT);
    let lines = progress.units(file.vertices.len() + file.cells.len(), LINES_PER_REPORT);
    let config = PrettyConfig::new().depth_limit(ELEMENT_DEPTH).new_line("\n");
    let mut lines = Lines { text, lines };
    // Writing to a string cannot fail, so an error means that writing was stopped.
    let Ok(()) = Options::default().to_writer_pretty(&mut lines, file, config) else { return Err(Stopped) };
    lines.text.push('\n');
    Ok(lines.text)
}

/// Number of lines between two progress reports.
const LINES_PER_REPORT: usize = 1 << 14;

/// A text that counts its lines; writing fails once it was stopped.
struct Lines<'a> {
    text: String,
    lines: Units<'a>,
}

impl fmt::Write for Lines<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if part == "\n" {
            self.lines.step().map_err(|Stopped| fmt::Error)?;
        }
        self.text.push_str(part);
        Ok(())
    }
}

/// Removes the byte-order mark that editors on some systems write.
pub(super) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, RonError> {
    parse_seed(text, PhantomData)
}

fn parse_seed<T, S: for<'de> DeserializeSeed<'de, Value = T>>(text: &str, seed: S) -> Result<T, RonError> {
    // The recursion limit stays: without it, a file of brackets would overflow the stack.
    let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str_seed(text, seed).map_err(|error| RonError {
        line: error.span.start.line,
        column: error.span.start.col,
        description: format!("{}; correct the text there", error.code),
    })
}

/// Returns the error of a newer version, which is more helpful than the parser's error.
fn newer(text: &str) -> Option<RonError> {
    #[derive(serde::Deserialize)]
    #[serde(rename = "NavMesh")]
    struct Head {
        version: u32,
    }
    let head: Head = parse(text).ok()?;
    (head.version != VERSION).then(|| unknown_version(head.version, VERSION).in_text(text))
}

fn unknown_version(version: u32, known: u32) -> RonFault {
    let description = if version > known {
        format!("version {version} was made by a newer navsmith, this one reads {known}; update navsmith")
    } else {
        format!("there is no version {version}; files begin with `version: {known}`")
    };
    RonFault::new([PlaceStep::Field("version")], description)
}
