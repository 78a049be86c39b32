//! `navsmith convert`: any file that can be read, as a document or as a Polyanya mesh.

use serde::Serialize;

use super::Done;
use super::args::ConvertArguments;
use super::info::Dropped;
use super::load::{ends_in, load};
use super::output::{json, unsaved};
use crate::document::Document;
use crate::io::save::{SaveOptions, save};
use crate::io::{polyanya, ron};

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
    Ok(Done { text, aside: saved.warning(out), is_found: true, is_written: true })
}

/// What has no place in a Polyanya mesh, in sentences.
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
    lost.into_iter().filter(|(is_so, _)| *is_so).map(|(_, says)| says.into()).collect()
}

impl Converted {
    fn text(&self, out: &str) -> String {
        let Self { vertices, cells, welded_vertices, .. } = self;
        let mut lines =
            vec![format!("wrote {out}: {vertices} vertices ({welded_vertices} welded), {cells} cells")];
        lines.extend(self.dropped.says().map(|dropped| format!("dropped: {dropped}")));
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        lines.join("\n") + "\n"
    }
}
