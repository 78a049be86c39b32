//! Generation in the editor: settings, result, stages, reasons, volumes and samples.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod stages;
mod jump_links;
mod regenerating;

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::FileContent;
use navsmith::editor::generation::input::GenerationInput;
use navsmith::editor::generation::{found, input, plan, reason, shapes};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::session::pick::Element;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::generation::GenerationMark;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith::samples::{self, Content};
use navsmith_core::geometry::{Vec3, ground_area};
use navsmith_core::navmesh::AreaId;
use navsmith_formats::document::generation::{GenerationPlan, PartRule};
use navsmith_formats::io::Opened;
use navsmith_generation::{PRESETS, Reason, SurfaceKind, Volume, VolumeEffect};

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
