//! Portals, profiles of paths, and what a recorded query says of its steps.

use expect_test::expect;
use navsmith_core::geometry::{SplitMix64, Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::mesh_query::locate::LocateStep;
use navsmith_core::pathfinding::query::{Query, find_path, find_path_traced};
use navsmith_core::pathfinding::string_pulling::funnel::{FunnelStep, string_pull};
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::pathfinding::string_pulling::portal::Portal;
use navsmith_core::pathfinding::string_pulling::waypoint::{Waypoint, WaypointKind};
use navsmith_core::pathfinding::timeline::corridor::CorridorEvent;
use navsmith_core::pathfinding::timeline::{LocateEvent, QueryEvent, QueryRecorder, Stage};
use navsmith_core::trace::Observer as _;

use crate::support::notation::mesh;
use crate::trace_laws::{query, two_bends};

/// Returns the portal between two squares, walked from west to east.
///
/// The eastern square rises by `rise`.
fn portal(rise: f32, is_reversed: bool) -> Portal {
    let cells = if is_reversed { "3 2 1 0, 5 4 2 3" } else { "0 1 2 3, 3 2 4 5" };
    let mesh = mesh(&format!("v 0 0, 0 2, 2 2, 2 0, 4 {rise} 2, 4 {rise} 0; c {cells}"));
    let query = Query::new(Vec2::new(1., 1.), Vec2::new(3., 1.));
    let answer = find_path(&mesh, &Derived::build(&mesh), &query);
    answer.path().expect("the squares share a side").portals[1]
}

#[test]
fn walking_east_the_left_end_is_up_in_the_view() {
    for is_reversed in [false, true] {
        let portal = portal(0.0, is_reversed);
        assert_eq!((portal.left.z, portal.right.z), (0.0, 2.0), "inside out: {is_reversed}");
        assert_eq!(portal.ids, Some([VertexId(3), VertexId(2)]), "inside out: {is_reversed}");
    }
}

#[test]
fn a_slope_changes_from_about_eight_degrees_on() {
    let rise = |degrees: f32| 2.0 * degrees.to_radians().tan();
    assert!(!portal(rise(8.0), false).is_slope_change, "cos 8° is 0.9903");
    assert!(portal(rise(8.2), false).is_slope_change, "cos 8.2° is 0.9898");
    assert!(portal(rise(8.2), true).is_slope_change, "inside out as well");
}

#[test]
fn a_straight_path_up_a_ramp_rises_where_it_passes_the_portal() {
    let [start, target] = [Vec3::ZERO, Vec3::new(4.0, 2.0, 0.0)];
    let middle =
        Portal { left: Vec3::new(2.0, 1.0, -1.0), right: Vec3::new(2.0, 1.0, 3.0), ..Portal::at(start) };
    let waypoint = |point, kind, portal| Waypoint { point, kind, portal };
    let path = Path {
        portals: vec![Portal::at(start), middle, Portal::at(target)],
        waypoints: vec![waypoint(start, WaypointKind::Start, 0), waypoint(target, WaypointKind::Target, 2)],
        ..Path::default()
    };
    let heights: Vec<_> = path.passings().iter().map(|p| (p.portal, p.distance, p.point.y)).collect();
    assert_eq!(heights, [(0, 0.0, 0.0), (1, 2.0, 1.0), (2, 4.0, 2.0)], "half way up in the middle");
}

/// Goes east along the x axis and then north around the left corner at (3, -1); north is at smaller z.
#[test]
fn a_bend_is_cut_at_its_inner_corner_and_described_in_words() {
    let portal = |left: [f32; 3], right: [f32; 3]| Portal {
        left: left.into(),
        right: right.into(),
        ..Portal::at(left.into())
    };
    let mut ramp = portal([3., 0., -3.], [5., 0., -3.]);
    ramp.is_slope_change = true;
    let portals = [
        Portal::at([0., 0., 0.].into()),
        portal([1., 0., -1.], [1., 0., 1.]),
        portal([3., 0., -1.], [3., 0., 4.]),
        portal([3., 0., -1.], [5., 0., -1.]),
        ramp,
        Portal::at([3., 0., -5.].into()),
    ];
    // Without the slope, all decisions about both ends of a portal in turn.
    let mut decisions = Vec::new();
    string_pull(&portals, false, &mut |step: FunnelStep| {
        let ([own, other], kind) = (step.areas, QueryEvent::from(step).kind().name());
        decisions.push(format!("{} {} {own:+} {other:+} {kind}", step.portal, step.side.name()));
    });
    expect!["1 right +0 +0 tightened, 1 left +0 +2 tightened, 2 right -1 -7 outside, 2 left -2 +4 tightened, 3 right +6 -2 tightened, 3 left +0 +2 tightened, 4 right +10 +4 crossed, 4 right +0 +0 tightened, 4 left +0 +4 tightened, 5 right +8 +0 tightened, 5 left +0 +0 arrived"].assert_eq(&decisions.join(", "));
    let mut described: Vec<String> = Vec::new();
    string_pull(&portals, true, &mut |step: FunnelStep| described.extend([step.caption(), step.rule()]));
    expect![[r#"
        Portal 1, right: the right leg leaves the apex and reaches to the point.
        area(apex, right leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it
        Portal 1, left: the left leg leaves the apex and reaches to the point.
        area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, right leg, point) = +2.000 m²: left of the right leg, so not beyond it
        Portal 2, right: the point lies outside the right leg, and a funnel never widens. The leg stays.
        area(apex, right leg, point) = -1.000 m²: right of the right leg, so outside; area(apex, left leg, point) = -7.000 m²: right of the left leg, so not beyond it
        Portal 2, left: the point lies inside the funnel, so the left leg swings in to it.
        area(apex, left leg, point) = -2.000 m²: right of the left leg, so not outside; area(apex, right leg, point) = +4.000 m²: left of the right leg, so not beyond it
        Portal 3, right: the point lies inside the funnel, so the right leg swings in to it.
        area(apex, right leg, point) = +6.000 m²: left of the right leg, so not outside; area(apex, left leg, point) = -2.000 m²: right of the left leg, so not beyond it
        Portal 3, left: the point lies inside the funnel, so the left leg swings in to it.
        area(apex, left leg, point) = +0.000 m²: on the leg's line, so not outside; area(apex, right leg, point) = +2.000 m²: left of the right leg, so not beyond it
        Portal 4, right: the point lies beyond the left leg, so the string must bend at the left corner (3.00, -1.00). It becomes a waypoint and the new apex. The scan restarts after portal 3.
        area(apex, right leg, point) = +11.000 m²: left of the right leg, so not outside; area(apex, left leg, point) = +5.000 m²: left of the left leg, so beyond it
        Portal 4, right: the right leg leaves the apex and reaches to the point.
        area(apex, right leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it
        Portal 4: the slope changes here, so the path passes through the middle of the portal. The point (4.00, -3.00) becomes a waypoint and the new apex.
        area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, right leg, point) = +0.000 m²: on the leg's line, so it only touches it
        Portal 5, right: the right leg leaves the apex and reaches to the point.
        area(apex, right leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it
        Portal 5, the target: the apex sees it, so the path ends with a straight line.
        area(apex, left leg, point) = +0.000 m²: the leg has no length, so nothing is beyond it; area(apex, right leg, point) = +0.000 m²: on the leg's line, so it only touches it"#]].assert_eq(&described.join("\n"));
}

#[test]
fn every_event_has_one_number_and_one_place() {
    let mut recorder = QueryRecorder::default();
    let located = LocateEvent { end: End::Start, step: LocateStep::NoCell };
    for event in [located; 2] {
        recorder.observe(event.into());
    }
    for number in 0..3 {
        recorder.observe(CorridorEvent { number, cell: CellId(7), from: None }.into());
    }
    let trace = recorder.into_trace();
    assert_eq!((trace.len(), trace.range(Stage::Corridor)), (5, 2..5), "two and three");
    assert_eq!(trace.range(Stage::Search), 2..2, "none between them");
    let places: Vec<_> = (0..6).map(|index| trace.place(index)).collect();
    assert_eq!(places[1], Some((Stage::Locate, 1)), "the last of the first lane");
    assert_eq!(places[2], Some((Stage::Corridor, 0)), "empty lanes take no number");
    assert_eq!(places[5], None, "past the end");
    for index in 0..trace.len() {
        let (stage, local) = trace.place(index).expect("a step");
        assert_eq!(trace.range(stage).start + local, index, "there and back");
        assert_eq!(trace.get(index).map(|event| event.stage()), Some(stage), "in its lane");
    }
}

#[test]
fn every_lesson_is_three_short_sentences() {
    for stage in Stage::ALL {
        let lesson = stage.lesson();
        assert!(lesson.title.ends_with('?'), "{stage:?} asks a question");
        for sentence in lesson.sentences {
            let words = sentence.split_whitespace().count();
            assert!(words <= 22 && sentence.ends_with('.'), "{stage:?}, {words} words: {sentence}");
        }
    }
}

/// Returns what the events of some stages say, in words and by rule.
fn said(stages: &[Stage]) -> String {
    let mesh = two_bends();
    let (_, trace) = find_path_traced(&mesh, &Derived::build(&mesh), &query([0.5, 0.9], [4.5, -3.9], true));
    let events = (0..trace.len()).filter_map(|index| trace.get(index));
    let lines: Vec<String> = events
        .filter(|event| stages.contains(&event.stage()))
        .map(|event| format!("{}: {}\n    {}", event.stage().title(), event.caption(), event.rule()))
        .collect();
    lines.join("\n")
}

/// Stages up to the end of the search.
const SEARCHED: [Stage; 2] = [Stage::Locate, Stage::Search];

#[test]
fn a_query_is_recorded_from_its_ends_to_the_end_of_its_search() {
    expect![[r#"
        Locate: Start: cell 0 is under the start: the best floor so far.
            floor at 0.00 m: in reach, and higher than any found before, or as high with a smaller number
        Locate: The start is on cell 0.
            at x 0.50, y 0.00, z 0.90, right there
        Locate: Target: cell 3 is under the target: the best floor so far.
            floor at 0.00 m: in reach, and higher than any found before, or as high with a smaller number
        Locate: The target is on cell 3.
            at x 4.50, y 0.00, z -3.90, right there
        Search: The search begins in cell 0, which contains the start. It expands that cell.
            cost so far 0.00 + estimate of the rest 6.25 = total 6.25; the least total of all open nodes
        Search: From cell 0, cell 1 is opened.
            cost so far 2.53 + estimate of the rest 4.65 = total 7.18
        Search: Of all open nodes, the one from cell 0 into cell 1 has the least total. The search closes it and expands cell 1.
            cost so far 2.53 + estimate of the rest 4.65 = total 7.18; the least total of all open nodes
        Search: From cell 1, cell 0 is rejected: it is the cell that the search came from.
            blocked cells and U-turns count as infinite cost
        Search: From cell 1, cell 2 is opened.
            cost so far 3.24 + estimate of the rest 4.03 = total 7.27
        Search: Of all open nodes, the one from cell 1 into cell 2 has the least total. The search closes it and expands cell 2.
            cost so far 3.24 + estimate of the rest 4.03 = total 7.27; the least total of all open nodes
        Search: From cell 2, cell 1 is rejected: it is the cell that the search came from.
            blocked cells and U-turns count as infinite cost
        Search: From cell 2, cell 3 is opened.
            cost so far 6.74 + estimate of the rest 1.08 = total 7.82
        Search: Of all open nodes, the one from cell 2 into cell 3 has the least total. The search closes it and expands cell 3.
            cost so far 6.74 + estimate of the rest 1.08 = total 7.82; the least total of all open nodes"#]]
    .assert_eq(&said(&SEARCHED));
}

#[test]
fn a_query_is_recorded_from_its_corridor_to_its_surface() {
    let stages: Vec<Stage> = Stage::ALL
        .iter()
        .copied()
        .filter(|stage| !SEARCHED.contains(stage) && *stage != Stage::Funnel)
        .collect();
    expect![[r#"
        Corridor: Cell 3 was reached from cell 2, so that cell precedes it.
            every closed node stores its predecessor; this is cell number 3 of the corridor as walked, counted from 0
        Corridor: Cell 2 was reached from cell 1, so that cell precedes it.
            every closed node stores its predecessor; this is cell number 2 of the corridor as walked, counted from 0
        Corridor: Cell 1 was reached from cell 0, so that cell precedes it.
            every closed node stores its predecessor; this is cell number 1 of the corridor as walked, counted from 0
        Corridor: Cell 0 contains the start: the corridor is complete.
            every closed node stores its predecessor; this is cell number 0 of the corridor as walked, counted from 0
        Portals: Portal 0 is the start itself, a portal without width.
            at (0.50, 0.90)
        Portals: Portal 1: walking through it, vertex 4 is on the left and vertex 2 on the right.
            seen from above, the side of cell 0 runs counter-clockwise from vertex 2 to vertex 4, so seen from inside the cell it begins on the right; 1.00 m wide; normals before · behind = 1.0000: no change of slope
        Portals: Portal 2: walking through it, vertex 4 is on the left and vertex 5 on the right.
            seen from above, the side of cell 1 runs counter-clockwise from vertex 5 to vertex 4, so seen from inside the cell it begins on the right; 1.00 m wide; normals before · behind = 1.0000: no change of slope
        Portals: Portal 3: walking through it, vertex 6 is on the left and vertex 7 on the right.
            seen from above, the side of cell 2 runs counter-clockwise from vertex 7 to vertex 6, so seen from inside the cell it begins on the right; 1.41 m wide; normals before · behind = 1.0000: no change of slope
        Portals: Portal 4 is the target itself, a portal without width.
            at (4.50, -3.90)
        Surface: The path passes portal 0 at (0.50, 0.90), 0.00 m high, after 0.00 m on the ground.
            0.00 m on the ground since the portal before, 0.00 m up
        Surface: The path passes portal 1 at (3.00, 0.00), 0.00 m high, after 2.66 m on the ground.
            2.66 m on the ground since the portal before, 0.00 m up
        Surface: The path passes portal 2 at (3.00, 0.00), 0.00 m high, after 2.66 m on the ground.
            0.00 m on the ground since the portal before, 0.00 m up
        Surface: The path passes portal 3 at (4.00, -3.00), 0.00 m high, after 5.82 m on the ground.
            3.16 m on the ground since the portal before, 0.00 m up
        Surface: The path passes portal 4 at (4.50, -3.90), 0.00 m high, after 6.85 m on the ground.
            1.03 m on the ground since the portal before, 0.00 m up"#]]
    .assert_eq(&said(&stages));
}

/// Returns squares of one metre in random areas 0 to 2; some of them are missing.
fn squares_of_random_areas(side: u32, chance: &mut SplitMix64) -> NavMesh {
    let row = side + 1;
    let vertices = (0..row * row).map(|at| Vec3::new((at / row) as f32, 0.0, (at % row) as f32));
    let squares = (0..side * side).map(|at| at / side * row + at % side);
    let cells = squares.filter_map(|first| {
        let area = chance.below(4) as u8;
        let corners = [first, first + 1, first + row + 1, first + row].map(VertexId);
        (area < 3).then(|| Cell::new(corners, AreaId(area)))
    });
    NavMesh::from_parts(vertices, cells).expect("a mesh")
}

#[test]
fn no_waypoint_of_a_path_over_areas_of_different_costs_repeats_the_one_before() {
    let mut repeated = Vec::new();
    let mut paths = 0;
    for seed in 0..300 {
        let mut chance = SplitMix64(seed * 7919 + 5);
        let mesh = squares_of_random_areas(5, &mut chance);
        let derived = Derived::build(&mesh);
        // Many ends lie on borders and corners of areas.
        let mut end = || Vec2::new(chance.below(11) as f32 * 0.5, chance.below(11) as f32 * 0.5);
        let mut query = Query::new(end(), end());
        query.settings.filter.set_cost(AreaId(1), 3.0);
        query.settings.filter.set_cost(AreaId(2), 1.5);
        let answer = find_path(&mesh, &derived, &query);
        let Some(path) = answer.path() else { continue };
        paths += 1;
        let is_repeated = |pair: &[Waypoint]| pair[0].point == pair[1].point && path.length > 0.0;
        repeated.extend(
            path.waypoints.windows(2).filter(|pair| is_repeated(pair)).map(|pair| (seed, pair.to_vec())),
        );
        let length: f64 =
            path.waypoints.windows(2).map(|pair| f64::from(pair[0].point.distance(pair[1].point))).sum();
        assert!((length - path.length).abs() < 1e-4, "{seed}: {length} and {} m", path.length);
    }
    assert!(paths > 100, "{paths} paths");
    assert!(repeated.is_empty(), "{} times, such as {:?}", repeated.len(), repeated[0]);
}
