//! Fields and sliders for numbers, which accept expressions such as `=1/3`.
//!
//! The window has no other number fields, so that expressions work everywhere.

use std::any::Any;
use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::rc::Rc;

use egui::emath::Numeric;
use egui::{
    DragValue, Id, Label, Rangef, Response, RichText, Slider, SliderClamping, TextStyle, Tooltip, Ui, Widget,
};

use crate::editor::interaction::expression::evaluate;

/// Result of the last parse: a message about a number outside the range, or an error.
type Outcome = Rc<RefCell<Option<Result<Option<String>, String>>>>;

/// Range of a field without a range.
const UNLIMITED: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// Rules by which the text of a field is parsed.
#[derive(Clone)]
struct Reading {
    /// Word shown in place of a number, and its value if the word can be typed.
    word: (&'static str, Option<f64>),
    /// Factor of a typed number.
    scale: f64,
    /// Range of the value, to which typed numbers are limited.
    range: [f64; 2],
    /// Prefix and suffix of the field, which may be typed too.
    units: [String; 2],
    outcome: Outcome,
}

/// A field for a number that accepts expressions and shows an error in a tooltip.
#[must_use = "add it to a part of the window"]
pub(in crate::app) struct NumberField<'a> {
    field: DragValue<'a>,
    reading: Reading,
}

impl<'a> NumberField<'a> {
    /// Creates a field that changes `value`.
    pub(in crate::app) fn new(value: &'a mut impl Numeric) -> Self {
        Self::or(value, "")
    }

    /// Creates a field like [`Self::new`] that may show a word in place of a number.
    pub(in crate::app) fn or(value: &'a mut impl Numeric, word: &'static str) -> Self {
        // Only the user changes the value: the toolkit would report a value outside the range as changed.
        let field = DragValue::new(value).clamp_existing_to_range(false);
        Self { field, reading: Reading::new((word, None), 1.0) }
    }

    /// Limits typed and dragged numbers to a range, which the tooltip states.
    pub(in crate::app) fn range<N: Numeric>(mut self, range: RangeInclusive<N>) -> Self {
        self.reading.range = [range.start().to_f64(), range.end().to_f64()];
        Self { field: self.field.range(range), ..self }
    }

    /// Sets the change of the value per point of a drag.
    pub(in crate::app) fn speed(self, speed: impl Into<f64>) -> Self {
        Self { field: self.field.speed(speed), ..self }
    }

    pub(in crate::app) fn max_decimals(self, decimals: usize) -> Self {
        Self { field: self.field.max_decimals(decimals), ..self }
    }

    /// Shows this number of decimals, also where fewer would be exact.
    pub(in crate::app) fn decimals(self, decimals: usize) -> Self {
        Self { field: self.field.fixed_decimals(decimals), ..self }
    }

    pub(in crate::app) fn prefix(mut self, prefix: &str) -> Self {
        self.reading.units[0] = prefix.trim().into();
        Self { field: self.field.prefix(prefix), ..self }
    }

    pub(in crate::app) fn suffix(mut self, suffix: &str) -> Self {
        self.reading.units[1] = suffix.trim().into();
        Self { field: self.field.suffix(suffix), ..self }
    }

    /// Shows a word in place of the number.
    pub(in crate::app) fn shown_as(self, word: &'static str) -> Self {
        Self { field: self.field.custom_formatter(move |_, _| word.into()), ..self }
    }
}

impl Widget for NumberField<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let response = ui.add(self.field.custom_parser(self.reading.parser()));
        // The toolkit names a field after its unit. With a blank name, the row or the caller names it.
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(" "));
        self.reading.response_ui(ui, response)
    }
}

/// Width of the field of a slider with the space before it, in points.
const FIELD_WIDTH: f32 = 76.0;

/// Minimum width of a slider without its field, in points.
const LEAST_SLIDER_WIDTH: f32 = 40.0;

/// A slider with a field for its number, which accepts expressions too.
///
/// It becomes shorter in a narrow panel.
#[must_use = "add it to a part of the window"]
pub struct NumberSlider<'a> {
    slider: Slider<'a>,
    reading: Reading,
}

impl<'a> NumberSlider<'a> {
    /// Creates a slider that changes `value` within a range.
    pub fn new<N: Numeric>(value: &'a mut N, range: RangeInclusive<N>) -> Self {
        let reading = Reading {
            range: [range.start().to_f64(), range.end().to_f64()],
            ..Reading::new(("", None), 1.0)
        };
        Self { slider: Slider::new(value, range), reading }
    }

    /// Shows metres, and a word in place of `limit` and more; the word can be typed too.
    pub(in crate::app) fn up_to(mut self, limit: f64, word: &'static str) -> Self {
        self.reading.word = (word, Some(limit));
        self.reading.range[1] = f64::INFINITY;
        self.reading.units[1] = "m".into();
        let text = move |value, _| if value < limit { format!("{value:.2} m") } else { word.into() };
        Self { slider: self.slider.custom_formatter(text), ..self }
    }

    /// Creates a slider whose field shows percent, in steps of 5 %.
    pub(in crate::app) fn percent<N: Numeric>(value: &'a mut N, range: RangeInclusive<N>) -> Self {
        let Self { slider, mut reading } = Self::new(value, range);
        let slider = slider.step_by(0.05).custom_formatter(|value, _| format!("{:.0} %", value * 100.0));
        reading.scale = 0.01;
        reading.units[1] = "%".into();
        Self { slider, reading }
    }

    /// Allows typed numbers outside the slider's range.
    pub(in crate::app) fn beyond(mut self) -> Self {
        self.reading.range = UNLIMITED;
        Self { slider: self.slider.clamping(SliderClamping::Never), ..self }
    }

    /// Makes the slider logarithmic, so that small values take more of it.
    pub(in crate::app) fn logarithmic(self) -> Self {
        Self { slider: self.slider.logarithmic(true), ..self }
    }

    pub(in crate::app) fn max_decimals(self, decimals: usize) -> Self {
        Self { slider: self.slider.max_decimals(decimals), ..self }
    }

    /// Shows this number of decimals, also where fewer would be exact.
    pub(in crate::app) fn decimals(self, decimals: usize) -> Self {
        Self { slider: self.slider.fixed_decimals(decimals), ..self }
    }

    pub(in crate::app) fn suffix(mut self, suffix: &str) -> Self {
        self.reading.units[1] = suffix.trim().into();
        Self { slider: self.slider.suffix(suffix), ..self }
    }
}

impl Widget for NumberSlider<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        // Narrow panels leave room for the field at the right of the slider.
        let usual = ui.spacing().slider_width;
        let width = (ui.available_width() - FIELD_WIDTH).clamp(LEAST_SLIDER_WIDTH.min(usual), usual);
        let response = ui.scope(|ui| {
            ui.spacing_mut().slider_width = width;
            ui.add(self.slider.custom_parser(self.reading.parser()))
        });
        self.reading.response_ui(ui, response.inner)
    }
}

/// Returns the horizontal range of the handle of a slider, for marks above it.
///
/// The slider begins at `left` and is as wide as `slider_width` of the spacing, without its field.
pub fn handle_range(ui: &Ui, left: f32) -> Rangef {
    let spacing = ui.spacing();
    let thickness = ui.text_style_height(&TextStyle::Body).max(spacing.interact_size.y);
    // The toolkit keeps the round handle within the width.
    Rangef::new(left, left + spacing.slider_width).shrink(thickness / 2.5)
}

/// Draws a field; returns the edited value once it is complete, so that an edit is one undo step.
///
/// `field_ui` returns whether the value was changed, and whether the edit is complete. The edited value is stored
/// under `key` meanwhile. Escape discards it.
pub(in crate::app) fn edited<T: Any + Clone + Send + Sync>(
    ui: &mut Ui,
    key: impl Hash + Debug,
    value: T,
    field_ui: impl FnOnce(&mut Ui, &mut T) -> (bool, bool),
) -> Option<T> {
    let id = Id::unique(("edited", key));
    let typed = ui.data(|data| data.get_temp::<T>(id));
    let mut shown = typed.clone().unwrap_or(value);
    let (is_changed, is_complete) = field_ui(ui, &mut shown);
    let is_cancelled = is_cancelled(ui.ctx());
    let typed = if is_changed { Some(shown) } else { typed };
    ui.data_mut(|data| match &typed {
        Some(typed) if !is_complete && !is_cancelled => drop(data.insert_temp(id, typed.clone())),
        _ => data.remove::<T>(id),
    });
    typed.filter(|_| is_complete && !is_cancelled)
}

/// Whether Escape was pressed, which ends an edit without a change.
pub(in crate::app) fn is_cancelled(ctx: &egui::Context) -> bool {
    ctx.input(|input| input.key_pressed(egui::Key::Escape))
}

/// Draws a field of a number like [`edited`]; the edit is complete when the number is released.
pub(in crate::app) fn released<T: Any + Clone + Send + Sync>(
    ui: &mut Ui,
    key: impl Hash + Debug,
    value: T,
    field_ui: impl FnOnce(&mut Ui, &mut T) -> Response,
) -> Option<T> {
    edited(ui, key, value, |ui, shown| {
        let field = field_ui(ui, shown);
        (field.changed(), field.drag_stopped() || field.lost_focus())
    })
}

impl Reading {
    fn new(word: (&'static str, Option<f64>), scale: f64) -> Self {
        Self { word, scale, range: UNLIMITED, units: Default::default(), outcome: Outcome::default() }
    }

    /// Returns a parser of expressions that stores its last result.
    fn parser(&self) -> impl Fn(&str) -> Option<f64> + use<> {
        let own = self.clone();
        move |text| {
            let text = text.trim();
            let (word, value) = own.word;
            if !word.is_empty() && text == word {
                *own.outcome.borrow_mut() = Some(Ok(None));
                return value;
            }
            let [prefix, suffix] = &own.units;
            // `cm` ends in `m`: lengths with a unit are expressions already.
            let parsed = evaluate(text).or_else(|error| {
                let number = text.strip_prefix(prefix.as_str()).unwrap_or(text);
                let number = number.strip_suffix(suffix.as_str()).unwrap_or(number);
                if number == text { Err(error) } else { evaluate(number) }
            });
            let value = parsed.as_ref().ok().map(|value| value * own.scale);
            let limited = value.and_then(|value| own.limit_of(value));
            *own.outcome.borrow_mut() = Some(parsed.map(|_| limited).map_err(|error| error.to_string()));
            value
        }
    }

    /// Returns a message about a typed number that is outside the range.
    fn limit_of(&self, value: f64) -> Option<String> {
        let limit = value.max(self.range[0]).min(self.range[1]);
        // The ends of the range may be rounded to f32.
        let is_outside = (limit - value).abs() > f64::from(f32::EPSILON) * limit.abs();
        is_outside.then(|| format!("The number was limited to {}", self.shown(limit)))
    }

    /// Returns the text of a value with its units.
    fn shown(&self, value: f64) -> String {
        let [prefix, suffix] = &self.units;
        let number = format!("{:.3}", value / self.scale);
        let number = number.trim_end_matches('0').trim_end_matches('.');
        format!("{prefix} {number} {suffix}").trim().to_owned()
    }

    /// Draws the tooltips of a field: its range, and what is wrong with the typed text.
    fn response_ui(&self, ui: &Ui, response: Response) -> Response {
        error_ui(ui, &response, self.outcome.borrow_mut().take());
        let [least, most] = self.range;
        let range = match (least.is_finite(), most.is_finite()) {
            (true, true) => format!("{} to {}", self.shown(least), self.shown(most)),
            (true, false) => format!("{} or more", self.shown(least)),
            (false, true) => format!("{} or less", self.shown(most)),
            (false, false) => return response,
        };
        response.on_hover_ui(|ui| drop(ui.label(RichText::new(range).weak())))
    }
}

/// Shows what is wrong with the last text, until the text is valid or the next key or click elsewhere.
///
/// A number outside the range is reported when the field loses the focus, because it can be a part of another one.
fn error_ui(ui: &Ui, response: &Response, outcome: Option<Result<Option<String>, String>>) {
    let [id, limited_id] = ["error", "limited"].map(|name| response.id.with(name));
    let is_over = !response.has_focus()
        && !response.lost_focus()
        && ui.input(|input| {
            input.pointer.any_pressed()
                || input.events.iter().any(|event| matches!(event, egui::Event::Key { pressed: true, .. }))
        });
    ui.data_mut(|data| {
        if outcome.is_some() || is_over {
            data.remove::<String>(id);
            data.remove::<String>(limited_id);
        }
        match outcome {
            Some(Err(error)) => drop(data.insert_temp(id, error)),
            Some(Ok(Some(limited))) => drop(data.insert_temp(limited_id, limited)),
            Some(Ok(None)) | None => {}
        }
    });
    if !response.has_focus()
        && let Some(limited) = ui.data_mut(|data| data.remove_temp::<String>(limited_id))
        && !is_cancelled(ui.ctx())
    {
        ui.data_mut(|data| data.insert_temp(id, limited));
    }
    if let Some(error) = ui.data(|data| data.get_temp::<String>(id)) {
        let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, response.rect);
        tooltip.show(|ui| {
            let words = RichText::new(format!("{error}.")).color(ui.visuals().error_fg_color);
            ui.add(Label::new(words).wrap());
        });
    }
}
