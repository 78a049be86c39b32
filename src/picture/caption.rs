//! The caption of the stepper's step, below the view.

use glam::Vec2;

use super::pen::{PageArea, Pen, TextAnchor};
use super::shape::Stroke;
use super::text;
use crate::editor::State;
use crate::theme::size::{BODY_SIZE, HAIRLINE, SMALL_SIZE, SPACE_L, SPACE_M, SPACE_S};
use navsmith_formats::document::thousands;

/// The lines of a caption.
pub(super) struct Caption {
    /// Stage and step, such as "Funnel, step 3 of 12".
    title: String,
    /// What the step does, and the rule that it follows.
    lines: Vec<String>,
}

impl Caption {
    /// Returns the caption of the shown step for a width; `None` if the finished path is shown.
    pub(super) fn of(state: &State, width: f32) -> Option<Self> {
        let (event, (stage, local)) = state.event().zip(state.stage())?;
        let steps = state.trace().count(stage);
        let title = format!("{}, step {} of {}", stage.title(), thousands(local + 1), thousands(steps));
        let room = (width - SPACE_L * 2.0).max(1.0);
        let lines = [state.document().worded(event.caption()), event.rule()]
            .iter()
            .flat_map(|text| text::wrapped(text, BODY_SIZE, room))
            .collect();
        Some(Self { title, lines })
    }

    /// Returns the height of the caption, in whole pixels.
    pub(super) fn height(&self) -> f32 {
        SPACE_M * 2.0 + line(SMALL_SIZE) + SPACE_S + self.lines.len() as f32 * line(BODY_SIZE)
    }

    /// Draws the caption below the view.
    pub(super) fn draw(&self, pen: &mut Pen) {
        pen.begin("caption");
        let top = Vec2::new(0.0, pen.camera.size.y);
        let size = Vec2::new(pen.camera.size.x, self.height());
        pen.fill(vec![PageArea::of_size(top, size).ring()], pen.palette.panel);
        let edge = top + Vec2::new(0.0, 0.5);
        pen.segments(
            vec![[edge, edge + Vec2::new(size.x, 0.0)]],
            Stroke::new(HAIRLINE, pen.palette.hairline),
        );
        let mut at = top + Vec2::new(SPACE_L, SPACE_M);
        pen.text(at, TextAnchor::LeftTop, &self.title, (SMALL_SIZE, pen.palette.text_weak));
        at.y += line(SMALL_SIZE) + SPACE_S;
        for words in &self.lines {
            pen.text(at, TextAnchor::LeftTop, words, (BODY_SIZE, pen.palette.text));
            at.y += line(BODY_SIZE);
        }
    }
}

/// Returns the height of a line of text, in whole pixels.
fn line(size: f32) -> f32 {
    (text::height(size)[0] + 1.0).ceil()
}
