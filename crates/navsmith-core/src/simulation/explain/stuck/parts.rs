//! Agents and walls that are part of a cause.

use super::StuckCause;
use crate::navmesh::HalfEdge;

impl StuckCause {
    /// Returns the other agents that are part of the cause.
    pub fn agents(&self) -> &[u32] {
        match self {
            Self::Occupied { agents, .. }
            | Self::InTheWay { agents }
            | Self::WaitsForLink { agents, .. }
            | Self::Behind { agents }
            | Self::Deadlock { agents, .. } => agents,
            _ => &[],
        }
    }

    /// Returns the wall that is part of the cause.
    pub fn wall(&self) -> Option<HalfEdge> {
        match self {
            Self::BehindWall { wall, .. }
            | Self::AreaAhead { wall, .. }
            | Self::BetweenWalls { wall, .. }
            | Self::HeldByWall { wall, .. }
            | Self::TargetAtWall { wall, .. } => Some(*wall),
            _ => None,
        }
    }
}
