//! What the user does, in world terms.

use std::path::PathBuf;

use glam::Vec2;

use super::{
    AnalysisInput, AreaInput, Command, DetourInput, FileInput, IslandInput, IssueInput, LinkInput, Options,
    PlaceInput, QueryInput, StepInput, SurveyInput, WhyInput,
};

/// Keys held while the pointer acts. `command` is Ctrl, or Cmd on a Mac.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Ctrl, or Cmd on a Mac.
    pub command: bool,
    /// Alt.
    pub alt: bool,
}

impl Modifiers {
    /// Whether a click adds to the selection, or removes from it, instead of replacing it.
    pub(super) fn extends_selection(self) -> bool {
        self.shift || self.command
    }
}

/// How near, in pixels, something must be to be under the pointer.
pub const PICK_PIXELS: f32 = 9.0;

/// Where the pointer is and how wide it picks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Its place on the ground.
    pub ground: Vec2,
    /// How near, in metres, something must be to be under it; a fixed number of pixels, so it follows the zoom.
    pub pick_radius: f32,
    /// Keys held.
    pub modifiers: Modifiers,
}

/// One thing that the user did, or that the outside brings back.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The pointer moved with no button held.
    Hover(Pointer),
    /// The pointer left the view.
    Leave,
    /// The main button is held and the pointer moved past the threshold: `from` is where it went down.
    DragStart {
        /// Where the button went down.
        from: Pointer,
        /// Where the pointer is now.
        to: Pointer,
    },
    /// A drag goes on.
    Drag(Pointer),
    /// A drag ended: the button was let go.
    DragEnd(Pointer),
    /// The main button went down and up in one place.
    Click(Pointer),
    /// Two clicks in quick succession; the first came as [`Input::Click`].
    DoubleClick(Pointer),
    /// The secondary button was clicked: what is under the pointer becomes what a context menu is about.
    ContextClick(Pointer),
    /// A character typed while [`super::Editor::wants_text`].
    Text(char),
    /// Backspace while [`super::Editor::wants_text`].
    Erase,
    /// Enter: accept the gesture, close the outline.
    Accept,
    /// Escape: cancels the gesture, then the tool, then the selection.
    Cancel,
    /// The view moves along with the pointer, by pixels.
    Pan(Vec2),
    /// The view zooms about a place of the screen.
    Zoom {
        /// Which place of the screen stays where it is, in pixels.
        screen: Vec2,
        /// Above 1 zooms in.
        factor: f32,
    },
    /// The view has another size, in pixels.
    Resize(Vec2),
    /// A verb of the command table.
    Run(Command),
    /// Time passes: seconds since the program began. Plays the stepper and closes runs of nudges.
    Tick(f64),
    /// Text from the clipboard, asked for by [`super::Effect::Paste`].
    Pasted(String),
    /// Files dropped on the window.
    Dropped(Vec<PathBuf>),
    /// Something about files and dialogs.
    File(FileInput),
    /// Something about the stepper.
    Step(StepInput),
    /// Something about queries.
    Query(QueryInput),
    /// Something about areas.
    Area(AreaInput),
    /// Something about islands.
    Island(IslandInput),
    /// The selection is placed by numbers.
    Place(PlaceInput),
    /// A link is changed by numbers.
    Link(LinkInput),
    /// Something about what is wrong with the mesh.
    Issue(IssueInput),
    /// Something about the mesh as a whole.
    Analysis(AnalysisInput),
    /// Something about there being no path.
    Why(WhyInput),
    /// Something about a path that is not the shortest.
    Detour(DetourInput),
    /// Something about detours over the whole mesh.
    Survey(SurveyInput),
    /// Other settings of tools and view.
    SetOptions(Options),
    /// Undo or redo until this many steps are done.
    GoToHistory(usize),
}

impl Input {
    /// Whether nothing is done with it but to look, also while something is being dragged in a panel.
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

    /// Where the pointer is, for inputs that come of it.
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
