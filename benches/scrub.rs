//! What a frame costs below the window while the cursor is dragged to and fro over a trace of more than 100,000 events
//! (of the search for the optimum, some 20,000): the jump itself, the fills of all cells, the table, the words, and the
//! marks in the view.

use std::cell::{Cell, RefCell};
use std::hint::black_box;

use divan::Bencher;
use glam::Vec2;
use navsmith::document::Document;
use navsmith::editor::{Command, Editor, Input, QueryInput, StepInput};
use navsmith::navmesh::generate::{Landscape, Recipe};
use navsmith::pathfinding::{Algorithm, End, Endpoint, Settings, Stage, sort_window};

fn main() {
    divan::main();
}

/// How the search is named on the command line.
const NAMES: [&str; 2] = ["distance", "polyanya"];

/// An editor of hills with a question from corner to corner, all of it in view.
fn editor(algorithm: Algorithm) -> Editor {
    // A search over nodes tells about six events for each cell, one over intervals comes to few of them.
    let triangles = if algorithm == Algorithm::Polyanya { POLYANYA_TRIANGLES } else { 30_000 };
    let mesh = Recipe { landscape: Landscape::Terrain, triangles, seed: 1 }.mesh();
    let far = (triangles as f32 / 2.0).sqrt() - 2.5;
    let mut editor = Editor::new(Document::of_mesh(mesh));
    editor.handle(Input::Resize(Vec2::new(1280.0, 720.0)));
    editor.handle(Input::Run(Command::FrameAll));
    let settings = Settings { algorithm: algorithm.into(), ..editor.settings().clone() };
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    for (end, at) in [(End::Start, Vec2::splat(2.5)), (End::Target, Vec2::splat(far))] {
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(Endpoint { ground: at, height: None }))));
    }
    editor
}

const POLYANYA_TRIANGLES: usize = 60_000;

/// An editor whose cursor jumps to another step of the search each time it is asked for.
struct Scrubbed {
    editor: RefCell<Editor>,
    state: Cell<u64>,
}

impl Scrubbed {
    fn of(name: &str) -> Self {
        let algorithm = Algorithm::ALL.into_iter().find(|it| it.name() == name).expect("an algorithm");
        let scrubbed = Self { editor: RefCell::new(editor(algorithm)), state: Cell::new(7) };
        // What is computed once for a query is not what a frame costs.
        scrubbed.jump();
        let events = scrubbed.editor.borrow().trace().len();
        assert!(algorithm == Algorithm::Polyanya || events > 100_000, "only {events} events");
        scrubbed.editor.borrow().interval_log();
        scrubbed.editor.borrow().search_log();
        scrubbed
    }

    fn jump(&self) {
        let next = self.state.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.state.set(next);
        let mut editor = self.editor.borrow_mut();
        let lane = editor.trace().range(editor.search_stage());
        let step = lane.start + (next >> 33) as usize % lane.len();
        editor.handle(Input::Step(StepInput::SetCursor(step)));
    }

    fn bench<R>(&self, bencher: Bencher<'_, '_>, see: impl Fn(&Editor) -> R) {
        bencher.with_inputs(|| self.jump()).bench_local_values(|()| see(&self.editor.borrow()));
    }
}

/// Everything together.
#[divan::bench(args = NAMES)]
fn frame(bencher: Bencher<'_, '_>, name: &str) {
    let scrubbed = Scrubbed::of(name);
    bencher.bench_local(|| {
        scrubbed.jump();
        let editor = scrubbed.editor.borrow();
        fills_of(&editor);
        table_of(&editor);
        black_box((words_of(&editor), editor.scene()));
    });
}

/// The jump alone: finding by what the step is known.
#[divan::bench(args = NAMES)]
fn jump(bencher: Bencher<'_, '_>, name: &str) {
    let scrubbed = Scrubbed::of(name);
    bencher.bench_local(|| scrubbed.jump());
}

#[divan::bench(args = NAMES)]
fn fills(bencher: Bencher<'_, '_>, name: &str) {
    Scrubbed::of(name).bench(bencher, fills_of);
}

#[divan::bench(args = NAMES)]
fn table(bencher: Bencher<'_, '_>, name: &str) {
    Scrubbed::of(name).bench(bencher, table_of);
}

#[divan::bench(args = NAMES)]
fn words(bencher: Bencher<'_, '_>, name: &str) {
    Scrubbed::of(name).bench(bencher, words_of);
}

#[divan::bench(args = NAMES)]
fn scene(bencher: Bencher<'_, '_>, name: &str) {
    Scrubbed::of(name).bench(bencher, Editor::scene);
}

fn fills_of(editor: &Editor) {
    editor.document().mesh.cells().for_each(|(cell, _)| {
        black_box(editor.tint(cell));
    });
}

/// As the panel makes it, where it shows its first rows.
fn table_of(editor: &Editor) {
    let Some(step) = editor.search_step() else { return };
    let mut rows: Vec<_> = editor.search_log().cells_at(step).collect();
    sort_window(&mut rows, 0..40, |a, b| a.1.estimate.total_cmp(&b.1.estimate).then(a.0.cmp(&b.0)));
    black_box(rows);
    if editor.search_stage() == Stage::Interval {
        black_box(editor.interval_log().at(step));
    }
}

fn words_of(editor: &Editor) -> (String, String) {
    editor.event().map(|event| (event.caption(), event.rule())).unwrap_or_default()
}
