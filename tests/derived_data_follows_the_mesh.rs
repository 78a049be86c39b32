//! What is patched after edits equals what is built from nothing.

mod edits;

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};
use navsmith::geometry::{Segment, ground};
use navsmith::navmesh::{
    Adjacency, AreaId, Cell, CellId, Derived, Draft, Edge, EdgeKind, HalfEdge, LinkId, Locator, NavMesh,
    VertexId,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn an_update_equals_a_build(field in edits::field(), acts in edits::acts()) {
        let mut seen = vec![field];
        let mut derived = Derived::build(&seen[0]);
        for act in &acts {
            let mesh = edits::run(act, &seen);
            let changes = derived.update(&mesh);
            let built = Derived::build(&mesh);
            prop_assert_eq!(derived.mesh(), &mesh, "the mesh that it follows");
            same_adjacency(&mesh, &derived.adjacency, &built.adjacency);
            prop_assert_eq!(&derived.islands, &built.islands, "islands");
            prop_assert_eq!(&derived.links, &built.links, "links");
            names_links_that_differ(seen.last().unwrap(), &mesh, &changes.links);
            same_places(&mesh, &derived.locator, &built.locator);
            names_what_differs(seen.last().unwrap(), &mesh, &changes.cells, changes.is_topological);
            seen.push(mesh);
        }
    }

    #[test]
    fn a_drafts_adjacency_is_that_of_its_mesh(
        field in edits::field(),
        edits in prop::collection::vec(edits::edit(), 1..12),
    ) {
        let mut draft = Draft::of(field);
        for edit in &edits {
            edits::apply(edit, &mut draft);
        }
        let (mesh, built) = (draft.mesh(), Derived::build(draft.mesh()));
        same_adjacency(mesh, draft.adjacency(), &built.adjacency);
        for (edge, sides) in sides_by_edge(mesh) {
            prop_assert_eq!(built.adjacency.kind(mesh, edge), expected_kind(&sides), "{:?}", edge);
        }
    }

    #[test]
    fn the_locator_answers_as_looking_at_every_cell_does(
        places in prop::collection::vec((place_of_any_size(), place_of_any_size()), 0..60),
        asked in prop::collection::vec((place_of_any_size(), place_of_any_size()), 1..8),
    ) {
        let mut mesh = Vec::new();
        for (at, other) in &places {
            mesh.extend([at.extend(0.0), at.lerp(*other, 0.01).extend(0.0), other.extend(0.0)]);
        }
        let vertices = mesh.into_iter().map(|p| Vec3::new(p.x, 0.0, p.y));
        let cells = (0..places.len() as u32).map(|i| [0, 1, 2].map(|corner| VertexId(3 * i + corner)));
        let cells = cells.map(|corners| Cell::new(corners, AreaId::default()));
        let mesh = NavMesh::from_parts(vertices, cells).unwrap();
        let locator = Locator::build(&mesh);
        for (one, other) in asked {
            let (min, max) = (one.min(other), one.max(other));
            prop_assert_eq!(locator.within(&mesh, min, max), slow_within(&mesh, min, max), "a box");
            prop_assert_eq!(locator.nearest(&mesh, one, |c| Some(distance(&mesh, c, one))),
                slow_nearest(&mesh, one), "the nearest");
        }
    }
}

fn place_of_any_size() -> impl Strategy<Value = Vec2> {
    let coordinate =
        || prop_oneof![4 => -10.0..10.0f32, 2 => (-3..4i8).prop_map(f32::from), 1 => -1e9..1e9f32];
    (coordinate(), coordinate()).prop_map(|(x, z)| Vec2::new(x, z))
}

fn same_adjacency(mesh: &NavMesh, updated: &Adjacency, built: &Adjacency) {
    for slot in 0..mesh.vertex_slots() as u32 + 2 {
        let star = |adjacency: &Adjacency| {
            let mut star = adjacency.star(VertexId(slot)).to_vec();
            star.sort_unstable();
            star
        };
        assert_eq!(star(updated), star(built), "the star of vertex {slot}");
    }
    for cell in (0..mesh.cell_slots() as u32 + 2).map(CellId) {
        for side in 0..8 {
            let half_edge = HalfEdge { cell, side };
            let (one, other) = (updated.twin(half_edge), built.twin(half_edge));
            assert_eq!(one, other, "the twin of {half_edge:?}");
        }
    }
}

fn same_places(mesh: &NavMesh, updated: &Locator, built: &Locator) {
    for x in -2..9i8 {
        let (low, high) = (Vec2::new(x.into(), 1.0), Vec2::new(f32::from(x) + 0.5, 3.5));
        assert_eq!(updated.within(mesh, low, high), built.within(mesh, low, high), "from {low} to {high}");
        assert_eq!(updated.at(mesh, low), slow_within(mesh, low, low), "at {low}");
        let nearest = updated.nearest(mesh, low, |cell| Some(distance(mesh, cell, low)));
        assert_eq!(nearest, slow_nearest(mesh, low), "nearest to {low}");
    }
}

fn names_what_differs(old: &NavMesh, new: &NavMesh, cells: &[CellId], is_topological: bool) {
    let slots = old.cell_slots().max(new.cell_slots()) as u32;
    let differs = |id: &CellId| old.cell(*id) != new.cell(*id) || old.ring(*id) != new.ring(*id);
    let expected: Vec<CellId> = (0..slots).map(CellId).filter(differs).collect();
    assert_eq!(cells, expected, "the cells that changed or have a corner that moved");
    let is_relinked = (0..slots).map(CellId).any(|id| old.corners(id) != new.corners(id));
    assert_eq!(is_topological, is_relinked, "whether neighbours may have changed");
}

fn names_links_that_differ(old: &NavMesh, new: &NavMesh, links: &[LinkId]) {
    let before = Derived::build(old).links;
    let after = Derived::build(new).links;
    let slots = old.link_slots().max(new.link_slots()) as u32;
    let differs = |id: &LinkId| old.link(*id) != new.link(*id) || before.ends(*id) != after.ends(*id);
    let expected: Vec<LinkId> = (0..slots).map(LinkId).filter(differs).collect();
    assert_eq!(links, expected, "the links that changed or take hold otherwise");
}

fn slow_within(mesh: &NavMesh, min: Vec2, max: Vec2) -> Vec<CellId> {
    let meets = |id: &CellId| {
        let ring = mesh.ground_ring(*id);
        let low = ring.iter().fold(Vec2::INFINITY, |low, &p| low.min(p));
        let high = ring.iter().fold(Vec2::NEG_INFINITY, |high, &p| high.max(p));
        low.cmple(max).all() && high.cmpge(min).all()
    };
    mesh.cells().map(|(id, _)| id).filter(meets).collect()
}

fn slow_nearest(mesh: &NavMesh, point: Vec2) -> Option<(CellId, f64)> {
    let all = mesh.cells().map(|(id, _)| (id, distance(mesh, id, point)));
    all.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
}

/// To the nearest side, which for this purpose is what a cell is.
fn distance(mesh: &NavMesh, cell: CellId, point: Vec2) -> f64 {
    let ring: Vec<Vec2> = mesh.ring(cell).iter().map(|&p| ground(p)).collect();
    let sides = (0..ring.len()).map(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()]));
    // In f64: the locator is promised a distance that is at least the one to the box.
    let to = |side: Segment| {
        let (from, to, point) = (side.from.as_dvec2(), side.to.as_dvec2(), point.as_dvec2());
        let squared = (to - from).length_squared();
        let t = if squared > 0.0 { ((point - from).dot(to - from) / squared).clamp(0.0, 1.0) } else { 0.0 };
        let low = side.from.min(side.to).as_dvec2();
        let high = side.from.max(side.to).as_dvec2();
        from.lerp(to, t).clamp(low, high).distance(point)
    };
    sides.map(to).fold(f64::INFINITY, f64::min)
}

fn sides_by_edge(mesh: &NavMesh) -> Vec<(Edge, Vec<[VertexId; 2]>)> {
    let sides: Vec<[VertexId; 2]> =
        mesh.cells().flat_map(|(_, cell)| cell.sides().collect::<Vec<_>>()).collect();
    let edges: BTreeSet<Edge> = sides.iter().map(|&[a, b]| Edge::new(a, b)).collect();
    let on = |edge: Edge| sides.iter().copied().filter(|&[a, b]| Edge::new(a, b) == edge).collect();
    edges.into_iter().map(|edge| (edge, on(edge))).collect()
}

fn expected_kind(sides: &[[VertexId; 2]]) -> EdgeKind {
    match sides {
        [] => EdgeKind::None,
        [_] => EdgeKind::Boundary,
        [one, other] if one != other => EdgeKind::Inner,
        _ => EdgeKind::Tangled,
    }
}

#[test]
fn an_empty_mesh_has_nothing_near() {
    let mesh = NavMesh::default();
    let locator = Locator::build(&mesh);
    assert_eq!(locator.at(&mesh, Vec2::ZERO), [], "no cells");
    assert_eq!(locator.nearest(&mesh, Vec2::ZERO, |_| Some(0.0)), None, "no nearest");
    assert_eq!(locator.at(&mesh, Vec2::NAN), [], "not even at no place");
    let nothing = Derived::default().locator;
    assert_eq!(nothing.nearest(&mesh, Vec2::ZERO, |_| Some(0.0)), None, "nor before anything was built");
    assert_eq!(nothing.at(&mesh, Vec2::ZERO), [], "nor there");
}

#[test]
fn what_was_derived_from_nothing_follows_a_first_small_mesh() {
    let triangle = [Vec3::ZERO, Vec3::Z, Vec3::X];
    let cell = Cell::new([0, 1, 2].map(VertexId), AreaId(0));
    let mesh = NavMesh::from_parts(triangle, [cell]).unwrap();
    let mut derived = Derived::default();
    derived.update(&mesh);
    assert_eq!(derived.locator.at(&mesh, Vec2::new(0.2, 0.2)), [CellId(0)], "the one cell");
}
