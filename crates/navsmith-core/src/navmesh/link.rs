//! Connections other than shared edges: jumps, ladders, doors, lifts.
//!
//! A link stores positions only, not the cells at its ends. Its attachment to cells is derived.

use glam::Vec3;

/// Maximum distance from an end to its cell, as a share of the link's length.
const REACH: f32 = 0.1;

/// Upper limit of that distance, in metres.
const MOST_REACH: f32 = 0.5;

/// An off-mesh connection from one span to another. A span with equal ends is a point.
///
/// A path that enters the link at `t` of one span leaves it at `t` of the other; `t` is from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Span at the start of the link, in metres.
    pub from: [Vec3; 2],
    /// Span at the end of the link, in metres.
    pub to: [Vec3; 2],
    /// Whether the link leads only from `from` to `to`.
    pub is_one_way: bool,
    /// Cost of a metre along the link, relative to a metre of plain ground; positive.
    ///
    /// It is infinite if the link is forbidden.
    pub cost: f32,
}

/// One of the two ends of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkEnd {
    /// The start of the link.
    From,
    /// The end of the link.
    To,
}

impl LinkEnd {
    /// Both ends.
    pub const BOTH: [Self; 2] = [Self::From, Self::To];

    /// Returns the opposite end.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::From => Self::To,
            Self::To => Self::From,
        }
    }

    /// Returns the name of the end, for use in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::From => "beginning",
            Self::To => "end",
        }
    }
}

impl Link {
    /// Creates a link between two points, in both directions, at the cost of plain ground.
    pub fn between(from: Vec3, to: Vec3) -> Self {
        Self { from: [from; 2], to: [to; 2], is_one_way: false, cost: 1.0 }
    }

    /// Returns the span at an end.
    pub fn span(&self, end: LinkEnd) -> [Vec3; 2] {
        match end {
            LinkEnd::From => self.from,
            LinkEnd::To => self.to,
        }
    }

    /// Returns the span at an end, mutably.
    pub fn span_mut(&mut self, end: LinkEnd) -> &mut [Vec3; 2] {
        match end {
            LinkEnd::From => &mut self.from,
            LinkEnd::To => &mut self.to,
        }
    }

    /// Returns the position at `t` along the span at an end, from 0 to 1.
    pub fn at(&self, end: LinkEnd, t: f32) -> Vec3 {
        let [one, other] = self.span(end);
        // Interpolation could round the coordinates of a point.
        if one == other { one } else { one.lerp(other, t) }
    }

    /// Returns the line between the middles of both spans, and the spans.
    pub fn lines(&self) -> [[Vec3; 2]; 3] {
        [LinkEnd::BOTH.map(|end| self.middle(end)), self.from, self.to]
    }

    /// Returns the midpoint of the span at an end.
    pub fn middle(&self, end: LinkEnd) -> Vec3 {
        self.at(end, 0.5)
    }

    /// Whether the span at one end is a point.
    pub fn is_point(&self, end: LinkEnd) -> bool {
        let [one, other] = self.span(end);
        one == other
    }

    /// Returns the span at an end, resized to `width` metres around its midpoint.
    ///
    /// The direction is that of the span. A point is widened at right angles to the link on the ground.
    pub fn widened(&self, end: LinkEnd, width: f32) -> [Vec3; 2] {
        let [one, other] = self.span(end);
        let across = (self.middle(LinkEnd::To) - self.middle(LinkEnd::From)).cross(Vec3::Y).try_normalize();
        let along = (other - one).try_normalize().or(across).unwrap_or(Vec3::X);
        [-0.5, 0.5].map(|side| self.middle(end) + along * (width * side))
    }

    /// Returns the distance between the midpoints of the two spans, in metres.
    pub fn length(&self) -> f32 {
        self.middle(LinkEnd::From).distance(self.middle(LinkEnd::To))
    }

    /// Returns a copy of the link with `f` applied to every position.
    #[must_use]
    pub fn map(self, f: impl Fn(Vec3) -> Vec3) -> Self {
        Self { from: self.from.map(&f), to: self.to.map(&f), ..self }
    }

    /// Whether all positions are finite.
    pub fn is_finite(&self) -> bool {
        self.from.iter().chain(&self.to).all(|place| place.is_finite())
    }

    /// Whether the cost is valid: positive, or infinite if the link is forbidden.
    pub fn has_cost(&self) -> bool {
        self.cost > 0.0
    }

    /// Whether no agent may take the link.
    pub fn is_forbidden(&self) -> bool {
        self.cost == f32::INFINITY
    }

    /// Returns the maximum distance of an end from its cell, in metres.
    ///
    /// It is a tenth of the length, at most half a metre, which is about the width of an agent.
    pub fn reach(&self) -> f32 {
        (self.length() * REACH).min(MOST_REACH)
    }

    /// Verifies that the positions are finite and the cost is positive.
    ///
    /// Returns the description of the first error as `Err`.
    pub(super) fn check(&self) -> Result<(), String> {
        if !self.is_finite() {
            return Err("its places must be finite".into());
        }
        if !self.has_cost() {
            return Err(format!("its cost is {}; a cost must be positive", self.cost));
        }
        Ok(())
    }
}
