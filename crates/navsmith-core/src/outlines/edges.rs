//! The edges along each side of outlines.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::{Outline, OutlineRole, OutlineSideId};
use crate::triangulation::PointId;

/// Sides along an edge.
type Users = SmallVec<[EdgeUser; 2]>;

/// A side along an edge, in 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EdgeUser {
    outline: u32,
    /// Twice the number of the side, and 1 if it runs from the smaller point to the larger one.
    side: u32,
}

impl EdgeUser {
    fn new(of: OutlineSideId, is_forward: bool) -> Self {
        Self { outline: of.outline as u32, side: 2 * of.side as u32 + u32::from(is_forward) }
    }

    fn side(self) -> OutlineSideId {
        OutlineSideId { outline: self.outline as usize, side: self.side as usize / 2 }
    }

    fn is_forward(self) -> bool {
        self.side % 2 == 1
    }
}

/// The points along each side of outlines.
///
/// Invariant: `users` contains exactly the edges of `paths`.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    /// By outline and side: the points from its start to its end.
    paths: Vec<Vec<SmallVec<[PointId; 2]>>>,
    users: BTreeMap<[PointId; 2], Users>,
}

impl Edges {
    /// Returns sides without edges.
    pub(super) fn of(outlines: &[Outline]) -> Self {
        let paths = outlines.iter().map(|outline| vec![SmallVec::new(); outline.side_count()]).collect();
        Self { paths, users: BTreeMap::new() }
    }

    /// Sets the points along a side; returns those before.
    pub(super) fn set_path(&mut self, of: OutlineSideId, path: Vec<PointId>) -> Vec<PointId> {
        let before = std::mem::take(&mut self.paths[of.outline][of.side]);
        for ends in before.windows(2) {
            let edge = key([ends[0], ends[1]]);
            if let Some(users) = self.users.get_mut(&edge) {
                let user = users.iter().position(|&user| user == EdgeUser::new(of, edge[0] == ends[0]));
                user.map(|nth| users.swap_remove(nth));
                if users.is_empty() {
                    self.users.remove(&edge);
                }
            }
        }
        self.extend(of, path);
        before.into_vec()
    }

    /// Appends points to the path of a side.
    pub(super) fn extend(&mut self, of: OutlineSideId, points: impl IntoIterator<Item = PointId>) {
        let path = &mut self.paths[of.outline][of.side];
        for point in points {
            if let Some(&last) = path.last() {
                let edge = key([last, point]);
                self.users.entry(edge).or_default().push(EdgeUser::new(of, edge[0] == last));
            }
            path.push(point);
        }
    }

    /// Returns the last point of the path of a side.
    pub(super) fn end(&self, of: OutlineSideId) -> Option<PointId> {
        self.paths[of.outline][of.side].last().copied()
    }

    /// Inserts a point into all sides along an edge.
    pub(super) fn divide(&mut self, edge: [PointId; 2], point: PointId) {
        let sides: Vec<OutlineSideId> = self.along(edge).map(|(of, _)| of).collect();
        for of in sides {
            let mut path = self.paths[of.outline][of.side].to_vec();
            if let Some(nth) = path.windows(2).position(|ends| key([ends[0], ends[1]]) == key(edge)) {
                path.insert(nth + 1, point);
            }
            self.set_path(of, path);
        }
    }

    /// Returns the sides along an edge, each with whether it runs in the given direction.
    pub(super) fn along(&self, ends: [PointId; 2]) -> impl Iterator<Item = (OutlineSideId, bool)> + '_ {
        let is_forward = ends[0] < ends[1];
        let users = self.users.get(&key(ends)).into_iter().flatten();
        users.map(move |user| (user.side(), user.is_forward() == is_forward))
    }

    /// Returns the edges of chains.
    pub(super) fn chains(&self, outlines: &[Outline]) -> impl Iterator<Item = [PointId; 2]> {
        let is_chain = |user: &EdgeUser| outlines[user.outline as usize].role == OutlineRole::Constraint;
        let chains = self.users.iter().filter(move |(_, users)| users.iter().any(is_chain));
        chains.map(|(&ends, _)| ends)
    }
}

fn key([from, to]: [PointId; 2]) -> [PointId; 2] {
    [from.min(to), from.max(to)]
}
