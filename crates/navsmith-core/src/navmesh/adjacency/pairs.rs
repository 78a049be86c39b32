//! The two sides that are joined on an edge of three or more cells.

use std::cmp::Reverse;

use glam::DVec3;
use smallvec::SmallVec;

use crate::geometry::{Turn, Vec3, ground, turn};
use crate::navmesh::{Edge, HalfEdge, NavMesh};

/// Maximum number of sides on an edge that are compared; those with larger ids stay unjoined.
const MOST: usize = 32;

/// Number of steps in which the cosine of a bend is compared; a smaller difference is a tie.
const STEPS: f64 = 1e6;

/// A side with its cell's direction, as a unit vector.
struct Arm {
    side: HalfEdge,
    is_forward: bool,
    /// Direction from the edge into the cell, perpendicular to the edge.
    inwards: DVec3,
}

/// Returns the two sides of an edge that are joined, the smaller one first; `None` if there are none.
///
/// Two sides are joined if they run in opposite directions. Of three or more, those are joined whose cells continue
/// each other: they lie on opposite sides of the edge, and the surface bends least from one to the other. Ids decide
/// ties.
pub(super) fn joined(mesh: &NavMesh, sides: &[HalfEdge]) -> Option<[HalfEdge; 2]> {
    match *sides {
        [] | [_] => None,
        [one, other] => {
            (mesh.half_edge(one) != mesh.half_edge(other)).then(|| [one.min(other), one.max(other)])
        }
        _ => straightest(mesh, sides),
    }
}

fn straightest(mesh: &NavMesh, sides: &[HalfEdge]) -> Option<[HalfEdge; 2]> {
    let mut sides: SmallVec<[HalfEdge; 8]> = sides.into();
    sides.sort_unstable();
    let arms: SmallVec<[Arm; 8]> = sides.into_iter().take(MOST).filter_map(|side| arm(mesh, side)).collect();
    let pairs = arms.iter().enumerate().flat_map(|(nth, one)| {
        let others = arms[nth + 1..].iter().filter(|other| other.is_forward != one.is_forward);
        others.map(move |other| (one, other))
    });
    let straightness = |one: &Arm, other: &Arm| (-one.inwards.dot(other.inwards) * STEPS).round() as i64;
    pairs
        .map(|(one, other)| (Reverse(straightness(one, other)), one.side, other.side))
        .min()
        .map(|(_, one, other)| [one, other])
}

/// Returns the arm of a side; `None` if its cell has no direction, or is on the right of the side.
fn arm(mesh: &NavMesh, side: HalfEdge) -> Option<Arm> {
    let [from, to] = mesh.half_edge(side)?;
    let middle = middle(mesh, side);
    if turn(ground(mesh.position(from)), ground(mesh.position(to)), ground(middle)) == Turn::Right {
        return None;
    }
    let ends = Edge::new(from, to).ends();
    let [start, end] = ends.map(|end| mesh.position(end).as_dvec3());
    let (along, towards) = ((end - start).normalize_or_zero(), middle.as_dvec3() - start);
    let inwards = (towards - along * towards.dot(along)).normalize_or_zero();
    (inwards != DVec3::ZERO).then_some(Arm { side, is_forward: from == ends[0], inwards })
}

/// Maximum number of corners whose mean is the middle of a cell; larger cells are sampled evenly.
const MOST_CORNERS: usize = 64;

/// Returns a position in the middle of the cell of a side.
fn middle(mesh: &NavMesh, side: HalfEdge) -> Vec3 {
    let corners = mesh.corners(side.cell);
    let count = corners.len().min(MOST_CORNERS);
    if count == corners.len() {
        return mesh.centroid(side.cell);
    }
    let nth = |nth: usize| corners[(side.side as usize + nth * corners.len() / count) % corners.len()];
    let sum: DVec3 = (0..count).map(|corner| mesh.position(nth(corner)).as_dvec3()).sum();
    (sum / count as f64).as_vec3()
}

#[cfg(test)]
mod tests {
    use crate::geometry::Vec3;
    use crate::navmesh::{Adjacency, AreaId, Cell, CellId, Derived, HalfEdge, NavMesh, VertexId};

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
        NavMesh::from_parts(vertices, cells).unwrap()
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
        let mesh = NavMesh::from_parts(vertices.map(Vec3::from), cells).unwrap();
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
        let tips: Vec<[f32; 3]> =
            (0..10_000).map(|i| [if i % 2 == 0 { 1. } else { -1. }, 0.0, 0.5]).collect();
        assert_eq!(joined(&fan(&tips)), [[0, 1]]);
    }

    #[test]
    fn a_moved_corner_changes_which_cells_are_joined() {
        let mesh = fan(&[[-1., 0., 0.5], [1., 0., 0.5], [1., 1., 0.5]]);
        let mut derived = Derived::build(&mesh);
        let mut draft = crate::navmesh::Draft::new(mesh.clone(), derived.adjacency.clone());
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
}
