//! Scenarios in documents: files, faults, other coordinates, areas and differences.

use std::fs;
use std::sync::Arc;

use navsmith_core::geometry::{FileCoordinates, UpAxis, Vec2};
use navsmith_core::navmesh::AreaId;
use navsmith_core::pathfinding::agent::Filter;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::scenario::individual::AgentSpread;
use navsmith_core::simulation::scenario::{
    AgentGroup, Arrival, Behavior, ExpectedRun, GroupTarget, MOST_AGENTS, MovementSettings, Scenario, Spawn,
};
use navsmith_core::simulation::steer::nav_actor::Replanning;
use navsmith_core::simulation::steer::steering::{SteeringSettings, Turning};
use navsmith_formats::document::Document;
use navsmith_formats::document::diff::{Aspect, DiffOptions, DocumentDiff};
use navsmith_formats::io::{self, Format, Opened, ron};

fn at(x: f32, z: f32) -> Endpoint {
    Endpoint { ground: Vec2::new(x, z), height: Some(0.0) }
}

/// Creates settings of the movement without a default.
fn movement() -> MovementSettings {
    MovementSettings {
        close: 0.25,
        margin: 2.0,
        horizon: 3.0,
        wall_horizon: 1.0,
        neighbors: 5,
        patience: 1.5,
        look_ahead: 2.0,
        braking: 0.5,
        progress: 0.25,
        stuck_after: 6.0,
        gives_up_after: 1.0,
        replanning: Replanning::CheckCorridor,
        smoothing: 0.5,
    }
}

/// Creates settings of steering without a default.
fn steering() -> SteeringSettings {
    SteeringSettings {
        turn_share: 0.05,
        frame_rate: 50.0,
        turning: Turning::PerFrame,
        turn_distance: 0.75,
        stand_off: 0.5,
        climb_slope: 0.25,
        climb_factor: 3.0,
        force: 20.0,
        mass: 2.0,
        drag: 1.5,
        containment: 0.75,
    }
}

/// Returns a filter with a cost and without links.
fn filter() -> Filter {
    let mut filter = Filter::default();
    filter.ignores_links = true;
    filter.set_cost(AreaId(0), 2.5);
    filter
}

/// Creates a scenario with every kind of spawn, target, behaviour and arrival, and no default.
fn every_kind() -> Scenario {
    let route = GroupTarget::Route { points: vec![at(0.0, 0.0), at(1.5, 0.25)], is_loop: true };
    let disc = Spawn::Disc { center: at(1.0, 1.0), radius: 0.5 };
    let line = Spawn::Line { from: at(0.5, 0.5), to: at(1.5, 0.5) };
    let groups = vec![
        AgentGroup {
            color: Some(5),
            count: 3,
            radius: 0.3,
            speed: 2.0,
            behavior: Behavior::Corridor,
            avoids: false,
            priority: 4.0,
            spread: AgentSpread { radius: 0.05, speed: 0.5, priority: 1.0 },
            arrival: Arrival::Queue,
            movement: movement(),
            ..AgentGroup::new("guards", disc, route)
        },
        AgentGroup {
            behavior: Behavior::Chase,
            arrival: Arrival::Stop,
            steering: steering(),
            ..AgentGroup::new("hunters", line, GroupTarget::Agent { group: 0, index: 2 })
        },
        AgentGroup {
            arrival: Arrival::Leave,
            filter: filter(),
            ..AgentGroup::new("leavers", Spawn::Area(AreaId(0)), GroupTarget::Point(at(1.0, 1.5)))
        },
        AgentGroup::new("followers", Spawn::Point(at(1.0, 1.0)), GroupTarget::Pointer),
    ];
    Scenario {
        name: "every kind".into(),
        groups,
        duration: 12.5,
        time_step: 0.02,
        seed: 99,
        expected: Some(ExpectedRun { all_arrive_within: Some(10.0), most_stuck: Some(0) }),
    }
}

const SQUARE: &str = "NavMesh(version: 1, vertices: [(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0)], \
                      cells: [(corners: [0, 1, 2, 3])]";

fn square(scenarios: Vec<Scenario>) -> Document {
    let document = ron::read(&format!("{SQUARE})")).expect("a document");
    Document { scenarios: scenarios.into(), ..document }
}

/// Writes a document in the format of a name, and reads it in the coordinates of the file.
fn through(name: &str, document: &Document, coordinates: FileCoordinates) -> Document {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = folder.path().join(name);
    let format = Format::of_name(&path).expect("a known extension");
    let written = format.encode(document, coordinates, &Progress::none());
    fs::write(&path, written.expect("not stopped").expect("valid")).expect("a file for tests");
    match io::open(&path) {
        Ok(Opened::Document { document, .. } | Opened::Mesh { document, .. }) => document,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn scenarios_survive_every_format_that_stores_them() {
    let document = square(vec![every_kind(), Scenario::default()]);
    for format in Format::writable() {
        let name = format!("a.{}", format.extensions[0]);
        let read = through(&name, &document, FileCoordinates::default());
        let losses = format.losses(&document, FileCoordinates::default());
        let is_lost = losses.contains(&"2 scenarios".to_owned());
        let expected = if is_lost { square(Vec::new()).scenarios } else { document.scenarios.clone() };
        assert_eq!(read.scenarios, expected, "{format}: {losses:?}");
        assert_eq!(
            is_lost,
            !["ron", "json", "gltf", "glb", "areas.gltf", "areas.glb"].contains(&format.extensions[0]),
            "{format}"
        );
    }
}

#[test]
fn a_file_contains_only_what_differs_from_the_defaults() {
    let group = AgentGroup::new("a", Spawn::Point(at(1.0, 1.0)), GroupTarget::Pointer);
    let scenario = Scenario { groups: vec![group], ..Scenario::default() };
    let text = ron::write(&square(vec![scenario])).expect("valid");
    let line = "(name: \"scenario\", groups: [(name: \"a\", spawn: Point(at: (x: 1.0, y: Some(0.0), z: 1.0)), \
                target: Pointer)])";
    assert!(text.contains(line), "{text}");
    assert!(!ron::write(&square(Vec::new())).expect("valid").contains("scenarios"), "optional");
}

#[test]
fn a_scenario_that_cannot_run_is_refused_with_its_place() {
    let refusal = |scenario: &str| {
        let text = format!("{SQUARE}, scenarios: [\n{scenario}\n])");
        let error = ron::read(&text).expect_err("refused");
        (error.line, error.description)
    };
    let group = |fields: &str| format!("(name: \"a\", groups: [\n(name: \"b\", {fields})])");
    let point = "spawn: Point(at: (x: 1, z: 1)), target: Pointer";
    let cases = [
        (
            group(&format!("{point}, count: 0")),
            "group 0 of scenario 0: it has no agents; give a count of at least 1",
        ),
        (
            group(&format!("{point}, radius: -1")),
            "group 0 of scenario 0: its radius is -1; give a positive number",
        ),
        (
            group(&format!("{point}, movement: (horizon: 0)")),
            "group 0 of scenario 0: its horizon is 0; give a positive number",
        ),
        (
            group(&format!("{point}, spread: (speed: 2)")),
            "group 0 of scenario 0: its speed spreads by 2 around 1.5; give 0 or more, so that it stays within 0.001 to 10000",
        ),
        (
            group(&format!("{point}, movement: (smoothing: 2)")),
            "group 0 of scenario 0: its smoothing is 2; give 0 to 1",
        ),
        (
            group(&format!("{point}, steering: (containment: 11)")),
            "group 0 of scenario 0: its containment is 11; give 0 to 10 seconds",
        ),
        (
            group(&format!("{point}, costs: [(area: 3, cost: 2)]")),
            "group 0 of scenario 0: it has a cost for area 3, but areas end at 0; add the area",
        ),
        (
            group(&format!("{point}, costs: [(area: 0, cost: -2)]")),
            "group 0 of scenario 0: a metre in area 0 costs -2; give more than 0, or inf to forbid it",
        ),
        (
            group("spawn: Area(area: 3), target: Pointer"),
            "group 0 of scenario 0 starts in area 3, but areas end at 0; add the area",
        ),
        (
            group("spawn: Point(at: (x: 1, z: 1)), target: Agent(group: 1, index: 0)"),
            "group 0 of scenario 0: its target is an agent of group 1, and there are 1; choose one, counted from 0",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(&text), (3, expected.to_owned()), "{text}");
    }
    let many = group(&format!("{point}, count: {}", MOST_AGENTS + 1));
    let (_, description) = refusal(&many);
    assert_eq!(description, "scenario 0: its groups have 50001 agents, and at most 50000; reduce a count");
}

#[test]
fn positions_and_lengths_follow_the_coordinates_of_a_file() {
    let document = square(vec![every_kind()]);
    let coordinates = FileCoordinates { up: UpAxis::Z, scale: 0.01, ..FileCoordinates::default() };
    let there = through("a.json", &document, coordinates);
    let radius = there.scenarios[0].groups[0].radius;
    assert!((radius - 30.0).abs() < 1e-4, "in centimetres: {radius}");
    let spread = there.scenarios[0].groups[0].spread;
    assert!((spread.radius - 5.0).abs() < 1e-4 && (spread.priority - 1.0).abs() < 1e-6, "{spread:?}");
    let back = io::from_file(&there, coordinates).expect("finite");
    let positions = |document: &Document| document.scenarios[0].groups[0].positions().collect::<Vec<_>>();
    assert_eq!(positions(&back), positions(&document));
    let mut flat = every_kind();
    flat.groups[3].spawn = Spawn::Point(Vec2::splat(1000.0).into());
    let json = Format::of_name("a.json".as_ref()).expect("a known extension");
    let losses = json.losses(&square(vec![flat]), coordinates);
    assert_eq!(losses, ["1 scenario"], "a position without a height off the mesh cannot be turned");
}

#[test]
fn differences_name_what_changed_in_a_scenario() {
    let document = square(vec![every_kind(), Scenario::default()]);
    let mut other = document.clone();
    let scenarios = Arc::make_mut(&mut other.scenarios);
    scenarios[0].groups[0].count = 4;
    scenarios[0].seed = 5;
    scenarios.remove(1);
    let diff = DocumentDiff::between([&document, &other], DiffOptions::default(), &Progress::none());
    let diff = diff.expect("not stopped").scenarios;
    assert_eq!((diff.removed.as_slice(), diff.added.as_slice()), (&[1][..], &[][..]));
    let what: Vec<Aspect> = diff.changed[0].what.iter().collect();
    assert_eq!(what, [Aspect::Groups, Aspect::Times]);
}
