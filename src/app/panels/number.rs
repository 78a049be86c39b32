//! Fields and sliders for numbers: the only ones in the window, so that each takes expressions, as `=1/3`.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;

use egui::emath::Numeric;
use egui::{DragValue, Label, Response, RichText, Slider, SliderClamping, Tooltip, Ui, Widget};

use crate::editor::evaluate;

/// What the typed text came to; `None` for a word in place of a number.
type Outcome = Rc<RefCell<Option<Result<f64, String>>>>;

/// A field for a number; what is typed may be an expression, and an error is shown beside it.
#[must_use = "add it to a part of the window"]
pub(in crate::app) struct NumberField<'a> {
    field: DragValue<'a>,
    outcome: Outcome,
}

impl<'a> NumberField<'a> {
    /// A field that changes `value`.
    pub(in crate::app) fn new(value: &'a mut impl Numeric) -> Self {
        Self::or(value, "")
    }

    /// The same for a field that may show a word in place of a number.
    pub(in crate::app) fn or(value: &'a mut impl Numeric, word: &'static str) -> Self {
        let outcome = Outcome::default();
        let field = DragValue::new(value).custom_parser(parser(&outcome, word, 1.0));
        Self { field, outcome }
    }

    /// Sets the smallest and the largest value.
    pub(in crate::app) fn range<N: Numeric>(self, range: RangeInclusive<N>) -> Self {
        Self { field: self.field.range(range), ..self }
    }

    /// Sets how much the value changes for a point of a drag.
    pub(in crate::app) fn speed(self, speed: impl Into<f64>) -> Self {
        Self { field: self.field.speed(speed), ..self }
    }

    /// Sets how many decimals are shown at most.
    pub(in crate::app) fn max_decimals(self, decimals: usize) -> Self {
        Self { field: self.field.max_decimals(decimals), ..self }
    }

    /// Sets what is shown before the number.
    pub(in crate::app) fn prefix(self, prefix: &str) -> Self {
        Self { field: self.field.prefix(prefix), ..self }
    }

    /// Sets what is shown behind the number.
    pub(in crate::app) fn suffix(self, suffix: &str) -> Self {
        Self { field: self.field.suffix(suffix), ..self }
    }

    /// Shows a word in place of the number.
    pub(in crate::app) fn shown_as(self, word: &'static str) -> Self {
        Self { field: self.field.custom_formatter(move |_, _| word.into()), ..self }
    }
}

impl Widget for NumberField<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let response = ui.add(self.field);
        // The toolkit names a field after its unit. With a blank name, the row or the caller names it.
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(" "));
        let outcome = self.outcome.borrow_mut().take();
        error_ui(ui, &response, outcome);
        response
    }
}

/// A slider with a field for its number, which takes expressions too.
#[must_use = "add it to a part of the window"]
pub(in crate::app) struct NumberSlider<'a> {
    slider: Slider<'a>,
    outcome: Outcome,
}

impl<'a> NumberSlider<'a> {
    /// A slider that changes `value` within a range.
    pub(in crate::app) fn new<N: Numeric>(value: &'a mut N, range: RangeInclusive<N>) -> Self {
        Self::or(value, range, "")
    }

    /// The same for a slider that may show a word in place of a number.
    pub(in crate::app) fn or<N: Numeric>(
        value: &'a mut N,
        range: RangeInclusive<N>,
        word: &'static str,
    ) -> Self {
        Self::scaled(value, range, word, 1.0)
    }

    /// A slider whose field shows percent.
    pub(in crate::app) fn percent<N: Numeric>(value: &'a mut N, range: RangeInclusive<N>) -> Self {
        let own = Self::scaled(value, range, "", 0.01);
        Self { slider: own.slider.custom_formatter(|value, _| format!("{:.0} %", value * 100.0)), ..own }
    }

    fn scaled<N: Numeric>(
        value: &'a mut N,
        range: RangeInclusive<N>,
        word: &'static str,
        scale: f64,
    ) -> Self {
        let outcome = Outcome::default();
        let slider = Slider::new(value, range).custom_parser(parser(&outcome, word, scale));
        Self { slider, outcome }
    }

    /// Lets typed numbers exceed the slider's range.
    pub(in crate::app) fn beyond(self) -> Self {
        Self { slider: self.slider.clamping(SliderClamping::Never), ..self }
    }

    /// Sets the distance between two values of the slider.
    pub(in crate::app) fn step_by(self, step: f64) -> Self {
        Self { slider: self.slider.step_by(step), ..self }
    }

    /// Makes small values take more of the slider.
    pub(in crate::app) fn logarithmic(self) -> Self {
        Self { slider: self.slider.logarithmic(true), ..self }
    }

    /// Sets how many decimals are shown at most.
    pub(in crate::app) fn max_decimals(self, decimals: usize) -> Self {
        Self { slider: self.slider.max_decimals(decimals), ..self }
    }

    /// Sets what is shown behind the number.
    pub(in crate::app) fn suffix(self, suffix: &str) -> Self {
        Self { slider: self.slider.suffix(suffix), ..self }
    }

    /// Sets the text for a value.
    pub(in crate::app) fn shown_by(self, text: impl Fn(f64) -> String + 'a) -> Self {
        Self { slider: self.slider.custom_formatter(move |value, _| text(value)), ..self }
    }
}

impl Widget for NumberSlider<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let response = ui.add(self.slider);
        let outcome = self.outcome.borrow_mut().take();
        error_ui(ui, &response, outcome);
        response
    }
}

/// Returns a parser of expressions that remembers what the last text came to.
///
/// Units that the field shows itself, degrees and percent, may be typed too.
fn parser(outcome: &Outcome, word: &'static str, scale: f64) -> impl Fn(&str) -> Option<f64> + use<> {
    let remembered = Rc::clone(outcome);
    move |text| {
        let number = text.trim_end().trim_end_matches(['°', '%']);
        let parsed = evaluate(number).map_err(|error| error.to_string());
        let is_word = !word.is_empty() && text == word;
        let value = parsed.as_ref().ok().map(|value| value * scale);
        *remembered.borrow_mut() = (!is_word).then_some(parsed);
        value
    }
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
