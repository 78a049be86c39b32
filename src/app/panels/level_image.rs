//! Rows for the placement of an image.

use egui::{Response, Ui};
use glam::Vec2;

use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts::Facts;
use navsmith_formats::document::ImagePlacement;

/// Draws the two points of an image: their pixels, and their positions on the ground.
pub(super) fn rows(facts: &mut Facts<'_>, placement: &mut ImagePlacement) {
    for (index, title) in ["Point 1", "Point 2"].into_iter().enumerate() {
        let pixel = &mut placement.pixels[index];
        facts.row_ui(title, |ui| {
            pair_ui(ui, ("pixel", index), pixel, " px", "The point of the image in pixels");
        });
        let place = &mut placement.ground[index];
        facts.row_ui("lies at X, Z", |ui| {
            pair_ui(ui, ("ground", index), place, " m", "Its position on the ground");
        });
    }
}

fn pair_ui(ui: &mut Ui, key: (&str, usize), pair: &mut Vec2, unit: &'static str, text: &str) {
    ui.horizontal(|ui| {
        for (axis, number) in ["first", "second"].into_iter().zip([&mut pair.x, &mut pair.y]) {
            let field = |ui: &mut Ui, number: &mut f32| -> Response {
                let field = NumberField::new(number).decimals(2).suffix(unit);
                ui.add(field).on_hover_text(text)
            };
            *number = released(ui, (key, axis), *number, field).unwrap_or(*number);
        }
    });
}
