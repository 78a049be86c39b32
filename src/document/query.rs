//! Saved queries and their expected answers.

use std::fmt;
use std::sync::Arc;

use super::count;
use crate::navmesh::CellId;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::{Answer, Query};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_relative_to_the_length_and_short_to_write() {
        let tolerance = |length| ExpectedLength::of(length).tolerance;
        for (length, tolerance_of) in [(17.37, 0.01), (120.0, 0.1), (4000.0, 1.0), (25_000.0, 10.0)] {
            assert!((tolerance(length) / tolerance_of - 1.0).abs() < 1e-9, "{length}: {}", tolerance(length));
        }
        assert!(tolerance(0.0) < 1e-8, "a path of no length has none to spare");
    }
}
