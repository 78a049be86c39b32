//! Shortest paths between all pairs of cells, and statistics of the whole mesh from them.
//!
//! A node is a cell, at the mean of its corners. The path to a neighbour consists of the straight lines to and from
//! the midpoint of their portal. Its length is in metres in space times the area costs. So every length is that of a
//! path inside the mesh, and is never less than the shortest. (Floyd, *Algorithm 97: Shortest Path*, 1962; Warshall,
//! *A Theorem on Boolean Matrices*, 1962.)
//!
//! A link is a connection too, in the direction in which it leads. Its path runs from the centre of a cell over both
//! ends of the link to the centre of the next cell. So the two directions between a pair may differ. This module does
//! not depend on starts or targets.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::Walkable;
use crate::progress::{Progress, Stopped};

/// The maximum number of cells for all pairs.
///
/// The tables take 10 bytes for each pair, 40 MB here. The time grows with the cube: 8 billion steps, some ten
/// seconds.
pub const MOST_CELLS: usize = 2_000;

/// The reason why all pairs were not computed; prints as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// There are more cells than [`MOST_CELLS`].
    #[error(
        "all pairs of {cells} cells are too many: the work grows with the cube of the cells, so {MOST_CELLS} is the limit"
    )]
    TooLarge {
        /// The number of cells.
        cells: usize,
    },
    /// The computation was stopped.
    #[error("it was stopped")]
    Stopped,
}

impl From<Stopped> for Unfinished {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// The pair of cells with the longest shortest path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Diameter {
    /// The start of the path.
    pub from: CellId,
    /// The end of the path.
    ///
    /// If links lead one way, the path back may be longer, or may not exist.
    pub to: CellId,
    /// The length of the shortest path between them, as in [`AllPairs::length`].
    pub length: f64,
}

/// A portal, and the number of shortest paths through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Travelled {
    /// The portal, as a side of the cell with the smaller id.
    pub half_edge: HalfEdge,
    /// The number of shortest paths through it; both directions count separately.
    pub ways: u64,
}

/// A connection from a cell to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Door {
    to: u16,
    way: Traversal,
    /// The portal, as a side of the cell with the smaller id; `None` for a link.
    portal: Option<HalfEdge>,
    length: f64,
}

/// The shortest path from every cell to every other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllPairs {
    /// By node, its cell; ordered by id.
    cells: Vec<CellId>,
    /// By node, the shortest connection to each neighbour.
    doors: Vec<Vec<Door>>,
    /// By source and target node, the length; infinite if there is no path.
    lengths: Vec<f64>,
    hops: Vec<u16>,
}

const NONE: u16 = u16::MAX;

/// Computes the shortest paths between all cells that the agent may enter. Cubic in the cells.
///
/// Reports each row to `progress` before it is computed.
pub fn all_pairs(walkable: &Walkable<'_>, progress: &Progress) -> Result<AllPairs, Unfinished> {
    let all = walkable.mesh.cells().map(|(id, _)| id);
    let cells: Vec<CellId> = all.filter(|&cell| walkable.allows(cell)).collect();
    let count = cells.len();
    if count > MOST_CELLS {
        return Err(Unfinished::TooLarge { cells: count });
    }
    let mut pairs = AllPairs::neighbors_only(walkable, cells);
    for row in 0..count {
        progress.report(row, count)?;
        pairs.relax_through(row);
    }
    Ok(pairs)
}

impl AllPairs {
    fn neighbors_only(walkable: &Walkable<'_>, cells: Vec<CellId>) -> Self {
        let doors: Vec<Vec<Door>> = cells.iter().map(|&cell| doors(walkable, &cells, cell)).collect();
        let count = cells.len();
        let mut pairs = Self {
            cells,
            lengths: vec![f64::INFINITY; count * count],
            hops: vec![NONE; count * count],
            doors,
        };
        for (from, doors) in pairs.doors.iter().enumerate() {
            pairs.lengths[from * count + from] = 0.0;
            pairs.hops[from * count + from] = from as u16;
            for door in doors {
                pairs.lengths[from * count + usize::from(door.to)] = door.length;
                pairs.hops[from * count + usize::from(door.to)] = door.to;
            }
        }
        pairs
    }

    /// Replaces each path by one through another cell if that is shorter.
    fn relax_through(&mut self, through: usize) {
        let count = self.cells.len();
        let beyond = self.lengths[through * count..][..count].to_vec();
        let rows = self.lengths.chunks_exact_mut(count).zip(self.hops.chunks_exact_mut(count));
        for (from, (lengths, hops)) in rows.enumerate() {
            let (first, hop) = (lengths[through], hops[through]);
            if from == through || !first.is_finite() {
                continue;
            }
            for ((length, next), rest) in lengths.iter_mut().zip(hops).zip(&beyond) {
                let is_shorter = first + rest < *length;
                *length = if is_shorter { first + rest } else { *length };
                *next = if is_shorter { hop } else { *next };
            }
        }
    }

    /// Returns the cells of the tables, ordered by id.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    fn node(&self, cell: CellId) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    fn pair(&self, from: CellId, to: CellId) -> Option<usize> {
        self.node(from).zip(self.node(to)).map(|(from, to)| from * self.cells.len() + to)
    }

    /// Returns the length of the shortest path between two cells; `None` without a path.
    ///
    /// The length is in metres times area costs.
    pub fn length(&self, from: CellId, to: CellId) -> Option<f64> {
        self.pair(from, to).map(|pair| self.lengths[pair]).filter(|length| length.is_finite())
    }

    /// Returns the shortest path between two cells; `None` without one.
    pub fn way(&self, from: CellId, to: CellId) -> Option<Corridor> {
        self.length(from, to)?;
        let mut corridor = Corridor { cells: vec![from], exits: Vec::new() };
        let mut cell = from;
        // Cells without size may lead back and forth between each other, so the number of hops is limited.
        for _ in 0..self.cells.len() {
            if cell == to {
                return Some(corridor);
            }
            let hop = self.hops[self.pair(cell, to)?];
            let door = self.doors[self.node(cell)?].iter().find(|door| door.to == hop)?;
            cell = self.cells[usize::from(hop)];
            corridor.exits.push(door.way);
            corridor.cells.push(cell);
        }
        None
    }

    /// Returns the two cells that are farthest apart; `None` if no cell has a path to another.
    ///
    /// If there are several such pairs, returns the one with the smaller ids. Linear in the pairs.
    pub fn diameter(&self) -> Option<Diameter> {
        let mut best: Option<Diameter> = None;
        for (from, lengths) in self.lengths.chunks_exact(self.cells.len().max(1)).enumerate() {
            for (to, &length) in lengths.iter().enumerate() {
                // The two directions are summed in different orders; rounding must not decide between them.
                let is_longer = best.is_none_or(|best| length > best.length * (1.0 + 1e-12));
                if to != from && length.is_finite() && is_longer {
                    best = Some(Diameter { from: self.cells[from], to: self.cells[to], length });
                }
            }
        }
        best
    }

    /// Returns the number of ordered pairs of different cells with a path.
    pub fn ways(&self) -> u64 {
        self.hops.iter().filter(|&&hop| hop != NONE).count() as u64 - self.cells.len() as u64
    }

    /// Returns the portals with shortest paths through them, the most travelled first. Linear in the pairs.
    pub fn travelled(&self) -> Vec<Travelled> {
        let mut through: Vec<Vec<u64>> = self.doors.iter().map(|doors| vec![0; doors.len()]).collect();
        for target in 0..self.cells.len() {
            self.count_ways_to(target, &mut through);
        }
        let mut by_portal: BTreeMap<HalfEdge, u64> = BTreeMap::new();
        for (door, count) in self.doors.iter().flatten().zip(through.iter().flatten()) {
            if let Some(portal) = door.portal.filter(|_| *count > 0) {
                *by_portal.entry(portal).or_default() += count;
            }
        }
        let travelled = by_portal.into_iter().map(|(half_edge, ways)| Travelled { half_edge, ways });
        let mut travelled: Vec<Travelled> = travelled.collect();
        travelled.sort_by_key(|portal| (Reverse(portal.ways), portal.half_edge));
        travelled
    }

    /// Adds the paths to one cell to the counts of the connections.
    ///
    /// These paths form a tree. Each connection out of a cell carries the paths into the cell, and one more.
    fn count_ways_to(&self, target: usize, through: &mut [Vec<u64>]) {
        let count = self.cells.len();
        let hop = |from: usize| Some(self.hops[from * count + target]).filter(|&hop| hop != NONE);
        let (mut waiting, mut ways) = (vec![0_u32; count], vec![1_u64; count]);
        let sources = || (0..count).filter(|&from| from != target);
        for to in sources().filter_map(hop) {
            waiting[usize::from(to)] += 1;
        }
        let mut ready: Vec<usize> = sources().filter(|&from| waiting[from] == 0).collect();
        while let Some(from) = ready.pop() {
            let Some(to) = hop(from) else { continue };
            if let Some(door) = self.doors[from].iter().position(|door| door.to == to) {
                through[from][door] += ways[from];
            }
            let to = usize::from(to);
            ways[to] += ways[from];
            waiting[to] -= 1;
            if waiting[to] == 0 && to != target {
                ready.push(to);
            }
        }
    }
}

/// Returns the shortest connection from a cell to each neighbour.
fn doors(walkable: &Walkable<'_>, cells: &[CellId], cell: CellId) -> Vec<Door> {
    let mut doors: Vec<Door> = Vec::new();
    let others = walkable.ways(cell).filter(|&(_, next)| next != cell);
    let open = others.filter(|&(way, next)| walkable.blocked_traversal(cell, way, next).is_none());
    for (way, next) in open {
        let (Some(length), Ok(to)) = (length(walkable, cell, way, next), cells.binary_search(&next)) else {
            continue;
        };
        let twin = way.side().and_then(|side| walkable.derived.adjacency.twin(side));
        let portal = way.side().map(|side| twin.map_or(side, |twin| side.min(twin)));
        let door = Door { to: to as u16, way, portal, length };
        match doors.iter_mut().find(|known| known.to == door.to) {
            Some(known) if known.length <= length => {}
            Some(known) => *known = door,
            None => doors.push(door),
        }
    }
    doors
}

/// Returns the length from the centre of a cell to that of the next.
///
/// The path leads over the midpoint of a portal, or over a link.
fn length(walkable: &Walkable<'_>, cell: CellId, way: Traversal, next: CellId) -> Option<f64> {
    let mesh = walkable.mesh;
    let cost = |cell| mesh.cell(cell).map_or(1.0, |cell| f64::from(walkable.filter.cost(cell.area())));
    let middle = |cell| mesh.centroid(cell).as_dvec3();
    let (on, off, over) = if way.link().is_some() {
        let crossing = walkable.crossing(cell, way, next, None)?;
        (crossing.on, crossing.off, crossing.cost)
    } else {
        let middle = walkable.midpoint(way);
        (middle, middle, 0.0)
    };
    Some(middle(cell).distance(on) * cost(cell) + over + off.distance(middle(next)) * cost(next))
}
