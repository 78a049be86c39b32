//! Removal of groups and areas from a scenario.

use super::{GroupTarget, Scenario, Spawn};
use crate::navmesh::AreaId;

impl Scenario {
    /// Removes a group; agents that go to one of its agents then go to the pointer.
    ///
    /// The other groups keep their colours.
    pub fn remove_group(&mut self, removed: usize) {
        if removed >= self.groups.len() {
            return;
        }
        self.keep_colors_after(removed);
        self.groups.remove(removed);
        for other in &mut self.groups {
            match &mut other.target {
                GroupTarget::Agent { group, .. } if *group == removed => other.target = GroupTarget::Pointer,
                GroupTarget::Agent { group, .. } if *group > removed => *group -= 1,
                _ => {}
            }
        }
    }

    /// Replaces an area by the first one, and decreases the ids of the areas after it by one.
    pub fn remove_area(&mut self, removed: AreaId) {
        for group in &mut self.groups {
            group.filter.remove_area(removed);
            if let Spawn::Area(area) = &mut group.spawn {
                *area = match area.0.cmp(&removed.0) {
                    std::cmp::Ordering::Less => *area,
                    std::cmp::Ordering::Equal => AreaId::default(),
                    std::cmp::Ordering::Greater => AreaId(area.0 - 1),
                };
            }
        }
    }
}
