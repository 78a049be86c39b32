//! Comparison of the document with another one, driven by inputs: marks, list, keys and the end.

use navsmith::editor::Editor;
use navsmith::editor::files::comparison::{self, ComparisonInput};
use navsmith::editor::files::comparison_text::describe;
use navsmith::editor::files::differences::DifferenceKind;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::{FileFailure, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Message, Panel};
use navsmith::editor::session::pick::Element;
use navsmith::editor::session::request::{FilePurpose, ReadPurpose};
use navsmith::editor::view::scene::differences::DifferenceMark;
use navsmith::editor::view::scene::{Mark, Role, Scene};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::{SplitMix64, Vec2, Vec3};
use navsmith_core::navmesh::edit::Edited;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Draft, Link, NavMesh, VertexId};
use navsmith_formats::document::diff::Aspect;
use navsmith_formats::document::{Document, NamedQuery};
use navsmith_formats::io::FileRef;

use crate::support::files::{asking, choose, compare_as, reading, reply, unnumbered};
use crate::support::jobs::{finish, only_job};

/// Returns a row of squares of 2 m, with a query from the first to the last.
fn row(count: u32) -> Document {
    let vertices = (0..=count).flat_map(|i| [0.0, 2.0].map(|z| Vec3::new(2.0 * i as f32, 0.0, z)));
    let cells = (0..count).map(|i| Cell::new([0, 1, 3, 2].map(|k| VertexId(2 * i + k)), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices, cells).expect("a sound mesh");
    let end = |x: f32| Some(Vec2::new(x, 1.0).into());
    let query = NamedQuery {
        name: "across".into(),
        start: end(1.0),
        target: end(2.0 * count as f32 - 1.0),
        ..NamedQuery::default()
    };
    Document { queries: vec![query].into(), ..Document::of_mesh(mesh) }
}

fn edited(document: &Document, edit: impl FnOnce(&mut Draft)) -> Document {
    let mut draft = Draft::of(document.mesh.clone());
    edit(&mut draft);
    Document { mesh: draft.into_mesh(), ..document.clone() }
}

fn file() -> FileRef {
    "other.ron".into()
}

/// Returns an editor of `present` that is compared with `other`.
fn comparing(present: Document, other: Document) -> Editor {
    let mut editor = Editor::new(present);
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Run(Command::CompareWithFile));
    assert_eq!(effects(&mut editor), [asking(FilePurpose::Compare, None)]);
    choose(&mut editor, FilePurpose::Compare, file());
    assert_eq!(effects(&mut editor), [reading(file(), ReadPurpose::Compare)]);
    reply(&mut editor, |_| true, Ok(FileReply::Read(other.into())));
    editor
}

fn effects(editor: &mut Editor) -> Vec<Effect> {
    let effects = editor.take_effects();
    unnumbered(effects.into_iter().filter(|effect| !matches!(effect, Effect::Say(_))).collect())
}

fn kinds(editor: &Editor) -> Vec<(DifferenceKind, usize)> {
    let found = comparison::found(editor).expect("compared");
    found.groups.iter().map(|group| (group.kind, group.entries.len())).collect()
}

/// Returns the number of marks of a role.
fn marks(scene: &Scene, role: Role) -> usize {
    let of_role = |mark: &&Mark| {
        let (Mark::Line(of, _) | Mark::Fill(of, _) | Mark::Point(of, _) | Mark::Label(of, ..)) = mark;
        *of == role
    };
    scene.marks.iter().filter(of_role).count()
}

#[test]
fn differences_are_marked_and_listed_by_kind() {
    let before = row(6);
    let after = edited(&before, |draft| {
        draft.remove_cell(CellId(2));
        draft.set_area(CellId(0), AreaId(1));
        draft.move_vertex(VertexId(13), Vec3::new(12.0, 0.0, 3.0));
        let at = [[0.0, -2.0], [2.0, -2.0]].map(|[x, z]| draft.add_vertex(Vec3::new(x, 0.0, z)));
        draft.add_cell([at[0], VertexId(0), VertexId(2), at[1]], AreaId(0));
    });
    let mut editor = comparing(after, before);
    assert!(effects(&mut editor).contains(&Effect::Show(Panel::Comparison)), "the list is shown");
    use DifferenceKind::{AddedCells, Answers, MovedCells, OtherArea, RemovedCells};
    let expected = [(Answers, 1), (RemovedCells, 1), (AddedCells, 1), (MovedCells, 1), (OtherArea, 1)];
    assert_eq!(kinds(&editor), expected);
    let scene = editor.scene(ViewId::ABOVE);
    assert_eq!(marks(&scene, Role::Difference(DifferenceMark::Removed)), 2, "its fill and its outline");
    for role in [
        Role::Difference(DifferenceMark::Added),
        Role::Difference(DifferenceMark::Moved),
        Role::Difference(DifferenceMark::EarlierPosition),
        Role::Difference(DifferenceMark::OtherArea),
    ] {
        assert_eq!(marks(&scene, role), 1, "{role:?}");
        assert!(role.meaning(None).is_some(), "{role:?} is in the legend");
    }
    let texts: Vec<String> = (0..5)
        .filter_map(|number| comparison::found(&editor)?.get(number))
        .map(|(kind, entry)| describe(&editor, kind, entry))
        .collect();
    let expected = ["no path, was 10.00 m: across", "cell 2", "cell 6", "cell 5: position", "cell 0: area"];
    assert_eq!(texts, expected);
}

#[test]
fn a_click_selects_and_frames_a_difference() {
    let before = row(6);
    let after = edited(&before, |draft| {
        draft.remove_cell(CellId(2));
        draft.set_area(CellId(5), AreaId(1));
    });
    let mut editor = comparing(after, before);
    assert_eq!(kinds(&editor).iter().map(|group| group.1).sum::<usize>(), 3);
    let wide = editor.camera();
    editor.handle(Input::Comparison(ComparisonInput::Select(2)));
    assert!(editor.selection().contains(Element::Cell(CellId(5))), "the painted cell");
    assert_ne!(editor.camera(), wide, "it is framed");
    editor.handle(Input::Comparison(ComparisonInput::Select(1)));
    assert!(editor.selection().is_empty(), "a removed cell cannot be selected");
    assert_eq!(marks(&editor.scene(ViewId::ABOVE), Role::Hover), 1, "but it is marked");
    editor.handle(Input::Comparison(ComparisonInput::Select(0)));
    let scene = editor.scene(ViewId::ABOVE);
    assert_eq!(
        marks(&scene, Role::Difference(DifferenceMark::EarlierPath))
            + marks(&scene, Role::Difference(DifferenceMark::PresentPath)),
        2,
        "both paths"
    );
}

#[test]
fn keys_go_through_the_differences() {
    let before = row(6);
    let after = edited(&before, |draft| {
        draft.set_area(CellId(1), AreaId(1));
        draft.set_area(CellId(5), AreaId(1));
    });
    let mut editor = comparing(after, before);
    let mut go = |command: Command| {
        editor.handle(Input::Run(command));
        comparison::selected(&editor)
    };
    let commands = [Command::NextDifference; 3].map(&mut go);
    assert_eq!(commands, [Some(0), Some(1), Some(0)], "and the first after the last");
    assert_eq!(go(Command::PreviousDifference), Some(1));
}

#[test]
fn a_comparison_follows_edits_and_undo() {
    let before = row(6);
    let mut editor = comparing(before.clone(), before);
    assert!(comparison::found(&editor).expect("compared").is_empty(), "no differences");
    editor.handle(Input::Comparison(ComparisonInput::Select(0)));
    editor.handle(Input::Run(Command::NextDifference));
    assert_eq!(comparison::selected(&editor), None, "nothing to select");
    editor.edit("Remove", |draft| {
        draft.remove_cell(CellId(3));
        Ok(Edited::default())
    });
    assert_eq!(kinds(&editor), [(DifferenceKind::Answers, 1), (DifferenceKind::RemovedCells, 1)]);
    editor.undo();
    assert!(comparison::found(&editor).expect("compared").is_empty(), "as before");
}

#[test]
fn escape_ends_a_comparison_after_everything_else() {
    let before = row(3);
    let mut editor = comparing(edited(&before, |draft| draft.set_area(CellId(0), AreaId(1))), before);
    editor.handle(Input::Comparison(ComparisonInput::Select(0)));
    editor.handle(Input::Cancel);
    assert!(editor.selection().is_empty() && comparison::other(&editor).is_some(), "first the selection");
    editor.handle(Input::Cancel);
    assert!(comparison::other(&editor).is_none(), "then the comparison");
    assert_eq!(marks(&editor.scene(ViewId::ABOVE), Role::Difference(DifferenceMark::OtherArea)), 0);
    assert!(
        Command::NextDifference.enabled(&editor).is_err() && Command::EndComparison.enabled(&editor).is_err()
    );
}

#[test]
fn a_document_is_compared_with_its_saved_version() {
    let mut editor = Editor::new(row(3));
    assert!(Command::CompareWithSaved.enabled(&editor).is_err(), "nothing changed");
    editor.edit("Remove", |draft| {
        draft.remove_cell(CellId(2));
        Ok(Edited::default())
    });
    editor.handle(Input::Run(Command::CompareWithSaved));
    assert_eq!(kinds(&editor).last(), Some(&(DifferenceKind::RemovedCells, 1)));
    editor.handle(Input::Run(Command::New));
    editor.handle(Input::File(FileInput::Answer(navsmith::editor::files::dialog::Choice::Discard)));
    assert!(comparison::other(&editor).is_none(), "it ends with its document");
}

#[test]
fn a_document_is_compared_with_its_undo_steps() {
    let mut editor = Editor::new(row(3));
    assert!(Command::CompareWithLastStep.enabled(&editor).is_err(), "no step");
    for cell in [2, 1] {
        editor.edit("Remove", |draft| {
            draft.remove_cell(CellId(cell));
            Ok(Edited::default())
        });
    }
    editor.handle(Input::Run(Command::CompareWithLastStep));
    assert_eq!(kinds(&editor).last(), Some(&(DifferenceKind::RemovedCells, 1)));
    assert_eq!(comparison::other(&editor).map(|other| &*other.name), Some("step 1, Remove"));
    editor.handle(Input::Comparison(ComparisonInput::StartWithStep(0)));
    assert_eq!(kinds(&editor).last(), Some(&(DifferenceKind::RemovedCells, 2)));
    assert_eq!(comparison::other(&editor).map(|other| &*other.name), Some("step 0, as opened"));
    for _ in 0..2 {
        editor.handle(Input::Run(Command::Undo));
    }
    editor.handle(Input::Comparison(ComparisonInput::StartWithStep(2)));
    assert!(comparison::other(&editor).is_some_and(|other| other.is_later), "an undone step");
    assert_eq!(kinds(&editor).last(), Some(&(DifferenceKind::RemovedCells, 2)));
}

#[test]
fn a_file_that_cannot_be_read_is_reported() {
    let mut editor = Editor::new(row(1));
    let why = "other.ron cannot be read.".to_owned();
    compare_as(&mut editor, file(), Err(FileFailure::Error(why.clone())));
    assert_eq!(editor.take_effects(), [Effect::Say(Message::error(why))]);
    assert!(comparison::other(&editor).is_none());
}

#[test]
fn large_documents_are_compared_by_a_job_that_follows_edits() {
    let mesh = Recipe { landscape: Landscape::Terrain, triangles: 6_000, seed: 3 }.mesh();
    let before = Document::of_mesh(mesh);
    let mut editor = comparing(before.clone(), before.clone());
    assert!(comparison::found(&editor).is_none() && comparison::under_way(&editor).is_some(), "a job");
    let job = only_job(&mut editor, "comparing documents");
    finish(&mut editor, &job);
    assert!(comparison::found(&editor).expect("compared").is_empty());
    let mut chance = SplitMix64(1);
    let cell = CellId(chance.below(before.mesh.cell_count() as u64) as u32);
    editor.edit("Paint", |draft| {
        draft.set_area(cell, AreaId(1));
        Ok(Edited::default())
    });
    assert!(comparison::found(&editor).is_none(), "not that of the mesh before");
    let job = only_job(&mut editor, "comparing documents");
    finish(&mut editor, &job);
    let found = comparison::found(&editor).expect("compared");
    let changed: Vec<CellId> = found.diff.cells.changed_in(Aspect::Area).map(|it| it.after).collect();
    assert_eq!(changed, [cell]);
    editor.verify_analyses().expect("the same as a new comparison");
    editor.handle(Input::Run(Command::EndComparison));
    assert!(comparison::under_way(&editor).is_none());
}

#[test]
fn the_selected_difference_stays_selected_when_the_list_changes() {
    let mut editor = comparing(row(4), row(6));
    let selected = |editor: &Editor| {
        let (kind, entry) = comparison::found(editor)?.get(comparison::selected(editor)?)?;
        Some((kind, entry.before))
    };
    let last = Some((DifferenceKind::RemovedCells, Some(5)));
    let count = comparison::found(&editor).expect("compared").len();
    for _ in 0..count {
        editor.handle(Input::Run(Command::NextDifference));
        if selected(&editor) == last {
            break;
        }
    }
    assert_eq!(selected(&editor), last);
    editor.handle(Input::Run(Command::CellMode));
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Delete));
    assert!(comparison::found(&editor).expect("compared").len() > count, "there are more differences");
    assert_eq!(selected(&editor), last);
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(selected(&editor), last);
}

#[test]
fn only_differences_in_view_are_drawn_and_counted() {
    // 3,000 isolated vertices in a row, and two links, one at either end.
    let before = row(4);
    let link = |x: f32| {
        let end = |z: f32| [Vec3::new(x, 0.0, z); 2];
        Link { from: end(10.0), to: end(12.0), is_one_way: false, cost: 1.0 }
    };
    let after = edited(&before, |draft| {
        for i in 0..3000 {
            draft.add_vertex(Vec3::new(2.0 * i as f32, 0.0, 8.0));
        }
        for x in [0.0, 5998.0] {
            draft.add_link(link(x));
        }
    });
    let mut editor = comparing(after, before);
    let added = Role::Difference(DifferenceMark::Added);
    let scene = editor.scene(ViewId::ABOVE);
    assert_eq!(marks(&scene, added), 2000 + 2, "vertices up to the limit, and both links");
    assert!(scene.left_out.starts_with("Only 2,000 differences"), "{}", scene.left_out);
    let zoom = ViewInput::Zoom { screen: Vec2::new(400.0, 300.0), factor: 100.0 };
    editor.handle(Input::View(ViewId::ABOVE, zoom));
    let scene = editor.scene(ViewId::ABOVE);
    let drawn = marks(&scene, added);
    assert!((1..100).contains(&drawn), "{drawn} of the middle");
    assert_eq!(scene.left_out, "", "all in view are drawn");
}

#[test]
fn settings_with_other_values_are_a_group_with_both_values() {
    let other = Document { metre: 20.0, ..row(2) };
    let editor = comparing(row(2), other);
    assert_eq!(kinds(&editor), [(DifferenceKind::Settings, 1)]);
    let (kind, entry) = comparison::found(&editor).and_then(|found| found.get(0)).expect("a difference");
    assert_eq!(describe(&editor, kind, entry), "length of a metre: 1 m, was 20 px");
}
