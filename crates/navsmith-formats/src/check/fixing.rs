//! Application of fixes to a mesh.
//!
//! The editor and the repair use the same edits. Fixes that need an agent, a level or more than the mesh belong to the
//! editor.

use std::collections::BTreeSet;

use glam::Vec3;

use crate::check::{Facing, Fix, gaps_across, overlapping};
use navsmith_core::navmesh::edit::{
    BoundaryGap, EditResult, Edited, MergeAt, Refusal, add_link, allow_links, bridge, cut_out, delete_cells,
    delete_links, delete_vertices, dissolve_edges, dissolve_vertices, flip_edge, make_two_way,
    merge_vertices, move_link_end, reverse_winding, separate, separate_fans, split_concave, split_within,
    stitch, triangulate, untangle,
};
use navsmith_core::navmesh::{
    CellId, Derived, Draft, Edge, HalfEdge, Link, LinkEnd, LinkId, UnattachedReason, VertexId,
};

/// Applies fixes of the same kind to a draft of the mesh that `derived` was derived from.
///
/// Skips those that cannot be applied. Refused if all are, and for fixes that need an agent, a level or more
/// than the mesh.
pub fn apply_fixes(draft: &mut Draft, derived: &Derived, fixes: &[Fix]) -> EditResult {
    let Some(&first) = fixes.first() else { return Err(Refusal::Nothing("fix")) };
    match first {
        Fix::SplitConcave(_) => split_concave(draft, &cells(fixes)),
        Fix::Untangle(_) => each(draft, &cells(fixes), untangle),
        Fix::Reverse(_) => reverse_winding(draft, &cells(fixes)),
        Fix::Delete(_) | Fix::DeleteSmaller(_) => delete_cells(draft, &cells(fixes)),
        Fix::CutOut { cell, from } => cut_out(draft, &patch_over(derived, cell, from), &[from]),
        Fix::Separate { .. } => {
            each(draft, &separated(fixes), |draft, (cell, edge)| separate(draft, edge, cell))
        }
        Fix::Stitch(_) | Fix::StitchBoth(_) => stitch(draft, &gaps(fixes)),
        Fix::Collapse(_) => {
            each(draft, &edges(fixes), |draft, edge| merge_vertices(draft, &edge.ends(), MergeAt::Center))
        }
        Fix::Flip(_) => each(draft, &edges(fixes), flip_edge),
        Fix::Dissolve(_) => each(draft, &edges(fixes), |draft, edge| dissolve_edges(draft, &[edge])),
        Fix::Triangulate(_) => triangulate(draft, &cells(fixes)),
        Fix::DissolveVertex(_) => {
            each(draft, &vertices(fixes), |draft, vertex| dissolve_vertices(draft, &[vertex]))
        }
        Fix::DeleteVertex(_) => delete_vertices(draft, &vertices(fixes)),
        Fix::SeparateFans(_) => each(draft, &vertices(fixes), separate_fans),
        Fix::Attach { .. } => {
            let moves: Vec<_> = fixes.iter().flat_map(|fix| moves_to_cells(derived, *fix)).collect();
            attach(draft, &moves)
        }
        Fix::AllowLink(_) => allow_links(draft, &links(fixes)),
        Fix::DeleteLink(_) => delete_links(draft, &links(fixes)),
        Fix::MakeTwoWay(_) => make_two_way(draft, &links(fixes)),
        Fix::WeldCrack(_) => {
            let gaps: Vec<_> =
                cracks(fixes).into_iter().flat_map(|sides| gaps_across(draft.mesh(), sides)).collect();
            stitch(draft, &gaps)
        }
        Fix::BridgeCrack(_) => each(draft, &cracks(fixes), |draft, [one, other]| bridge(draft, one, other)),
        Fix::LinkCrack(_) => each(draft, &cracks(fixes), link_over),
        Fix::LimitCorners { most, .. } => split_within(draft, &cells(fixes), most),
        Fix::DeleteIsland(_)
        | Fix::Widen(_)
        | Fix::TakeHeight(_)
        | Fix::MoveFromWall(_)
        | Fix::CutWalls(_)
        | Fix::Recenter
        | Fix::Rename(..)
        | Fix::AllowArea(_) => Err(Refusal::Nothing("fix")),
    }
}

fn cells(fixes: &[Fix]) -> Vec<CellId> {
    elements(fixes, |fix| match fix {
        Fix::SplitConcave(cell)
        | Fix::Untangle(cell)
        | Fix::Reverse(cell)
        | Fix::Delete(cell)
        | Fix::DeleteSmaller(cell)
        | Fix::Triangulate(cell)
        | Fix::LimitCorners { cell, .. } => vec![cell],
        _ => Vec::new(),
    })
}

fn vertices(fixes: &[Fix]) -> Vec<VertexId> {
    elements(fixes, |fix| match fix {
        Fix::DissolveVertex(vertex) | Fix::DeleteVertex(vertex) | Fix::SeparateFans(vertex) => vec![vertex],
        _ => Vec::new(),
    })
}

fn edges(fixes: &[Fix]) -> Vec<Edge> {
    elements(fixes, |fix| match fix {
        Fix::Collapse(edge) | Fix::Flip(edge) | Fix::Dissolve(edge) => vec![edge],
        _ => Vec::new(),
    })
}

fn separated(fixes: &[Fix]) -> Vec<(CellId, Edge)> {
    elements(fixes, |fix| match fix {
        Fix::Separate { cell, edge } => vec![(cell, edge)],
        _ => Vec::new(),
    })
}

fn gaps(fixes: &[Fix]) -> Vec<BoundaryGap> {
    elements(fixes, |fix| match fix {
        Fix::Stitch(gap) => vec![gap],
        Fix::StitchBoth(gaps) => gaps.to_vec(),
        _ => Vec::new(),
    })
}

fn cracks(fixes: &[Fix]) -> Vec<[HalfEdge; 2]> {
    elements(fixes, |fix| match fix {
        Fix::WeldCrack(sides) | Fix::BridgeCrack(sides) | Fix::LinkCrack(sides) => vec![sides],
        _ => Vec::new(),
    })
}

/// Places a link between the parts of two sides that face each other.
fn link_over(draft: &mut Draft, sides: [HalfEdge; 2]) -> EditResult {
    let facing = Facing::of(draft.mesh(), sides).ok_or(Refusal::Nothing("link"))?;
    let [from, to] = facing.parts;
    add_link(draft, Link { from, to, ..Link::between(from[0], to[0]) })
}

fn links(fixes: &[Fix]) -> Vec<LinkId> {
    elements(fixes, |fix| match fix {
        Fix::AllowLink(link) | Fix::DeleteLink(link) | Fix::MakeTwoWay(link) => vec![link],
        _ => Vec::new(),
    })
}

/// Returns the elements that fixes concern, each once, by id.
fn elements<T: Ord>(fixes: &[Fix], of_fix: impl Fn(Fix) -> Vec<T>) -> Vec<T> {
    let all: BTreeSet<T> = fixes.iter().flat_map(|&fix| of_fix(fix)).collect();
    all.into_iter().collect()
}

/// Applies an edit to each element, and skips those that refuse it. Refused if all do.
fn each<T: Copy>(
    draft: &mut Draft,
    elements: &[T],
    edit: impl Fn(&mut Draft, T) -> EditResult,
) -> EditResult {
    let (mut all, mut reason, mut has_changed) = (Edited::default(), None, false);
    for &element in elements {
        let before = draft.clone();
        match edit(draft, element) {
            Ok(edited) => {
                has_changed = true;
                all.vertices.extend(edited.vertices);
                all.edges.extend(edited.edges);
                all.cells.extend(edited.cells);
                all.links.extend(edited.links);
            }
            // A refused edit may have changed a part.
            Err(refusal) => {
                *draft = before;
                reason.get_or_insert(refusal);
            }
        }
    }
    if let (Some(refusal), false) = (reason, has_changed) {
        return Err(refusal);
    }
    let mesh = draft.mesh();
    all.vertices.retain(|&vertex| mesh.vertex(vertex).is_some());
    all.cells.retain(|&cell| mesh.cell(cell).is_some());
    all.edges.retain(|&edge| !draft.adjacency().sides_of(mesh, edge).is_empty());
    Ok(all)
}

/// Returns a cell and all cells connected to it that overlap `from` too; they are cut out together.
fn patch_over(derived: &Derived, cell: CellId, from: CellId) -> Vec<CellId> {
    let over = overlapping(derived.mesh(), derived, &[from]);
    let (mut patch, mut queue) = (BTreeSet::new(), vec![cell]);
    while let Some(cell) = queue.pop() {
        if patch.insert(cell) {
            let beside = derived.adjacency.neighbors(cell).map(|(_, neighbor)| neighbor);
            queue.extend(beside.filter(|neighbor| over.binary_search(neighbor).is_ok()));
        }
    }
    patch.into_iter().collect()
}

/// Returns the positions on cells to which a fix moves the unattached ends of a link.
fn moves_to_cells(derived: &Derived, fix: Fix) -> Vec<(LinkId, LinkEnd, Vec3)> {
    let Fix::Attach { link, .. } = fix else { return Vec::new() };
    let ends = LinkEnd::BOTH.into_iter().zip(derived.links.ends(link).into_iter().flatten());
    let nearest = ends.filter_map(|(end, attachment)| match attachment.failure() {
        Some(UnattachedReason::TooFar { point, .. }) => Some((link, end, point)),
        _ => None,
    });
    nearest.collect()
}

fn attach(draft: &mut Draft, moves: &[(LinkId, LinkEnd, Vec3)]) -> EditResult {
    let mut attached = Edited::default();
    for &(link, end, to) in moves {
        attached = move_link_end(draft, link, end, to)?;
    }
    Ok(attached)
}
