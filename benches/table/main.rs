//! One table of what navsmith takes, beside the `polyanya` crate and beside reading the same bytes once.
//!
//! On made meshes of a thousand to a million triangles, and on benchmark maps where there are any: in
//! `shared/data/navmeshes/maps` beside the project, or below `NAVSMITH_DATA`. An argument that is a number is the most
//! triangles that a made mesh has.

#![expect(clippy::print_stdout, reason = "it prints a table")]

mod clock;
mod peer;
mod builds;
mod questions;
mod maps;

use navsmith::navmesh::generate::{Landscape, Recipe};

const SIZES: [usize; 4] = [1000, 10_000, 100_000, 1_000_000];

/// A line of the table, in seconds.
struct Row {
    work: String,
    input: String,
    ours: f64,
    theirs: Option<f64>,
    reading: f64,
}

impl Row {
    fn print(&self) {
        let Self { work, input, ours, theirs, reading } = self;
        let peer = theirs.map_or_else(|| "–".into(), clock::told);
        let ratio = theirs.map_or_else(|| "–".into(), |theirs| format!("{:.2}", theirs / ours));
        let (own, bound, multiple) = (clock::told(*ours), clock::told(*reading), ours / reading);
        println!("| {work} | {input} | {own} | {peer} | {ratio} | {bound} | {multiple:.1} |");
    }
}

fn main() {
    let most = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(usize::MAX);
    let sizes = || SIZES.into_iter().filter(|&triangles| triangles <= most);
    println!("{}\n", machine());
    println!("| work | on | navsmith | polyanya 0.18 | ratio | reading the bytes once | times that |");
    println!("|---|---|---:|---:|---:|---:|---:|");
    for triangles in sizes() {
        builds::rows(&Recipe { landscape: Landscape::Terrain, triangles, seed: 1 }, true)
            .iter()
            .for_each(Row::print);
    }
    for (landscape, triangles) in of(&[Landscape::Rooms, Landscape::Maze], sizes) {
        builds::rows(&Recipe { landscape, triangles, seed: 1 }, false).iter().for_each(Row::print);
    }
    for (landscape, triangles) in of(&Landscape::ALL, sizes) {
        questions::made(&Recipe { landscape, triangles, seed: 1 }).iter().for_each(Row::print);
    }
    maps::rows(Row::print);
}

/// Each landscape in each size.
fn of<S: Iterator<Item = usize>>(
    landscapes: &[Landscape],
    sizes: impl Fn() -> S,
) -> impl Iterator<Item = (Landscape, usize)> {
    landscapes.iter().flat_map(move |&landscape| sizes().map(move |triangles| (landscape, triangles)))
}

/// What it ran on, in a sentence.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().map_or_else(String::new, |load| format!(", load {load} when it began"));
    format!("{model}, cores: {cores} (one is used), {}{load}.", std::env::consts::OS)
}
