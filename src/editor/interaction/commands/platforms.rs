//! Commands for a mesh as a side view.

use super::{Spec, needs};
use crate::editor::platforms::{gravity, jumps};
use crate::editor::session::command::Command;
use crate::editor::session::effect::{Effect, Panel};

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::SideView,
        "Side view",
        "Read the mesh as a side view: cells are free space under gravity, and sides without a neighbour are solid",
        gravity::toggle,
    )
    .checked(gravity::is_side_view),
    Spec::new(
        Command::ShowPlatforms,
        "Platforms",
        "Show the panel Platforms with gravity, the platforms, throws and jumps",
        |editor| editor.ask_outside(Effect::Show(Panel::Platforms)),
    ),
    Spec::new(
        Command::SuggestJumps,
        "Suggest jump links",
        "Search how the body of the panel Platforms gets from each platform to each other",
        jumps::search,
    )
    .when(needs::side_view),
    Spec::new(
        Command::AddJumps,
        "Add jump links",
        "Add the suggested walks, drops and jumps to the mesh as one-way links",
        jumps::add,
    )
    .when(|state| needs::need(jumps::has_links(state), "No links are suggested; choose Suggest jump links")),
];
