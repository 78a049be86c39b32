//! Saved queries, their expected answers, and the comparison with the actual ones.

use std::fmt;
use std::sync::Arc;

use super::{Document, count};
use navsmith_core::navmesh::{AreaId, CellId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query};

/// A saved query: its endpoints, placed or not, its settings and the expected answer.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedQuery {
    /// Display name; not empty.
    pub name: String,
    /// Endpoint at which the path begins.
    pub start: Option<Endpoint>,
    /// Endpoint at which the path should end.
    pub target: Option<Endpoint>,
    /// Agent, filter and algorithm of the query.
    pub settings: Settings,
    /// The expected answer; `None` accepts any answer.
    pub expected: Option<Expected>,
}

/// Expected answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// No path.
    NoPath,
    /// A path, complete or partial; fields that are `None` accept any value.
    Path {
        /// Expected length.
        length: Option<ExpectedLength>,
        /// Expected cells, in order.
        ///
        /// Numbers that are not in the mesh are deleted cells, which no path can cross.
        cells: Option<Arc<[CellId]>>,
    },
}

/// Expected length of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedLength {
    /// Length in metres.
    pub length: f64,
    /// Maximum deviation, in metres.
    pub tolerance: f64,
}

impl Default for NamedQuery {
    fn default() -> Self {
        let settings = Settings::default();
        Self { name: "query".into(), start: None, target: None, settings, expected: None }
    }
}

impl NamedQuery {
    /// Returns the query to answer; `None` until both ends are placed.
    pub fn question(&self) -> Option<Query> {
        let (start, target) = self.start.zip(self.target)?;
        Some(Query { start, target, settings: self.settings.clone() })
    }
}

impl Document {
    /// Returns the areas that all saved queries forbid.
    pub fn forbidden_areas(&self) -> impl Iterator<Item = AreaId> {
        let first = self.queries.first().into_iter().flat_map(|query| query.settings.filter.set_areas());
        let is_forbidden = |area| self.queries.iter().all(|query| !query.settings.filter.allows(area));
        first.map(|(area, _)| area).filter(move |&area| is_forbidden(area))
    }

    /// Returns the document with saved queries that allow an area.
    #[must_use]
    pub fn allowing(&self, area: AreaId) -> Self {
        let mut document = self.clone();
        for query in Arc::make_mut(&mut document.queries) {
            if !query.settings.filter.allows(area) {
                query.settings.filter.set_cost(area, 1.0);
            }
        }
        document
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPath => f.write_str("no path"),
            Self::Path { length: None, cells: None } => f.write_str("any path"),
            Self::Path { length: Some(length), cells: None } => write!(f, "{length}"),
            Self::Path { length, cells: Some(cells) } => {
                length.map_or(Ok(()), |length| write!(f, "{length} through "))?;
                f.write_str(&count(cells.len(), "cell", "cells"))
            }
        }
    }
}

impl fmt::Display for ExpectedLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} ± {} m", self.length, self.tolerance)
    }
}

impl ExpectedLength {
    /// Whether a path of `length` metres is within the tolerance.
    pub fn is_met_by(&self, length: f64) -> bool {
        (length - self.length).abs() <= self.tolerance
    }

    /// Creates an expectation with a tolerance that is short in a file.
    ///
    /// The tolerance is the greatest power of ten that is at most a thousandth of the length.
    pub fn of(length: f64) -> Self {
        let mut tolerance = 1.0;
        while tolerance > length * 1e-3 && tolerance > 1e-9 {
            tolerance /= 10.0;
        }
        while tolerance * 10.0 <= length * 1e-3 {
            tolerance *= 10.0;
        }
        Self { length, tolerance }
    }
}

impl Expected {
    /// Placeholder for cells that were deleted before the document was saved; no mesh has this many cells.
    pub const GONE: CellId = CellId(u32::MAX);

    /// Whether every number is finite and non-negative.
    pub fn is_sensible(&self) -> bool {
        let Self::Path { length: Some(ExpectedLength { length, tolerance }), .. } = self else { return true };
        [length, tolerance].iter().all(|meters| meters.is_finite() && **meters >= 0.0)
    }

    /// Creates an expectation from an answer: the length of its path, or no path.
    pub fn length_of(answer: &Answer) -> Self {
        answer.path().map_or(Self::NoPath, |path| Self::Path {
            length: Some(ExpectedLength::of(path.length)),
            cells: None,
        })
    }

    /// Like [`Expected::length_of`], but also expects the crossed cells.
    pub fn cells_of(answer: &Answer) -> Self {
        answer.path().map_or(Self::NoPath, |path| Self::Path {
            length: Some(ExpectedLength::of(path.length)),
            cells: Some(path.corridor.as_slice().into()),
        })
    }

    /// Returns the expectation updated to an answer.
    ///
    /// Keeps the tolerance of the length, and expects cells only if this expectation does.
    #[must_use]
    pub fn renewed(&self, answer: &Answer) -> Self {
        match (self, answer.path()) {
            (_, None) => Self::NoPath,
            (Self::NoPath, Some(_)) => Self::length_of(answer),
            (Self::Path { length, cells }, Some(path)) => Self::Path {
                length: length.map(|asked| ExpectedLength { length: path.length, ..asked }),
                cells: cells.as_ref().map(|_| path.corridor.as_slice().into()),
            },
        }
    }
}

/// Result of checking an expectation.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Verdict {
    /// The query has no expectation.
    #[default]
    Unchecked,
    /// The query has an expectation, but no answer yet.
    Awaited,
    /// The answer is as expected.
    Holds,
    /// The answer is not as expected.
    Differs {
        /// The differences; never empty.
        reasons: Vec<Difference>,
    },
}

/// A difference from the expectation; prints as a sentence without a full stop.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// An end is not placed, so the query cannot be answered.
    NotAsked,
    /// There is an unexpected path of this length, in metres.
    Path(f64),
    /// There is no path, for this reason.
    NoPath(String),
    /// The path is longer or shorter.
    Length {
        /// The expected length.
        expected: ExpectedLength,
        /// The actual length, in metres.
        length: f64,
    },
    /// The path crosses other cells from some cell on.
    Cells {
        /// Number of cells shared with the expected ones, from the start.
        shared: usize,
        /// The next expected cell; `None` if the path should end there.
        expected: Option<CellId>,
        /// The cell crossed instead; `None` if the path ends there.
        crossed: Option<CellId>,
    },
}

/// Compares the answer to a query with the expected one; `answer` is `None` if the query has no answer.
pub fn check_answer(query: &NamedQuery, answer: Option<&Answer>) -> Verdict {
    let Some(expected) = &query.expected else { return Verdict::Unchecked };
    let reasons = answer.map_or_else(|| vec![Difference::NotAsked], |answer| differences(expected, answer));
    if reasons.is_empty() { Verdict::Holds } else { Verdict::Differs { reasons } }
}

fn differences(expected: &Expected, answer: &Answer) -> Vec<Difference> {
    match (expected, answer.path()) {
        (Expected::NoPath, None) => Vec::new(),
        (Expected::NoPath, Some(path)) => vec![Difference::Path(path.length)],
        (Expected::Path { .. }, None) => {
            let why = answer.why().map_or_else(String::new, ToString::to_string);
            vec![Difference::NoPath(why)]
        }
        (Expected::Path { length, cells }, Some(path)) => {
            let length = length.filter(|expected| !expected.is_met_by(path.length));
            let length = length.map(|expected| Difference::Length { expected, length: path.length });
            let cells = cells.as_ref().and_then(|cells| other_cells(cells, &path.corridor));
            length.into_iter().chain(cells).collect()
        }
    }
}

fn other_cells(expected: &[CellId], crossed: &[CellId]) -> Option<Difference> {
    if expected == crossed {
        return None;
    }
    let shared = expected.iter().zip(crossed).take_while(|(expected, crossed)| expected == crossed).count();
    let at = |cells: &[CellId]| cells.get(shared).copied();
    Some(Difference::Cells { shared, expected: at(expected), crossed: at(crossed) })
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked => f.write_str("start or target is not placed"),
            Self::Path(length) => write!(f, "expected no path, and there is one of {length:.3} m"),
            Self::NoPath(why) => write!(f, "expected a path, and there is none: {why}"),
            Self::Length { expected, length } => write!(f, "expected {expected}, and it is {length:.3} m"),
            Self::Cells { shared, expected, crossed } => {
                write!(f, "after {} as expected, it ", count(*shared, "cell", "cells"))?;
                match (expected, crossed) {
                    (Some(expected), Some(crossed)) => {
                        write!(f, "crosses cell {} instead of {}", crossed.0, named(*expected))
                    }
                    (Some(expected), None) => write!(f, "ends instead of crossing {}", named(*expected)),
                    (None, Some(crossed)) => write!(f, "goes on through cell {}", crossed.0),
                    (None, None) => f.write_str("ends"),
                }
            }
        }
    }
}

/// Returns a cell that may no longer exist in the file that expects it, in words.
fn named(cell: CellId) -> String {
    if cell == Expected::GONE { "a cell that is gone".into() } else { format!("cell {}", cell.0) }
}
