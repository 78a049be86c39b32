//! The window: it collects events, draws panels and viewport, and carries out effects.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use egui::{Ui, ViewportCommand};

use super::dock::Pane;
use super::frame_times::FrameTimes;
use super::messages::Messages;
use super::one_act::{CLICK_DISTANCE, OneAct};
use super::panels::{ContextMenu, Panels, Remembered};
use super::platform::{executor, files};
use super::viewport::{self, Viewport};
use super::{keys, offers, theme};
use crate::editor::Editor;
use crate::editor::files::file::{FileInput, recovery};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::session::effect::{AuxiliaryWindow, Effect, Message};
use navsmith_formats::io::FileRef;

/// The window: an editor and the view state around it.
pub struct Window {
    editor: Editor,
    viewport: Viewport,
    panels: Panels,
    context_menu: ContextMenu,
    acts: OneAct,
    frame_times: FrameTimes,
    inputs: Vec<Input>,
    messages: Messages,
    title: String,
    /// Whether the view has its size, so that the mesh can be framed in it.
    is_laid_out: bool,
    may_close: bool,
    /// Outcome of keeping unsaved work, if a panic ends the window.
    last_words: LastWords,
}

/// Outcome of keeping unsaved work when a panic ended the window, in a sentence.
pub type LastWords = Arc<OnceLock<String>>;

impl Window {
    /// Creates a window for an editor; without a GPU it draws everything except the mesh.
    pub fn new(ctx: &egui::Context, editor: Editor) -> Self {
        theme::apply(ctx);
        Self {
            editor,
            viewport: Viewport::default(),
            panels: Panels::with(ctx, Remembered::default()),
            context_menu: ContextMenu::default(),
            acts: OneAct::default(),
            frame_times: FrameTimes::default(),
            inputs: Vec::new(),
            messages: Messages::default(),
            title: String::new(),
            is_laid_out: false,
            may_close: false,
            last_words: LastWords::default(),
        }
    }

    /// Creates a window like [`Self::new`] that draws the mesh with the GPU, if there is one.
    pub fn on(context: &eframe::CreationContext<'_>, editor: Editor) -> Self {
        if let Some(state) = &context.wgpu_render_state {
            viewport::install(state);
        }
        Self::new(&context.egui_ctx, editor)
    }

    /// Creates the window that [`super::run`] opens, with the stored settings and a file to open.
    ///
    /// If a panic ends the window, `last_words` gets the outcome of keeping unsaved work.
    pub fn create(
        context: &eframe::CreationContext<'_>,
        editor: Editor,
        remembered: Remembered,
        file: Option<FileRef>,
        last_words: LastWords,
    ) -> Self {
        let mut window = Self::on(context, editor);
        window.last_words = last_words;
        let (panels, inputs, notes) = Panels::as_left(&context.egui_ctx, remembered, file);
        window.panels = panels;
        window.inputs = inputs;
        for note in notes {
            window.say(&context.egui_ctx, note);
        }
        window
    }

    /// Returns the editor.
    pub fn editor(&self) -> &Editor {
        &self.editor
    }

    /// Handles the events since the last frame, so that the frame shows their effects.
    fn listen(&mut self, ctx: &egui::Context) {
        self.panels.take_keys(ctx, &self.editor);
        if self.panels.is_start_open() {
            keys::inputs_at_start(ctx, &self.editor, &mut self.inputs);
            self.panels.leave_start(&self.inputs);
        } else {
            let before = (self.panels.is_typing, self.panels.has_popup);
            keys::inputs(ctx, &self.editor, &self.viewport, before, &mut self.inputs);
        }
        self.viewport.inputs(ctx, &self.editor, &mut self.inputs);
        let dropped = files::dropped(ctx);
        if !dropped.is_empty() {
            let is_added = ctx.input(|input| input.modifiers.shift);
            self.inputs.push(Input::Dropped { files: dropped, is_added });
        }
        if ctx.input(|i| i.viewport().close_requested()) && !self.may_close {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.inputs.push(Input::File(FileInput::CloseRequested));
        }
        self.panels.listen(ctx, &self.editor, &mut self.inputs);
        self.editor.handle(Input::Tick(ctx.input(|i| i.time)));
        self.handle();
    }

    /// Passes the collected inputs to the editor; returns whether there were any.
    fn handle(&mut self) -> bool {
        let inputs = std::mem::take(&mut self.inputs);
        let is_any = !inputs.is_empty();
        for input in inputs {
            self.editor.handle(input);
        }
        is_any
    }

    /// Carries out the effects of the editor.
    fn carry_out(&mut self, ctx: &egui::Context) {
        for effect in self.editor.take_effects() {
            ctx.request_repaint();
            match effect {
                Effect::Toggle(AuxiliaryWindow::FrameTimes) => self.frame_times.toggle(),
                Effect::Say(message) => self.say(ctx, message),
                Effect::Retract(message) => self.messages.retract(&message),
                Effect::RetractErrors => self.messages.retract_errors(),
                Effect::Copy(text) => ctx.copy_text(text),
                Effect::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
                Effect::Close => {
                    self.may_close = true;
                    ctx.send_viewport_cmd(ViewportCommand::Close);
                }
                effect => self.panels.carry_out(effect),
            }
        }
    }

    fn say(&mut self, ctx: &egui::Context, message: Message) {
        self.messages.add(message, ctx.input(|i| i.time), self.editor.revision());
    }

    fn draw(&mut self, ui: &mut Ui) {
        let Self { editor, viewport, panels, context_menu, inputs, messages, .. } = self;
        let mut canvas = egui::Rect::NOTHING;
        panels.ui(ui, editor, messages, inputs, &mut |ui, pane, inputs| {
            let view = match pane {
                Pane::Space => viewport.space_ui(ui, editor, inputs),
                _ => viewport.ui(ui, editor, inputs),
            };
            if pane != Pane::Space || !canvas.is_positive() {
                canvas = view.rect;
            }
            if viewport.offers_menu() {
                context_menu.ui(&view, editor, inputs);
            }
        });
        let view = if canvas.is_positive() { canvas } else { ui.ctx().content_rect() };
        let view = if panels.is_start_open() { view } else { offers::ui(ui.ctx(), view, editor, inputs) };
        messages.ui(ui.ctx(), view);
        if !self.is_laid_out {
            self.is_laid_out = true;
            self.inputs.push(Input::Run(Command::FrameAll));
        }
    }

    /// Applies the title, theme and scale of the editor.
    fn follow_options(&mut self, ctx: &egui::Context) {
        let title = self.editor.title();
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
        let options = self.editor.options();
        let theme = if options.is_dark { egui::Theme::Dark } else { egui::Theme::Light };
        if ctx.theme() != theme {
            ctx.set_theme(theme);
        }
        if (ctx.zoom_factor() - options.ui_scale).abs() > f32::EPSILON {
            ctx.set_zoom_factor(options.ui_scale);
        }
    }
}

/// Keeps unsaved work when a panic on the window's thread unwinds to [`super::run`].
impl Drop for Window {
    fn drop(&mut self) {
        if executor::is_panicking() {
            let _set_once = self.last_words.set(self.panels.keep_at_panic(&self.editor));
        }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.frame_times.note(frame.info().cpu_usage, ctx.input(|i| i.time));
        self.listen(&ctx);
        self.draw(ui);
        self.frame_times.ui(&ctx, self.viewport.drawn());
        if self.handle() {
            ctx.request_repaint();
        }
        self.carry_out(&ctx);
        self.follow_options(&ctx);
        self.panels.watch(&self.editor);
        // Requests the next frame only if the passage of time changes something.
        if let Some(seconds) = recovery::next_tick(&self.editor) {
            ctx.request_repaint_after(Duration::from_secs_f64(seconds.max(0.0)));
        }
    }

    fn raw_input_hook(&mut self, ctx: &egui::Context, raw: &mut egui::RawInput) {
        let has_touches = ctx.input(egui::InputState::any_touches);
        ctx.options_mut(|options| {
            let input = &mut options.input_options;
            input.max_click_dist = CLICK_DISTANCE;
            // A long touch opens a menu; a mouse button may be held for any time.
            let usual = egui::InputOptions::default().max_click_duration;
            input.max_click_duration = if has_touches { usual } else { f64::INFINITY };
        });
        if self.panels.is_switching(ctx, &self.editor) {
            self.acts.hold(raw);
            ctx.request_repaint();
        } else if self.acts.admit(raw, &|key, held| keys::repeats(ctx, key, held)) {
            ctx.request_repaint();
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
