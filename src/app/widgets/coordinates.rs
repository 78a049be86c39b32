//! Rows for the coordinates of a file: up axis, mirror and unit.

use egui::{ComboBox, Ui};

use super::choice;
use super::number::{NumberField, released};
use super::parts::Facts;
use navsmith_core::geometry::{Axis, FileCoordinates, LengthUnit, UpAxis, Vec3};

/// Draws the rows of all coordinates; with `has_fixed_up`, only Y can be up.
pub(in crate::app) fn rows(facts: &mut Facts<'_>, coordinates: &mut FileCoordinates, has_fixed_up: bool) {
    facts.row_ui("Up axis", |ui| up_ui(ui, &mut coordinates.up, has_fixed_up));
    facts.row_ui("Mirror along", |ui| mirror_ui(ui, &mut coordinates.mirror, has_fixed_up));
    unit_rows(facts, &mut coordinates.scale);
}

/// Describes coordinates, as in "Z up, in cm".
pub(in crate::app) fn describe(FileCoordinates { up, mirror, scale }: FileCoordinates) -> String {
    let unit = match LengthUnit::of_metres(scale) {
        Some(unit) => format!("in {}", unit.symbol),
        None => format!("in units of {scale} m"),
    };
    let mirrored = mirror.map_or_else(String::new, |axis| format!(", mirrored along {}", axis.name()));
    format!("{} up, {unit}{mirrored}", up.name())
}

/// Draws the choice of an up axis; with `is_fixed`, only Y can be chosen.
pub(in crate::app) fn up_ui<T: Copy + PartialEq + From<UpAxis>>(ui: &mut Ui, up: &mut T, is_fixed: bool) {
    ui.horizontal(|ui| {
        for axis in UpAxis::ALL {
            let description = format!("{} points up in the file", axis.name());
            let is_offered = !is_fixed || axis == UpAxis::Y;
            let choice = |ui: &mut Ui| ui.selectable_value(up, T::from(axis), axis.name());
            let choice = ui.add_enabled_ui(is_offered, choice).inner.on_hover_text(description);
            choice.on_disabled_hover_text("Files of this format always have Y up");
        }
    });
}

/// Draws the choice of the axis along which positions are mirrored; with `is_up_fixed`, it is not Y.
pub(in crate::app) fn mirror_ui(ui: &mut Ui, mirror: &mut Option<Axis>, is_up_fixed: bool) {
    let mut axes = vec![None];
    axes.extend(Axis::ALL.map(Some).into_iter().filter(|&axis| !is_up_fixed || axis != Some(Axis::Y)));
    let title = |mirror: Option<Axis>| mirror.map_or("None", Axis::name);
    choice::of_values(ui, ComboBox::from_id_salt("mirror"), mirror, &axes, title, |_| "")
        .on_hover_text("The coordinate of the document that has the opposite sign in the file");
}

/// Draws the rows of a unit: the choice of a known one, and its number of metres.
pub(in crate::app) fn unit_rows(facts: &mut Facts<'_>, metres: &mut f32) {
    facts.row_ui("Unit", |ui| {
        let mut unit = LengthUnit::of_metres(*metres);
        let units = LengthUnit::ALL.map(Some);
        let title = |unit: Option<LengthUnit>| unit.map_or("Other", |unit| unit.name);
        choice::of_values(ui, ComboBox::from_id_salt("unit"), &mut unit, &units, title, |_| "");
        if let Some(unit) = unit {
            *metres = unit.metres;
        }
    });
    facts.row_ui("Metres per unit", |ui| {
        let changed = released(ui, ("metres", ui.scope_id()), *metres, |ui, metres| {
            let speed = *metres * 0.01;
            ui.add(NumberField::new(metres).range(1e-6..=1e6).speed(speed).max_decimals(6))
                .on_hover_text("The length of a unit of the file: 1 for metres, 0.01 for centimetres")
        });
        *metres = changed.unwrap_or(*metres);
    });
}

/// Draws the row of an offset; `key` distinguishes it from others in the same panel.
pub(in crate::app) fn offset_row(facts: &mut Facts<'_>, key: usize, offset: &mut Vec3) {
    facts.row_ui("Offset", |ui| {
        ui.horizontal_wrapped(|ui| {
            for axis in Axis::ALL {
                let number = &mut offset[axis as usize];
                let text = format!("Position of the origin of the file along {}, in metres", axis.name());
                let changed = released(ui, ("offset", key, axis.name()), *number, |ui, number| {
                    ui.add(NumberField::new(number).decimals(2).suffix(" m")).on_hover_text(text)
                });
                *number = changed.unwrap_or(*number);
            }
        });
    });
}
