//! Solid spans around the curve of a jump.

use std::borrow::Cow;

use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_core::progress::Progress;

use super::JumpObstacle;
use super::curve::JumpCurve;
use crate::error::GenerationError;
use crate::field::ColumnRange;
use crate::generate::Generation;
use crate::spans::SolidSpans;

/// The solid spans of a range of columns.
pub(super) struct Space<'a> {
    solid: Cow<'a, SolidSpans>,
    range: ColumnRange,
    generation: &'a Generation,
}

impl<'a> Space<'a> {
    /// Returns the spans of a whole level.
    pub(super) fn of(solid: &'a SolidSpans, range: ColumnRange, generation: &'a Generation) -> Self {
        Self { solid: Cow::Borrowed(solid), range, generation }
    }

    /// Computes the spans of a tile and of the columns around it up to a distance in metres.
    pub(super) fn around(
        range: ColumnRange,
        margin: f32,
        generation: &'a Generation,
    ) -> Result<Self, GenerationError> {
        let settings = &generation.settings;
        let margin = (margin / settings.cell_size()).ceil() as i32 + 1;
        let low = range.low.map(|low| low - margin);
        let size = range.size.map(|size| size + 2 * margin as usize);
        let range = ColumnRange { low, size, border: 0 };
        let field = generation.level.open_field(range, settings, &Progress::none())?;
        Ok(Self { solid: Cow::Owned(field.solid), range, generation })
    }

    /// Returns the radius of the agent, in metres.
    pub(super) fn radius(&self) -> f32 {
        self.generation.settings.agent.radius
    }

    /// Returns the width of a column, in metres.
    pub(super) fn column(&self) -> f32 {
        self.generation.settings.cell_size()
    }

    /// Returns what the body hits first on a curve; `None` if the way is free.
    ///
    /// What is at most `tolerance` metres above the feet does not stop the body.
    pub(super) fn obstacle(&self, curve: &JumpCurve, tolerance: f32) -> Option<JumpObstacle> {
        let settings = &self.generation.settings;
        let steps = curve.steps(0.5 * settings.cell_size().min(settings.agent.height));
        (0..=steps).find_map(|nth| {
            let share = nth as f32 / steps as f32;
            let at = curve.at(share);
            (!self.is_free(at, tolerance)).then_some(JumpObstacle::Wall { at, share })
        })
    }

    /// Whether no solid span is in the body with its feet at a position.
    fn is_free(&self, at: Vec3, tolerance: f32) -> bool {
        let (settings, level) = (&self.generation.settings, &self.generation.level);
        let (size, height) = (settings.cell_size(), settings.cell_height());
        let radius = (settings.agent.radius - size).max(0.0);
        let (low, high) = (at.y - level.low.y + tolerance, at.y - level.low.y + settings.agent.height);
        let place =
            (ground(at) - ground(level.low)) / size - Vec2::from(self.range.low.map(|low| low as f32));
        let reach = radius / size;
        let [from, to] = [place - reach, place + reach].map(|corner| corner.floor().as_ivec2());
        let columns = (from.y..=to.y).flat_map(|z| (from.x..=to.x).map(move |x| [x, z]));
        let own = place.floor().as_ivec2().to_array();
        columns.into_iter().all(|column| {
            let center = Vec2::new(column[0] as f32 + 0.5, column[1] as f32 + 0.5);
            if column != own && center.distance(place) > reach || !self.has(column) {
                return true;
            }
            let spans = self.solid.column(column.map(|along| along as usize)).iter();
            let meets =
                |[bottom, top]: [u16; 2]| f32::from(bottom) * height < high && f32::from(top) * height > low;
            !spans.map(|span| [span.bottom, span.top]).any(meets)
        })
    }

    fn has(&self, column: [i32; 2]) -> bool {
        column.iter().zip(self.range.size).all(|(&along, size)| along >= 0 && (along as usize) < size)
    }
}
