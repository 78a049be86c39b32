//! Where the pages of a buffer lie, with room to grow.

use bytemuck::Pod;

use super::upload::{Part, Pending};

/// Pages begin at whole triangles, whichever buffer they are of.
const TRIANGLE: usize = 3;

/// The pages of one buffer, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Where each page begins; one more at the end.
    starts: Vec<usize>,
}

impl Layout {
    /// Room for pages that hold this many elements now, and a quarter more.
    pub(super) fn of(lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut starts = vec![0];
        for length in lengths {
            let room = (length + length / 4 + 128).next_multiple_of(TRIANGLE);
            starts.push(starts[starts.len() - 1] + room);
        }
        Self { starts }
    }

    /// Elements in all.
    pub(super) fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Hands a page's elements over, with nothing drawn in the rest of its room; `false` if they do not fit.
    pub(super) fn write<T: Pod>(
        &self,
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
        true
    }
}
