//! Dispatch of every input to the view, to a command or to the current tool.

use crate::editor::Editor;
use crate::editor::analysis::{clearance, connections, detour, pairs, repair, survey, why};
use crate::editor::drawing;
use crate::editor::edits::{area, links, outlines, place, problems, proposals};
use crate::editor::elements::islands;
use crate::editor::files::file::{self, recovery};
use crate::editor::files::{comparison, statistics};
use crate::editor::generation::input as generation;
use crate::editor::interaction::clipboard;
use crate::editor::interaction::commands::CommandGroup;
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::Snap;
use crate::editor::interaction::tool::gestures::Nudges;
use crate::editor::interaction::tool::{Cursor, Hint, Tool, ToolKind, ToolView};
use crate::editor::levels::input as levels;
use crate::editor::platforms::input as platforms;
use crate::editor::queries::{input, stepper, stepping};
use crate::editor::session::command::Command;
use crate::editor::session::pick::Element;
use crate::editor::session::selection::Mode;
use crate::editor::simulation::{continuing, input as simulation, playback};
use crate::editor::view::scene::Scene;
use crate::editor::view::views::ViewId;
use navsmith_core::pathfinding::timeline::run::TraceKind;

/// State of the interaction with the user.
#[derive(Debug, Default)]
pub(in crate::editor) struct Interaction {
    /// Changed only by [`Editor::change_tool`].
    tool: Tool,
    /// Seconds since the application started.
    pub(super) clock: f64,
    pub(super) nudges: Option<Nudges>,
    /// Element that the context menu applies to.
    pub(super) menu: Option<Element>,
}

impl Editor {
    /// Handles an input. The only other entry point for user actions is [`Command::run`].
    pub fn handle(&mut self, input: Input) {
        let (is_tick, is_changed) = (matches!(input, Input::Tick(_)), self.may_change(&input));
        if matches!(input, Input::Cancel | Input::CancelEdit) && self.cancel_drag() {
            return;
        }
        if !input.is_looking_about() {
            self.end_drag();
        }
        match input {
            Input::Run(command) => self.run(command),
            Input::View(view, input) => self.state.handle_view(view, input),
            Input::Tick(seconds) => self.tick(seconds),
            Input::CancelEdit => {}
            Input::Hover(pointer) if !self.is_gesture_running() => {
                self.state.pointing.pointer = Some(pointer);
            }
            Input::Leave => self.state.pointing.pointer = None,
            Input::Pasted(text) => clipboard::pasted(self.settled(), &text),
            Input::Dropped { files, is_added } => file::dropped(self, files, is_added),
            Input::File(input) => file::handle(self, input),
            Input::Step(input) => stepping::handle(self, input),
            Input::Query(input) => input::handle(self.settled(), input),
            Input::Area(input) => area::handle(self.settled(), input),
            Input::Level(input) => levels::handle(self.settled(), input),
            Input::Island(input) => islands::handle(&mut self.state, input),
            Input::Simulation(input) => simulation::handle(self.settled(), input),
            Input::Place(input) => place::handle(self.settled(), input),
            Input::Link(input) => links::handle(self.settled(), input),
            Input::Outline(input) => outlines::handle(self.settled(), input),
            Input::Issue(input) => problems::handle(self.settled(), input),
            Input::Analysis(input) => pairs::handle(self, input),
            Input::Why(input) => why::handle(self, input),
            Input::Connection(input) => connections::handle(self, input),
            Input::Apply(source) => proposals::apply(self.settled(), source),
            Input::Repair(input) => repair::handle(self, input),
            Input::Detour(input) => detour::handle(self, input),
            Input::Survey(input) => survey::handle(self, input),
            Input::Comparison(input) => comparison::handle(self.settled(), input),
            Input::Generation(input) => generation::handle(self, input),
            Input::Platform(input) => platforms::handle(self, input),
            Input::Statistics(input) => statistics::handle(self.settled(), input),
            Input::Cancel if self.ends_comparison() => comparison::close(self),
            Input::JobDone(done) => self.take_job(&done),
            Input::SetOptions(options) => self.set_options(options),
            Input::GoToHistory(steps) => {
                self.settled().go_to_history(steps);
            }
            input => self.use_tool(&input),
        }
        self.follow_changes(is_changed);
        if !is_tick {
            let aim = |pointer| self.interaction.tool.aim(&self.state, pointer);
            self.state.pointing.hover = self.state.pointing.pointer.and_then(aim);
        }
    }

    /// Follows the clock.
    fn tick(&mut self, seconds: f64) {
        self.interaction.clock = seconds;
        stepper::play(&mut self.state, seconds);
        continuing::follow_pointer(&mut self.state);
        playback::play(self, seconds);
        recovery::keep_work(self, seconds);
    }

    /// Whether an input may change what computed values depend on.
    ///
    /// They depend neither on the pointer nor on cameras or the clock.
    fn may_change(&self, input: &Input) -> bool {
        match input {
            Input::View(..) | Input::Leave => false,
            Input::Hover(_) => self.is_gesture_running(),
            Input::Tick(_) => self.stepper().is_playing() || playback::playback(self).is_playing(),
            _ => true,
        }
    }

    /// Runs a command; one that may change the document ends the running gesture first.
    ///
    /// During a gesture, undo cancels the gesture. Delete and the arrow keys do nothing then, because they are easily
    /// pressed by mistake. A command of an edit that is not enabled reports the reason.
    fn run(&mut self, command: Command) {
        use CommandGroup::{Help, Mesh, Select, Step, View};
        let Some(spec) = command.spec() else { return };
        let is_looking = matches!(spec.group, View | Step | Help);
        if is_looking || !self.is_gesture_running() || self.end_gesture_for(command) {
            let is_edit = matches!(spec.group, Mesh | Select) && !command.is_nudge();
            match command.enabled(self) {
                Err(why) if is_edit => self.warn(&format!("{} is not possible. {why}.", spec.title)),
                _ => command.run(self),
            }
        }
    }

    /// Ends the running gesture and returns whether to run the command afterwards.
    fn end_gesture_for(&mut self, command: Command) -> bool {
        use ToolKind::{Draw, Hole, Knife, Rectangle};
        let is_undo = command == Command::Undo;
        let kind = Some(self.tool_kind()).filter(|_| !self.interaction.tool.is_transforming());
        match kind {
            _ if command == Command::Delete || command.is_nudge() => false,
            // These tools have no uncommitted change in the document.
            Some(Draw | Hole | Rectangle | Knife)
                if matches!(
                    command,
                    Command::Save | Command::SaveAs | Command::Export | Command::ExportAgain
                ) =>
            {
                true
            }
            Some(Draw | Hole) if is_undo => {
                self.use_tool(&Input::Erase);
                false
            }
            kind => {
                self.use_tool(&Input::Cancel);
                // Cuts of the knife are already committed.
                !is_undo || kind == Some(Knife)
            }
        }
    }

    /// Cancels a running gesture and returns the editor.
    pub(in crate::editor) fn settled(&mut self) -> &mut Self {
        if self.is_gesture_running() {
            self.use_tool(&Input::Cancel);
        }
        self
    }

    /// Whether Escape ends the comparison, because there is nothing else to cancel.
    fn ends_comparison(&self) -> bool {
        let has_nothing =
            self.state.session.selection.is_empty() && simulation::selected_agent(self).is_none();
        comparison::other(self).is_some() && self.is_idle() && has_nothing
    }

    fn use_tool(&mut self, input: &Input) {
        self.state.pointing.pointer = input.pointer().or(self.state.pointing.pointer);
        let mut tool = self.put_tool(Tool::default());
        tool.handle(self, input);
        self.put_tool(tool);
    }

    /// Makes a tool the current one, and returns the one before.
    fn put_tool(&mut self, tool: Tool) -> Tool {
        self.change_tool(|current| std::mem::replace(current, tool))
    }

    /// Changes the current tool, and what the state says about it.
    pub(super) fn change_tool<T>(&mut self, change: impl FnOnce(&mut Tool) -> T) -> T {
        let tool = &mut self.interaction.tool;
        let result = change(tool);
        (self.state.pointing.is_gesture_running, self.state.tool) = (tool.is_running(), tool.kind());
        result
    }

    /// Returns the element at the last secondary click; `None` on the ground.
    pub fn context_element(&self) -> Option<Element> {
        self.interaction.menu
    }

    /// Sets the kind of elements that clicks take, and converts the selection to that kind.
    pub fn set_mode(&mut self, mode: Mode) {
        self.state.set_mode(mode);
    }

    /// Sets the current tool; cancels a running gesture.
    pub fn set_tool(&mut self, kind: ToolKind) {
        self.settled().put_tool(Tool::of(kind));
        self.state.pointing.hover = None;
        // Placing an end of the query concerns the query, so its trace is shown.
        if matches!(kind, ToolKind::Start | ToolKind::Target) {
            stepper::show_trace(&mut self.state, TraceKind::Query);
        }
    }

    /// Whether typed characters, Backspace and Enter go to the running gesture.
    pub fn wants_text(&self) -> bool {
        self.interaction.tool.wants_text()
    }

    /// Returns the action of each button now, for the status bar.
    pub fn hints(&self) -> Vec<Hint> {
        self.interaction.tool.hints(&self.state)
    }

    /// Returns the numbers of the running gesture.
    ///
    /// Without a gesture, it returns the clear width of the portal under the pointer if clear widths are shown.
    pub fn readout(&self) -> String {
        let ToolView { readout, snap, .. } = self.look();
        let target = snap.map(|snap| snap.to.description()).unwrap_or_default();
        match (readout.is_empty(), target.is_empty()) {
            (true, true) => clearance::description(self).unwrap_or_default(),
            (true, false) => format!("on {target}"),
            (false, true) => readout,
            (false, false) => format!("{readout}  |  on {target}"),
        }
    }

    /// Returns the shape of the pointer.
    pub fn cursor(&self) -> Cursor {
        self.look().cursor
    }

    /// Returns the snap of the point being placed; `None` if no point is being placed.
    pub fn snap_mark(&self) -> Option<Snap> {
        self.look().snap
    }

    /// Returns everything to draw over the mesh in a view, in the current state.
    pub fn scene(&self, view: ViewId) -> Scene {
        drawing::scene(&self.state, view, |scene| self.draw_tool(scene))
    }

    fn look(&self) -> ToolView {
        self.interaction.tool.look(&self.state)
    }

    /// Draws the preview of the current tool.
    pub fn draw_tool(&self, scene: &mut Scene) {
        self.interaction.tool.overlay(&self.state, scene);
    }
}
