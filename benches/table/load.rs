//! Loading of a mesh from the bytes of a file: a baked mesh beside other formats, and what is derived afterwards.

use std::path::Path;

use navsmith::cli::measure::clock::{Pass, compare, copying, making};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::Derived;
use navsmith_core::navmesh::synthetic::Landscape;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::prepared::point_locator::PointLocator;
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{BAKED, DOCUMENT, Format, GLB, open_bytes, polyanya};

use crate::clock::formatted;
use crate::row::{Row, print_left_out};
use crate::{Sizes, maps, polyanya_crate};

/// Map that is loaded.
const MAP: &str = "aurora-cdt";

const SIZES: [usize; 2] = [100_000, 1_000_000];

pub(crate) fn print_rows(sizes: Sizes) {
    match maps::folder() {
        Some(folder) => {
            let bytes = std::fs::read(folder.join(format!("{MAP}.mesh"))).expect("a map");
            let document = polyanya::read(&bytes).expect("a map of the format");
            print_loads(&format!("{MAP}, {} cells", document.mesh.cell_count()), &document);
        }
        None => print_left_out("load", "there are no benchmark maps; NAVSMITH_DATA may name their folder"),
    }
    for recipe in sizes.recipes(&[Landscape::Terrain], &SIZES) {
        let document = Document::of_mesh(recipe.mesh());
        let input = format!("{}, {} triangles", recipe.landscape, document.mesh.cell_count());
        print_loads(&input, &document);
    }
}

fn written(format: &Format, document: &Document) -> Vec<u8> {
    let written = format.encode(document, FileCoordinates::default(), &Progress::none());
    written.expect("not stopped").expect("a valid document")
}

/// Returns a pass that reads a file of any format from memory.
fn reading<'a>(format: &Format, bytes: &'a [u8]) -> Pass<'a> {
    let (name, stamp) = (format!("level.{}", format.extensions[0]), Stamp::of(bytes));
    making(move || open_bytes((Path::new(&name), stamp), bytes).expect("just written"))
}

fn print_loads(input: &str, document: &Document) {
    let [baked, ron, glb] = [&BAKED, &DOCUMENT, &GLB].map(|format| written(format, document));
    let text = polyanya::write(&document.mesh);
    let derived = Derived::build(&document.mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&document.mesh, &derived, &agent, &filter);
    let load = || {
        let mesh = navsmith_core::baked::read(&baked).expect("just written").mesh;
        let derived = Derived::build(&mesh);
        (mesh, derived)
    };
    let [read, copied, loaded, theirs, from_ron, from_glb, locator, search_mesh] = compare([
        making(|| navsmith_core::baked::read(&baked)),
        copying(baked.len()),
        making(load),
        making(|| polyanya_crate::Parts::read(text.as_bytes()).build()),
        reading(&DOCUMENT, &ron),
        reading(&GLB, &glb),
        making(|| PointLocator::build(&document.mesh)),
        making(|| SearchMesh::build_merged(&walkable)),
    ]);
    let cells = document.mesh.cell_count() as f64;
    let each = |bytes: &[u8]| format!("{:.1} bytes per cell", bytes.len() as f64 / cells);
    let speed = |bytes: &[u8], seconds: f64| format!("{:.0} MB/s", bytes.len() as f64 / seconds / 1e6);
    let times = |seconds: f64| format!("{:.1} times a baked mesh", seconds / read);
    let row = |work: String, seconds| Row::new(work, input, seconds);
    let work = format!("read a baked mesh, {}, {}", each(&baked), speed(&baked, read));
    row(work, read).bytes(copied).print();
    let work = format!("read a baked mesh and derive, {} per cell", formatted(loaded / cells));
    row(work, loaded).polyanya(theirs).print();
    for (what, bytes, seconds) in [("document", &ron, from_ron), ("GLB", &glb, from_glb)] {
        let work = format!("read a {what}, {}, {}, {}", each(bytes), speed(bytes, seconds), times(seconds));
        row(work, seconds).print();
    }
    for (what, seconds) in [("point locator", locator), ("search mesh", search_mesh)] {
        row(format!("build the {what}, {}", times(seconds)), seconds).print();
    }
}
