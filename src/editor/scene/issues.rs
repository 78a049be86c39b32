//! Marks of issues.

use super::{Role, Scene};
use crate::document::issues::{Issue, IssueKind};
use crate::editor::{Camera, Editor};
use crate::navmesh::edit::BoundaryGap;

/// Largest number of issues drawn; more would cover each other.
const MOST_MARKS: usize = 2000;

impl Editor {
    /// Marks broken cells and edges, and gaps between boundaries, in the view.
    pub(super) fn draw_issues(&self, scene: &mut Scene) {
        if !self.options.shows_issues {
            return;
        }
        let camera = scene.camera;
        for issue in self.issues.iter().filter(|issue| self.is_issue_seen(&camera, issue)).take(MOST_MARKS) {
            match issue.kind {
                IssueKind::BoundaryGap(miss) => self.draw_boundary_gap(scene, issue, miss),
                // Failed links are drawn in their own role; the cells under crowded links have no error.
                IssueKind::Unattached(..) | IssueKind::Crowded(..) => {}
                IssueKind::Tangled => {
                    for &edge in &issue.edges {
                        self.draw_edge(scene, Role::Broken, edge);
                    }
                }
                _ => {
                    for &cell in &issue.cells {
                        self.draw_cell(scene, Role::Broken, cell);
                    }
                }
            }
        }
    }

    fn is_issue_seen(&self, camera: &Camera, issue: &Issue) -> bool {
        camera.sees(&self.bounds_of_cells(&issue.cells).including(issue.at))
            && (issue.cells.is_empty() || issue.cells.iter().any(|&cell| !self.is_hidden(cell)))
    }

    fn draw_boundary_gap(&self, scene: &mut Scene, issue: &Issue, miss: BoundaryGap) {
        match miss {
            BoundaryGap::Vertices(one, other) => {
                self.draw_vertex(scene, Role::BoundaryGap, one);
                self.draw_vertex(scene, Role::BoundaryGap, other);
            }
            BoundaryGap::VertexEdge(vertex, edge) => {
                self.draw_edge(scene, Role::BoundaryGap, edge);
                self.draw_vertex(scene, Role::BoundaryGap, vertex);
            }
        }
        scene.point(Role::BoundaryGap, issue.at);
    }
}
