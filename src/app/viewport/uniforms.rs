//! Uniforms of the mesh shader: the camera and the styles of edges and vertices.

use bytemuck::{Pod, Zeroable};
use glam::{DVec2, DVec3};

use super::ShownView;
use crate::editor::State;
use crate::editor::levels::{sight, surface};
use crate::editor::session::options::Coloring;
use crate::editor::session::scales;
use crate::editor::session::selection::Mode;
use crate::editor::view::scene::style::MeshStyle;
use crate::theme::color::Color;
use crate::theme::mesh::{MeshLook, mesh_look};
use crate::theme::tint::{self, BEHIND_LEVEL, HATCH_STEP, OVER_LEVEL};

/// The uniforms, in the layout that the shader declares.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
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
    colors: [[f32; 4]; MeshStyle::ALL.len()],
    /// Width, fade start, fade end and minimum opacity of each style.
    ///
    /// The width of a line or the diameter of a dot is in points. Length of a line, or distance of a dot to its
    /// neighbour: below the fade start it is invisible or has the minimum opacity, from the fade end on it is opaque.
    /// Both are in points; 0 means always visible.
    widths: [[f32; 4]; MeshStyle::ALL.len()],
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
    /// Opacity behind levels, or 1 without levels; height by which floors of levels hide no mesh.
    ///
    /// The third is how much nearer lines and dots are drawn, as
    /// [`depth_offset`](crate::editor::view::orbit::OrbitCamera::depth_offset) returns it.
    space: [f32; 4],
}

/// Distance between the lines of a hatch, in points.
const HATCH: f64 = HATCH_STEP as f64;

impl Uniforms {
    pub(super) fn new(view: &ShownView, origin: DVec2, state: &State, is_dark: bool) -> Self {
        let center = view.camera.center - origin;
        let coarse = center.as_vec2();
        let points_per_meter = 1.0 / view.camera.meters_per_pixel;
        let phase = (view.camera.center * points_per_meter).rem_euclid(DVec2::splat(HATCH * 2.0));
        let in_front = MeshStyle::ALL.into_iter().filter(|style| style.is_in_front());
        let mut uniforms = Self {
            center: coarse.to_array(),
            center_rest: (center - coarse.as_dvec2()).as_vec2().to_array(),
            size: view.camera.size.to_array(),
            points_per_meter: points_per_meter as f32,
            hatch_phase: phase.as_vec2().to_array(),
            hatch: unmultiplied(tint::hatch_color(is_dark)),
            ramp: tint::height_stops(is_dark).map(unmultiplied),
            contour: unmultiplied(tint::contour_color(is_dark)),
            heights: heights(state),
            depths: depths(state),
            in_front: in_front.fold(0, |bits, style| bits | 1 << style as u32),
            ..Self::zeroed()
        };
        if let Some(orbit) = &view.orbit {
            let clip = orbit.clip_from_local(DVec3::new(origin.x, 0.0, origin.y));
            uniforms.clip_from_local = clip.as_mat4().to_cols_array_2d();
            uniforms.size = orbit.size.to_array();
            uniforms.depths[3] = 1.0;
            let behind = if surface::surface(state).is_some() { BEHIND_LEVEL } else { 1.0 };
            uniforms.space = [behind, sight::ONE_FLOOR, orbit.depth_offset(), 0.0];
        }
        uniforms.add_styles(state.mode(), is_dark);
        uniforms
    }

    /// Returns the uniforms for the scale and the colour space of the screen.
    pub(super) fn on(self, pixels_per_point: f32, is_linear: bool) -> Self {
        Self { pixels_per_point, is_linear: u32::from(is_linear), ..self }
    }

    fn add_styles(&mut self, mode: Mode, is_dark: bool) {
        for style in MeshStyle::ALL {
            let MeshLook { color, width, fade: [gone, full], least } = mesh_look(style, mode, is_dark);
            self.colors[style as usize] = unmultiplied(color);
            self.widths[style as usize] = [width, gone, full, least];
        }
    }
}

/// Returns the uniforms of the height colours; zeros for other colourings.
fn heights(state: &State) -> [f32; 4] {
    if state.options().coloring != Coloring::Height {
        return [0.0; 4];
    }
    let [low, high] = scales::height_range(state);
    let per_meter = if high > low { (high - low).recip() } else { 0.0 };
    let Some(interval) = scales::contour_interval(state, &state.camera()) else {
        return [low, per_meter, 0.0, 0.0];
    };
    let phase = (f64::from(low) / f64::from(interval)).rem_euclid(1.0);
    [low, per_meter, interval.recip(), phase as f32]
}

/// Returns the uniforms of the depth, which orders overlapping floors, and the opacity of the fills.
fn depths(state: &State) -> [f32; 4] {
    let [low, high] = scales::height_range(state);
    let opacity = if surface::surface(state).is_some() { OVER_LEVEL } else { 1.0 };
    if high <= low {
        return [0.0, 0.0, opacity, 0.0];
    }
    [high, (high - low).recip(), opacity, 0.0]
}

/// Returns a colour as shaders use it.
pub(super) fn unmultiplied(color: Color) -> [f32; 4] {
    let [red, green, blue] = color.rgb;
    [red, green, blue, color.alpha].map(|channel| f32::from(channel) / 255.0)
}
