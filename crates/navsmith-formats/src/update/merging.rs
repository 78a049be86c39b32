//! The mesh of an update: cells by hand, cells that stay, and new cells between them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::comparison::{GenerationDiff, corners_of};
use super::cutting::{CellCutting, remove_slivers};
use super::ground::{Grounds, Region};
use super::{Conflict, ConflictReason, ConflictSubject, Update};
use crate::document::generated::{GeneratedCell, GeneratedElements, GeneratedState, position_bits};
use crate::document::{Area, Document};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Draft, IdCounts, NavMesh, Surface, VertexId};
use navsmith_core::progress::{Progress, Stopped};

/// Replaces the generated cells of an update by those of the new generation.
pub(super) fn merge(
    comparison: &GenerationDiff<'_>,
    grounds: &Grounds<'_>,
    given: IdCounts,
    update: &mut Update,
    progress: &Progress,
) -> Result<(), Stopped> {
    let mesh = &comparison.document.mesh;
    let mut draft = Draft::of(mesh.clone()).with_ids_after(given);
    let isolated = unused(&draft);
    let anchors = anchors(comparison, grounds, &draft);
    let outdated = comparison.outdated.iter().copied().filter(|cell| !anchors.contains(cell));
    let outdated: Vec<CellId> = outdated.collect();
    let removed = [&outdated[..], &comparison.dropped].concat();
    draft.remove_cells(&removed);
    for &(cell, of_new) in &comparison.changed {
        follow(&mut draft, cell, comparison.new, of_new);
    }
    let mut places = Places::of(&draft);
    let cutters: Vec<CellId> = comparison.by_hand.iter().chain(&anchors).copied().collect();
    let taken: BTreeSet<Vec<[u32; 3]>> = cutters.iter().map(|&cell| corners_of(&mesh.ring(cell))).collect();
    let added = comparison.added.iter().copied();
    let added: Vec<CellId> =
        added.filter(|&cell| !taken.contains(&corners_of(&comparison.new.ring(cell)))).collect();
    let pasted = paste(&mut draft, &mut places, comparison.new, &added);
    let mut cutting = CellCutting::new(comparison.new, pasted.iter().copied(), grounds.reach);
    let failed = cutting.cut(&mut draft, &cutters, &progress.part(0.0..0.5))?;
    let mut freed = BTreeMap::new();
    for &index in comparison.gone.iter().filter(|&&index| !comparison.stays(index)) {
        let ring = &comparison.last.cells()[index].ring;
        if !taken.contains(&corners_of(ring)) {
            freed.extend(places.add_cell(&mut draft, ring).map(|cell| (cell, index)));
        }
    }
    let of_freed: Vec<CellId> = freed.keys().copied().collect();
    let not_freed = cutting.cut(&mut draft, &of_freed, &progress.part(0.5..1.0))?;
    // New cells replace an anchor that cannot be cut out of them.
    let (not_kept, failed): (Vec<CellId>, Vec<CellId>) =
        failed.into_iter().partition(|cell| anchors.contains(cell));
    let failed = failed.into_iter().map(|cell| (cell, ConflictSubject::Cell(cell)));
    let not_freed = not_freed.into_iter().map(|cell| (cell, ConflictSubject::DeletedGround(freed[&cell])));
    let overlaps = failed.chain(not_freed).map(|(cell, subject)| overlap(draft.mesh(), cell, subject));
    update.conflicts.extend(overlaps);
    draft.remove_cells(&of_freed);
    draft.remove_cells(&not_kept);
    let by_hand: BTreeSet<CellId> = comparison.by_hand.iter().copied().collect();
    let pieces = pieces(comparison, draft.mesh(), &by_hand);
    remove_slivers(&mut draft, &pieces, comparison.document.generation.settings.cell_size());
    for vertex in unused(&draft).difference(&isolated) {
        draft.remove_vertex(*vertex);
    }
    update.removed = removed.len();
    let document = comparison.document.with_mesh(draft.into_mesh());
    let is_added = |&(cell, _): &(CellId, &Cell)| mesh.cell(cell).is_none();
    update.added = document.mesh.cells().filter(is_added).count();
    let generated = Arc::new(generated(comparison, &document.mesh, &by_hand));
    let areas = areas(&document.areas, &document.mesh, &generated);
    update.document = Document { areas, generated, ..document };
    Ok(())
}

/// Returns outdated cells that join cells by hand, which are no ground of the level, with the rest.
///
/// They stay, because a new cell there may end before such a cell begins. Cells with changed ground do not stay.
fn anchors(comparison: &GenerationDiff<'_>, grounds: &Grounds<'_>, draft: &Draft) -> BTreeSet<CellId> {
    let mesh = &comparison.document.mesh;
    let outdated: BTreeSet<CellId> = comparison.outdated.iter().copied().collect();
    let mut anchors = BTreeSet::new();
    for &cell in &comparison.by_hand {
        let neighbors = draft.adjacency().neighbors(cell).map(|(_, neighbor)| neighbor);
        let neighbors: Vec<CellId> = neighbors.filter(|neighbor| outdated.contains(neighbor)).collect();
        if neighbors.is_empty() || grounds.was_ground(&Region::of(Surface::of(mesh, cell))) {
            continue;
        }
        let is_unchanged =
            |neighbor: &CellId| grounds.change(&Region::of(Surface::of(mesh, *neighbor))).is_none();
        anchors.extend(neighbors.into_iter().filter(is_unchanged));
    }
    anchors
}

/// Gives a cell the area and the detail heights of a new one with the same corners.
fn follow(draft: &mut Draft, cell: CellId, new: &NavMesh, of_new: CellId) {
    if let Some(area) = new.cell(of_new).map(Cell::area) {
        draft.set_area(cell, area);
    }
    let ring = draft.mesh().ring(cell);
    let detail = new.detail(of_new).and_then(|_| Surface::of(new, of_new).detail_within(&ring));
    draft.set_detail(cell, detail);
}

/// Vertices of a mesh by position.
struct Places(BTreeMap<[u32; 3], VertexId>);

impl Places {
    /// Returns the vertices that are not apart from others on purpose; those of cells are preferred.
    fn of(draft: &Draft) -> Self {
        let mesh = draft.mesh();
        let mut vertices: Vec<(bool, VertexId, Vec3)> = mesh
            .vertices()
            .filter(|(id, _)| !mesh.vertices_apart().contains(id))
            .map(|(id, at)| (draft.adjacency().star(id).is_empty(), id, at))
            .collect();
        vertices.sort_by_key(|&(is_unused, id, _)| (is_unused, id));
        let mut places = BTreeMap::new();
        for (_, id, at) in vertices {
            places.entry(position_bits(at)).or_insert(id);
        }
        Self(places)
    }

    /// Returns the vertex at a position; adds one if there is none.
    fn vertex(&mut self, draft: &mut Draft, at: Vec3) -> VertexId {
        *self.0.entry(position_bits(at)).or_insert_with(|| draft.add_vertex(at))
    }

    /// Adds a cell with corners at these positions; `None` if two of them are one vertex.
    fn add_cell(&mut self, draft: &mut Draft, ring: &[Vec3]) -> Option<CellId> {
        let corners: Vec<VertexId> = ring.iter().map(|&at| self.vertex(draft, at)).collect();
        let distinct: BTreeSet<VertexId> = corners.iter().copied().collect();
        (distinct.len() == corners.len()).then(|| draft.add_cell(corners, AreaId(0)))
    }
}

/// Adds cells of a generation; returns each with its id in the mesh.
fn paste(draft: &mut Draft, places: &mut Places, new: &NavMesh, cells: &[CellId]) -> Vec<(CellId, CellId)> {
    let mut pasted = Vec::new();
    for &of_new in cells {
        let Some(cell) = places.add_cell(draft, &new.ring(of_new)) else { continue };
        follow(draft, cell, new, of_new);
        pasted.push((of_new, cell));
    }
    pasted
}

pub(super) fn overlap(mesh: &NavMesh, cell: CellId, subject: ConflictSubject) -> Conflict {
    Conflict { at: mesh.centroid(cell), subject, reason: ConflictReason::Overlap }
}

/// Returns the cells that are parts of cells of the new generation.
fn pieces(comparison: &GenerationDiff<'_>, mesh: &NavMesh, by_hand: &BTreeSet<CellId>) -> Vec<CellId> {
    let cells = mesh.cells().map(|(cell, _)| cell).filter(|cell| !by_hand.contains(cell));
    cells.filter(|&cell| comparison.next.with_ring(&mesh.ring(cell)).is_empty()).collect()
}

/// Returns what an update stores about the new generation.
fn generated(
    comparison: &GenerationDiff<'_>,
    mesh: &NavMesh,
    by_hand: &BTreeSet<CellId>,
) -> GeneratedElements {
    let mut is_whole = vec![false; comparison.next.cells().len()];
    let mut cells = Vec::new();
    for (id, cell) in mesh.cells().filter(|(id, _)| !by_hand.contains(id)) {
        let same = comparison.next.with_ring(&mesh.ring(id));
        let state = if same.is_empty() { GeneratedState::Piece } else { GeneratedState::Whole };
        same.for_each(|index| is_whole[index] = true);
        cells.push(GeneratedCell { ring: mesh.ring(id).to_vec(), area: cell.area(), state });
    }
    let rings: BTreeSet<Vec<[u32; 3]>> = by_hand.iter().map(|&cell| corners_of(&mesh.ring(cell))).collect();
    for (cell, is_whole) in comparison.next.cells().iter().zip(is_whole) {
        if is_whole {
            continue;
        }
        let mut of_last = comparison.last.with_ring(&cell.ring);
        let was_gone =
            of_last.any(|index| comparison.stays(index) && comparison.gone.binary_search(&index).is_ok());
        let is_replaced = was_gone || rings.contains(&corners_of(&cell.ring));
        let state = if is_replaced { GeneratedState::Whole } else { GeneratedState::Divided };
        cells.push(GeneratedCell { state, ..cell.clone() });
    }
    for &index in comparison.gone.iter().filter(|&&index| !comparison.stays(index)) {
        let state = GeneratedState::Replaced;
        cells.push(GeneratedCell { state, ..comparison.last.cells()[index].clone() });
    }
    GeneratedElements::new(cells)
}

/// Returns the vertices without cells.
fn unused(draft: &Draft) -> BTreeSet<VertexId> {
    let all = draft.mesh().vertices().map(|(vertex, _)| vertex);
    all.filter(|&vertex| draft.adjacency().star(vertex).is_empty()).collect()
}

/// Returns areas for all cells of a mesh, and for the generated ones.
fn areas(areas: &Arc<Vec<Area>>, mesh: &NavMesh, generated: &GeneratedElements) -> Arc<Vec<Area>> {
    let of_mesh = mesh.cells().map(|(_, cell)| cell.area());
    let last = of_mesh.chain(generated.cells().iter().map(|cell| cell.area)).max().unwrap_or(AreaId(0));
    let missing = areas.len()..usize::from(last.0) + 1;
    if missing.is_empty() {
        return Arc::clone(areas);
    }
    Arc::new(areas.iter().cloned().chain(missing.map(Area::numbered)).collect())
}
