//! New generations that keep what was done by hand.

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::analysis::chokepoints::ChokepointPlace;
use navsmith::editor::analysis::pairs::AnalysisInput;
use navsmith::editor::files::comparison;
use navsmith::editor::files::differences::DifferenceKind;
use navsmith::editor::generation::input::GenerationInput;
use navsmith::editor::generation::{found, plan, update};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::CellId;
use navsmith_core::navmesh::edit::move_vertices;
use navsmith_generation::{Volume, VolumeEffect};

use super::{area, generated, send, settle, with_radius};

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
