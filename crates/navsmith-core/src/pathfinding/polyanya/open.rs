//! Entries of the priority queue of a search: node indices by estimate, eight bytes each.

/// Queue entry as one number: the estimate rounded down above, the complement of the node index below.
///
/// The least entry comes first. It has the smallest estimate. Among equal estimates it is the node found last, which
/// is likely to be nearer the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OpenEntry(u64);

impl OpenEntry {
    pub(super) fn new(estimate: f64, node: u32) -> Self {
        Self(u64::from(rounded_down(estimate)) << 32 | u64::from(!node))
    }

    pub(super) fn node(self) -> u32 {
        !(self.0 as u32)
    }

    /// Whether the estimate exceeds a length; this then holds for all later entries too.
    pub(super) fn is_past(self, length: f64) -> bool {
        (self.0 >> 32) as u32 > rounded_down(length)
    }
}

/// Returns the upper bits of a non-negative number, which keep its order.
///
/// These are the exponent and 21 bits of the fraction.
fn rounded_down(number: f64) -> u32 {
    (number.to_bits() >> 31) as u32
}
