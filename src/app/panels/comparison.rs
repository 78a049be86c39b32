//! The comparison panel: differences from another document, by kind.

use std::ops::Range;

use egui::{Label, RichText, ScrollArea, Ui};

use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::files::comparison::{self, ComparisonInput, DocumentComparison};
use crate::editor::files::differences::{DifferenceGroup, DifferenceKind};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::view::scene::Role;
use crate::editor::view::scene::differences::DifferenceMark;

/// Height of a row of the list, in points.
const ROW: f32 = 24.0;

/// Number of a row: a header, or a difference.
type Rows = Range<usize>;

pub(super) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    let Some(other) = comparison::other(state) else {
        let text = "Compare the document with another file, with its saved version, or with an undo step: right-click \
                    one in History. Differences are marked in the view and listed here.";
        parts::empty(ui, Icon::SEARCH, "No comparison", text);
        ui.vertical_centered(|ui| {
            parts::command_button(ui, state, inputs, Command::CompareWithFile, "Compare with file…");
            parts::command_button(ui, state, inputs, Command::CompareWithSaved, "Compare with saved");
            parts::command_button(ui, state, inputs, Command::CompareWithLastStep, "Compare with last step");
        });
        return;
    };
    ui.horizontal(|ui| {
        parts::at_right(ui, |ui| {
            parts::command_button(ui, state, inputs, Command::EndComparison, "Close");
            parts::command_icon(ui, state, inputs, Command::NextDifference, Icon::FORWARD, false);
            parts::command_icon(ui, state, inputs, Command::PreviousDifference, Icon::BACK, false);
            let count = comparison::found(state).map(DocumentComparison::len);
            let count =
                count.map_or_else(String::new, |count| parts::count(count, "difference", "differences"));
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(Label::new(RichText::new(count).strong()).truncate());
            });
        });
    });
    let text = RichText::new(format!("Compared with {}", other.name)).weak();
    ui.add(Label::new(text).wrap())
        .on_hover_text("Removed elements are only there, and added ones only in this document");
    if let Some(number) = comparison::under_way(state) {
        parts::progress(ui, jobs.running_as(number));
        parts::note(ui, "The documents are being compared.");
    }
    let Some(found) = comparison::found(state) else { return };
    if found.diff.is_cut_short {
        let text = "Many elements are in one place, so moved ones may be listed as removed and added.";
        parts::note(ui, text);
    }
    if found.is_empty() {
        let text = "Cells, links, areas, queries and levels are the same.";
        return parts::empty(ui, Icon::CHECK, "No differences", text);
    }
    if found.answers.is_empty() {
        parts::note(ui, "No query has another answer.");
    }
    list_ui(ui, state, inputs, found);
}

fn list_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, found: &DocumentComparison) {
    let mut lines: Vec<Rows> = Vec::new();
    for group in &found.groups {
        let first = lines.last().map_or(0, |lines| lines.end);
        lines.push(first..first + 1 + group.entries.len());
    }
    let total = lines.last().map_or(0, |lines| lines.end);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, total, |ui, rows| {
        for row in rows {
            let of = lines.partition_point(|lines| lines.end <= row);
            let group = &found.groups[of];
            match (row - lines[of].start).checked_sub(1) {
                None => header_ui(ui, group),
                // Each group before this one has a header.
                Some(nth) => entry_ui(ui, state, inputs, group, (nth, row - of - 1)),
            }
        }
    });
}

fn header_ui(ui: &mut Ui, group: &DifferenceGroup) {
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        if let Some(role) = role(group.kind) {
            parts::swatch(ui, theme::role(role, ui.visuals().dark_mode).color);
        }
        let title = format!("{}  {}", group.kind.title(), parts::thousands(group.entries.len()));
        ui.add(Label::new(RichText::new(title).strong()).selectable(false).truncate());
    });
}

fn entry_ui(
    ui: &mut Ui,
    state: &State,
    inputs: &mut Vec<Input>,
    group: &DifferenceGroup,
    (nth, number): (usize, usize),
) {
    let text = comparison::describe(state, group.kind, group.entries[nth]);
    let (rect, response) = parts::wide_row(ui, ROW, comparison::selected(state) == Some(number), &text);
    let mut line = parts::within(ui, rect.shrink2(egui::vec2(theme::SPACE_L, 0.0)), egui::Align::Min);
    line.add(Label::new(&text).selectable(false).truncate());
    let description = format!("{}\n\nClick to see it", parts::capitalized(&text));
    parts::on_click(response, description, inputs, Input::Comparison(ComparisonInput::Select(number)));
}

/// Returns the role of the marks of a kind in the view.
fn role(kind: DifferenceKind) -> Option<Role> {
    match kind {
        DifferenceKind::RemovedCells => Some(Role::Difference(DifferenceMark::Removed)),
        DifferenceKind::AddedCells => Some(Role::Difference(DifferenceMark::Added)),
        DifferenceKind::MovedCells => Some(Role::Difference(DifferenceMark::Moved)),
        DifferenceKind::OtherArea => Some(Role::Difference(DifferenceMark::OtherArea)),
        DifferenceKind::OtherNeighbors => Some(Role::Difference(DifferenceMark::OtherNeighbors)),
        _ => None,
    }
}
