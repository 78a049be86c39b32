//! Crowds that block each other, and the fixes for them.

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::Derived;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::explain::report::{RunReport, StuckAgent};
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::explain::stuck_fix::{StuckFix, fix_of};
use navsmith_core::simulation::run::recording::Recording;
use navsmith_core::simulation::scenario::{AgentGroup, Arrival, GroupTarget, Scenario, Spawn};
use navsmith_formats::document::Document;

use super::rooms;

/// Returns two rooms of 12 m by 12 m, joined by a door 1.2 m wide and 1 m deep at x = 12 m.
fn rooms_with_a_door() -> Document {
    let room = |x: f32| [[0.0, 5.4], [5.4, 6.6], [6.6, 12.0]].map(|[from, to]| [[x, from], [x + 12.0, to]]);
    rooms(&[&room(0.0)[..], &[[[12.0, 5.4], [13.0, 6.6]]], &room(13.0)].concat())
}

#[test]
fn a_crowd_that_stops_behind_a_door_gets_another_arrival_and_no_larger_distance() {
    let document = rooms_with_a_door();
    let derived = Derived::build(&document.mesh);
    for (count, seconds) in [(60, 40.0), (200, 90.0)] {
        let spawn = Spawn::Disc { center: Vec2::splat(6.0).into(), radius: 6.0 };
        let target = GroupTarget::Point(Vec2::new(15.0, 6.0).into());
        let group = AgentGroup {
            count,
            radius: 0.3,
            arrival: Arrival::Stop,
            ..AgentGroup::new("west", spawn, target)
        };
        let mut scenario = Scenario { groups: vec![group], duration: seconds, ..Scenario::default() };
        let run = |scenario: &Scenario| {
            let run = Recording::run(&document.mesh, &derived, scenario, &Progress::none());
            let (simulation, recording) = run.expect("nothing stops it").expect("it is valid");
            let report = RunReport::of(&simulation, &recording);
            (simulation, report)
        };
        let (simulation, report) = run(&scenario);
        let all = || report.stuck.iter().chain(&report.late);
        let occupied: Vec<&StuckAgent> =
            all().filter(|stuck| matches!(stuck.cause, StuckCause::Occupied { .. })).collect();
        assert!(occupied.len() >= 5, "{count}: {} of {}", occupied.len(), report.stuck.len());
        for stuck in &occupied {
            let StuckCause::Occupied { distance, reach, is_in_sight, .. } = stuck.cause else { continue };
            assert!(distance > reach, "{count}: {}", stuck.cause);
            assert_eq!(
                stuck.cause.to_string().contains("A wall is between."),
                !is_in_sight,
                "{}",
                stuck.cause
            );
            let is_small = is_in_sight && distance <= 2.0 * reach;
            let fix = fix_of(&simulation, stuck);
            assert_eq!(
                matches!(fix, Some(StuckFix::SetClose(_))),
                is_small,
                "{count}: {}: {fix:?}",
                stuck.cause
            );
        }
        let is_fixed =
            |stuck: &&&StuckAgent| matches!(fix_of(&simulation, stuck), Some(StuckFix::SetArrival { .. }));
        let stuck = occupied.iter().find(is_fixed).expect("one behind the wall");
        let fix = fix_of(&simulation, stuck).expect("a fix");
        let arrival = if count == 60 { Arrival::Formation } else { Arrival::Leave };
        assert_eq!(fix, StuckFix::SetArrival { group: 0, arrival });
        assert!(fix.apply(&simulation, stuck.agent, &mut scenario));
        scenario.duration = 130.0;
        assert_eq!(run(&scenario).1.arrived, count, "{count}");
    }
}

/// Returns two halls of 12 m by 12 m, joined by a passage 20 m long and 1 m wide.
fn halls() -> Document {
    let hall = |x: f32| {
        [[0.0, 5.5], [5.5, 6.5], [6.5, 12.0]].map(|[from, to]: [f32; 2]| [[x, from], [x + 12.0, to]])
    };
    let [west, east] = [0.0, 32.0].map(hall);
    rooms(&[west.as_slice(), &[[[12.0, 5.5], [32.0, 6.5]]], &east].concat())
}

#[test]
fn two_crowds_that_meet_in_a_passage_stop_each_other_and_no_wall_does() {
    let document = halls();
    let derived = Derived::build(&document.mesh);
    let [west, east] = [6.0, 38.0].map(|x| Vec2::new(x, 6.0).into());
    for count in [1, 3, 25] {
        let crowd = |name: &str, center, to| {
            let spawn = match count {
                1 => Spawn::Point(center),
                _ => Spawn::Disc { center, radius: if count > 3 { 4.0 } else { 2.0 } },
            };
            AgentGroup { count, ..AgentGroup::new(name, spawn, GroupTarget::Point(to)) }
        };
        let groups = vec![crowd("west", west, east), crowd("east", east, west)];
        let scenario = Scenario { groups, duration: 60.0, ..Scenario::default() };
        let run = Recording::run(&document.mesh, &derived, &scenario, &Progress::none());
        let (simulation, recording) = run.expect("nothing stops it").expect("it is valid");
        let report = RunReport::of(&simulation, &recording);
        assert!(!report.stuck.is_empty(), "{count}");
        for StuckAgent { agent, cause } in report.stuck.iter().chain(&report.late) {
            assert_eq!(cause.wall(), None, "{count}: agent {agent}: {cause}");
            // Many agents also block each other in the halls, beside the passage.
            let StuckCause::Deadlock { width, .. } = cause else { continue };
            assert!(width.is_some() || count == 25, "{count}: agent {agent}: {cause}");
            assert!(width.is_none_or(|width| (width - 1.0).abs() < 0.1), "{count}: agent {agent}: {cause}");
        }
    }
}

#[test]
fn agents_fill_a_dead_end_from_its_end() {
    let hall = [[0.0, 3.5], [3.5, 4.5], [4.5, 8.0]].map(|[from, to]: [f32; 2]| [[0.0, from], [8.0, to]]);
    let document = rooms(&[hall.as_slice(), &[[[8.0, 3.5], [14.0, 4.5]]]].concat());
    let derived = Derived::build(&document.mesh);
    for (count, seed) in [(3, 0), (5, 0), (6, 1), (7, 2), (8, 0), (8, 1), (8, 3), (8, 5)] {
        let spawn = Spawn::Disc { center: Vec2::new(3.0, 4.0).into(), radius: 2.5 };
        let target = GroupTarget::Point(Vec2::new(13.5, 4.0).into());
        let groups = vec![AgentGroup { count, ..AgentGroup::new("visitors", spawn, target) }];
        let scenario = Scenario { groups, seed, duration: 40.0, ..Scenario::default() };
        let run = Recording::run(&document.mesh, &derived, &scenario, &Progress::none());
        let (simulation, recording) = run.expect("nothing stops it").expect("it is valid");
        let report = RunReport::of(&simulation, &recording);
        assert_eq!(report.arrived, count, "seed {seed}: {report:?}");
        assert_eq!(report.stuck, [], "{count} agents, seed {seed}");
    }
}
