//! The places of positions, and disjoint sets of places.

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

/// The places of positions, as far as they are known.
#[derive(Clone, Copy)]
pub(super) struct KnownPlaces<'a> {
    /// For each position, one more than its place; 0 if the place is unknown or missing.
    pub(super) place_of: &'a [u32],
    pub(super) places: &'a [Vec3A],
}

impl KnownPlaces<'_> {
    /// Returns the place of a position.
    ///
    /// Returns `None` if there is no such position, or no usable polygon has it.
    #[inline]
    pub(super) fn of_position(&self, position: u32) -> Option<u32> {
        self.place_of.get(position as usize)?.checked_sub(1)
    }

    #[inline]
    pub(super) fn at(&self, place: u32) -> Vec3A {
        self.places[place as usize]
    }
}
