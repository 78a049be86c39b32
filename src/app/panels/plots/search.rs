//! Plots of the search over its steps: number of open nodes, and totals of the expanded nodes.

use egui::Ui;
use egui_plot::Line;

use super::{caption, cursor_line, go_to_clicked, plot};
use crate::app::theme;
use crate::app::widgets::cached::Cached;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::view::scene::Role;
use navsmith_core::pathfinding::search::event::SearchEvent;
use navsmith_core::pathfinding::timeline::Stage;

/// Maximum number of points of a curve; more cannot be distinguished and are slow to draw.
pub const MOST_POINTS: usize = 2000;

/// Number of open nodes and totals at each step, by revision of the document and index of the query.
pub(super) type SearchCurves = Cached<(u64, usize), [Vec<[f64; 2]>; 2]>;

/// Draws both curves, or nothing if no search was recorded.
pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, height: f32, last: &mut SearchCurves) {
    if state.records_on_demand() {
        *last = SearchCurves::default();
    }
    if !state.records_later() {
        last.of((state.revision(), state.active_query_index()), || curves(state));
    }
    let [open, totals] = &last.value;
    if open.is_empty() {
        return;
    }
    let is_dark = ui.visuals().dark_mode;
    let stage = state.search_stage();
    let titles = if stage == Stage::Interval {
        ["Open intervals", "Total of the expanded interval"]
    } else {
        ["Open nodes", "Total of the expanded node"]
    };
    for (title, id, unit, role, points) in [
        (titles[0], "open", "open", Role::WayFound, open),
        (titles[1], "totals", "total", Role::Expanded, totals),
    ] {
        caption(ui, title, &[]);
        let color = theme::role(role, is_dark).color;
        let cursor = state.search_step().map(|step| (step + 1) as f64);
        let response = plot(id, height, "step", unit).include_y(0.0).show(ui, |plot| {
            plot.line(Line::new(unit, points.clone()).color(color).width(1.5));
            cursor_line(plot, cursor);
        });
        go_to_clicked(state, inputs, stage, &response);
    }
}

fn curves(state: &State) -> [Vec<[f64; 2]>; 2] {
    let steps = (1..).map(f64::from);
    let open = state.search_log().open_counts().iter().map(|&open| f64::from(open));
    let trace = state.query_trace();
    let nodes = (1..).zip(trace.search().events()).filter_map(|(step, event)| match event {
        SearchEvent::Expanded { estimate, .. } => Some([f64::from(step), *estimate]),
        _ => None,
    });
    let intervals = (1..)
        .zip(trace.interval().events())
        .filter_map(|(step, event)| event.taken().map(|cone| [f64::from(step), cone.estimate]));
    [steps.zip(open).map(<[f64; 2]>::from).collect(), nodes.chain(intervals).collect()].map(thinned)
}

/// Reduces a curve to at most [`MOST_POINTS`] points: the minimum and the maximum of each chunk.
pub fn thinned(points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    if points.len() <= MOST_POINTS {
        return points;
    }
    let stretches = points.chunks(points.len().div_ceil(MOST_POINTS / 2));
    let ends = stretches.flat_map(|stretch| {
        let by_value = |a: &&[f64; 2], b: &&[f64; 2]| a[1].total_cmp(&b[1]);
        let mut ends = [stretch.iter().min_by(by_value), stretch.iter().max_by(by_value)];
        ends.sort_by(|a, b| {
            a.map(|p| p[0]).partial_cmp(&b.map(|p| p[0])).unwrap_or(std::cmp::Ordering::Equal)
        });
        ends.into_iter().flatten().copied()
    });
    ends.collect()
}
