//! The limit of steps bounds the comparisons of agents in crowds.

use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;

fn square(side: f32) -> NavMesh {
    let corners = [[0.0, 0.0], [0.0, side], [side, side], [side, 0.0]];
    let cell = Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0));
    NavMesh::from_parts(corners.map(|[x, z]| Vec3::new(x, 0.0, z)), [cell]).expect("a mesh")
}

/// Returns a crowd that starts in a disc and walks across a field of 100 m.
fn crowd(count: u32, radius: f32) -> Scenario {
    let spawn = Spawn::Disc { center: Vec2::new(20.0, 50.0).into(), radius };
    let target = GroupTarget::Point(Vec2::new(90.0, 50.0).into());
    let group = AgentGroup { count, ..AgentGroup::new("crowd", spawn, target) };
    Scenario { groups: vec![group], duration: 20.0, ..Scenario::default() }
}

/// Runs a scenario within a number of steps; returns its report and the number of steps that it took.
fn run(mesh: &NavMesh, derived: &Derived, scenario: &Scenario, steps: u64) -> (RunReport, u64) {
    let mut budget = Budget::of_steps(steps);
    let before = budget;
    let report = RunReport::run_within(mesh, derived, scenario, &mut budget, &Progress::none());
    (report.expect("no stop").expect("a valid scenario"), budget.steps_since(&before))
}

#[test]
fn a_dense_crowd_stops_at_the_limit_after_a_bounded_number_of_comparisons() {
    let (mesh, limit) = (square(100.0), 200_000);
    let (derived, scenario) = (Derived::build(&mesh), crowd(2_000, 1.0));
    let (report, _) = run(&mesh, &derived, &scenario, limit);
    assert!(report.is_cut_short, "{} s", report.seconds);
    let mut simulation = Simulation::new(&mesh, &derived, &scenario).expect("a valid scenario");
    let steps = (report.seconds / scenario.time_step).round() as usize;
    let mut last = 0;
    for _ in 0..steps {
        last = simulation.comparison_count();
        simulation.step(&mut Silent);
    }
    let most = 64 * limit as usize + 512 * 2_000 * steps;
    assert!(last > 0 && last <= most, "{last} comparisons in {steps} steps, at most {most}");
}

#[test]
fn comparisons_in_a_usual_crowd_do_not_count_as_steps() {
    let mesh = square(100.0);
    let derived = Derived::build(&mesh);
    // About a person for each square metre.
    let scenario = crowd(300, 10.0);
    let (report, steps) = run(&mesh, &derived, &scenario, 100_000_000);
    let mut simulation = Simulation::new(&mesh, &derived, &scenario).expect("a valid scenario");
    for _ in 0..scenario.step_count() {
        simulation.step(&mut Silent);
    }
    let counted = 256 + scenario.step_count() * (4 + 300) + simulation.search_counts().cells;
    assert!(!report.is_cut_short && steps <= counted as u64, "{steps} steps instead of {counted}");
}
