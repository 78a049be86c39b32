//! Table of all commands: title, tooltip, shortcuts, precondition and effect.
//!
//! Menus, toolbar, palette, cheat sheet, docs/keys.md and tests all read [`TABLE`]. One file holds the rows of
//! one group. Actions with data, such as a new name, are inputs and not commands.

mod shortcut;
mod table;
mod needs;
mod file;
mod edit;
mod select;
mod tool;
mod mesh;
mod link;
mod nudge;
mod path;
mod kept;
mod why;
mod detour;
mod step;
mod view;
mod analysis;
mod help;

pub use shortcut::{Key, Shortcut};
pub use table::key_table;

use super::{AuxiliaryWindow, Coloring, Editor, Effect, Mode, Options, ToolKind};

/// Declares the commands, and a list of all of them.
macro_rules! commands {
    ($($name:ident),+ $(,)?) => {
        /// A command of the program; [`TABLE`] describes each one.
        #[expect(missing_docs, reason = "the table says what each does")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Command {
            $($name),+
        }

        impl Command {
            /// Every command.
            pub const ALL: &[Self] = &[$(Self::$name),+];
        }
    };
}

#[rustfmt::skip]
commands! {
    // File
    New, Open, Save, SaveAs, Revert, Quit,
    // Edit
    Undo, Redo, Cut, Copy, Paste, Duplicate, Delete, Dissolve,
    // Select
    VertexMode, EdgeMode, CellMode, SelectAll, SelectNone, SelectInverse, SelectLinked, SelectIslands, GrowSelection,
    ShrinkSelection, SelectBroken,
    // Tool
    SelectTool, BoxTool, VertexTool, DrawTool, RectangleTool, HoleTool, KnifeTool, ExtrudeTool, PaintTool, LinkTool, StartTool, TargetTool,
    WalkTool, RayTool,
    // Mesh
    Move, Rotate, Scale, Extrude, Fill, SplitEdges, Connect, FlipEdge, MergeAtFirst, MergeAtLast, MergeAtCenter,
    MergeByDistance, Weld, SubtractSelection, CutOutSelection, FixIssue, Triangulate, MergeConvex, SplitConcave, ReverseWinding, PaintSelection, NewArea,
    ToggleOneWay, ReverseLink,
    NudgeLeft, NudgeRight, NudgeUp, NudgeDown, Raise, Lower,
    NudgeLeftFar, NudgeRightFar, NudgeUpFar, NudgeDownFar, RaiseFar, LowerFar,
    NudgeLeftFinely, NudgeRightFinely, NudgeUpFinely, NudgeDownFinely, RaiseFinely, LowerFinely,
    // Path
    StartHere, TargetHere, RandomEnds, SwapEnds, ClearEnds, NextQuery, PreviousQuery, NewQuery, RemoveQuery,
    NextAlgorithm, WidestAgent, ToggleSlopeWaypoints, ToggleCurved, ExpectAnswer, ExpectCells, ExpectNothing, NextDiffering,
    CopyReproduction, WeldGap, BridgeGap, LinkGap, OpenWay, TargetNearest, WhyDetour, MendDetour,
    // Step
    FirstStep, StepBack, PlayOrPause, StepForward, LastStep, PreviousBreakpoint, NextBreakpoint,
    PreviousStage, NextStage, PreviousOfKind, NextOfKind, PreviousHere, NextHere, RunToCell, StepThroughAll, PlaySlower,
    PlayFaster, BreakAtCorner, BreakAtApex, BreakAtCrossing, BreakAtPortal, BreakAtCell, LeaveStepper, ExplainStage,
    // View
    FrameAll, FrameSelection, ZoomIn, ZoomOut, HideIslands, IsolateIslands, ShowAllIslands, NextColoring, ColorByArea,
    ColorByHeight, ColorByIsland, ColorByDistance, ColorByTrueDistance, ToggleGridSnap, CoarserGrid, FinerGrid, AdaptiveGrid, ToggleMeshSnap, ToggleMergeOnDrop, ToggleIssues,
    ToggleCorridor, TogglePortals, ToggleNumbers, ToggleLegend, ToggleTheme, EnlargeUi, ShrinkUi, ResetUiScale, ResetLayout,
    ToggleChokes, ToggleClearance, FindPairs, ForgetPairs, SampleDetours, ForgetDetours,
    // Help
    Palette, CheatSheet, ExplainFunnel, Preferences, StartScreen, FrameTimes, About,
}

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
    /// Display options and the view.
    View,
    /// Help.
    Help,
}

impl CommandGroup {
    /// All groups, in menu order.
    pub const ALL: [Self; 9] = [
        Self::File,
        Self::Edit,
        Self::Select,
        Self::Tool,
        Self::Mesh,
        Self::Path,
        Self::Step,
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
    enabled: fn(&Editor) -> Enabled,
    action: Action,
    /// For a switch whose action does not tell, whether it is on.
    checked: Option<fn(&Editor) -> bool>,
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

    const fn row(
        command: Command,
        action: Action,
        keys: &'static [Shortcut],
        title: &'static str,
        tooltip: &'static str,
    ) -> Self {
        Self::of(command, title, tooltip, action).keys(keys)
    }

    const fn of(command: Command, title: &'static str, tooltip: &'static str, action: Action) -> Self {
        let group = CommandGroup::Help;
        let enabled = |_: &Editor| Ok(());
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

    const fn when(mut self, enabled: fn(&Editor) -> Enabled) -> Self {
        self.enabled = enabled;
        self
    }

    const fn checked(mut self, checked: fn(&Editor) -> bool) -> Self {
        self.checked = Some(checked);
        self
    }
}

const GROUPS: &[(CommandGroup, &[Spec])] = &[
    (CommandGroup::File, file::ROWS),
    (CommandGroup::Edit, edit::ROWS),
    (CommandGroup::Select, select::ROWS),
    (CommandGroup::Tool, tool::ROWS),
    (CommandGroup::Mesh, mesh::ROWS),
    (CommandGroup::Mesh, link::ROWS),
    (CommandGroup::Mesh, nudge::ROWS),
    (CommandGroup::Path, path::ROWS),
    (CommandGroup::Path, kept::ROWS),
    (CommandGroup::Path, why::ROWS),
    (CommandGroup::Path, detour::ROWS),
    (CommandGroup::Step, step::ROWS),
    (CommandGroup::View, view::ROWS),
    (CommandGroup::View, analysis::ROWS),
    (CommandGroup::Help, help::ROWS),
];

/// Every command, by group, in menu order.
pub const TABLE: &[Spec] = &table::joined::<{ table::count(GROUPS) }>(GROUPS);

impl Command {
    /// Returns the row of this command; `None` only if the table lacks it, which a test rules out.
    pub fn spec(self) -> Option<&'static Spec> {
        TABLE.iter().find(|spec| spec.command == self)
    }

    /// Returns whether it can run now; if not, the reason, as a sentence for its tooltip.
    pub fn enabled(self, editor: &Editor) -> Enabled {
        self.spec().map_or(Err("This is not a command"), |spec| (spec.enabled)(editor))
    }

    /// Whether it moves the selection by grid steps.
    pub fn is_nudge(self) -> bool {
        nudge::ROWS.iter().any(|spec| spec.command == self)
    }

    /// Returns whether a switch is on; `None` for any other command.
    pub fn is_checked(self, editor: &Editor) -> Option<bool> {
        let spec = self.spec()?;
        match spec.action {
            Action::Run(_) | Action::Window(_) => spec.checked.map(|checked| checked(editor)),
            Action::Toggle(option) => Some(*option(&mut editor.options.clone())),
            Action::Mode(mode) => Some(editor.mode() == mode),
            Action::Tool(kind) => Some(editor.tool_kind() == kind),
            Action::Color(coloring) => Some(editor.options.coloring == coloring),
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
                Action::Mode(mode) => editor.set_mode(mode),
                Action::Tool(kind) => editor.set_tool(kind),
                Action::Color(coloring) => view::color(editor, coloring),
                Action::Window(window) => editor.ask_outside(Effect::Toggle(window)),
            }
        }
    }
}
