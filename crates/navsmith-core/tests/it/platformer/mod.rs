//! Rest surfaces, reachable regions, throws and jumps in side views.

mod surfaces;
mod reach;
mod throws;
mod jumps;

use navsmith_core::geometry::{Vec2, Vec3, at_height};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::outlines::{Outline, OutlineRole, OutlineTriangulation};
use navsmith_core::platformer::{Gravity, RestRule};
use navsmith_core::trace::Silent;

/// Gravity of 10 m/s² towards smaller Z, so that Z points up.
const DOWN: Gravity = Gravity { pull: Vec2::new(0.0, -10.0), rule: RestRule::Grade(0.5) };

/// Returns the free space inside of a ring and outside of solids, as cells of outlines.
fn level(room: &[[f32; 2]], solids: &[&[[f32; 2]]], chains: &[&[[f32; 2]]]) -> NavMesh {
    let outline = |points: &[[f32; 2]], role: OutlineRole| Outline {
        points: points.iter().copied().map(Vec2::from).collect(),
        role,
    };
    let mut outlines = vec![outline(room, OutlineRole::Ground(AreaId(0)))];
    outlines.extend(solids.iter().map(|points| outline(points, OutlineRole::Hole)));
    outlines.extend(chains.iter().map(|points| outline(points, OutlineRole::Constraint)));
    let cells =
        OutlineTriangulation::new(outlines, &mut 10_000_000, &mut Silent).expect("few steps").into_cells();
    let positions = cells.points.iter().map(|&point| at_height(point, 0.0));
    let rings = cells
        .cells
        .iter()
        .map(|cell| Cell::new(cell.corners.iter().map(|&corner| VertexId(corner as u32)), cell.area));
    let mesh = NavMesh::from_parts(positions, rings).expect("valid cells");
    mesh.with_vertices_apart(cells.apart.iter().map(|&vertex| VertexId(vertex as u32)))
}

/// Returns the corners of a rectangle.
fn rectangle([x0, z0]: [f32; 2], [x1, z1]: [f32; 2]) -> [[f32; 2]; 4] {
    [[x0, z0], [x0, z1], [x1, z1], [x1, z0]]
}

/// Turns a mesh around the origin.
fn turned(mesh: &NavMesh, angle: f64) -> NavMesh {
    let turn = glam::DVec2::from_angle(angle);
    let turned = |at: Vec3| {
        let ground = turn.rotate(navsmith_core::geometry::ground(at).as_dvec2());
        at_height(ground.as_vec2(), at.y)
    };
    mesh.converted(turned, false).expect("finite positions")
}

/// Turns gravity around the origin.
fn turned_gravity(gravity: &Gravity, angle: f64) -> Gravity {
    let pull = glam::DVec2::from_angle(angle).rotate(gravity.pull.as_dvec2());
    Gravity { pull: pull.as_vec2(), ..*gravity }
}
