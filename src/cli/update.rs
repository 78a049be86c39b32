//! `navsmith generate --update`: a new generation that keeps what was done by hand.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::args::generate::GenerateArguments;
use super::convert::{ConvertTarget, format_of};
use super::diff::AnswerRow;
use super::load::Loaded;
use super::output::{in_lines, json, place, plain_count};
use super::{Done, Exit};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::diff::{DiffOptions, DocumentDiff, changed_answers};
use navsmith_formats::document::{Document, LevelReference};
use navsmith_formats::io::levels::{LevelContent, read_level_of};
use navsmith_formats::io::{FileRef, Opened, ProtectedFiles, open};
use navsmith_formats::update::{Conflict, Update, update};
use navsmith_generation::generate;

/// Contents of levels, by their index in the document.
type LevelContents = Vec<(usize, LevelContent)>;

/// What an update did, as JSON.
#[derive(Serialize)]
struct Report {
    /// Whether the new generation equals the last one.
    equal: bool,
    /// Numbers of what is by hand and stays.
    kept: KeptCounts,
    removed: usize,
    added: usize,
    /// Numbers of generated links.
    removed_links: usize,
    added_links: usize,
    conflicts: Vec<ConflictRow>,
    /// Whether the conflicts are decided for the new generation.
    decided_for_level: bool,
    /// Queries whose answers differ.
    answers: Vec<AnswerRow>,
}

#[derive(Serialize)]
struct KeptCounts {
    cells: usize,
    links: usize,
    /// Generated cells that were changed or deleted.
    gone: usize,
}

#[derive(Serialize)]
struct ConflictRow {
    at: [f32; 3],
    subject: String,
    reason: String,
}

pub(super) fn run(file: &Path, arguments: &GenerateArguments) -> Result<Done, String> {
    let in_file = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let out = arguments.out.as_deref().unwrap_or(file);
    let format = format_of(out)?;
    let (document, notes) = match open(file).map_err(|error| error.to_string())? {
        Opened::Document { document, notes, .. } | Opened::Mesh { document, notes, .. } => (document, notes),
        Opened::Reproduction(_) => {
            return Err(in_file(&"it is a part of a mesh that reproduces a query; give the document itself"));
        }
        Opened::Scene { .. } => {
            return Err(in_file(&"it is a level; generate a document from it with -o OUT, then update that"));
        }
    };
    if document.generated.is_empty() {
        return Err(in_file(
            &"it does not store the cells of a generation, so edits by hand are unknown; generate the mesh again \
              from its level with -o OUT",
        ));
    }
    let (levels, contents) = read_levels(&document, file).map_err(|why| in_file(&why))?;
    let source = document.generation.source(
        contents.iter().filter_map(|(index, content)| Some((document.levels.get(*index)?, &*content.level))),
    );
    let generation = generate(source, &document.generation.settings, &Progress::none());
    let mut generation = generation.map_err(|error| in_file(&error))?;
    if let Some(jumps) = &document.generation.jumps {
        generation.add_jumps(jumps, &Progress::none()).map_err(|error| in_file(&error))?;
    }
    if generation.mesh.cell_count() == 0 && !arguments.writing.is_forced {
        let why = in_file(&"no ground is left, and nothing was written; --force writes what is by hand");
        return Ok(Done { exit: Exit::NotFound, ..Done::found(String::new()) }.with_aside(Some(why)));
    }
    let Some(update) = decided(&document, &generation.mesh, arguments.takes_theirs)? else {
        return Err(in_file(&"it does not store the cells of a generation"));
    };
    let after = Document { levels: Arc::new(levels), ..update.document.clone() };
    let report = Report::of(&update, [&document, &after], arguments.takes_theirs)?;
    let exit = Exit::of(update.conflicts.is_empty() || arguments.takes_theirs);
    if after == document && arguments.out.is_none() {
        let text = if arguments.writing.json { json(&report)? } else { report.text() };
        return Ok(Done { exit, ..Done::found(text) });
    }
    let own = FileRef::from(file.to_owned());
    let mut protected = ProtectedFiles::levels_of(&document, Some(&own));
    protected.replaceable.push(own);
    let loaded = Loaded { protected, ..Loaded::of(after, format.name) };
    let coordinates = arguments.axes.coordinates();
    let done = ConvertTarget { out, format, coordinates, how: arguments.writing }.write(loaded)?;
    let text =
        if arguments.writing.json { with_written(&report, &done.text)? } else { report.text() + &done.text };
    let asides = notes.into_iter().chain(done.asides).collect();
    Ok(Done { text, exit: exit.max(done.exit), asides, ..done })
}

/// Returns the update of a document.
///
/// With `takes_theirs`, all conflicts are decided for the new generation.
fn decided(document: &Document, new: &NavMesh, takes_theirs: bool) -> Result<Option<Update>, String> {
    let mut theirs = BTreeSet::new();
    loop {
        let update = update(document, new, document.mesh.id_counts(), &theirs, &Progress::none());
        let update = update.map_err(|Stopped| "the update was stopped".to_owned())?;
        let subjects = update.iter().flat_map(|update| &update.conflicts).map(|conflict| conflict.subject);
        let known = theirs.len();
        // An edit that goes can be in the way of another one.
        theirs.extend(subjects.filter(|_| takes_theirs));
        if theirs.len() == known {
            return Ok(update);
        }
    }
}

/// Reads the visible levels of a document.
///
/// Returns the references of all to the present files, and the contents that were read, by index.
fn read_levels(document: &Document, file: &Path) -> Result<(Vec<LevelReference>, LevelContents), String> {
    let mut levels = document.levels.as_ref().clone();
    let mut contents = Vec::new();
    let shown = levels.iter_mut().enumerate().filter(|(_, level)| level.is_visible && level.image.is_none());
    for (index, level) in shown {
        let content = read_level_of(Some(file), Path::new(&level.file), &Progress::none());
        let content = content.map_err(|error| error.to_string())?;
        level.content = Some(content.stamp.hash);
        level.tiles = content.tiles(level.coordinates.up).cloned();
        contents.push((index, content));
    }
    if contents.is_empty() {
        return Err("it has no visible level; add the level that its mesh is generated from".into());
    }
    Ok((levels, contents))
}

/// Returns JSON about an update together with that about the file that was written.
fn with_written(report: &Report, written: &str) -> Result<String, String> {
    let unread = |error: serde_json::Error| error.to_string();
    let mut all = serde_json::to_value(report).map_err(unread)?;
    // With --strict, nothing may be written.
    if let (Value::Object(all), Ok(Value::Object(written))) = (&mut all, serde_json::from_str(written)) {
        all.extend(written);
        // The line gets a version of its own.
        all.remove("schema");
    }
    json(&all)
}

impl Report {
    fn of(update: &Update, documents: [&Document; 2], decided_for_level: bool) -> Result<Self, String> {
        let progress = Progress::none();
        let stopped = |Stopped| "the comparison was stopped".to_owned();
        let answers = if update.is_same {
            Vec::new()
        } else {
            let diff =
                DocumentDiff::between(documents, DiffOptions::default(), &progress).map_err(stopped)?;
            let derived = documents.map(|document| Derived::build(&document.mesh));
            let both = [(documents[0], &derived[0]), (documents[1], &derived[1])];
            changed_answers(&diff, both, &progress).map_err(stopped)?
        };
        let row = |conflict: &Conflict| ConflictRow {
            at: conflict.at.to_array(),
            subject: conflict.subject.to_string(),
            reason: conflict.reason.to_string(),
        };
        Ok(Self {
            equal: update.is_same,
            decided_for_level,
            kept: KeptCounts { cells: update.kept.len(), links: update.kept_links, gone: update.kept_gone },
            removed: update.removed,
            added: update.added,
            removed_links: update.removed_links,
            added_links: update.added_links,
            conflicts: update.conflicts.iter().map(row).collect(),
            answers: answers.iter().map(|change| AnswerRow::of(change, &documents[1].queries)).collect(),
        })
    }

    fn text(&self) -> String {
        let cells = |number| plain_count(number, "cell", "cells");
        let kept = format!(
            "kept: {} by hand, {}, {} deleted or changed by hand",
            cells(self.kept.cells),
            plain_count(self.kept.links, "link", "links"),
            cells(self.kept.gone),
        );
        let mut lines = vec![kept];
        if self.equal {
            lines.push("the new generation equals the last one, so the mesh stays as it is".into());
        } else {
            lines.push(format!("dropped: {}; added: {}", cells(self.removed), cells(self.added)));
        }
        if self.removed_links + self.added_links > 0 {
            let links = |number| plain_count(number, "link", "links");
            lines.push(format!("dropped: {}; added: {}", links(self.removed_links), links(self.added_links)));
        }
        let decided = if self.decided_for_level { ", decided for the new generation" } else { "" };
        lines.push(plain_count(self.conflicts.len(), "conflict", "conflicts") + decided);
        lines.extend(self.conflicts.iter().map(|ConflictRow { at, subject, reason }| {
            format!("  {subject} at {}: {reason}", place((*at).into()))
        }));
        if !self.answers.is_empty() {
            let queries = plain_count(self.answers.len(), "query", "queries");
            lines.push(format!("{queries} with other answers:"));
            lines.extend(self.answers.iter().map(AnswerRow::text));
        }
        in_lines(&lines)
    }
}
