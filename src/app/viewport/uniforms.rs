//! What every picture of the mesh is told anew: the camera, and how edges and vertices look.

use bytemuck::{Pod, Zeroable};
use egui::Color32;
use glam::DVec2;

use super::upload::style;
use super::view::View;
use crate::app::theme::{self, Palette};
use crate::editor::{Coloring, Editor, Mode};

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
    /// A bit for each style that no fill covers.
    in_front: u32,
    hatch: [f32; 4],
    /// Colours with opacity, not multiplied.
    colors: [[f32; 4]; style::COUNT],
    /// Widths of lines and diameters of dots, in points; and how many points lines have to be long, and dots apart, to
    /// be seen at all and in full: 0 for those that are always seen; and how much of them is seen at the least.
    widths: [[f32; 4]; style::COUNT],
    /// The colours of heights, from low to high.
    ramp: [[f32; 4]; 5],
    /// The colour of contour lines.
    contour: [f32; 4],
    /// The lowest height; one over the range; one over the contours' interval, 0 without contours; and the fraction of
    /// the lowest height over that interval.
    heights: [f32; 4],
    /// The highest height, and one over the range of heights.
    depths: [f32; 4],
}

/// Lines shorter than this, and dots nearer to each other, in points, would only be a smear: nothing is drawn of them.
/// From the second number on they are drawn in full.
pub(super) const LEAST_LINE: [f32; 2] = [3.0, 8.0];
pub(super) const LEAST_ROOM: [f32; 2] = [12.0, 24.0];

/// Boundaries shorter than this, in points, are fainter, to the share that comes after: from far away there are so many on
/// every pixel that they would cover all that cells show.
const FULL_BOUNDARY: [f32; 2] = [8.0, 0.03];

/// Styles that no fill covers: what is selected, and what is wrong.
const IN_FRONT: [u32; 6] = [
    style::TANGLED,
    style::SELECTED_EDGE,
    style::SELECTED_CELL,
    style::LOUD_VERTEX,
    style::SELECTED_VERTEX,
    style::SELECTED_INNER,
];

/// The distance between lines of a hatch, in points.
const HATCH: f64 = 9.0;

impl Uniforms {
    pub(super) fn new(view: &View, origin: DVec2, editor: &Editor, is_dark: bool) -> Self {
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
            ramp: theme::height_stops(is_dark).map(unmultiplied),
            contour: unmultiplied(palette.text_strong.gamma_multiply(0.45)),
            heights: heights(editor),
            depths: depths(editor),
            in_front: IN_FRONT.iter().fold(0, |bits, style| bits | 1 << style),
            ..Self::zeroed()
        };
        uniforms.add_styles(palette, editor.mode());
        uniforms
    }

    /// The same, for a screen as it turned out to be.
    pub(super) fn on(self, pixels_per_point: f32, is_linear: bool) -> Self {
        Self { pixels_per_point, is_linear: u32::from(is_linear), ..self }
    }

    fn add_styles(&mut self, palette: &Palette, mode: Mode) {
        let canvas = &palette.canvas;
        let (dot, edge) = match mode {
            Mode::Vertex => (6.0, 1.0),
            Mode::Edge => (3.5, 1.4),
            Mode::Cell => (3.5, 1.0),
        };
        self.add(style::INNER, canvas.inner_edge.gamma_multiply(0.55), edge);
        self.add(style::BOUNDARY, canvas.boundary_edge, 2.0);
        self.add(style::TANGLED, palette.error, 3.0);
        self.add(style::SELECTED_EDGE, canvas.selected, 3.5);
        self.add(style::SELECTED_CELL, canvas.selected, 2.0);
        self.add(style::SELECTED_INNER, canvas.selected, 2.0);
        self.add(style::VERTEX, canvas.vertex, dot);
        self.add(style::LOUD_VERTEX, canvas.vertex, 6.0);
        self.add(style::SELECTED_VERTEX, canvas.selected, 9.0);
        let [full, least] = FULL_BOUNDARY;
        self.widths[style::BOUNDARY as usize] = [2.0, 0.0, full, least];
        self.fade(style::INNER, LEAST_LINE);
        self.fade(style::SELECTED_INNER, LEAST_LINE);
        self.fade(style::VERTEX, LEAST_ROOM);
    }

    fn fade(&mut self, style: u32, [gone, full]: [f32; 2]) {
        (self.widths[style as usize][1], self.widths[style as usize][2]) = (gone, full);
    }

    fn add(&mut self, style: u32, color: Color32, width: f32) {
        self.colors[style as usize] = unmultiplied(color);
        self.widths[style as usize] = [width, 0.0, 0.0, 0.0];
    }
}

/// What the shader needs to colour heights; zeros where something else is coloured.
fn heights(editor: &Editor) -> [f32; 4] {
    if editor.options().coloring != Coloring::Height {
        return [0.0; 4];
    }
    let [low, high] = editor.height_range();
    let per_meter = if high > low { (high - low).recip() } else { 0.0 };
    let Some(interval) = editor.contour_interval() else { return [low, per_meter, 0.0, 0.0] };
    let phase = (f64::from(low) / f64::from(interval)).rem_euclid(1.0);
    [low, per_meter, interval.recip(), phase as f32]
}

/// What the shader needs to decide which of two floors is higher; zeros where the mesh is level.
fn depths(editor: &Editor) -> [f32; 4] {
    let [low, high] = editor.height_range();
    if high <= low {
        return [0.0; 4];
    }
    [high, (high - low).recip(), 0.0, 0.0]
}

fn unmultiplied(color: Color32) -> [f32; 4] {
    color.to_srgba_unmultiplied().map(|channel| f32::from(channel) / 255.0)
}
