//! What to do about a cause.

use super::StuckCause;

impl StuckCause {
    /// Returns what to do about the cause, as a sentence.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NoTarget => "Give the group a target on the mesh.",
            Self::OtherIsland { .. } => "Join the islands, add or allow a link, or move the target.",
            Self::ForbiddenArea { .. } | Self::AreaAhead { is_chase: false, .. } => {
                "Allow the area for the group, or move the target."
            }
            Self::AreaAhead { is_chase: true, .. } => {
                "Let the group follow waypoints or a corridor, or allow the area for it."
            }
            Self::BlockedLink { .. } => {
                "Let the link lead both ways, or add another link, or move the target."
            }
            Self::IgnoredLinks { .. } => "Let the group take links, or move the target.",
            Self::NarrowPortal { .. } => "Widen the portal, or reduce the radius of the group.",
            Self::BehindWall { is_chase: true, .. } | Self::OtherFloor { .. } => {
                "Let the group follow waypoints or a corridor."
            }
            Self::WaitsForLink { .. } => "Use a wider link or more links, or increase the duration.",
            Self::BehindWall { is_chase: false, .. } => "Move the target, or reduce its margin.",
            Self::BetweenWalls { .. } => "Reduce the radius of the group, or move its start or the walls.",
            Self::HeldByWall { .. } => "Reduce the radius of the group, or move the wall.",
            Self::TargetAtWall { .. } => {
                "Increase the distance at which the target is reached, or move the target."
            }
            Self::NoRoom { .. } => {
                "Let the agents leave when they arrive, use fewer, or move the target to more space."
            }
            Self::Occupied { has_place, is_formation, .. } if *has_place || *is_formation => {
                "Let the agents leave when they arrive, reduce their radius, or move the target."
            }
            Self::Occupied { .. } => {
                "Let the agents leave when they arrive or take places in a formation, or move the target."
            }
            Self::InTheWay { .. } => "Let the agents in the way leave when they arrive, or move a target.",
            Self::Behind { .. } => "See why the last of them stopped.",
            Self::Deadlock { .. } => "Widen the passage, or give the groups different priorities.",
            Self::OutdatedPath { .. } => "Reduce the margin of the group.",
            Self::WeakForce { .. } => "Increase the force of the group, or reduce its drag.",
            Self::Overshoots { .. } => "Increase the distance at which waypoints are reached.",
            Self::PushedBack { .. } => "Give the group a higher priority, or make more space.",
            Self::RunEnded { is_recording_full: false, .. } => "Increase the duration.",
            Self::RunEnded { is_recording_full: true, .. } => "Use fewer agents or a longer time step.",
            Self::Unknown => "Run the scenario again.",
        }
    }
}
