//! Which one edit of the mesh would make a way shorter: each is tried on a copy, and asked the question again.

use std::collections::BTreeSet;
use std::fmt;

use super::{Pace, Parting, solve};
use crate::navmesh::edit::{EditResult, dissolve_edges, flip_edge, split_edge};
use crate::navmesh::{CellId, Derived, Draft, Edge};
use crate::pathfinding::{Algorithm, Query, Walkable, locate};

/// One edit of the mesh; prints as an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mend {
    /// Turn the edge between two cells.
    Flip(Edge),
    /// Put a vertex in the middle of an edge.
    Split(Edge),
    /// Make one of the two cells beside an edge.
    Merge(Edge),
}

/// An edit that makes a path shorter, and by how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fix {
    /// What to do.
    pub mend: Mend,
    /// How long the path is then, in metres along the surface.
    pub length: f64,
    /// How much shorter that is, in metres.
    pub saves: f64,
}

/// At most so many edits are tried.
pub(super) const TRIES: usize = 96;

/// At most so many are offered.
const OFFERED: usize = 5;

/// A way must become shorter by this share of it to be worth an edit.
const WORTH: f64 = 1e-4;

impl Mend {
    /// Does it.
    pub fn apply(self, draft: &mut Draft) -> EditResult {
        match self {
            Self::Flip(edge) => flip_edge(draft, edge),
            Self::Split(edge) => split_edge(draft, edge, 0.5),
            Self::Merge(edge) => dissolve_edges(draft, &[edge]),
        }
    }

    /// The edge that it is about.
    pub fn edge(self) -> Edge {
        match self {
            Self::Flip(edge) | Self::Split(edge) | Self::Merge(edge) => edge,
        }
    }
}

impl fmt::Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.edge().ends().map(|end| end.0);
        match self {
            Self::Flip(_) => write!(f, "flip the edge between vertices {a} and {b}"),
            Self::Split(_) => write!(f, "split the edge between vertices {a} and {b}"),
            Self::Merge(_) => write!(f, "merge the two cells beside the edge between vertices {a} and {b}"),
        }
    }
}

/// The edits around where corridors part that make a way of this length shorter, by the algorithm that found it, the best first; `None` if it was
/// broken off.
pub(super) fn find(
    walkable: &Walkable<'_>,
    asked: (&Query, Algorithm),
    length: f64,
    partings: &[Parting],
    pace: &mut Pace<'_>,
) -> Option<Vec<Fix>> {
    let mut mends: Vec<Mend> = Vec::new();
    for edge in edges(walkable, partings) {
        mends.extend([Mend::Flip(edge), Mend::Split(edge), Mend::Merge(edge)]);
    }
    mends.truncate(TRIES);
    let mut fixes: Vec<Fix> = Vec::new();
    for mend in mends {
        pace.step()?;
        let now = length_with(walkable, asked, mend).filter(|&now| now < length * (1.0 - WORTH));
        fixes.extend(now.map(|now| Fix { mend, length: now, saves: length - now }));
    }
    fixes.sort_by(|a, b| a.length.total_cmp(&b.length).then(a.mend.cmp(&b.mend)));
    fixes.truncate(OFFERED);
    Some(fixes)
}

/// How long the way is after an edit; `None` where it cannot be made, or leaves no way.
fn length_with(walkable: &Walkable<'_>, (query, algorithm): (&Query, Algorithm), mend: Mend) -> Option<f64> {
    let mut draft = Draft::new(walkable.mesh.clone(), walkable.derived.adjacency.clone());
    mend.apply(&mut draft).ok()?;
    let mesh = draft.into_mesh();
    let mut derived: Derived = walkable.derived.clone();
    derived.update(&mesh);
    let ends = [query.start, query.target].map(|end| locate(&mesh, &derived, end, query.settings.max_height));
    let [Some(start), Some(target)] = ends else { return None };
    let walkable = Walkable { mesh: &mesh, derived: &derived, ..*walkable };
    let solved = solve(&walkable, algorithm, [&start, &target]);
    solved.path.map(|_| solved.length)
}

/// The inner edges of the cells where corridors are apart, the longest first, for these mislead the most.
fn edges(walkable: &Walkable<'_>, partings: &[Parting]) -> Vec<Edge> {
    let cells: BTreeSet<CellId> = partings
        .iter()
        .flat_map(|parting| {
            parting.one.iter().chain(&parting.other).chain(&parting.parts).chain(&parting.joins)
        })
        .copied()
        .collect();
    let sides = cells.iter().flat_map(|&cell| walkable.derived.adjacency.neighbors(cell));
    let ends = sides.filter_map(|(side, _)| walkable.mesh.half_edge(side));
    let edges: BTreeSet<Edge> = ends.map(|[from, to]| Edge::new(from, to)).collect();
    let length = |edge: &Edge| {
        let [from, to] = walkable.mesh.edge_positions(*edge);
        from.distance(to)
    };
    let mut edges: Vec<Edge> = edges.into_iter().collect();
    edges.sort_by(|a, b| length(b).total_cmp(&length(a)).then(a.cmp(b)));
    edges
}
