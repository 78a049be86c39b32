//! The walls visible from a corner of the walls, as far as they may end a gap.
//!
//! A cone passes from cell to cell through portals, and each portal narrows it. This is the computation of a
//! visibility polygon by triangular expansion (Bungiu and others, *Efficient Computation of Visibility Polygons*,
//! 2014).

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use super::Chord;
use crate::budget::{Budget, Exhausted};
use crate::geometry::{Turn, turn};
use crate::navmesh::{CellId, HalfEdge, VertexId};
use crate::pathfinding::agent::ground::{Ground, distance_to_segment, leftmost, nearest_on, rightmost};

/// Tolerance of right angles, in radians.
///
/// Of two parallel walls, neither then lies to the left of the other.
const SQUARE: f64 = 1e-6;

/// Steps of a view, in addition to one for each point that it is compared with.
const VIEW_STEPS: usize = 8;

/// The corner from which the walls are viewed.
pub(super) struct SightCorner {
    pub(super) vertex: VertexId,
    pub(super) at: Vec2,
    /// The unit directions of its two walls.
    walls: [DVec2; 2],
    /// The cells around it from wall to wall.
    cells: SmallVec<[CellId; 4]>,
}

/// A cell that is visible through a side, between two directions.
#[derive(Clone, Copy)]
struct View {
    /// The side of that cell through which it is visible.
    entry: HalfEdge,
    right: Vec2,
    left: Vec2,
    /// The view before; `None` for the first.
    parent: Option<usize>,
}

/// The end of a line of sight at the nearest point of a wall.
pub(super) struct Sighting {
    pub(super) side: HalfEdge,
    /// The position along the wall, from 0 to 1.
    pub(super) t: f64,
    pub(super) offset: DVec2,
    /// The sides through which the line leaves each cell, from the corner to the wall.
    pub(super) exits: Vec<HalfEdge>,
}

impl SightCorner {
    /// Returns the corners at a vertex at which gaps may begin.
    ///
    /// These are the fans of cells between two walls whose angle is half a turn or more.
    pub(super) fn all_at(ground: &Ground<'_>, vertex: VertexId) -> SmallVec<[Self; 1]> {
        let star = ground.walkable.derived.adjacency.star(vertex);
        let mut first: SmallVec<[HalfEdge; 2]> = star
            .iter()
            .filter(|&&cell| ground.is_open(cell))
            .filter_map(|&cell| Some(out_of(ground, cell, vertex)?.0))
            .filter(|&out| ground.beyond(out).is_none())
            .collect();
        first.sort_unstable();
        first.into_iter().filter_map(|out| Self::between(ground, vertex, out)).collect()
    }

    /// Returns the fan from a wall counter-clockwise to the next wall; `None` if its angle is too small.
    fn between(ground: &Ground<'_>, vertex: VertexId, mut out: HalfEdge) -> Option<Self> {
        let at = ground.at(vertex);
        let direction = |to: Vec2| (to - at).as_dvec2().normalize_or_zero();
        let first = direction(ground.ends(out)[1]);
        let (mut cells, mut angle) = (SmallVec::new(), 0.0);
        for _ in 0..ground.walkable.derived.adjacency.star(vertex).len() {
            cells.push(out.cell);
            let (_, back) = out_of(ground, out.cell, vertex)?;
            let [from, to] = [ground.ends(out)[1], ground.ends(back)[0]].map(direction);
            // Z points down in the view, so left turns have the opposite sign.
            angle += (-from.perp_dot(to)).atan2(from.dot(to));
            let Some(twin) = ground.beyond(back) else {
                let is_open_enough = angle >= std::f64::consts::PI - SQUARE;
                return is_open_enough.then_some(Self { vertex, at, walls: [first, to], cells });
            };
            out = twin;
        }
        None
    }

    /// Returns the nearest points of the visible walls that may end a gap.
    ///
    /// Lines of sight do not cross cells that are not convex, because they could enter such a cell without end.
    pub(super) fn look(&self, ground: &Ground<'_>, budget: &mut Budget) -> Result<Vec<Sighting>, Exhausted> {
        let mut seen =
            Seen { corner: self, ground, views: Vec::new(), nearest: Vec::new(), pieces: Vec::new() };
        for &cell in &self.cells {
            let Some((out, back)) = out_of(ground, cell, self.vertex) else { continue };
            for side in ground.sides(cell).filter(|&side| side != out && side != back) {
                let [right, left] = ground.ends(side);
                seen.look_at(side, View { entry: side, right, left, parent: None });
            }
        }
        let mut next = 0;
        while next < seen.views.len() {
            // A view is compared with the nearest points found so far.
            let sides = ground.mesh().corners(seen.views[next].entry.cell).len();
            budget.step(VIEW_STEPS * sides + seen.nearest.len())?;
            seen.look_into(next);
            next += 1;
        }
        budget.step(seen.pieces.len() * VIEW_STEPS)?;
        seen.sightings(budget)
    }
}

/// The views and the walls found so far.
struct Seen<'a, 'g> {
    corner: &'a SightCorner,
    ground: &'a Ground<'g>,
    views: Vec<View>,
    /// The nearest points of visible walls, relative to the corner.
    ///
    /// A wall square behind one of them ends no gap.
    nearest: Vec<DVec2>,
    /// Visible walls: the side, the view that contains it, and the visible part.
    pieces: Vec<(HalfEdge, View, [DVec2; 2])>,
}

impl Seen<'_, '_> {
    /// Examines all other sides of the cell into which a view leads.
    fn look_into(&mut self, index: usize) {
        let view = self.views[index];
        let at = self.corner.at;
        for side in self.ground.sides(view.entry.cell).filter(|&side| side != view.entry) {
            let [from, to] = self.ground.ends(side);
            let right = leftmost(at, view.right, from);
            let left = rightmost(at, view.left, to);
            if turn(from, to, at) == Turn::Left && turn(at, right, left) == Turn::Left {
                self.look_at(side, View { right, left, parent: Some(index), ..view });
            }
        }
    }

    /// Records a wall, or queues the view through a portal.
    ///
    /// `view` contains the two directions that bound the side.
    fn look_at(&mut self, side: HalfEdge, view: View) {
        let piece = [view.right, view.left].map(|towards| self.along(towards, side));
        match self.ground.beyond(side) {
            None => {
                self.nearest.push(nearest_on(piece, DVec2::ZERO).1);
                self.nearest.extend(piece);
                self.pieces.push((side, view, piece));
            }
            Some(entry) if !self.ground.is_clear(entry.cell) || self.is_hopeless(piece) => {}
            Some(entry) => self.views.push(View { entry, ..view }),
        }
    }

    fn along(&self, towards: Vec2, side: HalfEdge) -> DVec2 {
        let at = self.corner.at.as_dvec2();
        let [from, to] = self.ground.ends(side).map(|end| end.as_dvec2() - at);
        let ray = towards.as_dvec2() - at;
        let s = from.perp_dot(to - from) / ray.perp_dot(to - from);
        if s.is_finite() { ray * s } else { ray }
    }

    /// Returns whether no gap can end on a piece or behind it.
    fn is_hopeless(&self, piece: [DVec2; 2]) -> bool {
        let is_against = |wall: &DVec2| piece.iter().all(|p| p.dot(*wall) > SQUARE * p.length());
        self.corner.walls.iter().any(is_against)
            || self.nearest.iter().any(|&y| piece.iter().all(|&p| is_behind(p, y)))
    }

    fn sightings(&self, budget: &mut Budget) -> Result<Vec<Sighting>, Exhausted> {
        let mut sightings = Vec::new();
        for &(side, view, piece) in &self.pieces {
            let at = self.corner.at.as_dvec2();
            let wall = self.ground.ends(side).map(|end| end.as_dvec2() - at);
            let (t, offset) = nearest_on(wall, DVec2::ZERO);
            let is_square =
                self.corner.walls.iter().all(|wall| offset.dot(*wall) <= SQUARE * offset.length());
            let is_in_sight = distance_to_segment(offset, piece) <= SQUARE * offset.length();
            if !is_square || !is_in_sight {
                continue;
            }
            budget.step(self.nearest.len() + self.pieces.len())?;
            let is_hidden = self.nearest.iter().any(|&y| is_behind(offset, y)) || self.is_crowded(offset);
            if !is_hidden {
                let exits = self.exits(side, view);
                budget.keep(exits.len() * size_of::<(CellId, Chord)>())?;
                sightings.push(Sighting { side, t, offset, exits });
            }
        }
        Ok(sightings)
    }

    /// Returns whether a visible wall lies in the circle over a gap.
    fn is_crowded(&self, offset: DVec2) -> bool {
        let middle = offset * 0.5;
        let least = middle.length() * (1.0 - SQUARE);
        self.pieces.iter().any(|(_, _, piece)| distance_to_segment(middle, *piece) < least)
    }

    /// Returns the sides through which the line leaves each cell up to the wall.
    fn exits(&self, last: HalfEdge, view: View) -> Vec<HalfEdge> {
        let mut exits = vec![last];
        let mut parent = view.parent;
        while let Some(view) = parent.map(|index| self.views[index]) {
            exits.extend(self.ground.walkable.derived.adjacency.twin(view.entry));
            parent = view.parent;
        }
        exits.reverse();
        exits
    }
}

/// Returns whether a point lies square behind another, as seen from the corner.
///
/// The other point then lies in the circle over the gap.
fn is_behind(point: DVec2, other: DVec2) -> bool {
    (point - other).dot(other) > SQUARE * other.length_squared()
}

/// Returns the sides of a cell that begin and end at a vertex.
fn out_of(ground: &Ground<'_>, cell: CellId, vertex: VertexId) -> Option<(HalfEdge, HalfEdge)> {
    let corners = ground.mesh().corners(cell);
    let corner = corners.iter().position(|&corner| corner == vertex)?;
    let before = (corner + corners.len() - 1) % corners.len();
    Some((HalfEdge { cell, side: corner as u32 }, HalfEdge { cell, side: before as u32 }))
}
