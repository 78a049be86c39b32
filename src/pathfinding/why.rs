//! Why a question has no path for an answer, or only a partial one, in words and with what would open the way.

use std::fmt;

use super::relaxation::told;
use super::{Blocked, Relaxation};
use crate::navmesh::{CellId, IslandId};

/// One of the two ends of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where it begins.
    Start,
    /// Where it ends.
    Target,
}

/// How an end was moved onto the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Which end.
    pub end: End,
    /// How far on the ground, in metres.
    pub ground: f32,
    /// How far down, in metres; negative for up, 0 where no height was asked.
    pub down: f32,
    /// The cell that it was moved to.
    pub cell: CellId,
    /// How far below it a floor lies that it does not reach, in metres; `None` where none does.
    pub floor: Option<f32>,
}

/// Why there is no path, or only a partial one; prints as a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// There is nothing to walk on.
    EmptyMesh,
    /// The search was broken off before it found a way, or found that there is none.
    Stopped,
    /// One or both ends are off the mesh, and were moved to its nearest point.
    OffMesh(Vec<Moved>),
    /// No chain of shared edges and links leads from one end to the other.
    DifferentIslands {
        /// The island of the start.
        start: IslandId,
        /// The island of the target.
        target: IslandId,
        /// The ends that are off the mesh, and so on these islands only by being moved.
        moved: Vec<Moved>,
    },
    /// There is a way, but only over links, and the algorithm takes none.
    OnlyByLinks,
    /// One or both ends stand where the agent may not enter.
    ShutEnds(Vec<(End, CellId, Blocked)>),
    /// Shared edges and links lead from one end to the other, but only through cells that the agent may not enter, or
    /// over links that it may not take.
    Closed {
        /// Those on the way through the fewest of them, in order; for a link, the cell that it leads into.
        cells: Vec<(CellId, Blocked)>,
    },
}

impl Why {
    /// What would open the way, or put ends on the mesh that hang too high over it, which may or may not help where the
    /// islands differ; `None` where nothing about the agent, the filter and the reach is in the way.
    pub fn relaxation(&self) -> Option<Relaxation> {
        match self {
            Self::EmptyMesh | Self::Stopped | Self::OnlyByLinks => None,
            Self::OffMesh(moved) | Self::DifferentIslands { moved, .. } => {
                let max_height = moved.iter().filter_map(|moved| moved.floor).reduce(f32::max)?;
                Some(Relaxation { max_height: Some(max_height), ..Relaxation::default() })
            }
            Self::ShutEnds(ends) => {
                let cells: Vec<_> = ends.iter().map(|&(_, cell, blocked)| (cell, blocked)).collect();
                Some(Relaxation::of(&cells))
            }
            Self::Closed { cells } => Some(Relaxation::of(cells)),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Target => "target",
        })
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
                write!(f, "every path leads {what}, at least {}", told(cells))
            }
        }?;
        let aim = match self {
            // Whether it helps is not known here.
            Self::DifferentIslands { .. } => return Ok(()),
            Self::OffMesh(_) => "to be there",
            _ => "to get a path",
        };
        self.relaxation().map_or(Ok(()), |relaxation| write!(f, "; {relaxation} {aim}"))
    }
}

fn all(moved: &[Moved]) -> String {
    let parts: Vec<String> = moved.iter().map(ToString::to_string).collect();
    parts.join(", and ")
}
