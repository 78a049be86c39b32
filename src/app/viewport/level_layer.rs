//! The triangles of the levels on the GPU, and their section at the cut height.
//!
//! The triangles are written over several frames, and never again while they stay the same.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use egui::PaintCallback;
use glam::{DMat4, DVec2, DVec3, Vec2, Vec3};

use super::ShownView;
use super::level_gpu::LevelPicture;
use super::level_upload::{LevelCorner, LevelPending, LevelUniforms, SectionLine};
use super::uniforms::unmultiplied;
use super::visible::Visible;
use crate::editor::State;
use crate::editor::levels::surface;
use crate::editor::session::Session;
use crate::editor::session::options::LevelShading;
use crate::theme::palette::palette;
use crate::theme::tint::{SECTION_WIDTH, level_stops};
use navsmith_core::geometry::ground;
use navsmith_formats::level::surface::LevelSurface;

/// Number of triangles written in a frame.
const WRITTEN_AT_ONCE: usize = 1 << 17;

/// Number of consecutive triangles with a common bounding box.
const CHUNK: usize = 1 << 12;

#[derive(Debug, Default)]
pub(super) struct LevelLayer {
    shown: Option<Shown>,
    /// Section in the buffer.
    section: Option<Arc<Vec<[Vec3; 2]>>>,
    pending: Arc<Mutex<LevelPending>>,
}

/// Triangles in the buffer once everything pending is written.
#[derive(Debug)]
struct Shown {
    surface: Arc<LevelSurface>,
    origin: DVec2,
    /// Number of triangles written so far.
    written: usize,
    /// Bounding box of each chunk of triangles, in metres from the origin.
    boxes: Vec<[Vec2; 2]>,
}

impl LevelLayer {
    /// Returns the picture of the levels; `None` without a visible level.
    pub(super) fn paint(&mut self, state: &State, view: &ShownView, is_dark: bool) -> Option<PaintCallback> {
        let Some(surface) = surface::surface(state) else {
            self.shown = None;
            return None;
        };
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let same = self.shown.take().filter(|shown| Arc::ptr_eq(&shown.surface, surface));
        if same.is_none() {
            *pending = LevelPending { size: Some(3 * surface.triangles().len()), ..LevelPending::default() };
            self.section = None;
        }
        let shown = self.shown.insert(same.unwrap_or_else(|| Shown::new(surface)));
        pending.writes.extend(shown.write());
        let section = surface::section(state);
        if section.map(Arc::as_ptr) != self.section.as_ref().map(Arc::as_ptr) {
            self.section = section.cloned();
            let lines = section.into_iter().flat_map(|lines| lines.iter());
            pending.section = Some(lines.map(|ends| shown.line(ends)).collect());
        }
        let uniforms = uniforms(state, view, shown, is_dark);
        let ranges = shown.visible(view);
        let picture = LevelPicture {
            view: view.index(),
            canvas: view.rect,
            pending: Arc::clone(&self.pending),
            uniforms,
            ranges,
        };
        Some(eframe::egui_wgpu::Callback::new_paint_callback(view.rect, picture))
    }

    /// Whether triangles are still to be written.
    pub(super) fn is_waiting(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.written < shown.surface.triangles().len())
    }
}

impl Shown {
    fn new(surface: &Arc<LevelSurface>) -> Self {
        let origin = ground(surface.bounds().center()).as_dvec2();
        Self { surface: Arc::clone(surface), origin, written: 0, boxes: Vec::new() }
    }

    fn local(&self, at: Vec3) -> [f32; 3] {
        let local = (ground(at).as_dvec2() - self.origin).as_vec2();
        [local.x, at.y, local.y]
    }

    fn line(&self, ends: &[Vec3; 2]) -> SectionLine {
        SectionLine { ends: ends.map(|end| self.local(end)) }
    }

    /// Returns the next corners to write, with the index of the first.
    fn write(&mut self) -> Option<(usize, Vec<LevelCorner>)> {
        let first = self.written;
        let end = (first + WRITTEN_AT_ONCE).min(self.surface.triangles().len());
        if first == end {
            return None;
        }
        let triangles = &self.surface.triangles()[first..end];
        let mut corners = Vec::with_capacity(3 * triangles.len());
        for (triangle, source) in triangles.iter().zip(&self.surface.sources()[first..end]) {
            let [a, b, c] = *triangle;
            let normal = (b - a).cross(c - a).normalize_or(Vec3::Y);
            let [x, y, z] = normal.to_array().map(|value| u32::from((value * 127.0).round() as i8 as u8));
            let looks = x | y << 8 | z << 16 | u32::from(*source) << 24;
            corners.extend(triangle.map(|at| LevelCorner { at: self.local(at), looks }));
        }
        for chunk in corners.chunks(3 * CHUNK) {
            let places = chunk.iter().map(|corner| Vec2::new(corner.at[0], corner.at[2]));
            self.boxes.push(
                places.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], at| {
                    [low.min(at), high.max(at)]
                }),
            );
        }
        self.written = end;
        Some((3 * first, corners))
    }

    /// Returns the corners of the chunks that reach into a view.
    fn visible(&self, view: &ShownView) -> Vec<Range<u32>> {
        let bounds = self.surface.bounds();
        let visible = Visible::new(view, self.origin, [bounds.min.y, bounds.max.y], 0.0);
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for (chunk, &area) in self.boxes.iter().enumerate() {
            if visible.contains_part_of(area) {
                let start = (3 * CHUNK * chunk) as u32;
                let end = (3 * (CHUNK * (chunk + 1)).min(self.written)) as u32;
                match ranges.last_mut().filter(|range| range.end == start) {
                    Some(range) => range.end = end,
                    None => ranges.push(start..end),
                }
            }
        }
        ranges
    }
}

fn uniforms(session: &Session, view: &ShownView, shown: &Shown, is_dark: bool) -> LevelUniforms {
    let bounds = shown.surface.bounds();
    let [low, high] = [bounds.min.y, bounds.max.y];
    let per_meter = if high > low { (high - low).recip() } else { 0.0 };
    let is_by_height = session.options().level_shading == LevelShading::Height;
    let mut opacities = [[0.0; 4]; 16];
    for (index, level) in session.document().levels.iter().enumerate().take(64) {
        opacities[index / 4][index % 4] = f32::from(level.opacity) / 100.0;
    }
    LevelUniforms {
        clip_from_local: clip_from_local(view, shown.origin, [low, high]),
        size: view.camera.size.to_array(),
        half_line: SECTION_WIDTH * 0.5,
        is_linear: 0,
        heights: [low, per_meter, surface::top(session), f32::from(u8::from(is_by_height))],
        ramp: level_stops(session.options().level_shading, is_dark).map(unmultiplied),
        section: unmultiplied(palette(is_dark).canvas.level_section),
        offset: [view.orbit.map_or(0.0, |orbit| orbit.depth_offset()), 0.0, 0.0, 0.0],
        opacities,
    }
}

/// Returns the transform of a view; from above, the highest triangle is the nearest to the viewer.
fn clip_from_local(view: &ShownView, origin: DVec2, [low, high]: [f32; 2]) -> [[f32; 4]; 4] {
    if let Some(orbit) = &view.orbit {
        return orbit.clip_from_local(DVec3::new(origin.x, 0.0, origin.y)).as_mat4().to_cols_array_2d();
    }
    let half = view.camera.size.as_dvec2() * 0.5 * view.camera.meters_per_pixel;
    let center = view.camera.center - origin;
    let range = f64::from(high - low).max(1e-6);
    let scale = DVec3::new(1.0 / half.x, -0.96 / range, -1.0 / half.y);
    let offset = DVec3::new(-center.x / half.x, 0.02 + 0.96 * f64::from(high) / range, center.y / half.y);
    // Clip space is X to the right, Y up, and Z away from the viewer.
    let columns = [
        [scale.x, 0.0, 0.0, 0.0],
        [0.0, 0.0, scale.y, 0.0],
        [0.0, scale.z, 0.0, 0.0],
        [offset.x, offset.z, offset.y, 1.0],
    ];
    DMat4::from_cols_array_2d(&columns).as_mat4().to_cols_array_2d()
}
