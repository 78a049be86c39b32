//! Plots of a path, of its steps and of a run: totals, signed areas, portal widths and heights.

pub mod gaps;
pub mod search;
mod simulation;

use egui::{Color32, Id, Rangef, RichText, TextStyle, Ui, vec2};
use egui_plot::{
    AxisHints, Line, LineStyle, Plot, PlotPoints, PlotResponse, PlotUi, Points, VLine, uniform_grid_spacer,
};

use crate::app::theme::{self, Icon};
use crate::app::widgets::{axis, parts};
use crate::editor::State;
use crate::editor::analysis::survey;
use crate::editor::interaction::input::Input;
use crate::editor::queries::query::searching;
use crate::editor::queries::stepping::StepInput;
use crate::editor::simulation::playback::playback;
use crate::editor::simulation::runs;
use crate::editor::view::scene::Role;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::portal::Side;
use navsmith_core::pathfinding::string_pulling::profile::Passing;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::run::TraceKind;

/// Spaces between numbers of an axis at which they are hidden and fully shown, in points.
const LABEL_SPACING: Rangef = Rangef { min: 14.0, max: 28.0 };

/// View state of the panel, with the heights along the path computed once per answer.
#[derive(Debug, Default)]
pub(in crate::app) struct PlotsPanel {
    /// Path of `passings`.
    path: Option<Path>,
    passings: Vec<Passing>,
    search: search::SearchCurves,
    gaps: gaps::GapCurves,
    /// Number of the survey on display; a new survey replaces the plots of the path.
    survey: Option<u64>,
    shows_path: bool,
    run: simulation::RunCurves,
    /// Whether the plots of the run are shown instead of those of the path; `None` until one is chosen.
    shows_run: Option<bool>,
}

const LEAST_HEIGHT: f32 = 96.0;

/// Least distances of the grid lines along both axes, relative to those of the toolkit.
const GRID_SPACING: [f64; 2] = [6.0, 3.5];

/// Largest number of points that are marked; more would merge.
const MOST_MARKED: usize = 150;

impl PlotsPanel {
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
        if self.run_ui(ui, state, inputs) || self.survey_ui(ui, state) {
            return;
        }
        let path = state.answer().and_then(|answer| answer.path());
        if path.is_none() && state.search_log().is_empty() {
            let text = if searching::under_way(state).is_some() {
                "The search is running. The plots of the path follow when it ends."
            } else if state.answer().is_some() {
                "There is no path. The Stepper panel states the reason."
            } else {
                "Place a start and a target to plot the path between them."
            };
            return parts::empty(ui, Icon::PLOT, "No path to plot", text);
        }
        if let Some(path) = path.filter(|&path| self.path.as_ref() != Some(path)) {
            self.passings = path.passings();
            self.path = Some(path.clone());
        }
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let caption = ui.spacing().interact_size.y + 2.0 * ui.spacing().item_spacing.y;
            let height = (ui.available_height() / 3.0 - caption).max(LEAST_HEIGHT);
            // The plot that contains the cursor comes first.
            let is_searching = path.is_none() || state.search_step().is_some();
            if is_searching {
                search::ui(ui, state, inputs, height, &mut self.search);
            }
            if state.records_on_demand() {
                parts::note(
                    ui,
                    "Record the steps in the Stepper panel to plot the search and the signed areas.",
                );
            }
            if let Some(path) = path {
                if !state.records_on_demand() {
                    areas_ui(ui, state, inputs, height);
                }
                widths_ui(ui, state, inputs, path, height);
                heights_ui(ui, state, inputs, &self.passings, height);
            }
            if !is_searching {
                search::ui(ui, state, inputs, height, &mut self.search);
            }
        });
    }

    /// Draws the switch to the run of a scenario, if one is computed; returns whether its plots are shown.
    fn run_ui(&mut self, ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) -> bool {
        let Some(run) = runs::known(state) else { return false };
        let has_path = state.answer().and_then(|answer| answer.path()).is_some();
        let first = playback(state).is_shown() || !has_path;
        let mut shows_run = self.shows_run.unwrap_or(first);
        ui.horizontal(|ui| {
            for (is_run, title) in [(true, "Simulation"), (false, "Path")] {
                if ui.selectable_value(&mut shows_run, is_run, title).clicked() {
                    self.shows_run = Some(is_run);
                }
            }
        });
        if shows_run {
            let area = egui::ScrollArea::vertical().id_salt("run").auto_shrink([false, false]);
            area.show(ui, |ui| simulation::ui(ui, state, run, inputs, &mut self.run));
        }
        shows_run
    }

    /// Draws the switch to the sampled detours, if there are any; returns whether they are shown.
    fn survey_ui(&mut self, ui: &mut Ui, state: &State) -> bool {
        let found = survey::found(state).filter(|found| !found.gaps.is_empty());
        let number = found.and_then(|_| survey::number(state));
        if number != self.survey {
            (self.survey, self.shows_path) = (number, false);
        }
        let Some(found) = found else { return false };
        ui.horizontal(|ui| {
            ui.selectable_value(&mut self.shows_path, true, "This path");
            ui.selectable_value(&mut self.shows_path, false, "Sampled detours");
        });
        if !self.shows_path {
            let area = egui::ScrollArea::vertical().id_salt("gaps").auto_shrink([false, false]);
            area.show(ui, |ui| gaps::ui(ui, found, number, &mut self.gaps));
        }
        !self.shows_path
    }
}

fn portal_here(state: &State) -> Option<usize> {
    state.event()?.portal()
}

/// Plots the signed areas against the left and the right leg at each step.
fn areas_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, height: f32) {
    let [left, right] = [Side::Left, Side::Right].map(|leg| theme::side_color(ui, leg));
    caption(ui, "Signed areas", &[("against the left leg", left), ("against the right leg", right)]);
    let series = |leg: Side| -> PlotPoints<'_> {
        let steps = state.timeline().events().iter().enumerate();
        steps.map(|(index, step)| [(index + 1) as f64, step.areas[usize::from(step.side != leg)]]).collect()
    };
    let cursor =
        state.stage().filter(|&(stage, _)| stage == Stage::Funnel).map(|(_, local)| (local + 1) as f64);
    let lines = [(Side::Left, left, LineStyle::Solid), (Side::Right, right, LineStyle::dashed_loose())];
    let lines = lines.map(|(leg, color, style)| {
        let name = format!("area against the {} leg", leg.name());
        Line::new(name, series(leg)).color(color).width(1.8).style(style)
    });
    let plot = plot("areas", height, "step", "m²").include_y(0.0);
    let response = plot.show(ui, |plot| {
        let [left, right] = lines;
        plot.line(left);
        plot.line(right);
        cursor_line(plot, cursor);
    });
    go_to_clicked(state, inputs, Stage::Funnel, &response);
}

fn widths_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, path: &Path, height: f32) {
    let color = theme::role(Role::CurrentPortal, ui.visuals().dark_mode).color;
    caption(ui, "Portal width along the corridor", &[]);
    // The first and the last portal are the start and the target, which have no width.
    let gates = path.portals.iter().enumerate().filter(|(_, portal)| portal.ids.is_some());
    let widths: Vec<[f64; 2]> = gates.map(|(i, portal)| [i as f64, f64::from(portal.width())]).collect();
    let cursor = portal_here(state).map(|portal| portal as f64);
    let plot = plot("widths", height, "portal", "m").include_y(0.0);
    let response = plot.show(ui, |plot| {
        let in_view = plot.plot_bounds().range_x();
        let marked: Vec<[f64; 2]> = widths.iter().copied().filter(|[x, _]| in_view.contains(x)).collect();
        plot.line(Line::new("width", widths).color(color).width(1.5));
        if marked.len() <= MOST_MARKED {
            plot.points(Points::new("width", marked).color(color).radius(2.5));
        }
        cursor_line(plot, cursor);
    });
    if let Some(x) = clicked(&response) {
        go_to_portal(state, inputs, x.round().max(0.0) as usize);
    }
}

/// Plots the height of the path over the walked distance.
fn heights_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, passings: &[Passing], height: f32) {
    let color = theme::role(Role::Path, ui.visuals().dark_mode).color;
    caption(ui, "Height along the path", &[]);
    let points: Vec<[f64; 2]> = passings.iter().map(|p| [p.distance, f64::from(p.point.y)]).collect();
    let at_cursor = portal_here(state).and_then(|portal| passings.get(portal));
    let cursor = at_cursor.map(|passing| passing.distance);
    let lowest = passings.iter().map(|p| p.point.y).fold(f32::INFINITY, f32::min);
    let plot = plot("heights", height, "m walked", "m").include_y(f64::from(lowest) + 0.5);
    let response = plot.show(ui, |plot| {
        plot.line(Line::new("height", points).color(color).width(2.0).fill(f64::from(lowest) as f32));
        cursor_line(plot, cursor);
    });
    let distance_to = |x: f64| move |passing: &&Passing| (passing.distance - x).abs();
    if let Some(x) = clicked(&response) {
        let nearest = passings.iter().min_by(|a, b| distance_to(x)(a).total_cmp(&distance_to(x)(b)));
        if let Some(passing) = nearest {
            go_to_portal(state, inputs, passing.portal);
        }
    }
}

fn plot<'a>(id: &str, height: f32, x: &str, y: &str) -> Plot<'a> {
    let (x, y) = (x.to_owned(), y.to_owned());
    let with_numbers = |hints: AxisHints<'a>, unit: &str| {
        let hints = hints.label(RichText::new(unit).small()).label_spacing(LABEL_SPACING);
        hints.formatter(|mark, _| axis::number_at(mark))
    };
    Plot::new(Id::unique(("plot", id)))
        .height(height)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_drag([true, false])
        .allow_zoom([true, false])
        .set_margin_fraction(vec2(0.02, 0.12))
        .show_background(true)
        .grid_fade(0.5)
        .x_grid_spacer(uniform_grid_spacer(|input| grid_steps(input.base_step_size * GRID_SPACING[0])))
        .y_grid_spacer(uniform_grid_spacer(|input| grid_steps(input.base_step_size * GRID_SPACING[1])))
        .custom_x_axes(vec![with_numbers(AxisHints::new_x(), &x)])
        .custom_y_axes(vec![with_numbers(AxisHints::new_y(), &y).min_thickness(34.0)])
        .label_formatter(move |hover| {
            let (name, at) = match hover {
                egui_plot::HoverPosition::NearDataPoint { plot_name, position, .. } => (*plot_name, position),
                egui_plot::HoverPosition::Elsewhere { .. } => return None,
            };
            Some(format!("{x} {:.2}\n{name} {:.3} {y}", at.x, at.y))
        })
}

/// Returns the steps of a grid: the least one of 1, 2 and 5 times a power of ten, and the next powers.
///
/// Each line of the grid has room for its number.
fn grid_steps(least: f64) -> [f64; 3] {
    let power = 10.0_f64.powf(least.abs().max(1e-12).log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().map(|factor| factor * power).find(|&step| step >= least);
    let step = step.unwrap_or(10.0 * power);
    let next = if step < 10.0 * power { 10.0 * power } else { 100.0 * power };
    [step, next, 10.0 * next]
}

fn caption(ui: &mut Ui, title: &str, series: &[(&str, Color32)]) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).small().strong());
        for (name, color) in series {
            // A swatch and its name stay in one line.
            let width = parts::text_width(ui, name, &TextStyle::Small);
            if ui.available_size_before_wrap().x < width + 2.0 * theme::SPACE_XL {
                ui.end_row();
            }
            parts::swatch(ui, *color);
            ui.label(RichText::new(*name).small().weak());
        }
    });
}

fn cursor_line(plot: &mut PlotUi<'_>, at: Option<f64>) {
    if let Some(x) = at {
        let color = plot.ctx().global_style().visuals.strong_text_color();
        plot.vline(VLine::new("cursor", x).color(color).width(1.5).allow_hover(false));
    }
}

fn clicked<R>(plot: &PlotResponse<R>) -> Option<f64> {
    let pointer = plot.response.interact_pointer_pos().filter(|_| plot.response.clicked())?;
    Some(plot.transform.value_from_position(pointer).x)
}

/// Moves the cursor to the clicked step of a stage.
fn go_to_clicked<R>(state: &State, inputs: &mut Vec<Input>, stage: Stage, plot: &PlotResponse<R>) {
    if let Some(x) = clicked(plot) {
        let lane = state.query_trace().range(stage);
        let local = ((x - 1.0).round().max(0.0) as usize).min(lane.len().saturating_sub(1));
        go_to(inputs, lane.start + local);
    }
}

fn go_to(inputs: &mut Vec<Input>, step: usize) {
    // The plots are of the query, whatever trace the stepper shows.
    inputs.push(Input::Step(StepInput::ShowRun(TraceKind::Query)));
    inputs.push(Input::Step(StepInput::SetCursor(step)));
}

/// Moves the cursor to the first step at the portal nearest to an index.
fn go_to_portal(state: &State, inputs: &mut Vec<Input>, portal: usize) {
    let steps = state.timeline().events().iter().enumerate();
    let nearest = steps.min_by_key(|(_, step)| step.portal.abs_diff(portal));
    if let Some((local, _)) = nearest {
        go_to(inputs, state.query_trace().range(Stage::Funnel).start + local);
    }
}
