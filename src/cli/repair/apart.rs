//! The islands that a repair leaves, and what separates those that nearly touch.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::cli::found::find_issues;
use crate::cli::output::{place, plain_count, xyz};
use crate::cli::why::numbers;
use navsmith_core::geometry::{Vec3, nearest_points};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{Cell, Derived, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::connection::{
    ConnectingChange, Connection, ConnectionSearch, Obstacle, length,
};
use navsmith_formats::document::repair::{RepairOptions, RepairStep, WideGaps, repair};
use navsmith_formats::document::{Document, Joining};

/// Distance in metres up to which pairs of islands are listed, and the maximum number of pairs.
const WITHIN: f64 = 0.5;
const MOST_PAIRS: usize = 5;

/// Maximum number of cells of a mesh on which a weld is tried.
const MOST_TRIED: usize = 20_000;

#[derive(Serialize)]
pub(super) struct Apart {
    /// Number of islands.
    islands: usize,
    /// Number of pairs that are at most 0.5 m apart, listed or not; without those that links connect.
    near: usize,
    pairs: Vec<PairApart>,
}

#[derive(Serialize)]
struct PairApart {
    /// Islands by number, from 1.
    islands: [u32; 2],
    /// Distance between them, in metres.
    width: f64,
    obstacle: Option<&'static str>,
    /// What separates them, in a few words.
    message: String,
    at: [f32; 3],
    /// Tolerance in metres with which a repair joins them.
    ///
    /// `null` if none does, or the mesh is too large to try it.
    tolerance: Option<f32>,
    /// The edit that joins them, or the reason why there is none.
    edit: Option<String>,
}

impl Apart {
    /// Returns the islands of a repaired document, with the numbers that elements have in a written file.
    pub(super) fn as_written(document: &Document, options: &RepairOptions) -> Self {
        let links = document.mesh.links().map(|(_, link)| *link);
        let written = renumbered(&document.mesh).and_then(|mesh| mesh.with_links(links).ok());
        let mesh = written.unwrap_or_else(|| document.mesh.clone());
        Self::of(&Document { mesh, ..document.clone() }, options)
    }

    fn of(document: &Document, options: &RepairOptions) -> Self {
        let mesh = &document.mesh;
        let derived = Derived::build(mesh);
        let issues = find_issues(mesh, &derived, &document.thresholds);
        let settings = document.queries.first().map(|query| query.settings.clone()).unwrap_or_default();
        let search = ConnectionSearch { mesh, derived: &derived, issues: &issues, settings: &settings };
        let found = search.nearest_islands(WITHIN, MOST_PAIRS, &Progress::none()).unwrap_or_default();
        let pair = |(width, connection): &(f64, Connection)| PairApart {
            islands: numbers(connection.at, &derived.islands),
            width: *width,
            obstacle: connection.obstacle.as_ref().map(Obstacle::name),
            message: connection.obstacle.as_ref().map(Obstacle::headline).unwrap_or_default(),
            at: xyz(connection.approach[0]),
            tolerance: tolerance(mesh, &derived, connection, options),
            edit: connection.describe_edit(),
        };
        Self {
            islands: derived.islands.len(),
            near: found.total,
            pairs: found.pairs.iter().map(pair).collect(),
        }
    }

    /// Returns the lines of the report; none for a single island.
    pub(super) fn lines(&self) -> Vec<String> {
        if self.islands < 2 {
            return Vec::new();
        }
        let near = match self.near {
            0 => format!("none of them at most {WITHIN} m apart"),
            near => {
                let pairs = plain_count(near, "pair", "pairs");
                let most = self.pairs.len();
                let listed =
                    if most < near { format!(", of which {most} are listed") } else { String::new() };
                format!("{pairs} at most {WITHIN} m apart{listed}")
            }
        };
        let first = format!("islands: {} are left, {near}", self.islands);
        std::iter::once(first).chain(self.pairs.iter().flat_map(PairApart::lines)).collect()
    }
}

impl PairApart {
    fn lines(&self) -> Vec<String> {
        let [one, other] = self.islands;
        let at = place(Vec3::from_array(self.at));
        let first = format!("  {one} and {other}, {} apart: {} at {at}", length(self.width), self.message);
        let next = match self.tolerance {
            Some(tolerance) => Some(format!("--tolerance {tolerance} joins them.")),
            None => self.edit.clone(),
        };
        std::iter::once(first).chain(next.map(|next| format!("    {next}"))).collect()
    }
}

/// Returns the tolerance with which a weld joins two islands, if that is the edit that connects them.
fn tolerance(
    mesh: &NavMesh,
    derived: &Derived,
    connection: &Connection,
    options: &RepairOptions,
) -> Option<f32> {
    let ConnectingChange::Join(Joining::Weld(gaps)) = &connection.edit.as_ref()?.as_ref().ok()?.change else {
        return None;
    };
    let widest = gaps.iter().map(|&gap| width(mesh, gap)).fold(0.0, f32::max);
    let tolerance = WideGaps { count: gaps.len(), widest }.tolerance();
    if tolerance <= options.tolerance || mesh.cell_count() > MOST_TRIED {
        return None;
    }
    let steps = vec![RepairStep::Weld, RepairStep::Junctions];
    let options = RepairOptions { steps, tolerance, ..options.clone() };
    let welded = repair(mesh, &options, mesh.id_counts(), &Progress::none()).ok()?;
    (Derived::build(&welded.mesh).islands.len() < derived.islands.len()).then_some(tolerance)
}

/// Returns the distance between the elements of a gap, in metres.
fn width(mesh: &NavMesh, gap: BoundaryGap) -> f32 {
    match gap {
        BoundaryGap::Vertices(one, other) => mesh.position(one).distance(mesh.position(other)),
        BoundaryGap::VertexEdge(vertex, edge) => {
            let at = mesh.position(vertex).as_dvec3();
            let ends = mesh.edge_positions(edge).map(Vec3::as_dvec3);
            at.distance(nearest_points([at; 2], ends)[1]) as f32
        }
    }
}

/// Returns a mesh without its links, numbered in order.
pub(super) fn renumbered(mesh: &NavMesh) -> Option<NavMesh> {
    let numbers: BTreeMap<VertexId, VertexId> =
        mesh.vertices().zip(0..).map(|((vertex, _), number)| (vertex, VertexId(number))).collect();
    let corner = |corner: &VertexId| numbers.get(corner).copied();
    let cells: Option<Vec<Cell>> = mesh
        .cells()
        .map(|(_, cell)| {
            let corners: Option<Vec<VertexId>> = cell.corners().iter().map(corner).collect();
            corners.map(|corners| Cell::new(corners, cell.area()))
        })
        .collect();
    NavMesh::from_parts(mesh.vertices().map(|(_, at)| at), cells?).ok()
}
