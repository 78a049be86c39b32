//! Chokepoints: the cells and portals whose removal divides an island, and the resulting parts.
//!
//! One depth-first search over the mesh finds all of them in linear time at any size. Cells are articulation points
//! (Hopcroft and Tarjan, *Algorithm 447: Efficient Algorithms for Graph Manipulation*, 1973). Portals are bridges
//! (Tarjan, *A Note on Finding the Bridges of a Graph*, 1974).
//!
//! A link is a connection like a shared side. A link between two islands makes them one, and a link that closes a
//! ring removes chokepoints. The search ignores directions: a link that the agent can take in one direction only
//! counts in both. That is a one-way link, or one whose step is too high in the other direction. A link itself is
//! never listed, because it is not part of the mesh surface. This module does not use path costs.

use crate::geometry::ground_area;
use crate::graph::{Discovery, LowLinks};
use crate::navmesh::{Adjacency, CellId, HalfEdge};
use crate::pathfinding::agent::corridor::Traversal;
use crate::pathfinding::agent::walkable::Walkable;
use crate::progress::{Progress, Stopped};

const CELLS_PER_REPORT: usize = 4096;

/// The size of a part of the mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// The number of cells.
    pub cells: usize,
    /// The area of the cells on the ground in m².
    pub area: f64,
}

/// A cell whose removal divides its island, or the islands that links join to one.
#[derive(Clone, Debug, PartialEq)]
pub struct ChokepointCell {
    /// The cell.
    pub cell: CellId,
    /// The parts into which the rest of its island divides: at least two, the largest first.
    pub parts: Vec<Extent>,
}

/// A portal whose removal divides its island in two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChokepointPortal {
    /// The side that leads from the larger part into the smaller.
    pub half_edge: HalfEdge,
    /// The two parts, the larger first.
    pub parts: [Extent; 2],
}

/// The chokepoints of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chokepoints {
    /// The cells, by id.
    pub cells: Vec<ChokepointCell>,
    /// The portals, by side.
    pub portals: Vec<ChokepointPortal>,
}

impl ChokepointCell {
    /// Returns the size of everything that is cut off from the largest part.
    pub fn cut_off(&self) -> Extent {
        self.parts[1..].iter().fold(Extent::default(), |sum, &part| sum.with(part))
    }
}

impl ChokepointPortal {
    /// Returns the size of everything that is cut off from the larger part.
    pub fn cut_off(&self) -> Extent {
        self.parts[1]
    }
}

impl Extent {
    fn with(self, other: Self) -> Self {
        Self { cells: self.cells + other.cells, area: self.area + other.area }
    }

    fn without(self, other: Self) -> Self {
        Self { cells: self.cells - other.cells, area: self.area - other.area }
    }
}

/// Finds the chokepoints for an agent that may not enter every cell. Linear.
pub fn chokepoints(walkable: &Walkable<'_>, progress: &Progress) -> Result<Chokepoints, Stopped> {
    let mesh = walkable.mesh;
    let mut units = progress.units(mesh.cell_count(), CELLS_PER_REPORT);
    let links = LowLinks::find(
        mesh.cell_slots(),
        mesh.cells().map(|(cell, _)| cell).filter(|&cell| walkable.allows(cell)).map(|cell| cell.0),
        |cell| open_ways(walkable, CellId(cell)).map(|(way, to)| (to.0, way)),
        |_| units.step(),
    );
    let visits = links?.visits;
    let area = |cell| ground_area(&mesh.ground_ring(cell)).abs();
    let own = |visit: &Discovery<Traversal>| Extent { cells: 1, area: area(CellId(visit.node)) };
    // By visit, the size of the cell and its descendants, and of its subtrees without another way back.
    let mut extents: Vec<Extent> = visits.iter().map(own).collect();
    let mut parts = vec![Vec::new(); visits.len()];
    for (i, visit) in visits.iter().enumerate().rev() {
        if let Some((before, _)) = visit.entry {
            extents[before as usize] = extents[before as usize].with(extents[i]);
            if visit.low >= before {
                parts[before as usize].push(extents[i]);
            }
        }
    }
    let mut found = Chokepoints::default();
    let mut island = Extent::default();
    for ((visit, &extent), parts) in visits.iter().zip(&extents).zip(parts) {
        match visit.entry {
            None => island = extent,
            Some((before, way)) => {
                let bridge = way.side().filter(|_| visit.low > before);
                let divided =
                    |side| divided(&walkable.derived.adjacency, side, [island.without(extent), extent]);
                found.portals.extend(bridge.map(divided));
            }
        }
        if !parts.is_empty() {
            found.cells.extend(divided_around(CellId(visit.node), own(visit), parts, island));
        }
    }
    found.cells.sort_unstable_by_key(|chokepoint| chokepoint.cell);
    found.portals.sort_unstable_by_key(|chokepoint| chokepoint.half_edge);
    Ok(found)
}

/// Returns a cell as a chokepoint, given its size and the separate parts of its island.
///
/// The part of the rest of the island is added. Returns `None` if there is only one part.
fn divided_around(
    cell: CellId,
    own: Extent,
    mut parts: Vec<Extent>,
    island: Extent,
) -> Option<ChokepointCell> {
    let rest = island.without(parts.iter().fold(own, |sum, &part| sum.with(part)));
    if rest.cells > 0 {
        parts.push(rest);
    }
    parts.sort_by(|a, b| b.cells.cmp(&a.cells).then(b.area.total_cmp(&a.area)));
    (parts.len() > 1).then_some(ChokepointCell { cell, parts })
}

fn divided(adjacency: &Adjacency, half_edge: HalfEdge, [here, beyond]: [Extent; 2]) -> ChokepointPortal {
    match adjacency.twin(half_edge) {
        Some(twin) if (beyond.cells, beyond.area) > (here.cells, here.area) => {
            ChokepointPortal { half_edge: twin, parts: [beyond, here] }
        }
        _ => ChokepointPortal { half_edge, parts: [here, beyond] },
    }
}

/// Returns the connections of a cell that the agent may take in at least one direction.
fn open_ways(walkable: &Walkable<'_>, cell: CellId) -> impl Iterator<Item = (Traversal, CellId)> {
    let adjacency = &walkable.derived.adjacency;
    let is_open = move |&(way, to): &(Traversal, CellId)| {
        let leads_back = || {
            let back = way.back(adjacency).filter(|_| way.link().is_some() && walkable.allows(to));
            back.is_some_and(|back| walkable.blocked_traversal(to, back, cell).is_none())
        };
        walkable.blocked_traversal(cell, way, to).is_none() || leads_back()
    };
    walkable.ways(cell).filter(is_open)
}
