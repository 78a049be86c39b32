//! Rows for the placement of an image, and for its outlines.

use egui::{Response, Ui};
use glam::Vec2;

use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts::{self, Facts};
use crate::editor::edits::outlines::OutlineInput;
use crate::editor::interaction::input::Input;
use navsmith_formats::document::ImagePlacement;
use navsmith_formats::io::images::ImageOutlines;

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

/// Draws the settings of outlines of an image, and the button that makes them.
pub(super) fn outlines_ui(ui: &mut Ui, index: usize, inputs: &mut Vec<Input>) {
    let id = egui::Id::unique("image outlines").with(index);
    let mut settings: ImageOutlines = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        let mut threshold = f32::from(settings.threshold);
        let field = NumberField::new(&mut threshold).range(0.0..=255.0).speed(1.0).max_decimals(0);
        ui.add(field).on_hover_text("Brightness from which pixels are ground, from 0 to 255");
        settings.threshold = threshold.round().clamp(0.0, 255.0) as u8;
        let tooltip = "Darker pixels are ground instead of lighter ones";
        ui.checkbox(&mut settings.is_inverted, "Dark ground").on_hover_text(tooltip);
        let field =
            NumberField::new(&mut settings.simplification).range(0.0..=100.0).max_decimals(1).suffix(" px");
        ui.add(field).on_hover_text("Largest distance between a point that is left out and the outline");
        let tooltip = "Make outlines along the ground of the image";
        parts::on_click(
            ui.button("Outline"),
            tooltip,
            inputs,
            Input::Outline(OutlineInput::OfImage(index, settings)),
        );
    });
    ui.data_mut(|data| data.insert_temp(id, settings));
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
