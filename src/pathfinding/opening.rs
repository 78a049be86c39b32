//! What would open a way that is shut.

use std::fmt;

use super::{Search, Shut, Walkable, locate::Located};
use crate::navmesh::{AreaId, CellId};
use crate::trace::Silent;

/// What an agent and its filter would have to be for some cells to be open; prints as an order, without its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    /// The areas to allow, by id.
    pub areas: Vec<AreaId>,
    /// The steepest slope that must be walked on, in radians; `None` where slopes shut nothing.
    pub max_slope: Option<f32>,
    /// The greatest radius that gets through, in metres; `None` where no portal is too narrow.
    pub radius: Option<f32>,
    /// The greatest height that gets through, in metres; `None` where no ceiling is too low.
    pub height: Option<f32>,
}

impl Opening {
    /// What opens all of these cells.
    pub fn of(cells: &[(CellId, Shut)]) -> Self {
        let mut opening = Self::default();
        for (_, shut) in cells {
            match *shut {
                Shut::Area(area) => opening.areas.push(area),
                Shut::Slope(slope) => {
                    opening.max_slope = Some(opening.max_slope.map_or(slope, |steepest| steepest.max(slope)));
                }
                Shut::Low { headroom } => {
                    opening.height = Some(opening.height.map_or(headroom, |height| height.min(headroom)));
                }
                Shut::Narrow { width } => {
                    let radius = width * 0.5;
                    opening.radius = Some(opening.radius.map_or(radius, |least| least.min(radius)));
                }
            }
        }
        opening.areas.sort_unstable();
        opening.areas.dedup();
        opening
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let areas = self.areas.iter().map(|area| format!("area {}", area.0));
        // Rounded up, so that what is told is enough.
        let slope = self
            .max_slope
            .map(|slope| format!("slopes of {:.1}°", (slope.to_degrees() * 10.0).ceil() / 10.0));
        let allowed: Vec<String> = areas.chain(slope).collect();
        let allow = (!allowed.is_empty()).then(|| format!("allow {}", allowed.join(" and ")));
        // Rounded down, for the same reason.
        let shrink = |what: &str, most: Option<f32>| {
            most.map(|most| {
                format!("make the agent's {what} at most {:.2} m", (most * 100.0).floor() / 100.0)
            })
        };
        let orders = [allow, shrink("radius", self.radius), shrink("height", self.height)];
        write!(f, "{}", orders.into_iter().flatten().collect::<Vec<_>>().join(" and "))
    }
}

/// The cells that are shut on the way through the fewest of them, in order; empty where there is no way at all.
///
/// A second search, by steps, that may enter them.
pub(super) fn closed_cells(
    walkable: &Walkable<'_>,
    start: &Located,
    target: &Located,
) -> Vec<(CellId, Shut)> {
    let mut search = Search::breaking_in(walkable, start, target);
    search.run(&mut Silent);
    let corridor = search.corridor().unwrap_or_default();
    let ways = corridor.exits.into_iter().zip(corridor.cells.into_iter().skip(1));
    ways.filter_map(|(way, cell)| walkable.shut_way(way, cell).map(|shut| (cell, shut))).collect()
}

/// A few of the cells, each with what shuts it, and how many more there are.
pub(super) fn told(cells: &[(CellId, Shut)]) -> String {
    const FEW: usize = 3;
    let one = |(cell, shut): &(CellId, Shut)| format!("cell {} ({shut})", cell.0);
    let mut parts: Vec<String> = cells.iter().take(FEW).map(one).collect();
    if cells.len() > FEW {
        parts.push(format!("{} more", cells.len() - FEW));
    }
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}
