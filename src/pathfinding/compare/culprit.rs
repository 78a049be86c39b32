//! What misled a search: the node that made the shortest corridor look longer than it is.

use std::fmt;

use glam::{DVec3, Vec3};

use super::pulled;
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::portal::nearest;
use crate::pathfinding::{Algorithm, Located, Method, Optimum, Passing, Path, Walkable, Way};

/// What misled a search; prints as a sentence without its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Culprit {
    /// It counts cells, and the shortest way crosses more of them.
    Steps {
        /// How many cells the way found crosses.
        found: usize,
        /// How many cells the shortest way crosses.
        shortest: usize,
    },
    /// Metres cost differently by area, so the cheapest way need not be the shortest.
    Weighed,
    /// A node of the shortest corridor lies beside the shortest way, and made it look long.
    Node(Misleading),
}

/// A node beside the shortest way.
#[derive(Clone, Debug, PartialEq)]
pub struct Misleading {
    /// The portal whose point it is; `None` for the centre of a cell.
    pub portal: Option<Way>,
    /// The cell whose centre it is, or that is left through the portal.
    pub cell: CellId,
    /// Where the search took the way to lead.
    pub point: Vec3,
    /// Where the shortest way leads instead.
    pub passes: Vec3,
    /// How many metres longer the corridor looked for this node alone.
    pub extra: f64,
    /// How many metres longer than it is the corridor looked for all its nodes.
    pub whole: f64,
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps { found, shortest } => {
                write!(
                    f,
                    "steps count cells, and it crosses {found} where the shortest way crosses {shortest}"
                )
            }
            Self::Weighed => f.write_str("areas cost differently, and it keeps to those that cost less"),
            Self::Node(node) => node.fmt(f),
        }
    }
}

impl fmt::Display for Misleading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.portal.is_some() { "the portal out of" } else { "the centre of" };
        write!(
            f,
            "{what} cell {} was reckoned {:.3} m beside where the shortest way passes, which made its corridor look \
             {:.3} m longer",
            self.cell.0,
            self.point.distance(self.passes),
            self.extra,
        )?;
        // Where this node is all there is to it, its sum would only be said twice.
        let is_alone = (self.whole - self.extra).abs() < self.whole * 1e-3;
        if is_alone { Ok(()) } else { write!(f, " (all its nodes together: {:.3} m)", self.whole) }
    }
}

/// A node of a corridor as a method sees it, and where the shortest way passes it.
struct Seen {
    portal: Option<Way>,
    cell: CellId,
    point: DVec3,
    passes: DVec3,
}

/// What misled an algorithm; `None` for the optimum itself, for strings, and where no node lies off the way.
pub(super) fn find(
    walkable: &Walkable<'_>,
    algorithm: Algorithm,
    path: &Path,
    [start, target]: [&Located; 2],
    best: &Optimum,
) -> Option<Culprit> {
    let Algorithm::Nodes(method) = algorithm else { return None };
    if method == Method::Steps {
        return Some(Culprit::Steps { found: path.corridor.len(), shortest: best.corridor.cells.len() });
    }
    if walkable.filter.set_areas().any(|(_, cost)| cost.is_finite()) {
        return Some(Culprit::Weighed);
    }
    let pulled = pulled(walkable, best.corridor.clone(), [start, target]);
    // Where it goes from a cell into the next; inside a cell there are no nodes.
    let is_inside =
        |passing: &Passing| pulled.portals[passing.portal].half_edge.is_some_and(HalfEdge::is_diagonal);
    let passings: Vec<Passing> =
        pulled.passings().into_iter().filter(|passing| !is_inside(passing)).collect();
    let inner = match method {
        Method::Steps | Method::Taut => return None,
        Method::Centers => centers(walkable, best, &passings),
        Method::Distance | Method::Midpoints | Method::Entries => {
            portals(walkable, method, best, start, &passings)
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
    best: &Optimum,
    start: &Located,
    passings: &[Passing],
) -> Vec<Seen> {
    let mut entered = start.point.as_dvec3();
    let exits = best.corridor.exits.iter().zip(&best.corridor.cells).zip(passings.iter().skip(1));
    let seen = |((&way, &cell), passing): ((&Way, &CellId), &Passing)| {
        entered = match method {
            Method::Entries => nearest(walkable.ends(way), entered),
            _ => walkable.midpoint(way),
        };
        Seen { portal: Some(way), cell, point: entered, passes: passing.point.as_dvec3() }
    };
    exits.map(seen).collect()
}

/// A centre is compared with the middle of the stretch that the shortest way goes in its cell.
fn centers(walkable: &Walkable<'_>, best: &Optimum, passings: &[Passing]) -> Vec<Seen> {
    let cells = best.corridor.cells.iter().zip(passings.windows(2)).skip(1);
    let count = best.corridor.cells.len().saturating_sub(2);
    let seen = |(&cell, pair): (&CellId, &[Passing])| Seen {
        portal: None,
        cell,
        point: walkable.mesh.centroid(cell).as_dvec3(),
        passes: pair[0].point.midpoint(pair[1].point).as_dvec3(),
    };
    cells.take(count).map(seen).collect()
}
