//! `navsmith compare`: every algorithm on one question, and why the one asked for makes a detour.

use std::time::Instant;

use serde::Serialize;

use super::Done;
use super::args::QueryArguments;
use super::load::load;
use super::output::json;
use super::path::because;
use crate::navmesh::{CellId, Derived};
use crate::pathfinding::{Algorithm, Comparison, Detour, Parting, Row, compare};

#[derive(Serialize)]
struct ComparisonAnswer {
    /// Why there is no path, or only a partial one; `null` for a whole path.
    why: Option<String>,
    /// On the ground, in metres; `null` without a path.
    optimal_length: Option<f64>,
    /// The cells that the shortest way crosses, by their place in the file.
    optimal_cells: Vec<u32>,
    rows: Vec<RowAnswer>,
    /// The algorithm that answers the question, which the rest is about; `null` on a mesh without cells.
    algorithm: Option<&'static str>,
    /// Why it, as a part of a sentence; `null` where it was asked for.
    because: Option<String>,
    /// `null` where its way is the shortest.
    detour: Option<DetourAnswer>,
}

#[derive(Serialize)]
struct RowAnswer {
    algorithm: &'static str,
    /// On the ground, in metres, without waypoints at slopes; `null` without a path.
    length: Option<f64>,
    /// As a multiple of the optimal length.
    ratio: Option<f64>,
    expanded: usize,
    events: usize,
    /// Milliseconds for search and string pulling.
    ms: f64,
    cells: Vec<u32>,
}

#[derive(Serialize)]
struct DetourAnswer {
    /// In metres.
    extra: f64,
    /// A sentence; `null` where no single thing misled the search.
    culprit: Option<String>,
    partings: Vec<PartingAnswer>,
    fixes: Vec<FixAnswer>,
}

#[derive(Serialize)]
struct PartingAnswer {
    /// The last cell of both; `null` where they begin apart.
    parts: Option<u32>,
    /// The next cell of both; `null` where they end apart.
    joins: Option<u32>,
    cells: Vec<u32>,
    optimal_cells: Vec<u32>,
}

#[derive(Serialize)]
struct FixAnswer {
    /// An order, in words.
    edit: String,
    /// The edge, by the ids of its vertices.
    edge: [u32; 2],
    length: f64,
    saves: f64,
}

pub(super) fn run(arguments: &QueryArguments) -> Result<Done, String> {
    let mesh = load(&arguments.how.source)?.document.mesh;
    let query = arguments.query();
    let began = Instant::now();
    let now = || began.elapsed().as_secs_f64();
    let comparison = compare(&mesh, &Derived::build(&mesh), &query, &Algorithm::ALL, &now);
    let text = if arguments.how.json {
        json(&ComparisonAnswer::of(&comparison))?
    } else {
        text(&comparison, mesh.link_count() > 0)
    };
    Ok(Done { text, aside: None, is_found: !comparison.rows.is_empty(), is_written: false })
}

fn ids(cells: &[CellId]) -> Vec<u32> {
    cells.iter().map(|cell| cell.0).collect()
}

impl ComparisonAnswer {
    fn of(comparison: &Comparison) -> Self {
        let best = comparison.optimum.as_ref();
        Self {
            why: comparison.why.as_ref().map(ToString::to_string),
            optimal_length: best.map(|best| best.length),
            optimal_cells: best.map(|best| ids(&best.corridor.cells)).unwrap_or_default(),
            rows: comparison.rows.iter().map(RowAnswer::of).collect(),
            algorithm: comparison.by.map(|by| by.algorithm.name()),
            because: comparison.by.and_then(because),
            detour: comparison.detour.as_ref().map(DetourAnswer::of),
        }
    }
}

impl RowAnswer {
    fn of(row: &Row) -> Self {
        Self {
            algorithm: row.algorithm.name(),
            length: row.path.as_ref().map(|_| row.length),
            ratio: row.path.as_ref().and(row.ratio),
            expanded: row.expanded,
            events: row.events,
            ms: row.seconds * 1e3,
            cells: row.path.as_ref().map(|path| ids(&path.corridor)).unwrap_or_default(),
        }
    }
}

impl DetourAnswer {
    fn of(detour: &Detour) -> Self {
        let parting = |parting: &Parting| PartingAnswer {
            parts: parting.parts.map(|cell| cell.0),
            joins: parting.joins.map(|cell| cell.0),
            cells: ids(&parting.one),
            optimal_cells: ids(&parting.other),
        };
        let fixes = detour.fixes.iter().map(|fix| FixAnswer {
            edit: fix.mend.to_string(),
            edge: fix.mend.edge().ends().map(|end| end.0),
            length: fix.length,
            saves: fix.saves,
        });
        Self {
            extra: detour.extra,
            culprit: detour.culprit.as_ref().map(ToString::to_string),
            partings: detour.partings.iter().map(parting).collect(),
            fixes: fixes.collect(),
        }
    }
}

fn text(comparison: &Comparison, has_links: bool) -> String {
    let without = if has_links { " without links" } else { "" };
    let mut lines = Vec::new();
    if let Some(why) = &comparison.why {
        let title = if comparison.rows.is_empty() { "no path" } else { "partial" };
        lines.push(format!("{title}: {why}"));
    }
    if !comparison.rows.is_empty() {
        let [name, length, ratio] = ["algorithm", "length", "ratio"];
        lines.push(format!("{name:<10}{length:>14}{ratio:>9}{:>10}{:>9}{:>10}", "expanded", "events", "ms"));
        lines.extend(comparison.rows.iter().map(line));
        if has_links {
            lines.push("the ratio is to the shortest path without links".into());
        }
    }
    let by = comparison.by.map_or_else(String::new, |by| by.algorithm.name().into());
    if let Some(by) = comparison.by.filter(|by| by.is_automatic() && !comparison.rows.is_empty()) {
        lines.push(format!("asked by {by}"));
    }
    if let Some(detour) = &comparison.detour {
        lines.push(format!("{by}: {detour}"));
        lines.extend(detour.partings.iter().map(parting_line));
        let fixes = detour.fixes.iter();
        lines.extend(fixes.map(|fix| {
            format!("  to fix it, {}: {:.3} m, {:.3} m shorter", fix.mend, fix.length, fix.saves)
        }));
    } else if comparison.optimum.is_some() {
        lines.push(format!("{by}: no way{without} is shorter"));
    }
    lines.join("\n") + "\n"
}

fn line(row: &Row) -> String {
    let Row { algorithm, length, ratio, expanded, events, seconds, .. } = row;
    let (name, ms) = (algorithm.name(), seconds * 1e3);
    if row.path.is_none() {
        return format!("{name:<10}{:>14}{:>9}{expanded:>10}{events:>9}{ms:>10.3}", "no path", "");
    }
    let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.4}"));
    format!("{name:<10}{length:>12.3} m{ratio:>9}{expanded:>10}{events:>9}{ms:>10.3}")
}

fn parting_line(parting: &Parting) -> String {
    let list = |cells: &[CellId]| {
        let names: Vec<String> = cells.iter().map(|cell| cell.0.to_string()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    };
    let parts =
        parting.parts.map_or_else(|| "at the start".to_owned(), |cell| format!("behind cell {}", cell.0));
    let joins =
        parting.joins.map_or_else(|| "at the target".to_owned(), |cell| format!("at cell {}", cell.0));
    let (one, other) = (list(&parting.one), list(&parting.other));
    format!("  {parts} it crosses {one}, and the shortest path {other}; they join {joins}")
}
