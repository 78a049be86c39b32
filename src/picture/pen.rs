//! A drawing in progress: it clips shapes to the picture and adds them to layers.

use glam::{Vec2, Vec3};

use super::shape::{Layer, PictureShape, Points, Stroke};
use super::text;
use crate::editor::view::camera::Camera;
use crate::editor::view::orbit::OrbitCamera;
use crate::editor::view::scene::Role;
use crate::theme::color::Color;
use crate::theme::palette::{Palette, palette};
use crate::theme::role::{Look, role};
use crate::theme::size::SPACE_S;
use navsmith_core::geometry::ground;

/// Space around the picture in which shapes are kept, in pixels.
const MARGIN: f32 = 16.0;

/// Corner radius of the background of text, in pixels.
const TEXT_CORNER: f32 = 3.0;

/// Opacity of the background of text.
const TEXT_GROUND: f32 = 0.82;

/// Position of a text relative to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// The point is the middle of the text.
    Center,
    /// The point is the middle of the left side.
    LeftCenter,
    /// The point is the lower left corner.
    LeftBottom,
    /// The point is the middle of the lower side.
    CenterBottom,
    /// The point is the upper left corner.
    LeftTop,
    /// The point is the upper right corner.
    RightTop,
}

/// Rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageArea {
    /// Upper left corner.
    pub min: Vec2,
    /// Lower right corner.
    pub max: Vec2,
}

impl PageArea {
    /// Creates a rectangle from its upper left corner and its size.
    pub fn of_size(min: Vec2, size: Vec2) -> Self {
        Self { min, max: min + size }
    }

    pub(super) fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// Returns the area with a margin on every side.
    #[must_use]
    pub fn expanded(self, by: Vec2) -> Self {
        Self { min: self.min - by, max: self.max + by }
    }

    /// Whether a point is in the area or at its edge.
    pub fn contains(&self, at: Vec2) -> bool {
        at.cmpge(self.min).all() && at.cmple(self.max).all()
    }

    pub(super) fn intersects(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns the corners.
    pub fn ring(&self) -> Points {
        let Self { min, max } = *self;
        [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)].into_iter().collect()
    }
}

/// A drawing of what a camera shows, in pixels from the upper left corner of the view.
#[derive(Debug)]
pub struct Pen {
    pub(super) camera: Camera,
    /// Camera of the 3D view; `None` for a view from above.
    orbit: Option<OrbitCamera>,
    pub(super) is_dark: bool,
    pub(super) palette: &'static Palette,
    /// Scale of line widths and point sizes of marks.
    scale: f32,
    layers: Vec<Layer>,
}

impl Pen {
    /// Creates an empty drawing of a view from above.
    pub fn new(camera: Camera, is_dark: bool) -> Self {
        Self { camera, orbit: None, is_dark, palette: palette(is_dark), scale: 1.0, layers: Vec::new() }
    }

    /// Creates an empty drawing of the 3D view.
    pub fn in_space(orbit: OrbitCamera, is_dark: bool) -> Self {
        Self { orbit: Some(orbit), ..Self::new(orbit.camera_above(), is_dark) }
    }

    /// Returns the drawing with scaled widths of lines and sizes of points.
    #[must_use]
    pub fn scaled(self, scale: f32) -> Self {
        Self { scale, ..self }
    }

    /// Returns the layers that contain shapes, back to front.
    pub fn into_layers(self) -> Vec<Layer> {
        self.layers.into_iter().filter(|layer| !layer.shapes.is_empty()).collect()
    }

    /// Returns the look of a role.
    pub(super) fn look(&self, of: Role) -> Look {
        let look = role(of, self.is_dark);
        Look { width: look.width * self.scale, radius: look.radius * self.scale, ..look }
    }

    /// Begins a layer.
    pub fn begin(&mut self, name: &'static str) {
        self.layers.push(Layer { name, shapes: Vec::new() });
    }

    pub(super) fn add(&mut self, shape: PictureShape) {
        if let Some(layer) = self.layers.last_mut() {
            layer.shapes.push(shape);
        }
    }

    /// Returns the rectangle of the view.
    pub(super) fn view(&self) -> PageArea {
        PageArea { min: Vec2::ZERO, max: self.camera.size }
    }

    /// Returns the rectangle to which shapes are clipped.
    pub(super) fn clip(&self) -> PageArea {
        self.view().expanded(Vec2::splat(MARGIN))
    }

    /// Returns the visible ground, with the margin.
    pub(super) fn ground(&self) -> [Vec2; 2] {
        let PageArea { min, max } = self.clip();
        [min, max].map(|at| self.camera.ground_from_screen(at))
    }

    /// Returns the place of a position in a view from above.
    pub(super) fn at(&self, position: Vec3) -> Vec2 {
        self.camera.screen_from_ground(ground(position))
    }

    /// Returns the place of a position; `None` behind the eye.
    pub(super) fn place(&self, position: Vec3) -> Option<Vec2> {
        match &self.orbit {
            None => Some(self.at(position)),
            Some(orbit) => orbit.screen_from_world(position),
        }
    }

    /// Returns the places of the ends of a segment; `None` behind the eye.
    fn place_segment(&self, ends: [Vec3; 2]) -> Option<[Vec2; 2]> {
        let [from, to] = match &self.orbit {
            None => ends,
            Some(orbit) => orbit.in_front(ends)?,
        };
        Some([self.place(from)?, self.place(to)?])
    }

    /// Adds the visible parts of a line in space.
    pub fn line_in_space(&mut self, points: &[Vec3], stroke: Stroke) {
        let segments = points.windows(2).filter_map(|pair| self.place_segment([pair[0], pair[1]]));
        let lines = visible_parts(segments, &self.clip());
        self.lines(lines, stroke);
    }

    /// Adds a filled polygon in space, convex or not; nothing if a corner is behind the eye.
    pub fn fill_in_space(&mut self, ring: &[Vec3], color: Color) {
        let places: Option<Points> = ring.iter().map(|&at| self.place(at)).collect();
        let ring = places.map(|places| clipped_ring(&places, &self.clip())).unwrap_or_default();
        if ring.len() > 2 {
            self.fill(vec![ring], color);
        }
    }

    /// Adds filled polygons, which are clipped already.
    pub(super) fn fill(&mut self, rings: Vec<Points>, color: Color) {
        if !rings.is_empty() {
            self.add(PictureShape::Fill { rings, color, is_smooth: false });
        }
    }

    /// Adds filled polygons with anti-aliased edges.
    pub(super) fn fill_smooth(&mut self, rings: Vec<Points>, color: Color) {
        self.add(PictureShape::Fill { rings, color, is_smooth: true });
    }

    /// Adds the visible parts of a line.
    pub(super) fn line(&mut self, points: &[Vec2], stroke: Stroke) {
        let lines = visible_parts(points.windows(2).map(|pair| [pair[0], pair[1]]), &self.clip());
        self.lines(lines, stroke);
    }

    /// Adds segments, which are clipped already.
    pub fn segments(&mut self, segments: Vec<[Vec2; 2]>, stroke: Stroke) {
        self.lines(segments.into_iter().map(Points::from).collect(), stroke);
    }

    fn lines(&mut self, lines: Vec<Points>, stroke: Stroke) {
        if !lines.is_empty() {
            self.add(PictureShape::Line { lines, is_closed: false, stroke });
        }
    }

    /// Adds text in one line.
    pub(super) fn text(&mut self, at: Vec2, anchor: TextAnchor, text: &str, (size, color): (f32, Color)) {
        let area = text_area(at, anchor, text, size);
        let [_, ascent] = text::height(size);
        let at = area.min + Vec2::new(0.0, ascent);
        self.add(PictureShape::Text { at, text: text.to_owned(), size, color });
    }

    /// Adds text on its own background.
    pub fn label(&mut self, at: Vec2, anchor: TextAnchor, text: &str, look: (f32, Color)) {
        let around = text_area(at, anchor, text, look.0).expanded(Vec2::new(SPACE_S, 1.0));
        let ground = self.palette.canvas.casing.faded(TEXT_GROUND);
        self.fill_smooth(vec![rounded(&around, TEXT_CORNER)], ground);
        self.text(at, anchor, text, look);
    }
}

/// Returns the rectangle of a text.
pub(super) fn text_area(at: Vec2, anchor: TextAnchor, text: &str, size: f32) -> PageArea {
    let [height, _] = text::height(size);
    let extent = Vec2::new(text::width(text, size), height);
    let share = match anchor {
        TextAnchor::Center => Vec2::splat(0.5),
        TextAnchor::LeftCenter => Vec2::new(0.0, 0.5),
        TextAnchor::LeftBottom => Vec2::new(0.0, 1.0),
        TextAnchor::CenterBottom => Vec2::new(0.5, 1.0),
        TextAnchor::LeftTop => Vec2::ZERO,
        TextAnchor::RightTop => Vec2::new(1.0, 0.0),
    };
    PageArea::of_size(at - extent * share, extent)
}

/// Returns a rectangle with round corners.
pub(super) fn rounded(area: &PageArea, radius: f32) -> Points {
    const STEPS: u8 = 4;
    let PageArea { min, max } = area.expanded(Vec2::splat(-radius));
    let middles = [max, Vec2::new(min.x, max.y), min, Vec2::new(max.x, min.y)];
    let quarters = (0_u8..).zip(middles);
    quarters
        .flat_map(|(quarter, middle)| {
            (0..=STEPS).map(move |step| {
                let turn = f32::from(quarter) + f32::from(step) / f32::from(STEPS);
                middle + Vec2::from_angle(turn * std::f32::consts::FRAC_PI_2) * radius
            })
        })
        .collect()
}

/// Returns the parts of a line, given by its segments, inside a rectangle.
pub fn visible_parts(segments: impl Iterator<Item = [Vec2; 2]>, clip: &PageArea) -> Vec<Points> {
    let mut parts: Vec<Points> = Vec::new();
    for segment in segments {
        let Some([from, to]) = clipped(segment, clip) else { continue };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&from) => part.push(to),
            _ => parts.push([from, to].into()),
        }
    }
    parts
}

/// Returns the part of a segment inside a rectangle (Liang and Barsky, 1984); `None` if there is none.
pub(super) fn clipped([from, to]: [Vec2; 2], clip: &PageArea) -> Option<[Vec2; 2]> {
    if !from.is_finite() || !to.is_finite() {
        return None;
    }
    let along = to - from;
    let walls = [
        (-along.x, from.x - clip.min.x),
        (along.x, clip.max.x - from.x),
        (-along.y, from.y - clip.min.y),
        (along.y, clip.max.y - from.y),
    ];
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for (outward, room) in walls {
        if outward == 0.0 && room < 0.0 {
            return None;
        }
        if outward < 0.0 {
            enter = enter.max(room / outward);
        } else if outward > 0.0 {
            leave = leave.min(room / outward);
        }
    }
    // Ends inside stay exactly as they are, so that consecutive segments join.
    let at = |share: f32| if share == 1.0 { to } else { from + along * share };
    (enter <= leave).then(|| [at(enter), at(leave)])
}

/// Returns the part of a polygon inside a rectangle; empty if there is none.
///
/// The algorithm is that of Sutherland and Hodgman (1974). A polygon that is not convex may get sides along the rectangle.
pub fn clipped_ring(ring: &[Vec2], clip: &PageArea) -> Points {
    if !ring.iter().all(|at| at.is_finite()) {
        return Points::new();
    }
    if ring.iter().all(|&at| clip.contains(at)) {
        return ring.iter().copied().collect();
    }
    let walls =
        [(Vec2::X, -clip.min.x), (-Vec2::X, clip.max.x), (Vec2::Y, -clip.min.y), (-Vec2::Y, clip.max.y)];
    let mut ring: Points = ring.iter().copied().collect();
    for (inward, room) in walls {
        ring = cut(&ring, |at| at.dot(inward) + room, Vec2::lerp);
    }
    ring
}

/// Returns the part of a ring where a linear function is not negative.
pub(super) fn cut<T: Copy>(
    ring: &[T],
    side: impl Fn(T) -> f32,
    between: impl Fn(T, T, f32) -> T,
) -> smallvec::SmallVec<[T; 2]>
where
    [T; 2]: smallvec::Array<Item = T>,
{
    let mut kept = smallvec::SmallVec::new();
    let nexts = ring.iter().cycle().skip(1);
    for (&from, &to) in ring.iter().zip(nexts) {
        let (here, there) = (side(from), side(to));
        if here >= 0.0 {
            kept.push(from);
        }
        if (here >= 0.0) != (there >= 0.0) {
            kept.push(between(from, to, here / (here - there)));
        }
    }
    kept
}
