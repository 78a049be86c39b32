//! Benchmark maps with their own queries, if the maps are available.

use std::path::{Path, PathBuf};

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_formats::io::polyanya::read;

use crate::Sizes;
use crate::polyanya_crate::Parts;
use crate::questions::{ENOUGH, Ends, MAX_HEIGHT, PLACES, Questioned, Ratios};
use crate::row::{print_left_out, print_mean};

const MAPS: [&str; 4] = ["arena-cdt", "arena-merged", "aurora-cdt", "aurora-merged"];

/// Each map with one of its query files.
const SETS: [(&str, &str); 6] = [
    ("arena-cdt", "arena-cdt"),
    ("arena-merged", "arena-merged"),
    ("aurora-cdt", "aurora-cdt"),
    ("aurora-merged", "aurora-merged"),
    ("arena-cdt", "arena-cdt.corner"),
    ("aurora-cdt", "aurora-cdt.corner"),
];

/// Prints all lines of each map except the shortest paths.
pub(crate) fn print_rows(_: Sizes) {
    let locating = of_sets(MAPS.map(|map| (map, map)), |asked, ends| {
        let ratios = asked.print_locating(&random_points(asked.walkable(), 1, PLACES));
        let few = ends.iter().step_by(ends.len().div_ceil(ENOUGH).max(1)).copied();
        asked.print_others(&asked.pairs(few));
        ratios
    });
    print_means(["locate, with height", "locate, while dragging"], "maps", &locating);
}

/// Prints the times for the shortest paths, over all queries of all maps.
pub(crate) fn print_optimum(_: Sizes) {
    let ways = of_sets(SETS, |asked, ends| asked.print_ways(&asked.pairs(ends.iter().copied())));
    print_means(["shortest path", "shortest path, plain search mesh"], "sets of queries", &ways);
}

fn print_means(works: [&str; 2], input: &str, ratios: &[Ratios]) {
    print_mean(works[0], input, &ratios.iter().map(|it| it.whole).collect::<Vec<_>>());
    print_mean(works[1], input, &ratios.iter().map(|it| it.plain).collect::<Vec<_>>());
}

fn of_sets<const N: usize>(
    sets: [(&str, &str); N],
    print_rows: impl Fn(&Questioned<'_>, &[Ends]) -> Ratios,
) -> Vec<Ratios> {
    let Some(folder) = folder() else {
        print_left_out("benchmark maps", "there are none; NAVSMITH_DATA may name their folder");
        return Vec::new();
    };
    sets.map(|(map, set)| of_set(&folder, map, set, &print_rows)).into()
}

/// Returns the folder of the benchmark maps, if they are available.
pub(crate) fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("NAVSMITH_DATA").map_or(beside, PathBuf::from).join("navmeshes/maps");
    folder.is_dir().then_some(folder)
}

fn of_set(
    folder: &Path,
    map: &str,
    set: &str,
    print_rows: impl Fn(&Questioned<'_>, &[Ends]) -> Ratios,
) -> Ratios {
    let bytes = std::fs::read(folder.join(format!("{map}.mesh"))).expect("a map");
    let mesh = read(&bytes).expect("a map of the format").mesh;
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let text = std::fs::read_to_string(folder.join(format!("{set}.queries"))).expect("the queries of a map");
    let ends: Vec<Ends> = text.lines().filter_map(|line| ends(&walkable, line)).collect();
    let input = format!("{set}, {} cells", mesh.cell_count());
    print_rows(&Questioned::new(input, walkable, Parts::read(&bytes)), &ends)
}

/// Parses a query of the form `from_x from_y to_x to_y length`, with y pointing up.
fn ends(walkable: &Walkable<'_>, line: &str) -> Option<Ends> {
    let numbers: Vec<f32> = line.split_whitespace().map_while(|number| number.parse().ok()).collect();
    let &[x, y, to_x, to_y, ..] = numbers.as_slice() else { return None };
    let put = |[x, y]: [f32; 2]| {
        let endpoint = Endpoint { ground: Vec2::new(x, 0.0 - y), height: None };
        locate(walkable.mesh, walkable.derived, endpoint, MAX_HEIGHT)
    };
    Some([put([x, y])?, put([to_x, to_y])?])
}
