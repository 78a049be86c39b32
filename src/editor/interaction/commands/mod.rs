//! Table of all commands: title, tooltip, shortcuts, precondition and effect.
//!
//! Menus, toolbar, palette, cheat sheet, docs/keys.md and tests all read [`TABLE`]. Actions with data, such as a
//! new name, are inputs and not commands.

pub mod shortcut;
mod needs;
mod file;
mod edit;
mod select;
mod mesh;
mod outline;
mod generation;
mod platforms;
mod path;
mod step;
mod simulation;
mod view;
mod analysis;

use std::sync::LazyLock;

use self::shortcut::Shortcut;
use crate::editor::interaction::tool::ToolKind;
use crate::editor::session::command::Command;
use crate::editor::session::effect::{AuxiliaryWindow, Effect};
use crate::editor::session::options::{Coloring, Options};
use crate::editor::session::selection::Mode;
use crate::editor::{Editor, State};

/// Group of a command in menus and in the cheat sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CommandGroup {
    /// Files and the program.
    File,
    /// Undo, clipboard, deletion.
    Edit,
    /// Selection.
    Select,
    /// Pointer tools.
    Tool,
    /// Edits of the mesh.
    Mesh,
    /// The path and its ends.
    Path,
    /// The stepper.
    Step,
    /// Scenarios of moving agents.
    Simulation,
    /// Display options and the view.
    View,
    /// Help.
    Help,
}

impl CommandGroup {
    /// All groups, in menu order.
    pub const ALL: [Self; 10] = [
        Self::File,
        Self::Edit,
        Self::Select,
        Self::Tool,
        Self::Mesh,
        Self::Path,
        Self::Step,
        Self::Simulation,
        Self::View,
        Self::Help,
    ];

    /// Returns the title of its menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Select => "Select",
            Self::Tool => "Tool",
            Self::Mesh => "Mesh",
            Self::Path => "Path",
            Self::Step => "Step",
            Self::Simulation => "Simulation",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

/// `Ok` if a command can run now; `Err` with the reason, as a sentence without a full stop, if not.
pub type Enabled = Result<(), &'static str>;

/// Row of the table of commands.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Command.
    pub command: Command,
    /// Group in menus and in the cheat sheet.
    pub group: CommandGroup,
    /// Label in menus; ends in "…" if the command needs more input.
    pub title: &'static str,
    /// Description, in a sentence.
    pub tooltip: &'static str,
    /// Shortcuts; menus show the first.
    pub shortcuts: &'static [Shortcut],
    enabled: fn(&State) -> Enabled,
    action: Action,
    /// For a switch whose action does not tell, whether it is on.
    checked: Option<fn(&State) -> bool>,
}

/// Effect of a command.
#[derive(Clone, Copy, Debug)]
enum Action {
    Run(fn(&mut Editor)),
    /// Inverts an option.
    Toggle(fn(&mut Options) -> &mut bool),
    Mode(Mode),
    Tool(ToolKind),
    Color(Coloring),
    /// Opens or closes a window.
    Window(AuxiliaryWindow),
}

impl Spec {
    /// Creates the row of a command that can always run and has no shortcuts.
    ///
    /// [`TABLE`] sets the group.
    const fn new(command: Command, title: &'static str, tooltip: &'static str, run: fn(&mut Editor)) -> Self {
        Self::of(command, title, tooltip, Action::Run(run))
    }

    const fn of(command: Command, title: &'static str, tooltip: &'static str, action: Action) -> Self {
        let group = CommandGroup::Help;
        let enabled = |_: &State| Ok(());
        Self { command, group, title, tooltip, shortcuts: &[], enabled, action, checked: None }
    }

    /// Creates the row of a command that inverts an option.
    const fn toggle(
        command: Command,
        title: &'static str,
        tooltip: &'static str,
        option: fn(&mut Options) -> &mut bool,
    ) -> Self {
        Self::of(command, title, tooltip, Action::Toggle(option))
    }

    const fn keys(mut self, shortcuts: &'static [Shortcut]) -> Self {
        self.shortcuts = shortcuts;
        self
    }

    const fn when(mut self, enabled: fn(&State) -> Enabled) -> Self {
        self.enabled = enabled;
        self
    }

    const fn checked(mut self, checked: fn(&State) -> bool) -> Self {
        self.checked = Some(checked);
        self
    }
}

const GROUPS: &[(CommandGroup, &[Spec])] = &[
    (CommandGroup::File, file::ROWS),
    (CommandGroup::Edit, edit::ROWS),
    (CommandGroup::Select, select::ROWS),
    (CommandGroup::Tool, select::TOOL_ROWS),
    (CommandGroup::Mesh, mesh::ROWS),
    (CommandGroup::Mesh, mesh::LINK_ROWS),
    (CommandGroup::Mesh, outline::ROWS),
    (CommandGroup::Mesh, generation::ROWS),
    (CommandGroup::Mesh, platforms::ROWS),
    (CommandGroup::Mesh, mesh::NUDGE_ROWS),
    (CommandGroup::Path, path::ROWS),
    (CommandGroup::Path, path::EXPECTATION_ROWS),
    (CommandGroup::Path, path::FIX_ROWS),
    (CommandGroup::Path, path::DETOUR_ROWS),
    (CommandGroup::Step, step::ROWS),
    (CommandGroup::Simulation, simulation::ROWS),
    (CommandGroup::View, view::ROWS),
    (CommandGroup::View, analysis::ROWS),
    (CommandGroup::View, generation::STAGE_ROWS),
    (CommandGroup::Help, file::HELP_ROWS),
];

/// Every command, by group, in menu order.
pub static TABLE: LazyLock<Vec<Spec>> = LazyLock::new(|| {
    let of_group =
        |&(group, rows): &(CommandGroup, &'static [Spec])| rows.iter().map(move |row| Spec { group, ..*row });
    GROUPS.iter().flat_map(of_group).collect()
});

impl Command {
    /// Returns the row of this command; `None` only if the table lacks it, which a test rules out.
    pub fn spec(self) -> Option<&'static Spec> {
        TABLE.iter().find(|spec| spec.command == self)
    }

    /// Returns whether it can run now; if not, the reason, as a sentence for its tooltip.
    pub fn enabled(self, state: &State) -> Enabled {
        self.spec().map_or(Err("This is not a command"), |spec| (spec.enabled)(state))
    }

    /// Whether it moves the selection by grid steps.
    pub fn is_nudge(self) -> bool {
        mesh::NUDGE_ROWS.iter().any(|spec| spec.command == self)
    }

    /// Returns whether a switch is on; `None` for any other command.
    pub fn is_checked(self, state: &State) -> Option<bool> {
        let spec = self.spec()?;
        match spec.action {
            Action::Run(_) | Action::Window(_) => spec.checked.map(|checked| checked(state)),
            Action::Toggle(option) => Some(*option(&mut state.options().clone())),
            Action::Mode(mode) => Some(state.mode() == mode),
            Action::Tool(kind) => Some(state.tool_kind() == kind),
            Action::Color(coloring) => Some(state.options().coloring == coloring),
        }
    }

    /// Returns the option that the command inverts; `None` if it does anything else.
    pub fn option(self, options: &mut Options) -> Option<&mut bool> {
        if let Action::Toggle(option) = self.spec()?.action { Some(option(options)) } else { None }
    }

    /// Runs it; does nothing while it is not enabled.
    pub fn run(self, editor: &mut Editor) {
        if let Some(spec) = self.spec().filter(|spec| (spec.enabled)(editor).is_ok()) {
            match spec.action {
                Action::Run(run) => run(editor),
                Action::Toggle(option) => view::set(editor, |options| *option(options) ^= true),
                Action::Mode(mode) => editor.state.set_mode(mode),
                Action::Tool(kind) => editor.set_tool(kind),
                Action::Color(coloring) => view::color(editor, coloring),
                Action::Window(window) => editor.ask_outside(Effect::Toggle(window)),
            }
        }
    }
}
