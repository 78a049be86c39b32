//! The optimum beside the `polyanya` crate: the same maps, the same queries, in one run; a point is located in both.
//!
//! The maps live outside the project: `shared/data/navmeshes/maps` beside it, or below `NAVSMITH_DATA`.

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use glam::Vec2;
use navsmith::navmesh::{Derived, NavMesh};
use navsmith::pathfinding::{Agent, Endpoint, Filter, Floor, Polyanya, Walkable, locate};
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

/// Every set is run so often by both, in turns, and the median counts.
const ROUNDS: usize = 3;

/// From where to where, in the map's own coordinates.
type Ends = [[f32; 2]; 2];

fn main() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("NAVSMITH_DATA").map_or(beside, PathBuf::from).join("navmeshes/maps");
    if !folder.is_dir() {
        println!("skipped: there are no maps at {}", folder.display());
        return;
    }
    println!("{:20} {:>7} {:>12} {:>12} {:>7}", "queries", "number", "polyanya µs", "navsmith µs", "ratio");
    let ratios: Vec<f64> = SETS.iter().map(|(map, set)| compare(&folder, map, set)).collect();
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    println!("geometric mean: {mean:.2}");
}

/// Prints a line of the table; how many times as long the other takes.
fn compare(folder: &Path, map: &str, set: &str) -> f64 {
    let path = folder.join(format!("{map}.mesh"));
    let bytes = std::fs::read(&path).expect("a map");
    let mut theirs: Mesh = PolyanyaFile::from_bytes(&bytes).try_into().expect("a map that it reads");
    theirs.bake();
    let mesh = navsmith::io::polyanya::read(&bytes).expect("a map of the format").mesh;
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let floor = Floor::build(&Walkable::new(&mesh, &derived, &agent, &filter));
    let mut ours = Polyanya::new(&floor);
    let queries = queries(&folder.join(format!("{set}.queries")));
    let (mut took_theirs, mut took_ours) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        took_theirs.push(timed(&queries, |ends| find_theirs(&theirs, ends)));
        took_ours.push(timed(&queries, |ends| find_ours(&mesh, &derived, &mut ours, ends)));
    }
    let [theirs, ours] = [took_theirs, took_ours].map(|mut took| {
        took.sort_unstable();
        took[ROUNDS / 2].as_secs_f64() * 1e6 / queries.len() as f64
    });
    println!("{set:20} {:>7} {theirs:>12.2} {ours:>12.2} {:>7.2}", queries.len(), theirs / ours);
    theirs / ours
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

fn timed(queries: &[Ends], mut find: impl FnMut(&Ends) -> f64) -> Duration {
    let begin = Instant::now();
    for ends in queries {
        std::hint::black_box(find(ends));
    }
    begin.elapsed()
}

fn find_theirs(mesh: &Mesh, ends: &Ends) -> f64 {
    // Its vectors are of another version of glam, so new ones are made of one that it has.
    let any = mesh.layers[0].vertices[0].coords;
    let [from, to] = ends.map(|[x, y]| any.with_x(x).with_y(y));
    mesh.path(from, to).map_or(f64::NAN, |path| f64::from(path.length))
}

fn find_ours(mesh: &NavMesh, derived: &Derived, polyanya: &mut Polyanya<&Floor>, ends: &Ends) -> f64 {
    let located = ends.map(|[x, y]| {
        let endpoint = Endpoint { ground: Vec2::new(x, -y), height: None };
        locate(mesh, derived, endpoint, 2.0)
    });
    let [Some(start), Some(target)] = located else { return f64::NAN };
    polyanya.length(&start, &target, &mut Silent).unwrap_or(f64::NAN)
}
