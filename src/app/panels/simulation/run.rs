//! The run of the active scenario: playback, report and stuck agents.

use egui::{Button, ComboBox, Grid, Label, ProgressBar, RichText, Sense, Stroke, Ui, vec2};

use super::{agent, stuck};
use crate::app::theme::{self, Icon};
use crate::app::widgets::choice;
use crate::app::widgets::number::{NumberSlider, handle_range};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::simulation::heat::{self, HeatKind};
use crate::editor::simulation::input::{self, SimulationInput};
use crate::editor::simulation::playback::{SPEEDS, playback};
use crate::editor::simulation::runs::{self, Run};
use crate::editor::simulation::{compared, scenarios};
use crate::editor::view::scene::Role;
use crate::editor::view::scene::agents::{AgentMark, HEAT_LEVELS};
use navsmith_core::simulation::run::recording::LargestOverlap;
use navsmith_core::simulation::scenario::Scenario;

/// Difference of times that look equal, in seconds.
const SHOWN_STEP: f64 = 0.006;

/// Maximum width of the name of a scenario above its results, in points.
const NAME_WIDTH: f32 = 68.0;

/// Maximum number of marks of events above the slider; more would merge.
const MOST_MARKS: usize = 1000;

/// Draws the controls of the playback, which stay in place while the rest of the panel scrolls.
pub(super) fn playback_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::section_with(ui, "Run", |ui| state_ui(ui, state, inputs));
    transport_ui(ui, state, inputs);
    if let Some(Ok(run)) = runs::shown(state) {
        track_ui(ui, state, run, inputs);
        status_ui(ui, state, run, inputs);
    }
}

/// Draws the present numbers of agents, and the result at the end of the run.
fn status_ui(ui: &mut Ui, state: &State, run: &Run, inputs: &mut Vec<Input>) {
    let playback = playback(state);
    let stuck = |ui: &mut Ui, count: usize| {
        if count > 0 {
            let words = format!("{} stuck", parts::thousands(count));
            ui.label(RichText::new(words).color(ui.visuals().warn_fg_color));
        }
    };
    let frame = run.frame_number(playback.time());
    let stuck_now = if playback.is_shown() { run.stuck_at(frame).count() } else { 0 };
    if playback.is_shown() {
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("Now: {} arrived", parts::thousands(run.arrived_until(frame))));
            stuck(ui, stuck_now);
            if stuck_now > 0 {
                why_ui(ui, state, inputs);
            }
        });
    }
    let report = &run.report;
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("At the end: {} of {} arrived", report.arrived, report.agents));
        let expected = scenarios::active(state).and_then(|scenario| scenario.expected);
        let differences = expected.map_or_else(Vec::new, |expected| report.differences(&expected));
        // The report states the expected result and the reason why a run that was cut short is not checked.
        if !differences.is_empty() && !report.is_cut_short {
            let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
            let words = RichText::new("not as expected").color(ui.visuals().error_fg_color);
            ui.label(words).on_hover_text(parts::sentence(&differences.join("; ")));
        }
        stuck(ui, report.stuck.len());
        if !report.late.is_empty() {
            ui.label(format!("{} late", parts::thousands(report.late.len())));
        }
        if stuck_now == 0 && !(report.stuck.is_empty() && report.late.is_empty()) {
            why_ui(ui, state, inputs);
        }
    });
}

/// Draws the button that explains the next agent that is stuck or late.
fn why_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let before = inputs.len();
    parts::command_button(ui, state, inputs, Command::WhyStuck, "Why?");
    if inputs.len() > before {
        agent::scroll_at_next_selection(ui);
    }
}

/// Draws the selected agent and the report of the run.
pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    match runs::shown(state) {
        Some(Ok(run)) => {
            changes_ui(ui, run);
            agent::ui(ui, state, run, inputs);
            parts::section(ui, "Report of the whole run");
            report_ui(ui, state, run);
            expected_ui(ui, state, run);
            compare_ui(ui, state, inputs);
            heat_ui(ui, state, inputs);
            stuck::ui(ui, state, run, inputs);
        }
        Some(Err(why)) => parts::error(ui, &parts::sentence(why)),
        None if runs::under_way(state).is_some() => {
            ui.add(ProgressBar::new(0.0).animate(true).text("simulating agents"));
        }
        None if runs::is_on_request(state) => {
            parts::note(ui, "This run takes longer than a moment. Choose \"Play simulation\" to compute it.");
        }
        None => {}
    }
}

/// Draws whether the run on display is outdated or being computed, and offers to run it from the start.
///
/// This takes no line of its own, so that fields below keep their place during edits.
fn state_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let Some(run) = runs::run(state) else { return };
    if runs::is_current(state) {
        if run.change_times().next().is_some() {
            parts::command_button(ui, state, inputs, Command::RunAgain, "Run again");
        }
        return;
    }
    let color = ui.visuals().warn_fg_color;
    let small = |words: &str| RichText::new(words).small().color(color);
    let about = "The run on display is from before the last change.";
    if runs::under_way(state).is_some() {
        ui.label(small("Computing…")).on_hover_text(about);
        return;
    }
    let words = small("Outdated: compute");
    let button = ui.add(Button::new(words).small());
    let input = Input::Simulation(SimulationInput::Seek(playback(state).time()));
    parts::on_click(button, format!("{about} Compute it again."), inputs, input);
}

fn transport_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let playback = playback(state);
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
            parts::command_icon(ui, state, inputs, command, icon, is_on);
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

/// Draws the number of changes during the run; *Run again* is above, in the title of the run.
fn changes_ui(ui: &mut Ui, run: &Run) {
    let Some(last) = run.change_times().last() else { return };
    let count = parts::count(run.change_times().count(), "change", "changes");
    parts::note(ui, &format!("Continued after {count}, the last at {last:.2} s."));
}

/// Draws the slider of the time, with a mark for each event of the selected agent.
fn track_ui(ui: &mut Ui, state: &State, run: &Run, inputs: &mut Vec<Input>) {
    let seconds = f64::from(run.recording.seconds());
    let mut time = playback(state).time().min(seconds);
    let usual_width = ui.spacing().slider_width;
    ui.spacing_mut().slider_width = (ui.available_width() - 84.0).max(60.0);
    let (rect, marks) = ui.allocate_exact_size(vec2(ui.available_width(), 10.0), Sense::click());
    // Marks have the scale of the slider below.
    let range = handle_range(ui, rect.left());
    let x = |at: f64| range.min + range.span() * (at / seconds.max(1e-9)) as f32;
    let agent = input::selected_agent(state);
    let events = || agent.into_iter().flat_map(|agent| run.events_of(agent));
    for event in events().take(MOST_MARKS) {
        let color = theme::event(event.what.kind(), ui.visuals().dark_mode);
        ui.painter().vline(x(run.time_of(event)), rect.y_range(), Stroke::new(1.5, color));
    }
    ui.painter().vline(x(time), rect.y_range(), Stroke::new(2.0, ui.visuals().text_color()));
    let pointed = marks.hover_pos().and_then(|pointer| {
        let far = |time: f64| (x(time) - pointer.x).abs();
        let nearest = events().min_by(|a, b| far(run.time_of(a)).total_cmp(&far(run.time_of(b))))?;
        (far(run.time_of(nearest)) <= theme::SPACE_S).then_some(nearest)
    });
    match pointed {
        Some(event) => {
            let tooltip = format!("{:.2} s: {}", run.time_of(event), agent::caption(state, run, event));
            let input = Input::Simulation(SimulationInput::Seek(run.time_of(event)));
            parts::on_click(marks, tooltip, inputs, input);
        }
        None => drop(marks.on_hover_text("Events of the selected agent")),
    }
    let slider = NumberSlider::new(&mut time, 0.0..=seconds).max_decimals(2).suffix(" s");
    let response = ui.name_inputs("Time", |ui| ui.add(slider));
    // The slider rounds its value, which is no input.
    let is_moved = (time - playback(state).time().min(seconds)).abs() > SHOWN_STEP;
    if response.on_hover_text("Time in the run; drag to scrub").changed() && is_moved {
        inputs.push(Input::Simulation(SimulationInput::Seek(time)));
    }
    ui.spacing_mut().slider_width = usual_width;
}

/// Draws the report, with that of the compared run beside it.
fn report_ui(ui: &mut Ui, state: &State, run: &Run) {
    let other = compared::run(state).and_then(Result::ok);
    let runs: Vec<&Run> = [Some(run), other].into_iter().flatten().collect();
    let row = |ui: &mut Ui, name: &str, value: &dyn Fn(&Run) -> String| {
        ui.label(RichText::new(name).weak());
        for run in &runs {
            ui.label(value(run));
        }
        ui.end_row();
    };
    Grid::new("run report").num_columns(3).spacing(vec2(12.0, 4.0)).show(ui, |ui| {
        if other.is_some() {
            ui.label("");
            let color = theme::role(Role::Agents(AgentMark::Compared), ui.visuals().dark_mode).color;
            let colors = [ui.visuals().text_color(), color];
            let of = [scenarios::active(state), compared::scenario(state)].map(name_of);
            for (name, color) in of.into_iter().zip(colors) {
                ui.scope(|ui| {
                    ui.set_max_width(NAME_WIDTH);
                    let label = Label::new(RichText::new(name).strong().color(color)).truncate();
                    ui.add(label).on_hover_text(name);
                });
            }
            ui.end_row();
        }
        row(ui, "Arrived", &|Run { report, .. }| format!("{} of {}", report.arrived, report.agents));
        row(ui, "First arrival", &|Run { report, .. }| seconds(report.arrivals.map(|[first, _]| first)));
        row(ui, "Last arrival", &|Run { report, .. }| seconds(report.arrivals.map(|[_, last]| last)));
        // The names contain the units, so that the values of two runs fit beside them.
        row(ui, "Walked of first path", &|Run { report, .. }| {
            report.detour.map_or_else(|| "–".into(), |detour| format!("{:.1} %", detour * 100.0))
        });
        row(ui, "Frames at walls", &|Run { report, .. }| parts::thousands(report.contact_steps as usize));
        row(ui, "Overlap of radius", &|Run { report, .. }| format!("{:.1} %", report.overlap.share * 100.0));
        if runs.iter().any(|run| run.report.overlap.share > 0.0) {
            row(ui, "Overlap at", &overlap_time);
        }
        row(ui, "Stuck", &|Run { report, .. }| parts::thousands(report.stuck.len()));
        row(ui, "Late", &|Run { report, .. }| parts::thousands(report.late.len()));
    });
    notes_ui(ui, state, run);
}

fn name_of(scenario: Option<&Scenario>) -> &str {
    scenario.map_or("", |scenario| &*scenario.name)
}

/// Draws notes about waiting agents, missing space, positions off the mesh, and a full recording.
fn notes_ui(ui: &mut Ui, session: &Session, run: &Run) {
    if run.report.waiting > 0 {
        let agents = parts::count(run.report.waiting as usize, "agent waits", "agents wait");
        parts::note(ui, &format!("{agents} for the pointer. Play, and move the pointer over the mesh."));
    }
    if run.report.crowded_starts > 0 {
        let agents = parts::count(run.report.crowded_starts as usize, "agent starts", "agents start");
        parts::note(ui, &format!("{agents} too close to others or a wall. Use more space or fewer agents."));
    }
    for off in &run.report.off_mesh {
        let groups = scenarios::active(session).map(|scenario| &scenario.groups);
        let name = groups.and_then(|groups| groups.get(off.group)).map_or("", |group| &*group.name);
        let (what, act) = if off.is_target { ("target", "go to") } else { ("start", "start at") };
        let distance = parts::meters(off.distance.into());
        let text =
            format!("The {what} of {name} is {distance} off the mesh. Its agents {act} the nearest point.");
        parts::note(ui, &text);
    }
    if run.report.is_cut_short {
        parts::note(ui, "The recording is full. Use fewer agents, a shorter duration or a longer time step.");
    }
    if !run.recording.has_all_events() {
        parts::note(
            ui,
            "Too many events: the later ones are not listed. Use fewer agents or a shorter duration.",
        );
    }
}

/// Draws whether the run is as the scenario expects.
fn expected_ui(ui: &mut Ui, session: &Session, run: &Run) {
    let Some(scenario) = scenarios::active(session) else { return };
    let Some(expected) = scenario.expected else { return };
    if run.report.is_cut_short && run.report.is_too_short(&expected, scenario.duration) {
        return parts::note(ui, &format!("Not checked, because the recording is full: {expected}."));
    }
    let differences = run.report.differences(&expected);
    if differences.is_empty() {
        parts::note(ui, &format!("As expected: {expected}."));
    }
    for difference in differences {
        parts::error(ui, &parts::sentence(&format!("Not as expected: {difference}")));
    }
}

/// Returns the time of the greatest overlap, after the step in which it was found.
fn overlap_time(run: &Run) -> String {
    let LargestOverlap { share, step, .. } = run.report.overlap;
    seconds((share > 0.0).then_some(step as f32 * run.recording.time_step()))
}

fn seconds(time: Option<f32>) -> String {
    time.map_or_else(|| "–".into(), |time| format!("{time:.2} s"))
}

/// Draws the choice of a scenario to compare with.
fn compare_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let list = &state.document().scenarios;
    ui.horizontal(|ui| {
        ui.label("Compare with");
        let chosen = compared::index(state);
        let name = |index: usize| list.get(index).map_or("nothing", |scenario| &*scenario.name);
        let combo = ComboBox::from_id_salt("compared scenario").selected_text(chosen.map_or("nothing", name));
        let combo = combo.width((ui.available_width() - 98.0).max(48.0)).truncate();
        let active = scenarios::active_index(state);
        let others = (0..list.len()).filter(|&index| index != active).map(Some);
        let all = std::iter::once(None).chain(others);
        let mut choice = chosen;
        choice::of_items(ui, combo, &mut choice, all.map(|it| (it, it.map_or("nothing", name), "")))
            .on_hover_text("Show the run of another scenario beside this one, at the same time");
        if choice != chosen {
            inputs.push(Input::Simulation(SimulationInput::Compare(choice)));
        }
        parts::command_button(ui, state, inputs, Command::DuplicateScenario, "Duplicate");
    });
    if let Some(Err(why)) = compared::run(state) {
        parts::error(ui, &parts::sentence(why));
    }
}

/// Draws the choice of a heat map, and its levels.
fn heat_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let kind = heat::kind(state);
    ui.horizontal(|ui| {
        ui.label("Heat map");
        let title = |kind: Option<HeatKind>| kind.map_or("None", HeatKind::title);
        let describe = |kind: Option<HeatKind>| kind.map_or("No heat map.", HeatKind::describe);
        let all: Vec<_> = std::iter::once(None).chain(HeatKind::ALL.map(Some)).collect();
        let mut choice = kind;
        choice::of_values(ui, ComboBox::from_id_salt("heat map"), &mut choice, &all, title, describe)
            .on_hover_text("Colour the ground by what happened there during the whole run");
        if choice != kind {
            inputs.push(Input::Simulation(SimulationInput::ShowHeat(choice)));
        }
    });
    let Some(kind) = kind else { return };
    let Some(map) = heat::map(state) else {
        return parts::note(ui, "Play the run to see its heat map.");
    };
    if heat::is_empty(map, kind) {
        return parts::note(ui, kind.describe_empty());
    }
    ui.horizontal_wrapped(|ui| {
        for level in 0..HEAT_LEVELS {
            let look = theme::role(Role::Agents(AgentMark::Heat(level)), ui.visuals().dark_mode);
            parts::swatch(ui, look.fill).on_hover_text(heat::describe_level(map, kind, level));
        }
        let words = RichText::new(heat::describe_range(map, kind)).weak();
        ui.label(words).on_hover_text(kind.describe());
    });
}
