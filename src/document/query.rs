//! Kept questions, and what is expected of their answers.

use std::fmt;
use std::sync::Arc;

use super::count;
use crate::navmesh::CellId;
use crate::pathfinding::{Answer, Endpoint, Query, Settings};

/// A question that is kept: where from and where to, each placed or not yet, how it is asked, and what is to come out.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedQuery {
    /// What people call it; not empty.
    pub name: String,
    /// Where the path begins.
    pub start: Option<Endpoint>,
    /// Where it is to end.
    pub target: Option<Endpoint>,
    /// Who walks, where, and how the way is searched for.
    pub settings: Settings,
    /// What has to come out; `None` leaves it open.
    pub expected: Option<Expected>,
}

/// What has to come out of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// No path.
    NoPath,
    /// A path, be it from the nearest points of ends that are off the mesh; of what is `None`, anything will do.
    Path {
        /// How long it is.
        length: Option<ExpectedLength>,
        /// The cells that it crosses, in order; those that are not in the mesh are gone, and never crossed again.
        cells: Option<Arc<[CellId]>>,
    },
}

/// How long a path has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedLength {
    /// In metres.
    pub length: f64,
    /// How far off it may be, in metres.
    pub tolerance: f64,
}

impl Default for NamedQuery {
    fn default() -> Self {
        let settings = Settings::default();
        Self { name: "query".into(), start: None, target: None, settings, expected: None }
    }
}

impl NamedQuery {
    /// The question to ask; `None` until both ends are placed.
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
    /// Whether a path of this many metres will do.
    pub fn is_met_by(&self, length: f64) -> bool {
        (length - self.length).abs() <= self.tolerance
    }

    /// A length, with the greatest power of ten up to a thousandth of it as the tolerance: what a file shows best.
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
    /// Stands for every cell that was gone when its document was saved; no mesh has so many.
    pub const GONE: CellId = CellId(u32::MAX);

    /// Whether every number in it can be met.
    pub fn is_sensible(&self) -> bool {
        let Self::Path { length: Some(ExpectedLength { length, tolerance }), .. } = self else { return true };
        [length, tolerance].iter().all(|meters| meters.is_finite() && **meters >= 0.0)
    }

    /// What came out, as what has to come out from now on: the length, or that there is no path.
    pub fn length_of(answer: &Answer) -> Self {
        answer.path().map_or(Self::NoPath, |path| Self::Path {
            length: Some(ExpectedLength::of(path.length)),
            cells: None,
        })
    }

    /// The same, with the cells crossed.
    pub fn cells_of(answer: &Answer) -> Self {
        answer.path().map_or(Self::NoPath, |path| Self::Path {
            length: Some(ExpectedLength::of(path.length)),
            cells: Some(path.corridor.as_slice().into()),
        })
    }

    /// What came out instead, told as this one tells it: a length with its tolerance, cells if it has them.
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
