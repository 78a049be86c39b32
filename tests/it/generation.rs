//! Generation in the editor: settings, result, stages, reasons, volumes and samples.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::analysis::chokepoints::ChokepointPlace;
use navsmith::editor::analysis::pairs::AnalysisInput;
use navsmith::editor::files::comparison;
use navsmith::editor::files::differences::DifferenceKind;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::FileContent;
use navsmith::editor::generation::input::GenerationInput;
use navsmith::editor::generation::stage::GenerationStage;
use navsmith::editor::generation::{found, input, plan, reason, shapes, update};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::session::pick::Element;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::generation::GenerationMark;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith::samples::{self, Content};
use navsmith_core::geometry::{Vec3, ground, ground_area};
use navsmith_core::navmesh::edit::move_vertices;
use navsmith_core::navmesh::{AreaId, CellId};
use navsmith_formats::document::generation::{GenerationPlan, PartRule};
use navsmith_formats::io::Opened;
use navsmith_generation::{OpenState, PRESETS, Reason, SurfaceKind, Volume, VolumeEffect};

use crate::support::jobs::{finish, jobs_among};

const GENERATING: &str = "generating a mesh";
const MERGING: &str = "merging the new mesh";
const DRAWING: &str = "drawing a stage of the generation";

/// Opens a sample; returns the effects of that.
fn opened(name: &str) -> (Editor, Vec<Effect>) {
    let sample = samples::named(name).unwrap();
    let Ok(Opened::Document { document, .. }) = sample.open() else { panic!("{name} is a document") };
    let mut editor = Editor::new(navsmith_formats::document::Document::default());
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    let content = FileContent::Document(document.into(), None);
    editor.handle(Input::File(FileInput::OpenSample(sample.name, content)));
    let effects = editor.take_effects();
    (editor, effects)
}

/// Opens a sample and generates its mesh.
fn generated(name: &str) -> Editor {
    let (mut editor, _) = opened(name);
    settle(&mut editor);
    editor
}

fn send(editor: &mut Editor, input: GenerationInput) {
    editor.handle(Input::Generation(input));
}

/// Looks at the result and the stage as the window does, and runs the jobs that this starts.
fn settle(editor: &mut Editor) {
    for _ in 0..4 {
        let _ = (found::found(editor), shapes::shapes(editor), reason::reason(editor));
        editor.handle(Input::Tick(0.0));
        let effects = editor.take_effects();
        for title in [GENERATING, MERGING, DRAWING] {
            for job in jobs_among(effects.clone(), title) {
                finish(editor, &job);
            }
        }
        assert_eq!(editor.verify_analyses(), Ok(()));
    }
}

fn with_radius(editor: &Editor, radius: f32) -> GenerationPlan {
    let mut plan = plan::plan(editor).clone();
    plan.settings.agent.radius = radius;
    plan
}

fn area(editor: &Editor) -> f64 {
    let mesh = editor.mesh();
    mesh.cells().map(|(cell, _)| ground_area(&mesh.ground_ring(cell))).sum()
}

/// Returns the marks of the generation in the view from above.
fn marks(editor: &Editor) -> Vec<(GenerationMark, Mark)> {
    let of = |mark: Mark| match mark.role() {
        Role::Generation(own) => Some((own, mark)),
        _ => None,
    };
    editor.scene(ViewId::ABOVE).marks.into_iter().filter_map(of).collect()
}

#[test]
fn each_sample_of_a_level_opens_on_its_question() {
    let mut asked = 0;
    for sample in samples::all() {
        let Content::Level(level) = sample.content else { continue };
        let (mut editor, effects) = opened(sample.name);
        assert!(effects.contains(&Effect::Show(Panel::Generation)), "{}", sample.name);
        let document = editor.document().clone();
        settle(&mut editor);
        let found = found::found(&editor).unwrap();
        let generation = found.outcome.as_ref().unwrap();
        assert_eq!(generation.mesh, document.mesh, "{} has the mesh of its level", sample.name);
        assert_eq!(reason::asked(&editor), Some(level.asked()));
        let reason = reason::reason(&editor).unwrap();
        match sample.name {
            "A door lost to the cell size" => {
                assert!(matches!(reason, Reason::NearBorder { .. }), "{reason}");
            }
            "A stair lost to the climb" => assert!(matches!(reason, Reason::Ledge { .. }), "{reason}"),
            "A low bridge" => assert!(matches!(reason, Reason::LowCeiling { .. }), "{reason}"),
            "A steep roof" => assert!(matches!(reason, Reason::Steep { .. }), "{reason}"),
            other => panic!("{other} has another question: {reason}"),
        }
        assert!(!found.limits.is_empty(), "{} is near a limit", sample.name);
        asked += 1;
    }
    assert_eq!(asked, 4);
}

#[test]
fn the_remedy_of_each_sample_gives_a_mesh_at_its_point() {
    for (name, change) in [
        (
            "A door lost to the cell size",
            (|plan| plan.settings.cell_size = Some(0.1)) as fn(&mut GenerationPlan),
        ),
        ("A stair lost to the climb", |plan| plan.settings.agent.max_climb = 0.45),
        ("A low bridge", |plan| plan.settings.agent.height = 1.3),
        ("A steep roof", |plan| plan.settings.agent.max_slope = 55_f32.to_radians()),
    ] {
        let mut editor = generated(name);
        let mut plan = plan::plan(&editor).clone();
        change(&mut plan);
        send(&mut editor, GenerationInput::Set(plan));
        settle(&mut editor);
        let reason = reason::reason(&editor).unwrap();
        assert!(matches!(reason, Reason::Mesh | Reason::Simplified { .. }), "{name}: {reason}");
    }
}

#[test]
fn generate_replaces_the_mesh_as_one_undo_step() {
    let mut editor = generated("A door lost to the cell size");
    let before = editor.document().clone();
    let mut plan = plan::plan(&editor).clone();
    plan.settings.cell_size = Some(0.1);
    send(&mut editor, GenerationInput::Set(plan.clone()));
    assert_eq!(editor.mesh(), &before.mesh, "only the settings differ");
    editor.handle(Input::Run(Command::Generate));
    assert!(input::is_awaited(&editor), "the result is not ready");
    settle(&mut editor);
    assert!(!input::is_awaited(&editor));
    let steps: Vec<&str> = editor.history().done().iter().map(|step| step.title.as_str()).collect();
    assert_eq!(steps, ["Change generation settings", "Generate mesh"]);
    assert_eq!(editor.mesh().check(), Ok(()));
    let wanted = found::found(&editor).unwrap().area;
    assert!((area(&editor) - wanted).abs() < 1e-6 * wanted, "{} and {wanted}", area(&editor));
    assert_eq!(editor.derived().islands.len(), 1, "the door is open");
    let given = before.mesh.id_counts().cells as u32;
    assert!(editor.mesh().cells().all(|(cell, _)| cell.0 >= given), "no id is given twice");
    assert!(editor.undo());
    assert_eq!(editor.mesh(), &before.mesh);
}

#[test]
fn dragging_a_number_shows_results_and_is_one_undo_step() {
    let mut editor = generated("A low bridge");
    let of_start = found::found(&editor).unwrap().area;
    for radius in [0.35, 0.5, 0.7] {
        let plan = with_radius(&editor, radius);
        send(&mut editor, GenerationInput::Drag(plan));
        settle(&mut editor);
        assert!(found::found(&editor).unwrap().area < of_start, "for {radius}");
    }
    let plan = with_radius(&editor, 0.7);
    send(&mut editor, GenerationInput::Set(plan));
    assert_eq!(editor.history().done().len(), 1);
    assert_eq!(editor.document().generation.settings.agent.radius, 0.7);
    assert!(editor.undo());
    settle(&mut editor);
    assert_eq!(found::found(&editor).unwrap().area, of_start);
}

#[test]
fn settings_that_contradict_each_other_state_why() {
    let mut editor = generated("A low bridge");
    let mut plan = plan::plan(&editor).clone();
    plan.settings.cell_height = Some(3.0);
    send(&mut editor, GenerationInput::Set(plan));
    settle(&mut editor);
    let why = found::found(&editor).unwrap().outcome.as_ref().unwrap_err().clone();
    assert!(why.contains("the cell height of 3 m is above the height of the agent"), "{why}");
    editor.handle(Input::Run(Command::Generate));
    assert_eq!(editor.history().done().len(), 1, "nothing is replaced");
}

#[test]
fn numbers_that_are_none_change_nothing() {
    let mut editor = generated("A low bridge");
    for radius in [f32::NAN, -1.0, f32::INFINITY] {
        let plan = with_radius(&editor, radius);
        send(&mut editor, GenerationInput::Set(plan.clone()));
        send(&mut editor, GenerationInput::Drag(plan));
    }
    assert!(editor.history().done().is_empty());
}

#[test]
fn a_stopped_generation_starts_again_on_request() {
    let (mut editor, _) = opened("A low bridge");
    let _ = found::found(&editor);
    editor.handle(Input::Tick(0.0));
    let number = found::under_way(&editor).unwrap();
    send(&mut editor, GenerationInput::Stop);
    assert!(editor.take_effects().contains(&Effect::StopWork(number)));
    assert!(found::is_stopped(&editor) && found::found(&editor).is_none());
    settle(&mut editor);
    assert!(found::found(&editor).is_none(), "it stays stopped");
    send(&mut editor, GenerationInput::Start);
    settle(&mut editor);
    assert!(found::found(&editor).is_some());
}

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

#[test]
fn a_drawn_box_limits_the_mesh_to_its_ground() {
    let mut editor = generated("A low bridge");
    let whole = found::found(&editor).unwrap().area;
    editor.handle(Input::Run(Command::VolumeTool));
    let at = |x: f32, z: f32| {
        Pointer::above(Vec2::new(x, z), 0.001, Modifiers { command: true, ..Modifiers::default() })
    };
    editor.handle(Input::DragStart { from: at(0.0, 0.0), to: at(1.0, 1.0) });
    editor.handle(Input::Drag(at(4.0, 2.5)));
    assert!(marks(&editor).iter().any(|(mark, _)| *mark == GenerationMark::Limit), "a preview");
    editor.handle(Input::DragEnd(at(4.0, 2.5)));
    let volumes = plan::plan(&editor).volumes.clone();
    assert_eq!((volumes.len(), volumes[0].effect), (1, VolumeEffect::Limit));
    assert!(volumes[0].contains(Vec3::new(2.0, 0.0, 1.0)) && !volumes[0].contains(Vec3::new(5.0, 0.0, 1.0)));
    settle(&mut editor);
    let inside = found::found(&editor).unwrap().area;
    assert!(inside > 5.0 && inside < 10.0 && inside < whole, "{inside} m² of {whole} m²");
    assert!(editor.undo());
    assert!(plan::plan(&editor).volumes.is_empty(), "one step");
}

#[test]
fn an_obstacle_by_name_is_left_out_of_the_mesh() {
    let mut editor = generated("A low bridge");
    let names: Vec<String> = plan::names(&editor).iter().map(ToString::to_string).collect();
    let wanted = ["material:grass", "material:stone", "node:Bridge", "node:Floor", "node:Ramps"];
    assert_eq!(names, wanted);
    let mut plan = plan::plan(&editor).clone();
    let pattern = "node:Bridge".parse().unwrap();
    assert_eq!(plan::matches(&editor, &pattern), 1);
    plan.parts.push(PartRule { pattern, usage: Some(SurfaceKind::Obstacle) });
    send(&mut editor, GenerationInput::Set(plan));
    send(&mut editor, GenerationInput::Ask(Some(Vec3::new(6.0, 1.8, 4.0))));
    settle(&mut editor);
    assert_eq!(reason::reason(&editor), Some(&Reason::Obstacle));
}

#[test]
fn removing_an_area_renumbers_those_of_the_plan() {
    use navsmith::editor::edits::area::AreaInput;
    let mut editor = generated("A low bridge");
    for _ in 0..2 {
        editor.handle(Input::Run(Command::NewArea));
    }
    let mut plan = plan::plan(&editor).clone();
    for area in [1, 2] {
        let usage = Some(SurfaceKind::Walkable(AreaId(area)));
        plan.parts.push(PartRule { pattern: "Floor".parse().unwrap(), usage });
    }
    send(&mut editor, GenerationInput::Set(plan));
    editor.handle(Input::Area(AreaInput::Remove(AreaId(1))));
    let areas: Vec<AreaId> = plan::plan(&editor).areas().collect();
    assert_eq!(areas, [AreaId(0), AreaId(1)]);
}

#[test]
fn a_preset_is_recognised_by_its_numbers() {
    let mut editor = generated("A low bridge");
    assert_eq!(plan::preset(plan::plan(&editor)), None);
    for preset in &PRESETS {
        let settings = preset.settings();
        send(&mut editor, GenerationInput::Set(GenerationPlan { settings, ..GenerationPlan::default() }));
        assert_eq!(plan::preset(plan::plan(&editor)).map(|preset| preset.name), Some(preset.name));
    }
}

#[test]
fn without_a_visible_level_generate_states_what_to_do() {
    let editor = Editor::new(navsmith_formats::document::Document::default());
    assert!(Command::Generate.enabled(&editor).is_err_and(|why| why.contains("add level geometry")));
    assert!(found::found(&editor).is_none() && !found::has_level(&editor));
}

/// Returns an editor with a box from (1, 1) to (3, 2) that limits the mesh.
fn with_box() -> Editor {
    let mut editor = generated("A low bridge");
    let mut plan = plan::plan(&editor).clone();
    plan.volumes.push(Volume::between(Vec3::new(1., -1., 1.), Vec3::new(3., 2., 2.), VolumeEffect::Limit));
    send(&mut editor, GenerationInput::Set(plan));
    editor
}

fn corners(editor: &Editor) -> Vec<Vec2> {
    plan::plan(editor).volumes[0].corners.clone()
}

#[test]
fn a_box_is_dragged_by_its_edge_and_deleted_like_other_objects() {
    let mut editor = with_box();
    let before = corners(&editor);
    let at = |x: f32| Pointer::above(Vec2::new(x, 1.5), 0.05, Modifiers::default());
    editor.handle(Input::DragStart { from: at(1.0), to: at(1.5) });
    editor.handle(Input::Drag(at(2.0)));
    editor.handle(Input::DragEnd(at(2.0)));
    assert_eq!(editor.selection().elements().collect::<Vec<_>>(), [Element::Volume(0)]);
    let moved: Vec<Vec2> = before.iter().map(|&corner| corner + Vec2::X).collect();
    assert_eq!(corners(&editor), moved);
    assert!(editor.undo());
    assert_eq!(corners(&editor), before, "one step");
    editor.handle(Input::Click(at(1.0)));
    editor.handle(Input::Run(Command::Delete));
    assert!(plan::plan(&editor).volumes.is_empty());
    assert!(editor.undo());
    assert_eq!(corners(&editor), before);
}

#[test]
fn a_copy_of_a_box_has_its_size_and_effect() {
    let mut editor = with_box();
    send(&mut editor, GenerationInput::FrameVolume(0));
    assert!(editor.selection().contains(Element::Volume(0)), "framing selects it");
    editor.handle(Input::Run(Command::Duplicate));
    editor.handle(Input::Accept);
    let volumes = &plan::plan(&editor).volumes;
    assert_eq!((volumes.len(), volumes[1].effect), (2, volumes[0].effect));
    let size = |volume: &Volume| volume.corners[2] - volume.corners[0];
    assert!((size(&volumes[0]) - size(&volumes[1])).abs().max_element() < 1e-5);
}

#[test]
fn a_figure_of_the_agent_is_drawn_while_a_size_is_edited() {
    let mut editor = generated("A low bridge");
    let figure = |editor: &Editor, view: ViewId| {
        let marks = editor.scene(view).marks;
        marks.into_iter().filter(|mark| mark.role() == Role::Generation(GenerationMark::Figure)).count()
    };
    assert_eq!(figure(&editor, ViewId::ABOVE), 0);
    for radius in [0.4, 0.5] {
        send(&mut editor, GenerationInput::ShowAgent(true));
        let plan = with_radius(&editor, radius);
        send(&mut editor, GenerationInput::Drag(plan));
        assert!(figure(&editor, ViewId::ABOVE) > 5 && figure(&editor, ViewId::SPACE) > 5);
    }
    send(&mut editor, GenerationInput::ShowAgent(false));
    assert_eq!(figure(&editor, ViewId::ABOVE), 0);
    assert!(editor.undo());
    assert_eq!(editor.document().generation.settings.agent.radius, 0.3, "one step");
}

#[test]
fn generating_within_a_box_keeps_the_cells_outside_and_joins_them() {
    let mut editor = generated("A low bridge");
    let (before, islands) = (editor.document().clone(), editor.derived().islands.len());
    let whole = area(&editor);
    let mut plan = plan::plan(&editor).clone();
    let limit = Volume::between(Vec3::new(1., -1., 0.), Vec3::new(4., 1., 2.), VolumeEffect::Limit);
    plan.volumes.push(limit.clone());
    plan.settings.agent.radius = 0.4;
    send(&mut editor, GenerationInput::Set(plan));
    settle(&mut editor);
    let inside = found::found(&editor).unwrap().area;
    editor.handle(Input::Run(Command::Generate));
    assert_eq!(editor.mesh().check(), Ok(()));
    assert_eq!(editor.derived().islands.len(), islands, "both are joined");
    let old_inside = 3.0 * (2.0 - 0.4);
    assert!(inside < old_inside, "a larger radius leaves less ground: {inside} m²");
    let wanted = whole - old_inside + inside;
    assert!((area(&editor) - wanted).abs() < 0.35, "{} and {wanted}", area(&editor));
    let far = |mesh: &navsmith_core::navmesh::NavMesh| {
        let cells = mesh.cells().filter(|(cell, _)| mesh.ring(*cell).iter().all(|at| at.z > 3.5));
        cells.map(|(cell, _)| cell).collect::<Vec<_>>()
    };
    assert_eq!(far(editor.mesh()), far(&before.mesh), "cells far from the box stay");
    assert!(editor.undo());
    assert_eq!(editor.mesh(), &before.mesh);
}

#[test]
fn regenerating_keeps_what_was_done_by_hand_as_one_undo_step() {
    let mut editor = generated("A low bridge");
    assert!(Command::Regenerate.enabled(&editor).is_err_and(|why| why.contains("choose Generate first")));
    editor.handle(Input::Run(Command::Generate));
    assert!(!editor.document().generated.is_empty());
    let cells: Vec<_> = editor.mesh().cells().map(|(cell, _)| cell).collect();
    let deleted = cells[0];
    let ring = editor.mesh().ground_ring(deleted);
    let middle = ring.iter().sum::<Vec2>() / ring.len() as f32;
    editor.handle(Input::Analysis(AnalysisInput::Frame(ChokepointPlace::Cell(deleted))));
    editor.handle(Input::Run(Command::Delete));
    let (before, steps) = (editor.document().clone(), editor.history().done().len());
    settle(&mut editor);
    editor.handle(Input::Run(Command::Regenerate));
    settle(&mut editor);
    assert_eq!(editor.mesh(), &before.mesh, "the level and the settings are the same");
    let mut plan = plan::plan(&editor).clone();
    plan.settings.agent.radius = 0.4;
    send(&mut editor, GenerationInput::Set(plan));
    let with_plan = editor.document().clone();
    editor.handle(Input::Run(Command::Regenerate));
    settle(&mut editor);
    assert_eq!(editor.mesh().check(), Ok(()));
    assert_ne!(editor.mesh(), &before.mesh);
    let covers = |cell| navsmith_core::navmesh::Surface::of(editor.mesh(), cell).covers(middle);
    assert!(!editor.mesh().cells().any(|(cell, _)| covers(cell)), "deleted ground stays deleted");
    let titles: Vec<&str> = editor.history().done()[steps..].iter().map(|step| &*step.title).collect();
    assert_eq!(titles, ["Change generation settings", "Regenerate mesh"]);
    assert!(editor.undo());
    assert_eq!(editor.document(), &with_plan);
}

/// Returns a generated mesh with a vertex that was moved by hand, and the cells around it, after an obstacle was put
/// there.
fn with_conflicts() -> (Editor, Vec<CellId>) {
    let mut editor = generated("A low bridge");
    editor.handle(Input::Run(Command::Generate));
    let whole = |editor: &Editor| editor.mesh().bounds();
    let middle = (whole(&editor).min + whole(&editor).max) / 2.0;
    let distance = |at: Vec3| ground(at).distance(ground(middle));
    let nearest = editor.mesh().vertices().min_by(|one, other| distance(one.1).total_cmp(&distance(other.1)));
    let (vertex, at) = nearest.unwrap();
    let cells = editor.mesh().cells().filter(|(_, cell)| cell.corners().contains(&vertex));
    let cells: Vec<CellId> = cells.map(|(id, _)| id).collect();
    assert!(editor.edit("Move vertex", |draft| move_vertices(draft, &[vertex], Vec3::X * 0.02)));
    let mut plan = plan::plan(&editor).clone();
    let half = Vec3::new(1.5, 1.0, 1.5);
    plan.volumes.push(Volume::between(at - half, at + half, VolumeEffect::Carve));
    send(&mut editor, GenerationInput::Set(plan));
    editor.handle(Input::Run(Command::Regenerate));
    settle(&mut editor);
    (editor, cells)
}

#[test]
fn conflicts_of_a_new_generation_are_decided_before_it_is_applied() {
    let (mut editor, cells) = with_conflicts();
    let (before, steps) = (editor.document().clone(), editor.history().done().len());
    assert!(update::is_shown(&editor), "it waits for decisions");
    let kinds = |editor: &Editor| {
        let found = comparison::found(editor).unwrap();
        found.groups.iter().map(|group| (group.kind, group.entries.len())).collect::<Vec<_>>()
    };
    let [(first, conflicts), (second, kept), ..] = kinds(&editor)[..] else { panic!("{:?}", kinds(&editor)) };
    assert_eq!((first, second), (DifferenceKind::Conflicts, DifferenceKind::KeptCells));
    assert!(conflicts > 0 && kept == cells.len(), "{:?}", kinds(&editor));
    let found = update::present(&editor).unwrap().conflicts.clone();
    send(&mut editor, GenerationInput::Decide(found[0].subject, true));
    settle(&mut editor);
    assert!(update::takes_theirs(&editor, found[0].subject));
    assert_eq!(update::present(&editor).unwrap().kept.len(), kept - 1);
    assert_eq!(kinds(&editor)[0], (DifferenceKind::Conflicts, conflicts), "it stays in the list");
    send(&mut editor, GenerationInput::DecideAll(true));
    settle(&mut editor);
    let left = update::present(&editor).unwrap().document.clone();
    assert_eq!(*editor.document(), before, "nothing is applied yet");
    editor.handle(Input::Run(Command::ApplyUpdate));
    assert_eq!(editor.mesh(), &left.mesh);
    assert!(found.iter().all(|it| !matches!(it.subject, navsmith_formats::update::ConflictSubject::Cell(cell) if editor.mesh().cell(cell).is_some())));
    assert_eq!(editor.history().done().len(), steps + 1);
    assert!(!update::is_shown(&editor) && comparison::other(&editor).is_none());
    assert!(editor.undo());
    assert_eq!(*editor.document(), before);
}

#[test]
fn a_new_generation_with_conflicts_is_cancelled_with_its_comparison() {
    let (mut editor, _) = with_conflicts();
    let (before, effects) = (editor.document().clone(), editor.take_effects());
    assert!(effects.is_empty(), "{effects:?}");
    assert_eq!(Command::ApplyUpdate.enabled(&editor), Ok(()));
    // An edit meanwhile changes what is applied.
    assert!(editor.undo() && editor.redo());
    settle(&mut editor);
    assert!(update::present(&editor).is_some());
    editor.handle(Input::Run(Command::EndComparison));
    assert!(Command::ApplyUpdate.enabled(&editor).is_err_and(|why| why.contains("choose Regenerate")));
    settle(&mut editor);
    assert_eq!(*editor.document(), before);
}

#[test]
fn stopping_the_merge_of_a_new_generation_cancels_it() {
    let mut editor = generated("A low bridge");
    editor.handle(Input::Run(Command::Generate));
    settle(&mut editor);
    let plan = with_radius(&editor, 0.4);
    send(&mut editor, GenerationInput::Set(plan));
    settle(&mut editor);
    editor.handle(Input::Run(Command::Regenerate));
    send(&mut editor, GenerationInput::Stop);
    let before = editor.mesh().clone();
    assert!(editor.edit("Move vertex", |draft| {
        let (vertex, _) = draft.mesh().vertices().next().unwrap();
        move_vertices(draft, &[vertex], Vec3::X * 0.01)
    }));
    let moved = editor.mesh().clone();
    assert_ne!(moved, before);
    settle(&mut editor);
    assert_eq!(*editor.mesh(), moved, "nothing is regenerated");
}

#[test]
fn decisions_last_until_the_generated_cells_are_others() {
    let (mut editor, _) = with_conflicts();
    let first = update::present(&editor).unwrap().conflicts[0].subject;
    send(&mut editor, GenerationInput::Decide(first, true));
    // While the update is computed again, all are still known.
    send(&mut editor, GenerationInput::DecideAll(true));
    assert!(update::takes_theirs(&editor, first));
    settle(&mut editor);
    editor.handle(Input::Run(Command::Regenerate));
    settle(&mut editor);
    assert!(update::takes_theirs(&editor, first) && update::is_shown(&editor), "they are kept");
    let before = editor.document().clone();
    editor.handle(Input::Run(Command::CompareWithLastStep));
    settle(&mut editor);
    assert!(!update::is_shown(&editor), "another comparison ends the review");
    assert_eq!(*editor.document(), before);
    editor.handle(Input::Run(Command::Regenerate));
    settle(&mut editor);
    assert!(update::is_shown(&editor) && !update::takes_theirs(&editor, first));
    editor.handle(Input::Run(Command::Generate));
    settle(&mut editor);
    assert!(!update::is_shown(&editor), "a mesh without edits replaces all");
    assert_eq!(editor.history().done().last().map(|step| &*step.title), Some("Generate mesh"));
}
