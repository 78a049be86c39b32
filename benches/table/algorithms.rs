//! Paths across a floor of 30,000 triangles with every algorithm, a distance field and a vertex drag.

use navsmith::cli::measure::clock::{compare, making, making_of, median, timed};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, Derived, Draft, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path, find_path_traced};
use navsmith_core::pathfinding::search::distances;
use navsmith_core::progress::Progress;

use crate::Sizes;
use crate::polyanya_crate;
use crate::row::Row;

/// Maximum number of squares per side, each of two triangles.
const WIDTH: u32 = 122;

/// Number of vertex drags.
const DRAGS: usize = 50;

pub(crate) fn print_rows(sizes: Sizes) {
    let width = WIDTH.min((sizes.most / 2).isqrt() as u32);
    for has_walls in [false, true] {
        let mesh = floor(width, has_walls);
        let derived = Derived::build(&mesh);
        let kind = if has_walls { "floor with walls" } else { "open floor" };
        let input = format!("{kind}, {} triangles", mesh.cell_count());
        for algorithm in Algorithm::ALL {
            let query = query(width, algorithm.into());
            let path = making(|| find_path(&mesh, &derived, &query));
            let work = format!("path, by {}", algorithm.name());
            Row::new(work, &input, compare([path])[0]).print();
        }
        let query = query(width, AlgorithmChoice::default());
        let traced = making(|| find_path_traced(&mesh, &derived, &query));
        Row::new("path by default, with trace", &input, compare([traced])[0]).print();
        if !has_walls {
            print_distances(&input, &mesh, &derived, &query);
            print_drag(&input, mesh, derived, width);
        }
    }
}

/// Prints the time for the distances from the start to all cells.
fn print_distances(input: &str, mesh: &NavMesh, derived: &Derived, query: &Query) {
    let start = locate(mesh, derived, query.start, 2.0).expect("a floor has cells");
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    let took = compare([making(|| distances(&walkable, &start, &Progress::none()))])[0];
    Row::new("distances to all cells", input, took).print();
}

/// Prints the time per frame while a vertex is dragged.
///
/// A frame updates everything that the path depends on and searches for the path.
fn print_drag(input: &str, mesh: NavMesh, mut derived: Derived, width: u32) {
    let parts = polyanya_crate::Parts::of(&mesh);
    let [rebuilt] = compare([making_of(|| parts.copy(), polyanya_crate::Parts::build)]);
    let query = query(width, AlgorithmChoice::default());
    let middle = VertexId(width / 2 * (width + 1) + width / 2);
    let mut draft = Draft::of(mesh);
    let home = draft.mesh().position(middle);
    let drag = |nth: usize| {
        let push = if nth.is_multiple_of(2) { 0.1 } else { -0.1 };
        draft.move_vertex(middle, home + Vec3::new(push, 0.0, push));
        let mesh = draft.mesh().clone();
        let follow = || {
            derived.update(&mesh);
            find_path(&mesh, &derived, &query)
        };
        timed(follow).0
    };
    let took = median(&(0..DRAGS).map(drag).collect::<Vec<_>>());
    Row::new("a vertex moved: derive, and path by default (peer: rebuild)", input, took)
        .polyanya(rebuilt)
        .print();
}

/// Builds a floor of squares; with walls, every eighth row is open at one end, alternately.
fn floor(width: u32, has_walls: bool) -> NavMesh {
    let across = width + 1;
    let place = |i: u32| Vec3::new((i % across) as f32, 0.0, (i / across) as f32);
    let is_wall = |x: u32, z: u32| has_walls && z % 8 == 4 && if z % 16 == 4 { x > 3 } else { x < width - 4 };
    let squares = (0..width * width).map(|i| (i % width, i / width)).filter(|&(x, z)| !is_wall(x, z));
    let cells = squares.flat_map(|(x, z)| {
        let corner = z * across + x;
        let [a, b, c, d] = [corner, corner + across, corner + across + 1, corner + 1].map(VertexId);
        [[a, b, c], [a, c, d]].map(|corners| Cell::new(corners, AreaId(0)))
    });
    NavMesh::from_parts((0..across * across).map(place), cells).expect("a floor keeps the invariants")
}

fn query(width: u32, algorithm: AlgorithmChoice) -> Query {
    let far = width as f32 - 0.5;
    let end = |x, z| Endpoint { ground: [x, z].into(), height: None };
    let settings = Settings { algorithm, ..Settings::default() };
    Query { start: end(0.5, 0.3), target: end(far, far), settings }
}
