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
