//! Histogram of a measure of the mesh, beside that of the document that it is compared with.

use egui::{
    Button, Color32, ComboBox, EventFilter, Grid, Id, Key, Label, Modifiers, Rangef, Response, RichText,
    Stroke, StrokeKind, Ui, Vec2b, WidgetInfo, vec2,
};
use egui_plot::{AxisHints, Bar, BarChart, GridMark, Plot};

use crate::app::jobs::Jobs;
use crate::app::theme;
use crate::app::widgets::axis;
use crate::app::widgets::choice;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::files::comparison;
use crate::editor::files::statistics::{self, StatisticsInput};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use navsmith_formats::document::statistics::Measure;
use navsmith_formats::document::statistics::histogram::{
    MeasureStatistics, MeshStatistics, ValueSummary, round_step_of,
};

/// Height of the histogram, in points.
const HEIGHT: f32 = 150.0;

/// Spaces between numbers of an axis at which they are hidden and fully shown, in points.
const LABEL_SPACING: Rangef = Rangef { min: 8.0, max: 12.0 };

/// Maximum number of steps between the marks of an axis.
const MOST_MARKS: f64 = 5.0;

/// Width of the names of values, and the space between columns, in points.
const NAMES: f32 = 56.0;
const SPACING: f32 = 12.0;

/// Opacity of the bars.
const OPACITY: f32 = 0.7;

/// Share of its place that a bar fills.
const FILLED: f64 = 0.92;

/// Draws the choice of a measure, its histogram and its statistics.
pub(super) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    parts::section(ui, "Statistics");
    measure_ui(ui, state, inputs);
    if let Some(found) = statistics::found(state) {
        plot_ui(ui, state, found, inputs);
        return facts_ui(ui, state, found);
    }
    if let Some(number) = statistics::under_way(state) {
        return parts::progress(ui, jobs.running_as(number));
    }
    if statistics::is_stopped(state) {
        let button = ui.button("Measure the mesh");
        let input = StatisticsInput::Show(statistics::measure(state));
        return parts::on_click(button, "Measure all cells again", inputs, Input::Statistics(input));
    }
    parts::note(ui, "The mesh is measured after the change.");
}

fn measure_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let before = statistics::measure(state);
    let mut measure = before;
    ui.horizontal_wrapped(|ui| {
        let combo = ComboBox::from_id_salt("measure");
        let choice = ui.name_inputs("Measure", |ui| {
            choice::of_values(ui, combo, &mut measure, &Measure::ALL, Measure::title, Measure::describe)
        });
        choice.on_hover_text(before.describe());
        color_ui(ui, state, inputs);
        parts::command_button(ui, state, inputs, Command::CopyStatistics, "Copy");
        parts::command_button(ui, state, inputs, Command::SaveStatistics, "Save…");
    });
    if measure != before {
        inputs.push(Input::Statistics(StatisticsInput::Show(measure)));
    }
}

/// Draws the switch that colours cells by the measure; without it, they are coloured by area.
fn color_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let is_on = Command::ColorByMeasure.is_checked(state) == Some(true);
    let command = if is_on { Command::ColorByArea } else { Command::ColorByMeasure };
    if let Some(spec) = command.spec() {
        let button = ui.add(Button::selectable(is_on, "Colour"));
        parts::on_click(button, parts::describe(spec), inputs, Input::Run(command));
    }
}

/// Draws the histogram; a click on a bar, or Enter at the chosen one, selects its elements.
fn plot_ui(ui: &mut Ui, state: &State, found: &MeasureStatistics, inputs: &mut Vec<Input>) {
    let [_, many] = found.measure.kind().nouns();
    if found.bounds.is_empty() {
        return parts::note(ui, &format!("The mesh has no {many} with such a value."));
    }
    let chosen = statistics::chosen_bar(state);
    let style = BarStyle { chosen, is_dark: ui.visuals().dark_mode, accent: theme::accent(ui) };
    let counts = AxisHints::new_y().min_thickness(34.0).formatter(|mark, _| count_at(mark.value));
    let counts = counts.label(RichText::new(many).small());
    let values = AxisHints::new_x().label(RichText::new(found.measure.unit()).small());
    let values = values.formatter(|mark, _| axis::number_at(mark));
    let plot = Plot::new(Id::unique(("plot", found.measure.name())))
        .height(HEIGHT)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_drag(false)
        .allow_zoom(false)
        .show_x(false)
        .show_y(false)
        .show_grid([false, true])
        .set_margin_fraction(vec2(0.02, 0.12))
        .custom_x_axes(vec![values.label_spacing(LABEL_SPACING)])
        .custom_y_axes(vec![counts.label_spacing(LABEL_SPACING)])
        .x_grid_spacer(|input| marks(input.bounds, found.measure.is_whole()))
        .y_grid_spacer(|input| marks(input.bounds, true))
        .include_y(0.0)
        .auto_bounds(Vec2b::TRUE);
    let response = plot.show(ui, |plot| {
        for (index, mesh) in found.meshes.iter().enumerate() {
            let chart = BarChart::new(many, bars(found, (index, mesh), &style))
                .color(theme::curve(index, style.is_dark).color)
                .element_formatter(Box::new(|bar, _| bar.name.clone()));
            plot.bar_chart(chart);
        }
    });
    let plot = &response.response;
    let chosen = chosen.map(|bar| (bar, describe(state, found, bar)));
    keys_ui(ui, plot, chosen.as_ref(), inputs);
    if let Some(at) = plot.interact_pointer_pos().filter(|_| plot.clicked()) {
        plot.request_focus();
        let x = response.transform.value_from_position(at).x;
        let is_at =
            |bar: &usize| found.drawn_range_of(*bar).is_some_and(|[from, to]| (from..to).contains(&x));
        let bar = (0..found.bounds.len() - 1).find(is_at);
        inputs.extend(bar.map(|bar| Input::Statistics(StatisticsInput::SelectBar(bar))));
    }
    let selected = if found.measure.kind().is_edges() { "edges" } else { "cells" };
    let words = match chosen {
        None => format!("Click a bar to select its {selected}."),
        Some((_, words)) if statistics::is_bar_selected(state) => {
            format!("{words}. Its {selected} are selected.")
        }
        Some((_, words)) => format!("{words}. Enter selects the {selected}."),
    };
    parts::note(ui, &words);
}

/// Handles keys of the focused histogram: arrows choose a bar, and Enter selects its elements.
fn keys_ui(ui: &Ui, plot: &Response, chosen: Option<&(usize, String)>, inputs: &mut Vec<Input>) {
    let name = chosen.map_or_else(|| "Histogram".into(), |(_, words)| format!("Histogram: {words}"));
    let bar = chosen.map_or(0, |&(bar, _)| bar);
    plot.widget_info(|| WidgetInfo::slider(ui.is_enabled(), bar as f64, &name));
    if !plot.has_focus() {
        return;
    }
    let outline = Stroke::new(1.0, theme::accent(ui));
    ui.painter().rect_stroke(plot.rect, theme::CORNER, outline, StrokeKind::Outside);
    // The focus stays, so that the arrows move the choice only.
    let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(plot.id, filter));
    for (key, is_forward) in [(Key::ArrowLeft, false), (Key::ArrowRight, true)] {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            inputs.push(Input::Statistics(StatisticsInput::StepBar { is_forward }));
        }
    }
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
        inputs.extend(chosen.map(|&(bar, _)| Input::Statistics(StatisticsInput::SelectBar(bar))));
    }
}

/// Describes a bar with its counts, such as "10° to 20°: 5 corners, and 3 in other.ron".
fn describe(state: &State, found: &MeasureStatistics, bar: usize) -> String {
    let [one, many] = found.measure.kind().nouns();
    let count = |mesh: usize| found.meshes.get(mesh).and_then(|mesh| mesh.bars.get(bar).copied());
    let own = parts::count(count(0).unwrap_or(0), one, many);
    let other = comparison::other(state)
        .and_then(|other| Some(format!(", and {} in {}", parts::thousands(count(1)?), other.name)));
    format!("{}: {own}{}", found.describe_bar(bar), other.unwrap_or_default())
}

/// Look of the bars.
struct BarStyle {
    /// The bar with an outline.
    chosen: Option<usize>,
    is_dark: bool,
    accent: Color32,
}

/// Returns the number at a mark of the axis of counts; empty between whole numbers.
fn count_at(value: f64) -> String {
    if value < 0.0 || value.fract() != 0.0 { String::new() } else { parts::compact(value as usize) }
}

/// Returns the bars of a mesh beside those of the other ones.
fn bars(found: &MeasureStatistics, (index, mesh): (usize, &MeshStatistics), style: &BarStyle) -> Vec<Bar> {
    let count = found.meshes.len().max(1) as f64;
    let [one, many] = found.measure.kind().nouns();
    let bar = |(bar, &number): (usize, &usize)| {
        let [from, to] = found.drawn_range_of(bar).unwrap_or_default();
        let width = (to - from) / count;
        let color = theme::curve(index, style.is_dark).color;
        let is_chosen = style.chosen == Some(bar);
        let color = if is_chosen { color } else { color.gamma_multiply(OPACITY) };
        let outline = if is_chosen { Stroke::new(2.0, style.accent) } else { Stroke::NONE };
        let middle = from + width * (index as f64 + 0.5);
        let name = format!("{}\n{}", found.describe_bar(bar), parts::count(number, one, many));
        Bar::new(middle, number as f64).width(width * FILLED).name(name).fill(color).stroke(outline)
    };
    mesh.bars.iter().enumerate().map(bar).collect()
}

/// Returns the marks of an axis with these ends, at round numbers; with `is_whole`, at whole ones.
pub fn marks((from, to): (f64, f64), is_whole: bool) -> Vec<GridMark> {
    let Some(step_size) = round_step_of(to - from, MOST_MARKS) else { return Vec::new() };
    let step_size = if is_whole { step_size.max(1.0) } else { step_size };
    let first = (from / step_size).ceil();
    let numbers = (0..=MOST_MARKS as usize).map(|nth| (first + nth as f64) * step_size);
    numbers.take_while(|&value| value <= to).map(|value| GridMark { value, step_size }).collect()
}

/// Draws the statistics, with a column for each document.
fn facts_ui(ui: &mut Ui, state: &State, found: &MeasureStatistics) {
    type Value = fn(&ValueSummary) -> f64;
    let rows: [(&str, Value); 4] = [
        ("Least", |summary| summary.least),
        ("Median", |summary| summary.median),
        ("Mean", |summary| summary.mean),
        ("Greatest", |summary| summary.most),
    ];
    let [_, many] = found.measure.kind().nouns();
    let is_dark = ui.visuals().dark_mode;
    let column = ((ui.available_width() - NAMES) / found.meshes.len() as f32 - SPACING).max(0.0);
    Grid::new("statistics")
        .num_columns(1 + found.meshes.len())
        .min_row_height(18.0)
        .spacing(vec2(SPACING, 2.0))
        .show(ui, |ui| {
            if let Some(other) = comparison::other(state).filter(|_| found.meshes.len() > 1) {
                ui.label("");
                for (index, name) in ["This document", other.name.as_str()].into_iter().enumerate() {
                    ui.horizontal(|ui| {
                        ui.set_max_width(column);
                        parts::swatch(ui, theme::curve(index, is_dark).color);
                        let label = Label::new(RichText::new(name).small()).truncate();
                        ui.add(label).on_hover_text(name);
                    });
                }
                ui.end_row();
            }
            let mut row = |name: &str, value: &dyn Fn(&MeshStatistics) -> String| {
                ui.label(RichText::new(name).weak());
                for mesh in &found.meshes {
                    ui.label(value(mesh));
                }
                ui.end_row();
            };
            row(&parts::capitalized(many), &|mesh| parts::thousands(mesh.count));
            for (name, value) in rows {
                row(name, &|mesh| {
                    mesh.summary.as_ref().map_or_else(|| "-".into(), |it| found.measure.format(value(it)))
                });
            }
            if found.meshes.iter().any(|mesh| mesh.without_value > 0) {
                row("No value", &|mesh| parts::thousands(mesh.without_value));
            }
        });
}
