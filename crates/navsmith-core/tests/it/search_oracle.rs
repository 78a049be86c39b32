//! Searches compared with a slow, simple oracle, on hilly floors with holes.

use glam::Vec3;
use navsmith_core::navmesh::{AreaId, CellId, Derived, Draft, HalfEdge, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::corridor::Traversal;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::search::{Search, Status};
use navsmith_core::trace::Silent;
use proptest::prelude::*;

use crate::pathfinding_oracle::{is_close, located};

/// A hilly floor of triangles with holes.
#[derive(Clone, Debug)]
struct Floor {
    heights: Vec<u8>,
    holes: Vec<bool>,
}

const WIDTH: usize = 6;

fn floor() -> impl Strategy<Value = Floor> {
    let heights = prop::collection::vec(0u8..3, (WIDTH + 1) * (WIDTH + 1));
    let holes = prop::collection::vec(prop::bool::weighted(0.25), WIDTH * WIDTH * 2);
    (heights, holes).prop_map(|(heights, holes)| Floor { heights, holes })
}

impl Floor {
    fn build(&self) -> NavMesh {
        let mut draft = Draft::of(NavMesh::default());
        let across = WIDTH + 1;
        let ids: Vec<VertexId> = (0..across * across)
            .map(|i| {
                let place = [i % across, i / across].map(|n| n as f32);
                draft.add_vertex(Vec3::new(place[0], f32::from(self.heights[i]) * 0.5, place[1]))
            })
            .collect();
        for (i, _) in self.holes.iter().enumerate().filter(|(_, is_hole)| !**is_hole) {
            let corner = i / 2 / WIDTH * across + i / 2 % WIDTH;
            let [a, b, c, d] = [corner, corner + across, corner + across + 1, corner + 1].map(|i| ids[i]);
            draft.add_cell(if i % 2 == 0 { [a, b, c] } else { [a, c, d] }, AreaId(0));
        }
        draft.into_mesh()
    }
}

/// Returns the cost of the cheapest path, or infinity without a path.
///
/// Relaxes every pair of sides until nothing changes.
fn cheapest(mesh: &NavMesh, derived: &Derived, method: Method, start: &Located, target: &Located) -> f64 {
    let side_middle = |half_edge: HalfEdge| {
        let [a, b] = mesh.half_edge(half_edge).expect("a side of the mesh").map(|v| mesh.position(v));
        a.as_dvec3().midpoint(b.as_dvec3())
    };
    let sides: Vec<(HalfEdge, CellId)> =
        mesh.cells().flat_map(|(id, _)| derived.adjacency.neighbors(id).collect::<Vec<_>>()).collect();
    let step = |length: f64| if method == Method::Steps { 1.0 } else { length };
    let from_start = |half_edge| step(side_middle(half_edge).distance(start.point.as_dvec3()));
    let mut best: Vec<f64> = sides
        .iter()
        .map(|&(side, _)| if side.cell == start.cell { from_start(side) } else { f64::INFINITY })
        .collect();
    loop {
        let before = best.clone();
        for (i, &(_, into)) in sides.iter().enumerate() {
            for (j, &(next, _)) in sides.iter().enumerate().filter(|(_, (next, _))| next.cell == into) {
                let length = step(side_middle(sides[i].0).distance(side_middle(next)));
                best[j] = best[j].min(best[i] + length);
            }
        }
        if best == before {
            break;
        }
    }
    let last = |half_edge| match method {
        Method::Steps => 0.0,
        _ => side_middle(half_edge).distance(target.point.as_dvec3()),
    };
    let at_target = sides.iter().zip(&best).filter(|((_, into), _)| *into == target.cell);
    at_target.map(|(&(side, _), cost)| cost + last(side)).fold(f64::INFINITY, f64::min)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_corridor_is_the_cheapest(floor in floor(), from in 0usize..72, to in 0usize..72) {
        let mesh = floor.build();
        let derived = Derived::build(&mesh);
        let cells: Vec<CellId> = mesh.cells().map(|(id, _)| id).collect();
        prop_assume!(!cells.is_empty());
        let [start, target] = [from, to].map(|i| located(&mesh, cells[i % cells.len()], [0, 1, 2, 2]));
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        for method in [Method::Steps, Method::Distance, Method::Midpoints] {
            let mut search = Search::new(&walkable, method, &start, Some(&target));
            let status = search.run(&mut Silent);
            if start.cell == target.cell {
                prop_assert_eq!(search.corridor().map(|c| c.cells), Some(vec![start.cell]), "no step to take");
                continue;
            }
            let oracle = cheapest(&mesh, &derived, method, &start, &target);
            prop_assert_eq!(status == Status::Found, oracle.is_finite(), "reached or not");
            prop_assert!(search.cost().is_none_or(|cost| is_close(cost, oracle)), "{:?} {oracle}", search.cost());
            if let Some(corridor) = search.corridor() {
                let steps = corridor.exits.iter().zip(&corridor.cells[1..]);
                let joined = |(exit, &into): (&Traversal, &CellId)| {
                    exit.side().and_then(|side| derived.adjacency.twin(side)).is_some_and(|twin| twin.cell == into)
                };
                prop_assert!(steps.into_iter().all(joined), "each side leads into the next cell");
            }
        }
    }

    #[test]
    fn the_same_question_gets_the_same_answer(floor in floor(), from in [0f32..6.0, 0f32..6.0], to in [0f32..6.0, 0f32..6.0]) {
        let mesh = floor.build();
        let [start, target] = [from, to].map(|p| Endpoint { ground: p.into(), height: None });
        for algorithm in Algorithm::ALL {
            let query = Query { start, target, settings: Settings { algorithm: algorithm.into(), ..Settings::default() } };
            let answers = [(); 2].map(|()| find_path(&mesh, &Derived::build(&mesh), &query));
            prop_assert_eq!(&answers[0], &answers[1], "nothing hangs on hash order or on what ran before");
            let path = answers[0].path();
            prop_assert!(path.is_none_or(|path| path.waypoints.len() >= 2), "two ends at least");
        }
    }
}
