//! One window: events in, panels and view out, effects carried out.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use egui::{self, Ui, ViewportCommand};
use egui_notify::Toasts;

use super::frame_times::FrameTimes;
use super::keys;
use super::one_act::OneAct;
use super::panels::{ContextMenu, Panels, Remembered};
use super::theme;
use super::viewport::{self, Viewport};
use crate::document::Document;
use crate::editor::{self, Command, Editor, Effect, FileInput, Input, Message, Severity};

/// How many messages the log keeps.
const LOG: usize = 200;

/// The window: an editor, and what of the window is no part of it.
pub struct Window {
    editor: Editor,
    viewport: Viewport,
    panels: Panels,
    context_menu: ContextMenu,
    acts: OneAct,
    frame_times: FrameTimes,
    inputs: Vec<Input>,
    toasts: Toasts,
    /// What was said, oldest first.
    log: VecDeque<Message>,
    /// Whether what was said last is not so any more.
    is_taken_back: bool,
    title: String,
    /// Whether the view has its size, so that something can be framed in it.
    is_laid_out: bool,
    may_close: bool,
}

impl Window {
    /// A window that shows an editor. It needs no GPU: without one the mesh itself is not drawn.
    pub fn new(ctx: &egui::Context, editor: Editor) -> Self {
        theme::apply(ctx);
        Self {
            editor,
            viewport: Viewport::default(),
            panels: Panels::new(ctx),
            context_menu: ContextMenu::default(),
            acts: OneAct::default(),
            frame_times: FrameTimes::default(),
            inputs: Vec::new(),
            toasts: toasts(),
            log: VecDeque::new(),
            is_taken_back: false,
            title: String::new(),
            is_laid_out: false,
            may_close: false,
        }
    }

    /// The same, with the mesh drawn by the GPU that there is.
    pub fn on(context: &eframe::CreationContext<'_>, editor: Editor) -> Self {
        if let Some(state) = &context.wgpu_render_state {
            viewport::install(state);
        }
        Self::new(&context.egui_ctx, editor)
    }

    /// The window that [`super::run`] opens.
    pub(super) fn create(
        context: &eframe::CreationContext<'_>,
        remembered: Remembered,
        path: Option<PathBuf>,
    ) -> Self {
        let mut window = Self::on(context, Editor::new(Document::default()));
        let (panels, inputs, notes) = Panels::as_left(&context.egui_ctx, remembered, path);
        window.panels = panels;
        window.inputs = inputs;
        for note in notes {
            window.say(note);
        }
        window
    }

    /// What the window shows and changes.
    pub fn editor(&self) -> &Editor {
        &self.editor
    }

    /// Does what was done since the last frame, so that the frame shows what came of it.
    fn listen(&mut self, ctx: &egui::Context) {
        self.context_menu.watch(&self.editor);
        self.panels.take_keys(ctx, &self.editor);
        keys::inputs(ctx, &self.editor, &self.viewport, &mut self.inputs);
        self.viewport.inputs(ctx, &self.editor, &mut self.inputs);
        let dropped: Vec<PathBuf> =
            ctx.input(|i| i.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect());
        if !dropped.is_empty() {
            self.inputs.push(Input::Dropped(dropped));
        }
        if ctx.input(|i| i.viewport().close_requested()) && !self.may_close {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.inputs.push(Input::File(FileInput::CloseRequested));
        }
        self.panels.listen(ctx, &self.editor, &mut self.inputs);
        self.editor.handle(Input::Tick(ctx.input(|i| i.time)));
        self.handle();
    }

    /// Gives the editor everything that was collected; says whether there was anything.
    fn handle(&mut self) -> bool {
        let inputs = std::mem::take(&mut self.inputs);
        let is_any = !inputs.is_empty();
        for input in inputs {
            self.editor.handle(input);
        }
        is_any
    }

    /// Does what the editor wants of the outside.
    fn carry_out(&mut self, ctx: &egui::Context) {
        for effect in self.editor.take_effects() {
            ctx.request_repaint();
            let Some(effect) = self.panels.carry_out(effect) else { continue };
            match effect {
                Effect::Toggle(editor::Window::FrameTimes) => self.frame_times.toggle(),
                Effect::Say(message) => self.say(message),
                Effect::TakeBack(message) => self.take_back(&message),
                Effect::Copy(text) => ctx.copy_text(text),
                Effect::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
                Effect::Close => {
                    self.may_close = true;
                    ctx.send_viewport_cmd(ViewportCommand::Close);
                }
                _ => {}
            }
        }
    }

    /// A toast for the eye, and a line of the log for everybody.
    fn say(&mut self, message: Message) {
        let palette = theme::palette(self.editor.options().is_dark);
        let (sign, color) = match message.severity {
            Severity::Info => ("i", palette.success),
            Severity::Warning => ("!", palette.warning),
            Severity::Error => ("!", palette.error),
        };
        let toast = self.toasts.custom(message.text.as_str(), sign.to_owned(), color);
        let seconds = if message.severity == Severity::Info { 3 } else { 8 };
        toast.duration(Some(Duration::from_secs(seconds))).show_progress_bar(false).closable(false);
        self.log.push_back(message);
        self.is_taken_back = false;
        if self.log.len() > LOG {
            self.log.pop_front();
        }
    }

    /// Shows no longer what was said last, if it is this.
    fn take_back(&mut self, message: &Message) {
        if self.log.back() == Some(message) {
            self.is_taken_back = true;
            self.toasts.dismiss_latest_toast();
        }
    }

    fn draw(&mut self, ui: &mut Ui) {
        let Self { editor, viewport, panels, context_menu, inputs, log, .. } = self;
        let said = log.back().filter(|_| !self.is_taken_back);
        panels.ui(ui, editor, said, inputs, &mut |ui, inputs| {
            let view = viewport.ui(ui, editor, inputs);
            if viewport.offers_menu() {
                context_menu.ui(&view, editor, inputs);
            }
        });
        if !self.is_laid_out {
            self.is_laid_out = true;
            self.inputs.push(Input::Run(Command::FrameAll));
        }
    }

    /// Title, theme and size of everything, as the editor says.
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

    /// Asks for the next frame only if time alone will change something.
    fn plan_next_frame(&self, ctx: &egui::Context) {
        if let Some(seconds) = self.editor.next_tick() {
            ctx.request_repaint_after(Duration::from_secs_f64(seconds.max(0.0)));
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
        self.toasts.show(&ctx);
        if self.handle() {
            ctx.request_repaint();
        }
        self.carry_out(&ctx);
        self.follow_options(&ctx);
        self.plan_next_frame(&ctx);
    }

    fn raw_input_hook(&mut self, ctx: &egui::Context, raw: &mut egui::RawInput) {
        if self.panels.is_opening() {
            self.acts.hold(raw);
            ctx.request_repaint();
        } else if self.acts.admit(raw) {
            ctx.request_repaint();
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

/// Toasts come in from the lower left, above the bar of the scale, where they cover neither legend nor panels; nobody
/// needs to close them.
fn toasts() -> Toasts {
    Toasts::new().with_anchor(egui_notify::Anchor::BottomLeft).with_margin(egui::vec2(72.0, 72.0))
}
