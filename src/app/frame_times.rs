//! Frame times and draw counts, in a small window over the others.

use std::collections::VecDeque;

use egui::{Align2, Grid, RichText, Ui, vec2};
use egui_plot::{Bar, BarChart, HLine, Plot};

use super::theme::{self, SPACE_L};
use super::viewport::Drawn;
use super::widgets::parts;
use crate::cli::measure::clock::percentile;

/// Number of frames in the statistics.
pub const FRAMES: usize = 240;

/// Duration of a frame at 60 Hz, in milliseconds.
const SIXTIETH: f64 = 1000.0 / 60.0;

/// Processor times of the last frames, and whether the window is open.
#[derive(Debug, Default)]
pub struct FrameTimes {
    is_open: bool,
    /// Processor times in milliseconds, oldest first.
    pub frames: VecDeque<f64>,
    /// Intervals between frames in milliseconds, without those longer than a second.
    pub apart: VecDeque<f64>,
    /// Start time of the last frame, in seconds.
    last: f64,
}

/// Longest interval that counts, in seconds; after a longer one the window was at rest.
const SOON: f64 = 1.0;

impl FrameTimes {
    pub(super) fn toggle(&mut self) {
        self.is_open = !self.is_open;
    }

    /// Records the start time of a frame and the processor time of the previous one, both in seconds.
    ///
    /// `seconds` is `None` if there was no previous frame.
    pub fn note(&mut self, seconds: Option<f32>, now: f64) {
        let Some(seconds) = seconds else { return };
        remember(&mut self.frames, f64::from(seconds) * 1000.0);
        let apart = now - std::mem::replace(&mut self.last, now);
        if apart <= SOON {
            remember(&mut self.apart, apart * 1000.0);
        }
    }

    pub(super) fn ui(&mut self, ctx: &egui::Context, drawn: Drawn) {
        if !self.is_open {
            return;
        }
        egui::Window::new("Frame times")
            .title_bar(false)
            .resizable(false)
            .anchor(Align2::LEFT_BOTTOM, vec2(64.0, -64.0))
            .show(ctx, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Frame times").strong());
                    self.is_open = !ui.small_button("Close").on_hover_text("Hide this window\nF12").clicked();
                    if ui.small_button("Reset").on_hover_text("Clear the frames measured so far").clicked() {
                        (self.frames, self.apart) = (VecDeque::new(), VecDeque::new());
                    }
                });
                self.times_ui(ui);
                ui.separator();
                counts_ui(ui, drawn);
            });
    }

    fn times_ui(&self, ui: &mut Ui) {
        if self.frames.is_empty() {
            ui.label("No frame yet.");
            return;
        }
        ui.label(describe(&self.frames)).on_hover_text(format!(
            "Processor time of each of the last {} frames, without the graphics card",
            self.frames.len()
        ));
        let apart = format!("Apart: {}", describe(&self.apart));
        ui.label(RichText::new(apart).small().weak())
            .on_hover_text("Time between two frames, with the graphics card and the wait for the screen");
        let (color, weak) = (theme::accent(ui), theme::weak(ui));
        let bars = (0..).map(f64::from).zip(&self.frames).map(|(x, &y)| Bar::new(x, y).width(1.0)).collect();
        Plot::new("frame times")
            .height(90.0)
            .width(480.0)
            .show_x(false)
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .show_grid(false)
            .default_x_bounds(0.0, FRAMES as f64)
            .default_y_bounds(0.0, SIXTIETH * 2.0)
            .y_axis_label("ms")
            .show_axes([false, true])
            .show(ui, |plot| {
                plot.bar_chart(BarChart::new("frame", bars).color(color));
                plot.hline(HLine::new("60 frames per second", SIXTIETH).color(weak));
            });
    }
}

fn remember(times: &mut VecDeque<f64>, ms: f64) {
    if times.len() == FRAMES {
        times.pop_front();
    }
    times.push_back(ms);
}

/// Returns the median, the 95th percentile and the maximum of durations, as text.
pub fn describe(times: &VecDeque<f64>) -> String {
    let times: Vec<f64> = times.iter().copied().collect();
    let [half, most, nearly_all, worst] =
        [0.5, 0.95, 0.99, 1.0].map(|share| duration(percentile(&times, share)));
    format!("median {half} · 95 % within {most} · 99 % within {nearly_all} · worst {worst}")
}

fn counts_ui(ui: &mut Ui, drawn: Drawn) {
    let rows = [
        (
            "Triangles of cells",
            drawn.triangles,
            "In the pages of the mesh that reach into the view, as are all rows below",
        ),
        ("Edges between cells", drawn.inner_edges, "Those large enough on the screen"),
        ("Other edges", drawn.outer_edges, "Boundary edges and tangled edges"),
        ("Vertices", drawn.vertices, "Those large enough on the screen"),
        ("Bytes written", drawn.written, "Bytes sent to the graphics card for this frame"),
        ("Pages waiting", drawn.waiting, "Pages of the mesh to be sent in the next frames"),
    ];
    Grid::new("drawn").num_columns(2).spacing(vec2(SPACE_L, 2.0)).show(ui, |ui| {
        for (what, count, about) in rows {
            ui.label(what).on_hover_text(about);
            ui.monospace(parts::thousands(count));
            ui.end_row();
        }
    });
}

/// Returns a time in milliseconds as text, in seconds from 1000 ms on.
fn duration(ms: f64) -> String {
    if ms < 1000.0 { format!("{ms:.1} ms") } else { format!("{:.1} s", ms / 1000.0) }
}
