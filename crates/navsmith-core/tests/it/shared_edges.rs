//! Which cells are joined at an edge and around a vertex.

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{Adjacency, AreaId, Cell, CellId, Derived, Draft, HalfEdge, NavMesh, VertexId};

/// Returns a mesh of triangles on one edge, each with its third corner.
///
/// The edge runs from `(0, 0, 0)` to `(0, 0, 1)`.
/// A corner on the right is that of a cell on the right.
fn fan(tips: &[[f32; 3]]) -> NavMesh {
    let ends = [Vec3::ZERO, Vec3::Z];
    let vertices = ends.into_iter().chain(tips.iter().copied().map(Vec3::from));
    let cells = (2..).zip(tips).map(|(tip, at)| {
        let corners = if at[0] > 0.0 { [0, 1, tip] } else { [1, 0, tip] };
        Cell::new(corners.map(VertexId), AreaId(0))
    });
    NavMesh::from_parts(vertices, cells).expect("it keeps the invariants")
}

/// Returns the pairs of joined cells on the common edge.
fn joined(mesh: &NavMesh) -> Vec<[u32; 2]> {
    let adjacency = Adjacency::build(mesh);
    let twin = |cell| adjacency.twin(HalfEdge { cell, side: 0 }).map(|twin| [cell.0, twin.cell.0]);
    let pairs: Vec<[u32; 2]> = mesh.cells().filter_map(|(cell, _)| twin(cell)).collect();
    for &[one, other] in &pairs {
        assert!(pairs.contains(&[other, one]), "{one} and {other} are joined in both directions");
    }
    pairs.into_iter().filter(|[one, other]| one < other).collect()
}

#[test]
fn the_two_cells_that_continue_each_other_are_joined() {
    let [left, right, steep, wall, down] =
        [[-1., 0., 0.5], [1., 0., 0.5], [1., 1., 0.5], [0., 1., 0.5], [-1., -1., 0.4]];
    for (tips, expected) in [
        (vec![left, right, steep], [[0, 1]]),
        (vec![steep, left, right], [[1, 2]]),
        (vec![steep, right, left], [[1, 2]]),
        (vec![left, right, wall], [[0, 1]]),
        (vec![wall, right, left], [[1, 2]]),
        // A ramp continues downwards what comes from above.
        (vec![left, steep, down], [[1, 2]]),
        (vec![left, right, steep, down], [[0, 1]]),
        // Of two equal cells, the first one.
        (vec![right, left, right], [[0, 1]]),
        (vec![left, right, right], [[0, 1]]),
    ] {
        assert_eq!(joined(&fan(&tips)), expected, "{tips:?}");
    }
    assert_eq!(joined(&fan(&[right, right, steep])), [[0; 2]; 0], "all on one side");
}

#[test]
fn a_cell_inside_out_continues_no_cell() {
    // The last cell runs like one on the left, but lies on the right.
    let vertices = [[0., 0., 0.], [0., 0., 1.], [1., 0., 0.5], [1., 0.5, 0.5], [1., 2., 0.5]];
    let cells = [[0, 1, 2], [0, 1, 3], [1, 0, 4]];
    let cells = cells.map(|corners| Cell::new(corners.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices.map(Vec3::from), cells).expect("it keeps the invariants");
    assert_eq!(joined(&mesh), [[0; 2]; 0]);
}

#[test]
fn the_joined_cells_do_not_depend_on_the_number_of_cells_around_the_edge() {
    for count in [3, 8, 31] {
        let ramps = (1..count).map(|i| [1., i as f32 * 0.1, 0.5]);
        let tips: Vec<[f32; 3]> = ramps.chain([[-1., -0.1, 0.5]]).collect();
        assert_eq!(joined(&fan(&tips)), [[0, count as u32 - 1]], "{count} cells");
    }
    // More than the maximum: those with the largest ids are not compared, and the rest is bounded.
    let tips: Vec<[f32; 3]> = (0..10_000).map(|i| [if i % 2 == 0 { 1. } else { -1. }, 0.0, 0.5]).collect();
    assert_eq!(joined(&fan(&tips)), [[0, 1]]);
}

#[test]
fn a_moved_corner_changes_which_cells_are_joined() {
    let mesh = fan(&[[-1., 0., 0.5], [1., 0., 0.5], [1., 1., 0.5]]);
    let mut derived = Derived::build(&mesh);
    let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
    draft.move_vertex(VertexId(2), Vec3::new(-1.0, -1.0, 0.5));
    assert_eq!(joined(draft.mesh()), [[0, 2]]);
    assert_eq!(draft.adjacency(), &Adjacency::build(draft.mesh()), "the draft");
    let changes = derived.update(draft.mesh());
    assert!(changes.is_topological, "neighbours changed");
    assert_eq!(derived.adjacency, Adjacency::build(draft.mesh()), "the update");
    assert_eq!(derived.islands, Derived::build(draft.mesh()).islands, "islands");
    let same = |one, other| derived.islands.of(CellId(one)) == derived.islands.of(CellId(other));
    assert!(same(0, 2) && !same(0, 1), "islands follow");
}

fn neighbors(vertices: u32, triangles: &[[u32; 3]]) -> Vec<usize> {
    let vertices = (0..vertices).map(|i| Vec3::new(i as f32, 0.0, 0.0));
    let cells = triangles.iter().map(|corners| Cell::new(corners.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices, cells).expect("it keeps the invariants");
    let adjacency = Adjacency::build(&mesh);
    (0..triangles.len() as u32).map(|cell| adjacency.neighbors(CellId(cell)).count()).collect()
}

#[test]
fn around_a_vertex_of_many_cells_all_are_joined() {
    for count in [5, 8, 9, 60, 64, 65, 200] {
        let mut wheel: Vec<_> = (0..count).map(|i| [count, i, (i + 1) % count]).collect();
        let two_each = vec![2; count as usize];
        assert_eq!(neighbors(count + 1, &wheel), two_each, "one after another");
        wheel.sort_by_key(|corners| corners[1] % 7);
        assert_eq!(neighbors(count + 1, &wheel), two_each, "in any order");
    }
}

#[test]
fn cells_in_the_same_direction_are_not_joined() {
    let [one, same] = [[0, 1, 2], [0, 1, 3]];
    assert_eq!(neighbors(4, &[one, same]), [0; 2]);
}
