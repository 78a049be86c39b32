//! Distances from one corner to all others: a search without a target, which computes landmarks.
//!
//! Intervals spread in the order of their distance. The sweep drops an interval if another path is shorter to
//! everything behind it.

use glam::Vec2;

use super::node::{NONE, Node, RootPoint};
use super::open::OpenEntry;
use super::{Polyanya, Run};
use crate::geometry::ground;
use crate::pathfinding::agent::ground::distance_to_segment;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::search_mesh::landmarks::{LANDMARKS, Landmarks};
use crate::pathfinding::search_mesh::{SearchMesh, WALL, is_side};
use crate::pathfinding::string_pulling::portal::Side;
use crate::trace::Silent;

/// Minimum number of corners of an island for which landmarks save time.
const FEWEST_CORNERS: usize = 500;

/// Minimum average ratio of path length to straight line for which landmarks save time.
const LEAST_DETOUR: f64 = 1.1;

/// Number of pairs of corners whose paths are searched to estimate this ratio.
const PAIRS: usize = 8;

/// Maximum number of intervals expanded per side of the mesh, in all sweeps together.
///
/// Beyond it, no landmarks are computed.
const INTERVALS_PER_SIDE: usize = 64;

/// Sweep over distances from one corner.
struct Sweep<'a> {
    search: Polyanya<&'a SearchMesh>,
    /// For each corner number, a side that begins there.
    side_at: Vec<u32>,
    /// Slots of nodes that are no longer needed.
    left: Vec<u32>,
    /// Remaining number of intervals that may be expanded, in all sweeps.
    budget: usize,
}

impl SearchMesh {
    /// Adds landmarks to large islands with long detours, so that searches expand fewer intervals.
    ///
    /// Pays off for some thousand queries.
    ///
    /// Sweeps each such island seventeen times and stores 64 bytes for each of its corners. Adds none if cells cannot
    /// be cut into convex pieces or wind differently, or if it would take too long.
    #[must_use]
    pub fn with_landmarks(self) -> Self {
        self.with_landmarks_in(|corners, detour| corners >= FEWEST_CORNERS && detour >= LEAST_DETOUR)
    }

    /// Adds landmarks to the islands that `is_chosen` accepts.
    ///
    /// Its arguments are the number of corners, and the ratio of path lengths to straight lines between some of them.
    #[must_use]
    pub fn with_landmarks_in(mut self, is_chosen: impl Fn(usize, f64) -> bool) -> Self {
        if self.is_sound() {
            self.landmarks = Sweep::new(&self).landmarks(is_chosen).unwrap_or_default();
        }
        self
    }
}

impl<'a> Sweep<'a> {
    fn new(floor: &'a SearchMesh) -> Self {
        let mut search = Polyanya::new(floor);
        let winding = if floor.halves.first().is_some_and(|half| half.winding < 0) { -1 } else { 1 };
        search.run = Run { number: 1, winding, mirror: winding as f32, step: NONE, ..Run::default() };
        search.on_the_way = vec![1; floor.block_count()];
        search.on_the_way[WALL as usize] = 0;
        let mut side_at = vec![NONE; floor.places.len()];
        for (side, half) in (0..).zip(&floor.halves) {
            side_at[half.spot as usize] = side;
        }
        Self { search, side_at, left: Vec::new(), budget: floor.len() * INTERVALS_PER_SIDE }
    }

    /// Computes landmarks in the chosen islands; `None` if there is none, or if the budget is exceeded.
    fn landmarks(mut self, is_chosen: impl Fn(usize, f64) -> bool) -> Option<Landmarks> {
        let floor = self.search.layout;
        let (mut landmarks, mut is_known) = (None, vec![false; floor.len()]);
        for side in 0..floor.len() as u32 {
            let corners = self.corners_of_island(side, &mut is_known);
            if !corners.is_empty() && is_chosen(corners.len(), self.detour(&corners)) {
                let landmarks = landmarks.get_or_insert_with(|| Landmarks::blank(floor.places.len()));
                self.sweep(side)?;
                self.put_up(landmarks)?;
            }
        }
        landmarks
    }

    /// Returns the corners of the island that contains a side; none if the island was visited before.
    fn corners_of_island(&self, side: u32, is_known: &mut [bool]) -> Vec<u32> {
        let floor = self.search.layout;
        let (mut corners, mut open) = (Vec::new(), vec![side]);
        while let Some(side) = open.pop() {
            if !is_known[side as usize] {
                for side in floor.ring(floor.first(side)) {
                    is_known[side as usize] = true;
                    corners.push(floor.half(side).spot);
                    open.extend(Some(floor.half(side).twin).filter(|&twin| is_side(twin)));
                }
            }
        }
        corners.sort_unstable();
        corners.dedup();
        corners
    }

    /// Returns the ratio of path lengths to straight lines between some corners.
    fn detour(&self, corners: &[u32]) -> f64 {
        let mut search = Polyanya::new(self.search.layout);
        let pairs =
            (0..PAIRS).map(|nth| [nth, nth + PAIRS].map(|nth| corners[nth * corners.len() / (2 * PAIRS)]));
        let (mut ways, mut straight) = (0.0, 0.0);
        for ends in pairs {
            let [start, target] = ends.map(|corner| self.located(corner));
            ways += search.length(&start, &target, &mut Silent).unwrap_or_default();
            straight += f64::from(ground(start.point).distance(ground(target.point)));
        }
        ways / straight
    }

    fn located(&self, corner: u32) -> Located {
        let floor = self.search.layout;
        let point = floor.places[corner as usize].at;
        let cell = floor.sides[self.side_at[corner as usize] as usize].cell;
        Located { asked: Endpoint { ground: ground(point), height: None }, cell, point, off_mesh: None }
    }

    /// Chooses landmarks in the island swept last, each as far from the others as possible.
    fn put_up(&mut self, landmarks: &mut Landmarks) -> Option<()> {
        let away_of = |sweep: &Self, corner: u32| sweep.search.away.of(corner);
        let reached = &self.search.away.reached;
        let mut island: Vec<(u32, f64)> =
            reached.iter().map(|&corner| (corner, away_of(self, corner))).collect();
        for landmark in 0..LANDMARKS {
            let &(farthest, _) = island.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
            self.sweep(self.side_at[farthest as usize])?;
            for (corner, nearest) in &mut island {
                let away = away_of(self, *corner);
                landmarks.set(*corner, landmark, away);
                // The corner of the first sweep only determines the first landmark and is not one itself.
                *nearest = if landmark == 0 { away } else { nearest.min(away) };
            }
        }
        Some(())
    }

    /// Computes the distances from the first corner of a side to all corners; `None` over budget.
    fn sweep(&mut self, side: u32) -> Option<()> {
        self.search.away.clear();
        self.left.clear();
        self.search.nodes.clear();
        self.search.open.clear();
        self.search.roots.start();
        let root = RootPoint { cost: 0.0, at: self.search.at(side), corner: NONE };
        for spoke in self.search.layout.spokes(side) {
            let start = self.search.layout.first(spoke);
            for corner in self.search.layout.ring(start) {
                self.search.reach_corner(corner, &root);
            }
            self.search.look_around(&root, start, false, &mut Silent);
        }
        self.put(0);
        while let Some(open) = self.search.open.pop() {
            let node = self.search.nodes[open.node() as usize];
            self.left.push(open.node());
            if !self.search.roots.is_outdated(node.root.corner, node.root.cost)
                && self.search.nearer_by(&node).is_none()
            {
                self.budget = self.budget.checked_sub(1)?;
                self.search.reach_corners(&node);
                let seen = self.search.seen(&node);
                let kept = self.search.nodes.len();
                self.search.expand(&node, &seen, &mut Silent);
                self.search.trail.clear();
                self.put(kept);
            }
        }
        Some(())
    }

    /// Puts the nodes from index `first` on into the queue, reusing free slots.
    fn put(&mut self, first: usize) {
        for index in (first..self.search.nodes.len()).rev() {
            let node = self.search.nodes[index];
            let nearest = self.nearest(&node);
            let place = match self.left.pop() {
                None => index as u32,
                Some(left) => {
                    self.search.nodes[left as usize] = node;
                    self.search.nodes.swap_remove(index);
                    left
                }
            };
            self.search.open.push(OpenEntry::new(nearest, place));
        }
    }

    /// Returns the distance to the nearest point of an interval.
    fn nearest(&self, node: &Node) -> f64 {
        if node.is_at_root() {
            return node.root.cost;
        }
        let line = self.search.line(self.search.exit_of(node)).map(Vec2::as_dvec2);
        let interval = [Side::Right, Side::Left].map(|side| node.end(side, line));
        node.root.cost + distance_to_segment(node.root.at.as_dvec2(), interval)
    }
}
