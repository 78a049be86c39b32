//! Steps, doors and slopes near the limits are found before a mesh is generated.

use navsmith_core::geometry::{SplitMix64, Vec3};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_generation::{GenerationSettings, LimitCheck, LimitVerdict, check_limits};

use crate::support::{Triangles, block, floor, generated, quad};

fn settings(agent: Agent, [cell_size, cell_height]: [f32; 2]) -> GenerationSettings {
    GenerationSettings {
        cell_size: Some(cell_size),
        cell_height: Some(cell_height),
        ..GenerationSettings::of(agent)
    }
}

fn agent(radius: f32, max_climb: f32) -> Agent {
    Agent { radius, height: 1.8, max_climb, max_slope: 45.0_f32.to_radians() }
}

fn checked(level: &Triangles, settings: &GenerationSettings) -> LimitCheck {
    check_limits(level.iter().copied().collect(), settings, &Progress::none()).unwrap()
}

/// Stairs along X with steps of a height, 1 m deep and 4 m wide, on a floor.
fn stairs(steps: usize, height: f32) -> Triangles {
    let mut level = floor([0., 0.], [30., 10.], 0.);
    for nth in 0..steps {
        let [low, high] = [nth, nth + 1].map(|nth| nth as f32);
        level.extend(block([4. + low, 3.], [4. + steps as f32 + 2., 7.], [0., height * high]));
    }
    level
}

/// Two rooms of 8 m with a wall of 0.4 m between them, and a door of a width at Z 8.
fn rooms(width: f32) -> Triangles {
    let half = width / 2.0;
    [
        floor([0., 0.], [16.4, 16.], 0.),
        block([8., 0.], [8.4, 8. - half], [0., 3.]),
        block([8., 8. + half], [8.4, 16.], [0., 3.]),
    ]
    .concat()
}

#[test]
fn steps_that_equal_the_climb_are_counted_with_their_height() {
    let check = checked(&stairs(8, 0.25), &settings(agent(0.3, 0.25), [0.1, 0.05]));
    assert_eq!(check.steps.len(), 8, "{:?}", check.steps);
    for step in &check.steps {
        assert!((step.height - 0.25).abs() < 1e-3, "{step:?}");
        assert_eq!(step.verdict, LimitVerdict::AtLimit, "{step:?}");
        assert!((step.passing_climb - 0.3).abs() < 1e-3, "{step:?}");
        assert!((step.place.z - 5.0).abs() < 2.5, "{step:?}");
    }
    let lines = check.lines();
    assert_eq!(lines[0].text, "8 steps of 0.25 m equal the climb of 0.25 m; a climb of 0.3 m passes");
    assert_eq!(lines[0].places.len(), 8);
    assert!(!lines[0].is_blocked);
}

#[test]
fn steps_above_the_climb_are_blocked_and_the_stated_climb_passes() {
    let level = stairs(6, 0.33);
    let check = checked(&level, &settings(agent(0.3, 0.25), [0.1, 0.05]));
    assert!(check.steps.iter().all(|step| step.verdict == LimitVerdict::Blocked), "{:?}", check.steps);
    assert_eq!(check.steps.len(), 6, "{:?}", check.steps);
    let passing = check.steps.iter().map(|step| step.passing_climb).fold(0.0, f32::max);
    let reaches = |climb: f32| {
        let generation = generated(&level, &settings(agent(0.3, climb), [0.1, 0.05]));
        let islands = navsmith_core::navmesh::Derived::build(&generation.mesh).islands.len();
        islands == 1
    };
    assert!(!reaches(0.25));
    assert!(reaches(passing), "{passing}");
}

#[test]
fn low_steps_walls_and_ramps_are_no_steps_near_the_climb() {
    let settings = settings(agent(0.3, 0.25), [0.1, 0.05]);
    for height in [0.1, 0.15, 0.6, 2.5] {
        let check = checked(&stairs(1, height), &settings);
        assert!(check.steps.is_empty(), "{height}: {:?}", check.steps);
    }
    let mut ramp = floor([0., 0.], [30., 10.], 0.);
    ramp.extend(quad([[5., 0., 2.], [5., 0., 8.], [15., 9., 8.], [15., 9., 2.]]));
    let coarse = GenerationSettings { cell_size: Some(0.3), ..settings };
    let check = checked(&ramp, &coarse);
    assert!(check.steps.is_empty(), "{:?}", check.steps);
}

#[test]
fn a_door_that_the_erosion_closes_is_named_with_its_width() {
    let settings = settings(agent(0.6, 0.3), [0.1, 0.1]);
    let check = checked(&rooms(0.9), &settings);
    assert_eq!(check.doors.len(), 1, "{:?}", check.doors);
    let door = check.doors[0];
    assert!((door.width - 0.9).abs() < 0.02, "{door:?}");
    assert!(door.place.distance(Vec3::new(8.2, 0.0, 8.0)) < 0.5, "{door:?}");
    assert_eq!((door.verdict, door.passing_cell_size), (LimitVerdict::Blocked, None));
    let text = &check.lines()[0].text;
    assert!(text.starts_with("a door is 0.9 m wide, and the agent needs 1.2 m; a radius of"), "{text}");
    for far in [0.4, 2.5] {
        assert!(checked(&rooms(far), &settings).doors.is_empty(), "{far}");
    }
}

#[test]
fn the_stated_radius_and_cell_size_pass_a_door() {
    let islands = |level: &Triangles, settings: &GenerationSettings| {
        navsmith_core::navmesh::Derived::build(&generated(level, settings).mesh).islands.len()
    };
    for seed in 0..20 {
        let width = 0.7 + 0.9 * SplitMix64(seed).unit() as f32;
        let (level, settings) = (rooms(width), settings(agent(0.6, 0.3), [0.3, 0.15]));
        let check = checked(&level, &settings);
        let is_open = islands(&level, &settings) == 1;
        let door = check.doors.iter().find(|door| door.verdict == LimitVerdict::Blocked);
        assert_eq!(door.is_none(), is_open, "{width}: {:?}", check.doors);
        let Some(door) = door else { continue };
        let radius = Agent { radius: door.passing_radius, ..settings.agent };
        assert_eq!(
            islands(&level, &GenerationSettings { agent: radius, ..settings }),
            1,
            "{width}: {door:?}"
        );
        if let Some(size) = door.passing_cell_size.filter(|&size| size > 0.02) {
            let fine = GenerationSettings { cell_size: Some(size), ..settings };
            assert_eq!(islands(&level, &fine), 1, "{width}: {door:?}");
        }
    }
}

#[test]
fn two_doors_between_the_same_rooms_are_both_found() {
    let mut level = rooms(0.9);
    // A wide way around: a second gap in the wall, and a narrow one.
    level
        .retain(|triangle| !triangle.iter().all(|corner| corner.z >= 8.4 && (8.0..=8.4).contains(&corner.x)));
    level.extend(block([8., 8.45], [8.4, 11.5], [0., 3.]));
    level.extend(block([8., 15.5], [8.4, 16.], [0., 3.]));
    let check = checked(&level, &settings(agent(0.6, 0.3), [0.1, 0.1]));
    assert_eq!(check.doors.len(), 1, "the door is closed although there is a way around: {:?}", check.doors);
}

#[test]
fn pillars_near_walls_are_no_doors() {
    let settings = settings(agent(0.4, 0.3), [0.1, 0.1]);
    let mut level = floor([0., 0.], [16., 16.], 0.);
    level.extend(block([0.7, 5.], [1.3, 5.6], [0., 3.]));
    level.extend(block([8., 8.], [8.6, 8.6], [0., 3.]));
    level.extend(block([9.2, 8.], [9.8, 8.6], [0., 3.]));
    let check = checked(&level, &settings);
    assert!(check.doors.is_empty(), "an agent walks around a pillar: {:?}", check.doors);
}

#[test]
fn slopes_near_the_limit_are_grouped_with_their_angle() {
    let ramp = |degrees: f32, z: f32| {
        let rise = 4.0 * degrees.to_radians().tan();
        quad([[5., 0., z], [5., 0., z + 3.], [9., rise, z + 3.], [9., rise, z]])
    };
    let level =
        [floor([0., 0.], [30., 30.], 0.), ramp(44.9, 2.), ramp(47., 8.), ramp(30., 14.), ramp(60., 20.)]
            .concat();
    let check = checked(&level, &settings(agent(0.3, 0.4), [0.1, 0.05]));
    let found: Vec<_> =
        check.slopes.iter().map(|slope| ((slope.slope * 10.0).round(), slope.verdict)).collect();
    assert_eq!(found, [(470.0, LimitVerdict::Blocked), (449.0, LimitVerdict::AtLimit)]);
    assert!(check.slopes.iter().all(|slope| slope.area > 16.0), "{:?}", check.slopes);
}

#[test]
fn the_checks_before_and_after_a_generation_are_equal() {
    let level =
        [stairs(4, 0.3), rooms(0.9).iter().map(|t| t.map(|at| at + Vec3::new(0., 0., 20.))).collect()]
            .concat();
    let settings = settings(agent(0.5, 0.3), [0.1, 0.1]);
    let before = checked(&level, &settings);
    assert!(!before.is_empty());
    assert_eq!(generated(&level, &settings).limits(), Some(before));
}
