//! Legend of marks, names of marks under the pointer, and lessons about stages.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use expect_test::expect;
use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::drawing::naming;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::lesson::pictures;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::Role;
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith::samples;
use navsmith_core::geometry::ground;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

fn sample(name: &str) -> Document {
    match samples::named(name).unwrap().open().unwrap() {
        Opened::Document { document, .. } => document,
        _ => panic!("{name} is a document"),
    }
}

fn framed(document: Document) -> Editor {
    let mut editor = Editor::new(document);
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor
}

/// Opens the sample about the funnel with an algorithm.
fn school(algorithm: Algorithm) -> Editor {
    let mut editor = framed(sample("Funnel school"));
    let settings = Settings { algorithm: algorithm.into(), ..editor.settings().clone() };
    editor.handle(Input::Query(QueryInput::SetSettings(settings)));
    editor
}

/// Moves the cursor to a step of a stage; negative indices count from its end.
fn go(editor: &mut Editor, stage: Stage, local: isize) {
    let range = editor.trace().range(stage);
    let at =
        if local < 0 { range.end.checked_add_signed(local) } else { range.start.checked_add_signed(local) };
    editor.handle(Input::Step(StepInput::SetCursor(at.unwrap())));
}

fn names(editor: &Editor) -> Vec<String> {
    naming::mark_legend(editor, &editor.scene(ViewId::ABOVE)).into_iter().map(|mark| mark.text).collect()
}

fn hover(editor: &mut Editor, ground: Vec2) {
    let pick_radius = editor.camera().meters(8.0);
    editor.handle(Input::Hover(Pointer::above(ground, pick_radius, Modifiers::default())));
}

fn named_at(editor: &mut Editor, ground: Vec2) -> Option<String> {
    hover(editor, ground);
    naming::hovered_mark(editor, &editor.scene(ViewId::ABOVE)).map(|(name, _)| name)
}

#[test]
fn the_legend_lists_only_marks_in_view() {
    let mut editor = framed(sample("Two islands"));
    let all = names(&editor);
    for name in ["gap", "start", "target"] {
        assert!(all.iter().any(|other| other == name), "{name} is in view: {all:?}");
    }
    assert!(!all.iter().any(|name| name == "path ahead"), "there is no path: {all:?}");
    let start = editor.camera().screen_from_ground(Vec2::new(2.5, 5.0));
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Pan(Vec2::new(-start.x - 40.0, 0.0))));
    let rest = names(&editor);
    assert!(!rest.iter().any(|name| name == "start"), "it is beside the view: {rest:?}");
    assert!(rest.iter().any(|name| name == "target"), "it is in view: {rest:?}");
}

#[test]
fn the_last_step_on_the_surface_leaves_no_rest_of_the_path() {
    let mut editor = framed(sample("Courtyard"));
    let is_listed = |editor: &Editor| names(editor).iter().any(|name| name == "rest of path");
    go(&mut editor, Stage::Surface, 0);
    assert!(is_listed(&editor), "at the first step: {:?}", names(&editor));
    go(&mut editor, Stage::Surface, -1);
    assert!(!is_listed(&editor), "at the last step: {:?}", names(&editor));
}

#[test]
fn each_stage_has_a_legend_of_its_own_marks() {
    let mut lines = Vec::new();
    for algorithm in [Algorithm::Nodes(Method::Midpoints), Algorithm::Polyanya] {
        let mut editor = school(algorithm);
        for &stage in Stage::ALL.iter().filter(|stage| editor.trace().count(**stage) > 0).collect::<Vec<_>>()
        {
            go(&mut editor, stage, -2);
            let is_new = lines.iter().all(|line: &String| !line.starts_with(stage.title()));
            if is_new {
                lines.push(format!("{}: {}", stage.title(), names(&editor).join(", ")));
            }
        }
        editor.handle(Input::Run(Command::LeaveStepper));
    }
    expect![[r#"
        Locate: start, target, best cell so far
        Search: start, target, expanded cell, relaxed neighbour, search tree, best path so far
        Corridor: corridor, start, target, current portal, traced cell
        Portals: corridor, midpoint line, portal, left portal end, right portal end, start, target, listed portal
        Funnel: corridor, midpoint line, portal, left portal end, right portal end, path, path ahead, start, target, funnel, left leg, right leg, apex, current portal, candidate, fixed waypoint
        Surface: corridor, midpoint line, portal, left portal end, right portal end, path so far, rest of path, start, target, current portal, crossing point
        Polyanya: start, target, root, entered cell, interval, earlier root"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn every_mark_at_any_step_of_any_sample_has_a_name_or_answers_the_pointer() {
    let unnamed =
        [Role::Hover, Role::Neighbor, Role::SharedEdge, Role::Number, Role::Cost, Role::LinkSelected];
    for sample in samples::all() {
        let Ok(Opened::Document { document, .. }) = sample.open() else { continue };
        let mut editor = framed(document);
        let roles = |editor: &Editor| -> BTreeSet<Role> {
            editor.scene(ViewId::ABOVE).marks.iter().map(navsmith::editor::view::scene::Mark::role).collect()
        };
        for cursor in 0..editor.trace().len() {
            editor.handle(Input::Step(StepInput::SetCursor(cursor)));
            let stage = editor.stage().map(|(stage, _)| stage);
            let missing: Vec<Role> = roles(&editor)
                .into_iter()
                .filter(|role| role.meaning(stage).is_none() && !unnamed.contains(role))
                .collect();
            assert!(missing.is_empty(), "{} at step {cursor}: {missing:?}", sample.name);
        }
    }
}

#[test]
fn the_mark_under_the_pointer_is_named() {
    let mut editor = school(Algorithm::Polyanya);
    go(&mut editor, Stage::Funnel, 4);
    let step = *editor.step().unwrap();
    let [apex, left, right] = [step.funnel.apex, step.funnel.left, step.funnel.right].map(ground);
    let at = |editor: &mut Editor, place| named_at(editor, place).unwrap_or_default();
    assert_eq!(at(&mut editor, ground(step.candidate)), "candidate", "a point");
    assert_eq!(at(&mut editor, apex.lerp(left, 0.5)), "left leg", "a line");
    assert_eq!(at(&mut editor, apex.lerp(right, 0.5)), "right leg", "another");
    assert_eq!(at(&mut editor, apex.lerp(left.lerp(right, 0.2), 0.7)), "funnel", "a polygon, in the stepper");
    assert_eq!(named_at(&mut editor, Vec2::new(-500.0, 0.0)), None, "nothing far away");
    editor.handle(Input::Run(Command::LeaveStepper));
    assert_eq!(
        named_at(&mut editor, apex.lerp(left.lerp(right, 0.2), 0.7)),
        None,
        "polygons, beside it, have none"
    );
    editor.handle(Input::Leave);
    assert_eq!(
        naming::hovered_mark(&editor, &editor.scene(ViewId::ABOVE)),
        None,
        "and nothing once the pointer left"
    );
}

#[test]
fn cells_are_named_by_their_state_in_the_search() {
    let mut editor = school(Algorithm::Nodes(Method::Midpoints));
    go(&mut editor, Stage::Search, 0);
    let last = editor.document().mesh.cells().last().unwrap().0;
    let ring = editor.document().mesh.ground_ring(last);
    let middle = ring.iter().sum::<Vec2>() / ring.len() as f32;
    assert_eq!(
        named_at(&mut editor, middle + Vec2::new(0.0, 0.6)).as_deref(),
        Some("not reached"),
        "at first"
    );
}

#[test]
fn the_pointer_in_a_gesture_is_not_disturbed() {
    let mut editor = school(Algorithm::Polyanya);
    let start = editor.endpoint(navsmith_core::pathfinding::mesh_query::End::Start).unwrap().ground;
    assert_eq!(named_at(&mut editor, start).as_deref(), Some("start"), "at rest");
    editor.handle(Input::Run(Command::DrawTool));
    let pointer = Pointer::above(start, 0.1, Modifiers::default());
    editor.handle(Input::Click(pointer));
    assert!(editor.is_gesture_running(), "an outline is begun");
    assert_eq!(naming::hovered_mark(&editor, &editor.scene(ViewId::ABOVE)), None, "nothing is named");
}

#[test]
fn the_legend_folds_by_a_command() {
    let mut editor = school(Algorithm::Polyanya);
    assert_eq!(Command::ToggleLegend.is_checked(&editor), Some(true), "unfolded at first");
    editor.handle(Input::Run(Command::ToggleLegend));
    assert!(!editor.options().shows_legend, "folded");
}

fn explained(editor: &mut Editor) -> Vec<Stage> {
    let effects = editor.take_effects().into_iter();
    effects
        .filter_map(|effect| if let Effect::Explain(stage) = effect { Some(stage) } else { None })
        .collect()
}

#[test]
fn lessons_open_with_the_sample_by_command_and_for_the_stage_of_the_stepper() {
    let mut editor = Editor::new(Document::default());
    let open = |editor: &mut Editor, name: &'static str| {
        editor.handle(Input::File(FileInput::OpenSample(name, sample(name).into())));
    };
    open(&mut editor, "Courtyard");
    assert_eq!(explained(&mut editor), [], "not with any sample");
    open(&mut editor, "Funnel school");
    assert_eq!(explained(&mut editor), [Stage::Funnel], "with the one about the funnel");
    editor.handle(Input::Run(Command::ExplainFunnel));
    editor.handle(Input::Run(Command::ExplainStage));
    go(&mut editor, Stage::Portals, 1);
    editor.handle(Input::Run(Command::ExplainStage));
    editor.handle(Input::Step(StepInput::Explain(Stage::Corridor)));
    let expected = [Stage::Funnel, Stage::Funnel, Stage::Portals, Stage::Corridor];
    assert_eq!(explained(&mut editor), expected, "by command, and behind each stage");
}

#[test]
fn a_lesson_closes_with_its_document() {
    let mut editor = Editor::new(Document::default());
    let open = |editor: &mut Editor, name: &'static str| {
        editor.handle(Input::File(FileInput::OpenSample(name, sample(name).into())));
        let is_about_lessons =
            |effect: &Effect| matches!(effect, Effect::Explain(_) | Effect::EndExplanation);
        editor.take_effects().into_iter().filter(is_about_lessons).collect::<Vec<_>>()
    };
    let opens = Effect::Explain(Stage::Funnel);
    assert_eq!(open(&mut editor, "Funnel school"), std::slice::from_ref(&opens), "none was open");
    assert_eq!(open(&mut editor, "Funnel school"), [Effect::EndExplanation, opens], "one of its own");
    assert_eq!(open(&mut editor, "Courtyard"), [Effect::EndExplanation], "gone");
    assert_eq!(open(&mut editor, "Two islands"), [], "nothing is left to close");
}

#[test]
fn the_lesson_about_the_funnel_has_three_labelled_pictures() {
    let pictures = pictures(Stage::Funnel);
    assert_eq!(pictures.len(), 3, "pictures");
    let roles = |index: usize| -> BTreeSet<Role> {
        pictures[index].scene.marks.iter().map(navsmith::editor::view::scene::Mark::role).collect()
    };
    let parts = [Role::Apex, Role::LegLeft, Role::LegRight, Role::CurrentPortal, Role::Candidate];
    assert!(parts.iter().all(|role| roles(0).contains(role)), "apex, legs, portal, candidate");
    assert!(roles(2).contains(&Role::Emitted), "a waypoint");
}
