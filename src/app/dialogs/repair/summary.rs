//! The summary of the repair dialog: the mesh before and after, and what changes and stays.

use egui::{Align, Button, Label, RichText, Sense, Ui, vec2};

use super::{ROW, header_ui, numbers_ui};
use crate::app::jobs::Jobs;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::analysis::repair::settings::RepairSettings;
use crate::editor::analysis::repair::{self, RepairFigures, RepairInput, RepairPreview};
use crate::editor::interaction::input::Input;
use navsmith_formats::check::Severity;
use navsmith_formats::check::repair::{MeshFigures, RepairStep, percent};
use navsmith_formats::document::{enumeration, noun, signed};

/// Slope in radians above which the dialog warns of cells that the repair makes.
const STEEP: f32 = std::f32::consts::FRAC_PI_4;

/// Right ends of the columns of the summary.
const FIGURE_COLUMNS: [f32; 7] = [0.14, 0.28, 0.42, 0.60, 0.72, 0.88, 1.0];
const FIGURE_HEADER: [(&str, &str); 6] = [
    ("Cells", "Number of cells"),
    ("Islands", "Number of islands"),
    ("Area m²", "Area of all cells on the ground; overlaps count twice"),
    ("Errors", "Number of errors under Issues, those of the agent, levels and exports too"),
    ("Warnings", "Number of warnings under Issues, those of the agent, levels and exports too"),
    ("Hints", "Number of hints under Issues, those of the agent, levels and exports too"),
];

pub(super) fn ui(
    ui: &mut Ui,
    state: &State,
    jobs: &Jobs,
    settings: &mut RepairSettings,
    inputs: &mut Vec<Input>,
) {
    if let Some(number) = repair::under_way(state) {
        ui.horizontal(|ui| {
            parts::at_right(ui, |ui| {
                let stop = ui.button("Stop");
                parts::on_click(stop, "Stop the preview", inputs, Input::Repair(RepairInput::Stop));
                parts::progress(ui, jobs.running_as(number));
            });
        });
    } else if repair::is_given_up(state) {
        ui.horizontal(|ui| {
            ui.label("The preview was stopped.");
            let resume = ui.button("Preview again");
            parts::on_click(
                resume,
                "Compute the effects of the steps",
                inputs,
                Input::Repair(RepairInput::Resume),
            );
        });
    }
    let Some(found) = repair::preview(state) else { return };
    header_ui(ui, FIGURE_COLUMNS, FIGURE_HEADER);
    figures_ui(ui, "Before", &found.before);
    if found.change_count() > 0 {
        figures_ui(ui, "After", &found.after);
        if let Some((joins, is_steep)) = joins(found) {
            if is_steep { parts::warning(ui, &joins) } else { parts::note(ui, &joins) }
        }
        parts::note(ui, &covered(found));
    }
    parts::note(ui, &conclusion(found));
    wide_gaps_ui(ui, found, settings);
    for wall in found.effects.iter().flat_map(|effect| &effect.refused) {
        parts::note(ui, &parts::sentence(&wall.message));
    }
    for line in found.apart.lines() {
        parts::note(ui, &line);
    }
    if let Some(linked) = linked(found) {
        parts::note(ui, &linked);
    }
    if found.ignored > 0 {
        let (ignored, verb) = (
            parts::count(found.ignored, "ignored issue", "ignored issues"),
            noun(found.ignored, "stays", "stay"),
        );
        parts::note(ui, &format!("{ignored} {verb}."));
    }
    for unlisted in found.skipped.iter().chain(&found.unlisted) {
        parts::note(ui, &parts::sentence(unlisted));
    }
}

/// Draws the number of gaps that are wider than the tolerance, and the button that raises it.
fn wide_gaps_ui(ui: &mut Ui, found: &RepairPreview, settings: &mut RepairSettings) {
    let Some(gaps) = found.effect(RepairStep::Weld).map(|effect| effect.wide_gaps) else { return };
    if gaps.count == 0 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        parts::note(ui, &format!("{gaps}."));
        let tolerance = gaps.tolerance();
        let button = ui.add(Button::new(format!("Use {tolerance} m")).small());
        if button.on_hover_text("Set the tolerance to the width of the widest gap").clicked() {
            settings.tolerance = Some(tolerance);
        }
    });
}

fn figures_ui(ui: &mut Ui, name: &str, figures: &RepairFigures) {
    let RepairFigures { mesh: MeshFigures { cells, islands, area, .. }, issues } = *figures;
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW * 0.8), Sense::hover());
    let [first, others @ ..] = parts::columns(line, FIGURE_COLUMNS);
    parts::within(ui, first, Align::LEFT).add(Label::new(RichText::new(name).weak()).selectable(false));
    let [errors, warnings, hints] = issues.map(parts::thousands);
    let [cells, islands] = [cells, islands].map(parts::thousands);
    numbers_ui(ui, others, &[cells, islands, format!("{area:.2}"), errors, warnings, hints], false);
}

/// Describes how the ground that cells cover changes.
fn covered(found: &RepairPreview) -> String {
    let [before, after] = [found.before.mesh.covered, found.after.mesh.covered];
    if before.is_exact && after.is_exact {
        let change = signed(percent(after.area - before.area, before.area), 2);
        let [before, after] = [before.area, after.area];
        return format!("Cells cover {before:.2} m² of ground before and {after:.2} m² after ({change} %).");
    }
    let [before, after] = [before, after].map(|covered| {
        let most = if covered.is_exact { "" } else { "at most " };
        format!("{most}{:.2} m²", covered.area)
    });
    format!("Cells cover {before} of ground before and {after} after. Not all overlaps are known.")
}

/// Describes what the step for crossings changes, and whether it makes steep cells.
///
/// It is described because it connects islands.
fn joins(found: &RepairPreview) -> Option<(String, bool)> {
    let effect = found.effect(RepairStep::Crossings).filter(|effect| effect.changes > 0)?;
    let rise = parts::meters(f64::from(effect.rise));
    let joined = if effect.islands < 0 { effect.islands.unsigned_abs() } else { 0 };
    let islands = match joined {
        0 => String::new(),
        _ => format!(", and leaves {} fewer", parts::count(joined, "island", "islands")),
    };
    let slope = match effect.slope {
        0.0 => String::new(),
        slope => format!(", makes cells up to {:.0}° steep", slope.to_degrees()),
    };
    let words = format!("{} moves ground up or down by at most {rise}{slope}{islands}.", effect.step.title());
    Some((words, effect.slope > STEEP))
}

/// Describes the small islands that stay.
fn linked(found: &RepairPreview) -> Option<String> {
    let linked = found.effect(RepairStep::Islands)?.linked;
    let (islands, verb) =
        (parts::count(linked, "small island", "small islands"), noun(linked, "stays", "stay"));
    (linked > 0).then(|| format!("{islands} {verb}, because links are attached there."))
}

/// Describes what the repair leaves, in a sentence or two.
fn conclusion(found: &RepairPreview) -> String {
    let left: Vec<String> = Severity::ALL
        .iter()
        .zip(found.after.issues)
        .filter(|&(_, issues)| issues > 0)
        .map(|(severity, issues)| parts::count(issues, severity.name(), &format!("{}s", severity.name())))
        .collect();
    let left = enumeration(&left);
    let [more_warnings, more_hints] =
        [1, 2].map(|severity| found.after.issues[severity] > found.before.issues[severity]);
    // Numbers of lists that are cut short cannot be compared.
    let are_known = found.unlisted.is_empty();
    let added = match [more_warnings && are_known, more_hints && are_known] {
        [true, true] => " New cells cause more warnings and hints than before.",
        [true, false] => " New cells cause more warnings than before.",
        [false, true] => " New cells cause more hints than before.",
        [false, false] => "",
    };
    match (found.change_count(), left.is_empty(), found.is_complete) {
        (0, true, _) => "Nothing to repair: the mesh has no issues.".into(),
        (0, false, _) => format!("Nothing to repair: these steps fix none of {left} safely."),
        (_, true, true) => "No issues are left.".into(),
        (_, false, true) => format!("The repair leaves {left}.{added}"),
        (_, _, false) => "The repair stops early. Run it again to complete it.".into(),
    }
}
