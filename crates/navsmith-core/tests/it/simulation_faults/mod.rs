//! Runs that once gave wrong results.

mod arrivals;
mod changes;

use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::run::recording::Recording;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::world::Simulation;

fn mesh(vertices: &[[f32; 3]], cells: &[&[u32]]) -> NavMesh {
    let vertices = vertices.iter().map(|&at| Vec3::from(at));
    let cells = cells.iter().map(|corners| Cell::new(corners.iter().map(|&it| VertexId(it)), AreaId(0)));
    NavMesh::from_parts(vertices, cells).expect("a mesh")
}

fn square(side: f32) -> NavMesh {
    let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, side], [side, 0.0, side], [side, 0.0, 0.0]];
    mesh(&corners, &[&[0, 1, 2, 3]])
}

/// Returns a road, and a bridge over it at a height of 4 m that a ramp at the end of the road leads to.
fn bridge() -> NavMesh {
    let road = [[-8.0, 0.0, -2.0], [-8.0, 0.0, 2.0], [8.0, 0.0, 2.0], [8.0, 0.0, -2.0]];
    let landing =
        [[14.0, 4.0, 2.0], [14.0, 4.0, -2.0], [18.0, 4.0, 2.0], [18.0, 4.0, -2.0], [14.0, 4.0, 6.0]];
    let back = [[18.0, 4.0, 6.0], [2.0, 4.0, 2.0], [2.0, 4.0, 6.0], [-2.0, 4.0, 2.0], [-2.0, 4.0, 6.0]];
    let over = [[-2.0, 4.0, -2.0], [2.0, 4.0, -2.0]];
    let cells: [&[u32]; 7] = [
        &[0, 1, 2, 3],
        &[3, 2, 4, 5],
        &[5, 4, 6, 7],
        &[4, 8, 9, 6],
        &[10, 11, 8, 4],
        &[12, 13, 11, 10],
        &[14, 12, 10, 15],
    ];
    mesh(&[&road[..], &landing, &back, &over].concat(), &cells)
}

/// Returns two rooms with a wall of 10 cm between them, and a passage at its end.
fn rooms() -> NavMesh {
    let left = [[0.0, 0.0, 0.0], [0.0, 0.0, 8.0], [4.0, 0.0, 8.0], [4.0, 0.0, 0.0]];
    let passage = [[0.0, 0.0, 10.0], [4.0, 0.0, 10.0], [4.1, 0.0, 8.0], [4.1, 0.0, 10.0]];
    let right = [[8.0, 0.0, 10.0], [8.0, 0.0, 8.0], [4.1, 0.0, 0.0], [8.0, 0.0, 0.0]];
    let cells: [&[u32]; 5] = [&[0, 1, 2, 3], &[1, 4, 5, 2], &[2, 5, 7, 6], &[6, 7, 8, 9], &[10, 6, 9, 11]];
    mesh(&[left, passage, right].concat(), &cells)
}

fn at(x: f32, z: f32) -> Endpoint {
    Vec2::new(x, z).into()
}

fn group(from: Endpoint, to: GroupTarget) -> AgentGroup {
    AgentGroup::new("one", Spawn::Point(from), to)
}

fn run(mesh: &NavMesh, groups: Vec<AgentGroup>, duration: f32) -> (Simulation, Recording, RunReport) {
    let scenario = Scenario { groups, duration, ..Scenario::default() };
    let run = Recording::run(mesh, &Derived::build(mesh), &scenario, &Progress::none());
    let (simulation, recording) = run.expect("no stop").expect("the scenario is valid");
    let report = RunReport::of(&simulation, &recording);
    (simulation, recording, report)
}

/// Returns rooms in a row, with gaps of these widths between them.
fn gaps(widths: &[f32]) -> NavMesh {
    let mut vertices = Vec::new();
    let mut cells: Vec<Vec<u32>> = Vec::new();
    for (nth, width) in [4.0].iter().chain(widths).chain(&[4.0]).enumerate() {
        let (x, half) = (4.0 * nth as f32, 0.5 * width);
        let first = vertices.len() as u32;
        vertices.extend([[x, 0.0, -half], [x, 0.0, half]]);
        if nth > 0 {
            // The corners of a room between the gaps lie in its middle.
            vertices.extend([[x - 2.0, 0.0, -2.0], [x - 2.0, 0.0, 2.0]]);
            let before = if nth == 1 { first - 2 } else { first - 4 };
            cells.push(vec![before, before + 1, first + 3, first + 1, first, first + 2]);
        }
    }
    let cells: Vec<&[u32]> = cells.iter().map(Vec::as_slice).collect();
    mesh(&vertices, &cells)
}
