//! Who walks, and what walking costs it.

use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use crate::navmesh::AreaId;

/// Who walks. The default is a point that goes everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    /// Half its width, in metres; it passes portals whose clearance is at least twice that.
    pub radius: f32,
    /// How much room it needs above the floor, in metres.
    pub height: f32,
    /// The steepest slope that it walks on, in radians.
    pub max_slope: f32,
    /// The highest step that it takes where a link goes up, in metres.
    pub max_climb: f32,
}

impl Default for Agent {
    fn default() -> Self {
        Self { radius: 0.0, height: 0.0, max_slope: FRAC_PI_2, max_climb: f32::INFINITY }
    }
}

/// Which areas may be walked on, what a metre in them costs, and whether links may be taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// By area; infinite where it is forbidden. Areas past the end cost 1.
    costs: Arc<Vec<f32>>,
    /// Whether no link may be taken.
    ignores_links: bool,
}

impl Filter {
    /// What a metre in an area costs: positive, infinite where it is forbidden.
    pub fn cost(&self, area: AreaId) -> f32 {
        self.costs.get(usize::from(area.0)).copied().unwrap_or(1.0)
    }

    /// Whether an area may be walked on.
    pub fn allows(&self, area: AreaId) -> bool {
        self.cost(area).is_finite()
    }

    /// Sets what a metre in an area costs, infinite to forbid it; ignores what is not positive.
    pub fn set_cost(&mut self, area: AreaId, cost: f32) {
        if cost > 0.0 {
            let costs = Arc::make_mut(&mut self.costs);
            let index = usize::from(area.0);
            costs.resize(costs.len().max(index + 1), 1.0);
            costs[index] = cost;
            trim(costs);
        }
    }

    /// Forgets an area; those after it move up by one.
    pub fn remove_area(&mut self, area: AreaId) {
        if self.costs.len() > usize::from(area.0) {
            let costs = Arc::make_mut(&mut self.costs);
            costs.remove(usize::from(area.0));
            trim(costs);
        }
    }

    /// Whether no link may be taken; by default links may.
    pub fn ignores_links(&self) -> bool {
        self.ignores_links
    }

    /// Sets whether no link may be taken.
    pub fn set_ignores_links(&mut self, ignores_links: bool) {
        self.ignores_links = ignores_links;
    }

    /// The areas that cost other than 1, and what they cost.
    pub fn set_areas(&self) -> impl Iterator<Item = (AreaId, f32)> {
        let costs = self.costs.iter().enumerate().filter(|(_, cost)| **cost != 1.0);
        costs.map(|(index, &cost)| (AreaId(index as u8), cost))
    }

    /// Whether a metre of some area that may be walked on costs other than 1.
    pub fn has_costs(&self) -> bool {
        self.set_areas().any(|(_, cost)| cost.is_finite())
    }

    /// The least that a metre costs anywhere, at most 1: what keeps a straight line an admissible heuristic.
    pub fn least_cost(&self) -> f32 {
        self.costs.iter().copied().fold(1.0, f32::min)
    }
}

/// One filter, one form, so that equal filters compare equal.
fn trim(costs: &mut Vec<f32>) {
    while costs.last() == Some(&1.0) {
        costs.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_knows_only_what_differs_from_plain_ground() {
        let mut filter = Filter::default();
        filter.set_cost(AreaId(2), 3.0);
        filter.set_cost(AreaId(1), f32::INFINITY);
        filter.set_cost(AreaId(0), -1.0);
        assert_eq!([0, 1, 2, 9].map(|area| filter.cost(AreaId(area))), [1.0, f32::INFINITY, 3.0, 1.0]);
        assert!(!filter.allows(AreaId(1)) && filter.allows(AreaId(2)), "infinite is forbidden");
        assert!(filter.has_costs(), "one is dearer");
        filter.set_cost(AreaId(2), 1.0);
        assert!(!filter.has_costs(), "what is forbidden has no cost");
        filter.set_cost(AreaId(1), 1.0);
        assert_eq!(filter, Filter::default(), "plain again");
    }

    #[test]
    fn areas_after_a_removed_one_move_up() {
        let mut filter = Filter::default();
        filter.set_cost(AreaId(0), 2.0);
        filter.set_cost(AreaId(2), 5.0);
        filter.remove_area(AreaId(1));
        assert_eq!([0, 1, 2].map(|area| filter.cost(AreaId(area))), [2.0, 5.0, 1.0]);
        filter.remove_area(AreaId(7));
        filter.remove_area(AreaId(1));
        filter.remove_area(AreaId(0));
        assert_eq!(filter, Filter::default(), "plain again");
    }
}
