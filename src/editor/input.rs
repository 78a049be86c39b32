//! Input of the user, in world coordinates.

use glam::Vec2;

use super::{
    AnalysisInput, AreaInput, Command, DetourInput, FileInput, IslandInput, IssueInput, LinkInput, Options,
    PlaceInput, QueryInput, StepInput, SurveyInput, WhyInput,
};
use crate::io::FileRef;

/// Keys held during a pointer event. `command` is Ctrl, or Cmd on a Mac.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Ctrl is held, or Cmd on a Mac.
    pub command: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

impl Modifiers {
    /// Whether a click adds to the selection, or removes from it, instead of replacing it.
    pub(super) fn extends_selection(self) -> bool {
        self.shift || self.command
    }
}

/// Maximum distance, in pixels, of an element that counts as under the pointer.
pub const PICK_PIXELS: f32 = 9.0;

/// Position of the pointer and its pick radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Position on the ground.
    pub ground: Vec2,
    /// Maximum distance, in metres, of an element that counts as under the pointer.
    ///
    /// It is a fixed number of pixels, so it changes with the zoom.
    pub pick_radius: f32,
    /// Keys held.
    pub modifiers: Modifiers,
}

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
    /// A character typed while [`super::Editor::wants_text`].
    Text(char),
    /// Backspace while [`super::Editor::wants_text`].
    Erase,
    /// Enter: accepts the gesture, closes the outline.
    Accept,
    /// Escape: cancels the gesture, then the tool, then the selection.
    Cancel,
    /// Moves the view with the pointer, by pixels.
    Pan(Vec2),
    /// Zooms the view about a screen position.
    Zoom {
        /// Screen position that stays in place, in pixels.
        screen: Vec2,
        /// Zoom factor; above 1 zooms in.
        factor: f32,
    },
    /// The size of the view changed, in pixels.
    Resize(Vec2),
    /// Runs a command of the command table.
    Run(Command),
    /// Advances the time, in seconds since the application started.
    ///
    /// It plays the stepper and ends sequences of nudges.
    Tick(f64),
    /// Text from the clipboard, requested by [`super::Effect::Paste`].
    Pasted(String),
    /// Files dropped on the window.
    Dropped(Vec<FileRef>),
    /// Input about files and dialogs.
    File(FileInput),
    /// Input about the stepper.
    Step(StepInput),
    /// Input about queries.
    Query(QueryInput),
    /// Input about areas.
    Area(AreaInput),
    /// Input about islands.
    Island(IslandInput),
    /// Places the selection by numbers.
    Place(PlaceInput),
    /// Changes a link by numbers.
    Link(LinkInput),
    /// Input about issues of the mesh.
    Issue(IssueInput),
    /// Input about the mesh as a whole.
    Analysis(AnalysisInput),
    /// Input about the reason why there is no path.
    Why(WhyInput),
    /// Input about a path that is not the shortest.
    Detour(DetourInput),
    /// Input about detours over the whole mesh.
    Survey(SurveyInput),
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
        let changes = matches!(self, Self::Detour(DetourInput::Mend(_)) | Self::Survey(SurveyInput::Take(_)));
        !changes
            && matches!(
                self,
                Self::Hover(_)
                    | Self::Leave
                    | Self::Pan(_)
                    | Self::Zoom { .. }
                    | Self::Resize(_)
                    | Self::Tick(_)
                    | Self::Analysis(_)
                    | Self::Detour(_)
                    | Self::Survey(_)
                    | Self::Step(StepInput::Recorded { .. } | StepInput::Explain(_))
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
