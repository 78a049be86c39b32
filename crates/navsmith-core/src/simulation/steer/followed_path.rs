//! The path that an agent follows, and the reasons for another one.

use glam::{Vec2, Vec3};

use super::path_curve::PathCurve;
use crate::geometry::ground;
use crate::navmesh::{CellId, IslandId, LinkId};
use crate::pathfinding::string_pulling::round::bends::Bend;

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
    /// Others or a wall moved the agent, and costs differ on its path.
    #[error("it was pushed, and its path leads over ground of different costs")]
    OtherCosts,
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
    /// Others pushed the agent away after it arrived.
    #[error("others pushed it {distance:.2} m away")]
    PushedAway {
        /// Distance from its place, or beyond the reach of its target, in metres.
        distance: f32,
    },
    /// The mesh changed.
    #[error("the mesh changed")]
    MeshChanged,
}

impl ReplanCause {
    /// Whether the agent now goes to another end than on its last path.
    pub(in crate::simulation) fn is_other_end(self) -> bool {
        matches!(self, Self::NoPath | Self::NextPoint | Self::Place | Self::PushedAway { .. })
    }
}

/// Part of a circle's radius by which a path may pass a corner nearer than the radius.
const SLACK: f32 = 1e-2;

/// A circle around which an agent walks; with radius 0, a point that it passes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Corner {
    at: Vec2,
    /// Radius in metres; negative if the corner lies to the right of the path.
    radius: f32,
    /// Link that the path takes from here to the next corner.
    link: Option<LinkId>,
    /// Cost of a metre from here to the next corner; `None` if it is not known.
    weight: Option<f32>,
}

/// Where an agent walks to reach its next waypoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The waypoint, a point of the circle around its corner, or a point of a curve.
    pub to: Vec2,
    /// Direction of the walk; of length 1, or zero at the waypoint.
    pub direction: Vec2,
}

impl Corner {
    /// Returns where the line from a position touches the circle, and the direction to its left.
    fn tangent(&self, from: Vec2) -> [Vec2; 2] {
        let across = self.at - from;
        let along = across.try_normalize().unwrap_or(Vec2::X);
        let sine = (self.radius / across.length().max(f32::MIN_POSITIVE)).clamp(-1.0, 1.0);
        // Z points down in the view, which reverses the rotation.
        let left = along * sine - along.perp() * (1.0 - sine * sine).sqrt();
        [self.at - left * self.radius, left]
    }

    /// Whether the line from a position to the next corner passes this one at its radius.
    fn is_passed(&self, from: Vec2, next: &Self) -> bool {
        let [_, left] = next.tangent(from);
        (self.at - from).dot(left) * self.radius.signum() >= self.radius.abs() * (1.0 - SLACK)
    }
}

/// Waypoints that an agent follows, from its position at the time of planning to its target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FollowedPath {
    waypoints: Vec<Vec3>,
    /// By waypoint, the circle around its corner.
    corners: Vec<Corner>,
    /// Distances from each waypoint to the end, on the ground, and in space over links.
    rest: Vec<f32>,
    /// The cells crossed; empty if they are not known.
    cells: Vec<CellId>,
    /// The curve along which the agent walks; empty for a path of straight lines and arcs.
    curve: PathCurve,
    /// Waypoint at which the last link begins.
    last_link: Option<usize>,
    index: usize,
    /// What a step of an agent reads, so that it needs no access to the lists.
    current: Option<Section>,
}

/// The part of a path to the current waypoint.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Section {
    waypoint: Vec3,
    corner: Corner,
    /// The corner after it; `None` at the last one.
    next: Option<Corner>,
    /// Distance from the waypoint to the end, on the ground.
    rest: f32,
    /// End of the path.
    end: Vec3,
}

impl FollowedPath {
    /// Replaces the path; the agent moves to the waypoint after the first one.
    ///
    /// `cells` are the cells crossed, if they are known.
    pub fn set(&mut self, waypoints: impl IntoIterator<Item = Vec3>, cells: &[CellId]) {
        self.waypoints.clear();
        self.waypoints.extend(waypoints);
        self.corners.clear();
        self.corners
            .extend(self.waypoints.iter().map(|&point| Corner { at: ground(point), ..Corner::default() }));
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        self.curve = PathCurve::default();
        self.index = usize::from(self.waypoints.len() > 1);
        self.measure();
    }

    /// Replaces the path by one that bends around corners: a waypoint in the middle of each arc.
    ///
    /// `cells` are the cells crossed, if they are used.
    pub(in crate::simulation) fn set_bends(&mut self, bends: &[Bend], cells: &[CellId]) {
        self.set(bends.iter().map(|bend| bend.middle), cells);
        self.corners.clear();
        let corner =
            |&Bend { at, radius, link, weight, .. }: &Bend| Corner { at, radius, link, weight: Some(weight) };
        self.corners.extend(bends.iter().map(corner));
        self.measure();
    }

    /// Sets the link that the path takes from each waypoint to the next one.
    pub(in crate::simulation) fn set_links(&mut self, links: impl IntoIterator<Item = Option<LinkId>>) {
        for (corner, link) in self.corners.iter_mut().zip(links) {
            corner.link = link;
        }
        self.measure();
    }

    /// Lets the agent walk along a curve, with a section to each waypoint.
    pub(in crate::simulation) fn set_curve(&mut self, curve: PathCurve) {
        self.curve = curve;
    }

    /// Replaces the path by the same one, pulled again from the position of the agent.
    ///
    /// A corner that was passed stays passed.
    pub(in crate::simulation) fn pull(&mut self, bends: &[Bend]) {
        let passed = self.index.checked_sub(1).and_then(|before| self.corners.get(before)).copied();
        self.set_bends(bends, &[]);
        let is_same = passed.is_some() && self.corners.get(self.index).copied() == passed;
        if is_same && bends.first().is_some_and(|start| self.is_past_corner(start.at)) {
            self.pass_waypoint();
        }
    }

    /// Moves the end of the path.
    pub fn move_end(&mut self, to: Vec3) {
        if let Some(end) = self.waypoints.last_mut() {
            *end = to;
            self.curve = PathCurve::default();
            if let Some(corner) = self.corners.last_mut() {
                corner.at = ground(to);
            }
            self.measure();
        }
    }

    /// Removes the path.
    pub fn clear(&mut self) {
        self.set([], &[]);
    }

    fn measure(&mut self) {
        self.last_link = self.corners.iter().rposition(|corner| corner.link.is_some());
        let Self { waypoints, corners, rest, .. } = self;
        rest.clear();
        rest.resize(waypoints.len(), 0.0);
        for i in (1..waypoints.len()).rev() {
            let [from, to] = [waypoints[i - 1], waypoints[i]];
            let is_link = corners[i - 1].link.is_some();
            let length = if is_link { from.distance(to) } else { ground(from).distance(ground(to)) };
            rest[i - 1] = rest[i] + length;
        }
        self.read_section();
    }

    /// Reads the part to the current waypoint from the lists.
    fn read_section(&mut self) {
        let current = self.waypoint().zip(self.waypoints.last().copied());
        self.current = current.map(|(waypoint, end)| Section {
            waypoint,
            corner: self.corners[self.index],
            next: self.corners.get(self.index + 1).copied(),
            rest: self.rest[self.index],
            end,
        });
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

    /// Returns the link that the path takes from the current waypoint to the one after it.
    pub fn link(&self) -> Option<LinkId> {
        self.current.and_then(|it| it.corner.link)
    }

    /// Whether the path takes a link at the current waypoint or behind it.
    pub fn has_link_ahead(&self) -> bool {
        self.last_link.is_some_and(|last| last >= self.index)
    }

    /// Returns the costs of a metre before and behind the current waypoint; `None` if they are not known.
    pub(in crate::simulation) fn weights(&self) -> [Option<f32>; 2] {
        let before = self.index.checked_sub(1).and_then(|before| self.corners.get(before));
        [before.and_then(|corner| corner.weight), self.current.and_then(|it| it.corner.weight)]
    }

    /// Returns the link that begins at the waypoint after the current one.
    pub(in crate::simulation) fn next_link(&self) -> Option<LinkId> {
        self.current.and_then(|it| it.next).and_then(|next| next.link)
    }

    /// Returns the next link, and the distance from the current waypoint to its begin.
    ///
    /// The distance is along the path, in metres.
    pub(in crate::simulation) fn link_ahead(&self) -> Option<(LinkId, f32)> {
        let at = (self.index..self.corners.len()).find(|&at| self.corners[at].link.is_some())?;
        let before = self.waypoints.get(self.index..=at)?.windows(2);
        Some((self.corners[at].link?, before.map(|ends| ends[0].distance(ends[1])).sum()))
    }

    /// Returns the links at the current waypoint and behind it, each with its length in metres.
    pub(in crate::simulation) fn links_ahead(&self) -> impl Iterator<Item = (LinkId, f32)> {
        let ahead = self.corners.iter().zip(self.waypoints.windows(2)).skip(self.index);
        ahead.filter_map(|(corner, ends)| Some((corner.link?, ends[0].distance(ends[1]))))
    }

    /// Returns the waypoints behind the last link.
    pub(in crate::simulation) fn waypoints_after_links(&self) -> &[Vec3] {
        &self.waypoints[self.last_link.map_or(0, |last| last + 1)..]
    }

    /// Returns the waypoint before the current one: where the agent came from.
    pub fn before(&self) -> Option<Vec3> {
        self.waypoints.get(self.index.checked_sub(1)?).copied()
    }

    /// Returns where an agent walks from a position to reach the current waypoint; `None` without a path.
    pub fn aim(&self, from: Vec2) -> Option<Aim> {
        let corner = self.current?.corner;
        if let Some(to) = self.curve.ahead(self.index, from) {
            return Some(Aim { to, direction: (to - from).normalize_or_zero() });
        }
        let [to, left] = corner.tangent(from);
        if corner.radius == 0.0 {
            return Some(Aim { to, direction: (to - from).normalize_or_zero() });
        }
        Some(Aim { to, direction: left.perp() })
    }

    /// Returns where an agent walks from a position once it passes the current corner.
    pub(in crate::simulation) fn aim_after(&self, from: Vec2) -> Vec2 {
        self.current.and_then(|it| it.next).map_or(from, |next| next.tangent(from)[0])
    }

    /// Whether the current waypoint is a point without a circle.
    pub(in crate::simulation) fn is_at_point(&self) -> bool {
        self.current.is_some_and(|it| it.corner.radius == 0.0)
    }

    /// Whether an agent no longer turns at the current corner; `false` at the end and at a point.
    pub(in crate::simulation) fn is_past_corner(&self, from: Vec2) -> bool {
        let Some(Section { corner, next: Some(next), .. }) = self.current else { return false };
        corner.radius != 0.0 && corner.is_passed(from, &next)
    }

    /// Whether an agent is near the circle around the current corner, or near the waypoint without one.
    pub(in crate::simulation) fn is_near_corner(&self, from: Vec2, distance: f32) -> bool {
        self.current.is_some_and(|it| it.corner.at.distance(from) <= it.corner.radius.abs() + distance)
    }

    /// Returns the points at which an agent at a position still turns; the waypoints, and those of a curve.
    pub fn rest_from(&self, from: Vec2) -> Vec<Vec3> {
        let mut points = Vec::new();
        for (index, &waypoint) in self.waypoints.iter().enumerate().skip(self.index) {
            match self.curve.section(index) {
                [] => points.push(waypoint),
                _ if index == self.index => points.extend_from_slice(self.curve.rest_of(index, from)),
                section => points.extend_from_slice(&section[1..]),
            }
        }
        points
    }

    /// Returns the end of the path; `None` without a path.
    pub fn end(&self) -> Option<Vec3> {
        self.current.map(|it| it.end)
    }

    /// Returns the height of the current waypoint above the one before, in metres: positive to climb.
    ///
    /// It is a difference in height, not a gradient; 0 without a path.
    pub fn slope(&self) -> f32 {
        self.waypoint().zip(self.before()).map_or(0.0, |(next, before)| next.y - before.y)
    }

    /// Returns the length on the ground, and in space over links, in metres.
    pub fn length(&self) -> f32 {
        self.rest.first().copied().unwrap_or(0.0)
    }

    /// Returns the remaining distance on the ground from a position, in metres; infinite without a path.
    pub fn remaining(&self, from: Vec3) -> f32 {
        self.current.map_or(f32::INFINITY, |it| ground(it.waypoint).distance(ground(from)) + it.rest)
    }

    /// Turns to the waypoint after the current one; the last one is never passed.
    pub fn pass_waypoint(&mut self) {
        if self.after().is_some() {
            self.index += 1;
            self.read_section();
        }
    }
}
