//! `navsmith diff`: comparison of two files by geometry.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Serialize, Serializer};

use super::answer::length_text;
use super::args::file::{DiffArguments, SourceArguments};
use super::load::load;
use super::output::{in_lines, json, place, plain_count, xyz};
use super::{Done, Exit};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{Derived, LinkEnd};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::diff::{
    AnswerChange, Aspect, Aspects, Changed, ChangedSetting, DocumentDiff, ElementDiff, changed_answers,
};
use navsmith_formats::document::{Document, NamedQuery, noun};
use navsmith_formats::io::with_comparable_files;

#[derive(Serialize)]
struct Report {
    equal: bool,
    /// Whether crowded elements may be listed as removed and added instead of moved.
    cut_short: bool,
    /// Kinds of elements, in order.
    kinds: Vec<ElementSummary>,
    /// Settings with other values.
    settings: Vec<SettingRow>,
    /// Queries whose answers differ; empty with `equal`.
    answers: Vec<AnswerRow>,
    notes: Vec<String>,
}

/// Kind of the elements that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ElementKind {
    Cell,
    Vertex,
    Link,
    Area,
    Query,
    Outline,
    ExportTarget,
    Scenario,
    Level,
    IgnoredIssue,
    Agent,
}

impl ElementKind {
    /// Returns the nouns for one element and for several.
    fn nouns(self) -> [&'static str; 2] {
        match self {
            Self::Cell => ["cell", "cells"],
            Self::Vertex => ["vertex", "vertices"],
            Self::Link => ["link", "links"],
            Self::Area => ["area", "areas"],
            Self::Query => ["query", "queries"],
            Self::Outline => ["outline", "outlines"],
            Self::ExportTarget => ["export target", "export targets"],
            Self::Scenario => ["scenario", "scenarios"],
            Self::Level => ["level", "levels"],
            Self::IgnoredIssue => ["ignored issue", "ignored issues"],
            Self::Agent => ["checked agent", "checked agents"],
        }
    }
}

/// Serializes the noun for several elements.
impl Serialize for ElementKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.nouns()[1])
    }
}

/// Differences of one kind of elements.
#[derive(Serialize)]
struct ElementSummary {
    kind: ElementKind,
    unchanged: usize,
    changed: usize,
    removed: usize,
    added: usize,
    /// Numbers of changed elements by what differs, such as `position`.
    changed_in: BTreeMap<&'static str, usize>,
    /// The first differences.
    listed: Vec<Row>,
}

/// One difference.
#[derive(Serialize)]
struct Row {
    /// `removed`, `added` or `changed`.
    change: &'static str,
    /// Index in the first file; `null` for an added element.
    before: Option<u32>,
    /// Index in the second file; `null` for a removed element.
    after: Option<u32>,
    /// Name of an area, a query, a scenario, a level, an ignored issue or a kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Position of a vertex, middle of a cell or start of a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[f32; 3]>,
    /// What differs.
    what: Vec<&'static str>,
}

/// A setting with other values, such as one of the generation.
#[derive(Serialize)]
struct SettingRow {
    name: String,
    /// Values in both files.
    values: [String; 2],
}

/// A query whose answers differ.
#[derive(Serialize)]
pub(super) struct AnswerRow {
    query: String,
    what: Vec<&'static str>,
    /// Lengths of both paths in metres; `null` without a path.
    lengths: [Option<f64>; 2],
    /// Costs of both paths; `null` where every metre costs 1, absent if that is so for both.
    #[serde(skip_serializing_if = "is_without_costs")]
    costs: [Option<f64>; 2],
    /// Both answers in words.
    answers: [String; 2],
}

fn is_without_costs(costs: &[Option<f64>; 2]) -> bool {
    *costs == [None; 2]
}

pub(super) fn run(arguments: &DiffArguments) -> Result<Done, String> {
    let read = |file: &Path| {
        let loaded = load(&SourceArguments { file: file.to_owned(), reading: arguments.reading.clone() })?;
        let notes: Vec<String> =
            loaded.notes.iter().map(|note| format!("{}: {note}", file.display())).collect();
        Ok::<_, String>((loaded.document, notes))
    };
    let (first, mut notes) = read(&arguments.before)?;
    let (second, more) = read(&arguments.after)?;
    notes.extend(more);
    let [first, second] = with_comparable_files([(&first, &arguments.before), (&second, &arguments.after)]);
    let documents = [&first, &second];
    let progress = Progress::none();
    let stopped = |Stopped| "the comparison was stopped".to_owned();
    let diff = DocumentDiff::between(documents, arguments.options(), &progress).map_err(stopped)?;
    let answers = if diff.is_empty() {
        Vec::new()
    } else {
        let derived = documents.map(|document| Derived::build(&document.mesh));
        let both = [(documents[0], &derived[0]), (documents[1], &derived[1])];
        changed_answers(&diff, both, &progress).map_err(stopped)?
    };
    let report = Report::of(&diff, documents, &answers, (arguments.limit, notes));
    let text = if arguments.json { json(&report)? } else { report.text() };
    Ok(Done { exit: Exit::of(report.equal), ..Done::found(text) })
}

impl Report {
    fn of(
        diff: &DocumentDiff,
        documents: [&Document; 2],
        answers: &[AnswerChange],
        (limit, notes): (usize, Vec<String>),
    ) -> Self {
        let kinds = summaries(diff, documents, limit);
        let answers = answers.iter().map(|change| AnswerRow::of(change, &documents[1].queries)).collect();
        let settings = diff.settings.iter().cloned();
        let settings = settings.map(|ChangedSetting { name, values }| SettingRow { name, values }).collect();
        Self { equal: diff.is_empty(), cut_short: diff.is_cut_short, kinds, settings, answers, notes }
    }

    fn has_common_queries(&self) -> bool {
        self.kinds.iter().any(|kind| kind.kind == ElementKind::Query && kind.unchanged + kind.changed > 0)
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = self.kinds.iter().filter_map(ElementSummary::summary).collect();
        lines.extend(self.kinds.iter().flat_map(ElementSummary::lines));
        if !self.settings.is_empty() {
            let settings = plain_count(self.settings.len(), "setting", "settings");
            lines.push(format!("{settings} with other values:"));
        }
        lines.extend(self.settings.iter().map(SettingRow::text));
        if !self.answers.is_empty() {
            lines
                .push(format!("{} with other answers:", plain_count(self.answers.len(), "query", "queries")));
            lines.extend(self.answers.iter().map(AnswerRow::text));
        } else if !self.equal && self.has_common_queries() {
            lines.push("no query has another answer".into());
        }
        if self.equal {
            lines.push("no differences".into());
        }
        if self.cut_short {
            let crowded = "many elements are in one place, so moved ones may be listed as removed and added";
            lines.push(format!("note: {crowded}"));
        }
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        in_lines(&lines)
    }
}

/// Returns the differences of each kind of elements.
fn summaries(diff: &DocumentDiff, documents: [&Document; 2], limit: usize) -> Vec<ElementSummary> {
    let meshes = documents.map(|document| &document.mesh);
    let start = |side: usize, id| meshes[side].link(id).map(|link| link.middle(LinkEnd::From));
    let named = |kind, diff, name: &dyn Fn(&Document, usize) -> Option<String>| {
        let label = |side: usize, index| ElementLabel(None, name(documents[side], index));
        ElementSummary::of(kind, diff, limit, |index| index as u32, label)
    };
    vec![
        ElementSummary::of(
            ElementKind::Cell,
            &diff.cells,
            limit,
            |id| id.0,
            |side, id| ElementLabel::at(meshes[side].centroid(id)),
        ),
        ElementSummary::of(
            ElementKind::Vertex,
            &diff.vertices,
            limit,
            |id| id.0,
            |side, id| ElementLabel::at(meshes[side].position(id)),
        ),
        ElementSummary::of(
            ElementKind::Link,
            &diff.links,
            limit,
            |id| id.0,
            |side, id| ElementLabel(start(side, id), None),
        ),
        ElementSummary::of(
            ElementKind::Area,
            &diff.areas,
            limit,
            |id| id.0.into(),
            |side, id| ElementLabel(None, documents[side].area(id).map(|area| area.name.clone())),
        ),
        named(ElementKind::Query, &diff.queries, &|document, index| {
            Some(document.queries.get(index)?.name.clone())
        }),
        named(ElementKind::Outline, &diff.outlines, &|document, index| {
            Some(document.outlines.list.get(index)?.name.clone()).filter(|name| !name.is_empty())
        }),
        named(ElementKind::ExportTarget, &diff.exports, &|document, index| {
            Some(document.exports.get(index)?.file.clone())
        }),
        named(ElementKind::Scenario, &diff.scenarios, &|document, index| {
            Some(document.scenarios.get(index)?.name.clone())
        }),
        named(ElementKind::Level, &diff.levels, &|document, index| {
            Some(document.levels.get(index)?.file.clone())
        }),
        named(ElementKind::IgnoredIssue, &diff.ignored, &|document, index| {
            Some(document.ignored.iter().nth(index)?.to_string())
        }),
        named(ElementKind::Agent, &diff.agents, &agent_sizes),
    ]
}

fn agent_sizes(document: &Document, _: usize) -> Option<String> {
    let Agent { radius, height, .. } = document.agent?;
    Some(format!("of radius {radius} m and height {height} m"))
}

/// Position and name of an element, to list it.
struct ElementLabel(Option<Vec3>, Option<String>);

impl ElementLabel {
    fn at(position: Vec3) -> Self {
        Self(Some(position), None)
    }
}

impl ElementSummary {
    fn of<I: Copy>(
        kind: ElementKind,
        diff: &ElementDiff<I>,
        limit: usize,
        index: impl Fn(I) -> u32,
        place: impl Fn(usize, I) -> ElementLabel,
    ) -> Self {
        let row = |change, before: Option<I>, after: Option<I>, what| {
            let (side, id) = after.map_or((0, before), |id| (1, Some(id)));
            let ElementLabel(at, name) = id.map_or(ElementLabel(None, None), |id| place(side, id));
            let [before, after] = [before, after].map(|id| id.map(&index));
            Row { change, before, after, name, at: at.map(xyz), what: names(what) }
        };
        let removed = diff.removed.iter().map(|&id| row("removed", Some(id), None, Aspects::default()));
        let added = diff.added.iter().map(|&id| row("added", None, Some(id), Aspects::default()));
        let changed = diff
            .changed
            .iter()
            .map(|&Changed { before, after, what }| row("changed", Some(before), Some(after), what));
        // Each change gets its share of the list.
        let listed = removed.take(limit).chain(added.take(limit)).chain(changed.take(limit)).collect();
        let mut changed_in = BTreeMap::new();
        for aspect in diff.changed.iter().flat_map(|changed| changed.what.iter()) {
            *changed_in.entry(aspect.name()).or_insert(0) += 1;
        }
        let (unchanged, changed) = (diff.unchanged, diff.changed.len());
        let [removed, added] = [&diff.removed, &diff.added].map(Vec::len);
        Self { kind, unchanged, changed, removed, added, changed_in, listed }
    }

    /// Returns the numbers in one line; `None` if no element of the kind exists.
    fn summary(&self) -> Option<String> {
        let &Self { kind, unchanged, changed, removed, added, .. } = self;
        let aspects: Vec<String> = self.changed_in.iter().map(|(name, n)| format!("{name} {n}")).collect();
        let aspects = if aspects.is_empty() { String::new() } else { format!(" ({})", aspects.join(", ")) };
        (unchanged + changed + removed + added > 0).then(|| {
            let [_, kind] = kind.nouns();
            format!(
                "{kind}: {unchanged} unchanged, {changed} changed{aspects}, {removed} removed, {added} added"
            )
        })
    }

    /// Returns a line for each listed difference, and the numbers of those that are left out.
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let [one, many] = self.kind.nouns();
        for (change, total) in [("removed", self.removed), ("added", self.added), ("changed", self.changed)] {
            let rows: Vec<&Row> = self.listed.iter().filter(|row| row.change == change).collect();
            lines.extend(rows.iter().map(|row| format!("  {}", row.text(one))));
            if total > rows.len() {
                let left = total - rows.len();
                let noun = noun(left, one, many);
                lines.push(format!("  … and {left} more {noun} {change}"));
            }
        }
        lines
    }
}

impl Row {
    fn text(&self, noun: &str) -> String {
        let index = self.after.or(self.before).unwrap_or_default();
        let was = match (self.before, self.after) {
            (Some(before), Some(after)) if before != after && self.name.is_none() => {
                format!(", was {before}")
            }
            _ => String::new(),
        };
        let name = self.name.clone().unwrap_or_else(|| format!("{index}{was}"));
        let at = self.at.map_or_else(String::new, |at| format!(" at {}", place(Vec3::from_array(at))));
        let what = if self.what.is_empty() { String::new() } else { format!(": {}", self.what.join(", ")) };
        format!("{} {noun} {name}{at}{what}", self.change)
    }
}

impl SettingRow {
    fn text(&self) -> String {
        let [before, after] = &self.values;
        format!("  {}: {before} → {after}", self.name)
    }
}

impl AnswerRow {
    pub(super) fn of(change: &AnswerChange, queries: &[NamedQuery]) -> Self {
        let query = queries.get(change.query.after).map(|query| query.name.clone()).unwrap_or_default();
        let answers = change.answers.each_ref().map(|answer| described(answer.as_ref()));
        Self {
            query,
            what: names(change.query.what),
            lengths: change.lengths(),
            costs: change.costs(),
            answers,
        }
    }

    pub(super) fn text(&self) -> String {
        let [before, after] = &self.answers;
        format!("  {}: {before} → {after} ({})", self.query, self.what.join(", "))
    }
}

fn described(answer: Option<&Answer>) -> String {
    let Some(answer) = answer else { return "not asked".into() };
    match (answer.path(), answer.why()) {
        (Some(path), None) => length_text(path),
        (Some(path), Some(_)) => format!("partial, {}", length_text(path)),
        (None, _) => "no path".into(),
    }
}

fn names(what: Aspects) -> Vec<&'static str> {
    what.iter().map(Aspect::name).collect()
}
