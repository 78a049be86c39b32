//! The library without a window: a path between two squares that share a side.

use std::io::Write as _;

use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::query::{Query, find_path_traced};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let vertices = [[0, 0], [0, 2], [2, 2], [2, 0], [4, 2], [4, 0]];
    let vertices = vertices.map(|[x, z]| Vec3::new(x as f32, 0.0, z as f32));
    // Counter-clockwise seen from above, where z points down.
    let cells = [[0, 1, 2, 3], [3, 2, 4, 5]];
    let cells = cells.map(|corners| Cell::new(corners.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices, cells)?;

    let query = Query::new(Vec2::new(0.5, 0.5), Vec2::new(3.5, 1.5));
    let (answer, trace) = find_path_traced(&mesh, &Derived::build(&mesh), &query);

    let mut out = std::io::stdout().lock();
    for waypoint in answer.path().into_iter().flat_map(|path| &path.waypoints) {
        writeln!(out, "{:?} at {}", waypoint.kind, waypoint.point)?;
    }
    for step in trace.funnel().events() {
        writeln!(out, "{}", step.caption())?;
    }
    Ok(())
}
