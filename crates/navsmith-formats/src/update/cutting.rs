//! Cutting of new cells at the border of what was done by hand.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use navsmith_core::geometry::{Vec2, ground, ground_area, interiors_overlap, intersection};
use navsmith_core::navmesh::edit::{Refusal, convex_parts, cut_out_unchecked};
use navsmith_core::navmesh::{CellId, Draft, Locator, NavMesh, Surface};
use navsmith_core::progress::{Progress, Stopped};

/// New cells in a mesh, with the parts into which they are cut.
pub(super) struct CellCutting<'a> {
    new: &'a NavMesh,
    locator: Locator,
    /// Height up to which cells are on the same floor.
    reach: f32,
    /// Parts in the mesh of each cell of the generation that was added.
    parts: BTreeMap<CellId, Vec<CellId>>,
}

impl<'a> CellCutting<'a> {
    pub(super) fn new(
        new: &'a NavMesh,
        added: impl IntoIterator<Item = (CellId, CellId)>,
        reach: f32,
    ) -> Self {
        let parts = added.into_iter().map(|(of_new, cell)| (of_new, vec![cell])).collect();
        Self { new, locator: Locator::build(new), reach, parts }
    }

    /// Cuts cells out of the new ones; returns those for which that is impossible.
    pub(super) fn cut(
        &mut self,
        draft: &mut Draft,
        cutters: &[CellId],
        progress: &Progress,
    ) -> Result<Vec<CellId>, Stopped> {
        let mut left = cutters.to_vec();
        // A cell can fit after another one is cut out.
        for _ in 0..2 {
            let mut refused = Vec::new();
            for (nth, &cutter) in left.iter().enumerate() {
                progress.report(nth, left.len())?;
                refused.extend((!self.cut_one(draft, cutter)).then_some(cutter));
            }
            left = refused;
        }
        Ok(left)
    }

    fn cut_one(&mut self, draft: &mut Draft, cutter: CellId) -> bool {
        let cells = self.overlapped(draft.mesh(), cutter);
        let parts = cells.iter().filter_map(|cell| self.parts.get(cell)).flatten().copied();
        let from: BTreeSet<CellId> = parts.filter(|&part| draft.mesh().cell(part).is_some()).collect();
        if from.is_empty() {
            return true;
        }
        let (mut targets, before) = (from.clone(), draft.clone());
        let is_cut = match cut_out_unchecked(draft, cutter, &[cutter], &mut targets) {
            Ok(_) => draft.oversized().is_none() && draft.mesh().cell(cutter).is_some(),
            Err(refusal) => {
                *draft = before;
                // Another cell covers it.
                return refusal == Refusal::NothingToCut;
            }
        };
        if !is_cut {
            *draft = before;
            return false;
        }
        for cell in &cells {
            if let Some(parts) = self.parts.get_mut(cell) {
                parts.retain(|&part| draft.mesh().cell(part).is_some());
            }
        }
        for &part in targets.difference(&from) {
            let middle = ground(draft.mesh().centroid(part));
            let is_of = |cell: &&CellId| Surface::of_corners(self.new, **cell).covers(middle);
            let whole = cells.iter().find(is_of).or_else(|| cells.first());
            if let Some(parts) = whole.and_then(|cell| self.parts.get_mut(cell)) {
                parts.push(part);
            }
        }
        true
    }

    /// Returns the added cells of the generation that overlap a cell of the mesh on the same floor.
    fn overlapped(&self, mesh: &NavMesh, cutter: CellId) -> Vec<CellId> {
        let (ring, surface) = (counterclockwise(mesh, cutter), Surface::of(mesh, cutter));
        let parts = convex_parts(&ring).unwrap_or_default();
        let bounds = [Vec2::INFINITY, Vec2::NEG_INFINITY];
        let [low, high] = ring.iter().fold(bounds, |[low, high], &at| [low.min(at), high.max(at)]);
        let is_overlapped = |cell: &CellId| {
            let other = self.new.ground_ring(*cell);
            parts.iter().filter(|part| interiors_overlap(part, &other)).any(|part| {
                let shared = intersection(part, &other);
                let middle = (shared.iter().sum::<DVec2>() / shared.len().max(1) as f64).as_vec2();
                let height = Surface::of(self.new, *cell).height_at(middle);
                (surface.height_at(middle) - height).abs() <= self.reach
            })
        };
        let near = self.locator.within(self.new, low, high).into_iter();
        near.filter(|cell| self.parts.contains_key(cell)).filter(is_overlapped).collect()
    }
}

fn counterclockwise(mesh: &NavMesh, cell: CellId) -> Vec<Vec2> {
    let mut ring = mesh.ground_ring(cell).to_vec();
    if ground_area(&ring) < 0.0 {
        ring.reverse();
    }
    ring
}

/// Removes narrow cells among these that have at most one neighbour.
///
/// No path leads through them. `width` is the mean width below which they are narrow.
pub(super) fn remove_slivers(draft: &mut Draft, cells: &[CellId], width: f32) {
    let cells: BTreeSet<CellId> = cells.iter().copied().collect();
    let mut open: Vec<CellId> = cells.iter().copied().collect();
    while let Some(cell) = open.pop() {
        let ring = draft.mesh().ground_ring(cell);
        let next = ring.iter().skip(1).chain(ring.first());
        let around: f32 = ring.iter().zip(next).map(|(from, to)| from.distance(*to)).sum();
        let is_narrow = !ring.is_empty() && ground_area(&ring) * 2.0 < f64::from(width * around);
        let neighbors: BTreeSet<CellId> =
            draft.adjacency().neighbors(cell).map(|(_, neighbor)| neighbor).collect();
        if is_narrow && neighbors.len() < 2 {
            draft.remove_cell(cell);
            open.extend(neighbors.intersection(&cells));
        }
    }
}
