//! Commands for selected links.

use super::{Spec, needs};
use crate::editor::edits::links;
use crate::editor::session::command::Command;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::ToggleOneWay,
        "One-way link",
        "Make the selected links one-way, or two-way again",
        links::toggle_one_way,
    )
    .when(needs::links)
    .checked(links::selected_links_are_one_way),
    Spec::new(
        Command::ReverseLink,
        "Reverse link",
        "Swap beginning and end of the selected links",
        links::reverse_links,
    )
    .when(needs::links),
];
