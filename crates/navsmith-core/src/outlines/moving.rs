//! Edits of single points, which change the triangulation only around them.

use super::{OutlineRole, OutlineSideId, OutlineTriangulation};
use crate::geometry::{Segment, Vec2, crossing};
use crate::trace::Observer;
use crate::triangulation::{CrossedConstraint, PointId, Triangulation, TriangulationEvent};

/// Maximum number of edges that a side crosses when a point is moved.
const MOST_CROSSINGS: usize = 4096;

/// An outline cannot be triangulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutlineError {
    /// A coordinate is not finite, or too far from the origin.
    #[error("the position is not finite or farther from the origin than 10³⁰ m; enter another one")]
    Position,
    /// The outline or the point does not exist.
    #[error("there is no such point")]
    NoPoint,
    /// A side crosses too many others.
    #[error("the side crosses too many others; move the point back")]
    Crossings,
}

impl OutlineTriangulation {
    /// Moves a point of an outline; changes the triangulation only along the two sides at the point.
    ///
    /// The points at which sides cross are rounded one after the other, so they can differ from those of
    /// [`Self::new`] by rounding.
    ///
    /// # Errors
    /// If the point does not exist, or its position is not possible; then nothing changes. With
    /// [`OutlineError::Crossings`], build the triangulation again with [`Self::new`].
    pub fn move_point(
        &mut self,
        outline: usize,
        point: usize,
        to: Vec2,
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> Result<(), OutlineError> {
        if !Triangulation::is_possible(to) {
            return Err(OutlineError::Position);
        }
        let of = self.outlines.get_mut(outline).ok_or(OutlineError::NoPoint)?;
        *of.points.get_mut(point).ok_or(OutlineError::NoPoint)? = to;
        let (count, sides) = (of.points.len(), of.side_count());
        let before = if of.role == OutlineRole::Constraint {
            point.checked_sub(1)
        } else {
            Some((point + count - 1) % count)
        };
        let mut at_point: Vec<usize> =
            before.into_iter().chain([point]).filter(|&side| side < sides).collect();
        at_point.dedup();
        let taken: Vec<Vec<PointId>> =
            at_point.iter().map(|&side| self.take_out(OutlineSideId { outline, side }, observer)).collect();
        for point in taken.into_iter().flatten() {
            // Points of other sides stay, because constraints end there.
            self.triangulation.remove(point, observer);
        }
        let mut open = Vec::new();
        for side in at_point {
            let points = &self.outlines[outline].points;
            let ends = [points[side], points[(side + 1) % points.len()]];
            let mut path = Vec::new();
            for at in ends {
                path.push(self.insert(at, observer)?);
            }
            path.dedup();
            open.push((OutlineSideId { outline, side }, path));
        }
        self.put_in(open, observer)
    }

    /// Removes the constraints of a side; returns its points.
    fn take_out(
        &mut self,
        of: OutlineSideId,
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> Vec<PointId> {
        let path = self.edges.set_path(of, Vec::new());
        for ends in path.windows(2) {
            self.triangulation.remove_constraint([ends[0], ends[1]], observer);
        }
        path
    }

    /// Makes sides constraints that lead from each of the given points to the next one.
    fn put_in(
        &mut self,
        mut open: Vec<(OutlineSideId, Vec<PointId>)>,
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> Result<(), OutlineError> {
        let mut crossings = 0;
        while let Some((of, mut ahead)) = open.pop() {
            ahead.reverse();
            self.edges.extend(of, ahead.pop());
            while let (Some(from), Some(&to)) = (self.edges.end(of), ahead.last()) {
                let edge = match self.triangulation.add_constraint([from, to], observer) {
                    Ok(points) => {
                        self.edges.extend(of, points);
                        ahead.pop();
                        continue;
                    }
                    Err(CrossedConstraint { edge }) => edge,
                };
                crossings += 1;
                if crossings > MOST_CROSSINGS {
                    return Err(OutlineError::Crossings);
                }
                let at = self.insert(self.common_point([from, to], edge), observer);
                // Sides that are nearly parallel have no common point that can be computed.
                let at = at.map_err(|_error| OutlineError::Crossings)?;
                if at != from && at != to {
                    ahead.push(at);
                }
                let (own, others): (Vec<_>, Vec<_>) =
                    self.bend(edge, at, observer).into_iter().partition(|&(other, _)| other == of);
                for (_, path) in own {
                    ahead.extend(path.into_iter().rev());
                    self.edges.extend(of, ahead.pop());
                }
                open.extend(others);
            }
        }
        Ok(())
    }

    fn common_point(&self, line: [PointId; 2], edge: [PointId; 2]) -> Vec2 {
        let [one, other] = [line, edge].map(|ends| {
            let [from, to] = ends.map(|point| self.triangulation.place(point));
            Segment::new(from, to)
        });
        crossing(&one, &other)
    }

    /// Takes out the sides along an edge; returns the points of each.
    ///
    /// They have another point between the ends of the edge.
    fn bend(
        &mut self,
        edge: [PointId; 2],
        at: PointId,
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> Vec<(OutlineSideId, Vec<PointId>)> {
        if edge.contains(&at) {
            return Vec::new();
        }
        let mut users: Vec<OutlineSideId> = self.edges.along(edge).map(|(of, _)| of).collect();
        users.sort_unstable();
        users.dedup();
        let bent = users.into_iter().map(|of| {
            let mut path = self.take_out(of, observer);
            let along = path.windows(2).position(|ends| ends == edge || ends == [edge[1], edge[0]]);
            if let Some(nth) = along {
                path.insert(nth + 1, at);
            }
            (of, path)
        });
        bent.collect()
    }

    /// Inserts a point; sides along an edge that it divides get it too.
    fn insert(
        &mut self,
        at: Vec2,
        observer: &mut impl Observer<TriangulationEvent>,
    ) -> Result<PointId, OutlineError> {
        let mut divided = None;
        let mut note = |event| {
            if let TriangulationEvent::OnEdge { edge, .. } = event {
                divided = Some(edge);
            }
            observer.observe(event);
        };
        let point = self.triangulation.insert(at, &mut note).ok_or(OutlineError::Position)?;
        if let Some(edge) = divided {
            self.edges.divide(edge, point);
        }
        Ok(point)
    }
}
