//! Costs of areas and links: the cheapest path, its string, and where its cost is stated.

use navsmith_core::geometry::{SplitMix64, Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Derived, Draft, Link, LinkId, NavMesh};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path, find_path_traced};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::waypoint::WaypointKind;

use crate::support::command_line::{Folder, run};

const MUD: AreaId = AreaId(1);

/// Builds cells from corners on the ground, each with its area; equal corners are one vertex.
fn cells(rings: &[(AreaId, &[[f32; 2]])]) -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    let mut known: Vec<([f32; 2], _)> = Vec::new();
    for &(area, ring) in rings {
        let mut ids = Vec::new();
        for &at in ring {
            let found = known.iter().find(|(other, _)| *other == at).map(|(_, id)| *id);
            ids.push(found.unwrap_or_else(|| {
                let id = draft.add_vertex(Vec3::new(at[0], 0.0, at[1]));
                known.push((at, id));
                id
            }));
        }
        draft.add_cell(ids, area);
    }
    draft.into_mesh()
}

fn muddy(cost: f32) -> Settings {
    let mut settings = Settings::default();
    settings.filter.set_cost(MUD, cost);
    settings
}

fn query([from, to]: [[f32; 2]; 2], settings: Settings) -> Query {
    let [start, target] = [from, to].map(|at| Endpoint { ground: Vec2::from(at), height: None });
    Query { start, target, settings }
}

/// Answers a query with and without a recording, which has to be the same.
fn found(mesh: &NavMesh, ends: [[f32; 2]; 2], settings: Settings) -> Path {
    let (derived, query) = (Derived::build(mesh), query(ends, settings));
    let answer = find_path(mesh, &derived, &query);
    assert_eq!(find_path_traced(mesh, &derived, &query).0, answer, "recording changes nothing");
    answer.path().expect("a path").clone()
}

fn cost(path: &Path) -> f64 {
    path.cost.expect("costs differ")
}

/// Returns the cost of 28 m along a border, 0.1 m inside of ground that costs `dear`, by Snell's law.
fn along_the_border(dear: f64) -> f64 {
    28.0 + 2.0 * 0.1 * (dear * dear - 1.0).sqrt()
}

const ALONG: [[f32; 2]; 2] = [[1.0, 1.9], [29.0, 1.9]];

/// A strip of mud from z = 0 to 2 and plain ground from z = 2 to 4, each divided at some x.
fn strips(mud: &[f32], plain: &[f32]) -> NavMesh {
    let columns = |within: &[f32]| [&[0.0], within, &[30.0]].concat();
    let mut rings: Vec<(AreaId, Vec<[f32; 2]>)> = Vec::new();
    for pair in columns(mud).windows(2) {
        let mut ring = vec![[pair[0], 0.0], [pair[0], 2.0]];
        ring.extend(plain.iter().filter(|x| pair[0] < **x && **x < pair[1]).map(|&x| [x, 2.0]));
        ring.extend([[pair[1], 2.0], [pair[1], 0.0]]);
        rings.push((MUD, ring));
    }
    for pair in columns(plain).windows(2) {
        let mut ring = vec![[pair[0], 2.0], [pair[0], 4.0], [pair[1], 4.0], [pair[1], 2.0]];
        ring.extend(mud.iter().rev().filter(|x| pair[0] < **x && **x < pair[1]).map(|&x| [x, 2.0]));
        rings.push((AreaId(0), ring));
    }
    let rings: Vec<(AreaId, &[[f32; 2]])> = rings.iter().map(|(area, ring)| (*area, &ring[..])).collect();
    cells(&rings)
}

/// Where both strips are divided.
const DIVIDED: [(&[f32], &[f32]); 7] = [
    (&[], &[]),
    (&[15.0], &[]),
    (&[10.0, 20.0], &[]),
    (&[], &[14.0]),
    (&[], &[8.0, 16.0, 24.0]),
    (&[12.0], &[18.0]),
    (&[5.0, 11.0, 19.0], &[9.0, 21.0]),
];

#[test]
fn a_path_leaves_expensive_ground_however_the_ground_is_divided() {
    for (mud, plain) in DIVIDED {
        for dear in [2.0, 5.0, 50.0] {
            let path = found(&strips(mud, plain), ALONG, muddy(dear));
            let least = along_the_border(f64::from(dear));
            let is_cheap = (least - 1e-4..least * 1.001).contains(&cost(&path));
            assert!(is_cheap, "{mud:?} {plain:?} {dear}: {} for {least}", cost(&path));
        }
    }
}

#[test]
fn a_path_that_gains_nothing_outside_stays_in_expensive_ground() {
    let path = found(&strips(&[], &[]), [[1.0, 0.2], [3.0, 0.2]], muddy(1.5));
    assert_eq!((path.waypoints.len(), path.corridor.len()), (2, 1), "straight: {:?}", path.waypoints);
    assert!((cost(&path) - 3.0).abs() < 1e-6, "{:?}", path.cost);
}

#[test]
fn a_string_does_not_leave_plain_ground_for_mud() {
    // A bar of mud reaches from the south into plain ground, and the straight line crosses it.
    let bar = cells(&[
        (AreaId(0), &[[0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [4.0, 1.0], [4.0, 0.0]]),
        (MUD, &[[4.0, 1.0], [4.0, 4.0], [5.0, 4.0], [5.0, 1.0]]),
        (AreaId(0), &[[4.0, 0.0], [4.0, 1.0], [5.0, 1.0], [5.0, 0.0]]),
        (AreaId(0), &[[5.0, 0.0], [5.0, 1.0], [5.0, 4.0], [9.0, 4.0], [9.0, 0.0]]),
    ]);
    let path = found(&bar, [[1.0, 2.0], [8.0, 2.0]], muddy(10.0));
    assert!((cost(&path) - path.length).abs() < 1e-6, "only plain ground: {} {}", cost(&path), path.length);
}

#[test]
fn a_cheap_link_is_taken_within_one_cell_into_the_cell_of_the_target_and_over_another_cell() {
    let (square, half): (&[[f32; 2]], &[[f32; 2]]) = (
        &[[0.0, 0.0], [0.0, 4.0], [40.0, 4.0], [40.0, 0.0]],
        &[[20.0, 0.0], [20.0, 4.0], [40.0, 4.0], [40.0, 0.0]],
    );
    let whole = cells(&[(AreaId(0), square)]);
    let first: &[[f32; 2]] = &[[0.0, 0.0], [0.0, 4.0], [20.0, 4.0], [20.0, 0.0]];
    let halves = cells(&[(AreaId(0), first), (AreaId(0), half)]);
    let at = |x: f32| Vec3::new(x, 0.0, 2.0);
    let linked = |mesh: &NavMesh, from: f32, to: f32| {
        let link = Link { cost: 0.1, ..Link::between(at(from), at(to)) };
        mesh.clone().with_links([link]).expect("a valid link")
    };
    for (mesh, ends, least) in [
        (linked(&whole, 2.0, 38.0), [1.0, 39.0], 1.0 + 3.6 + 1.0),
        (linked(&halves, 2.0, 38.0), [1.0, 39.0], 1.0 + 3.6 + 1.0),
        // The link lies in the cell of the target, and the path enters it over a side.
        (linked(&halves, 22.0, 38.0), [1.0, 39.0], 21.0 + 1.6 + 1.0),
        // The link leaves the cell of both ends, and the path returns over a side.
        (linked(&halves, 2.0, 21.0), [1.0, 19.0], 1.0 + 1.9 + 2.0),
    ] {
        let path = found(&mesh, ends.map(|x| [x, 2.0]), Settings::default());
        assert!((cost(&path) - least).abs() < 1e-4, "{} for {least}: {:?}", cost(&path), path.waypoints);
        assert!(path.waypoints.iter().any(|it| it.kind == WaypointKind::On(LinkId(0))), "over the link");
        let without = Settings { filter: ignoring_links(), ..Settings::default() };
        assert_eq!(found(&mesh, ends.map(|x| [x, 2.0]), without).cost, None, "every metre costs 1");
    }
}

fn ignoring_links() -> navsmith_core::pathfinding::agent::Filter {
    let mut filter = Settings::default().filter;
    filter.ignores_links = true;
    filter
}

/// Builds a grid of squares with random areas.
fn patches(chance: &mut SplitMix64) -> NavMesh {
    const ACROSS: usize = 7;
    let at = |x: usize, z: usize| [x as f32 * 2.0, z as f32 * 2.0];
    let mut rings = Vec::new();
    for (x, z) in (0..ACROSS * ACROSS).map(|i| (i % ACROSS, i / ACROSS)) {
        if chance.unit() > 0.1 {
            let ring = [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
            rings.push((AreaId((chance.unit() * 3.0) as u8), ring));
        }
    }
    let rings: Vec<(AreaId, &[[f32; 2]])> = rings.iter().map(|(area, ring)| (*area, &ring[..])).collect();
    cells(&rings)
}

/// Sums up small pieces of the path, each with the cost of the cell below its middle.
fn summed(mesh: &NavMesh, settings: &Settings, points: &[Vec3]) -> f64 {
    let derived = Derived::build(mesh);
    let mut sum = 0.0;
    for pair in points.windows(2) {
        let pieces = (pair[0].distance(pair[1]) / 0.002).ceil().max(1.0);
        for i in 0..pieces as usize {
            let middle = pair[0].lerp(pair[1], (i as f32 + 0.5) / pieces);
            let end = Endpoint { ground: Vec2::new(middle.x, middle.z), height: None };
            let cell = locate(mesh, &derived, end, 2.0).expect("a cell").cell;
            let area = mesh.cell(cell).expect("a cell").area();
            sum += f64::from(pair[0].distance(pair[1]) / pieces * settings.filter.cost(area));
        }
    }
    sum
}

#[test]
fn the_cost_of_a_path_is_the_sum_of_its_metres_times_the_cost_of_each() {
    let mut chance = SplitMix64(5);
    let mut settings = muddy(4.0);
    settings.filter.set_cost(AreaId(2), 0.5);
    let mut compared = 0;
    for round in 0..60 {
        let mesh = patches(&mut chance);
        let derived = Derived::build(&mesh);
        let mut end = || [0; 2].map(|_| 14.0 * chance.unit() as f32);
        let ends = [end(), end()];
        for algorithm in Algorithm::ALL {
            let agent = Agent { radius: if round % 3 == 0 { 0.2 } else { 0.0 }, ..Agent::default() };
            let settings = Settings { algorithm: algorithm.into(), agent, ..settings.clone() };
            let answer = find_path(&mesh, &derived, &query(ends, settings.clone()));
            let Some(path) = answer.path() else { continue };
            let points = match &path.rounding {
                Some(rounding) => rounding.points.clone(),
                None => path.waypoints.iter().map(|it| it.point).collect(),
            };
            let sum = summed(&mesh, &settings, &points);
            // A path along a border may count for either side of it.
            let is_near = (cost(path) - sum).abs() <= 0.01 * sum + 0.02;
            let least = 0.5 * path.length;
            assert!(is_near || runs_along_a_border(&points), "{algorithm}: {} {sum} {ends:?}", cost(path));
            assert!(cost(path) >= least - 1e-6, "{algorithm}: {} {least}", cost(path));
            compared += usize::from(is_near);
        }
    }
    assert!(compared > 150, "{compared}");
}

fn runs_along_a_border(points: &[Vec3]) -> bool {
    let is_even = |value: f32| (value / 2.0 - (value / 2.0).round()).abs() < 1e-3;
    points.windows(2).any(|pair| {
        let is_along = |one: f32, other: f32| is_even(one) && (one - other).abs() < 1e-2;
        is_along(pair[0].x, pair[1].x) || is_along(pair[0].z, pair[1].z)
    })
}

#[test]
fn no_crossing_of_a_border_makes_a_path_dearer_than_its_shortest_string() {
    let mut chance = SplitMix64(11);
    let mut cheaper = 0;
    for _ in 0..150 {
        let mesh = patches(&mut chance);
        let derived = Derived::build(&mesh);
        let mut settings = muddy(3.0);
        settings.filter.set_cost(AreaId(2), 7.0);
        let mut end = || [0; 2].map(|_| 14.0 * chance.unit() as f32);
        let query = query([end(), end()], Settings { algorithm: Algorithm::Polyanya.into(), ..settings });
        let shortest = find_path(&mesh, &derived, &query);
        let Some(shortest) = shortest.path() else { continue };
        let settings = Settings { algorithm: AlgorithmChoice::Automatic, ..query.settings.clone() };
        let automatic = Query { settings, ..query };
        let answer = find_path(&mesh, &derived, &automatic);
        let path = answer.path().expect("a path");
        assert!(cost(path) <= cost(shortest) * (1.0 + 1e-9), "{} {}", cost(path), cost(shortest));
        assert!(path.length >= shortest.length * (1.0 - 1e-9), "{} {}", path.length, shortest.length);
        cheaper += usize::from(cost(path) < cost(shortest) * 0.99);
    }
    assert!(cheaper > 50, "{cheaper}");
}

#[test]
fn without_costs_a_path_has_none() {
    let path = found(&strips(&[], &[]), ALONG, Settings::default());
    assert_eq!((path.cost, path.measure()), (None, path.length));
}

#[test]
fn an_answer_that_several_searches_gave_is_the_named_one_of_the_best() {
    let mesh = strips(&[10.0, 20.0], &[]);
    let derived = Derived::build(&mesh);
    let answer = find_path(&mesh, &derived, &query(ALONG, muddy(1.5)));
    let by = answer.by.expect("an algorithm").algorithm;
    assert_ne!(by, Algorithm::Nodes(Method::Steps));
    let named = Settings { algorithm: by.into(), ..muddy(1.5) };
    let named = find_path(&mesh, &derived, &query(ALONG, named));
    assert_eq!(answer.path().map(|it| &it.waypoints), named.path().map(|it| &it.waypoints));
}

const STRIPS: &str = r#"NavMesh(
    version: 1,
    areas: [(name: "walkable", color: (1, 2, 3)), (name: "mud", color: (4, 5, 6))],
    vertices: [(0, 0, 0), (0, 0, 2), (30, 0, 2), (30, 0, 0), (0, 0, 4), (30, 0, 4)],
    cells: [(area: 1, corners: [0, 1, 2, 3]), (corners: [1, 4, 5, 2])],
)"#;

#[test]
fn path_trace_and_compare_state_the_cost_beside_the_length() {
    let (_folder, file) = Folder::with("strips.ron", STRIPS);
    let ends = ["--from", "1,1.9", "--to", "29,1.9"];
    let mud = ["--area-cost", "mud=5"];
    let ask = |verb: &str, options: &[&str]| run(&[&[verb, &file], &ends[..], options].concat());
    let path = ask("path", &mud);
    let first = path.out.lines().next().unwrap_or_default();
    assert_eq!(first, "path: 28.163 m at a cost of 28.980 through 3 cells, 4 waypoints");
    assert!(path.out.contains("the cost of a metre changes: portal 1"), "{}", path.out);
    assert!(path.out.contains("% dearer than the cheapest path"), "{}", path.out);
    assert!(ask("trace", &mud).out.contains("path: 28.163 m at a cost of 28.980"), "before the stages");
    let compared = ask("compare", &mud).out;
    assert!(compared.lines().next().is_some_and(|head| head.contains("cost")), "{compared}");
    assert!(compared.contains("the cheapest path found costs 28.980; at most"), "{compared}");
    let json = |verb: &str| ask(verb, &[&mud[..], &["--json"]].concat()).json();
    for verb in ["path", "trace"] {
        let cost = json(verb)["cost"].as_f64().expect("a cost");
        assert!((cost - along_the_border(5.0)).abs() < 1e-4, "{verb}: {cost}");
    }
    let rows = json("compare");
    let steps = &rows["rows"][0];
    assert_eq!((&steps["algorithm"], steps["cost"].as_f64().map(f64::round)), (&"steps".into(), Some(140.0)));
    assert!(rows["least_cost"].as_f64().is_some_and(|cost| cost < 28.981), "{rows}");
    assert_eq!(rows["is_optimal"], false, "plain ground all the way would cost less");
    assert!(ask("path", &["--json"]).json()["cost"].is_null(), "every metre costs 1");
}

#[test]
fn a_comparison_measures_the_paths_that_an_answer_has_with_a_radius() {
    let sample = crate::support::command_line::sample("courtyard.ron");
    let ends = ["--from", "3.2,2.2", "--to", "6.5,19.5", "--radius", "0.3", "--json"];
    let ask = |verb: &str| run(&[&[verb, &sample], &ends[..]].concat()).json();
    let (path, compared) = (ask("path"), ask("compare"));
    assert_eq!(compared["algorithm"], path["algorithm"], "it answers");
    let rows = compared["rows"].as_array().expect("rows");
    let own = rows.iter().find(|row| row["algorithm"] == path["algorithm"]).expect("its row");
    let length = |value: &serde_json::Value| value["length"].as_f64().expect("a length");
    assert!((length(own) - length(&path)).abs() < 1e-9, "{own} and {}", path["length"]);
    assert!(rows.iter().all(|row| length(row) >= length(&path) * (1.0 - 1e-9)), "none is shorter: {rows:?}");
    assert!(compared["detour"].is_null(), "{compared}");
}
