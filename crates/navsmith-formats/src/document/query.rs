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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::document::Document;
    use crate::notation::mesh;
    use navsmith_core::navmesh::{Derived, NavMesh};
    use navsmith_core::pathfinding::mesh_query::Endpoint;
    use navsmith_core::pathfinding::query::find_path;

    /// Returns three squares of 2 m in a row, and a separate one.
    fn document() -> Document {
        let row = "v 0 0, 0 2, 2 0, 2 2, 4 0, 4 2, 6 0, 6 2, 18 0, 18 2, 20 2, 20 0";
        Document::of_mesh(mesh(&format!("{row}; c 0 1 3 2, 2 3 5 4, 4 5 7 6, 8 9 10 11")))
    }

    fn end(x: f32) -> Endpoint {
        Endpoint { ground: [x, 1.0].into(), height: None }
    }

    fn describe(to: f32, expected: Option<Expected>) -> String {
        let document = document();
        let query =
            NamedQuery { start: Some(end(1.0)), target: Some(end(to)), expected, ..NamedQuery::default() };
        let derived = Derived::build(&document.mesh);
        let answer = find_path(&document.mesh, &derived, &query.question().expect("both ends"));
        match check_answer(&query, Some(&answer)) {
            Verdict::Unchecked => "unchecked".into(),
            Verdict::Awaited => unreachable!("it was asked"),
            Verdict::Holds => "holds".into(),
            Verdict::Differs { reasons } => {
                reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
            }
        }
    }

    fn about(length: f64) -> ExpectedLength {
        ExpectedLength { length, tolerance: 0.5 }
    }

    #[test]
    fn what_differs_is_said_with_what_was_expected() {
        let path = |length, cells: &[u32]| {
            let cells = (!cells.is_empty()).then(|| cells.iter().copied().map(CellId).collect());
            Some(Expected::Path { length, cells })
        };
        let lines = [
            describe(5.0, None),
            describe(5.0, path(None, &[])),
            describe(5.0, path(Some(about(4.5)), &[0, 1, 2])),
            describe(5.0, path(Some(about(3.25)), &[0, 3, 2])),
            describe(5.0, path(None, &[0, 1])),
            describe(5.0, path(None, &[0, 1, 2, u32::MAX])),
            describe(5.0, Some(Expected::NoPath)),
            describe(19.0, Some(Expected::NoPath)),
            describe(19.0, path(Some(about(18.0)), &[])),
        ];
        expect![[r#"
            unchecked
            holds
            holds
            expected 3.250 ± 0.5 m, and it is 4.000 m; after 1 cell as expected, it crosses cell 1 instead of cell 3
            after 2 cells as expected, it goes on through cell 2
            after 3 cells as expected, it ends instead of crossing a cell that is gone
            expected no path, and there is one of 4.000 m
            holds
            expected a path, and there is none: the start is on island 1 and the target on island 2; no shared edges lead from one to the other
        "#]].assert_eq(&(lines.join("\n") + "\n"));
    }

    #[test]
    fn what_came_out_is_what_is_expected_from_then_on() {
        let mut document = document();
        let derived = Derived::build(&document.mesh);
        for to in [1.0, 3.0, 5.0, 19.0] {
            let mut query =
                NamedQuery { start: Some(end(1.0)), target: Some(end(to)), ..NamedQuery::default() };
            let answer = find_path(&document.mesh, &derived, &query.question().expect("both ends"));
            for expected in [Expected::length_of(&answer), Expected::cells_of(&answer)] {
                assert_eq!(expected.renewed(&answer), expected, "nothing to renew");
                query.expected = Some(expected);
                assert_eq!(check_answer(&query, Some(&answer)), Verdict::Holds, "to {to}");
            }
        }
        document.mesh = NavMesh::default();
        let derived = Derived::build(&document.mesh);
        let query = NamedQuery { start: Some(end(1.0)), target: Some(end(3.0)), ..NamedQuery::default() };
        let answer = find_path(&document.mesh, &derived, &query.question().expect("both ends"));
        assert_eq!(Expected::cells_of(&answer), Expected::NoPath, "nothing to walk on");
    }

    #[test]
    fn a_query_without_ends_cannot_hold() {
        let query = NamedQuery { expected: Some(Expected::NoPath), ..NamedQuery::default() };
        let reasons = vec![Difference::NotAsked];
        assert_eq!(check_answer(&query, None), Verdict::Differs { reasons }, "not asked");
    }

    #[test]
    fn a_tolerance_is_relative_to_the_length_and_short_to_write() {
        let tolerance = |length| ExpectedLength::of(length).tolerance;
        for (length, tolerance_of) in [(17.37, 0.01), (120.0, 0.1), (4000.0, 1.0), (25_000.0, 10.0)] {
            assert!((tolerance(length) / tolerance_of - 1.0).abs() < 1e-9, "{length}: {}", tolerance(length));
        }
        assert!(tolerance(0.0) < 1e-8, "a path of no length has none to spare");
    }
}
