//! Surface lengths, lower bounds and statements about the shortest path.
//!
//! The meshes have slopes, links, concave cells and area costs.

use glam::{Vec2, Vec3};
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::{AreaId, Derived, Draft, Link, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::compare::compare;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::selected_algorithm::SelectionReason;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query, find_path, find_path_traced};
use navsmith_core::pathfinding::search::Search;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::surface_length::ground_length;
use navsmith_core::progress::Progress;
use navsmith_core::trace::Silent;

const MIDPOINTS: Algorithm = Algorithm::Nodes(Method::Midpoints);

/// Adds quads between pairs of vertices from west to east.
///
/// Each pair has one x and one height, and lies at z = 0 and z = 2.
fn strip(draft: &mut Draft, columns: &[[f32; 2]]) {
    let pairs: Vec<_> =
        columns.iter().map(|&[x, y]| [0.0, 2.0].map(|z| draft.add_vertex(Vec3::new(x, y, z)))).collect();
    for pair in pairs.windows(2) {
        draft.add_cell([pair[0][0], pair[0][1], pair[1][1], pair[1][0]], AreaId(0));
    }
}

/// Builds a tent 12 m high between two level cells, with a level detour.
fn hill() -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    strip(&mut draft, &[[0.0, 0.0], [2.0, 0.0], [6.0, 12.0], [10.0, 0.0], [12.0, 0.0]]);
    let vertices: Vec<_> = draft.mesh().vertices().map(|(id, _)| id).collect();
    let [nw, n, ne, e] = [1, 3, 7, 9].map(|i: usize| vertices[i]);
    let mut at = |x: f32, z: f32| draft.add_vertex(Vec3::new(x, 0.0, z));
    let inner = [at(0.0, 5.0), at(2.0, 5.0), at(10.0, 5.0), at(12.0, 5.0)];
    let outer = [at(0.0, 7.0), at(2.0, 7.0), at(10.0, 7.0), at(12.0, 7.0)];
    draft.add_cell([nw, inner[0], inner[1], n], AreaId(0));
    for i in 0..3 {
        draft.add_cell([inner[i], outer[i], outer[i + 1], inner[i + 1]], AreaId(0));
    }
    draft.add_cell([ne, inner[2], inner[3], e], AreaId(0));
    draft.into_mesh()
}

fn ask(mesh: &NavMesh, [from, to]: [[f32; 2]; 2], settings: Settings) -> Answer {
    let [start, target] = [from, to].map(|at| Endpoint { ground: Vec2::from(at), height: None });
    find_path(mesh, &Derived::build(mesh), &Query { start, target, settings })
}

fn by(algorithm: Algorithm) -> Settings {
    Settings { algorithm: algorithm.into(), ..Settings::default() }
}

fn path(answer: &Answer) -> &Path {
    answer.path().expect("a path")
}

const ACROSS_THE_HILL: [[f32; 2]; 2] = [[1.0, 1.0], [11.0, 1.0]];

#[test]
fn a_path_over_a_hill_is_as_long_as_its_slopes() {
    let over = 2.0 + 2.0 * 4f64.hypot(12.0);
    for radius in [0.0, 0.3] {
        let agent = Agent { radius, ..Agent::default() };
        let answer = ask(&hill(), ACROSS_THE_HILL, Settings { agent, ..by(Algorithm::Polyanya) });
        let path = path(&answer);
        assert!((path.length - over).abs() < 1e-5, "radius {radius}: {} for {over}", path.length);
        assert!((ground_length(&path.waypoints) - 10.0).abs() < 1e-6, "straight, seen from above");
        assert!((path.lower_bound - 10.0).abs() < 1e-6 && !path.optimality_gap().is_optimal(), "{path:?}");
    }
}

#[test]
fn the_automatic_choice_goes_round_a_hill() {
    let mesh = hill();
    let answer = ask(&mesh, ACROSS_THE_HILL, Settings::default());
    let chosen = answer.by.expect("an algorithm");
    assert_eq!((chosen.algorithm, chosen.because), (MIDPOINTS, SelectionReason::Slopes), "{chosen}");
    let path = path(&answer);
    assert!((path.length - 16.246).abs() < 1e-3, "{}", path.length);
    assert_eq!(path.optimality_gap().to_string(), "at most 62.5 % longer than the shortest path");
    let [start, target] = ACROSS_THE_HILL.map(|at| Endpoint { ground: Vec2::from(at), height: None });
    let query = Query { start, target, settings: Settings::default() };
    let (watched, trace) = find_path_traced(&mesh, &Derived::build(&mesh), &query);
    assert_eq!(watched, answer, "recording changes nothing");
    assert!(trace.interval().is_empty() && !trace.search().is_empty(), "events of the search that answers");
    let found = compare(&mesh, &Derived::build(&mesh), &query, &Algorithm::ALL, &|| 0.0, &Progress::none())
        .expect("not stopped");
    let best = found.best().expect("a path");
    assert!((best.length - path.length).abs() < 1e-9 && found.detour.is_none(), "{best:?}");
    let polyanya = found.rows.last().and_then(|row| row.ratio).expect("a path");
    assert!((polyanya - 27.298 / 16.246).abs() < 1e-3, "measured on the hill: {polyanya}");
    assert_eq!(found.defect, None, "the ground plan is no defect");
}

#[test]
fn on_one_plane_the_straight_line_is_proven() {
    let mut draft = Draft::of(NavMesh::default());
    strip(&mut draft, &[[0.0, 0.0], [3.0, 1.5], [8.0, 4.0], [9.0, 4.5]]);
    let answer = ask(&draft.into_mesh(), [[0.5, 0.25], [8.5, 1.75]], Settings::default());
    assert_eq!(answer.by.map(|by| by.because), Some(SelectionReason::NothingMatters), "{answer:?}");
    assert_eq!(path(&answer).optimality_gap().to_string(), "no path is shorter");
}

#[test]
fn a_ramp_bends_no_path_by_default() {
    let mut draft = Draft::of(NavMesh::default());
    strip(&mut draft, &[[0.0, 0.0], [2.0, 0.0], [6.0, 2.0], [8.0, 2.0]]);
    let mesh = draft.into_mesh();
    let ends = [[0.5, 0.25], [7.5, 0.25]];
    let answer = ask(&mesh, ends, Settings::default());
    let plain = path(&answer);
    assert_eq!(plain.waypoints.len(), 2, "straight: {:?}", plain.waypoints);
    let forced = ask(&mesh, ends, Settings { has_slope_waypoints: true, ..Settings::default() });
    assert_eq!(path(&forced).waypoints.len(), 4, "through the middle of both portals");
    assert!(path(&forced).length > plain.length + 0.1, "which is longer");
    assert_eq!(forced.by, answer.by, "and no reason for another algorithm");
}

/// A grid of quads and triangles with heights, areas and links.
///
/// Some corners are pushed so far that their cells are concave.
struct World {
    mesh: NavMesh,
    derived: Derived,
    filter: Filter,
}

const ACROSS: usize = 6;

/// Maximum displacements of corners in metres.
///
/// Cells can become concave above 0.5 and cross themselves at 1.0.
const PUSH: [f32; 2] = [0.4, 0.9];

/// Properties of a random world.
#[derive(Clone, Copy, Debug)]
struct Traits {
    height: f32,
    push: f32,
    links: usize,
    has_costs: bool,
}

impl World {
    fn draw(chance: &mut SplitMix64, traits: Traits) -> Self {
        let Traits { height, push, links, has_costs } = traits;
        let mut unit = || chance.unit() as f32;
        let mut draft = Draft::of(NavMesh::default());
        let ids: Vec<_> = (0..ACROSS * ACROSS)
            .map(|i| {
                let [x, z] = [i % ACROSS, i / ACROSS].map(|i| 2.0 * i as f32 + push * (2.0 * unit() - 1.0));
                draft.add_vertex(Vec3::new(x, height * unit(), z))
            })
            .collect();
        for i in (0..ACROSS * (ACROSS - 1)).filter(|i| i % ACROSS != ACROSS - 1) {
            let ring = [i, i + ACROSS, i + ACROSS + 1, i + 1].map(|i| ids[i]);
            let area = AreaId((unit() * 3.0) as u8);
            if unit() < 0.2 {
                continue;
            }
            // The halves of a concave quad would overlap.
            if push > 0.5 || unit() < 0.5 {
                draft.add_cell(ring, area);
            } else {
                draft.add_cell([ring[0], ring[1], ring[2]], area);
                draft.add_cell([ring[0], ring[2], ring[3]], area);
            }
        }
        let bare = Derived::build(draft.mesh());
        let mesh = draft.mesh().clone();
        for _ in 0..links {
            let mut place = || {
                let end = Endpoint { ground: Vec2::new(10.0 * unit(), 10.0 * unit()), height: None };
                locate(&mesh, &bare, end, 2.0).map(|it| it.point).unwrap_or_default()
            };
            let (from, to, across) = (place(), place(), place());
            let half = (across - from).clamp_length_max(0.5);
            draft.add_link(Link {
                from: [from - half, from + half],
                to: [to - half, to + half],
                is_one_way: false,
                cost: if has_costs { [0.3, 1.0, 3.0][(unit() * 3.0) as usize] } else { 1.0 },
            });
        }
        let mut filter = Filter::default();
        if has_costs {
            filter.set_cost(AreaId(1), 3.0);
            filter.set_cost(AreaId(2), 0.5);
        }
        let mesh = draft.into_mesh();
        let derived = Derived::build(&mesh);
        Self { mesh, derived, filter }
    }

    fn query(&self, chance: &mut SplitMix64, algorithm: Option<Algorithm>) -> Query {
        let mut end = || {
            let [x, z] = [0; 2].map(|_| 10.0 * chance.unit() as f32);
            Endpoint { ground: Vec2::new(x, z), height: None }
        };
        let (start, target) = (end(), end());
        let settings = Settings {
            algorithm: algorithm.map(Into::into).unwrap_or_default(),
            filter: self.filter.clone(),
            ..Settings::default()
        };
        Query { start, target, settings }
    }
}

/// Checks the statements of `compare` and of the automatic choice for one query.
///
/// Returns whether there is a path.
fn check(world: &World, query: &Query, traits: Traits) -> bool {
    let found = compare(&world.mesh, &world.derived, query, &Algorithm::ALL, &|| 0.0, &Progress::none())
        .expect("not stopped");
    assert_eq!(found.defect, None, "{traits:?} {query:?}\n{:?}", world.mesh);
    let answer = find_path(&world.mesh, &world.derived, query);
    let Some(path) = answer.path() else { return false };
    let best = found.best().expect("a path");
    for row in found.rows.iter().filter(|row| row.path.is_some()) {
        let gap = found.optimality_gap(row).expect("no defect");
        assert!(
            row.measure() >= gap.lower_bound * (1.0 - 1e-9),
            "{}: {gap:?} {traits:?} {query:?}",
            row.algorithm
        );
        assert!(
            !gap.is_optimal() || row.measure() <= best.measure() * (1.0 + 1e-9),
            "{}: {gap:?}",
            row.algorithm
        );
    }
    assert!(path.measure() >= path.lower_bound * (1.0 - 1e-9), "{} and {}", path.measure(), path.lower_bound);
    assert!(
        path.measure() <= best.measure() * (1.0 + 1e-9),
        "{} found a better path: {} and {}, {traits:?} {query:?} {:?}",
        best.algorithm,
        best.measure(),
        path.measure(),
        answer.by
    );
    assert_eq!(found.detour, None, "the automatic choice makes none");
    if answer.by.expect("an algorithm").because == SelectionReason::NothingMatters {
        assert!(path.optimality_gap().is_optimal(), "proven: {:?} {query:?}", path.optimality_gap());
    }
    true
}

/// Checks that no named algorithm finds a better path than the automatic choice.
fn assert_best(world: &World, query: &Query, traits: Traits) {
    let measure = |query: &Query| {
        let answer = find_path(&world.mesh, &world.derived, query);
        answer.path().map_or(f64::INFINITY, Path::measure)
    };
    let best = measure(query);
    for algorithm in Algorithm::ALL {
        let settings = Settings { algorithm: algorithm.into(), ..query.settings.clone() };
        let other = measure(&Query { settings, ..query.clone() });
        assert!(best <= other * (1.0 + 1e-9), "{algorithm}: {other} and {best}, {traits:?} {query:?}");
    }
}

#[test]
fn nothing_that_is_stated_about_the_best_path_is_contradicted_and_no_algorithm_finds_a_better_one() {
    let mut chance = SplitMix64(7);
    let mut found = 0;
    for round in 0..600 {
        let traits = Traits {
            height: [0.0, 0.5, 4.0][round % 3],
            push: PUSH[round / 3 % PUSH.len()],
            links: [0, 0, 3][round / 6 % 3],
            has_costs: round / 18 % 3 == 0,
        };
        let world = World::draw(&mut chance, traits);
        let query = world.query(&mut chance, None);
        found += usize::from(check(&world, &query, traits));
        let mut wide = query.clone();
        wide.settings.agent.radius = [0.2, 0.5][round % 2];
        assert_best(&world, &wide, traits);
        let found = compare(&world.mesh, &world.derived, &wide, &Algorithm::ALL, &|| 0.0, &Progress::none())
            .expect("not stopped");
        assert_eq!(found.detour, None, "none is better with a radius: {traits:?} {wide:?}");
    }
    assert!(found > 400, "most questions have a path: {found}");
}

#[test]
fn a_search_by_funnel_cost_counts_the_metres_of_its_string_on_slopes() {
    let mut chance = SplitMix64(3);
    let mut compared = 0;
    for _ in 0..300 {
        let world = World::draw(&mut chance, Traits { height: 3.0, push: 0.4, links: 0, has_costs: false });
        let query = world.query(&mut chance, Some(Algorithm::Nodes(Method::FunnelCost)));
        let answer = find_path(&world.mesh, &world.derived, &query);
        let (Some(path), Some(start), Some(target)) = (answer.path(), answer.start, answer.target) else {
            continue;
        };
        let agent = Agent::default();
        let walkable = Walkable::new(&world.mesh, &world.derived, &agent, &world.filter);
        let mut search = Search::new(&walkable, Method::FunnelCost, &start, Some(&target));
        search.run(&mut Silent);
        let cost = search.cost().expect("the same search");
        assert!((cost - path.length).abs() < 1e-5, "cost {cost}, string {}", path.length);
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn a_radius_does_not_change_the_cost_of_a_straight_path_over_a_slope_and_mud() {
    let mut draft = Draft::of(NavMesh::default());
    strip(&mut draft, &[[0.0, 0.0], [10.0, 10.0], [20.0, 10.0]]);
    for (ramp, flat) in [(0, 1), (1, 0)] {
        let mut settings = by(MIDPOINTS);
        let mut mesh = draft.mesh().clone();
        let cells: Vec<_> = mesh.cells().map(|(id, _)| id).collect();
        let mut painted = Draft::of(mesh);
        painted.set_area(cells[0], AreaId(ramp));
        painted.set_area(cells[1], AreaId(flat));
        mesh = painted.into_mesh();
        settings.filter.set_cost(AreaId(1), 3.0);
        let costs = [0.0, 0.4].map(|radius| {
            settings.agent.radius = radius;
            path(&ask(&mesh, [[0.5, 1.0], [19.5, 1.0]], settings.clone())).cost.expect("costs differ")
        });
        assert!((costs[0] - costs[1]).abs() < 1e-3, "the same line costs the same: {costs:?}");
    }
}
