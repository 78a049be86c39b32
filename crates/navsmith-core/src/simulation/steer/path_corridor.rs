//! A path as a corridor of cells whose ends move, so that a displaced agent needs no new search.
//!
//! Source: Mononen, *Detour*, 2009: `dtPathCorridor`. Here the corridor contains the traversals between its cells, so
//! it may lead over links. Ends move as circles with the agent's radius.

use std::mem;

use glam::{DVec3, Vec2, Vec3};

use super::local_search::{Route, search_near};
use crate::geometry::ground;
use crate::navmesh::{CellId, HalfEdge, Surface};
use crate::pathfinding::agent::Agent;
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::memory::SurfaceMemory;
use crate::pathfinding::mesh_query::move_with_radius::{CircleSlide, move_with_radius_into};
use crate::pathfinding::mesh_query::raycast::{Ray, raycast_into};
use crate::pathfinding::query::waypoints_through;
use crate::pathfinding::string_pulling::path::Path;
use crate::pathfinding::string_pulling::waypoint::{Waypoint, WaypointKind};

/// Maximum number of cells that are expanded to connect two cells that meet at a corner.
const MOST_AROUND_CORNER: usize = 64;

/// A corridor between two positions that move.
///
/// The first cell contains the start, the last cell the target, and each traversal leads into the next cell.
#[derive(Clone, Debug)]
pub struct PathCorridor {
    corridor: Corridor,
    start: Located,
    target: Located,
    moved: CircleSlide,
    /// Cells that the last movement or ray visited, from the end that it started at.
    visited: Vec<CellId>,
    can_be_dear: bool,
}

/// How a corridor follows a movement of its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartChange {
    /// The cells are the same.
    SameCells,
    /// Cells were added or removed.
    OtherCells,
    /// The cells of the movement cannot be connected, so the corridor is unchanged; rare.
    Unconnected,
}

impl PathCorridor {
    /// Creates a corridor of a single cell.
    pub fn new(at: Located) -> Self {
        let corridor = Corridor { cells: vec![at.cell], exits: Vec::new() };
        let (moved, visited) = (CircleSlide::default(), Vec::new());
        Self { corridor, start: at, target: at, moved, visited, can_be_dear: false }
    }

    /// Creates the corridor of a path between two positions on its first and last cell.
    ///
    /// `None` if the positions are on other cells, or the cells of the path are not connected.
    pub fn of_path(walkable: &Walkable<'_>, path: &Path, [start, target]: [&Located; 2]) -> Option<Self> {
        let cells = &path.corridor;
        let sides = path.portals.iter().filter_map(|portal| portal.half_edge);
        let mut sides: Vec<HalfEdge> = sides.filter(|side| !side.is_diagonal()).collect();
        sides.dedup();
        let links: Vec<WaypointKind> = path.portals.iter().filter_map(|portal| portal.link).collect();
        let exit = |pair: &[CellId]| {
            let by_side = |&(side, next): &(HalfEdge, CellId)| next == pair[1] && sides.contains(&side);
            let side = walkable.derived.adjacency.neighbors(pair[0]).find(by_side);
            let by_link = || {
                let mut steps = walkable.derived.links.steps(pair[0]);
                let step = steps
                    .find(|step| step.cell == pair[1] && links.contains(&WaypointKind::On(step.link)))?;
                Some(Traversal::Link { link: step.link, end: step.end })
            };
            side.map(|(side, _)| Traversal::Side(side)).or_else(by_link)
        };
        let exits = cells.windows(2).map(exit).collect::<Option<Vec<_>>>()?;
        Self::of_corridor(Corridor { cells: cells.clone(), exits }, [start, target])
    }

    /// Creates a path corridor from cells that are connected between two positions.
    ///
    /// `None` if the positions are on other cells than the first and the last one.
    pub fn of_corridor(corridor: Corridor, [start, target]: [&Located; 2]) -> Option<Self> {
        let Corridor { cells, .. } = &corridor;
        let is_between = cells.first() == Some(&start.cell) && cells.last() == Some(&target.cell);
        is_between.then(|| Self { corridor, target: *target, ..Self::new(*start) })
    }

    /// Returns the cells and the traversals between them.
    pub fn corridor(&self) -> &Corridor {
        &self.corridor
    }

    /// Returns the position at which the corridor starts.
    pub fn start(&self) -> &Located {
        &self.start
    }

    /// Returns the position at which the corridor ends.
    pub fn target(&self) -> &Located {
        &self.target
    }

    /// Whether an end left the corridor and costs differ there, so that another path can be cheaper.
    ///
    /// A new path is recommended then, but not necessary.
    pub fn can_be_dear(&self) -> bool {
        self.can_be_dear
    }

    /// Whether a metre costs more in some of its cells than in others.
    pub fn has_different_costs(&self, walkable: &Walkable<'_>) -> bool {
        costs_differ(walkable, self.corridor.cells.iter())
    }

    /// Moves the start over the surface towards a position, and adds or removes cells at the start.
    ///
    /// Returns the movement. The start stays where it is in the rare case that its cells cannot be connected.
    pub fn move_start(
        &mut self,
        walkable: &Walkable<'_>,
        to: Vec2,
        memory: &mut SurfaceMemory,
    ) -> &CircleSlide {
        let mut moved = mem::take(&mut self.moved);
        move_with_radius_into(walkable, &self.start, to, memory, &mut moved);
        if self.follow_start(walkable, &moved) == StartChange::Unconnected {
            moved.slide.end = self.start;
            moved.slide.has_arrived = false;
        }
        self.moved = moved;
        &self.moved
    }

    /// Moves the start by a movement of its agent, and adds or removes cells at the start.
    pub fn follow_start(&mut self, walkable: &Walkable<'_>, moved: &CircleSlide) -> StartChange {
        let (path, slide) = (&self.corridor, &moved.slide);
        if slide.cells.iter().all(|cell| Some(cell) == path.cells.first()) {
            self.start = slide.end;
            return StartChange::SameCells;
        }
        visit(&mut self.visited, &self.start, &slide.cells);
        let visited = &self.visited;
        let first = |cell| path.cells.iter().position(|known| *known == cell);
        if let Some((kept, from)) = latest(visited, first)
            && let Some(mut corridor) = connected(walkable, visited[from..].iter().rev().copied())
        {
            let is_ahead = from + 1 == visited.len() && path.cells[..=kept] == visited[..];
            self.can_be_dear |= !is_ahead && costs_differ(walkable, path.cells.iter().chain(visited));
            corridor.cells.extend_from_slice(&path.cells[kept + 1..]);
            corridor.exits.extend_from_slice(&path.exits[kept..]);
            self.corridor = corridor;
            self.start = slide.end;
            return StartChange::OtherCells;
        }
        StartChange::Unconnected
    }

    /// Moves the start over the first link of the corridor, and returns where it gets off.
    ///
    /// `None` without a link; the corridor is unchanged then.
    pub(in crate::simulation) fn take_link(&mut self, walkable: &Walkable<'_>, off: Vec3) -> Option<Located> {
        let Corridor { cells, exits } = &mut self.corridor;
        let taken = exits.iter().position(|exit| exit.link().is_some())?;
        let cell = cells[taken + 1];
        walkable.mesh.cell(cell)?;
        let point = Surface::of(walkable.mesh, cell).nearest(off);
        cells.drain(..=taken);
        exits.drain(..=taken);
        self.start = Located { asked: ground(point).into(), cell, point, off_mesh: None };
        Some(self.start)
    }

    /// Sets both ends on the end cells after an edit of the mesh, and repairs the corridor.
    ///
    /// The search expands at most `most` cells. Returns `false` if a new path is necessary.
    pub fn relocate(&mut self, walkable: &Walkable<'_>, [start, target]: [&Located; 2], most: usize) -> bool {
        let cells = &self.corridor.cells;
        let is_same = cells.first() == Some(&start.cell) && cells.last() == Some(&target.cell);
        if is_same {
            (self.start, self.target) = (*start, *target);
        }
        is_same && self.repair(walkable, most)
    }

    /// Moves the target over the surface towards a position, and adds or removes cells at the end.
    ///
    /// Returns the movement. The target stays where it is in the rare case that its cells cannot be connected.
    pub fn move_target(
        &mut self,
        walkable: &Walkable<'_>,
        to: Vec2,
        memory: &mut SurfaceMemory,
    ) -> &CircleSlide {
        move_with_radius_into(walkable, &self.target, to, memory, &mut self.moved);
        visit(&mut self.visited, &self.target, &self.moved.slide.cells);
        let visited = &self.visited;
        let last = |cell| self.corridor.cells.iter().rposition(|known| *known == cell);
        if let Some((kept, from)) = latest(visited, last)
            && let Some(end) = connected(walkable, visited[from..].iter().copied())
        {
            let is_same = visited.iter().all(|cell| Some(cell) == self.corridor.cells.last());
            self.can_be_dear |= !is_same && costs_differ(walkable, self.corridor.cells.iter().chain(visited));
            self.corridor.cells.truncate(kept);
            self.corridor.exits.truncate(kept);
            self.corridor.cells.extend_from_slice(&end.cells);
            self.corridor.exits.extend_from_slice(&end.exits);
            self.target = self.moved.slide.end;
        } else {
            self.moved.slide.end = self.target;
            self.moved.slide.has_arrived = false;
        }
        &self.moved
    }

    /// Returns the string through the corridor: its corners, with the start and the target.
    ///
    /// It passes corners at the radius of the agent.
    pub fn string(&self, walkable: &Walkable<'_>) -> Vec<Waypoint> {
        waypoints_through(walkable, &self.corridor, [&self.start, &self.target])
    }

    /// Returns the next corners of the string, at most `count`; the last may be the target.
    pub fn corners(&self, walkable: &Walkable<'_>, count: usize) -> Vec<Waypoint> {
        let mut corners = self.string(walkable);
        corners.drain(..1.min(corners.len()));
        corners.truncate(count);
        corners
    }

    /// Whether the first cells, up to `ahead`, exist and are connected, and the agent may enter them.
    pub fn is_valid(&self, walkable: &Walkable<'_>, ahead: usize) -> bool {
        self.first_fault(walkable).is_none_or(|fault| fault >= ahead)
    }

    /// Replaces cells that are no longer valid by a search that expands at most `most` cells.
    ///
    /// Returns whether the corridor is valid then; if not, a new path is necessary.
    pub fn repair(&mut self, walkable: &Walkable<'_>, most: usize) -> bool {
        while let Some(fault) = self.first_fault(walkable) {
            let cells = &self.corridor.cells;
            let rank = |cell| cells.iter().rposition(|known| *known == cell).filter(|&index| index > fault);
            let best = cells.len() - 1;
            let is_start_lost = walkable.mesh.cell(self.start.cell).is_none();
            let route = search_near(walkable, &self.start, most, best, rank).filter(|_| !is_start_lost);
            let Some((index, route)) = route else { return false };
            self.splice(index, route);
        }
        true
    }

    /// Shortens the corridor if a position is visible from the start, such as the next corner.
    ///
    /// Positions farther than `range` metres are not tested, and cells of different costs are left as they are. Returns
    /// whether the corridor changed. (Mononen, 2009: `optimizePathVisibility`.)
    pub fn optimize_visibility(
        &mut self,
        walkable: &Walkable<'_>,
        to: Vec3,
        range: f32,
        memory: &mut SurfaceMemory,
        ray: &mut Ray,
    ) -> bool {
        let from = ground(self.start.point);
        let goal = from + (ground(to) - from).clamp_length_max(range);
        raycast_into(walkable, &self.start, goal, memory, ray);
        visit(&mut self.visited, &self.start, &ray.cells);
        let first = |cell| self.corridor.cells.iter().position(|known| *known == cell);
        let meeting = latest(&self.visited, first).filter(|_| ray.hit.is_none());
        let Some((kept, end)) = meeting else { return false };
        let seen = &self.visited[..=end];
        let known = &self.corridor.cells[..=kept];
        if kept == 0 || known == seen || costs_differ(walkable, known.iter().chain(seen)) {
            return false;
        }
        let Some(Corridor { cells, exits }) = connected(walkable, seen.iter().copied()) else { return false };
        self.corridor.cells.splice(..=kept, cells);
        self.corridor.exits.splice(..kept, exits);
        true
    }

    /// Replaces the first part of the corridor if a local search finds a shorter one.
    ///
    /// The search expands at most `most` cells. Lengths are measured over the midpoints of portals, so links and cells of
    /// different costs are left as they are. Returns whether the corridor changed. (Mononen, 2009: `optimizePathTopology`.)
    pub fn optimize_topology(&mut self, walkable: &Walkable<'_>, most: usize) -> bool {
        let Corridor { cells, exits } = &self.corridor;
        let last = cells.len() - 1;
        let rank = |cell| cells.iter().rposition(|known| *known == cell).filter(|&index| index > 0);
        let Some((index, route)) = search_near(walkable, &self.start, most, last, rank) else { return false };
        let has_link = exits[..index].iter().any(|exit| exit.link().is_some());
        if has_link || costs_differ(walkable, cells[..=index].iter().chain(&route.cells)) {
            return false;
        }
        let behind = match exits.get(index) {
            Some(&exit) => walkable.midpoint(exit),
            None => self.target.point.as_dvec3(),
        };
        let start = self.start.point.as_dvec3();
        let [found, known] = [&route.exits, &exits[..index]].map(|exits| {
            let middles = exits.iter().map(|&exit| walkable.midpoint(exit)).chain([behind]);
            length(start, middles)
        });
        let is_shorter = found < known * (1.0 - 1e-9);
        if is_shorter {
            self.splice(index, route);
        }
        is_shorter
    }

    /// Replaces the cells before the one at an index by a route to it.
    fn splice(&mut self, index: usize, Route { cells, exits }: Route) {
        self.corridor.cells.splice(..=index, cells);
        self.corridor.exits.splice(..index, exits);
    }

    fn first_fault(&self, walkable: &Walkable<'_>) -> Option<usize> {
        self.faults(walkable).next()
    }

    /// Returns the indices of cells that do not exist, are blocked, or do not lead into the next one.
    fn faults(&self, walkable: &Walkable<'_>) -> impl Iterator<Item = usize> {
        let Corridor { cells, exits } = &self.corridor;
        (0..cells.len()).filter(move |&index| {
            let is_lost = walkable.mesh.cell(cells[index]).is_none();
            let leads_on = |exit: &Traversal| {
                let next = cells[index + 1];
                let is_way = walkable.ways(cells[index]).any(|way| way == (*exit, next));
                is_way && walkable.blocked_traversal(cells[index], *exit, next).is_none()
            };
            is_lost || !exits.get(index).is_none_or(leads_on)
        })
    }
}

/// Lists the cells that a movement or a ray visits, with that of its start.
///
/// At a corner, it may begin in another cell.
fn visit(visited: &mut Vec<CellId>, from: &Located, cells: &[CellId]) {
    visited.clear();
    visited.push(from.cell);
    visited.extend_from_slice(cells);
    visited.dedup();
}

/// Returns the latest visited cell of a path, by its indices in the path and in the visited cells.
///
/// A path can return to a cell over cheaper ground; `find` decides for one of its indices.
fn latest(visited: &[CellId], find: impl Fn(CellId) -> Option<usize>) -> Option<(usize, usize)> {
    visited.iter().enumerate().rev().find_map(|(from, &cell)| Some((find(cell)?, from)))
}

/// Connects cells of which each shares a side or a corner with the next one.
///
/// A circle passed between them, so the widths of portals are not tested.
fn connected(walkable: &Walkable<'_>, cells: impl Iterator<Item = CellId>) -> Option<Corridor> {
    let point = Agent { radius: 0.0, ..*walkable.agent };
    let walkable = Walkable { agent: &point, ..*walkable };
    let mut corridor = Corridor::default();
    for cell in cells {
        let Some(&last) = corridor.cells.last() else {
            corridor.cells.push(cell);
            continue;
        };
        if cell == last {
            continue;
        }
        let sides = walkable.derived.adjacency.neighbors(last);
        if let Some((side, _)) = sides.into_iter().find(|&(_, next)| next == cell) {
            corridor.cells.push(cell);
            corridor.exits.push(Traversal::Side(side));
        } else {
            let from = Located { cell: last, point: walkable.mesh.centroid(last), ..Located::default() };
            let rank = |reached| (reached == cell).then_some(1);
            let (_, route) = search_near(&walkable, &from, MOST_AROUND_CORNER, 1, rank)?;
            corridor.cells.extend_from_slice(&route.cells[1..]);
            corridor.exits.extend_from_slice(&route.exits);
        }
    }
    Some(corridor)
}

/// Whether a metre costs more in some of these cells than in others.
fn costs_differ<'a>(walkable: &Walkable<'_>, mut cells: impl Iterator<Item = &'a CellId>) -> bool {
    let first = cells.next().filter(|_| walkable.filter.has_costs()).map(|&cell| walkable.weight(cell));
    first.is_some_and(|first| cells.any(|&cell| walkable.weight(cell) != first))
}

/// Returns the length of a polyline.
fn length(start: DVec3, points: impl Iterator<Item = DVec3>) -> f64 {
    let parts = points.scan(start, |at, point| Some(mem::replace(at, point).distance(point)));
    parts.sum()
}
