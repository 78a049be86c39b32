//! What must hold of every traced algorithm: watching changes nothing, a trace replays to the same answer, and
//! stepping to the end equals running.

use glam::Vec3;
use navsmith::navmesh::{AreaId, Derived, Draft, NavMesh};
use navsmith::pathfinding::{
    Agent, Algorithm, Breakpoint, Decision, Endpoint, Filter, FunnelStep, Query, Search, SearchEvent,
    Settings, Side, Status, Walkable, find_key, find_path, find_path_traced, key_of, locate,
};
use navsmith::trace::{Recorder, Silent, Timeline};
use proptest::prelude::*;

const WIDTH: usize = 8;

/// A floor of triangles with pushed vertices, steps in height and holes.
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

fn query(from: [f32; 2], to: [f32; 2], has_slope_waypoints: bool) -> Query {
    let [start, target] = [from, to].map(|p| Endpoint { ground: p.into(), height: None });
    Query { start, target, settings: Settings { has_slope_waypoints, ..Settings::default() } }
}

/// The waypoints that the decisions of a trace add up to.
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
    fn watching_changes_nothing_and_a_trace_replays(mesh in floor(), from in place(), to in place(), slopes: bool) {
        let derived = Derived::build(&mesh);
        let query = query(from, to, slopes);
        let (answer, timeline) = find_path_traced(&mesh, &derived, &query);
        prop_assert_eq!(&find_path(&mesh, &derived, &query), &answer, "watched or not");
        let Some(path) = answer.path() else { return Ok(()) };
        let points: Vec<Vec3> = path.waypoints.iter().map(|w| w.point).collect();
        prop_assert_eq!(replay(points[0], &timeline), points, "replayed");
        let last = timeline.events().last().expect("a path has a target");
        prop_assert!(matches!(last.decision, Decision::Arrived), "{last:?}");
    }

    #[test]
    fn every_step_is_found_again_by_its_key(mesh in floor(), from in place(), to in place()) {
        let (answer, timeline) = find_path_traced(&mesh, &Derived::build(&mesh), &query(from, to, true));
        let portals = answer.path().map_or(&[][..], |path| &path.portals);
        for index in 0..timeline.len() {
            let key = key_of(&timeline, portals, index).expect("within the trace");
            prop_assert_eq!(find_key(&timeline, portals, key), Some(index), "{:?}", key);
        }
        prop_assert_eq!(key_of(&timeline, portals, timeline.len()), None, "past the end");
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
            let Algorithm::Nodes(method) = algorithm;
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

/// East, north round a corner, and east again: a bend to each side.
fn two_bends() -> NavMesh {
    let mut draft = Draft::of(NavMesh::default());
    let places = [
        [0., 0.],
        [0., 1.],
        [3., 1.],
        [4., 1.],
        [3., 0.],
        [4., 0.],
        [3., -4.],
        [4., -3.],
        [7., -4.],
        [7., -3.],
    ];
    let ids = places.map(|[x, z]| draft.add_vertex(Vec3::new(x, 0.0, z)));
    for ring in
        [[0, 1, 2, 4], [4, 2, 3, 5], [6, 4, 5, 7], [6, 7, 9, 8]].map(|ring| ring.map(|i: usize| ids[i]))
    {
        draft.add_cell(ring, AreaId(0));
    }
    draft.into_mesh()
}

#[test]
fn breakpoints_stop_where_they_say() {
    let mesh = two_bends();
    let (answer, timeline) =
        find_path_traced(&mesh, &Derived::build(&mesh), &query([0.5, 0.9], [6.5, -3.9], true));
    assert!(answer.path().is_some(), "the cells are joined: {answer:?}");
    let stops =
        |breakpoint: Breakpoint| timeline.events().iter().filter(|step| breakpoint.matches(step)).count();
    let corners = answer.path().map_or(0, |path| path.waypoints.len() - 2);
    assert_eq!(corners, 2, "it bends to the left and to the right: {answer:?}");
    assert_eq!(stops(Breakpoint::CornerEmitted), corners, "one for each corner");
    let sides = [Side::Left, Side::Right].map(|side| stops(Breakpoint::Crossing(side)));
    assert_eq!(sides, [1, 1], "the left bend is crossed by a right end, the right one by a left end");
    assert_eq!(stops(Breakpoint::ApexMoves), corners, "no slopes here");
    assert!(stops(Breakpoint::Portal(1)) >= 2, "both ends of the first portal");
}
