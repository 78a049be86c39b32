//! Reasons for a missing path, and its fixes: gaps with buttons that close them, and blocked paths.

use egui::{Button, Label, RichText, Spinner, Ui};

use crate::app::widgets::parts;
use crate::document::Offer;
use crate::editor::{Editor, Input, QueryInput, WhyInput, WhyNot};
use crate::pathfinding::analysis::island_gaps::{GapRoute, IslandGap};
use crate::pathfinding::mesh_query::locate::LocateStep;
use crate::pathfinding::query::why::Why;

/// Maximum height of the lists of gaps and of cells, in points.
const LIST_HEIGHT: f32 = 3.5 * 24.0;

/// Draws the obstacles and their remedies, or nothing if there are none.
pub(super) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let Some(not) = editor.why_not() else { return };
    if *not.why == Why::Stopped {
        let description = "Run the same query again";
        parts::on_click(ui.button("Search again"), description, inputs, Input::Query(QueryInput::AskAgain));
    }
    if !not.ways.is_empty() {
        gaps_ui(ui, &not, inputs);
    }
    if let Some(opened) = not.opened {
        let words = format!("{}: {}", opened.relaxation.title(), parts::meters(opened.length));
        let description =
            format!("{}\n\nThe path is then {} long", opened.relaxation, parts::meters(opened.length));
        parts::on_click(ui.button(words), description, inputs, Input::Why(WhyInput::Open));
    }
    if let Some(nearest) = not.nearest {
        ui.add(Label::new(parts::sentence(&nearest.to_string())).wrap());
        let tooltip = "Move the target to that point, which can be reached";
        let button = ui.button("Move the target there");
        parts::on_click(button, tooltip, inputs, Input::Why(WhyInput::TargetNearest));
    }
    awaited_ui(ui, editor, inputs);
    candidates_ui(ui, editor, inputs);
}

/// Draws that the search for fixes runs, is put off, or was stopped.
fn awaited_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    if editor.is_why_put_off() {
        parts::note(ui, "Release the button to search for fixes.");
    } else if editor.is_why_awaited() {
        ui.horizontal(|ui| {
            ui.add(Spinner::new());
            ui.label("Searching for fixes");
        });
    } else if editor.is_why_given_up() {
        let description =
            "Search for the nearest gaps between islands, the nearest point and blocks to remove";
        parts::on_click(ui.button("Search for fixes"), description, inputs, Input::Why(WhyInput::FindOut));
    }
}

fn gaps_ui(ui: &mut Ui, not: &WhyNot<'_>, inputs: &mut Vec<Input>) {
    parts::section(ui, "Gaps between islands");
    let area = parts::list_area("gaps", LIST_HEIGHT);
    area.show(ui, |ui| {
        for (index, way) in not.ways.iter().enumerate() {
            let row = parts::list_row(ui, index == not.chosen, words(way));
            let tooltip = format!("{}\n\nClick to show it", details(way));
            parts::on_click(row, tooltip, inputs, Input::Why(WhyInput::Frame(index)));
        }
    });
    ui.horizontal_wrapped(|ui| {
        for offer in not.offers {
            offer_ui(ui, offer, not.chosen, inputs);
        }
    });
}

fn offer_ui(ui: &mut Ui, offer: &Offer, way: usize, inputs: &mut Vec<Input>) {
    let (title, about) = (offer.kind.title(), offer.kind.describe());
    match &offer.joining {
        Ok((_, length)) => {
            let length = parts::meters(*length);
            let button = ui.button(format!("{title}: {length}"));
            let tooltip = format!("{about}\n\nThe path is then {length} long");
            parts::on_click(button, tooltip, inputs, Input::Why(WhyInput::Join(way, offer.kind)));
        }
        Err(why) => {
            let button = ui.add_enabled(false, Button::new(title));
            button.on_disabled_hover_text(format!("{about}\n\n{why}"));
        }
    }
}

/// Returns the width and the rise of the widest gap, and the number of islands on the route.
fn words(way: &GapRoute) -> String {
    let widest = way.island_gaps.iter().max_by(|a, b| a.width().total_cmp(&b.width()));
    let Some(widest) = widest else { return String::new() };
    let gap = gap_words(widest);
    match way.island_gaps.len() {
        1 => gap,
        more => {
            format!("{gap}, over {}", parts::count(more - 1, "island between", "islands between"))
        }
    }
}

fn gap_words(gap: &IslandGap) -> String {
    let rise = gap.rise();
    let height = match rise.abs() {
        level if level < 0.005 => "level".to_owned(),
        height if rise > 0.0 => format!("{} up", parts::meters(height)),
        height => format!("{} down", parts::meters(height)),
    };
    format!("{} on the ground, {height}", parts::meters(gap.on_ground()))
}

fn details(way: &GapRoute) -> String {
    let line = |gap: &IslandGap| {
        format!("From cell {} to cell {}: {}", gap.from.side.cell.0, gap.to.side.cell.0, gap_words(gap))
    };
    way.island_gaps.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Draws the cells near an end off the mesh, with the reason why each was ruled out.
fn candidates_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let candidates = editor.ruled_out();
    if candidates.is_empty() {
        return;
    }
    parts::section(ui, "Cells below or near the end");
    let area = parts::list_area("candidates", LIST_HEIGHT);
    area.show(ui, |ui| {
        for event in candidates {
            let (LocateStep::Judged { cell, .. } | LocateStep::Chosen { cell, .. }) = event.step else {
                ui.add(Label::new(RichText::new(event.caption()).weak()).wrap());
                continue;
            };
            let row = parts::list_row(ui, false, event.caption());
            let description = format!("{}\n{}\n\nClick to show the cell", event.caption(), event.rule());
            parts::on_click(row, description, inputs, Input::Why(WhyInput::FrameCell(cell)));
        }
    });
}
