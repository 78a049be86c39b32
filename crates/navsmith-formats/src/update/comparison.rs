//! Comparison of the last generation with the mesh of a document and with a new generation.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::ground::{Grounds, Region};
use super::{Conflict, ConflictReason, ConflictSubject};
use crate::document::Document;
use crate::document::generated::{GeneratedCell, GeneratedCells, GeneratedMatching, GeneratedState};
use navsmith_core::geometry::{Bounds, BoxTree, Vec3, centroid, ground};
use navsmith_core::navmesh::{Cell, CellId, NavMesh, Surface};

/// What is by hand in the mesh of a document, and what is new in a generation.
#[derive(Debug)]
pub(super) struct GenerationDiff<'a> {
    pub(super) document: &'a Document,
    pub(super) new: &'a NavMesh,
    pub(super) last: &'a GeneratedCells,
    /// The cells of the new generation as such, to find them by their corners.
    pub(super) next: GeneratedCells,
    /// Which cells of the last generation the mesh contains.
    pub(super) matching: GeneratedMatching,
    /// Cells of the mesh that are not as they were generated.
    pub(super) by_hand: Vec<CellId>,
    /// Indices of cells of the last generation that the mesh does not contain: changed or deleted by hand.
    pub(super) gone: Vec<usize>,
    /// Cells of the mesh that the new generation does not contain.
    pub(super) outdated: Vec<CellId>,
    /// Cells of the new generation that the last one does not contain as they are.
    pub(super) added: Vec<CellId>,
    /// Cells of the mesh with the new cells that have the same corners, and other areas or heights.
    pub(super) changed: Vec<(CellId, CellId)>,
    /// Whether both generations are equal.
    pub(super) is_same: bool,
}

impl<'a> GenerationDiff<'a> {
    pub(super) fn of(document: &'a Document, last: &'a GeneratedCells, new: &'a NavMesh) -> Self {
        let next = GeneratedCells::of(new);
        let matching = last.matching(&document.mesh);
        let is_next = |ring: &[Vec3]| !next.with_ring(ring).is_empty();
        let (mut by_hand, mut outdated, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        for (id, _) in document.mesh.cells() {
            match matching.of_cell(id).map(|index| &last.cells()[index]) {
                None => by_hand.push(id),
                Some(cell) if cell.state == GeneratedState::Whole && is_next(&cell.ring) => kept.push(id),
                Some(_) => outdated.push(id),
            }
        }
        let is_in_mesh = |state| matches!(state, GeneratedState::Whole | GeneratedState::Piece);
        let gone = (0..last.cells().len()).filter(|&index| {
            let state = last.cells()[index].state;
            state == GeneratedState::Replaced || is_in_mesh(state) && !matching.has(index)
        });
        let has_state = |ring: &[Vec3], states: &[GeneratedState]| {
            last.with_ring(ring).any(|index| states.contains(&last.cells()[index].state))
        };
        let added = new.cells().map(|(id, _)| id);
        let added = added.filter(|&id| !has_state(&new.ring(id), &[GeneratedState::Whole])).collect();
        let changed = changed(&document.mesh, (new, &next), &kept);
        let is_same = {
            let generated = [GeneratedState::Whole, GeneratedState::Divided];
            let mut of_last: Vec<_> =
                last.cells().iter().filter(|cell| generated.contains(&cell.state)).collect();
            of_last.dedup_by(|one, other| one.ring == other.ring && one.area == other.area);
            let equal = |(one, other): (&_, &_)| is_equal(one, other);
            changed.is_empty()
                && of_last.len() == next.cells().len()
                && of_last.iter().copied().zip(next.cells()).all(equal)
        };
        let gone = gone.collect();
        Self { document, new, last, next, matching, by_hand, gone, outdated, added, changed, is_same }
    }

    /// Whether a cell of the last generation is as it is in the new one, apart from its area and heights.
    pub(super) fn stays(&self, index: usize) -> bool {
        let cell = &self.last.cells()[index];
        cell.state == GeneratedState::Whole && !self.next.with_ring(&cell.ring).is_empty()
    }

    /// Returns the edits by hand whose ground changed.
    pub(super) fn conflicts(&self, grounds: &Grounds<'_>) -> Vec<Conflict> {
        let mesh = &self.document.mesh;
        let mut conflicts = Vec::new();
        for &cell in &self.by_hand {
            let subject = ConflictSubject::Cell(cell);
            let conflict = |(at, reason)| Conflict { at, subject, reason };
            let change = grounds.change(&Region::of(Surface::of(mesh, cell)));
            conflicts.extend(change.or_else(|| self.changed_area(cell)).map(conflict));
        }
        let replaced = self.replaced();
        for &index in &self.gone {
            let ring = &self.last.cells()[index].ring;
            if replaced.contains(&index) {
                continue;
            }
            let change = grounds.change(&Region::of_ring(ring));
            let subject = ConflictSubject::DeletedGround;
            conflicts.extend(change.map(|(at, reason)| Conflict { at, subject, reason }));
        }
        conflicts
    }

    /// Returns the generated cells in whose middle a cell by hand is: changed ones, not deleted ones.
    fn replaced(&self) -> BTreeSet<usize> {
        let mesh = &self.document.mesh;
        let surfaces: Vec<Surface> = self.by_hand.iter().map(|&cell| Surface::of(mesh, cell)).collect();
        let tree = BoxTree::of(surfaces.iter().map(|surface| Bounds::of(surface.corners().iter().copied())));
        let is_replaced = |index: &usize| {
            let middle = centroid(&self.last.cells()[*index].ring);
            let at = ground(middle);
            let mut is_covered = false;
            tree.visit(
                |bounds| {
                    bounds.min.x <= at.x
                        && at.x <= bounds.max.x
                        && bounds.min.z <= at.y
                        && at.y <= bounds.max.z
                },
                |nth| {
                    is_covered |= surfaces[nth as usize].covers(at);
                    if is_covered { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            is_covered
        };
        self.gone.iter().copied().filter(is_replaced).collect()
    }

    /// Returns a conflict of a painted cell to which the new generation gives a third area.
    fn changed_area(&self, cell: CellId) -> Option<(Vec3, ConflictReason)> {
        let mesh = &self.document.mesh;
        let (ring, own) = (mesh.ring(cell), mesh.cell(cell)?.area());
        let index = self.last.with_ring(&ring).find(|&index| self.stays(index))?;
        let next = self.next.cells().get(self.next.with_ring(&ring).next()?)?.area;
        let is_other = next != self.last.cells()[index].area && next != own;
        is_other.then(|| (mesh.centroid(cell), ConflictReason::AreaChanged))
    }
}

/// Whether two generated cells have the same corners and area.
fn is_equal(one: &GeneratedCell, other: &GeneratedCell) -> bool {
    one.ring == other.ring && one.area == other.area
}

/// Returns the cells with the same corners in a new generation, and other areas or heights there.
fn changed(
    mesh: &NavMesh,
    (new, next): (&NavMesh, &GeneratedCells),
    kept: &[CellId],
) -> Vec<(CellId, CellId)> {
    let matching = next.matching(new);
    let by_index: BTreeMap<usize, CellId> =
        new.cells().filter_map(|(id, _)| Some((matching.of_cell(id)?, id))).collect();
    let pairs = kept.iter().filter_map(|&cell| {
        let same = next.with_ring(&mesh.ring(cell)).find_map(|index| by_index.get(&index))?;
        Some((cell, *same))
    });
    let is_other = |&(cell, other): &(CellId, CellId)| {
        let areas = [mesh.cell(cell), new.cell(other)].map(|cell| cell.map(Cell::area));
        areas[0] != areas[1] || {
            let detail =
                new.detail(other).and_then(|_| Surface::of(new, other).detail_within(&mesh.ring(cell)));
            mesh.detail(cell).map(|own| &**own) != detail.as_ref()
        }
    };
    pairs.filter(is_other).collect()
}
