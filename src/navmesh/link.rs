//! Connections that are no shared edges: jumps, ladders, doors, lifts.
//!
//! A link knows places only, not the cells that it leads from and to; what it is attached to is derived.

use glam::Vec3;

/// A way from one span of the floor to another; a span whose ends are one place is a point.
///
/// A path that steps on at `t` along one span, from 0 to 1, gets off at the same `t` of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The span that it leads from, in metres.
    pub from: [Vec3; 2],
    /// The span that it leads to.
    pub to: [Vec3; 2],
    /// Whether it leads from `from` to `to` only, not back.
    pub is_one_way: bool,
    /// How much dearer a metre along it is than one on plain ground; positive.
    pub cost: f32,
}

/// One of the two ends of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkEnd {
    /// The one that it leads from.
    From,
    /// The one that it leads to.
    To,
}

impl LinkEnd {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::From, Self::To];

    /// The opposite one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::From => Self::To,
            Self::To => Self::From,
        }
    }

    /// What it is called in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::From => "beginning",
            Self::To => "end",
        }
    }
}

impl Link {
    /// A link between two points, both ways, at the cost of plain ground.
    pub fn between(from: Vec3, to: Vec3) -> Self {
        Self { from: [from; 2], to: [to; 2], is_one_way: false, cost: 1.0 }
    }

    /// The span at one end.
    pub fn span(&self, end: LinkEnd) -> [Vec3; 2] {
        match end {
            LinkEnd::From => self.from,
            LinkEnd::To => self.to,
        }
    }

    /// The span at one end, to write to.
    pub fn span_mut(&mut self, end: LinkEnd) -> &mut [Vec3; 2] {
        match end {
            LinkEnd::From => &mut self.from,
            LinkEnd::To => &mut self.to,
        }
    }

    /// The place at `t` along the span at one end, from 0 to 1.
    pub fn at(&self, end: LinkEnd, t: f32) -> Vec3 {
        let [one, other] = self.span(end);
        // A span that is a point gives that very point.
        if one == other { one } else { one.lerp(other, t) }
    }

    /// The middle of the span at one end.
    pub fn middle(&self, end: LinkEnd) -> Vec3 {
        self.at(end, 0.5)
    }

    /// Whether the span at one end is a point.
    pub fn is_point(&self, end: LinkEnd) -> bool {
        let [one, other] = self.span(end);
        one == other
    }

    /// The span at one end, so many metres wide: along the span that it has, else at right angles to the link on the
    /// ground.
    pub fn widened(&self, end: LinkEnd, width: f32) -> [Vec3; 2] {
        let [one, other] = self.span(end);
        let across = (self.middle(LinkEnd::To) - self.middle(LinkEnd::From)).cross(Vec3::Y).try_normalize();
        let along = (other - one).try_normalize().or(across).unwrap_or(Vec3::X);
        [-0.5, 0.5].map(|side| self.middle(end) + along * (width * side))
    }

    /// How far it is from the middle of one span to that of the other, in metres.
    pub fn length(&self) -> f32 {
        self.middle(LinkEnd::From).distance(self.middle(LinkEnd::To))
    }

    /// The same with every place where `f` puts it.
    #[must_use]
    pub fn map(self, f: impl Fn(Vec3) -> Vec3) -> Self {
        Self { from: self.from.map(&f), to: self.to.map(&f), ..self }
    }

    /// Whether all its places are finite.
    pub fn is_finite(&self) -> bool {
        self.from.iter().chain(&self.to).all(|place| place.is_finite())
    }

    /// Whether its cost is one.
    pub fn has_cost(&self) -> bool {
        self.cost > 0.0 && self.cost.is_finite()
    }

    /// Verifies that its places are finite and its cost is positive; what is wrong as `Err`.
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
