//! `navsmith convert`: conversion of any readable file to a document or a Polyanya mesh.

use serde::Serialize;

use super::args::file::ConvertArguments;
use super::info::Dropped;
use super::issues::{by_kind, count, counted, find_issues};
use super::load::{ends_in, load};
use super::output::{json, plain_count, unsaved};
use super::{Done, Exit};
use crate::document::Document;
use crate::document::issues::Severity;
use crate::geometry::Vec3;
use crate::io::save::{SaveOptions, save};
use crate::io::{polyanya, ron};
use crate::navmesh::{Derived, NavMesh};

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
    let is_flat = ends_in(out, "mesh");
    if !is_flat && !ends_in(out, "ron") {
        return Err(format!(
            "{} ends in neither .ron nor .mesh, and only documents (RON) and Polyanya meshes are written; rename it",
            out.display()
        ));
    }
    let mut loaded = load(&arguments.source)?;
    let errors = errors(&loaded.document.mesh, is_flat);
    if arguments.is_strict
        && let Some(errors) = &errors
    {
        let refused = format!("{errors}; nothing was written because of --strict");
        return Ok(Done {
            text: String::new(),
            asides: vec![refused],
            exit: Exit::NotFound,
            is_written: false,
        });
    }
    let text = if is_flat {
        loaded.notes.extend(lost(&loaded.document));
        polyanya::write(&loaded.document.mesh)
    } else {
        ron::write(&loaded.document).map_err(|error| format!("{}: {error}", out.display()))?
    };
    let is_empty = loaded.document.is_empty();
    let options = SaveOptions { is_forced: arguments.is_forced, is_empty, ..SaveOptions::default() };
    let saved = save(out, text.as_bytes(), &options).map_err(|error| unsaved(&error))?;
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

/// Returns a clause about the errors of the mesh to write, or about an incomplete search for them.
///
/// Returns `None` without either. A Polyanya mesh has no heights, so it is checked without them.
fn errors(mesh: &NavMesh, is_flat: bool) -> Option<String> {
    let level = |(_, position): (_, Vec3)| Vec3::new(position.x, 0.0, position.z);
    // A mesh that was just read has no empty slots, so its ids stay the same.
    let flat = is_flat
        .then(|| NavMesh::from_parts(mesh.vertices().map(level), mesh.cells().map(|(_, cell)| cell.clone())))
        .and_then(Result::ok);
    let mesh = flat.as_ref().unwrap_or(mesh);
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

/// Returns the content that a Polyanya mesh cannot store, in sentences.
fn lost(document: &Document) -> Vec<String> {
    let mesh = &document.mesh;
    let is_hilly = mesh.vertices().any(|(_, position)| position.y != 0.0);
    let has_areas = mesh.cells().any(|(_, cell)| cell.area().0 > 0);
    let has_queries = document.queries.iter().any(|query| query.start.is_some() || query.target.is_some());
    let lost = [
        (is_hilly, "the format has no heights; they became 0"),
        (has_areas, "the format has no areas; all cells became plain ground"),
        (mesh.link_count() > 0, "the format has no links; they were left out"),
        (has_queries, "the format has no queries; they were left out"),
    ];
    lost.into_iter().filter(|(is_so, _)| *is_so).map(|(_, description)| description.into()).collect()
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
