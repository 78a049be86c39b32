//! The comparison panel: differences from another document, by kind.

use std::ops::Range;

use egui::{Label, RichText, ScrollArea, Ui};

use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::files::comparison::{self, ComparisonInput, DocumentComparison};
use crate::editor::files::comparison_text::describe;
use crate::editor::files::differences::{DifferenceGroup, DifferenceKind};
use crate::editor::generation::input::GenerationInput;
use crate::editor::generation::update;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::view::scene::Role;
use crate::editor::view::scene::differences::DifferenceMark;
use navsmith_formats::update::Conflict;

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
    let is_review = update::is_shown(state);
    ui.horizontal(|ui| {
        parts::at_right(ui, |ui| {
            let close = if is_review { "Cancel" } else { "Close" };
            parts::command_button(ui, state, inputs, Command::EndComparison, close);
            parts::command_icon(ui, state, inputs, Command::NextDifference, Icon::FORWARD, false);
            parts::command_icon(ui, state, inputs, Command::PreviousDifference, Icon::BACK, false);
            let count = comparison::found(state).map(|found| found.heading(is_review)).unwrap_or_default();
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(Label::new(RichText::new(count).strong()).truncate());
            });
        });
    });
    if is_review {
        review_ui(ui, state, jobs, inputs);
    } else {
        let text = RichText::new(format!("Compared with {}", other.name)).weak();
        ui.add(Label::new(text).wrap())
            .on_hover_text("Removed elements are only there, and added ones only in this document");
    }
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
        let text = "Cells, links, areas, queries, levels and settings are the same.";
        return parts::empty(ui, Icon::CHECK, "No differences", text);
    }
    if found.answers.is_empty() && !is_review {
        parts::note(ui, "No query has another answer.");
    }
    list_ui(ui, state, inputs, found);
}

/// Draws what a new generation keeps, and the buttons that decide on it.
fn review_ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    ui.horizontal(|ui| {
        parts::command_button(ui, state, inputs, Command::ApplyUpdate, "Apply");
        for (words, tooltip, takes_theirs) in [
            ("All mine", "Keep what was done by hand at all conflicts", false),
            ("All theirs", "Take the new generation at all conflicts", true),
        ] {
            let input = Input::Generation(GenerationInput::DecideAll(takes_theirs));
            parts::on_click(ui.button(words), tooltip, inputs, input);
        }
    });
    if let Some(number) = update::under_way(state) {
        parts::progress(ui, jobs.running_as(number));
    }
    let Some(update) = update::present(state) else {
        if update::under_way(state).is_some() {
            return parts::note(ui, "The new generation is being merged with what was done by hand.");
        }
        parts::note(
            ui,
            "The level, the settings or the mesh changed since. Regenerate to see what changes now.",
        );
        return parts::command_button(ui, state, inputs, Command::Regenerate, "Regenerate");
    };
    let cells = |number: usize| parts::count(number, "cell", "cells");
    let links = |number: usize| parts::count(number, "link", "links");
    let text = format!(
        "By hand: {}, and {} deleted or changed. Kept: {}. Removed: {}, {}. Added: {}, {}.",
        cells(update.kept.len()),
        cells(update.kept_gone),
        links(update.kept_links),
        cells(update.removed),
        links(update.removed_links),
        cells(update.added),
        links(update.added_links),
    );
    ui.add(Label::new(RichText::new(text).weak()).wrap());
}

/// Draws the decision about a conflict at the right end of its row.
fn decision_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, conflict: &Conflict) {
    let is_theirs = update::takes_theirs(state, conflict.subject);
    for (words, tooltip, takes_theirs) in
        [("Theirs", "Take the new generation here", true), ("Mine", "Keep what was done by hand", false)]
    {
        let button = ui.selectable_label(is_theirs == takes_theirs, words);
        let input = Input::Generation(GenerationInput::Decide(conflict.subject, takes_theirs));
        parts::on_click(button, tooltip, inputs, input);
    }
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
    let text = describe(state, group.kind, group.entries[nth]);
    let (rect, response) = parts::wide_row(ui, ROW, comparison::selected(state) == Some(number), &text);
    let rect = rect.shrink2(egui::vec2(theme::SPACE_L, 0.0));
    let conflict = comparison::other(state)
        .filter(|_| group.kind == DifferenceKind::Conflicts && update::is_shown(state))
        .and_then(|other| comparison::conflict(other, group.entries[nth]));
    let mut free = rect;
    if let Some(conflict) = conflict {
        let mut end = parts::within(ui, rect, egui::Align::Max);
        decision_ui(&mut end, state, inputs, conflict);
        free.max.x = end.min_rect().left() - theme::SPACE_S;
    }
    let mut line = parts::within(ui, free, egui::Align::Min);
    line.add(Label::new(&text).selectable(false).truncate());
    let description = format!("{}\n\nClick to see it", parts::capitalized(&text));
    parts::on_click(response, description, inputs, Input::Comparison(ComparisonInput::Select(number)));
}

/// Returns the role of the marks of a kind in the view.
fn role(kind: DifferenceKind) -> Option<Role> {
    match kind {
        DifferenceKind::Conflicts => Some(Role::Difference(DifferenceMark::Conflict)),
        DifferenceKind::KeptCells => Some(Role::Difference(DifferenceMark::Kept)),
        DifferenceKind::RemovedCells => Some(Role::Difference(DifferenceMark::Removed)),
        DifferenceKind::AddedCells => Some(Role::Difference(DifferenceMark::Added)),
        DifferenceKind::MovedCells => Some(Role::Difference(DifferenceMark::Moved)),
        DifferenceKind::OtherArea => Some(Role::Difference(DifferenceMark::OtherArea)),
        DifferenceKind::OtherNeighbors => Some(Role::Difference(DifferenceMark::OtherNeighbors)),
        _ => None,
    }
}
