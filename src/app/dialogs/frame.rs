//! What all dialogs have in common.

use egui::{self, Button, Id, Modal, Response, RichText, Ui};

use crate::app::panels::parts;
use crate::app::theme;

/// How a dialog stands.
pub(super) enum Answer<T> {
    /// It stays open.
    Open,
    /// Escape, or a click beside it.
    Dismissed,
    /// One of its buttons.
    Chosen(T),
}

impl<T> Answer<T> {
    /// Whether it stays open.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }

    /// What was chosen, or `dismissed`; `None` while it stays open.
    pub(super) fn or(self, dismissed: T) -> Option<T> {
        match self {
            Self::Open => None,
            Self::Dismissed => Some(dismissed),
            Self::Chosen(choice) => Some(choice),
        }
    }
}

/// Draws a dialog in the middle of the window, until `contents` answers.
pub(super) fn show<T>(
    ctx: &egui::Context,
    title: &str,
    width: f32,
    contents: impl FnOnce(&mut Ui) -> Option<T>,
) -> Answer<T> {
    let screen = ctx.content_rect();
    let margin = egui::Margin::same(theme::SPACE_XL as i8);
    let frame = egui::Frame::window(&ctx.global_style()).inner_margin(margin);
    let modal = Modal::new(Id::unique(("dialog", title))).frame(frame).show(ctx, |ui| {
        ui.set_width(width.min(screen.width() - 64.0));
        ui.label(RichText::new(title).heading().strong());
        ui.add_space(theme::SPACE_M);
        contents(ui)
    });
    let is_closed = modal.should_close();
    match modal.inner {
        Some(choice) => Answer::Chosen(choice),
        None if is_closed => Answer::Dismissed,
        None => Answer::Open,
    }
}

/// The most height that the scrolling part of a dialog may take.
pub(super) fn room(ui: &Ui) -> f32 {
    (ui.ctx().content_rect().height() - 260.0).max(120.0)
}

/// A part that scrolls where the window is too low for it.
pub(super) fn scrolling<R>(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    parts::scrolling(id, room(ui)).show(ui, contents).inner
}

/// The row of buttons at the end, from the right: the first one is what Enter does.
pub(super) fn buttons<T: Copy>(ui: &mut Ui, choices: &[(&str, &str, T)]) -> Option<T> {
    buttons_enabled(ui, choices, |_| true)
}

/// The same, of which some are disabled; the tooltip of these states the reason.
pub(super) fn buttons_enabled<T: Copy>(
    ui: &mut Ui,
    choices: &[(&str, &str, T)],
    is_enabled: impl Fn(T) -> bool,
) -> Option<T> {
    ui.add_space(theme::SPACE_L);
    let mut chosen = None;
    ui.horizontal(|ui| {
        parts::at_right(ui, |ui| {
            for (index, &(words, description, choice)) in choices.iter().enumerate() {
                let button = |ui: &mut Ui| if index == 0 { primary(ui, words) } else { ui.add(plain(words)) };
                let button = ui.add_enabled_ui(is_enabled(choice), button).inner;
                if button.on_hover_text(description).on_disabled_hover_text(description).clicked() {
                    chosen = Some(choice);
                }
            }
        });
    });
    chosen
}

/// The button that does what the dialog is for; it has the focus until something else is given it.
pub(super) fn primary(ui: &mut Ui, words: &str) -> Response {
    let fill = ui.visuals().selection.bg_fill;
    let button = ui.add(plain(words).fill(fill));
    if ui.memory(|memory| memory.focused().is_none()) && ui.is_enabled() {
        button.request_focus();
    }
    button
}

fn plain(words: &str) -> Button<'_> {
    Button::new(words).min_size(egui::vec2(84.0, theme::ROW + 4.0))
}
