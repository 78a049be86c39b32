//! Icons, drawn as strokes on a grid of 16 by 16, and the icon of the window.

use Part::{Circle, Disc, Fill, Line, Ring};
use egui::{Color32, IconData, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2};

use super::convert::{color32, palette};
use super::style::ROW;
use crate::theme::palette::okabe_ito;
use crate::theme::size::CORNER;
use navsmith_core::geometry::{Segment, covers};

/// An icon on a button: its shapes.
#[derive(Clone, Copy)]
pub(in crate::app) struct Icon(&'static [Part]);

enum Part {
    Line(&'static [[f32; 2]]),
    Ring(&'static [[f32; 2]]),
    /// A filled convex polygon.
    Fill(&'static [[f32; 2]]),
    /// A circle by centre and radius.
    Circle([f32; 2], f32),
    /// A filled circle by centre and radius.
    Disc([f32; 2], f32),
}

/// A map marker: a circle with a point below.
#[rustfmt::skip]
const PIN: Part = Ring(&[
    [8., 0.6], [10.9, 1.3], [13.1, 3.3], [13.9, 6.2], [13.1, 9.2], [8., 15.6], [2.9, 9.2], [2.1, 6.2], [2.9, 3.3], [5.1, 1.3],
]);

/// Paints an icon in the middle of a rectangle, as large as fits.
pub(in crate::app) fn paint_icon(icon: Icon, painter: &Painter, rect: Rect, color: Color32) {
    let size = rect.width().min(rect.height());
    let place = |[x, y]: [f32; 2]| rect.center() + (Vec2::new(x, y) / 16.0 - Vec2::splat(0.5)) * size;
    let places = |points: &[[f32; 2]]| points.iter().map(|&point| place(point)).collect::<Vec<Pos2>>();
    let stroke = Stroke::new((size / 16.0 * 1.4).max(1.0), color);
    for part in icon.0 {
        painter.add(match *part {
            Line(points) => Shape::line(places(points), stroke),
            Ring(points) => Shape::closed_line(places(points), stroke),
            Fill(points) => Shape::convex_polygon(places(points), color, Stroke::NONE),
            Circle(center, radius) => Shape::circle_stroke(place(center), radius / 16.0 * size, stroke),
            Disc(center, radius) => Shape::circle_filled(place(center), radius / 16.0 * size, color),
        });
    }
}

/// Width and height of an icon button, in points.
pub(in crate::app) const ICON_BUTTON: f32 = ROW + 4.0;

/// Draws a square button with an icon, highlighted while `is_on`.
///
/// `name` is its name for screen readers.
pub(in crate::app) fn icon_button(ui: &mut Ui, icon: Icon, name: &str, is_on: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ICON_BUTTON), Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, enabled, is_on, name));
    let palette = palette(ui.visuals().dark_mode);
    let visuals = ui.style().interact(&response);
    let fill = match (is_on, response.hovered() || response.has_focus()) {
        (true, _) => palette.accent_fill,
        (false, true) => visuals.weak_bg_fill,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, CORNER, fill);
    if response.has_focus() {
        let outline = Stroke::new(1.5, palette.accent);
        ui.painter().rect_stroke(rect, CORNER, outline, egui::StrokeKind::Inside);
    }
    let color = if is_on { palette.text_strong } else { visuals.fg_stroke.color };
    let color = if enabled { color } else { palette.text_weak.gamma_multiply(0.5) };
    paint_icon(icon, ui.painter(), rect.shrink(5.0), color);
    response
}

#[rustfmt::skip]
impl Icon {
    pub(in crate::app) const SELECT: Self = Self(&[Ring(&[[3., 1.5], [3., 13.], [6.2, 10.2], [8.4, 14.5], [10.4, 13.5], [8.3, 9.4], [12.5, 9.]])]);
    pub(in crate::app) const BOX_SELECT: Self = Self(&[
        Line(&[[2., 5.], [2., 2.], [5., 2.]]), Line(&[[11., 2.], [14., 2.], [14., 5.]]),
        Line(&[[14., 11.], [14., 14.], [11., 14.]]), Line(&[[5., 14.], [2., 14.], [2., 11.]]),
        Line(&[[7.2, 2.], [8.8, 2.]]), Line(&[[7.2, 14.], [8.8, 14.]]), Line(&[[2., 7.2], [2., 8.8]]), Line(&[[14., 7.2], [14., 8.8]]),
    ]);
    // A dot, a line, a filled square.
    pub(in crate::app) const VERTEX: Self = Self(&[Disc([8., 8.], 3.4)]);
    pub(in crate::app) const EDGE: Self = Self(&[Fill(&[[2., 12.2], [3.8, 14.], [14., 3.8], [12.2, 2.]])]);
    pub(in crate::app) const CELL: Self = Self(&[Fill(&[[2.6, 2.6], [13.4, 2.6], [13.4, 13.4], [2.6, 13.4]])]);
    pub(in crate::app) const DRAW: Self = Self(&[
        Line(&[[9., 13.], [3., 13.], [1.8, 6.5], [7., 2.5], [13., 5.]]),
        Disc([3., 13.], 1.6), Disc([1.9, 6.5], 1.6), Disc([7., 2.6], 1.6), Disc([13., 5.], 1.6),
        Line(&[[13., 9.5], [13., 15.]]), Line(&[[10.2, 12.2], [15.8, 12.2]]),
    ]);
    // A rectangle from corner to corner, and a plus as for drawing.
    pub(in crate::app) const RECTANGLE: Self = Self(&[
        Line(&[[10., 12.], [2., 12.], [2., 3.], [13.6, 3.], [13.6, 7.6]]), Disc([2., 3.], 1.7),
        Line(&[[13., 9.5], [13., 15.]]), Line(&[[10.2, 12.2], [15.8, 12.2]]),
    ]);
    // A floor with a hole in it.
    pub(in crate::app) const HOLE: Self = Self(&[Ring(&[[1.6, 2.2], [14.4, 2.2], [14.4, 13.8], [1.6, 13.8]]), Fill(&[[5., 5.4], [11.6, 4.8], [10.6, 11.2], [5.6, 10.6]])]);
    pub(in crate::app) const KNIFE: Self = Self(&[Ring(&[[13.8, 1.8], [14.2, 4.6], [7.8, 11.], [5.8, 9.]]), Line(&[[6.6, 10.], [2., 14.4]]), Line(&[[8.6, 14.], [14., 14.]])]);
    pub(in crate::app) const EXTRUDE: Self = Self(&[Line(&[[2., 14.], [14., 14.]]), Line(&[[3.5, 14.], [3.5, 8.], [12.5, 8.], [12.5, 14.]]), Line(&[[8., 6.], [8., 1.5]]), Line(&[[5.6, 3.8], [8., 1.5], [10.4, 3.8]])]);
    // A brush: handle, then bristles.
    pub(in crate::app) const PAINT: Self = Self(&[Ring(&[[13.2, 1.2], [14.8, 2.8], [9.6, 9.], [7., 6.4]]), Fill(&[[6., 7.4], [8.6, 10.], [7.8, 12.4], [5.4, 14.2], [1.2, 14.8], [3., 12.], [3.8, 8.8]])]);
    // A jump over a gap.
    pub(in crate::app) const LINK: Self = Self(&[Line(&[[2.5, 11.], [4., 6.5], [8., 4.5], [12., 6.5], [13.2, 10.4]]), Line(&[[10.4, 9.4], [13.4, 11.], [15., 8.]]), Line(&[[1., 13.8], [5., 13.8]]), Line(&[[11., 13.8], [15., 13.8]])]);
    // Pins with the letters of the view's markers.
    pub(in crate::app) const START: Self = Self(&[PIN, Line(&[[10.3, 3.9], [9.4, 3.], [6.8, 3.], [5.8, 4.], [6.2, 5.4], [9.8, 6.9], [10.2, 8.3], [9.2, 9.3], [6.6, 9.3], [5.7, 8.4]])]);
    pub(in crate::app) const TARGET: Self = Self(&[PIN, Line(&[[5.2, 3.4], [10.8, 3.4]]), Line(&[[8., 3.4], [8., 9.8]])]);
    // A walking person.
    pub(in crate::app) const WALK: Self = Self(&[
        Disc([8.8, 2.3], 1.9), Line(&[[8.2, 5.], [7.4, 9.6]]), Line(&[[7.4, 9.6], [10.2, 11.8], [10.8, 15.2]]), Line(&[[7.4, 9.6], [6.4, 12.2], [3.6, 14.8]]),
        Line(&[[8.2, 5.4], [4.8, 6.6], [4.2, 9.4]]), Line(&[[8.2, 5.4], [10.4, 8.], [13., 8.2]]),
    ]);
    // An arrow that ends at a wall.
    pub(in crate::app) const RAY: Self = Self(&[Disc([2.4, 8.], 2.), Line(&[[4.4, 8.], [12., 8.]]), Line(&[[8.8, 4.8], [12., 8.], [8.8, 11.2]]), Fill(&[[13.2, 1.6], [15.2, 1.6], [15.2, 14.4], [13.2, 14.4]])]);
    // A picture of a mountain and the sun.
    pub(in crate::app) const IMAGE: Self = Self(&[Ring(&[[1.6, 2.6], [14.4, 2.6], [14.4, 13.4], [1.6, 13.4]]), Line(&[[2.2, 12.6], [6.2, 7.2], [9., 10.6], [11., 8.8], [14., 12.2]]), Disc([11., 5.8], 1.3)]);
    // A question about a point of the ground.
    pub(in crate::app) const ASK: Self = Self(&[Line(&[[5.6, 4.6], [6.4, 2.6], [8., 1.8], [9.8, 2.6], [10.4, 4.4], [9.4, 6.], [8., 7.2], [8., 9.2]]), Disc([8., 11.2], 0.9), Ring(&[[2., 14.4], [4.4, 12.4], [11.6, 12.4], [14., 14.4]])]);
    // A box in space.
    pub(in crate::app) const VOLUME: Self = Self(&[Ring(&[[2., 5.], [10., 5.], [10., 14.], [2., 14.]]), Line(&[[2., 5.], [6., 1.8], [14., 1.8], [10., 5.]]), Line(&[[14., 1.8], [14., 10.8], [10., 14.]])]);
    // Three agents on their way.
    pub(in crate::app) const AGENTS: Self = Self(&[Circle([4., 4.4], 2.4), Circle([3.6, 11.8], 2.4), Circle([9., 8.], 2.4), Line(&[[12.4, 5.4], [15., 8.], [12.4, 10.6]])]);
    pub(in crate::app) const FIRST: Self = Self(&[Fill(&[[13., 3.], [13., 13.], [5., 8.]]), Line(&[[3.4, 3.], [3.4, 13.]])]);
    pub(in crate::app) const BACK: Self = Self(&[Fill(&[[11.5, 3.], [11.5, 13.], [3.5, 8.]])]);
    pub(in crate::app) const PLAY: Self = Self(&[Fill(&[[4., 2.6], [13.4, 8.], [4., 13.4]])]);
    pub(in crate::app) const PAUSE: Self = Self(&[Fill(&[[4., 3.], [6.8, 3.], [6.8, 13.], [4., 13.]]), Fill(&[[9.2, 3.], [12., 3.], [12., 13.], [9.2, 13.]])]);
    pub(in crate::app) const FORWARD: Self = Self(&[Fill(&[[4.5, 3.], [12.5, 8.], [4.5, 13.]])]);
    pub(in crate::app) const LAST: Self = Self(&[Fill(&[[3., 3.], [11., 8.], [3., 13.]]), Line(&[[12.6, 3.], [12.6, 13.]])]);
    pub(in crate::app) const UNDO: Self = Self(&[Line(&[[5.6, 2.4], [2.2, 5.8], [5.6, 9.2]]), Line(&[[2.4, 5.8], [9.6, 5.8], [12.4, 6.8], [13.6, 9.4], [12.4, 12.2], [9.6, 13.2], [6., 13.2]])]);
    pub(in crate::app) const REDO: Self = Self(&[Line(&[[10.4, 2.4], [13.8, 5.8], [10.4, 9.2]]), Line(&[[13.6, 5.8], [6.4, 5.8], [3.6, 6.8], [2.4, 9.4], [3.6, 12.2], [6.4, 13.2], [10., 13.2]])]);
    pub(in crate::app) const NEW: Self = Self(&[Ring(&[[3.5, 1.6], [9.4, 1.6], [12.8, 5.], [12.8, 14.4], [3.5, 14.4]]), Line(&[[9.2, 1.8], [9.2, 5.2], [12.6, 5.2]])]);
    pub(in crate::app) const OPEN: Self = Self(&[Line(&[[2., 13.], [2., 3.], [6.4, 3.], [8., 5.], [13.4, 5.], [13.4, 7.4]]), Ring(&[[2.2, 13.2], [4.6, 7.4], [15., 7.4], [12.6, 13.2]])]);
    pub(in crate::app) const SAVE: Self = Self(&[Ring(&[[2.2, 2.2], [11., 2.2], [13.8, 5.], [13.8, 13.8], [2.2, 13.8]]), Line(&[[5., 2.4], [5., 5.8], [10., 5.8], [10., 2.4]]), Line(&[[4.6, 13.6], [4.6, 9.2], [11.4, 9.2], [11.4, 13.6]])]);
    pub(in crate::app) const FRAME: Self = Self(&[
        Line(&[[2., 5.6], [2., 2.], [5.6, 2.]]), Line(&[[10.4, 2.], [14., 2.], [14., 5.6]]),
        Line(&[[14., 10.4], [14., 14.], [10.4, 14.]]), Line(&[[5.6, 14.], [2., 14.], [2., 10.4]]), Ring(&[[5.4, 5.4], [10.6, 5.4], [10.6, 10.6], [5.4, 10.6]]),
    ]);
    pub(in crate::app) const GRID: Self = Self(&[Line(&[[5.4, 2.], [5.4, 14.]]), Line(&[[10.6, 2.], [10.6, 14.]]), Line(&[[2., 5.4], [14., 5.4]]), Line(&[[2., 10.6], [14., 10.6]])]);
    pub(in crate::app) const MAGNET: Self = Self(&[Line(&[[3., 2.4], [3., 8.4], [4.6, 11.8], [8., 13.4], [11.4, 11.8], [13., 8.4], [13., 2.4]]), Line(&[[6.4, 2.4], [6.4, 8.2], [8., 9.8], [9.6, 8.2], [9.6, 2.4]]), Line(&[[3., 2.4], [6.4, 2.4]]), Line(&[[9.6, 2.4], [13., 2.4]]), Line(&[[3., 5.2], [6.4, 5.2]]), Line(&[[9.6, 5.2], [13., 5.2]])]);
    pub(in crate::app) const SEARCH: Self = Self(&[Circle([6.8, 6.8], 4.4), Line(&[[10.2, 10.2], [14.2, 14.2]])]);
    pub(in crate::app) const EYE: Self = Self(&[Ring(&[[1.4, 8.], [4.4, 4.8], [8., 3.8], [11.6, 4.8], [14.6, 8.], [11.6, 11.2], [8., 12.2], [4.4, 11.2]]), Disc([8., 8.], 2.2)]);
    pub(in crate::app) const EYE_OFF: Self = Self(&[Line(&[[1.4, 7.], [4.4, 9.8], [8., 10.8], [11.6, 9.8], [14.6, 7.]]), Line(&[[4.4, 9.8], [3.2, 12.]]), Line(&[[8., 10.8], [8., 13.2]]), Line(&[[11.6, 9.8], [12.8, 12.]])]);
    pub(in crate::app) const THEME: Self = Self(&[Circle([8., 8.], 5.8), Fill(&[[8., 2.4], [11.2, 3.4], [13.4, 6.4], [13.4, 9.6], [11.2, 12.6], [8., 13.6]])]);
    pub(in crate::app) const WARNING: Self = Self(&[Ring(&[[8., 2.], [14.6, 13.6], [1.4, 13.6]]), Line(&[[8., 6.2], [8., 9.8]]), Disc([8., 11.7], 0.9)]);
    // A cross, and the letter i, in a circle.
    pub(in crate::app) const ERROR: Self = Self(&[Circle([8., 8.], 6.2), Line(&[[5.6, 5.6], [10.4, 10.4]]), Line(&[[10.4, 5.6], [5.6, 10.4]])]);
    pub(in crate::app) const HINT: Self = Self(&[Circle([8., 8.], 6.2), Disc([8., 4.9], 0.9), Line(&[[8., 7.2], [8., 11.6]])]);
    pub(in crate::app) const HELP: Self = Self(&[Circle([8., 8.], 6.2), Line(&[[6., 6.4], [6.6, 5.], [8., 4.4], [9.4, 5.], [9.9, 6.3], [9.2, 7.5], [8., 8.4], [8., 9.5]]), Disc([8., 11.5], 0.9)]);
    pub(in crate::app) const CLOSE: Self = Self(&[Line(&[[4., 4.], [12., 12.]]), Line(&[[12., 4.], [4., 12.]])]);
    pub(in crate::app) const ADD_VERTEX: Self = Self(&[Disc([5.5, 10.5], 3.0), Line(&[[11.5, 1.5], [11.5, 7.5]]), Line(&[[8.5, 4.5], [14.5, 4.5]])]);
    // A polygon with a point at each corner.
    pub(in crate::app) const OUTLINE: Self = Self(&[Line(&[[3., 3.], [13., 4.5], [12., 13.], [4., 12.], [3., 3.]]), Disc([3., 3.], 1.7), Disc([13., 4.5], 1.7), Disc([12., 13.], 1.7), Disc([4., 12.], 1.7)]);
    // Two arrows into a dot.
    pub(in crate::app) const MERGE: Self = Self(&[Disc([8., 8.], 2.), Line(&[[0.6, 8.], [4.6, 8.]]), Line(&[[2.6, 5.8], [4.8, 8.], [2.6, 10.2]]), Line(&[[15.4, 8.], [11.4, 8.]]), Line(&[[13.4, 5.8], [11.2, 8.], [13.4, 10.2]])]);
    pub(in crate::app) const ISOLATE: Self = Self(&[
        Line(&[[2., 5.], [2., 2.], [5., 2.]]), Line(&[[11., 2.], [14., 2.], [14., 5.]]),
        Line(&[[14., 11.], [14., 14.], [11., 14.]]), Line(&[[5., 14.], [2., 14.], [2., 11.]]), Disc([8., 8.], 3.),
    ]);
    pub(in crate::app) const CLOCK: Self = Self(&[Circle([8., 8.], 6.2), Line(&[[8., 4.], [8., 8.], [11., 9.5]])]);
    pub(in crate::app) const TRASH: Self = Self(&[Line(&[[2., 4.], [14., 4.]]), Line(&[[6., 4.], [6.5, 2.], [9.5, 2.], [10., 4.]]), Line(&[[3.5, 4.], [4.5, 14.], [11.5, 14.], [12.5, 4.]])]);
    pub(in crate::app) const WRENCH: Self = Self(&[Line(&[[2.5, 13.5], [8.6, 7.4]]), Line(&[[14., 4.2], [11.6, 6.2], [9.6, 4.4], [11.6, 1.8], [9.6, 2.], [7.8, 4.], [8.2, 7.], [9., 7.8], [12., 8.2], [14.2, 6.2], [14., 4.2]])]);
    pub(in crate::app) const ADD: Self = Self(&[Line(&[[8., 2.5], [8., 13.5]]), Line(&[[2.5, 8.], [13.5, 8.]])]);
    pub(in crate::app) const UP: Self = Self(&[Line(&[[8., 14.], [8., 3.]]), Line(&[[3.5, 7.], [8., 2.5], [12.5, 7.]])]);
    pub(in crate::app) const CHECK: Self = Self(&[Line(&[[2.5, 8.5], [6.5, 12.5], [13.5, 4.]])]);
    pub(in crate::app) const PLOT: Self = Self(&[Line(&[[2., 2.], [2., 14.], [14.5, 14.]]), Line(&[[4., 10.5], [7., 5.5], [10., 9.], [14., 3.]])]);
    pub(in crate::app) const PATH: Self = Self(&[Line(&[[3., 13.], [5.5, 6.], [10.5, 9.5], [13., 3.]]), Disc([3., 13.], 2.), Disc([13., 3.], 2.)]);
    pub(in crate::app) const ISLAND: Self = Self(&[Ring(&[[1.5, 9.], [3., 3.], [8., 2.], [9., 7.], [5., 11.]]), Ring(&[[9.5, 13.5], [10.5, 9.5], [14., 8.5], [14.5, 12.5]])]);
    pub(in crate::app) const PREVIOUS_STOP: Self = Self(&[Fill(&[[14., 3.], [14., 13.], [7., 8.]]), Disc([3.6, 8.], 2.2)]);
    pub(in crate::app) const NEXT_STOP: Self = Self(&[Fill(&[[2., 3.], [9., 8.], [2., 13.]]), Disc([12.4, 8.], 2.2)]);
    // The funnel opens upwards: its apex is below, and its legs lead up.
    pub(in crate::app) const TIGHTENED: Self = Self(&[Line(&[[2.5, 3.], [8., 14.], [10.5, 3.]]), Disc([10.5, 3.], 2.), Line(&[[15., 3.], [13., 3.]])]);
    pub(in crate::app) const OUTSIDE: Self = Self(&[Line(&[[2.5, 3.], [8., 14.], [9.5, 3.]]), Circle([13., 4.], 1.7)]);
    pub(in crate::app) const CROSSED: Self = Self(&[Line(&[[6., 6.], [8., 14.], [13.5, 3.]]), Disc([6., 6.], 2.2), Line(&[[6., 6.], [2., 2.]])]);
    pub(in crate::app) const FORCED: Self = Self(&[Line(&[[2., 8.], [14., 8.]]), Line(&[[8., 14.], [8., 2.]]), Disc([8., 8.], 2.4)]);
    pub(in crate::app) const ARRIVED: Self = Self(&[Circle([8., 5.], 3.2), Disc([8., 5.], 1.2), Line(&[[8., 8.5], [8., 14.5]])]);
}

/// Width and height of the icon of the window, in pixels.
const SIDE: usize = 64;

/// Returns the icon of the window: three cells and a path across them.
pub(in crate::app) fn window_icon() -> IconData {
    let pixels = (0..SIDE * SIDE).flat_map(|i| {
        let at = glam::Vec2::new((i % SIDE) as f32 + 0.5, (i / SIDE) as f32 + 0.5);
        color_at(at).to_srgba_unmultiplied()
    });
    IconData { rgba: pixels.collect(), width: SIDE as u32, height: SIDE as u32 }
}

fn color_at(at: glam::Vec2) -> Color32 {
    let outline = [[6.0, 20.0], [34.0, 5.0], [58.0, 24.0], [54.0, 56.0], [14.0, 58.0]].map(glam::Vec2::from);
    let path = [[15.0, 26.0], [34.0, 36.0], [46.0, 50.0]].map(glam::Vec2::from);
    let inner = [[outline[0], path[1]], [path[1], outline[2]], [path[1], outline[4]]];
    let near = |points: &[glam::Vec2], width: f32| {
        points.windows(2).any(|pair| Segment::new(pair[0], pair[1]).distance(at) < width)
    };
    if near(&path, 3.2) || at.distance(path[0]) < 6.0 || at.distance(path[2]) < 6.0 {
        color32(okabe_ito::YELLOW)
    } else if near(&outline, 2.2) || near(&[outline[4], outline[0]], 2.2) {
        Color32::from_gray(235)
    } else if !covers(&outline, at) {
        Color32::TRANSPARENT
    } else if inner.iter().any(|side| near(side, 1.2)) {
        Color32::from_gray(170)
    } else {
        Color32::from_rgb(72, 64, 140)
    }
}
