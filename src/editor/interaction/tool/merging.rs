//! Vertices that a move merges with others at their new positions.

use glam::Vec3;

use crate::editor::analysis::recheck;
use crate::editor::interaction::snap::Snapping;
use crate::editor::session::pick::{Element, PickContext};
use crate::editor::view::pointer::Pointer;
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::edit::{EditResult, Edited, drop_onto};
use navsmith_core::navmesh::{Draft, VertexId};

/// Largest number of moved vertices for which merges are searched; more would take longer than a frame.
const MOST: usize = 2048;

/// Returns the moved vertices that land on other vertices, each with the other one.
///
/// `moved` is sorted by id. The result is empty unless merging on drop and snapping to the mesh are on.
pub(super) fn merges(
    pick_context: PickContext<'_>,
    pointer: Pointer,
    moved: &[VertexId],
    delta: Vec3,
) -> Vec<(VertexId, VertexId)> {
    let options = pick_context.state.options();
    let is_on = options.merges_on_drop && Snapping::of(pick_context.state, pointer).mesh;
    if !is_on || delta == Vec3::ZERO || moved.len() > MOST {
        return Vec::new();
    }
    let reach = recheck::weld_distance(pick_context.state).min(pointer.pick_radius);
    let onto = |&vertex: &VertexId| {
        let at = pick_context.mesh.position(vertex) + delta;
        let landed =
            pick_context.vertices_near(ground(at), reach).into_iter().find_map(|hit| match hit.element {
                Element::Vertex(id) if moved.binary_search(&id).is_err() && hit.at.distance(at) <= reach => {
                    Some(id)
                }
                _ => None,
            });
        landed.map(|onto| (vertex, onto))
    };
    moved.iter().filter_map(onto).collect()
}

/// Merges the pairs one after the other; skips pairs with a vertex that an earlier merge removed.
///
/// Returns the moved vertices and the ones that they merged with, as the new selection.
pub(super) fn merge(draft: &mut Draft, moved: &[VertexId], merges: &[(VertexId, VertexId)]) -> EditResult {
    for &(dragged, onto) in merges {
        let is_there = |id| draft.mesh().vertex(id).is_some();
        if is_there(dragged) && is_there(onto) {
            drop_onto(draft, dragged, onto)?;
        }
    }
    let landed = merges.iter().map(|&(_, onto)| onto);
    let left = moved.iter().copied().chain(landed).filter(|&id| draft.mesh().vertex(id).is_some());
    Ok(Edited { vertices: left.collect(), ..Edited::default() })
}
