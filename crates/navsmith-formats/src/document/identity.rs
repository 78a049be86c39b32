//! Identity of an issue: its kind and its rounded place.
//!
//! Ids are no part of it, so an edit elsewhere in the mesh and a new numbering of its cells keep the identity.

use std::collections::BTreeMap;

use glam::Vec3;

/// Number of rounding steps in a metre.
const STEPS: f64 = 100.0;

/// Identity of an issue in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KnownIssue {
    /// Name of the kind.
    pub kind: String,
    /// Place of the issue, which distinguishes it from others of its kind.
    pub place: KnownPlace,
}

/// Place of a known issue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KnownPlace {
    /// A rounded position.
    At(RoundedPlace),
    /// The text of an issue without a position.
    Text(String),
}

impl KnownPlace {
    /// Returns the rounded place of a position.
    pub fn of(at: Vec3) -> Self {
        Self::At(RoundedPlace::of(at))
    }
}

/// A position in hundredths of a metre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoundedPlace(pub [i64; 3]);

impl RoundedPlace {
    /// Returns the rounded place of a position.
    pub fn of(at: Vec3) -> Self {
        Self::of_metres(at.to_array().map(f64::from))
    }

    /// Returns the rounded place of coordinates in metres.
    pub fn of_metres(at: [f64; 3]) -> Self {
        Self(at.map(|metres| (metres * STEPS).round() as i64))
    }

    /// Returns the coordinates in metres.
    pub fn metres(self) -> [f64; 3] {
        self.0.map(|step| step as f64 / STEPS)
    }

    /// Returns this place moved by a number of rounding steps in each coordinate.
    #[must_use]
    pub fn moved(self, steps: [i64; 3]) -> Self {
        let mut place = self.0;
        place
            .iter_mut()
            .zip(steps)
            .for_each(|(coordinate, step)| *coordinate = coordinate.saturating_add(step));
        Self(place)
    }

    /// Whether another place is at most one rounding step away in each coordinate.
    ///
    /// Rounding separates positions that differ by less than the precision of the numbers.
    pub fn is_beside(self, other: Self) -> bool {
        self.0.into_iter().zip(other.0).all(|(one, other)| one.abs_diff(other) <= 1)
    }
}

/// Known issues that no issue of a file corresponds to yet.
///
/// Each known issue corresponds to at most one issue.
#[derive(Clone, Debug, Default)]
pub struct UnmatchedIssues(BTreeMap<KnownIssue, usize>);

impl UnmatchedIssues {
    /// Returns all of these issues.
    pub fn of(issues: &[KnownIssue]) -> Self {
        let mut counts = BTreeMap::new();
        for issue in issues {
            *counts.entry(issue.clone()).or_default() += 1;
        }
        Self(counts)
    }

    /// Removes a known issue with exactly this identity; returns whether there was one.
    pub fn take(&mut self, issue: &KnownIssue) -> bool {
        let Some(count) = self.0.get_mut(issue) else { return false };
        *count -= 1;
        if *count == 0 {
            self.0.remove(issue);
        }
        true
    }

    /// Removes a known issue of the same kind whose place [is beside](RoundedPlace::is_beside) this one.
    pub fn take_beside(&mut self, issue: &KnownIssue) -> bool {
        let KnownPlace::At(at) = issue.place else { return false };
        let steps = [-1, 0, 1];
        let offsets = steps
            .into_iter()
            .flat_map(|x| steps.into_iter().flat_map(move |y| steps.into_iter().map(move |z| [x, y, z])));
        let mut issue = issue.clone();
        offsets.into_iter().any(|offset| {
            issue.place = KnownPlace::At(at.moved(offset));
            self.take(&issue)
        })
    }

    /// Returns the number of these issues.
    pub fn len(&self) -> usize {
        self.0.values().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
