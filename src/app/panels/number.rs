//! Fields for numbers that take expressions, as `=1/3`, and show what is wrong with them.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{DragValue, Label, Response, RichText, Tooltip, Ui};

use crate::editor::evaluate;

/// Draws a field for a number; what is typed may be an expression, and an error is shown beside it.
pub(in crate::app) fn number_field(ui: &mut Ui, field: DragValue<'_>) -> Response {
    number_field_or(ui, field, "")
}

/// The same for a field that may show a word in place of a number.
pub(in crate::app) fn number_field_or(ui: &mut Ui, field: DragValue<'_>, word: &'static str) -> Response {
    let outcome = Rc::new(RefCell::new(None));
    let heard = Rc::clone(&outcome);
    let field = field.custom_parser(move |text| {
        let parsed = evaluate(text).map_err(|error| error.to_string());
        let is_word = !word.is_empty() && text == word;
        let value = parsed.as_ref().ok().copied();
        *heard.borrow_mut() = (!is_word).then_some(parsed);
        value
    });
    let response = ui.add(field);
    let outcome = outcome.borrow_mut().take();
    error_ui(ui, &response, outcome);
    response
}

/// Keeps the error of the last text until the field is right, or the next key or click elsewhere.
fn error_ui(ui: &Ui, response: &Response, outcome: Option<Result<f64, String>>) {
    let id = response.id.with("error");
    let is_over = !response.has_focus()
        && !response.lost_focus()
        && ui.input(|input| {
            input.pointer.any_pressed()
                || input.events.iter().any(|event| matches!(event, egui::Event::Key { pressed: true, .. }))
        });
    let is_settled = matches!(outcome, Some(Ok(_))) || (outcome.is_none() && is_over);
    if let Some(Err(error)) = outcome {
        ui.data_mut(|data| data.insert_temp(id, error));
    } else if is_settled {
        ui.data_mut(|data| data.remove::<String>(id));
    }
    if let Some(error) = ui.data(|data| data.get_temp::<String>(id)) {
        let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, response.rect);
        tooltip.show(|ui| {
            let words = RichText::new(format!("{error}.")).color(ui.visuals().error_fg_color);
            ui.add(Label::new(words).wrap());
        });
    }
}
