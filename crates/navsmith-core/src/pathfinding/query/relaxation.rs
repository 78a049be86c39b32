//! Changes to the settings that would unblock a path.

use std::fmt;

use super::settings::Settings;
use crate::navmesh::{AreaId, CellId, LinkId};
use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::walkable::{Blocked, Walkable};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::search::Search;
use crate::trace::Silent;

/// Changes to an agent, its filter and links that unblock some cells.
///
/// Prints as an imperative clause without a full stop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relaxation {
    /// The areas to allow, by id.
    pub areas: Vec<AreaId>,
    /// The maximum slope that the agent must accept, in radians; `None` if slopes block nothing.
    pub max_slope: Option<f32>,
    /// The maximum radius that fits, in metres; `None` if no portal is too narrow.
    pub radius: Option<f32>,
    /// The maximum agent height that fits, in metres; `None` if no ceiling is too low.
    pub height: Option<f32>,
    /// The maximum step that the agent must climb, in metres; `None` if no link rises too much.
    pub max_climb: Option<f32>,
    /// Distance of an end above its floor, in metres; `None` if no end is too high above its floor.
    pub max_height: Option<f32>,
    /// The links that must become bidirectional, by id.
    pub links: Vec<LinkId>,
    /// Whether the filter must stop ignoring links.
    pub needs_links: bool,
}

impl Relaxation {
    /// Returns the changes that unblock all of these cells; `None` if no change unblocks one of them.
    pub fn of(cells: &[(CellId, Blocked)]) -> Option<Self> {
        cells
            .iter()
            .try_fold(Self::default(), |changes, &(_, blocked)| Some(changes.and(Self::of_one(blocked)?)))
    }

    fn of_one(blocked: Blocked) -> Option<Self> {
        let none = Self::default();
        Some(match blocked {
            Blocked::Overlapped => return None,
            Blocked::Area(area) => Self { areas: vec![area], ..none },
            Blocked::Slope(slope) => Self { max_slope: Some(slope), ..none },
            Blocked::Low(headroom) => Self { height: Some(headroom), ..none },
            Blocked::Narrow(width) => Self { radius: Some(width * 0.5), ..none },
            Blocked::Climb(_, rise) => Self { max_climb: Some(rise), ..none },
            Blocked::IgnoredLink(_) => Self { needs_links: true, ..none },
            Blocked::OneWay(link) => Self { links: vec![link], ..none },
        })
    }

    /// Returns the changes that unblock everything that either of the two unblocks.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        fn united<T: Ord>(mut one: Vec<T>, other: Vec<T>) -> Vec<T> {
            one.extend(other);
            one.sort_unstable();
            one.dedup();
            one
        }
        let both = |a: Option<f32>, b: Option<f32>, pick: fn(f32, f32) -> f32| match (a, b) {
            (Some(a), Some(b)) => Some(pick(a, b)),
            (a, b) => a.or(b),
        };
        Self {
            max_slope: both(self.max_slope, other.max_slope, f32::max),
            radius: both(self.radius, other.radius, f32::min),
            height: both(self.height, other.height, f32::min),
            max_climb: both(self.max_climb, other.max_climb, f32::max),
            max_height: both(self.max_height, other.max_height, f32::max),
            areas: united(self.areas, other.areas),
            links: united(self.links, other.links),
            needs_links: self.needs_links || other.needs_links,
        }
    }

    /// Returns the changes in a few words without numbers, for the label of a button.
    pub fn title(&self) -> String {
        let parts = [
            (
                !self.areas.is_empty(),
                if self.areas.len() == 1 { "allow the area" } else { "allow the areas" },
            ),
            (self.max_slope.is_some(), "let the agent climb steeper slopes"),
            (self.max_climb.is_some(), "let the agent climb higher steps"),
            (self.needs_links, "allow links"),
            (!self.links.is_empty(), "open links both ways"),
            (self.max_height.is_some(), "raise the height tolerance"),
            (self.radius.is_some(), "make the agent narrower"),
            (self.height.is_some(), "make the agent lower"),
        ];
        let words: Vec<&str> =
            parts.into_iter().filter_map(|(is_part, words)| is_part.then_some(words)).collect();
        let words = words.join(" and ");
        let mut letters = words.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// Returns settings with the minimum changes applied.
    ///
    /// The direction of links stays unchanged, because no setting affects it.
    pub fn applied_to(&self, settings: &Settings) -> Settings {
        let mut opened = settings.clone();
        for &area in &self.areas {
            opened.filter.set_cost(area, 1.0);
        }
        if self.needs_links {
            opened.filter.ignores_links = false;
        }
        opened.max_height = self.max_height.map_or(opened.max_height, |reach| reach.max(opened.max_height));
        let agent = &mut opened.agent;
        agent.max_slope = self.max_slope.map_or(agent.max_slope, |slope| slope.max(agent.max_slope));
        agent.max_climb = self.max_climb.map_or(agent.max_climb, |climb| climb.max(agent.max_climb));
        agent.radius = self.radius.map_or(agent.radius, |radius| radius.min(agent.radius));
        agent.height = self.height.map_or(agent.height, |height| height.min(agent.height));
        opened
    }
}

impl fmt::Display for Relaxation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let areas = self.areas.iter().map(|area| format!("area {}", area.0));
        // Rounded up or down, so that the reported value suffices.
        let up = |metres: f32| (f64::from(metres) * 100.0).ceil() / 100.0;
        let degrees = |slope: f32| (slope.to_degrees() * 10.0).ceil() / 10.0;
        let slope = self.max_slope.map(|slope| format!("slopes of {:.1}°", degrees(slope)));
        let climb = self.max_climb.map(|rise| format!("steps of {:.2} m", up(rise)));
        let any_link = self.needs_links.then(|| "links".to_owned());
        let links = self.links.iter().map(|link| format!("link {} both ways", link.0));
        let allowed: Vec<String> = areas.chain(slope).chain(climb).chain(any_link).chain(links).collect();
        let allow = (!allowed.is_empty()).then(|| format!("allow {}", allowed.join(" and ")));
        let shrink = |what: &str, most: Option<f32>| {
            let most = (most? * 100.0).floor() / 100.0;
            Some(format!("make the agent's {what} at most {most:.2} m"))
        };
        let reach = self.max_height.map(|reach| format!("reach floors {:.2} m below", up(reach)));
        let orders = [allow, reach, shrink("radius", self.radius), shrink("height", self.height)];
        write!(f, "{}", orders.into_iter().flatten().collect::<Vec<_>>().join(" and "))
    }
}

/// Returns the blocked cells of the path with the fewest blocked cells, in path order.
///
/// Also returns the number of cells that the search expanded.
///
/// The list includes cells entered over a blocked link. It is empty if there is no path even through blocked cells.
/// The function runs a second search, which counts steps and ignores blocks.
pub(super) fn closed_cells(
    walkable: &Walkable<'_>,
    start: &Located,
    target: &Located,
) -> (Vec<(CellId, Blocked)>, usize) {
    let mut search = Search::ignoring_blocks(walkable, start, target);
    search.run(&mut Silent);
    let Corridor { cells, exits } = search.corridor().unwrap_or_default();
    let steps = cells.windows(2).zip(exits);
    let blocked = steps
        .filter_map(|(pair, way)| Some((pair[1], walkable.blocked_traversal(pair[0], way, pair[1])?)))
        .collect();
    (blocked, search.expanded())
}

/// Returns the first few cells with their reasons, and the number of the remaining ones, as text.
pub(in crate::pathfinding) fn blocked_text(cells: &[(CellId, Blocked)]) -> String {
    const FEW: usize = 3;
    let one = |(cell, blocked): &(CellId, Blocked)| format!("cell {} ({blocked})", cell.0);
    let mut parts: Vec<String> = cells.iter().take(FEW).map(one).collect();
    if cells.len() > FEW {
        parts.push(format!("{} more", cells.len() - FEW));
    }
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}
