//! Compares the narrowest island gaps with brute force, on meshes made by random edits.

use std::collections::BTreeMap;

use crate::support::edits;
use glam::{DVec3, Vec2};
use navsmith_core::geometry::{SplitMix64, Vec3, ground, nearest_points};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, HalfEdge, IslandId, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::agent::Filter;
use navsmith_core::pathfinding::analysis::island_gaps::inside::gap_to_inside;
use navsmith_core::pathfinding::analysis::island_gaps::{
    GapRoute, IslandGap, IslandGapEnd, gap_budget, gap_routes,
};
use navsmith_core::progress::Progress;
use proptest::prelude::*;

/// Generates randomly edited meshes with many islands, tangles and overlapping cells.
fn mesh() -> impl Strategy<Value = NavMesh> {
    let removed = prop::collection::vec(any::<u16>(), 4..24);
    (edits::field(), removed, prop::collection::vec(edits::acts(), 0..2)).prop_map(
        |(field, removed, acts)| {
            let mut seen = vec![field];
            let holes = edits::Act::Edits(removed.into_iter().map(edits::Edit::RemoveCell).collect());
            for act in std::iter::once(holes).chain(acts.into_iter().flatten()) {
                let next = edits::run(&act, &seen);
                seen.push(next);
            }
            seen.pop().unwrap_or_default()
        },
    )
}

fn places(mesh: &NavMesh, side: HalfEdge) -> [DVec3; 2] {
    mesh.half_edge(side).expect("a side of the mesh").map(|vertex| mesh.position(vertex).as_dvec3())
}

/// Returns every side without a neighbour and its island.
///
/// Islands that links connect to `from` or `to` count as `from` or `to`.
fn shores(mesh: &NavMesh, derived: &Derived, from: IslandId, to: IslandId) -> Vec<(IslandId, HalfEdge)> {
    let counts_as = |island| match island {
        _ if derived.links.lead(from, island) => from,
        _ if derived.links.lead(island, to) => to,
        _ => island,
    };
    let sides = mesh
        .cells()
        .flat_map(|(cell, corners)| (0..corners.len() as u32).map(move |side| HalfEdge { cell, side }));
    sides
        .filter(|&side| derived.adjacency.twin(side).is_none())
        .map(|side| (counts_as(derived.islands.of(side.cell).expect("it has one")), side))
        .collect()
}

/// Returns the routes between two islands, with the default budget.
fn routes(mesh: &NavMesh, derived: &Derived, ends: [IslandId; 2], most: usize) -> Vec<GapRoute> {
    let (filter, mut budget) = (Filter::default(), gap_budget(mesh));
    gap_routes(mesh, derived, &filter, ends, most, &mut budget, &Progress::none()).expect("not stopped")
}

/// Returns the shortest distance between each ordered pair of islands, also to the inside of cells.
fn distances(
    derived: &Derived,
    shores: &[(IslandId, HalfEdge)],
    group: impl Fn(CellId) -> IslandId,
) -> BTreeMap<(IslandId, IslandId), f64> {
    let (mesh, mut all) = (derived.mesh(), BTreeMap::new());
    for &(one, side) in shores {
        for (cell, _) in mesh.cells().filter(|&(cell, _)| group(cell) != one) {
            let Some(gap) = gap_to_inside(derived, side, cell) else { continue };
            for pair in [(one, group(cell)), (group(cell), one)] {
                let least = all.entry(pair).or_insert(f64::INFINITY);
                *least = gap.width().min(*least);
            }
        }
        for &(other, facing) in shores.iter().filter(|(other, _)| *other != one) {
            let [a, b] = nearest_points(places(mesh, side), places(mesh, facing));
            let least = all.entry((one, other)).or_insert(f64::INFINITY);
            *least = a.distance(b).min(*least);
        }
    }
    all
}

/// Returns the minimum over all routes of the widest island gap on the route.
fn narrowest(all: &BTreeMap<(IslandId, IslandId), f64>, from: IslandId, to: IslandId) -> f64 {
    let mut widest = BTreeMap::from([(from, 0.0)]);
    loop {
        let before = widest.clone();
        for (&(one, other), &width) in all {
            if let Some(&so_far) = before.get(&one) {
                let best = widest.entry(other).or_insert(f64::INFINITY);
                *best = best.min(width.max(so_far));
            }
        }
        if widest == before {
            return widest.get(&to).copied().unwrap_or(f64::INFINITY);
        }
    }
}

fn is_near(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// Whether the ends of an island gap are the nearest points of their sides.
fn is_true(mesh: &NavMesh, gap: &IslandGap) -> bool {
    let (from, to) = match (gap.from.side, gap.to.side) {
        (Some(from), Some(to)) => (from, to),
        (Some(side), None) => return is_below_or_above(mesh, side, gap),
        (None, Some(side)) => return is_below_or_above(mesh, side, &gap.reversed()),
        (None, None) => return false,
    };
    let [a, b] = nearest_points(places(mesh, from), places(mesh, to));
    is_near(a.distance(b), gap.width())
        && a.distance(gap.from.point) < 1e-9
        && b.distance(gap.to.point) < 1e-9
}

/// Whether a gap leads from a point of a side straight down or up to the inside of a cell.
fn is_below_or_above(mesh: &NavMesh, side: HalfEdge, gap: &IslandGap) -> bool {
    let [from, to] = places(mesh, side);
    let on_side = nearest_points([gap.from.point; 2], [from, to])[1];
    let at = ground(gap.to.point.as_vec3());
    let surface = Surface::of(mesh, gap.to.cell);
    // A side on an edge with a neighbour lies at most 1 mm beside the cell.
    let around = [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|way| at + way * 1.5e-3);
    on_side.distance(gap.from.point) < 1e-6
        && gap.on_ground() == 0.0
        && around.into_iter().any(|at| surface.covers(at))
        && (f64::from(surface.height_at(at)) - gap.to.point.y).abs() < 1e-3
}

fn are_elsewhere(mesh: &NavMesh, one: &IslandGap, other: &IslandGap) -> bool {
    let corners = |end: IslandGapEnd| end.side.and_then(|side| mesh.half_edge(side)).into_iter().flatten();
    [(one.from, other.from), (one.to, other.to)].into_iter().all(|(a, b)| {
        !corners(a).any(|corner| corners(b).any(|other| other == corner))
            && a.point.distance(b.point) >= one.width() * (1.0 - 1e-9)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_nearest_gaps_are_those_of_brute_force(mesh in mesh(), ends in any::<[prop::sample::Index; 2]>()) {
        let derived = Derived::build(&mesh);
        prop_assume!(derived.islands.len() > 1);
        let [from, to] = ends.map(|end| IslandId(end.index(derived.islands.len()) as u32));
        prop_assume!(from != to && !derived.links.lead(from, to));
        let shores = shores(&mesh, &derived, from, to);
        let group = |cell| match derived.islands.of(cell).expect("it has one") {
            island if derived.links.lead(from, island) => from,
            island if derived.links.lead(island, to) => to,
            island => island,
        };
        let all = distances(&derived, &shores, group);
        let nearest = all.get(&(from, to)).copied().unwrap_or(f64::INFINITY);
        let ways = routes(&mesh, &derived, [from, to], 5);
        for gap in ways.iter().flat_map(|way| &way.island_gaps) {
            prop_assert!(is_true(&mesh, gap), "{gap:?}");
        }
        let direct: Vec<IslandGap> = ways.iter().filter(|way| way.island_gaps.len() == 1).map(|way| way.island_gaps[0]).collect();
        prop_assert!(direct.len() <= 5);
        if nearest.is_infinite() {
            prop_assert!(ways.is_empty(), "an island all of whose sides are shared has no shore: {ways:?}");
            return Ok(());
        }
        prop_assert!(is_near(direct[0].width(), nearest), "{direct:?} instead of {nearest}");
        for (i, gap) in direct.iter().enumerate() {
            prop_assert_eq!((group(gap.from.cell), group(gap.to.cell)), (from, to));
            for earlier in &direct[..i] {
                prop_assert!(earlier.width() <= gap.width() * (1.0 + 1e-9), "in order");
                prop_assert!(are_elsewhere(&mesh, earlier, gap), "{earlier:?} and {gap:?}");
            }
        }
        let least = narrowest(&all, from, to);
        prop_assert!(is_near(ways[0].widest(), least), "{:?} instead of {least}", ways[0]);
        prop_assert!(ways[1..].iter().all(|way| way.island_gaps.len() == 1), "one way over others at most");
    }
}

/// Builds squares of 1 m with the given north-west corners.
fn squares(places: &[[f32; 3]]) -> NavMesh {
    let corners = |[x, y, z]: [f32; 3]| [[x, y, z], [x, y, z + 1.0], [x + 1.0, y, z + 1.0], [x + 1.0, y, z]];
    let vertices = places.iter().flat_map(|&place| corners(place)).map(Into::into);
    let cell = |i: u32| {
        let ring = [0, 1, 2, 3].map(|corner| navsmith_core::navmesh::VertexId(i * 4 + corner));
        navsmith_core::navmesh::Cell::new(ring, navsmith_core::navmesh::AreaId(0))
    };
    NavMesh::from_parts(vertices, (0..places.len() as u32).map(cell)).expect("squares are cells")
}

fn described(mesh: &NavMesh, from: u32, to: u32) -> String {
    let derived = Derived::build(mesh);
    let ways = routes(mesh, &derived, [from, to].map(IslandId), 5);
    let gap = |gap: &IslandGap| {
        let end = |end: IslandGapEnd| format!("cell {} {}", end.cell.0, end.point.as_vec3());
        format!("{:.2} m, {:+.2} m: {} to {}", gap.on_ground(), gap.rise(), end(gap.from), end(gap.to))
    };
    let way = |island_gaps: &[IslandGap]| island_gaps.iter().map(gap).collect::<Vec<_>>().join("; ");
    ways.iter().map(|found| way(&found.island_gaps) + "\n").collect()
}

#[test]
fn a_way_over_other_islands_comes_first_where_its_gaps_are_narrower() {
    let mesh = squares(&[[0., 0., 0.], [4., 0., 0.], [2., 0., 0.]]);
    expect_test::expect![[r#"
        1.00 m, +0.00 m: cell 0 [1, 0, 0.5] to cell 2 [2, 0, 0.5]; 1.00 m, +0.00 m: cell 2 [3, 0, 0.5] to cell 1 [4, 0, 0.5]
        3.00 m, +0.00 m: cell 0 [1, 0, 0.5] to cell 1 [4, 0, 0.5]
    "#]].assert_eq(&described(&mesh, 0, 1));
    expect_test::expect![[r#"
        1.00 m, +0.00 m: cell 0 [1, 0, 0.5] to cell 2 [2, 0, 0.5]
    "#]]
    .assert_eq(&described(&mesh, 0, 2));
}

#[test]
fn the_foot_of_a_ramp_is_nearer_than_the_floor_above() {
    let mesh = squares(&[[0., 0., 0.], [0.25, 3., 0.], [1.5, 1., 0.]]);
    let derived = Derived::build(&mesh);
    let way = &routes(&mesh, &derived, [0, 1].map(IslandId), 1)[0];
    assert_eq!(
        way.island_gaps.iter().map(|gap| gap.to.cell).collect::<Vec<_>>(),
        [CellId(2), CellId(1)],
        "{way:?}"
    );
}

#[test]
fn a_side_on_an_edge_that_two_cells_share_is_on_the_ground() {
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let floor = [0., 4., 8.].map(|x| [at(x, 0., 0.), at(x, 0., 4.)]);
    let ramp = |x: f32| [at(x, 0., 0.), at(x, 0., 4.), at(x + 3., 3., 4.), at(x + 3., 3., 0.)];
    let width = |x: f32| {
        let cells = [[0, 1, 3, 2], [2, 3, 5, 4], [6, 7, 8, 9]];
        let cells = cells.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
        let mesh = NavMesh::from_parts(floor.into_iter().flatten().chain(ramp(x)), cells).expect("a mesh");
        let derived = Derived::build(&mesh);
        let side = HalfEdge { cell: CellId(2), side: 0 };
        [0, 1].map(|cell| gap_to_inside(&derived, side, CellId(cell)).map(|gap| gap.width()))
    };
    assert_eq!(width(4.0), [Some(0.0); 2], "on the edge");
    assert_eq!(width(4.0005), [None, Some(0.0)], "almost on it");
    assert_eq!(width(5.0), [None, Some(0.0)], "inside of a cell");
    assert_eq!(width(8.0), [None; 2], "on the boundary");
}

#[test]
fn an_island_that_is_none_has_no_gaps() {
    assert!(described(&NavMesh::default(), 0, 1).is_empty(), "an empty mesh");
    assert!(described(&squares(&[[0.; 3]]), 0, 7).is_empty(), "an island that is not there");
}

#[test]
fn the_gap_to_the_inside_of_a_cell_is_that_of_many_samples() {
    let mut chance = SplitMix64(7);
    let mut counts = [0; 3];
    for _ in 0..400 {
        let coordinate = |chance: &mut SplitMix64| (chance.unit() - 0.5) as f32 * 2.0;
        let mut corner = |x: f32, z: f32| Vec3::new(x + coordinate(&mut chance), coordinate(&mut chance), z);
        let quad = [[-3., -3.], [-3., 3.], [3., 3.], [3., -3.]].map(|[x, z]| corner(x, z));
        let away = if chance.below(4) == 0 { 9.0 } else { 0.0 };
        let mut corner = |x: f32, z: f32| Vec3::new(x + coordinate(&mut chance), coordinate(&mut chance), z);
        let side = [[-2., 0.], [2., 4.], [4., -1.]].map(|[x, z]| corner(x + away, z));
        let cells = [vec![0, 1, 2, 3], vec![4, 5, 6]]
            .map(|ring| Cell::new(ring.into_iter().map(VertexId), AreaId(0)));
        let mesh = NavMesh::from_parts(quad.into_iter().chain(side), cells).expect("a mesh");
        let derived = Derived::build(&mesh);
        let found = gap_to_inside(&derived, HalfEdge { cell: CellId(1), side: 0 }, CellId(0));
        let surface = Surface::of(&mesh, CellId(0));
        let samples = (0..=4000).map(|i| side[0].lerp(side[1], i as f32 / 4000.0));
        let covered = samples.filter(|&at| surface.covers(ground(at)));
        let least = covered.map(|at| (surface.height_at(ground(at)) - at.y).abs()).reduce(f32::min);
        let crosses = found.is_some_and(|gap| gap.width() == 0.0);
        match (found, least) {
            (Some(gap), Some(least)) => {
                assert!(is_below_or_above(&mesh, HalfEdge { cell: CellId(1), side: 0 }, &gap), "{gap:?}");
                // Steep sides pass the height between two samples.
                assert!((gap.width() - f64::from(least)).abs() < 0.01, "{} and {least}", gap.width());
            }
            (None, None) => {}
            other => panic!("{other:?}"),
        }
        counts[usize::from(found.is_some()) + usize::from(crosses)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}
