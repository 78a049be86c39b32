//! The legend of the cell colours and the visible marks, in the lower right corner until it is moved.

use std::sync::Arc;

use egui::{
    Align2, Color32, CursorIcon, FontId, Galley, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui,
    Vec2,
};

use super::marks::{paint_point, paint_swatch};
use super::{View, space_controls};
use crate::app::theme::{self, BODY_SIZE, CORNER, SMALL_SIZE, SPACE_L, SPACE_M, SPACE_S, WindowPalette};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::options::{LEGEND_CORNER, Options};
use crate::editor::view::scene::meaning::LegendMark;
use crate::editor::view::scene::{Role, Scene};
use crate::picture::legend::{
    BAR, HEADER, LINE, LegendContent, LegendRow, SWATCH, WIDTH, legend_look, place, scale_colors,
};
use crate::theme::tint;

/// Content of the legend, with its note.
struct Shown {
    content: LegendContent,
    note: Arc<Galley>,
}

/// Draws the legend, or nothing while there is no cell.
///
/// Only its header takes clicks, which fold the legend, and drags, which move it.
pub(super) fn ui(ui: &Ui, view: &View, state: &State, scene: &Scene, inputs: &mut Vec<Input>) {
    let canvas = view.rect;
    if state.document().mesh.cell_count() == 0 || canvas.width() < WIDTH * 1.5 {
        return;
    }
    let is_folded = !state.options().shows_legend;
    let content = (!is_folded).then(|| Shown::new(ui, state, scene, canvas.size()));
    let size = content.as_ref().map_or_else(|| Vec2::new(88.0, HEADER), Shown::size);
    // Positions of the upper left corner at which the whole legend is in the view.
    let mut inner = canvas.shrink(SPACE_L);
    if view.orbit.is_some() {
        inner.min.y = (inner.min.y + space_controls::HEIGHT).min(inner.max.y);
        // The hint of the 3D view lies below the legend.
        inner.max.y = (inner.max.y - SMALL_SIZE - SPACE_M).max(inner.min.y);
    }
    let free = Rect::from_min_size(inner.min, (inner.size() - size).max(Vec2::ZERO));
    let rect = Rect::from_min_size(corner(view, free, size, state), size);
    let is_dark = ui.visuals().dark_mode;
    let palette = theme::palette(is_dark);
    let painter = ui.painter_at(canvas);
    painter.rect_filled(rect, CORNER, palette.panel.gamma_multiply(0.92));
    let outline = Stroke::new(theme::HAIRLINE, palette.hairline);
    painter.rect_stroke(rect, CORNER, outline, egui::StrokeKind::Inside);
    let title = content.as_ref().map_or("Legend", |shown| shown.content.legend.title);
    let header = Rect::from_min_size(rect.min, Vec2::new(rect.width(), HEADER));
    let response = header_ui(ui, &painter, header, title, is_folded, inputs);
    drag(ui, &response, free, state, inputs);
    if let Some(content) = content {
        let at = rect.min + Vec2::new(SPACE_M, HEADER);
        content.paint(Pen { painter: &painter, palette, is_dark, at }, state);
        let body = Rect::from_min_max(header.left_bottom(), rect.max);
        let response = ui.interact(body, egui::Id::unique("legend"), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, content.words()));
        if !content.content.more_marks.is_empty() {
            response.on_hover_text(names(&content.content.more_marks).join("\n"));
        }
    }
}

fn names(marks: &[LegendMark]) -> Vec<&str> {
    marks.iter().map(|mark| &*mark.text).collect()
}

/// Returns the legend's upper left corner.
fn corner(view: &View, free: Rect, size: Vec2, state: &State) -> Pos2 {
    let point = |at: Pos2| glam::Vec2::new(at.x, at.y);
    let ends: Vec<glam::Vec2> = view.ends(state).into_iter().map(point).collect();
    let free = [free.min, free.max].map(point);
    let size = glam::Vec2::new(size.x, size.y);
    let corner = place(state, free, size, &ends, |at| view.window_from_world(at).map(point));
    Pos2::new(corner.x, corner.y)
}

/// Returns the centre of the legend's header in the last frame; `None` while there is no legend.
pub(in crate::app) fn place_of_legend(ctx: &egui::Context) -> Option<Pos2> {
    ctx.read_response(egui::Id::unique("legend header")).map(|response| response.rect.center())
}

/// Moves the legend by a drag of its header, or back by its menu.
fn drag(ui: &Ui, response: &Response, free: Rect, session: &Session, inputs: &mut Vec<Input>) {
    let grab = response.id.with("grab");
    if response.drag_started() {
        let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(response.rect.min);
        ui.data_mut(|data| data.insert_temp(grab, origin - response.rect.min));
    }
    let mut place = session.options().legend_place;
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        let offset: Vec2 = ui.data(|data| data.get_temp(grab)).unwrap_or_default();
        let share = |at: f32, room: f32| if room > 0.0 { (at / room).clamp(0.0, 1.0) } else { 1.0 };
        let corner = at - offset - free.min;
        place = glam::Vec2::new(share(corner.x, free.width()), share(corner.y, free.height()));
    }
    response.context_menu(|ui| {
        let button = ui.button("Reset the position");
        if button.on_hover_text("Move the legend back to the lower right corner").clicked() {
            place = LEGEND_CORNER;
        }
    });
    if place != session.options().legend_place {
        inputs.push(Input::SetOptions(Options { legend_place: place, ..session.options().clone() }));
    }
}

fn header_ui(
    ui: &Ui,
    painter: &Painter,
    rect: Rect,
    title: &str,
    is_folded: bool,
    inputs: &mut Vec<Input>,
) -> Response {
    let palette = theme::palette(ui.visuals().dark_mode);
    let response = ui.interact(rect, egui::Id::unique("legend header"), Sense::click_and_drag());
    let name = if is_folded { "Unfold the legend" } else { "Fold the legend" };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CORNER, palette.control_hovered.gamma_multiply(0.6));
    }
    let font = FontId::proportional(BODY_SIZE - 1.0);
    painter.text(
        rect.left_center() + Vec2::new(SPACE_M, 0.0),
        Align2::LEFT_CENTER,
        title,
        font,
        palette.text_strong,
    );
    chevron(painter, rect.right_center() - Vec2::new(SPACE_L, 0.0), is_folded, palette.text);
    let description = format!("{name} (F5)\nDrag to move it; right click to reset its position");
    let response = response.on_hover_text(description);
    if response.clicked() {
        inputs.push(Input::Run(Command::ToggleLegend));
    }
    response
}

/// Paints an arrow that points down, or up while the legend is folded.
fn chevron(painter: &Painter, at: Pos2, is_up: bool, color: Color32) {
    let down = if is_up { -1.0 } else { 1.0 };
    let corners = [Vec2::new(-4.0, -2.0 * down), Vec2::new(0.0, 2.0 * down), Vec2::new(4.0, -2.0 * down)];
    painter.add(Shape::line(corners.map(|corner| at + corner).into(), Stroke::new(1.5, color)));
}

impl Shown {
    fn new(ui: &Ui, state: &State, scene: &Scene, view: Vec2) -> Self {
        let height = |text: &str| wrapped(ui, text).size().y;
        let content =
            LegendContent::new(state, &state.camera(), scene, glam::Vec2::new(view.x, view.y), height);
        let note = wrapped(ui, &content.legend.note);
        Self { content, note }
    }

    fn size(&self) -> Vec2 {
        let size = self.content.size();
        Vec2::new(size.x, size.y)
    }

    /// Paints the colours, then the note about them, then the marks.
    fn paint(&self, mut pen: Pen<'_>, state: &State) {
        let content = &self.content;
        if let Some(ends) = content.legend.key.scale_ends() {
            pen.scale(state, &ends);
        }
        content.rows.iter().for_each(|row| pen.row(row, state));
        pen.more(content.more_rows);
        if !content.legend.note.is_empty() {
            pen.note(&self.note);
        }
        if !content.marks.is_empty() {
            pen.separator();
        }
        content.marks.iter().for_each(|mark| pen.mark(mark));
        pen.more(content.more_marks.len());
    }

    /// Returns the legend as a sentence for screen readers.
    fn words(&self) -> String {
        let LegendContent { legend, rows, marks, .. } = &self.content;
        let key = match legend.key.scale_ends() {
            Some([from, to]) => format!("from {from} to {to}"),
            None => rows.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join(", "),
        };
        let marks = [names(marks), names(&self.content.more_marks)].concat();
        format!("Legend. {}: {key}. {} Marks: {}", legend.title, legend.note, marks.join(", "))
    }
}

fn wrapped(ui: &Ui, text: &str) -> Arc<Galley> {
    let color = theme::weak(ui);
    ui.painter().layout(text.to_owned(), FontId::proportional(SMALL_SIZE), color, WIDTH - SPACE_M * 2.0)
}

/// Painter of the legend, from top to bottom.
struct Pen<'a> {
    painter: &'a Painter,
    palette: &'a WindowPalette,
    is_dark: bool,
    at: Pos2,
}

impl Pen<'_> {
    fn text(&self, indent: f32, text: &str, color: Color32) {
        let font = FontId::proportional(BODY_SIZE - 1.0);
        let room = WIDTH - SPACE_M * 2.0 - indent;
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        let galley = self.painter.layout_job(job);
        self.painter.galley(self.at + Vec2::new(indent, 0.0), galley, color);
    }

    fn row(&mut self, (tint, text): &LegendRow, session: &Session) {
        let paint = tint::tint(*tint, session.document(), self.is_dark);
        paint_swatch(self.painter, self.swatch(), paint, self.palette);
        self.name(text);
    }

    fn swatch(&self) -> Rect {
        Rect::from_min_size(self.at + Vec2::new(0.0, 2.0), Vec2::new(SWATCH, LINE - 4.0))
    }

    fn name(&mut self, text: &str) {
        self.text(SWATCH + SPACE_M, text, self.palette.text);
        self.at.y += LINE;
    }

    fn more(&mut self, count: usize) {
        if count > 0 {
            self.text(0.0, &format!("and {count} more"), self.palette.text_weak);
            self.at.y += LINE;
        }
    }

    fn note(&mut self, note: &Arc<Galley>) {
        self.painter.galley(self.at, Arc::clone(note), self.palette.text_weak);
        self.at.y += note.size().y + SPACE_S;
    }

    fn separator(&mut self) {
        let across = self.at.x..=self.at.x + WIDTH - SPACE_M * 2.0;
        let stroke = Stroke::new(theme::HAIRLINE, self.palette.hairline);
        self.painter.hline(across, self.at.y + SPACE_M * 0.5 - 1.0, stroke);
        self.at.y += SPACE_M;
    }

    fn look(&self, role: Role) -> theme::WindowLook {
        legend_look(role, self.is_dark).map(theme::color32)
    }

    /// Paints a mark as in the view: its fill, a piece of its line, its point.
    fn mark(&mut self, mark: &LegendMark) {
        let swatch = self.swatch();
        if let Some(role) = mark.fill {
            self.painter.rect_filled(swatch, 0.0, self.look(role).fill);
            // A fill is pale where it is drawn over the colours of cells.
            let outline = Stroke::new(theme::HAIRLINE, self.palette.text_weak);
            self.painter.rect_stroke(swatch, 0.0, outline, egui::StrokeKind::Inside);
        }
        if let Some(role) = mark.line {
            let look = self.look(role);
            let stroke = Stroke::new(look.width, look.color);
            let ends = [swatch.left_center(), swatch.right_center()];
            match look.dash {
                Some([dash, gap]) => {
                    self.painter.extend(Shape::dashed_line(&ends, stroke, dash, gap));
                }
                None => drop(self.painter.line_segment(ends, stroke)),
            }
        }
        if let Some(role) = mark.point {
            paint_point(self.painter, swatch.center(), &self.look(role), &self.palette.canvas);
        }
        self.name(&mark.text);
    }

    fn scale(&mut self, session: &Session, [from, to]: &[String; 2]) {
        let corner = self.at + Vec2::new(0.0, SPACE_S * 0.5);
        let bar = Rect::from_min_size(corner, Vec2::new(WIDTH - SPACE_M * 2.0, BAR));
        let colors = scale_colors(session, self.is_dark);
        let step = bar.width() / colors.len() as f32;
        for (number, color) in (0_u8..).zip(colors) {
            let corner = bar.min + Vec2::new(f32::from(number) * step, 0.0);
            let piece = Rect::from_min_size(corner, Vec2::new(step + 0.5, BAR));
            self.painter.rect_filled(piece, 0.0, theme::color32(color));
        }
        let below = Vec2::new(0.0, SPACE_S * 0.5);
        let ends = [(bar.left_bottom(), Align2::LEFT_TOP, from), (bar.right_bottom(), Align2::RIGHT_TOP, to)];
        for (corner, anchor, words) in ends {
            let font = FontId::proportional(SMALL_SIZE);
            self.painter.text(corner + below, anchor, words, font, self.palette.text_weak);
        }
        self.at.y += BAR + LINE + SPACE_S;
    }
}
