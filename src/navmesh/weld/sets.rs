//! Disjoint sets of places.

use glam::{DVec3, Vec3A};

/// Marks a missing place or vertex.
pub(super) const NONE: u32 = u32::MAX;

/// Disjoint sets of numbers; initially every number forms its own set.
#[derive(Default)]
pub(super) struct Sets {
    /// Numbers past the end form their own sets; most do.
    members: Vec<Member>,
}

#[derive(Clone, Copy)]
struct Member {
    /// Parent in the tree of the set; not larger than the member.
    parent: u32,
    /// Next member in the ring of the set.
    next: u32,
}

impl Sets {
    /// Whether every number forms its own set.
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub(super) fn root(&mut self, mut i: u32) -> u32 {
        while let Some(&Member { parent, .. }) = self.members.get(i as usize)
            && parent != i
        {
            let above = self.members[parent as usize].parent;
            self.members[i as usize].parent = above;
            i = above;
        }
        i
    }

    /// Merges two sets.
    pub(super) fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        let first = self.members.len() as u32;
        self.members.extend((first..=one.max(other)).map(|id| Member { parent: id, next: id }));
        self.members[one.max(other) as usize].parent = one.min(other);
        // Swapping the successors of two members merges their rings.
        let next = self.members[one as usize].next;
        self.members[one as usize].next = self.members[other as usize].next;
        self.members[other as usize].next = next;
    }

    fn ring(&self, of: u32) -> impl Iterator<Item = u32> {
        let next = move |&i: &u32| Some(self.members[i as usize].next).filter(|&next| next != of);
        std::iter::successors(Some(of), next)
    }

    /// Returns the member nearest to the centre of the set's bounding box, for each number's set.
    ///
    /// Ties go to the smallest coordinates, so the result does not depend on the order of the points. Returns `None`
    /// if every number forms its own set.
    pub(super) fn middles(&self, points: &[Vec3A]) -> Option<Vec<u32>> {
        if self.is_empty() {
            return None;
        }
        let mut middles: Vec<u32> = (0..points.len() as u32).collect();
        let at = |i: u32| points[i as usize].as_dvec3();
        let heads = (0..).zip(&self.members).filter(|(i, member)| member.parent == *i && member.next != *i);
        for (head, _) in heads {
            let ends = self.ring(head).fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), i| {
                (low.min(at(i)), high.max(at(i)))
            });
            let middle = (ends.0 + ends.1) * 0.5;
            let rank = |i: u32| (at(i).distance_squared(middle), at(i).to_array());
            let best = self.ring(head).reduce(|best, i| if rank(i) < rank(best) { i } else { best });
            self.ring(head).for_each(|i| middles[i as usize] = best.unwrap_or(i));
        }
        Some(middles)
    }
}
