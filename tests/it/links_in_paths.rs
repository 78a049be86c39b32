//! Paths use links where they help, in their direction, and report unusable links.

use expect_test::{Expect, expect};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, Derived, Draft, Link, LinkId, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::query::{Answer, Query, find_path, find_path_traced};
use navsmith_core::pathfinding::string_pulling::funnel::Decision;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::waypoint::{Waypoint, WaypointKind};
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::document::{Document, NamedQuery};
use proptest::prelude::*;

/// Builds squares of 2 m and links.
///
/// The north-west corner of each square is given as (x, y, z), with the height y.
fn squares(places: &[[f32; 3]], links: &[Link]) -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    for &[x, y, z] in places {
        let ring = [[x, z], [x, z + 2.0], [x + 2.0, z + 2.0], [x + 2.0, z]];
        let ids = ring.map(|[x, z]| draft.add_vertex(Vec3::new(x, y, z)));
        draft.add_cell(ids, AreaId(0));
    }
    for &link in links {
        draft.add_link(link);
    }
    draft.into_mesh()
}

const APART: &[[f32; 3]] = &[[0.0, 0.0, 0.0], [5.0, 0.0, 0.0]];

fn one_way() -> Link {
    Link { is_one_way: true, ..Link::between(Vec3::new(1.5, 0.0, 1.0), Vec3::new(5.5, 0.0, 1.0)) }
}

fn query(from: [f32; 2], to: [f32; 2], settings: &Settings) -> Query {
    let [start, target] = [from, to].map(|at| Endpoint { ground: Vec2::from(at), height: None });
    Query { start, target, settings: settings.clone() }
}

fn ask(mesh: &NavMesh, from: [f32; 2], to: [f32; 2], settings: &Settings) -> Answer {
    find_path(mesh, &Derived::build(mesh), &query(from, to, settings))
}

/// Returns the link that a path takes from waypoint `i` to the next.
fn link_after(path: &Path, i: usize) -> Option<LinkId> {
    match path.waypoints[i].kind {
        WaypointKind::On(link) => Some(link),
        _ => None,
    }
}

fn described(answer: &Answer) -> String {
    let Some(path) = answer.path() else {
        return answer.why().map(ToString::to_string).unwrap_or_default();
    };
    let point = |p: Vec3| format!("({}, {}, {})", p.x, p.y, p.z);
    let line = |(i, waypoint): (usize, &Waypoint)| {
        let over = link_after(path, i).map_or_else(String::new, |link| format!(" over link {}", link.0));
        format!("{:?} {}{over}", waypoint.kind, point(waypoint.point))
    };
    let lines: Vec<String> = path.waypoints.iter().enumerate().map(line).collect();
    format!("{:.2} m\n{}", path.length, lines.join("\n"))
}

fn check(mesh: &NavMesh, from: [f32; 2], to: [f32; 2], settings: &Settings, expected: &Expect) {
    expected.assert_eq(&described(&ask(mesh, from, to, settings)));
}

/// Returns settings for every algorithm that uses links.
fn every_algorithm() -> impl Iterator<Item = Settings> {
    let takers = Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::Polyanya);
    takers.map(|algorithm| Settings { algorithm: algorithm.into(), ..Settings::default() })
}

#[test]
fn polyanya_takes_no_links_and_says_so() {
    let mesh = squares(APART, &[one_way()]);
    let settings = Settings { algorithm: Algorithm::Polyanya.into(), ..Settings::default() };
    let answer = ask(&mesh, [0.5, 0.5], [6.5, 0.5], &settings);
    assert_eq!(answer.why(), Some(&Why::OnlyByLinks), "no other way leads there");
}

#[test]
fn a_one_way_link_leads_one_way_and_says_so_the_other() {
    let mesh = squares(APART, &[one_way()]);
    for settings in every_algorithm() {
        let there = expect![[r#"
            6.24 m
            Start (0.5, 0, 0.5)
            On(LinkId(0)) (1.5, 0, 1) over link 0
            Off(LinkId(0)) (5.5, 0, 1)
            Target (6.5, 0, 0.5)"#]];
        check(&mesh, [0.5, 0.5], [6.5, 0.5], &settings, &there);
        let back = expect![
            "every path leads into cells that are blocked in that direction, at least cell 0 (link 0 is one-way, in the other direction); allow link 0 both ways to get a path"
        ];
        check(&mesh, [6.5, 0.5], [0.5, 0.5], &settings, &back);
    }
}

#[test]
fn a_link_that_rises_more_than_the_agent_climbs_is_shut_to_it() {
    let ladder = Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(6.0, 3.0, 1.0));
    let mesh = squares(&[[0.0, 0.0, 0.0], [5.0, 3.0, 0.0]], &[ladder]);
    let agent = Agent { max_climb: 0.5, ..Agent::default() };
    let settings = Settings { agent, ..Settings::default() };
    check(
        &mesh,
        [0.5, 1.0],
        [6.5, 1.0],
        &settings,
        &expect![
            "every path leads into cells that are blocked in that direction, at least cell 1 (link 0 rises 3.00 m, too high a step); allow steps of 3.00 m to get a path"
        ],
    );
    check(
        &mesh,
        [6.5, 1.0],
        [0.5, 1.0],
        &settings,
        &expect![[r#"
        6.83 m
        Start (6.5, 3, 1)
        On(LinkId(0)) (6, 3, 1) over link 0
        Off(LinkId(0)) (1, 0, 1)
        Target (0.5, 0, 1)"#]],
    );
}

#[test]
fn ignored_links_are_taken_by_no_algorithm_and_the_answer_says_what_opens_the_way() {
    let joined: &[[f32; 3]] = &[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
    let shortcut = Link { cost: 0.1, ..Link::between(Vec3::new(0.5, 0.0, 1.0), Vec3::new(5.5, 0.0, 1.0)) };
    let weld = |mesh: &NavMesh| {
        let mut soup = navsmith_core::navmesh::Soup::default();
        for (_, cell) in mesh.cells() {
            let from = soup.positions.len() as u32;
            soup.positions.extend(cell.corners().iter().map(|&corner| mesh.position(corner)));
            let corners: Vec<u32> = (from..soup.positions.len() as u32).collect();
            soup.push(&corners, cell.area());
        }
        navsmith_core::navmesh::weld(&soup, &navsmith_core::navmesh::WeldOptions::default()).0
    };
    let plain = weld(&squares(joined, &[]));
    let linked = plain.clone().with_links([shortcut]).expect("a sound link");
    for algorithm in Algorithm::ALL {
        let mut settings = Settings { algorithm: algorithm.into(), ..Settings::default() };
        settings.filter.ignores_links = true;
        let [one, other] = [&linked, &plain].map(|mesh| ask(mesh, [0.5, 1.0], [5.5, 1.0], &settings));
        assert_eq!(one, other, "{algorithm:?}: as if there were no link");
        let apart = squares(APART, &[one_way()]);
        let answer = ask(&apart, [1.0, 1.0], [6.0, 1.0], &settings);
        let why = answer.why().expect("no path");
        assert_eq!(
            why.to_string(),
            "every path leads into cells that are blocked in that direction, at least cell 1 (link 0 is ignored, as all links are); allow links to get a path",
            "{algorithm:?}"
        );
        let relaxation = why.relaxation().expect("links would open it");
        let opened = relaxation.applied_to(&settings);
        assert!(!opened.filter.ignores_links, "{algorithm:?}: the order is carried out");
    }
}

#[test]
fn a_wide_link_is_crossed_where_the_way_comes_to_it() {
    let span = |x: f32| [Vec3::new(x, 0.0, 0.0), Vec3::new(x, 0.0, 2.0)];
    let link = Link { from: span(2.0), to: span(5.0), ..one_way() };
    let mesh = squares(APART, &[link]);
    check(
        &mesh,
        [1.0, 1.5],
        [6.0, 1.5],
        &Settings::default(),
        &expect![[r#"
        5.00 m
        Start (1, 0, 1.5)
        On(LinkId(0)) (2, 0, 1.5) over link 0
        Off(LinkId(0)) (5, 0, 1.5)
        Target (6, 0, 1.5)"#]],
    );
}

#[test]
fn a_dear_link_is_left_for_a_longer_way() {
    let link = |cost| Link { cost, ..Link::between(Vec3::new(0.5, 0.0, 1.0), Vec3::new(3.5, 0.0, 1.0)) };
    let columns = [0.0, 2.0, 4.0].map(|x| [Vec3::new(x, 0.0, 0.0), Vec3::new(x, 0.0, 2.0)]);
    let cells = [[0, 1, 3, 2], [2, 3, 5, 4]].map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    let row = NavMesh::from_parts(columns.concat(), cells).expect("two squares side by side");
    for settings in every_algorithm().skip(1) {
        let links_of = |cost| {
            let mesh = row.clone().with_links([link(cost)]).expect("a sound link");
            let answer = ask(&mesh, [0.25, 1.0], [3.75, 1.0], &settings);
            let path = answer.path().expect("side by side").clone();
            (0..path.waypoints.len()).filter_map(|i| link_after(&path, i)).collect::<Vec<_>>()
        };
        assert_eq!(links_of(3.0), [], "too dear, by {}", settings.algorithm);
        assert_eq!(links_of(0.1), [LinkId(0)], "a bargain, by {}", settings.algorithm);
    }
}

#[test]
fn the_funnel_says_that_it_takes_a_link() {
    let mesh = squares(APART, &[one_way()]);
    let query = query([0.5, 0.5], [6.5, 0.5], &Settings::default());
    let (_, steps) = find_path_traced(&mesh, &Derived::build(&mesh), &query);
    let forced =
        steps.funnel().events().iter().filter(|step| matches!(step.decision, Decision::Forced { .. }));
    let captions: Vec<String> =
        forced.map(navsmith_core::pathfinding::string_pulling::funnel::FunnelStep::caption).collect();
    expect![[r#"
        Portal 1: the path steps on link 0 here. The point (1.50, 1.00) becomes a waypoint and the new apex.
        Portal 2: the path gets off link 0 here, straight from where it stepped on. The point (5.50, 1.00) becomes a waypoint and the new apex."#]].assert_eq(&captions.join("\n"));
}

fn place() -> impl Strategy<Value = [f32; 2]> {
    ((0..4u8), 0.1..1.9f32, 0.1..1.9f32).prop_map(|(square, x, z)| [f32::from(square) * 5.0 + x, z])
}

proptest! {
    /// Compares searches with a simple graph search, where each cell is an island of its own.
    #[test]
    fn over_links_alone_every_search_by_distance_finds_what_trying_all_ways_does(
        ends in prop::collection::vec((place(), place(), any::<bool>(), 1.0..3.0f32), 0..7),
        from in place(),
        to in place(),
    ) {
        let at = |[x, z]: [f32; 2]| Vec3::new(x, 0.0, z);
        let link = |&(a, b, is_one_way, cost): &([f32; 2], [f32; 2], bool, f32)| Link {
            is_one_way,
            cost,
            ..Link::between(at(a), at(b))
        };
        // A link from a cell to itself is never used.
        let links: Vec<Link> = ends.iter().map(link).filter(|link| square(link.from[0]) != square(link.to[0])).collect();
        let row: Vec<[f32; 3]> = (0..4u8).map(|i| [f32::from(i) * 5.0, 0.0, 0.0]).collect();
        let mesh = squares(&row, &links);
        let best = cheapest(&links, at(from), at(to));
        for algorithm in [Algorithm::ALL[1], Algorithm::ALL[3], Algorithm::ALL[5]] {
            let settings = Settings { algorithm: algorithm.into(), ..Settings::default() };
            let answer = ask(&mesh, from, to, &settings);
            let cost = answer.path().map(|path| {
                let points: Vec<Vec3> = path.waypoints.iter().map(|waypoint| waypoint.point).collect();
                let leg = |i: usize| {
                    let weight = link_after(path, i).and_then(|link| mesh.link(link)).map_or(1.0, |link| link.cost);
                    f64::from(weight) * points[i].as_dvec3().distance(points[i + 1].as_dvec3())
                };
                (0..points.len() - 1).map(leg).sum::<f64>()
            });
            match (cost, best) {
                (Some(cost), Some(best)) => prop_assert!((cost - best).abs() < 1e-4, "{} not {} by {}", cost, best, algorithm),
                (None, None) => {}
                other => prop_assert!(false, "{:?} by {}: {}", other, algorithm, described(&answer)),
            }
        }
    }
}

fn square(place: Vec3) -> i32 {
    (place.x / 5.0).floor() as i32
}

/// Returns the lowest cost by Bellman-Ford over the ends of links.
///
/// Every square is an island.
fn cheapest(links: &[Link], from: Vec3, to: Vec3) -> Option<f64> {
    let walk = |a: Vec3, b: Vec3| {
        if square(a) == square(b) { a.as_dvec3().distance(b.as_dvec3()) } else { f64::INFINITY }
    };
    let mut ways: Vec<(Vec3, Vec3, f64)> = Vec::new();
    for link in links {
        let over = f64::from(link.cost) * link.from[0].as_dvec3().distance(link.to[0].as_dvec3());
        ways.push((link.from[0], link.to[0], over));
        if !link.is_one_way {
            ways.push((link.to[0], link.from[0], over));
        }
    }
    let mut costs: Vec<f64> = ways.iter().map(|&(on, _, over)| walk(from, on) + over).collect();
    for _ in 0..ways.len() {
        for i in 0..ways.len() {
            for j in 0..ways.len() {
                costs[i] = costs[i].min(costs[j] + walk(ways[j].1, ways[i].0) + ways[i].2);
            }
        }
    }
    let last = costs.iter().zip(&ways).map(|(cost, (_, off, _))| cost + walk(*off, to));
    let best = last.fold(walk(from, to), f64::min);
    best.is_finite().then_some(best)
}

#[test]
fn a_link_ends_where_the_path_does() {
    let mesh = squares(APART, &[one_way()]);
    let settings = Settings::default();
    let answer = ask(&mesh, [1.5, 1.0], [5.5, 1.0], &settings);
    let kinds: Vec<WaypointKind> =
        answer.path().unwrap().waypoints.iter().map(|waypoint| waypoint.kind).collect();
    let link = LinkId(0);
    assert_eq!(
        kinds,
        [WaypointKind::Start, WaypointKind::On(link), WaypointKind::Off(link), WaypointKind::Target]
    );
}

/// Builds two passages of 2 m, each with a bend, and a link between their ends.
///
/// The second passage is 10 m farther south.
fn two_bends() -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    for south in [0.0, 10.0] {
        let places = [[0., 0.], [0., 2.], [2., 2.], [2., 0.], [4., 2.], [4., 0.], [2., 4.], [4., 4.]];
        let ids = places.map(|[x, z]| draft.add_vertex(Vec3::new(x, 0.0, z + south)));
        for ring in [[0, 1, 2, 3], [3, 2, 4, 5], [2, 6, 7, 4]] {
            draft.add_cell(ring.map(|i: usize| ids[i]), AreaId(0));
        }
    }
    draft.add_link(Link::between(ON, OFF));
    draft.into_mesh()
}

const ON: Vec3 = Vec3::new(2.75, 0.0, 3.5);
const OFF: Vec3 = Vec3::new(0.5, 0.0, 11.25);

fn wide(radius: f32) -> Settings {
    Settings { agent: Agent { radius, ..Agent::default() }, ..Settings::default() }
}

proptest! {
    #[test]
    fn each_leg_between_links_is_rounded_as_if_it_were_asked_for_by_itself(
        radius in 0.05..0.6f32, from in [0.2..1.8f32, 0.2..1.8f32], to in [2.2..3.8f32, 12.2..13.8f32],
    ) {
        let mesh = two_bends();
        let path = |from, to| ask(&mesh, from, to, &wide(radius)).path().cloned().expect("one way");
        let whole = path(from, to);
        let legs: [Path; 2] = [path(from, [ON.x, ON.z]), path([OFF.x, OFF.z], to)];
        let rounding = whole.rounding.as_ref().expect("a radius rounds");
        let parts = legs.each_ref().map(|leg| leg.rounding.clone().expect("a radius rounds"));
        let points = [parts[0].points.clone(), parts[1].points.clone()].concat();
        prop_assert_eq!(&rounding.points, &points, "one leg after the other");
        let length = legs[0].length + f64::from(ON.distance(OFF)) + legs[1].length;
        prop_assert!((whole.length - length).abs() < 1e-5, "{} for {}", whole.length, length);
        let arcs = |path: &Path| path.rounding.iter().flat_map(|it| it.arcs.clone()).collect::<Vec<_>>();
        let mut expected = [arcs(&legs[0]), arcs(&legs[1])].concat();
        let behind = arcs(&legs[0]).len();
        expected[behind..].iter_mut().for_each(|arc| arc.portal += legs[0].portals.len());
        prop_assert_eq!(&rounding.arcs, &expected, "at the portals of the whole path");
        for arc in &rounding.arcs {
            let ids = whole.portals[arc.portal].ids;
            prop_assert!(ids.is_some_and(|ids| ids.contains(&arc.around)), "an arc is at its portal: {:?}", arc);
        }
    }
}

#[test]
fn the_stepper_draws_the_corners_round_on_both_sides_of_a_link() {
    let end = |x, z| Some(Endpoint { ground: Vec2::new(x, z), height: None });
    let (start, target) = (end(0.5, 1.75), end(2.5, 13.75));
    let query = NamedQuery { start, target, settings: wide(0.4), ..NamedQuery::default() };
    let document = Document { queries: vec![query].into(), ..Document::of_mesh(two_bends()) };
    let mut editor = Editor::new(document);
    let path = editor.answer().and_then(Answer::path).expect("over the link").clone();
    let rounding = path.rounding.expect("a radius rounds");
    assert_eq!(rounding.arcs.len(), 2, "a bend on either side: {rounding:?}");
    let rounded = rounding.points;
    let draws = |editor: &Editor, role| {
        editor.scene(ViewId::ABOVE).marks.contains(&Mark::Line(role, rounded.clone()))
    };
    assert!(draws(&editor, Role::Path), "when it has run");
    let places = [ON, OFF].map(|place| Mark::Point(Role::Waypoint, place));
    let scene = editor.scene(ViewId::ABOVE);
    assert!(places.iter().all(|place| scene.marks.contains(place)), "with the ends of the link");
    for stage in [Stage::Funnel, Stage::Surface] {
        let last = editor.trace().range(stage).end - 1;
        editor.handle(Input::Step(StepInput::SetCursor(last)));
        assert!(draws(&editor, Role::Path), "at the end of {stage:?}");
    }
    let first = editor.trace().range(Stage::Surface).start;
    editor.handle(Input::Step(StepInput::SetCursor(first)));
    assert!(draws(&editor, Role::PathAhead), "and ahead of what is being laid");
}
