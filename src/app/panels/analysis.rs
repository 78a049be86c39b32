//! Analyses of the whole mesh: statistics, detours, chokepoints, pairs of cells and busy portals.

use egui::{Align, Label, Rect, Response, RichText, ScrollArea, Sense, Ui, vec2};

use super::statistics;
use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::number::NumberField;
use crate::app::widgets::{parts, table};
use crate::editor::State;
use crate::editor::analysis::chokepoints::{self, Chokepoint, ChokepointPlace};
use crate::editor::analysis::pairs::{self, AnalysisInput, PairsFound};
use crate::editor::analysis::survey::{self, MOST_PAIRS, SURVEYED, SurveyFound, SurveyInput};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use navsmith_core::pathfinding::analysis::all_pairs::Travelled;
use navsmith_core::pathfinding::analysis::compare::gaps::GapSummary;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::search::method::Method;

pub(in crate::app) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    if state.document().mesh.cell_count() == 0 {
        let text = "This panel shows statistics, and lists detours, chokepoints, the two cells that are farthest apart, and the busiest portals. Draw a \
                    cell first.";
        return parts::empty(ui, Icon::PLOT, "No cells yet", text);
    }
    ScrollArea::vertical().id_salt("analysis").auto_shrink([false, false]).show(ui, |ui| {
        statistics::ui(ui, state, jobs, inputs);
        survey_ui(ui, state, jobs, inputs);
        pairs_ui(ui, state, jobs, inputs);
        chokepoints_ui(ui, state, jobs, inputs);
    });
}

fn chokepoints_ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    let chokepoints = chokepoints::found(state);
    parts::section_with(ui, "Chokepoints", |ui| {
        let words = if state.options().shows_chokepoints { "Hide" } else { "Show" };
        parts::command_button(ui, state, inputs, Command::ToggleChokepoints, words);
    });
    if let Some(number) = chokepoints::under_way(state) {
        return parts::progress(ui, jobs.running_as(number));
    }
    if !chokepoints::are_found(state) {
        let tooltip = "Search the whole mesh, which is large";
        let button = ui.button("Find chokepoints");
        parts::on_click(button, tooltip, inputs, Input::Analysis(AnalysisInput::FindChokepoints));
        return parts::note(ui, "Finds the cells and portals whose removal splits an island.");
    }
    if state.document().mesh.link_count() > 0 {
        parts::note(ui, "Links connect in both directions here, and are not listed themselves.");
    }
    if chokepoints.is_empty() {
        return parts::note(ui, "No single cell or portal splits an island.");
    }
    let height = ui.available_height().max(24.0 * 6.0);
    let area = parts::list_area("chokes", height);
    area.show_rows(ui, 24.0, chokepoints.len(), |ui, range| {
        for chokepoint in &chokepoints[range] {
            chokepoint_ui(ui, chokepoint, inputs);
        }
    });
}

fn chokepoint_ui(ui: &mut Ui, chokepoint: &Chokepoint, inputs: &mut Vec<Input>) {
    let place = match chokepoint.at {
        ChokepointPlace::Cell(cell) => format!("cell {}", cell.0),
        ChokepointPlace::Portal(side) => format!("a portal of cell {}", side.cell.0),
    };
    let cells = parts::count(chokepoint.cut_off.cells, "cell", "cells");
    let description = format!("Beyond {place}: {cells}, {:.1} m²", chokepoint.cut_off.area);
    let row = parts::list_row(ui, false, description);
    let tooltip = "This part of the island is reached only through here\n\nClick to show it";
    parts::on_click(row, tooltip, inputs, Input::Analysis(AnalysisInput::Frame(chokepoint.at)));
}

/// Draws the analysis of all pairs: not started, running, or finished.
fn pairs_ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    parts::section(ui, "All pairs of cells");
    if let Some(number) = pairs::under_way(state) {
        parts::progress(ui, jobs.running_as(number));
        parts::command_button(ui, state, inputs, Command::ForgetPairs, "Cancel");
        return;
    }
    let Some(pairs) = pairs::found(state) else {
        parts::command_button(ui, state, inputs, Command::FindPairs, "Find all pairs");
        return parts::note(ui, "Finds the two cells that are farthest apart, and the busiest portals.");
    };
    if let Some(diameter) = pairs.diameter {
        let length = parts::meters(diameter.length);
        let description =
            format!("Farthest apart: cells {} and {}, {length}", diameter.from.0, diameter.to.0);
        let row = parts::list_row(ui, false, description);
        let tooltip = "Measured from cell to cell through the middles of portals\n\nClick to show both";
        parts::on_click(row, tooltip, inputs, Input::Analysis(AnalysisInput::FrameDiameter));
    }
    travelled_ui(ui, pairs, inputs);
    parts::command_button(ui, state, inputs, Command::ForgetPairs, "Clear");
}

fn travelled_ui(ui: &mut Ui, pairs: &PairsFound, inputs: &mut Vec<Input>) {
    let rows = pairs.travelled.len();
    ui.label(RichText::new(format!("Busiest: {}", parts::count(rows, "portal", "portals"))).weak());
    let area = parts::list_area("travelled", 24.0 * 6.0);
    area.show_rows(ui, 24.0, rows, |ui, range| {
        for Travelled { half_edge, ways } in &pairs.travelled[range] {
            let share = *ways as f64 / pairs.ways.max(1) as f64 * 100.0;
            let description = format!("{share:.1} % of all paths, out of cell {}", half_edge.cell.0);
            let tooltip = format!("{}\n\nClick to show it", parts::count(*ways as usize, "path", "paths"));
            let row = parts::list_row(ui, false, description);
            let portal = ChokepointPlace::Portal(*half_edge);
            parts::on_click(row, tooltip, inputs, Input::Analysis(AnalysisInput::Frame(portal)));
        }
    });
}

/// Height of a line of the table of detours, in points.
const ROW: f32 = 20.0;

/// Number of visible pairs.
const SHOWN: f32 = 7.0;

/// Right end of the first column as a fraction of the width; the others share the rest.
const FIRST: f32 = 0.2;

fn survey_ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    parts::section(ui, "Detours");
    if let Some(number) = survey::under_way(state) {
        parts::progress(ui, jobs.running_as(number));
        return parts::command_button(ui, state, inputs, Command::ForgetDetours, "Cancel");
    }
    sampling_ui(ui, state, inputs);
    let Some(found) = survey::found(state) else {
        return parts::note(
            ui,
            "Compares every algorithm with the shortest path found, for random pairs of points.",
        );
    };
    if found.gaps.is_empty() {
        return parts::note(ui, "None of the random pairs has a path without links. Sample more pairs.");
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        // All lines leave space for a scroll bar, so that their columns align.
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        summary_ui(ui, found, width);
        ui.add_space(theme::SPACE_S);
        heads_ui(ui, state, width, inputs);
        let area = parts::list_area("sampled", ROW * SHOWN);
        area.show_rows(ui, ROW, survey::rows(state).len(), |ui, rows| {
            for &index in &survey::rows(state)[rows] {
                pair_ui(ui, state, index, width, inputs);
            }
        });
    });
}

fn sampling_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let before = survey::sampling(state);
    let mut sampling = before;
    ui.horizontal(|ui| {
        ui.name_inputs("Pairs", |ui| {
            ui.add(NumberField::new(&mut sampling.pairs).range(1..=MOST_PAIRS).speed(5).suffix(" pairs"))
        })
        .on_hover_text("Number of random pairs of points");
        ui.name_inputs("Seed", |ui| ui.add(NumberField::new(&mut sampling.seed).speed(0.2).prefix("seed ")))
            .on_hover_text("The same seed gives the same pairs");
        parts::command_button(ui, state, inputs, Command::SampleDetours, "Sample");
        if survey::found(state).is_some() {
            let tooltip = "Plot the distribution of the detours";
            parts::on_click(ui.button("Plot"), tooltip, inputs, Input::Survey(SurveyInput::ShowPlot));
            parts::command_button(ui, state, inputs, Command::ForgetDetours, "Clear");
        }
    });
    if sampling != before {
        inputs.push(Input::Survey(SurveyInput::Sample(sampling)));
    }
}

fn columns_of(line: Rect) -> [Rect; SURVEYED.len() + 1] {
    let share = |column: usize| FIRST + (1.0 - FIRST) * column as f32 / SURVEYED.len() as f32;
    parts::columns(line, std::array::from_fn(share))
}

fn value_ui(ui: &mut Ui, place: Rect, label: Label) -> Response {
    parts::within(ui, place, Align::RIGHT).add(label.truncate())
}

pub(super) fn short(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Nodes(Method::Steps) => "steps",
        Algorithm::Nodes(Method::Distance) => "distance",
        Algorithm::Nodes(Method::Centers) => "centres",
        Algorithm::Nodes(Method::Midpoints) => "middles",
        Algorithm::Nodes(Method::Entries) => "entries",
        Algorithm::Nodes(Method::FunnelCost) => "funnel",
        Algorithm::Polyanya => "polyanya",
    }
}

/// Draws the mean, the maximum and the share of shortest paths by algorithm.
fn summary_ui(ui: &mut Ui, found: &SurveyFound, width: f32) {
    type Value = fn(&GapSummary) -> String;
    let lines: [(&str, &str, Value); 3] = [
        ("Mean", "Mean length of the paths, as a multiple of the shortest path found", |it| {
            format!("{:.3}", it.mean)
        }),
        ("Most", "The longest detour, as a multiple of the shortest path found", |it| {
            format!("{:.2}", it.most)
        }),
        ("Best", "Share of the pairs for which no algorithm found a shorter path", |it| {
            format!("{:.0} %", it.shortest * 100.0)
        }),
    ];
    let line = |ui: &mut Ui, title: &str, description: &str, value: &dyn Fn(usize) -> String| {
        let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        let [first, others @ ..] = columns_of(rect);
        let words = RichText::new(title).small().weak();
        value_ui(ui, first, Label::new(words)).on_hover_text(description);
        for (index, place) in others.into_iter().enumerate() {
            let words = RichText::new(value(index)).size(theme::SMALL_SIZE).monospace();
            value_ui(ui, place, Label::new(words));
        }
    };
    let pairs = parts::count(found.gaps.len(), "pair", "pairs");
    parts::note(ui, &format!("{pairs}; lengths as multiples of the shortest"));
    ui.add_space(theme::SPACE_S);
    for (title, description, value) in lines {
        line(ui, title, description, &|index| {
            found.summaries[index].as_ref().map_or_else(|| "-".into(), value)
        });
    }
}

/// Draws the titles of the columns; a click sorts by one.
fn heads_ui(ui: &mut Ui, state: &State, width: f32, inputs: &mut Vec<Input>) {
    let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
    let places = columns_of(rect);
    let order = survey::order(state);
    let head = |ui: &mut Ui, column: usize, title: &str, is_order: bool, description: &str| {
        table::head(ui, (places[column], Align::RIGHT), title, is_order, description)
    };
    let description = "Length of the shortest path found, along the surface\nClick to see the worst of all algorithms first";
    if head(ui, 0, "Shortest", order.is_none(), description) {
        inputs.push(Input::Survey(SurveyInput::Order(None)));
    }
    for (index, algorithm) in SURVEYED.into_iter().enumerate() {
        let description =
            format!("{}\n{}\nClick to sort by it, the worst first", algorithm.title(), algorithm.describe());
        if head(ui, index + 1, short(algorithm), order == Some(index), &description) {
            inputs.push(Input::Survey(SurveyInput::Order(Some(index))));
        }
    }
}

fn pair_ui(ui: &mut Ui, state: &State, index: usize, width: f32, inputs: &mut Vec<Input>) {
    let Some(gap) = survey::found(state).and_then(|found| found.gaps.get(index)) else { return };
    let length = parts::meters(gap.shortest);
    let name = format!("Pair {}, {length}, at worst {:.3} times as long", index + 1, gap.worst());
    let (rect, response) = parts::row(ui, vec2(width, ROW), survey::is_asked_pair(state, gap), &name);
    let [first, others @ ..] = columns_of(rect);
    let words = RichText::new(length).size(theme::SMALL_SIZE).monospace();
    value_ui(ui, first, Label::new(words).selectable(false));
    for (place, &ratio) in others.into_iter().zip(&gap.ratios) {
        let text = if ratio.is_finite() { format!("{ratio:.3}") } else { "no path".into() };
        let words = RichText::new(text).size(theme::SMALL_SIZE).monospace();
        let words = if ratio > 1.0 + 1e-9 { words } else { words.weak() };
        value_ui(ui, place, Label::new(words).selectable(false));
    }
    let tooltip = "Click to move start and target to this pair";
    parts::on_click(response, tooltip, inputs, Input::Survey(SurveyInput::Take(index)));
}
