//! Plots of a run over time: arrivals, density at a portal, and the movement of the selected agent.

use std::sync::Arc;

use egui::{Color32, Ui};
use egui_plot::{Line, LineStyle};
use glam::Vec3;

use super::{caption, clicked, cursor_line, plot};
use crate::app::theme;
use crate::app::widgets::cached::Cached;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::pick::Element;
use crate::editor::simulation::curves::{Curve, DENSITY_RADIUS};
use crate::editor::simulation::input::{self, SimulationInput};
use crate::editor::simulation::playback::playback;
use crate::editor::simulation::runs::Run;
use crate::editor::simulation::{agents, compared, decisions, scenarios};
use crate::editor::view::scene::Role;
use crate::editor::view::scene::agents::AgentMark;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::run::recording::Recording;

/// Curves by what they are computed from.
pub(super) type RunCurves = Cached<CurvesKey, Vec<PlotCurves>>;

/// What the curves are computed from; recordings by address, because the panel keeps them.
#[derive(Clone, Debug, Default)]
pub(super) struct CurvesKey {
    recordings: Vec<Arc<Recording>>,
    agent: Option<usize>,
    decisions: [std::ops::Range<usize>; 2],
    portal: Option<Vec3>,
}

impl PartialEq for CurvesKey {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(one, two): (&Arc<Recording>, &Arc<Recording>)| Arc::ptr_eq(one, two);
        self.recordings.len() == other.recordings.len()
            && self.recordings.iter().zip(&other.recordings).all(is_same)
            && (self.agent, &self.decisions, self.portal) == (other.agent, &other.decisions, other.portal)
    }
}

/// The curves of one plot: that of the run, and that of the compared run.
#[derive(Debug)]
pub(super) struct PlotCurves {
    id: &'static str,
    title: String,
    unit: &'static str,
    curves: Vec<Curve>,
}

/// Draws the plots of a run, and of the compared one as dashed lines.
pub(super) fn ui(ui: &mut Ui, state: &State, run: &Run, inputs: &mut Vec<Input>, last: &mut RunCurves) {
    let other = compared::run(state).and_then(Result::ok);
    let runs: Vec<&Run> = std::iter::once(run).chain(other).collect();
    let (agent, portal) = (input::selected_agent(state), selected_portal(state));
    let key = CurvesKey {
        recordings: runs.iter().map(|run| Arc::clone(&run.recording)).collect(),
        agent,
        decisions: [decisions::decisions(state), compared::decisions(state)]
            .map(|decisions| decisions.map_or(0..0, AgentDecisions::range)),
        portal,
    };
    let plots = last.of(key, || curves(state, &runs, agent, portal));
    let is_dark = ui.visuals().dark_mode;
    let group = agent.map_or(0, |agent| run.color_of(agent));
    let colors = [AgentMark::Body(group), AgentMark::Compared]
        .map(|mark| theme::role(Role::Agents(mark), is_dark).color);
    let text_height = ui.spacing().interact_size.y + 2.0 * ui.spacing().item_spacing.y;
    let height = (ui.available_height() / 3.0 - text_height).max(super::LEAST_HEIGHT);
    let seconds = runs.iter().map(|run| f64::from(run.recording.seconds())).fold(0.0, f64::max);
    for plot in plots.iter() {
        plot_ui(ui, state, plot, (colors, seconds), height, inputs);
    }
    if portal.is_none() {
        parts::note(ui, "Select an edge of the mesh to plot the density of agents around it.");
    }
    if agent.is_none() {
        parts::note(ui, "Click an agent to plot its speed, turn rate, slope and distance to the target.");
    }
}

fn plot_ui(
    ui: &mut Ui,
    state: &State,
    of: &PlotCurves,
    (colors, seconds): ([Color32; 2], f64),
    height: f32,
    inputs: &mut Vec<Input>,
) {
    let scenarios = [scenarios::active(state), compared::scenario(state)];
    let names = scenarios.map(|scenario| scenario.map_or("", |scenario| &*scenario.name));
    let series: Vec<_> = names.into_iter().zip(colors).take(of.curves.len()).collect();
    caption(ui, &of.title, if series.len() > 1 { &series } else { &[] });
    let styles = [LineStyle::Solid, LineStyle::dashed_loose()];
    // Without this, a curve of zeros would be in the middle of a range of the toolkit.
    let is_zero = of.curves.iter().flatten().all(|[_, y]| *y == 0.0);
    let drawn = plot(of.id, height, "s", of.unit).include_y(0.0).include_y(if is_zero { 1.0 } else { 0.0 });
    // All plots have the same times one above the other.
    let drawn = drawn.include_x(0.0).include_x(seconds);
    let response = drawn.show(ui, |plot| {
        for ((curve, (name, color)), style) in of.curves.iter().zip(series).zip(styles) {
            // A band would replace steps by a wedge, because their points are close to each other.
            let line = Line::new(name, curve.clone()).allow_band(false);
            plot.line(line.color(color).width(1.8).style(style));
        }
        cursor_line(plot, Some(playback(state).time()));
    });
    if let Some(time) = clicked(&response) {
        inputs.push(Input::Simulation(SimulationInput::Seek(time)));
    }
}

fn curves(state: &State, runs: &[&Run], agent: Option<usize>, portal: Option<Vec3>) -> Vec<PlotCurves> {
    let of = |curve: &dyn Fn(&Run) -> Curve| runs.iter().map(|run| curve(run)).collect::<Vec<_>>();
    let mut plots = Vec::new();
    if let Some(agent) = agent {
        let name = agents::names(state, runs[0], &[agent]);
        let mut add = |id, title: &str, unit, curves| {
            plots.push(PlotCurves { id, title: format!("{title} of {name}"), unit, curves });
        };
        add("run speed", "Speed", "m/s", of(&|run| run.speeds(agent)));
        add("run turns", "Turn rate", "°/s", of(&|run| run.turn_rates(agent)));
        add("run slope", "Slope", "°", of(&|run| run.slopes(agent)));
        if let Some(own) = decisions::decisions(state) {
            let all = std::iter::once(own).chain(compared::decisions(state));
            let distances = runs.iter().zip(all).map(|(run, decisions)| run.distances(decisions));
            add("run distance", "Distance to the target", "m", distances.collect());
        }
    }
    if let Some(at) = portal {
        let title = format!("Density within {DENSITY_RADIUS} m of the selected edge");
        plots
            .push(PlotCurves { id: "run density", title, unit: "1/m²", curves: of(&|run| run.density(at)) });
    }
    let title = "Arrived agents".into();
    plots.push(PlotCurves { id: "run arrivals", title, unit: "agents", curves: of(&Run::arrivals) });
    plots
}

/// Returns the middle of the selected edge.
fn selected_portal(session: &Session) -> Option<Vec3> {
    let edge = session.selection().elements().find_map(|element| match element {
        Element::Edge(edge) => Some(edge),
        _ => None,
    })?;
    let mesh = &session.document().mesh;
    let [from, to] = edge.ends().map(|end| mesh.position(end));
    Some(from.midpoint(to))
}
