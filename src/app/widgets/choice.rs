//! Lists of values to choose from, by pointer or by keys.

use egui::{ComboBox, Response, Ui};

/// Draws a list of values to choose from, with their titles and descriptions.
pub(in crate::app) fn of_values<T: Copy + PartialEq>(
    ui: &mut Ui,
    combo: ComboBox<'_>,
    chosen: &mut T,
    all: &[T],
    title: impl Fn(T) -> &'static str,
    describe: impl Fn(T) -> &'static str,
) -> Response {
    let combo = combo.selected_text(title(*chosen));
    of_items(ui, combo, chosen, all.iter().map(|&value| (value, title(value), describe(value))))
}

/// Draws a list of values to choose from; each has a title and a description, which may be empty.
pub(in crate::app) fn of_items<'a, T: Copy + PartialEq>(
    ui: &mut Ui,
    combo: ComboBox<'_>,
    chosen: &mut T,
    all: impl IntoIterator<Item = (T, &'a str, &'a str)>,
) -> Response {
    let mut is_chosen_by_key = false;
    let shown = combo.show_ui(ui, |ui| {
        let (mut has_focus, mut of_chosen) = (false, None);
        for (value, title, description) in all {
            let is_chosen = *chosen == value;
            let mut label = ui.selectable_value(chosen, value, title);
            if !description.is_empty() {
                label = label.on_hover_text(description);
            }
            // A click closes the list, a key does not.
            if label.clicked() && !ui.input(|input| input.pointer.any_click()) {
                is_chosen_by_key = true;
                ui.close();
            }
            has_focus |= label.has_focus();
            of_chosen = of_chosen.or_else(|| is_chosen.then_some(label));
        }
        // An open list has the focus, so arrow keys and Enter choose from it.
        if let Some(label) = of_chosen.filter(|_| !has_focus) {
            label.request_focus();
        }
    });
    if is_chosen_by_key {
        shown.response.request_focus();
    }
    shown.response
}
