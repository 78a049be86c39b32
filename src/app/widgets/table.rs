//! Headers of tables whose rows can be sorted.

use egui::{Align, Label, Rect, RichText, Sense, Ui};

use super::parts;
use crate::editor::session::table::TableOrder;

/// Height of a header, in points.
pub(in crate::app) const HEAD: f32 = 20.0;

/// Minimum width of a table with all its columns, in points; a narrower one has fewer.
pub(in crate::app) const LEAST_WIDTH: f32 = 280.0;

/// Column of a table: its value in the order, title, description and alignment.
pub(in crate::app) type Column<C> = (C, &'static str, &'static str, Align);

/// Draws the title of a column at the right or left end of a place; returns whether it was clicked.
pub(in crate::app) fn head(
    ui: &mut Ui,
    (place, end): (Rect, Align),
    title: &str,
    is_order: bool,
    description: &str,
) -> bool {
    let words = RichText::new(title).small();
    let words = if is_order { words.strong().underline() } else { words.weak() };
    let label = Label::new(words).sense(Sense::click()).truncate();
    parts::within(ui, place, end).add(label).on_hover_text(description).clicked()
}

/// Draws the titles of columns, with an arrow at the one that decides; returns the clicked column.
///
/// The tooltips name the columns without a place, which a wider panel shows.
pub(in crate::app) fn heads<C: Copy + PartialEq>(
    ui: &mut Ui,
    order: TableOrder<C>,
    columns: impl IntoIterator<Item = (Rect, Column<C>)>,
) -> Option<C> {
    let (shown, hidden): (Vec<_>, Vec<_>) =
        columns.into_iter().partition(|(place, _): &(Rect, Column<C>)| place.width() > 0.0);
    let mut more = String::new();
    for (_, (_, title, description, _)) in hidden {
        more.extend(["\nA wider panel also shows \"", title, "\": ", description]);
    }
    let mut clicked = None;
    for (place, (column, title, description, end)) in shown {
        let is_order = order.column == column;
        let arrow = if order.is_descending { "⬇" } else { "⬆" };
        let title = if is_order { format!("{title} {arrow}") } else { title.to_owned() };
        let description =
            format!("{description}\n\nClick to sort by it; click again to reverse the order{more}");
        if head(ui, (place, end), &title, is_order, &description) {
            clicked = Some(column);
        }
    }
    clicked
}
