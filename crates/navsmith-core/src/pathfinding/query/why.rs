//! Reasons why a query has no path or only a partial one, as text and with the relaxation that helps.

use std::fmt;

use super::relaxation::{Relaxation, blocked_text, closed_cells};
use crate::navmesh::{CellId, IslandId};
use crate::pathfinding::agent::walkable::{Blocked, Walkable};
use crate::pathfinding::mesh_query::locate::{Located, locate};
use crate::pathfinding::mesh_query::{End, Endpoint};

/// Displacement of an end that was moved onto the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// The end that was moved.
    pub end: End,
    /// Distance on the ground, in metres.
    pub ground: f32,
    /// Distance downwards, in metres; negative for up, 0 if the endpoint has no height.
    pub down: f32,
    /// The cell that it was moved to.
    pub cell: CellId,
    /// Distance to a floor below that is beyond the height limit, in metres; `None` if there is none.
    pub floor: Option<f32>,
}

/// Reason why there is no path or only a partial one; prints as a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// The mesh has no cells.
    EmptyMesh,
    /// The search was stopped before it found a path or proved that there is none.
    Stopped,
    /// One or both ends are off the mesh, and were moved to its nearest point.
    OffMesh(Vec<Moved>),
    /// No chain of shared edges and links leads from one end to the other.
    DifferentIslands {
        /// The island of the start.
        start: IslandId,
        /// The island of the target.
        target: IslandId,
        /// The ends that are off the mesh, and lie on these islands only because they were moved.
        moved: Vec<Moved>,
    },
    /// There is a path only over links, and the algorithm does not support links.
    OnlyByLinks,
    /// One or both ends lie on cells that the agent may not enter.
    ShutEnds(Vec<(End, CellId, Blocked)>),
    /// Shared edges and links connect the ends, but only through blocked cells or links.
    Closed {
        /// The blocked cells of the path with the fewest of them, in order.
        ///
        /// For a blocked link, the cell that it leads into.
        cells: Vec<(CellId, Blocked)>,
    },
}

impl Why {
    /// Returns the changes that would unblock the path, or put an end that is too high onto its floor.
    ///
    /// If the islands differ, the changes may not suffice. `None` if the agent, the filter and the height limit block
    /// nothing, or if cells overlap.
    pub fn relaxation(&self) -> Option<Relaxation> {
        match self {
            Self::EmptyMesh | Self::Stopped | Self::OnlyByLinks => None,
            Self::OffMesh(moved) | Self::DifferentIslands { moved, .. } => {
                let max_height = moved.iter().filter_map(|moved| moved.floor).reduce(f32::max)?;
                Some(Relaxation { max_height: Some(max_height), ..Relaxation::default() })
            }
            Self::ShutEnds(ends) => {
                let cells: Vec<_> = ends.iter().map(|&(_, cell, blocked)| (cell, blocked)).collect();
                Relaxation::of(&cells)
            }
            Self::Closed { cells } => Relaxation::of(cells),
        }
    }

    /// Whether a cell is blocked because another one overlaps it.
    fn has_overlap(&self) -> bool {
        match self {
            Self::ShutEnds(ends) => ends.iter().any(|(.., blocked)| *blocked == Blocked::Overlapped),
            Self::Closed { cells } => cells.iter().any(|(_, blocked)| *blocked == Blocked::Overlapped),
            _ => false,
        }
    }
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} is off the mesh; it was moved ", self.end)?;
        let up_or_down = if self.down < 0.0 { "up" } else { "down" };
        match (self.ground > 0.0, self.down != 0.0) {
            (true, true) => {
                write!(f, "{:.2} m sideways and {:.2} m {up_or_down}", self.ground, self.down.abs())
            }
            (false, true) => write!(f, "{:.2} m {up_or_down}", self.down.abs()),
            _ => write!(f, "{:.2} m", self.ground),
        }?;
        write!(f, " to the nearest point, on cell {}", self.cell.0)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyMesh => f.write_str("the mesh has no cells, so there is nothing to walk on"),
            Self::Stopped => f.write_str("the search was stopped before it found one"),
            Self::OffMesh(moved) => f.write_str(&all(moved)),
            Self::DifferentIslands { start, target, moved } => {
                write!(
                    f,
                    "the start is on island {start} and the target on island {target}; no shared edges lead from one to the other"
                )?;
                if moved.is_empty() { Ok(()) } else { write!(f, "; {}", all(moved)) }
            }
            Self::OnlyByLinks => f.write_str(
                "only links lead from one end to the other, and Polyanya takes none; choose another algorithm",
            ),
            Self::ShutEnds(ends) => {
                let parts: Vec<String> = ends
                    .iter()
                    .map(|(end, cell, blocked)| {
                        format!("the {end} is on cell {}, which is blocked: {blocked}", cell.0)
                    })
                    .collect();
                f.write_str(&parts.join(", and "))
            }
            Self::Closed { cells } => {
                let has_links = cells.iter().any(|(_, blocked)| blocked.link().is_some());
                let what = if has_links {
                    "into cells that are blocked in that direction"
                } else {
                    "through blocked cells"
                };
                write!(f, "every path leads {what}, at least {}", blocked_text(cells))
            }
        }?;
        let aim = match self {
            // The effect of the relaxation is not determined here.
            Self::DifferentIslands { .. } => return Ok(()),
            Self::OffMesh(_) => "to be there",
            _ => "to get a path",
        };
        match self.relaxation() {
            Some(relaxation) => write!(f, "; {relaxation} {aim}"),
            None if self.has_overlap() => write!(f, "; separate the cells that overlap {aim}"),
            None => Ok(()),
        }
    }
}

fn all(moved: &[Moved]) -> String {
    let parts: Vec<String> = moved.iter().map(ToString::to_string).collect();
    parts.join(", and ")
}

/// Returns the reason why a search is pointless, and the cells expanded to find it.
///
/// `None` if a path may exist.
pub(in crate::pathfinding) fn apart(
    walkable: &Walkable<'_>,
    start: &Located,
    target: &Located,
) -> Option<(Why, usize)> {
    let [from, to] = [start, target].map(|end| walkable.derived.islands.of(end.cell).unwrap_or_default());
    if from != to && !walkable.derived.links.join(from, to) {
        let moved = off_mesh(walkable, start, target);
        return Some((Why::DifferentIslands { start: from, target: to, moved }, 0));
    }
    let blocked = [(End::Start, start.cell), (End::Target, target.cell)].into_iter();
    let blocked: Vec<_> =
        blocked.filter_map(|(end, cell)| Some((end, cell, walkable.blocked(cell)?))).collect();
    if !blocked.is_empty() {
        return Some((Why::ShutEnds(blocked), 0));
    }
    let may_lead = from == to || walkable.derived.links.lead(from, to);
    (!may_lead).then(|| {
        let (cells, expanded) = closed_cells(walkable, start, target);
        (Why::Closed { cells }, expanded)
    })
}

pub(in crate::pathfinding) fn off_mesh(
    walkable: &Walkable<'_>,
    start: &Located,
    target: &Located,
) -> Vec<Moved> {
    moved_ends(walkable, [start, target]).collect()
}

/// Returns the displacements of the ends that are off the mesh.
pub(super) fn moved_ends(
    walkable: &Walkable<'_>,
    [start, target]: [&Located; 2],
) -> impl Iterator<Item = Moved> {
    let moved = |(end, located): (End, &Located)| {
        let (ground, floor) = (located.off_mesh?, floor_below(walkable, located.asked));
        Some(Moved { end, ground, down: located.drop(), cell: located.cell, floor })
    };
    [(End::Start, start), (End::Target, target)].into_iter().filter_map(moved)
}

/// Returns the distance to the floor straight below an endpoint, without a limit.
///
/// `None` if there is no floor, or the endpoint has no height.
fn floor_below(walkable: &Walkable<'_>, endpoint: Endpoint) -> Option<f32> {
    endpoint.height?;
    let floor = locate(walkable.mesh, walkable.derived, endpoint, f32::INFINITY)?;
    // A floor just above the endpoint is none below it.
    Some(floor.drop()).filter(|drop| floor.off_mesh.is_none() && *drop > 0.0)
}
