//! Two older methods for a movement step on a mesh, to compare with
//! [`move_along_surface`].
//!
//! Source: Mononen, *Constrained Movement Along Navmesh*, pt. 2, 2010. Both methods go from cell to cell and choose a side
//! in each. The first chooses the side nearest to the target, and so may stop at a wall although the target is visible.
//! The second chooses the side in whose sector the target is.

use glam::Vec2;

use super::locate::Located;
use super::move_along_surface::{Slide, move_along_surface};
use super::outline::{CellOutline, OutlineSide, SideCut, SidePiece, nearest};
use crate::geometry::{Turn, doubled_area, ground, turn};
use crate::pathfinding::agent::walkable::Walkable;

/// Tolerance of sectors: a doubled area, relative to the squared distance of the target.
///
/// A start on a side lies on the boundary of the sectors of its neighbours.
const SECTOR_SLACK: f64 = 1e-6;

/// The results of one step by three methods.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkComparison {
    /// The result of [`clamped_walk`].
    pub clamped: Slide,
    /// The result of [`sector_walk`].
    pub sector: Slide,
    /// The result of [`move_along_surface`].
    pub exact: Slide,
}

/// Runs a step by three methods.
pub fn compare_walks(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> WalkComparison {
    WalkComparison {
        clamped: clamped_walk(walkable, from, to),
        sector: sector_walk(walkable, from, to),
        exact: move_along_surface(walkable, from, to),
    }
}

/// Moves an agent to the point of its cell nearest to the target, and on through that side.
///
/// The agent stops at a wall, also if the straight line to the target passes another side.
pub fn clamped_walk(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> Slide {
    walk(walkable, from, to, |_, _| false)
}

/// Moves an agent through the side in whose sector the target is.
///
/// It slides along walls like [`clamped_walk`]. The sector of a side is the angle at the agent between its ends, with some slack. The agent moves to the point of the
/// side that is nearest to the target. From there, a wall may hide a target that was visible before.
pub fn sector_walk(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> Slide {
    walk(walkable, from, to, |at, side| {
        let slack = SECTOR_SLACK * at.as_dvec2().distance_squared(to.as_dvec2());
        let [a, b] = side.ends;
        let is_in_sector = doubled_area(at, a, to) >= -slack && doubled_area(at, b, to) <= slack;
        is_in_sector && turn(a, b, to) == Turn::Right
    })
}

/// Goes from cell to cell, through a side that `is_crossed` or the one nearest to the target.
fn walk(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    is_crossed: impl Fn(Vec2, &OutlineSide) -> bool,
) -> Slide {
    let start = walkable.anchor(from);
    let to = if to.is_finite() { to } else { start };
    let cut = SideCut::new(walkable);
    let (mut at, mut piece) = (start, cut.piece_at(from.cell, start));
    let mut visited: Vec<SidePiece> = Vec::new();
    loop {
        visited.push(piece);
        let outline = cut.outline(piece);
        if outline.holds(to) {
            at = to;
            break;
        }
        let leads_on = |side: &OutlineSide| {
            let next = cut.behind(side.half_edge).ok()?;
            (!visited.contains(&next)).then_some((next, side.ends))
        };
        let crossed = outline.sides().filter(|side| is_crossed(at, side)).find_map(|side| leads_on(&side));
        let onward = crossed.or_else(|| nearest_sides(&outline, to).find_map(|side| leads_on(&side)));
        let point = |ends: [Vec2; 2]| (to.as_dvec2() + nearest(ends, to.as_dvec2()).offset).as_vec2();
        let Some((next, ends)) = onward else {
            at = nearest_sides(&outline, to).next().map_or(at, |side| point(side.ends));
            break;
        };
        at = cut.settle(next.0, point(ends));
        piece = next;
    }
    let end = walkable.stand(piece.0, at, to);
    let mut cells: Vec<_> = visited.into_iter().map(|(cell, _)| cell).collect();
    cells.dedup();
    Slide { has_arrived: ground(end.point) == to, end, cells }
}

/// Returns the one or two sides that contain the point of an outline nearest to a position.
fn nearest_sides(outline: &CellOutline, to: Vec2) -> impl Iterator<Item = OutlineSide> {
    let distance = move |side: &OutlineSide| nearest(side.ends, to.as_dvec2()).offset.length_squared();
    let least = outline.sides().map(|side| distance(&side)).fold(f64::INFINITY, f64::min);
    outline.sides().filter(move |side| distance(side) == least)
}
