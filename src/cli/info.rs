//! `navsmith info`: content of a file.

mod import;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use self::import::ImportInfo;
use super::Done;
use super::args::file::{InfoArguments, InfoTable, SourceArguments};
use super::found::{AgentSizes, find_issues, narrow_gaps, of_agent};
use super::levels::{LevelChange, Levels};
use super::load::{DroppedContent, Loaded, load};
use super::output::{in_lines, json, mesh_sizes, place, plain_count, with_clauses, xyz};
use super::statistics::{self, MeasureRow};
use super::validate::by_kind;
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::{Adjacency, AreaId, Derived, Edge, HalfEdge, IslandId, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_formats::check::Issue;
use navsmith_formats::check::apart::NarrowGap;
use navsmith_formats::document::Document;
use navsmith_formats::document::statistics::area_sums;
use navsmith_formats::document::statistics::table::{of_all_measures, of_areas, of_islands};
use navsmith_formats::io::FileRef;

/// Number of islands that the text lists without `--all`.
const MOST_ISLANDS: usize = 20;

#[derive(Serialize)]
struct Info {
    format: &'static str,
    vertices: usize,
    cells: usize,
    inner_edges: usize,
    boundary_edges: usize,
    /// Edges of three or more cells, or of two in one direction.
    tangled_edges: usize,
    islands: Vec<IslandInfo>,
    /// Bounds; `null` for a file without vertices.
    bounds: Option<BoundsInfo>,
    areas: Vec<String>,
    queries: usize,
    /// Number of outlines, and of the cells that they generate.
    outlines: usize,
    outline_cells: usize,
    /// Reason why outlines generate no cells; `null` if they generate some, and without outlines.
    without_outline_cells: Option<&'static str>,
    welded_vertices: usize,
    /// What the imported items are; `null` for a file without items, and with `--max-slope`.
    import: Option<ImportInfo>,
    /// Clause about the up axis that was detected; `null` if there is no doubt.
    up_axis: Option<String>,
    /// Clause about the ground that was left out; `null` if there is none.
    left_out: Option<String>,
    dropped: DroppedContent,
    /// The agent for which issues are found; lengths in metres.
    agent: AgentSizes,
    #[serde(skip)]
    agent_text: String,
    /// Numbers of issues, as `validate` counts them, except those of exports.
    issues: BTreeMap<&'static str, usize>,
    /// Number of issues that the document ignores.
    ignored: usize,
    /// Narrow gaps between islands, which a repair with a larger tolerance joins.
    narrow_gaps: Vec<NarrowGap>,
    /// Places at which levels have changed since the mesh was made for them.
    level_changes: Vec<LevelChange>,
    notes: Vec<String>,
    /// Memory; only with `--memory`.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<Memory>,
    /// Statistics by measure; only with `--statistics`.
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Vec<MeasureRow>>,
    /// Name of the second file; only with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<String>,
}

#[derive(Serialize)]
struct Memory {
    triangles: usize,
    bytes: usize,
    bytes_per_triangle: f64,
    parts: Vec<MemoryPart>,
}

#[derive(Serialize)]
struct MemoryPart {
    name: &'static str,
    bytes: usize,
    bytes_per_triangle: f64,
}

#[derive(Serialize)]
struct IslandInfo {
    cells: usize,
    /// Area on the ground, in m².
    area: f64,
    bounds: Option<BoundsInfo>,
}

#[derive(Serialize)]
struct BoundsInfo {
    min: [f32; 3],
    max: [f32; 3],
}

pub(super) fn run(arguments: &InfoArguments) -> Result<Done, String> {
    let other = other(arguments)?;
    let loaded = load(&arguments.source)?;
    if let Some(table) = arguments.csv {
        return Ok(Done::found(csv(table, &loaded.document, arguments.other.as_deref().zip(other.as_ref()))));
    }
    let unit = loaded.document.clone();
    let info = Info::of(loaded, arguments, other.as_ref());
    let islands = if arguments.all { usize::MAX } else { MOST_ISLANDS };
    Ok(if arguments.json {
        Done::found(json(&info)?)
    } else {
        Done::found(info.text(islands)).worded_by(&unit)
    })
}

/// Reads the other file, if there is one; an error unless its statistics are requested.
fn other(arguments: &InfoArguments) -> Result<Option<Document>, String> {
    let Some(file) = arguments.other.clone() else { return Ok(None) };
    if !arguments.statistics && arguments.csv != Some(InfoTable::Statistics) {
        return Err("A second file needs --statistics or --csv statistics.".into());
    }
    let source = SourceArguments { file, reading: arguments.source.reading.clone() };
    Ok(Some(load(&source)?.document))
}

fn csv(table: InfoTable, document: &Document, other: Option<(&Path, &Document)>) -> String {
    let mesh = &document.mesh;
    match table {
        InfoTable::Statistics => {
            let own = Adjacency::build(mesh);
            let of_other = other.map(|(_, other)| (&other.mesh, Adjacency::build(&other.mesh)));
            let other_mesh = of_other.as_ref().map(|(mesh, adjacency)| (*mesh, adjacency));
            let meshes: Vec<_> = std::iter::once((mesh, &own)).chain(other_mesh).collect();
            let name = other.map(|(file, _)| FileRef::from(file.to_owned()).name());
            of_all_measures(&meshes, name.as_deref(), &Progress::none()).unwrap_or_default()
        }
        InfoTable::Islands => {
            let derived = Derived::build(mesh);
            of_islands((0..).map(IslandId).zip(derived.islands.all()))
        }
        InfoTable::Areas => {
            let sums = area_sums(document).into_iter();
            let areas = (0..=u8::MAX).map(AreaId).zip(document.areas.iter()).zip(sums);
            of_areas(areas.map(|((id, area), sum)| (id, &*area.name, sum)))
        }
    }
}

impl Info {
    fn of(loaded: Loaded, arguments: &InfoArguments, other: Option<&Document>) -> Self {
        let mesh = &loaded.document.mesh;
        let derived = Derived::build(mesh);
        let [inner_edges, boundary_edges, tangled_edges] = edges(mesh, &derived.adjacency);
        let levels = Levels::of(&loaded.document, &arguments.source.file);
        let issues = find_issues(&loaded.document, &derived);
        let for_agent = of_agent(&loaded.document, &derived, levels.surface.as_deref());
        let agent = loaded.document.checked_agent();
        let all = || issues.iter().chain(for_agent.iter());
        let is_ignored = |issue: &&Issue| loaded.document.ignored.contains(issue);
        let islands = derived.islands.all().iter().map(|island| IslandInfo {
            cells: island.cells,
            area: island.area,
            bounds: bounds(island.bounds),
        });
        Self {
            format: loaded.format,
            vertices: mesh.vertex_count(),
            cells: mesh.cell_count(),
            inner_edges,
            boundary_edges,
            tangled_edges,
            islands: islands.collect(),
            bounds: bounds(mesh.bounds()),
            areas: loaded.document.areas.iter().map(|area| area.name.clone()).collect(),
            queries: loaded.document.queries.len(),
            outlines: loaded.document.outlines.list.len(),
            outline_cells: loaded.document.outlines.cell_count(),
            without_outline_cells: loaded.document.outlines.why_without_cells(),
            welded_vertices: loaded.report.welded_vertices,
            import: loaded.evidence.map(|evidence| ImportInfo::of(evidence, mesh)),
            up_axis: loaded.axis_clause(),
            left_out: loaded.left_out,
            dropped: loaded.report.into(),
            agent: AgentSizes::of(&agent),
            agent_text: agent.to_string(),
            ignored: all().filter(is_ignored).count(),
            issues: by_kind(all().filter(|issue| !is_ignored(issue)))
                .into_iter()
                .map(|((_, title), of_kind)| (title, of_kind.len()))
                .collect(),
            narrow_gaps: narrow_gaps(&loaded.document, &derived, &issues),
            level_changes: levels.changes(&loaded.document, &derived),
            notes: loaded
                .notes
                .into_iter()
                .chain(issues.stopped())
                .chain(for_agent.stopped())
                .chain(levels.notes())
                .collect(),
            other: arguments.other.as_deref().map(|file| FileRef::from(file.to_owned()).name()),
            memory: arguments.memory.then(|| Memory::of(&derived)),
            statistics: arguments.statistics.then(|| {
                let of_other = other.map(|other| (&other.mesh, Adjacency::build(&other.mesh)));
                let other = of_other.as_ref().map(|(mesh, adjacency)| (*mesh, adjacency));
                let own = std::iter::once((mesh, &derived.adjacency));
                statistics::of(&own.chain(other).collect::<Vec<_>>())
            }),
        }
    }

    /// Returns the content as text, with at most this number of islands.
    fn text(&self, most_islands: usize) -> String {
        let Self { vertices, cells, inner_edges, boundary_edges, tangled_edges, .. } = self;
        let sizes = format!("{}: {}", self.format, mesh_sizes(*vertices, *cells));
        let mut lines = vec![with_clauses(sizes, &self.left_out)];
        lines.extend(self.import.as_ref().map(ImportInfo::line));
        lines.extend([
            format!("edges: {inner_edges} inner, {boundary_edges} boundary, {tangled_edges} tangled"),
            format!("islands: {}", self.islands.len()),
        ]);
        for (i, island) in self.islands.iter().enumerate().take(most_islands) {
            lines.push(format!("  island {}: cells {}, area {:.2} m²", i + 1, island.cells, island.area));
        }
        let left = self.islands.len().saturating_sub(most_islands);
        let more =
            || format!("  … and {}; --all lists them", plain_count(left, "more island", "more islands"));
        lines.extend((left > 0).then(more));
        if let Some(BoundsInfo { min, max }) = &self.bounds {
            lines.push(format!("bounds: {} to {}", place((*min).into()), place((*max).into())));
        }
        if self.outlines > 0 {
            let cells = plain_count(self.outline_cells, "cell", "cells");
            let why = self.without_outline_cells.map(|why| format!(": {why}")).unwrap_or_default();
            lines.push(format!("outlines: {}, which generate {cells}{why}", self.outlines));
        }
        if self.welded_vertices > 0 {
            lines.push(format!("welded: {}", plain_count(self.welded_vertices, "vertex", "vertices")));
        }
        lines.extend(self.dropped.describe().map(|dropped| format!("dropped: {dropped}")));
        lines.push(format!("agent: {}", self.agent_text));
        lines.extend(self.issues.iter().map(|(title, count)| format!("issue: {title}: {count}")));
        let ignored = || format!("ignored: {}", plain_count(self.ignored, "issue", "issues"));
        lines.extend((self.ignored > 0).then(ignored));
        lines.extend(self.narrow_gaps.iter().map(|gap| format!("note: {gap}")));
        lines.extend(self.level_changes.iter().map(|change| format!("note: {}", change.line())));
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        lines.extend(self.memory.iter().flat_map(Memory::lines));
        let other = self.other.as_deref().unwrap_or_default();
        lines.extend(self.statistics.iter().flatten().flat_map(|row| row.lines(other)));
        in_lines(&lines)
    }
}

impl Memory {
    fn of(derived: &Derived) -> Self {
        let triangles = derived.mesh().triangle_count();
        let each = |bytes: usize| bytes as f64 / triangles.max(1) as f64;
        let part = |(name, bytes)| MemoryPart { name, bytes, bytes_per_triangle: each(bytes) };
        let parts: Vec<MemoryPart> = derived.memory().into_iter().map(part).collect();
        let bytes = parts.iter().map(|part| part.bytes).sum();
        Self { triangles, bytes, bytes_per_triangle: each(bytes), parts }
    }

    fn lines(&self) -> Vec<String> {
        let line = |name: &str, bytes: usize, each: f64| {
            format!("  {name:<18} {bytes:>12} bytes {each:>8.1} a triangle")
        };
        let mut lines = vec![format!("memory, triangles: {}", self.triangles)];
        lines.extend(self.parts.iter().map(|part| line(part.name, part.bytes, part.bytes_per_triangle)));
        lines.push(line("all", self.bytes, self.bytes_per_triangle));
        lines
    }
}

fn bounds(bounds: Bounds) -> Option<BoundsInfo> {
    (!bounds.is_empty()).then(|| BoundsInfo { min: xyz(bounds.min), max: xyz(bounds.max) })
}

/// Returns the numbers of inner, boundary and tangled edges.
///
/// Linear, except for sorting the open sides, and finding other sides on their edges.
fn edges(mesh: &NavMesh, adjacency: &Adjacency) -> [usize; 3] {
    let sides = || {
        mesh.cells().flat_map(|(id, cell)| {
            (0..).zip(cell.sides()).map(move |(side, [from, to])| {
                let is_joined = adjacency.twin(HalfEdge { cell: id, side }).is_some();
                (is_joined, Edge::new(from, to))
            })
        })
    };
    let mut open: Vec<Edge> = sides().filter(|&(is_joined, _)| !is_joined).map(|(_, edge)| edge).collect();
    open.sort_unstable();
    // Each open edge with the number of its sides.
    let mut counts: Vec<(Edge, usize)> =
        open.chunk_by(|one, other| one == other).map(|on_edge| (on_edge[0], on_edge.len())).collect();
    let mut joined = 0;
    for (_, edge) in sides().filter(|&(is_joined, _)| is_joined) {
        match counts.binary_search_by_key(&edge, |&(edge, _)| edge) {
            Ok(at) => counts[at].1 += 1,
            Err(_) => joined += 1,
        }
    }
    let boundary = counts.iter().filter(|(_, sides)| *sides == 1).count();
    [joined / 2, boundary, counts.len() - boundary]
}
