//! One step of an agent that wants to go somewhere and must not leave the mesh.
//!
//! Where the straight line is open it is walked. Where it is not, the agent goes to the place nearest to where it wants
//! to be, among the cells that can be walked to inside the circle around the step, and so slides along walls and round
//! their ends. After Mononen, *Constrained Movement Along Navmesh*, pt. 2 and 3, 2010: the test for the sector of a
//! cell that a step leads into is here the exact ray, which also knows what to do at corners.
//!
//! The agent is a point; one with a width walks on a mesh that was shrunk by it.

use glam::Vec2;

use super::cells_in_circle::{Circle, CircleCell, CircleEvent};
use super::outline::nearest;
use super::raycast::{RayEvent, raycast_observed};
use super::{Located, Walkable};
use crate::geometry::{Turn, ground, turn};
use crate::navmesh::{CellId, HalfEdge};
use crate::trace::{Observer, Silent};

/// What became of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Slide {
    /// Where the agent is now: on its cell by exact predicate.
    pub end: Located,
    /// The cells walked through, from the one that it stood on to the one that it stands on.
    pub cells: Vec<CellId>,
    /// Whether it is where it wanted to be.
    pub has_arrived: bool,
}

/// What happens in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WalkEvent {
    /// The straight line is tried.
    Straight(RayEvent),
    /// The straight line is shut, so the circle around the step is searched.
    Circle(CircleEvent),
    /// The nearest place of a cell on one of its sides that face the target was measured.
    Measured {
        /// The side.
        half_edge: HalfEdge,
        /// Its nearest point.
        at: Vec2,
        /// How far its nearest point is from the target, in metres.
        distance: f64,
        /// Whether nothing nearer was known.
        is_nearest: bool,
    },
    /// The step ends.
    Ended {
        /// The cell.
        cell: CellId,
        /// The place.
        at: Vec2,
        /// How far that is from the target, in metres.
        distance: f64,
    },
}

/// Portals that touch the circle around the step must not be lost to rounding: it is larger by this share.
const SLACK: f64 = 1e-6;

/// Moves an agent towards a place on the ground. It never leaves the mesh, and never ends farther from that place than
/// it was. `n log n` in the cells of the circle whose diameter is the step.
///
/// A start outside of its cell is first clamped to it. A target that is not finite is the start.
pub fn move_along_surface(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> Slide {
    move_along_surface_observed(walkable, from, to, &mut Silent)
}

/// The same, watched.
pub fn move_along_surface_observed(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<WalkEvent>,
) -> Slide {
    let ray = raycast_observed(walkable, from, to, &mut observer.map_events(WalkEvent::Straight));
    let slide = if ray.hit.is_none() {
        Slide { end: ray.end, cells: ray.cells, has_arrived: true }
    } else {
        search(walkable, &ray.start, to, observer)
    };
    let at = ground(slide.end.point);
    let distance = at.as_dvec2().distance(to.as_dvec2());
    observer.observe(WalkEvent::Ended { cell: slide.end.cell, at, distance });
    slide
}

/// Goes to the nearest place in the circle around the step.
fn search(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Vec2,
    observer: &mut impl Observer<WalkEvent>,
) -> Slide {
    let (start, target) = (ground(from.point), to.as_dvec2());
    let step = start.as_dvec2().distance(target);
    let middle = start.as_dvec2().midpoint(target);
    let mut circle = Circle::new(walkable, from, middle, step * 0.5 * (1.0 + SLACK));
    let mut entered: Vec<CircleCell> = Vec::new();
    let mut best = (step, None, start);
    while let Some(next) = circle.grow(&mut observer.map_events(WalkEvent::Circle)) {
        entered.push(next);
        let outline = circle.outline(&next);
        if outline.holds(to) {
            best = (0.0, Some(next), to);
            break;
        }
        // The place of a convex cell nearest to one outside of it lies on a side that has it on its outside.
        for side in outline.sides().filter(|side| turn(side.ends[0], side.ends[1], to) == Turn::Right) {
            let near = nearest(side.ends, target);
            let distance = near.offset.length();
            let is_nearest = distance < best.0;
            let (half_edge, at) = (side.half_edge, (target + near.offset).as_vec2());
            observer.observe(WalkEvent::Measured { half_edge, at, distance, is_nearest });
            if is_nearest {
                best = (distance, Some(next), at);
            }
        }
    }
    let nearest = best.1.map_or(from.cell, |reached| reached.cell);
    let end = walkable.stand(nearest, best.2, to);
    // In a cell too thin for f32 the nearest place that can be named may be worse than staying.
    if ground(end.point).as_dvec2().distance(target) < step {
        let cells = best.1.map_or_else(|| vec![from.cell], |reached| way_to(&circle, reached, &entered));
        Slide { end, cells, has_arrived: best.0 == 0.0 }
    } else {
        let end = walkable.stand(from.cell, start, to);
        Slide { end, cells: vec![from.cell], has_arrived: false }
    }
}

/// The cells from the first one entered to another, by which led into which.
fn way_to(circle: &Circle<'_>, end: CircleCell, entered: &[CircleCell]) -> Vec<CellId> {
    let mut cells = vec![end.cell];
    let mut piece = (end.cell, end.piece);
    // A piece is led into by one that was entered before it, so one look back over the list finds them all.
    for reached in entered.iter().rev().filter_map(|reached| Some((reached, circle.before(reached)?))) {
        if (reached.0.cell, reached.0.piece) == piece {
            piece = reached.1;
            cells.push(piece.0);
        }
    }
    cells.dedup();
    cells.reverse();
    cells
}

impl WalkEvent {
    /// What happened and why, in plain words; a sentence or two.
    pub fn caption(&self) -> String {
        match self {
            Self::Straight(RayEvent::Cast { cell, from, to }) => format!(
                "A step begins at ({:.2}, {:.2}) in cell {}. The agent's goal is ({:.2}, {:.2}). The straight line is \
                 tried first.",
                from.x, from.y, cell.0, to.x, to.y
            ),
            Self::Straight(event) => event.caption_of("line"),
            Self::Circle(event) => event.caption(),
            Self::Measured { half_edge, distance, is_nearest, .. } => format!(
                "{half_edge:#} comes within {distance:.2} m of the agent's goal{}.",
                if *is_nearest { ", nearer than any side before" } else { "" }
            ),
            Self::Ended { cell, at, distance } => format!(
                "The step ends at ({:.2}, {:.2}) in cell {}, {distance:.2} m from the agent's goal.",
                at.x, at.y, cell.0
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::navmesh::{AreaId, Derived, Draft, NavMesh};
    use crate::pathfinding::{Agent, Endpoint, Filter, locate};

    /// Three squares of two metres in a bend: north-west, north-east and, below that, south-east, which slopes down.
    fn steps(places: &[[f32; 2]]) -> Vec<(String, Vec<Slide>)> {
        let mut draft = Draft::of(NavMesh::default());
        let ids: Vec<_> = (0..9)
            .map(|i| (i % 3, i / 3))
            .map(|(x, z)| {
                draft.add_vertex([x as f32 * 2.0, if z == 2 { -1.0 } else { 0.0 }, z as f32 * 2.0].into())
            })
            .collect();
        for first in [0, 1, 4] {
            draft.add_cell([first, first + 3, first + 4, first + 1].map(|i| ids[i]), AreaId(0));
        }
        let mesh = draft.into_mesh();
        let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let start = Endpoint { ground: places[0].into(), height: None };
        let mut at = locate(&mesh, &derived, start, 2.0).expect("there are cells");
        let mut walked = Vec::new();
        for &to in &places[1..] {
            let mut told = String::new();
            let mut tell = |event: WalkEvent| told.push_str(&(event.caption() + "\n"));
            let slide = move_along_surface_observed(&walkable, &at, to.into(), &mut tell);
            at = slide.end;
            walked.push((told, vec![slide]));
        }
        walked
    }

    fn ends(places: &[[f32; 2]]) -> Vec<[f32; 3]> {
        steps(places).iter().map(|(_, slides)| slides[0].end.point.into()).collect()
    }

    #[test]
    fn a_step_into_a_wall_slides_along_it() {
        assert_eq!(ends(&[[0.5, 1.5], [1.5, 2.5]]), [[1.5, 0.0, 2.0]], "along the south wall");
        assert_eq!(
            ends(&[[0.5, 0.5], [-1.0, -1.0], [-1.0, 1.0]]),
            [[0.0; 3], [0.0, 0.0, 1.0]],
            "out of a corner"
        );
        assert_eq!(ends(&[[-3.0, 1.0], [0.5, 1.0]]), [[0.5, 0.0, 1.0]], "from beside the mesh");
    }

    #[test]
    fn a_step_carries_the_agent_up_and_down() {
        assert_eq!(
            ends(&[[3.0, 1.0], [3.0, 3.0], [3.0, 1.0]]),
            [[3.0, -0.5, 3.0], [3.0, 0.0, 1.0]],
            "down and up"
        );
    }

    #[test]
    fn a_step_round_the_end_of_a_wall_is_told_in_words() {
        let (told, slides) = steps(&[[1.5, 1.75], [2.25, 3.5]]).remove(0);
        assert_eq!(slides[0].cells, [0, 1, 2].map(CellId), "round the corner: {:?}", slides[0]);
        expect![[r#"
            A step begins at (1.50, 1.75) in cell 0. The agent's goal is (2.25, 3.50). The straight line is tried first.
            The line is in cell 0.
            Side 1 of cell 0 stops the line after 14 % of its length: the mesh ends here.
            The circle starts in cell 0.
            Side 1 of cell 0 comes within 1.52 m of the agent's goal, nearer than any side before.
            Side 2 of cell 0 comes within 1.52 m of the agent's goal.
            At 0.64 m the circle reaches cell 1.
            Side 1 of cell 1 comes within 1.50 m of the agent's goal, nearer than any side before.
            At 0.64 m the circle reaches cell 2.
            The step ends at (2.25, 3.50) in cell 2, 0.00 m from the agent's goal.
        "#]]
        .assert_eq(&told);
    }
}
