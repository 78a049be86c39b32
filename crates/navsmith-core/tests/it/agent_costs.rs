//! Agents on ground and links of different costs: they walk where a query for them leads.

use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_core::navmesh::{AreaId, Cell, Derived, Link, LinkId, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::simulation::events::{AgentEvent, AgentIncident};
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::explain::why_stuck::why_stuck;
use navsmith_core::simulation::scenario::{AgentGroup, Behavior, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::world::Simulation;

const MUD: AreaId = AreaId(1);

/// Builds a mesh of rectangles from x and z, each with its area; equal corners are one vertex.
fn rectangles(list: &[([f32; 4], AreaId)]) -> NavMesh {
    let mut vertices: Vec<Vec3> = Vec::new();
    let mut cells = Vec::new();
    for &([x0, z0, x1, z1], area) in list {
        let corners = [[x0, z0], [x0, z1], [x1, z1], [x1, z0]].map(|[x, z]| {
            let at = Vec3::new(x, 0.0, z);
            let known = vertices.iter().position(|other| *other == at);
            VertexId(known.unwrap_or_else(|| {
                vertices.push(at);
                vertices.len() - 1
            }) as u32)
        });
        cells.push(Cell::new(corners, area));
    }
    NavMesh::from_parts(vertices, cells).expect("a mesh")
}

fn at([x, z]: [f32; 2]) -> Endpoint {
    Vec2::new(x, z).into()
}

fn group(from: [f32; 2], to: [f32; 2]) -> AgentGroup {
    AgentGroup::new("one", Spawn::Point(at(from)), GroupTarget::Point(at(to)))
}

/// Runs a group and calls `each` with the simulation after each step; returns the simulation and all events.
fn run(
    mesh: &NavMesh,
    group: AgentGroup,
    seconds: f32,
    mut each: impl FnMut(&Simulation),
) -> (Simulation, Vec<AgentEvent>) {
    let scenario = Scenario { groups: vec![group], duration: seconds, ..Scenario::default() };
    let mut simulation = Simulation::new(mesh, &Derived::build(mesh), &scenario).expect("a valid scenario");
    let mut events = Vec::new();
    for _ in 0..(seconds / scenario.time_step) as u32 {
        simulation.step(&mut |event: AgentEvent| events.push(event));
        each(&simulation);
    }
    (simulation, events)
}

fn arrivals(events: &[AgentEvent]) -> usize {
    events.iter().filter(|event| matches!(event.what, AgentIncident::Arrived { .. })).count()
}

#[test]
fn agents_between_two_places_in_one_expensive_cell_walk_over_the_cheap_ground_beside_it() {
    let mesh = rectangles(&[([0.0, 0.0, 30.0, 2.0], MUD), ([0.0, 2.0, 30.0, 4.0], AreaId(0))]);
    for behavior in [Behavior::Waypoints, Behavior::Corridor] {
        for count in [1, 2] {
            let mut walker = AgentGroup { behavior, count, radius: 0.2, ..group([1.0, 1.5], [29.0, 1.5]) };
            walker.filter.set_cost(MUD, 10.0);
            let mut in_mud = vec![0.0; count as usize];
            let mut before: Option<Vec<Vec2>> = None;
            let (_, events) = run(&mesh, walker, 60.0, |simulation| {
                let now: Vec<Vec2> = simulation.agents().iter().map(|agent| ground(agent.at.point)).collect();
                for (index, (from, to)) in before.iter().flatten().zip(&now).enumerate() {
                    // The agents walk along the border, a part of their radius beside it.
                    in_mud[index] += if to.y < 1.94 { from.distance(*to) } else { 0.0 };
                }
                before = Some(now);
            });
            assert_eq!(arrivals(&events), count as usize, "{behavior:?} {count}");
            assert!(in_mud.iter().all(|metres| *metres < 4.0), "{behavior:?} {count}: {in_mud:?} m in mud");
        }
    }
}

#[test]
fn agents_of_a_shared_search_take_a_link_that_is_cheaper_in_the_cell_of_their_target() {
    let link = Link { cost: 0.1, ..Link::between(Vec3::new(2.0, 0.0, 2.0), Vec3::new(38.0, 0.0, 2.0)) };
    let whole = rectangles(&[([0.0, 0.0, 40.0, 4.0], AreaId(0))]);
    let halves = rectangles(&[([-20.0, 0.0, 0.0, 4.0], AreaId(0)), ([0.0, 0.0, 40.0, 4.0], AreaId(0))]);
    for (mesh, from) in [(whole, 1.0), (halves, -2.0)] {
        let mesh = mesh.with_links([link]).expect("a valid link");
        for behavior in [Behavior::Waypoints, Behavior::Corridor] {
            for count in [1, 3] {
                let walkers = AgentGroup { behavior, count, ..group([from, 2.0], [39.0, 2.0]) };
                let (_, events) = run(&mesh, walkers, 60.0, |_| {});
                let entered = AgentIncident::LinkEntered { link: LinkId(0), seconds: 0.0 };
                let is_entry = |event: &&AgentEvent| {
                    std::mem::discriminant(&event.what) == std::mem::discriminant(&entered)
                };
                let entries = events.iter().filter(is_entry).count();
                assert_eq!(
                    (entries, arrivals(&events)),
                    (count as usize, count as usize),
                    "{behavior:?} from {from}"
                );
            }
        }
    }
}

#[test]
fn a_chase_that_a_forbidden_area_stops_names_the_area() {
    let mesh = rectangles(&[
        ([0.0, 0.0, 4.0, 4.0], AreaId(0)),
        ([4.0, 0.0, 8.0, 4.0], MUD),
        ([8.0, 0.0, 12.0, 4.0], AreaId(0)),
    ]);
    let mut chase = AgentGroup { behavior: Behavior::Chase, ..group([1.0, 2.0], [11.0, 2.0]) };
    chase.filter.set_cost(MUD, f32::INFINITY);
    let (simulation, events) = run(&mesh, chase, 20.0, |_| {});
    assert_eq!(arrivals(&events), 0, "it is stopped");
    let cause = why_stuck(&simulation, 0);
    assert!(matches!(cause, StuckCause::AreaAhead { area: MUD, is_chase: true, .. }), "{cause:?}");
    let named = cause.caption(|_| String::new(), |_| "area toxic".into());
    assert!(named.contains("the forbidden area toxic is in between, first on cell 1"), "{named}");
    assert!(cause.to_string().contains("the forbidden area 1 is in between"), "{cause}");
}

#[test]
fn an_agent_whose_only_link_leads_the_other_way_is_told_which() {
    let mesh = rectangles(&[([0.0, 0.0, 4.0, 4.0], AreaId(0)), ([8.0, 0.0, 12.0, 4.0], AreaId(0))]);
    let back = Link { is_one_way: true, ..Link::between(Vec3::new(9.0, 0.0, 2.0), Vec3::new(3.0, 0.0, 2.0)) };
    let mesh = mesh.with_links([back]).expect("a valid link");
    for count in [1, 2] {
        let walkers = AgentGroup { count, ..group([1.0, 2.0], [11.0, 2.0]) };
        let (simulation, _) = run(&mesh, walkers, 2.0, |_| {});
        let cause = why_stuck(&simulation, 0);
        assert!(matches!(cause, StuckCause::BlockedLink { link: LinkId(0), .. }), "{cause:?}");
        assert!(cause.to_string().contains("link 0 is one-way, in the other direction"), "{cause}");
    }
}

#[test]
fn a_link_changes_the_smoothing_of_a_path_only_where_the_path_takes_it() {
    // An L, so that the path has a corner to smooth.
    let bend = [
        ([0.0, 0.0, 10.0, 2.0], AreaId(0)),
        ([10.0, 0.0, 12.0, 2.0], AreaId(0)),
        ([10.0, 2.0, 12.0, 12.0], AreaId(0)),
    ];
    let island = ([10.0, 14.0, 12.0, 24.0], AreaId(0));
    let plain = rectangles(&bend);
    let curve_of = |mesh: &NavMesh, to: [f32; 2]| {
        let mut walker = AgentGroup { radius: 0.3, ..group([1.0, 1.0], to) };
        walker.movement.smoothing = 0.5;
        let (simulation, _) = run(mesh, walker, 0.1, |_| {});
        let agent = &simulation.agents()[0];
        (agent.path().rest_from(ground(agent.at.point)).len(), agent.path().waypoints().len())
    };
    let (smooth, waypoints) = curve_of(&plain, [11.0, 11.0]);
    assert!(smooth > waypoints + 4, "the path is a curve: {smooth} points, {waypoints} waypoints");
    let linked = rectangles(&[&bend[..], &[island]].concat());
    let link = Link::between(Vec3::new(11.0, 0.0, 11.5), Vec3::new(11.0, 0.0, 14.5));
    let linked = linked.with_links([link]).expect("a valid link");
    assert_eq!(curve_of(&linked, [11.0, 11.0]).0, smooth, "the path does not take the link");
    let (over, waypoints) = curve_of(&linked, [11.0, 23.0]);
    assert!(
        over > waypoints + 4,
        "the path is a curve before the link: {over} points, {waypoints} waypoints"
    );
}

#[test]
fn paths_and_agents_keep_away_from_walls_at_an_acute_border_of_costs() {
    let corners = [[0., 0.], [0., 4.], [8., 4.], [4., 0.], [16., 4.], [16., 0.]];
    let vertices = corners.map(|[x, z]| Vec3::new(x, 0.0, z)).to_vec();
    let cell = |corners: [u32; 4], area| Cell::new(corners.map(VertexId), area);
    let cells = vec![cell([0, 1, 2, 3], AreaId(0)), cell([3, 2, 4, 5], MUD)];
    let mesh = NavMesh::from_parts(vertices, cells).expect("a mesh");
    let derived = Derived::build(&mesh);
    for radius in [0.1, 0.4, 1.0] {
        for cost in [3.0, 20.0] {
            let mut filter = Filter::default();
            filter.set_cost(MUD, cost);
            let agent = Agent { radius, ..Agent::default() };
            let settings = Settings { agent, filter: filter.clone(), ..Settings::default() };
            let [start, target] = [[1.0, 1.1], [14.9, 1.1]];
            let query = Query { start: at(start), target: at(target), settings };
            let answer = find_path(&mesh, &derived, &query);
            for waypoint in &answer.path().expect("a path").waypoints {
                let away = waypoint.point.z.min(4.0 - waypoint.point.z);
                assert!(away > radius - 1e-3, "{radius} m, {cost}x: {away} m at {}", waypoint.point);
            }
            let walker = AgentGroup { radius, filter, ..group(start, target) };
            let (simulation, _) = run(&mesh, walker, 60.0, |_| {});
            assert!(simulation.agents()[0].arrived.is_some(), "{radius} m, {cost}x");
        }
    }
}
