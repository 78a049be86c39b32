//! Marks of the comparison with another document.

use std::ops::ControlFlow;

use crate::editor::State;
use crate::editor::files::comparison::{self, OtherDocument};
use crate::editor::files::differences::{DifferenceEntry, DifferenceKind};
use crate::editor::session::Session;
use crate::editor::view::scene::differences::DifferenceMark;
use crate::editor::view::scene::{Role, Scene};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{CellId, LinkId, NavMesh, VertexId};
use navsmith_formats::document::thousands;

/// Largest number of differences of one kind that are drawn.
const MOST_DRAWN: usize = 2000;

/// Draws the differences in view.
///
/// Removed elements of the earlier document lie below the others, and conflicts above them.
pub(super) fn draw_differences(state: &State, scene: &mut Scene) {
    let (Some(other), Some(found)) = (comparison::other(state), comparison::found(state)) else { return };
    let camera = scene.camera;
    let mut is_any_left_out = false;
    let (conflicts, others): (Vec<_>, Vec<_>) =
        found.groups.iter().partition(|group| group.kind == DifferenceKind::Conflicts);
    for group in others.into_iter().chain(conflicts) {
        let mut drawn = 0;
        group.boxes.visit(
            |bounds| camera.sees(bounds),
            |number| {
                if drawn == MOST_DRAWN {
                    is_any_left_out = true;
                    return ControlFlow::Break(());
                }
                drawn += 1;
                draw(state, scene, other, group.kind, group.entries[number as usize]);
                ControlFlow::Continue(())
            },
        );
    }
    if is_any_left_out {
        let drawn = thousands(MOST_DRAWN);
        scene.left_out =
            format!("Only {drawn} differences of each kind are drawn. Zoom in, or select them in the list.");
    }
    if let Some((kind, entry)) = comparison::selected_entry(state) {
        draw_selected(state, scene, other, kind, entry);
    }
}

/// Draws a difference.
fn draw(
    session: &Session,
    scene: &mut Scene,
    other: &OtherDocument,
    kind: DifferenceKind,
    entry: DifferenceEntry,
) {
    let meshes = other.in_order(&other.document.mesh, session.mesh());
    match kind {
        DifferenceKind::RemovedCells => {
            let ring = ring(meshes[0], entry.before);
            scene.fill(Role::Difference(DifferenceMark::Removed), ring.clone());
            outline(scene, Role::Difference(DifferenceMark::Removed), ring);
        }
        DifferenceKind::Conflicts => {
            if let Some(conflict) = comparison::conflict(other, entry) {
                scene.point(Role::Difference(DifferenceMark::Conflict), conflict.at);
            }
        }
        DifferenceKind::KeptCells => {
            scene.fill(Role::Difference(DifferenceMark::Kept), ring(meshes[0], entry.before));
        }
        DifferenceKind::AddedCells => {
            scene.fill(Role::Difference(DifferenceMark::Added), ring(meshes[1], entry.after));
        }
        DifferenceKind::OtherArea => {
            scene.fill(Role::Difference(DifferenceMark::OtherArea), ring(meshes[1], entry.after));
        }
        DifferenceKind::OtherNeighbors => {
            scene.fill(Role::Difference(DifferenceMark::OtherNeighbors), ring(meshes[1], entry.after));
        }
        DifferenceKind::MovedCells => {
            scene.fill(Role::Difference(DifferenceMark::Moved), ring(meshes[1], entry.after));
            let before = ring(meshes[0], entry.before);
            outline(scene, Role::Difference(DifferenceMark::EarlierPosition), before);
        }
        DifferenceKind::Links => {
            let role = role_of(entry);
            let (mesh, id) = present(meshes, entry);
            let Some(link) = mesh.link(LinkId(id)) else { return };
            if entry.before.is_some()
                && entry.after.is_some()
                && let Some(before) = entry.before.and_then(|id| meshes[0].link(LinkId(id)))
            {
                scene.link_line(Role::Difference(DifferenceMark::EarlierPosition), before);
            }
            scene.link_line(role, link);
        }
        DifferenceKind::Vertices => {
            let (mesh, id) = present(meshes, entry);
            mesh.vertex(VertexId(id)).into_iter().for_each(|at| scene.point(role_of(entry), at));
        }
        _ => {}
    }
}

/// Returns the mesh and the id of an element: those of the later document, if it is there.
fn present(meshes: [&NavMesh; 2], entry: DifferenceEntry) -> (&NavMesh, u32) {
    entry.after.map_or_else(|| (meshes[0], entry.before.unwrap_or_default()), |id| (meshes[1], id))
}

fn role_of(entry: DifferenceEntry) -> Role {
    match (entry.before, entry.after) {
        (None, _) => Role::Difference(DifferenceMark::Added),
        (_, None) => Role::Difference(DifferenceMark::Removed),
        _ => Role::Difference(DifferenceMark::Moved),
    }
}

fn ring(mesh: &NavMesh, cell: Option<u32>) -> Vec<Vec3> {
    cell.map_or_else(Vec::new, |id| mesh.ring(CellId(id)).to_vec())
}

/// Draws the outline of a cell.
fn outline(scene: &mut Scene, role: Role, mut ring: Vec<Vec3>) {
    ring.extend(ring.first().copied());
    scene.polyline(role, ring);
}

/// Draws the outline of the selected difference, or the paths of the selected query in both documents.
fn draw_selected(
    state: &State,
    scene: &mut Scene,
    other: &OtherDocument,
    kind: DifferenceKind,
    entry: DifferenceEntry,
) {
    if kind == DifferenceKind::Answers {
        for (side, role) in [
            (0, Role::Difference(DifferenceMark::EarlierPath)),
            (1, Role::Difference(DifferenceMark::PresentPath)),
        ] {
            scene.polyline(role, comparison::path_of(state, entry, side));
        }
    } else if kind == DifferenceKind::RemovedCells {
        let [earlier, _] = other.in_order(&other.document.mesh, state.mesh());
        scene.fill(Role::Hover, ring(earlier, entry.before));
    }
}
