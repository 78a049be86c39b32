//! `navsmith why`: the obstacle between two cells, and the islands that nearly touch.

use serde::Serialize;

use super::args::file::WhyArguments;
use super::found::find_issues;
use super::load::load;
use super::output::{in_lines, json_worded, place, plain_count, xyz};
use super::{Done, Exit};
use navsmith_core::navmesh::{CellId, Derived, Edge, Islands, NavMesh, VertexId};
use navsmith_core::pathfinding::analysis::island_gaps::IslandGap;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::Progress;
use navsmith_formats::check::apart::{joining_tolerance, joins_them};
use navsmith_formats::check::connection::{
    Connection, ConnectionSearch, NearIslands, Obstacle, Reach, apart, cells_over,
};
use navsmith_formats::check::repair::RepairOptions;
use navsmith_formats::check::{Fix, Proposal, ProposalEffect};
use navsmith_formats::document::Document;

#[derive(Serialize)]
struct ConnectionAnswer {
    cells: [u32; 2],
    /// `direct`, `around`, `one_way` or `none`.
    reach: &'static str,
    /// Number of cells between the two on a path; `null` if there is none, or it was not determined.
    between: Option<usize>,
    /// Kind of the obstacle; `null` if nothing but other cells is between the two.
    obstacle: Option<&'static str>,
    /// The cells at the obstacle.
    at: [u32; 2],
    /// The obstacle and the present way, as sentences.
    message: String,
    /// Width of the gap, or height of the step or at the contact, in metres; `null` for others.
    distance: Option<f64>,
    /// Positions on both sides of the obstacle.
    approach: [[f32; 3]; 2],
    /// The gaps on the way over other islands, in order; empty for a single one.
    gaps: Vec<GapAnswer>,
    /// The edit that connects the cells; `null` if there is none.
    edit: Option<EditAnswer>,
    /// Why there is no edit; `null` if there is one, or nothing to connect.
    no_edit: Option<String>,
    /// Tolerance in metres with which a repair joins the islands; `null` if none does, or it was not tried.
    tolerance: Option<f32>,
}

#[derive(Serialize)]
struct GapAnswer {
    /// Islands by number, from 1.
    islands: [u32; 2],
    cells: [u32; 2],
    /// Distance between them, in metres.
    width: f64,
}

#[derive(Serialize)]
struct EditAnswer {
    /// `weld`, `bridge`, `link`, `reverse`, `separate`, `cut_out`, `split` or `unblock`.
    kind: &'static str,
    label: String,
    islands_before: usize,
    islands_after: usize,
}

#[derive(Serialize)]
struct ListAnswer {
    /// Number of pairs, listed or not.
    total: usize,
    is_complete: bool,
    pairs: Vec<PairAnswer>,
}

#[derive(Serialize)]
struct PairAnswer {
    /// Islands by number, from 1.
    islands: [u32; 2],
    /// Distance between them, in metres.
    width: f64,
    #[serde(flatten)]
    connection: ConnectionAnswer,
}

pub(super) fn run(arguments: &WhyArguments) -> Result<Done, String> {
    let loaded = load(&arguments.source)?;
    let (left_out, document) = (loaded.left_out_line(), loaded.document);
    let settings = settings(arguments, &document)?;
    let mesh = &document.mesh;
    let derived = Derived::build(mesh);
    let cells = cells(arguments, mesh, &derived)?;
    let issues = find_issues(&document, &derived);
    let search = ConnectionSearch { mesh, derived: &derived, issues: &issues, settings: &settings };
    let done = if let Some(cells) = cells {
        of_cells(&document, &search, cells, arguments.json)
    } else {
        let within = arguments.within.unwrap_or(WITHIN * document.metre);
        of_islands(&document, &search, within, arguments.json)
    };
    Ok(done?.with_aside(left_out).worded_by(&document))
}

/// Returns the settings of the document's first query for its checked agent, changed by the arguments.
fn settings(arguments: &WhyArguments, document: &Document) -> Result<Settings, String> {
    let mut settings = document.settings_of_agent();
    settings.agent.max_climb = arguments.max_climb.unwrap_or(settings.agent.max_climb);
    for (area, cost) in arguments.areas.of(document)?.set_areas() {
        settings.filter.set_cost(area, cost);
    }
    Ok(settings)
}

/// Returns the cells to compare; `None` if the arguments name neither cells nor an edge.
fn cells(arguments: &WhyArguments, mesh: &NavMesh, derived: &Derived) -> Result<Option<[CellId; 2]>, String> {
    if let Some([one, other]) = arguments.cells.as_deref().and_then(pair) {
        let missing = [one, other].into_iter().find(|&cell| mesh.cell(CellId(cell)).is_none());
        return match missing {
            Some(cell) => Err(format!(
                "there is no cell {cell}; the file has {}, numbered from 0",
                plain_count(mesh.cell_count(), "cell", "cells")
            )),
            None if one == other => Err(format!("cell {one} is named twice; name two cells")),
            None => Ok(Some([one, other].map(CellId))),
        };
    }
    let Some([from, to]) = arguments.edge.as_deref().and_then(pair) else { return Ok(None) };
    let edge = Edge::new(VertexId(from), VertexId(to));
    if derived.adjacency.sides_of(mesh, edge).is_empty() {
        return Err(format!("no cell has an edge {edge}; name both vertices of an edge of a cell"));
    }
    let found = cells_over(mesh, derived, edge);
    found.map(Some).ok_or_else(|| format!("no other cell lies over edge {edge}; name two cells with --cells"))
}

fn pair(ids: &[u32]) -> Option<[u32; 2]> {
    ids.try_into().ok()
}

fn of_cells(
    document: &Document,
    search: &ConnectionSearch<'_>,
    cells: [CellId; 2],
    is_json: bool,
) -> Result<Done, String> {
    let found = search.connection(cells, &Progress::none()).map_err(|_stopped| "the search was stopped")?;
    let exit = Exit::of(matches!(found.reach, Reach::Direct | Reach::Around(_)));
    let islands = &search.derived.islands;
    let tolerance = tolerance(document, search, &found);
    let text = if is_json {
        json_worded(document, &ConnectionAnswer::of(&found, islands, tolerance))?
    } else {
        let [one, other] = cells;
        let headline = found.obstacle.as_ref().map(Obstacle::headline);
        let title = headline.unwrap_or_else(|| "no obstacle".to_owned());
        let mut lines =
            vec![format!("cells {} and {}: {title}", one.0, other.0), format!("  {}", found.describe())];
        lines.extend(found.describe_gaps(islands).iter().map(|gap| format!("    {gap}")));
        lines.extend(found.describe_edit().map(|edit| format!("  {edit}")));
        lines.extend(tolerance.map(|tolerance| format!("  {}", joins_them(tolerance))));
        in_lines(&lines)
    };
    Ok(Done { exit, ..Done::found(text) })
}

/// Returns the tolerance with which a repair joins two cells; `None` if none does.
fn tolerance(document: &Document, search: &ConnectionSearch<'_>, found: &Connection) -> Option<f32> {
    let options = RepairOptions::of_document(document);
    // The token never stops the search.
    joining_tolerance(search.mesh, search.derived, found, &options, &Progress::none()).ok().flatten()
}

/// Maximum number of listed pairs for which a repair is tried.
const MOST_TRIED: usize = 20;

/// Default distance of the islands that are listed, in metres.
const WITHIN: f32 = 0.5;

fn of_islands(
    document: &Document,
    search: &ConnectionSearch<'_>,
    within: f32,
    is_json: bool,
) -> Result<Done, String> {
    let found = search.near_islands(f64::from(within), &Progress::none());
    let found = found.map_err(|_stopped| "the search was stopped")?;
    let islands = |connection: &Connection| numbers(connection.at, &search.derived.islands);
    let tried = found.pairs.iter().take(MOST_TRIED);
    let mut tolerances: Vec<Option<f32>> =
        tried.map(|(_, connection)| tolerance(document, search, connection)).collect();
    tolerances.resize(found.pairs.len(), None);
    let text = if is_json {
        let pairs = found.pairs.iter().zip(tolerances).map(|((width, connection), tolerance)| PairAnswer {
            islands: islands(connection),
            width: *width,
            connection: ConnectionAnswer::of(connection, &search.derived.islands, tolerance),
        });
        let NearIslands { total, is_complete, .. } = found;
        json_worded(document, &ListAnswer { total, is_complete, pairs: pairs.collect() })?
    } else {
        in_lines(&lines(&found, &tolerances, within, islands))
    };
    Ok(Done::found(text))
}

fn lines(
    found: &NearIslands,
    tolerances: &[Option<f32>],
    within: f32,
    islands: impl Fn(&Connection) -> [u32; 2],
) -> Vec<String> {
    let pairs = plain_count(found.total, "pair of islands is", "pairs of islands are");
    let mut lines = vec![format!("{pairs} at most {within} m apart")];
    for ((width, connection), tolerance) in found.pairs.iter().zip(tolerances) {
        let [one, other] = islands(connection);
        let headline = connection.obstacle.as_ref().map(Obstacle::headline).unwrap_or_default();
        let apart = apart(*width, connection.obstacle.as_ref().map(Obstacle::name));
        lines.push(format!(
            "  islands {one} and {other}, {apart}: {headline}, cells {} and {}, at {}",
            connection.at[0].0,
            connection.at[1].0,
            place(connection.approach[0]),
        ));
        lines.extend(connection.describe_edit().map(|edit| format!("    {edit}")));
        lines.extend(tolerance.map(|tolerance| format!("    {}", joins_them(tolerance))));
    }
    lines.extend(found.note().map(|note| format!("  note: {note}")));
    lines
}

/// Returns the numbers of the islands of cells, from 1; 0 for a cell on none.
pub(super) fn numbers(cells: [CellId; 2], islands: &Islands) -> [u32; 2] {
    cells.map(|cell| islands.of(cell).map_or(0, |island| island.0 + 1))
}

impl ConnectionAnswer {
    fn of(found: &Connection, islands: &Islands, tolerance: Option<f32>) -> Self {
        let edit = found.edit.as_ref().and_then(|edit| edit.as_ref().ok());
        Self {
            cells: found.cells.map(|cell| cell.0),
            reach: found.reach.name(),
            between: if let Reach::Around(between) = found.reach { between } else { None },
            obstacle: found.obstacle.as_ref().map(Obstacle::name),
            at: found.at.map(|cell| cell.0),
            message: found.describe(),
            distance: match found.obstacle {
                Some(Obstacle::Gap(width)) => Some(width),
                Some(Obstacle::Step { rise, .. } | Obstacle::Contact { rise, .. }) => Some(rise),
                _ => None,
            },
            approach: found.approach.map(xyz),
            gaps: found.gaps.iter().map(|gap| GapAnswer::of(gap, islands)).collect(),
            edit: edit.map(EditAnswer::of),
            no_edit: found.edit.as_ref().and_then(|edit| edit.as_ref().err().cloned()),
            tolerance,
        }
    }
}

impl GapAnswer {
    fn of(gap: &IslandGap, islands: &Islands) -> Self {
        let cells = gap.cells();
        Self { islands: numbers(cells, islands), cells: cells.map(|cell| cell.0), width: gap.width() }
    }
}

impl EditAnswer {
    fn of(edit: &Proposal) -> Self {
        let [islands_before, islands_after] = match edit.effect {
            Some(ProposalEffect::Islands { count, .. }) => count,
            _ => [0; 2],
        };
        Self { kind: kind(edit), label: edit.label.clone(), islands_before, islands_after }
    }
}

fn kind(edit: &Proposal) -> &'static str {
    match edit.fixes.first() {
        Some(Fix::Unblock(_)) => "unblock",
        Some(Fix::Bridge(_)) => "bridge",
        Some(Fix::Link(_)) => "link",
        Some(Fix::Reverse(_)) => "reverse",
        Some(Fix::Separate { .. }) => "separate",
        Some(Fix::CutOut { .. }) => "cut_out",
        Some(Fix::SplitContact { .. }) => "split",
        _ => "weld",
    }
}
