//! Marks of the comparison with another document.

use crate::document::thousands;
use crate::editor::Editor;
use crate::editor::files::comparison::{self, OtherDocument};
use crate::editor::files::differences::{DifferenceEntry, DifferenceKind};
use crate::editor::view::scene::{DifferenceMark, Role, Scene};
use crate::geometry::{Bounds, Vec3};
use crate::navmesh::{CellId, LinkId, NavMesh, VertexId};

/// Largest number of differences of one kind that are drawn.
const MOST_DRAWN: usize = 2000;

/// Largest number of differences of one kind that are examined in a frame.
const MOST_EXAMINED: usize = 100_000;

/// Draws the differences in view. Removed elements of the other document lie below the others.
pub(super) fn draw_differences(editor: &Editor, scene: &mut Scene) {
    let (Some(other), Some(found)) = (comparison::other(editor), comparison::found(editor)) else { return };
    let mut left_out = 0;
    for group in &found.groups {
        let mut drawn = 0;
        for (number, &entry) in group.entries.iter().enumerate() {
            if drawn == MOST_DRAWN || number == MOST_EXAMINED {
                left_out += group.entries.len() - number;
                break;
            }
            drawn += usize::from(draw(editor, scene, other, group.kind, entry));
        }
    }
    if left_out > 0 {
        let drawn = thousands(MOST_DRAWN);
        scene.left_out =
            format!("Only {drawn} differences of each kind are drawn. Zoom in, or select them in the list.");
    }
    if let Some((kind, entry)) = comparison::selected_entry(editor) {
        draw_selected(editor, scene, other, kind, entry);
    }
}

/// Draws a difference; returns whether it is in view.
fn draw(
    editor: &Editor,
    scene: &mut Scene,
    other: &OtherDocument,
    kind: DifferenceKind,
    entry: DifferenceEntry,
) -> bool {
    let meshes = [&other.document.mesh, &editor.document.mesh];
    match kind {
        DifferenceKind::RemovedCells => {
            let ring = ring(meshes[0], entry.before);
            let is_drawn = fill(scene, Role::Difference(DifferenceMark::Removed), ring.clone());
            if is_drawn {
                outline(scene, Role::Difference(DifferenceMark::Removed), ring);
            }
            is_drawn
        }
        DifferenceKind::AddedCells => {
            fill(scene, Role::Difference(DifferenceMark::Added), ring(meshes[1], entry.after))
        }
        DifferenceKind::OtherArea => {
            fill(scene, Role::Difference(DifferenceMark::OtherArea), ring(meshes[1], entry.after))
        }
        DifferenceKind::OtherNeighbors => {
            fill(scene, Role::Difference(DifferenceMark::OtherNeighbors), ring(meshes[1], entry.after))
        }
        DifferenceKind::MovedCells => {
            let is_drawn = fill(scene, Role::Difference(DifferenceMark::Moved), ring(meshes[1], entry.after));
            if is_drawn {
                outline(
                    scene,
                    Role::Difference(DifferenceMark::EarlierPosition),
                    ring(meshes[0], entry.before),
                );
            }
            is_drawn
        }
        DifferenceKind::Links => {
            let role = role_of(entry);
            let (mesh, id) = present(meshes, entry);
            let Some(link) = mesh.link(LinkId(id)) else { return false };
            if entry.before.is_some()
                && entry.after.is_some()
                && let Some(before) = entry.before.and_then(|id| meshes[0].link(LinkId(id)))
            {
                scene.link_line(Role::Difference(DifferenceMark::EarlierPosition), before);
            }
            scene.link_line(role, link);
            true
        }
        DifferenceKind::Vertices => {
            let (mesh, id) = present(meshes, entry);
            mesh.vertex(VertexId(id)).into_iter().for_each(|at| scene.point(role_of(entry), at));
            true
        }
        _ => false,
    }
}

/// Returns the mesh and the id of an element: those of the present document, if it is there.
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

/// Draws a cell if it is in view; returns whether it is.
fn fill(scene: &mut Scene, role: Role, ring: Vec<Vec3>) -> bool {
    let is_seen = scene.camera.sees(&Bounds::of(ring.iter().copied()));
    if is_seen {
        scene.fill(role, ring);
    }
    is_seen
}

/// Draws the outline of the selected difference, or the paths of the selected query in both documents.
fn draw_selected(
    editor: &Editor,
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
            scene.polyline(role, comparison::path_of(editor, entry, side));
        }
    } else if kind == DifferenceKind::RemovedCells {
        scene.fill(Role::Hover, ring(&other.document.mesh, entry.before));
    }
}
