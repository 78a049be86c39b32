//! Marks of the mesh itself: its issues, the element under the pointer, and numbers.

use std::collections::BTreeSet;

use super::agents;
use crate::editor::State;
use crate::editor::analysis::agent_issues::all_issues;
use crate::editor::elements::entity;
use crate::editor::levels::outdated;
use crate::editor::session::Session;
use crate::editor::session::pick::{Element, Hit};
use crate::editor::view::scene::outlines::draw_outline;
use crate::editor::view::scene::{self, Role, Scene};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{CellId, VertexId};
use navsmith_formats::check::{Issue, IssueKind, OutlineFault, Severity};
use navsmith_formats::document::PlacedOutline;

/// Largest number of elements in view for which numbers are drawn.
const MOST_NUMBERS: usize = 400;

/// Largest number of issues drawn; more would cover each other.
const MOST_MARKS: usize = 2000;

/// Draws the element that a click would select.
pub(super) fn draw_hover(state: &State, scene: &mut Scene) {
    if state.is_gesture_running() {
        return;
    }
    if let Some(agent) = state.hovered_agent() {
        agents::draw_hovered(state, scene, agent);
    } else if let Some(Hit { element, .. }) = state.hover() {
        (element.kind().draw_hover)(state, scene, element);
    }
}

/// Draws the numbers of the cells and vertices in view, unless there are more than [`MOST_NUMBERS`].
pub(super) fn draw_numbers(state: &State, scene: &mut Scene) {
    if !state.options().shows_numbers {
        return;
    }
    let [min, max] = scene.camera.visible();
    let mesh = state.mesh();
    let cells: Vec<CellId> = state.derived().locator.within(mesh, min, max);
    let vertices: std::collections::BTreeSet<VertexId> =
        cells.iter().take(MOST_NUMBERS).flat_map(|&cell| mesh.corners(cell)).copied().collect();
    if cells.len() + vertices.len() > MOST_NUMBERS {
        return;
    }
    for cell in cells.into_iter().filter(|&cell| !state.is_hidden(cell)) {
        scene.label(Role::CellNumber, mesh.centroid(cell), cell.0.to_string());
    }
    for vertex in vertices.into_iter().filter(|&v| !entity::is_element_hidden(state, Element::Vertex(v))) {
        scene.label(Role::VertexNumber, mesh.position(vertex), format!("v{}", vertex.0));
    }
}

/// Marks the cells in view at which a level has changed.
pub(super) fn draw_outdated(state: &State, scene: &mut Scene) {
    let (camera, places) = (scene.camera, outdated::places(state).cloned());
    let cells = places.iter().flat_map(|places| places.iter()).flat_map(|place| &place.cells).copied();
    let is_seen = |cell: &CellId| !state.is_hidden(*cell) && camera.sees(&state.bounds_of_cells(&[*cell]));
    for cell in cells.filter(is_seen).take(MOST_MARKS) {
        scene::draw_cell(state.mesh(), scene, Role::Outdated, cell);
    }
}

/// Marks broken cells and edges, and gaps between boundaries, in the view.
pub(super) fn draw_issues(state: &State, scene: &mut Scene) {
    if !state.options().shows_issues {
        return;
    }
    let camera = scene.camera;
    let is_seen = |issue: &&Issue| {
        camera.sees(&state.bounds_of_cells(&issue.cells).including(issue.at))
            && (issue.cells.is_empty() || issue.cells.iter().any(|&cell| !state.is_hidden(cell)))
    };
    let mut drawn = BTreeSet::new();
    for issue in all_issues(state).filter(is_seen).take(MOST_MARKS) {
        draw_issue(state, scene, issue, &mut drawn);
    }
}

/// Returns the role of the marks of a kind.
fn role_of(kind: IssueKind) -> Role {
    match (kind, kind.severity()) {
        (IssueKind::BoundaryGap(_) | IssueKind::Crack { .. }, _) => Role::BoundaryGap,
        (IssueKind::OffLevel(_) | IssueKind::NearWall(_) | IssueKind::WallInside, _) => Role::LevelIssue,
        (_, Severity::Error) => Role::Broken,
        (_, Severity::Warning) => Role::Remark,
        (_, Severity::Hint) => Role::Hint,
    }
}

/// Draws the marks of an issue, except cells that are drawn already in the same role.
fn draw_issue(session: &Session, scene: &mut Scene, issue: &Issue, drawn: &mut BTreeSet<(Role, CellId)>) {
    let role = role_of(issue.kind);
    for &gap in issue.kind.gaps() {
        draw_boundary_gap(session, scene, role, gap);
    }
    match issue.kind {
        // Failed links are drawn in their own role; the cells under crowded links have no error.
        // A name has no place.
        IssueKind::Unattached(..) | IssueKind::Crowded(..) | IssueKind::SameName(..) => {}
        IssueKind::BoundaryGap(_)
        | IssueKind::TJunction(_)
        | IssueKind::PartialOverlap(_)
        | IssueKind::ShortEdge(_)
        | IssueKind::OffLevel(None)
        | IssueKind::FarFromOrigin
        | IssueKind::ForbiddenArea(_)
        | IssueKind::ExportError
        | IssueKind::ExportCoarse
        | IssueKind::ExportCollapse { .. }
        | IssueKind::ExportMerge(_)
        | IssueKind::ExportMargin(_)
        | IssueKind::DuplicateLink(..)
        | IssueKind::NoReturn(_) => scene.point(role, issue.at),
        IssueKind::UnusableOutline(index, fault) => {
            for outline in unusable_outlines(session, issue.at.y, index, fault) {
                draw_outline(scene, role, outline);
            }
        }
        IssueKind::OffLevel(Some(vertex))
        | IssueKind::StraightCorner(vertex)
        | IssueKind::UnusedVertex(vertex)
        | IssueKind::Pinched(vertex) => mark(session, scene, role, Element::Vertex(vertex)),
        IssueKind::SizeContrast(edge) | IssueKind::NearWall(edge) => {
            mark(session, scene, role, Element::Edge(edge));
        }
        IssueKind::NarrowPortal(edge) => {
            mark(session, scene, role, Element::Edge(edge));
            scene.point(role, issue.at);
        }
        IssueKind::Crack { .. } => {
            for &edge in &issue.edges {
                mark(session, scene, role, Element::Edge(edge));
            }
            scene.point(role, issue.at);
        }
        IssueKind::Tangled | IssueKind::NonManifold => {
            for &edge in &issue.edges {
                mark(session, scene, role, Element::Edge(edge));
            }
        }
        // These cells are too small to be seen by their fill, or much larger than the place.
        IssueKind::Flat | IssueKind::Sliver(_) | IssueKind::TinyIsland | IssueKind::WallInside => {
            draw_cells(session, scene, role, (issue, drawn));
            scene.point(role, issue.at);
        }
        _ => draw_cells(session, scene, role, (issue, drawn)),
    }
}

/// Returns the outline without area, or all outlines of a height that are tangled.
fn unusable_outlines(
    session: &Session,
    height: f32,
    index: usize,
    fault: OutlineFault,
) -> Vec<&PlacedOutline> {
    let outlines = &session.document().outlines;
    match fault {
        OutlineFault::NoArea => outlines.list.get(index).into_iter().collect(),
        OutlineFault::Tangled => outlines.at(height).map(|(_, outline)| outline).collect(),
    }
}

fn draw_cells(
    session: &Session,
    scene: &mut Scene,
    role: Role,
    (issue, drawn): (&Issue, &mut BTreeSet<(Role, CellId)>),
) {
    for &cell in issue.cells.iter().filter(|&&cell| drawn.insert((role, cell))) {
        scene::draw_cell(session.mesh(), scene, role, cell);
    }
}

fn draw_boundary_gap(session: &Session, scene: &mut Scene, role: Role, miss: BoundaryGap) {
    match miss {
        BoundaryGap::Vertices(one, other) => {
            mark(session, scene, role, Element::Vertex(one));
            mark(session, scene, role, Element::Vertex(other));
        }
        BoundaryGap::VertexEdge(vertex, edge) => {
            mark(session, scene, role, Element::Edge(edge));
            mark(session, scene, role, Element::Vertex(vertex));
        }
    }
}

/// Marks a vertex or an edge, unless it is selected: then it has the colour of the selection.
fn mark(session: &Session, scene: &mut Scene, role: Role, element: Element) {
    match element {
        _ if session.selection.contains(element) => {}
        Element::Vertex(vertex) => scene::draw_vertex(session.mesh(), scene, role, vertex),
        Element::Edge(edge) => scene::draw_edge(session.mesh(), scene, role, edge),
        _ => {}
    }
}
