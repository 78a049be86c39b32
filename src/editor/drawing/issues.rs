//! Marks of issues.

use crate::document::issues::{Issue, IssueKind};
use crate::editor::Editor;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::{self, Role, Scene};
use crate::navmesh::edit::BoundaryGap;

/// Largest number of issues drawn; more would cover each other.
const MOST_MARKS: usize = 2000;

/// Marks broken cells and edges, and gaps between boundaries, in the view.
pub(super) fn draw_issues(editor: &Editor, scene: &mut Scene) {
    if !editor.options.shows_issues {
        return;
    }
    let camera = scene.camera;
    for issue in editor.issues.iter().filter(|issue| is_issue_seen(editor, &camera, issue)).take(MOST_MARKS) {
        match issue.kind {
            IssueKind::BoundaryGap(miss) => draw_boundary_gap(editor, scene, issue, miss),
            // Failed links are drawn in their own role; the cells under crowded links have no error.
            IssueKind::Unattached(..) | IssueKind::Crowded(..) => {}
            IssueKind::Tangled => {
                for &edge in &issue.edges {
                    scene::draw_edge(editor, scene, Role::Broken, edge);
                }
            }
            _ => {
                for &cell in &issue.cells {
                    scene::draw_cell(editor, scene, Role::Broken, cell);
                }
            }
        }
    }
}

fn is_issue_seen(editor: &Editor, camera: &Camera, issue: &Issue) -> bool {
    camera.sees(&editor.bounds_of_cells(&issue.cells).including(issue.at))
        && (issue.cells.is_empty() || issue.cells.iter().any(|&cell| !editor.is_hidden(cell)))
}

fn draw_boundary_gap(editor: &Editor, scene: &mut Scene, issue: &Issue, miss: BoundaryGap) {
    match miss {
        BoundaryGap::Vertices(one, other) => {
            scene::draw_vertex(editor, scene, Role::BoundaryGap, one);
            scene::draw_vertex(editor, scene, Role::BoundaryGap, other);
        }
        BoundaryGap::VertexEdge(vertex, edge) => {
            scene::draw_edge(editor, scene, Role::BoundaryGap, edge);
            scene::draw_vertex(editor, scene, Role::BoundaryGap, vertex);
        }
    }
    scene.point(Role::BoundaryGap, issue.at);
}
