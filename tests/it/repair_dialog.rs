//! The repair dialog: settings, preview of each step, and the repair as one undo step.

mod counts;
mod marks;

use std::sync::Arc;

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::analysis::repair::settings::RepairSettings;
use navsmith::editor::analysis::repair::{self, RepairInput};
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Message};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{RepairOptions, RepairStep, repair as repair_mesh};
use navsmith_formats::check::{Fix, ISSUE_TYPES, IgnoredIssue, Issue, Severity, groups};
use navsmith_formats::document::Document;

use crate::support::jobs::{finish, jobs, only_job};
use crate::support::notation::mesh;

const PREVIEW: &str = "previewing the repair";

/// Opens an editor of two squares with a gap of 4 mm, a copy of the first, and a distant cell inside out.
fn broken() -> Editor {
    let square = |x: f32, width: f32| {
        [[x, 0.], [x, 2.], [x + width, 2.], [x + width, 0.]].map(|[x, z]| Vec3::new(x, 0., z))
    };
    let corners = [square(0., 2.), square(2.004, 2.), square(20., 80.)].concat();
    let rings: [[u32; 4]; 4] = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 2, 3], [11, 10, 9, 8]];
    let cells = rings.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    opened(NavMesh::from_parts(corners, cells).expect("a mesh"))
}

fn opened(mesh: NavMesh) -> Editor {
    opened_document(Document::of_mesh(mesh))
}

fn opened_document(document: Document) -> Editor {
    let mut editor = Editor::new(document);
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor.take_effects();
    editor
}

fn send(editor: &mut Editor, input: RepairInput) {
    editor.handle(Input::Repair(input));
}

/// Opens the dialog and computes its preview.
fn preview(editor: &mut Editor) {
    editor.handle(Input::Run(Command::Repair));
    let job = only_job(editor, PREVIEW);
    finish(editor, &job);
}

fn changes(editor: &Editor) -> Vec<(RepairStep, usize)> {
    let effects = &repair::preview(editor).expect("it is computed").effects;
    effects.iter().filter(|effect| effect.changes > 0).map(|effect| (effect.step, effect.changes)).collect()
}

fn said(editor: &mut Editor) -> Vec<String> {
    let text = |effect| if let Effect::Say(message) = effect { Some(message.text) } else { None };
    editor.take_effects().into_iter().filter_map(text).collect()
}

#[test]
fn each_step_shows_its_effect_and_the_repair_is_one_undo_step() {
    let mut editor = broken();
    let before = editor.document().clone();
    editor.handle(Input::Run(Command::Repair));
    assert!(repair::is_open(&editor) && repair::preview(&editor).is_none(), "a job computes the preview");
    let job = only_job(&mut editor, PREVIEW);
    assert_eq!(repair::under_way(&editor), Some(job.number), "it is shown as running");
    finish(&mut editor, &job);
    let steps = [(RepairStep::Weld, 2), (RepairStep::Orient, 1), (RepairStep::Duplicates, 1)];
    assert_eq!(changes(&editor), steps, "the effects");
    let found = repair::preview(&editor).expect("just computed").clone();
    assert_eq!((found.before.mesh.cells, found.after.mesh.cells), (4, 3), "cells");
    assert_eq!(found.after.mesh.islands, 2, "the two squares are joined");
    assert!(found.before.issues[0] > 0 && found.after.issues[0] == 0, "errors: {found:?}");
    assert_eq!(editor.document(), &before, "the document is unchanged");
    let done = editor.history().done().len();
    send(&mut editor, RepairInput::Apply);
    assert!(!repair::is_open(&editor), "the dialog closes");
    assert_eq!(
        said(&mut editor),
        ["Repaired the mesh: 4 changes by 3 steps. No errors are left."],
        "a message"
    );
    assert_eq!(editor.history().done().len(), done + 1, "one step");
    let options = RepairOptions::of(&before.mesh);
    let repaired =
        repair_mesh(&before.mesh, &options, before.mesh.id_counts(), &Progress::none()).expect("not stopped");
    assert!(editor.document().mesh == repaired.mesh, "it is the result of the command line");
    assert_eq!(editor.derived().islands.len(), 2, "the derived data follow");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(editor.document(), &before, "it is taken back");
}

#[test]
fn other_parts_of_the_document_stay() {
    let mut editor = broken();
    preview(&mut editor);
    editor.handle(Input::Run(Command::NewArea));
    let areas = editor.document().areas.clone();
    let job = only_job(&mut editor, PREVIEW);
    finish(&mut editor, &job);
    send(&mut editor, RepairInput::Apply);
    assert_eq!(editor.document().mesh.cell_count(), 3, "repaired");
    assert_eq!(editor.document().areas, areas, "a later area stays");
}

#[test]
fn a_repaired_mesh_leaves_nothing_to_do() {
    let mut editor = broken();
    preview(&mut editor);
    send(&mut editor, RepairInput::Apply);
    editor.take_effects();
    preview(&mut editor);
    let (document, steps) = (editor.document().clone(), editor.history().done().len());
    assert_eq!(changes(&editor), [], "nothing");
    send(&mut editor, RepairInput::Apply);
    assert_eq!((editor.document(), editor.history().done().len()), (&document, steps), "no empty undo step");
    assert!(repair::is_open(&editor), "the dialog stays open");
}

#[test]
fn ignored_issues_stay_and_are_counted_separately() {
    let document = broken().document().clone();
    let kind = ISSUE_TYPES.into_iter().find(|kind| kind.name == "duplicate_cell").expect("a kind");
    let ignored = [IgnoredIssue { kind, at: None }].into_iter().collect();
    let mut editor = opened_document(Document { ignored: Arc::new(ignored), ..document });
    preview(&mut editor);
    let found = repair::preview(&editor).expect("just computed");
    assert_eq!((found.ignored, found.after.mesh.cells), (1, 4), "the copy stays");
    assert_eq!(found.after.issues[0], 0, "it is no error: {:?}", found.after);
    send(&mut editor, RepairInput::Apply);
    assert_eq!(editor.document().mesh.cell_count(), 4, "after the repair too");
    assert_eq!(editor.document().ignored.len(), 1, "and it is still ignored");
}

#[test]
fn steps_are_switched_and_ordered_and_the_settings_stay() {
    let mut editor = broken();
    preview(&mut editor);
    let mut settings = RepairSettings::default();
    settings.steps.swap(0, 2);
    settings.steps.iter_mut().find(|(step, _)| *step == RepairStep::Orient).expect("listed").1 = false;
    send(&mut editor, RepairInput::Set(settings.clone()));
    assert!(repair::preview(&editor).is_none(), "the preview is outdated");
    assert!(repair::latest_preview(&editor).is_some(), "but shown until the next one");
    let job = only_job(&mut editor, PREVIEW);
    finish(&mut editor, &job);
    assert_eq!(changes(&editor), [(RepairStep::Duplicates, 1), (RepairStep::Weld, 2)], "in the new order");
    send(&mut editor, RepairInput::Close);
    assert_eq!((repair::is_open(&editor), repair::latest_preview(&editor)), (false, None), "closed");
    assert_eq!(repair::settings(&editor), &settings, "the settings are remembered");
}

#[test]
fn no_gap_wider_than_the_tolerance_is_welded() {
    let mut editor = broken();
    let narrow = RepairSettings { tolerance: Some(0.003), ..RepairSettings::default() };
    send(&mut editor, RepairInput::Set(narrow));
    preview(&mut editor);
    assert_eq!(changes(&editor), [(RepairStep::Orient, 1), (RepairStep::Duplicates, 1)], "4 mm are too far");
    for tolerance in [-1.0, f32::NAN, f32::INFINITY] {
        let invalid = RepairSettings { tolerance: Some(tolerance), ..RepairSettings::default() };
        send(&mut editor, RepairInput::Set(invalid));
        assert_eq!(repair::settings(&editor).tolerance, Some(0.003), "{tolerance} is ignored");
    }
}

#[test]
fn a_stopped_preview_starts_again_on_request() {
    let mut editor = broken();
    editor.handle(Input::Run(Command::Repair));
    let job = only_job(&mut editor, PREVIEW);
    send(&mut editor, RepairInput::Stop);
    assert!(editor.take_effects().contains(&Effect::StopWork(job.number)), "the job is stopped");
    assert!(repair::is_given_up(&editor), "and does not start by itself");
    send(&mut editor, RepairInput::Apply);
    assert_eq!(editor.document().mesh.cell_count(), 4, "there is nothing to apply");
    editor.handle(Input::Tick(1.0));
    assert!(jobs(&mut editor, PREVIEW).is_empty(), "not after a while either");
    send(&mut editor, RepairInput::Resume);
    let job = only_job(&mut editor, PREVIEW);
    send(&mut editor, RepairInput::Close);
    assert!(editor.take_effects().contains(&Effect::StopWork(job.number)), "closing stops it");
    finish(&mut editor, &job);
    assert_eq!(repair::latest_preview(&editor), None, "a late result is dropped");
}

#[test]
fn an_edit_meanwhile_outdates_the_preview() {
    let mut editor = broken();
    preview(&mut editor);
    editor.handle(Input::Run(Command::CellMode));
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Delete));
    assert!(repair::preview(&editor).is_none(), "outdated");
    let job = only_job(&mut editor, PREVIEW);
    finish(&mut editor, &job);
    assert_eq!(repair::preview(&editor).expect("computed").before.mesh.cells, 0, "of the present mesh");
    assert_eq!(Command::Repair.enabled(&editor), Err("There are no cells yet"), "nothing to repair");
}

#[test]
fn the_issues_after_a_repair_are_those_of_the_editor() {
    // A corner 2 mm from an edge, and a cell that crosses itself.
    let mesh =
        mesh("v 0 0, 0 4, 2 4, 2 0, 2.002 2, 4 3, 4 1, 8 0, 10 2, 10 0, 8 2; c 0 1 2 3, 4 5 6, 7 8 9 10");
    let mut editor = opened_document(Document::of_mesh(mesh));
    preview(&mut editor);
    let after = repair::preview(&editor).expect("just computed").after.issues;
    send(&mut editor, RepairInput::Apply);
    editor.take_effects();
    preview(&mut editor);
    let found = repair::preview(&editor).expect("just computed");
    assert_eq!((found.before.issues, after[0]), (after, 0), "no error is left");
}

/// Returns triangles above each other, more than the search for overlaps lists, and a distant cell inside out.
fn crowded() -> NavMesh {
    let triangle = |i: u16| {
        let by = f32::from(i);
        [[-100. - by, 0., 0.], [0., 0., 100.], [100., 0., -1.]]
    };
    let far = [[500., 0., 0.], [502., 0., 0.], [500., 0., 2.]];
    let corners = (0..400).map(triangle).chain([far]).flatten().map(Vec3::from_array);
    let cells = (0..401).map(|i| Cell::new([0, 1, 2].map(|corner| VertexId(3 * i + corner)), AreaId(0)));
    NavMesh::from_parts(corners, cells).expect("a mesh")
}

#[test]
fn errors_that_may_be_missing_do_not_ask_for_another_repair() {
    let mut editor = opened(crowded());
    let steps = RepairStep::ALL.map(|step| (step, step == RepairStep::Orient)).to_vec();
    send(&mut editor, RepairInput::Set(RepairSettings { steps, ..RepairSettings::default() }));
    preview(&mut editor);
    let found = repair::preview(&editor).expect("just computed");
    assert_eq!((found.is_complete, found.may_lack_errors), (true, true), "all steps ended");
    assert_eq!(found.change_count(), 1, "the distant cell");
    send(&mut editor, RepairInput::Apply);
    let said = said(&mut editor).join(" ");
    assert!(said.contains("The search for errors stopped early") && !said.contains("again"), "{said}");
}

/// Returns two pairs of squares with gaps of 4 cm, of which one has a strip above it, 10 cm higher.
fn strip_above_a_gap() -> NavMesh {
    let square = |x: f32, width: f32, y: f32| {
        [[x, 0.], [x, 2.], [x + width, 2.], [x + width, 0.]].map(|[x, z]| Vec3::new(x, y, z))
    };
    let squares = [(0., 2., 0.), (2.04, 2., 0.), (2.005, 0.03, 0.1), (20., 2., 0.), (22.04, 2., 0.)];
    let corners = squares.into_iter().flat_map(|(x, width, y)| square(x, width, y));
    let cells = (0..5).map(|i| Cell::new([0, 1, 2, 3].map(|corner| VertexId(4 * i + corner)), AreaId(0)));
    NavMesh::from_parts(corners, cells).expect("a mesh")
}

fn errors(editor: &Editor) -> usize {
    editor.issues().iter().filter(|issue| issue.kind.severity() == Severity::Error).count()
}

/// Returns the steps that are on.
fn running(editor: &Editor) -> Vec<RepairStep> {
    let steps = &repair::settings(editor).steps;
    steps.iter().filter(|(_, is_on)| *is_on).map(|(step, _)| *step).collect()
}

/// Presses the button that fixes all issues of a kind.
fn fix_all(editor: &mut Editor, name: &str) {
    let kinds = groups(editor.issues().iter(), &editor.derived().islands);
    let kind = kinds.iter().find(|group| group.kind.name == name).expect("it occurs");
    editor.handle(Input::Issue(IssueInput::FixAll(kind.key())));
}

#[test]
fn the_button_for_all_gaps_leaves_out_those_whose_fix_causes_errors() {
    let mut editor = opened(strip_above_a_gap());
    editor.handle(Input::Run(Command::Weld));
    let expected = "4 fixes were applied: weld gaps. It causes 1 more error: undo it, or choose another fix.";
    assert_eq!(said(&mut editor), [expected], "welding all of them at once does harm");
    editor.handle(Input::Run(Command::Undo));
    let own = RepairSettings { min_island: 0.5, ..RepairSettings::default() };
    send(&mut editor, RepairInput::Set(own.clone()));
    let (document, done) = (editor.document().clone(), editor.history().done().len());
    fix_all(&mut editor, "gap");
    assert!(repair::is_open(&editor), "its effect is shown");
    assert_eq!(editor.document(), &document, "before anything changes");
    assert_eq!(running(&editor), [RepairStep::Weld], "the step for gaps");
    assert_eq!(repair::selected(&editor), Some(RepairStep::Weld), "whose places are marked");
    assert_eq!(repair::settings(&editor).tolerance, Some(0.05), "the widest gap");
    let job = only_job(&mut editor, PREVIEW);
    finish(&mut editor, &job);
    assert_eq!(changes(&editor), [(RepairStep::Weld, 2)], "the gap without a strip");
    send(&mut editor, RepairInput::Apply);
    assert_eq!((errors(&editor), editor.derived().islands.len()), (0, 4), "no error is added");
    assert_eq!(editor.history().done().len(), done + 1, "one undo step");
    assert_eq!(repair::settings(&editor), &own, "the settings of the user are restored");
}

#[test]
fn the_settings_of_the_user_return_when_the_dialog_of_a_single_step_closes() {
    let mut editor = broken();
    let own = RepairSettings { min_island: 0.5, ..RepairSettings::default() };
    send(&mut editor, RepairInput::Set(own.clone()));
    fix_all(&mut editor, "duplicate_cell");
    fix_all(&mut editor, "inside_out");
    assert_eq!(running(&editor), [RepairStep::Orient], "another kind");
    assert_eq!(repair::settings(&editor).tolerance, None, "it matters for gaps only");
    send(&mut editor, RepairInput::Close);
    assert_eq!(repair::settings(&editor), &own, "closed");
    fix_all(&mut editor, "inside_out");
    editor.handle(Input::Run(Command::Repair));
    assert_eq!(repair::settings(&editor), &own, "the command shows all steps of the user");
}

#[test]
fn a_tolerance_larger_than_the_widest_gap_stays() {
    let mut editor = opened(strip_above_a_gap());
    let own = RepairSettings { tolerance: Some(0.2), ..RepairSettings::default() };
    send(&mut editor, RepairInput::Set(own));
    fix_all(&mut editor, "gap");
    assert_eq!(repair::settings(&editor).tolerance, Some(0.2));
}

#[test]
fn a_fix_states_how_it_changes_the_errors() {
    let mut editor = opened(strip_above_a_gap());
    let fix_of = |editor: &Editor, name: &str| -> (Issue, Fix) {
        let mut issues = editor.issues().iter().filter(|issue| issue.kind.name() == name);
        let issue = issues.next().expect("it occurs").clone();
        let fix = issue.fix().expect("it has a fix");
        (issue, fix)
    };
    let (gap, fix) = fix_of(&editor, "gap");
    editor.handle(Input::Issue(IssueInput::Fix(gap, fix)));
    let expected = "The fix was applied: weld vertices 2 and 5. It causes 1 more error: undo it, or choose another \
                    fix.";
    assert!(editor.take_effects().contains(&Effect::Say(Message::warning(expected))), "a warning");
    let (overlap, _) = fix_of(&editor, "overlap");
    let fix = overlap.fixes().pop().expect("a deletion");
    editor.handle(Input::Issue(IssueInput::Fix(overlap, fix)));
    let expected = "The fix was applied: delete cell 2. Errors: 1 before, 0 after.";
    assert_eq!(said(&mut editor), [expected], "fewer");
}
