//! Propagation of the windows from cell to cell and from corner to corner.

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use super::fans::{FanCorner, FieldFans, across, open_twin};
use super::{Bound, Entry, Root, Window, outside};
use crate::budget::{Budget, Exhausted};
use crate::geometry::{Segment, Turn, ground, turn};
use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{CellId, HalfEdge, VertexId};
use crate::pathfinding::agent::ground::distance_to_segment;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::string_pulling::portal::Side;
use crate::progress::{Progress, Stopped};

const SIDES: [Side; 2] = [Side::Left, Side::Right];

const ENTRIES_PER_REPORT: usize = 1024;

/// Whether a corner of a cell is within each of the two bounds, by side.
type Seen = [bool; 2];

/// The least excess of a window's length for dropping it, as a share of the length.
///
/// The excess must be present at all points of the window. It is far greater than rounding errors.
const CLEARLY: f64 = 1e-9;

/// A path that turns around a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bend {
    before: u32,
    vertex: VertexId,
    fan: usize,
    at: FanCorner,
    side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Window(Window),
    Bend(Bend),
}

/// A queued event with its distance; of equal distances the oldest is first.
type Queued = (TotalF64, u32, Event);

pub(super) struct Spread<'a> {
    walkable: &'a Walkable<'a>,
    fans: FieldFans,
    roots: Vec<Root>,
    /// By fan, the least distance found so far.
    labels: Vec<f64>,
    /// By fan and side, whether a path has turned around it.
    is_bent: Vec<[bool; 2]>,
    open: PriorityQueue<Queued>,
    pushed: u32,
    kept: Vec<Window>,
    /// By cell slot, whether the cell has a window.
    is_reached: Vec<bool>,
    /// The number of cells that have a window.
    reached: usize,
    cells: usize,
    budget: Budget,
}

/// Budget factor per cell, relative to a usual analysis; some dozens of windows enter each cell.
const TIMES: usize = 96;

impl<'a> Spread<'a> {
    pub(super) fn from(walkable: &'a Walkable<'a>, from: &Located) -> Self {
        let fans = FieldFans::of(walkable);
        let islands = &walkable.derived.islands;
        let island = islands.of(from.cell).and_then(|id| islands.all().get(id.0 as usize));
        let root = Root { point: ground(from.point), distance: 0.0, vertex: None, before: None };
        let mut spread = Self {
            walkable,
            roots: vec![root],
            labels: vec![f64::INFINITY; fans.turns.len()],
            is_bent: vec![[false; 2]; fans.turns.len()],
            fans,
            open: PriorityQueue::default(),
            pushed: 0,
            kept: Vec::new(),
            is_reached: vec![false; walkable.mesh.cell_slots()],
            reached: 0,
            cells: island.map_or(1, |island| island.cells.max(1)),
            budget: Budget::of_elements(walkable.mesh.cell_count().saturating_mul(TIMES)),
        };
        spread.look_around(from.cell);
        spread
    }

    /// Runs until the queue is empty, or until there are too many windows or the budget is exhausted.
    pub(super) fn run(
        &mut self,
        most_windows: usize,
        progress: &Progress,
    ) -> Result<Result<(), Exhausted>, Stopped> {
        let mut popped = 0_usize;
        while let Some((distance, _, event)) = self.open.pop() {
            if popped.is_multiple_of(ENTRIES_PER_REPORT) {
                progress.report(self.reached, self.cells)?;
                if self.kept.len() > most_windows {
                    return Ok(Err(Exhausted));
                }
            }
            popped += 1;
            match event {
                Event::Bend(bend) => self.bend(distance.into(), &bend),
                Event::Window(window) if self.is_worth_while(&window) => {
                    let bytes = growth(self.kept.len(), self.kept.capacity(), size_of::<Window>());
                    if self.budget.keep(bytes).is_err() {
                        return Ok(Err(Exhausted));
                    }
                    self.kept.push(window);
                    let is_first = !std::mem::replace(&mut self.is_reached[window.cell.0 as usize], true);
                    self.reached += usize::from(is_first);
                    self.look_through(&window);
                }
                Event::Window(_) => {}
            }
            if self.budget.is_exhausted() {
                return Ok(Err(Exhausted));
            }
        }
        Ok(Ok(()))
    }

    pub(super) fn into_parts(self) -> (Vec<Root>, Vec<Window>, Vec<f64>) {
        let mesh = self.walkable.mesh;
        let mut vertices = vec![f64::INFINITY; mesh.vertex_slots()];
        for (id, cell) in mesh.cells() {
            for (corner, vertex) in (0..).zip(cell.corners()) {
                let known = &mut vertices[vertex.0 as usize];
                *known = self.fans.fan((id, corner)).map_or(*known, |fan| known.min(self.labels[fan]));
            }
        }
        (self.roots, self.kept, vertices)
    }

    fn place(&self, vertex: VertexId) -> Vec2 {
        ground(self.walkable.mesh.position(vertex))
    }

    fn corners(&self, cell: CellId) -> &'a [VertexId] {
        self.walkable.mesh.corners(cell)
    }

    fn push(&mut self, key: f64, event: Event) {
        if self.budget.keep(growth(self.open.len(), self.open.capacity(), size_of::<Queued>())).is_ok() {
            self.open.push((key.into(), self.pushed, event));
            self.pushed += 1;
        }
    }

    /// Queues the windows of the source: its cell and every cell that the source touches.
    fn look_around(&mut self, first: CellId) {
        if !self.walkable.allows(first) {
            return;
        }
        let mut cells = vec![first];
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            next += 1;
            let window = Window { root: 0, cell, entry: Entry::Source, bounds: [Bound::Open; 2] };
            self.push(0.0, Event::Window(window));
            for side in 0..self.corners(cell).len() as u32 {
                let half_edge = HalfEdge { cell, side };
                if self.is_at_root(&window, side)
                    && let Some(twin) = open_twin(self.walkable, half_edge)
                    && !cells.contains(&twin.cell)
                {
                    cells.push(twin.cell);
                }
            }
        }
    }

    /// Returns whether a side of a window's cell contains its root; such a side shows nothing.
    fn is_at_root(&self, window: &Window, side: u32) -> bool {
        let corners = self.corners(window.cell);
        let next = (side + 1) % corners.len() as u32;
        match window.entry {
            Entry::Corner(corner) => corner == side || corner == next,
            Entry::Side(_) => false,
            Entry::Source => {
                let [from, to] = [side, next].map(|corner| self.place(corners[corner as usize]));
                Segment::new(from, to).holds(self.roots[0].point)
            }
        }
    }

    fn ray(&self, root: &Root, bound: Bound) -> Option<[Vec2; 2]> {
        bound.ray(root, &self.roots, self.walkable.mesh)
    }

    /// Returns by side whether a position is within the bound or on it.
    fn seen(&self, window: &Window, at: Vec2) -> Seen {
        let root = &self.roots[window.root as usize];
        SIDES.map(|side| {
            let ray = self.ray(root, window.bounds[side as usize]);
            ray.is_none_or(|[from, to]| turn(from, to, at) != outside(side))
        })
    }

    /// Propagates a window through each of the other sides of its cell.
    fn look_through(&mut self, window: &Window) {
        let corners = self.corners(window.cell);
        let seen: SmallVec<[Seen; 8]> =
            corners.iter().map(|&corner| self.seen(window, self.place(corner))).collect();
        for (corner, seen) in (0..).zip(&seen) {
            if *seen == [true; 2] {
                self.relax(window, corner);
            }
        }
        for side in 0..corners.len() as u32 {
            let is_entry = matches!(window.entry, Entry::Side(entry) if entry == side);
            if !is_entry
                && !self.is_at_root(window, side)
                && let Some(twin) = open_twin(self.walkable, HalfEdge { cell: window.cell, side })
            {
                self.look_out(window, side, twin, &seen);
            }
        }
    }

    fn relax(&mut self, window: &Window, corner: u32) {
        let at = self.place(self.corners(window.cell)[corner as usize]);
        let distance = self.reach(window.root, at.as_dvec2());
        if let Some(fan) = self.fans.fan((window.cell, corner)) {
            self.labels[fan] = self.labels[fan].min(distance);
        }
    }

    /// Returns the distance of a position that is visible from a root.
    fn reach(&self, root: u32, at: DVec2) -> f64 {
        let root = &self.roots[root as usize];
        root.distance + root.point.as_dvec2().distance(at)
    }

    /// Queues the window through one side, and the bends around its ends.
    fn look_out(&mut self, window: &Window, side: u32, twin: HalfEdge, seen: &[Seen]) {
        let corners = self.corners(window.cell);
        let count = corners.len() as u32;
        let mut ends = [(side + 1) % count, side];
        if self.fans.is_inside_out(window.cell) {
            ends.reverse();
        }
        let mut bounds = window.bounds;
        for side_of in SIDES {
            let end = ends[side_of as usize];
            let vertex = corners[end as usize];
            if seen[end as usize] == [true; 2] && bounds[side_of as usize] != Bound::At(vertex) {
                let beyond = if end == side { twin.side + 1 } else { twin.side };
                let beyond = beyond % self.corners(twin.cell).len() as u32;
                self.offer_bend(window, end, (twin.cell, beyond), side_of);
            }
            if seen[end as usize][side_of as usize] {
                bounds[side_of as usize] = Bound::At(vertex);
            }
        }
        if self.is_wide(window.root, bounds) {
            let entry = Entry::Side(twin.side);
            let next = Window { root: window.root, cell: twin.cell, entry, bounds };
            let visible = self.visible(&next, twin.side);
            let root = self.roots[window.root as usize];
            let key = root.distance + distance_to_segment(root.point.as_dvec2(), visible);
            self.push(key, Event::Window(next));
        }
    }

    /// Returns whether the region between two bounds of a root is not empty; exact.
    fn is_wide(&self, root: u32, bounds: [Bound; 2]) -> bool {
        let root = &self.roots[root as usize];
        let [left, right] = bounds;
        match (left, right) {
            (Bound::At(left), right) => {
                self.ray(root, right).is_none_or(|[from, to]| turn(from, to, self.place(left)) == Turn::Left)
            }
            (left, Bound::At(right)) => {
                self.ray(root, left).is_none_or(|[from, to]| turn(from, to, self.place(right)) == Turn::Right)
            }
            _ => true,
        }
    }

    /// Returns the left and the right end of the part of a side visible through a window; rounded.
    fn visible(&self, window: &Window, side: u32) -> [DVec2; 2] {
        let root = &self.roots[window.root as usize];
        let corners = self.corners(window.cell);
        let [a, b] = [side, (side + 1) % corners.len() as u32].map(|i| corners[i as usize]);
        let [from, to] = [a, b].map(|vertex| self.place(vertex).as_dvec2());
        SIDES.map(|side| match window.bounds[side as usize] {
            Bound::At(vertex) if vertex == a => from,
            Bound::At(vertex) if vertex == b => to,
            bound => self.ray(root, bound).map_or(from, |ray| crossing([from, to], ray)),
        })
    }

    fn offer_bend(&mut self, window: &Window, corner: u32, at: FanCorner, side: Side) {
        let vertex = self.corners(window.cell)[corner as usize];
        let distance = self.reach(window.root, self.place(vertex).as_dvec2());
        let fan = self.fans.fan((window.cell, corner)).filter(|&fan| self.fans.turns[fan]);
        if let Some(fan) =
            fan.filter(|&fan| !self.is_bent[fan][side as usize] && !is_longer(distance, self.labels[fan]))
        {
            self.push(distance, Event::Bend(Bend { before: window.root, vertex, fan, at, side }));
        }
    }

    /// Makes a corner a root and queues windows of its fan behind the line from the previous root.
    fn bend(&mut self, distance: f64, bend: &Bend) {
        let Bend { before, vertex, fan, at: start, side } = *bend;
        // Of two equally long paths, either suffices: positions whose shortest path turns here are visible over both.
        if self.is_bent[fan][side as usize] || is_longer(distance, self.labels[fan]) {
            return;
        }
        self.is_bent[fan][side as usize] = true;
        let root = self.roots.len() as u32;
        let point = self.place(vertex);
        self.roots.push(Root { point, distance, vertex: Some(vertex), before: Some(before as usize) });
        let is_onwards = self.fans.is_onwards(start.0, side);
        let (mut at, mut is_behind) = (Some(start), false);
        while let Some((cell, corner)) = at {
            let spokes = self.spokes((cell, corner), is_onwards);
            let ray = [self.roots[before as usize].point, point];
            is_behind |= turn(ray[0], ray[1], spokes[0]) != outside(side.other());
            if is_behind || turn(ray[0], ray[1], spokes[1]) == outside(side) {
                let mut bounds = [Bound::Open; 2];
                if !is_behind {
                    bounds[side.other() as usize] = Bound::Beyond;
                }
                let window = Window { root, cell, entry: Entry::Corner(corner), bounds };
                self.push(distance, Event::Window(window));
            }
            at = across(self.walkable, (cell, corner), is_onwards).filter(|&next| next != start);
        }
    }

    /// Returns the ends of the sides at a corner: the first in the direction of rotation, then the other.
    fn spokes(&self, (cell, corner): FanCorner, is_onwards: bool) -> [Vec2; 2] {
        let corners = self.corners(cell);
        let [next, last] =
            [1, corners.len() - 1].map(|step| self.place(corners[(corner as usize + step) % corners.len()]));
        if is_onwards { [next, last] } else { [last, next] }
    }

    /// Returns whether a window may be the shortest path to some position behind it.
    ///
    /// Compares the path through the window with the path over an end of the side and along the side. If the latter
    /// is shorter at the far end of the visible part, it is shorter for all of it.
    fn is_worth_while(&self, window: &Window) -> bool {
        let root = &self.roots[window.root as usize];
        let Entry::Side(side) = window.entry else { return true };
        let visible = self.visible(window, side);
        let count = self.corners(window.cell).len() as u32;
        // Seen from within the cell, the side's first end is on the left of a path that enters.
        let mut ends = [side, (side + 1) % count];
        if self.fans.is_inside_out(window.cell) {
            ends.reverse();
        }
        SIDES.into_iter().all(|near| {
            let far = visible[near.other() as usize];
            let end = ends[near as usize];
            let at = self.place(self.corners(window.cell)[end as usize]).as_dvec2();
            let label = self.fans.fan((window.cell, end)).map_or(f64::INFINITY, |fan| self.labels[fan]);
            let through = root.distance + root.point.as_dvec2().distance(far);
            !is_longer(through, label + at.distance(far))
        })
    }
}

/// Returns whether a path is longer than another by more than rounding.
fn is_longer(way: f64, other: f64) -> bool {
    way * (1.0 - CLEARLY) > other
}

/// Returns the intersection of a line and a side, clamped to the side; rounded.
fn crossing([from, to]: [DVec2; 2], ray: [Vec2; 2]) -> DVec2 {
    let [a, b] = ray.map(Vec2::as_dvec2);
    let (along, across) = (to - from, b - a);
    let t = (a - from).perp_dot(across) / along.perp_dot(across);
    if t.is_finite() { from.lerp(to, t.clamp(0.0, 1.0)) } else { from }
}

/// Returns the bytes by which a list grows if an element is added.
fn growth(len: usize, capacity: usize, size: usize) -> usize {
    if len < capacity { 0 } else { capacity.max(4) * size }
}
