//! Input of the user, in world coordinates.

use crate::editor::analysis::connections::ConnectionInput;
use crate::editor::analysis::detour::DetourInput;
use crate::editor::analysis::pairs::AnalysisInput;
use crate::editor::analysis::repair::RepairInput;
use crate::editor::analysis::survey::SurveyInput;
use crate::editor::analysis::why::WhyInput;
use crate::editor::edits::area::AreaInput;
use crate::editor::edits::links::LinkInput;
use crate::editor::edits::outlines::OutlineInput;
use crate::editor::edits::place::PlaceInput;
use crate::editor::edits::problems::IssueInput;
use crate::editor::edits::proposals::ProposalSource;
use crate::editor::elements::islands::IslandInput;
use crate::editor::files::comparison::ComparisonInput;
use crate::editor::files::file::FileInput;
use crate::editor::files::statistics::StatisticsInput;
use crate::editor::generation::input::{self as generation, GenerationInput};
use crate::editor::levels::input::LevelInput;
use crate::editor::platforms::input::{self as platforms, PlatformInput};
use crate::editor::queries::input::QueryInput;
use crate::editor::queries::stepping::StepInput;
use crate::editor::session::command::Command;
use crate::editor::session::job::JobDone;
use crate::editor::session::options::Options;
use crate::editor::simulation::input::SimulationInput;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::views::{ViewId, ViewInput};
use navsmith_formats::io::FileRef;

/// Action of the user, or a result from the application.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The pointer moved with no button held.
    Hover(Pointer),
    /// The pointer left the view.
    Leave,
    /// The pointer moved past the drag threshold with the main button held.
    DragStart {
        /// Position at which the button was pressed.
        from: Pointer,
        /// Current position of the pointer.
        to: Pointer,
    },
    /// The pointer moved during a drag.
    Drag(Pointer),
    /// A drag ended because the button was released.
    DragEnd(Pointer),
    /// The main button was pressed and released in one place.
    Click(Pointer),
    /// Two clicks in quick succession; the first came as [`Input::Click`].
    DoubleClick(Pointer),
    /// The secondary button was clicked; the element under the pointer becomes that of the context menu.
    ContextClick(Pointer),
    /// A character typed while [`crate::editor::Editor::wants_text`].
    Text(char),
    /// Backspace while [`crate::editor::Editor::wants_text`].
    Erase,
    /// Enter: accepts the gesture, closes the outline.
    Accept,
    /// Escape: cancels the gesture, then the tool, then the selection.
    Cancel,
    /// Escape in a field: undoes the changes of a number that is being edited.
    CancelEdit,
    /// Moves the camera of a view.
    View(ViewId, ViewInput),
    /// Runs a command of the command table.
    Run(Command),
    /// Advances the time, in seconds since the application started.
    ///
    /// It plays the stepper and ends sequences of nudges.
    Tick(f64),
    /// Text from the clipboard, requested by [`crate::editor::session::effect::Effect::Paste`].
    Pasted(String),
    /// Files dropped on the window.
    Dropped {
        /// The files.
        files: Vec<FileRef>,
        /// Whether the open document gets their meshes.
        is_added: bool,
    },
    /// Input about files and dialogs.
    File(FileInput),
    /// Input about the stepper.
    Step(StepInput),
    /// Input about queries.
    Query(QueryInput),
    /// Input about areas.
    Area(AreaInput),
    /// Input about levels.
    Level(LevelInput),
    /// Input about islands.
    Island(IslandInput),
    /// Input about scenarios and their simulation.
    Simulation(SimulationInput),
    /// Places the selection by numbers.
    Place(PlaceInput),
    /// Changes a link by numbers.
    Link(LinkInput),
    /// Changes an outline by numbers.
    Outline(OutlineInput),
    /// Input about issues of the mesh.
    Issue(IssueInput),
    /// Input about the mesh as a whole.
    Analysis(AnalysisInput),
    /// Input about the reason why there is no path.
    Why(WhyInput),
    /// Input about connections between cells.
    Connection(ConnectionInput),
    /// Applies the proposal of an analysis, as one undo step.
    Apply(ProposalSource),
    /// Input about the repair dialog.
    Repair(RepairInput),
    /// Input about a path that is not the shortest.
    Detour(DetourInput),
    /// Input about the comparison with another document.
    Comparison(ComparisonInput),
    /// Input about the generation of the mesh.
    Generation(GenerationInput),
    /// Input about a side view.
    Platform(PlatformInput),
    /// Input about statistics.
    Statistics(StatisticsInput),
    /// Input about detours over the whole mesh.
    Survey(SurveyInput),
    /// A job of [`crate::editor::session::effect::Effect::Start`] ended.
    JobDone(JobDone),
    /// Changes the settings of tools and view.
    SetOptions(Options),
    /// Undoes or redoes until this many steps are done.
    GoToHistory(usize),
}

impl Input {
    /// Whether the input leaves a drag of settings in a panel running.
    ///
    /// Such inputs change the view or a result, or belong to the drag.
    pub(super) fn is_looking_about(&self) -> bool {
        let changes = matches!(self, Self::Survey(SurveyInput::Take(_)));
        if let Self::Generation(input) = self {
            return generation::is_looking(input);
        }
        if let Self::Platform(input) = self {
            return platforms::is_looking(input);
        }
        !changes
            && matches!(
                self,
                Self::Hover(_)
                    | Self::Leave
                    | Self::View(..)
                    | Self::Tick(_)
                    | Self::Analysis(_)
                    | Self::Detour(_)
                    | Self::Survey(_)
                    | Self::JobDone(_)
                    | Self::File(FileInput::FileChanged(..) | FileInput::FileRemoved(_))
                    | Self::Step(StepInput::Explain(_))
                    | Self::Why(WhyInput::Frame(_) | WhyInput::FrameCell(_))
                    | Self::Query(QueryInput::DragSettings(_))
            )
    }

    /// Returns the pointer of a pointer event.
    pub fn pointer(&self) -> Option<Pointer> {
        match *self {
            Self::Hover(pointer)
            | Self::DragStart { to: pointer, .. }
            | Self::Drag(pointer)
            | Self::DragEnd(pointer)
            | Self::Click(pointer)
            | Self::DoubleClick(pointer)
            | Self::ContextClick(pointer) => Some(pointer),
            _ => None,
        }
    }
}
