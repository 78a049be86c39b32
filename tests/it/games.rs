//! The library for games: the examples, the answers of a loaded mesh, and the mesh of the engine example.

use std::path::Path;

use allocation_counter::measure;
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::samples;
use navsmith_core::baked::{self, BakedMesh};
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::prepared::solver::Solver;
use navsmith_core::pathfinding::query::{Answer, Query, find_path};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, NamedQuery};
use navsmith_formats::io::{BAKED, Format, Opened};

use crate::architecture::root;

#[expect(dead_code, unreachable_pub, reason = "an example has a main function and public items")]
#[path = "../../crates/navsmith-core/examples/many_agents.rs"]
mod many_agents;

#[expect(dead_code, unreachable_pub, reason = "an example has a main function and public items")]
#[path = "../../crates/navsmith-formats/examples/load_formats.rs"]
mod load_formats;

/// Returns the documents of the samples.
fn documents() -> impl Iterator<Item = Document> {
    samples::all().iter().filter_map(|sample| match sample.open() {
        Ok(Opened::Document { document, .. }) => Some(document),
        _ => None,
    })
}

fn bake(document: &Document) -> Vec<u8> {
    let written = BAKED.encode(document, FileCoordinates::default(), &Progress::none());
    written.expect("not stopped").expect("a valid document")
}

#[test]
fn many_agents_allocate_no_memory_once_they_have_run() {
    let bytes = many_agents::rooms(300).expect("a valid mesh");
    let level = many_agents::Level::load(&bytes).expect("just written");
    let mut crowd = many_agents::Crowd::new(&level, level.solver().expect("valid cells"), 20);
    let mut run = || (0..1200).for_each(|_| crowd.tick());
    run();
    let first = crowd.counts;
    crowd.restart();
    let taken = measure(|| (0..1200).for_each(|_| crowd.tick())).count_total;
    assert_eq!(taken, 0, "the same again: {:?}", crowd.counts);
    assert!(
        first.paths > 60 && first.rays > 20_000 && first.walks > 20_000,
        "they arrive and leave: {first:?}"
    );
    assert_eq!(crowd.counts.paths, 2 * first.paths, "the same paths");
}

#[test]
fn every_written_format_is_loaded_by_the_example() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let mut count = 0;
    for document in documents() {
        for (format, written) in load_formats::written(&document).expect("not stopped") {
            let Ok(bytes) = written else { continue };
            let path = folder.path().join(format!("level.{}", format.extensions[0]));
            std::fs::write(&path, &bytes).expect("a file for tests");
            let loaded = load_formats::load(&path).expect("just written");
            // A format may limit the corners of a cell, so cells may be cut.
            assert!(loaded.mesh.cell_count() >= document.mesh.cell_count(), "{format}");
            count += 1;
        }
    }
    assert!(count >= 5 * Format::writable().count(), "all formats of several samples: {count}");
    let village = load_formats::load(&root().join("assets/village.glb")).expect("a level of another program");
    assert!(village.mesh.cell_count() > 10, "its navmesh is imported");
}

/// Returns the answer that the window shows for a query of a document.
fn shown(document: &Document, query: &NamedQuery) -> Option<Answer> {
    let mut editor = Editor::new(Document { queries: vec![query.clone()].into(), ..document.clone() });
    editor.handle(Input::Tick(0.0));
    editor.answer().cloned()
}

#[test]
fn a_game_gets_the_answers_that_the_window_shows() {
    let (mut solved, mut count) = (0, 0);
    for document in documents() {
        let BakedMesh { mesh, .. } = baked::read(&bake(&document)).expect("just written");
        let derived = Derived::build(&mesh);
        for named in document.queries.iter() {
            let Some((start, target)) = named.start.zip(named.target) else { continue };
            let query = Query { start, target, settings: named.settings.clone() };
            let walkable = Walkable::new(&mesh, &derived, &query.settings.agent, &query.settings.filter);
            let shown = shown(&document, named).expect("a short search");
            let single = find_path(&mesh, &derived, &query);
            assert_eq!(single, shown, "{}", named.name);
            count += 1;
            let Some(mut solver) = Solver::build(&walkable) else { continue };
            let mut answer = Answer::default();
            solver.find_path_into(&derived, &query, &mut answer);
            assert_eq!((answer.by, answer.why()), (shown.by, shown.why()), "{}", named.name);
            let length = |answer: &Answer| answer.path().map_or(-1.0, |path| path.length);
            let [found, expected] = [&answer, &shown].map(length);
            assert!(
                (found - expected).abs() <= 1e-9 * expected.abs(),
                "{}: {found} and {expected}",
                named.name
            );
            solved += 1;
        }
    }
    assert!(count >= 10 && solved >= 8, "samples have queries: {count}, {solved}");
}

#[test]
fn the_mesh_of_the_engine_example_is_the_courtyard() {
    let text = std::fs::read_to_string(root().join("assets/courtyard.ron")).expect("a sample");
    let bytes = bake(&navsmith_formats::io::ron::read(&text).expect("a document"));
    let path = Path::new("examples/macroquad/courtyard.nav");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(root().join(path), &bytes).expect("a file of the project");
    }
    let stored = std::fs::read(root().join(path)).expect("a file of the project");
    assert!(stored == bytes, "outdated: {}; UPDATE_EXPECT=1 cargo test games:: writes it", path.display());
}
