//! Marks of the mesh itself: its issues, the element under the pointer, and numbers.

use crate::document::issues::{Issue, IssueKind};
use crate::editor::Editor;
use crate::editor::analysis::agent_issues::all_issues;
use crate::editor::elements::entity;
use crate::editor::levels::outdated;
use crate::editor::session::pick::{Element, Hit};
use crate::editor::view::scene::{self, Role, Scene};
use crate::navmesh::edit::BoundaryGap;
use crate::navmesh::{CellId, VertexId};

/// Largest number of elements in view for which numbers are drawn.
const MOST_NUMBERS: usize = 400;

/// Largest number of issues drawn; more would cover each other.
const MOST_MARKS: usize = 2000;

/// Draws the element that a click would select.
pub(super) fn draw_hover(editor: &Editor, scene: &mut Scene) {
    if editor.is_gesture_running() {
        return;
    }
    if let Some(Hit { element, .. }) = editor.hover() {
        (element.kind().draw_hover)(editor, scene, element);
    }
}

/// Draws the numbers of the cells and vertices in view, unless there are more than [`MOST_NUMBERS`].
pub(super) fn draw_numbers(editor: &Editor, scene: &mut Scene) {
    if !editor.options.shows_numbers {
        return;
    }
    let [min, max] = scene.camera.visible();
    let mesh = &editor.document.mesh;
    let cells: Vec<CellId> = editor.derived.locator.within(mesh, min, max);
    let vertices: std::collections::BTreeSet<VertexId> =
        cells.iter().take(MOST_NUMBERS).flat_map(|&cell| mesh.corners(cell)).copied().collect();
    if cells.len() + vertices.len() > MOST_NUMBERS {
        return;
    }
    for cell in cells.into_iter().filter(|&cell| !editor.is_hidden(cell)) {
        scene.label(Role::CellNumber, mesh.centroid(cell), cell.0.to_string());
    }
    for vertex in vertices.into_iter().filter(|&v| !entity::is_element_hidden(editor, Element::Vertex(v))) {
        scene.label(Role::VertexNumber, mesh.position(vertex), format!("v{}", vertex.0));
    }
}

/// Marks the cells in view at which a level has changed.
pub(super) fn draw_outdated(editor: &Editor, scene: &mut Scene) {
    let (camera, places) = (scene.camera, outdated::places(editor).cloned());
    let cells = places.iter().flat_map(|places| places.iter()).flat_map(|place| &place.cells).copied();
    let is_seen = |cell: &CellId| !editor.is_hidden(*cell) && camera.sees(&editor.bounds_of_cells(&[*cell]));
    for cell in cells.filter(is_seen).take(MOST_MARKS) {
        scene::draw_cell(editor, scene, Role::Outdated, cell);
    }
}

/// Marks broken cells and edges, and gaps between boundaries, in the view.
pub(super) fn draw_issues(editor: &Editor, scene: &mut Scene) {
    if !editor.options.shows_issues {
        return;
    }
    let camera = scene.camera;
    let is_seen = |issue: &&Issue| {
        camera.sees(&editor.bounds_of_cells(&issue.cells).including(issue.at))
            && (issue.cells.is_empty() || issue.cells.iter().any(|&cell| !editor.is_hidden(cell)))
    };
    for issue in all_issues(editor).filter(is_seen).take(MOST_MARKS) {
        draw_issue(editor, scene, issue);
    }
}

fn draw_issue(editor: &Editor, scene: &mut Scene, issue: &Issue) {
    for &gap in issue.kind.gaps() {
        draw_boundary_gap(editor, scene, issue, gap);
    }
    match issue.kind {
        // Failed links are drawn in their own role; the cells under crowded links have no error.
        IssueKind::BoundaryGap(_)
        | IssueKind::TJunction(_)
        | IssueKind::PartialOverlap(_)
        | IssueKind::Unattached(..)
        | IssueKind::Crowded(..) => {}
        IssueKind::OffLevel(Some(vertex)) => mark(editor, scene, Role::LevelIssue, Element::Vertex(vertex)),
        IssueKind::OffLevel(None) => scene.point(Role::LevelIssue, issue.at),
        IssueKind::NarrowPortal(edge) | IssueKind::SizeContrast(edge) => {
            mark(editor, scene, Role::Remark, Element::Edge(edge));
        }
        IssueKind::DuplicateLink(..) | IssueKind::NoReturn(_) => scene.point(Role::Remark, issue.at),
        // A name has no place.
        IssueKind::SameName(..) => {}
        IssueKind::FarFromOrigin => scene.point(Role::Remark, issue.at),
        IssueKind::ExportError | IssueKind::ExportCollapse { .. } => scene.point(Role::Broken, issue.at),
        IssueKind::Crack(_) => {
            for &edge in &issue.edges {
                mark(editor, scene, Role::BoundaryGap, Element::Edge(edge));
            }
            scene.point(Role::BoundaryGap, issue.at);
        }
        IssueKind::NearWall(edge) => mark(editor, scene, Role::LevelIssue, Element::Edge(edge)),
        IssueKind::Tangled | IssueKind::NonManifold | IssueKind::ShortEdge(_) => {
            for &edge in &issue.edges {
                mark(editor, scene, Role::Broken, Element::Edge(edge));
            }
        }
        IssueKind::StraightCorner(vertex) | IssueKind::UnusedVertex(vertex) | IssueKind::Pinched(vertex) => {
            mark(editor, scene, Role::Remark, Element::Vertex(vertex));
        }
        IssueKind::Sliver(_)
        | IssueKind::Uneven
        | IssueKind::Steep
        | IssueKind::TinyIsland
        | IssueKind::LoneCell
        | IssueKind::ExportCorners(_) => {
            for &cell in &issue.cells {
                scene::draw_cell(editor, scene, Role::Remark, cell);
            }
        }
        _ => {
            for &cell in &issue.cells {
                scene::draw_cell(editor, scene, Role::Broken, cell);
            }
        }
    }
}

fn draw_boundary_gap(editor: &Editor, scene: &mut Scene, issue: &Issue, miss: BoundaryGap) {
    match miss {
        BoundaryGap::Vertices(one, other) => {
            mark(editor, scene, Role::BoundaryGap, Element::Vertex(one));
            mark(editor, scene, Role::BoundaryGap, Element::Vertex(other));
        }
        BoundaryGap::VertexEdge(vertex, edge) => {
            mark(editor, scene, Role::BoundaryGap, Element::Edge(edge));
            mark(editor, scene, Role::BoundaryGap, Element::Vertex(vertex));
        }
    }
    scene.point(Role::BoundaryGap, issue.at);
}

/// Marks a vertex or an edge, unless it is selected: then it has the colour of the selection.
fn mark(editor: &Editor, scene: &mut Scene, role: Role, element: Element) {
    match element {
        _ if editor.selection.contains(element) => {}
        Element::Vertex(vertex) => scene::draw_vertex(editor, scene, role, vertex),
        Element::Edge(edge) => scene::draw_edge(editor, scene, role, edge),
        _ => {}
    }
}
