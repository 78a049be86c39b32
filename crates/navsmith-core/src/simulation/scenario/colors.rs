//! Display colours of groups, which stay when another group is removed.

use super::Scenario;

impl Scenario {
    /// Returns the number of the display colour of a group.
    pub fn color_of(&self, group: usize) -> usize {
        self.groups.get(group).and_then(|group| group.color).map_or(group, usize::from)
    }

    /// Returns the colour of a group that is added at the end, so that no other group has its number.
    pub fn next_color(&self) -> Option<u8> {
        let index = self.groups.len();
        let is_free = |color: &usize| (0..index).all(|group| self.color_of(group) != *color);
        let free = std::iter::once(index).chain(0..index).find(is_free);
        free.filter(|&color| color != index).and_then(|color| u8::try_from(color).ok())
    }

    /// Stores the colours of the groups after one that is removed.
    pub(super) fn keep_colors_after(&mut self, removed: usize) {
        for (index, group) in self.groups.iter_mut().enumerate().skip(removed + 1) {
            group.color = group.color.or_else(|| u8::try_from(index).ok());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navmesh::AreaId;
    use crate::simulation::scenario::{AgentGroup, GroupTarget, Spawn};

    #[test]
    fn groups_keep_their_colours_when_another_one_is_removed_and_a_new_one_gets_a_free_colour() {
        let group = AgentGroup::new("walkers", Spawn::Area(AreaId(0)), GroupTarget::Pointer);
        let mut scenario = Scenario { groups: vec![group; 3], ..Scenario::default() };
        let colors = |scenario: &Scenario| -> Vec<usize> {
            (0..scenario.groups.len()).map(|group| scenario.color_of(group)).collect()
        };
        assert_eq!(scenario.next_color(), None, "its index");
        scenario.remove_group(0);
        assert_eq!(colors(&scenario), [1, 2]);
        scenario.groups.push(AgentGroup { color: scenario.next_color(), ..scenario.groups[0].clone() });
        assert_eq!(colors(&scenario), [1, 2, 0], "that of the removed group");
        assert_eq!(scenario.next_color(), None);
    }
}
