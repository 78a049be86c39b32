//! Time of a frame in which a point of an outline is dragged, and of the whole triangulation.
//!
//! The frame is that of the editor without a window: triangulation, cells, derived data and issues.
//! The target at 10,000 points is 8 ms.

use navsmith::cli::measure::clock::{median, timed};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::options::Options;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith_core::geometry::{SplitMix64, Vec2};
use navsmith_core::navmesh::{AreaId, Draft, NavMesh};
use navsmith_core::outlines::OutlineRole;
use navsmith_formats::document::{Document, Outlines, PlacedOutline, regenerate};

use crate::Sizes;
use crate::row::Row;

/// Numbers of points of all outlines.
const POINTS: [usize; 2] = [1_000, 10_000];

/// Number of points of a hole.
const POINTS_OF_HOLE: usize = 20;

/// Distance of the centres of holes, in metres.
const SPACING: f32 = 10.0;

const FRAMES: usize = 200;

pub(crate) fn print_rows(sizes: Sizes) {
    for count in sizes.of(&POINTS) {
        let outlines = outlines(count);
        let input = format!("{count} points in {} outlines", outlines.list.len());
        let document = generated(&outlines);
        let whole: Vec<f64> = (0..10).map(|_| timed(|| generated(&outlines)).0).collect();
        Row::new("outlines: generate all cells".to_owned(), &input, median(&whole)).print();
        let (frames, release) = drag(document);
        Row::new("outlines: frame of a drag".to_owned(), &input, median(&frames)).print();
        let longest = frames.iter().copied().fold(0.0, f64::max);
        Row::new("outlines: longest frame of a drag".to_owned(), &input, longest).print();
        Row::new("outlines: release".to_owned(), &input, release).print();
    }
}

/// Returns a square of ground with jagged holes in a grid.
fn outlines(count: usize) -> Outlines {
    let holes = (count / POINTS_OF_HOLE).max(1);
    let side = (holes as f32).sqrt().ceil();
    let end = side * SPACING;
    let mut chance = SplitMix64(1);
    let placed = |points, role| PlacedOutline { points, role, height: 0.0, name: String::new() };
    let square = [[0.0, 0.0], [0.0, end], [end, end], [end, 0.0]].map(Vec2::from);
    let mut list = vec![placed(square.to_vec(), OutlineRole::Ground(AreaId(0)))];
    for hole in 0..holes {
        let center = (Vec2::new((hole as f32) % side, (hole as f32 / side).floor()) + 0.5) * SPACING;
        let mut point = |nth: usize| {
            let angle = nth as f32 / POINTS_OF_HOLE as f32 * std::f32::consts::TAU;
            center + Vec2::from_angle(angle) * (2.0 + 2.0 * chance.unit() as f32)
        };
        list.push(placed((0..POINTS_OF_HOLE).map(&mut point).collect(), OutlineRole::Hole));
    }
    Outlines { list, floors: Vec::new() }
}

fn generated(outlines: &Outlines) -> Document {
    let mut outlines = outlines.clone();
    let mut draft = Draft::of(NavMesh::default());
    regenerate(&mut draft, &Outlines::default(), &mut outlines);
    Document { outlines: outlines.into(), ..Document::of_mesh(draft.into_mesh()) }
}

/// Drags a point of a hole in the middle around its position; returns the frames and the release, in seconds.
fn drag(document: Document) -> (Vec<f64>, f64) {
    let middle = document.outlines.list.len() / 2 + 1;
    let at = document.outlines.list[middle.min(document.outlines.list.len() - 1)].points[0];
    let mut editor = Editor::new(document);
    let options = Options { snaps_to_grid: false, snaps_to_mesh: false, ..editor.options().clone() };
    editor.handle(Input::SetOptions(options));
    let pointer = |at: Vec2| Pointer::above(at, 0.05, Modifiers::default());
    let place = |frame: usize| pointer(at + Vec2::from_angle(frame as f32 * 0.1));
    editor.handle(Input::Hover(pointer(at)));
    editor.handle(Input::DragStart { from: pointer(at), to: place(0) });
    // The second frame builds the triangulation that the others follow.
    editor.handle(Input::Drag(place(1)));
    let frames = (2..FRAMES).map(|frame| timed(|| editor.handle(Input::Drag(place(frame)))).0).collect();
    let (release, ()) = timed(|| editor.handle(Input::DragEnd(place(FRAMES))));
    assert_eq!(editor.history().done().len(), 1, "a point was dragged");
    (frames, release)
}
