//! `navsmith check`: comparison of saved queries and scenarios with their expectations.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::args::file::CheckArguments;
use super::output::{in_lines, json, plain_count, unsaved};
use super::simulate::ScenarioRow;
use super::{Done, Exit};
use crate::document::{Document, Expected, NamedQuery, Verdict, check_answer, noun};
use crate::io::file::{self, RequiredState, Stamp};
use crate::io::save::{SaveOptions, save};
use crate::io::{Opened, open_bytes, ron, with_relative_files};
use crate::navmesh::Derived;
use crate::pathfinding::query::{Answer, find_path};

#[derive(Default, Serialize)]
struct Report {
    /// Whether all expectations hold, or were updated.
    holds: bool,
    checked: usize,
    differs: usize,
    /// Number of queries without an expectation; the placeholder of an empty document does not count.
    unchecked: usize,
    /// Number of queries without an expectation to which `--update` added one.
    added: usize,
    updated: bool,
    queries: Vec<Checked>,
    /// Scenarios that have an expectation.
    scenarios: Vec<ScenarioRow>,
}

/// Result of one query that has an expectation or got one.
#[derive(Serialize)]
struct Checked {
    name: String,
    /// Line of the query in the file, from 1.
    line: usize,
    column: usize,
    /// `holds` or `differs`; with `--update`, `updated` for a changed expectation or `added` for a new one.
    status: &'static str,
    /// Expectation, in words; the previous one for an updated query.
    expected: String,
    /// Differences, a sentence each.
    reasons: Vec<String>,
    /// Length of the result in metres; `null` without a path.
    length: Option<f64>,
    /// Cells crossed, by their index in the file; filled only for JSON.
    cells: Vec<u32>,
}

pub(super) fn run(arguments: &CheckArguments) -> Result<Done, String> {
    let path = &arguments.file;
    let (bytes, stamp) = file::read_stamped(path, file::CAP).map_err(|error| error.to_string())?;
    let mut document = document_of((path, stamp), &bytes)?;
    let places = ron::places_of_queries(&String::from_utf8_lossy(&bytes));
    drop(bytes);
    let mut report = check(&mut document, &places, arguments);
    report.scenarios = check_scenarios(&document, path)?;
    let mut asides = Vec::new();
    if report.updated {
        asides.extend(write(path, &document, stamp, arguments.is_forced)?);
    }
    report.holds =
        (report.differs == 0 || report.updated) && report.scenarios.iter().all(|scenario| scenario.holds);
    let text = if arguments.json { json(&report)? } else { report.text(path) };
    Ok(Done { text, asides, exit: Exit::of(report.holds), is_written: report.updated })
}

fn document_of((path, stamp): (&Path, Stamp), bytes: &[u8]) -> Result<Document, String> {
    let opened = open_bytes((path, stamp), bytes).map_err(|error| error.to_string())?;
    let (shown, format) = (path.display(), opened.format().name);
    match opened {
        Opened::Document { document, .. } => Ok(document),
        Opened::Scene { .. } | Opened::Mesh { .. } => Err(format!(
            "{shown} has the format {format}; convert it to a document (RON) with queries to check"
        )),
        Opened::Reproduction(_) => {
            Err(format!("{shown} is a reproduction, to look at; check the document that it was made of"))
        }
    }
}

/// Runs every query; with `--update`, replaces expectations that differ and adds missing ones.
fn check(document: &mut Document, places: &[(usize, usize)], arguments: &CheckArguments) -> Report {
    let is_update = arguments.update;
    let derived = Derived::build(&document.mesh);
    let mut report = Report::default();
    let mut queries = document.queries.as_ref().clone();
    for (index, query) in queries.iter_mut().enumerate() {
        // A document without queries is read as one with an empty query.
        let is_none = *query == NamedQuery::default();
        if query.expected.is_none() && (!is_update || is_none) {
            report.unchecked += usize::from(!is_none);
            continue;
        }
        let answer = query.question().map(|question| find_path(&document.mesh, &derived, &question));
        let Some((expected, status, reasons)) = outcome(query, answer.as_ref(), is_update) else {
            report.unchecked += 1;
            continue;
        };
        match status {
            "added" => report.added += 1,
            _ => report.checked += 1,
        }
        report.differs += usize::from(status == "differs");
        report.updated |= ["added", "updated"].contains(&status);
        let (line, column) = places.get(index).copied().unwrap_or((1, 1));
        let path = answer.as_ref().and_then(Answer::path);
        let corridor = path.filter(|_| arguments.json).map(|path| &path.corridor);
        report.queries.push(Checked {
            name: query.name.clone(),
            line,
            column,
            status,
            expected: expected.to_string(),
            reasons,
            length: path.map(|path| path.length),
            cells: corridor.into_iter().flatten().map(|cell| cell.0).collect(),
        });
    }
    document.queries = Arc::new(queries);
    report
}

/// Runs the scenarios that have an expectation.
fn check_scenarios(document: &Document, path: &Path) -> Result<Vec<ScenarioRow>, String> {
    let expected = document.scenarios.iter().filter(|scenario| scenario.expected.is_some());
    let derived = Derived::build(&document.mesh);
    expected.map(|scenario| ScenarioRow::of(document, &derived, scenario, path)).collect()
}

/// Returns the expectation of a query, its status, and the differences; `None` without an expectation.
fn outcome(
    query: &mut NamedQuery,
    answer: Option<&Answer>,
    is_update: bool,
) -> Option<(Expected, &'static str, Vec<String>)> {
    let Some(expected) = query.expected.clone() else {
        let added = answer.filter(|_| is_update).map(Expected::length_of)?;
        query.expected = Some(added.clone());
        return Some((added, "added", Vec::new()));
    };
    let Verdict::Differs { reasons } = check_answer(query, answer) else {
        return Some((expected, "holds", Vec::new()));
    };
    let reasons = reasons.iter().map(ToString::to_string).collect();
    let Some(answer) = answer.filter(|_| is_update) else { return Some((expected, "differs", reasons)) };
    query.expected = Some(expected.renewed(answer));
    Some((expected, "updated", reasons))
}

/// Saves the document to its file, unless another program changed it; returns a warning, if any.
fn write(path: &Path, document: &Document, stamp: Stamp, is_forced: bool) -> Result<Option<String>, String> {
    let text = ron::write(&with_relative_files(document, path))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let options =
        SaveOptions { expected: RequiredState::Unchanged(stamp), is_forced, ..SaveOptions::default() };
    let saved = save(path, text.as_bytes(), &options).map_err(|error| unsaved(&error))?;
    Ok(saved.warning(path))
}

impl Report {
    fn text(&self, path: &Path) -> String {
        let shown = path.display();
        let mut lines: Vec<String> =
            self.queries.iter().map(|query| query.text(&shown.to_string())).collect();
        let unchecked = match self.unchecked {
            0 if self.queries.is_empty() => "it keeps no query".to_owned(),
            0 => "no query expects nothing".to_owned(),
            n => format!("{n} {} nothing", noun(n, "query expects", "queries expect")),
        };
        lines.extend(self.scenarios.iter().map(|scenario| {
            let status = if scenario.holds { "ok" } else { "differs" };
            format!("{status:<8} {}: {}", scenario.name(), scenario.outcome())
        }));
        let hold = self.queries.iter().filter(|query| query.status == "holds").count();
        let added = if self.added == 0 { String::new() } else { format!("; {} added", self.added) };
        if !self.scenarios.is_empty() {
            let hold = self.scenarios.iter().filter(|scenario| scenario.holds).count();
            lines.push(format!(
                "{hold} of {} as expected",
                plain_count(self.scenarios.len(), "scenario", "scenarios")
            ));
        }
        let has_queries = self.checked + self.added > 0;
        if has_queries {
            lines.push(format!("{hold} of {} as expected{added}; {unchecked}", self.checked));
        } else if self.scenarios.is_empty() {
            lines.push(format!("{shown}: nothing was checked; {unchecked}"));
        }
        in_lines(&lines)
    }
}

impl Checked {
    fn text(&self, file: &str) -> String {
        let Self { name, line, column, status, expected, .. } = self;
        let reasons = self.reasons.join("; ");
        match *status {
            "holds" => format!("ok       {name}: {expected}"),
            "added" => format!("added    {name}: {expected}"),
            _ => format!("{status:<8} {name}: {reasons} ({file}:{line}:{column})"),
        }
    }
}
