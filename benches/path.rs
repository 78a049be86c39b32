//! What a path costs at 100,000 triangles, after a vertex has moved.

use divan::Bencher;
use navsmith::geometry::Vec3;
use navsmith::navmesh::{AreaId, Cell, Derived, Draft, NavMesh, VertexId};
use navsmith::pathfinding::{
    Agent, Algorithm, Endpoint, Filter, Method, Query, Settings, Walkable, distances, find_path,
    find_path_traced, locate,
};

fn main() {
    divan::main();
}

/// Squares to a side; two triangles each.
const WIDTH: u32 = 224;

/// A floor of 100,352 triangles; with walls, every eighth row of squares is open at one end only, in turns.
fn floor(has_walls: bool) -> NavMesh {
    let across = WIDTH + 1;
    let place = |i: u32| Vec3::new((i % across) as f32, 0.0, (i / across) as f32);
    let is_wall = |x: u32, z: u32| has_walls && z % 8 == 4 && if z % 16 == 4 { x > 3 } else { x < WIDTH - 4 };
    let squares = (0..WIDTH * WIDTH).map(|i| (i % WIDTH, i / WIDTH)).filter(|&(x, z)| !is_wall(x, z));
    let cells = squares.flat_map(|(x, z)| {
        let corner = z * across + x;
        let [a, b, c, d] = [corner, corner + across, corner + across + 1, corner + 1].map(VertexId);
        [[a, b, c], [a, c, d]].map(|corners| Cell::new(corners, AreaId(0)))
    });
    NavMesh::from_parts((0..across * across).map(place), cells).expect("a floor keeps the invariants")
}

fn query(algorithm: Algorithm) -> Query {
    let far = WIDTH as f32 - 0.5;
    let end = |x, z| Endpoint { ground: [x, z].into(), height: None };
    Query {
        start: end(0.5, 0.3),
        target: end(far, far),
        settings: Settings { algorithm: algorithm.into(), ..Settings::default() },
    }
}

#[divan::bench(args = Algorithm::ALL, sample_count = 10)]
fn across_an_open_floor(bencher: Bencher<'_, '_>, algorithm: Algorithm) {
    bench_path(bencher, algorithm, false);
}

#[divan::bench(args = Algorithm::ALL, sample_count = 10)]
fn round_walls(bencher: Bencher<'_, '_>, algorithm: Algorithm) {
    bench_path(bencher, algorithm, true);
}

fn bench_path(bencher: Bencher<'_, '_>, algorithm: Algorithm, has_walls: bool) {
    let mesh = floor(has_walls);
    let derived = Derived::build(&mesh);
    bencher.bench(|| find_path(&mesh, &derived, &query(algorithm)));
}

#[divan::bench(args = [false, true])]
fn traced(bencher: Bencher<'_, '_>, has_walls: bool) {
    let mesh = floor(has_walls);
    let derived = Derived::build(&mesh);
    bencher.bench(|| find_path_traced(&mesh, &derived, &query(Algorithm::Nodes(Method::Midpoints))));
}

#[divan::bench]
fn shading(bencher: Bencher<'_, '_>) {
    let mesh = floor(false);
    let derived = Derived::build(&mesh);
    let start = locate(&mesh, &derived, query(Algorithm::Nodes(Method::Midpoints)).start, 2.0)
        .expect("a floor has cells");
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    bencher.bench(|| distances(&walkable, &start));
}

/// What happens under the hand while a vertex is dragged: everything that follows from it.
#[divan::bench]
fn drag_a_vertex(bencher: Bencher<'_, '_>) {
    let mesh = floor(false);
    let derived = std::cell::RefCell::new(Derived::build(&mesh));
    let mut draft = Draft::of(mesh);
    let middle = VertexId(WIDTH / 2 * (WIDTH + 1) + WIDTH / 2);
    let home = draft.mesh().position(middle);
    let mut push = 0.1;
    bencher
        .with_inputs(|| {
            push = -push;
            draft.move_vertex(middle, home + Vec3::new(push, 0.0, push));
            draft.mesh().clone()
        })
        .bench_local_refs(|mesh| {
            let mut derived = derived.borrow_mut();
            derived.update(mesh);
            find_path(mesh, &derived, &query(Algorithm::Nodes(Method::Midpoints)))
        });
}
