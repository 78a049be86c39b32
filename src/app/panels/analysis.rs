//! Analyses of the whole mesh: detours, chokepoints, the farthest pair of cells and busy portals.

use egui::{RichText, ScrollArea, Ui};

use super::survey;
use crate::app::jobs::Jobs;
use crate::app::theme::Icon;
use crate::app::widgets::parts;
use crate::editor::{AnalysisInput, Chokepoint, ChokepointPlace, Command, Editor, Input, PairsFound};
use crate::pathfinding::analysis::all_pairs::Travelled;

pub(in crate::app) fn ui(ui: &mut Ui, editor: &Editor, jobs: &Jobs, inputs: &mut Vec<Input>) {
    if editor.document().mesh.cell_count() == 0 {
        let text = "This panel lists detours, chokepoints, the two cells that are farthest apart, and the busiest portals. Draw a \
                    cell first.";
        return parts::empty(ui, Icon::PLOT, "No cells yet", text);
    }
    ScrollArea::vertical().id_salt("analysis").auto_shrink([false, false]).show(ui, |ui| {
        survey::ui(ui, editor, jobs, inputs);
        pairs_ui(ui, editor, jobs, inputs);
        chokes_ui(ui, editor, jobs, inputs);
    });
}

fn chokes_ui(ui: &mut Ui, editor: &Editor, jobs: &Jobs, inputs: &mut Vec<Input>) {
    let chokepoints = editor.chokepoints();
    parts::section_with(ui, "Chokepoints", |ui| {
        let words = if editor.options().shows_chokes { "Hide" } else { "Show" };
        parts::command_button(ui, editor, inputs, Command::ToggleChokes, words);
    });
    if let Some(number) = editor.chokepoints_job() {
        return parts::progress(ui, jobs.running_as(number));
    }
    if !editor.has_chokepoints() {
        let tooltip = "Search the whole mesh, which is large";
        let button = ui.button("Find chokepoints");
        parts::on_click(button, tooltip, inputs, Input::Analysis(AnalysisInput::FindChokepoints));
        return parts::note(ui, "Finds the cells and portals whose removal splits an island.");
    }
    if editor.document().mesh.link_count() > 0 {
        parts::note(ui, "Links connect in both directions here, and are not listed themselves.");
    }
    if chokepoints.is_empty() {
        return parts::note(ui, "No single cell or portal splits an island.");
    }
    let height = ui.available_height().max(24.0 * 6.0);
    let area = parts::list_area("chokes", height);
    area.show_rows(ui, 24.0, chokepoints.len(), |ui, range| {
        for chokepoint in &chokepoints[range] {
            choke_ui(ui, chokepoint, inputs);
        }
    });
}

fn choke_ui(ui: &mut Ui, chokepoint: &Chokepoint, inputs: &mut Vec<Input>) {
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
fn pairs_ui(ui: &mut Ui, editor: &Editor, jobs: &Jobs, inputs: &mut Vec<Input>) {
    parts::section(ui, "All pairs of cells");
    if let Some(number) = editor.pairs_under_way() {
        parts::progress(ui, jobs.running_as(number));
        parts::command_button(ui, editor, inputs, Command::ForgetPairs, "Cancel");
        return;
    }
    let Some(pairs) = editor.pairs() else {
        parts::command_button(ui, editor, inputs, Command::FindPairs, "Find all pairs");
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
    parts::command_button(ui, editor, inputs, Command::ForgetPairs, "Clear");
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
