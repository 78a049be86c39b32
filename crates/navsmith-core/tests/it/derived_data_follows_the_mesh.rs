//! Derived data updated after edits equals derived data built from scratch.

use std::collections::BTreeSet;

use crate::support::edits;
use glam::{Vec2, Vec3};
use navsmith_core::geometry::{Segment, ground};
use navsmith_core::navmesh::{
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
            let before = seen.last().expect("the first mesh");
            names_links_that_differ(before, &mesh, &changes.links);
            same_places(&mesh, &derived.locator, &built.locator);
            names_what_differs(before, &mesh, &changes.cells, changes.is_topological);
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
            joins_one_pair_at_most(mesh, &built.adjacency, edge);
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
        let mesh = NavMesh::from_parts(vertices, cells).expect("a sound mesh");
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
        for side in 0..20 {
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
    let differs = |id: &CellId| {
        let is_changed = old.cell(*id) != new.cell(*id) || old.ring(*id) != new.ring(*id);
        is_changed || old.detail(*id) != new.detail(*id)
    };
    let expected: Vec<CellId> = (0..slots).map(CellId).filter(differs).collect();
    assert_eq!(cells, expected, "the cells that changed or have a corner that moved");
    let [before, after] = [old, new].map(Adjacency::build);
    let is_relinked = (0..slots).map(CellId).any(|cell| {
        let mut sides = (0..old.corners(cell).len() as u32).map(|side| HalfEdge { cell, side });
        old.corners(cell) != new.corners(cell) || sides.any(|side| before.twin(side) != after.twin(side))
    });
    assert_eq!(is_topological, is_relinked, "whether neighbours may have changed");
}

fn names_links_that_differ(old: &NavMesh, new: &NavMesh, links: &[LinkId]) {
    let before = Derived::build(old).links;
    let after = Derived::build(new).links;
    let slots = old.link_slots().max(new.link_slots()) as u32;
    let differs = |id: &LinkId| old.link(*id) != new.link(*id) || before.ends(*id) != after.ends(*id);
    let expected: Vec<LinkId> = (0..slots).map(LinkId).filter(differs).collect();
    assert_eq!(links, expected, "the links that changed or are attached otherwise");
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

/// Returns the distance to the nearest side; a cell is its sides here.
fn distance(mesh: &NavMesh, cell: CellId, point: Vec2) -> f64 {
    let ring: Vec<Vec2> = mesh.ring(cell).iter().map(|&p| ground(p)).collect();
    let sides = (0..ring.len()).map(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()]));
    // The locator requires a distance that is at least the distance to the box. Hence f64, clamped to the box of the
    // side.
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

/// Checks that an edge joins no cells or two, which run in opposite directions.
fn joins_one_pair_at_most(mesh: &NavMesh, adjacency: &Adjacency, edge: Edge) {
    let sides = adjacency.sides_of(mesh, edge);
    let joined: Vec<HalfEdge> = sides.into_iter().filter(|side| adjacency.twin(*side).is_some()).collect();
    if !joined.is_empty() {
        let [one, other] = *joined else { panic!("{edge} joins {joined:?}") };
        assert_eq!((adjacency.twin(one), adjacency.twin(other)), (Some(other), Some(one)), "{edge}");
        assert_ne!(mesh.half_edge(one), mesh.half_edge(other), "{edge}");
    }
}

/// A deterministic pseudo-random number generator.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Builds rooms of eight by eight squares, most squares cut in two.
///
/// Every wall has one or two doors. Removing cells therefore often splits an island, and adding cells often joins
/// two.
fn rooms(cells: usize) -> NavMesh {
    let side = (cells as f32 / 2.0).sqrt() as u32;
    let is_floor = |x: u32, z: u32| (x % 9 != 8 || z % 9 == 4) && (z % 9 != 8 || x % 9 == 3);
    let at = |x: u32, z: u32| VertexId(z * (side + 1) + x);
    let vertices = (0..=side).flat_map(|z| (0..=side).map(move |x| Vec3::new(x as f32, 0.0, z as f32)));
    let squares = (0..side).flat_map(|z| (0..side).map(move |x| (x, z)));
    let cells = squares.filter(|&(x, z)| is_floor(x, z)).flat_map(|(x, z)| {
        let [a, b, c, d] = [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
        if (x + z) % 5 == 0 { vec![vec![a, b, c, d]] } else { vec![vec![a, b, c], vec![a, c, d]] }
    });
    NavMesh::from_parts(vertices, cells.map(|corners| Cell::new(corners, AreaId(0))))
        .expect("rooms are sound")
}

/// Applies one change near a random cell.
fn change_something(draft: &mut Draft, chance: &mut Chance) {
    let cell = CellId(chance.below(draft.mesh().cell_slots()) as u32);
    let corners = draft.mesh().corners(cell).to_vec();
    let Some(&vertex) = corners.first() else { return };
    match chance.below(9) {
        0..3 => {
            let to = draft.mesh().position(vertex) + Vec3::new(chance.below(9) as f32 * 0.2 - 0.8, 0.1, 0.3);
            draft.move_vertex(vertex, to);
        }
        3 => draft.remove_cell(cell),
        4 => draft.adjacency().star(vertex).to_vec().into_iter().for_each(|cell| draft.remove_cell(cell)),
        5 => draft.set_corners(cell, corners.iter().rev().copied()),
        6 => {
            // The new cell lies beyond a side. It may fill the gap of a removed cell or be the third cell on an edge.
            let side = chance.below(corners.len());
            let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
            let tip = if chance.below(2) == 0 {
                VertexId((from.0 + chance.below(80) as u32) % draft.mesh().vertex_slots() as u32)
            } else {
                draft.add_vertex(draft.mesh().position(from) + Vec3::new(0.5, 0.0, 0.5))
            };
            let is_new = tip != from && tip != to && draft.mesh().vertex(tip).is_some();
            if is_new {
                draft.add_cell([to, from, tip], AreaId(0));
            }
        }
        7 => {
            // Removing consecutive cells cuts a wall through a room and beyond.
            let reach = 1 + chance.below(40) as u32;
            (cell.0..cell.0 + reach).for_each(|id| draft.remove_cell(CellId(id)));
        }
        _ => {
            // Replaces the cells around an inner vertex with one large cell.
            let Some(ring) = ring_around(draft, vertex) else { return };
            draft.adjacency().star(vertex).to_vec().into_iter().for_each(|cell| draft.remove_cell(cell));
            draft.add_cell(ring, AreaId(1));
        }
    }
}

/// Returns the ring of corners around a vertex that cells surround completely.
fn ring_around(draft: &Draft, vertex: VertexId) -> Option<Vec<VertexId>> {
    let first = *draft.adjacency().star(vertex).first()?;
    let (mut ring, mut cell) = (Vec::new(), first);
    loop {
        let corners = draft.mesh().corners(cell);
        let at = corners.iter().position(|&corner| corner == vertex)?;
        let n = corners.len();
        ring.extend((1..n - 1).map(|i| corners[(at + i) % n]));
        let side = HalfEdge { cell, side: ((at + n - 1) % n) as u32 };
        cell = draft.adjacency().twin(side)?.cell;
        if cell == first || ring.len() > 40 {
            break;
        }
    }
    let is_simple = ring.iter().collect::<BTreeSet<_>>().len() == ring.len();
    is_simple.then_some(ring)
}

/// Applies 400 edits to 4,000 cells, or 10,000 edits to 100,000 with `NAVSMITH_FULL=1`.
#[test]
fn after_many_edits_everything_is_as_if_derived_from_nothing() {
    let (edits, cells, between) =
        if std::env::var_os("NAVSMITH_FULL").is_some() { (10_000, 100_000, 1_000) } else { (400, 4_000, 20) };
    let mut mesh = rooms(cells);
    let mut derived = Derived::build(&mesh);
    let (mut chance, mut seen, mut most) = (Chance(7), vec![mesh.clone()], 0);
    for i in 1..=edits {
        if chance.below(40) == 0 {
            // Simulates undo or redo of many steps.
            mesh = seen[chance.below(seen.len())].clone();
        } else {
            let mut draft = Draft::new(mesh, derived.adjacency.clone());
            change_something(&mut draft, &mut chance);
            mesh = draft.into_mesh();
        }
        derived.update(&mesh);
        most = most.max(derived.islands.len());
        if i % 50 == 0 {
            seen.push(mesh.clone());
        }
        if i % between == 0 {
            assert_eq!(mesh.check(), Ok(()), "after edit {i}");
            let built = Derived::build(&mesh);
            same_adjacency(&mesh, &derived.adjacency, &built.adjacency);
            assert_eq!(derived.islands, built.islands, "islands after edit {i}");
            for (cell, _) in mesh.cells().take(100) {
                let facts = |of: &Derived| (of.headroom(cell), of.slope(cell), of.convex_winding(cell));
                assert_eq!(facts(&derived), facts(&built), "{cell:?} after edit {i}");
            }
            same_squares(&mesh, &derived.locator, &built.locator, &mut chance);
        }
    }
    assert!(most > 10, "edits cut islands off: {most}");
}

/// Compares the cells within random boxes of a few squares.
fn same_squares(mesh: &NavMesh, updated: &Locator, built: &Locator, chance: &mut Chance) {
    let bounds = mesh.bounds();
    let [low, size] = [ground(bounds.min), ground(bounds.size())];
    for _ in 0..200 {
        let share = |chance: &mut Chance| chance.below(1000) as f32 / 1000.0;
        let at = low + size * Vec2::new(share(chance), share(chance));
        let far = at + Vec2::new(share(chance), share(chance)) * 3.0;
        assert_eq!(updated.within(mesh, at, far), built.within(mesh, at, far), "from {at} to {far}");
    }
}

/// Limits the memory per triangle of a large mesh and the data derived from it.
#[test]
fn a_large_mesh_takes_less_than_120_bytes_a_triangle() {
    let derived = Derived::build(&rooms(100_000));
    let bytes: usize = derived.memory().iter().map(|(_, bytes)| bytes).sum();
    let each = bytes as f64 / derived.mesh().triangle_count() as f64;
    assert!(each < 120.0, "{each} bytes: {:?}", derived.memory());
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
    let mesh = NavMesh::from_parts(triangle, [cell]).expect("a sound mesh");
    let mut derived = Derived::default();
    derived.update(&mesh);
    assert_eq!(derived.locator.at(&mesh, Vec2::new(0.2, 0.2)), [CellId(0)], "the one cell");
}
