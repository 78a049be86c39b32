//! The settings of jump and drop links, and how many there are.

use egui::{Button, Ui};

use super::form::PlanForm;
use crate::app::widgets::number::NumberField;
use crate::app::widgets::parts::{self, Facts};
use crate::editor::State;
use crate::editor::generation::input::GenerationInput;
use crate::editor::generation::jumps;
use crate::editor::interaction::input::Input;
use navsmith_formats::document::enumeration;
use navsmith_generation::{JumpKind, JumpSettings, Jumps};

/// Largest length of a number, in metres.
const MOST: f32 = 1e4;

/// Smallest distance between two samples, in metres.
const LEAST_SPACING: f32 = 0.01;

/// Draws the switch, the five numbers, and the result.
pub(super) fn ui(ui: &mut Ui, state: &State, form: &mut PlanForm, inputs: &mut Vec<Input>) {
    parts::section(ui, "Jump links");
    let default = JumpSettings::of(&form.plan.settings.agent);
    let mut is_on = form.plan.jumps.is_some();
    let switch = ui.checkbox(&mut is_on, "Generate jump links");
    let tooltip = "Links for jumps and drops from the borders of the mesh to other ground. Generate adds them, and \
                   Regenerate keeps links that were changed, added or deleted by hand.";
    if switch.on_hover_text(tooltip).changed() {
        form.plan.jumps = is_on.then_some(default);
    }
    let Some(mut settings) = form.plan.jumps else { return };
    parts::facts(ui, "jumps", |facts| numbers_ui(facts, form, &mut settings));
    ui.horizontal(|ui| {
        let mut is_shown = jumps::is_shown(state);
        let show = ui.checkbox(&mut is_shown, "Show in views");
        if show.on_hover_text("Draw the new links, and in a near view a cross where none starts").changed() {
            inputs.push(Input::Generation(GenerationInput::ShowJumps(is_shown)));
        }
        let reset = ui.add_enabled(settings != default, Button::new("Reset"));
        if reset.on_hover_text("Set the numbers to the defaults for the agent").clicked() {
            settings = default;
        }
    });
    form.plan.jumps = Some(settings);
    match jumps::jumps(state) {
        Some(found) => parts::note(ui, &text(found)),
        None => parts::note(ui, "The links appear with the next result."),
    }
}

fn numbers_ui(facts: &mut Facts<'_>, form: &mut PlanForm, settings: &mut JumpSettings) {
    let JumpSettings { length, peak, depth, tolerance, spacing } = settings;
    let rows = [
        ("Length", length, 0.0, "Longest jump on the ground"),
        ("Peak", peak, 0.0, "Height of a jump above its take-off; landings are at most as high"),
        ("Depth", depth, 0.0, "Deepest landing below the take-off"),
        (
            "Tolerance",
            tolerance,
            0.0,
            "Height above the feet up to which solid ground does not stop the body",
        ),
        ("Spacing", spacing, LEAST_SPACING, "Distance between two samples along a border"),
    ];
    for (name, value, least, description) in rows {
        facts.row_ui(name, |ui| {
            let field = NumberField::new(value).range(least..=MOST).speed(0.01).max_decimals(3).suffix(" m");
            form.record(&ui.add(field).on_hover_text(description));
        });
    }
}

/// Describes the links and the samples without one.
fn text(found: &Jumps) -> String {
    let [jumps, drops] = [(JumpKind::Jump, "jump link"), (JumpKind::Drop, "drop link")]
        .map(|(kind, name)| parts::count(found.count(kind), name, &format!("{name}s")));
    let reasons = found.reasons();
    let links = format!("{jumps} and {drops}.");
    if reasons.is_empty() {
        return links;
    }
    let samples = parts::count(found.rejected.len(), "sample", "samples");
    format!(
        "{links} Of {samples} on borders without a link, {}. Ask names the reason at a border.",
        enumeration(&reasons)
    )
}
