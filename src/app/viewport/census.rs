//! Histogram of the element sizes of a buffer, which counts the elements visible at a scale.

/// Number of buckets, each half an octave wide.
const BUCKETS: usize = 96;

/// Bucket of one metre.
const METER: f32 = 48.0;

/// Histograms of element sizes in metres, by page.
#[derive(Clone, Debug, Default)]
pub(super) struct Census {
    /// Cumulative histogram of each page: number of elements in each bucket or a larger one.
    pages: Vec<Option<Box<[u32; BUCKETS]>>>,
}

impl Census {
    /// Counts the elements of a page; an infinite size marks an element visible at any scale.
    pub(super) fn count(&mut self, page: usize, sizes: impl Iterator<Item = f32>) {
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let mut counts = Box::new([0; BUCKETS]);
        sizes.for_each(|size| counts[bucket(size)] += 1);
        (0..BUCKETS - 1).rev().for_each(|i| counts[i] += counts[i + 1]);
        self.pages[page] = Some(counts);
    }

    /// Returns the number of elements of a page of at least a size in metres.
    ///
    /// It includes all elements in the same bucket, which may be up to half an octave smaller.
    pub(super) fn at_least(&self, page: usize, meters: f32) -> usize {
        let counts = self.pages.get(page).and_then(Option::as_ref);
        counts.map_or(0, |counts| counts[bucket(meters)] as usize)
    }
}

fn bucket(meters: f32) -> usize {
    let octave = (meters.log2() * 2.0 + METER).floor();
    if octave >= 0.0 { (octave as usize).min(BUCKETS - 1) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_counted_again_counts_once() {
        let mut census = Census::default();
        census.count(0, [1.0, 1.0, 8.0].into_iter());
        census.count(2, [1.0, f32::INFINITY].into_iter());
        let counts = |census: &Census, page| [0.5, 1.0, 2.0, 100.0].map(|size| census.at_least(page, size));
        assert_eq!(
            [0, 1, 2].map(|page| counts(&census, page)),
            [[3, 3, 1, 0], [0; 4], [2, 2, 1, 1]],
            "each page"
        );
        census.count(0, [3.0].into_iter());
        assert_eq!(counts(&census, 0), [1, 1, 1, 0], "page 0 is counted again");
    }

    #[test]
    fn sizes_beyond_all_buckets_are_counted_too() {
        let mut census = Census::default();
        census.count(0, [0.0, 1e-30, 1e30].into_iter());
        assert_eq!([0.0, 1e20].map(|size| census.at_least(0, size)), [3, 1], "in the first and the last");
    }
}
