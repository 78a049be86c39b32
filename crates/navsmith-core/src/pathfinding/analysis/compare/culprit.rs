//! Reasons why a search missed a shorter path.
//!
//! One reason is a node that makes the corridor of the shorter path look longer than it is.

use std::fmt;

use glam::{DVec3, Vec3};

use super::Row;
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::query::algorithm::Algorithm;
use crate::pathfinding::search::method::Method;
use crate::pathfinding::string_pulling::path::Path;
use crate::pathfinding::string_pulling::portal::nearest;
use crate::pathfinding::string_pulling::profile::Passing;

/// The reason why a search missed a shorter path; prints as a clause.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Culprit {
    /// The algorithm counts cells, and the shorter path crosses more of them.
    #[error("it counts cells, and crosses {found} where the shorter path crosses {shortest}")]
    Steps {
        /// The number of cells that the found path crosses.
        found: usize,
        /// The number of cells that the shorter path crosses.
        shortest: usize,
    },
    /// The algorithm counts metres, and costs differ.
    #[error("it counts metres and ignores costs")]
    Costs,
    /// The algorithm measures in the ground plan, and slopes make its path longer.
    #[error("it measures in the ground plan and ignores slopes")]
    Slopes,
    /// The algorithm takes no links, and the shorter path does.
    #[error("it takes no links, and the shorter path does")]
    Links,
    /// A node of the shorter corridor lies beside the shorter path and makes it look long.
    #[error("{0}")]
    Node(Misleading),
}

/// A node beside the shorter path.
#[derive(Clone, Debug, PartialEq)]
pub struct Misleading {
    /// The portal of the node; `None` for the centre of a cell.
    pub portal: Option<Traversal>,
    /// The cell of the centre, or the cell that the path leaves through the portal.
    pub cell: CellId,
    /// The position of the node, through which the search assumed the path.
    pub point: Vec3,
    /// The position at which the shorter path passes the node.
    pub passes: Vec3,
    /// The length that this node alone adds to the corridor's estimate, in metres.
    pub extra: f64,
    /// The length that all nodes add to the corridor's estimate, in metres.
    pub whole: f64,
}

impl fmt::Display for Misleading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what =
            if self.portal.is_some() { "the node at the portal out of" } else { "the node at the centre of" };
        write!(
            f,
            "{what} cell {} lies {:.3} m beside the shorter path, which made its corridor look {:.3} m longer",
            self.cell.0,
            self.point.distance(self.passes),
            self.extra,
        )?;
        // If this is the only node, the message would contain its length twice.
        let is_alone = (self.whole - self.extra).abs() < self.whole * 1e-3;
        if is_alone { Ok(()) } else { write!(f, ", and all its nodes together {:.2} m", self.whole) }
    }
}

/// A node of a corridor under a method, and the position at which the shorter path passes it.
struct Seen {
    portal: Option<Traversal>,
    cell: CellId,
    point: DVec3,
    passes: DVec3,
}

/// Returns the reason why an algorithm missed a shorter path.
///
/// Returns `None` for [`Method::FunnelCost`], where costs differ, if the shorter path takes links, and if no node lies
/// beside it.
pub(super) fn find(
    walkable: &Walkable<'_>,
    algorithm: Algorithm,
    path: &Path,
    [start, target]: [&Located; 2],
    (shorter, best): (&Corridor, &Row),
) -> Option<Culprit> {
    let has_links = shorter.exits.iter().any(|way| way.link().is_some());
    let Algorithm::Nodes(method) = algorithm else {
        return Some(match has_links {
            true => Culprit::Links,
            false if walkable.has_costs() => Culprit::Costs,
            false => Culprit::Slopes,
        });
    };
    if method == Method::Steps {
        return Some(Culprit::Steps { found: path.corridor.len(), shortest: shorter.cells.len() });
    }
    let path = best.path.as_ref().filter(|_| !has_links && !walkable.has_costs())?;
    // Inside a cell there are no nodes, so only passages from a cell into the next count.
    let is_inside =
        |passing: &Passing| path.portals[passing.portal].half_edge.is_some_and(HalfEdge::is_diagonal);
    let passings: Vec<Passing> = path.passings().into_iter().filter(|it| !is_inside(it)).collect();
    let inner = match method {
        Method::Steps | Method::FunnelCost => return None,
        Method::Centers => centers(walkable, shorter, &passings),
        Method::Distance | Method::Midpoints | Method::Entries => {
            portals(walkable, method, shorter, start, &passings)
        }
    };
    let [start, target] = [start, target].map(|end| end.point.as_dvec3());
    let points: Vec<DVec3> =
        [start].into_iter().chain(inner.iter().map(|seen| seen.point)).chain([target]).collect();
    let whole = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>() - best.length;
    let extra = |(seen, around): (&Seen, &[DVec3])| {
        let by = |point: DVec3| around[0].distance(point) + point.distance(around[2]);
        by(seen.point) - by(seen.passes)
    };
    let worst = inner.iter().zip(points.windows(3)).map(|pair| (pair.0, extra(pair)));
    let (seen, extra) = worst.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, extra)| *extra > 0.0)?;
    Some(Culprit::Node(Misleading {
        portal: seen.portal,
        cell: seen.cell,
        point: seen.point.as_vec3(),
        passes: seen.passes.as_vec3(),
        extra,
        whole,
    }))
}

fn portals(
    walkable: &Walkable<'_>,
    method: Method,
    corridor: &Corridor,
    start: &Located,
    passings: &[Passing],
) -> Vec<Seen> {
    let mut entered = start.point.as_dvec3();
    let exits = corridor.exits.iter().zip(&corridor.cells).zip(passings.iter().skip(1));
    let seen = |((&way, &cell), passing): ((&Traversal, &CellId), &Passing)| {
        entered = match method {
            Method::Entries => nearest(walkable.ends(way), entered),
            _ => walkable.midpoint(way),
        };
        Seen { portal: Some(way), cell, point: entered, passes: passing.point.as_dvec3() }
    };
    exits.map(seen).collect()
}

/// Compares each centre with the midpoint of the shorter path's section in that cell.
fn centers(walkable: &Walkable<'_>, corridor: &Corridor, passings: &[Passing]) -> Vec<Seen> {
    let cells = corridor.cells.iter().zip(passings.windows(2)).skip(1);
    let count = corridor.cells.len().saturating_sub(2);
    let seen = |(&cell, pair): (&CellId, &[Passing])| Seen {
        portal: None,
        cell,
        point: walkable.mesh.centroid(cell).as_dvec3(),
        passes: pair[0].point.midpoint(pair[1].point).as_dvec3(),
    };
    cells.take(count).map(seen).collect()
}
