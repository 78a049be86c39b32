//! The marks of the scene, painted over the mesh by role.

use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke};
use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::View;
use super::marks::{paint_point, paint_text};
use crate::app::theme::{self, BODY_SIZE, SMALL_SIZE, SPACE_M, WindowLook};
use crate::editor::session::Session;
use crate::editor::session::options::Coloring;
use crate::editor::view::scene::{Mark, Role, Scene};
use crate::picture::marks::{is_number, is_round, label_offset, numbered_islands};
use navsmith_core::geometry::ground;

/// Room that is kept free beside a label, in points.
const LABEL_MARGIN: f32 = 4.0;

/// Paints the island numbers and the marks of a scene that are in view.
pub(super) fn paint(painter: &Painter, view: &View, session: &Session, scene: &Scene, is_dark: bool) {
    if session.options().coloring == Coloring::Island {
        paint_island_numbers(painter, view, session, is_dark);
    }
    paint_marks(painter, view, scene, is_dark, 1.0);
}

/// Paints the marks of a scene that are in view; `scale` scales line widths and point sizes.
pub(super) fn paint_marks(painter: &Painter, view: &View, scene: &Scene, is_dark: bool, scale: f32) {
    let overlay = Overlay { painter, view, is_dark, scale };
    // Numbers avoid all other labels, including those that are painted later.
    let mut taken: Vec<Rect> = scene.marks.iter().filter_map(|mark| overlay.label_room(mark)).collect();
    for mark in &scene.marks {
        match mark {
            Mark::Label(role, at, text) if is_number(*role) => {
                overlay.number(*role, *at, text, &mut taken);
            }
            mark => overlay.paint(mark),
        }
    }
}

struct Overlay<'a> {
    painter: &'a Painter,
    view: &'a View,
    is_dark: bool,
    scale: f32,
}

impl Overlay<'_> {
    fn paint(&self, mark: &Mark) {
        match mark {
            Mark::Line(role, points) => self.line(&self.look(*role), points),
            Mark::Fill(role, ring) => self.fill(&self.look(*role), ring),
            Mark::Point(role, at) => self.point(&self.look(*role), *at),
            Mark::Label(role, at, text) => self.label(*role, *at, text),
        }
    }

    fn look(&self, role: Role) -> WindowLook {
        let look = theme::role(role, self.is_dark);
        WindowLook { width: look.width * self.scale, radius: look.radius * self.scale, ..look }
    }

    fn line(&self, look: &WindowLook, points: &[Vec3]) {
        let clip = self.view.rect.expand(SPACE_M);
        // Clips each segment to the view: at high zoom, a dashed line may have kilometres of dashes.
        for pair in points.windows(2) {
            let Some(ends) = self.view.window_from_segment([pair[0], pair[1]]) else { continue };
            if !ends.iter().all(|end| end.is_finite()) {
                continue;
            }
            let Some(places) = clipped(ends, clip) else { continue };
            let stroke = Stroke::new(look.width, look.color);
            self.painter.add(match look.dash {
                Some([dash, gap]) => Shape::Vec(Shape::dashed_line(&places, stroke, dash, gap)),
                None => Shape::line_segment(places, stroke),
            });
            if is_round(look) {
                let joint = look.width * 0.5;
                for at in places {
                    self.painter.circle_filled(at, joint, look.color);
                }
            }
        }
    }

    fn fill(&self, look: &WindowLook, ring: &[Vec3]) {
        let ground_ring: SmallVec<[Vec2; 8]> = ring.iter().copied().map(ground).collect();
        if self.view.orbit.is_none() {
            return paint_polygon(self.painter, self.view, &ground_ring, look.fill);
        }
        let places: Option<Vec<Pos2>> = ring.iter().map(|&at| self.view.window_from_world(at)).collect();
        if let Some(places) = places {
            self.painter.add(filled(places, triangles_of(&ground_ring), look.fill));
        }
    }

    fn point(&self, look: &WindowLook, at: Vec3) {
        let Some(at) = self.view.window_from_world(at) else { return };
        if self.view.rect.expand(look.radius * 2.0).contains(at) {
            paint_point(self.painter, at, look, &theme::palette(self.is_dark).canvas);
        }
    }

    fn label(&self, role: Role, at: Vec3, text: &str) {
        let is_in_view = self.view.window_from_world(at).is_some_and(|at| self.view.rect.contains(at));
        if is_in_view && !text.is_empty() {
            let (at, anchor) = self.placed(role, at, text);
            let (color, canvas) = (self.look(role).color, &theme::palette(self.is_dark).canvas);
            paint_text(self.painter, at, anchor, text, (SMALL_SIZE, color), canvas);
        }
    }

    /// Returns the anchor of a label, on its position or beside it; in the view if its position is.
    fn placed(&self, role: Role, at: Vec3, text: &str) -> (Pos2, Align2) {
        // A label behind the eye is not painted.
        let at = self.view.window_from_world(at).unwrap_or(Pos2::new(-1e6, -1e6));
        let Some(offset) = label_offset(role) else { return (at, Align2::CENTER_CENTER) };
        let (mut corner, rect) = (at + egui::vec2(offset.x, offset.y), self.view.rect);
        if rect.contains(at) {
            corner.x = corner.x.min(rect.right() - self.label_size(text).x - LABEL_MARGIN).max(rect.left());
        }
        (corner, Align2::LEFT_BOTTOM)
    }

    fn label_size(&self, text: &str) -> egui::Vec2 {
        let font = FontId::proportional(SMALL_SIZE);
        self.painter.layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size()
    }

    fn room(&self, role: Role, at: Vec3, text: &str) -> Rect {
        let (at, anchor) = self.placed(role, at, text);
        anchor.anchor_size(at, self.label_size(text)).expand2(egui::vec2(LABEL_MARGIN, 1.0))
    }

    /// Returns the rectangle of a label that is not the number of an element.
    fn label_room(&self, mark: &Mark) -> Option<Rect> {
        match mark {
            Mark::Label(role, at, text) if !is_number(*role) && !text.is_empty() => {
                Some(self.room(*role, *at, text))
            }
            _ => None,
        }
    }

    /// Paints the number of a cell or a vertex, unless it would cover a label or an earlier number.
    fn number(&self, role: Role, at: Vec3, text: &str, taken: &mut Vec<Rect>) {
        let room = self.room(role, at, text);
        if !taken.iter().any(|other| other.intersects(room)) {
            taken.push(room);
            self.label(role, at, text);
        }
    }
}

/// Paints a filled polygon, convex or not.
pub(super) fn paint_polygon(painter: &Painter, view: &View, ring: &[Vec2], color: Color32) {
    let Some(places) = places(view, ring.iter().copied()) else { return };
    painter.add(filled(places, triangles_of(ring), color));
}

/// Returns the triangles of a ring that is not convex; `None` for a fan.
fn triangles_of(ring: &[Vec2]) -> Option<Vec<[usize; 3]>> {
    if navsmith_core::geometry::is_convex(ring) { None } else { navsmith_core::geometry::triangulate(ring) }
}

/// Returns the points in the window; `None` if their bounding box is out of view.
fn places(view: &View, points: impl Iterator<Item = Vec2>) -> Option<Vec<Pos2>> {
    let places: Vec<Pos2> = points.map(|p| view.window_from_ground(p)).collect();
    let is_visible = Rect::from_points(&places).expand(SPACE_M).intersects(view.rect);
    (is_visible && places.iter().all(|p| p.is_finite())).then_some(places)
}

/// Returns a filled polygon, by its triangles or as a fan.
///
/// It is not anti-aliased. egui moves each corner along its bisector, which sticks out far beyond a thin triangle.
fn filled(places: Vec<Pos2>, triangles: Option<Vec<[usize; 3]>>, color: Color32) -> Shape {
    let mut mesh = Mesh::default();
    let last = places.len();
    for at in places {
        mesh.colored_vertex(at, color);
    }
    let fan = || (2..last).map(|corner| [0, corner - 1, corner]).collect();
    for [a, b, c] in triangles.unwrap_or_else(fan) {
        mesh.add_triangle(a as u32, b as u32, c as u32);
    }
    Shape::mesh(mesh)
}

/// Paints a number in the middle of every island, so that islands differ by more than colour.
fn paint_island_numbers(painter: &Painter, view: &View, session: &Session, is_dark: bool) {
    let palette = theme::palette(is_dark);
    for (number, middle) in numbered_islands(session, &view.camera) {
        let Some(at) = view.window_from_world(middle) else { continue };
        if view.rect.contains(at) {
            let look = (BODY_SIZE, palette.text_strong);
            paint_text(painter, at, Align2::CENTER_CENTER, &number.to_string(), look, &palette.canvas);
        }
    }
}

/// Returns the part of a segment inside a rectangle (Liang and Barsky, 1984); `None` if there is none.
fn clipped([from, to]: [Pos2; 2], clip: Rect) -> Option<[Pos2; 2]> {
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
    (enter <= leave).then(|| [from + along * enter, from + along * leave])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filled_needle_stays_within_its_corners() {
        let needle = [Pos2::new(10.0, 10.0), Pos2::new(400.0, 300.0), Pos2::new(399.99, 300.01)];
        let shape = filled(needle.to_vec(), None, theme::palette(true).text);
        let options = egui::epaint::TessellationOptions::default();
        let mut drawn = Mesh::default();
        egui::epaint::Tessellator::new(1.0, options, [1, 1], vec![]).tessellate_shape(shape, &mut drawn);
        let bounds = Rect::from_points(&needle).expand(1.0);
        assert!(!drawn.is_empty() && bounds.contains_rect(drawn.calc_bounds()), "{}", drawn.calc_bounds());
    }

    #[test]
    fn a_line_is_cut_to_what_is_in_view() {
        let clip = Rect::from_min_max(Pos2::ZERO, Pos2::new(10.0, 10.0));
        let [from, to] = [Pos2::new(-1e6, 5.0), Pos2::new(1e6, 5.0)];
        let Some([from, to]) = clipped([from, to], clip) else { panic!("it crosses the view") };
        assert!((from.x - 0.0).abs() < 0.1 && (to.x - 10.0).abs() < 0.1, "{from:?} to {to:?}");
        assert_eq!(clipped([Pos2::new(-5.0, 20.0), Pos2::new(15.0, 20.0)], clip), None, "it passes below");
    }
}
