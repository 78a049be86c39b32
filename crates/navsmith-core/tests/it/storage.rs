//! Copies of a mesh share what did not change, and memory does not grow with the number of edits.

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, NavMesh, VertexId};

use crate::support::notation::squares;

/// Returns a mesh of vertices without cells.
fn vertices(count: u32) -> NavMesh {
    NavMesh::from_parts((0..count).map(|i| Vec3::new(i as f32, 0.0, 0.0)), []).expect("it has no cells")
}

#[test]
fn a_copy_keeps_its_value_and_shares_the_other_pages() {
    let before = vertices(3000);
    let mut draft = Draft::of(before.clone());
    draft.move_vertex(VertexId(1500), Vec3::ONE);
    let after = draft.into_mesh();
    assert_eq!(before.position(VertexId(1500)), Vec3::X * 1500.0, "the copy that was not edited");
    assert_eq!(after.vertices_changed_since(&before).collect::<Vec<_>>(), [VertexId(1500)], "the one change");
    let (page, pages) = (512, 3000_usize.div_ceil(512));
    let expected = page * size_of::<Option<Vec3>>() + pages * size_of::<usize>();
    assert_eq!(after.bytes_not_shared_with(&before), expected, "one page, and the list of pages");
    assert_eq!(before.bytes_not_shared_with(&before.clone()), 0, "all of it");
}

#[test]
fn a_new_vertex_is_a_change_in_both_directions() {
    // The last page is full.
    let before = vertices(1024);
    let mut draft = Draft::of(before.clone());
    draft.add_vertex(Vec3::ONE);
    let after = draft.into_mesh();
    assert_eq!(after.vertices_changed_since(&before).collect::<Vec<_>>(), [VertexId(1024)], "the new one");
    assert_eq!(before.vertices_changed_since(&after).collect::<Vec<_>>(), [VertexId(1024)], "the lost one");
    assert_ne!(after, before);
}

#[test]
fn the_memory_of_derived_data_does_not_grow_with_the_number_of_edits() {
    let mut mesh = squares(&["00000000"; 8]);
    let mut derived = Derived::build(&mesh);
    let bytes = |derived: &Derived| derived.memory().iter().map(|(_, bytes)| bytes).sum::<usize>();
    let (first, mut most) = (bytes(&derived), 0);
    let ring: Vec<VertexId> = mesh.corners(CellId(20)).to_vec();
    for edit in 0..4000 {
        // The cell is removed and added again, and a corner moves to other squares of the locator and back.
        let mut draft = Draft::new(mesh, derived.adjacency.clone());
        let cell = draft.mesh().cells().map(|(id, _)| id).max().expect("a cell");
        let corners: Vec<VertexId> = draft.mesh().corners(cell).to_vec();
        draft.set_corners(cell, [corners[1], corners[2], corners[3], corners[0]]);
        draft.set_area(CellId(20), AreaId((edit % 7) as u8));
        let home = Vec3::new((ring[0].0 % 9) as f32, 0.0, (ring[0].0 / 9) as f32);
        draft.move_vertex(ring[0], if edit % 2 == 0 { home + Vec3::new(3.0, 0.0, 3.0) } else { home });
        mesh = draft.into_mesh();
        derived.update(&mesh);
        most = most.max(bytes(&derived));
    }
    let built = Derived::build(&mesh);
    assert_eq!((&derived.adjacency, &derived.islands), (&built.adjacency, &built.islands));
    assert!(most < first + 20_000, "{most} bytes at most, {first} at first");
}
