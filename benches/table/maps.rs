//! Benchmark maps with their own queries, where there are any.

use std::path::{Path, PathBuf};

use navsmith::geometry::Vec2;
use navsmith::io::polyanya::read;
use navsmith::navmesh::Derived;
use navsmith::pathfinding::{Agent, Endpoint, Filter, Walkable, locate, random_points};

use crate::Row;
use crate::peer::Parts;
use crate::questions::{self, Ends};

const MAPS: [&str; 4] = ["arena-cdt", "arena-merged", "aurora-cdt", "aurora-merged"];

/// So many queries of a map are asked, evenly over its list.
const ENOUGH: usize = 500;

/// The lines about every map, told as they are measured.
pub(crate) fn rows(tell: impl Fn(&Row)) {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("NAVSMITH_DATA").map_or(beside, PathBuf::from).join("navmeshes/maps");
    for map in MAPS.into_iter().filter(|_| folder.is_dir()) {
        of_map(&folder, map).iter().for_each(&tell);
    }
}

fn of_map(folder: &Path, map: &str) -> Vec<Row> {
    let bytes = std::fs::read(folder.join(format!("{map}.mesh"))).expect("a map");
    let mesh = read(&bytes).expect("a map of the format").mesh;
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let text = std::fs::read_to_string(folder.join(format!("{map}.queries"))).expect("the queries of a map");
    let all: Vec<Ends> = text.lines().filter_map(|line| ends(&walkable, line)).collect();
    let pairs: Vec<Ends> = all.iter().step_by(all.len().div_ceil(ENOUGH).max(1)).copied().collect();
    let input = format!("{map}, {} cells", mesh.cell_count());
    questions::rows(&input, &walkable, Parts::read(&bytes), &random_points(&walkable, 1, 10_000), &pairs)
}

/// `from_x from_y to_x to_y length`, where y points up.
fn ends(walkable: &Walkable<'_>, line: &str) -> Option<Ends> {
    let numbers: Vec<f32> = line.split_whitespace().map_while(|number| number.parse().ok()).collect();
    let &[x, y, to_x, to_y, ..] = numbers.as_slice() else { return None };
    let put = |[x, y]: [f32; 2]| {
        let endpoint = Endpoint { ground: Vec2::new(x, 0.0 - y), height: None };
        locate(walkable.mesh, walkable.derived, endpoint, 2.0)
    };
    Some([put([x, y])?, put([to_x, to_y])?])
}
