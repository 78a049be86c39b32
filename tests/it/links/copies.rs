//! Links that are copied, duplicated or given spans.

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::edits::links::LinkInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::pick::Element;
use navsmith::editor::view::pointer::Modifiers;
use navsmith_core::navmesh::{LinkEnd, LinkId};

use super::{SHIFT, drag, grab, is_reached, link, linked, pointer, selected};
use crate::support::history::history_titles;

fn copied(editor: &mut Editor) -> String {
    let effects = editor.take_effects().into_iter();
    let text = effects.filter_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    text.last().expect("something is copied")
}

#[test]
fn links_are_copied_cut_and_pasted_alone_or_with_cells() {
    let mut editor = linked(SHIFT);
    editor.handle(Input::Run(Command::Copy));
    let text = copied(&mut editor);
    editor.handle(Input::Hover(pointer([3.5, 6.0], Modifiers::default())));
    editor.handle(Input::Pasted(text));
    let pasted = *editor.document().mesh.link(LinkId(1)).expect("a second link");
    assert!(pasted.is_one_way, "as the first one");
    assert_eq!(pasted.middle(LinkEnd::To) - pasted.middle(LinkEnd::From), Vec3::new(5.0, 1.0, 0.0));
    assert_eq!(selected(&editor), [Element::Link(LinkId(1))], "selected");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(editor.document().mesh.link_count(), 1, "one step");
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Cut));
    let text = copied(&mut editor);
    let counts = |editor: &Editor| (editor.document().mesh.cell_count(), editor.document().mesh.link_count());
    assert_eq!(counts(&editor), (0, 0), "all is cut");
    assert_eq!(history_titles(&editor).last(), Some(&"Cut 2 cells, 1 link"));
    editor.handle(Input::Hover(pointer([3.5, 1.0], Modifiers::default())));
    editor.handle(Input::Pasted(text));
    assert_eq!(counts(&editor), (2, 1), "and pasted");
    assert!(is_reached(&editor), "where it was, so the link leads there again");
}

#[test]
fn a_duplicate_of_a_link_follows_the_pointer() {
    let mut editor = linked(Modifiers::default());
    editor.handle(Input::Hover(pointer([3.5, 1.0], Modifiers::default())));
    editor.handle(Input::Run(Command::Duplicate));
    assert!(editor.is_gesture_running(), "the copy is in hand");
    editor.handle(Input::Hover(pointer([3.5, 1.5], Modifiers { command: true, ..Modifiers::default() })));
    editor.handle(Input::Accept);
    let copy = *editor.document().mesh.link(LinkId(1)).expect("a copy");
    assert!((copy.from[0].z - 1.5).abs() < 1e-5 && copy.from[0].x == 1.0, "{copy:?}");
    assert_eq!(history_titles(&editor).last(), Some(&"Duplicate 1 link"), "one step");
}

#[test]
fn an_end_is_pulled_out_into_a_span_and_its_sides_are_dragged() {
    let mut editor = linked(Modifiers::default());
    let alt = Modifiers { alt: true, ..Modifiers::default() };
    drag(&mut editor, &[[1.0, 1.0], [1.0, 1.2], [1.0, 1.5]], alt);
    assert_eq!(link(&editor).from, [Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, 1.5)], "half a metre");
    assert_eq!(link(&editor).to, [Vec3::new(6.0, 1.0, 1.0); 2], "the other end stays a point");
    assert_eq!(history_titles(&editor).last(), Some(&"Move one side of the beginning of a link"));
    drag(&mut editor, &[[1.0, 1.0], [1.0, 0.8], [1.0, 0.5]], Modifiers::default());
    assert_eq!(link(&editor).from, [Vec3::new(1.0, 0.0, 0.5), Vec3::new(1.0, 0.0, 1.5)], "the first side");
    drag(&mut editor, &[[1.0, 1.0], [1.2, 1.0], [1.5, 1.0]], Modifiers::default());
    assert_eq!(
        link(&editor).from,
        [Vec3::new(1.5, 0.0, 0.5), Vec3::new(1.5, 0.0, 1.5)],
        "the middle takes all"
    );
    assert!(is_reached(&editor), "and it still leads there");
    grab(&mut editor, &[[1.5, 0.5], [1.5, 0.2]], Modifiers::default());
    editor.handle(Input::Cancel);
    assert_eq!(link(&editor).from[0], Vec3::new(1.5, 0.0, 0.5), "Escape puts it back");
}

#[test]
fn a_span_is_set_by_numbers_as_one_step() {
    let mut editor = linked(Modifiers::default());
    let wide = link(&editor).widened(LinkEnd::To, 1.0);
    assert_eq!(wide, [Vec3::new(6.0, 1.0, 0.5), Vec3::new(6.0, 1.0, 1.5)], "across the link");
    editor.handle(Input::Link(LinkInput::SetSpan(LinkId(0), LinkEnd::To, wide)));
    assert_eq!((link(&editor).to, link(&editor).from), (wide, [Vec3::new(1.0, 0.0, 1.0); 2]));
    let wider = link(&editor).widened(LinkEnd::To, 2.0);
    assert_eq!(wider, [Vec3::new(6.0, 1.0, 0.0), Vec3::new(6.0, 1.0, 2.0)], "along the span");
    editor.handle(Input::Run(Command::Undo));
    assert!(link(&editor).is_point(LinkEnd::To), "one step");
}
