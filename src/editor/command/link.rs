//! Commands for selected links.

use super::{Command, Spec, needs};
use crate::editor::Editor;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::ToggleOneWay,
        "One-way link",
        "Make the selected links one-way, or two-way again",
        Editor::toggle_one_way,
    )
    .when(needs::links)
    .checked(Editor::selected_links_are_one_way),
    Spec::new(
        Command::ReverseLink,
        "Reverse link",
        "Swap beginning and end of the selected links",
        Editor::reverse_links,
    )
    .when(needs::links),
];
