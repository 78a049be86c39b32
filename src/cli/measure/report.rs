//! Benchmark report, as a table or JSON.

use serde::Serialize;

use super::Effort;
use super::clock::CLOCK;
use super::queries::{self, QueryTime};
use super::stages::{self, StageTime};
use crate::cli::output::{in_lines, mesh_sizes};
use navsmith_core::navmesh::{Derived, NavMesh};

/// Times and memory of a mesh, its derived data and its queries.
#[derive(Debug, Serialize)]
pub struct TimeReport {
    mesh: MeshReport,
    /// Number of pairs of points drawn.
    pairs: usize,
    seed: u64,
    rounds: usize,
    /// Time of reading the clock, in nanoseconds; it is subtracted from each time.
    clock_ns: f64,
    /// Times of the stages of derivation.
    pub stages: Vec<StageTime>,
    memory: Vec<MemoryPart>,
    /// Times of the kinds of queries.
    pub queries: Vec<QueryTime>,
}

#[derive(Debug, Serialize)]
struct MeshReport {
    name: String,
    vertices: usize,
    cells: usize,
    islands: usize,
}

#[derive(Debug, Serialize)]
struct MemoryPart {
    name: &'static str,
    bytes: usize,
    bytes_per_cell: f64,
}

impl TimeReport {
    /// Measures a mesh; an error states why there is nothing to measure.
    pub fn of(name: String, mesh: &NavMesh, effort: &Effort) -> Result<Self, String> {
        let &Effort { pairs, seed, rounds, .. } = effort;
        if mesh.cell_count() == 0 {
            return Err(format!("{name}: it has no cell to walk on, so there is nothing to measure"));
        }
        let derived = Derived::build(mesh);
        let pairs = queries::draw(mesh, &derived, seed, pairs);
        if pairs.is_empty() {
            return Err(format!(
                "{name}: no two points on one island were found; does the mesh have any area?"
            ));
        }
        Ok(Self {
            mesh: MeshReport {
                name,
                vertices: mesh.vertex_count(),
                cells: mesh.cell_count(),
                islands: derived.islands.all().len(),
            },
            pairs: pairs.len(),
            seed,
            rounds,
            stages: stages::measure(mesh, Some(rounds)),
            memory: MemoryPart::of(&derived),
            queries: queries::measure(mesh, &derived, &pairs, effort),
            clock_ns: *CLOCK * 1e9,
        })
    }

    /// Returns the report as tables.
    pub fn text(&self) -> String {
        let Self { mesh, pairs, seed, rounds, clock_ns, .. } = self;
        let MeshReport { name, vertices, cells, islands } = mesh;
        let mut lines = vec![
            format!("{name}: {}, islands: {islands}", mesh_sizes(*vertices, *cells)),
            format!("pairs of points: {pairs}, seed {seed}, rounds: {rounds}"),
            String::new(),
            format!("{:18} {:>12} {:>12} {:>12}", "stage", "ms", "ns per cell", "copies"),
        ];
        lines.extend(self.stages.iter().map(StageTime::line));
        lines.push(String::new());
        lines.push(format!("{:18} {:>12} {:>12}", "memory", "bytes", "per cell"));
        lines.extend(self.memory.iter().map(MemoryPart::line));
        lines.push(String::new());
        lines.push(format!(
            "{:18} {:>7} {:>7} {:>12} {:>12} {:>9} {:>10} {:>17}",
            "query", "pairs", "found", "median µs", "99 % µs", "gap", "expanded", "digest"
        ));
        lines.extend(self.queries.iter().map(QueryTime::line));
        lines.push(String::new());
        lines.extend(LEGEND.map(str::to_owned));
        lines.push(format!("Reading the clock takes {clock_ns:.0} ns, which are subtracted."));
        if self.queries.iter().any(|row| row.pairs < *pairs) {
            lines.push("Fewer pairs mean that the time ran out; --seconds gives more.".into());
        }
        in_lines(&lines)
    }
}

const LEGEND: [&str; 5] = [
    "copies: number of copies of the bytes that a stage reads and writes, in the same time",
    "gap: mean excess over the length of the shortest path in the ground plan",
    "expanded: mean number of nodes that a search expanded",
    "digest: hash of the lengths of the answers; equal for equal queries and answers",
    "length, prepared: length of the shortest path in the ground plan, on a search mesh that is built once",
];

impl StageTime {
    fn line(&self) -> String {
        let Self { name, ms, ns_per_cell, copies } = self;
        format!("{name:18} {ms:>12.3} {ns_per_cell:>12.1} {copies:>12.1}")
    }
}

impl MemoryPart {
    fn of(derived: &Derived) -> Vec<Self> {
        let cells = derived.mesh().cell_count().max(1) as f64;
        let parts = derived.memory();
        let all = ("all", parts.iter().map(|(_, bytes)| bytes).sum());
        let part = |(name, bytes)| Self { name, bytes, bytes_per_cell: bytes as f64 / cells };
        parts.into_iter().chain([all]).map(part).collect()
    }

    fn line(&self) -> String {
        let Self { name, bytes, bytes_per_cell } = self;
        format!("{name:18} {bytes:>12} {bytes_per_cell:>12.1}")
    }
}

impl QueryTime {
    fn line(&self) -> String {
        let Self { name, pairs, found, median_us, p99_us, digest, .. } = self;
        let gap = self.gap.map_or_else(|| "-".into(), |gap| format!("{:.2} %", gap * 100.0));
        let expanded = self.expanded.map_or_else(|| "-".into(), |expanded| format!("{expanded:.0}"));
        format!(
            "{name:18} {pairs:>7} {found:>7} {median_us:>12.3} {p99_us:>12.3} {gap:>9} {expanded:>10} {digest:>17}"
        )
    }
}
