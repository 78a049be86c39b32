//! The command palette: type a few letters of any command and run it.

mod fuzzy;
mod offers;

use egui::{self, Align2, Id, Key, Modifiers, RichText, TextEdit, Ui, text::LayoutJob, vec2};

use self::fuzzy::Fit;
use self::offers::Offer;
use crate::app::widgets::parts;
use crate::editor::{Editor, Input};

#[derive(Debug, Default)]
pub(in crate::app) struct Palette {
    pub(in crate::app) is_open: bool,
    /// Whether the palette has been drawn, so that it receives keys.
    is_drawn: bool,
    typed: String,
    cursor: usize,
}

/// An offer that matches the typed text.
type Found = (Offer, Fit);

const WIDTH: f32 = 560.0;
const ROW_HEIGHT: f32 = 28.0;
const MAX_ROWS: f32 = 12.0;

impl Palette {
    pub(in crate::app) fn toggle(&mut self) {
        *self = Self { is_open: !self.is_open, ..Self::default() };
    }

    /// Whether the palette was opened and is not drawn yet, so that typed keys would not reach it.
    pub(in crate::app) fn is_opening(&self) -> bool {
        self.is_open && !self.is_drawn
    }

    pub(in crate::app) fn ui(&mut self, ctx: &egui::Context, editor: &Editor, inputs: &mut Vec<Input>) {
        if !self.is_open {
            return;
        }
        let area =
            egui::Modal::default_area(Id::unique("palette")).anchor(Align2::CENTER_TOP, vec2(0.0, 72.0));
        let modal = egui::Modal::new(Id::unique("palette")).area(area).show(ctx, |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 32.0));
            self.contents_ui(ui, editor, inputs);
        });
        self.is_drawn = true;
        self.is_open &= !modal.should_close();
    }

    fn contents_ui(&mut self, ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
        let found_before = find(&self.typed, editor).len();
        let is_accepted = self.take_keys(ui, found_before);
        let text = TextEdit::singleline(&mut self.typed)
            .hint_text("Type a few letters of a command, or start 3 4 for coordinates")
            .desired_width(f32::INFINITY)
            .margin(egui::Margin::symmetric(8, 6))
            .show(ui);
        text.response.request_focus();
        if text.response.changed() {
            self.cursor = 0;
        }
        ui.add_space(4.0);
        let found = find(&self.typed, editor);
        if found.is_empty() {
            parts::note(ui, "No command matches.");
        }
        parts::scrolling("found", ROW_HEIGHT * MAX_ROWS).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (i, found) in found.iter().enumerate() {
                let is_chosen = self.row_ui(ui, i, found) || (is_accepted && i == self.cursor);
                if is_chosen && found.0.refused.is_none() {
                    inputs.push(found.0.input.clone());
                    self.is_open = false;
                }
            }
        });
    }

    /// Moves the cursor by the arrow keys; returns whether Enter was pressed.
    fn take_keys(&mut self, ui: &Ui, rows: usize) -> bool {
        let last = rows.saturating_sub(1);
        ui.input_mut(|input| {
            if input.consume_key(Modifiers::NONE, Key::ArrowDown) {
                self.cursor = if self.cursor >= last { 0 } else { self.cursor + 1 };
            }
            if input.consume_key(Modifiers::NONE, Key::ArrowUp) {
                self.cursor = if self.cursor == 0 { last } else { self.cursor - 1 };
            }
            input.consume_key(Modifiers::NONE, Key::Enter)
        })
    }

    fn row_ui(&self, ui: &mut Ui, index: usize, (offer, fit): &Found) -> bool {
        let is_current = index == self.cursor;
        let button = egui::Button::selectable(is_current, title(ui, offer, fit))
            .right_text(RichText::new(&offer.keys).weak())
            .min_size(vec2(ui.available_width(), ROW_HEIGHT));
        let response = ui.add_enabled(offer.refused.is_none(), button);
        if is_current && !ui.clip_rect().contains_rect(response.rect) {
            response.scroll_to_me(None);
        }
        let description = &offer.description;
        match offer.refused {
            None => response.on_hover_text(description).clicked(),
            Some(why) => {
                response.on_disabled_hover_text(format!("{description}\n{why}"));
                false
            }
        }
    }
}

/// Returns the matching offers, best match first.
///
/// Equal matches keep the order of the table. Commands that cannot run come last.
fn find(typed: &str, editor: &Editor) -> Vec<Found> {
    let all = offers::fixes(editor).into_iter().chain(offers::commands(editor));
    let fitting = all.filter_map(|offer| fuzzy::fit(typed, &offer.title).map(|fit| (offer, fit)));
    let mut found: Vec<Found> = fitting.collect();
    found.sort_by_key(|(offer, fit)| (offer.refused.is_some(), -fit.score));
    if let Some(offer) = offers::placed_end(typed) {
        found.insert(0, (offer, Fit { score: 0, letters: Vec::new() }));
    }
    found
}

/// Lays out the title with the matched letters highlighted.
fn title(ui: &Ui, offer: &Offer, fit: &Fit) -> LayoutJob {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let visuals = ui.visuals();
    let plain = if offer.refused.is_some() { visuals.weak_text_color() } else { visuals.text_color() };
    let mut job = LayoutJob::default();
    for (i, letter) in offer.title.chars().enumerate() {
        let is_typed = fit.letters.binary_search(&i).is_ok();
        let color = if is_typed { visuals.hyperlink_color } else { plain };
        job.append(letter.encode_utf8(&mut [0; 4]), 0.0, egui::TextFormat::simple(font.clone(), color));
    }
    job
}
