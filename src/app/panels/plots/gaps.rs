//! Cumulative distribution of the sampled detours.
//!
//! For each algorithm, it plots the share of pairs whose detour is at most a given percentage.

use egui::{Ui, Vec2b};
use egui_plot::{Line, LineStyle};

use super::{caption, plot};
use crate::app::panels::analysis;
use crate::app::theme;
use crate::app::widgets::cached::Cached;
use crate::app::widgets::parts;
use crate::editor::analysis::survey::{SURVEYED, SurveyFound};

/// A curve for each algorithm, by number of the survey.
pub(super) type GapCurves = Cached<Option<u64>, Vec<Vec<[f64; 2]>>>;

/// Draws the curves as high as the panel allows; `number` identifies the survey.
pub(super) fn ui(ui: &mut Ui, found: &SurveyFound, number: Option<u64>, last: &mut GapCurves) {
    let curves = last.of(number, || found.curves.iter().map(|curve| stairs(curve)).collect());
    let is_dark = ui.visuals().dark_mode;
    let looks = (0..SURVEYED.len()).map(|index| theme::curve(index, is_dark));
    let names = SURVEYED.map(analysis::short);
    let series: Vec<_> = names.into_iter().zip(looks.clone().map(|look| look.color)).collect();
    let pairs = parts::count(found.gaps.len(), "pair", "pairs");
    caption(ui, &format!("Detours of {pairs}"), &series);
    let height = ui.available_height().max(super::LEAST_HEIGHT);
    let drawn =
        plot("gaps", height, "% longer than the shortest", "% of pairs").include_y(100.0).include_y(0.0);
    drawn.auto_bounds(Vec2b::TRUE).show(ui, |plot| {
        for ((points, name), look) in curves.iter().zip(names).zip(looks) {
            let style = look.dash.map_or(LineStyle::Solid, |[length, _]| LineStyle::Dashed { length });
            plot.line(Line::new(name, points.clone()).color(look.color).width(look.width).style(style));
        }
    });
}

/// Returns a step function in percent; the share is constant up to the next detour.
pub fn stairs(curve: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut points = vec![[0.0, 0.0]];
    for &[ratio, share] in curve {
        let longer = ((ratio - 1.0) * 100.0).max(0.0);
        let before = points.last().map_or(0.0, |point| point[1]);
        points.extend([[longer, before], [longer, share * 100.0]]);
    }
    points
}
