//! Commands for the selection and its mode.

use super::shortcut::{Key, Shortcut};
use super::{Action, Spec, needs};
use crate::editor::edits::problems;
use crate::editor::elements::{islands, selecting};
use crate::editor::session::command::Command;
use crate::editor::session::selection::Mode;

pub(super) const ROWS: &[Spec] = &[
    Spec::of(Command::VertexMode, "Vertices", "Clicks select vertices", Action::Mode(Mode::Vertex))
        .keys(&[Shortcut::plain(Key::Num1)]),
    Spec::of(Command::EdgeMode, "Edges", "Clicks select edges", Action::Mode(Mode::Edge))
        .keys(&[Shortcut::plain(Key::Num2)]),
    Spec::of(Command::CellMode, "Cells", "Clicks select cells", Action::Mode(Mode::Cell))
        .keys(&[Shortcut::plain(Key::Num3)]),
    Spec::new(Command::SelectAll, "Select all", "Select all visible elements", selecting::select_all)
        .keys(&[Shortcut::plain(Key::A), Shortcut::command(Key::A)])
        .when(needs::mesh),
    Spec::new(Command::SelectNone, "Select nothing", "Clear the selection", |editor| editor.select([]))
        .keys(&[Shortcut::alt(Key::A)])
        .when(needs::selection),
    Spec::new(
        Command::SelectInverse,
        "Invert selection",
        "Select everything that is not selected, and deselect the rest",
        selecting::select_inverse,
    )
    .keys(&[Shortcut::command(Key::I)])
    .when(needs::mesh),
    Spec::new(
        Command::SelectLinked,
        "Select island under pointer",
        "Add the island under the pointer to the selection",
        selecting::select_linked,
    )
    .keys(&[Shortcut::plain(Key::L)])
    .when(needs::island),
    Spec::new(Command::SelectIslands, "Select linked", "Extend the selection to whole islands", |editor| {
        let islands = islands::selected_islands(editor);
        islands::select_islands(editor, &islands);
    })
    .keys(&[Shortcut::command(Key::L)])
    .when(needs::selection),
    Spec::new(
        Command::GrowSelection,
        "Grow selection",
        "Add the neighbours of the selection",
        selecting::grow_selection,
    )
    .keys(&[Shortcut::alt(Key::Plus)])
    .when(needs::selection),
    Spec::new(
        Command::ShrinkSelection,
        "Shrink selection",
        "Deselect the border of the selection",
        selecting::shrink_selection,
    )
    .keys(&[Shortcut::alt(Key::Minus)])
    .when(needs::selection),
    Spec::new(
        Command::SelectBroken,
        "Select broken cells",
        "Select cells that are not convex or overlap",
        problems::select_broken,
    )
    .keys(&[Shortcut::shift(Key::B)])
    .when(needs::cells_exist),
];
