//! The run of the active scenario: playback, report, stuck agents and the events of the selected one.

use egui::{Align, Label, ProgressBar, RichText, Sense, Stroke, Ui, vec2};

use crate::app::theme::{self, Icon};
use crate::app::widgets::number::NumberSlider;
use crate::app::widgets::parts;
use crate::editor::Editor;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::simulation::input::{self, SimulationInput};
use crate::editor::simulation::playback::{SPEEDS, playback};
use crate::editor::simulation::runs::{self, Run};
use crate::simulation::events::IncidentKind;

/// Difference of times that look equal, in seconds.
const SHOWN_STEP: f64 = 0.006;

/// Maximum number of stuck agents and of events in a list.
const MOST_LISTED: usize = 200;

pub(super) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    parts::section(ui, "Run");
    transport_ui(ui, editor, inputs);
    match runs::shown(editor) {
        Some(Ok(run)) => {
            if !runs::is_current(editor) {
                parts::note(ui, "Outdated: this run is from before the last change. Play computes it again.");
            }
            track_ui(ui, editor, run, inputs);
            report_ui(ui, run, inputs);
            agent_ui(ui, editor, run, inputs);
        }
        Some(Err(why)) => parts::error(ui, &parts::sentence(why)),
        None if runs::under_way(editor).is_some() => {
            ui.add(ProgressBar::new(0.0).animate(true).text("simulating agents"));
        }
        None if runs::is_on_request(editor) => {
            parts::note(ui, "This run takes longer than a moment. Choose *Play simulation* to compute it.");
        }
        None => {}
    }
}

fn transport_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let playback = playback(editor);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = theme::SPACE_S * 0.5;
        let play = if playback.is_playing() { Icon::PAUSE } else { Icon::PLAY };
        for (command, icon, is_on) in [
            (Command::RestartSimulation, Icon::FIRST, false),
            (Command::StepSimulationBack, Icon::BACK, false),
            (Command::PlaySimulation, play, playback.is_playing()),
            (Command::StepSimulation, Icon::FORWARD, false),
            (Command::LoopSimulation, Icon::REDO, playback.is_loop()),
        ] {
            parts::command_icon(ui, editor, inputs, command, icon, is_on);
        }
        let mut speed = playback.speed();
        ui.spacing_mut().slider_width = (ui.available_width() - 76.0).clamp(40.0, 110.0);
        let slider = NumberSlider::new(&mut speed, SPEEDS).logarithmic().max_decimals(1).suffix("×");
        let response = ui.name_inputs("Simulation speed", |ui| ui.add(slider));
        if response.on_hover_text("Speed relative to real time").changed() {
            inputs.push(Input::Simulation(SimulationInput::SetSpeed(speed)));
        }
    });
}

/// Draws the slider of the time, with a mark for each event of the selected agent.
fn track_ui(ui: &mut Ui, editor: &Editor, run: &Run, inputs: &mut Vec<Input>) {
    let seconds = f64::from(run.recording.seconds());
    let mut time = playback(editor).time().min(seconds);
    let (rect, marks) = ui.allocate_exact_size(vec2(ui.available_width(), 10.0), Sense::hover());
    marks.on_hover_text("Events of the selected agent");
    let x = |at: f64| rect.left() + rect.width() * (at / seconds.max(1e-9)) as f32;
    let events = input::selected_agent(editor).into_iter().flat_map(|agent| run.events_of(agent));
    for event in events.take(MOST_LISTED) {
        let color = match event.what.kind() {
            IncidentKind::Stuck => ui.visuals().error_fg_color,
            IncidentKind::Arrived => theme::accent(ui),
            _ => ui.visuals().weak_text_color(),
        };
        ui.painter().vline(x(run.time_of(event)), rect.y_range(), Stroke::new(1.5, color));
    }
    ui.painter().vline(x(time), rect.y_range(), Stroke::new(2.0, ui.visuals().text_color()));
    ui.scope(|ui| {
        ui.spacing_mut().slider_width = (ui.available_width() - 84.0).max(60.0);
        let slider = NumberSlider::new(&mut time, 0.0..=seconds).max_decimals(2).suffix(" s");
        let response = ui.name_inputs("Time", |ui| ui.add(slider));
        // The slider rounds its value, which is no input.
        let is_moved = (time - playback(editor).time().min(seconds)).abs() > SHOWN_STEP;
        if response.on_hover_text("Time in the run; drag to scrub").changed() && is_moved {
            inputs.push(Input::Simulation(SimulationInput::Seek(time)));
        }
    });
}

fn report_ui(ui: &mut Ui, run: &Run, inputs: &mut Vec<Input>) {
    let report = &run.report;
    parts::facts(ui, "run report", |facts| {
        facts.row("Arrived", format!("{} of {}", report.arrived, report.agents));
        if let Some([first, last]) = report.arrivals {
            facts.row("Arrival times", format!("{first:.2} s to {last:.2} s"));
        }
        if let Some(detour) = report.detour {
            facts.row("Walked", format!("{:.1} % of the shortest paths", detour * 100.0));
        }
        facts.row("Wall contact", parts::count(report.contact_steps as usize, "frame", "frames"));
        facts.row("Largest overlap", format!("{:.1} % of a radius", report.overlap.share * 100.0));
        facts.row("Stuck", parts::count(report.stuck.len(), "agent", "agents"));
    });
    for stuck in report.stuck.iter().take(MOST_LISTED) {
        let row = parts::list_row(ui, false, format!("Why is agent {} stuck?", stuck.agent));
        let input = Input::Simulation(SimulationInput::SelectAgent(Some(stuck.agent as usize)));
        parts::on_click(row, "Select this agent and move the view to it", inputs, input);
        ui.indent(("stuck", stuck.agent), |ui| parts::note(ui, &stuck.cause.to_string()));
    }
}

/// Draws the events of the selected agent with their captions, and the breakpoints.
fn agent_ui(ui: &mut Ui, editor: &Editor, run: &Run, inputs: &mut Vec<Input>) {
    let Some(agent) = input::selected_agent(editor) else {
        return parts::note(ui, "Click an agent in the view to see its trail and its events.");
    };
    parts::section_with(ui, &format!("Agent {agent}"), |ui| {
        parts::command_button(ui, editor, inputs, Command::NextAgent, "Next");
    });
    parts::drop_down(ui, "Breakpoints", "Events of this agent at which playback pauses", |ui| {
        for kind in IncidentKind::ALL {
            let mut is_on = playback(editor).stops_at(kind);
            if ui.checkbox(&mut is_on, parts::capitalized(kind.name())).changed() {
                inputs.push(Input::Simulation(SimulationInput::SetBreakpoint(kind, is_on)));
            }
        }
    });
    let now = playback(editor).time();
    let half_step = f64::from(run.recording.time_step()) * 0.5;
    for event in run.events_of(agent).take(MOST_LISTED) {
        let time = run.time_of(event);
        let is_here = (time - now).abs() <= half_step;
        let words = format!("{time:.2} s  {}", event.what.kind().name());
        let row = parts::list_row(ui, is_here, words);
        let input = Input::Simulation(SimulationInput::Seek(time));
        parts::on_click(
            row,
            format!("{}\n\nRule: {}.", event.what.caption(), event.what.rule()),
            inputs,
            input,
        );
        if is_here {
            ui.with_layout(egui::Layout::top_down(Align::LEFT), |ui| {
                ui.add(Label::new(RichText::new(event.what.caption())).wrap());
                parts::note(ui, &parts::sentence(event.what.rule()));
            });
        }
    }
}
