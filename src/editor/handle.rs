//! The one way in: every input goes to the view, to a command or to the tool in hand.

use glam::Vec2;

use super::isolated::IsolatedVertices;
use super::tool::{Cursor, Hint, Nudges, Tool, ToolKind, ToolView};
use super::{Command, Editor, Element, Group, Hit, Input, Mode, Pointer, Scene, Snap};
use crate::navmesh::{Adjacency, NavMesh};
use crate::pathfinding::TraceKind;

/// What the user's hand is about.
#[derive(Debug)]
pub(super) struct Interaction {
    pub(super) tool: Tool,
    pub(super) mode: Mode,
    pub(super) pointer: Option<Pointer>,
    pub(super) hover: Option<Hit>,
    pub(super) isolated: IsolatedVertices,
    /// Seconds since the program began.
    pub(super) clock: f64,
    pub(super) nudges: Option<Nudges>,
    /// What the context menu is about.
    pub(super) menu: Option<Element>,
}

impl Interaction {
    pub(super) fn new(mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        Self {
            tool: Tool::default(),
            mode: Mode::default(),
            pointer: None,
            hover: None,
            isolated: IsolatedVertices::build(mesh, adjacency),
            clock: 0.0,
            nudges: None,
            menu: None,
        }
    }
}

impl Editor {
    /// Does what the user did: the only way in besides [`Command::run`].
    pub fn handle(&mut self, input: Input) {
        let is_tick = matches!(input, Input::Tick(_));
        if matches!(input, Input::Cancel) && self.cancel_settings_drag() {
            return;
        }
        if !input.is_looking_about() {
            self.end_settings_drag();
        }
        match input {
            Input::Run(command) => self.run(command),
            Input::Pan(pixels) => self.camera.pan(pixels),
            Input::Zoom { screen, factor } => self.camera.zoom(screen, factor),
            Input::Resize(size) => self.camera.size = size,
            Input::Tick(seconds) => self.tick(seconds),
            Input::Leave => self.interaction.pointer = None,
            Input::Pasted(text) => self.settled().pasted(&text),
            Input::Dropped(paths) => self.dropped(paths),
            Input::File(input) => self.handle_file(input),
            Input::Step(input) => self.handle_step(input),
            Input::Query(input) => self.settled().handle_query(input),
            Input::Area(input) => self.settled().handle_area(input),
            Input::Island(input) => self.handle_island(input),
            Input::Place(input) => self.settled().handle_place(input),
            Input::Link(input) => self.settled().handle_link(input),
            Input::Issue(input) => self.settled().handle_issue(input),
            Input::Analysis(input) => self.handle_analysis(input),
            Input::Why(input) => self.handle_why(input),
            Input::Detour(input) => self.handle_detour(input),
            Input::Survey(input) => self.handle_survey(input),
            Input::SetOptions(options) => self.set_options(options),
            Input::GoToHistory(steps) => self.settled().go_to_history(steps),
            input => self.use_tool(&input),
        }
        self.follow_checks();
        self.follow_why();
        self.follow_measuring();
        if !is_tick {
            self.interaction.hover =
                self.interaction.pointer.and_then(|pointer| self.interaction.tool.aim(self, pointer));
        }
    }

    /// A verb that may change the document ends the gesture under way first; to take it back is what undoing means then.
    /// Keys that a hand may touch by mistake, Delete and the arrows, do nothing meanwhile.
    fn run(&mut self, command: Command) {
        let is_looking =
            command.spec().is_some_and(|spec| matches!(spec.group, Group::View | Group::Step | Group::Help));
        if is_looking || !self.is_gesture_running() || self.end_gesture_for(command) {
            command.run(self);
        }
    }

    /// Says whether the verb is still to be run.
    fn end_gesture_for(&mut self, command: Command) -> bool {
        let is_undo = command == Command::Undo;
        match self.interaction.tool {
            _ if command == Command::Delete || command.is_nudge() => false,
            // Neither has an unfinished change in the document.
            Tool::Outline(..) | Tool::Rectangle(_) | Tool::Knife(_)
                if matches!(command, Command::Save | Command::SaveAs) =>
            {
                true
            }
            Tool::Outline(..) if is_undo => {
                self.use_tool(&Input::Erase);
                false
            }
            // What the knife has cut is a step already.
            Tool::Knife(_) => {
                self.use_tool(&Input::Cancel);
                true
            }
            _ => {
                self.use_tool(&Input::Cancel);
                !is_undo
            }
        }
    }

    /// The editor with no gesture under way: one that was is taken back.
    pub(super) fn settled(&mut self) -> &mut Self {
        if self.is_gesture_running() {
            self.use_tool(&Input::Cancel);
        }
        self
    }

    fn use_tool(&mut self, input: &Input) {
        self.interaction.pointer = input.pointer().or(self.interaction.pointer);
        let tool = std::mem::take(&mut self.interaction.tool);
        self.interaction.tool = tool.handle(self, input);
    }

    /// What a click would take now.
    pub fn hover(&self) -> Option<Hit> {
        self.interaction.hover
    }

    /// The element that the last secondary click was on; `None` on the ground.
    pub fn context_element(&self) -> Option<Element> {
        self.interaction.menu
    }

    /// Where the pointer is on the ground; `None` while it is outside of the view.
    pub fn pointer(&self) -> Option<Vec2> {
        self.interaction.pointer.map(|pointer| pointer.ground)
    }

    /// The pointer with how wide it picks; `None` while it is outside of the view.
    pub(super) fn hand_pointer(&self) -> Option<Pointer> {
        self.interaction.pointer
    }

    /// Which kind of elements clicks take.
    pub fn mode(&self) -> Mode {
        self.interaction.mode
    }

    /// Lets clicks take another kind of elements, and turns what is selected into elements of that kind.
    pub fn set_mode(&mut self, mode: Mode) {
        self.interaction.mode = mode;
        self.interaction.hover = None;
        self.selection = self.selection.converted(mode, &self.document.mesh, &self.derived.adjacency);
    }

    /// Which tool is in hand.
    pub fn tool_kind(&self) -> ToolKind {
        self.interaction.tool.kind()
    }

    /// Takes another tool in hand; a gesture under way is taken back.
    pub fn set_tool(&mut self, kind: ToolKind) {
        if self.is_gesture_running() {
            self.use_tool(&Input::Cancel);
        }
        self.interaction.tool = Tool::of(kind);
        self.interaction.hover = None;
        // Whoever places an end wants to see the question.
        if matches!(kind, ToolKind::Start | ToolKind::Target) {
            self.show_trace(TraceKind::Query);
        }
    }

    /// Whether something is under way that Escape would take back.
    pub fn is_gesture_running(&self) -> bool {
        self.interaction.tool.is_running()
    }

    /// Whether typed characters, Backspace and Enter belong to the gesture under way.
    pub fn wants_text(&self) -> bool {
        self.interaction.tool.wants_text()
    }

    /// What each button does now, for the status bar.
    pub fn hints(&self) -> Vec<Hint> {
        self.interaction.tool.hints(self)
    }

    /// The numbers of the gesture under way; without one, of the portal under the pointer where clear widths are shown.
    pub fn readout(&self) -> String {
        let ToolView { readout, snap, .. } = self.look();
        let target = snap.map(|snap| snap.to.description()).unwrap_or_default();
        match (readout.is_empty(), target.is_empty()) {
            (true, true) => self.clearance_told().unwrap_or_default(),
            (true, false) => format!("on {target}"),
            (false, true) => readout,
            (false, false) => format!("{readout}  |  on {target}"),
        }
    }

    /// How the pointer is to look.
    pub fn cursor(&self) -> Cursor {
        self.look().cursor
    }

    /// What the point in hand snapped to; `None` when no point is in hand.
    pub fn snap_mark(&self) -> Option<Snap> {
        self.look().snap
    }

    fn look(&self) -> ToolView {
        self.interaction.tool.look(self)
    }

    /// Draws what the tool in hand is about to do.
    pub fn draw_tool(&self, scene: &mut Scene) {
        self.interaction.tool.overlay(self, scene);
    }

    /// Time passes: the stepper plays, unsaved work is kept.
    fn tick(&mut self, seconds: f64) {
        self.interaction.clock = seconds;
        self.play(seconds);
        self.keep_work(seconds);
    }
}
