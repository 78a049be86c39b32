//! Stages of a generation, and reasons why there is no mesh at a point.

use std::collections::BTreeSet;

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::generation::input::GenerationInput;
use navsmith::editor::generation::stage::GenerationStage;
use navsmith::editor::generation::{found, input, reason, shapes};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::generation::GenerationMark;
use navsmith::editor::view::views::ViewId;
use navsmith_core::geometry::{Vec3, ground, ground_area};
use navsmith_generation::{OpenState, Reason};

use super::{generated, marks, send, settle};

#[test]
fn the_fills_of_a_stage_cover_its_columns() {
    let mut editor = generated("A low bridge");
    let generation = found::generation(&editor).unwrap().clone();
    let stages = generation.stages(Vec3::new(6.0, 0.0, 4.0)).unwrap();
    let column = f64::from(generation.settings.cell_size()).powi(2);
    let open = stages.open().count();
    let left = stages.open().filter(|at| matches!(at.state, OpenState::Small | OpenState::Region(_))).count();
    for (stage, columns) in [
        (GenerationStage::Voxels, stages.solid().count()),
        (GenerationStage::Open, open),
        (GenerationStage::Erosion, open),
        (GenerationStage::Distances, left),
        (GenerationStage::Regions, left),
    ] {
        send(&mut editor, GenerationInput::ShowStage(Some(stage)));
        settle(&mut editor);
        let fills = shapes::shapes(&editor).unwrap().fills();
        let flat = |fill: &shapes::StageFill| fill.corners.iter().copied().map(ground).collect::<Vec<Vec2>>();
        let covered: f64 = fills.iter().map(|fill| ground_area(&flat(fill)).abs()).sum();
        let wanted = columns as f64 * column;
        assert!((covered - wanted).abs() < 1e-3 * wanted, "{stage:?}: {covered} of {wanted} m²");
        assert!(fills.len() * 4 < columns, "{stage:?}: {} fills for {columns} columns", fills.len());
    }
}

#[test]
fn the_fills_of_a_ramp_lie_on_it() {
    let mut editor = generated("A low bridge");
    send(&mut editor, GenerationInput::ShowStage(Some(GenerationStage::Open)));
    settle(&mut editor);
    let height = found::generation(&editor).unwrap().settings.cell_height();
    let fills = shapes::shapes(&editor).unwrap().fills();
    for x in [1.33, 2.07, 3.41, 4.66_f32] {
        let ramp = (x - 1.0) * 0.45;
        let height_there = |fill: &shapes::StageFill| {
            let [low, high] = [fill.corners[0], fill.corners[2]];
            let is_there = low.x <= x && x <= high.x && low.z <= 4.03 && 4.03 <= high.z;
            is_there.then(|| low.y + (high.y - low.y) * (x - low.x) / (high.x - low.x))
        };
        let heights: Vec<f32> = fills.iter().filter_map(height_there).collect();
        let near = heights.iter().any(|there| (there - ramp).abs() < 2.0 * height);
        assert!(near, "the ramp is {ramp} m high at {x}, and fills are at {heights:?}");
    }
}

#[test]
fn each_stage_is_drawn_by_its_marks() {
    use GenerationMark as M;
    let mut editor = generated("A low bridge");
    editor.handle(Input::Run(Command::FrameAll));
    for (stage, wanted) in [
        (GenerationStage::Voxels, &[M::Walkable, M::Steep][..]),
        (GenerationStage::Filters, &[M::Walkable, M::Ledge, M::LowCeiling]),
        (GenerationStage::Open, &[M::Walkable]),
        (GenerationStage::Erosion, &[M::Walkable, M::Eroded]),
        (GenerationStage::Distances, &[M::Distance(0), M::Distance(4)]),
        (GenerationStage::Regions, &[M::Region(1)]),
        (GenerationStage::RawContours, &[M::RawContour]),
        (GenerationStage::Contours, &[M::Contour]),
        (GenerationStage::Polygons, &[M::Polygon]),
    ] {
        send(&mut editor, GenerationInput::ShowStage(Some(stage)));
        settle(&mut editor);
        let drawn: BTreeSet<M> = marks(&editor).into_iter().map(|(mark, _)| mark).collect();
        for mark in wanted {
            assert!(drawn.contains(mark), "{stage:?} draws {mark:?}: {drawn:?}");
        }
        assert!(editor.scene(ViewId::SPACE).marks.len() > 1, "in 3D too");
    }
    send(&mut editor, GenerationInput::ShowStage(None));
    assert!(marks(&editor).iter().all(|(mark, _)| *mark == M::Asked), "only the point is left");
}

#[test]
fn commands_step_through_the_stages() {
    let mut editor = generated("A low bridge");
    let shown = |editor: &Editor| navsmith::editor::generation::stage::shown(editor);
    for stage in GenerationStage::ALL {
        editor.handle(Input::Run(Command::NextGenerationStage));
        assert_eq!(shown(&editor), Some(stage));
    }
    editor.handle(Input::Run(Command::NextGenerationStage));
    assert_eq!(shown(&editor), None);
    editor.handle(Input::Run(Command::PreviousGenerationStage));
    assert_eq!(shown(&editor), Some(GenerationStage::Polygons));
}

#[test]
fn a_click_with_the_tool_states_the_reason_there() {
    let mut editor = generated("A low bridge");
    editor.handle(Input::Run(Command::AskTool));
    let click = |editor: &mut Editor, at: [f32; 2]| {
        editor.handle(Input::Click(Pointer::above(at.into(), 0.1, Modifiers::default())));
        (reason::asked(editor).unwrap(), *reason::reason(editor).unwrap())
    };
    let (at, reason) = click(&mut editor, [1.5, 1.0]);
    assert_eq!((at.y, reason), (0.0, Reason::Mesh));
    let (at, reason) = click(&mut editor, [6.0, 4.0]);
    assert!((at.y - 1.8).abs() < 1e-6, "on the bridge: {at}");
    assert_eq!(reason, Reason::Mesh);
    let (_, reason) = click(&mut editor, [0.05, 1.0]);
    assert!(matches!(reason, Reason::Rim | Reason::NearBorder { .. }), "{reason}");
    editor.handle(Input::Hover(Pointer::above(Vec2::new(0.15, 1.0), 0.1, Modifiers::default())));
    assert!(editor.readout().contains("eroded"), "{}", editor.readout());
}

#[test]
fn a_line_about_limits_shows_its_places_in_turn() {
    let mut editor = generated("A stair lost to the climb");
    let limits = found::found(&editor).unwrap().limits.clone();
    let (line, steps) = limits.iter().enumerate().find(|(_, line)| line.text.contains("step")).unwrap();
    assert!(steps.is_blocked && steps.text.contains("a climb of 0."), "{}", steps.text);
    send(&mut editor, GenerationInput::FrameLimit(line, 0));
    assert_eq!(input::framed_limit(&editor), Some([line, 0]));
    assert!(editor.camera().center.as_vec2().distance(ground(steps.places[0])) < 1e-3);
    let drawn = marks(&editor).iter().filter(|(mark, _)| *mark == GenerationMark::NearLimit).count();
    assert!(drawn >= 1 && drawn <= steps.places.len());
    send(&mut editor, GenerationInput::FrameLimit(line, 1000));
    assert_eq!(input::framed_limit(&editor), Some([line, 0]), "there is no such place");
}
