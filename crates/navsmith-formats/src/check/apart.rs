//! The islands of a document, and what separates those that nearly touch.
//!
//! Where a repair with a larger tolerance joins them, it is stated.

use std::fmt;

use glam::DVec3;
use serde::Serialize;

use super::Fix;
use super::connection::{Connection, ConnectionSearch, Obstacle, apart};
use super::repair::{RepairOptions, RepairStep, WideGaps, repair};
use crate::check::{Issues, WELD_DISTANCE};
use crate::document::{Document, length, noun};
use navsmith_core::geometry::{Vec3, nearest_points};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{Derived, HalfEdge, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// Distance in metres up to which pairs of islands are listed, and the maximum number of pairs.
const WITHIN: f32 = 0.5;
const MOST_PAIRS: usize = 5;

/// Maximum tolerance in metres that is suggested instead of a cell across the gap.
///
/// A weld moves vertices by as much.
const MOST_BRIDGED: f32 = 0.1;

/// Maximum number of cells and of issues of a mesh on which a weld is tried.
const MOST_TRIED: usize = 20_000;
const MOST_ISSUES: usize = 1000;

/// Maximum sum of the squares of the numbers of corners, which edits of a cell can take steps for.
const MOST_STEPS: usize = 1_000_000;

/// The islands of a document, and the pairs that are near each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Apart {
    /// Number of islands.
    pub islands: usize,
    /// Number of pairs that are at most 0.5 m apart, listed or not; without those that links connect.
    pub near: usize,
    /// Some of these pairs.
    pub pairs: Vec<PairApart>,
    /// Distance in units of the document up to which pairs are near.
    #[serde(skip)]
    pub within: f32,
}

/// Two islands that are near each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairApart {
    /// Islands by number, from 1.
    pub islands: [u32; 2],
    /// Distance between them, in metres.
    pub width: f64,
    /// Identifier of what separates them.
    pub obstacle: Option<&'static str>,
    /// What separates them, in a few words.
    pub message: String,
    /// Position of the obstacle.
    pub at: [f32; 3],
    /// Tolerance in metres with which a repair joins them.
    ///
    /// `None` if none does, or the mesh is too large to try it.
    pub tolerance: Option<f32>,
    /// The edit that joins them, or the reason why there is none.
    pub edit: Option<String>,
}

impl Apart {
    /// Finds the islands of a document, after a repair with these options.
    pub fn of(
        document: &Document,
        derived: &Derived,
        options: &RepairOptions,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let (mesh, within) = (&document.mesh, WITHIN * document.metre);
        let none = Self { islands: derived.islands.len(), within, ..Self::default() };
        if none.islands < 2 {
            return Ok(none);
        }
        let issues = Issues::build(mesh, derived, document.mesh_limits(WELD_DISTANCE));
        let settings = document.settings_of_agent();
        let search = ConnectionSearch { mesh, derived, issues: &issues, settings: &settings };
        let found = search.nearest_islands(f64::from(within), MOST_PAIRS, &progress.part(0.0..0.5))?;
        let tried = progress.part(0.5..1.0);
        let pair = |(width, connection): &(f64, Connection)| {
            let number = |cell| derived.islands.of(cell).map_or(0, |island| island.0 + 1);
            Ok(PairApart {
                islands: connection.at.map(number),
                width: *width,
                obstacle: connection.obstacle.as_ref().map(Obstacle::name),
                message: connection.obstacle.as_ref().map(Obstacle::headline).unwrap_or_default(),
                at: connection.approach[0].to_array(),
                tolerance: joining_tolerance(mesh, derived, connection, options, &tried)?,
                edit: connection.describe_edit(),
            })
        };
        let pairs: Result<Vec<PairApart>, Stopped> = found.pairs.iter().map(pair).collect();
        Ok(Self { near: found.total, pairs: pairs?, ..none })
    }

    /// Returns the lines of a report; none for a single island.
    pub fn lines(&self) -> Vec<String> {
        if self.islands < 2 {
            return Vec::new();
        }
        let within = self.within;
        let near = match self.near {
            0 => format!("none of them at most {within} m apart"),
            near => {
                let (pairs, most) = (noun(near, "pair", "pairs"), self.pairs.len());
                let listed =
                    if most < near { format!(", of which {most} are listed") } else { String::new() };
                format!("{near} {pairs} at most {within} m apart{listed}")
            }
        };
        let first = format!("islands: {} are left, {near}", self.islands);
        std::iter::once(first).chain(self.pairs.iter().flat_map(PairApart::lines)).collect()
    }
}

impl PairApart {
    fn lines(&self) -> Vec<String> {
        let [one, other] = self.islands;
        let Vec3 { x, y, z } = Vec3::from_array(self.at);
        let apart = apart(self.width, self.obstacle);
        let first = format!("  {one} and {other}, {apart}: {} at ({x:.3}, {y:.3}, {z:.3})", self.message);
        let next = match self.tolerance {
            Some(tolerance) => Some(joins_them(tolerance)),
            None => self.edit.clone(),
        };
        std::iter::once(first).chain(next.map(|next| format!("    {next}"))).collect()
    }
}

/// Two islands with a narrow gap between them, which a repair with a larger tolerance joins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NarrowGap {
    /// Islands by number, from 1.
    pub islands: [u32; 2],
    /// Distance between them, in metres.
    pub width: f64,
    /// Position of the gap.
    pub at: [f32; 3],
    /// Tolerance in metres with which a repair joins them.
    pub tolerance: f32,
}

impl NarrowGap {
    /// Finds the narrow gaps between the islands of a document; at most 5.
    ///
    /// Finds none in a mesh that is too large or has too many issues to try a repair.
    pub fn all_of(
        document: &Document,
        derived: &Derived,
        issues: &Issues,
        progress: &Progress,
    ) -> Result<Vec<Self>, Stopped> {
        let mesh = &document.mesh;
        if derived.islands.len() < 2 || !is_small(mesh) || issues.iter().nth(MOST_ISSUES).is_some() {
            return Ok(Vec::new());
        }
        let settings = document.settings_of_agent();
        let search = ConnectionSearch { mesh, derived, issues, settings: &settings };
        let within = f64::from(MOST_BRIDGED * document.metre);
        let found = search.nearest_islands(within, MOST_PAIRS, &progress.part(0.0..0.5))?;
        let (options, tried) = (RepairOptions::of_document(document), progress.part(0.5..1.0));
        let mut gaps = Vec::new();
        for (width, connection) in &found.pairs {
            let tolerance = joining_tolerance(mesh, derived, connection, &options, &tried)?;
            if let Some(tolerance) = tolerance.filter(|&tolerance| f64::from(tolerance) <= within) {
                let number = |cell| derived.islands.of(cell).map_or(0, |island| island.0 + 1);
                let (islands, at) = (connection.at.map(number), connection.approach[0].to_array());
                gaps.push(Self { islands, width: *width, at, tolerance });
            }
        }
        Ok(gaps)
    }
}

/// Formats a clause and a sentence, such as "islands 1 and 2 are 0.09 m apart at … A repair …"
impl fmt::Display for NarrowGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([one, other], [x, y, z]) = (self.islands, self.at);
        let width = length(self.width);
        write!(f, "islands {one} and {other} are {width} apart at ({x:.3}, {y:.3}, {z:.3}). ")?;
        f.write_str(&joins_them(self.tolerance))
    }
}

/// Returns the sentence that names the tolerance with which a repair joins two islands.
pub fn joins_them(tolerance: f32) -> String {
    format!("A repair with a tolerance of {tolerance} m joins them.")
}

/// Returns the tolerance in metres with which a repair joins two islands.
///
/// `None` unless the edit that connects them is a weld, or closes a narrow gap, and without one that is larger than that
/// of the options.
pub fn joining_tolerance(
    mesh: &NavMesh,
    derived: &Derived,
    connection: &Connection,
    options: &RepairOptions,
    progress: &Progress,
) -> Result<Option<f32>, Stopped> {
    let Some(Ok(edit)) = &connection.edit else { return Ok(None) };
    let width = |gap: &BoundaryGap| {
        let [one, other] = gap.nearest_points(mesh);
        one.distance(other)
    };
    let widths = edit.fixes.iter().filter_map(|fix| match fix {
        Fix::Stitch(gap) => Some(width(gap)),
        Fix::Bridge(sides) => weld_distance(mesh, *sides),
        _ => None,
    });
    let widths: Vec<f64> = widths.collect();
    let is_bridged = edit.fixes.iter().any(|fix| matches!(fix, Fix::Bridge(_)));
    let most = if is_bridged { MOST_BRIDGED } else { WITHIN } * options.metre;
    if widths.is_empty() {
        return Ok(None);
    }
    let widest = widths.iter().copied().fold(0.0, f64::max) as f32;
    let tolerance = WideGaps { count: widths.len(), widest }.tolerance();
    if tolerance <= options.tolerance || tolerance > most || !is_small(mesh) {
        return Ok(None);
    }
    let steps = vec![RepairStep::Weld, RepairStep::Junctions];
    let options = RepairOptions { steps, tolerance, ..options.clone() };
    let welded = repair(mesh, &options, mesh.id_counts(), progress)?;
    let are_joined = Derived::build(&welded.mesh).islands.len() < derived.islands.len();
    Ok(are_joined.then_some(tolerance))
}

/// Whether a mesh is small enough to try a repair on it.
fn is_small(mesh: &NavMesh) -> bool {
    let steps = mesh.cells().map(|(_, cell)| cell.corners().len().pow(2)).sum::<usize>();
    mesh.cell_count() <= MOST_TRIED && steps <= MOST_STEPS
}

/// Returns the distance by which a weld moves the ends of the shorter of two sides onto the other one.
fn weld_distance(mesh: &NavMesh, sides: [HalfEdge; 2]) -> Option<f64> {
    let [one, other] = sides.map(|side| mesh.half_edge(side));
    let [one, other] = [one?, other?].map(|ends| ends.map(|end| mesh.position(end).as_dvec3()));
    let length = |[from, to]: [DVec3; 2]| from.distance(to);
    let (short, long) = if length(one) <= length(other) { (one, other) } else { (other, one) };
    let onto = short.map(|end| end.distance(nearest_points([end; 2], long)[1]));
    Some(onto[0].max(onto[1]))
}
