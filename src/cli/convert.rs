//! `navsmith convert`: any file that can be read, as a document.

use serde::Serialize;

use super::Done;
use super::args::ConvertArguments;
use super::info::Dropped;
use super::load::{is_document_name, load};
use super::output::json;
use crate::io::{file, ron};

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
    if !is_document_name(out) {
        let shown = out.display();
        return Err(format!("{shown} does not end in .ron, and only documents (RON) are written; rename it"));
    }
    let loaded = load(&arguments.source)?;
    let text = ron::write(&loaded.document).map_err(|error| format!("{}: {error}", out.display()))?;
    file::save(out, text.as_bytes()).map_err(|error| error.to_string())?;
    let mesh = &loaded.document.mesh;
    let converted = Converted {
        vertices: mesh.vertex_count(),
        cells: mesh.cell_count(),
        welded_vertices: loaded.report.welded_vertices,
        dropped: loaded.report.into(),
        notes: loaded.notes,
    };
    Ok(Done::found(if arguments.json {
        json(&converted)?
    } else {
        converted.text(&out.display().to_string())
    }))
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
