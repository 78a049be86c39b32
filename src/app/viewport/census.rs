//! Histogram of the element sizes of a buffer, which counts the elements visible at a scale.

/// Number of buckets, each half an octave wide.
const BUCKETS: usize = 96;

/// Bucket of one metre.
const METER: f32 = 48.0;

/// Histograms of element sizes in metres, by page.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// Cumulative histogram of each page: number of elements in each bucket or a larger one.
    pages: Vec<Option<Box<[u32; BUCKETS]>>>,
}

impl Census {
    /// Counts the elements of a page; an infinite size marks an element visible at any scale.
    pub fn count(&mut self, page: usize, sizes: impl Iterator<Item = f32>) {
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
    pub fn at_least(&self, page: usize, meters: f32) -> usize {
        let counts = self.pages.get(page).and_then(Option::as_ref);
        counts.map_or(0, |counts| counts[bucket(meters)] as usize)
    }
}

fn bucket(meters: f32) -> usize {
    let octave = (meters.log2() * 2.0 + METER).floor();
    if octave >= 0.0 { (octave as usize).min(BUCKETS - 1) } else { 0 }
}
