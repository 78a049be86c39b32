//! Follows a ray from cell to cell.

use glam::Vec2;
use smallvec::SmallVec;

use super::passage::{Entrance, Passage, PassedSide, Track};
use super::{RayEvent, RayHit};
use crate::geometry::{Segment, Turn, ground, turn};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::walkable::{Walkable, Wall};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::outline::{CellOutline, OutlineSide, SideCut, SidePiece};
use crate::trace::Observer;

/// The way of a ray, before its ends are put on the mesh.
pub(in crate::pathfinding::mesh_query) struct Cast {
    pub(in crate::pathfinding::mesh_query) start: Vec2,
    to: Vec2,
    /// The last cell that the ray crosses.
    last: CellId,
    /// Whether the target is in the last cell.
    is_there: bool,
    stop: Option<Stop>,
    cost: f64,
}

impl Cast {
    pub(in crate::pathfinding::mesh_query) fn hit(&self) -> Option<RayHit> {
        self.stop.map(|stop| stop.hit)
    }

    pub(in crate::pathfinding::mesh_query) fn cost(&self) -> f64 {
        self.cost
    }

    /// Returns the end of the ray.
    #[inline]
    pub(in crate::pathfinding::mesh_query) fn end(&self, walkable: &Walkable<'_>) -> Located {
        match self.stop {
            None if self.is_there => walkable.stand_in(self.last, self.to, self.to),
            stop => walkable.stand(self.last, stop.map_or(self.to, |stop| stop.at), self.to),
        }
    }
}

/// Writes the cells that a ray crosses.
pub(in crate::pathfinding::mesh_query) fn cast(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<RayEvent>,
    (fan, cells): (&mut Vec<SidePiece>, &mut Vec<CellId>),
) -> Cast {
    let depth = |at: Vec2| walkable.depth(from.cell, at);
    let is_inside = depth(ground(from.point)).is_some_and(|depth| depth > 0.0);
    let start = if is_inside { ground(from.point) } else { walkable.anchor(from) };
    let to = if to.is_finite() { to } else { start };
    observer.observe(RayEvent::Cast { cell: from.cell, from: start, to });
    cells.clear();
    let length = start.as_dvec2().distance(to.as_dvec2());
    if is_inside && depth(to).is_some_and(|depth| depth >= 0.0) {
        observer.observe(RayEvent::Entered { cell: from.cell, through: None });
        observer.observe(RayEvent::Arrived { cell: from.cell });
        cells.push(from.cell);
        let weight = if walkable.filter.has_costs() { walkable.weight(from.cell) } else { 1.0 };
        let cost = length * (1.0 + (weight - 1.0));
        return Cast { start, to, last: from.cell, is_there: true, stop: None, cost };
    }
    let mut caster = Caster {
        walkable,
        cut: SideCut::new(walkable),
        track: Track::new(start, to),
        cells,
        fan,
        has_costs: walkable.filter.has_costs(),
        surplus: 0.0,
        passed: 0.0,
        is_there: false,
    };
    let entered = if is_inside { Ok(((from.cell, 0), Entrance::Inside)) } else { caster.enter(from.cell) };
    let stop = caster.run(entered, observer);
    let cost = length * (stop.map_or(1.0, |stop| stop.hit.t) + caster.surplus);
    let is_there = caster.is_there;
    let last = cells.last().copied().unwrap_or(from.cell);
    let hit = stop.map(|stop| stop.hit);
    observer.observe(hit.map_or(RayEvent::Arrived { cell: last }, RayEvent::Stopped));
    Cast { start, to, last, is_there, stop, cost }
}

struct Caster<'a> {
    walkable: &'a Walkable<'a>,
    cut: SideCut<'a>,
    track: Track,
    cells: &'a mut Vec<CellId>,
    /// Pieces around the last corner.
    fan: &'a mut Vec<SidePiece>,
    has_costs: bool,
    /// Cost so far beyond that of plain ground, as a share of the cost of the whole ray on plain ground.
    surplus: f64,
    /// Parameter of the ray up to which costs are counted.
    passed: f64,
    /// Whether the ray reached its target.
    is_there: bool,
}

#[derive(Clone, Copy)]
struct Stop {
    at: Vec2,
    hit: RayHit,
}

/// A piece that the ray enters, or the wall that stops it.
type Onward = Result<(SidePiece, Entrance), Stop>;

#[derive(Clone, Copy)]
enum Exit {
    Through(OutlineSide),
    /// Exactly at a corner.
    At(Vec2),
}

impl Caster<'_> {
    /// Returns the piece in which the ray begins.
    fn enter(&mut self, cell: CellId) -> Onward {
        let first = self.cut.piece_at(cell, self.track.from);
        self.go_on(first, self.track.from)
    }

    /// Follows the ray to its end; returns the stop if it hits a wall.
    fn run(&mut self, mut entered: Onward, observer: &mut impl Observer<RayEvent>) -> Option<Stop> {
        let (mut count, cells) = (0, self.walkable.mesh.cell_count());
        // A line meets a convex piece once, so only cells that cannot be decomposed reach the limit.
        while count <= cells || count <= cells + self.cut.len() {
            count += 1;
            let (piece, entrance) = match entered {
                Ok(entered) => entered,
                Err(stop) => return Some(stop),
            };
            let (cell, _) = piece;
            observer.observe(RayEvent::Entered { cell, through: entrance.side() });
            if self.cells.last() != Some(&cell) {
                self.cells.push(cell);
            }
            entered = match self.track.passage(self.walkable, cell, &entrance) {
                Some(Passage::Ends) => {
                    self.count(cell, None, 1.0);
                    self.is_there = true;
                    return None;
                }
                Some(Passage::Leaves { side, is_inside_out }) => {
                    if self.has_costs {
                        self.count(cell, None, self.track.share_through(&side));
                    }
                    self.pass(side, is_inside_out)
                }
                None => self.leave(piece, observer)?,
            };
        }
        entered.err().or_else(|| self.cells.last().map(|&cell| self.blocked(&[(cell, 0)], self.track.from)))
    }

    /// Goes on from a piece of any kind; `None` if the ray ends in it.
    fn leave(&mut self, piece: SidePiece, observer: &mut impl Observer<RayEvent>) -> Option<Onward> {
        let (cell, _) = piece;
        let outline = self.cut.outline(piece);
        if outline.holds(self.track.to) {
            self.count(cell, Some(&outline), 1.0);
            return None;
        }
        let exit = self.exit(&outline);
        if let Some(exit) = &exit {
            self.count(cell, Some(&outline), self.share_at(exit));
        }
        Some(match exit {
            Some(Exit::Through(side)) => self.pass(side, outline.is_inside_out()),
            Some(Exit::At(corner)) => {
                if observer.is_enabled() {
                    self.find_fan(piece, corner);
                    self.fan.dedup_by_key(|(cell, _)| *cell);
                    observer.observe(RayEvent::AtCorner { cell, at: corner, cells: self.fan.len() });
                }
                self.go_on(piece, corner)
            }
            None => Err(self.blocked(&[piece], self.track.from)),
        })
    }

    /// Passes a side that the ray meets between its ends.
    #[inline]
    fn pass(&self, side: OutlineSide, is_inside_out: bool) -> Onward {
        match self.walkable.twin_behind(side.half_edge) {
            Ok(twin) => {
                let entrance = Entrance::Through(PassedSide { side, twin, is_inside_out });
                Ok((self.cut.piece_of(twin), entrance))
            }
            Err(why) => Err(self.stopped(&side, why)),
        }
    }

    #[inline(never)]
    fn stopped(&self, side: &OutlineSide, why: Wall) -> Stop {
        let t = self.track.share_through(side);
        let at = self.track.from.as_dvec2().lerp(self.track.to.as_dvec2(), t).as_vec2();
        Stop { at, hit: RayHit { t, wall: side.half_edge, why } }
    }

    /// Returns the exit of the ray from a piece that contains it but not its target.
    ///
    /// For a cell that cannot be decomposed, returns the last exit. `None` only for cells that enclose no area.
    fn exit(&self, outline: &CellOutline) -> Option<Exit> {
        let exits = outline.sides().filter_map(|side| {
            let [a, b] = side.ends;
            let leads_out =
                turn(a, b, self.track.to) == Turn::Right && turn(a, b, self.track.from) != Turn::Right;
            if !leads_out {
                return None;
            }
            match [a, b].map(|end| turn(self.track.from, self.track.to, end)) {
                [Turn::Right, Turn::Left] => Some(Exit::Through(side)),
                [Turn::Straight, Turn::Left] => Some(Exit::At(a)),
                [Turn::Right, Turn::Straight] => Some(Exit::At(b)),
                _ => None,
            }
        });
        exits.max_by(|a, b| self.share_at(a).total_cmp(&self.share_at(b)))
    }

    fn share_at(&self, exit: &Exit) -> f64 {
        match exit {
            Exit::Through(side) => self.track.share_through(side),
            Exit::At(corner) => self.track.share(*corner),
        }
    }

    /// Counts the cost of the ray in a piece of a cell, up to a parameter.
    ///
    /// Without an outline, the ray runs along none of its sides.
    #[inline]
    fn count(&mut self, cell: CellId, outline: Option<&CellOutline>, to: f64) {
        if self.has_costs && to > self.passed {
            self.count_costs(cell, outline, to);
        }
    }

    #[inline(never)]
    fn count_costs(&mut self, cell: CellId, outline: Option<&CellOutline>, to: f64) {
        let is_along = |ends: [Vec2; 2]| {
            ends.into_iter().all(|end| turn(self.track.from, self.track.to, end) == Turn::Straight)
        };
        let sides = outline.into_iter().flat_map(CellOutline::sides);
        let along = sides.filter(|side| is_along(side.ends));
        let beside = along.filter_map(|side| self.cut.behind(side.half_edge).ok());
        let weight = |cell: CellId| self.walkable.weight(cell);
        let weight = beside.map(|(cell, _)| weight(cell)).fold(weight(cell), f64::min);
        self.surplus += (weight - 1.0) * (to - self.passed);
        self.passed = to;
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
    fn go_on(&mut self, piece: SidePiece, at: Vec2) -> Onward {
        self.find_fan(piece, at);
        let leads_on = |&next: &SidePiece| {
            Some((next != piece, leads_along(&self.cut.outline(next), at, self.track.to)?, next))
        };
        let best = self.fan.iter().filter_map(leads_on).min();
        best.map(|(.., next)| (next, Entrance::Around)).ok_or_else(|| self.blocked(self.fan, at))
    }

    /// Returns the stop at a position at which several pieces meet and none continues the ray.
    fn blocked(&self, pieces: &[SidePiece], at: Vec2) -> Stop {
        let sides = pieces.iter().flat_map(|&piece| {
            let outline = self.cut.outline(piece);
            outline.sides().collect::<SmallVec<[_; 8]>>()
        });
        let walls = sides.filter_map(|side| {
            let [a, b] = side.ends;
            let is_in_the_way = Segment::new(a, b).holds(at) && turn(a, b, self.track.to) == Turn::Right;
            let why = self.walkable.behind(side.half_edge).err().filter(|_| is_in_the_way)?;
            Some((side.half_edge, why))
        });
        let first = HalfEdge { cell: pieces.first().copied().unwrap_or_default().0, side: 0 };
        let (wall, why) = walls.min_by_key(|(side, _)| *side).unwrap_or((first, Wall::Boundary));
        Stop { at, hit: RayHit { t: self.track.share(at), wall, why } }
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
