//! Time of a frame while the cursor is dragged to and fro over a long trace, without the window.
//!
//! The trace has more than 100,000 events, or about 20,000 for the optimal search. A frame consists of the jump, the
//! fills of all cells, the table, the texts and the marks in the view.

use std::hint::black_box;

use navsmith::cli::measure::clock::{median, timed};
use navsmith::editor::Editor;
use navsmith::editor::analysis::legend;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::{SplitMix64, Vec2};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::search_log::sort_window;
use navsmith_formats::document::Document;

use crate::Sizes;
use crate::row::Row;

/// Algorithms and mesh sizes in triangles.
///
/// A search over nodes emits about six events per cell. A search over intervals reaches few cells.
const SEARCHES: [(Algorithm, usize); 2] =
    [(Algorithm::Nodes(Method::Distance), 30_000), (Algorithm::Polyanya, 60_000)];

/// Number of cursor jumps.
const JUMPS: usize = 100;

/// Name of a part of a frame and the function that does its work after a jump.
type Work = (&'static str, fn(&mut Scrubbed));

/// Parts of a frame, and the whole frame.
const WORKS: [Work; 6] = [
    ("scrub: the jump", |_| {}),
    ("scrub: fills of all cells", |scrubbed| fills_of(&scrubbed.editor)),
    ("scrub: the table", |scrubbed| table_of(&scrubbed.editor)),
    ("scrub: the texts", |scrubbed| drop(black_box(words_of(&scrubbed.editor)))),
    ("scrub: the marks", |scrubbed| drop(black_box(scrubbed.editor.scene(ViewId::ABOVE)))),
    ("scrub: all of a frame", |scrubbed| {
        scrubbed.jump();
        fills_of(&scrubbed.editor);
        table_of(&scrubbed.editor);
        black_box((words_of(&scrubbed.editor), scrubbed.editor.scene(ViewId::ABOVE)));
    }),
];

pub(crate) fn print_rows(sizes: Sizes) {
    for (algorithm, triangles) in SEARCHES {
        let mut scrubbed = Scrubbed::new(algorithm, triangles.min(sizes.most));
        let editor = &scrubbed.editor;
        let (cells, events) = (editor.document().mesh.cell_count(), editor.trace().len());
        let input = format!("{}, {cells} triangles, {events} events", algorithm.name());
        for (nth, (work, act)) in WORKS.into_iter().enumerate() {
            // The first line measures the jump alone.
            let run = |_| {
                let (jump, ()) = timed(|| scrubbed.jump());
                let (then, ()) = timed(|| act(&mut scrubbed));
                if nth == 0 { jump } else { then }
            };
            Row::new(work, &input, median(&(0..JUMPS).map(run).collect::<Vec<_>>())).print();
        }
    }
}

/// Returns an editor with a terrain and a query from corner to corner, all of it in view.
fn editor(algorithm: Algorithm, triangles: usize) -> Editor {
    let mesh = Recipe { landscape: Landscape::Terrain, triangles, seed: 1 }.mesh();
    let far = (triangles as f32 / 2.0).sqrt() - 2.5;
    let mut editor = Editor::new(Document::of_mesh(mesh));
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(1280.0, 720.0))));
    editor.handle(Input::Run(Command::FrameAll));
    let settings = Settings { algorithm: algorithm.into(), ..editor.settings().clone() };
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    for (end, at) in [(End::Start, Vec2::splat(2.5)), (End::Target, Vec2::splat(far))] {
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(Endpoint { ground: at, height: None }))));
    }
    editor
}

/// An editor whose cursor jumps to a random step of the search.
struct Scrubbed {
    editor: Editor,
    chance: SplitMix64,
}

impl Scrubbed {
    fn new(algorithm: Algorithm, triangles: usize) -> Self {
        let mut scrubbed = Self { editor: editor(algorithm, triangles), chance: SplitMix64(7) };
        // Data that are computed once per query are not part of a frame.
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
        black_box(legend::tint(editor, cell));
    });
}

/// Computes the rows that the panel shows at the top of the table.
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
