//! The legend: what the colours of cells mean, in the lower right corner.

use egui::{self, Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Ui, Vec2};

use crate::app::theme::{self, BODY_SIZE, CORNER, Palette, SMALL_SIZE, SPACE_L, SPACE_M, SPACE_S};
use crate::editor::{Editor, LegendKey, LegendMark, Searched, Tint, thousands};

const WIDTH: f32 = 168.0;
const LINE: f32 = 17.0;
const BAR: f32 = 10.0;
/// No more rows than this; the rest is counted.
const MOST_ROWS: usize = 8;

/// One line of the legend: how cells look, and what that means.
struct Row {
    tint: Tint,
    text: String,
}

/// Draws it, and what else is to be said of the picture; nothing while there is no cell. It takes no clicks.
pub(super) fn ui(ui: &Ui, canvas: Rect, editor: &Editor, left_out: &str, is_dark: bool) {
    if editor.document().mesh.cell_count() == 0 || canvas.width() < WIDTH * 3.0 {
        return;
    }
    let mut legend = editor.legend();
    let notes = [&*legend.note, left_out].into_iter().filter(|note| !note.is_empty());
    legend.note = notes.collect::<Vec<_>>().join("\n");
    let (rows, more) = rows(&legend.key);
    let lines = 1 + rows.len() + usize::from(more > 0) + legend.marks.len();
    let scale = if matches!(legend.key, LegendKey::Scale { .. }) { BAR + LINE + SPACE_S } else { 0.0 };
    let note = wrapped(ui, &legend.note, is_dark);
    let note_height = if legend.note.is_empty() { 0.0 } else { note.size().y + SPACE_S };
    let size = Vec2::new(WIDTH, lines as f32 * LINE + scale + note_height + SPACE_M * 1.5);
    let rect = Rect::from_min_size(canvas.max - size - Vec2::splat(SPACE_L), size);
    if rect.min.y < canvas.min.y {
        return;
    }
    let palette = theme::palette(is_dark);
    let painter = ui.painter_at(canvas);
    painter.rect_filled(rect, CORNER, palette.panel.gamma_multiply(0.92));
    let outline = egui::Stroke::new(theme::HAIRLINE, palette.hairline);
    painter.rect_stroke(rect, CORNER, outline, egui::StrokeKind::Inside);
    let mut pen = Pen { painter: &painter, palette, at: rect.min + Vec2::new(SPACE_M, SPACE_M * 0.75) };
    pen.line(legend.title, palette.text_strong);
    if let LegendKey::Scale { from, to } = legend.key {
        pen.scale(editor, is_dark, from, to);
    }
    for row in &rows {
        pen.row(row, editor, is_dark);
    }
    if more > 0 {
        pen.line(&format!("and {more} more"), palette.text_weak);
    }
    for mark in &legend.marks {
        pen.mark(mark, is_dark);
    }
    painter.galley(pen.at + Vec2::new(0.0, SPACE_S), note, palette.text_weak);
    let response = ui.interact(rect, egui::Id::unique("legend"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, says(&legend)));
}

fn wrapped(ui: &Ui, text: &str, is_dark: bool) -> std::sync::Arc<egui::Galley> {
    let color = theme::palette(is_dark).text_weak;
    ui.painter().layout(text.to_owned(), FontId::proportional(SMALL_SIZE), color, WIDTH - SPACE_M * 2.0)
}

fn rows(key: &LegendKey) -> (Vec<Row>, usize) {
    let all: Vec<Row> = match key {
        LegendKey::Scale { .. } => Vec::new(),
        LegendKey::Areas(areas) => areas
            .iter()
            .map(|(id, name, cells)| Row {
                tint: Tint::Area(*id),
                text: format!("{name} ({})", thousands(*cells)),
            })
            .collect(),
        LegendKey::Islands(islands) => {
            let text = |number: u32, cells: &usize| format!("island {number} ({})", thousands(*cells));
            islands
                .iter()
                .map(|(id, cells)| Row { tint: Tint::Island(*id), text: text(id.0 + 1, cells) })
                .collect()
        }
        LegendKey::Search => [
            (Searched::Closed, "closed: expanded"),
            (Searched::Open, "open: waiting"),
            (Searched::Unseen, "not reached"),
        ]
        .map(|(state, text)| Row { tint: Tint::Searched(state), text: text.into() })
        .into(),
    };
    let more = all.len().saturating_sub(MOST_ROWS);
    (all.into_iter().take(MOST_ROWS).collect(), more)
}

/// The legend in words.
fn says(legend: &crate::editor::Legend) -> String {
    let (rows, _) = rows(&legend.key);
    let key = match legend.key {
        LegendKey::Scale { from, to } => format!("from {from:.1} to {to:.1} metres"),
        _ => rows.into_iter().map(|row| row.text).collect::<Vec<_>>().join(", "),
    };
    let marks: Vec<&str> = legend.marks.iter().map(|mark| mark.text.as_str()).collect();
    format!("Legend. {}: {key}. {} {}", legend.title, legend.note, marks.join(", "))
}

struct Pen<'a> {
    painter: &'a Painter,
    palette: &'a Palette,
    at: Pos2,
}

impl Pen<'_> {
    fn line(&mut self, text: &str, color: Color32) {
        self.text(0.0, text, BODY_SIZE - 1.0, color);
        self.at.y += LINE;
    }

    fn text(&self, indent: f32, text: &str, size: f32, color: Color32) {
        let font = FontId::proportional(size);
        let room = WIDTH - SPACE_M * 2.0 - indent;
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        let galley = self.painter.layout_job(job);
        self.painter.galley(self.at + Vec2::new(indent, 0.0), galley, color);
    }

    fn row(&mut self, row: &Row, editor: &Editor, is_dark: bool) {
        let swatch = Rect::from_min_size(self.at + Vec2::new(0.0, 2.0), Vec2::new(18.0, LINE - 5.0));
        let paint = theme::tint(row.tint, editor.document(), is_dark);
        super::marks::paint_swatch(self.painter, swatch, paint, self.palette);
        self.text(18.0 + SPACE_M, &row.text, BODY_SIZE - 1.0, self.palette.text);
        self.at.y += LINE;
    }

    /// A piece of the line, on the fill of the cells that only it crosses.
    fn mark(&mut self, mark: &LegendMark, is_dark: bool) {
        let swatch = Rect::from_min_size(self.at + Vec2::new(0.0, 2.0), Vec2::new(18.0, LINE - 5.0));
        if let Some(fill) = mark.fill {
            self.painter.rect_filled(swatch, 0.0, theme::role(fill, is_dark).fill);
        }
        let look = theme::role(mark.line, is_dark);
        let stroke = egui::Stroke::new(look.width, look.color);
        let ends = [swatch.left_center(), swatch.right_center()];
        match look.dash {
            Some(_) => self.painter.extend(egui::Shape::dashed_line(&ends, stroke, 5.0, 3.0)),
            None => drop(self.painter.line_segment(ends, stroke)),
        }
        self.text(18.0 + SPACE_M, &mark.text, BODY_SIZE - 1.0, self.palette.text);
        self.at.y += LINE;
    }

    fn scale(&mut self, editor: &Editor, is_dark: bool, from: f32, to: f32) {
        const STEPS: usize = 36;
        let is_height = editor.options().coloring == crate::editor::Coloring::Height;
        let bar = Rect::from_min_size(
            self.at + Vec2::new(0.0, SPACE_S * 0.5),
            Vec2::new(WIDTH - SPACE_M * 2.0, BAR),
        );
        let step = bar.width() / STEPS as f32;
        for i in 0..STEPS {
            let t = i as f32 / (STEPS - 1) as f32;
            let tint = if is_height { Tint::Height(t) } else { Tint::Distance(t) };
            let piece =
                Rect::from_min_size(bar.min + Vec2::new(i as f32 * step, 0.0), Vec2::new(step + 0.5, BAR));
            let paint = theme::tint(tint, editor.document(), is_dark);
            super::marks::paint_swatch(self.painter, piece, paint, self.palette);
        }
        let (font, color) = (FontId::proportional(SMALL_SIZE), self.palette.text_weak);
        let below = SPACE_S * 0.5;
        self.painter.text(
            bar.left_bottom() + Vec2::new(0.0, below),
            Align2::LEFT_TOP,
            format!("{from:.1} m"),
            font.clone(),
            color,
        );
        self.painter.text(
            bar.right_bottom() + Vec2::new(0.0, below),
            Align2::RIGHT_TOP,
            format!("{to:.1} m"),
            font,
            color,
        );
        self.at.y += BAR + LINE + SPACE_S;
    }
}
