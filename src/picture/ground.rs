//! The grid below the mesh, and the scale bar.

use glam::{DVec2, Vec2};

use super::pen::{Pen, TextAnchor};
use super::shape::Stroke;
use crate::editor::view::grid::{GridSize, multiples, ruler_steps, scale_text};
use crate::theme::color::Color;
use crate::theme::size::{HAIRLINE, SMALL_SIZE, SPACE_L, SPACE_S};

pub(super) fn draw_grid(pen: &mut Pen, size: GridSize) {
    pen.begin("grid");
    let colors = &pen.palette.canvas;
    let [minor, major] = size.drawn_steps(&pen.camera);
    let half = pen.camera.size.as_dvec2() * 0.5 * pen.camera.meters_per_pixel;
    let [min, max] = [pen.camera.center - half, pen.camera.center + half];
    let is_major = |at: f64| (at / major - (at / major).round()).abs() < 1e-6;
    for (step, color) in [(minor, colors.grid_minor), (major, colors.grid_major)] {
        let is_drawn = |at: &f64| *at != 0.0 && (step == major || !is_major(*at));
        let upright = multiples(step, min.x, max.x).filter(is_drawn).map(|x| upright(pen, x));
        let level = multiples(step, min.y, max.y).filter(is_drawn).map(|z| level(pen, z));
        let lines: Vec<[Vec2; 2]> = upright.chain(level).collect();
        pen.segments(lines, Stroke::new(HAIRLINE, color));
    }
    let axes =
        [(min.x..=max.x, upright(pen, 0.0), colors.axis_z), (min.y..=max.y, level(pen, 0.0), colors.axis_x)];
    for (range, axis, color) in axes {
        if range.contains(&0.0) {
            pen.segments(vec![axis], Stroke::new(HAIRLINE, color));
        }
    }
}

/// Returns the line along Z at an X coordinate, in the middle of pixels.
fn upright(pen: &Pen, x: f64) -> [Vec2; 2] {
    let x = pixel(pen, DVec2::new(x, 0.0)).x;
    [Vec2::new(x, 0.0), Vec2::new(x, pen.camera.size.y)]
}

/// Returns the line along X at a Z coordinate.
fn level(pen: &Pen, z: f64) -> [Vec2; 2] {
    let y = pixel(pen, DVec2::new(0.0, z)).y;
    [Vec2::new(0.0, y), Vec2::new(pen.camera.size.x, y)]
}

/// Returns the middle of the pixel at a ground position, so that thin lines are sharp.
fn pixel(pen: &Pen, at: DVec2) -> Vec2 {
    let at = (at - pen.camera.center) / pen.camera.meters_per_pixel + pen.camera.size.as_dvec2() * 0.5;
    at.as_vec2().floor() + Vec2::splat(0.5)
}

/// Draws a scale bar of a round length into the lower left corner.
pub fn draw_scale_bar(pen: &mut Pen) {
    pen.begin("scale");
    let [_, major] = ruler_steps(&pen.camera);
    let width = (major / pen.camera.meters_per_pixel) as f32;
    let left = (Vec2::new(SPACE_L, pen.camera.size.y - SPACE_L)).floor() + Vec2::splat(0.5);
    let right = left + Vec2::new(width.round(), 0.0);
    let tick = Vec2::new(0.0, -SPACE_S);
    let points = [left + tick, left, right, right + tick];
    pen.line(&points, Stroke::new(4.0, pen.palette.canvas.casing));
    pen.line(&points, Stroke::new(1.5, pen.palette.text));
    let at = left + Vec2::new(width * 0.5, -SPACE_S);
    let look: (f32, Color) = (SMALL_SIZE, pen.palette.text);
    pen.label(at, TextAnchor::CenterBottom, &scale_text(major), look);
}
