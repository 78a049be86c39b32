//! The samples on the start screen, each with a thumbnail of its mesh.

use egui::{Color32, RichText, Sense, Stroke, TextStyle, TextWrapMode, Ui, UiBuilder, WidgetText, vec2};

use crate::app::widgets::parts;
use crate::app::{theme, viewport};
use crate::editor::interaction::thumbnail::Thumbnail;
use crate::io::samples::{self, Sample, SampleGroup};

/// Size of a thumbnail, in points.
const PICTURE: egui::Vec2 = egui::Vec2::new(224.0, 104.0);

/// Minimum width of a card, in points.
const LEAST_WIDTH: f32 = 216.0;

/// Maximum number of cards in a row.
const MOST_COLUMNS: usize = 3;

/// Thumbnails of all samples, computed when the gallery is first shown.
#[derive(Debug, Default)]
pub(super) struct Gallery {
    thumbnails: Vec<Option<Thumbnail>>,
}

impl Gallery {
    /// Draws the samples by group; returns the clicked one.
    pub(super) fn ui(&mut self, ui: &mut Ui) -> Option<&'static Sample> {
        if self.thumbnails.is_empty() {
            let size = glam::Vec2::new(PICTURE.x, PICTURE.y);
            let thumbnails = samples::all().iter().map(|sample| Thumbnail::of_sample(sample, size));
            self.thumbnails = thumbnails.collect();
        }
        let columns = ((ui.available_width() / LEAST_WIDTH) as usize).clamp(1, MOST_COLUMNS);
        let mut chosen = None;
        for (group, title) in
            [(SampleGroup::Basics, "Samples"), (SampleGroup::Failures, "When a path looks wrong")]
        {
            parts::section(ui, title);
            let all = samples::all().iter().zip(&self.thumbnails);
            let shelved: Vec<_> = all.filter(|(sample, _)| sample.group == group).collect();
            for row in shelved.chunks(columns) {
                chosen = ui.columns(columns, |columns| row_ui(columns, row)).or(chosen);
                ui.add_space(theme::SPACE_S);
            }
        }
        chosen
    }
}

/// Draws one card per column; returns the clicked sample.
fn row_ui(columns: &mut [Ui], row: &[(&'static Sample, &Option<Thumbnail>)]) -> Option<&'static Sample> {
    // Draws every card, also those after a clicked one.
    columns.iter_mut().zip(row).fold(None, |chosen, (ui, (sample, thumbnail))| {
        card_ui(ui, sample, thumbnail.as_ref()).then_some(*sample).or(chosen)
    })
}

/// Draws a sample as a button with its thumbnail, name and description.
fn card_ui(ui: &mut Ui, sample: &Sample, thumbnail: Option<&Thumbnail>) -> bool {
    let description = format!("Open the sample {}", sample.name);
    let builder = UiBuilder::new().id_salt(sample.name).sense(Sense::click());
    let response = ui.scope_builder(builder, |ui| {
        let palette = theme::palette(ui.visuals().dark_mode);
        let response = ui.response();
        let is_lit = response.hovered() || response.has_focus();
        let fill = if is_lit { palette.control_hovered } else { palette.control.gamma_multiply(0.5) };
        let frame = egui::Frame::new().fill(fill).corner_radius(theme::CORNER).inner_margin(theme::SPACE_M);
        let outline = if response.has_focus() { palette.accent } else { Color32::TRANSPARENT };
        frame.stroke(Stroke::new(1.5, outline)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let size = vec2(ui.available_width(), PICTURE.y);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            match thumbnail {
                Some(thumbnail) => viewport::paint_thumbnail(ui, rect, thumbnail),
                None => drop(ui.painter().rect_filled(rect, theme::CORNER, palette.canvas.background)),
            }
            ui.add_space(theme::SPACE_S);
            words_ui(ui, RichText::new(sample.name).strong());
            words_ui(ui, RichText::new(sample.about).small().weak());
        });
    });
    let response = response.response;
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &description));
    response.on_hover_text(description).clicked()
}

/// Draws wrapped text of a card without a label, because a screen reader reads the card's name alone.
fn words_ui(ui: &mut Ui, words: RichText) {
    let words = WidgetText::from(words);
    let galley = words.into_galley(ui, Some(TextWrapMode::Wrap), ui.available_width(), TextStyle::Body);
    let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::hover());
    ui.painter().galley(rect.min, galley, ui.visuals().text_color());
}
