//! Measures how cost grows with the mesh, from a thousand to a million triangles, and draws an SVG.
//!
//! `cargo run --release --no-default-features --features cli --example growth -- assets/growth.svg`

use std::fmt::Write as _;

use navsmith::cli::measure::Effort;
use navsmith::cli::measure::report::TimeReport;
use navsmith::navmesh::synthetic::{Landscape, Recipe};

const SIZES: [usize; 7] = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// The drawn lines, the rows of the report whose times they add up, and colours visible on white and on black.
const LINES: [(&str, &[&str], &str); 6] = [
    ("weld and derive all", &["weld", "derive all"], "#e5484d"),
    ("derive all", &["derive all"], "#f76b15"),
    ("shortest path", &["polyanya"], "#3e63dd"),
    ("its length, on a search mesh", &["length, prepared"], "#8b949e"),
    ("A* over midpoints", &["midpoints"], "#0d9b8a"),
    ("locate", &["locate"], "#8e4ec6"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "growth.svg".into());
    let measured: Vec<(usize, [f64; 6])> =
        SIZES.iter().map(|&triangles| measure(triangles)).collect::<Result<_, _>>()?;
    std::fs::write(&path, svg(&measured)?)?;
    Ok(())
}

/// Returns the number of triangles and the seconds for each of [`LINES`].
fn measure(triangles: usize) -> Result<(usize, [f64; 6]), String> {
    let recipe = Recipe { landscape: Landscape::Terrain, triangles, seed: 1 };
    let (mesh, pairs) = (recipe.mesh(), (4_000_000 / triangles).clamp(10, 200));
    let effort = Effort { pairs, seed: 1, rounds: 5, seconds: 60.0 };
    let report = TimeReport::of(recipe.to_string(), &mesh, &effort)?;
    let stages = report.stages.iter().map(|stage| (stage.name, stage.ms / 1e3));
    let queries = report.queries.iter().map(|query| (query.name, query.median_us / 1e6));
    let rows: Vec<(&str, f64)> = stages.chain(queries).collect();
    let of_rows = |names: &[&str]| {
        rows.iter().filter(|(name, _)| names.contains(name)).map(|(_, seconds)| seconds).sum()
    };
    Ok((mesh.cell_count(), LINES.map(|(_, names, _)| of_rows(names))))
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
        let (name, _, color) = LINES[line];
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
