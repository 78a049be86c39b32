//! Wall corners near a corridor.

use glam::{DVec2, Vec2};

use super::{Disc, PulledString};
use crate::geometry::{Turn, ground as on_ground, turn};
use crate::navmesh::{CellId, HalfEdge, VertexId};
use crate::pathfinding::agent::ground::{Ground, distance_to_segment};

/// The wall corners near a corridor, each with its side of the corridor.
pub(super) struct RoundedCorners<'a, 'g> {
    pub(super) ground: &'a Ground<'g>,
    /// The path through the narrowed portals.
    pub(super) pulled: PulledString<'a>,
    pub(super) radius: f32,
}

/// Memory of a search for corners, kept between queries.
#[derive(Clone, Debug, Default)]
pub(super) struct CornerMemory {
    /// Vertices on or near a side.
    vertices: Vec<VertexId>,
    /// Cells that were searched behind a side.
    seen: Vec<CellId>,
}

impl RoundedCorners<'_, '_> {
    /// Writes all corners to `discs`, ordered by portal.
    pub(super) fn find(&self, memory: &mut CornerMemory, discs: &mut Vec<Disc>) {
        discs.clear();
        for (i, &cell) in self.pulled.cells.iter().enumerate() {
            let doors = self.doors(i);
            discs.extend(self.ends_of(i));
            let count = self.ground.mesh().corners(cell).len() as u32;
            let is_at = |side, door: HalfEdge| door == side || door.separates(side, count);
            let is_door = |&side: &HalfEdge| doors.iter().flatten().any(|&door| is_at(side, door));
            for side in self.ground.sides(cell).filter(|side| !is_door(side)) {
                memory.vertices.clear();
                memory.vertices.extend(self.ground.mesh().half_edge(side).into_iter().flatten());
                if self.ground.beyond(side).is_some() {
                    self.gather_beyond(i, side, memory);
                }
                let vertices = &mut memory.vertices;
                vertices.sort_unstable();
                vertices.dedup();
                // The ends of a portal belong to it alone: a path to the portal before may pass them on any side.
                vertices
                    .retain(|&vertex| self.ground.walkable.has_wall(vertex) && !self.is_at_portal(i, vertex));
                let sided = vertices.iter().copied();
                let sided = sided.filter_map(|it| Some((it, self.is_left(doors, side, it)?)));
                discs.extend(sided.map(|(vertex, is_left)| self.disc(i, vertex, is_left)));
            }
        }
    }

    /// Writes the corners at the ends of portals to `discs`, ordered by portal.
    pub(super) fn find_at_portals(&self, discs: &mut Vec<Disc>) {
        discs.clear();
        discs.extend((0..self.pulled.portals.len()).flat_map(|portal| self.ends_of(portal)));
    }

    /// Whether a vertex is an end of a portal of a cell.
    fn is_at_portal(&self, cell: usize, vertex: VertexId) -> bool {
        let portals = self.pulled.portals.get(cell..cell + 2).unwrap_or_default();
        portals.iter().filter_map(|portal| portal.ids).flatten().any(|end| end == vertex)
    }

    fn disc(&self, portal: usize, vertex: VertexId, is_left: bool) -> Disc {
        let radius = if is_left { 1.0 } else { -1.0 };
        let (at, height) = (self.ground.at(vertex).as_dvec2(), self.ground.mesh().position(vertex).y);
        Disc { at, radius, vertex: Some(vertex), portal, height, is_pulled: false }
    }

    fn ends_of(&self, portal: usize) -> impl Iterator<Item = Disc> {
        let ids = self.pulled.portals.get(portal).and_then(|portal| portal.ids);
        let ends = ids.into_iter().flat_map(|[left, right]| [(left, true), (right, false)]);
        let walls = ends.filter(|&(vertex, _)| self.ground.walkable.has_wall(vertex));
        walls.map(move |(vertex, is_left)| self.disc(portal, vertex, is_left))
    }

    fn doors(&self, i: usize) -> [Option<HalfEdge>; 2] {
        let exit = |i: usize| self.pulled.portals.get(i).and_then(|portal| portal.half_edge);
        [exit(i).and_then(|side| self.ground.beyond(side)), exit(i + 1)]
    }

    /// Whether a vertex on or behind a side of a cell is to the left of the path through the cell.
    ///
    /// `None` if it lies behind the start or beyond the target.
    fn is_left(&self, doors: [Option<HalfEdge>; 2], side: HalfEdge, vertex: VertexId) -> Option<bool> {
        if let [Some(entry), Some(exit)] = doors {
            // Counter-clockwise from the entry, the right side comes first.
            let count = self.ground.mesh().corners(side.cell).len() as u32;
            let first = |side: HalfEdge| side.corners(count)[0];
            let after_entry = |other: HalfEdge| (first(other) + count - first(entry)) % count;
            return Some(after_entry(side) > after_entry(exit));
        }
        // In the first and last cell the first and last segment of the path decide, except for the ends of its portal.
        if doors
            .into_iter()
            .flatten()
            .filter_map(|door| self.ground.mesh().half_edge(door))
            .flatten()
            .any(|end| end == vertex)
        {
            return None;
        }
        let [from, to] = match (doors[0], self.pulled.waypoints) {
            (None, [first, next, ..]) => [first, next],
            (_, [.., before, last]) => [before, last],
            _ => return None,
        }
        .map(|waypoint| on_ground(waypoint.point));
        let at = self.ground.at(vertex);
        let is_past = |place: Vec2| (at - place).dot(to - from) > 0.0;
        let is_beside = (doors[0].is_some() || is_past(from)) && (doors[1].is_some() || !is_past(to));
        is_beside.then(|| turn(from, to, at) == Turn::Left)
    }

    fn gather_beyond(&self, i: usize, side: HalfEdge, CornerMemory { vertices, seen }: &mut CornerMemory) {
        let cells = self.pulled.cells;
        let own = cells.get(i.saturating_sub(1)..(i + 2).min(cells.len())).unwrap_or_default();
        let door = self.ground.ends(side).map(Vec2::as_dvec2);
        seen.clear();
        seen.extend_from_slice(own);
        let mut next = seen.len();
        seen.extend(self.ground.beyond(side).map(|twin| twin.cell).filter(|cell| !own.contains(cell)));
        while let Some(&cell) = seen.get(next) {
            next += 1;
            for side in self.ground.sides(cell) {
                let ends = self.ground.ends(side).map(Vec2::as_dvec2);
                if apart(door, ends) > f64::from(self.radius) {
                    continue;
                }
                let near = |vertex: &VertexId| {
                    distance_to_segment(self.ground.at(*vertex).as_dvec2(), door) <= f64::from(self.radius)
                };
                vertices.extend(self.ground.mesh().half_edge(side).into_iter().flatten().filter(near));
                let beyond = self.ground.beyond(side).map(|twin| twin.cell);
                seen.extend(beyond.filter(|cell| !seen.contains(cell)));
            }
        }
    }
}

/// Returns the distance between two segments that do not cross, in metres.
fn apart(one: [DVec2; 2], other: [DVec2; 2]) -> f64 {
    let to = |points: [DVec2; 2], segment| points.map(|point| distance_to_segment(point, segment));
    to(one, other).into_iter().chain(to(other, one)).fold(f64::INFINITY, f64::min)
}
