//! What every picture of the mesh is told anew: the camera, and how edges and vertices look.

use bytemuck::{Pod, Zeroable};
use eframe::egui::Color32;
use glam::DVec2;

use super::upload::style;
use super::view::View;
use crate::app::theme::{self, Palette};
use crate::editor::{Editor, Mode};

/// The uniforms of the shader, laid out as it declares them.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Uniforms {
    /// The camera's middle, in metres from the layer's origin; two parts, because one f32 is too coarse far zoomed in.
    center: [f32; 2],
    center_rest: [f32; 2],
    /// The canvas in points.
    size: [f32; 2],
    /// Points of the screen to a metre.
    points_per_meter: f32,
    /// Pixels to a point.
    pixels_per_point: f32,
    /// The ground's place modulo the hatch, in points, so that it stays with the ground.
    hatch_phase: [f32; 2],
    /// 1 where the target wants linear colours.
    is_linear: u32,
    padding: u32,
    hatch: [f32; 4],
    /// Colours with opacity, not multiplied.
    colors: [[f32; 4]; style::COUNT],
    /// Widths of lines and diameters of dots, in points.
    widths: [[f32; 4]; style::COUNT],
}

/// The distance between lines of a hatch, in points.
const HATCH: f64 = 9.0;

impl Uniforms {
    pub(super) fn new(view: &View, origin: DVec2, edge_length: f32, editor: &Editor, is_dark: bool) -> Self {
        let center = view.camera.center - origin;
        let coarse = center.as_vec2();
        let points_per_meter = 1.0 / view.camera.meters_per_pixel;
        let phase = (view.camera.center * points_per_meter).rem_euclid(DVec2::splat(HATCH * 2.0));
        let palette = theme::palette(is_dark);
        let mut uniforms = Self {
            center: coarse.to_array(),
            center_rest: (center - coarse.as_dvec2()).as_vec2().to_array(),
            size: view.camera.size.to_array(),
            points_per_meter: points_per_meter as f32,
            hatch_phase: phase.as_vec2().to_array(),
            hatch: unmultiplied(palette.text_strong.gamma_multiply(0.30)),
            ..Self::zeroed()
        };
        let spacing = edge_length * uniforms.points_per_meter;
        uniforms.add_styles(palette, spacing, editor.mode());
        uniforms
    }

    /// The same, for a screen as it turned out to be.
    pub(super) fn on(self, pixels_per_point: f32, is_linear: bool) -> Self {
        Self { pixels_per_point, is_linear: u32::from(is_linear), ..self }
    }

    fn add_styles(&mut self, palette: &Palette, spacing: f32, mode: Mode) {
        let canvas = &palette.canvas;
        // Nearer than this, lines and dots would only be a smear.
        let inner = faded(spacing, 3.0, 8.0);
        let dots = faded(spacing, 12.0, 24.0);
        let (dot, edge) = match mode {
            Mode::Vertex => (6.0, 1.0),
            Mode::Edge => (3.5, 1.4),
            Mode::Cell => (3.5, 1.0),
        };
        self.add(style::INNER, canvas.inner_edge.gamma_multiply(0.55 * inner), edge);
        self.add(style::BOUNDARY, canvas.boundary_edge, 2.0);
        self.add(style::TANGLED, palette.error, 3.0);
        self.add(style::SELECTED_EDGE, canvas.selected, 3.5);
        self.add(style::SELECTED_CELL, canvas.selected, 2.0);
        self.add(style::VERTEX, canvas.vertex.gamma_multiply(dots), dot);
        self.add(style::LOUD_VERTEX, canvas.vertex, 6.0);
        self.add(style::SELECTED_VERTEX, canvas.selected, 9.0);
    }

    fn add(&mut self, style: u32, color: Color32, width: f32) {
        self.colors[style as usize] = unmultiplied(color);
        self.widths[style as usize] = [width, 0.0, 0.0, 0.0];
    }
}

fn faded(spacing: f32, gone: f32, full: f32) -> f32 {
    ((spacing - gone) / (full - gone)).clamp(0.0, 1.0)
}

fn unmultiplied(color: Color32) -> [f32; 4] {
    color.to_srgba_unmultiplied().map(|channel| f32::from(channel) / 255.0)
}
