//! Merging of vertices.
//!
//! Id stability: the survivor keeps its id, the other vertices are removed. Cells keep their ids unless they vanish.
//! If a cell is divided at the merged vertex, its first part keeps the id.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Draft, EditResult, Edited, Refusal, VertexId, mend, require};
use crate::geometry::centroid;

/// The position of a merged vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MergeAt {
    /// The position of the first vertex.
    First,
    /// The position of the last vertex.
    Last,
    /// The mean of all positions.
    Center,
}

/// Merges vertices into the first of them, and moves it to `at`.
///
/// Removes cells with fewer than three corners left, cells that repeat another, and the vertices that only these
/// used. The survivor stays even if its last cell vanishes. Splits cells that become concave. Refused if a sound cell
/// would break otherwise.
pub fn merge_vertices(draft: &mut Draft, ids: &[VertexId], at: MergeAt) -> EditResult {
    let ids = require::vertices(draft, ids)?;
    require::at_least(2, "vertices", &ids, "Merging")?;
    let position = |id| draft.mesh().position(id);
    let place = match at {
        MergeAt::First => position(ids[0]),
        MergeAt::Last => position(ids[ids.len() - 1]),
        MergeAt::Center => centroid(&ids.iter().map(|&id| position(id)).collect::<Vec<_>>()),
    };
    let survivor = ids[0];
    let survivors = ids[1..].iter().map(|&id| (id, survivor)).collect();
    mend::join(draft, &survivors, Some((survivor, place)))?;
    Ok(Edited::of_vertices(vec![survivor]))
}

/// Merges a dragged vertex into another, which survives and keeps its position.
pub fn drop_onto(draft: &mut Draft, dragged: VertexId, onto: VertexId) -> EditResult {
    merge_vertices(draft, &[onto, dragged], MergeAt::First)
}

/// Merges those of the given vertices that are within `distance` metres of each other.
///
/// In order of their ids, each remaining vertex absorbs those near it. The smallest id survives with its position, so
/// the order of `ids` does not matter. Splits cells that become concave. If joining all would break a sound cell,
/// skips the pairs that would. Refused if no other pair is left, or no two vertices are that near.
pub fn weld_by_distance(draft: &mut Draft, ids: &[VertexId], distance: f32) -> EditResult {
    let mut ids = require::vertices(draft, ids)?;
    require::at_least(2, "vertices", &ids, "Welding")?;
    if !distance.is_finite() || distance < 0.0 {
        return Err(Refusal::NotFinite);
    }
    ids.sort_unstable();
    let merged = near_ones(draft, &ids, distance);
    if merged.is_empty() {
        return Err(Refusal::NothingNear);
    }
    let merged = if mend::join(draft, &merged, None).is_ok() { merged } else { join_each(draft, merged)? };
    // If pairs are joined one by one, a survivor can vanish with its last cell.
    let left: BTreeSet<VertexId> =
        merged.into_values().filter(|&id| draft.mesh().vertex(id).is_some()).collect();
    Ok(Edited::of_vertices(left.into_iter().collect()))
}

fn join_each(
    draft: &mut Draft,
    pairs: BTreeMap<VertexId, VertexId>,
) -> Result<BTreeMap<VertexId, VertexId>, Refusal> {
    let mut joined = BTreeMap::new();
    let mut refusal = Refusal::NothingNear;
    for (gone, kept) in pairs {
        // A vertex vanishes with its last cell.
        if [gone, kept].iter().any(|&id| draft.mesh().vertex(id).is_none()) {
            continue;
        }
        match mend::join(draft, &BTreeMap::from([(gone, kept)]), None) {
            Ok(()) => drop(joined.insert(gone, kept)),
            Err(why) => refusal = why,
        }
    }
    if joined.is_empty() { Err(refusal) } else { Ok(joined) }
}

/// Returns the survivor of each merged vertex.
///
/// Linear: hashes the vertices into cubes wider than `distance`.
fn near_ones(draft: &Draft, ids: &[VertexId], distance: f32) -> BTreeMap<VertexId, VertexId> {
    let cube_size = (f64::from(distance) * 2.0).max(f64::from(f32::MIN_POSITIVE));
    let cube = |id| (draft.mesh().position(id).as_dvec3() / cube_size).floor().as_i64vec3();
    let mut cubes: HashMap<_, Vec<VertexId>> = HashMap::new();
    for &id in ids {
        cubes.entry(cube(id)).or_default().push(id);
    }
    let mut merged = BTreeMap::new();
    for &id in ids {
        if merged.contains_key(&id) {
            continue;
        }
        for step in 0..27 {
            let step = glam::I64Vec3::new(step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1);
            for &other in cubes.get(&cube(id).saturating_add(step)).into_iter().flatten() {
                let apart = draft.mesh().position(id).distance(draft.mesh().position(other));
                if other > id && apart <= distance {
                    merged.entry(other).or_insert(id);
                }
            }
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{SEAM, after, lines, vertices};
    use super::*;

    #[test]
    fn vertices_merge_unless_a_cell_would_break() {
        let merge = |mesh: &str, ids: &[u32], at: MergeAt| {
            after(mesh, |draft| merge_vertices(draft, &vertices(ids), at))
        };
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2.05 0) 5(2.1 2) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[3 5 6 7]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0); c 0[0 1 2 3]
            v 0(1 1) 1(-1 1) 2(0 2) 4(3 1) 5(2 0); c 0[0 1 2] 1[0 4 5]
            Merging takes at least 2 vertices, not 1. Choose more.
            v 0(0 0) 1(0 4) 2(4 4) 3(1 2) 5(1 9); c 0[0 1 3] 1[1 2 3]
            If joined there, cell 0 would cross itself, turn inside out or lose its area. Move or delete its corners first.
        "#]]
        .assert_eq(&lines([
            // Merging across a gap joins the cells.
            merge(SEAM, &[3, 4], MergeAt::Center),
            // A cell with two corners left vanishes with what only it used.
            merge("v 0 0, 0 2, 2 2, 2 0, 4 2; c 0 1 2 3, 3 2 4", &[2, 4], MergeAt::First),
            // A cell merged across falls apart there.
            merge("v 0 0, -1 1, 0 2, 2 2, 3 1, 2 0; c 0 1 2 3 4 5", &[0, 3], MergeAt::Center),
            // Merging one vertex is refused.
            merge(SEAM, &[4, 4], MergeAt::Last),
            // A cell that merging makes concave is split.
            merge("v 0 0, 0 4, 4 4, 4 0, 1 2, 1 9; c 0 1 2 3", &[3, 4], MergeAt::Last),
            // Merging that turns a cell inside out is refused.
            merge("v 0 0, 0 2, 2 2, -5 1; c 0 1 2", &[2, 3], MergeAt::Last),
        ]));
    }

    #[test]
    fn near_vertices_are_welded_in_any_order() {
        let weld = |mesh: &str, ids: &[u32], distance: f32| {
            after(mesh, |draft| weld_by_distance(draft, &vertices(ids), distance))
        };
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[3 2 6 7]
            v 0(0 0) 1(0 2) 2(2 2); c 0[0 1 2]
            No two of these vertices are that near each other. Use a greater distance.
            v 2(0 2) 4(9.9 5) 5(10 0) 6(10 10) 7(10.1 5); c 1[5 6 7]
        "#]]
        .assert_eq(&lines([
            // The order of the vertices to weld does not matter.
            weld(SEAM, &[5, 4, 3, 2], 0.2),
            // Welding a copy over its original leaves one.
            weld("v 0 0, 0 2, 2 2, 0 0, 0 2, 2 2; c 0 1 2, 4 5 3", &[0, 1, 2, 3, 4, 5], 0.0),
            // Welding what is far apart is refused.
            weld(SEAM, &[0, 1, 2, 3, 4], 0.05),
            // A survivor that goes with its last cell is not named.
            weld(
                "v 0 0, 0.1 0, 0 2, 0.1 2, 9.9 5, 10 0, 10 10, 10.1 5; c 0 2 3, 5 6 7",
                &[0, 1, 2, 3, 4, 7],
                0.3,
            ),
        ]));
    }

    #[test]
    fn a_dragged_vertex_becomes_the_one_it_is_dropped_on() {
        expect!["v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 5(2.1 2) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[3 5 6 7]"]
            .assert_eq(&after(SEAM, |draft| drop_onto(draft, VertexId(4), VertexId(3))));
    }
}
