//! Union-find: disjoint sets of numbers as a list of parents.
//!
//! The list contains the parent of each number; a root is its own parent and represents its set. A number past the
//! end of the list forms a set of its own.

/// Returns the root of a number's set. Halves the path to it to speed up later calls.
#[inline]
pub fn root(parents: &mut [u32], mut number: u32) -> u32 {
    while let Some(&parent) = parents.get(number as usize)
        && parent != number
    {
        let above = parents[parent as usize];
        parents[number as usize] = above;
        number = above;
    }
    number
}

/// Merges the sets of two numbers of the list, and returns the new root: the lesser of the two roots.
#[inline]
pub fn join(parents: &mut [u32], one: u32, other: u32) -> u32 {
    let (one, other) = (root(parents, one), root(parents, other));
    let least = one.min(other);
    parents[one.max(other) as usize] = least;
    least
}
