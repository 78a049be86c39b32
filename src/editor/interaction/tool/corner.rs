//! Corners of shapes being drawn.

use crate::editor::Editor;
use crate::editor::interaction::snap::{Guides, Snap, SnapTarget};
use crate::editor::view::pointer::Pointer;
use crate::geometry::ground;
use crate::navmesh::Draft;
use crate::navmesh::edit::{Corner, EditResult};

/// Returns the corner at a snapped point.
pub(super) fn corner_at(snap: Snap) -> Corner {
    match (snap.to, snap.to.on_edge()) {
        (SnapTarget::Vertex(id), _) => Corner::Vertex(id),
        (_, Some((edge, t))) => Corner::OnEdge { edge, t },
        (_, None) => Corner::New(snap.at),
    }
}

/// Snapped point at the pointer, and whether a corner there would be refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct InHand {
    pub(super) snap: Snap,
    pub(super) is_refused: bool,
}

/// Tries an edit on a copy of the document, and returns its result.
pub(super) fn attempt(editor: &Editor, edit: impl FnOnce(&mut Draft) -> EditResult) -> EditResult {
    edit(&mut Draft::new(editor.document.mesh.clone(), editor.derived.adjacency.clone()))
}

/// Returns the point on the mesh that the pointer snaps to, even if snapping to the mesh is off.
///
/// Returns the pointer's position if nothing is near. `from` is the start of the line being drawn.
pub(super) fn snap_to_mesh(editor: &Editor, from: Option<Snap>, pointer: Pointer) -> Snap {
    let pick_context = editor.pick_context();
    let guides = Guides { from: from.map(|from| ground(from.at)), ..Guides::default() };
    pick_context.snap_to_mesh(pointer, guides).unwrap_or_else(|| {
        let height = pick_context.height_at(pointer.ground, 0.0).unwrap_or(editor.options.draw_height);
        let at = glam::Vec3::new(pointer.ground.x, height, pointer.ground.y);
        Snap { at, to: SnapTarget::Nothing }
    })
}
