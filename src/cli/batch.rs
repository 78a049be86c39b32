//! `navsmith path --batch`: many path queries, with one line of output for each.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

use super::answer::{ignored_links, length_text, sizes, status};
use super::args::query::SearchArguments;
use super::output::{json_worded, print, xyz};
use super::{Done, Exit};
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::agent::Filter;
use navsmith_core::pathfinding::prepared::many::Batch;
use navsmith_core::pathfinding::query::{Answer, Query};
use navsmith_formats::document::Document;

#[derive(Serialize)]
struct BatchAnswer {
    /// `path`, `partial` or `no_path`.
    status: &'static str,
    /// Reason, as a sentence; `null` for a complete path.
    why: Option<String>,
    /// Length in metres; `null` without a path.
    length: Option<f64>,
    /// Sum of all lengths, each times the cost of its cell or link; absent if every metre costs 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    /// Algorithm that answered; `null` on a mesh without cells.
    algorithm: Option<&'static str>,
    /// Cells crossed, by their index in the file; empty without a path.
    cells: Vec<u32>,
    waypoints: Vec<[f32; 3]>,
}

/// Maximum length of a line of queries, in bytes.
const LONGEST_LINE: usize = 4096;

/// Number of bytes read at a time; the queries in them are answered before more is read.
const READ_AT_A_TIME: usize = 1 << 17;

/// Answers queries line by line, in order, while reading them.
///
/// The exit code is 0 if every query has a complete path. `-` reads standard input. Memory does not grow with the
/// number of queries.
pub(super) fn run(
    document: &Document,
    derived: &Derived,
    (how, filter): (&SearchArguments, &Filter),
    file: &Path,
) -> Result<Done, String> {
    let mesh = &document.mesh;
    let mut lines = Lines::open(file)?;
    let mut batch = Batch::new(mesh, derived);
    let mut is_found = true;
    loop {
        let mut queries = Vec::new();
        let outcome = lines.read_into(how, &mut queries);
        for query in &mut queries {
            query.settings.filter = filter.clone();
        }
        // An answer contains the corridor and more, so each is converted to text at once to save memory.
        let convert = |answer: Answer| {
            let text = if how.json {
                json_worded(document, &BatchAnswer::of(&answer))
            } else {
                Ok(document.worded(line(&answer)))
            };
            (answer.path().is_some() && answer.why().is_none(), text)
        };
        let mut failed = None;
        let ended = batch.convert(&queries, convert, |lines| {
            is_found &= lines.iter().all(|(is_found, _)| *is_found);
            let text = lines.into_iter().map(|(_, text)| text).collect::<Result<String, String>>();
            text.and_then(|text| print(&text)).unwrap_or_else(|why| {
                failed = Some(why);
                ControlFlow::Break(())
            })
        });
        if let Some(why) = failed {
            return Err(why);
        }
        if ended.is_break() || !outcome? {
            let asides = ignored_links(mesh, filter).map(str::to_owned).into_iter().collect();
            return Ok(Done { asides, exit: Exit::of(is_found), ..Done::found(String::new()) });
        }
    }
}

struct Lines {
    name: String,
    input: Box<dyn Read>,
    /// Bytes read after the last complete line.
    rest: Vec<u8>,
    count: usize,
}

impl Lines {
    /// Opens a regular file, or standard input for `-`.
    ///
    /// Refuses a pipe, because opening one would wait for its writer.
    fn open(file: &Path) -> Result<Self, String> {
        let (rest, count) = (Vec::new(), 0);
        if file == Path::new("-") {
            return Ok(Self { name: "standard input".into(), input: Box::new(io::stdin()), rest, count });
        }
        let name = file.display().to_string();
        let wrong = |error| {
            format!("{name}: {error}; give a text file with a query to a line, or - for standard input")
        };
        if !file.metadata().map_err(wrong)?.is_file() {
            return Err(format!("{name} is not a regular file; give a text file, or pipe into --batch -"));
        }
        let input = Box::new(File::open(file).map_err(wrong)?);
        Ok(Self { name, input, rest, count })
    }

    /// Adds the queries in the next block, up to the first invalid line; returns whether more may follow.
    fn read_into(&mut self, how: &SearchArguments, queries: &mut Vec<Query>) -> Result<bool, String> {
        let known = self.rest.len();
        self.rest.resize(known + READ_AT_A_TIME, 0);
        let read = self.input.read(&mut self.rest[known..]);
        self.rest.truncate(known + read.as_ref().copied().unwrap_or_default());
        if read.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {
            return Ok(true);
        }
        let read = read.map_err(|error| format!("{}: {error}; check the file, and try again", self.name))?;
        let mut bytes = std::mem::take(&mut self.rest);
        let end = if read == 0 {
            bytes.len()
        } else {
            bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
        };
        self.rest = bytes.split_off(end);
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            queries.extend(self.query(line, how)?);
        }
        if self.rest.len() > LONGEST_LINE {
            let rest = std::mem::take(&mut self.rest);
            self.query(&rest, how)?;
        }
        Ok(read > 0)
    }

    fn query(&mut self, line: &[u8], how: &SearchArguments) -> Result<Option<Query>, String> {
        self.count += 1;
        let wrong = |why: String| format!("{}, line {}: {why}", self.name, self.count);
        if line.len() > LONGEST_LINE {
            return Err(wrong(format!("it has over {LONGEST_LINE} bytes; give one query to a line")));
        }
        let line = if self.count == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        let text = std::str::from_utf8(line).map_err(|error| {
            wrong(format!("byte {} is not UTF-8; save the file as UTF-8", error.valid_up_to() + 1))
        })?;
        how.query(text).map_err(wrong)
    }
}

impl BatchAnswer {
    fn of(answer: &Answer) -> Self {
        let path = answer.path();
        Self {
            status: status(answer),
            why: answer.why().map(ToString::to_string),
            length: path.map(|path| path.length),
            cost: path.and_then(|path| path.cost),
            algorithm: answer.by.map(|by| by.algorithm.name()),
            cells: path.iter().flat_map(|path| &path.corridor).map(|cell| cell.0).collect(),
            waypoints: path.iter().flat_map(|path| &path.waypoints).map(|it| xyz(it.point)).collect(),
        }
    }
}

fn line(answer: &Answer) -> String {
    let why = answer.why().map_or_else(String::new, |why| format!(": {why}"));
    match answer.path() {
        Some(path) => {
            format!("{} {} through {}{why}\n", status(answer), length_text(path), sizes(path))
        }
        None => format!("no path{why}\n"),
    }
}
