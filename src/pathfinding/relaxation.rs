//! What would open a way that is shut.

use std::fmt;

use super::{Blocked, Corridor, Search, Settings, Walkable, locate::Located};
use crate::navmesh::{AreaId, CellId, LinkId};
use crate::trace::Silent;

/// What an agent, its filter and links would have to be for some cells to be open; prints as an order, without its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relaxation {
    /// The areas to allow, by id.
    pub areas: Vec<AreaId>,
    /// The steepest slope that must be walked on, in radians; `None` where slopes shut nothing.
    pub max_slope: Option<f32>,
    /// The greatest radius that gets through, in metres; `None` where no portal is too narrow.
    pub radius: Option<f32>,
    /// The greatest height that gets through, in metres; `None` where no ceiling is too low.
    pub height: Option<f32>,
    /// The highest step that must be taken, in metres; `None` where links shut nothing by rising.
    pub max_climb: Option<f32>,
    /// How far below an end the floor is that it is to stand on, in metres; `None` where no end hangs too high.
    pub max_height: Option<f32>,
    /// The links that must lead both ways, by id.
    pub links: Vec<LinkId>,
    /// Whether links must not be ignored.
    pub needs_links: bool,
}

impl Relaxation {
    /// What opens all of these cells.
    pub fn of(cells: &[(CellId, Blocked)]) -> Self {
        cells.iter().map(|&(_, blocked)| Self::of_one(blocked)).fold(Self::default(), Self::and)
    }

    fn of_one(blocked: Blocked) -> Self {
        let none = Self::default();
        match blocked {
            Blocked::Area(area) => Self { areas: vec![area], ..none },
            Blocked::Slope(slope) => Self { max_slope: Some(slope), ..none },
            Blocked::Low { headroom } => Self { height: Some(headroom), ..none },
            Blocked::Narrow { width } => Self { radius: Some(width * 0.5), ..none },
            Blocked::Climb(_, rise) => Self { max_climb: Some(rise), ..none },
            Blocked::IgnoredLink(_) => Self { needs_links: true, ..none },
            Blocked::OneWay(link) => Self { links: vec![link], ..none },
        }
    }

    /// What opens all that either opens.
    #[must_use]
    pub fn and(mut self, mut other: Self) -> Self {
        self.areas.append(&mut other.areas);
        self.areas.sort_unstable();
        self.areas.dedup();
        self.links.append(&mut other.links);
        self.links.sort_unstable();
        self.links.dedup();
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
            needs_links: self.needs_links || other.needs_links,
            ..self
        }
    }

    /// What it changes, in a few words without numbers: the label of a button.
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

    /// Settings changed by no more than it takes, but for the direction of links, which no settings change.
    pub fn applied_to(&self, settings: &Settings) -> Settings {
        let mut opened = settings.clone();
        for &area in &self.areas {
            opened.filter.set_cost(area, 1.0);
        }
        if self.needs_links {
            opened.filter.set_ignores_links(false);
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
        // Rounded up, so that what is told is enough.
        let slope = self
            .max_slope
            .map(|slope| format!("slopes of {:.1}°", (slope.to_degrees() * 10.0).ceil() / 10.0));
        let climb = self.max_climb.map(|rise| format!("steps of {:.2} m", (rise * 100.0).ceil() / 100.0));
        let any_link = self.needs_links.then(|| "links".to_owned());
        let links = self.links.iter().map(|link| format!("link {} both ways", link.0));
        let allowed: Vec<String> = areas.chain(slope).chain(climb).chain(any_link).chain(links).collect();
        let allow = (!allowed.is_empty()).then(|| format!("allow {}", allowed.join(" and ")));
        // Rounded down, for the same reason.
        let shrink = |what: &str, most: Option<f32>| {
            most.map(|most| {
                format!("make the agent's {what} at most {:.2} m", (most * 100.0).floor() / 100.0)
            })
        };
        let reach = self
            .max_height
            .map(|reach| format!("reach floors {:.2} m below", (reach * 100.0).ceil() / 100.0));
        let orders = [allow, reach, shrink("radius", self.radius), shrink("height", self.height)];
        write!(f, "{}", orders.into_iter().flatten().collect::<Vec<_>>().join(" and "))
    }
}

/// The cells that are shut, or entered over a link that is, on the way through the fewest of them, in order; empty where there is no way at all.
///
/// A second search, by steps, that may enter them.
pub(super) fn closed_cells(
    walkable: &Walkable<'_>,
    start: &Located,
    target: &Located,
) -> Vec<(CellId, Blocked)> {
    let mut search = Search::ignoring_blocks(walkable, start, target);
    search.run(&mut Silent);
    let Corridor { cells, exits } = search.corridor().unwrap_or_default();
    let steps = cells.windows(2).zip(exits);
    steps
        .filter_map(|(pair, way)| Some((pair[1], walkable.blocked_traversal(pair[0], way, pair[1])?)))
        .collect()
}

/// A few of the cells, each with what shuts it, and how many more there are.
pub(super) fn told(cells: &[(CellId, Blocked)]) -> String {
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
