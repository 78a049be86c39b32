//! The marks of a scene, by role, and the numbers of islands.

use glam::{Vec2, Vec3};

use super::pen::{PageArea, Pen, TextAnchor, text_area};
use super::points;
use super::shape::Stroke;
use crate::editor::session::Session;
use crate::editor::session::options::Coloring;
use crate::editor::view::scene::{Mark, Role, Scene};
use crate::theme::size::{BODY_SIZE, SMALL_SIZE, SPACE_M};

/// Maximum number of islands that get a number.
const MOST_NUMBERS: usize = 400;

/// Least extent of an island that gets a number, in pixels.
const LEAST_ISLAND: f32 = 24.0;

/// Line width above which ends and corners of solid lines are round, in pixels.
const ROUND_FROM: f32 = 2.0;

/// Returns the offset of the lower left corner of a label from its position.
///
/// `None` if the middle of the label is at the position.
fn label_offset(role: Role) -> Option<Vec2> {
    match role {
        Role::Cost | Role::ClearPortal | Role::NarrowPortal | Role::NarrowGap | Role::CellNumber => None,
        Role::VertexNumber => Some(Vec2::new(SPACE_M, -SPACE_M)),
        _ => Some(Vec2::new(SPACE_M + 2.0, -SPACE_M)),
    }
}

/// Whether a label is the number of an element, which covers no other label.
fn is_number(role: Role) -> bool {
    matches!(role, Role::CellNumber | Role::VertexNumber)
}

/// Draws the numbers of islands, if these are coloured, and the marks of a scene that are in view.
pub fn draw(pen: &mut Pen, session: &Session, scene: &Scene) {
    if session.options().coloring == Coloring::Island {
        pen.begin("islands");
        draw_island_numbers(pen, session);
    }
    draw_scene(pen, scene);
}

/// Draws the marks of a scene that are in view.
pub fn draw_scene(pen: &mut Pen, scene: &Scene) {
    pen.begin("marks");
    // Numbers avoid all other labels, including those that are drawn later.
    let mut taken: Vec<PageArea> = scene.marks.iter().filter_map(|mark| label_room(pen, mark)).collect();
    for mark in &scene.marks {
        match mark {
            Mark::Label(role, at, text) if is_number(*role) => {
                let Some(room) = room(pen, *role, *at, text) else { continue };
                if !taken.iter().any(|other| other.intersects(&room)) {
                    taken.push(room);
                    draw_label(pen, *role, *at, text);
                }
            }
            mark => draw_mark(pen, mark),
        }
    }
}

fn draw_mark(pen: &mut Pen, mark: &Mark) {
    let look = pen.look(mark.role());
    match mark {
        Mark::Line(_, points) => {
            let is_round = look.width > ROUND_FROM && look.dash.is_none();
            let stroke = Stroke { width: look.width, color: look.color, dash: look.dash, is_round };
            pen.line_in_space(points, stroke);
        }
        Mark::Fill(_, ring) => pen.fill_in_space(ring, look.fill),
        Mark::Point(_, at) => {
            let around = pen.view().expanded(Vec2::splat(look.radius * 2.0));
            if let Some(at) = pen.place(*at).filter(|&at| around.contains(at)) {
                points::draw(pen, at, &look);
            }
        }
        Mark::Label(role, at, text) => draw_label(pen, *role, *at, text),
    }
}

fn draw_label(pen: &mut Pen, of: Role, at: Vec3, text: &str) {
    let is_in_view = pen.place(at).is_some_and(|at| pen.view().contains(at)) && !text.is_empty();
    if let Some((place, anchor)) = placed(pen, of, at, text).filter(|_| is_in_view) {
        pen.label(place, anchor, text, (SMALL_SIZE, pen.look(of).color));
    }
}

/// Returns the anchor of a label, on its position or beside it; `None` behind the eye.
///
/// It is moved if the label would not lie in the view.
fn placed(pen: &Pen, role: Role, at: Vec3, text: &str) -> Option<(Vec2, TextAnchor)> {
    let at = pen.place(at)?;
    let (place, anchor) = match label_offset(role) {
        None => (at, TextAnchor::Center),
        Some(offset) => (at + offset, TextAnchor::LeftBottom),
    };
    let area = text_area(place, anchor, text, SMALL_SIZE).expanded(Vec2::splat(SPACE_M));
    let view = pen.view();
    let moved = (view.min - area.min).max(Vec2::ZERO) + (view.max - area.max).min(Vec2::ZERO);
    Some((place + moved, anchor))
}

fn room(pen: &Pen, role: Role, at: Vec3, text: &str) -> Option<PageArea> {
    let (at, anchor) = placed(pen, role, at, text)?;
    Some(text_area(at, anchor, text, SMALL_SIZE).expanded(Vec2::new(4.0, 1.0)))
}

/// Returns the rectangle of a label that is not the number of an element.
fn label_room(pen: &Pen, mark: &Mark) -> Option<PageArea> {
    match mark {
        Mark::Label(role, at, text) if !is_number(*role) && !text.is_empty() => room(pen, *role, *at, text),
        _ => None,
    }
}

/// Draws a number in the middle of every island, so that islands differ by more than colour.
fn draw_island_numbers(pen: &mut Pen, session: &Session) {
    let pixel = pen.camera.meters(1.0);
    for (number, island) in (1..).zip(session.derived().islands.all()).take(MOST_NUMBERS) {
        let size = island.bounds.size();
        let is_large = size.x.max(size.z) / pixel > LEAST_ISLAND;
        let place = pen.place(island.bounds.center()).filter(|&at| is_large && pen.view().contains(at));
        if let Some(at) = place {
            let look = (BODY_SIZE, pen.palette.text_strong);
            pen.label(at, TextAnchor::Center, &format!("{number}"), look);
        }
    }
}
