//! Where the pages of a buffer lie, with room to grow.

use std::ops::Range;

use glam::Vec2;

use super::upload::{Element, PAGE, Part, Pending};

/// Pages begin at whole triangles, whichever buffer they are of.
const TRIANGLE: usize = 3;

/// The box around nothing.
const NOTHING: [Vec2; 2] = [Vec2::INFINITY, Vec2::NEG_INFINITY];

/// The pages of one buffer, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Where each page begins; one more at the end.
    starts: Vec<usize>,
    /// How many elements of each page are in use.
    used: Vec<usize>,
    /// The smallest and the largest coordinates that each page's elements reach to, in metres from the layer's origin.
    boxes: Vec<[Vec2; 2]>,
}

impl Layout {
    /// Room for pages that are going to hold this many elements, and a quarter more; and for some pages after them.
    pub(super) fn of(lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut starts = vec![0];
        let mut add = |length: usize| {
            let room = (length + length / 4 + 128).next_multiple_of(TRIANGLE);
            starts.push(starts[starts.len() - 1] + room);
        };
        let mut pages = 0;
        for length in lengths {
            add(length);
            pages += 1;
        }
        (0..=pages / 16).for_each(|_| add(PAGE * 3));
        let pages = starts.len() - 1;
        Self { used: vec![0; pages], boxes: vec![NOTHING; pages], starts }
    }

    /// How many pages there is room for.
    pub(super) fn pages(&self) -> usize {
        self.used.len()
    }

    /// Elements that there is room for.
    pub(super) fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Elements of a page in use.
    pub(super) fn used(&self, page: usize) -> usize {
        self.used[page]
    }

    /// The pages of which something lies between two points, in metres from the layer's origin.
    pub(super) fn pages_in(&self, [min, max]: [Vec2; 2]) -> impl Iterator<Item = usize> {
        let is_in = move |[low, high]: &[Vec2; 2]| low.cmple(max).all() && high.cmpge(min).all();
        self.boxes.iter().enumerate().filter(move |(_, page)| is_in(page)).map(|(page, _)| page)
    }

    /// The elements of pages in rising order: a range for pages that follow each other.
    pub(super) fn ranges(&self, pages: impl IntoIterator<Item = usize>) -> Vec<Range<u32>> {
        let mut ranges: Vec<Range<u32>> = Vec::new();
        let mut next = None;
        for page in pages {
            let (start, end) = (self.starts[page], self.starts[page] + self.used[page]);
            match ranges.last_mut().filter(|_| next == Some(page)) {
                Some(range) => range.end = end as u32,
                None => ranges.push(start as u32..end as u32),
            }
            next = Some(page + 1);
        }
        ranges
    }

    /// Hands a page's elements over, with nothing drawn in the rest of its room; `false` if they do not fit.
    pub(super) fn write<T: Element>(
        &mut self,
        part: Part,
        page: usize,
        elements: &[T],
        pending: &mut Pending,
    ) -> bool {
        let (Some(&start), Some(&end)) = (self.starts.get(page), self.starts.get(page + 1)) else {
            return false;
        };
        if elements.len() > end - start {
            return false;
        }
        let mut bytes = bytemuck::cast_slice(elements).to_vec();
        bytes.resize((end - start) * size_of::<T>(), 0);
        pending.writes.insert((part, start), bytes);
        self.used[page] = elements.len();
        let places = elements.iter().flat_map(Element::places);
        self.boxes[page] = places.fold(NOTHING, |[min, max], at| [min.min(at), max.max(at)]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::upload::Dot;
    use super::*;

    #[test]
    fn only_pages_that_reach_into_the_view_are_drawn_and_neighbours_at_once() {
        let mut layout = Layout::of([2; 5]);
        let mut pending = Pending::default();
        for page in 0..5 {
            let at = page as f32 * 10.0;
            let dots = [[at, 0.0], [at + 1.0, 1.0]].map(|at| Dot { at, room: 1.0, style: 1 });
            assert!(layout.write(Part::Dots, page, &dots, &mut pending), "page {page} fits");
        }
        let room = (layout.len() / layout.pages()) as u32;
        let drawn = |from: f32, to: f32| {
            let pages: Vec<usize> = layout.pages_in([Vec2::new(from, 0.5), Vec2::new(to, 3.0)]).collect();
            let ranges = layout.ranges(pages.iter().copied());
            (pages, ranges)
        };
        assert_eq!(drawn(2.0, 9.0), (vec![], vec![]), "between two pages");
        let (pages, ranges) = drawn(10.5, 25.0);
        assert_eq!(
            (pages, ranges.len(), ranges[0].len()),
            (vec![1, 2], 1, layout.starts[1] + 2),
            "two: {room}"
        );
        let ranges = layout.ranges([0, 2, 3]);
        assert_eq!(ranges.len(), 2, "what is not in view is left out: {ranges:?}");
    }
}
