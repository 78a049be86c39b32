//! Random meshes and random edits by the primitives of a draft, including broken shapes.

use std::collections::BTreeSet;

use glam::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, CellDetail, CellId, Draft, Link, LinkId, NavMesh, VertexId};
use proptest::prelude::*;

/// One change; numbers select elements modulo the number of elements.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Move(u16, Vec3),
    AddVertex(Vec3),
    RemoveVertex(u16),
    AddCell(Vec<u16>),
    RemoveCell(u16),
    Retarget { cell: u16, corner: u16, to: u16 },
    Merge { kept: u16, gone: u16 },
    Reverse(u16),
    Paint(u16, u8),
    Detail(u16, f32),
    AddLink([Vec3; 4], bool),
    SetLink(u16, [Vec3; 4]),
    RemoveLink(u16),
}

/// One step between two checks of the mesh.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Edits(Vec<Edit>),
    /// Return to the mesh of the given number of checks ago.
    Back(u8),
}

/// Generates positions, half of them on a coarse raster.
///
/// On the raster, edges touch and corners coincide.
pub(crate) fn place() -> impl Strategy<Value = Vec3> {
    prop_oneof![
        (0..6i8, 0..3i8, 0..6i8).prop_map(|(x, y, z)| Vec3::new(x.into(), y.into(), z.into())),
        (-1.0..7.0f32, 0.0..2.0f32, -1.0..7.0f32).prop_map(|(x, y, z)| Vec3::new(x, y, z)),
    ]
}

pub(crate) fn edit() -> impl Strategy<Value = Edit> {
    let n = || any::<u16>();
    prop_oneof![
        4 => (n(), place()).prop_map(|(v, to)| Edit::Move(v, to)),
        1 => place().prop_map(Edit::AddVertex),
        1 => n().prop_map(Edit::RemoveVertex),
        2 => prop::collection::vec(n(), 3..6).prop_map(Edit::AddCell),
        2 => n().prop_map(Edit::RemoveCell),
        2 => (n(), n(), n()).prop_map(|(cell, corner, to)| Edit::Retarget { cell, corner, to }),
        2 => (n(), n()).prop_map(|(kept, gone)| Edit::Merge { kept, gone }),
        1 => n().prop_map(Edit::Reverse),
        1 => (n(), 0..3u8).prop_map(|(cell, area)| Edit::Paint(cell, area)),
        1 => (n(), -1.0..3.0f32).prop_map(|(cell, height)| Edit::Detail(cell, height)),
        2 => (places(), any::<bool>()).prop_map(|(places, one_way)| Edit::AddLink(places, one_way)),
        1 => (n(), places()).prop_map(|(link, places)| Edit::SetLink(link, places)),
        1 => n().prop_map(Edit::RemoveLink),
    ]
}

/// Generates the ends of a link's spans; half of the spans are points.
fn places() -> impl Strategy<Value = [Vec3; 4]> {
    let span =
        || (place(), place(), any::<bool>()).prop_map(|(a, b, is_point)| [a, if is_point { a } else { b }]);
    (span(), span()).prop_map(|([a, b], [c, d])| [a, b, c, d])
}

fn link([a, b, c, d]: [Vec3; 4], is_one_way: bool) -> Link {
    Link { from: [a, b], to: [c, d], is_one_way, cost: if is_one_way { 2.0 } else { 0.5 } }
}

pub(crate) fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        6 => prop::collection::vec(edit(), 1..5).prop_map(Act::Edits),
        1 => (0..4u8).prop_map(Act::Back),
    ];
    prop::collection::vec(act, 1..6)
}

/// Generates fields of squares, each whole or cut in two.
pub(crate) fn field() -> impl Strategy<Value = NavMesh> {
    (1..6u32, 1..6u32, any::<u32>()).prop_map(|(columns, rows, cuts)| {
        let at = |x: u32, z: u32| VertexId(z * (columns + 1) + x);
        let vertices =
            (0..=rows).flat_map(|z| (0..=columns).map(move |x| Vec3::new(x as f32, 0.0, z as f32)));
        let square = |x: u32, z: u32| [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
        let cells = (0..rows).flat_map(|z| (0..columns).map(move |x| (x, z))).flat_map(|(x, z)| {
            let [a, b, c, d] = square(x, z);
            let is_cut = cuts >> ((z * columns + x) % 32) & 1 == 1;
            if is_cut { vec![vec![a, b, c], vec![a, c, d]] } else { vec![vec![a, b, c, d]] }
        });
        NavMesh::from_parts(vertices, cells.map(|corners| Cell::new(corners, AreaId(0))))
            .expect("a field is sound")
    })
}

/// Applies an act and returns the resulting mesh; `seen` contains the meshes so far.
pub(crate) fn run(act: &Act, seen: &[NavMesh]) -> NavMesh {
    let last = seen.last().cloned().unwrap_or_default();
    match act {
        Act::Back(steps) => seen[seen.len().saturating_sub(1 + usize::from(*steps))].clone(),
        Act::Edits(edits) => {
            let mut draft = Draft::of(last);
            for edit in edits {
                apply(edit, &mut draft);
            }
            draft.mesh().check().expect("a draft keeps the invariants");
            draft.into_mesh()
        }
    }
}

/// Applies one edit; returns `None` if an element that it needs does not exist.
pub(crate) fn apply(edit: &Edit, draft: &mut Draft) -> Option<()> {
    let vertices: Vec<VertexId> = draft.mesh().vertices().map(|(id, _)| id).collect();
    let cells: Vec<CellId> = draft.mesh().cells().map(|(id, _)| id).collect();
    let vertex = |n: u16| vertices.get(usize::from(n) % vertices.len().max(1)).copied();
    let cell = |n: u16| cells.get(usize::from(n) % cells.len().max(1)).copied();
    let links: Vec<LinkId> = draft.mesh().links().map(|(id, _)| id).collect();
    let old = |n: u16| links.get(usize::from(n) % links.len().max(1)).copied();
    match edit {
        Edit::Move(v, to) => draft.move_vertex(vertex(*v)?, *to),
        Edit::AddVertex(at) => drop(draft.add_vertex(*at)),
        Edit::RemoveVertex(v) => drop(draft.remove_vertex(vertex(*v)?)),
        Edit::AddCell(corners) => {
            let corners: BTreeSet<VertexId> = corners.iter().filter_map(|&n| vertex(n)).collect();
            (corners.len() >= 3).then(|| draft.add_cell(corners, AreaId(0)))?;
        }
        Edit::RemoveCell(c) => draft.remove_cell(cell(*c)?),
        Edit::Retarget { cell: c, corner, to } => {
            let mut corners = draft.mesh().corners(cell(*c)?).to_vec();
            let corner = usize::from(*corner) % corners.len();
            corners[corner] = vertex(*to)?;
            if corners.iter().collect::<BTreeSet<_>>().len() == corners.len() {
                draft.set_corners(cell(*c)?, corners);
            }
        }
        Edit::Merge { kept, gone } => merge(draft, vertex(*kept)?, vertex(*gone)?),
        Edit::Reverse(c) => {
            let corners: Vec<_> = draft.mesh().corners(cell(*c)?).iter().rev().copied().collect();
            draft.set_corners(cell(*c)?, corners);
        }
        Edit::Paint(c, area) => draft.set_area(cell(*c)?, AreaId(*area)),
        Edit::Detail(c, height) => {
            let ring = draft.mesh().ring(cell(*c)?);
            let count = ring.len() as u16;
            let triangles = (0..count).map(|corner| [corner, (corner + 1) % count, count]);
            let top = draft.mesh().centroid(cell(*c)?) + Vec3::Y * *height;
            draft.set_detail(cell(*c)?, Some(CellDetail::new(&ring, [top], triangles).ok()?));
        }
        Edit::AddLink(places, one_way) => drop(draft.add_link(link(*places, *one_way))),
        Edit::SetLink(n, places) => draft.set_link(old(*n)?, link(*places, false)),
        Edit::RemoveLink(n) => draft.remove_link(old(*n)?),
    }
    Some(())
}

fn merge(draft: &mut Draft, kept: VertexId, gone: VertexId) {
    if kept == gone {
        return;
    }
    for cell in draft.adjacency().star(gone).to_vec() {
        let mut corners = draft.mesh().corners(cell).to_vec();
        if corners.contains(&kept) {
            corners.retain(|&corner| corner != gone);
        } else {
            corners = corners.into_iter().map(|corner| if corner == gone { kept } else { corner }).collect();
        }
        if corners.len() < 3 {
            draft.remove_cell(cell);
        } else {
            draft.set_corners(cell, corners);
        }
    }
    draft.remove_vertex(gone);
}
