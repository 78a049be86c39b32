//! Frame and buttons shared by all dialogs.

use egui::{Align2, Button, Color32, Id, Modal, ModalResponse, Popup, Response, RichText, Ui, vec2};

use crate::app::theme;
use crate::app::widgets::parts;

/// Draws a dialog in the middle of the window; returns the choice of `contents`.
///
/// Returns `None` while it stays open. `dismissed` is the choice for Escape and for a click beside the dialog.
pub(super) fn show<T>(
    ctx: &egui::Context,
    title: &str,
    width: f32,
    dismissed: T,
    contents: impl FnOnce(&mut Ui) -> Option<T>,
) -> Option<T> {
    let modal = show_modal(ctx, Modal::new(id(title)), title, width, contents);
    let is_dismissed = modal.should_close();
    modal.inner.or_else(|| is_dismissed.then_some(dismissed))
}

/// Draws a dialog like [`show`] at the right side, so that the view stays visible.
///
/// A click beside it does not dismiss it.
pub(super) fn show_beside<T>(
    ctx: &egui::Context,
    title: &str,
    width: f32,
    dismissed: T,
    contents: impl FnOnce(&mut Ui) -> Option<T>,
) -> Option<T> {
    let place = Modal::default_area(id(title)).anchor(Align2::RIGHT_CENTER, vec2(-theme::SPACE_L, 0.0));
    let modal = Modal::new(id(title)).area(place).backdrop_color(Color32::TRANSPARENT);
    let modal = show_modal(ctx, modal, title, width, contents);
    let is_dismissed = !modal.backdrop_response.clicked() && modal.should_close();
    modal.inner.or_else(|| is_dismissed.then_some(dismissed))
}

fn id(title: &str) -> Id {
    Id::unique(("dialog", title))
}

fn show_modal<T>(
    ctx: &egui::Context,
    modal: Modal,
    title: &str,
    width: f32,
    contents: impl FnOnce(&mut Ui) -> T,
) -> ModalResponse<T> {
    let screen = ctx.content_rect();
    let margin = egui::Margin::same(theme::SPACE_XL as i8);
    let frame = egui::Frame::window(&ctx.global_style()).inner_margin(margin);
    modal.frame(frame).show(ctx, |ui| {
        ui.set_width(width.min(screen.width() - 64.0));
        ui.label(RichText::new(title).heading().strong());
        ui.add_space(theme::SPACE_M);
        contents(ui)
    })
}

/// Returns the maximum height of the scrolling part of a dialog, in points.
pub(super) fn room(ui: &Ui) -> f32 {
    (ui.ctx().content_rect().height() - 260.0).max(120.0)
}

/// Draws contents that scroll if the window is too low for them.
pub(super) fn scrolling<R>(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    parts::scrolling(id, room(ui)).show(ui, contents).inner
}

/// Draws the row of buttons at the end, from the right; Enter clicks the first one.
pub(super) fn buttons<T: Copy>(ui: &mut Ui, choices: &[(&str, &str, T)]) -> Option<T> {
    buttons_enabled(ui, choices, |_| true)
}

/// Draws a row of buttons like [`buttons`], some of them disabled.
///
/// The tooltip of a disabled button states the reason.
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

/// Draws the default button, which has the focus until another widget gets it or a list opens.
///
/// Enter in an open list must not click the button.
pub(super) fn primary(ui: &mut Ui, words: &str) -> Response {
    let fill = ui.visuals().selection.bg_fill;
    let button = ui.add(plain(words).fill(fill));
    if Popup::is_any_open(ui.ctx()) {
        button.surrender_focus();
    } else if ui.memory(|memory| memory.focused().is_none()) && ui.is_enabled() {
        button.request_focus();
    }
    button
}

fn plain(words: &str) -> Button<'_> {
    Button::new(words).min_size(egui::vec2(84.0, theme::ROW + 4.0))
}
