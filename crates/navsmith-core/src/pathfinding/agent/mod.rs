//! Agents, and filters with the costs of areas.

pub mod corridor;
pub mod walkable;
pub(super) mod ground;

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use std::fmt;
use std::sync::Arc;

use crate::navmesh::AreaId;

/// The size and the abilities of an agent; the default is a point that can go everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    /// The radius, in metres; the agent passes portals with a clearance of at least twice that.
    pub radius: f32,
    /// The clearance that it needs above the floor, in metres.
    pub height: f32,
    /// The steepest slope that it can walk on, in radians.
    pub max_slope: f32,
    /// The highest step that it can take where a link goes up, in metres.
    pub max_climb: f32,
}

impl Agent {
    /// The size of a person, for which new documents are checked: the default of several engines.
    pub const PERSON: Self = Self { radius: 0.4, height: 1.8, max_slope: FRAC_PI_4, max_climb: 0.4 };

    /// Returns the agent with lengths multiplied by a factor; infinite ones stay.
    #[must_use]
    pub fn scaled(self, factor: f32) -> Self {
        let scaled = |length: f32| if length.is_finite() { (length * factor).min(f32::MAX) } else { length };
        let [radius, height, max_climb] = [self.radius, self.height, self.max_climb].map(scaled);
        Self { radius, height, max_climb, ..self }
    }
}

impl Default for Agent {
    fn default() -> Self {
        Self { radius: 0.0, height: 0.0, max_slope: FRAC_PI_2, max_climb: f32::INFINITY }
    }
}

/// Formats the sizes that limit the agent, such as `radius 0.4 m, height 1.8 m, slope 45°, step 0.4 m`.
impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let point = Self::default();
        if *self == point {
            return f.write_str("a point without limits");
        }
        let rounded = |value: f32, digits: f32| (value * digits).round() / digits;
        write!(f, "radius {} m, height {} m", rounded(self.radius, 1e3), rounded(self.height, 1e3))?;
        if self.max_slope < point.max_slope {
            write!(f, ", slope {}°", rounded(self.max_slope.to_degrees(), 10.0))?;
        } else {
            f.write_str(", any slope")?;
        }
        if self.max_climb.is_finite() {
            write!(f, ", step {} m", rounded(self.max_climb, 1e3))
        } else {
            f.write_str(", any step")
        }
    }
}

/// Area costs per metre, forbidden areas, and whether links are ignored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// By area, the cost of a metre; infinite if the area is forbidden. Areas past the end cost 1.
    costs: Arc<Vec<f32>>,
    /// Whether links are ignored; `false` by default.
    pub ignores_links: bool,
}

impl Filter {
    /// Returns the cost of a metre in an area: positive, infinite if the area is forbidden.
    #[inline]
    pub fn cost(&self, area: AreaId) -> f32 {
        self.costs.get(usize::from(area.0)).copied().unwrap_or(1.0)
    }

    /// Returns whether an area is allowed.
    #[inline]
    pub fn allows(&self, area: AreaId) -> bool {
        self.cost(area).is_finite()
    }

    /// Sets the cost of a metre in an area; infinite forbids it. Ignores a cost that is not positive.
    pub fn set_cost(&mut self, area: AreaId, cost: f32) {
        if cost > 0.0 {
            let costs = Arc::make_mut(&mut self.costs);
            let index = usize::from(area.0);
            costs.resize(costs.len().max(index + 1), 1.0);
            costs[index] = cost;
            trim(costs);
        }
    }

    /// Removes an area; the indices of those after it decrease by one.
    pub fn remove_area(&mut self, area: AreaId) {
        if self.costs.len() > usize::from(area.0) {
            let costs = Arc::make_mut(&mut self.costs);
            costs.remove(usize::from(area.0));
            trim(costs);
        }
    }

    /// Returns the filter for other ids of the areas; those without one keep no cost.
    #[must_use]
    pub fn mapped(&self, id: impl Fn(AreaId) -> Option<AreaId>) -> Self {
        let mut mapped = Self { ignores_links: self.ignores_links, ..Self::default() };
        for (area, cost) in self.set_areas() {
            if let Some(area) = id(area) {
                mapped.set_cost(area, cost);
            }
        }
        mapped
    }

    /// Returns the areas with a cost other than 1, with their costs.
    pub fn set_areas(&self) -> impl Iterator<Item = (AreaId, f32)> {
        let costs = self.costs.iter().enumerate().filter(|(_, cost)| **cost != 1.0);
        costs.map(|(index, &cost)| (AreaId(index as u8), cost))
    }

    /// Returns whether an allowed area has a cost other than 1.
    pub fn has_costs(&self) -> bool {
        self.set_areas().any(|(_, cost)| cost.is_finite())
    }

    /// Returns the least cost of a metre, at most 1; the factor of an admissible straight-line heuristic.
    pub fn least_cost(&self) -> f32 {
        self.costs.iter().copied().fold(1.0, f32::min)
    }
}

/// Removes trailing default costs, so that equal filters compare equal.
fn trim(costs: &mut Vec<f32>) {
    while costs.last() == Some(&1.0) {
        costs.pop();
    }
}
