//! Comparison of the last generation with the mesh of a document and with a new generation.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::ground::{Grounds, Region};
use super::{Conflict, ConflictReason, ConflictSubject};
use crate::document::Document;
use crate::document::generated::{GeneratedCell, GeneratedElements, GeneratedState, position_bits};
use navsmith_core::geometry::{Bounds, BoxTree, Vec2, Vec3, centroid, covers, ground};
use navsmith_core::navmesh::{Cell, CellId, NavMesh, Surface};
use navsmith_core::progress::{Progress, Stopped};

/// What is by hand in the mesh of a document, and what is new in a generation.
#[derive(Debug)]
pub(super) struct GenerationDiff<'a> {
    pub(super) document: &'a Document,
    pub(super) new: &'a NavMesh,
    pub(super) last: &'a GeneratedElements,
    /// The cells of the new generation as such, to find them by their corners.
    pub(super) next: GeneratedElements,
    /// Cells of the mesh that are not as they were generated, and stay.
    pub(super) by_hand: Vec<CellId>,
    /// Cells by hand that are replaced by new ones.
    pub(super) dropped: Vec<CellId>,
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
    pub(super) fn of(document: &'a Document, last: &'a GeneratedElements, new: &'a NavMesh) -> Self {
        let next = GeneratedElements::of(new);
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
        let dropped = Vec::new();
        Self { document, new, last, next, by_hand, dropped, gone, outdated, added, changed, is_same }
    }

    /// Whether a cell of the last generation is as it is in the new one, apart from its area and heights.
    pub(super) fn stays(&self, index: usize) -> bool {
        let cell = &self.last.cells()[index];
        cell.state == GeneratedState::Whole && !self.next.with_ring(&cell.ring).is_empty()
    }

    /// Replaces cells by hand by new ones, and deleted ground by that of the new generation.
    ///
    /// `reach` is the height up to which ground is on the same floor.
    pub(super) fn drop_edits(&mut self, theirs: &BTreeSet<ConflictSubject>, reach: f32) {
        let is_dropped = |cell: &mut CellId| theirs.contains(&ConflictSubject::Cell(*cell));
        self.dropped = self.by_hand.extract_if(.., is_dropped).collect();
        let (mesh, last) = (&self.document.mesh, self.last);
        let (dropped, kept) = (CellGround::of(mesh, &self.dropped), CellGround::of(mesh, &self.by_hand));
        let is_restored = |index: &mut usize| {
            let ring = &last.cells()[*index].ring;
            let middle = centroid(ring);
            // Of a divided cell, one part can be dropped and another one kept.
            let is_divided = || kept.covers(middle, reach) && dropped.has_middle_in(ring, reach);
            theirs.contains(&ConflictSubject::DeletedGround(*index))
                || dropped.covers(middle, reach)
                || is_divided()
        };
        let restored: Vec<usize> = self.gone.extract_if(.., is_restored).collect();
        let restored: BTreeSet<Vec<[u32; 3]>> = restored
            .into_iter()
            .filter(|&index| self.stays(index))
            .map(|index| corners_of(&last.cells()[index].ring))
            .collect();
        if !restored.is_empty() {
            let known: BTreeSet<CellId> = self.added.iter().copied().collect();
            let is_new =
                |id: &CellId| !known.contains(id) && restored.contains(&corners_of(&self.new.ring(*id)));
            self.added.extend(self.new.cells().map(|(id, _)| id).filter(is_new).collect::<Vec<_>>());
        }
    }

    /// Returns the edits by hand whose ground changed.
    pub(super) fn conflicts(
        &self,
        grounds: &Grounds<'_>,
        progress: &Progress,
    ) -> Result<Vec<Conflict>, Stopped> {
        let mesh = &self.document.mesh;
        let (mut conflicts, all) = (Vec::new(), self.by_hand.len() + self.gone.len());
        for (nth, &cell) in self.by_hand.iter().enumerate() {
            progress.report(nth, all)?;
            let subject = ConflictSubject::Cell(cell);
            let conflict = |(at, reason)| Conflict { at, subject, reason };
            let change = grounds.change(&Region::of(Surface::of(mesh, cell)));
            conflicts.extend(change.or_else(|| self.changed_area(cell)).map(conflict));
        }
        let replaced = self.replaced();
        for (nth, &index) in self.gone.iter().enumerate() {
            progress.report(self.by_hand.len() + nth, all)?;
            let ring = &self.last.cells()[index].ring;
            if replaced.contains(&index) {
                continue;
            }
            let change = grounds.change(&Region::of_ring(ring));
            let subject = ConflictSubject::DeletedGround(index);
            conflicts.extend(change.map(|(at, reason)| Conflict { at, subject, reason }));
        }
        Ok(conflicts)
    }

    /// Returns the generated cells in whose middle a cell by hand is: changed ones, not deleted ones.
    fn replaced(&self) -> BTreeSet<usize> {
        let by_hand = CellGround::of(&self.document.mesh, &self.by_hand);
        let middle = |index: usize| centroid(&self.last.cells()[index].ring);
        self.gone.iter().copied().filter(|&index| by_hand.covers(middle(index), f32::INFINITY)).collect()
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

/// Ground of cells, by position.
struct CellGround {
    surfaces: Vec<Surface>,
    tree: BoxTree,
}

impl CellGround {
    fn of(mesh: &NavMesh, cells: &[CellId]) -> Self {
        let surfaces: Vec<Surface> = cells.iter().map(|&cell| Surface::of(mesh, cell)).collect();
        let tree = BoxTree::of(surfaces.iter().map(|surface| Bounds::of(surface.corners().iter().copied())));
        Self { surfaces, tree }
    }

    /// Whether a cell covers a place, at most `reach` metres above or below it.
    fn covers(&self, at: Vec3, reach: f32) -> bool {
        let on = ground(at);
        let is_in = |low: Vec2, high: Vec2| low.cmple(on).all() && high.cmpge(on).all();
        self.any(
            |bounds| is_in(bounds.ground_min(), bounds.ground_max()),
            |surface| surface.covers(on) && (surface.height_at(on) - at.y).abs() <= reach,
        )
    }

    /// Whether the middle of a cell is in a ring, at most `reach` metres above or below its middle.
    fn has_middle_in(&self, ring: &[Vec3], reach: f32) -> bool {
        let (bounds, middle) = (Bounds::of(ring.iter().copied()), centroid(ring));
        let plan: Vec<Vec2> = ring.iter().copied().map(ground).collect();
        let (low, high) = (bounds.ground_min(), bounds.ground_max());
        self.any(
            |other| low.cmple(other.ground_max()).all() && high.cmpge(other.ground_min()).all(),
            |surface| {
                let own = centroid(surface.corners());
                covers(&plan, ground(own)) && (own.y - middle.y).abs() <= reach
            },
        )
    }

    fn any(&self, sees: impl Fn(&Bounds) -> bool, is_found: impl Fn(&Surface) -> bool) -> bool {
        let mut is_any = false;
        self.tree.visit(sees, |nth| {
            is_any |= is_found(&self.surfaces[nth as usize]);
            if is_any { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        is_any
    }
}

/// Whether two generated cells have the same corners and area.
fn is_equal(one: &GeneratedCell, other: &GeneratedCell) -> bool {
    one.ring == other.ring && one.area == other.area
}

/// Returns the cells with the same corners in a new generation, and other areas or heights there.
fn changed(
    mesh: &NavMesh,
    (new, next): (&NavMesh, &GeneratedElements),
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

/// Returns the bits of the corners in any order.
pub(super) fn corners_of(ring: &[Vec3]) -> Vec<[u32; 3]> {
    let mut corners: Vec<_> = ring.iter().map(|&at| position_bits(at)).collect();
    corners.sort_unstable();
    corners
}
