//! Decisions, causes of standstill and their fixes, heat maps and curves.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::drawing::naming::mark_legend;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::pick::GroupId;
use navsmith::editor::simulation::decisions::{self, AgentOverlay};
use navsmith::editor::simulation::heat::{self, HeatKind};
use navsmith::editor::simulation::input::SimulationInput;
use navsmith::editor::simulation::playback::playback;
use navsmith::editor::simulation::{compared, runs, scenarios};
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith::samples;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::scenario::{AgentGroup, Behavior, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::steer::steering::SteeringSettings;
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

use super::{fix, group, has_mark, meeting, only_group, positions, walker, with_groups};
use crate::support::jobs;

#[test]
fn the_decision_of_the_selected_agent_is_shown_and_hidden_part_by_part() {
    let mut editor = meeting();
    let GroupId { scenario, group } = group(0);
    let chase = &editor.document().scenarios[scenario].groups[group];
    let chase = AgentGroup { behavior: Behavior::Chase, ..chase.clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(GroupId { scenario, group }, Box::new(chase))));
    assert!(!has_mark(&editor, AgentMark::Desired), "no agent is selected");
    editor.handle(Input::Run(Command::NextAgent));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    let decision = decisions::decision(&editor).expect("it is computed at first use");
    assert_eq!(decision.neighbors, [1], "the other agent");
    assert!((decision.desired.x - 1.5).abs() < 0.1, "to the target: {}", decision.desired);
    assert!(!decision.half_planes.is_empty());
    assert!(decision.force.is_some_and(|force| (force.length() - 10.0).abs() < 1e-3), "{:?}", decision.force);
    let parts = [
        (AgentOverlay::Trail, AgentMark::Trail(0)),
        (AgentOverlay::Path, AgentMark::PathAhead),
        (AgentOverlay::Velocities, AgentMark::Desired),
        (AgentOverlay::Force, AgentMark::Force),
        (AgentOverlay::Facing, AgentMark::Facing),
        (AgentOverlay::Neighbors, AgentMark::Neighbor),
        (AgentOverlay::HalfPlanes, AgentMark::HalfPlane),
        (AgentOverlay::Margin, AgentMark::Margin),
    ];
    assert_eq!(parts.map(|(overlay, _)| overlay), AgentOverlay::ALL);
    for (overlay, mark) in parts {
        assert!(has_mark(&editor, mark), "{mark:?}");
        editor.handle(Input::Simulation(SimulationInput::ShowOverlay(overlay, false)));
        assert!(!has_mark(&editor, mark), "{mark:?}");
    }
    assert_eq!(editor.verify_analyses(), Ok(()));
}

#[test]
fn decisions_of_a_long_run_are_recorded_by_a_job() {
    let mut editor = meeting();
    editor.handle(Input::Simulation(SimulationInput::SetDuration(60.0)));
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    let job = jobs::only_job(&mut editor, "simulating agents");
    jobs::finish(&mut editor, &job);
    editor.handle(Input::Run(Command::NextAgent));
    assert!(decisions::decision(&editor).is_none());
    editor.handle(Input::Tick(1.0));
    let job = jobs::only_job(&mut editor, "recording the decisions of an agent");
    jobs::finish(&mut editor, &job);
    assert!(decisions::decision(&editor).is_some());
}

#[test]
fn next_event_and_previous_event_go_through_those_of_the_agent() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::NextAgent));
    let times: Vec<f64> = {
        let run = runs::run(&editor).expect("a run");
        run.events_of(0).map(|event| run.time_of(event)).collect()
    };
    assert!(times.len() >= 3 && times.is_sorted(), "{times:?}");
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    editor.handle(Input::Run(Command::NextAgentEvent));
    assert_eq!(playback(&editor).time(), times[0]);
    editor.handle(Input::Simulation(SimulationInput::Seek(1e9)));
    editor.handle(Input::Run(Command::PreviousAgentEvent));
    assert_eq!(Some(&playback(&editor).time()), times.last());
}

#[test]
fn a_straight_chase_is_stuck_at_a_wall_until_it_follows_waypoints() {
    // Two rooms, joined at one end.
    let rooms = [[[0.0, 0.0], [4.0, 4.0]], [[4.0, 0.0], [4.5, 1.0]], [[4.5, 0.0], [9.0, 4.0]]];
    let steering = SteeringSettings { stand_off: 1.0, ..SteeringSettings::default() };
    let chase =
        AgentGroup { behavior: Behavior::Chase, steering, radius: 0.2, ..walker([2.0, 3.0], [7.0, 3.0]) };
    let mut editor = with_groups(&rooms, vec![chase], 15.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(10.0)));
    editor.handle(Input::Run(Command::WhyStuck));
    let is_wall = |mark: &Mark| matches!(mark, Mark::Line(Role::Wall, _));
    assert!(editor.scene(ViewId::ABOVE).marks.iter().any(is_wall), "the wall");
    let cause = fix(&mut editor);
    assert!(matches!(cause, StuckCause::BehindWall { is_chase: true, .. }), "{cause:?}");
    assert_eq!(only_group(&editor).behavior, Behavior::Waypoints);
}

#[test]
fn an_agent_too_wide_for_a_door_gets_a_radius_that_fits() {
    let rooms = [[[0.0, 0.0], [4.0, 4.0]], [[4.0, 0.0], [4.5, 0.7]], [[4.5, 0.0], [9.0, 4.0]]];
    let mut editor = with_groups(&rooms, vec![walker([2.0, 3.0], [7.0, 3.0])], 20.0);
    let cause = fix(&mut editor);
    let StuckCause::NarrowPortal { width, .. } = cause else { panic!("{cause:?}") };
    assert!((width - 0.7).abs() < 1e-3, "{width}");
    assert!((only_group(&editor).radius - 0.315).abs() < 2e-3, "{}", only_group(&editor).radius);
}

#[test]
fn a_target_on_another_island_moves_to_the_nearest_reachable_point() {
    let islands = [[[0.0, 0.0], [4.0, 4.0]], [[5.0, 0.0], [9.0, 4.0]]];
    let mut editor = with_groups(&islands, vec![walker([1.0, 2.0], [7.0, 2.0])], 15.0);
    let cause = fix(&mut editor);
    assert!(matches!(cause, StuckCause::OtherIsland { .. }), "{cause}");
    assert_eq!(positions(&editor), [[1.0, 2.0], [4.0, 2.0]]);
}

#[test]
fn heat_maps_show_where_agents_were() {
    let mut editor = meeting();
    let tiles = |editor: &Editor| {
        let is_tile = |mark: &&Mark| matches!(mark, Mark::Fill(Role::Agents(AgentMark::Heat(_)), _));
        editor.scene(ViewId::ABOVE).marks.iter().filter(is_tile).count()
    };
    assert_eq!(tiles(&editor), 0);
    editor.handle(Input::Run(Command::NextHeatMap));
    assert_eq!(heat::kind(&editor), Some(HeatKind::Traffic));
    assert!(tiles(&editor) >= 3, "{}", tiles(&editor));
    let map = heat::map(&editor).expect("a map");
    assert!(!heat::is_empty(map, HeatKind::Traffic));
    assert!(heat::is_empty(map, HeatKind::WallContact), "no wall is near");
    let total: f32 = map.tiles.iter().map(|tile| tile.traffic).sum();
    let arrivals: f32 = {
        let run = runs::run(&editor).expect("a run");
        run.arrival_steps().map(|step| step as f32 * run.recording.time_step()).sum()
    };
    assert!((total - arrivals).abs() < 0.1, "{total} s of agents on their way for {arrivals} s");
    let on_the_way = map.tiles_at(Vec2::new(6.0, 5.0))[0];
    assert!((on_the_way.wall_distance - 5.0).abs() < 0.3, "{on_the_way:?}");
    let levels = heat::levels(map, HeatKind::Traffic);
    let weaker = |level: &Option<u8>| level.is_some_and(|level| level < 4);
    assert!(levels.contains(&Some(4)) && levels.iter().any(weaker), "{levels:?}");
    assert!(map.tiles_at(Vec2::new(6.0, 9.0)).is_empty(), "no agents were there");
    let ends = [0, 4].map(|level| heat::values_of(map, HeatKind::Traffic, level));
    let most = map.tiles.iter().map(|tile| tile.traffic).fold(0.0, f32::max);
    assert_eq!((ends[0][0], ends[1][1]), (0.0, most));
    for kind in HeatKind::ALL.into_iter().skip(1).map(Some).chain([None]) {
        editor.handle(Input::Run(Command::NextHeatMap));
        assert_eq!(heat::kind(&editor), kind);
    }
    assert_eq!(tiles(&editor), 0);
}

#[test]
fn a_heat_map_separates_floors_above_each_other() {
    let square = |y: f32| [[0., y, 0.], [0., y, 10.], [10., y, 10.], [10., y, 0.]].map(Vec3::from);
    let cells = [0, 4].map(|first| Cell::new([0, 1, 2, 3].map(|corner| VertexId(first + corner)), AreaId(0)));
    let mesh = NavMesh::from_parts([0.0, 3.0].into_iter().flat_map(square), cells).expect("two floors");
    let on = |height: f32| {
        let end = |x: f32| Endpoint { ground: Vec2::new(x, 5.0), height: Some(height) };
        AgentGroup::new("walker", Spawn::Point(end(2.0)), GroupTarget::Point(end(8.0)))
    };
    let scenario = Scenario { groups: vec![on(0.0), on(3.0)], duration: 6.0, ..Scenario::default() };
    let mut editor = Editor::new(Document { scenarios: vec![scenario].into(), ..Document::of_mesh(mesh) });
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    editor.handle(Input::Run(Command::NextHeatMap));
    let map = heat::map(&editor).expect("a map");
    let heights: Vec<f32> = map.tiles_at(Vec2::new(5.0, 5.0)).iter().map(|tile| tile.height).collect();
    assert!(heights.len() == 2 && heights[0].abs() < 1e-3 && (heights[1] - 3.0).abs() < 1e-3, "{heights:?}");
}

#[test]
fn a_duplicate_with_another_behaviour_is_shown_beside_the_run() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::DuplicateScenario));
    assert_eq!((scenarios::active_index(&editor), editor.document().scenarios.len()), (1, 2));
    let slow = AgentGroup { speed: 0.1, ..editor.document().scenarios[1].groups[0].clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(
        GroupId { scenario: 1, group: 0 },
        Box::new(slow),
    )));
    editor.handle(Input::Simulation(SimulationInput::Activate(0)));
    editor.handle(Input::Run(Command::CompareScenario));
    assert_eq!(compared::index(&editor), Some(1));
    let other = compared::run(&editor).expect("computed at first use").expect("valid");
    let run = runs::run(&editor).expect("a run");
    assert_eq!((run.report.arrived, other.report.arrived), (2, 1), "one is too slow");
    assert!(compared::decisions(&editor).is_none(), "no agent is selected");
    let [one, two] = [run, other].map(|run| run.recording.agent(0, 0).expect("a frame").position);
    assert_eq!(one, two, "both start at the same positions");
    assert!(has_mark(&editor, AgentMark::Compared) && has_mark(&editor, AgentMark::Body(0)));
    let legend = mark_legend(&editor, &editor.scene(ViewId::ABOVE));
    let names = legend.iter().filter(|mark| mark.fill == Some(Role::Agents(AgentMark::Compared)));
    assert_eq!(names.map(|mark| &*mark.text).collect::<Vec<_>>(), ["scenario copy 1"]);
    editor.handle(Input::Run(Command::NextAgent));
    let remaining = |decisions: Option<&AgentDecisions>| {
        let first = decisions.and_then(|decisions| decisions.remaining(60)).expect("computed at first use");
        assert!(first > 5.0, "{first}");
        first
    };
    let [one, two] = [decisions::decisions(&editor), compared::decisions(&editor)].map(remaining);
    assert!(two > one + 0.5, "the slow one has more left after a second: {one}, {two}");
    assert_eq!(editor.verify_analyses(), Ok(()));
    editor.handle(Input::Run(Command::CompareScenario));
    assert_eq!(compared::index(&editor), None);
    assert!(!has_mark(&editor, AgentMark::Compared));
}

#[test]
fn curves_show_speed_turns_distance_arrivals_and_density() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::NextAgent));
    let run = runs::run(&editor).expect("a run");
    let speeds = run.speeds(0);
    let most = speeds.iter().map(|point| point[1]).fold(0.0, f64::max);
    assert!((most - 1.5).abs() < 0.1, "{most}");
    assert!(speeds.last().is_some_and(|point| point[1] < 0.1), "it arrived");
    let turns = run.turn_rates(0);
    assert!(turns.iter().any(|point| point[1].abs() > 2.0), "it gives way");
    let distances = run.distances(decisions::decisions(&editor).expect("decisions"));
    assert!((distances[0][1] - 8.0).abs() < 0.1, "{:?}", distances[0]);
    assert!(distances.last().is_some_and(|point| point[1] < 0.6), "{:?}", distances.last());
    let arrivals = run.arrivals();
    assert_eq!(arrivals.last().map(|point| point[1]), Some(2.0));
    let density = run.density(Vec3::new(8.0, 0.0, 5.0));
    let most = density.iter().map(|point| point[1]).fold(0.0, f64::max);
    assert!((most - 2.0 / (4.0 * std::f64::consts::PI)).abs() < 1e-6, "both at once: {most}");
}

#[test]
fn the_slope_of_an_agent_on_a_ramp_is_that_of_the_ramp() {
    let Opened::Document { document, .. } =
        samples::named("Ramp").expect("it exists").open().expect("it opens")
    else {
        panic!("a sample is a document")
    };
    let mut editor = Editor::new(document);
    editor.handle(Input::Run(Command::NextAgent));
    let slopes = runs::run(&editor).expect("a run").slopes(0);
    let most = slopes.iter().map(|point| point[1]).fold(0.0, f64::max);
    assert!((most - 0.5_f64.atan().to_degrees()).abs() < 1.0, "4 m over 8 m: {most}°");
    assert!(slopes.first().is_some_and(|point| point[1].abs() < 0.5), "level at the start");
}
