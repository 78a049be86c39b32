//! `navsmith check`: comparison of saved queries and scenarios with their expectations.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::args::work::{AT_LIMIT, CheckArguments, is_zero};
use super::junit::{self, TestCase, TestSuite};
use super::levels::{LevelChange, Levels, UnreadLevel};
use super::output::{in_lines, json, plain_count, unsaved};
use super::progress::shown;
use super::simulate::{ScenarioRow, part};
use super::{Done, Exit};
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::query::{Answer, find_path};
use navsmith_core::progress::Progress;
use navsmith_core::simulation::scenario::ExpectedRun;
use navsmith_formats::document::{Document, Expected, NamedQuery, Verdict, check_answer};
use navsmith_formats::io::file::{self, RequiredState, Stamp};
use navsmith_formats::io::save::{SaveOptions, save};
use navsmith_formats::io::{Opened, open_bytes, ron, with_relative_files};

#[derive(Default, Serialize)]
struct Report {
    /// Whether all expectations hold, or were updated, and all levels were read; not if there are none.
    holds: bool,
    checked: usize,
    differs: usize,
    /// Number of queries without an expectation; the placeholder of an empty document does not count.
    unchecked: usize,
    /// Number of queries without an expectation to which `--update` added one.
    added: usize,
    updated: bool,
    /// Number of queries that were left out at the limit of steps.
    #[serde(skip_serializing_if = "is_zero")]
    stopped_queries: usize,
    /// Number of scenarios that were left out at the limit of steps.
    #[serde(skip_serializing_if = "is_zero")]
    stopped_scenarios: usize,
    /// Number of scenarios without an expectation.
    unchecked_scenarios: usize,
    /// Number of scenarios without agents.
    empty_scenarios: usize,
    queries: Vec<Checked>,
    /// Scenarios that have an expectation.
    scenarios: Vec<ScenarioRow>,
    /// Places at which levels have changed since the mesh was made for them.
    level_changes: Vec<LevelChange>,
    /// Levels whose files are missing or damaged.
    unread_levels: Vec<UnreadLevel>,
    /// Further notes, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
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
    /// Sum of all lengths, each times the cost of its cell or link; absent if every metre costs 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    /// Cells crossed, by their index in the file; filled only for JSON.
    cells: Vec<u32>,
}

pub(super) fn run(arguments: &CheckArguments) -> Result<Done, String> {
    let path = &arguments.file;
    let (bytes, stamp) = file::read_stamped(path, file::CAP).map_err(|error| error.to_string())?;
    let (mut document, mut asides) = document_of((path, stamp), &bytes)?;
    let places = ron::places_of_queries(&String::from_utf8_lossy(&bytes));
    drop(bytes);
    let mut budget = arguments.work.budget();
    let report = shown("checking", |progress| {
        let (queries, scenarios) = (document.queries.len(), document.scenarios.len());
        let of_queries = queries as f32 / (queries + scenarios).max(1) as f32;
        let queries = progress.part(0.0..of_queries);
        let mut report = check(&mut document, &places, arguments, (&mut budget, &queries));
        let run = (&mut budget, &progress.part(of_queries..1.0));
        check_scenarios(&mut document, (path, arguments.update), run, &mut report).map(|()| report)
    });
    let mut report = report?;
    let levels = Levels::of(&document, path);
    report.level_changes = levels.changes(&document, &Derived::build(&document.mesh));
    report.notes = levels.refused().collect();
    report.unread_levels = levels.unread;
    if report.is_stopped() && arguments.update {
        return Err(format!("{}: {AT_LIMIT}; nothing was updated", path.display()));
    }
    if report.updated {
        asides.extend(write(path, &document, stamp, arguments.is_forced)?);
    }
    report.holds = report.unread_levels.is_empty()
        && (report.updated
            || (!report.is_empty()
                && report.differs == 0
                && !report.is_stopped()
                && report.scenarios.iter().all(|scenario| scenario.holds != Some(false))));
    let text = if arguments.results.json {
        json(&report)?
    } else if arguments.results.junit {
        junit::document("check", &[report.suite(path)])
    } else {
        report.text(path)
    };
    Ok(Done { text, asides, exit: Exit::of(report.holds), is_written: report.updated })
}

/// Returns the document of a file, and what it does not take from it, in sentences.
fn document_of((path, stamp): (&Path, Stamp), bytes: &[u8]) -> Result<(Document, Vec<String>), String> {
    let opened = open_bytes((path, stamp), bytes).map_err(|error| error.to_string())?;
    let (shown, format) = (path.display(), opened.format().name);
    match opened {
        Opened::Document { document, notes, .. } => Ok((document, notes)),
        Opened::Scene { .. } | Opened::Mesh { .. } => Err(format!(
            "{shown} has the format {format}; convert it to a document (RON) with queries to check"
        )),
        Opened::Reproduction(_) => {
            Err(format!("{shown} is a reproduction, to look at; check the document that it was made of"))
        }
    }
}

/// Runs every query; with `--update`, replaces expectations that differ and adds missing ones.
///
/// Queries are left out once the budget is used up.
fn check(
    document: &mut Document,
    places: &[(usize, usize)],
    arguments: &CheckArguments,
    (budget, progress): (&mut Budget, &Progress),
) -> Report {
    let is_update = arguments.update;
    let derived = Derived::build(&document.mesh);
    let mut report = Report::default();
    let mut queries = document.queries.as_ref().clone();
    let mut units = progress.units(queries.len(), 1);
    for (index, query) in queries.iter_mut().enumerate() {
        // A document without queries is read as one with an empty query.
        let is_none = *query == NamedQuery::default();
        if query.expected.is_none() && (!is_update || is_none) {
            report.unchecked += usize::from(!is_none);
            continue;
        }
        if units.step().is_err() || budget.is_exhausted() {
            report.stopped_queries += 1;
            continue;
        }
        let answer = query.question().map(|question| find_path(&document.mesh, &derived, &question));
        // A request that fails ends the check of the next query.
        let _ = budget.step(STEPS_OF_QUERY + answer.as_ref().map_or(0, |answer| answer.total_expanded));
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
        let corridor = path.filter(|_| arguments.results.json).map(|path| &path.corridor);
        report.queries.push(Checked {
            name: query.name.clone(),
            line,
            column,
            status,
            expected: expected.to_string(),
            reasons,
            length: path.map(|path| path.length),
            cost: path.and_then(|path| path.cost),
            cells: corridor.into_iter().flatten().map(|cell| cell.0).collect(),
        });
    }
    document.queries = Arc::new(queries);
    report
}

/// Number of steps that a query counts beside the expanded cells.
pub(super) const STEPS_OF_QUERY: usize = 16;

/// Runs the scenarios that have an expectation; an update replaces those that differ.
fn check_scenarios(
    document: &mut Document,
    (path, is_update): (&Path, bool),
    (budget, progress): (&mut Budget, &Progress),
    report: &mut Report,
) -> Result<(), String> {
    let derived = Derived::build(&document.mesh);
    let mut scenarios = document.scenarios.as_ref().clone();
    let total = scenarios.len();
    for (index, scenario) in scenarios.iter_mut().enumerate() {
        if scenario.groups.is_empty() {
            report.empty_scenarios += 1;
            continue;
        }
        let Some(expected) = scenario.expected.filter(|expected| *expected != ExpectedRun::default()) else {
            report.unchecked_scenarios += 1;
            continue;
        };
        if budget.is_exhausted() {
            report.stopped_scenarios += 1;
            continue;
        }
        let part = part(progress, index, total);
        let (row, run) = ScenarioRow::of((document, path), &derived, scenario, budget, &part)?;
        if is_update && row.holds == Some(false) {
            let renewed = expected.renewed(&run);
            scenario.expected = Some(renewed);
            report.updated = true;
            report.scenarios.push(row.updated(&renewed));
        } else {
            report.scenarios.push(row);
        }
    }
    document.scenarios = Arc::new(scenarios);
    Ok(())
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
    /// Whether a query or a scenario was left out or stopped at the limit of steps.
    fn is_stopped(&self) -> bool {
        self.stopped_queries + self.stopped_scenarios > 0
            || self.scenarios.iter().any(|scenario| scenario.stopped)
    }

    /// Whether nothing was to be checked.
    fn is_empty(&self) -> bool {
        let stopped = self.stopped_queries + self.stopped_scenarios;
        stopped == 0 && self.queries.is_empty() && self.scenarios.is_empty()
    }

    fn text(&self, path: &Path) -> String {
        let shown = path.display();
        let mut lines: Vec<String> =
            self.queries.iter().map(|query| query.text(&shown.to_string())).collect();
        lines.extend(
            self.scenarios.iter().map(|scenario| {
                format!("{:<8} {}: {}", scenario.status(), scenario.name(), scenario.outcome())
            }),
        );
        let added = if self.added == 0 { String::new() } else { format!("; {} added", self.added) };
        if self.checked + self.added > 0 {
            let hold = self.queries.iter().filter(|query| query.status == "holds").count();
            let of = plain_count(self.checked, "query", "queries");
            lines.push(format!("{hold} of {of} as expected{added}"));
        }
        if !self.scenarios.is_empty() {
            let hold = self.scenarios.iter().filter(|scenario| scenario.status() == "ok").count();
            let of = plain_count(self.scenarios.len(), "scenario", "scenarios");
            lines.push(format!("{hold} of {of} as expected"));
        }
        if self.stopped_queries > 0 {
            let left = plain_count(self.stopped_queries, "query was", "queries were");
            lines.push(format!("{left} not checked; {AT_LIMIT}"));
        }
        if self.stopped_scenarios > 0 {
            let left = plain_count(self.stopped_scenarios, "scenario was", "scenarios were");
            lines.push(format!("{left} not checked; {AT_LIMIT}"));
        }
        lines.extend(self.unchecked_text(&shown.to_string()));
        lines.extend(
            self.unread_levels.iter().map(|unread| format!("missing  {}: {}", unread.level, unread.why)),
        );
        lines.extend(self.level_changes.iter().map(|change| format!("note: {}", change.line())));
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        in_lines(&lines)
    }

    /// Returns a test for each query and each scenario, and one for what was not checked.
    fn suite(&self, path: &Path) -> TestSuite {
        let file = path.display().to_string();
        let query = |query: &Checked| {
            let why = (query.status == "differs").then(|| query.text(&file));
            TestCase::of_failure(&format!("query {}", query.name), why.as_deref())
        };
        let levels = self.unread_levels.iter();
        let levels = levels.map(|unread| TestCase::of_failure(&unread.level, Some(&unread.why)));
        let stopped = self.stopped_queries + self.stopped_scenarios;
        let stopped = (stopped > 0).then_some(AT_LIMIT).map(str::to_owned);
        let nothing = if self.is_empty() && !self.updated { self.unchecked_text(&file) } else { None };
        let complete = TestCase::of_failure("Check is complete", stopped.or(nothing).as_deref());
        let queries = self.queries.iter().map(query);
        let scenarios = self.scenarios.iter().map(|scenario| scenario.test(scenario.holds != Some(false)));
        let tests = queries.chain(scenarios).chain(levels).chain([complete]).collect();
        TestSuite { file, tests }
    }

    /// Returns a line about what was not checked, and why; `None` if all was.
    fn unchecked_text(&self, shown: &str) -> Option<String> {
        let count = |n: usize, one: &str, many: &str| (n > 0).then(|| plain_count(n, one, many));
        let parts: Vec<String> = [
            count(self.unchecked, "query", "queries"),
            count(self.unchecked_scenarios, "scenario", "scenarios"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let expects = if self.unchecked + self.unchecked_scenarios == 1 { "expects" } else { "expect" };
        let expecting = (!parts.is_empty()).then(|| format!("{} {expects} nothing", parts.join(" and ")));
        let has = if self.empty_scenarios == 1 { "has" } else { "have" };
        let empty = count(self.empty_scenarios, "scenario", "scenarios");
        let empty = empty.map(|scenarios| format!("{scenarios} {has} no agents"));
        let unchecked: Vec<String> = expecting.into_iter().chain(empty).collect();
        match (self.is_empty(), unchecked.is_empty()) {
            (true, true) => Some(format!("{shown}: nothing was checked; it keeps no query and no scenario")),
            (true, false) => Some(format!("{shown}: nothing was checked; {}", unchecked.join("; "))),
            (false, true) => None,
            (false, false) => Some(unchecked.join("; ")),
        }
    }
}

impl Checked {
    fn text(&self, file: &str) -> String {
        let Self { name, line, column, status, expected, .. } = self;
        let reasons = self.reasons.join("; ");
        let cost = self.cost.map_or_else(String::new, |cost| format!("; the path costs {cost:.3}"));
        match *status {
            "holds" => format!("ok       {name}: {expected}{cost}"),
            "added" => format!("added    {name}: {expected}{cost}"),
            _ => format!("{status:<8} {name}: {reasons}{cost} ({file}:{line}:{column})"),
        }
    }
}
