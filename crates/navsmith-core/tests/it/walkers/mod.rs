//! Rays, walls, circles, surface steps and random points on floors of triangles.

mod oracles;
mod random;

use glam::{DVec2, Vec2, Vec3};
use navsmith_core::geometry::{covers, ground};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, HalfEdge, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use proptest::prelude::*;

/// A mesh and the agent on it.
struct Ground {
    mesh: NavMesh,
    derived: Derived,
    agent: Agent,
    filter: Filter,
}

impl Ground {
    fn new(mesh: NavMesh) -> Self {
        let derived = Derived::build(&mesh);
        let mut filter = Filter::default();
        filter.set_cost(FORBIDDEN, f32::INFINITY);
        Self { mesh, derived, agent: Agent::default(), filter }
    }

    fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter)
    }

    fn at(&self, place: Vec2) -> Option<Located> {
        locate(&self.mesh, &self.derived, Endpoint { ground: place, height: None }, 2.0)
    }

    /// Returns all sides of allowed cells that the agent cannot cross.
    fn walls(&self) -> Vec<HalfEdge> {
        let walkable = self.walkable();
        let sides = self.mesh.cells().flat_map(|(cell, of)| {
            (0..of.len() as u32).map(move |side| HalfEdge { cell, side }).collect::<Vec<_>>()
        });
        let is_wall = |side: &HalfEdge| walkable.allows(side.cell) && walkable.behind(*side).is_err();
        sides.filter(is_wall).collect()
    }

    fn ends(&self, side: HalfEdge) -> [Vec2; 2] {
        self.mesh.half_edge(side).expect("a side of the mesh").map(|v| ground(self.mesh.position(v)))
    }

    fn is_on(&self, cell: CellId, at: Vec2) -> bool {
        covers(&self.mesh.ground_ring(cell), at)
    }

    fn distance(&self, side: HalfEdge, to: DVec2) -> f64 {
        distance(self.ends(side), to)
    }

    /// Returns the smallest radius of a circle in which each cell is reachable, or infinity above `radius`.
    ///
    /// Relaxes all sides until nothing changes.
    fn reaches(&self, from: CellId, middle: DVec2, radius: f64) -> Vec<f64> {
        let mut reaches = vec![f64::INFINITY; self.mesh.cell_slots()];
        reaches[from.0 as usize] = 0.0;
        loop {
            let before = reaches.clone();
            for (cell, _) in self.mesh.cells() {
                for (side, next) in self.walkable().neighbors(cell) {
                    let reach = reaches[cell.0 as usize].max(self.distance(side, middle));
                    let slot = &mut reaches[next.0 as usize];
                    *slot = slot.min(if reach <= radius { reach } else { f64::INFINITY });
                }
            }
            if reaches == before {
                return reaches;
            }
        }
    }

    /// Returns the ground distance from a position to a cell.
    fn distance_to_cell(&self, cell: CellId, to: Vec2) -> f64 {
        if self.is_on(cell, to) {
            return 0.0;
        }
        let sides = 0..self.mesh.corners(cell).len() as u32;
        let far = sides.map(|side| self.distance(HalfEdge { cell, side }, to.as_dvec2()));
        far.fold(f64::INFINITY, f64::min)
    }
}

fn distance(ends: [Vec2; 2], to: DVec2) -> f64 {
    let [a, b] = ends.map(Vec2::as_dvec2);
    let t = (to - a).dot(b - a) / (b - a).length_squared();
    (a + (b - a) * if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }).distance(to)
}

const WIDTH: usize = 7;

const FORBIDDEN: AreaId = AreaId(3);

/// Displacements of a floor's corners, and the kind of each triangle.
///
/// Kind 0 is a hole, 1 is forbidden, all others are floor.
type Floor = (Vec<[i8; 2]>, Vec<u8>);

fn floor() -> impl Strategy<Value = Floor> {
    let push = prop::collection::vec([-12i8..=12, -12i8..=12], (WIDTH + 1) * (WIDTH + 1));
    let kinds = prop::collection::vec(0u8..12, WIDTH * WIDTH * 2);
    (push, kinds)
}

/// Builds a floor of triangles with displaced corners.
///
/// The displacements are up to a fifth of a metre, in steps that f32 represents exactly.
fn build((push, kinds): &Floor, by: Vec2) -> Ground {
    let mut draft = Draft::of(NavMesh::default());
    let across = WIDTH + 1;
    let ids: Vec<VertexId> = (0..across * across)
        .map(|i| {
            let [x, z] = push[i].map(|n| f32::from(n) / 64.0);
            let at = Vec2::new((i % across) as f32 + x, (i / across) as f32 + z) + by;
            draft.add_vertex(Vec3::new(at.x, x * z, at.y))
        })
        .collect();
    for (i, &kind) in kinds.iter().enumerate().filter(|(_, kind)| **kind > 0) {
        let corner = i / 2 / WIDTH * across + i / 2 % WIDTH;
        let [a, b, c, d] = [corner, corner + across, corner + across + 1, corner + 1].map(|i| ids[i]);
        let area = if kind == 1 { FORBIDDEN } else { AreaId(0) };
        draft.add_cell(if i % 2 == 0 { [a, b, c] } else { [a, c, d] }, area);
    }
    Ground::new(draft.into_mesh())
}

/// Generates positions in steps that f32 represents exactly; some are beside the mesh.
fn place() -> impl Strategy<Value = Vec2> {
    let coordinate = || (-64i16..512).prop_map(|n| f32::from(n) / 64.0);
    (coordinate(), coordinate()).prop_map(|(x, z)| Vec2::new(x, z))
}

/// Returns the located position of the agent, if it is on the mesh in an allowed cell.
fn standing(floor: &Ground, at: Vec2) -> Option<Located> {
    floor.at(at).filter(|located| located.off_mesh.is_none() && floor.walkable().allows(located.cell))
}

fn field_of_two() -> NavMesh {
    let vertices = (0..6).map(|i| Vec3::new((i / 2) as f32 * 2.0, 0.0, (i % 2) as f32 * 2.0));
    let cells = [[0, 1, 3, 2], [2, 3, 5, 4]].map(|ring: [u32; 4]| Cell::new(ring.map(VertexId), AreaId(0)));
    NavMesh::from_parts(vertices, cells).expect("two squares")
}
