//! Analyses of a whole mesh compared with slow, simple oracles, on meshes made by random edits.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::edits;
use glam::Vec3;
use navsmith_core::geometry::ground_area;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Edge, HalfEdge, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::corridor::Traversal;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::all_pairs::{AllPairs, MOST_CELLS, Unfinished, all_pairs};
use navsmith_core::pathfinding::analysis::chokepoints::{Extent, chokepoints};
use navsmith_core::progress::Progress;
use proptest::prelude::*;

/// Generates a mesh by random edits.
///
/// It may have holes, tangled cells, cells that share several sides, and links.
fn mesh() -> impl Strategy<Value = NavMesh> {
    let removed = prop::collection::vec(any::<u16>(), 0..12);
    (edits::field(), removed, links(), prop::collection::vec(edits::acts(), 0..2)).prop_map(
        |(field, removed, links, acts)| {
            let mut seen = vec![field];
            let holes = removed.into_iter().map(edits::Edit::RemoveCell);
            let first = edits::Act::Edits(holes.chain(links).collect());
            for act in std::iter::once(first).chain(acts.into_iter().flatten()) {
                let next = edits::run(&act, &seen);
                seen.push(next);
            }
            seen.pop().unwrap_or_default()
        },
    )
}

/// Generates up to three links between ground positions; points and spans may lie on several cells.
fn links() -> impl Strategy<Value = Vec<edits::Edit>> {
    let place = || {
        [0..11u8, 0..11u8]
            .prop_map(|at| at.map(|n| f32::from(n) * 0.5))
            .prop_map(|[x, z]| Vec3::new(x, 0.0, z))
    };
    let link = ([place(), place(), place(), place()], any::<bool>(), any::<bool>()).prop_map(
        |([a, b, c, d], is_point, is_one_way)| {
            edits::Edit::AddLink(if is_point { [a, a, c, c] } else { [a, b, c, d] }, is_one_way)
        },
    );
    prop::collection::vec(link, 0..4)
}

/// Returns the filter of an agent that may not enter area 2.
fn filter() -> Filter {
    let mut filter = Filter::default();
    filter.set_cost(AreaId(1), 3.0);
    filter.set_cost(AreaId(2), f32::INFINITY);
    filter
}

/// Returns the connected parts of a set of cells without a blocked cell and a portal, largest first.
fn parts(
    walkable: &Walkable<'_>,
    joined: &Joined,
    among: &BTreeSet<CellId>,
    blocked: Option<CellId>,
    portal: Option<Edge>,
) -> Vec<Extent> {
    let mut left: BTreeSet<CellId> = among.iter().copied().filter(|&cell| Some(cell) != blocked).collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut extent = Extent::default();
        let mut queue = vec![first];
        while let Some(cell) = queue.pop() {
            extent.cells += 1;
            extent.area += ground_area(&walkable.mesh.ground_ring(cell)).abs();
            for (way, next) in from(joined, cell) {
                let is_cut = portal.is_some() && portal == way.side().map(|side| edge(walkable.mesh, side));
                if !is_cut && left.remove(&next) {
                    queue.push(next);
                }
            }
        }
        parts.push(extent);
    }
    parts.sort_by(|a, b| b.cells.cmp(&a.cells).then(b.area.total_cmp(&a.area)));
    parts
}

fn edge(mesh: &NavMesh, side: HalfEdge) -> Edge {
    let [from, to] = mesh.half_edge(side).expect("a side of the mesh");
    Edge::new(from, to)
}

/// Allowed traversals by cell, in both directions, each with the cell at its other end.
type Joined = BTreeMap<CellId, Vec<(Traversal, CellId)>>;

fn joined(walkable: &Walkable<'_>) -> Joined {
    let mut joined = Joined::new();
    for (from, _) in walkable.mesh.cells().filter(|&(from, _)| walkable.allows(from)) {
        for (way, into) in
            walkable.ways(from).filter(|&(way, to)| walkable.blocked_traversal(from, way, to).is_none())
        {
            joined.entry(from).or_default().push((way, into));
            joined.entry(into).or_default().push((way, from));
        }
    }
    joined
}

fn from(joined: &Joined, cell: CellId) -> impl Iterator<Item = (Traversal, CellId)> {
    joined.get(&cell).into_iter().flatten().copied()
}

fn reached(joined: &Joined, first: CellId) -> BTreeSet<CellId> {
    let (mut reached, mut queue) = (BTreeSet::from([first]), vec![first]);
    while let Some(cell) = queue.pop() {
        queue.extend(from(joined, cell).map(|(_, next)| next).filter(|&next| reached.insert(next)));
    }
    reached
}

fn are_alike(found: &[Extent], expected: &[Extent]) -> bool {
    let whole: f64 = expected.iter().map(|part| part.area).sum();
    let is_alike = |(a, b): (&Extent, &Extent)| a.cells == b.cells && (a.area - b.area).abs() <= 1e-9 * whole;
    found.len() == expected.len() && {
        // Rounding may swap the order of parts with equally many cells.
        let sorted = |parts: &[Extent]| {
            let mut parts = parts.to_vec();
            parts.sort_by_key(|part| (part.cells, (part.area / whole.max(1e-300) * 1e6).round() as i64));
            parts
        };
        sorted(found).iter().zip(&sorted(expected)).all(is_alike)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn chokes_are_what_cuts_an_island_when_removed(mesh in mesh(), is_filtered in any::<bool>()) {
        let derived = Derived::build(&mesh);
        let agent = Agent { max_climb: if is_filtered { 0.5 } else { f32::INFINITY }, ..Agent::default() };
        let filter = if is_filtered { filter() } else { Filter::default() };
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let (found, joined) = (chokepoints(&walkable, &Progress::none()).expect("not stopped"), joined(&walkable));
        let mut cells = found.cells.iter().peekable();
        let portals: BTreeMap<Edge, _> = found.portals.iter().map(|p| (edge(&mesh, p.half_edge), p)).collect();
        prop_assert_eq!(portals.len(), found.portals.len(), "each portal once");
        let mut portals_seen = 0;
        for (cell, _) in mesh.cells().filter(|&(cell, _)| walkable.allows(cell)) {
            let island = reached(&joined, cell);
            let expected = parts(&walkable, &joined, &island, Some(cell), None);
            let chokepoint = cells.next_if(|chokepoint| chokepoint.cell == cell);
            prop_assert_eq!(chokepoint.is_some(), expected.len() > 1, "cell {}", cell.0);
            prop_assert!(chokepoint.is_none_or(|chokepoint| are_alike(&chokepoint.parts, &expected)), "{:?} {:?}", chokepoint, expected);
            for (side, next) in walkable.neighbors(cell).filter(|&(_, next)| cell < next) {
                let portal = edge(&mesh, side);
                let expected = parts(&walkable, &joined, &island, None, Some(portal));
                let chokepoint = portals.get(&portal);
                prop_assert_eq!(chokepoint.is_some(), expected.len() > 1, "between cells {} and {}", cell.0, next.0);
                if let Some(chokepoint) = chokepoint {
                    portals_seen += 1;
                    prop_assert!(are_alike(&chokepoint.parts, &expected), "{:?} {:?}", chokepoint, expected);
                    let beyond = derived.adjacency.twin(chokepoint.half_edge).expect("a portal").cell;
                    let without = |c| reached_without(&mesh, &joined, c, portal).len();
                    let sizes = [without(chokepoint.half_edge.cell), without(beyond)];
                    prop_assert_eq!(sizes, chokepoint.parts.map(|part| part.cells), "from the larger into the smaller");
                }
            }
        }
        prop_assert!(cells.next().is_none() && portals_seen == found.portals.len(), "no others");
    }

    #[test]
    fn all_pairs_are_as_far_as_dijkstra_says(mesh in mesh(), is_filtered in any::<bool>()) {
        let derived = Derived::build(&mesh);
        let (agent, filter) = (Agent::default(), if is_filtered { filter() } else { Filter::default() });
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let pairs = all_pairs(&walkable, &Progress::none()).expect("small enough");
        let mut farthest: f64 = 0.0;
        let mut through: BTreeMap<Edge, u64> = BTreeMap::new();
        for &from in pairs.cells() {
            let expected = dijkstra(&walkable, from);
            for &to in pairs.cells() {
                let (length, expected) = (pairs.length(from, to), expected.get(&to).copied());
                prop_assert_eq!(length.is_some(), expected.is_some(), "{} to {}", from.0, to.0);
                let (Some(length), Some(expected)) = (length, expected) else { continue };
                prop_assert!((length - expected).abs() <= 1e-9 * expected.max(1.0), "{} {}", length, expected);
                farthest = farthest.max(length);
                check_way(&walkable, &pairs, from, to, length, &mut through)?;
            }
        }
        let diameter = pairs.diameter().map_or(0.0, |diameter| diameter.length);
        prop_assert!((diameter - farthest).abs() <= 1e-9 * farthest, "the farthest pair");
        let travelled = pairs.travelled();
        prop_assert!(travelled.is_sorted_by_key(|portal| std::cmp::Reverse(portal.ways)), "most travelled first");
        let travelled: BTreeMap<Edge, u64> =
            travelled.iter().map(|portal| (edge(&mesh, portal.half_edge), portal.ways)).collect();
        prop_assert_eq!(travelled, through, "as many as ways that were walked");
    }
}

fn reached_without(mesh: &NavMesh, joined: &Joined, first: CellId, portal: Edge) -> BTreeSet<CellId> {
    let (mut reached, mut queue) = (BTreeSet::from([first]), vec![first]);
    while let Some(cell) = queue.pop() {
        let is_cut = |way: Traversal| way.side().is_some_and(|side| edge(mesh, side) == portal);
        let open = from(joined, cell).filter(|&(way, _)| !is_cut(way));
        queue.extend(open.map(|(_, next)| next).filter(|&next| reached.insert(next)));
    }
    reached
}

/// Returns the cost of a step between the middles of neighbouring cells.
///
/// The step leads through the middle of their portal, or over a link.
fn step(walkable: &Walkable<'_>, cell: CellId, way: Traversal, next: CellId) -> f64 {
    let mesh = walkable.mesh;
    let cost = |cell: CellId| f64::from(walkable.filter.cost(mesh.cell(cell).expect("a cell").area()));
    let leg = |cell, place| mesh.centroid(cell).as_dvec3().distance(place) * cost(cell);
    let Some(side) = way.side() else {
        let crossing = walkable.crossing(cell, way, next, None).expect("a link between them");
        return leg(cell, crossing.on) + crossing.cost + leg(next, crossing.off);
    };
    let [a, b] = mesh.half_edge(side).expect("a side").map(|v| mesh.position(v).as_dvec3());
    leg(cell, (a + b) * 0.5) + leg(next, (a + b) * 0.5)
}

/// Returns every allowed traversal out of a cell.
fn ways_out(walkable: &Walkable<'_>, cell: CellId) -> Vec<(Traversal, CellId)> {
    walkable.ways(cell).filter(|&(way, next)| walkable.blocked_traversal(cell, way, next).is_none()).collect()
}

fn dijkstra(walkable: &Walkable<'_>, from: CellId) -> BTreeMap<CellId, f64> {
    let mut open: BTreeMap<CellId, f64> = BTreeMap::from([(from, 0.0)]);
    let mut closed = BTreeMap::new();
    while let Some((&cell, &length)) = open.iter().min_by(|a, b| a.1.total_cmp(b.1)) {
        open.remove(&cell);
        closed.insert(cell, length);
        for (way, next) in ways_out(walkable, cell).into_iter().filter(|(_, next)| !closed.contains_key(next))
        {
            let through = length + step(walkable, cell, way, next);
            let known = open.entry(next).or_insert(through);
            *known = known.min(through);
        }
    }
    closed
}

/// Checks the traversals and the length of a path, and counts its portals.
fn check_way(
    walkable: &Walkable<'_>,
    pairs: &AllPairs,
    from: CellId,
    to: CellId,
    length: f64,
    through: &mut BTreeMap<Edge, u64>,
) -> Result<(), TestCaseError> {
    let way = pairs.way(from, to).expect("there is a way");
    let (mut walked, mut cell) = (0.0, from);
    for (exit, &next) in way.exits.iter().zip(&way.cells[1..]) {
        prop_assert!(ways_out(walkable, cell).contains(&(*exit, next)), "it may be taken");
        walked += step(walkable, cell, *exit, next);
        cell = next;
        if let Some(side) = exit.side() {
            *through.entry(edge(walkable.mesh, side)).or_default() += 1;
        }
    }
    prop_assert_eq!((way.cells[0], way.cells.last()), (from, Some(&to)), "from one to the other");
    prop_assert!((walked - length).abs() <= 1e-9 * length.max(1.0), "{} walked, {} said", walked, length);
    Ok(())
}

/// Builds a strip of `count` triangles.
fn strip(count: u32) -> NavMesh {
    let vertices = (0..count + 2).map(|i| glam::Vec3::new(i as f32 * 0.5, 0.0, (i % 2) as f32));
    let cells = (0..count).map(|i| {
        let ring = if i % 2 == 0 { [i, i + 1, i + 2] } else { [i + 1, i, i + 2] };
        Cell::new(ring.map(VertexId), AreaId(0))
    });
    NavMesh::from_parts(vertices, cells).expect("a strip is sound")
}

fn run(count: u32, progress: &Progress) -> Result<AllPairs, Unfinished> {
    let mesh = strip(count);
    let derived = Derived::build(&mesh);
    all_pairs(&Walkable::new(&mesh, &derived, &Agent::default(), &Filter::default()), progress)
}

#[test]
fn too_many_cells_are_refused_before_any_work() {
    let cells = MOST_CELLS + 1;
    let progress = Progress::new();
    assert_eq!(run(cells as u32, &progress), Err(Unfinished::TooLarge { cells }), "one above the limit");
    assert_eq!(progress.completed(), None, "no row is begun");
    let description = Unfinished::TooLarge { cells }.to_string();
    assert!(description.contains("2001 cells") && description.contains("2000 is the limit"), "{description}");
}

#[test]
fn every_row_is_reported_and_can_be_stopped() {
    assert!(run(5, &Progress::stopping_after(5)).is_ok(), "five reports");
    let progress = Progress::stopping_after(2);
    assert_eq!(run(5, &progress), Err(Unfinished::Stopped), "stopped");
    assert_eq!(progress.completed(), Some(0.4), "before the third row");
}

#[test]
fn a_long_strip_is_no_deeper_than_a_short_one() {
    let mesh = strip(200_000);
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let found = chokepoints(&walkable, &Progress::none()).expect("not stopped");
    assert_eq!(found.cells.len(), 199_998, "all but the two ends");
    assert_eq!(found.portals.len(), 199_999, "every portal");
    assert_eq!(found.portals[99_999].parts.map(|part| part.cells), [100_000, 100_000], "the middle");
}
