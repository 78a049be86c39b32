//! Jump and drop links of a generation in the editor.

use navsmith::editor::Editor;
use navsmith::editor::generation::input::GenerationInput;
use navsmith::editor::generation::{found, jumps, plan};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::scene::generation::GenerationMark;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::{add_link, delete_links};
use navsmith_core::navmesh::{Link, LinkEnd, LinkId};
use navsmith_formats::document::Document;
use navsmith_formats::document::generation::GenerationPlan;
use navsmith_generation::{JumpKind, JumpObstacle, JumpSettings, Volume, VolumeEffect};

use super::{generated, marks, send, settle};

/// Opens a sample whose platform is 2 m above the floor, and switches jump links on.
fn with_jumps() -> Editor {
    let mut editor = generated("A stair lost to the climb");
    editor.handle(Input::Run(Command::ToggleJumpLinks));
    settle(&mut editor);
    editor
}

fn links(editor: &Editor) -> Vec<(LinkId, Link)> {
    links_of(editor.document())
}

fn links_of(document: &Document) -> Vec<(LinkId, Link)> {
    document.mesh.links().map(|(id, link)| (id, *link)).collect()
}

fn set(editor: &mut Editor, change: impl Fn(&mut JumpSettings)) {
    let mut settings = plan::plan(editor).jumps.unwrap();
    change(&mut settings);
    let plan = GenerationPlan { jumps: Some(settings), ..plan::plan(editor).clone() };
    send(editor, GenerationInput::Set(plan));
    settle(editor);
}

fn regenerate(editor: &mut Editor) {
    editor.handle(Input::Run(Command::Regenerate));
    settle(editor);
}

/// Returns the numbers of drawn links and of drawn samples without one.
fn drawn(editor: &Editor) -> [usize; 2] {
    let marks = marks(editor);
    [GenerationMark::JumpLink, GenerationMark::RejectedJump]
        .map(|wanted| marks.iter().filter(|(mark, _)| *mark == wanted).count())
}

#[test]
fn generate_adds_jump_links_in_the_same_undo_step() {
    let mut editor = generated("A stair lost to the climb");
    assert!(!jumps::is_on(&editor) && jumps::jumps(&editor).is_none());
    let before = editor.document().clone();
    editor.handle(Input::Run(Command::ToggleJumpLinks));
    assert_eq!(Command::ToggleJumpLinks.is_checked(&editor), Some(true));
    let agent = plan::plan(&editor).settings.agent;
    assert_eq!(plan::plan(&editor).jumps, Some(JumpSettings::of(&agent)));
    settle(&mut editor);
    let found = jumps::jumps(&editor).unwrap().clone();
    assert_eq!((found.count(JumpKind::Jump), found.count(JumpKind::Drop)), (0, 7));
    let [new, without] = drawn(&editor);
    assert!(new > 0 && without == 0, "crosses would cover the borders from afar");
    for _ in 0..4 {
        editor.handle(Input::Run(Command::ZoomIn));
    }
    assert!(drawn(&editor)[1] > 0, "{:?}", drawn(&editor));
    assert_eq!(links(&editor), [], "a preview only");
    let steps = editor.history().done().len();
    editor.handle(Input::Run(Command::Generate));
    assert_eq!(editor.history().done().len(), steps + 1);
    let added: Vec<Link> = links(&editor).into_iter().map(|(_, link)| link).collect();
    let wanted: Vec<Link> = found.links.iter().map(|jump| jump.link).collect();
    assert!(added.len() == wanted.len() && wanted.iter().all(|link| added.contains(link)), "{added:?}");
    assert_eq!(drawn(&editor), [0, 0], "they are links of the mesh now");
    let applied = links(&editor);
    editor.handle(Input::Run(Command::Generate));
    assert_eq!(links(&editor), applied, "no second ones");
    assert!(editor.undo() && editor.undo() && editor.undo());
    assert_eq!(editor.document(), &before);
}

#[test]
fn regenerating_keeps_links_by_hand_and_follows_the_settings() {
    let mut editor = with_jumps();
    editor.handle(Input::Run(Command::Generate));
    let deleted = links(&editor)[0].0;
    let by_hand = Link::between(Vec3::new(7.5, 2.15, 3.0), Vec3::new(2.0, 0.05, 3.0));
    assert!(editor.edit("Delete link", |draft| delete_links(draft, &[deleted])));
    assert!(editor.edit("Draw link", |draft| add_link(draft, by_hand)));
    settle(&mut editor);
    let before = editor.document().clone();
    regenerate(&mut editor);
    assert_eq!(editor.document(), &before, "nothing has changed");
    set(&mut editor, |settings| settings.depth = 1.0);
    let shallow = editor.document().clone();
    regenerate(&mut editor);
    let left: Vec<Link> = links(&editor).into_iter().map(|(_, link)| link).collect();
    assert_eq!(left, [by_hand], "the floor is too deep");
    assert!(editor.undo());
    assert_eq!(editor.document(), &shallow);
    set(&mut editor, |settings| settings.depth = 3.0);
    regenerate(&mut editor);
    assert_eq!(links(&editor), links_of(&before), "the deleted link stays deleted, and ids stay");
}

#[test]
fn generating_within_a_box_keeps_the_links_that_begin_outside() {
    let mut editor = with_jumps();
    editor.handle(Input::Run(Command::Generate));
    let mut limited = plan::plan(&editor).clone();
    let limit = Volume::between(Vec3::new(9., -1., 0.), Vec3::new(12.5, 4., 6.), VolumeEffect::Limit);
    limited.volumes.push(limit.clone());
    send(&mut editor, GenerationInput::Set(limited));
    settle(&mut editor);
    let outside = |editor: &Editor| {
        let all = links(editor).into_iter();
        all.filter(|(_, link)| !limit.contains(link.middle(LinkEnd::From))).collect::<Vec<_>>()
    };
    let before = outside(&editor);
    editor.handle(Input::Run(Command::Generate));
    assert_eq!((outside(&editor), before.len()), (before, 4));
    let stored = &editor.document().generated;
    assert!(links(&editor).iter().all(|(_, link)| stored.has_link(link)), "all are generated");
}

#[test]
fn a_border_names_its_link_or_the_reason_for_none() {
    let mut editor = with_jumps();
    let ask = |editor: &mut Editor, at: [f32; 3]| {
        send(editor, GenerationInput::Ask(Some(at.into())));
        settle(editor);
        jumps::asked(editor).map(|nearest| nearest.to_string())
    };
    let link = ask(&mut editor, [10.9, 2.15, 3.0]);
    assert!(link.as_ref().is_some_and(|text| text.starts_with("a drop link leads to (11.50")), "{link:?}");
    assert_eq!(ask(&mut editor, [9.0, 2.15, 3.0]), None, "far from a border");
    send(&mut editor, GenerationInput::ShowJumps(false));
    let rejected = jumps::jumps(&editor).unwrap().rejected.clone();
    let high = rejected.iter().find(|rejected| matches!(rejected.why, JumpObstacle::TooHigh(_))).unwrap();
    let reason = ask(&mut editor, high.at.to_array());
    assert!(reason.is_some_and(|text| text.ends_with(" m above")));
    assert_eq!(drawn(&editor)[0], 0, "only the sample near the point is drawn");
    assert!(drawn(&editor)[1] > 0);
}

#[test]
fn jumps_that_cannot_be_searched_are_an_error_of_the_result() {
    let mut editor = with_jumps();
    let before = plan::plan(&editor).clone();
    set(&mut editor, |settings| settings.spacing = 0.0);
    assert_eq!(plan::plan(&editor), &before, "invalid numbers change nothing");
    set(&mut editor, |settings| settings.spacing = 1e-6);
    let why = found::found(&editor).unwrap().outcome.as_ref().unwrap_err();
    assert!(why.contains("enter a larger spacing"), "{why}");
    editor.handle(Input::Run(Command::Generate));
    assert_eq!(links(&editor), [], "the mesh stays");
}
