//! Correspondence of points that are nearest to each other.

use super::matching::Matching;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::Vec3;

/// A position with the slot of its element.
pub(super) type Point = (Vec3, u32);

/// Joins points that are nearest to each other and that `accepts` agrees to.
///
/// Fails if the points are so crowded that the search exceeds its budget.
pub(super) fn join_nearest(
    matching: &mut Matching,
    points: [Vec<Point>; 2],
    tolerance: f32,
    accepts: impl Fn(u32, u32) -> bool,
) -> Result<(), Exhausted> {
    let [first, second] = points;
    if first.is_empty() || second.is_empty() || tolerance <= 0.0 {
        return Ok(());
    }
    let mut budget = Budget::of_elements(first.len() + second.len());
    let [of_first, of_second] = [Tree::new(first.clone()), Tree::new(second.clone())];
    let nearest_of_second: Vec<(u32, Option<u32>)> = second
        .iter()
        .map(|&(at, slot)| Ok((slot, of_first.nearest(at, tolerance, &mut budget)?)))
        .collect::<Result<_, _>>()?;
    let mut back: Vec<(u32, u32)> =
        nearest_of_second.into_iter().filter_map(|(slot, nearest)| Some((slot, nearest?))).collect();
    back.sort_unstable();
    for (at, slot) in first {
        let Some(nearest) = of_second.nearest(at, tolerance, &mut budget)? else { continue };
        if back.binary_search(&(nearest, slot)).is_ok() && accepts(slot, nearest) {
            matching.join(slot, nearest);
        }
    }
    Ok(())
}

/// Points in a k-d tree: the middle of each range splits the rest of it along an axis.
#[derive(Debug)]
struct Tree {
    points: Vec<Point>,
    /// Axis by middle of a range.
    axes: Vec<u8>,
}

impl Tree {
    fn new(points: Vec<Point>) -> Self {
        let mut tree = Self { axes: vec![0; points.len()], points };
        tree.split(0, tree.points.len());
        tree
    }

    fn split(&mut self, from: usize, to: usize) {
        if to - from < 2 {
            return;
        }
        let points = &mut self.points[from..to];
        let (low, high) =
            points.iter().fold((Vec3::MAX, Vec3::MIN), |(low, high), &(at, _)| (low.min(at), high.max(at)));
        let axis = (high - low).max_position();
        let half = points.len() / 2;
        points.select_nth_unstable_by(half, |one, other| {
            one.0[axis].total_cmp(&other.0[axis]).then(one.1.cmp(&other.1))
        });
        let middle = from + half;
        self.axes[middle] = axis as u8;
        self.split(from, middle);
        self.split(middle + 1, to);
    }

    /// Returns the slot of the nearest point within a distance.
    fn nearest(&self, at: Vec3, within: f32, budget: &mut Budget) -> Result<Option<u32>, Exhausted> {
        let mut best = (within * within, None);
        self.search(at, 0, self.points.len(), &mut best, budget)?;
        Ok(best.1)
    }

    fn search(
        &self,
        at: Vec3,
        from: usize,
        to: usize,
        best: &mut (f32, Option<u32>),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if from >= to {
            return Ok(());
        }
        budget.step(1)?;
        let middle = usize::midpoint(from, to);
        let (position, slot) = self.points[middle];
        let distance = at.distance_squared(position);
        if distance < best.0 || (distance == best.0 && best.1.is_none_or(|other| slot < other)) {
            *best = (distance, Some(slot));
        }
        let axis = usize::from(self.axes[middle]);
        let beyond = at[axis] - position[axis];
        let (near, far) = ((from, middle), (middle + 1, to));
        let (near, far) = if beyond < 0.0 { (near, far) } else { (far, near) };
        self.search(at, near.0, near.1, best, budget)?;
        // Points at the same distance as the best one do not matter, so a crowd in one position is left out.
        if beyond * beyond < best.0 { self.search(at, far.0, far.1, best, budget) } else { Ok(()) }
    }
}
