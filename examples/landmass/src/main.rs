//! Loads a baked navmesh into landmass, and lets an agent walk across it.

use std::sync::Arc;

use landmass::{
    Agent, Archipelago, ArchipelagoOptions, FromAgentRadius, Island, TargetReachedCondition, Transform,
    ValidNavigationMesh, Vec3, XYZ,
};
use navsmith_core::baked;
use navsmith_landmass::{position, to_landmass};

/// Returns an archipelago of one mesh, ready for questions.
fn archipelago(mesh: ValidNavigationMesh<XYZ>) -> Archipelago<XYZ> {
    let mut archipelago = Archipelago::new(ArchipelagoOptions::from_agent_radius(0.4));
    let transform = Transform { translation: Vec3::ZERO, rotation: 0.0 };
    archipelago.add_island(Island::new(transform, Arc::new(mesh)));
    archipelago.update(0.0);
    archipelago
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let courtyard = baked::read(include_bytes!("../../macroquad/courtyard.nav"))?;
    let mut archipelago = archipelago(to_landmass(&courtyard.mesh)?);
    let (start, target) = (position([3.2, 0.0, 2.2]), position([6.5, 0.0, 19.5]));
    let mut agent = Agent::create(start, Vec3::ZERO, 0.4, 2.0, 2.0);
    agent.current_target = Some(target);
    agent.target_reached_condition = TargetReachedCondition::Distance(Some(0.1));
    let id = archipelago.add_agent(agent);
    for second in 0..30 {
        for _ in 0..10 {
            archipelago.update(0.1);
            if let Some(agent) = archipelago.get_agent_mut(id) {
                agent.velocity = *agent.get_desired_velocity();
                agent.position += agent.velocity * 0.1;
            }
        }
        let Some(agent) = archipelago.get_agent(id) else { continue };
        println!("after {} s: {}, {:?}", second + 1, agent.position, agent.state());
        if agent.position.distance(target) < 0.2 {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use landmass::{PathStep, PermittedAnimationLinks, PointSampleDistance3d};
    use navsmith_core::geometry::{Vec2, centroid};
    use navsmith_core::navmesh::Derived;
    use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
    use navsmith_core::pathfinding::query::algorithm::Algorithm;
    use navsmith_core::pathfinding::query::settings::Settings;
    use navsmith_core::pathfinding::query::{Query, find_path};

    use super::*;

    /// Returns the length of a path of landmass in the ground plan; `None` without a path.
    fn length(archipelago: &Archipelago<XYZ>, ends: [Vec3; 2]) -> Option<f64> {
        let near = PointSampleDistance3d {
            horizontal_distance: 0.05,
            distance_above: 0.5,
            distance_below: 0.5,
            vertical_preference_ratio: 1.0,
            animation_link_max_vertical_distance: 0.1,
        };
        let [from, to] = ends.map(|end| archipelago.sample_point(end, &near).expect("on the mesh"));
        let path = archipelago.find_path(&from, &to, &HashMap::new(), PermittedAnimationLinks::All).ok()?;
        let points = path.into_iter().map(|step| match step {
            PathStep::Waypoint(point) => point,
            PathStep::AnimationLink { .. } => panic!("there are no links"),
        });
        Some(ground_length([ends[0]].into_iter().chain(points).chain([ends[1]])))
    }

    /// Returns the length of a line in the ground plan, in coordinates of landmass.
    fn ground_length(points: impl Iterator<Item = Vec3>) -> f64 {
        let points: Vec<_> = points.map(|at| Vec2::new(at.x, at.y).as_dvec2()).collect();
        points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    #[test]
    fn landmass_connects_the_same_cells_and_finds_no_shorter_path() {
        let courtyard = baked::read(include_bytes!("../../macroquad/courtyard.nav")).expect("baked").mesh;
        let synthetic = [Landscape::Maze, Landscape::Terrain];
        let synthetic = synthetic.map(|landscape| Recipe { landscape, triangles: 400, seed: 3 }.mesh());
        for mesh in synthetic.into_iter().chain([courtyard]) {
            let derived = Derived::build(&mesh);
            let theirs = archipelago(to_landmass(&mesh).expect("convex cells"));
            let centers: Vec<_> = mesh.cells().map(|(id, _)| centroid(&mesh.ring(id))).collect();
            let mut found = 0;
            for (from, to) in centers.iter().zip(centers.iter().rev()).step_by(3) {
                let ends = [from, to].map(|at| position(at.to_array()));
                let [start, target] = [from, to].map(|at| Vec2::new(at.x, at.z));
                // The shortest path in the ground plan, which landmass searches for as well.
                let settings = Settings { algorithm: Algorithm::Polyanya.into(), ..Settings::default() };
                let query = Query { settings, ..Query::new(start, target) };
                let answer = find_path(&mesh, &derived, &query);
                let ours = answer.path().map(|path| {
                    ground_length(path.waypoints.iter().map(|waypoint| position(waypoint.point.to_array())))
                });
                let theirs = length(&theirs, ends);
                match (ours, theirs) {
                    (Some(ours), Some(theirs)) => {
                        assert!(theirs > ours - 1e-3, "{from} to {to}: {theirs} < {ours}")
                    }
                    (ours, theirs) => assert_eq!(ours, theirs, "{from} to {to}"),
                }
                found += usize::from(ours.is_some());
            }
            assert!(found > 9, "or else it proves nothing");
        }
    }
}
