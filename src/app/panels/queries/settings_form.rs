//! Settings of the active query: agent, area costs and algorithm.

use egui::{ComboBox, Label, Response, Ui};

use crate::app::panels::filter_form::{costs_ui, links_ui};
use crate::app::widgets::choice;
use crate::app::widgets::form::{FormChange, HeldControls};
use crate::app::widgets::number::NumberSlider;
use crate::app::widgets::parts::{self, Facts};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::queries::input::QueryInput;
use crate::editor::session::Session;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::query::algorithm::AlgorithmChoice;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::string_pulling::plane::Pulling;

/// Editable copy of the settings; a drag becomes one undo step when the pointer is released.
pub(in crate::app::panels) struct SettingsForm {
    pub(in crate::app::panels) settings: Settings,
    held: HeldControls,
}

/// Upper ends of the sliders, in metres; typed values may exceed them.
const MOST_RADIUS: f32 = 3.0;
const MOST_HEIGHT: f32 = 4.0;
/// Upper end of the climb slider in metres, at which any step is allowed.
const MOST_CLIMB: f32 = 3.0;

/// Height of the list of algorithms, in points.
const LIST_HEIGHT: f32 = 260.0;

impl SettingsForm {
    pub(in crate::app::panels) fn of(session: &Session) -> Self {
        Self { settings: session.settings().clone(), held: HeldControls::default() }
    }

    /// Records whether a control is in use or was released.
    pub(in crate::app::panels) fn record(&mut self, control: &Response) {
        self.held.record(control);
    }

    pub(in crate::app::panels) fn apply(
        self,
        ctx: &egui::Context,
        session: &Session,
        inputs: &mut Vec<Input>,
    ) {
        let is_changed = self.settings != *session.settings();
        inputs.extend(self.held.change(ctx, is_changed).map(|change| {
            Input::Query(match change {
                FormChange::Set => QueryInput::SetSettings(self.settings),
                FormChange::Drag => QueryInput::DragSettings(self.settings),
            })
        }));
    }
}

pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let mut asked = SettingsForm::of(state);
    parts::section(ui, "Query settings");
    parts::facts(ui, "asked", |facts| {
        algorithm_ui(facts, state, &mut asked.settings.algorithm);
        facts.row_ui("String pulling", |ui| {
            let combo = ComboBox::from_id_salt("pulling").truncate();
            let pulling = &mut asked.settings.pulling;
            choice::of_values(ui, combo, pulling, &Pulling::ALL, Pulling::title, Pulling::describe)
                .on_hover_text(pulling.describe());
        });
        agent_ui(facts, &mut asked);
        links_ui(facts, state, &mut asked.settings.filter);
    });
    parts::section(ui, "Cost per metre");
    let mut filter = asked.settings.filter.clone();
    costs_ui(ui, state, &mut filter, |number| asked.record(number));
    asked.settings.filter = filter;
    asked.apply(ui.ctx(), state, inputs);
}

/// Draws the list of algorithms.
///
/// If the choice is automatic, it also draws the algorithm that answered and the reason.
pub(in crate::app::panels) fn algorithm_ui(
    facts: &mut Facts<'_>,
    state: &State,
    preference: &mut AlgorithmChoice,
) {
    let by = state.answer().and_then(|answer| answer.by).filter(|by| by.is_automatic());
    facts.row_ui("Algorithm", |ui| {
        let combo = ComboBox::from_id_salt("algorithm").truncate().height(LIST_HEIGHT);
        let all = &AlgorithmChoice::ALL;
        choice::of_values(ui, combo, preference, all, AlgorithmChoice::title, AlgorithmChoice::describe)
            .on_hover_text(preference.describe());
    });
    if let Some(by) = by {
        facts.row_ui("Selected", |ui| {
            let why = parts::sentence(&by.to_string());
            ui.add(Label::new(by.algorithm.title()).truncate()).on_hover_text(why);
        });
    }
}

fn agent_ui(facts: &mut Facts<'_>, asked: &mut SettingsForm) {
    let Agent { mut radius, mut height, max_slope, max_climb } = asked.settings.agent;
    let slider = |value, most| NumberSlider::new(value, 0.0..=most).beyond().max_decimals(3);
    facts.row_ui("Radius", |ui| {
        let slider = ui.add(slider(&mut radius, MOST_RADIUS).suffix(" m"));
        asked.record(
            &slider.on_hover_text("Radius of the agent; portals narrower than twice that are blocked"),
        );
    });
    facts.row_ui("Height", |ui| {
        let slider = ui.add(slider(&mut height, MOST_HEIGHT).suffix(" m"));
        asked.record(&slider.on_hover_text("Height of the agent, which needs this room above the floor"));
    });
    let shown_degrees = (max_slope.to_degrees() * 10.0).round() / 10.0;
    let mut degrees = shown_degrees;
    facts.row_ui("Steepest slope", |ui| {
        let slider = NumberSlider::new(&mut degrees, 0.0..=90.0).max_decimals(1).suffix("°");
        asked.record(&ui.add(slider).on_hover_text("Steepest slope that the agent walks on; 90° allows any"));
    });
    let mut climb = max_climb.min(MOST_CLIMB);
    facts.row_ui("Highest step", |ui| {
        let slider = slider(&mut climb, MOST_CLIMB).up_to(MOST_CLIMB.into(), "any");
        asked.record(&ui.add(slider).on_hover_text("Highest step that the agent takes where a link goes up"));
    });
    // An untouched value keeps all its bits, even if its slider shows a rounded one.
    let agent = &mut asked.settings.agent;
    (agent.radius, agent.height) = (radius, height);
    if degrees != shown_degrees {
        agent.max_slope = degrees.to_radians().min(std::f32::consts::FRAC_PI_2);
    }
    if climb != max_climb.min(MOST_CLIMB) {
        agent.max_climb = if climb >= MOST_CLIMB { f32::INFINITY } else { climb };
    }
}
