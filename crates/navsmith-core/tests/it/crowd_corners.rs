//! Agents walk round corners of corridors that are hardly wider than they are.

use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::run::recording::Recording;
use navsmith_core::simulation::scenario::{AgentGroup, Behavior, GroupTarget, Scenario, Spawn};

/// Cells of a strip between two corners: quadrilaterals, or triangles with one of two diagonals.
#[derive(Clone, Copy, Debug)]
enum Cells {
    Quads,
    Rising,
    Falling,
}

/// Returns a corridor of a constant width that turns by an angle to alternate sides, and its ends.
fn zigzag(width: f32, angle: f32, turns: usize, cells: Cells) -> (NavMesh, [Vec2; 2]) {
    let mut directions = vec![Vec2::X];
    directions.extend((0..turns).map(|turn| if turn % 2 == 0 { Vec2::from_angle(angle) } else { Vec2::X }));
    let mut middle = vec![Vec2::ZERO];
    for direction in &directions {
        middle.push(middle[middle.len() - 1] + *direction * 4.0);
    }
    let across = |nth: usize| {
        let before = directions[nth.saturating_sub(1)];
        let after = directions[nth.min(directions.len() - 1)];
        let normal = (before.perp() + after.perp()).normalize_or_zero();
        normal * (0.5 * width / normal.dot(before.perp()))
    };
    let vertices = middle.iter().enumerate().flat_map(|(nth, &at)| [at - across(nth), at + across(nth)]);
    let vertices = vertices.map(|at| Vec3::new(at.x, 0.0, at.y));
    let strip = (0..directions.len() as u32).flat_map(|nth| {
        // Counter-clockwise from above: Z points down in the view.
        let [right, left, next_right, next_left] = [1, 0, 3, 2].map(|corner| 2 * nth + corner);
        match cells {
            Cells::Quads => vec![vec![left, right, next_right, next_left]],
            Cells::Rising => vec![vec![left, right, next_left], vec![right, next_right, next_left]],
            Cells::Falling => vec![vec![left, right, next_right], vec![left, next_right, next_left]],
        }
    });
    let strip = strip.map(|corners| Cell::new(corners.into_iter().map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices, strip).expect("a mesh");
    let ends = [middle[0] + Vec2::X, middle[middle.len() - 1] - directions[directions.len() - 1]];
    (mesh, ends)
}

#[test]
fn agents_arrive_in_every_corridor_that_is_wider_than_they_are() {
    let (mut failures, mut count) = (Vec::new(), 0);
    for behavior in [Behavior::Waypoints, Behavior::Corridor] {
        for (radius, slack) in
            [(0.4, 0.01), (0.4, 0.1), (0.4, 0.15), (0.4, 0.25), (0.2, 0.02), (0.2, 0.6), (0.9, 0.2)]
        {
            for degrees in [20.0f32, 60.0, 90.0, 120.0] {
                for cells in [Cells::Quads, Cells::Rising, Cells::Falling] {
                    let avoids = count % 3 != 0;
                    let (mesh, [from, to]) = zigzag(2.0 * radius + slack, degrees.to_radians(), 4, cells);
                    let target = GroupTarget::Point(to.into());
                    let spawn = Spawn::Point(from.into());
                    let group =
                        AgentGroup { behavior, radius, avoids, ..AgentGroup::new("one", spawn, target) };
                    let scenario = Scenario { groups: vec![group], ..Scenario::default() };
                    let run = Recording::run(&mesh, &Derived::build(&mesh), &scenario, &Progress::none());
                    let (simulation, recording) = run.expect("no stop").expect("the scenario is valid");
                    let report = RunReport::of(&simulation, &recording);
                    count += 1;
                    let case = format!("{behavior:?} {radius} m in {slack} m more, {degrees}°, {cells:?}");
                    match report.detour {
                        None => {
                            failures.push(format!("{case}: stopped at {}", simulation.agents()[0].at.point));
                        }
                        Some(detour) if detour > 1.1 => failures.push(format!("{case}: walked {detour}")),
                        Some(_) => {}
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count}: {failures:#?}", failures.len());
}
