//! The triangles of levels up to the cut height, and their section there.

use glam::{Vec2, Vec3};

use super::pen::{Pen, clipped, clipped_ring, cut};
use super::shape::{Points, Stroke};
use crate::editor::State;
use crate::editor::levels::surface;
use crate::editor::session::options::LevelShading;
use crate::theme::color::Color;
use crate::theme::tint::{SECTION_WIDTH, level_stops};
use navsmith_formats::level::surface::LevelSurface;

/// Direction to the light, from the upper left of the view.
const LIGHT: Vec3 = Vec3::new(-0.42, 0.80, -0.42);

/// Maximum extent of a triangle that is left out, in pixels.
const LEAST: f32 = 0.25;

/// Draws the visible triangles from low to high; returns whether there are levels.
pub(super) fn draw(pen: &mut Pen, state: &State) -> bool {
    let Some(surface) = surface::surface(state) else { return false };
    pen.begin("level");
    let top = surface::top(state);
    let mut shown: Vec<(f32, usize)> = Vec::new();
    surface.each_in(pen.ground(), |number, triangle| {
        let low = triangle.iter().fold(f32::INFINITY, |low, at| low.min(at.y));
        if low <= top {
            shown.push((triangle.iter().map(|at| at.y).sum(), number));
        }
    });
    shown.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let shading = Shading::of(pen, state, surface);
    let mut run: (Color, Vec<Points>) = Default::default();
    for (_, number) in shown {
        let triangle = &surface.triangles()[number];
        let below = cut(triangle, |at| top - at.y, Vec3::lerp);
        let places: Points = below.iter().map(|&at| pen.at(at)).collect();
        let ring = clipped_ring(&places, &pen.clip());
        if ring.len() < 3 || extent(&ring) < LEAST {
            continue;
        }
        let color = shading.color(triangle, surface.sources()[number]);
        if run.0 != color {
            let (color, rings) = std::mem::replace(&mut run, (color, Vec::new()));
            pen.fill(rings, color);
        }
        run.1.push(ring);
    }
    pen.fill(run.1, run.0);
    draw_section(pen, state);
    true
}

fn extent(ring: &[Vec2]) -> f32 {
    let (low, high) = ring
        .iter()
        .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), &at| (low.min(at), high.max(at)));
    (high - low).max_element()
}

fn draw_section(pen: &mut Pen, state: &State) {
    let Some(section) = surface::section(state) else { return };
    let clip = pen.clip();
    let lines = section.iter().filter_map(|ends| clipped(ends.map(|end| pen.at(end)), &clip)).collect();
    let stroke = Stroke::new(SECTION_WIDTH, pen.palette.canvas.level_section);
    pen.segments(lines, stroke.rounded());
}

/// Colours of triangles, as in the window.
struct Shading {
    stops: [Color; 5],
    is_by_height: bool,
    low: f32,
    per_meter: f32,
    /// Opacity of each level.
    opacities: Vec<f32>,
    background: Color,
}

impl Shading {
    fn of(pen: &Pen, state: &State, surface: &LevelSurface) -> Self {
        let is_by_height = state.options().level_shading == LevelShading::Height;
        let bounds = surface.bounds();
        let range = bounds.max.y - bounds.min.y;
        Self {
            stops: level_stops(state.options().level_shading, pen.is_dark),
            is_by_height,
            low: bounds.min.y,
            per_meter: if range > 0.0 { range.recip() } else { 0.0 },
            opacities: state.document().levels.iter().map(|level| f32::from(level.opacity) / 100.0).collect(),
            background: pen.palette.canvas.background,
        }
    }

    /// Returns the colour of a triangle; opaque, so that triangles that cover each other do not add up.
    fn color(&self, &[a, b, c]: &[Vec3; 3], source: u16) -> Color {
        let normal = (b - a).cross(c - a).normalize_or(Vec3::Y);
        // Both sides of a triangle look the same.
        let facing = if normal.y < 0.0 { -normal } else { normal };
        let slope = facing.y.clamp(0.0, 1.0).acos() / std::f32::consts::FRAC_PI_2;
        let height = (((a.y + b.y + c.y) / 3.0 - self.low) * self.per_meter).clamp(0.0, 1.0);
        let at = if self.is_by_height { height } else { slope } * 4.0;
        let stop = (at as usize).min(3);
        let base = self.stops[stop].mix(self.stops[stop + 1], at - stop as f32);
        let light =
            0.64 + 0.30 * facing.dot(LIGHT).max(0.0) + if self.is_by_height { 0.06 } else { 0.34 * height };
        let opacity = self.opacities.get(usize::from(source)).copied().unwrap_or(1.0);
        self.background.mix(base.lit(light), opacity)
    }
}
