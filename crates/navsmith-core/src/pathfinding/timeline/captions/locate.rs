//! Captions and rules of the events that locate an end on the mesh.

use crate::pathfinding::mesh_query::End;
use crate::pathfinding::mesh_query::locate::{LocateStep, LocateVerdict};
use crate::pathfinding::timeline::LocateEvent;

impl LocateEvent {
    /// Describes the result and its reason in plain words; one or two sentences.
    pub fn caption(&self) -> String {
        let end = self.end;
        match self.step {
            LocateStep::Judged { cell, verdict, .. } => {
                format!("{}: cell {} {}.", title(end), cell.0, describe(verdict, end))
            }
            LocateStep::Measured { cell, is_nearest, .. } => format!(
                "{}: no cell contains it, so the search finds the nearest one. Cell {} is {}.",
                title(end),
                cell.0,
                if is_nearest { "the nearest so far" } else { "no nearer than the nearest so far" }
            ),
            LocateStep::Chosen { cell, off_mesh: None, .. } => {
                format!("The {end} is on cell {}.", cell.0)
            }
            LocateStep::Chosen { cell, .. } => {
                format!("The {end} is off the mesh. It is moved to the nearest point, on cell {}.", cell.0)
            }
            LocateStep::Preferred { cell, over, .. } => format!(
                "The {end} belongs to cell {} too. The path from there is better than that from cell {}.",
                cell.0, over.0
            ),
            LocateStep::NoCell => format!("The mesh has no cell for the {end}."),
        }
    }

    /// Returns the rule that accepts or excludes the cell, with its numbers.
    pub fn rule(&self) -> String {
        let end = self.end;
        match self.step {
            LocateStep::Judged { floor, verdict, .. } => {
                let floor = floor.map_or_else(String::new, |floor| format!("floor at {floor:.2} m: "));
                floor + &reason(verdict, end)
            }
            LocateStep::Measured { distance, .. } => {
                format!(
                    "nearest = the least distance, ties go to the smaller number; this one is {distance:.3} m away"
                )
            }
            LocateStep::Chosen { point, off_mesh, .. } => format!(
                "at x {:.2}, y {:.2}, z {:.2}, {}",
                point.x,
                point.y,
                point.z,
                off_mesh.map_or_else(
                    || "right there".into(),
                    |ground| format!("{ground:.2} m away on the ground")
                )
            ),
            LocateStep::Preferred { .. } => {
                "of cells at a point that are not connected there, the one with the shortest path counts"
                    .into()
            }
            LocateStep::NoCell => {
                "an end is moved to the nearest point of the nearest cell; there is none".into()
            }
        }
    }
}

fn title(end: End) -> &'static str {
    match end {
        End::Start => "Start",
        End::Target => "Target",
    }
}

fn describe(verdict: LocateVerdict, end: End) -> String {
    match verdict {
        LocateVerdict::Beside => format!("is near, but does not contain the {end}"),
        LocateVerdict::Above(_) => format!("is not below the {end}: its floor is above it"),
        LocateVerdict::TooFarBelow(_) => format!("is ruled out: its floor is too far below the {end}"),
        LocateVerdict::LowerThan(other) => {
            format!("is under the {end}, but its floor is lower than that of cell {}", other.0)
        }
        LocateVerdict::Twin(other) => {
            format!("is under the {end}, but so is cell {}, as high and with a smaller number", other.0)
        }
        LocateVerdict::Stands { over: None } => format!("is under the {end}: the best floor so far"),
        LocateVerdict::Stands { over: Some(other) } => {
            format!("is under the {end}: a better floor than that of cell {}", other.0)
        }
    }
}

fn reason(verdict: LocateVerdict, end: End) -> String {
    match verdict {
        LocateVerdict::Beside => {
            "the place lies in the box around the cell, but outside of its outline".into()
        }
        LocateVerdict::Above(by) => {
            format!(
                "{by:.2} m above the {end}; a floor up to 0.4 m above counts only if none is as near below"
            )
        }
        LocateVerdict::TooFarBelow(by) => {
            format!("{by:.2} m below the {end}, more than the height tolerance allows")
        }
        LocateVerdict::LowerThan(_) => {
            "of floors above each other, the highest one within reach counts".into()
        }
        LocateVerdict::Twin(_) => "where cells meet, the one with the smaller number counts".into(),
        LocateVerdict::Stands { .. } => {
            "in reach, and higher than any found before, or as high with a smaller number".into()
        }
    }
}
