//! Uniforms of the mesh shader: the camera and the styles of edges and vertices.

use bytemuck::{Pod, Zeroable};
use egui::Color32;
use glam::{DVec2, DVec3};

use super::View;
use super::upload::style;
use crate::app::theme::{self, Palette};
use crate::editor::Editor;
use crate::editor::levels::surface;
use crate::editor::session::options::Coloring;
use crate::editor::session::scales;
use crate::editor::session::selection::Mode;

/// The uniforms, in the layout that the shader declares.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Uniforms {
    /// Centre of the camera in metres from the layer's origin.
    ///
    /// `center_rest` is its rounding error, because one `f32` is too coarse at high zoom.
    center: [f32; 2],
    center_rest: [f32; 2],
    /// Size of the canvas in points.
    size: [f32; 2],
    /// Scale in screen points per metre.
    points_per_meter: f32,
    pixels_per_point: f32,
    /// Position of the ground modulo the hatch, in points, so that the hatch moves with the ground.
    hatch_phase: [f32; 2],
    /// 1 if the target stores linear colours.
    is_linear: u32,
    /// Bit set of the styles that fills do not cover.
    in_front: u32,
    hatch: [f32; 4],
    /// Colours of the styles, with unmultiplied alpha.
    colors: [[f32; 4]; style::COUNT],
    /// Width, fade start, fade end and minimum opacity of each style.
    ///
    /// The width of a line or the diameter of a dot is in points. Length of a line, or distance of a dot to its
    /// neighbour: below the fade start it is invisible or has the minimum opacity, from the fade end on it is opaque.
    /// Both are in points; 0 means always visible.
    widths: [[f32; 4]; style::COUNT],
    /// Height colours from low to high.
    ramp: [[f32; 4]; 5],
    contour: [f32; 4],
    /// Lowest height; reciprocal of the height range; reciprocal of the contour interval; contour phase.
    ///
    /// The third is 0 without contours. The fourth is the fraction of the lowest height over the interval.
    heights: [f32; 4],
    /// Highest height and reciprocal of the height range, to compute depths; opacity of the fills.
    depths: [f32; 4],
    /// Transform of the 3D view from metres from the layer's origin; `depths[3]` is 1 if it is used.
    clip_from_local: [[f32; 4]; 4],
}

/// Line length below which a line is invisible, and from which it is opaque, in points.
///
/// Shorter lines would only smear. `LEAST_ROOM` has these limits for the distance of a dot to its neighbour.
pub(super) const LEAST_LINE: [f32; 2] = [3.0, 8.0];
pub(super) const LEAST_ROOM: [f32; 2] = [12.0, 24.0];

/// Boundary length from which an edge is opaque, in points, and minimum opacity of shorter ones.
///
/// From far away, many boundary edges share a pixel. At full opacity they would cover the cells.
const FULL_BOUNDARY: [f32; 2] = [8.0, 0.03];

/// Styles that fills do not cover: selected and defective elements.
const IN_FRONT: [u32; 6] = [
    style::TANGLED,
    style::SELECTED_EDGE,
    style::SELECTED_CELL,
    style::LOUD_VERTEX,
    style::SELECTED_VERTEX,
    style::SELECTED_INNER,
];

/// Distance between the lines of a hatch, in points.
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
        if let Some(orbit) = &view.orbit {
            let clip = orbit.clip_from_local(DVec3::new(origin.x, 0.0, origin.y));
            uniforms.clip_from_local = clip.as_mat4().to_cols_array_2d();
            uniforms.size = orbit.size.to_array();
            uniforms.depths[3] = 1.0;
        }
        uniforms.add_styles(palette, editor.mode());
        uniforms
    }

    /// Returns the uniforms for the scale and the colour space of the screen.
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
        let always = [0.0; 2];
        for (style, color, width, [gone, full]) in [
            (style::INNER, canvas.inner_edge.gamma_multiply(0.55), edge, LEAST_LINE),
            (style::BOUNDARY, canvas.boundary_edge, 2.0, [0.0, FULL_BOUNDARY[0]]),
            (style::TANGLED, palette.error, 3.0, always),
            (style::SELECTED_EDGE, canvas.selected, 3.5, always),
            (style::SELECTED_CELL, canvas.selected, 2.0, always),
            (style::SELECTED_INNER, canvas.selected, 2.0, LEAST_LINE),
            (style::VERTEX, canvas.vertex, dot, LEAST_ROOM),
            (style::LOUD_VERTEX, canvas.vertex, 6.0, always),
            (style::SELECTED_VERTEX, canvas.selected, 9.0, always),
        ] {
            self.colors[style as usize] = unmultiplied(color);
            self.widths[style as usize] = [width, gone, full, 0.0];
        }
        self.widths[style::BOUNDARY as usize][3] = FULL_BOUNDARY[1];
    }
}

/// Returns the uniforms of the height colours; zeros for other colourings.
fn heights(editor: &Editor) -> [f32; 4] {
    if editor.options().coloring != Coloring::Height {
        return [0.0; 4];
    }
    let [low, high] = scales::height_range(editor);
    let per_meter = if high > low { (high - low).recip() } else { 0.0 };
    let Some(interval) = scales::contour_interval(editor) else { return [low, per_meter, 0.0, 0.0] };
    let phase = (f64::from(low) / f64::from(interval)).rem_euclid(1.0);
    [low, per_meter, interval.recip(), phase as f32]
}

/// Share of the opacity of fills while a level is visible below them.
const OVER_LEVEL: f32 = 0.55;

/// Returns the uniforms of the depth, which orders overlapping floors, and the opacity of the fills.
fn depths(editor: &Editor) -> [f32; 4] {
    let [low, high] = scales::height_range(editor);
    let opacity = if surface::surface(editor).is_some() { OVER_LEVEL } else { 1.0 };
    if high <= low {
        return [0.0, 0.0, opacity, 0.0];
    }
    [high, (high - low).recip(), opacity, 0.0]
}

fn unmultiplied(color: Color32) -> [f32; 4] {
    color.to_srgba_unmultiplied().map(|channel| f32::from(channel) / 255.0)
}
