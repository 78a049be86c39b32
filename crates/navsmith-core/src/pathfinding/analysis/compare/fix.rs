//! Single edits of the mesh that make a path shorter.
//!
//! Each edit is applied to a copy of the mesh, and the query is answered there again.

use std::collections::BTreeSet;

use super::parting::Parting;
use super::solve;
use crate::navmesh::edit::{EditResult, dissolve_edges, flip_edge, split_edge};
use crate::navmesh::{CellId, Derived, Draft, Edge};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::locate;
use crate::pathfinding::query::Query;
use crate::pathfinding::query::algorithm::Algorithm;
use crate::pathfinding::query::pull::path_through;
use crate::progress::{Stopped, Units};

/// A single edit of the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DetourEdit {
    /// Flip of the edge between two cells.
    Flip(Edge),
    /// Insertion of a vertex at the midpoint of an edge.
    Split(Edge),
    /// Merge of the two cells beside an edge.
    Merge(Edge),
}

/// An edit that makes a path shorter or cheaper, with its effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetourFix {
    /// The edit.
    pub edit: DetourEdit,
    /// The length of the path after the edit, in metres along the surface, or its cost.
    pub measure: f64,
    /// The length that the edit saves, in metres, or the cost.
    pub saves: f64,
}

/// The maximum number of edits that are tried.
pub(super) const TRIES: usize = 96;

/// The maximum number of fixes that are returned.
const OFFERED: usize = 5;

/// The minimum saving of a fix, as a share of the path's length or cost.
const WORTH: f64 = 1e-4;

impl DetourEdit {
    /// Returns the edge of the edit.
    pub fn edge(self) -> Edge {
        match self {
            Self::Flip(edge) | Self::Split(edge) | Self::Merge(edge) => edge,
        }
    }

    /// Applies the edit to a draft.
    pub fn apply(self, draft: &mut Draft) -> EditResult {
        match self {
            Self::Flip(edge) => flip_edge(draft, edge),
            Self::Split(edge) => split_edge(draft, edge, 0.5),
            Self::Merge(edge) => dissolve_edges(draft, &[edge]),
        }
    }
}

/// Returns the edits near the partings that make a path of this length or cost better, the best first.
///
/// Both measures are those of the algorithm that found the path. Fails if the search is stopped.
pub(super) fn find(
    walkable: &Walkable<'_>,
    asked: (&Query, Algorithm),
    measure: f64,
    partings: &[Parting],
    searches: &mut Units<'_>,
) -> Result<Vec<DetourFix>, Stopped> {
    let mut edits: Vec<DetourEdit> = Vec::new();
    for edge in edges(walkable, partings) {
        edits.extend([DetourEdit::Flip(edge), DetourEdit::Split(edge), DetourEdit::Merge(edge)]);
    }
    edits.truncate(TRIES);
    let mut fixes: Vec<DetourFix> = Vec::new();
    for edit in edits {
        searches.step()?;
        let now = measure_with(walkable, asked, edit).filter(|&now| now < measure * (1.0 - WORTH));
        fixes.extend(now.map(|now| DetourFix { edit, measure: now, saves: measure - now }));
    }
    fixes.sort_by(|a, b| a.measure.total_cmp(&b.measure).then(a.edit.cmp(&b.edit)));
    fixes.truncate(OFFERED);
    Ok(fixes)
}

/// Returns the length or cost of the path after an edit; `None` if the edit fails or leaves no path.
fn measure_with(
    walkable: &Walkable<'_>,
    (query, algorithm): (&Query, Algorithm),
    edit: DetourEdit,
) -> Option<f64> {
    let mut draft = Draft::new(walkable.mesh.clone(), walkable.derived.adjacency.clone());
    edit.apply(&mut draft).ok()?;
    let mesh = draft.into_mesh();
    let mut derived: Derived = walkable.derived.clone();
    derived.update(&mesh);
    let ends = [query.start, query.target].map(|end| locate(&mesh, &derived, end, query.settings.max_height));
    let [Some(start), Some(target)] = ends else { return None };
    let walkable = Walkable { mesh: &mesh, derived: &derived, ..*walkable };
    let (_, row) = solve(&walkable, query.settings.pulling, algorithm, [&start, &target], path_through);
    row.path.as_ref().map(|_| row.measure())
}

/// Returns the inner edges of the cells at the partings, the longest first.
///
/// The longest edges mislead a search the most.
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
