//! The card that introduces a stage of the stepper in three sentences and optional pictures.

use egui::{Align2, Key, Label, Modifiers, Pos2, Rect, RichText, Sense, Ui, Vec2, vec2};

use super::theme::{SPACE_L, SPACE_M, SPACE_S};
use super::viewport::{canvas, ends_in, paint_picture, place_of_legend};
use super::widgets::parts;
use crate::editor::State;
use crate::editor::queries::lesson::{Picture, pictures};
use navsmith_core::pathfinding::timeline::Stage;

/// Minimum and maximum width of a picture, in points.
const PICTURE: std::ops::RangeInclusive<f32> = 104.0..=200.0;

/// Height of a picture as a fraction of its width.
const ASPECT: f32 = 0.62;

/// Width of a card without pictures, in points.
const WIDTH: f32 = 380.0;

/// Largest fraction of the view's width that a card covers.
const MOST_WIDTH: f32 = 0.6;

/// Approximate height of a card as a fraction of its width.
const HEIGHT: f32 = 0.8;

/// Corners in which a card may open, the preferred one first.
const CORNERS: [Align2; 4] = [Align2::LEFT_TOP, Align2::RIGHT_TOP, Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM];

#[derive(Debug, Default)]
pub(in crate::app) struct LessonCard {
    shown: Option<Shown>,
    /// Number of times it was opened; each time it unfolds and gets a new position.
    opened: usize,
}

#[derive(Debug)]
struct Shown {
    stage: Stage,
    pictures: Vec<Picture>,
    /// Corner of the view in which the card opened; `None` before it was drawn.
    corner: Option<Align2>,
}

impl LessonCard {
    /// Opens the card at the lesson of a stage.
    pub(in crate::app) fn open(&mut self, stage: Stage) {
        self.opened += 1;
        self.shown = Some(Shown { stage, pictures: pictures(stage), corner: None });
    }

    pub(in crate::app) fn close(&mut self) {
        self.shown = None;
    }

    /// Closes the card if Escape was pressed, and consumes the key.
    pub(in crate::app) fn close_by_key(&mut self, ctx: &egui::Context) {
        if self.shown.is_some() && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.shown = None;
        }
    }

    pub(in crate::app) fn ui(&mut self, ctx: &egui::Context, state: &State) {
        let Some(shown) = &mut self.shown else { return };
        let (mut is_open, mut chosen) = (true, shown.stage);
        let mut is_closed = false;
        let view = canvas(ctx).unwrap_or_else(|| ctx.content_rect());
        let room = view.shrink(SPACE_L);
        let width = shown.width(room);
        let corner = *shown.corner.get_or_insert_with(|| {
            let avoided = ends_in(view, state).into_iter().chain(place_of_legend(ctx));
            free_corner(room, vec2(width, width * HEIGHT), &avoided.collect::<Vec<_>>())
        });
        egui::Window::new(shown.stage.lesson().title)
            .id(egui::Id::unique("lesson").with(self.opened))
            .pivot(corner)
            .default_pos(corner.pos_in_rect(&room))
            .constrain_to(room)
            .resizable(false)
            .open(&mut is_open)
            .show(ctx, |ui| is_closed = shown.ui(ui, width, &mut chosen));
        if chosen != shown.stage {
            (shown.stage, shown.pictures) = (chosen, pictures(chosen));
        }
        self.shown.take_if(|_| is_closed || !is_open);
    }
}

/// Returns the corner whose card has the greatest distance from all points that it should not cover.
pub fn free_corner(room: Rect, size: Vec2, avoided: &[Pos2]) -> Align2 {
    let distance = |corner: Align2| {
        let card = corner.align_size_within_rect(size, room);
        avoided.iter().map(|&at| card.distance_to_pos(at)).fold(f32::INFINITY, f32::min)
    };
    // Of equal maxima, `max_by` returns the last one.
    let corners = CORNERS.into_iter().rev();
    corners.max_by(|&a, &b| distance(a).total_cmp(&distance(b))).unwrap_or(CORNERS[0])
}

impl Shown {
    fn width(&self, room: Rect) -> f32 {
        let most = room.width() * MOST_WIDTH;
        if self.pictures.is_empty() {
            return WIDTH.min(most);
        }
        let picture = (most - SPACE_M * 2.0) / 3.0;
        picture.clamp(*PICTURE.start(), *PICTURE.end()) * 3.0 + SPACE_M * 2.0
    }

    /// Draws the contents; buttons change the stage. Returns whether the card was closed.
    fn ui(&self, ui: &mut Ui, card: f32, chosen: &mut Stage) -> bool {
        let is_plain = self.pictures.is_empty();
        let width = (card - SPACE_M * 2.0) / 3.0;
        ui.set_width(card);
        if !is_plain {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = SPACE_M;
                for (number, picture) in (1..).zip(&self.pictures) {
                    picture_ui(ui, number, picture, width);
                }
            });
            ui.add_space(SPACE_M);
        }
        for sentence in self.stage.lesson().sentences {
            ui.add(Label::new(sentence).wrap());
            ui.add_space(SPACE_S);
        }
        ui.horizontal(|ui| self.buttons_ui(ui, chosen)).inner
    }

    fn buttons_ui(&self, ui: &mut Ui, chosen: &mut Stage) -> bool {
        let is_same_run = |stage: &&Stage| stage.run() == self.stage.run();
        let stages: Vec<Stage> = Stage::ALL.iter().filter(is_same_run).copied().collect();
        let at = stages.iter().position(|&stage| stage == self.stage).unwrap_or_default();
        let before = at.checked_sub(1).map(|before| (stages[before], "Previous", "before"));
        let after = stages.get(at + 1).map(|&after| (after, "Next", "after"));
        for (stage, word, side) in before.into_iter().chain(after) {
            let button = ui.button(format!("{word}: {}", stage.title()));
            if button.on_hover_text(format!("Explain the stage {side} this one")).clicked() {
                *chosen = stage;
            }
        }
        parts::at_right(ui, |ui| ui.button("Close").on_hover_text("Close the card\nEscape").clicked())
    }
}

fn picture_ui(ui: &mut Ui, number: usize, picture: &Picture, width: f32) {
    ui.allocate_ui(vec2(width, 0.0), |ui| {
        ui.vertical(|ui| {
            ui.set_width(width);
            let (rect, response) = ui.allocate_exact_size(vec2(width, width * ASPECT), Sense::hover());
            let words = format!("Picture {number}: {}", picture.caption);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
            paint_picture(ui, rect, &picture.scene);
            ui.add_space(SPACE_S);
            ui.add(Label::new(RichText::new(format!("{number}. {}", picture.caption)).small()).wrap());
        });
    });
}
