//! One table of navsmith's times beside the `polyanya` and `navmesh` crates.
//!
//! The table also shows the time for reading or copying the processed bytes once.
//!
//! `cargo bench -p navsmith-bench` prints the whole table; `--no-default-features` leaves out the frames of the
//! window. Words after `--` select [`PARTS`]; [`PICTURES`] must be selected. A number limits the triangles of a generated mesh:
//! `cargo bench -p navsmith-bench -- edits 100000`. Benchmark maps are read from `shared/data/navmeshes/maps` beside
//! the project, or from `navmeshes/maps` below `NAVSMITH_DATA`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it prints a table, or why it does not")]

mod row;
mod clock;
mod polyanya_crate;
mod navmesh_crate;
mod derive;
mod load;
mod edits;
mod outlines;
mod issues;
mod questions;
mod maps;
mod algorithms;
mod observer;
mod scrub;
mod recording;
mod growth;
mod generation;
#[cfg(feature = "gui")]
mod stage;
#[cfg(feature = "gui")]
mod frame;

use std::process::ExitCode;

use mimalloc::MiMalloc;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};

use row::print_head;

/// Memory allocator of the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Name of a part and the function that prints its lines.
type Part = (&'static str, fn(Sizes));

/// Parts that the command line can select by name.
const PARTS: [Part; 17] = [
    ("derive", derive::print_rows),
    ("load", load::print_rows),
    ("edits", edits::print_rows),
    ("outlines", outlines::print_rows),
    ("issues", issues::print_rows),
    ("questions", questions::print_rows),
    ("maps", maps::print_rows),
    ("optimum", maps::print_optimum),
    ("algorithms", algorithms::print_rows),
    ("observer", observer::print_rows),
    ("scrub", scrub::print_rows),
    ("recording", recording::print_rows),
    ("frame", print_frames),
    ("growth", growth::print_rows),
    ("crowds", growth::print_crowds),
    ("generation", generation::print_rows),
    ("generations", generation::print_growth),
];

/// Parts that draw a picture, which run only if they are named.
const PICTURES: [&str; 3] = ["growth", "crowds", "generations"];

/// Maximum number of triangles without `--bench`.
///
/// `cargo test` omits `--bench`. Small meshes then show that everything runs.
const MOST_IN_A_TEST: usize = 1000;

/// Size limit of generated meshes, in triangles.
#[derive(Clone, Copy)]
struct Sizes {
    most: usize,
}

impl Sizes {
    /// Returns the sizes of a list that do not exceed the limit.
    fn of(self, sizes: &[usize]) -> impl Iterator<Item = usize> {
        sizes.iter().copied().filter(move |&triangles| triangles <= self.most)
    }

    /// Returns each landscape in each size within the limit.
    fn recipes(self, landscapes: &[Landscape], sizes: &[usize]) -> impl Iterator<Item = Recipe> {
        let in_all_sizes =
            move |&landscape| self.of(sizes).map(move |triangles| Recipe { landscape, triangles, seed: 1 });
        landscapes.iter().flat_map(in_all_sizes)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let most = if arguments.iter().any(|it| it == "--bench") { usize::MAX } else { MOST_IN_A_TEST };
    let sizes = Sizes { most: arguments.iter().find_map(|it| it.parse().ok()).unwrap_or(most) };
    let is_word = |it: &&String| !it.starts_with('-') && it.parse::<usize>().is_err();
    let words: Vec<&String> = arguments.iter().filter(is_word).collect();
    if let Some(word) = words.iter().find(|word| PARTS.iter().all(|(name, _)| name != **word)) {
        eprintln!("there is no part \"{word}\"; there are {}", PARTS.map(|(name, _)| name).join(", "));
        return ExitCode::FAILURE;
    }
    println!("{}\n", machine());
    print_head();
    let is_named = |name: &str| words.iter().any(|word| **word == name);
    let is_wanted = |name: &str| is_named(name) || words.is_empty() && !PICTURES.contains(&name);
    for (_, print_rows) in PARTS.iter().filter(|(name, _)| is_wanted(name)) {
        print_rows(sizes);
    }
    ExitCode::SUCCESS
}

#[cfg(feature = "gui")]
fn print_frames(sizes: Sizes) {
    frame::print_rows(sizes);
}

#[cfg(not(feature = "gui"))]
fn print_frames(_: Sizes) {
    row::print_left_out("frames of the window", "built without the feature gui");
}

/// Describes the machine in a sentence.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().map_or_else(String::new, |load| format!(", load {load} when it began"));
    format!("{model}, cores: {cores} (one is used), {}{load}.", std::env::consts::OS)
}
