//! History of every edge of a triangulation, which gives the edges at any step without a replay.

use std::collections::BTreeMap;
use std::fmt;

use crate::geometry::{Turn, Vec2, in_circle, turn};
use crate::outlines::{KeptReason, OutlineEvent, OutlineSideId};
use crate::triangulation::{PointId, Triangulation, TriangulationEvent};

/// Edge of a triangulation, with the steps at which it changed.
///
/// A step is the index of an event. The edges at the outer points exist before the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedEdge {
    /// Its ends, the smaller one first.
    pub ends: [PointId; 2],
    /// Step that created it.
    pub created: Option<usize>,
    /// Step that flipped or divided it.
    pub replaced: Option<usize>,
    /// Step that made it a constraint, and the side of an outline; `None` for a part of a divided one.
    pub constrained: Option<(usize, Option<OutlineSideId>)>,
    /// Step at which it was removed because it lies outside of the ground or between merged cells.
    pub removed: Option<usize>,
    /// Step that kept it between two cells, and the reason.
    pub kept: Option<(usize, KeptReason)>,
}

impl LoggedEdge {
    fn new(ends: [PointId; 2], created: Option<usize>) -> Self {
        Self { ends, created, replaced: None, constrained: None, removed: None, kept: None }
    }

    /// Whether it is an edge of triangles after a step, also if it was removed between cells.
    fn is_triangulated(&self, step: usize) -> bool {
        self.created.is_none_or(|created| created <= step)
            && self.replaced.is_none_or(|replaced| step < replaced)
    }

    /// Whether it is drawn after a step: it exists, was not removed, and has no outer end.
    pub fn is_shown(&self, step: usize) -> bool {
        self.is_triangulated(step)
            && self.removed.is_none_or(|removed| step < removed)
            && !self.ends.iter().any(|end| end.is_outer())
    }

    /// Whether it is a constraint after a step.
    pub fn is_constraint(&self, step: usize) -> bool {
        self.constrained.is_some_and(|(constrained, _)| constrained <= step)
    }
}

/// Reason why an edge exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeReason {
    /// A side of an outline runs along it.
    Constraint(Option<OutlineSideId>),
    /// Cells on both sides of it were not merged.
    Kept(KeptReason),
    /// The circle through three points, of which two are its ends, does not contain the fourth one.
    Delaunay {
        /// The points on the circle.
        circle: [PointId; 3],
        /// The opposite corner of the other triangle.
        opposite: PointId,
    },
    /// The circle contains the fourth point, so a later step flips the edge.
    NotYet {
        /// The points on the circle.
        circle: [PointId; 3],
        /// The opposite corner of the other triangle.
        opposite: PointId,
    },
}

/// Prints as a sentence.
impl fmt::Display for EdgeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Constraint(Some(side)) => write!(f, "It is a constraint: {side} runs along it."),
            Self::Constraint(None) => f.write_str("It is a part of a constraint."),
            Self::Kept(reason) => write!(f, "It stays because {reason}."),
            Self::Delaunay { circle: [a, b, c], opposite } => write!(
                f,
                "It is a Delaunay edge: the circle through {a}, {b} and {c} does not contain {opposite}, or any other."
            ),
            Self::NotYet { circle: [a, b, c], opposite } => {
                write!(
                    f,
                    "The circle through {a}, {b} and {c} contains {opposite}, so a later step flips it."
                )
            }
        }
    }
}

/// Every edge and point of a triangulation of outlines.
#[derive(Clone, Debug, Default)]
pub struct TriangulationLog {
    edges: Vec<LoggedEdge>,
    /// By number of a point.
    places: Vec<Option<Vec2>>,
    /// Latest edges by their ends.
    latest: BTreeMap<[PointId; 2], usize>,
}

impl TriangulationLog {
    /// Returns the history of the events of one triangulation.
    pub fn of(events: &[OutlineEvent]) -> Self {
        let (mut log, empty) = (Self::default(), Triangulation::new());
        for point in (0..4).map(PointId) {
            log.place_point(point, empty.place(point));
        }
        for ends in [[0, 1], [1, 2], [0, 2], [2, 3], [0, 3]] {
            log.create(ends.map(PointId), None);
        }
        for (step, event) in events.iter().enumerate() {
            log.read(step, event);
        }
        log
    }

    fn read(&mut self, step: usize, event: &OutlineEvent) {
        match *event {
            OutlineEvent::Triangulated { change, side } => self.read_change(step, change, side),
            OutlineEvent::Cleared { edge } | OutlineEvent::Merged { edge } => {
                self.change(edge, |known| known.removed = Some(step));
            }
            OutlineEvent::Kept { edge, reason } => {
                self.change(edge, |known| known.kept = Some((step, reason)));
            }
        }
    }

    fn read_change(&mut self, step: usize, change: TriangulationEvent, side: Option<OutlineSideId>) {
        match change {
            TriangulationEvent::InTriangle { point, at, corners } => {
                self.place_point(point, at);
                for corner in corners {
                    self.create([corner, point], Some(step));
                }
            }
            TriangulationEvent::OnEdge { point, at, edge, opposite } => {
                self.place_point(point, at);
                let divided = self.change(edge, |known| known.replaced = Some(step));
                for corner in edge.into_iter().chain(opposite) {
                    self.create([corner, point], Some(step));
                }
                if let Some((_, side)) = divided.and_then(|known| known.constrained) {
                    for end in edge {
                        self.change([end, point], |part| part.constrained = Some((step, side)));
                    }
                }
            }
            TriangulationEvent::Flipped { before, after, .. } => {
                self.change(before, |known| known.replaced = Some(step));
                self.create(after, Some(step));
            }
            TriangulationEvent::Constrained { edge } => {
                self.change(edge, |known| {
                    known.constrained.get_or_insert((step, side));
                });
            }
            // Outlines that are triangulated as a whole lose no points or constraints.
            TriangulationEvent::Released { .. } | TriangulationEvent::Removed { .. } => {}
        }
    }

    fn place_point(&mut self, point: PointId, at: Vec2) {
        let number = point.0 as usize;
        if self.places.len() <= number {
            self.places.resize(number + 1, None);
        }
        self.places[number] = Some(at);
    }

    fn create(&mut self, ends: [PointId; 2], step: Option<usize>) {
        let ends = key(ends);
        self.latest.insert(ends, self.edges.len());
        self.edges.push(LoggedEdge::new(ends, step));
    }

    /// Changes the latest edge between two points, and returns it.
    fn change(&mut self, ends: [PointId; 2], change: impl FnOnce(&mut LoggedEdge)) -> Option<LoggedEdge> {
        let known = self.edges.get_mut(*self.latest.get(&key(ends))?)?;
        change(known);
        Some(*known)
    }

    /// Returns every edge, in the order of creation.
    pub fn edges(&self) -> &[LoggedEdge] {
        &self.edges
    }

    /// Returns the position of a point; `None` for one that was not inserted.
    pub fn place(&self, point: PointId) -> Option<Vec2> {
        *self.places.get(point.0 as usize)?
    }

    /// Returns the last edge between two positions that was neither replaced nor removed.
    pub fn edge_between(&self, places: [Vec2; 2]) -> Option<&LoggedEdge> {
        let is_at = |edge: &LoggedEdge| {
            let [from, to] = edge.ends.map(|end| self.place(end));
            [from, to] == places.map(Some) || [to, from] == places.map(Some)
        };
        let last = |edge: &&LoggedEdge| edge.replaced.is_none() && edge.removed.is_none() && is_at(edge);
        self.edges.iter().rfind(last)
    }

    /// Returns why an edge exists after a step; `None` for one at the outermost border.
    pub fn why(&self, edge: &LoggedEdge, step: usize) -> Option<EdgeReason> {
        if let Some((_, side)) = edge.constrained.filter(|_| edge.is_constraint(step)) {
            return Some(EdgeReason::Constraint(side));
        }
        if let Some((_, reason)) = edge.kept.filter(|&(kept, _)| kept <= step) {
            return Some(EdgeReason::Kept(reason));
        }
        let [from, to] = edge.ends;
        let apex = self.apex([from, to], step)?;
        let opposite = self.apex([to, from], step)?;
        let (apex, opposite) = if apex.is_outer() { (opposite, apex) } else { (apex, opposite) };
        let circle = [from, to, apex];
        let [a, b, c, d] = [from, to, apex, opposite].map(|point| self.place(point));
        let (a, b, c, d) = (a?, b?, c?, d?);
        let is_inside =
            if turn(a, b, c) == Turn::Left { in_circle(a, b, c, d) } else { in_circle(b, a, c, d) } > 0.0;
        Some(if is_inside {
            EdgeReason::NotYet { circle, opposite }
        } else {
            EdgeReason::Delaunay { circle, opposite }
        })
    }

    /// Returns the corner of the triangle on the left of an edge after a step.
    fn apex(&self, [from, to]: [PointId; 2], step: usize) -> Option<PointId> {
        let [start, end] = [self.place(from)?, self.place(to)?];
        let beside = self.edges.iter().filter(|edge| edge.is_triangulated(step) && edge.ends.contains(&from));
        let mut nearest: Option<(PointId, Vec2)> = None;
        for other in beside.flat_map(|edge| edge.ends).filter(|&end| end != from && end != to) {
            let at = self.place(other)?;
            // The first edge around the start, counter-clockwise from the given one.
            let is_left = turn(start, end, at) == Turn::Left;
            if is_left && nearest.is_none_or(|(_, known)| turn(start, known, at) == Turn::Right) {
                nearest = Some((other, at));
            }
        }
        nearest.map(|(point, _)| point)
    }
}

fn key([from, to]: [PointId; 2]) -> [PointId; 2] {
    [from.min(to), from.max(to)]
}
