//! Heights of the mesh taken from the levels.

use crate::editor::Editor;
use crate::editor::levels::surface;
use crate::editor::session::effect::Message;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::VertexId;
use navsmith_core::navmesh::edit::{transform_vertices, with_links_on_cells};
use navsmith_formats::document::count;

/// Moves the selected vertices, or all, to the nearest height of a level above or below them.
///
/// Vertices beside all levels stay. The ends of links move with their cells.
pub(in crate::editor) fn take_heights(editor: &mut Editor) {
    let Some(levels) = surface::surface(editor).cloned() else { return };
    let mesh = editor.mesh();
    let selected = editor.state.session.selection.all_vertices(mesh);
    let of_level = |at: Vec3| levels.nearest_height(at, f32::INFINITY).unwrap_or(at.y);
    let is_moved =
        |vertex: &VertexId| of_level(mesh.position(*vertex)).to_bits() != mesh.position(*vertex).y.to_bits();
    let vertices: Vec<VertexId> = if selected.is_empty() {
        mesh.vertices().map(|(id, _)| id).filter(is_moved).collect()
    } else {
        selected.into_iter().filter(is_moved).collect()
    };
    if vertices.is_empty() {
        return editor.warn("No vertex lies at another height than the level above or below it.");
    }
    let selection = editor.state.session.selection.clone();
    let links = editor.derived().links.clone();
    let is_done = editor.edit("Take heights", |draft| {
        with_links_on_cells(draft, &links, |draft| {
            transform_vertices(draft, &vertices, |at| at.with_y(of_level(at)))
        })
    });
    editor.state.session.selection = selection;
    if is_done {
        let moved = count(vertices.len(), "vertex", "vertices");
        editor.say(Message::info(format!("Moved {moved} to the height of the level.")));
    }
}
