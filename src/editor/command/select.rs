//! What is selected, and which kind of elements.

use super::{Command, Key, Shortcut, Spec, needs};
use crate::editor::{Editor, Mode};

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::VertexMode, "Vertices", "Let clicks take vertices", |editor| {
        editor.set_mode(Mode::Vertex);
    })
    .keys(&[Shortcut::plain(Key::Num1)])
    .checked(|editor| editor.mode() == Mode::Vertex),
    Spec::new(Command::EdgeMode, "Edges", "Let clicks take edges", |editor| editor.set_mode(Mode::Edge))
        .keys(&[Shortcut::plain(Key::Num2)])
        .checked(|editor| editor.mode() == Mode::Edge),
    Spec::new(Command::CellMode, "Cells", "Let clicks take cells", |editor| editor.set_mode(Mode::Cell))
        .keys(&[Shortcut::plain(Key::Num3)])
        .checked(|editor| editor.mode() == Mode::Cell),
    Spec::new(Command::SelectAll, "Select all", "Select everything that is shown", Editor::select_all)
        .keys(&[Shortcut::plain(Key::A), Shortcut::command(Key::A)])
        .when(needs::mesh),
    Spec::new(Command::SelectNone, "Select nothing", "Let go of what is selected", |editor| {
        editor.select_elements([]);
    })
    .keys(&[Shortcut::alt(Key::A)])
    .when(needs::selection),
    Spec::new(
        Command::SelectInverse,
        "Invert selection",
        "Select what is not selected, and let go of what is",
        Editor::select_inverse,
    )
    .keys(&[Shortcut::command(Key::I)])
    .when(needs::mesh),
    Spec::new(
        Command::SelectLinked,
        "Select island under pointer",
        "Select the whole island under the pointer, besides what is selected",
        Editor::select_linked,
    )
    .keys(&[Shortcut::plain(Key::L)])
    .when(needs::island),
    Spec::new(
        Command::SelectIslands,
        "Select linked",
        "Select the whole islands of what is selected",
        |editor| {
            let islands = editor.selected_islands();
            editor.select_islands(&islands);
        },
    )
    .keys(&[Shortcut::command(Key::L)])
    .when(needs::selection),
    Spec::new(
        Command::GrowSelection,
        "Grow selection",
        "Select the neighbours of what is selected too",
        Editor::grow_selection,
    )
    .keys(&[Shortcut::alt(Key::Plus)])
    .when(needs::selection),
    Spec::new(
        Command::ShrinkSelection,
        "Shrink selection",
        "Let go of what lies at the border of the selection",
        Editor::shrink_selection,
    )
    .keys(&[Shortcut::alt(Key::Minus)])
    .when(needs::selection),
    Spec::new(
        Command::SelectBroken,
        "Select broken cells",
        "Select every cell that is not convex or overlaps",
        |editor| {
            editor.select_broken();
        },
    )
    .keys(&[Shortcut::shift(Key::B)])
    .when(needs::cells_exist),
];
