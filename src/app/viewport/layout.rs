//! Where the pages of a buffer lie, with room to grow.

use bytemuck::Pod;

use super::upload::{PAGE, Part, Pending};

/// Pages begin at whole triangles, whichever buffer they are of.
const TRIANGLE: usize = 3;

/// The pages of one buffer, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Where each page begins; one more at the end.
    starts: Vec<usize>,
    /// How many elements of each page are in use.
    used: Vec<usize>,
    total: usize,
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
        Self { used: vec![0; starts.len() - 1], starts, total: 0 }
    }

    /// How many pages there is room for.
    pub(super) fn pages(&self) -> usize {
        self.used.len()
    }

    /// Elements that there is room for.
    pub(super) fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Elements in use.
    pub(super) fn used(&self) -> usize {
        self.total
    }

    /// Hands a page's elements over, with nothing drawn in the rest of its room; `false` if they do not fit.
    pub(super) fn write<T: Pod>(
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
        self.total = self.total + elements.len() - self.used[page];
        self.used[page] = elements.len();
        true
    }
}
