//! Measures a step of a simulation beside landmass: the same mesh, agents and targets, in one run.
//!
//! `cargo run --release --bin crowd -- NAME AGENTS MESH` prints a row of a table. MESH is a file that `navsmith bake`
//! wrote, or the number of cells of a generated map with rooms. More than 1,000 agents are not compared.
//!
//! landmass computes velocities, and this program moves its agents. navsmith also keeps agents on the mesh, off the
//! walls and apart from each other.

use std::error::Error;
use std::io::Write as _;
use std::sync::Arc;

use cpu_time::ThreadTime;
use landmass::{
    Agent, AgentId, Archipelago, ArchipelagoOptions, FromAgentRadius, Island, Transform, Vec3, XYZ,
};
use navsmith_core::baked;
use navsmith_core::navmesh::Derived;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::simulation::scenario::crowd::crowd;
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;
use navsmith_landmass::{position, to_landmass};

/// Number of measured steps after the first one: five seconds.
const STEPS: usize = 300;

/// Maximum number of agents that are compared.
const MOST_COMPARED: u32 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("give a name, a number of agents, and a file or a number of cells")?;
    let agents: u32 = arguments.next().ok_or("give a number of agents")?.parse()?;
    let mesh = arguments.next().ok_or("give a file or a number of cells")?;
    let mesh = match mesh.parse() {
        Ok(triangles) => Recipe { landscape: Landscape::Rooms, triangles, seed: 1 }.mesh(),
        Err(_) => baked::read(&std::fs::read(mesh)?)?.mesh,
    };
    let derived = Derived::build(&mesh);
    let mut simulation = Simulation::new(&mesh, &derived, &crowd(&mesh, &derived, agents))?;
    let mut theirs = (agents <= MOST_COMPARED).then(|| Crowd::new(&simulation)).transpose()?;
    let ours = steps(|| simulation.step(&mut Silent));
    let cells = mesh.cell_count();
    let per_agent = ours.mean * 1e6 / f64::from(agents);
    let mut row = format!(
        "| {name}, {cells} cells | {agents} | {:.2} ms | {:.2} ms | {:.1} ms | {:.0} ms | {per_agent:.2} µs |",
        ours.mean * 1e3,
        ours.median * 1e3,
        ours.longest * 1e3,
        ours.first * 1e3
    );
    match theirs.as_mut().map(|crowd| steps(|| crowd.step())) {
        Some(it) => {
            let whole = |times: &Times| times.first + times.mean * STEPS as f64;
            let [ratio, whole] = [it.mean / ours.mean, whole(&it) / whole(&ours)];
            row +=
                &format!(" {:.2} ms | {:.0} ms | {ratio:.2} | {whole:.2} |", it.mean * 1e3, it.first * 1e3);
        }
        None => row += " – | – | – | – |",
    }
    writeln!(std::io::stdout(), "{row}")?;
    Ok(())
}

/// Processor times of steps, in seconds.
struct Times {
    first: f64,
    mean: f64,
    median: f64,
    longest: f64,
}

fn steps(mut step: impl FnMut()) -> Times {
    let mut timed = || {
        let begin = ThreadTime::now();
        step();
        begin.elapsed().as_secs_f64()
    };
    let first = timed();
    let mut times: Vec<f64> = (0..STEPS).map(|_| timed()).collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / STEPS as f64;
    Times { first, mean, median: times[STEPS / 2], longest: times[STEPS - 1] }
}

/// The agents of a simulation in landmass.
struct Crowd {
    archipelago: Archipelago<XYZ>,
    agents: Vec<AgentId>,
    time_step: f32,
}

impl Crowd {
    fn new(simulation: &Simulation) -> Result<Self, String> {
        let group = simulation.scenario().groups.first().ok_or("there are no groups")?;
        let mut options = ArchipelagoOptions::from_agent_radius(group.radius);
        options.avoidance_time_horizon = group.movement.horizon;
        options.obstacle_avoidance_time_horizon = group.movement.wall_horizon;
        options.neighbourhood = 2.0 * group.radius + group.speed * group.movement.horizon;
        let mut archipelago = Archipelago::new(options);
        let transform = Transform { translation: Vec3::ZERO, rotation: 0.0 };
        archipelago.add_island(Island::new(transform, Arc::new(to_landmass(simulation.mesh().0)?)));
        let mut agents = Vec::new();
        for agent in simulation.agents() {
            let group = simulation.group_of(agent);
            let at = position(agent.at.point.to_array());
            let mut copy = Agent::create(at, Vec3::ZERO, group.radius, group.speed, group.speed);
            copy.current_target = simulation.target_of(agent).map(|target| position(target.to_array()));
            agents.push(archipelago.add_agent(copy));
        }
        Ok(Self { archipelago, agents, time_step: simulation.scenario().time_step })
    }

    fn step(&mut self) {
        self.archipelago.update(self.time_step);
        for &id in &self.agents {
            let Some(agent) = self.archipelago.get_agent_mut(id) else { continue };
            agent.velocity = *agent.get_desired_velocity();
            agent.position += agent.velocity * self.time_step;
        }
    }
}
