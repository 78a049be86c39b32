//! Tree of boxes, to find those in view without a look at each of them.

use std::ops::ControlFlow;

use navsmith_core::geometry::Bounds;

/// Number of boxes in a block.
const WIDE: usize = 8;

/// Numbered boxes, packed into blocks of neighbours, those into larger blocks, and so on.
///
/// Boxes are halved recursively across the axis along which their centres spread more. This is a k-d tree (Bentley,
/// *Multidimensional Binary Search Trees Used for Associative Searching*, 1975).
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::editor) struct BoxTree {
    /// Number of each box of the first level.
    numbers: Vec<u32>,
    /// Boxes level by level: first those of the contents, last at most [`WIDE`] that contain all.
    levels: Vec<Vec<Bounds>>,
}

impl BoxTree {
    /// Packs boxes, numbered in order; leaves out empty ones. Costs as much as sorting them.
    pub(in crate::editor) fn of(boxes: impl IntoIterator<Item = Bounds>) -> Self {
        let mut all: Vec<(u32, Bounds)> = (0..).zip(boxes).filter(|(_, bounds)| !bounds.is_empty()).collect();
        arrange(&mut all);
        let (numbers, mut level): (Vec<u32>, Vec<Bounds>) = all.into_iter().unzip();
        let mut levels = Vec::new();
        while level.len() > WIDE {
            let next =
                level.chunks(WIDE).map(|block| block.iter().copied().fold(Bounds::EMPTY, Bounds::union));
            let next = next.collect();
            levels.push(std::mem::replace(&mut level, next));
        }
        levels.push(level);
        Self { numbers, levels }
    }

    /// Calls `visit` with the numbers of the boxes that `sees` accepts, until it breaks.
    ///
    /// `sees` must accept every box that contains one it accepts.
    pub(in crate::editor) fn visit(
        &self,
        sees: impl Fn(&Bounds) -> bool,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) {
        let Some(top) = self.levels.len().checked_sub(1) else { return };
        let mut open: Vec<(usize, usize)> = (0..self.levels[top].len()).rev().map(|at| (top, at)).collect();
        while let Some((level, at)) = open.pop() {
            if !sees(&self.levels[level][at]) {
                continue;
            }
            if level == 0 {
                if visit(self.numbers[at]).is_break() {
                    return;
                }
                continue;
            }
            let parts = WIDE * at..(WIDE * (at + 1)).min(self.levels[level - 1].len());
            open.extend(parts.rev().map(|part| (level - 1, part)));
        }
    }
}

/// Sorts boxes so that each block contains neighbours.
fn arrange(boxes: &mut [(u32, Bounds)]) {
    if boxes.len() <= WIDE {
        return;
    }
    let centers = Bounds::of(boxes.iter().map(|(_, bounds)| bounds.center()));
    let size = centers.size();
    let mut block = WIDE;
    while block * WIDE < boxes.len() {
        block *= WIDE;
    }
    let middle = boxes.len().div_ceil(block).div_ceil(2) * block;
    let axis = if size.x >= size.z { 0 } else { 2 };
    boxes.select_nth_unstable_by(middle, |(one, a), (other, b)| {
        a.center()[axis].total_cmp(&b.center()[axis]).then(one.cmp(other))
    });
    let (low, high) = boxes.split_at_mut(middle);
    arrange(low);
    arrange(high);
}

#[cfg(test)]
mod tests {
    use super::*;
    use navsmith_core::geometry::{SplitMix64, Vec3};

    /// Returns boxes of up to a metre on 40 m × 40 m.
    fn boxes(count: usize) -> Vec<Bounds> {
        let mut chance = SplitMix64(count as u64);
        let mut number = |range: f32| chance.below(1000) as f32 / 1000.0 * range;
        (0..count)
            .map(|_| {
                let min = Vec3::new(number(40.0), 0.0, number(40.0));
                Bounds { min, max: min + Vec3::new(number(1.0), 0.0, number(1.0)) }
            })
            .collect()
    }

    fn meets(view: Bounds) -> impl Fn(&Bounds) -> bool {
        move |it| {
            let (min, max) = (it.min.max(view.min), it.max.min(view.max));
            min.x <= max.x && min.z <= max.z
        }
    }

    #[test]
    fn a_tree_visits_exactly_the_boxes_in_view() {
        for count in [0, 1, 7, 8, 9, 65, 1000] {
            let boxes = boxes(count);
            let tree = BoxTree::of(boxes.iter().copied().chain([Bounds::EMPTY]));
            let [min, max] = [[5.0, 0.0, 3.0], [16.0, 0.0, 21.0]].map(Vec3::from);
            let sees = meets(Bounds { min, max });
            let mut found = Vec::new();
            tree.visit(&sees, |number| {
                found.push(number);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected: Vec<u32> =
                (0..).zip(&boxes).filter(|(_, it)| sees(it)).map(|(number, _)| number).collect();
            assert_eq!(found, expected, "{count} boxes");
        }
    }

    #[test]
    fn few_boxes_out_of_view_are_tested() {
        let boxes = boxes(100_000);
        let tree = BoxTree::of(boxes.iter().copied());
        let tests = std::cell::Cell::new(0);
        let min = Vec3::new(20.0, 0.0, 20.0);
        let sees = meets(Bounds { min, max: min + Vec3::splat(0.5) });
        let mut found = 0;
        let counted = |it: &Bounds| {
            tests.set(tests.get() + 1);
            sees(it)
        };
        tree.visit(counted, |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert!(found > 10 && tests.get() < 20 * found, "{} tests of boxes for {found}", tests.get());
    }
}
