//! Insertion and removal of constraints.

use std::collections::VecDeque;

use super::{FlipReason, PointId, TriangleSide, Triangulation, TriangulationEvent};
use crate::geometry::Turn;
use crate::trace::Observer;

/// The constraint that a new one would cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the constraint would cross another one; divide both at their common point")]
pub struct CrossedConstraint {
    /// Ends of the existing constraint.
    pub edge: [PointId; 2],
}

/// The part of a new constraint up to the next point on it.
struct Section {
    to: PointId,
    /// Ends of the edges that it crosses, in order.
    crossed: Vec<[PointId; 2]>,
}

impl Triangulation {
    /// Makes the line between two points a constraint; returns the points on it in order.
    ///
    /// The first point is left out.
    ///
    /// An edge can be a constraint several times, and stays one until each is removed. Both points are in
    /// [`Self::points`].
    ///
    /// # Errors
    /// The first constraint that the line crosses; then nothing has changed.
    pub fn add_constraint(
        &mut self,
        [from, to]: [PointId; 2],
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> Result<Vec<PointId>, CrossedConstraint> {
        let mut sections = Vec::new();
        let mut at = from;
        while at != to {
            let section = self.section(at, to)?;
            at = section.to;
            sections.push(section);
        }
        let mut points = vec![from];
        for section in sections {
            let end = section.to;
            self.enforce(points[points.len() - 1], section, observer);
            points.push(end);
        }
        Ok(points.split_off(1))
    }

    /// Removes a constraint between two points, once; points on the line divide it.
    pub fn remove_constraint(
        &mut self,
        [from, to]: [PointId; 2],
        observer: &mut impl Observer<TriangulationEvent>,
    ) {
        let (mut at, mut released) = (from, Vec::new());
        while at != to {
            let Some(side) = self.sides_at(at).find(|&side| self.is_towards(at, to, self.end(side))) else {
                break;
            };
            let end = self.end(side);
            self.change_uses(side, |uses| uses.saturating_sub(1));
            if !self.is_constraint(side) {
                observer.observe_with(|| TriangulationEvent::Released { edge: [at, end] });
                released.push(side);
            }
            at = end;
        }
        self.restore(released, observer);
    }

    /// Whether a point is `to`, or lies on the line to it.
    fn is_towards(&self, from: PointId, to: PointId, point: PointId) -> bool {
        let [a, b, at] = [from, to, point].map(|point| self.place(point).as_dvec2());
        point == to || (self.turn([from, to, point]) == Turn::Straight && (b - a).dot(at - a) > 0.0)
    }

    /// Returns the line from a point to the next point on the way to another one.
    fn section(&self, from: PointId, to: PointId) -> Result<Section, CrossedConstraint> {
        if let Some(side) = self.sides_at(from).find(|&side| self.is_towards(from, to, self.end(side))) {
            return Ok(Section { to: self.end(side), crossed: Vec::new() });
        }
        let opens = |side: &TriangleSide| {
            let [right, left] = [self.end(*side), self.origin(side.previous())];
            self.turn([from, to, right]) == Turn::Right && self.turn([from, to, left]) == Turn::Left
        };
        let mut crossed = Vec::new();
        let mut edge = self.sides_at(from).find(opens).map(TriangleSide::next);
        while let Some(side) = edge {
            let ends = [self.origin(side), self.end(side)];
            if self.is_constraint(side) {
                return Err(CrossedConstraint { edge: ends });
            }
            crossed.push(ends);
            let Some(twin) = self.twin(side) else { break };
            let ahead = self.origin(twin.previous());
            edge = match self.turn([from, to, ahead]) {
                Turn::Straight => return Ok(Section { to: ahead, crossed }),
                Turn::Left => Some(twin.next()),
                Turn::Right => Some(twin.previous()),
            };
        }
        // Both points are inside of the outermost boundary, so the walk ends at the second one.
        Ok(Section { to, crossed: Vec::new() })
    }

    /// Flips the edges that a section crosses until its line is an edge, and makes that edge a constraint.
    fn enforce(&mut self, from: PointId, section: Section, observer: &mut impl Observer<TriangulationEvent>) {
        let to = section.to;
        let (mut crossed, mut flipped) = (VecDeque::from(section.crossed), Vec::new());
        while let Some([a, b]) = crossed.pop_front() {
            let Some(side) = self.side_between(a, b) else { continue };
            if !self.can_flip(side) {
                crossed.push_back([a, b]);
                continue;
            }
            let side = self.flip(side, FlipReason::CrossesConstraint, observer);
            let ends = [self.origin(side), self.end(side)];
            let turns = ends.map(|end| self.turn([from, to, end]));
            if turns == [Turn::Left, Turn::Right] || turns == [Turn::Right, Turn::Left] {
                crossed.push_back(ends);
            } else {
                flipped.push(ends);
            }
        }
        if let Some(side) = self.side_between(from, to) {
            self.change_uses(side, |uses| uses.saturating_add(1));
            observer.observe_with(|| TriangulationEvent::Constrained { edge: [from, to] });
        }
        let edges = flipped.into_iter().filter_map(|[a, b]| self.side_between(a, b)).collect();
        self.restore(edges, observer);
    }
}
