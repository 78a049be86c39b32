//! Answers of queries: what was found, the reason why not more, and by which algorithm.

use expect_test::expect;
use navsmith_core::geometry::{SplitMix64, Vec3};
use navsmith_core::navmesh::{AreaId, Derived, Draft, IslandId, Link, NavMesh};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::optimality::OptimalityGap;
use navsmith_core::pathfinding::query::selected_algorithm::SelectionReason;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::query::{Outcome, Query, find_path, find_path_traced};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::string_pulling::plane::Pulling;

use crate::support::notation::{mesh, squares};

/// Returns two adjacent squares in the west and a separate one in the east.
fn islands() -> NavMesh {
    mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0, 9 0, 9 2, 11 2, 11 0; c 0 1 2 3, 3 2 4 5, 6 7 8 9")
}

fn answered(mesh: &NavMesh, from: [f32; 3], to: [f32; 3]) -> String {
    let end = |[x, y, z]: [f32; 3]| Endpoint { ground: [x, z].into(), height: Some(y) };
    let query = Query { start: end(from), target: end(to), settings: Settings::default() };
    let answer = find_path(mesh, &Derived::build(mesh), &query);
    let status = match &answer.outcome {
        Outcome::Path(path) => format!("path of {:.2} m", path.length),
        Outcome::Partial { path, .. } => format!("partial path of {:.2} m", path.length),
        Outcome::NoPath { .. } => "no path".into(),
    };
    let why = answer.why().map_or_else(String::new, |why| format!(": {why}"));
    status + &why
}

#[test]
fn answers_say_what_was_found_and_why_not_more() {
    let mesh = islands();
    expect!["path of 2.00 m"].assert_eq(&answered(&mesh, [1., 0., 1.], [3., 0., 1.]));
    expect!["partial path of 3.00 m: the start is off the mesh; it was moved 1.00 m to the nearest point, on cell 0"]
        .assert_eq(&answered(&mesh, [-1., 0., 1.], [3., 0., 1.]));
    expect!["partial path of 2.24 m: the start is off the mesh; it was moved 5.00 m down to the nearest point, on cell 0, and the target is off the mesh; it was moved 3.00 m sideways and 1.00 m up to the nearest point, on cell 1; reach floors 5.00 m below to be there"]
        .assert_eq(&answered(&mesh, [1., 5., 1.], [3., -1., -3.]));
    expect!["no path: the start is on island 1 and the target on island 2; no shared edges lead from one to the other"]
        .assert_eq(&answered(&mesh, [1., 0., 1.], [10., 0., 1.]));
    expect!["no path: the start is on island 1 and the target on island 2; no shared edges lead from one to the other; the target is off the mesh; it was moved 1.00 m to the nearest point, on cell 2"]
        .assert_eq(&answered(&mesh, [1., 0., 1.], [12., 0., 1.]));
    expect!["no path: the mesh has no cells, so there is nothing to walk on"].assert_eq(&answered(
        &NavMesh::default(),
        [1., 0., 1.],
        [3., 0., 1.],
    ));
}

#[test]
fn a_floor_just_above_an_end_is_no_floor_to_reach_below() {
    let mesh = mesh("v 0 1.2 0, 0 1.2 4, 4 1.2 4, 4 1.2 0; c 0 1 2 3");
    let end = |x: f32| Endpoint { ground: [x, 2.0].into(), height: Some(1.0) };
    let settings = Settings { max_height: 0.1, ..Settings::default() };
    let answer =
        find_path(&mesh, &Derived::build(&mesh), &Query { start: end(1.0), target: end(3.0), settings });
    let why = answer.why().expect("both ends are below the only floor").to_string();
    assert!(why.contains("0.20 m up") && !why.contains("reach floors"), "{why}");
}

#[test]
fn start_and_target_in_one_place_make_a_path_of_no_length() {
    expect!["path of 0.00 m"].assert_eq(&answered(&islands(), [1., 0., 1.], [1., 0., 1.]));
}

#[test]
fn islands_without_a_path_are_named_in_the_answer() {
    let mesh = islands();
    let end = |x| Endpoint { ground: [x, 1.0].into(), height: None };
    let query = Query { start: end(10.0), target: end(1.0), settings: Settings::default() };
    let answer = find_path(&mesh, &Derived::build(&mesh), &query);
    let why = Why::DifferentIslands { start: IslandId(1), target: IslandId(0), moved: Vec::new() };
    assert_eq!(answer.why(), Some(&why), "by id");
    assert!(answer.start.is_some() && answer.target.is_some(), "both ends can still be drawn");
}

/// Returns three squares in a row; the middle one has area 1, and the eastern one rises by 1 m in 2 m.
fn row() -> NavMesh {
    mesh("v 0 0, 0 2, 2 0, 2 2, 4 0, 4 2, 6 1 0, 6 1 2; c 0 1 3 2, 2 3 5 4 @1, 4 5 7 6")
}

fn why(start: f32, target: f32, max_slope: f32) -> String {
    let end = |x| Endpoint { ground: [x, 1.0].into(), height: None };
    let mut settings = Settings::default();
    settings.agent.max_slope = max_slope.to_radians();
    settings.filter.set_cost(AreaId(1), f32::INFINITY);
    let mesh = row();
    let query = Query { start: end(start), target: end(target), settings };
    let answer = find_path(&mesh, &Derived::build(&mesh), &query);
    assert_eq!(answer.path(), None, "it is blocked");
    answer.why().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn a_way_that_is_shut_says_what_opens_it() {
    expect!["every path leads through blocked cells, at least cell 1 (area 1 is forbidden); allow area 1 to get a path"]
        .assert_eq(&why(1.0, 5.0, 90.0));
    expect!["the start is on cell 1, which is blocked: area 1 is forbidden, and the target is on cell 2, which is blocked: its slope of 26.6° is too steep; allow area 1 and slopes of 26.6° to get a path"]
        .assert_eq(&why(3.0, 5.0, 20.0));
}

/// Returns the selection for a query from the middle of the first square to 1.5 m further east.
fn selected(mesh: &NavMesh, settings: Settings) -> String {
    let end = |x| Endpoint { ground: [x, 0.5].into(), height: None };
    let query = Query { start: end(0.5), target: end(2.0), settings };
    let derived = Derived::build(mesh);
    let answer = find_path(mesh, &derived, &query);
    let (watched, trace) = find_path_traced(mesh, &derived, &query);
    assert_eq!(watched, answer, "watching changes nothing");
    let has_events_of = |algorithm| match algorithm {
        Algorithm::Polyanya => trace.search().is_empty(),
        Algorithm::Nodes(_) => trace.interval().is_empty(),
    };
    let by = answer.by.expect("an end to choose by");
    assert!(has_events_of(by.algorithm), "only of the search that answered");
    format!("{by}{}", if answer.path().is_some() { "" } else { " (no path)" })
}

#[test]
fn polyanya_answers_where_its_path_is_the_shortest() {
    let plain = squares(&["00"]);
    let settings = Settings::default;
    let optimum = expect!["Polyanya, because links, area costs and slopes do not matter"];
    optimum.assert_eq(&selected(&plain, settings()));
    let named = Algorithm::Nodes(Method::Steps).into();
    let named = Settings { algorithm: named, ..settings() };
    expect!["Dijkstra by steps, because it was selected"].assert_eq(&selected(&plain, named));
    let curved = Settings { pulling: Pulling::Curved, ..settings() };
    expect!["Polyanya, because the surface is curved and no other algorithm found a shorter path"]
        .assert_eq(&selected(&plain, curved));
    let mut dear = settings();
    dear.filter.set_cost(AreaId(1), 3.0);
    optimum.assert_eq(&selected(&plain, dear.clone()));
    dear.filter.set_cost(AreaId(0), 3.0);
    expect!["Polyanya, because costs differ and no other algorithm found a cheaper path"]
        .assert_eq(&selected(&plain, dear));
    let mut forbidden = settings();
    forbidden.filter.set_cost(AreaId(1), f32::INFINITY);
    optimum.assert_eq(&selected(&plain, forbidden));
}

#[test]
fn only_links_that_can_be_taken_from_the_start_matter() {
    let linked = |row: &str, [from, to]: [f32; 2]| {
        let link = Link::between(Vec3::new(from, 0.0, 0.5), Vec3::new(to, 0.0, 0.5));
        squares(&[row]).with_links([link]).expect("a sound link")
    };
    let links = expect!["Polyanya, because links can be taken and no other algorithm found a shorter path"];
    let optimum = expect!["Polyanya, because links, area costs and slopes do not matter"];
    let here = linked("00 0", [0.5, 3.5]);
    optimum.assert_eq(&selected(&here, Settings::default()));
    let bent = squares(&["0 0", "000"]);
    let link = Link::between(Vec3::new(0.5, 0.0, 0.5), Vec3::new(0.5, 0.0, 1.5));
    links.assert_eq(&selected(&bent.with_links([link]).expect("a sound link"), Settings::default()));
    let apart = linked("00 00", [3.25, 4.75]);
    optimum.assert_eq(&selected(&apart, Settings::default()));
    let loose = linked("00", [0.5, 15.0]);
    optimum.assert_eq(&selected(&loose, Settings::default()));
    let mut forbidden = Settings::default();
    forbidden.filter.set_cost(AreaId(0), f32::INFINITY);
    expect!["Polyanya, because links, area costs and slopes do not matter (no path)"]
        .assert_eq(&selected(&here, forbidden));
}

/// Builds a grid of squares with randomly moved corners: concave, self-crossing and inside-out cells.
fn crumpled(chance: &mut SplitMix64) -> NavMesh {
    const ACROSS: usize = 6;
    let mut draft = Draft::of(NavMesh::default());
    let mut vertex = |i: usize| {
        let [x, z] = [i % ACROSS, i / ACROSS].map(|i| i as f32 + 1.6 * (chance.unit() as f32 - 0.5));
        draft.add_vertex(Vec3::new(x, 0.0, z))
    };
    let ids: Vec<_> = (0..ACROSS * ACROSS).map(&mut vertex).collect();
    for i in (0..ACROSS * (ACROSS - 1)).filter(|i| i % ACROSS != ACROSS - 1) {
        draft.add_cell([i, i + ACROSS, i + ACROSS + 1, i + 1].map(|i| ids[i]), AreaId(0));
    }
    draft.into_mesh()
}

#[test]
fn whatever_cells_look_like_there_is_a_way_where_there_is_one() {
    let mut chance = SplitMix64(3);
    let mut passed_over = 0;
    for _ in 0..200 {
        let mesh = crumpled(&mut chance);
        let derived = Derived::build(&mesh);
        let end = |x: f32| Endpoint { ground: [x, x].into(), height: None };
        let query = Query { start: end(0.2), target: end(4.8), settings: Settings::default() };
        let answer = find_path(&mesh, &derived, &query);
        assert!(answer.path().is_some(), "all cells are joined: {:?}", answer.why());
        assert_eq!(find_path_traced(&mesh, &derived, &query).0, answer, "watched or not");
        passed_over += usize::from(answer.by.is_some_and(|by| by.because == SelectionReason::NoneFound));
    }
    assert!((1..200).contains(&passed_over), "the optimum finds some: {passed_over}");
}

#[test]
fn every_choice_is_read_by_its_name_and_funnel_costs_by_the_former_one() {
    for choice in AlgorithmChoice::ALL {
        assert_eq!(choice.name().parse(), Ok(choice), "its own name");
    }
    assert_eq!("taut".parse(), Ok(AlgorithmChoice::from(Algorithm::Nodes(Method::FunnelCost))));
    let wrong = "Auto".parse::<AlgorithmChoice>().expect_err("small letters");
    assert!(wrong.contains("give one of auto, steps"), "{wrong}");
}

fn described(measure: f64, lower_bound: f64) -> String {
    OptimalityGap { measure, lower_bound, is_cost: false }.to_string()
}

#[test]
fn a_gap_of_costs_speaks_of_cheaper_paths() {
    let gap = |measure| OptimalityGap { measure, lower_bound: 10.0, is_cost: true }.to_string();
    assert_eq!(gap(10.0), "no path is cheaper");
    assert_eq!(gap(10.41), "at most 4.1 % dearer than the cheapest path");
}

#[test]
fn a_gap_is_rounded_up() {
    assert_eq!(described(10.0, 10.0), "no path is shorter");
    assert_eq!(described(0.0, 0.0), "no path is shorter", "start and target are one");
    assert_eq!(described(10.41, 10.0), "at most 4.1 % longer than the shortest path");
    assert_eq!(described(10.411, 10.0), "at most 4.2 % longer than the shortest path");
    assert_eq!(described(10.000_001, 10.0), "at most 0.001 % longer than the shortest path");
    assert_eq!(described(1.0, 0.0), "a shorter path may exist", "no bound");
}

#[test]
fn a_filter_knows_only_what_differs_from_plain_ground() {
    let mut filter = Filter::default();
    filter.set_cost(AreaId(2), 3.0);
    filter.set_cost(AreaId(1), f32::INFINITY);
    filter.set_cost(AreaId(0), -1.0);
    assert_eq!([0, 1, 2, 9].map(|area| filter.cost(AreaId(area))), [1.0, f32::INFINITY, 3.0, 1.0]);
    assert!(!filter.allows(AreaId(1)) && filter.allows(AreaId(2)), "infinite is forbidden");
    assert!(filter.has_costs(), "one is dearer");
    filter.set_cost(AreaId(2), 1.0);
    assert!(!filter.has_costs(), "what is forbidden has no cost");
    filter.set_cost(AreaId(1), 1.0);
    assert_eq!(filter, Filter::default(), "plain again");
}

#[test]
fn an_agent_prints_its_limits() {
    assert_eq!(Agent::default().to_string(), "a point without limits");
    assert_eq!(Agent::PERSON.to_string(), "radius 0.4 m, height 1.8 m, slope 45°, step 0.4 m");
    let round = Agent { radius: 0.3, ..Agent::default() };
    assert_eq!(round.to_string(), "radius 0.3 m, height 0 m, any slope, any step");
}

#[test]
fn areas_after_a_removed_one_move_up() {
    let mut filter = Filter::default();
    filter.set_cost(AreaId(0), 2.0);
    filter.set_cost(AreaId(2), 5.0);
    filter.remove_area(AreaId(1));
    assert_eq!([0, 1, 2].map(|area| filter.cost(AreaId(area))), [2.0, 5.0, 1.0]);
    filter.remove_area(AreaId(7));
    filter.remove_area(AreaId(1));
    filter.remove_area(AreaId(0));
    assert_eq!(filter, Filter::default(), "plain again");
}
