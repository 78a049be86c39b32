//! The legend of the colours and marks.

use glam::{Vec2, Vec3};

use super::hatch::hatch;
use super::pen::{PageArea, Pen, TextAnchor, rounded};
use super::shape::{PictureShape, Stroke};
use super::{points, text};
use crate::editor::State;
use crate::editor::analysis::legend::{self, Legend};
use crate::editor::drawing::naming;
use crate::editor::session::Session;
use crate::editor::session::options::{Coloring, LEGEND_CORNER};
use crate::editor::simulation::{input, playback};
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::meaning::LegendMark;
use crate::editor::view::scene::{Role, Scene, Tint};
use crate::theme::color::Color;
use crate::theme::role::{Look, role};
use crate::theme::size::{BODY_SIZE, CORNER, HAIRLINE, SMALL_SIZE, SPACE_L, SPACE_M, SPACE_S};
use crate::theme::tint::{fill_color, height_color, tint};
use navsmith_core::pathfinding::mesh_query::End;

/// Width of the legend.
pub const WIDTH: f32 = 176.0;
/// Height of a row.
const LINE: f32 = 16.0;
/// Height of the header.
pub const HEADER: f32 = 22.0;
/// Height of the bar of a scale.
const BAR: f32 = 10.0;
/// Width of the swatch before a name.
const SWATCH: f32 = 18.0;
/// Number of colours in the bar of a scale.
const STEPS: u8 = 36;
const TEXT: f32 = BODY_SIZE - 1.0;
/// Maximum number of rows that explain colours, and with those of a run below; the rest is counted.
const MOST_ROWS: usize = 8;
const MOST_ROWS_OF_RUN: usize = 3;
/// Largest shares of the height and of the area of the view that the legend covers.
const MOST_HEIGHT: f32 = 0.6;
const MOST_AREA: f32 = 0.14;

/// Default positions of the legend as shares of the free area; the scale bar has the lower left.
const CORNERS: [Vec2; 3] = [LEGEND_CORNER, Vec2::X, Vec2::ZERO];

/// A row of the legend: a fill and its meaning.
pub type LegendRow = (Tint, String);

/// Content of a legend, in pictures and in the window.
#[derive(Clone, Debug)]
pub struct LegendContent {
    /// Title, note and key of the colours.
    pub legend: Legend,
    /// Rows that explain colours.
    pub rows: Vec<LegendRow>,
    /// Number of omitted rows that explain colours.
    pub more_rows: usize,
    /// Rows that explain marks.
    pub marks: Vec<LegendMark>,
    /// Marks whose rows are left out.
    pub more_marks: Vec<LegendMark>,
    /// Lines of the note.
    note: Vec<String>,
}

/// Draws the legend of a picture; nothing without cells, or if the picture is too small.
pub(super) fn draw(pen: &mut Pen, state: &State, scene: &Scene) {
    let view = pen.view().size();
    if state.document().mesh.cell_count() == 0 || view.x < WIDTH * 1.5 {
        return;
    }
    let content = LegendContent::new(state, &pen.camera, scene, view);
    let size = content.size();
    let free = view - size - Vec2::splat(SPACE_L * 2.0);
    if free.y < 0.0 {
        return;
    }
    let corner = corner(pen, state, size).floor() + Vec2::splat(0.5);
    draw_frame(pen, PageArea::of_size(corner, size), content.legend.title, false);
    content.draw(pen, state, corner);
}

/// Draws the background of a legend, and its title, which can be marked as under the pointer.
pub fn draw_frame(pen: &mut Pen, area: PageArea, title: &str, is_marked: bool) {
    pen.begin("legend");
    let ring = rounded(&area, f32::from(CORNER));
    pen.fill_smooth(vec![ring.clone()], pen.palette.panel.faded(0.92));
    let stroke = Stroke::new(HAIRLINE, pen.palette.hairline);
    pen.add(PictureShape::Line { lines: vec![ring], is_closed: true, stroke });
    if is_marked {
        let header = PageArea::of_size(area.min, Vec2::new(area.size().x, HEADER));
        pen.fill_smooth(vec![rounded(&header, f32::from(CORNER))], pen.palette.control_hovered.faded(0.6));
    }
    let middle = area.min + Vec2::new(SPACE_M, HEADER * 0.5);
    pen.text(middle, TextAnchor::LeftCenter, title, (TEXT, pen.palette.text_strong));
}

/// Returns the upper left corner of a legend, between the least and the greatest corner.
///
/// Until the legend is moved, this is the corner that covers the least of the selected agent, the path and its ends.
/// `ends` are the visible ends on the screen, and `screen` returns the position of others.
pub fn place(
    state: &State,
    [min, max]: [Vec2; 2],
    size: Vec2,
    ends: &[Vec2],
    screen: impl Fn(Vec3) -> Option<Vec2>,
) -> Vec2 {
    let at = |share: Vec2| min + (max - min) * share;
    let share = state.options().legend_place;
    if share != LEGEND_CORNER {
        return at(share);
    }
    let path = state.answer().and_then(|answer| answer.path());
    let portals = path.into_iter().flat_map(|path| &path.portals);
    let passed: Vec<Vec2> = portals.filter_map(|portal| screen(portal.midpoint())).collect();
    let agent = input::position_of_selected(state).and_then(&screen);
    let agent: Vec<Vec2> = agent.into_iter().collect();
    let covered = |corner: &Vec2| {
        let area = PageArea::of_size(*corner, size).expanded(Vec2::splat(SPACE_L));
        let count = |places: &[Vec2]| places.iter().filter(|&&place| area.contains(place)).count();
        (count(&agent), count(ends), count(&passed))
    };
    CORNERS.map(at).into_iter().min_by_key(covered).unwrap_or_else(|| at(share))
}

/// Returns the upper left corner of the legend of a picture.
fn corner(pen: &Pen, state: &State, size: Vec2) -> Vec2 {
    let ends = [End::Start, End::Target].into_iter().filter_map(|end| state.endpoint(end));
    let ends = ends.map(|end| pen.camera.screen_from_ground(end.ground));
    let ends: Vec<Vec2> = ends.filter(|&at| pen.view().contains(at)).collect();
    let least = Vec2::splat(SPACE_L);
    let free = (pen.camera.size - least * 2.0 - size).max(Vec2::ZERO);
    place(state, [least, least + free], size, &ends, |at| Some(pen.at(at)))
}

impl LegendContent {
    /// Returns the content for a view of a size; the last marks are left out if it would cover too much.
    pub fn new(state: &State, camera: &Camera, scene: &Scene, view: Vec2) -> Self {
        let mut legend = legend::legend(state, camera);
        let notes = [&*legend.note, &*scene.left_out].into_iter().filter(|note| !note.is_empty());
        legend.note = notes.collect::<Vec<_>>().join("\n");
        let note = text::wrapped(&legend.note, SMALL_SIZE, WIDTH - SPACE_M * 2.0);
        let mut rows = legend.key.rows();
        let is_run_shown = playback::playback(state).is_shown();
        let most_rows = if is_run_shown { MOST_ROWS_OF_RUN } else { MOST_ROWS };
        let more_rows = rows.len().saturating_sub(most_rows);
        rows.truncate(most_rows);
        let marks = naming::mark_legend(state, scene);
        let mut content = Self { legend, rows, more_rows, marks, more_marks: Vec::new(), note };
        let most_height = (view.y * MOST_HEIGHT).min(view.x * view.y * MOST_AREA / WIDTH);
        while content.size().y > most_height
            && let Some(mark) = content.marks.pop()
        {
            content.more_marks.insert(0, mark);
        }
        content
    }

    /// Returns width and height.
    pub fn size(&self) -> Vec2 {
        let counts = usize::from(self.more_rows > 0) + usize::from(!self.more_marks.is_empty());
        let lines = self.rows.len() + self.marks.len() + counts;
        let scale = if self.legend.key.scale_ends().is_some() { BAR + LINE + SPACE_S } else { 0.0 };
        let note = if self.note.is_empty() { 0.0 } else { self.note.len() as f32 * note_height() + SPACE_S };
        let line = if self.marks.is_empty() { 0.0 } else { SPACE_M };
        Vec2::new(WIDTH, HEADER + lines as f32 * LINE + scale + note + line + SPACE_M)
    }

    /// Draws the colours, then the note about them, then the marks, below the header of a frame.
    pub fn draw(&self, pen: &mut Pen, session: &Session, corner: Vec2) {
        let mut column = Column { pen, session, at: corner + Vec2::new(SPACE_M, HEADER) };
        if let Some(ends) = self.legend.key.scale_ends() {
            column.scale(&ends);
        }
        self.rows.iter().for_each(|row| column.row(row));
        column.more(self.more_rows);
        for line in &self.note {
            column.text(0.0, line, (SMALL_SIZE, column.pen.palette.text_weak));
            column.at.y += note_height();
        }
        if !self.note.is_empty() {
            column.at.y += SPACE_S;
        }
        if !self.marks.is_empty() {
            column.separator();
        }
        self.marks.iter().for_each(|mark| column.mark(mark));
        column.more(self.more_marks.len());
    }
}

/// Returns the colours in the bar of a scale, from left to right.
fn scale_colors(session: &Session, is_dark: bool) -> impl ExactSizeIterator<Item = Color> {
    (0..STEPS).map(move |step| {
        let share = f32::from(step) / f32::from(STEPS - 1);
        let fill = |of: Tint| fill_color(tint(of, session.document(), is_dark));
        match session.options().coloring {
            Coloring::Height => height_color(share, is_dark),
            Coloring::Measure(_) => fill(Tint::Measure(share)),
            _ => fill(Tint::Distance(share)),
        }
    })
}

/// Returns the look of a mark in the legend: thin lines with short dashes, and small points.
fn legend_look(of: Role, is_dark: bool) -> Look {
    let look = role(of, is_dark);
    let dash = look.dash.map(|[dash, gap]| [dash.min(5.0), gap.min(3.0)]);
    Look { width: look.width.min(4.0), dash, radius: look.radius.min(5.5), ..look }
}

fn note_height() -> f32 {
    text::height(SMALL_SIZE)[0].ceil()
}

/// The column of rows, drawn from top to bottom.
struct Column<'a> {
    pen: &'a mut Pen,
    session: &'a Session,
    at: Vec2,
}

impl Column<'_> {
    fn text(&mut self, indent: f32, words: &str, (size, color): (f32, Color)) {
        let words = text::shortened(words, size, WIDTH - SPACE_M * 2.0 - indent);
        self.pen.text(self.at + Vec2::new(indent, 0.0), TextAnchor::LeftTop, &words, (size, color));
    }

    fn swatch(&self) -> PageArea {
        PageArea::of_size(self.at + Vec2::new(0.0, 2.0), Vec2::new(SWATCH, LINE - 4.0))
    }

    fn name(&mut self, words: &str) {
        self.text(SWATCH + SPACE_M, words, (TEXT, self.pen.palette.text));
        self.at.y += LINE;
    }

    fn row(&mut self, (of, words): &LegendRow) {
        let paint = tint(*of, self.session.document(), self.pen.is_dark);
        let ring = vec![self.swatch().ring()];
        let (lines, width) = hatch(&ring, paint.hatch, self.at);
        self.pen.fill(ring, fill_color(paint));
        self.pen.segments(lines, Stroke::new(width, self.pen.palette.text_strong.faded(0.4)));
        self.name(words);
    }

    fn more(&mut self, count: usize) {
        if count > 0 {
            self.text(0.0, &format!("and {count} more"), (TEXT, self.pen.palette.text_weak));
            self.at.y += LINE;
        }
    }

    fn separator(&mut self) {
        let from = self.at + Vec2::new(0.0, SPACE_M * 0.5);
        let to = from + Vec2::new(WIDTH - SPACE_M * 2.0, 0.0);
        self.pen.line(&[from, to], Stroke::new(HAIRLINE, self.pen.palette.hairline));
        self.at.y += SPACE_M;
    }

    /// Draws a mark as in the view: its fill, a piece of its line, its point.
    fn mark(&mut self, mark: &LegendMark) {
        let (swatch, is_dark) = (self.swatch(), self.pen.is_dark);
        let middle = (swatch.min + swatch.max) * 0.5;
        if let Some(of) = mark.fill {
            self.pen.fill(vec![swatch.ring()], role(of, is_dark).fill);
            // A fill is pale where it is drawn over the colours of cells.
            let (lines, stroke) = (vec![swatch.ring()], Stroke::new(HAIRLINE, self.pen.palette.text_weak));
            self.pen.add(PictureShape::Line { lines, is_closed: true, stroke });
        }
        if let Some(of) = mark.line {
            let Look { width, color, dash, .. } = legend_look(of, is_dark);
            let stroke = Stroke { width, color, dash, is_round: false };
            let ends = [swatch.min.x, swatch.max.x].map(|x| Vec2::new(x, middle.y));
            self.pen.line(&ends, stroke);
        }
        if let Some(of) = mark.point {
            points::draw(self.pen, middle, &legend_look(of, is_dark));
        }
        self.name(&mark.text);
    }

    fn scale(&mut self, [from, to]: &[String; 2]) {
        let bar =
            PageArea::of_size(self.at + Vec2::new(0.0, SPACE_S * 0.5), Vec2::new(WIDTH - SPACE_M * 2.0, BAR));
        let colors = scale_colors(self.session, self.pen.is_dark);
        let step = bar.size().x / colors.len() as f32;
        for (number, color) in (0_u8..).zip(colors) {
            let corner = bar.min + Vec2::new(f32::from(number) * step, 0.0);
            self.pen.fill(vec![PageArea::of_size(corner, Vec2::new(step, BAR)).ring()], color);
        }
        let look = (SMALL_SIZE, self.pen.palette.text_weak);
        let below = bar.max.y + SPACE_S * 0.5;
        self.pen.text(Vec2::new(bar.min.x, below), TextAnchor::LeftTop, from, look);
        self.pen.text(Vec2::new(bar.max.x, below), TextAnchor::RightTop, to, look);
        self.at.y += BAR + LINE + SPACE_S;
    }
}
