//! The place nearest to another, of all that can be walked to.

use std::fmt;
use std::ops::ControlFlow;

use glam::Vec3;

use super::locate::{distance_of, locate};
use super::outline::Cut;
use super::{Answer, Endpoint, Located, Surface, Walkable};
use crate::geometry::ground;
use crate::navmesh::CellId;
use crate::trace::{Observer, Silent};

/// What happens while a place is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReachEvent {
    /// A cell can be walked to.
    Reached {
        /// The cell.
        cell: CellId,
    },
    /// A cell that can be walked to, near the target, was measured.
    Measured {
        /// The cell.
        cell: CellId,
        /// How far its nearest place is from the target, in metres.
        distance: f64,
    },
}

/// Asked whether to go on.
type GoesOn<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// The place nearest to another, of all that can be walked to from a place on the mesh: nearest in space if a height
/// was asked, else on the ground. Of cells as near the one with the smaller id. Linear in the cells that can be reached.
///
/// `off_mesh` says how far it is from the place asked for. `None` only if the start's cell is gone.
pub fn closest_reachable(walkable: &Walkable<'_>, from: &Located, to: Endpoint) -> Option<Located> {
    closest_reachable_observed(walkable, from, to, &mut Silent)
}

/// The same, watched.
pub fn closest_reachable_observed(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Endpoint,
    observer: &mut impl Observer<ReachEvent>,
) -> Option<Located> {
    closest(walkable, from, to, observer, &mut || ControlFlow::Continue(())).continue_value().flatten()
}

/// The same; `goes_on` is asked at every cell whether to, and may break it off.
fn closest(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Endpoint,
    observer: &mut impl Observer<ReachEvent>,
    goes_on: GoesOn<'_>,
) -> ControlFlow<(), Option<Located>> {
    let Walkable { mesh, derived, .. } = walkable;
    let is_reached = reachable(walkable, from.cell, observer, goes_on)?;
    let mut stopped = ControlFlow::Continue(());
    let nearest = |cell: CellId| Surface::of(mesh, cell).nearest_to(to.ground, to.height);
    let distance = |cell: CellId| {
        if stopped.is_continue() {
            stopped = goes_on();
        }
        if stopped.is_break() || !is_reached[cell.0 as usize] {
            return None;
        }
        let distance = distance_of(nearest(cell), to);
        observer.observe(ReachEvent::Measured { cell, distance });
        distance.is_finite().then_some(distance)
    };
    let found = derived.locator.nearest(mesh, to.ground, distance);
    stopped?;
    let Some((cell, distance)) = found else { return ControlFlow::Continue(None) };
    let place = Cut::new(walkable).settle(cell, ground(nearest(cell).as_vec3()));
    let point = Vec3::new(place.x, Surface::of(mesh, cell).height_at(place), place.y);
    let off_mesh = (distance > 0.0 || place != to.ground).then(|| place.distance(to.ground));
    ControlFlow::Continue(Some(Located { asked: to, cell, point, off_mesh }))
}

/// The place nearest to a target that no path leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The place, which can be walked to.
    pub at: Located,
    /// How far it is from the target, in metres: in space if a height was asked, else on the ground.
    pub distance: f64,
}

impl Nearest {
    /// A target at this place. It has a height only where it needs one to be on the same cell.
    pub fn endpoint(&self, walkable: &Walkable<'_>) -> Endpoint {
        let place = Endpoint { ground: ground(self.at.point), height: None };
        let above = locate(walkable.mesh, walkable.derived, place, 0.0);
        let is_topmost = above.is_some_and(|above| above.point.y <= self.at.point.y);
        let height = (self.at.asked.height.is_some() || !is_topmost).then_some(self.at.point.y);
        Endpoint { height, ..place }
    }

    /// A place as near to a target as one comes; `None` where that is the target.
    fn of(at: Located, to: Endpoint) -> Option<Self> {
        let distance = match to.height {
            Some(height) => {
                at.point.as_dvec3().distance(Vec3::new(to.ground.x, height, to.ground.y).as_dvec3())
            }
            None => ground(at.point).as_dvec2().distance(to.ground.as_dvec2()),
        };
        (distance > 0.0 && at.off_mesh.is_some()).then_some(Self { at, distance })
    }
}

/// Where one comes nearest to the target of a question without a whole path; `None` where the path leads to the very
/// target, where the start is shut, and on a mesh without cells.
///
/// Costs what [`closest_reachable`] does.
pub fn nearest_to_target(walkable: &Walkable<'_>, answer: &Answer) -> Option<Nearest> {
    nearest_to_target_while(walkable, answer, &mut || ControlFlow::Continue(())).continue_value().flatten()
}

/// The same; `goes_on` is asked at every cell whether to, and may break it off.
pub fn nearest_to_target_while(
    walkable: &Walkable<'_>,
    answer: &Answer,
    goes_on: GoesOn<'_>,
) -> ControlFlow<(), Option<Nearest>> {
    let ends = answer.why().and_then(|_| answer.start.as_ref().zip(answer.target.as_ref()));
    let Some((start, target)) = ends.filter(|(start, _)| walkable.blocked(start.cell).is_none()) else {
        return ControlFlow::Continue(None);
    };
    let found = closest(walkable, start, target.asked, &mut Silent, goes_on)?;
    ControlFlow::Continue(found.and_then(|at| Nearest::of(at, target.asked)))
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vec3 { x, y, z } = self.at.point;
        let distance = self.distance;
        write!(f, "nearest reachable point: ({x:.2}, {y:.2}, {z:.2}), {distance:.2} m from the target")
    }
}

/// Which cells, by slot, can be walked to, over links too. Linear in them, but for the table.
fn reachable(
    walkable: &Walkable<'_>,
    from: CellId,
    observer: &mut impl Observer<ReachEvent>,
    goes_on: GoesOn<'_>,
) -> ControlFlow<(), Vec<bool>> {
    let mut is_reached = vec![false; walkable.mesh.cell_slots()];
    let mut open: Vec<CellId> = walkable.mesh.cell(from).map(|_| from).into_iter().collect();
    if let Some(slot) = is_reached.get_mut(from.0 as usize) {
        *slot = true;
    }
    while let Some(cell) = open.pop() {
        goes_on()?;
        observer.observe(ReachEvent::Reached { cell });
        for (way, next) in walkable.ways(cell) {
            let is_open =
                !is_reached[next.0 as usize] && walkable.blocked_traversal(cell, way, next).is_none();
            if is_open && !std::mem::replace(&mut is_reached[next.0 as usize], true) {
                open.push(next);
            }
        }
    }
    ControlFlow::Continue(is_reached)
}

impl ReachEvent {
    /// What happened and why, in plain words; a sentence.
    pub fn caption(&self) -> String {
        match self {
            Self::Reached { cell } => format!("Cell {} can be walked to.", cell.0),
            Self::Measured { cell, distance } => format!("Cell {} comes within {distance:.2} m.", cell.0),
        }
    }
}
