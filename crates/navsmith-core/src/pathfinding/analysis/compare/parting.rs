//! Partings: the stretches where two corridors differ.

use std::collections::BTreeMap;

use crate::navmesh::CellId;

/// A stretch where two corridors cross different cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The last common cell before the stretch; `None` if the corridors begin apart.
    pub parts: Option<CellId>,
    /// The next common cell after the stretch; `None` if the corridors end apart.
    pub joins: Option<CellId>,
    /// The cells of the first corridor in between, in order; may be empty.
    pub one: Vec<CellId>,
    /// The cells of the second corridor in between, in order; may be empty.
    pub other: Vec<CellId>,
}

/// Returns the partings of two corridors, in the order of the first; empty if they are equal.
///
/// The cost is `n log n` in their lengths.
pub fn partings(one: &[CellId], other: &[CellId]) -> Vec<Parting> {
    let places: BTreeMap<CellId, usize> = other.iter().enumerate().map(|(i, &cell)| (cell, i)).collect();
    let mut found = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < one.len() || j < other.len() {
        if i < one.len() && one.get(i) == other.get(j) {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let meets = |k: &usize| places.get(&one[*k]).is_some_and(|&place| place >= j);
        let k = (i..one.len()).find(meets);
        let (to_i, to_j) = k.map_or((one.len(), other.len()), |k| (k, places[&one[k]]));
        found.push(Parting {
            parts: i.checked_sub(1).map(|last| one[last]),
            joins: k.map(|k| one[k]),
            one: one[i..to_i].to_vec(),
            other: other[j..to_j].to_vec(),
        });
        (i, j) = (to_i, to_j);
    }
    found
}
