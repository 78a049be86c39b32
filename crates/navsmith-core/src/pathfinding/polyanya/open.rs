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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn entries_are_ordered_by_estimate_and_then_the_last_first(one in 0u8..40, other in 0u8..40, node in 1..9u32) {
            let open = |estimate: u8, node| OpenEntry::new(f64::from(estimate) * 0.37, node);
            prop_assert_eq!(open(one, 0).cmp(&open(other, node)), one.cmp(&other).then(node.cmp(&0)));
            prop_assert_eq!(open(one, node).node(), node);
        }

        #[test]
        fn rounding_keeps_the_order(a in 0.0..1e300f64, b in 0.0..1e300f64, tiny in 0.0..1e-300f64) {
            for (a, b) in [(a, b), (a, tiny), (tiny, a * 1e-300)] {
                prop_assert!(!(a <= b && OpenEntry::new(a, 0).is_past(b)), "{} is not past {}", a, b);
            }
        }
    }
}
