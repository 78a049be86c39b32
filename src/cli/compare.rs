//! `navsmith compare`: every algorithm on one query, and the reason for a detour of the selected one.

use std::time::Instant;

use serde::Serialize;

use super::answer::{MeshErrors, because, links_text};
use super::args::query::CompareArguments;
use super::load::load;
use super::output::{in_lines, json_worded};
use super::{Done, Exit};
use navsmith_core::navmesh::{CellId, Derived};
use navsmith_core::pathfinding::analysis::compare::defect::Defect;
use navsmith_core::pathfinding::analysis::compare::fix::DetourFix;
use navsmith_core::pathfinding::analysis::compare::parting::Parting;
use navsmith_core::pathfinding::analysis::compare::{Comparison, Detour, Row, compare};
use navsmith_core::pathfinding::query::Query;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::optimality::OptimalityGap;
use navsmith_core::progress::Progress;
use navsmith_formats::check::Proposal;
use navsmith_formats::document::{Document, NamedQuery, reproduce_defect};
use navsmith_formats::io::ron::reproduction;

#[derive(Serialize)]
struct ComparisonAnswer {
    /// Reason for no path or only a partial one; `null` for a complete path.
    why: Option<String>,
    ignores_links: bool,
    /// Lower bound of the length of any path, or of its cost; `null` without a path.
    ///
    /// Lengths are in metres along the surface. It is `null` if errors leave it unclear where there is ground.
    lower_bound: Option<f64>,
    /// Length of the shortest path found, in metres along the surface; `null` without a path.
    ///
    /// Where costs differ, the path is the cheapest one found.
    shortest_length: Option<f64>,
    /// Cost of the cheapest path found; absent if every metre costs 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    least_cost: Option<f64>,
    /// Whether that path is proven to be the shortest, or the cheapest.
    is_optimal: bool,
    /// Number of errors of the mesh, which `validate` lists.
    errors: usize,
    /// Cells that it crosses, by their index in the file.
    shortest_cells: Vec<u32>,
    rows: Vec<RowAnswer>,
    /// Algorithm that answers the query, which the fields below describe; `null` on a mesh without cells.
    algorithm: Option<&'static str>,
    /// Reason for its selection, as a clause; `null` if the arguments name it.
    because: Option<String>,
    /// Detour of that algorithm; `null` if no algorithm found a shorter path.
    detour: Option<DetourAnswer>,
    /// Contradiction between two results; `null` without one.
    defect: Option<DefectAnswer>,
}

/// Contradiction between two results, with a document that reproduces it.
#[derive(Serialize)]
pub struct DefectAnswer {
    message: String,
    reproduction: String,
}

#[derive(Serialize)]
struct RowAnswer {
    algorithm: &'static str,
    /// Length along the surface, in metres, without slope waypoints; `null` without a path.
    length: Option<f64>,
    /// Sum of all lengths, each times the cost of its cell or link; absent if every metre costs 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    /// Length as a multiple of the shortest one, or cost as a multiple of the least one.
    ratio: Option<f64>,
    expanded: usize,
    events: usize,
    /// Time of search and string pulling in milliseconds; only with `--time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    cells: Vec<u32>,
}

#[derive(Serialize)]
struct DetourAnswer {
    /// Extra length, in metres, or extra cost.
    extra: f64,
    /// Node that misled the search, as a sentence; `null` if no single node did.
    culprit: Option<String>,
    partings: Vec<PartingAnswer>,
    fixes: Vec<FixAnswer>,
}

#[derive(Serialize)]
struct PartingAnswer {
    /// Last common cell before the section; `null` if the paths differ from the start.
    parts: Option<u32>,
    /// First common cell after the section; `null` if the paths differ up to the target.
    joins: Option<u32>,
    cells: Vec<u32>,
    shortest_cells: Vec<u32>,
}

#[derive(Serialize)]
struct FixAnswer {
    /// Edit, as an imperative.
    edit: String,
    /// Edge, by the ids of its vertices.
    edge: [u32; 2],
    /// Length of the path after the edit, in metres, or its cost.
    length: f64,
    saves: f64,
}

pub(super) fn run(arguments: &CompareArguments) -> Result<Done, String> {
    let CompareArguments { asked, has_time } = arguments;
    let loaded = load(&asked.how.source)?;
    let (left_out, document) = (loaded.left_out_line(), loaded.document);
    let mut query = asked.query();
    query.settings.filter = asked.how.filter.of(&document)?;
    let began = Instant::now();
    let now = || began.elapsed().as_secs_f64();
    let derived = Derived::build(&document.mesh);
    let links = links_text(&document.mesh, &query.settings.filter);
    let errors = MeshErrors::of(&document, &derived);
    let comparison = compare(&document.mesh, &derived, &query, &Algorithm::ALL, &now, &Progress::none());
    let mut comparison = comparison.map_err(|stopped| stopped.to_string())?;
    if errors.is_ground_unclear {
        comparison.prove_nothing();
    }
    let defect = comparison.defect.map(|defect| defect_answer(&defect, document.clone(), &derived, &query));
    let defect = defect.transpose()?;
    let is_found = !comparison.rows.is_empty() && defect.is_none();
    let text = if asked.how.json {
        let ignores_links = query.settings.filter.ignores_links;
        let answer = ComparisonAnswer {
            ignores_links,
            defect,
            errors: errors.count,
            ..ComparisonAnswer::of(&comparison, *has_time)
        };
        json_worded(&document, &answer)?
    } else {
        text(&comparison, *has_time)
            + &links
            + &errors.text()
            + &defect.map_or_else(String::new, |defect| defect_text(&defect))
    };
    let done = Done { exit: Exit::of(is_found), ..Done::found(text) };
    Ok(done.with_aside(left_out).worded_by(&document))
}

/// Returns a defect with a document that reproduces it.
pub fn defect_answer(
    defect: &Defect,
    document: Document,
    derived: &Derived,
    query: &Query,
) -> Result<DefectAnswer, String> {
    let [start, target] = [query.start, query.target].map(Some);
    let named = NamedQuery {
        name: "defect".into(),
        start,
        target,
        settings: query.settings.clone(),
        ..NamedQuery::default()
    };
    let document = Document { queries: vec![named].into(), ..document };
    let made = reproduce_defect(&document, derived, 0).ok_or("the query has no ends")?;
    let reproduction = reproduction::write(&made).map_err(|why| why.to_string())?;
    Ok(DefectAnswer { message: defect.to_string(), reproduction })
}

/// Formats a defect with its reproduction, for a report.
pub fn defect_text(defect: &DefectAnswer) -> String {
    format!(
        "defect in navsmith: {}; report it with this reproduction:\n\n{}",
        defect.message, defect.reproduction
    )
}

fn ids(cells: &[CellId]) -> Vec<u32> {
    cells.iter().map(|cell| cell.0).collect()
}

impl ComparisonAnswer {
    fn of(comparison: &Comparison, has_time: bool) -> Self {
        let shortest = comparison.best();
        let gap = shortest.and_then(|row| comparison.optimality_gap(row));
        Self {
            why: comparison.why.as_ref().map(ToString::to_string),
            ignores_links: false,
            lower_bound: gap.map(|gap| gap.lower_bound),
            shortest_length: shortest.map(|row| row.length),
            least_cost: shortest.and_then(|row| row.cost),
            is_optimal: gap.is_some_and(OptimalityGap::is_optimal),
            errors: 0,
            shortest_cells: shortest
                .and_then(|row| row.path.as_ref())
                .map(|path| ids(&path.corridor))
                .unwrap_or_default(),
            rows: comparison.rows.iter().map(|row| RowAnswer::of(row, has_time)).collect(),
            algorithm: comparison.by.map(|by| by.algorithm.name()),
            because: comparison.by.and_then(because),
            detour: comparison.detour.as_ref().map(DetourAnswer::of),
            defect: None,
        }
    }
}

impl RowAnswer {
    fn of(row: &Row, has_time: bool) -> Self {
        Self {
            algorithm: row.algorithm.name(),
            length: row.path.as_ref().map(|_| row.length),
            cost: row.cost,
            ratio: row.path.as_ref().and(row.ratio),
            expanded: row.expanded,
            events: row.events,
            ms: has_time.then_some(row.seconds * 1e3),
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
            shortest_cells: ids(&parting.other),
        };
        let fixes = detour.fixes.iter().map(|fix| FixAnswer {
            edit: instruction(fix),
            edge: fix.edit.edge().ends().map(|end| end.0),
            length: fix.measure,
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

fn text(comparison: &Comparison, has_time: bool) -> String {
    let mut lines = Vec::new();
    if let Some(why) = &comparison.why {
        let title = if comparison.rows.is_empty() { "no path" } else { "partial" };
        lines.push(format!("{title}: {why}"));
    }
    let Some(best) = comparison.best() else { return in_lines(&lines) };
    let has_costs = best.cost.is_some();
    let [name, length, ratio] = ["algorithm", "length", "ratio"];
    let cost = if has_costs { format!("{:>12}", "cost") } else { String::new() };
    let ms = if has_time { format!("{:>10}", "ms") } else { String::new() };
    lines.push(format!("{name:<10}{length:>14}{cost}{ratio:>9}{:>10}{:>9}{ms}", "expanded", "events"));
    lines.extend(comparison.rows.iter().map(|row| line(row, has_costs, has_time.then_some(row.seconds))));
    if let Some(gap) = comparison.optimality_gap(best) {
        lines.push(match best.cost {
            Some(cost) => format!("the cheapest path found costs {cost:.3}; {gap}"),
            None => format!("the shortest path found is {:.3} m long; {gap}", best.length),
        });
    }
    let by = comparison.by.map_or_else(String::new, |by| by.algorithm.name().into());
    if let Some(by) = comparison.by.filter(|by| by.is_automatic()) {
        lines.push(format!("answered by {by}"));
    }
    let [better, unit] = if has_costs { ["cheaper", ""] } else { ["shorter", " m"] };
    if let Some(detour) = &comparison.detour {
        lines.push(format!("{by}: {detour}"));
        lines.extend(detour.partings.iter().map(|parting| parting_line(parting, has_costs)));
        let fixes = detour.fixes.iter();
        lines.extend(fixes.map(|fix| {
            let (edit, DetourFix { measure, saves, .. }) = (instruction(fix), fix);
            format!("  to fix it, {edit}: {measure:.3}{unit}, {saves:.3}{unit} {better}")
        }));
    } else {
        lines.push(format!("{by}: no algorithm found a {better} path"));
    }
    in_lines(&lines)
}

/// Returns the edit as an imperative clause.
fn instruction(fix: &DetourFix) -> String {
    Proposal::of_detour(fix).label.to_lowercase()
}

fn line(row: &Row, has_costs: bool, seconds: Option<f64>) -> String {
    let Row { algorithm, length, expanded, events, .. } = row;
    let ms = seconds.map_or_else(String::new, |seconds| format!("{:>10.3}", seconds * 1e3));
    let name = algorithm.name();
    let length = if row.path.is_some() { format!("{length:.3} m") } else { "no path".into() };
    let cost = row.cost.map_or_else(String::new, |cost| format!("{cost:.3}"));
    let cost = if has_costs { format!("{cost:>12}") } else { String::new() };
    let ratio = row.ratio.map_or_else(String::new, |ratio| format!("{ratio:.4}"));
    format!("{name:<10}{length:>14}{cost}{ratio:>9}{expanded:>10}{events:>9}{ms}")
}

fn parting_line(parting: &Parting, has_costs: bool) -> String {
    let best = if has_costs { "cheapest" } else { "shortest" };
    let list = |cells: &[CellId]| {
        let names: Vec<String> = cells.iter().map(|cell| cell.0.to_string()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    };
    let parts =
        parting.parts.map_or_else(|| "at the start".to_owned(), |cell| format!("behind cell {}", cell.0));
    let joins =
        parting.joins.map_or_else(|| "at the target".to_owned(), |cell| format!("at cell {}", cell.0));
    let (one, other) = (list(&parting.one), list(&parting.other));
    format!("  {parts} it crosses {one}, and the {best} path {other}; they join {joins}")
}
