//! The grid of the 3D view, at the height of new points.

use glam::{DVec2, Vec3};

use super::ShownView;
use crate::editor::session::Session;
use crate::picture::pen::Pen;
use crate::picture::shape::Stroke;
use crate::theme::color::Color;
use crate::theme::palette::palette;
use crate::theme::size::HAIRLINE;

/// Number of lines on each side of the middle.
const LINES: i32 = 24;

/// Draws lines around the middle of the view; every fifth is a major one.
pub(super) fn draw(pen: &mut Pen, view: &ShownView, session: &Session) {
    let Some(orbit) = &view.orbit else { return };
    pen.begin("grid");
    let colors = &palette(session.options().is_dark).canvas;
    let height = session.options().draw_height;
    // Lines are farther apart than from above, because a flat view draws them close together.
    let step = f64::from(session.options().grid.drawn_step(&view.camera)) * 2.0;
    let middle = DVec2::new(orbit.target.x, orbit.target.z);
    let first = (middle / step).round();
    let at = |line: DVec2| Vec3::new((line.x * step) as f32, height, (line.y * step) as f32);
    let reach = f64::from(LINES);
    let mut draw = |from: DVec2, to: DVec2, color: Color| {
        pen.line_in_space(&[at(from), at(to)], Stroke::new(HAIRLINE, color));
    };
    for is_major in [false, true] {
        for line in -LINES..=LINES {
            let number = first + DVec2::splat(f64::from(line));
            for (value, is_x) in [(number.x, true), (number.y, false)] {
                let is_axis = value == 0.0;
                if (is_axis || value.rem_euclid(5.0) == 0.0) != is_major {
                    continue;
                }
                let color = match is_x {
                    _ if !is_axis => {
                        if is_major {
                            colors.grid_major
                        } else {
                            colors.grid_minor
                        }
                    }
                    true => colors.axis_z,
                    false => colors.axis_x,
                };
                if is_x {
                    let x = value;
                    draw(DVec2::new(x, first.y - reach), DVec2::new(x, first.y + reach), color);
                } else {
                    let z = value;
                    draw(DVec2::new(first.x - reach, z), DVec2::new(first.x + reach, z), color);
                }
            }
        }
    }
}
