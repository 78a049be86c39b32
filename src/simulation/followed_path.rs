//! The path that an agent follows, and the reasons for another one.

use glam::{Vec2, Vec3};

use crate::geometry::ground;
use crate::navmesh::{CellId, IslandId};

/// Reason for another path; prints as a clause.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ReplanCause {
    /// The agent has no path.
    #[error("it had no path")]
    NoPath,
    /// The target moved away from the end of the path.
    #[error("the target is {distance:.2} m from the end of the path")]
    TargetMoved {
        /// Distance from the end of the path, in metres.
        distance: f32,
    },
    /// The agent is not on the cells of its path.
    #[error("cell {} is not on the path", .cell.0)]
    LeftCorridor {
        /// The cell that the agent is on.
        cell: CellId,
    },
    /// The target is on another island than the end of the path.
    #[error("the target is on island {island}, and the path ends on another one")]
    TargetOnOtherIsland {
        /// The island of the target.
        island: IslandId,
    },
    /// A cell of the path no longer exists.
    #[error("cell {} of the path no longer exists", .cell.0)]
    CellRemoved {
        /// The cell.
        cell: CellId,
    },
    /// A wall is between the agent and its next waypoint.
    #[error("a wall hid the next waypoint")]
    WaypointHidden,
    /// The agent turned to the next point of its route.
    #[error("it turned to the next point of its route")]
    NextPoint,
    /// The agent got a place in the formation or queue at its target.
    #[error("it got a place at the target")]
    Place,
    /// The mesh changed.
    #[error("the mesh changed")]
    MeshChanged,
}

/// Waypoints that an agent follows, from its position at the time of planning to its target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FollowedPath {
    waypoints: Vec<Vec3>,
    /// Distances from each waypoint to the end, on the ground.
    rest: Vec<f32>,
    /// The cells crossed; empty if they are not known.
    cells: Vec<CellId>,
    index: usize,
}

impl FollowedPath {
    /// Replaces the path; the agent moves to the waypoint after the first one.
    ///
    /// `cells` are the cells crossed, if they are known.
    pub fn set(&mut self, waypoints: impl IntoIterator<Item = Vec3>, cells: &[CellId]) {
        self.waypoints.clear();
        self.waypoints.extend(waypoints);
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        self.index = usize::from(self.waypoints.len() > 1);
        self.measure();
    }

    /// Replaces the waypoints by those of the same path, pulled again from the position of the agent.
    ///
    /// A waypoint that was passed stays passed.
    pub fn pull(&mut self, waypoints: impl IntoIterator<Item = Vec3>) {
        let passed = self.before();
        self.set(waypoints, &[]);
        if self.waypoint() == passed {
            self.pass_waypoint();
        }
    }

    /// Moves the end of the path.
    pub fn move_end(&mut self, to: Vec3) {
        if let Some(end) = self.waypoints.last_mut() {
            *end = to;
            self.measure();
        }
    }

    /// Removes the cells, so that the path does not depend on where the agent is.
    pub(super) fn forget_cells(&mut self) {
        self.cells.clear();
    }

    /// Removes the path.
    pub fn clear(&mut self) {
        self.set([], &[]);
    }

    fn measure(&mut self) {
        let Self { waypoints, rest, .. } = self;
        rest.clear();
        rest.resize(waypoints.len(), 0.0);
        for i in (1..waypoints.len()).rev() {
            rest[i - 1] = rest[i] + ground(waypoints[i]).distance(ground(waypoints[i - 1]));
        }
    }

    /// Whether there is no path.
    pub fn is_empty(&self) -> bool {
        self.waypoints.is_empty()
    }

    /// Returns the waypoints, with the start and the target.
    pub fn waypoints(&self) -> &[Vec3] {
        &self.waypoints
    }

    /// Returns the cells crossed; empty if they are not known.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// Returns the index of the waypoint that the agent moves to.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the waypoint that the agent moves to; `None` without a path.
    pub fn waypoint(&self) -> Option<Vec3> {
        self.waypoints.get(self.index).copied()
    }

    /// Returns the waypoint after the current one; `None` at the last one.
    pub fn after(&self) -> Option<Vec3> {
        self.waypoints.get(self.index + 1).copied()
    }

    /// Returns the waypoint before the current one: where the agent came from.
    pub fn before(&self) -> Option<Vec3> {
        self.waypoints.get(self.index.checked_sub(1)?).copied()
    }

    /// Returns the position on the ground to which an agent with a radius moves; `None` without a path.
    ///
    /// A waypoint between others is a corner of the walls. The agent cannot reach it, and moves to a position beside it: at
    /// the distance of the radius, opposite to where the path turns.
    pub fn aim(&self, radius: f32) -> Option<Vec2> {
        let next = ground(self.waypoint()?);
        let Some((before, after)) = self.before().zip(self.after()) else { return Some(next) };
        let (come, go) = (next - ground(before), ground(after) - next);
        let outside = (come.normalize_or_zero() - go.normalize_or_zero()).normalize_or_zero();
        Some(next + outside * radius)
    }

    /// Returns the end of the path; `None` without a path.
    pub fn end(&self) -> Option<Vec3> {
        self.waypoints.last().copied()
    }

    /// Returns the height of the current waypoint above the one before, in metres: positive to climb.
    ///
    /// It is a difference in height, not a gradient; 0 without a path.
    pub fn slope(&self) -> f32 {
        self.waypoint().zip(self.before()).map_or(0.0, |(next, before)| next.y - before.y)
    }

    /// Returns the length on the ground, in metres.
    pub fn length(&self) -> f32 {
        self.rest.first().copied().unwrap_or(0.0)
    }

    /// Returns the remaining distance on the ground from a position, in metres; infinite without a path.
    pub fn remaining(&self, from: Vec3) -> f32 {
        let next = self.waypoint().zip(self.rest.get(self.index));
        next.map_or(f32::INFINITY, |(next, rest)| ground(next).distance(ground(from)) + rest)
    }

    /// Turns to the waypoint after the current one; the last one is never passed.
    pub fn pass_waypoint(&mut self) {
        if self.after().is_some() {
            self.index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32) -> Vec3 {
        Vec3::new(x, 0.0, 0.0)
    }

    #[test]
    fn the_remaining_distance_follows_the_waypoints() {
        let mut path = FollowedPath::default();
        assert_eq!((path.waypoint(), path.remaining(at(0.0))), (None, f32::INFINITY));
        path.set([0.0, 4.0, 10.0].map(at), &[]);
        assert_eq!((path.waypoint(), path.length(), path.remaining(at(1.0))), (Some(at(4.0)), 10.0, 9.0));
        path.pass_waypoint();
        path.move_end(at(11.0));
        assert_eq!((path.waypoint(), path.remaining(at(5.0))), (Some(at(11.0)), 6.0));
        path.pass_waypoint();
        assert_eq!(path.index(), 2, "the last one is never passed");
        path.set([at(3.0)], &[]);
        assert_eq!(path.waypoint(), Some(at(3.0)), "a path of one point");
    }

    #[test]
    fn an_agent_moves_to_a_place_beside_a_corner_on_the_outside_of_the_turn() {
        let mut path = FollowedPath::default();
        assert_eq!(path.aim(1.0), None);
        path.set([at(0.0), at(4.0), Vec3::new(4.0, 0.0, 3.0)], &[]);
        let aim = path.aim(1.0).expect("it has a waypoint");
        assert!(aim.distance(Vec2::new(4.0 + 0.5_f32.sqrt(), -0.5_f32.sqrt())) < 1e-6, "{aim}");
        path.pass_waypoint();
        assert_eq!(path.aim(1.0), Some(Vec2::new(4.0, 3.0)), "the last one is no corner");
        path.set([0.0, 4.0, 10.0].map(at), &[]);
        assert_eq!(path.aim(1.0), Some(Vec2::new(4.0, 0.0)), "a straight path has no corner");
    }

    #[test]
    fn a_passed_waypoint_stays_passed_when_the_path_is_pulled_again() {
        let mut path = FollowedPath::default();
        path.set([0.0, 4.0, 10.0].map(at), &[]);
        path.pass_waypoint();
        path.pull([3.9, 4.0, 10.0].map(at));
        assert_eq!(path.waypoint(), Some(at(10.0)));
        path.pull([3.9, 4.0, 10.0].map(at));
        assert_eq!(path.waypoint(), Some(at(10.0)), "again");
        path.pull([5.0, 7.0, 10.0].map(at));
        assert_eq!(path.waypoint(), Some(at(7.0)), "another waypoint");
    }
}
