//! Casts a ray along the ground and returns the wall that it hits.
//!
//! The ray walks from cell to cell by exact predicates, so it never slips between two cells. It passes the side that
//! it crosses. At an exact corner it continues in any cell connected around that corner that it leads into. Touching
//! a wall does not stop it. Heights are ignored; the cells determine the height of the ray.

mod captions;

use glam::Vec2;
use smallvec::SmallVec;

use super::locate::Located;
use super::memory::SurfaceMemory;
use super::outline::{CellOutline, OutlineSide, SideCut, SidePiece};
use crate::geometry::{Segment, Turn, doubled_area, ground, turn};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::walkable::{Walkable, Wall};
use crate::trace::{Observer, Silent};

/// The result of a ray cast.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ray {
    /// Start of the ray; on the cell it was cast from, by exact predicate.
    pub start: Located,
    /// End of the ray; on the last cell crossed, by exact predicate.
    pub end: Located,
    /// The cells crossed, in order.
    ///
    /// Two consecutive cells share a side, or a corner that the ray passed through.
    pub cells: Vec<CellId>,
    /// The hit; `None` if the ray reached its target.
    pub hit: Option<RayHit>,
    /// Length to the end in the ground plan, in metres, each times the cost of its cell.
    ///
    /// On a border between two cells, the lesser cost counts.
    pub cost: f64,
}

/// The hit of a ray at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Parameter of the hit along the ray: 0 at the start, 1 at the target.
    pub t: f64,
    /// The side that was hit.
    pub wall: HalfEdge,
    /// The reason why that side is a wall.
    pub why: Wall,
}

/// An event of a ray cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RayEvent {
    /// The ray is cast.
    Cast {
        /// The start cell.
        cell: CellId,
        /// The start.
        from: Vec2,
        /// The target.
        to: Vec2,
    },
    /// The ray continues in a cell.
    Entered {
        /// The cell.
        cell: CellId,
        /// The side of the previous cell that it passed; `None` at the start and at corners.
        through: Option<HalfEdge>,
    },
    /// The ray meets a corner exactly.
    AtCorner {
        /// The cell it comes from.
        cell: CellId,
        /// The corner.
        at: Vec2,
        /// Number of cells connected around the corner, starting from the cell it comes from.
        cells: usize,
    },
    /// The ray hits a wall.
    Stopped(RayHit),
    /// The ray reaches its target.
    Arrived {
        /// The cell of the target.
        cell: CellId,
    },
}

/// Casts a ray along the ground from a position on the mesh; linear in the number of crossed cells.
///
/// A start outside its cell is first clamped to the cell. If the target is not finite, the start is used as the
/// target. The start cell itself may be blocked.
pub fn raycast(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> Ray {
    raycast_observed(walkable, from, to, &mut Silent)
}

/// Like [`raycast`], but reports every event to an observer.
pub fn raycast_observed(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<RayEvent>,
) -> Ray {
    let mut ray = Ray::default();
    cast(walkable, from, to, observer, &mut SurfaceMemory::default(), &mut ray);
    ray
}

/// Like [`raycast`], but writes into the memory of an earlier ray.
pub fn raycast_into(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    memory: &mut SurfaceMemory,
    ray: &mut Ray,
) {
    cast(walkable, from, to, &mut Silent, memory, ray);
}

pub(super) fn cast(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<RayEvent>,
    memory: &mut SurfaceMemory,
    ray: &mut Ray,
) {
    let start = walkable.anchor(from);
    let to = if to.is_finite() { to } else { start };
    observer.observe(RayEvent::Cast { cell: from.cell, from: start, to });
    let (cells, fan) = (&mut ray.cells, &mut memory.fan);
    let has_costs = walkable.filter.has_costs();
    let mut caster = Caster {
        walkable,
        cut: SideCut::new(walkable),
        from: start,
        to,
        cells,
        fan,
        has_costs,
        surplus: 0.0,
        passed: 0.0,
    };
    caster.cells.clear();
    let end = caster.run(from.cell, observer);
    let mean = end.map_or(1.0, |stop| stop.hit.t) + caster.surplus;
    ray.cost = start.as_dvec2().distance(to.as_dvec2()) * mean;
    let last = ray.cells.last().copied().unwrap_or(from.cell);
    let ended = end.map_or(to, |stop| stop.at);
    ray.hit = end.map(|stop| stop.hit);
    observer.observe(ray.hit.map_or(RayEvent::Arrived { cell: last }, RayEvent::Stopped));
    ray.start = walkable.stand(from.cell, start, from.asked.ground);
    ray.end = walkable.stand(last, ended, to);
}

struct Caster<'a> {
    walkable: &'a Walkable<'a>,
    cut: SideCut<'a>,
    from: Vec2,
    to: Vec2,
    cells: &'a mut Vec<CellId>,
    /// Pieces around the last corner.
    fan: &'a mut Vec<SidePiece>,
    has_costs: bool,
    /// Cost so far beyond that of plain ground, as a share of the cost of the whole ray on plain ground.
    surplus: f64,
    /// Parameter of the ray up to which costs are counted.
    passed: f64,
}

#[derive(Clone, Copy)]
struct Stop {
    at: Vec2,
    hit: RayHit,
}

#[derive(Clone, Copy)]
enum Exit {
    Through(HalfEdge),
    /// Exactly at a corner.
    At(Vec2),
}

impl Caster<'_> {
    /// Follows the ray to its end; returns the stop if it hits a wall.
    fn run(&mut self, cell: CellId, observer: &mut impl Observer<RayEvent>) -> Option<Stop> {
        let first = self.cut.piece_at(cell, self.from);
        let mut entered = self.go_on(first, self.from).map(|piece| (piece, None));
        let mut count = 0;
        // A line meets a convex piece once, so only cells that cannot be decomposed reach the limit.
        while count <= self.walkable.mesh.cell_count() + self.cut.len() {
            count += 1;
            let (piece, through) = match entered {
                Ok(entered) => entered,
                Err(stop) => return Some(stop),
            };
            let (cell, _) = piece;
            observer.observe(RayEvent::Entered { cell, through });
            if self.cells.last() != Some(&cell) {
                self.cells.push(cell);
            }
            let outline = self.cut.outline(piece);
            let mut exit = self.exit_of_convex(&outline);
            if exit.is_none() {
                if outline.holds(self.to) {
                    self.count(cell, &outline, 1.0);
                    return None;
                }
                exit = self.exit(&outline);
            }
            if let Some((_, t)) = exit {
                self.count(cell, &outline, t);
            }
            entered = match exit {
                Some((Exit::Through(side), t)) => match self.cut.behind(side) {
                    Ok(next) => Ok((next, Some(side))),
                    Err(why) => {
                        let at = self.from.as_dvec2().lerp(self.to.as_dvec2(), t).as_vec2();
                        Err(Stop { at, hit: RayHit { t, wall: side, why } })
                    }
                },
                Some((Exit::At(corner), _)) => {
                    if observer.is_enabled() {
                        self.find_fan(piece, corner);
                        self.fan.dedup_by_key(|(cell, _)| *cell);
                        observer.observe(RayEvent::AtCorner { cell, at: corner, cells: self.fan.len() });
                    }
                    self.go_on(piece, corner).map(|piece| (piece, None))
                }
                None => Err(self.blocked(&[piece], self.from)),
            };
        }
        entered.err().or_else(|| self.cells.last().map(|&cell| self.blocked(&[(cell, 0)], self.from)))
    }

    /// Returns the exit of the ray from a convex piece in the usual case.
    ///
    /// That is an exit through a side, not through a corner, between the start and the target. It is then the only one,
    /// and the target is not in the piece.
    fn exit_of_convex(&self, outline: &CellOutline) -> Option<(Exit, f64)> {
        let OutlineSide { half_edge, ends: [a, b] } = outline.left_through([self.from, self.to])?;
        let [inside, outside] = [self.from, self.to].map(|end| doubled_area(a, b, end));
        let is_between = inside >= 0.0 && outside < 0.0;
        is_between.then(|| (Exit::Through(half_edge), inside / (inside - outside)))
    }

    /// Returns the exit of the ray from a piece that contains it but not its target.
    ///
    /// For a cell that cannot be decomposed, returns the last exit. `None` only for cells that enclose no area.
    fn exit(&self, outline: &CellOutline) -> Option<(Exit, f64)> {
        let exits = outline.sides().filter_map(|side| {
            let [a, b] = side.ends;
            let leads_out = turn(a, b, self.to) == Turn::Right && turn(a, b, self.from) != Turn::Right;
            if !leads_out {
                return None;
            }
            match [a, b].map(|end| turn(self.from, self.to, end)) {
                [Turn::Right, Turn::Left] => {
                    let [inside, outside] = [self.from, self.to].map(|end| doubled_area(a, b, end));
                    Some((Exit::Through(side.half_edge), inside / (inside - outside)))
                }
                [Turn::Straight, Turn::Left] => Some((Exit::At(a), self.share(a))),
                [Turn::Right, Turn::Straight] => Some((Exit::At(b), self.share(b))),
                _ => None,
            }
        });
        exits.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// Counts the cost of the ray in a piece of a cell, up to a parameter.
    fn count(&mut self, cell: CellId, outline: &CellOutline, to: f64) {
        if !self.has_costs || to <= self.passed {
            return;
        }
        let is_along =
            |ends: [Vec2; 2]| ends.into_iter().all(|end| turn(self.from, self.to, end) == Turn::Straight);
        let along = outline.sides().filter(|side| is_along(side.ends));
        let beside = along.filter_map(|side| self.cut.behind(side.half_edge).ok());
        let weight = |cell: CellId| self.walkable.weight(cell);
        let weight = beside.map(|(cell, _)| weight(cell)).fold(weight(cell), f64::min);
        self.surplus += (weight - 1.0) * (to - self.passed);
        self.passed = to;
    }

    /// Returns the parameter of a position along the ray, from 0 to 1.
    fn share(&self, at: Vec2) -> f64 {
        let along = self.to.as_dvec2() - self.from.as_dvec2();
        let t = (at.as_dvec2() - self.from.as_dvec2()).dot(along) / along.length_squared();
        if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Finds the pieces connected around a position, starting from a piece that contains it.
    fn find_fan(&mut self, piece: SidePiece, at: Vec2) {
        self.fan.clear();
        self.fan.push(piece);
        let mut done = 0;
        while let Some(&piece) = self.fan.get(done) {
            for side in self.cut.outline(piece).sides() {
                let [a, b] = side.ends;
                if !Segment::new(a, b).holds(at) {
                    continue;
                }
                if let Some(next) = self.cut.behind(side.half_edge).ok().filter(|n| !self.fan.contains(n)) {
                    self.fan.push(next);
                }
            }
            done += 1;
        }
    }

    /// Returns the piece in which the ray continues from a position on it.
    ///
    /// Only pieces connected around the position qualify. The current piece has priority if the ray continues in it.
    /// Next come pieces whose interior the ray enters, then the least piece.
    fn go_on(&mut self, piece: SidePiece, at: Vec2) -> Result<SidePiece, Stop> {
        self.find_fan(piece, at);
        let leads_on = |&next: &SidePiece| {
            Some((next != piece, leads_along(&self.cut.outline(next), at, self.to)?, next))
        };
        let best = self.fan.iter().filter_map(leads_on).min();
        best.map(|(.., next)| next).ok_or_else(|| self.blocked(self.fan, at))
    }

    /// Returns the stop at a position at which several pieces meet and none continues the ray.
    fn blocked(&self, pieces: &[SidePiece], at: Vec2) -> Stop {
        let sides = pieces.iter().flat_map(|&piece| {
            let outline = self.cut.outline(piece);
            outline.sides().collect::<SmallVec<[_; 8]>>()
        });
        let walls = sides.filter_map(|side| {
            let [a, b] = side.ends;
            let is_in_the_way = Segment::new(a, b).holds(at) && turn(a, b, self.to) == Turn::Right;
            let why = self.walkable.behind(side.half_edge).err().filter(|_| is_in_the_way)?;
            Some((side.half_edge, why))
        });
        let first = HalfEdge { cell: pieces.first().copied().unwrap_or_default().0, side: 0 };
        let (wall, why) = walls.min_by_key(|(side, _)| *side).unwrap_or((first, Wall::Boundary));
        Stop { at, hit: RayHit { t: self.share(at), wall, why } }
    }
}

/// Returns whether a ray runs along a side at a position; `None` if it leads out of the cell.
fn leads_along(outline: &CellOutline, at: Vec2, to: Vec2) -> Option<bool> {
    let mut is_along = false;
    for side in outline.sides() {
        let [a, b] = side.ends;
        if Segment::new(a, b).holds(at) {
            match turn(a, b, to) {
                Turn::Left => {}
                Turn::Straight => is_along = true,
                Turn::Right => return None,
            }
        }
    }
    Some(is_along)
}

impl Ray {
    /// Returns the segment from the start to the end, on the ground.
    pub fn segment(&self) -> Segment {
        Segment::new(ground(self.start.point), ground(self.end.point))
    }
}
