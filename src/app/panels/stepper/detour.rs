//! Explanation of a detour: all algorithms, the first difference, its cause, and helpful edits.

use egui::{
    Align, Button, Color32, FontFamily, FontId, Label, Rect, RichText, ScrollArea, Sense, Stroke, TextStyle,
    Ui, vec2,
};

use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::analysis::detour::{self, DetourInput, WhyDetour};
use crate::editor::edits::proposals::ProposalSource;
use crate::editor::interaction::input::Input;
use crate::editor::queries::input::QueryInput;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::view::scene::Role;
use navsmith_core::pathfinding::analysis::compare::Row;
use navsmith_core::pathfinding::analysis::compare::parting::Parting;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::string_pulling::path::Path;

const ROW: f32 = 21.0;

/// Column of the table of algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlgorithmColumn {
    /// Name of the algorithm.
    Name,
    /// Length of the path.
    Length,
    /// Cost of the path.
    Cost,
    /// Ratio to the shortest path.
    Ratio,
    /// Number of expanded nodes.
    Expanded,
    /// Number of recorded events.
    Events,
    /// Duration of the search.
    Time,
}

impl AlgorithmColumn {
    /// All columns, from left to right.
    pub const ALL: [Self; 7] =
        [Self::Name, Self::Length, Self::Cost, Self::Ratio, Self::Expanded, Self::Events, Self::Time];
    /// Optional columns, the least important first.
    const OPTIONAL: [Self; 4] = [Self::Time, Self::Events, Self::Expanded, Self::Ratio];

    fn head(self) -> [&'static str; 2] {
        match self {
            Self::Name => ["Algorithm", "The search algorithm"],
            Self::Length => [
                "Length, m",
                "Length along the surface from corner to corner, in metres, without the agent's radius",
            ],
            Self::Cost => ["Cost", "Sum of all lengths, each times the cost of its cell or link"],
            Self::Ratio => [
                "Ratio",
                "The length as a multiple of the shortest path in this table, or the cost of the cheapest",
            ],
            Self::Expanded => ["Cells", "Number of cells, portals or intervals that the search expanded"],
            Self::Events => ["Events", "Number of steps that the search has in the stepper"],
            Self::Time => ["Time, ms", "Time of search and string pulling, in milliseconds"],
        }
    }

    fn words(self, row: &Row) -> String {
        match self {
            Self::Name => row.algorithm.title().into(),
            Self::Length if row.path.is_none() => "no path".into(),
            Self::Length => meters(row.length),
            Self::Cost => row.cost.map_or_else(String::new, meters),
            Self::Ratio => row
                .ratio
                .filter(|ratio| ratio.is_finite())
                .map_or_else(String::new, |ratio| format!("{ratio:.4}")),
            Self::Expanded => parts::compact(row.expanded),
            Self::Events => parts::compact(row.events),
            Self::Time => milliseconds(row.seconds),
        }
    }
}

/// Returns the length of a path, and its cost if costs differ.
pub(super) fn length_text(path: &Path) -> String {
    let cost = path.cost.map_or_else(String::new, |cost| format!(", cost {cost:.2}"));
    parts::meters(path.length) + &cost
}

/// Returns a cost, or a length without its unit, which the title has.
fn meters(length: f64) -> String {
    if length.abs() < 1.0 { format!("{length:.4}") } else { format!("{length:.2}") }
}

/// Minimum width of the name column, in points; longer names are cut, and their tooltip is complete.
const LEAST_NAME: f32 = 96.0;

/// Returns the columns that fit into a width, each with its own width; the name column gets the rest.
pub fn fitting(
    room: f32,
    has_costs: bool,
    width_of: impl Fn(AlgorithmColumn) -> f32,
) -> Vec<(AlgorithmColumn, f32)> {
    let shown =
        AlgorithmColumn::ALL.into_iter().filter(|&column| has_costs || column != AlgorithmColumn::Cost);
    let mut columns: Vec<(AlgorithmColumn, f32)> = shown.map(|column| (column, width_of(column))).collect();
    let values =
        |columns: &[(AlgorithmColumn, f32)]| columns[1..].iter().map(|&(_, width)| width).sum::<f32>();
    for optional in AlgorithmColumn::OPTIONAL {
        if values(&columns) + columns[0].1.min(LEAST_NAME) > room {
            columns.retain(|&(column, _)| column != optional);
        }
    }
    columns[0].1 = (room - values(&columns)).max(0.0);
    columns
}

pub(super) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    let Some(why) = detour::why_detour(state) else {
        let text = "There is no path to compare. Click Steps to see the reason.";
        parts::empty(ui, Icon::WARNING, "No path", text);
        ui.vertical_centered(|ui| parts::command_button(ui, state, inputs, Command::WhyDetour, "Steps"));
        return;
    };
    ScrollArea::vertical().id_salt("detour").auto_shrink([false, false]).show(ui, |ui| {
        work_ui(ui, &why, jobs, inputs);
        if why.comparison.is_none() {
            return;
        }
        // An outdated explanation can be read, but not clicked.
        ui.add_enabled_ui(!why.is_outdated, |ui| {
            defect_ui(ui, state, &why, inputs);
            if let Some(verdict) = why.verdict() {
                ui.add(Label::new(RichText::new(verdict).strong()).wrap());
            }
            table_ui(ui, &why, inputs);
            culprit_ui(ui, state, &why, inputs);
            fixes_ui(ui, state, &why, inputs);
            partings_ui(ui, &why, inputs);
        });
    });
}

/// Draws the progress of the comparison, or the button that starts it.
fn work_ui(ui: &mut Ui, why: &WhyDetour<'_>, jobs: &Jobs, inputs: &mut Vec<Input>) {
    if let Some(number) = why.under_way {
        ui.horizontal(|ui| {
            if ui.button("Cancel").clicked() {
                inputs.push(Input::Detour(DetourInput::Stop));
            }
            parts::progress(ui, jobs.running_as(number));
        });
    } else if why.comparison.is_none() || why.is_outdated {
        if why.is_outdated {
            parts::note(ui, "This comparison is of an earlier mesh or query.");
        }
        let tooltip = "Run every algorithm on this query";
        parts::on_click(ui.button("Compare"), tooltip, inputs, Input::Detour(DetourInput::Compare));
    }
}

/// Draws a contradiction between two algorithms, with the command that copies a reproduction.
fn defect_ui(ui: &mut Ui, state: &State, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(defect) = why.defect() else { return };
    parts::error(ui, &defect);
    parts::command_button(ui, state, inputs, Command::CopyReproduction, "Copy reproduction");
}

fn table_ui(ui: &mut Ui, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(comparison) = why.comparison else { return };
    ui.add_space(theme::SPACE_S);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let has_costs = comparison.rows.iter().any(|row| row.cost.is_some());
        let columns = fitting(rect.width(), has_costs, |column| width_of(ui, column, &comparison.rows));
        for (column, place) in places(rect, &columns) {
            let [title, description] = column.head();
            let words = RichText::new(title).small().weak();
            value_ui(ui, place, column == AlgorithmColumn::Name, words).on_hover_text(description);
        }
        for row in &comparison.rows {
            row_ui(ui, why, row, &columns, inputs);
        }
    });
}

/// Returns the width of a column's widest text, in points.
fn width_of(ui: &Ui, column: AlgorithmColumn, rows: &[Row]) -> f32 {
    let value = FontId::new(
        theme::SMALL_SIZE,
        if column == AlgorithmColumn::Name { FontFamily::Proportional } else { FontFamily::Monospace },
    );
    let title = TextStyle::Small.resolve(ui.style());
    let width = |text: String, font: &FontId| {
        ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER).size().x
    };
    let values = rows.iter().map(|row| width(column.words(row), &value));
    values.fold(width(column.head()[0].into(), &title), f32::max) + theme::SPACE_M
}

fn places(rect: Rect, columns: &[(AlgorithmColumn, f32)]) -> impl Iterator<Item = (AlgorithmColumn, Rect)> {
    let mut left = rect.left();
    columns.iter().map(move |&(column, width)| {
        let from = left;
        left += width;
        (column, Rect::from_x_y_ranges(from..=left, rect.y_range()))
    })
}

fn value_ui(ui: &mut Ui, place: Rect, is_name: bool, words: RichText) -> egui::Response {
    let end = if is_name { Align::LEFT } else { Align::RIGHT };
    parts::within(ui, place, end).add(Label::new(words).truncate().selectable(false))
}

fn row_ui(
    ui: &mut Ui,
    why: &WhyDetour<'_>,
    row: &Row,
    columns: &[(AlgorithmColumn, f32)],
    inputs: &mut Vec<Input>,
) {
    let is = |other: Option<&Row>| other.is_some_and(|other| other.algorithm == row.algorithm);
    let (is_own, is_beside) = (is(why.own), is(why.beside) && !is(why.own));
    let name = row.algorithm.title();
    let length = row.path.as_ref().map_or_else(|| "no path".into(), length_text);
    let (rect, response) = parts::wide_row(ui, ROW, is_beside, &format!("{name}, {length}"));
    let beside = is_beside.then(|| why.beside_role(row));
    if let Some(role) = is_own.then_some(Role::Path).or(beside) {
        let look = theme::role(role, ui.visuals().dark_mode);
        let x = rect.left() + 2.0;
        ui.painter().vline(x, rect.shrink(3.0).y_range(), Stroke::new(3.0, look.color));
    }
    for (column, mut place) in places(rect, columns) {
        let mut words = RichText::new(column.words(row)).size(theme::SMALL_SIZE);
        if column == AlgorithmColumn::Name {
            place.min.x += theme::SPACE_M;
        } else {
            words = words.monospace();
        }
        let words = if is_own { words.strong() } else { words };
        value_ui(ui, place, column == AlgorithmColumn::Name, words);
    }
    let click = match (is_own, is_beside) {
        _ if row.path.is_none() => "It found no path",
        (true, _) => "This is the path of the query",
        (false, true) => "Click to hide its path",
        (false, false) => "Click to draw its path beside the other",
    };
    let columns = AlgorithmColumn::ALL[1..]
        .iter()
        .filter(|&&column| row.cost.is_some() || column != AlgorithmColumn::Cost);
    let values = columns.map(|column| format!("{}: {}", column.head()[0], column.words(row)));
    let values = values.collect::<Vec<_>>().join("\n");
    let tooltip = format!("{name}\n{}\n\n{values}\n\n{click}", row.algorithm.describe());
    if response.on_hover_text(tooltip).clicked() && !is_own && row.path.is_some() {
        let beside = (!is_beside).then_some(row.algorithm);
        inputs.push(Input::Detour(DetourInput::Show(beside)));
    }
}

fn milliseconds(seconds: f64) -> String {
    match seconds * 1e3 {
        ms if ms < 10.0 => format!("{ms:.3}"),
        ms if ms < 100.0 => format!("{ms:.2}"),
        ms => format!("{ms:.0}"),
    }
}

fn culprit_ui(ui: &mut Ui, state: &State, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(description) = why.misled_by() else { return };
    parts::section_with(ui, "What misled the search", |ui| {
        if detour::misleading_node(state).is_some() {
            let tooltip = "Show what misled the search in the view";
            let button = ui.small_button("Show");
            parts::on_click(button, tooltip, inputs, Input::Detour(DetourInput::FrameCulprit));
        }
    });
    ui.add(Label::new(description).wrap());
}

fn fixes_ui(ui: &mut Ui, session: &Session, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(own) = why.own.filter(|_| why.comparison.is_some_and(|found| found.detour.is_some())) else {
        return;
    };
    parts::section(ui, "Fixes");
    if why.fixes().is_empty() {
        parts::note(
            ui,
            "No single edge flip, split or merge helps here. Choose an algorithm with a better path.",
        );
        return best_ui(ui, session, why, inputs);
    }
    for (index, fix) in why.fixes().iter().enumerate() {
        let is_cost = own.cost.is_some();
        let text = |value: f64| if is_cost { format!("cost {value:.2}") } else { parts::meters(value) };
        let (after, before) = (fix.path().unwrap_or_default(), own.measure());
        let [then, now] = [after, before].map(text);
        let words = format!("{}: {then} instead of {now}", fix.label);
        let button = Button::new(words).wrap().min_size(vec2(ui.available_width(), 0.0));
        let effect = if is_cost {
            format!("The path costs {:.2} less", before - after)
        } else {
            format!("The path becomes {} shorter", parts::meters(before - after))
        };
        let description = format!("{effect}. This is one step that can be undone");
        parts::on_click(ui.add(button), description, inputs, Input::Apply(ProposalSource::Detour(index)));
    }
}

/// Draws a button that selects the algorithm with the best path.
fn best_ui(ui: &mut Ui, session: &Session, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let rows = why.comparison.iter().flat_map(|comparison| &comparison.rows);
    let found = rows.filter(|row| row.path.is_some());
    let Some(best) = found.min_by(|a, b| a.measure().total_cmp(&b.measure())) else { return };
    let words = format!("Use {}", best.algorithm.title());
    if ui.button(words).on_hover_text("Select this algorithm for the query").clicked() {
        let settings = Settings { algorithm: best.algorithm.into(), ..session.settings().clone() };
        inputs.push(Input::Query(QueryInput::SetSettings(settings)));
    }
}

fn partings_ui(ui: &mut Ui, why: &WhyDetour<'_>, inputs: &mut Vec<Input>) {
    let Some(beside) = why.beside else { return };
    parts::section(ui, "Where the two paths differ");
    if why.partings.is_empty() {
        return parts::note(ui, "Nowhere: both cross the same cells.");
    }
    for (index, parting) in why.partings.iter().enumerate() {
        let row = parts::list_row(ui, why.chosen == Some(index), stretch(parting));
        let description = format!("{}\n\nClick to show it", details(parting, beside.algorithm.title()));
        parts::on_click(row, description, inputs, Input::Detour(DetourInput::Frame(index)));
    }
}

fn stretch(parting: &Parting) -> String {
    let parts =
        parting.parts.map_or_else(|| "From the start".into(), |cell| format!("After cell {}", cell.0));
    let joins = parting.joins.map_or_else(|| "the target".into(), |cell| format!("cell {}", cell.0));
    let cells = parts::count(parting.one.len(), "cell", "cells");
    format!("{parts} to {joins}: {cells}, beside {}", parting.other.len())
}

fn details(parting: &Parting, other: &str) -> String {
    let list = |cells: &[navsmith_core::navmesh::CellId]| match cells {
        [] => "none".to_owned(),
        cells => {
            let names: Vec<String> = cells.iter().take(24).map(|cell| cell.0.to_string()).collect();
            names.join(", ") + if cells.len() > 24 { " …" } else { "" }
        }
    };
    format!("Cells of the path only: {}\nCells of {other} only: {}", list(&parting.one), list(&parting.other))
}
