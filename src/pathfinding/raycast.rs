//! What a straight line over the mesh runs into.
//!
//! The line walks from cell to cell by exact predicates, so that it never slips between two cells: through the side
//! that it crosses, or, where it meets a corner exactly, on in any cell that is joined around that corner and that it
//! leads into. It touches walls without being stopped. It knows nothing of heights: the cells carry it up and down.

use glam::Vec2;
use smallvec::{SmallVec, smallvec};

use super::outline::{Cut, Outline, Piece};
use super::{Located, Walkable, Wall};
use crate::geometry::{Segment, Turn, doubled_area, ground, turn};
use crate::navmesh::{CellId, HalfEdge};
use crate::trace::{Observer, Silent};

/// What became of a ray.
#[derive(Clone, Debug, PartialEq)]
pub struct Ray {
    /// Where it began: on the cell that it was cast from, by exact predicate.
    pub start: Located,
    /// Where it ended: on the last cell crossed, by exact predicate.
    pub end: Located,
    /// The cells that it crossed, in order. Two in a row share a side, or a corner that the ray went through.
    pub cells: Vec<CellId>,
    /// What stopped it; `None` if it arrived.
    pub hit: Option<RayHit>,
}

/// What stopped a ray, at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// How far it came: 0 at its start, 1 where it was to go.
    pub t: f64,
    /// The side that stopped it.
    pub wall: HalfEdge,
    /// Why that side is a wall.
    pub why: Wall,
}

/// What happens to a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RayEvent {
    /// It is cast.
    Cast {
        /// The cell that it is cast from.
        cell: CellId,
        /// Where it begins.
        from: Vec2,
        /// Where it is to go.
        to: Vec2,
    },
    /// It goes on in a cell.
    Entered {
        /// The cell.
        cell: CellId,
        /// The side that it came in through, of the cell before; `None` at its start and at corners.
        through: Option<HalfEdge>,
    },
    /// It meets a corner exactly.
    AtCorner {
        /// The cell that it comes from.
        cell: CellId,
        /// Where.
        at: Vec2,
        /// How many cells are joined around the corner, seen from where it comes from.
        cells: usize,
    },
    /// A wall stops it.
    Stopped(RayHit),
    /// It reaches the place that it was to go to.
    Arrived {
        /// The cell there.
        cell: CellId,
    },
}

/// Casts a ray along the ground from a place on the mesh; linear in the cells crossed.
///
/// A start outside of its cell is first clamped to it. A target that is not finite is the start. The start's own cell
/// may be shut.
pub fn raycast(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> Ray {
    raycast_observed(walkable, from, to, &mut Silent)
}

/// The same, watched.
pub fn raycast_observed(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<RayEvent>,
) -> Ray {
    let start = walkable.anchor(from);
    let to = if to.is_finite() { to } else { start };
    observer.observe(RayEvent::Cast { cell: from.cell, from: start, to });
    let mut caster = Caster { walkable, cut: Cut::new(walkable), from: start, to, cells: Vec::new() };
    let end = caster.run(from.cell, observer);
    let last = caster.cells.last().copied().unwrap_or(from.cell);
    let ended = end.map_or(to, |stop| stop.at);
    let hit = end.map(|stop| stop.hit);
    observer.observe(hit.map_or(RayEvent::Arrived { cell: last }, RayEvent::Stopped));
    Ray {
        start: walkable.stand(from.cell, start, from.asked.ground),
        end: walkable.stand(last, ended, to),
        cells: caster.cells,
        hit,
    }
}

/// A line on its way.
struct Caster<'a> {
    walkable: &'a Walkable<'a>,
    cut: Cut<'a>,
    from: Vec2,
    to: Vec2,
    cells: Vec<CellId>,
}

/// Where and by what a line was stopped.
#[derive(Clone, Copy)]
struct Stop {
    at: Vec2,
    hit: RayHit,
}

/// Where a line leaves a cell.
#[derive(Clone, Copy)]
enum Exit {
    /// Between the ends of a side.
    Through(HalfEdge),
    /// At a corner, exactly.
    At(Vec2),
}

impl Caster<'_> {
    /// Walks to the end; what stopped it, if anything did.
    fn run(&mut self, cell: CellId, observer: &mut impl Observer<RayEvent>) -> Option<Stop> {
        let first = self.cut.piece_at(cell, self.from);
        let mut entered = self.go_on(first, self.from).map(|piece| (piece, None));
        let mut count = 0;
        // A line meets a convex piece once, so the limit is only reached among cells that cannot be cut.
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
            if outline.holds(self.to) {
                return None;
            }
            entered = match self.exit(&outline) {
                Some((Exit::Through(side), t)) => match self.cut.behind(side) {
                    Ok(next) => Ok((next, Some(side))),
                    Err(why) => Err(self.stop_at(t, RayHit { t, wall: side, why })),
                },
                Some((Exit::At(corner), _)) => {
                    let mut cells = self.fan(piece, corner);
                    cells.dedup_by_key(|(cell, _)| *cell);
                    let cells = cells.len();
                    observer.observe(RayEvent::AtCorner { cell, at: corner, cells });
                    self.go_on(piece, corner).map(|piece| (piece, None))
                }
                None => Err(self.blocked(&[piece], self.from)),
            };
        }
        entered.err().or_else(|| self.cells.last().map(|&cell| self.blocked(&[(cell, 0)], self.from)))
    }

    /// Where the line leaves a piece that it is in and that does not hold its end; a cell that cannot be cut, the last
    /// time. `None` only for cells that enclose nothing.
    fn exit(&self, outline: &Outline) -> Option<(Exit, f64)> {
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

    /// How far along a place on the line is, 0 to 1.
    fn share(&self, at: Vec2) -> f64 {
        let along = self.to.as_dvec2() - self.from.as_dvec2();
        let t = (at.as_dvec2() - self.from.as_dvec2()).dot(along) / along.length_squared();
        if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The pieces of cells joined around a place, seen from one that holds it.
    fn fan(&self, piece: Piece, at: Vec2) -> SmallVec<[Piece; 8]> {
        let mut cells: SmallVec<[Piece; 8]> = smallvec![piece];
        let mut done = 0;
        while let Some(&piece) = cells.get(done) {
            for side in self.cut.outline(piece).sides() {
                let [a, b] = side.ends;
                if !Segment::new(a, b).holds(at) {
                    continue;
                }
                if let Some(next) = self.cut.behind(side.half_edge).ok().filter(|n| !cells.contains(n)) {
                    cells.push(next);
                }
            }
            done += 1;
        }
        cells
    }

    /// The piece in which the line goes on from a place on it: of those joined around it, the one that it comes from if
    /// it leads on there, else one that it leads into the inside of, else the least.
    fn go_on(&self, piece: Piece, at: Vec2) -> Result<Piece, Stop> {
        let fan = self.fan(piece, at);
        let leads_on = |&next: &Piece| {
            let leads = leads_into(&self.cut.outline(next), at, self.to)?;
            Some((next != piece, leads == Leads::Along, next))
        };
        let best = fan.iter().filter_map(leads_on).min();
        best.map(|(.., next)| next).ok_or_else(|| self.blocked(&fan, at))
    }

    /// The stop at a place that some cells meet at, none of which leads on.
    fn blocked(&self, pieces: &[Piece], at: Vec2) -> Stop {
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

    fn stop_at(&self, t: f64, hit: RayHit) -> Stop {
        Stop { at: self.from.as_dvec2().lerp(self.to.as_dvec2(), t).as_vec2(), hit }
    }
}

/// How a line leads into a cell from a place on its outline.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leads {
    /// Into its inside.
    Inside,
    /// Along one of its sides.
    Along,
}

/// `None` if the line leads out of the cell.
fn leads_into(outline: &Outline, at: Vec2, to: Vec2) -> Option<Leads> {
    let mut leads = Leads::Inside;
    for side in outline.sides() {
        let [a, b] = side.ends;
        if Segment::new(a, b).holds(at) {
            match turn(a, b, to) {
                Turn::Left => {}
                Turn::Straight => leads = Leads::Along,
                Turn::Right => return None,
            }
        }
    }
    Some(leads)
}

impl RayEvent {
    /// What happened and why, in plain words; a sentence or two.
    pub fn caption(&self) -> String {
        self.caption_of("ray")
    }

    /// The same of a line that is called otherwise.
    pub(super) fn caption_of(&self, line: &str) -> String {
        match self {
            Self::Cast { cell, from, to } => format!(
                "A {line} is cast from ({:.2}, {:.2}) in cell {} towards ({:.2}, {:.2}).",
                from.x, from.y, cell.0, to.x, to.y
            ),
            Self::Entered { cell, through: None } => format!("The {line} is in cell {}.", cell.0),
            Self::Entered { cell, through: Some(side) } => {
                format!("{side:#} is open: the {line} continues in cell {}.", cell.0)
            }
            Self::AtCorner { at, cells, .. } => {
                let corner = format!("The {line} meets the corner ({:.2}, {:.2}) exactly", at.x, at.y);
                match cells {
                    1 => format!("{corner}, where no other cell is joined on."),
                    _ => format!(
                        "{corner}. It continues if it leads into one of the {cells} cells joined around it."
                    ),
                }
            }
            Self::Stopped(hit) => format!(
                "Side {} of cell {} stops the {line} after {:.0} % of its length: {}.",
                hit.wall.side,
                hit.wall.cell.0,
                hit.t * 100.0,
                hit.why
            ),
            Self::Arrived { cell } => format!("The {line} arrives, in cell {}.", cell.0),
        }
    }
}

impl Ray {
    /// Where it began and where it ended, on the ground.
    pub fn segment(&self) -> Segment {
        Segment::new(ground(self.start.point), ground(self.end.point))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::navmesh::{AreaId, Derived, Draft, NavMesh};
    use crate::pathfinding::{Agent, Endpoint, Filter, locate};

    /// Four squares of two metres around the corner (2, 2) but for those left out, numbered as written.
    fn tell(squares: &[[usize; 2]], from: [f32; 2], to: [f32; 2], expected: &Expect) {
        let mut draft = Draft::of(NavMesh::default());
        let ids: Vec<_> = (0..9)
            .map(|i| draft.add_vertex([(i % 3) as f32 * 2.0, 0.0, (i / 3) as f32 * 2.0].into()))
            .collect();
        for &[x, z] in squares {
            let first = z * 3 + x;
            draft.add_cell([first, first + 3, first + 4, first + 1].map(|i| ids[i]), AreaId(0));
        }
        let mesh = draft.into_mesh();
        let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let from = Endpoint { ground: from.into(), height: None };
        let from = locate(&mesh, &derived, from, 2.0).expect("there are cells");
        let mut told = String::new();
        let mut tell = |event: RayEvent| told.push_str(&(event.caption() + "\n"));
        raycast_observed(&walkable, &from, to.into(), &mut tell);
        expected.assert_eq(&told);
    }

    #[test]
    fn a_ray_goes_from_side_to_side() {
        tell(
            &[[0, 0], [1, 0]],
            [1., 1.],
            [3., 1.5],
            &expect![[r#"
                A ray is cast from (1.00, 1.00) in cell 0 towards (3.00, 1.50).
                The ray is in cell 0.
                Side 2 of cell 0 is open: the ray continues in cell 1.
                The ray arrives, in cell 1.
            "#]],
        );
        tell(
            &[[0, 0], [1, 0]],
            [1., 1.],
            [5., 1.],
            &expect![[r#"
                A ray is cast from (1.00, 1.00) in cell 0 towards (5.00, 1.00).
                The ray is in cell 0.
                Side 2 of cell 0 is open: the ray continues in cell 1.
                Side 2 of cell 1 stops the ray after 75 % of its length: the mesh ends here.
            "#]],
        );
    }

    #[test]
    fn a_ray_through_a_corner_goes_on_if_the_cells_there_are_joined() {
        tell(
            &[[0, 0], [1, 0], [1, 1]],
            [1., 1.],
            [3., 3.],
            &expect![[r#"
                A ray is cast from (1.00, 1.00) in cell 0 towards (3.00, 3.00).
                The ray is in cell 0.
                The ray meets the corner (2.00, 2.00) exactly. It continues if it leads into one of the 3 cells joined around it.
                The ray is in cell 2.
                The ray arrives, in cell 2.
            "#]],
        );
        tell(
            &[[0, 0], [1, 1]],
            [1., 1.],
            [3., 3.],
            &expect![[r#"
                A ray is cast from (1.00, 1.00) in cell 0 towards (3.00, 3.00).
                The ray is in cell 0.
                The ray meets the corner (2.00, 2.00) exactly, where no other cell is joined on.
                Side 1 of cell 0 stops the ray after 50 % of its length: the mesh ends here.
            "#]],
        );
    }

    #[test]
    fn a_ray_along_a_wall_is_not_stopped_by_it() {
        tell(
            &[[0, 0], [0, 1]],
            [2., 1.],
            [2., 4.],
            &expect![[r#"
                A ray is cast from (2.00, 1.00) in cell 0 towards (2.00, 4.00).
                The ray is in cell 0.
                The ray meets the corner (2.00, 2.00) exactly. It continues if it leads into one of the 2 cells joined around it.
                The ray is in cell 1.
                The ray arrives, in cell 1.
            "#]],
        );
        tell(
            &[[0, 0], [0, 1]],
            [2., 1.],
            [2., 5.],
            &expect![[r#"
                A ray is cast from (2.00, 1.00) in cell 0 towards (2.00, 5.00).
                The ray is in cell 0.
                The ray meets the corner (2.00, 2.00) exactly. It continues if it leads into one of the 2 cells joined around it.
                The ray is in cell 1.
                The ray meets the corner (2.00, 4.00) exactly, where no other cell is joined on.
                Side 1 of cell 1 stops the ray after 75 % of its length: the mesh ends here.
            "#]],
        );
    }

    #[test]
    fn a_ray_from_beside_the_mesh_begins_on_it() {
        tell(
            &[[0, 0]],
            [-1., 1.],
            [1., 1.],
            &expect![[r#"
                A ray is cast from (0.00, 1.00) in cell 0 towards (1.00, 1.00).
                The ray is in cell 0.
                The ray arrives, in cell 0.
            "#]],
        );
        tell(
            &[[0, 0]],
            [-1., 1.],
            [-2., 1.],
            &expect![[r#"
                A ray is cast from (0.00, 1.00) in cell 0 towards (-2.00, 1.00).
                Side 0 of cell 0 stops the ray after 0 % of its length: the mesh ends here.
            "#]],
        );
        tell(
            &[[0, 0]],
            [1., 1.],
            [f32::NAN, 1.],
            &expect![[r#"
                A ray is cast from (1.00, 1.00) in cell 0 towards (1.00, 1.00).
                The ray is in cell 0.
                The ray arrives, in cell 0.
            "#]],
        );
    }
}
