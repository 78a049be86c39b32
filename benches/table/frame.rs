//! Processor time of each frame at 100,000 and at a million triangles, without a window or a GPU.
//!
//! A frame consists of input, editor, panels, view and tessellation. Targets at a million triangles: panning under 4
//! ms, dragging a vertex under 6 ms, and no frame of 100 ms while a file opens.

use egui::{Event, Key, PointerButton, Pos2, Vec2};
use navsmith::cli::measure::clock::percentile;

use crate::Sizes;
use crate::clock::formatted;
use crate::row::Row;
use crate::stage::{Stage, asked, field, glb_file, ron_file};

/// Squares per side, each of two triangles: 100,352 and 1,002,528 triangles.
const SIDES: [u32; 2] = [224, 708];

/// Name of a scene and a function that returns the durations of its frames, in seconds.
///
/// The mesh is loaded before the scene starts.
type Scene = (&'static str, fn(&mut Stage) -> Vec<f64>);

/// The measured scenes.
const SCENES: [Scene; 19] = [
    ("pan", pan),
    ("pan, zoomed in", |stage| {
        stage.zoom_in(20.0);
        pan(stage)
    }),
    ("pan, all selected", |stage| {
        stage.command(Key::A);
        (0..30).for_each(|_| stage.wait());
        pan(stage)
    }),
    ("hover", hover),
    ("pan above a level", |stage| {
        stage.open_above_level();
        pan(stage)
    }),
    ("3D view: turn", |stage| {
        stage.key(Key::Num0);
        turn(stage)
    }),
    ("3D view: turn above a level", |stage| {
        stage.open_above_level();
        stage.key(Key::Num0);
        turn(stage)
    }),
    ("3D view: hover above a level", |stage| {
        stage.open_above_level();
        stage.key(Key::Num0);
        let center = stage.middle_of_space();
        let times = circle(stage, center);
        assert!(stage.window.editor().hover().is_some(), "something is under the pointer");
        times
    }),
    ("drag a vertex", |stage| {
        stage.zoom_in(20.0);
        drag(stage)
    }),
    // At this zoom level the vertex snaps to another one in every frame, and the merge preview is drawn.
    ("drag a vertex onto others", drag),
    ("drag a vertex beside a path", |stage| {
        *stage = Stage::new(asked(stage.side), stage.side);
        stage.zoom_in(20.0);
        drag(stage)
    }),
    ("draw a box", |stage| draw_box(stage).0),
    ("select what is in a box", |stage| vec![draw_box(stage).1]),
    ("select all and nothing", |stage| {
        let times = |stage: &mut Stage| [stage.command(Key::A), stage.key(Key::Escape)];
        (0..5).flat_map(|_| times(stage)).collect()
    }),
    ("delete a cell, undo, redo", |stage| {
        stage.zoom_in(20.0);
        stage.key(Key::Num3);
        let center = stage.middle() + Vec2::new(3.0, 7.0);
        stage.click(center);
        let mut times = vec![stage.key(Key::Delete)];
        for _ in 0..20 {
            times.extend([stage.command(Key::Z), stage.command(Key::Y)]);
        }
        assert!(stage.window.editor().history().done().len() == 1, "a cell was deleted");
        times
    }),
    ("open a document", |stage| stage.open_new("level.ron", ron_file)),
    ("open a document in place of another", |stage| stage.open("level.ron", ron_file)),
    ("open a GLB", |stage| stage.open_new("level.glb", glb_file)),
    ("open a GLB in place of another", |stage| stage.open("level.glb", glb_file)),
];

pub(crate) fn print_rows(sizes: Sizes) {
    let is_wanted = |side: &u32| (side * side) as usize * 2 <= sizes.most.saturating_add(sizes.most / 100);
    for side in SIDES.into_iter().filter(is_wanted) {
        let input = format!("field, {} triangles", side * side * 2);
        for (name, scene) in SCENES {
            let times = scene(&mut Stage::new(field(side), side));
            let [half, most, longest] = [0.5, 0.95, 1.0].map(|part| percentile(&times, part));
            let work = format!("frame: {name} (95 % in {}, all in {})", formatted(most), formatted(longest));
            Row::new(work, &input, half).print();
        }
    }
}

/// Returns the pointer position at step `i` on a circle.
fn around(center: Pos2, i: u32) -> Pos2 {
    center + Vec2::angled(i as f32 * 0.1) * 60.0
}

fn circle(stage: &mut Stage, center: Pos2) -> Vec<f64> {
    (1..=200).map(|i| stage.draw(vec![Event::PointerMoved(around(center, i))])).collect()
}

fn pan(stage: &mut Stage) -> Vec<f64> {
    let center = stage.middle();
    stage.button(center, PointerButton::Middle, true);
    circle(stage, center)
}

/// Turns the 3D view with the middle button.
fn turn(stage: &mut Stage) -> Vec<f64> {
    let center = stage.middle_of_space();
    let before = *stage.window.editor().orbit();
    stage.button(center, PointerButton::Middle, true);
    let times = circle(stage, center);
    assert!(*stage.window.editor().orbit() != before, "the view was turned");
    times
}

fn hover(stage: &mut Stage) -> Vec<f64> {
    let center = stage.middle();
    circle(stage, center)
}

fn drag(stage: &mut Stage) -> Vec<f64> {
    stage.key(Key::Num1);
    let center = stage.middle();
    stage.button(center, PointerButton::Primary, true);
    stage.draw(vec![Event::PointerMoved(around(center, 0))]);
    let before = stage.window.editor().revision();
    let times = circle(stage, center);
    assert!(stage.window.editor().revision() > before, "the vertex was dragged");
    times
}

/// Draws a box over a quarter of the field.
///
/// Returns the durations of the frames while it is drawn, and the longest frame of the selection.
fn draw_box(stage: &mut Stage) -> (Vec<f64>, f64) {
    stage.key(Key::B);
    let center = stage.middle();
    let corner = |i: u32| center + Vec2::splat(i as f32 * 2.0);
    stage.button(corner(0), PointerButton::Primary, true);
    let times = (1..=100).map(|i| stage.draw(vec![Event::PointerMoved(corner(i))])).collect();
    let taken = stage.button(corner(100), PointerButton::Primary, false);
    let longest = (0..4).map(|_| stage.draw(Vec::new())).fold(taken, f64::max);
    assert!(stage.window.editor().selection().cells().len() > 1000, "something is selected");
    (times, longest)
}
