//! Positions of the pages in a buffer, with space to grow.

use std::ops::Range;

use bytemuck::Pod;
use glam::Vec2;

use super::upload::{PAGE, PagePart, Pending};

/// Alignment of pages in elements: a whole triangle, in every buffer.
const TRIANGLE: usize = 3;

/// The empty bounding box.
const NOTHING: [Vec2; 2] = [Vec2::INFINITY, Vec2::NEG_INFINITY];

/// The pages of a buffer, one after another except those that outgrew their ranges.
#[derive(Clone, Debug, Default)]
pub(super) struct ViewLayout {
    /// Range reserved for each page; empty for pages that are not written yet.
    rooms: Vec<Range<usize>>,
    /// Free range after all pages.
    free: Range<usize>,
    /// Number of used elements of each page.
    pub(super) used: Vec<usize>,
    /// Bounding box of each page's elements, in metres from the layer's origin.
    boxes: Vec<[Vec2; 2]>,
}

impl ViewLayout {
    /// Creates the layout of pages that will hold this many elements in total, plus a quarter.
    ///
    /// It adds space for more pages and for pages that outgrow their ranges. Pages lie in the order of their first
    /// write.
    pub(super) fn of(pages: usize, elements: usize) -> Self {
        let more = pages / 16 + 1;
        let end = room_for(elements) + pages * room_for(0) + more * room_for(PAGE * 3);
        let pages = pages + more;
        Self { rooms: vec![0..0; pages], free: 0..end, used: vec![0; pages], boxes: vec![NOTHING; pages] }
    }

    /// Returns the maximum number of pages.
    pub(super) fn pages(&self) -> usize {
        self.used.len()
    }

    /// Returns the capacity of the buffer in elements.
    pub(super) fn len(&self) -> usize {
        self.free.end
    }

    /// Returns the pages whose bounding boxes are visible, in metres from the layer's origin.
    pub(super) fn pages_in(&self, is_visible: impl Fn([Vec2; 2]) -> bool) -> impl Iterator<Item = usize> {
        self.boxes.iter().enumerate().filter(move |&(_, &page)| is_visible(page)).map(|(page, _)| page)
    }

    /// Returns the elements of pages in ascending order, with one range for adjacent pages.
    pub(super) fn ranges(&self, pages: impl IntoIterator<Item = usize>) -> Vec<Range<u32>> {
        let mut ranges: Vec<Range<u32>> = Vec::new();
        let mut next = None;
        for page in pages {
            let room = &self.rooms[page];
            let (start, end) = (room.start as u32, (room.start + self.used[page]) as u32);
            match ranges.last_mut().filter(|_| next == Some(room.start)) {
                Some(range) => range.end = end,
                None => ranges.push(start..end),
            }
            next = Some(room.end);
        }
        ranges
    }

    /// Queues the elements of a page.
    ///
    /// It clears the rest of the page's range and a range that the page outgrew. `ends_of` returns the two points
    /// that span an element, in metres from the layer's origin. Returns `false` if there is no space left.
    pub(super) fn write<T: Pod>(
        &mut self,
        (part, page): (PagePart, usize),
        elements: &[T],
        ends_of: impl Fn(&T) -> [[f32; 2]; 2],
        pending: &mut Pending,
    ) -> bool {
        let Some(old) = self.rooms.get(page).cloned() else { return false };
        if elements.len() > old.len() {
            let Some(room) = self.reserve(elements.len()) else { return false };
            self.rooms[page] = room;
            if !old.is_empty() {
                pending.writes.insert((part, old.start), vec![0; old.len() * size_of::<T>()]);
            }
        }
        let room = &self.rooms[page];
        if !room.is_empty() {
            let mut bytes = bytemuck::cast_slice(elements).to_vec();
            bytes.resize(room.len() * size_of::<T>(), 0);
            pending.writes.insert((part, room.start), bytes);
        }
        self.used[page] = elements.len();
        let places = elements.iter().flat_map(ends_of).map(Vec2::from);
        self.boxes[page] = places.fold(NOTHING, |[min, max], at| [min.min(at), max.max(at)]);
        true
    }

    /// Reserves a range after all others; `None` if there is no space left.
    fn reserve(&mut self, length: usize) -> Option<Range<usize>> {
        let end = self.free.start + room_for(length);
        let start = self.free.start;
        (end <= self.free.end).then(|| {
            self.free.start = end;
            start..end
        })
    }
}

/// Returns the reserved size for a number of elements: a quarter more, and a constant.
fn room_for(length: usize) -> usize {
    (length + length / 4 + 128).next_multiple_of(TRIANGLE)
}

#[cfg(test)]
mod tests {
    use super::super::upload::Dot;
    use super::*;

    fn ends(dot: &Dot) -> [[f32; 2]; 2] {
        [dot.at; 2]
    }

    #[test]
    fn only_pages_that_reach_into_the_view_are_drawn_and_neighbours_at_once() {
        let mut layout = ViewLayout::of(5, 10);
        let mut pending = Pending::default();
        for page in 0..5 {
            let at = page as f32 * 10.0;
            let dots = [[at, 0.0], [at + 1.0, 1.0]].map(|at| Dot { at, room: 1.0, style: 1, height: 0.0 });
            assert!(layout.write((PagePart::Dots, page), &dots, ends, &mut pending), "page {page} fits");
        }
        let room = (layout.len() / layout.pages()) as u32;
        let drawn = |from: f32, to: f32| {
            let pages: Vec<usize> = layout.pages_in(|[low, high]| low.x <= to && high.x >= from).collect();
            let ranges = layout.ranges(pages.iter().copied());
            (pages, ranges)
        };
        assert_eq!(drawn(2.0, 9.0), (vec![], vec![]), "between two pages");
        let (pages, ranges) = drawn(10.5, 25.0);
        assert_eq!(
            (pages, ranges.len(), ranges[0].len()),
            (vec![1, 2], 1, layout.rooms[1].len() + 2),
            "two: {room}"
        );
        let ranges = layout.ranges([0, 2, 3]);
        assert_eq!(ranges.len(), 2, "what is not in view is left out: {ranges:?}");
    }

    #[test]
    fn a_page_that_outgrew_its_room_lies_behind_the_others() {
        let mut layout = ViewLayout::of(3, 6);
        let mut pending = Pending::default();
        let dots = |count: usize| vec![Dot { at: [1.0, 0.0], room: 1.0, style: 1, height: 0.0 }; count];
        assert!(
            (0..3).all(|page| layout.write((PagePart::Dots, page), &dots(2), ends, &mut pending)),
            "all fit"
        );
        let (before, room) = (layout.ranges([0, 1, 2]), layout.rooms[1].clone());
        assert_eq!(before.len(), 1, "at once");
        assert!(layout.write((PagePart::Dots, 1), &dots(500), ends, &mut pending), "there is room elsewhere");
        let ranges = layout.ranges([0, 1, 2]);
        assert_eq!(ranges.iter().map(Range::len).collect::<Vec<_>>(), [2, 500, 2], "each by itself");
        assert!(ranges[1].start as usize >= layout.rooms[2].end, "behind the last: {ranges:?}");
        let left = &pending.writes[&(PagePart::Dots, room.start)];
        assert!(left.len() == room.len() * size_of::<Dot>() && left.iter().all(|&byte| byte == 0), "empty");
        assert!(
            !layout.write((PagePart::Dots, 2), &dots(layout.len()), ends, &mut pending),
            "more than there is"
        );
    }
}
