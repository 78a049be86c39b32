//! Table of the search at the cursor: cost, heuristic, total, parent and state of every cell.

use std::cmp::Ordering;

use egui::{Align, RichText, Sense, Ui, vec2};

use crate::app::theme;
use crate::app::widgets::cached::Cached;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::queries::stepping::StepInput;
use crate::editor::view::scene::Role;
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::timeline::search_log::{Visit, sort_window};

const ROW: f32 = 20.0;
/// Columns with their right ends as fractions of the width, their titles and descriptions.
const COLUMNS: [(Column, f32, &str, &str); 6] = [
    (Column::Cell, 0.18, "Cell", "The cell"),
    (Column::Cost, 0.36, "So far", "Cost of the path from the start"),
    (Column::Rest, 0.53, "Rest", "Estimated cost to the target"),
    (Column::Total, 0.70, "Total", "So far plus rest: the open node with the least total is expanded next"),
    (Column::From, 0.85, "From", "The cell before it on the best path"),
    (Column::State, 1.0, "State", "Open: in the queue. Closed: expanded"),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Column {
    Cell,
    Cost,
    Rest,
    #[default]
    Total,
    From,
    State,
}

/// The table; only its visible rows are sorted.
#[derive(Debug, Default)]
pub(super) struct NodeTable {
    order: Column,
    /// Rows by revision of the document, step and order.
    rows: Cached<(u64, usize, Column), Vec<(CellId, Visit)>>,
}

impl Column {
    fn compare(self, a: &(CellId, Visit), b: &(CellId, Visit), step: usize) -> Ordering {
        let rest = |visit: &Visit| visit.estimate - visit.cost;
        let by = match self {
            Self::Cell => Ordering::Equal,
            Self::Cost => a.1.cost.total_cmp(&b.1.cost),
            Self::Rest => rest(&a.1).total_cmp(&rest(&b.1)),
            Self::Total => a.1.estimate.total_cmp(&b.1.estimate),
            Self::From => a.1.parent.cmp(&b.1.parent),
            Self::State => is_closed(&a.1, step).cmp(&is_closed(&b.1, step)),
        };
        by.then(a.0.cmp(&b.0))
    }
}

fn is_closed(visit: &Visit, step: usize) -> bool {
    visit.closed.is_some_and(|closed| closed <= step)
}

impl NodeTable {
    /// Draws the table, or nothing outside the search.
    pub(super) fn ui(&mut self, ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, height: f32) {
        let Some(step) = state.search_step() else { return };
        ui.spacing_mut().item_spacing.y = 0.0;
        self.heads_ui(ui);
        let area = parts::list_area("nodes", height - ROW);
        let order = self.order;
        let cells = || state.search_log().cells_at(step).collect();
        let all = self.rows.of((state.revision(), step, order), cells);
        area.show_rows(ui, ROW, all.len(), |ui, rows| {
            sort_window(all, rows.clone(), |a, b| order.compare(a, b, step));
            for (cell, visit) in &all[rows] {
                row_ui(ui, state, inputs, *cell, visit, step);
            }
        });
    }

    fn heads_ui(&mut self, ui: &mut Ui) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let places = parts::columns(rect, COLUMNS.map(|column| column.1));
        for ((column, _, title, description), place) in COLUMNS.into_iter().zip(places) {
            let is_order = self.order == column;
            let words = RichText::new(title).small();
            let words = if is_order { words.strong().underline() } else { words.weak() };
            let label = egui::Label::new(words).sense(Sense::click());
            let label = parts::within(ui, place, Align::RIGHT).add(label);
            if label.on_hover_text(format!("{description}\nClick to sort by it")).clicked() {
                self.order = column;
            }
        }
    }
}

fn row_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, cell: CellId, visit: &Visit, step: usize) {
    let is_here = state.event().and_then(|event| event.cell()) == Some(cell);
    let is_closed = is_closed(visit, step);
    let word = if is_closed { "closed" } else { "open" };
    let name = format!("Cell {}, total {:.2}, {word}", cell.0, visit.estimate);
    let (rect, response) = parts::wide_row(ui, ROW, is_here, &name);
    let parent = visit.parent.map_or_else(|| "start".into(), |parent| parent.0.to_string());
    let open = theme::role(Role::WayFound, ui.visuals().dark_mode).color;
    let places = parts::columns(rect, COLUMNS.map(|column| column.1));
    let number = |value: f64| RichText::new(format!("{value:.2}")).monospace();
    let words = [
        RichText::new(cell.0.to_string()).monospace(),
        number(visit.cost),
        number(visit.estimate - visit.cost).weak(),
        number(visit.estimate).strong(),
        RichText::new(parent).monospace().weak(),
        if is_closed { RichText::new(word).weak() } else { RichText::new(word).color(open) },
    ];
    for (words, place) in words.into_iter().zip(places) {
        parts::within(ui, place, Align::RIGHT).label(words.size(theme::SMALL_SIZE));
    }
    let tooltip = "Click to go to the step that opened it; click again for the step that closed it";
    parts::on_click(response, tooltip, inputs, Input::Step(StepInput::RunToCell(cell)));
}
