//! A row of a group of agents with a number.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use egui::emath::Numeric;

use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts::Facts;

/// Range of radii, distances and times of agents.
pub(super) const POSITIVE: RangeInclusive<f32> = 0.01..=1000.0;

/// Draws a number with its unit; it changes when the field is released.
pub(super) fn number_row<N: Numeric + Send + Sync>(
    facts: &mut Facts<'_>,
    key: impl Hash + Debug,
    (name, unit, description): (&str, &str, &str),
    number: &mut N,
    range: RangeInclusive<N>,
) {
    facts.row_ui(name, |ui| {
        let typed = released(ui, ("agents", name, key), *number, |ui, shown| {
            let field = NumberField::new(shown).range(range).speed(0.02).max_decimals(2).suffix(unit);
            ui.add(field).on_hover_text(format!("{description}\nDrag, or click and type"))
        });
        *number = typed.unwrap_or(*number);
    });
}
