//! Compares the distance field with a brute-force visibility graph.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec2, Vec2, Vec3};
use navsmith_core::geometry::{Segment, covers, ground, segments_touch};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::distance_field::{DistanceField, distance_field};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::progress::{Progress, Stopped};
use proptest::prelude::*;

/// A floor of squares with holes.
///
/// Squares become triangles, or are joined along a row into one cell with straight corners.
#[derive(Clone, Debug)]
struct Plan {
    is_hole: Vec<bool>,
    is_joined: Vec<bool>,
    is_cut: Vec<bool>,
    /// Displacements of the corners in tenths of a metre; if `Some`, every square is two triangles.
    moves: Option<Vec<[i8; 2]>>,
}

const WIDTH: usize = 6;
const CORNERS: usize = (WIDTH + 1) * (WIDTH + 1);

fn plan() -> impl Strategy<Value = Plan> {
    let flags = |chance| prop::collection::vec(prop::bool::weighted(chance), WIDTH * WIDTH);
    let moves = prop::option::of(prop::collection::vec([-2i8..=2, -2i8..=2], CORNERS));
    (flags(0.3), flags(0.5), flags(0.3), moves).prop_map(|(is_hole, is_joined, is_cut, moves)| Plan {
        is_hole,
        is_joined,
        is_cut,
        moves,
    })
}

impl Plan {
    fn build(&self) -> NavMesh {
        let place = |i: usize| {
            let [dx, dz] = self.moves.as_ref().map_or([0, 0], |moves| moves[i]);
            let at = |n: usize, d: i8| n as f32 + f32::from(d) * 0.1;
            Vec3::new(at(i % (WIDTH + 1), dx), 0.0, at(i / (WIDTH + 1), dz))
        };
        let mut cells = Vec::new();
        for z in 0..WIDTH {
            let mut x = 0;
            while x < WIDTH {
                let first = x;
                x += 1;
                let square = z * WIDTH + first;
                if self.is_hole[square] {
                    continue;
                }
                let is_cut = self.is_cut[square] || self.moves.is_some();
                while !is_cut && x < WIDTH && self.is_joined[z * WIDTH + x] && !self.is_hole[z * WIDTH + x] {
                    x += 1;
                }
                let [top, bottom] = [z, z + 1].map(|z| z * (WIDTH + 1));
                if is_cut {
                    let [a, b, c, d] = [top + first, bottom + first, bottom + x, top + x];
                    cells.extend([vec![a, b, c], vec![a, c, d]]);
                } else {
                    cells.push(
                        (first..=x).map(|x| bottom + x).chain((first..=x).rev().map(|x| top + x)).collect(),
                    );
                }
            }
        }
        let ids = |ring: Vec<usize>| Cell::new(ring.into_iter().map(|i| VertexId(i as u32)), AreaId(0));
        NavMesh::from_parts((0..CORNERS).map(place), cells.into_iter().map(ids)).expect("a plan is sound")
    }
}

fn field_from(mesh: &NavMesh, derived: &Derived, from: &Located) -> DistanceField {
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    distance_field(&walkable, from, usize::MAX, &Progress::none()).ok().flatten().expect("not stopped")
}

/// Returns a position in a cell: a weighted mean of three corners selected by `weights`.
///
/// Returns `None` if rounding moved it outside.
fn place_in(mesh: &NavMesh, cell: CellId, weights: [u8; 3]) -> Option<Vec2> {
    let ring = mesh.ground_ring(cell);
    let [a, b, c] = weights.map(usize::from);
    let sum = ring[a % ring.len()] + ring[b % ring.len()] + ring[c % ring.len()] * 2.0;
    Some(sum / 4.0).filter(|&at| covers(&ring, at))
}

fn located(cell: CellId, at: Vec2) -> Located {
    let asked = Endpoint { ground: at, height: None };
    Located { asked, cell, point: Vec3::new(at.x, 0.0, at.y), off_mesh: None }
}

/// A position at which a path may begin, turn or end, and the cells that meet there.
struct Node {
    at: Vec2,
    cells: BTreeSet<CellId>,
}

/// Returns the nodes of a mesh.
///
/// A vertex is a node for each group of its cells that are connected around it.
fn corners(mesh: &NavMesh, derived: &Derived) -> Vec<(VertexId, Node)> {
    let mut nodes = Vec::new();
    for (vertex, place) in mesh.vertices() {
        let mut left: BTreeSet<CellId> = derived.adjacency.star(vertex).iter().copied().collect();
        while let Some(first) = left.pop_first() {
            let (mut cells, mut queue) = (BTreeSet::from([first]), vec![first]);
            while let Some(cell) = queue.pop() {
                for (side, next) in derived.adjacency.neighbors(cell) {
                    if mesh.half_edge(side).is_some_and(|ends| ends.contains(&vertex)) && left.remove(&next) {
                        cells.insert(next);
                        queue.push(next);
                    }
                }
            }
            nodes.push((vertex, Node { at: ground(place), cells }));
        }
    }
    nodes
}

/// Whether a straight line connects two nodes through portals that it touches.
fn sees(mesh: &NavMesh, derived: &Derived, from: &Node, to: &Node) -> bool {
    let line = Segment::new(from.at, to.at);
    let mut seen = from.cells.clone();
    let mut queue: Vec<CellId> = seen.iter().copied().collect();
    while let Some(cell) = queue.pop() {
        if to.cells.contains(&cell) {
            return true;
        }
        for (side, next) in derived.adjacency.neighbors(cell) {
            let [a, b] = mesh.half_edge(side).expect("a side").map(|v| ground(mesh.position(v)));
            if segments_touch(&Segment::new(a, b), &line) && seen.insert(next) {
                queue.push(next);
            }
        }
    }
    false
}

/// Returns the distance of every node from the first, by Dijkstra over all visible pairs.
fn shortest(mesh: &NavMesh, derived: &Derived, nodes: &[Node]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; nodes.len()];
    let mut open: BTreeSet<usize> = (0..nodes.len()).collect();
    best[0] = 0.0;
    while let Some(&at) = open.iter().min_by(|&&a, &&b| best[a].total_cmp(&best[b])) {
        open.remove(&at);
        if best[at] == f64::INFINITY {
            break;
        }
        for &to in &open {
            let length = best[at] + nodes[at].at.as_dvec2().distance(nodes[to].at.as_dvec2());
            if length < best[to] && sees(mesh, derived, &nodes[at], &nodes[to]) {
                best[to] = length;
            }
        }
    }
    best
}

fn is_close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.max(b).max(1.0)
}

fn length(path: &[Vec2]) -> f64 {
    path.windows(2).map(|pair| pair[0].as_dvec2().distance(pair[1].as_dvec2())).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_field_is_as_far_as_the_visibility_graph(plan in plan(), from in any::<u16>(), weights in any::<[u8; 3]>(), to in any::<[[u8; 3]; 4]>()) {
        let mesh = plan.build();
        let derived = Derived::build(&mesh);
        let cells: Vec<CellId> = mesh.cells().map(|(id, _)| id).collect();
        prop_assume!(!cells.is_empty());
        let first = cells[usize::from(from) % cells.len()];
        let Some(source) = place_in(&mesh, first, weights) else { return Ok(()) };
        let field = field_from(&mesh, &derived, &located(first, source));
        let mut nodes = vec![Node { at: source, cells: BTreeSet::from([first]) }];
        let (vertices, corners): (Vec<VertexId>, Vec<Node>) = corners(&mesh, &derived).into_iter().unzip();
        nodes.extend(corners);
        let last = nodes.len();
        let places: Vec<(CellId, Vec2)> = cells
            .iter()
            .enumerate()
            .filter_map(|(i, &cell)| Some((cell, place_in(&mesh, cell, to[i % to.len()])?)))
            .collect();
        nodes.extend(places.iter().map(|&(cell, at)| Node { at, cells: BTreeSet::from([cell]) }));
        let expected = shortest(&mesh, &derived, &nodes);
        for (&(cell, at), &expected) in places.iter().zip(&expected[last..]) {
            let found = field.distance(cell, at);
            prop_assert!(is_close(found.unwrap_or(f64::INFINITY), expected), "{:?} in cell {}: {:?}, not {}", at, cell.0, found, expected);
            let path = field.path_back(cell, at);
            prop_assert!(found.is_none_or(|found| is_close(length(&path), found)), "{:?} is {:?} long", path, found);
            prop_assert!(found.is_none_or(|_| path[0] == at && path.last() == Some(&source)), "{:?}", path);
        }
        let mut at_vertices: BTreeMap<VertexId, f64> = BTreeMap::new();
        for (&vertex, &expected) in vertices.iter().zip(&expected[1..]) {
            let known = at_vertices.entry(vertex).or_insert(f64::INFINITY);
            *known = known.min(expected);
        }
        for (vertex, expected) in at_vertices {
            let found = field.vertex_distance(vertex).unwrap_or(f64::INFINITY);
            prop_assert!(is_close(found, expected), "vertex {}: {}, not {}", vertex.0, found, expected);
        }
    }

    #[test]
    fn isolines_are_as_far_as_they_say_and_none_is_missing(plan in plan(), from in any::<u16>()) {
        const STEP: f64 = 0.37;
        let mesh = plan.build();
        let derived = Derived::build(&mesh);
        let cells: Vec<CellId> = mesh.cells().map(|(id, _)| id).collect();
        prop_assume!(!cells.is_empty());
        let first = cells[usize::from(from) % cells.len()];
        let source = ground(mesh.centroid(first));
        let field = field_from(&mesh, &derived, &located(first, source));
        let lines = field.isolines(STEP, &Progress::none()).expect("not stopped");
        for line in &lines {
            for at in line.points.iter().copied().map(ground) {
                let around = mesh.cells().filter_map(|(cell, _)| field.distance(cell, at).filter(|_| covers(&mesh.ground_ring(cell), at)));
                // A line that ends on a side may lie outside all cells because of rounding; `nearest` is infinite
                // then.
                let nearest = around.map(|d| (d - line.distance).abs()).fold(f64::INFINITY, f64::min);
                prop_assert!(nearest < 5e-3 * STEP || nearest.is_infinite(), "{} at {:?}: {}", line.distance, at, nearest);
            }
        }
        // A path from the source to a centroid crosses every isoline in between.
        for (cell, _) in mesh.cells() {
            let at = ground(mesh.centroid(cell));
            let path = field.path_back(cell, at);
            let Some(distance) = field.distance(cell, at) else { continue };
            for level in 1..=((distance / STEP).floor() as u32) {
                let level = f64::from(level) * STEP;
                if level < distance - 0.05 {
                    let at = along(&path, distance - level);
                    let near = lines.iter().filter(|line| (line.distance - level).abs() < 1e-9);
                    let gap = near.map(|line| gap(&line.points, at)).fold(f64::INFINITY, f64::min);
                    prop_assert!(gap < STEP / 20.0, "no line at {} near {:?}: {}", level, at, gap);
                }
            }
        }
    }
}

/// Returns the position at a distance along a path.
fn along(path: &[Vec2], mut far: f64) -> DVec2 {
    for pair in path.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(Vec2::as_dvec2);
        let length = from.distance(to);
        if far <= length {
            return from.lerp(to, far / length.max(1e-300));
        }
        far -= length;
    }
    path.last().map_or(DVec2::NAN, |at| at.as_dvec2())
}

/// Returns the distance between a line and a position.
fn gap(line: &[Vec3], at: DVec2) -> f64 {
    let segments = line.windows(2).map(|pair| Segment::new(ground(pair[0]), ground(pair[1])));
    segments.map(|segment| f64::from(segment.distance(at.as_vec2()))).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_broken_off_field_is_none() {
    let plan = Plan {
        is_hole: vec![false; WIDTH * WIDTH],
        is_joined: vec![false; WIDTH * WIDTH],
        is_cut: vec![true; WIDTH * WIDTH],
        moves: None,
    };
    let mesh = plan.build();
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let end = Endpoint { ground: Vec2::new(0.5, 0.25), height: None };
    let from = locate(&mesh, &derived, end, 1.0).expect("on the floor");
    let stopped = distance_field(&walkable, &from, usize::MAX, &Progress::stopping_after(0));
    assert_eq!(stopped, Err(Stopped), "broken off");
}
