//! Compares every algorithm with slow, simple oracles.
//!
//! The floors have holes, areas with costs and areas that the filter excludes.

use std::collections::BTreeSet;

use glam::{DVec3, Vec3};
use navsmith_core::geometry::{Turn, ground, turn};
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, NavMesh, Surface};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::compare::compare;
use navsmith_core::pathfinding::analysis::compare::gaps::gaps;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::polyanya::once::optimum;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::search::Search;
use navsmith_core::pathfinding::search::event::{Rejection, SearchEvent};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::surface_length::ground_length;
use navsmith_core::pathfinding::timeline::search_log::SearchLog;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_core::trace::{Recorder, Silent};
use proptest::prelude::*;

/// Number of squares along each side of the floor; each square is two triangles.
const WIDTH: usize = 5;

/// Distance between vertices before displacement, in metres.
///
/// Whole numbers stay exact under every translation of the tests.
const SPACING: f32 = 8.0;

/// Vertex displacements in metres and the area of each triangle; `None` is a hole.
#[derive(Clone, Debug)]
struct Floor {
    pushes: Vec<[i8; 2]>,
    areas: Vec<Option<u8>>,
}

fn floor() -> impl Strategy<Value = Floor> {
    let pushes = prop::collection::vec([-1i8..=1, -1i8..=1], (WIDTH + 1) * (WIDTH + 1));
    let areas = prop::collection::vec(prop::option::weighted(0.85, 0u8..3), WIDTH * WIDTH * 2);
    (pushes, areas).prop_map(|(pushes, areas)| Floor { pushes, areas })
}

/// Generates filters with random costs per metre for areas 1 and 2.
fn filter() -> impl Strategy<Value = Filter> {
    let cost = || prop::sample::select(vec![0.5, 1.0, 3.0, f32::INFINITY]);
    [cost(), cost()].prop_map(|costs| {
        let mut filter = Filter::default();
        (1..).zip(costs).for_each(|(area, cost)| filter.set_cost(AreaId(area), cost));
        filter
    })
}

struct Built {
    mesh: NavMesh,
    derived: Derived,
    /// Cell of each triangle in the order of the floor's areas, without the holes.
    cells: Vec<CellId>,
}

impl Floor {
    fn build(&self) -> Built {
        self.build_moved(Vec3::ZERO, false)
    }

    /// Builds the mesh translated by `by`.
    ///
    /// With `is_turned`, adds the vertices and cells in reverse order.
    fn build_moved(&self, by: Vec3, is_turned: bool) -> Built {
        let mut draft = Draft::of(NavMesh::default());
        let across = WIDTH + 1;
        let order = |count: usize| -> Vec<usize> {
            if is_turned { (0..count).rev().collect() } else { (0..count).collect() }
        };
        let mut ids = vec![None; across * across];
        for i in order(across * across) {
            let [x, z] = self.pushes[i].map(f32::from);
            let place = Vec3::new((i % across) as f32 * SPACING + x, 0.0, (i / across) as f32 * SPACING + z);
            ids[i] = Some(draft.add_vertex(place + by));
        }
        let mut cells = vec![None; self.areas.len()];
        for i in order(self.areas.len()) {
            let Some(area) = self.areas[i] else { continue };
            let corner = i / 2 / WIDTH * across + i / 2 % WIDTH;
            let [a, b, c, d] = [corner, corner + across, corner + across + 1, corner + 1].map(|i| ids[i]);
            let corners = if i % 2 == 0 { [a, b, c] } else { [a, c, d] };
            cells[i] = Some(draft.add_cell(corners.into_iter().flatten(), AreaId(area)));
        }
        let mesh = draft.into_mesh();
        let derived = Derived::build(&mesh);
        Built { mesh, derived, cells: cells.into_iter().flatten().collect() }
    }
}

impl Built {
    /// Returns a position in a cell.
    ///
    /// The position is exact because the corners are whole numbers.
    fn place(&self, index: usize) -> Option<Located> {
        let &cell = self.cells.get(index % self.cells.len().max(1))?;

        let sorted: BTreeSet<[i64; 2]> =
            self.mesh.ground_ring(cell).iter().map(|p| [p.x as i64, p.y as i64]).collect();
        let [a, b, c] = [0, 1, 2].map(|i| sorted.iter().nth(i).copied().unwrap_or_default());
        let mean = |axis: usize| (2 * a[axis] + b[axis] + c[axis]) as f32 / 4.0;
        let point = Vec3::new(mean(0), 0.0, mean(1));
        let asked = Endpoint { ground: ground(point), height: None };
        Some(Located { asked, cell, point, off_mesh: None })
    }

    fn ends(&self, from: usize, to: usize) -> Option<[Located; 2]> {
        Some([self.place(from)?, self.place(to)?])
    }

    fn path(&self, algorithm: Algorithm, filter: &Filter, [start, target]: &[Located; 2]) -> Option<Path> {
        let settings =
            Settings { algorithm: algorithm.into(), filter: filter.clone(), ..Settings::default() };
        let query = Query { start: start.asked, target: target.asked, settings };
        find_path(&self.mesh, &self.derived, &query).path().cloned()
    }
}

/// Returns the cost of the cheapest path, or infinity without a path.
///
/// Relaxes every pair of successive traversals until nothing changes.
fn cheapest(walkable: &Walkable<'_>, method: Method, [start, target]: &[Located; 2]) -> f64 {
    let mesh = walkable.mesh;
    let weight = |cell: CellId| f64::from(walkable.filter.cost(mesh.cell(cell).expect("a cell").area()));
    let ways: Vec<(CellId, CellId, DVec3)> = mesh
        .cells()
        .flat_map(|(from, _)| {
            walkable.ways(from).map(move |(way, into)| (from, into, walkable.midpoint(way)))
        })
        .filter(|&(_, into, _)| walkable.allows(into))
        .collect();
    let center = |cell: CellId| match cell {
        _ if cell == target.cell => target.point.as_dvec3(),
        _ if cell == start.cell => start.point.as_dvec3(),
        _ => mesh.centroid(cell).as_dvec3(),
    };
    // Cost of reaching a traversal from the previous one; traversals from the start cell have no previous one.
    let stretch = |from: Option<DVec3>, &(cell, into, middle): &(CellId, CellId, DVec3)| match method {
        Method::Steps => weight(into),
        Method::Centers => center(cell).distance(center(into)) * weight(cell).midpoint(weight(into)),
        _ => from.unwrap_or(start.point.as_dvec3()).distance(middle) * weight(cell),
    };
    let first =
        |way: &(CellId, CellId, DVec3)| if way.0 == start.cell { stretch(None, way) } else { f64::INFINITY };
    let mut best: Vec<f64> = ways.iter().map(first).collect();
    loop {
        let before = best.clone();
        for (i, one) in ways.iter().enumerate() {
            for (j, next) in ways.iter().enumerate().filter(|(_, next)| next.0 == one.1) {
                best[j] = best[j].min(best[i] + stretch(Some(one.2), next));
            }
        }
        if best == before {
            break;
        }
    }
    let last = |way: &(CellId, CellId, DVec3)| match method {
        Method::Steps | Method::Centers => 0.0,
        _ => way.2.distance(target.point.as_dvec3()) * weight(target.cell),
    };
    let there = ways.iter().zip(&best).filter(|(way, _)| way.1 == target.cell);
    there.map(|(way, cost)| cost + last(way)).fold(f64::INFINITY, f64::min)
}

fn is_close(a: f64, b: f64, share: f64) -> bool {
    (a - b).abs() <= share * a.abs().max(b.abs()).max(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_finds_the_cheapest_way_finds_what_an_obvious_search_finds(
        floor in floor(), filter in filter(), from in 0usize..50, to in 0usize..50,
    ) {
        let built = floor.build();
        let Some(ends) = built.ends(from, to) else { return Ok(()) };
        let agent = Agent::default();
        let walkable = Walkable::new(&built.mesh, &built.derived, &agent, &filter);
        prop_assume!(ends[0].cell != ends[1].cell && ends.iter().all(|end| walkable.allows(end.cell)));
        for method in [Method::Steps, Method::Distance, Method::Centers, Method::Midpoints] {
            let mut search = Search::new(&walkable, method, &ends[0], Some(&ends[1]));
            search.run(&mut Silent);
            let oracle = cheapest(&walkable, method, &ends);
            let cost = search.cost().unwrap_or(f64::INFINITY);
            prop_assert!(cost == oracle || is_close(cost, oracle, 1e-9), "{method:?}: {cost}, oracle {oracle}");
        }
    }

    #[test]
    fn no_path_is_shorter_than_the_ground_plan_optimum(floor in floor(), filter in filter(), from in 0usize..50, to in 0usize..50) {
        let built = floor.build();
        let Some(ends) = built.ends(from, to) else { return Ok(()) };
        let agent = Agent::default();
        let walkable = Walkable::new(&built.mesh, &built.derived, &agent, &filter);
        let best = optimum(&walkable, &ends[0], &ends[1], &mut Silent).map(|best| best.length);
        for algorithm in Algorithm::ALL {
            let path = built.path(algorithm, &filter, &ends);
            prop_assert_eq!(path.is_some(), best.is_some(), "{} finds a way if there is one", algorithm);
            let Some((path, best)) = path.zip(best) else { continue };
            let length = ground_length(&path.waypoints);
            prop_assert!(length >= best * (1.0 - 1e-9), "{algorithm}: {length}, optimum {best}");
            let is_best = algorithm != Algorithm::Polyanya || is_close(length, best, 1e-9);
            prop_assert!(is_best, "the string in the optimum's corridor: {length}, optimum {best}");
            prop_assert!(path.corridor.iter().all(|&cell| walkable.allows(cell)), "{algorithm} stays where it may");
        }
    }

    #[test]
    fn the_funnel_cost_search_counts_the_metres_of_its_string(floor in floor(), from in 0usize..50, to in 0usize..50) {
        let built = floor.build();
        let Some(ends) = built.ends(from, to) else { return Ok(()) };
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&built.mesh, &built.derived, &agent, &filter);
        let mut search = Search::new(&walkable, Method::FunnelCost, &ends[0], Some(&ends[1]));
        search.run(&mut Silent);
        let path = built.path(Algorithm::Nodes(Method::FunnelCost), &filter, &ends);
        let length = path.map(|path| ground_length(&path.waypoints));
        prop_assert_eq!(search.cost().is_some(), length.is_some(), "one search");
        let Some((cost, length)) = search.cost().zip(length) else { return Ok(()) };
        prop_assert!(is_close(cost, length, 1e-9), "cost {cost}, string {length}");
    }

    #[test]
    fn paths_lie_on_the_mesh(floor in floor(), from in 0usize..50, to in 0usize..50) {
        let built = floor.build();
        let Some(ends) = built.ends(from, to) else { return Ok(()) };
        for algorithm in Algorithm::ALL {
            let Some(path) = built.path(algorithm, &Filter::default(), &ends) else { continue };
            let [first, last] = [path.waypoints[0], path.waypoints[path.waypoints.len() - 1]];
            for (cell, waypoint) in [(path.corridor.first(), first), (path.corridor.last(), last)] {
                let surface = Surface::of(&built.mesh, *cell.expect("a corridor has cells"));
                prop_assert!(surface.covers(ground(waypoint.point)), "{algorithm}: {waypoint:?}");
            }
            for pair in path.waypoints.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|w| ground(w.point));
                for portal in &path.portals[pair[0].portal + 1..pair[1].portal] {
                    let [left, right] = [portal.left, portal.right].map(|end| turn(a, b, ground(end)));
                    prop_assert!(left != Turn::Right && right != Turn::Left, "{algorithm}: {pair:?} {portal:?}");
                }
            }
        }
    }

    #[test]
    fn where_a_mesh_lies_and_how_it_is_numbered_changes_no_cost(
        floor in floor(), filter in filter(), from in 0usize..50, to in 0usize..50, by in [-64i8..64, -64i8..64],
    ) {
        let moved = Vec3::new(f32::from(by[0]), 0.0, f32::from(by[1]));
        let agent = Agent::default();
        let costs = |built: &Built| {
            let ends = built.ends(from, to)?;
            let walkable = Walkable::new(&built.mesh, &built.derived, &agent, &filter);
            let cost = |method| {
                let mut search = Search::new(&walkable, method, &ends[0], Some(&ends[1]));
                search.run(&mut Silent);
                search.cost().unwrap_or(-1.0)
            };
            let best = optimum(&walkable, &ends[0], &ends[1], &mut Silent).map_or(-1.0, |best| best.length);
            let [steps, distance, centers, midpoints] =
                [Method::Steps, Method::Distance, Method::Centers, Method::Midpoints].map(cost);
            // Centres are rounded to f32, so the position of the mesh changes their costs slightly.
            Some([(steps, 1e-9), (distance, 1e-9), (centers, 1e-4), (midpoints, 1e-9), (best, 1e-9)])
        };
        let (here, there) = (costs(&floor.build()), costs(&floor.build_moved(moved, true)));
        for ((one, share), (other, _)) in here.into_iter().flatten().zip(there.into_iter().flatten()) {
            prop_assert!(is_close(one, other, share), "{here:?} {there:?}");
        }
    }

    #[test]
    fn watching_a_search_changes_nothing_and_its_log_is_what_happened(
        floor in floor(), filter in filter(), from in 0usize..50, to in 0usize..50, at in any::<prop::sample::Index>(),
    ) {
        let built = floor.build();
        let Some([start, target]) = built.ends(from, to) else { return Ok(()) };
        let agent = Agent::default();
        let walkable = Walkable::new(&built.mesh, &built.derived, &agent, &filter);
        for algorithm in Algorithm::ALL {
            let Algorithm::Nodes(method) = algorithm else { continue };
            let search = || Search::new(&walkable, method, &start, Some(&target));
            let (mut silent, mut watched) = (search(), search());
            silent.run(&mut Silent);
            let mut recorder = Recorder::<SearchEvent>::default();
            watched.run(&mut recorder);
            prop_assert_eq!(silent.corridor(), watched.corridor(), "{}", algorithm);
            let events = recorder.into_timeline();
            let log = SearchLog::of(events.events());
            let step = at.index(events.len());
            let past = &events.events()[..=step];
            for &cell in &built.cells {
                let about = || past.iter().enumerate().filter(|(_, event)| event.cell() == cell);
                let is_way = |event: &SearchEvent| !matches!(event, SearchEvent::Rejected { .. });
                let opened = about().find(|(_, event)| is_way(event)).map(|(i, _)| i);
                let closed = about().find(|(_, e)| matches!(e, SearchEvent::Expanded { .. })).map(|(i, _)| i);
                let estimates = about().filter_map(|(_, event)| event.estimate());
                let least = estimates.fold(f64::INFINITY, f64::min);
                let visit = log.at(cell, step);
                prop_assert_eq!(visit.map(|visit| visit.opened), opened, "{} {:?}", algorithm, cell);
                prop_assert_eq!(visit.and_then(|visit| visit.closed), closed, "{} {:?}", algorithm, cell);
                prop_assert!(visit.is_none_or(|visit| visit.estimate == least), "{} {:?}", algorithm, visit);
            }
            let known = log.cells_at(step).count();
            prop_assert_eq!(known, built.cells.iter().filter(|&&cell| log.at(cell, step).is_some()).count(), "all");
            let is_shut = |event: &&SearchEvent| {
                matches!(event, SearchEvent::Rejected { why: Rejection::Blocked(_), .. })
            };
            let blocked = events.events().iter().filter(is_shut).all(|event| !walkable.allows(event.cell()));
            prop_assert!(blocked, "what is shut is rejected for that");
        }
    }

    #[test]
    fn what_is_said_to_open_a_way_opens_it(floor in floor(), filter in filter(), from in 0usize..50, to in 0usize..50) {
        let built = floor.build();
        let Some([start, target]) = built.ends(from, to) else { return Ok(()) };
        let settings = Settings { filter, ..Settings::default() };
        let mut query = Query { start: start.asked, target: target.asked, settings };
        // The first relaxation covers the areas of the ends, the second the areas between them.
        for _ in 0..2 {
            let answer = find_path(&built.mesh, &built.derived, &query);
            let Some(relaxation) = answer.why().and_then(Why::relaxation) else { break };
            relaxation.areas.iter().for_each(|&area| query.settings.filter.set_cost(area, 1.0));
        }
        let answer = find_path(&built.mesh, &built.derived, &query);
        let is_apart = matches!(answer.why(), Some(Why::DifferentIslands { .. }));
        prop_assert!(is_apart || answer.path().is_some(), "{answer:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn a_fix_keeps_what_it_promises(floor in floor(), from in 0usize..50, to in 0usize..50, of in 2usize..5) {
        let built = floor.build();
        let Some([start, target]) = built.ends(from, to) else { return Ok(()) };
        let settings = Settings { algorithm: Algorithm::ALL[of].into(), has_slope_waypoints: false, ..Settings::default() };
        let query = Query { start: start.asked, target: target.asked, settings };
        let found = compare(&built.mesh, &built.derived, &query, &Algorithm::ALL, &|| 0.0, &Progress::none()).expect("not stopped");
        let Some(best) = found.best().map(|row| row.length) else { return Ok(()) };
        prop_assert!(found.rows.iter().all(|row| row.ratio.is_some_and(|ratio| ratio >= 1.0 - 1e-9)), "{:?}", found.rows);
        let extra = found.rows[of].length - best;
        prop_assert!(is_close(found.detour.as_ref().map_or(0.0, |detour| detour.extra), extra, 1e-9), "{extra}");
        for fix in found.detour.iter().flat_map(|detour| &detour.fixes) {
            let mut draft = Draft::of(built.mesh.clone());
            prop_assert!(fix.edit.apply(&mut draft).is_ok(), "{fix:?} can be done");
            let mesh = draft.into_mesh();
            let answer = find_path(&mesh, &Derived::build(&mesh), &query);
            let length = answer.path().map_or(f64::INFINITY, |path| ground_length(&path.waypoints));
            prop_assert!(is_close(length, fix.measure, 1e-9) && fix.saves > 0.0, "{fix:?}: {length}");
        }
    }
}

#[test]
fn gaps_are_the_same_for_a_seed_and_stop_on_request() {
    let floor =
        Floor { pushes: vec![[0, 0]; (WIDTH + 1) * (WIDTH + 1)], areas: vec![Some(0); WIDTH * WIDTH * 2] };
    let built = floor.build();
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&built.mesh, &built.derived, &agent, &filter);
    let sample = |seed| gaps(&walkable, &Algorithm::ALL, 40, seed, &Progress::none()).expect("not stopped");
    let all = sample(7);
    assert_eq!(all.len(), 40, "one island");
    assert_eq!(sample(7), all, "the same seed");
    assert_ne!(sample(8), all, "another");
    let stopped = gaps(&walkable, &Algorithm::ALL, 40, 7, &Progress::stopping_after(3));
    assert_eq!(stopped, Err(Stopped), "before the fourth pair");
    assert!(all.windows(2).all(|pair| pair[0].worst() >= pair[1].worst()), "the worst first");
    assert!(
        all.iter().flat_map(|gap| &gap.ratios).all(|ratio| *ratio >= 1.0 - 1e-9),
        "none beats the shortest"
    );
    let polyanya =
        Algorithm::ALL.iter().position(|algorithm| *algorithm == Algorithm::Polyanya).expect("one of all");
    assert!(
        all.iter().all(|gap| (gap.ratios[polyanya] - 1.0).abs() < 1e-9),
        "in the ground plan, which is level"
    );
}
