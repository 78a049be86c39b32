//! Texts about the differences of two documents.

use crate::editor::State;
use crate::editor::files::comparison::{DocumentComparison, OtherDocument, conflict, found, other};
use crate::editor::files::differences::{DifferenceEntry, DifferenceKind};
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_formats::document::diff::ChangedSetting;
use navsmith_formats::document::{Document, count};
use navsmith_formats::update::Conflict;

/// Describes a difference for the list.
pub fn describe(state: &State, kind: DifferenceKind, entry: DifferenceEntry) -> String {
    let (Some(other), Some(found)) = (other(state), found(state)) else { return String::new() };
    let documents = other.in_order(&other.document, state.document());
    let (side, id) = entry.after.map_or((0, entry.before), |id| (1, Some(id)));
    let (document, id) = (documents[side], id.unwrap_or_default());
    let index = id as usize;
    let name = match kind {
        DifferenceKind::Answers => return answers_text(document, other, found, entry),
        DifferenceKind::Conflicts => {
            let text = |conflict: &Conflict| format!("{}: {}", conflict.subject, conflict.reason);
            return conflict(other, entry).map_or_else(String::new, text);
        }
        DifferenceKind::Settings => return settings_text(other, found, index),
        DifferenceKind::KeptCells => return format!("cell {id}"),
        DifferenceKind::Links => format!("link {id}"),
        DifferenceKind::Vertices => format!("vertex {id}"),
        DifferenceKind::Areas => document.areas.get(index).map_or_else(String::new, |area| area.name.clone()),
        DifferenceKind::Queries => document.queries.get(index).map_or_else(String::new, |it| it.name.clone()),
        DifferenceKind::Exports => document.exports.get(index).map_or_else(String::new, |it| it.file.clone()),
        DifferenceKind::Ignored => {
            document.ignored.iter().nth(index).map_or_else(String::new, ToString::to_string)
        }
        DifferenceKind::Agent => "checked agent".into(),
        DifferenceKind::Scenarios => {
            document.scenarios.get(index).map_or_else(String::new, |it| it.name.clone())
        }
        DifferenceKind::Outlines => {
            document.outlines.list.get(index).map_or_else(String::new, |it| it.title(index))
        }
        DifferenceKind::Levels => {
            document.levels.get(index).map_or_else(String::new, |it| it.name().to_owned())
        }
        _ => format!("cell {id}"),
    };
    match (entry.before, entry.after) {
        (Some(_), None) if kind != DifferenceKind::RemovedCells => format!("{name}: removed"),
        (None, Some(_)) if kind != DifferenceKind::AddedCells => format!("{name}: added"),
        (Some(_), Some(_)) => format!("{name}: {}", entry.what),
        _ => name,
    }
}

/// Describes the values of a setting in both documents.
fn settings_text(other: &OtherDocument, found: &DocumentComparison, index: usize) -> String {
    let Some(ChangedSetting { name, values: [before, after] }) = found.diff.settings.get(index) else {
        return String::new();
    };
    if other.is_later {
        return format!("{name}: {after} in {}, {before} here", other.name);
    }
    format!("{name}: {after}, was {before}")
}

/// Describes the answers to a query in both documents.
fn answers_text(
    document: &Document,
    other: &OtherDocument,
    found: &DocumentComparison,
    entry: DifferenceEntry,
) -> String {
    let name = document.queries.get(entry.after.unwrap_or_default() as usize).map_or("", |query| &query.name);
    let change = found.answers.iter().find(|it| Some(it.query.before as u32) == entry.before);
    let answer = |side: usize| match change.and_then(|change| change.answers[side].as_ref()) {
        None => "not asked".to_owned(),
        Some(answer) => answer.path().map_or_else(|| "no path".into(), |path| length(answer, path)),
    };
    let [before, after] = [answer(0), answer(1)];
    let cells = if before == after { " through other cells" } else { "" };
    if other.is_later {
        return format!("{after} in {}, {before} here{cells}: {name}", other.name);
    }
    format!("{after}, was {before}{cells}: {name}")
}

fn length(answer: &Answer, path: &Path) -> String {
    let partial = if answer.why().is_some() { "partial, " } else { "" };
    let cost = path.cost.map_or_else(String::new, |cost| format!(" at a cost of {cost:.2}"));
    format!("{partial}{:.2} m{cost}", path.length)
}

/// Describes how many queries have other answers than in another document, as a sentence.
pub(in crate::editor) fn answers_sentence(changed: usize) -> String {
    match changed {
        0 => "No query has another answer.".into(),
        1 => "1 query has another answer.".into(),
        n => format!("{} have other answers.", count(n, "query", "queries")),
    }
}
