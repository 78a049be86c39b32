//! Table of the search at the cursor: cost, heuristic, total, parent and state of every cell.

use std::cmp::Ordering;

use egui::{Align, Layout, RichText, ScrollArea, Sense, Ui, UiBuilder, vec2};

use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::{Editor, Input, Role, StepInput};
use crate::navmesh::CellId;
use crate::pathfinding::timeline::search_log::{Visit, sort_window};

const ROW: f32 = 20.0;
/// Right ends of the columns as fractions of the width.
const COLUMNS: [(Column, f32); 6] = [
    (Column::Cell, 0.18),
    (Column::Cost, 0.36),
    (Column::Rest, 0.53),
    (Column::Total, 0.70),
    (Column::From, 0.85),
    (Column::State, 1.0),
];

/// Column by which the table is sorted.
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

/// The table, computed again when the cursor or the order changes.
///
/// Only the visible rows are sorted.
#[derive(Debug, Default)]
pub(super) struct NodeTable {
    order: Column,
    /// Revision of the document, step and order of the rows.
    made_of: Option<(u64, usize, Column)>,
    rows: Vec<(CellId, Visit)>,
}

impl Column {
    fn title(self) -> &'static str {
        match self {
            Self::Cell => "Cell",
            Self::Cost => "So far",
            Self::Rest => "Rest",
            Self::Total => "Total",
            Self::From => "From",
            Self::State => "State",
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::Cell => "The cell",
            Self::Cost => "Cost of the path from the start",
            Self::Rest => "Estimated cost to the target",
            Self::Total => "So far plus rest: the open node with the least total is expanded next",
            Self::From => "The cell before it on the best path",
            Self::State => "Open: in the queue. Closed: expanded",
        }
    }

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
    pub(super) fn ui(&mut self, ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>, height: f32) {
        let Some(step) = editor.search_step() else { return };
        self.follow(editor, step);
        ui.spacing_mut().item_spacing.y = 0.0;
        self.heads_ui(ui);
        let area =
            ScrollArea::vertical().id_salt("nodes").max_height(height - ROW).auto_shrink([false, true]);
        let order = self.order;
        area.show_rows(ui, ROW, self.rows.len(), |ui, rows| {
            sort_window(&mut self.rows, rows.clone(), |a, b| order.compare(a, b, step));
            for (cell, visit) in &self.rows[rows] {
                row_ui(ui, editor, inputs, *cell, visit, step);
            }
        });
    }

    fn follow(&mut self, editor: &Editor, step: usize) {
        let wanted = Some((editor.revision(), step, self.order));
        if self.made_of != wanted {
            self.rows = editor.search_log().cells_at(step).collect();
            self.made_of = wanted;
        }
    }

    fn heads_ui(&mut self, ui: &mut Ui) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let mut left = 0.0;
        for (column, right) in COLUMNS {
            let place = egui::Rect::from_x_y_ranges(
                rect.left() + rect.width() * left..=rect.left() + rect.width() * right,
                rect.y_range(),
            );
            left = right;
            let mut head =
                ui.new_child(UiBuilder::new().max_rect(place).layout(Layout::right_to_left(Align::Center)));
            let is_order = self.order == column;
            let words = RichText::new(column.title()).small();
            let words = if is_order { words.strong().underline() } else { words.weak() };
            let label = head.add(egui::Label::new(words).sense(Sense::click()));
            let description = format!("{}\nClick to sort by it", column.describe());
            if label.on_hover_text(description).clicked() {
                self.order = column;
            }
        }
    }
}

fn row_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>, cell: CellId, visit: &Visit, step: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let is_here = editor.event().and_then(|event| event.cell()) == Some(cell);
    let is_closed = is_closed(visit, step);
    let name = format!(
        "Cell {}, total {:.2}, {}",
        cell.0,
        visit.estimate,
        if is_closed { "closed" } else { "open" }
    );
    parts::paint_row(ui, rect, &response, is_here, &name);
    let parent = visit.parent.map_or_else(|| "start".into(), |parent| parent.0.to_string());
    let is_dark = ui.visuals().dark_mode;
    let mut left = 0.0;
    for (column, right) in COLUMNS {
        let place = egui::Rect::from_x_y_ranges(
            rect.left() + rect.width() * left..=rect.left() + rect.width() * right,
            rect.y_range(),
        );
        left = right;
        let words = match column {
            Column::Cell => RichText::new(cell.0.to_string()).monospace(),
            Column::Cost => RichText::new(format!("{:.2}", visit.cost)).monospace(),
            Column::Rest => RichText::new(format!("{:.2}", visit.estimate - visit.cost)).monospace().weak(),
            Column::Total => RichText::new(format!("{:.2}", visit.estimate)).monospace().strong(),
            Column::From => RichText::new(&parent).monospace().weak(),
            Column::State if is_closed => RichText::new("closed").weak(),
            Column::State => RichText::new("open").color(theme::role(Role::WayFound, is_dark).color),
        };
        let mut value =
            ui.new_child(UiBuilder::new().max_rect(place).layout(Layout::right_to_left(Align::Center)));
        value.label(words.size(theme::SMALL_SIZE));
    }
    if response
        .on_hover_text("Click to go to the step that opened it; click again for the step that closed it")
        .clicked()
    {
        inputs.push(Input::Step(StepInput::RunToCell(cell)));
    }
}
