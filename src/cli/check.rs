//! `navsmith check`: whether the kept queries of a document still come to what is expected of them.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::Done;
use super::args::CheckArguments;
use super::output::{json, unsaved};
use crate::document::{Document, Verdict, check_answer};
use crate::io::file::{self, Expected, Stamp};
use crate::io::save::{SaveOptions, save};
use crate::io::{Opened, open, ron};
use crate::navmesh::Derived;
use crate::pathfinding::{Answer, find_path};

#[derive(Serialize)]
struct Report {
    /// Whether all that is expected came out, or is expected from now on.
    holds: bool,
    checked: usize,
    differs: usize,
    /// How many queries expect nothing.
    unchecked: usize,
    /// Whether the file was written anew.
    updated: bool,
    queries: Vec<Checked>,
}

/// What became of one query that expects something.
#[derive(Serialize)]
struct Checked {
    name: String,
    /// Where the query stands in the file, from 1.
    line: usize,
    column: usize,
    /// `holds` or `differs`; with `--update`, `updated` where it did.
    status: &'static str,
    /// What is expected, in words; after `--update`, what was.
    expected: String,
    /// What differs, a sentence each.
    reasons: Vec<String>,
    /// What came out: metres, `null` without a path.
    length: Option<f64>,
    /// The cells crossed, by their place in the file.
    cells: Vec<u32>,
}

pub(super) fn run(arguments: &CheckArguments) -> Result<Done, String> {
    let path = &arguments.file;
    let (mut document, stamp) = read(path)?;
    let bytes = file::read(path, file::CAP).map_err(|error| error.to_string())?;
    let mut report = check(&mut document, &String::from_utf8_lossy(&bytes), arguments.update);
    let mut aside = None;
    if report.updated {
        aside = write(path, &document, stamp, arguments.is_forced)?;
    }
    report.holds = report.differs == 0 || report.updated;
    let text = if arguments.json { json(&report)? } else { report.text(path) };
    Ok(Done { text, aside, is_found: report.holds, is_written: report.updated })
}

fn read(path: &Path) -> Result<(Document, Stamp), String> {
    match open(path).map_err(|error| error.to_string())? {
        Opened::Document { document, stamp } => Ok((document, stamp)),
        Opened::Gltf(_) => Err(keeps_none(path, "glTF")),
        Opened::Polyanya(_) => Err(keeps_none(path, "Polyanya mesh")),
        Opened::Reproduction(_) => {
            let shown = path.display();
            Err(format!("{shown} is a reproduction, to look at; check the document that it was made of"))
        }
    }
}

fn keeps_none(path: &Path, format: &str) -> String {
    let shown = path.display();
    format!("{shown} is a {format}, which keeps no queries; convert it to a document (RON) and add some")
}

/// Asks every query that expects something; with `is_update`, what differs becomes what is expected.
fn check(document: &mut Document, text: &str, is_update: bool) -> Report {
    let derived = Derived::build(&document.mesh);
    let mut report =
        Report { holds: true, checked: 0, differs: 0, unchecked: 0, updated: false, queries: Vec::new() };
    let mut queries = document.queries.as_ref().clone();
    for (index, query) in queries.iter_mut().enumerate() {
        let Some(expected) = query.expected.clone() else {
            report.unchecked += 1;
            continue;
        };
        let answer = query.question().map(|question| find_path(&document.mesh, &derived, &question));
        let reasons = match check_answer(query, answer.as_ref()) {
            Verdict::Differs { reasons } => reasons.iter().map(ToString::to_string).collect(),
            Verdict::Holds | Verdict::Unchecked | Verdict::Awaited => Vec::new(),
        };
        let is_renewed = is_update && !reasons.is_empty() && answer.is_some();
        query.expected = Some(match &answer {
            Some(answer) if is_renewed => expected.renewed(answer),
            _ => expected.clone(),
        });
        report.checked += 1;
        report.differs += usize::from(!reasons.is_empty() && !is_renewed);
        report.updated |= is_renewed;
        let status = match (reasons.is_empty(), is_renewed) {
            (true, _) => "holds",
            (false, true) => "updated",
            (false, false) => "differs",
        };
        let (line, column) = ron::place_of_query(text, index);
        let path = answer.as_ref().and_then(Answer::path);
        report.queries.push(Checked {
            name: query.name.clone(),
            line,
            column,
            status,
            expected: expected.to_string(),
            reasons,
            length: path.map(|path| path.length),
            cells: path.iter().flat_map(|path| &path.corridor).map(|cell| cell.0).collect(),
        });
    }
    document.queries = Arc::new(queries);
    report
}

/// Saves the document where it was read from, unless another program changed it; what went wrong beside that.
fn write(path: &Path, document: &Document, stamp: Stamp, is_forced: bool) -> Result<Option<String>, String> {
    let text = ron::write(document).map_err(|error| format!("{}: {error}", path.display()))?;
    let options = SaveOptions { expected: Expected::Unchanged(stamp), is_forced, ..SaveOptions::default() };
    let saved = save(path, text.as_bytes(), &options).map_err(|error| unsaved(&error))?;
    Ok(saved.warning(path))
}

impl Report {
    fn text(&self, path: &Path) -> String {
        let shown = path.display();
        let mut lines: Vec<String> =
            self.queries.iter().map(|query| query.text(&shown.to_string())).collect();
        let unchecked = match self.unchecked {
            0 => String::new(),
            1 => "; 1 query expects nothing".into(),
            many => format!("; {many} queries expect nothing"),
        };
        lines.push(if self.checked == 0 {
            format!("nothing is expected of any query of {shown}, so nothing was checked")
        } else {
            let hold = self.queries.iter().filter(|query| query.status == "holds").count();
            format!("{hold} of {} as expected{unchecked}", self.checked)
        });
        lines.join("\n") + "\n"
    }
}

impl Checked {
    fn text(&self, file: &str) -> String {
        let Self { name, line, column, status, expected, .. } = self;
        let reasons = self.reasons.join("; ");
        match *status {
            "holds" => format!("ok       {name}: {expected}"),
            _ => format!("{status:<8} {name}: {reasons} ({file}:{line}:{column})"),
        }
    }
}
