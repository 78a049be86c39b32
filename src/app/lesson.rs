//! The card that introduces a stage of the stepper in three sentences, with pictures where it has any.

use egui::{Key, Label, Modifiers, RichText, Sense, Ui, vec2};

use super::panels::parts;
use super::theme::{SPACE_M, SPACE_S};
use super::viewport::paint_picture;
use crate::editor::{Picture, pictures};
use crate::pathfinding::Stage;

/// The least and the largest width of a picture.
const PICTURE: std::ops::RangeInclusive<f32> = 150.0..=216.0;

/// The height of a picture, as a share of its width.
const ASPECT: f32 = 0.62;

/// The width of a card without pictures.
const WIDTH: f32 = 380.0;

/// What panels and bars take of the window's width, beside the view.
const AROUND_VIEW: f32 = 480.0;

/// The card, closed or open at a stage.
#[derive(Debug, Default)]
pub(in crate::app) struct LessonCard {
    shown: Option<Shown>,
}

#[derive(Debug)]
struct Shown {
    stage: Stage,
    pictures: Vec<Picture>,
}

impl LessonCard {
    /// Opens the card at a stage.
    pub(in crate::app) fn open(&mut self, stage: Stage) {
        self.shown = Some(Shown { stage, pictures: pictures(stage) });
    }

    /// Closes the card.
    pub(in crate::app) fn close(&mut self) {
        self.shown = None;
    }

    /// Closes the card if Escape was pressed, which then does nothing else.
    pub(in crate::app) fn close_by_key(&mut self, ctx: &egui::Context) {
        if self.shown.is_some() && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.shown = None;
        }
    }

    /// Draws the card, if it is open.
    pub(in crate::app) fn ui(&mut self, ctx: &egui::Context) {
        let Some(shown) = &self.shown else { return };
        let (mut is_open, mut chosen) = (true, None);
        let corner = ctx.content_rect().left_top() + vec2(84.0, 76.0);
        egui::Window::new(shown.stage.lesson().title)
            .id(egui::Id::unique("lesson"))
            .default_pos(corner)
            .resizable(false)
            .open(&mut is_open)
            .show(ctx, |ui| chosen = shown.ui(ui));
        match chosen {
            Some(Chosen::Stage(stage)) => self.open(stage),
            Some(Chosen::Close) => self.shown = None,
            None if !is_open => self.shown = None,
            None => {}
        }
    }
}

/// What was clicked on the card.
enum Chosen {
    Stage(Stage),
    Close,
}

impl Shown {
    fn ui(&self, ui: &mut Ui) -> Option<Chosen> {
        let room = (ui.ctx().content_rect().width() - AROUND_VIEW) / 3.0;
        let width = room.clamp(*PICTURE.start(), *PICTURE.end());
        let is_plain = self.pictures.is_empty();
        ui.set_width(if is_plain { WIDTH } else { width * 3.0 + SPACE_M * 2.0 });
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
        self.buttons_ui(ui)
    }

    /// Leads to the stages before and after this one.
    fn buttons_ui(&self, ui: &mut Ui) -> Option<Chosen> {
        let is_same_run = |stage: &&Stage| stage.run() == self.stage.run();
        let stages: Vec<Stage> = Stage::ALL.iter().filter(is_same_run).copied().collect();
        let at = stages.iter().position(|&stage| stage == self.stage)?;
        let mut chosen = None;
        ui.horizontal(|ui| {
            if let Some(&before) = at.checked_sub(1).and_then(|before| stages.get(before)) {
                let button = ui.button(format!("Previous: {}", before.title()));
                let is_clicked = button.on_hover_text("Explain the stage before this one").clicked();
                chosen = is_clicked.then_some(Chosen::Stage(before));
            }
            if let Some(&after) = stages.get(at + 1) {
                let button = ui.button(format!("Next: {}", after.title()));
                if button.on_hover_text("Explain the stage after this one").clicked() {
                    chosen = Some(Chosen::Stage(after));
                }
            }
            parts::at_right(ui, |ui| {
                if ui.button("Close").on_hover_text("Close the card\nEscape").clicked() {
                    chosen = Some(Chosen::Close);
                }
            });
        });
        chosen
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
