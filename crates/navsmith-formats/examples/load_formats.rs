//! Loads a file of any format, and writes one mesh in every format that can be written.
//!
//! `cargo run --no-default-features --features files --example load_formats -- FILE` lists the contents of a file.
//! Without a file, the example writes and loads all formats.

use std::error::Error;
use std::io::Write as _;
use std::path::Path;

use navsmith_core::geometry::{FileCoordinates, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::Document;
use navsmith_formats::io::{self, Format, ImportDefaults, Opened, Placement, WriteError, open};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    if let Some(path) = std::env::args().nth(1) {
        let document = load(Path::new(&path))?;
        writeln!(out, "{}", describe(&document))?;
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let document = Document::of_mesh(two_squares()?);
    for (format, written) in written(&document)? {
        match written {
            Ok(bytes) => {
                let path = folder.path().join(format!("level.{}", format.extensions[0]));
                std::fs::write(&path, &bytes)?;
                writeln!(out, "{format}: {}, {} bytes", describe(&load(&path)?), bytes.len())?;
            }
            Err(why) => writeln!(out, "{format}: {why}")?,
        }
    }
    folder.close()?;
    Ok(())
}

/// Loads a file of any format that navsmith reads.
pub fn load(path: &Path) -> Result<Document, Box<dyn Error>> {
    Ok(match open(path)? {
        Opened::Document { document, .. } | Opened::Mesh { document, .. } => document,
        Opened::Reproduction(reproduction) => reproduction.document,
        // A level of another program: its items with a navmesh name, or all, become a mesh.
        Opened::Scene { scene, .. } => {
            let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
            io::import(&scene, &chosen, &Placement::default(), &weld)?.document
        }
    })
}

/// A format with the bytes of a document in it, or the reason why it cannot store the document.
type Written = (&'static Format, Result<Vec<u8>, WriteError>);

/// Returns a document in every format that is written.
pub fn written(document: &Document) -> Result<Vec<Written>, Stopped> {
    let coordinates = FileCoordinates::default();
    Format::writable()
        .map(|format| Ok((format, format.encode(document, coordinates, &Progress::none())?)))
        .collect()
}

/// Returns two squares that share a side.
fn two_squares() -> Result<NavMesh, String> {
    let corners = [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0], [4.0, 2.0], [4.0, 0.0]];
    let corners = corners.map(|[x, z]| Vec3::new(x, 0.0, z));
    let cells = [[0, 1, 2, 3], [3, 2, 4, 5]].map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    NavMesh::from_parts(corners, cells)
}

fn describe(document: &Document) -> String {
    let areas: Vec<&str> = document.areas.iter().map(|area| &*area.name).collect();
    let mesh = &document.mesh;
    format!(
        "{} cells, {} vertices, {} links, areas: {}",
        mesh.cell_count(),
        mesh.vertex_count(),
        mesh.link_count(),
        areas.join(", ")
    )
}
