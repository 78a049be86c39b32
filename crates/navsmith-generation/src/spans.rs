//! Spans of solid voxels in columns, with what each filter removed.

use rerecast::{AreaType, Heightfield, Span, SpanKey};

use crate::solids::Crossings;
use crate::source::OBSTACLE;

/// What happened to a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanState {
    /// The triangles at its top are too steep, or face down.
    Steep,
    /// It is walkable.
    Walkable,
    /// It is walkable, because it is a low obstacle on walkable ground.
    LowObstacle,
    /// It is the top of an obstacle.
    Obstacle,
    /// It is inside of a closed solid.
    Inside,
    /// A filter removed it, because a neighbour is lower than the climb.
    Ledge,
    /// A filter removed it, because the ceiling is too low.
    LowCeiling,
}

/// A span of solid voxels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidSpan {
    /// Height of its bottom above the field, in voxels.
    pub(crate) bottom: u16,
    /// Height of its top.
    pub(crate) top: u16,
    /// Bottom of the span above it; `None` below the sky.
    pub(crate) ceiling: Option<u16>,
    /// What happened to it.
    pub(crate) state: SpanState,
}

/// The spans of all columns, from bottom to top.
#[derive(Clone, Debug)]
pub(crate) struct SolidSpans {
    width: usize,
    /// By column: the index of its first span; one more at the end.
    starts: Vec<u32>,
    spans: Vec<SolidSpan>,
    /// Keys of the spans in their field; empty after [`Self::forget_field`].
    keys: Vec<SpanKey>,
}

impl SpanState {
    fn is_walkable(self) -> bool {
        matches!(self, Self::Walkable | Self::LowObstacle)
    }
}

/// Calls `visit` with each span of a field, its column, its key and the bottom of the span above it.
fn each_span(field: &Heightfield, mut visit: impl FnMut(usize, SpanKey, &Span, Option<u16>)) {
    for z in 0..field.height {
        for x in 0..field.width {
            let column = usize::from(z) * usize::from(field.width) + usize::from(x);
            let mut key = field.span_key_at(x, z);
            while let Some(at) = key {
                let span = field.span(at);
                key = span.next;
                visit(column, at, span, key.map(|next| field.span(next).min));
            }
        }
    }
}

impl SolidSpans {
    /// Reads the spans of a field after the triangles were added.
    pub(crate) fn of(field: &Heightfield) -> Self {
        let width = usize::from(field.width);
        let (mut starts, mut spans) = (vec![0], Vec::with_capacity(field.allocated_spans.len()));
        let mut keys = Vec::with_capacity(field.allocated_spans.len());
        each_span(field, |column, key, &Span { min: bottom, max: top, ref area, .. }, ceiling| {
            starts.resize(column + 1, spans.len() as u32);
            let state = if *area == OBSTACLE {
                SpanState::Obstacle
            } else if area.is_walkable() {
                SpanState::Walkable
            } else {
                SpanState::Steep
            };
            keys.push(key);
            spans.push(SolidSpan { bottom, top, ceiling, state });
        });
        starts.resize(width * usize::from(field.height) + 1, spans.len() as u32);
        Self { width, starts, spans, keys }
    }

    /// Notes the spans that a filter changed: those added, or those removed for a reason.
    pub(crate) fn note(&mut self, field: &Heightfield, reason: SpanState) {
        for (noted, &key) in self.spans.iter_mut().zip(&self.keys) {
            if noted.state.is_walkable() != field.span(key).area.is_walkable() {
                noted.state = reason;
            }
        }
    }

    /// Releases what only [`Self::note`] needs.
    pub(crate) fn forget_field(&mut self) {
        self.keys = Vec::new();
    }

    /// Removes the spans below obstacles from a field. A filter may have added some.
    pub(crate) fn remove_obstacles(&mut self, field: &mut Heightfield) {
        for (_, span) in field.allocated_spans.iter_mut().filter(|(_, span)| span.area == OBSTACLE) {
            span.area = AreaType::NOT_WALKABLE;
        }
        self.note(field, SpanState::Obstacle);
    }

    /// Removes the spans inside of closed solids from a field.
    ///
    /// Returns the number of those with enough room.
    pub(crate) fn remove_insides(
        &mut self,
        field: &mut Heightfield,
        (crossings, height): (&Crossings, u16),
    ) -> usize {
        let mut removed = 0;
        for z in 0..field.height {
            for x in 0..field.width {
                let column = [x, z].map(usize::from);
                let spans = self.starts[column[1] * self.width + column[0]] as usize..;
                let mut key = field.span_key_at(x, z);
                for index in spans {
                    let Some(at) = key else { break };
                    let (cell_height, span) = (field.cell_height, field.span_mut(at));
                    key = span.next;
                    let above = (f32::from(span.max) + 0.5) * cell_height;
                    if span.area.is_walkable() && crossings.is_inside(column, above) {
                        span.area = AreaType::NOT_WALKABLE;
                        self.spans[index].state = SpanState::Inside;
                        let ceiling = self.spans[index].ceiling.unwrap_or(u16::MAX);
                        removed += usize::from(ceiling.saturating_sub(span.max) >= height);
                    }
                }
            }
        }
        removed
    }

    /// Returns the largest number of walkable spans in a column.
    pub(crate) fn most_floors(&self) -> usize {
        let is_walkable = |span: &&SolidSpan| span.state.is_walkable();
        let floors =
            |ends: &[u32]| self.spans[ends[0] as usize..ends[1] as usize].iter().filter(is_walkable).count();
        self.starts.windows(2).map(floors).max().unwrap_or_default()
    }

    /// Returns the spans of a column, from bottom to top.
    pub(crate) fn column(&self, [x, z]: [usize; 2]) -> &[SolidSpan] {
        let column = z * self.width + x;
        &self.spans[self.starts[column] as usize..self.starts[column + 1] as usize]
    }
}
