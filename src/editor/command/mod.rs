//! Every verb of the program, once: title, tooltip, shortcut, whether it can run now, and what it does.
//!
//! Menus, toolbar, palette, cheat sheet, README's key table and tests all read [`TABLE`]; one file holds the rows of one
//! group. Verbs that carry data, such as a new name, are inputs.

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

use super::Editor;

/// Declares the verbs, and a list of all of them.
macro_rules! commands {
    ($($name:ident),+ $(,)?) => {
        /// A verb of the program; [`TABLE`] says what each does.
        #[expect(missing_docs, reason = "the table says what each does")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Command {
            $($name),+
        }

        impl Command {
            /// Every verb.
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

/// Where a verb stands in menus and in the cheat sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Files and the program.
    File,
    /// Undo, clipboard, deletion.
    Edit,
    /// What is selected.
    Select,
    /// Tools that the pointer works with.
    Tool,
    /// Edits of the mesh.
    Mesh,
    /// The path and its ends.
    Path,
    /// The stepper.
    Step,
    /// What is shown and how.
    View,
    /// Help.
    Help,
}

impl Group {
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

    /// What its menu is called.
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

/// Whether a verb can run now; if not, why, as a sentence without a full stop.
pub type Enabled = Result<(), &'static str>;

/// What the table says of a verb.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The verb.
    pub command: Command,
    /// Where it stands.
    pub group: Group,
    /// What menus call it; ends in "…" if it asks for more.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub tooltip: &'static str,
    /// Keys for it, the one that menus show first.
    pub shortcuts: &'static [Shortcut],
    enabled: fn(&Editor) -> Enabled,
    run: fn(&mut Editor),
    /// Whether it is a switch, and whether that is on.
    checked: Option<fn(&Editor) -> bool>,
}

impl Spec {
    /// A verb that can always run and has no keys.
    const fn new(command: Command, title: &'static str, tooltip: &'static str, run: fn(&mut Editor)) -> Self {
        let group = Group::Help;
        Self { command, group, title, tooltip, shortcuts: &[], enabled: |_| Ok(()), run, checked: None }
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

const GROUPS: &[(Group, &[Spec])] = &[
    (Group::File, file::ROWS),
    (Group::Edit, edit::ROWS),
    (Group::Select, select::ROWS),
    (Group::Tool, tool::ROWS),
    (Group::Mesh, mesh::ROWS),
    (Group::Mesh, link::ROWS),
    (Group::Mesh, nudge::ROWS),
    (Group::Path, path::ROWS),
    (Group::Path, kept::ROWS),
    (Group::Path, why::ROWS),
    (Group::Path, detour::ROWS),
    (Group::Step, step::ROWS),
    (Group::View, view::ROWS),
    (Group::View, analysis::ROWS),
    (Group::Help, help::ROWS),
];

/// Every verb, by group, in menu order.
pub const TABLE: &[Spec] = &table::joined::<{ table::count(GROUPS) }>(GROUPS);

impl Command {
    /// What the table says of this verb; `None` only for a verb that the table forgot, which a test rules out.
    pub fn spec(self) -> Option<&'static Spec> {
        TABLE.iter().find(|spec| spec.command == self)
    }

    /// Whether it can run now; if not, why, as a sentence for its tooltip.
    pub fn enabled(self, editor: &Editor) -> Enabled {
        self.spec().map_or(Err("This is not a command"), |spec| (spec.enabled)(editor))
    }

    /// Whether it moves the selection by a step of the grid.
    pub(super) fn is_nudge(self) -> bool {
        nudge::ROWS.iter().any(|spec| spec.command == self)
    }

    /// For a switch, whether it is on; `None` for any other verb.
    pub fn is_checked(self, editor: &Editor) -> Option<bool> {
        self.spec()?.checked.map(|checked| checked(editor))
    }

    /// Runs it; nothing happens while it is not enabled.
    pub fn run(self, editor: &mut Editor) {
        if let Some(spec) = self.spec().filter(|spec| (spec.enabled)(editor).is_ok()) {
            (spec.run)(editor);
        }
    }
}
