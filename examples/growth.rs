//! Measures how cost grows with the mesh, from a thousand to a million triangles, and draws an SVG.
//!
//! `cargo run --release --no-default-features --example growth -- assets/growth.svg`

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use navsmith::navmesh::synthetic::{Landscape, Recipe, loosen};
use navsmith::navmesh::{Derived, WeldOptions, weld};
use navsmith::pathfinding::agent::walkable::Walkable;
use navsmith::pathfinding::agent::{Agent, Filter};
use navsmith::pathfinding::mesh_query::locate::locate;
use navsmith::pathfinding::mesh_query::random_points::random_points;
use navsmith::pathfinding::polyanya::Polyanya;
use navsmith::pathfinding::query::algorithm::Algorithm;
use navsmith::pathfinding::query::settings::Settings;
use navsmith::pathfinding::query::{Query, find_path};
use navsmith::pathfinding::search::method::Method;
use navsmith::pathfinding::search_mesh::SearchMesh;
use navsmith::trace::Silent;

const SIZES: [usize; 7] = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// The measured operations and their colours, which are visible on white and on black.
const LINES: [(&str, &str); 6] = [
    ("weld and derive all", "#e5484d"),
    ("derive all", "#f76b15"),
    ("shortest path", "#3e63dd"),
    ("its length, laid out", "#8b949e"),
    ("A* over midpoints", "#0d9b8a"),
    ("locate", "#8e4ec6"),
];

/// Number of measurements of each operation, of which the median counts.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "growth.svg".into());
    let measured: Vec<(usize, [f64; 6])> = SIZES.iter().map(|&triangles| measure(triangles)).collect();
    std::fs::write(&path, svg(&measured)?)?;
    Ok(())
}

/// Returns the number of triangles and the seconds for each of [`LINES`].
fn measure(triangles: usize) -> (usize, [f64; 6]) {
    let mesh = Recipe { landscape: Landscape::Terrain, triangles, seed: 1 }.mesh();
    let soup = loosen(&mesh);
    let options = WeldOptions { distance: 0.001, max_slope: None };
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let places = random_points(&walkable, 1, 10_000);
    let floor = SearchMesh::build(&walkable).with_merged_cells().with_blocks().with_landmarks();
    let mut laid_out = Polyanya::new(&floor);
    let pairs = &places[..(4_000_000 / triangles).clamp(10, 200) * 2];
    let ask = |algorithm: Algorithm| {
        let settings = Settings { algorithm: algorithm.into(), ..Settings::default() };
        let query = |start, target| Query { start, target, settings: settings.clone() };
        for ends in pairs.chunks_exact(2) {
            black_box(find_path(&mesh, &derived, &query(ends[0].asked, ends[1].asked)));
        }
    };
    let asked = pairs.len() as f64 / 2.0;
    let took = [
        median(|| drop(black_box(Derived::build(&weld(&soup, &options).0)))),
        median(|| drop(black_box(Derived::build(&mesh)))),
        median(|| ask(Algorithm::Polyanya)) / asked,
        median(|| {
            for ends in pairs.chunks_exact(2) {
                black_box(laid_out.length(&ends[0], &ends[1], &mut Silent));
            }
        }) / asked,
        median(|| ask(Algorithm::Nodes(Method::Midpoints))) / asked,
        median(|| {
            for place in &places {
                black_box(locate(&mesh, &derived, place.asked, 2.0));
            }
        }) / places.len() as f64,
    ];
    (mesh.cell_count(), took)
}

fn median(mut work: impl FnMut()) -> f64 {
    let mut took = [(); ROUNDS].map(|()| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64()
    });
    took.sort_unstable_by(f64::total_cmp);
    took[ROUNDS / 2]
}

/// Decades of triangles and of seconds on the axes.
const DECADES: [[i32; 2]; 2] = [[3, 6], [-8, 1]];

const TIMES: [&str; 10] =
    ["10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"];

/// Left, top, right and bottom of the plot in the picture.
const FRAME: [f64; 4] = [84.0, 48.0, 560.0, 408.0];

fn place(triangles: f64, seconds: f64) -> [f64; 2] {
    let [left, top, right, bottom] = FRAME;
    let share = |value: f64, [from, to]: [i32; 2]| (value.log10() - f64::from(from)) / f64::from(to - from);
    [
        left + share(triangles, DECADES[0]) * (right - left),
        bottom - share(seconds, DECADES[1]) * (bottom - top),
    ]
}

fn svg(measured: &[(usize, [f64; 6])]) -> Result<String, std::fmt::Error> {
    let [left, top, right, bottom] = FRAME;
    let mut svg = String::from(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 460" font-family="system-ui, sans-serif" font-size="13">
<title>How cost grows with the number of triangles, one core, both axes logarithmic</title>
<style>text { fill: #57606a } .grid { stroke: #8b949e; stroke-opacity: .35 } .line { fill: none; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #a9b1ba } }</style>
"#,
    );
    writeln!(
        svg,
        r#"<text x="{left}" y="24" font-size="15">Time for one, on terrain, by number of triangles</text>"#
    )?;
    for (decade, name) in (DECADES[0][0]..).zip(["1,000", "10,000", "100,000", "1,000,000"]) {
        let [x, _] = place(10f64.powi(decade), 1.0);
        writeln!(svg, r#"<path class="grid" d="M{x:.1} {top}V{bottom}"/>"#)?;
        writeln!(svg, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{name}</text>"#, bottom + 20.0)?;
    }
    for (decade, name) in (DECADES[1][0]..).zip(TIMES) {
        let [_, y] = place(1.0, 10f64.powi(decade));
        writeln!(svg, r#"<path class="grid" d="M{left} {y:.1}H{right}"/>"#)?;
        writeln!(svg, r#"<text x="{}" y="{:.1}" text-anchor="end">{name}</text>"#, left - 8.0, y + 4.0)?;
    }
    let middle = f64::midpoint(left, right);
    writeln!(svg, r#"<text x="{middle}" y="{}" text-anchor="middle">triangles</text>"#, bottom + 42.0)?;
    let mut lowest_name = f64::NEG_INFINITY;
    let end = |line: usize| measured.last().map_or(top, |(count, took)| place(*count as f64, took[line])[1]);
    let mut from_above: Vec<usize> = (0..LINES.len()).collect();
    from_above.sort_by(|&one, &other| end(one).total_cmp(&end(other)));
    for line in from_above {
        let (name, color) = LINES[line];
        let points = measured.iter().map(|(triangles, took)| place(*triangles as f64, took[line]));
        let points: Vec<String> = points.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        writeln!(svg, r#"<polyline class="line" stroke="{color}" points="{}"/>"#, points.join(" "))?;
        for point in points.iter().filter_map(|point| point.split_once(',')) {
            writeln!(svg, r#"<circle fill="{color}" r="3" cx="{}" cy="{}"/>"#, point.0, point.1)?;
        }
        // Each name lies at the end of its line. A minimum distance keeps names apart.
        lowest_name = end(line).max(lowest_name + 18.0);
        writeln!(
            svg,
            r#"<path stroke="{color}" stroke-width="4" d="M{} {lowest_name:.1}h14"/>"#,
            right + 14.0
        )?;
        writeln!(svg, r#"<text x="{}" y="{:.1}">{name}</text>"#, right + 34.0, lowest_name + 4.5)?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}
