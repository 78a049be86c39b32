//! The optimum beside the `polyanya` crate: the same maps, the same queries, in one run; a point is located in both.
//!
//! The maps live outside the project: `shared/data/navmeshes/maps` beside it, or below `NAVSMITH_DATA`.

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use glam::Vec2;
use navsmith::navmesh::Derived;
use navsmith::pathfinding::{Agent, Endpoint, Filter, Floor, Located, Polyanya, Squares, Walkable, locate};
use navsmith::trace::Silent;
use polyanya::{Mesh, PolyanyaFile};

/// A map and the queries of it.
const SETS: [(&str, &str); 6] = [
    ("arena-cdt", "arena-cdt"),
    ("arena-merged", "arena-merged"),
    ("aurora-cdt", "aurora-cdt"),
    ("aurora-merged", "aurora-merged"),
    ("arena-cdt", "arena-cdt.corner"),
    ("aurora-cdt", "aurora-cdt.corner"),
];

/// Every few queries are asked so often by all, in turns, and the median counts: other programs disturb a short while
/// at most.
const ROUNDS: usize = 5;

/// So many queries are timed together.
const TOGETHER: usize = 40;

/// How far below a place with a height a floor may lie, in metres; none of these places has one.
const MAX_HEIGHT: f32 = 2.0;

/// From where to where, in the map's own coordinates.
type Ends = [[f32; 2]; 2];

/// Who is timed: the peer, the search of a mesh that was only laid out, and of one whose blocks are known and whose cells
/// are put together.
const CONTENDERS: usize = 3;

fn main() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("NAVSMITH_DATA").map_or(beside, PathBuf::from).join("navmeshes/maps");
    if !folder.is_dir() {
        println!("skipped: there are no maps at {}", folder.display());
        return;
    }
    println!(
        "microseconds for a query from two points to a length, and how many times as long polyanya takes"
    );
    println!(
        "{:20} {:>7} {:>10} {:>10} {:>6} {:>10} {:>6}",
        "queries", "number", "polyanya", "plain", "", "whole", ""
    );
    let ratios: Vec<[f64; 2]> = SETS.iter().map(|(map, set)| compare(&folder, map, set)).collect();
    for (name, which) in [("plain", 0), ("whole", 1)] {
        let of_it = || ratios.iter().map(|ratios| ratios[which]);
        let mean = (of_it().map(f64::ln).sum::<f64>() / ratios.len() as f64).exp();
        println!("{name}: geometric mean {mean:.2}, least {:.2}", of_it().fold(f64::INFINITY, f64::min));
    }
}

/// Prints a line of the table; how many times as long the other takes as each of ours.
fn compare(folder: &Path, map: &str, set: &str) -> [f64; 2] {
    let path = folder.join(format!("{map}.mesh"));
    let bytes = std::fs::read(&path).expect("a map");
    let mut theirs: Mesh = PolyanyaFile::from_bytes(&bytes).try_into().expect("a map that it reads");
    theirs.bake();
    let mesh = navsmith::io::polyanya::read(&bytes).expect("a map of the format").mesh;
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let plain = Floor::build(&Walkable::new(&mesh, &derived, &agent, &filter));
    let whole = plain.merged().with_blocks();
    let squares = Squares::build(&mesh);
    let mut ours = [Polyanya::new(&plain), Polyanya::new(&whole)];
    let live = |endpoint| locate(&mesh, &derived, endpoint, MAX_HEIGHT);
    let sorted = |endpoint| squares.locate(endpoint, MAX_HEIGHT);
    let queries = queries(&folder.join(format!("{set}.queries")));
    let mut took = [0.0; CONTENDERS];
    for queries in queries.chunks(TOGETHER) {
        let mut rounds = [[0.0; CONTENDERS]; ROUNDS];
        for round in &mut rounds {
            round[0] = timed(queries, |ends| find_theirs(&theirs, ends));
            round[1] = timed(queries, |ends| find_ours(live, &mut ours[0], ends));
            round[2] = timed(queries, |ends| find_ours(sorted, &mut ours[1], ends));
        }
        for (which, took) in took.iter_mut().enumerate() {
            let mut rounds = rounds.map(|round| round[which]);
            rounds.sort_unstable_by(f64::total_cmp);
            *took += rounds[ROUNDS / 2];
        }
    }
    let [theirs, plain, whole] = took.map(|took| took * 1e6 / queries.len() as f64);
    let ratios = [theirs / plain, theirs / whole];
    let count = queries.len();
    println!(
        "{set:20} {count:>7} {theirs:>10.2} {plain:>10.2} {:>6.2} {whole:>10.2} {:>6.2}",
        ratios[0], ratios[1]
    );
    ratios
}

fn queries(path: &Path) -> Vec<Ends> {
    let text = std::fs::read_to_string(path).expect("the queries of a map");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let ends = lines.map(|line| {
        let numbers: Vec<f32> = line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        [[numbers[0], numbers[1]], [numbers[2], numbers[3]]]
    });
    ends.collect()
}

/// Seconds.
fn timed(queries: &[Ends], mut find: impl FnMut(&Ends) -> f64) -> f64 {
    let begin = Instant::now();
    for ends in queries {
        std::hint::black_box(find(ends));
    }
    begin.elapsed().as_secs_f64()
}

fn find_theirs(mesh: &Mesh, ends: &Ends) -> f64 {
    // Its vectors are of another version of glam, so new ones are made of one that it has.
    let any = mesh.layers[0].vertices[0].coords;
    let [from, to] = ends.map(|[x, y]| any.with_x(x).with_y(y));
    mesh.path(from, to).map_or(f64::NAN, |path| f64::from(path.length))
}

fn find_ours(
    locate: impl Fn(Endpoint) -> Option<Located>,
    polyanya: &mut Polyanya<&Floor>,
    ends: &Ends,
) -> f64 {
    let located = ends.map(|[x, y]| locate(Endpoint { ground: Vec2::new(x, -y), height: None }));
    let [Some(start), Some(target)] = located else { return f64::NAN };
    polyanya.length(&start, &target, &mut Silent).unwrap_or(f64::NAN)
}
