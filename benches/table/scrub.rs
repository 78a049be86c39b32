//! What a frame costs below the window while the cursor is dragged to and fro over a trace of more than 100,000 events
//! (of the search for the optimum, some 20,000): the jump itself, the fills of all cells, the table, the words, and the
//! marks in the view.

use std::hint::black_box;

use navsmith::document::Document;
use navsmith::editor::{Command, Editor, Input, QueryInput, StepInput};
use navsmith::geometry::{SplitMix64, Vec2};
use navsmith::navmesh::synthetic::{Landscape, Recipe};
use navsmith::pathfinding::{Algorithm, End, Endpoint, Method, Settings, Stage, sort_window};

use crate::Sizes;
use crate::clock::{median, timed};
use crate::row::Row;

/// A search over nodes tells about six events for each cell, one over intervals comes to few of them.
const SEARCHES: [(Algorithm, usize); 2] =
    [(Algorithm::Nodes(Method::Distance), 30_000), (Algorithm::Polyanya, 60_000)];

/// So often the cursor jumps.
const JUMPS: usize = 100;

/// What it is called, and what is done with a cursor that has jumped.
type Work = (&'static str, fn(&mut Scrubbed));

/// What a frame is made of, and everything together.
const WORKS: [Work; 6] = [
    ("scrub: the jump", |_| {}),
    ("scrub: fills of all cells", |scrubbed| fills_of(&scrubbed.editor)),
    ("scrub: the table", |scrubbed| table_of(&scrubbed.editor)),
    ("scrub: the words", |scrubbed| drop(black_box(words_of(&scrubbed.editor)))),
    ("scrub: the marks", |scrubbed| drop(black_box(scrubbed.editor.scene()))),
    ("scrub: all of a frame", |scrubbed| {
        scrubbed.jump();
        fills_of(&scrubbed.editor);
        table_of(&scrubbed.editor);
        black_box((words_of(&scrubbed.editor), scrubbed.editor.scene()));
    }),
];

pub(crate) fn tell(sizes: Sizes) {
    for (algorithm, triangles) in SEARCHES {
        let mut scrubbed = Scrubbed::new(algorithm, triangles.min(sizes.most));
        let editor = &scrubbed.editor;
        let (cells, events) = (editor.document().mesh.cell_count(), editor.trace().len());
        let input = format!("{}, {cells} triangles, {events} events", algorithm.name());
        for (nth, (work, act)) in WORKS.into_iter().enumerate() {
            // The jump comes first of all, alone.
            let run = |_| {
                let (jump, ()) = timed(|| scrubbed.jump());
                let (then, ()) = timed(|| act(&mut scrubbed));
                if nth == 0 { jump } else { then }
            };
            Row::new(work, &input, median((0..JUMPS).map(run).collect())).print();
        }
    }
}

/// An editor of hills with a question from corner to corner, all of it in view.
fn editor(algorithm: Algorithm, triangles: usize) -> Editor {
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

/// An editor whose cursor jumps to another step of the search each time it is asked for.
struct Scrubbed {
    editor: Editor,
    chance: SplitMix64,
}

impl Scrubbed {
    fn new(algorithm: Algorithm, triangles: usize) -> Self {
        let mut scrubbed = Self { editor: editor(algorithm, triangles), chance: SplitMix64(7) };
        // What is computed once for a query is not what a frame costs.
        scrubbed.jump();
        scrubbed.editor.interval_log();
        scrubbed.editor.search_log();
        scrubbed
    }

    fn jump(&mut self) {
        let lane = self.editor.trace().range(self.editor.search_stage());
        let step = lane.start + (self.chance.unit() * lane.len() as f64) as usize;
        self.editor.handle(Input::Step(StepInput::SetCursor(step)));
    }
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
