//! The answer of a query with its remedies and settings, and the choice of another trace.

use egui::collapsing_header::CollapsingState;
use egui::{Button, Context, Id, Label, RichText, Sense, Spinner, Ui, vec2};

use super::detour::length_text;
use super::tracks::color_of_stage;
use crate::app::panels::queries::settings_form::{SettingsForm, algorithm_ui};
use crate::app::theme::{self, Icon};
use crate::app::widgets::number::NumberField;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::analysis::detour::{self, sentences};
use crate::editor::analysis::why::{self, WhyInput, WhyNot, finding};
use crate::editor::edits::proposals::ProposalSource;
use crate::editor::interaction::input::Input;
use crate::editor::queries::input::QueryInput;
use crate::editor::queries::stepping::StepInput;
use crate::editor::session::command::Command;
use navsmith_core::pathfinding::analysis::island_gaps::{GapRoute, IslandGap};
use navsmith_core::pathfinding::mesh_query::locate::LocateStep;
use navsmith_core::pathfinding::query::relaxation::Relaxation;
use navsmith_core::pathfinding::query::why::{Moved, Why};
use navsmith_core::pathfinding::query::{Answer, Outcome};
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_formats::check::Offer;

/// Draws why there is no path, or only a partial one, and the remedies.
///
/// With a path the reasons are folded, so that the explanation of the step keeps its space.
pub(super) fn reason_ui(ui: &mut Ui, state: &State, answer: &Answer, inputs: &mut Vec<Input>) {
    let Some(reason) = answer.why() else { return };
    let sentence = parts::sentence(&state.document().worded(reason.to_string()));
    if answer.path().is_none() {
        ui.add(Label::new(sentence).wrap());
        if !detour::is_open(state) {
            remedies_ui(ui, state, inputs);
        }
        return;
    }
    let fold = fold(ui.ctx());
    let header = fold.show_header(ui, |ui| {
        let title = Label::new(RichText::new(state.document().worded(short(reason))).weak()).truncate();
        ui.add(title).on_hover_text(&sentence);
    });
    header.body_unindented(|ui| {
        ui.add(Label::new(&sentence).wrap());
        remedies_ui(ui, state, inputs);
    });
}

/// Returns whether the reason takes more than a line.
pub(super) fn is_reason_long(ctx: &Context, answer: &Answer) -> bool {
    answer.why().is_some() && (answer.path().is_none() || fold(ctx).is_open())
}

/// Returns the fold over the reason for a partial path.
fn fold(ctx: &Context) -> CollapsingState {
    CollapsingState::load_with_default_open(ctx, Id::unique("off mesh"), false)
}

/// Returns the reason for a partial path in a few words.
fn short(reason: &Why) -> String {
    let Why::OffMesh(moved) = reason else { return parts::sentence(&reason.to_string()) };
    let words = |moved: &Moved| {
        let distance = f64::from(moved.ground).hypot(f64::from(moved.down));
        format!("{} moved {}", moved.end, parts::meters(distance))
    };
    let moves: Vec<String> = moved.iter().map(words).collect();
    format!("{} onto the mesh", parts::capitalized(&moves.join(", ")))
}

pub(super) fn headline_ui(ui: &mut Ui, state: &State, answer: &Answer, inputs: &mut Vec<Input>) {
    let palette = theme::palette(ui.visuals().dark_mode);
    let (icon, color, word) = match answer.outcome {
        Outcome::Path(_) => (Icon::CHECK, palette.success, "Path"),
        Outcome::Partial { .. } => (Icon::WARNING, palette.warning, "Path"),
        Outcome::NoPath { .. } => (Icon::CLOSE, palette.error, "No path"),
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        theme::paint_icon(icon, ui.painter(), rect, color);
        ui.label(RichText::new(word).strong().size(theme::BODY_SIZE + 2.0));
        if let Some(path) = answer.path() {
            let words = if detour::is_open(state) { "Steps" } else { "Why?" };
            parts::command_button(ui, state, inputs, Command::WhyDetour, words);
            parts::at_right(ui, |ui| {
                let waypoints = parts::count(path.waypoints.len(), "waypoint", "waypoints");
                let counts = format!("{}, {waypoints}", parts::count(path.corridor.len(), "cell", "cells"));
                let gap = parts::sentence(&sentences::optimality(state, path));
                let cost =
                    if path.cost.is_some() { ", and the cost: metres times the cost of each" } else { "" };
                ui.label(RichText::new(length_text(path)).strong().monospace())
                    .on_hover_text(format!("Length along the surface{cost}\n{gap}\n{counts}"));
                // The tooltip of the length also contains the counts.
                if parts::has_room(ui, &counts) {
                    ui.label(RichText::new(counts).weak());
                }
            });
        }
    });
}

/// Draws the settings of the query; a dragged number becomes one undo step when released.
pub(super) fn settings_ui(ui: &mut Ui, state: &State, answer: &Answer, inputs: &mut Vec<Input>) {
    let mut asked = SettingsForm::of(state);
    parts::facts(ui, "settings", |facts| {
        algorithm_ui(facts, state, &mut asked.settings.algorithm);
        facts.row_ui("Height tolerance", |ui| {
            let height = &mut asked.settings.max_height;
            let value = ui.add(NumberField::new(height).range(0.0..=1000.0).speed(0.05).suffix(" m"));
            asked.record(
                &value.on_hover_text("Largest height of an end above the floor that it is placed on"),
            );
        });
        if let Some(by) = answer.by {
            let title = format!("{} expanded", by.algorithm.expands());
            facts.row(&title, parts::thousands(answer.expanded));
            if let Some(unfinished) = by.unfinished {
                facts.row("Comparison", parts::sentence(&unfinished.to_string()));
            }
        }
        if let Some(path) = answer.path() {
            facts.row("Optimality", parts::sentence(&sentences::optimality(state, path)));
            if let Some(great_circle) = path.great_circle() {
                facts.row("Great circle", parts::sentence(&great_circle.to_string()));
            }
            if let Some(untested) = path.with_untested_middles() {
                facts.row("Tutorial", parts::sentence(&untested.to_string()));
            }
        }
    });
    ui.checkbox(&mut asked.settings.has_slope_waypoints, "Waypoints where the slope changes").on_hover_text(
        "Force the path through the middle of a portal where the slope changes by more than about 8°; this can bend it",
    );
    asked.apply(ui.ctx(), state, inputs);
    if answer.is_cut_short() && answer.path().is_some() {
        search_again_ui(ui, inputs);
    }
}

fn search_again_ui(ui: &mut Ui, inputs: &mut Vec<Input>) {
    let description = "Run the same query again";
    parts::on_click(ui.button("Search again"), description, inputs, Input::Query(QueryInput::AskAgain));
}

/// Draws the choice between traces, or nothing if there is only the query.
pub(super) fn choice_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    if !TraceKind::ALL.iter().any(|&run| run != TraceKind::Query && state.has_trace(run)) {
        return;
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new("Recording").weak());
        for run in TraceKind::ALL {
            let is_shown = state.shown_trace() == run;
            if !state.has_trace(run) && !is_shown {
                continue;
            }
            let response = ui.selectable_label(is_shown, run.title()).on_hover_text(describe(run));
            if response.clicked() && !is_shown {
                inputs.push(Input::Step(StepInput::ShowRun(run)));
            }
        }
    });
    ui.add_space(theme::SPACE_S);
}

fn describe(run: TraceKind) -> &'static str {
    match run {
        TraceKind::Query => "The path from start to target",
        TraceKind::Walk => "The last walk by hand, with the Walk tool",
        TraceKind::Ray => "The last ray by hand, with the Ray tool",
        TraceKind::Triangulation => "The triangulation of outlines, merged to cells",
    }
}

/// Draws the result of a manual walk or ray, or of a triangulation.
pub(super) fn run_headline_ui(ui: &mut Ui, state: &State) {
    let run = state.shown_trace();
    ui.horizontal(|ui| {
        if let Some(stage) = run.stages().next() {
            parts::swatch(ui, color_of_stage(ui, stage));
        }
        ui.label(RichText::new(run.title()).strong().size(theme::BODY_SIZE + 2.0));
        ui.add(Label::new(RichText::new(state.describe_run()).weak()).truncate());
    });
}

/// Maximum height of the lists of gaps and of cells, in points.
const LIST_HEIGHT: f32 = 3.5 * 24.0;

/// Draws the obstacles and their remedies, or nothing if there are none.
fn remedies_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let Some(not) = why::why_not(state) else { return };
    if *not.why == Why::Stopped {
        search_again_ui(ui, inputs);
    }
    if !not.ways.is_empty() {
        gaps_ui(ui, &not, inputs);
    }
    if let Some(opened) = not.opened {
        let length = parts::meters(opened.path().unwrap_or_default());
        let changes = opened.relaxation().map(Relaxation::to_string).unwrap_or_default();
        let words = format!("{}: path of {length}", opened.label);
        let description = format!("{changes}\n\nThe path is then {length} long");
        parts::on_click(ui.button(words), description, inputs, Input::Apply(ProposalSource::Unblock));
    }
    if let Some(nearest) = not.nearest {
        ui.add(Label::new(parts::sentence(&nearest.to_string())).wrap());
        let tooltip = "Move the target to that point, which can be reached";
        let button = ui.button("Move the target there");
        parts::on_click(button, tooltip, inputs, Input::Why(WhyInput::TargetNearest));
    }
    awaited_ui(ui, state, inputs);
    candidates_ui(ui, state, inputs);
}

/// Draws that the search for fixes runs, is put off, or was stopped.
fn awaited_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    if finding::is_put_off(state) {
        parts::note(ui, "Release the button to search for fixes.");
    } else if finding::is_awaited(state) {
        ui.horizontal(|ui| {
            ui.add(Spinner::new());
            ui.label("Searching for fixes");
        });
    } else if finding::is_given_up(state) {
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
            let row = parts::list_row(ui, index == not.chosen, describe_route(way));
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
    let (title, about) = (offer.title(), offer.kind.describe());
    match &offer.proposal {
        Ok(proposal) => {
            let length = parts::meters(proposal.path().unwrap_or_default());
            let moves =
                proposal.moves.map(|by| format!("moves vertices by up to {}", parts::meters(by.into())));
            let end = moves.as_ref().map_or_else(String::new, |moves| format!(", {moves}"));
            let button = ui.button(format!("{title}: path of {length}{end}"));
            let effect = moves.map_or_else(String::new, |moves| format!("\n\nIt {moves}"));
            let tooltip = format!("{about}{effect}\n\nThe path is then {length} long");
            parts::on_click(button, tooltip, inputs, Input::Apply(ProposalSource::Gaps(way, offer.kind)));
        }
        Err(why) => {
            let button = ui.add_enabled(false, Button::new(title));
            button.on_disabled_hover_text(format!("{about}\n\n{why}"));
        }
    }
}

/// Returns the width and the rise of the widest gap, and the number of islands on the route.
fn describe_route(way: &GapRoute) -> String {
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
        format!("From cell {} to cell {}: {}", gap.from.cell.0, gap.to.cell.0, gap_words(gap))
    };
    way.island_gaps.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Draws the cells near an end off the mesh, with the reason why each was ruled out.
fn candidates_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let candidates = why::ruled_out(state);
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
            let caption = state.document().worded(event.caption());
            let description = format!("{caption}\n{}\n\nClick to show the cell", event.rule());
            let row = parts::list_row(ui, false, caption);
            parts::on_click(row, description, inputs, Input::Why(WhyInput::FrameCell(cell)));
        }
    });
}
