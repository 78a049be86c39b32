//! Cells whose corners run clockwise seen from above, so that they face down.

use super::Issue;

pub(super) fn describe(issue: &Issue) -> String {
    format!(
        "Cell {} is inside out: its corners run clockwise seen from above, so it joins none of its neighbours. \
         Reverse its winding.",
        super::cells_of(issue),
    )
}
