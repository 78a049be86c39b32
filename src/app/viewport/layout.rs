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
pub struct ViewLayout {
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
    pub fn of(pages: usize, elements: usize) -> Self {
        let more = pages / 16 + 1;
        let end = room_for(elements) + pages * room_for(0) + more * room_for(PAGE * 3);
        let pages = pages + more;
        Self { rooms: vec![0..0; pages], free: 0..end, used: vec![0; pages], boxes: vec![NOTHING; pages] }
    }

    /// Returns the maximum number of pages.
    pub fn pages(&self) -> usize {
        self.used.len()
    }

    /// Returns the capacity of the buffer in elements.
    pub fn capacity(&self) -> usize {
        self.free.end
    }

    /// Returns the range that is reserved for a page; empty for a page that is not written yet.
    pub fn room(&self, page: usize) -> Range<usize> {
        self.rooms.get(page).cloned().unwrap_or(0..0)
    }

    /// Returns the pages whose bounding boxes are visible, in metres from the layer's origin.
    pub fn pages_in(&self, is_visible: impl Fn([Vec2; 2]) -> bool) -> impl Iterator<Item = usize> {
        self.boxes.iter().enumerate().filter(move |&(_, &page)| is_visible(page)).map(|(page, _)| page)
    }

    /// Returns the elements of pages in ascending order, with one range for adjacent pages.
    pub fn ranges(&self, pages: impl IntoIterator<Item = usize>) -> Vec<Range<u32>> {
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
    pub fn write<T: Pod>(
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
