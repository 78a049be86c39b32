//! Disjoint sets of places.

use glam::Vec3A;

use crate::graph::union_find;

/// Marks a missing place or vertex.
pub(super) const NONE: u32 = u32::MAX;

/// Disjoint sets of places; initially every place forms its own set.
#[derive(Default)]
pub(super) struct Sets {
    /// Places past the end form their own sets; most do.
    parents: Vec<u32>,
}

impl Sets {
    /// Whether every place forms its own set.
    pub(super) fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    pub(super) fn root(&mut self, place: u32) -> u32 {
        union_find::root(&mut self.parents, place)
    }

    pub(super) fn join(&mut self, one: u32, other: u32) {
        if self.root(one) != self.root(other) {
            let first = self.parents.len() as u32;
            self.parents.extend(first..=one.max(other));
            union_find::join(&mut self.parents, one, other);
        }
    }

    /// Returns the member nearest to the centre of the set's bounding box, for each place's set.
    ///
    /// Ties go to the smallest coordinates, so the result does not depend on the order of the points. Returns `None`
    /// if every place forms its own set.
    pub(super) fn middles(&mut self, points: &[Vec3A]) -> Option<Vec<u32>> {
        if self.is_empty() {
            return None;
        }
        let roots: Vec<u32> = (0..points.len() as u32).map(|place| self.root(place)).collect();
        let mut boxes = vec![(Vec3A::INFINITY, Vec3A::NEG_INFINITY); roots.len()];
        for (&root, &point) in roots.iter().zip(points) {
            let (low, high) = &mut boxes[root as usize];
            (*low, *high) = (low.min(point), high.max(point));
        }
        let rank = |place: u32| {
            let (low, high) = boxes[roots[place as usize] as usize];
            let at = points[place as usize].as_dvec3();
            (at.distance_squared((low.as_dvec3() + high.as_dvec3()) * 0.5), at.to_array())
        };
        let mut middles = roots.clone();
        for (place, &root) in (0..).zip(&roots) {
            let middle = &mut middles[root as usize];
            if rank(place) < rank(*middle) {
                *middle = place;
            }
        }
        Some(roots.into_iter().map(|root| middles[root as usize]).collect())
    }
}
