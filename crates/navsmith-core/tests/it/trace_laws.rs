//! Invariants of every traced algorithm.
//!
//! Observation changes nothing, a trace replays to an equal answer, and stepping to the end equals running.

use glam::Vec3;
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, Link, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::locate::{LocateStep, locate};
use navsmith_core::pathfinding::mesh_query::move_along_surface::{
    WalkEvent, move_along_surface, move_along_surface_observed,
};
use navsmith_core::pathfinding::mesh_query::raycast::{RayEvent, raycast, raycast_observed};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path, find_path_observed, find_path_traced};
use navsmith_core::pathfinding::search::event::SearchEvent;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::search::{Search, Status};
use navsmith_core::pathfinding::string_pulling::funnel::{Decision, FunnelStep};
use navsmith_core::pathfinding::string_pulling::plane::Pulling;
use navsmith_core::pathfinding::string_pulling::portal::{Portal, Side};
use navsmith_core::pathfinding::string_pulling::profile::Passing;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::key::{find_key, key_of};
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::{QueryRecorder, QueryTrace, Stage};
use navsmith_core::trace::{Observer as _, Recorder, Silent, Timeline};
use proptest::prelude::*;

use crate::support::notation::mesh;

const WIDTH: usize = 8;

/// Generates a floor of triangles with displaced vertices, steps in height and holes.
fn floor() -> impl Strategy<Value = NavMesh> {
    let vertices = prop::collection::vec([-0.3f32..0.3, 0f32..1.0, -0.3f32..0.3], (WIDTH + 1) * (WIDTH + 1));
    let holes = prop::collection::vec(prop::bool::weighted(0.15), WIDTH * WIDTH * 2);
    (vertices, holes).prop_map(|(vertices, holes)| build(&vertices, &holes))
}

fn build(vertices: &[[f32; 3]], holes: &[bool]) -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    let across = WIDTH + 1;
    let push = |(i, &[x, y, z]): (usize, &[f32; 3])| {
        draft.add_vertex(Vec3::new((i % across) as f32 + x, y.max(0.5), (i / across) as f32 + z))
    };
    let ids: Vec<_> = vertices.iter().enumerate().map(push).collect();
    for (i, _) in holes.iter().enumerate().filter(|(_, is_hole)| !**is_hole) {
        let corner = i / 2 / WIDTH * across + i / 2 % WIDTH;
        let [a, b, c, d] = [corner, corner + across, corner + across + 1, corner + 1].map(|i| ids[i]);
        draft.add_cell(if i % 2 == 0 { [a, b, c] } else { [a, c, d] }, AreaId(0));
    }
    draft.into_mesh()
}

pub(crate) fn query(from: [f32; 2], to: [f32; 2], has_slope_waypoints: bool) -> Query {
    let [start, target] = [from, to].map(|p| Endpoint { ground: p.into(), height: None });
    let algorithm = Algorithm::Nodes(Method::Midpoints).into();
    Query { start, target, settings: Settings { algorithm, has_slope_waypoints, ..Settings::default() } }
}

/// Returns the cells in which both ends were located.
fn chosen(trace: &QueryTrace) -> [Option<CellId>; 2] {
    [End::Start, End::Target].map(|end| {
        let mut events = trace.locate().events().iter().filter(|event| event.end == end);
        match events.next_back().map(|event| event.step) {
            // An end on a common border may be moved to the cell on its other side.
            Some(LocateStep::Chosen { cell, .. } | LocateStep::Preferred { cell, .. }) => Some(cell),
            _ => None,
        }
    })
}

/// Reconstructs the corridor of a search from its events.
///
/// Follows the traversals back from the last expanded cell.
fn searched(events: &[SearchEvent]) -> Vec<CellId> {
    let mut at = events.len() - 1;
    let mut cells = Vec::new();
    while let SearchEvent::Expanded { cell, from, .. } = events[at] {
        cells.push(cell);
        let Some((before, way)) = from else { break };
        let opened = events[..at].iter().rposition(|event| {
            matches!(event, SearchEvent::Relaxed { .. })
                && (event.parent(), event.way(), event.cell()) == (Some(before), Some(way), cell)
        });
        let expanded = |event: &SearchEvent| matches!(event, SearchEvent::Expanded { .. });
        at = events[..opened.expect("a way was found first")]
            .iter()
            .rposition(expanded)
            .expect("from an expanded cell");
    }
    cells.reverse();
    cells
}

/// Reconstructs the waypoints from the decisions of a trace.
fn replay(start: Vec3, timeline: &Timeline<FunnelStep>) -> Vec<Vec3> {
    let mut points = vec![start];
    for step in timeline.events() {
        assert_eq!(step.waypoints, points.len(), "a step knows how many waypoints there were");
        match step.decision {
            Decision::Crossed { corner, .. } => points.push(corner),
            Decision::Forced { waypoint, .. } => points.push(waypoint),
            Decision::Arrived => {
                if points.len() > 1 {
                    points.pop_if(|last| *last == step.candidate);
                }
                points.push(step.candidate);
            }
            Decision::Tightened | Decision::Outside => {}
        }
    }
    points
}

fn place() -> impl Strategy<Value = [f32; 2]> {
    [-1f32..9.0, -1f32..9.0]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn watching_changes_nothing_and_a_trace_replays(
        mesh in floor(), from in place(), to in place(), slopes: bool, algorithm in 0..Algorithm::ALL.len()
    ) {
        let derived = Derived::build(&mesh);
        let mut query = query(from, to, slopes);
        query.settings.algorithm = Algorithm::ALL[algorithm].into();
        let (answer, trace) = find_path_traced(&mesh, &derived, &query);
        prop_assert_eq!(&find_path(&mesh, &derived, &query), &answer, "watched or not");
        prop_assert_eq!(chosen(&trace), [answer.start, answer.target].map(|end| end.map(|end| end.cell)), "located");
        let Some(path) = answer.path() else { return Ok(()) };
        let corridor: Vec<CellId> = trace.corridor().events().iter().rev().map(|event| event.cell).collect();
        prop_assert_eq!(&corridor, &path.corridor, "read back");
        if query.settings.algorithm == Algorithm::Polyanya.into() {
            prop_assert!(trace.search().is_empty(), "it has no nodes to search");
            let taken = trace.interval().events().iter().filter(|event| event.taken().is_some());
            prop_assert_eq!(taken.count(), answer.expanded, "one event for each interval taken");
        } else {
            prop_assert_eq!(searched(trace.search().events()), corridor, "searched");
        }
        let portals: Vec<Portal> = trace.portals().events().iter().map(|event| event.portal).collect();
        prop_assert_eq!(&portals, &path.portals, "listed");
        let points: Vec<Vec3> = path.waypoints.iter().map(|w| w.point).collect();
        prop_assert_eq!(replay(points[0], trace.funnel()), points, "pulled");
        let last = trace.funnel().events().last().expect("a path has a target");
        prop_assert!(matches!(last.decision, Decision::Arrived), "{last:?}");
        let passings: Vec<Passing> = trace.surface().events().iter().map(|event| event.passing).collect();
        prop_assert_eq!(passings, path.passings(), "laid");
    }

    #[test]
    fn however_a_path_is_asked_for_watching_changes_nothing(
        mesh in floor(), from in place(), to in place(), link in [place(), place()],
        radius in prop::sample::select(vec![0.0f32, 0.1, 0.3]), pulling in prop::sample::select(vec![Pulling::Ground, Pulling::Curved]),
    ) {
        let [on, off] = link.map(|[x, z]| Vec3::new(x, 0.5, z));
        let mesh = mesh.with_links([Link { is_one_way: true, cost: 0.1, ..Link::between(on, off) }]).expect("a sound link");
        let derived = Derived::build(&mesh);
        let mut query = query(from, to, true);
        query.settings.agent.radius = radius;
        query.settings.pulling = pulling;
        for algorithm in AlgorithmChoice::ALL {
            query.settings.algorithm = algorithm;
            let answer = find_path(&mesh, &derived, &query);
            let (watched, trace) = find_path_traced(&mesh, &derived, &query);
            prop_assert_eq!(&watched, &answer, "{} watched", algorithm);
            prop_assert!(!trace.is_empty(), "{} says something", algorithm);
            let again = find_path_traced(&mesh, &derived, &query).1;
            prop_assert_eq!(again.len(), trace.len(), "{} says as much again", algorithm);
        }
    }

    #[test]
    fn every_event_is_found_again_by_its_key(mesh in floor(), from in place(), to in place()) {
        let (_, trace) = find_path_traced(&mesh, &Derived::build(&mesh), &query(from, to, true));
        for index in (0..trace.len()).step_by(5) {
            let key = key_of(&trace, index).expect("within the trace");
            prop_assert_eq!(find_key(&trace, key), Some(index), "{:?}", key);
            let event = trace.get(index).expect("within the trace");
            prop_assert_eq!(trace.place(index).map(|(stage, _)| stage), Some(event.stage()), "in its lane");
            prop_assert_eq!(event.kind().stage(), event.stage(), "of its stage");
            prop_assert!(!event.caption().is_empty() && !event.rule().is_empty(), "it says so");
        }
        prop_assert_eq!(key_of(&trace, trace.len()), None, "past the end");
    }

    #[test]
    fn a_full_recorder_changes_nothing_and_keeps_the_beginning(
        mesh in floor(), from in place(), to in place(), limit in 0usize..40
    ) {
        let derived = Derived::build(&mesh);
        let query = query(from, to, true);
        let (answer, whole) = find_path_traced(&mesh, &derived, &query);
        let mut recorder = QueryRecorder::with_limit(limit);
        prop_assert_eq!(find_path_observed(&mesh, &derived, &query, &mut recorder), answer, "the same answer");
        let trace = recorder.into_trace();
        for &stage in Stage::ALL {
            let count = whole.count(stage);
            prop_assert_eq!(trace.count(stage), count.min(limit), "{:?}", stage);
            prop_assert_eq!(trace.is_truncated(stage), count > limit, "{:?}", stage);
            for local in 0..trace.count(stage) {
                prop_assert_eq!(trace.get_in(stage, local), whole.get_in(stage, local), "the beginning");
            }
        }
    }

    #[test]
    fn watching_a_walk_or_a_ray_changes_nothing_and_every_event_says_what_it_is_about(
        mesh in floor(), from in place(), to in prop::collection::vec(place(), 1..6)
    ) {
        let derived = Derived::build(&mesh);
        let start = Endpoint { ground: from.into(), height: None };
        let Some(mut at) = locate(&mesh, &derived, start, 2.0) else { return Ok(()) };
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let mut recorder = QueryRecorder::default();
        for to in to {
            let mut emit = |event: RayEvent| recorder.observe(event.into());
            let ray = raycast_observed(&walkable, &at, to.into(), &mut emit);
            prop_assert_eq!(&raycast(&walkable, &at, to.into()), &ray, "watched or not");
            let mut emit = |event: WalkEvent| recorder.observe(event.into());
            let slide = move_along_surface_observed(&walkable, &at, to.into(), &mut emit);
            prop_assert_eq!(&move_along_surface(&walkable, &at, to.into()), &slide, "watched or not");
            at = slide.end;
        }
        let trace = recorder.into_trace();
        for index in 0..trace.len() {
            let event = trace.get(index).expect("within the trace");
            let key = key_of(&trace, index).expect("within the trace");
            prop_assert_eq!(find_key(&trace, key), Some(index), "{:?}", key);
            let cell = event.cell().expect("it is about a cell").0;
            let caption = event.caption();
            let is_named = caption.contains(&format!("cell {cell}")) || event.kind() == Kind::AtCorner;
            prop_assert!(is_named && !event.rule().is_empty(), "{}", caption);
        }
        let last = trace.walk().events().last().copied();
        let ended = matches!(last, Some(WalkEvent::Ended { cell, .. }) if cell == at.cell);
        prop_assert!(ended, "{:?}", last);
    }

    #[test]
    fn stepping_a_search_to_its_end_equals_running_it(mesh in floor(), from in place(), to in place()) {
        let derived = Derived::build(&mesh);
        let query = query(from, to, true);
        let ends = [query.start, query.target].map(|end| locate(&mesh, &derived, end, 2.0));
        let [Some(start), Some(target)] = ends else { return Ok(()) };
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        for algorithm in Algorithm::ALL {
            let Algorithm::Nodes(method) = algorithm else { continue };
            let search = || Search::new(&walkable, method, &start, Some(&target));
            let (mut run, mut stepped) = (search(), search());
            let status = run.run(&mut Silent);
            let mut recorder = Recorder::<SearchEvent>::default();
            while stepped.step(&mut recorder) == Status::Searching {}
            prop_assert_eq!(stepped.step(&mut Silent), status, "the end stays the end");
            prop_assert_eq!(stepped.corridor(), run.corridor(), "the same way");
            let events = recorder.into_timeline();
            let expanded = events.events().iter().filter(|e| matches!(e, SearchEvent::Expanded { .. })).count();
            prop_assert_eq!(expanded, run.expanded(), "one event for each node expanded");
        }
    }
}

/// Builds a corridor east, north round a corner, and east again: a bend to each side.
pub(crate) fn two_bends() -> NavMesh {
    mesh(
        "v 0 0, 0 1, 3 1, 4 1, 3 0, 4 0, 3 -4, 4 -3, 7 -4, 7 -3; \
         c 0 1 2 4, 4 2 3 5, 6 4 5 7, 6 7 9 8",
    )
}

#[test]
fn breakpoints_stop_where_they_say() {
    let mesh = two_bends();
    let (answer, trace) =
        find_path_traced(&mesh, &Derived::build(&mesh), &query([0.5, 0.9], [6.5, -3.9], true));
    let path = answer.path().expect("the cells are joined");
    let stops = |breakpoint: Breakpoint| -> Vec<usize> {
        (0..trace.len()).filter(|&index| breakpoint.stops_at(&mesh, &trace, index)).collect()
    };
    let corners = path.waypoints.len() - 2;
    assert_eq!(corners, 2, "it bends to the left and to the right: {path:?}");
    assert_eq!(stops(Breakpoint::CornerEmitted).len(), corners, "one for each corner");
    let sides = [Side::Left, Side::Right].map(|side| stops(Breakpoint::LinkCrossing(side)).len());
    assert_eq!(sides, [1, 1], "the left bend is crossed by a right end, the right one by a left end");
    assert_eq!(stops(Breakpoint::ApexMoves).len(), corners, "no slopes here");
    for &stage in Stage::ALL {
        let start = Some(trace.range(stage)).filter(|range| !range.is_empty()).map(|range| range.start);
        assert_eq!(stops(Breakpoint::Stage(stage)), Vec::from_iter(start), "{stage:?} begins once");
    }
    let events =
        |stage, indices: &[usize]| indices.iter().filter(|&i| trace.range(stage).contains(i)).count();
    let at_portal = stops(Breakpoint::Portal(trace.portal_name(1).expect("a path has portals")));
    assert!(events(Stage::Funnel, &at_portal) >= 2, "both ends of the first portal");
    assert!(events(Stage::Search, &at_portal) >= 1, "the search went through it");
    assert_eq!(events(Stage::Portals, &at_portal), 1, "it was listed once");
    let at_cell = stops(Breakpoint::Cell(path.corridor[1]));
    assert_eq!(events(Stage::Corridor, &at_cell), 1, "in the corridor once");
    assert_eq!(events(Stage::Funnel, &at_cell), 0, "the funnel knows no cells");
    let costs: Vec<f64> = stops(Breakpoint::Cost(2.0)).iter().filter_map(|&i| trace.get(i)?.cost()).collect();
    assert!(!costs.is_empty() && costs.iter().all(|&cost| cost >= 2.0), "only dearer ones: {costs:?}");
    let expanded = stops(Breakpoint::Kind(Kind::Expanded));
    assert_eq!(expanded.len(), answer.expanded, "one for each node");
}
