//! Copies of a mesh share what did not change, and memory does not grow with the number of edits.

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, NavMesh, VertexId};

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

/// Returns triangles around a vertex, and two more vertices beside it that have no cells.
fn wheel(count: u32) -> NavMesh {
    let on_rim = |i: u32| (i as f32 / count as f32 * std::f32::consts::TAU).sin_cos();
    let rim = (0..count).map(on_rim).map(|(x, z)| Vec3::new(x, 0.0, z) * 10.0);
    let vertices = [0.0, 0.1, 0.2].map(|x| Vec3::new(x, 0.0, 0.0)).into_iter().chain(rim);
    let corners = (0..count).map(|i| [0, 3 + i, 3 + (i + 1) % count]);
    let cells = corners.map(|corners| Cell::new(corners.map(VertexId), AreaId(0)));
    NavMesh::from_parts(vertices, cells).expect("it keeps the invariants")
}

#[test]
fn the_memory_of_derived_data_does_not_grow_with_the_number_of_edits() {
    let mut mesh = wheel(40);
    let mut derived = Derived::build(&mesh);
    let bytes = |derived: &Derived| derived.memory().iter().map(|(_, bytes)| bytes).sum::<usize>();
    let (first, mut most) = (bytes(&derived), 0);
    // One cell after the other gets another vertex in the middle, so that its list of cells grows from nothing.
    for edit in 0..12_000 {
        let (cell, middle) = (CellId(edit % 40), VertexId(edit / 40 % 3));
        let mut draft = Draft::new(mesh, derived.adjacency.clone());
        let [_, one, other] = draft.mesh().corners(cell) else { panic!("a triangle") };
        let corners = [middle, *one, *other];
        draft.set_corners(cell, corners);
        mesh = draft.into_mesh();
        derived.update(&mesh);
        most = most.max(bytes(&derived));
    }
    let built = Derived::build(&mesh);
    assert_eq!((&derived.adjacency, &derived.islands), (&built.adjacency, &built.islands));
    assert!(most < first + 70_000, "{most} bytes at most, {first} at first");
}
