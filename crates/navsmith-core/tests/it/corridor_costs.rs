//! Agents that follow corridors over ground of different costs: what they walk costs what their path costs.

use navsmith_core::geometry::{SplitMix64, Vec2, Vec3, ground};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::simulation::scenario::{AgentGroup, Behavior, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;

const MUD: AreaId = AreaId(1);

/// Builds a field of triangles of about two metres, 40 m by 20 m, in which a function says where mud is.
fn field(seed: u64, is_mud: impl Fn(Vec2) -> bool) -> NavMesh {
    let (columns, rows) = (20, 10);
    let mut chance = SplitMix64(seed);
    let mut vertices = Vec::new();
    for row in 0..=rows {
        for column in 0..=columns {
            let mut shift = || (chance.unit() - 0.5) as f32;
            let [dx, dz] = [shift(), shift()];
            let dx = if [0, columns].contains(&column) { 0.0 } else { dx };
            let dz = if [0, rows].contains(&row) { 0.0 } else { dz };
            vertices.push(Vec3::new(2.0 * column as f32 + dx, 0.0, 2.0 * row as f32 + dz));
        }
    }
    let mut cells = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let [a, b] = [row, row + 1].map(|row| row * (columns + 1) + column);
            let halves = if chance.unit() < 0.5 {
                [[a, b, b + 1], [a, b + 1, a + 1]]
            } else {
                [[a, b, a + 1], [a + 1, b, b + 1]]
            };
            for corners in halves {
                let middle = corners.iter().map(|&corner| ground(vertices[corner])).sum::<Vec2>() / 3.0;
                let area = if is_mud(middle) { MUD } else { AreaId(0) };
                cells.push(Cell::new(corners.map(|corner| VertexId(corner as u32)), area));
            }
        }
    }
    NavMesh::from_parts(vertices, cells).expect("a mesh")
}

fn is_in([x0, z0, x1, z1]: [f32; 4], at: Vec2) -> bool {
    (x0..x1).contains(&at.x) && (z0..z1).contains(&at.y)
}

/// Returns the cost of the path of a query for a group.
fn planned(mesh: &NavMesh, derived: &Derived, group: &AgentGroup, [from, to]: [Vec2; 2]) -> f64 {
    let agent = Agent { radius: group.radius, ..Agent::default() };
    let settings = Settings { agent, filter: group.filter.clone(), ..Settings::default() };
    let query = Query { start: from.into(), target: to.into(), settings };
    find_path(mesh, derived, &query).path().expect("a path").measure()
}

/// Returns the least cost of a metre within a third of a radius.
///
/// The cheapest path runs along the border of expensive ground, and an agent walks beside it by less than that.
fn cost_near(mesh: &NavMesh, derived: &Derived, filter: &Filter, at: Vec2) -> f64 {
    let around = (0..8).map(|eighth| Vec2::from_angle(eighth as f32 * std::f32::consts::FRAC_PI_4) * 0.1);
    let points = around.chain([Vec2::ZERO]).map(|offset| at + offset);
    let cells = points.flat_map(|at| derived.locator.at(mesh, at));
    let costs = cells.filter_map(|cell| mesh.cell(cell)).map(|cell| f64::from(filter.cost(cell.area())));
    costs.fold(f64::INFINITY, f64::min)
}

/// Runs a scenario; returns the simulation and what each agent walked until it arrived, in cost.
fn walked(mesh: &NavMesh, derived: &Derived, scenario: &Scenario) -> (Simulation, Vec<f64>) {
    let mut simulation = Simulation::new(mesh, derived, scenario).expect("a valid scenario");
    let mut costs = vec![0.0; simulation.agents().len()];
    for _ in 0..scenario.step_count() {
        let before: Vec<_> = simulation.agents().iter().map(|agent| (agent.at, agent.is_walking())).collect();
        simulation.step(&mut Silent);
        for ((from, was_walking), (agent, cost)) in
            before.iter().zip(simulation.agents().iter().zip(&mut costs))
        {
            if *was_walking {
                let step = from.point.distance(agent.at.point);
                let filter = &simulation.group_of(agent).filter;
                *cost += f64::from(step) * cost_near(mesh, derived, filter, ground(agent.at.point));
            }
        }
    }
    (simulation, costs)
}

fn corridor_group(name: &str, spawn: Spawn, to: Vec2, cost: f32) -> AgentGroup {
    let mut group = AgentGroup {
        behavior: Behavior::Corridor,
        radius: 0.3,
        ..AgentGroup::new(name, spawn, GroupTarget::Point(to.into()))
    };
    group.filter.set_cost(MUD, cost);
    group
}

/// Builds a field of rectangles of 0.5 m to 12 m, of which two in five are mud.
fn uneven(seed: u64) -> NavMesh {
    let mut chance = SplitMix64(seed);
    let mut lines = |end: f32| {
        let mut lines = vec![0.0];
        while *lines.last().expect("a line") < end - 1.0 {
            let width = 0.5 * 24.0f64.powf(chance.unit()) as f32;
            lines.push((lines.last().expect("a line") + width).min(end));
        }
        lines
    };
    let [xs, zs] = [40.0, 20.0].map(&mut lines);
    let columns = xs.len();
    let vertices: Vec<Vec3> =
        zs.iter().flat_map(|&z| xs.iter().map(move |&x| Vec3::new(x, 0.0, z))).collect();
    let mut cells = Vec::new();
    for row in 0..zs.len() - 1 {
        for column in 0..columns - 1 {
            let at = row * columns + column;
            let area = if chance.unit() < 0.4 { MUD } else { AreaId(0) };
            let corners = [at, at + columns, at + columns + 1, at + 1];
            cells.push(Cell::new(corners.map(|corner| VertexId(corner as u32)), area));
        }
    }
    NavMesh::from_parts(vertices, cells).expect("a mesh")
}

/// Builds six rectangles, of which the long one in the middle of the first row is mud.
fn swamp() -> NavMesh {
    let [xs, zs] = [&[0.0, 4.0, 16.0, 20.0][..], &[0.0, 4.0, 8.0]];
    let vertices: Vec<Vec3> =
        zs.iter().flat_map(|&z| xs.iter().map(move |&x| Vec3::new(x, 0.0, z))).collect();
    let cell = |(row, column): (u32, u32)| {
        let at = row * 4 + column;
        let area = if (row, column) == (0, 1) { MUD } else { AreaId(0) };
        Cell::new([at, at + 4, at + 5, at + 1].map(VertexId), area)
    };
    let cells: Vec<Cell> = (0..2).flat_map(|row| (0..3).map(move |column| (row, column))).map(cell).collect();
    NavMesh::from_parts(vertices, cells).expect("a mesh")
}

#[test]
fn an_agent_follows_the_border_of_a_swamp_and_arrives() {
    let mesh = swamp();
    let derived = Derived::build(&mesh);
    for start in [[1.0, 1.0], [2.0, 1.0], [3.0, 2.0], [3.0, 0.5]] {
        let spawn = Spawn::Point(Vec2::from(start).into());
        let group = AgentGroup { radius: 0.4, ..corridor_group("one", spawn, Vec2::new(19.0, 1.0), 5.0) };
        let scenario = Scenario { groups: vec![group], duration: 60.0, ..Scenario::default() };
        let (simulation, _) = walked(&mesh, &derived, &scenario);
        assert!(simulation.agents()[0].arrived.is_some(), "{start:?}");
    }
}

#[test]
fn an_agent_in_a_corridor_follows_a_target_around_expensive_ground() {
    let mesh = swamp();
    let derived = Derived::build(&mesh);
    let spawn = Spawn::Point(Vec2::new(1.0, 1.0).into());
    let mut group =
        AgentGroup { target: GroupTarget::Pointer, ..corridor_group("one", spawn, Vec2::ZERO, 20.0) };
    group.speed = 1.2;
    let scenario = Scenario { groups: vec![group], duration: 60.0, ..Scenario::default() };
    let mut simulation = Simulation::new(&mesh, &derived, &scenario).expect("a valid scenario");
    let (mut in_mud, mut before) = (0.0, Vec2::new(1.0, 1.0));
    for step in 0..scenario.step_count() {
        // The target walks above the mud, then down behind it.
        let walked = 1.2 * step as f32 * scenario.time_step;
        let at = Vec2::new((3.0 + walked).min(19.0), (6.0 - (walked - 16.0).max(0.0)).max(1.0));
        simulation.set_pointer(Some(at.into()));
        simulation.step(&mut Silent);
        let now = ground(simulation.agents()[0].at.point);
        let is_in_mud = now.x > 4.2 && now.x < 15.8 && now.y < 3.8;
        in_mud += if is_in_mud { now.distance(before) } else { 0.0 };
        before = now;
    }
    assert!(in_mud < 1.0, "{in_mud} m through mud");
    assert!(before.distance(Vec2::new(19.0, 1.0)) < 1.0, "it arrives: {before}");
}

/// Returns fields with their names: mud in the middle, behind the start, in a bay, and in patches.
fn fields() -> Vec<(&'static str, NavMesh)> {
    let patches = |at: Vec2| ((at.x / 5.0).floor() + (at.y / 4.0).floor()) as i32 % 3 == 0;
    vec![
        ("block", field(1, |at| is_in([12.0, 4.0, 28.0, 16.0], at))),
        ("beside", field(2, |at| at.y < 10.0)),
        ("bay", field(3, |at| is_in([6.0, 0.0, 34.0, 14.0], at))),
        ("patches", field(4, patches)),
        ("uneven 1", uneven(1)),
        ("uneven 3", uneven(3)),
        ("uneven 5", uneven(5)),
    ]
}

#[test]
fn an_agent_in_a_corridor_walks_at_the_cost_of_its_path() {
    let mut dear = Vec::new();
    for (name, mesh) in fields() {
        let derived = Derived::build(&mesh);
        let mut chance = SplitMix64(7);
        for case in 0..24 {
            let mut place =
                || Vec2::new(1.0 + 38.0 * chance.unit() as f32, 1.0 + 18.0 * chance.unit() as f32);
            let ends = [place(), place()];
            let is_even = !name.starts_with("uneven");
            if ends[0].distance(ends[1]) < 10.0 || is_even && case > 2 {
                continue;
            }
            for cost in [5.0, 10.0] {
                let group = corridor_group("one", Spawn::Point(ends[0].into()), ends[1], cost);
                let least = planned(&mesh, &derived, &group, ends);
                let scenario = Scenario { groups: vec![group], duration: 60.0, ..Scenario::default() };
                let (simulation, costs) = walked(&mesh, &derived, &scenario);
                let ratio = costs[0] / least;
                if simulation.agents()[0].arrived.is_none() || ratio > 1.05 {
                    dear.push(format!("{name} {case}, {cost}×, {} to {}: {ratio:.3}", ends[0], ends[1]));
                }
            }
        }
    }
    assert!(dear.is_empty(), "{}: {dear:#?}", dear.len());
}

#[test]
fn agents_in_corridors_that_others_push_over_expensive_ground_arrive() {
    for (name, mesh) in fields().into_iter().skip(3).take(2) {
        let derived = Derived::build(&mesh);
        let disc = |at: [f32; 2]| Spawn::Disc { center: Endpoint::from(Vec2::from(at)), radius: 4.0 };
        let groups = [([5.0, 10.0], [35.0, 10.0]), ([35.0, 10.0], [5.0, 10.0])]
            .map(|(from, to)| AgentGroup { count: 10, ..corridor_group("many", disc(from), to.into(), 5.0) });
        let scenario = Scenario { groups: groups.to_vec(), duration: 120.0, ..Scenario::default() };
        let (simulation, _) = walked(&mesh, &derived, &scenario);
        let arrived = simulation.agents().iter().filter(|agent| agent.arrived.is_some()).count();
        assert_eq!(arrived, 20, "{name}");
    }
}
