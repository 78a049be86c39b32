//! `navsmith convert`: conversion of any readable file to a format that can be written.

use std::path::Path;

use serde::Serialize;

use super::args::file::ConvertArguments;
use super::info::Dropped;
use super::load::load;
use super::output::{json, plain_count, unsaved};
use super::validate::{by_kind, count, counted, find_issues};
use super::{Done, Exit};
use crate::document::issues::Severity;
use crate::document::{Document, enumeration};
use crate::io::file::Stamp;
use crate::io::save::{SaveOptions, save};
use crate::io::{self, Format, Opened, open_bytes};
use crate::navmesh::{Derived, NavMesh};
use crate::progress::{Progress, Stopped};

#[derive(Serialize)]
struct Converted {
    vertices: usize,
    cells: usize,
    welded_vertices: usize,
    dropped: Dropped,
    notes: Vec<String>,
}

pub(super) fn run(arguments: &ConvertArguments) -> Result<Done, String> {
    let out = &arguments.out;
    let format = Format::of_name(out).and_then(|format| Some((format, format.write?)));
    let Some((format, write)) = format else {
        let formats = io::list(Format::writable());
        return Err(format!(
            "{} does not end like a format that navsmith writes: {formats}; rename it",
            out.display()
        ));
    };
    let mut loaded = load(&arguments.source)?;
    let in_out = |error: &dyn std::fmt::Display| format!("{}: {error}", out.display());
    let written = write(&loaded.document, &Progress::none()).map_err(|Stopped| in_out(&Stopped))?;
    let written = written.map_err(|error| in_out(&error))?;
    let losses = format.losses(&loaded.document);
    let read_back = (!losses.is_empty()).then(|| reread(out, &written)).flatten();
    let errors = errors(&read_back.as_ref().unwrap_or(&loaded.document).mesh);
    if arguments.is_strict
        && let Some(errors) = &errors
    {
        let asides = vec![format!("{errors}; nothing was written because of --strict")];
        return Ok(Done { asides, exit: Exit::NotFound, ..Done::found(String::new()) });
    }
    loaded
        .notes
        .extend((!losses.is_empty()).then(|| format!("the file does not store {}", enumeration(&losses))));
    let is_empty = loaded.document.is_empty();
    let options = SaveOptions { is_forced: arguments.is_forced, is_empty, ..SaveOptions::default() };
    let saved = save(out, &written, &options).map_err(|error| unsaved(&error))?;
    let mesh = &loaded.document.mesh;
    let converted = Converted {
        vertices: mesh.vertex_count(),
        cells: mesh.cell_count(),
        welded_vertices: loaded.report.welded_vertices,
        dropped: loaded.report.into(),
        notes: loaded.notes,
    };
    let shown = out.display().to_string();
    let text = if arguments.json { json(&converted)? } else { converted.text(&shown) };
    let asides = saved.warning(out).into_iter().chain(errors).collect();
    Ok(Done { text, asides, exit: Exit::Found, is_written: true })
}

/// Reads the written bytes; `None` if they are invalid.
fn reread(path: &Path, written: &[u8]) -> Option<Document> {
    match open_bytes((path, Stamp::of(written)), written).ok()? {
        Opened::Document { document, .. } | Opened::Mesh { document, .. } => Some(document),
        Opened::Scene { .. } | Opened::Reproduction(_) => None,
    }
}

/// Returns a clause about the errors of the mesh to write, or about an incomplete search for them.
///
/// Returns `None` without either.
fn errors(mesh: &NavMesh) -> Option<String> {
    let issues = find_issues(mesh, &Derived::build(mesh));
    let kinds: Vec<String> = by_kind(&issues)
        .into_iter()
        .filter(|((severity, _), _)| *severity == Severity::Error)
        .map(|((_, title), issues)| format!("{title}: {}", issues.len()))
        .collect();
    let counted = counted(count(&issues, Severity::Error), Severity::Error);
    if kinds.is_empty() {
        let stopped =
            "the search for errors in the mesh stopped early, so errors may exist that it did not find";
        return issues.may_lack_errors().then(|| stopped.to_owned());
    }
    Some(format!("the mesh has {counted} ({}); validate lists them", kinds.join(", ")))
}

impl Converted {
    fn text(&self, out: &str) -> String {
        let Self { welded_vertices, .. } = self;
        let vertices = plain_count(self.vertices, "vertex", "vertices");
        let cells = plain_count(self.cells, "cell", "cells");
        let mut lines = vec![format!("wrote {out}: {vertices} ({welded_vertices} welded), {cells}")];
        lines.extend(self.dropped.describe().map(|dropped| format!("dropped: {dropped}")));
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        lines.join("\n") + "\n"
    }
}
