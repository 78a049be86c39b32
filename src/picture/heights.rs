//! Fills and contour lines by height.

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::pen::{Pen, cut};
use crate::editor::session::Session;
use crate::editor::session::options::Coloring;
use crate::editor::session::scales;
use crate::theme::color::Color;
use crate::theme::tint::{CellPaint, fill_color, height_color};
use navsmith_core::navmesh::Surface;

/// Number of different colours between the lowest and the highest vertex.
const BANDS: u16 = 64;

/// Number of levels of the opacity of contour lines.
const FADES: f32 = 4.0;

/// Maximum number of contour lines across a triangle; more would merge.
const MOST_LINES: f32 = 500.0;

/// Part of a cell: a ring in space.
pub(super) type HeightPiece = SmallVec<[Vec3; 2]>;

/// The heights that colours and contour lines show.
pub(super) struct PictureHeights {
    low: f32,
    per_meter: f32,
    /// Distance of contour lines in metres; `None` without lines.
    interval: Option<f32>,
    is_dark: bool,
}

impl PictureHeights {
    pub(super) fn of(pen: &Pen, session: &Session) -> Self {
        let [low, high] = scales::height_range(session);
        let is_by_height = session.options().coloring == Coloring::Height;
        let interval = scales::contour_interval(session, &pen.camera).filter(|_| is_by_height);
        let per_meter = if high > low { (high - low).recip() } else { 0.0 };
        Self { low, per_meter, interval, is_dark: pen.is_dark }
    }

    /// Returns the pieces of a cell, each of one colour.
    pub(super) fn pieces(&self, surface: &Surface, paint: CellPaint) -> Vec<(Color, HeightPiece)> {
        let ring = surface.corners();
        if paint.by_height == 0 {
            return vec![(paint.color, ring.iter().copied().collect())];
        }
        let bands = surface.points().map(|at| self.band(at.y));
        let [low, high] = bands.fold([BANDS, 0], |[low, high], band| [low.min(band), high.max(band)]);
        if low == high {
            return vec![(self.color(paint, low), ring.iter().copied().collect())];
        }
        let mut pieces = Vec::new();
        for triangle in surface.triangles() {
            for band in low..=high {
                let [floor, ceiling] = [band, band + 1].map(|band| f32::from(band) / f32::from(BANDS));
                let share = |at: Vec3| (at.y - self.low) * self.per_meter;
                let above = if band == low {
                    triangle.into_iter().collect()
                } else {
                    cut(&triangle, |at| share(at) - floor, Vec3::lerp)
                };
                let piece: HeightPiece =
                    if band == high { above } else { cut(&above, |at| ceiling - share(at), Vec3::lerp) };
                if piece.len() > 2 {
                    pieces.push((self.color(paint, band), piece));
                }
            }
        }
        pieces
    }

    /// Returns the colour of a cell as a whole.
    pub(super) fn color_of_cell(&self, ring: &[Vec3], paint: CellPaint) -> Color {
        let height = ring.iter().map(|at| at.y).sum::<f32>() / ring.len().max(1) as f32;
        if paint.by_height == 0 { paint.color } else { self.color(paint, self.band(height)) }
    }

    fn band(&self, height: f32) -> u16 {
        let share = ((height - self.low) * self.per_meter).clamp(0.0, 1.0);
        ((share * f32::from(BANDS)) as u16).min(BANDS - 1)
    }

    fn color(&self, paint: CellPaint, band: u16) -> Color {
        let middle = (f32::from(band) + 0.5) / f32::from(BANDS);
        let by_height = height_color(if self.per_meter == 0.0 { 0.0 } else { middle }, self.is_dark);
        let mixed = fill_color(paint).mix(by_height, f32::from(paint.by_height) / 255.0);
        Color { alpha: paint.color.alpha, ..mixed }
    }

    /// Returns the contour lines of a cell, each with its opacity in [`FADES`].
    pub(super) fn contours(&self, pen: &Pen, surface: &Surface) -> Vec<(u8, [Vec2; 2])> {
        let Some(interval) = self.interval else { return Vec::new() };
        let mut lines = Vec::new();
        for triangle in surface.triangles() {
            let levels = triangle.map(|at| at.y / interval);
            let low = levels.into_iter().fold(f32::INFINITY, f32::min);
            let high = levels.into_iter().fold(f32::NEG_INFINITY, f32::max);
            let fade = fade(triangle.map(|at| pen.at(at)), levels);
            if fade == 0 || high - low > MOST_LINES {
                continue;
            }
            for level in (low.ceil() as i64)..=(high.floor() as i64) {
                if let Some(line) = crossing(&triangle, interval * level as f32) {
                    lines.push((fade, line.map(|at| pen.at(at))));
                }
            }
        }
        lines
    }
}

/// Returns the opacity for a level of [`PictureHeights::contours`].
pub(super) fn opacity(fade: u8) -> f32 {
    f32::from(fade) / FADES
}

/// Returns the opacity of the contour lines of a triangle.
///
/// Lines less than 3 pixels apart would merge, so they fade.
fn fade(places: [Vec2; 3], levels: [f32; 3]) -> u8 {
    let [a, b, c] = places;
    let (along, across) = (b - a, c - a);
    let area = along.perp_dot(across);
    let slope = (across * (levels[1] - levels[0]) - along * (levels[2] - levels[0])).length() / area.abs();
    if slope.is_finite() && slope > 0.0005 {
        ((2.0 - slope * 6.0).clamp(0.0, 1.0) * FADES).round() as u8
    } else {
        0
    }
}

/// Returns the segment of a triangle at a height; `None` if there is none.
fn crossing(triangle: &[Vec3; 3], height: f32) -> Option<[Vec3; 2]> {
    let sides = [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner: usize| triangle[corner]));
    let mut points = sides.into_iter().filter_map(|[from, to]| {
        let is_crossed = (from.y <= height) != (to.y <= height);
        is_crossed.then(|| from.lerp(to, (height - from.y) / (to.y - from.y)))
    });
    Some([points.next()?, points.next()?])
}
