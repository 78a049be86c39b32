//! Growth of cost with the size of the input: a table, and a plot with logarithmic axes.

use std::fmt::Write as _;

use navsmith::cli::measure::Effort;
use navsmith::cli::measure::clock::timed;
use navsmith::cli::measure::report::TimeReport;
use navsmith_core::navmesh::Derived;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::simulation::scenario::crowd::crowd;
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;

use crate::Sizes;
use crate::row::Row;

/// Folder of the plots.
const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets");

/// Measures meshes by their number of triangles, and draws `assets/growth.svg`.
pub(crate) fn print_rows(sizes: Sizes) {
    triangles(sizes).print("growth.svg");
}

/// Measures crowds by their number of agents, and draws `assets/growth_agents.svg`.
pub(crate) fn print_crowds(sizes: Sizes) {
    agents(sizes).print("growth_agents.svg");
}

/// Numbers of triangles.
const TRIANGLES: [usize; 7] = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// The lines of triangles, the rows of the report whose times they add up, and colours visible on white and on black.
const STAGES: [(&str, &[&str], &str); 6] = [
    ("weld and derive all", &["weld", "derive all"], "#e5484d"),
    ("derive all", &["derive all"], "#f76b15"),
    ("shortest path", &["polyanya"], "#3e63dd"),
    ("its length, on a search mesh", &["length, prepared"], "#8b949e"),
    ("A* over midpoints", &["midpoints"], "#0d9b8a"),
    ("locate", &["locate"], "#8e4ec6"),
];

fn triangles(sizes: Sizes) -> Plot {
    let mut lines = STAGES.map(|(name, _, color)| Line { name, color, points: Vec::new() });
    for triangles in sizes.of(&TRIANGLES) {
        let recipe = Recipe { landscape: Landscape::Terrain, triangles, seed: 1 };
        let (mesh, pairs) = (recipe.mesh(), (4_000_000 / triangles).clamp(10, 200));
        let effort = Effort { pairs, seed: 1, rounds: 5, seconds: 60.0 };
        let report = TimeReport::of(recipe.to_string(), &mesh, &effort).expect("a sound mesh");
        let stages = report.stages.iter().map(|stage| (stage.name, stage.ms / 1e3));
        let queries = report.queries.iter().map(|query| (query.name, query.median_us / 1e6));
        let rows: Vec<(&str, f64)> = stages.chain(queries).collect();
        for (line, (_, names, _)) in lines.iter_mut().zip(STAGES) {
            let seconds = rows.iter().filter(|(name, _)| names.contains(name)).map(|(_, seconds)| seconds);
            line.points.push([mesh.cell_count() as f64, seconds.sum()]);
        }
    }
    Plot {
        title: "Time for one, on terrain, by number of triangles",
        input: "triangles",
        decades: [[3, 6], [-8, 1]],
        scale: TIMES,
        lines: lines.into(),
    }
}

/// Numbers of agents.
const AGENTS: [usize; 6] = [1000, 2000, 5000, 10_000, 20_000, 50_000];

/// Number of triangles of a map for each agent, so that all maps are equally dense.
const TRIANGLES_PER_AGENT: f64 = 3.86;

/// Number of measured steps of a crowd after the first ones: five seconds.
const STEPS: usize = 300;

/// Number of runs of a crowd; the fastest one counts, because other programs only add time.
const RUNS: usize = 3;

fn agents(sizes: Sizes) -> Plot {
    let mut lines = [("a step of all agents", "#3e63dd"), ("per agent", "#0d9b8a")]
        .map(|(name, color)| Line { name, color, points: Vec::new() });
    for agents in sizes.of(&AGENTS) {
        let triangles = (agents as f64 * TRIANGLES_PER_AGENT) as usize;
        let mesh = Recipe { landscape: Landscape::Rooms, triangles, seed: 1 }.mesh();
        let derived = Derived::build(&mesh);
        let start = Simulation::new(&mesh, &derived, &crowd(&mesh, &derived, agents as u32));
        let mut start = start.expect("its agents fit");
        // The first steps plan all paths, some of them in each step.
        start.step(&mut Silent);
        while start.agents().iter().any(|agent| agent.path().is_empty()) {
            start.step(&mut Silent);
        }
        let run = |_| {
            let mut simulation = start.clone();
            timed(|| (0..STEPS).for_each(|_| simulation.step(&mut Silent))).0 / STEPS as f64
        };
        let seconds = (0..RUNS).map(run).fold(f64::INFINITY, f64::min);
        let per_agent = seconds / agents as f64;
        for (line, seconds) in lines.iter_mut().zip([seconds, per_agent]) {
            line.points.push([agents as f64, seconds]);
        }
    }
    Plot {
        title: "Mean time of a step of a crowd, by number of agents",
        input: "agents",
        decades: [[3, 5], [-7, 0]],
        scale: TIMES,
        lines: lines.into(),
    }
}

/// A line of a plot.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) color: &'static str,
    /// Sizes of the input, and times in seconds or other values.
    pub(crate) points: Vec<[f64; 2]>,
}

/// Names of the decades of the values of a plot.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// The first decade that has a name.
    pub(crate) first: i32,
    pub(crate) names: &'static [&'static str],
}

/// The scale of times.
pub(crate) const TIMES: Scale = Scale { first: -8, names: &TIME_NAMES };

/// A plot with logarithmic axes.
pub(crate) struct Plot {
    pub(crate) title: &'static str,
    /// What the input consists of.
    pub(crate) input: &'static str,
    /// First and last decade of the size of the input, and of the seconds or other values.
    pub(crate) decades: [[i32; 2]; 2],
    pub(crate) scale: Scale,
    pub(crate) lines: Vec<Line>,
}

/// Decades of sizes from 10³ on, and of times from 10⁻⁸ s on.
const SIZE_NAMES: [&str; 4] = ["1,000", "10,000", "100,000", "1,000,000"];
const TIME_NAMES: [&str; 10] =
    ["10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"];

/// Left, top, right and bottom of the plot in the picture.
const FRAME: [f64; 4] = [84.0, 48.0, 560.0, 408.0];

impl Plot {
    /// Prints the rows, and writes the picture.
    fn print(&self, file: &str) {
        for line in &self.lines {
            for &[size, seconds] in &line.points {
                Row::new(line.name, &format!("{size} {}", self.input), seconds).print();
            }
        }
        self.draw(file);
    }

    /// Writes the picture.
    pub(crate) fn draw(&self, file: &str) {
        let svg = self.svg().expect("text");
        std::fs::write(std::path::Path::new(ASSETS).join(file), svg).expect("assets can be written");
    }

    /// Returns the place of a point in the picture.
    fn place(&self, [size, seconds]: [f64; 2]) -> [f64; 2] {
        let [left, top, right, bottom] = FRAME;
        let share =
            |value: f64, [from, to]: [i32; 2]| (value.log10() - f64::from(from)) / f64::from(to - from);
        [
            left + share(size, self.decades[0]) * (right - left),
            bottom - share(seconds, self.decades[1]) * (bottom - top),
        ]
    }

    fn svg(&self) -> Result<String, std::fmt::Error> {
        let [left, _, right, bottom] = FRAME;
        let (title, input) = (self.title, self.input);
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 460" font-family="system-ui, sans-serif" font-size="13">
<title>How cost grows with the number of {input}, one core, both axes logarithmic</title>
<style>text {{ fill: #57606a }} .grid {{ stroke: #8b949e; stroke-opacity: .35 }} .line {{ fill: none; stroke-width: 2 }}
@media (prefers-color-scheme: dark) {{ text {{ fill: #a9b1ba }} }}</style>
<text x="{left}" y="24" font-size="15">{title}</text>
"#,
        );
        self.draw_grid(&mut svg)?;
        let middle = f64::midpoint(left, right);
        writeln!(svg, r#"<text x="{middle}" y="{}" text-anchor="middle">{input}</text>"#, bottom + 42.0)?;
        self.draw_lines(&mut svg)?;
        svg.push_str("</svg>\n");
        Ok(svg)
    }

    fn draw_grid(&self, svg: &mut String) -> std::fmt::Result {
        let ([left, top, right, bottom], [sizes, times]) = (FRAME, self.decades);
        let name_of = |names: &'static [&'static str], index: i32| {
            usize::try_from(index).ok().and_then(|index| names.get(index).copied()).unwrap_or_default()
        };
        for decade in sizes[0]..=sizes[1] {
            let ([x, _], name) = (self.place([10f64.powi(decade), 1.0]), name_of(&SIZE_NAMES, decade - 3));
            writeln!(svg, r#"<path class="grid" d="M{x:.1} {top}V{bottom}"/>"#)?;
            writeln!(svg, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{name}</text>"#, bottom + 20.0)?;
        }
        for decade in times[0]..=times[1] {
            let name = name_of(self.scale.names, decade - self.scale.first);
            let [_, y] = self.place([1.0, 10f64.powi(decade)]);
            writeln!(svg, r#"<path class="grid" d="M{left} {y:.1}H{right}"/>"#)?;
            writeln!(svg, r#"<text x="{}" y="{:.1}" text-anchor="end">{name}</text>"#, left - 8.0, y + 4.0)?;
        }
        Ok(())
    }

    fn draw_lines(&self, svg: &mut String) -> std::fmt::Result {
        let [_, top, right, _] = FRAME;
        let mut lowest_name = f64::NEG_INFINITY;
        let end = |line: &Line| line.points.last().map_or(top, |&point| self.place(point)[1]);
        let mut from_above: Vec<&Line> = self.lines.iter().collect();
        from_above.sort_by(|one, other| end(one).total_cmp(&end(other)));
        for line in from_above {
            let color = line.color;
            let points = line.points.iter().map(|&point| self.place(point));
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
            writeln!(svg, r#"<text x="{}" y="{:.1}">{}</text>"#, right + 34.0, lowest_name + 4.5, line.name)?;
        }
        Ok(())
    }
}
