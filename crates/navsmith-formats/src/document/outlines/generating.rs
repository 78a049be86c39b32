//! Generation of the cells of outlines, which keeps the ids of equal vertices and cells.

use std::collections::{BTreeSet, HashMap};

use smallvec::SmallVec;

use super::{OutlineFloor, Outlines, PlacedOutline, changed_heights, is_one_height};
use navsmith_core::geometry::{Vec2, at_height, ground};
use navsmith_core::navmesh::{CellId, Draft, NavMesh, VertexId};
use navsmith_core::outlines::{OutlineCells, OutlineEvent, OutlineTriangulation};
use navsmith_core::trace::{Observer, Silent};

/// Steps of a triangulation for each side.
const STEPS_PER_SIDE: usize = 2_000;

/// Least and largest number of steps of a triangulation.
///
/// The largest one takes a few seconds. Outlines that rarely cross need some hundred steps for each side.
const LEAST_STEPS: usize = 1_000_000;
const MOST_STEPS: usize = 500_000_000;

/// Generates the cells of the floors at which outlines differ from those before an edit.
///
/// A floor whose outlines cannot be triangulated keeps its cells and becomes [outdated](OutlineFloor::is_outdated).
pub fn regenerate(draft: &mut Draft, before: &Outlines, outlines: &mut Outlines) {
    for height in changed_heights(before, outlines) {
        if regenerate_floor(draft, outlines, height).is_none() {
            outlines.set_outdated(height);
        }
    }
}

/// Returns a mesh with the cells of outlines whose heights have no floor.
///
/// A file that was written by hand has none.
pub fn with_missing_floors(mesh: NavMesh, outlines: &mut Outlines) -> NavMesh {
    let has_floor = |height: f32| outlines.floors.iter().any(|floor| is_one_height(floor.height, height));
    let missing = outlines.list.iter().filter(|outline| !has_floor(outline.height));
    let heights: BTreeSet<u32> = missing.map(|outline| (outline.height + 0.0).to_bits()).collect();
    if heights.is_empty() {
        return mesh;
    }
    let mut draft = Draft::of(mesh);
    for height in heights.into_iter().map(f32::from_bits) {
        if regenerate_floor(&mut draft, outlines, height).is_none() {
            outlines.set_outdated(height);
        }
    }
    draft.into_mesh()
}

/// Generates the cells of one floor; `None` without a change if its outlines cannot be triangulated.
pub(super) fn regenerate_floor(draft: &mut Draft, outlines: &mut Outlines, height: f32) -> Option<Generated> {
    let cells = triangulated(outlines, height, &mut Silent)?.cells();
    let floor = outlines.floors.iter().position(|floor| is_one_height(floor.height, height));
    let old = floor.map(|floor| outlines.floors.swap_remove(floor).cells).unwrap_or_default();
    let generated = replace(draft, &old, &cells, height);
    let mut ids = generated.cells.clone();
    ids.sort_unstable();
    if !ids.is_empty() {
        outlines.floors.push(OutlineFloor { height, cells: ids, is_outdated: false });
    }
    outlines.floors.sort_by(|a, b| a.height.total_cmp(&b.height));
    Some(generated)
}

/// Returns the cells of a height as [`regenerate`] adds them; the observer receives each step.
///
/// The outlines in the events have the indices of all outlines.
///
/// `None` if the outlines cannot be triangulated.
pub fn observe_generation(
    outlines: &Outlines,
    height: f32,
    observer: &mut impl Observer<OutlineEvent>,
) -> Option<OutlineCells> {
    let indices: Vec<usize> = outlines.at(height).map(|(index, _)| index).collect();
    let mut observer = observer.map_events(|mut event| {
        if let OutlineEvent::Triangulated { side: Some(side), .. } = &mut event {
            side.outline = indices[side.outline];
        }
        event
    });
    Some(triangulated(outlines, height, &mut observer)?.cells_observed(&mut observer))
}

/// Triangulates the outlines of a height; `None` if that takes too many steps.
pub(super) fn triangulated(
    outlines: &Outlines,
    height: f32,
    observer: &mut impl Observer<OutlineEvent>,
) -> Option<OutlineTriangulation> {
    let floor: Vec<_> = outlines.at(height).map(|(_, outline)| outline.to_triangulate()).collect();
    let sides: usize = outlines.at(height).map(|(_, outline)| PlacedOutline::side_count(outline)).sum();
    let mut steps = (LEAST_STEPS + STEPS_PER_SIDE * sides).min(MOST_STEPS);
    OutlineTriangulation::new(floor, &mut steps, observer)
}

/// Elements of a mesh by their indices in generated cells.
pub(super) struct Generated {
    pub(super) vertices: Vec<VertexId>,
    pub(super) cells: Vec<CellId>,
}

/// Bits of a position on the ground.
type PlaceKey = [u32; 2];

pub(super) fn place_key(at: Vec2) -> PlaceKey {
    (at + 0.0).to_array().map(f32::to_bits)
}

/// Corners of a cell, from the smallest one.
type RingKey = SmallVec<[VertexId; 8]>;

pub(super) fn ring_key(corners: &[VertexId]) -> RingKey {
    let first = (0..corners.len()).min_by_key(|&nth| corners[nth]).unwrap_or(0);
    corners[first..].iter().chain(&corners[..first]).copied().collect()
}

/// Replaces the cells of a floor by others.
fn replace(draft: &mut Draft, old: &[CellId], cells: &OutlineCells, height: f32) -> Generated {
    let old: Vec<CellId> = old.iter().copied().filter(|&cell| draft.mesh().cell(cell).is_some()).collect();
    let old_vertices: BTreeSet<VertexId> =
        old.iter().flat_map(|&cell| draft.mesh().corners(cell)).copied().collect();
    let known = equal_vertices(draft.mesh(), &old, &old_vertices, cells, height);
    let new = |(point, known): (&Vec2, Option<VertexId>), draft: &mut Draft| {
        known.unwrap_or_else(|| draft.add_vertex(at_height(*point, height)))
    };
    let vertices: Vec<VertexId> = cells.points.iter().zip(known).map(|pair| new(pair, draft)).collect();
    let mut by_ring: HashMap<RingKey, CellId> =
        old.iter().map(|&cell| (ring_key(draft.mesh().corners(cell)), cell)).collect();
    let rings = cells.cells.iter().map(|cell| {
        let ring: RingKey = cell.corners.iter().map(|&corner| vertices[corner]).collect();
        (by_ring.remove(&ring_key(&ring)), ring)
    });
    let rings: Vec<(Option<CellId>, RingKey)> = rings.collect();
    let kept: BTreeSet<CellId> = rings.iter().filter_map(|(known, _)| *known).collect();
    let removed: Vec<CellId> = old.into_iter().filter(|cell| !kept.contains(cell)).collect();
    draft.remove_cells(&removed);
    let ids = rings.into_iter().zip(&cells.cells).map(|((known, ring), cell)| {
        let Some(known) = known else { return draft.add_cell(ring, cell.area) };
        if draft.mesh().cell(known).is_some_and(|old| old.area() != cell.area) {
            draft.set_area(known, cell.area);
        }
        known
    });
    let ids: Vec<CellId> = ids.collect();
    let used: BTreeSet<VertexId> = vertices.iter().copied().collect();
    for &vertex in old_vertices.difference(&used) {
        draft.remove_vertex(vertex);
    }
    let apart: BTreeSet<VertexId> = cells.apart.iter().map(|&point| vertices[point]).collect();
    for &vertex in old_vertices.union(&apart) {
        draft.set_apart(vertex, apart.contains(&vertex));
    }
    Generated { vertices, cells: ids }
}

/// Returns a vertex of old cells for each point, if there is one at the same position.
///
/// Several in one place correspond in the order of the positions beside them.
fn equal_vertices(
    mesh: &NavMesh,
    old: &[CellId],
    old_vertices: &BTreeSet<VertexId>,
    cells: &OutlineCells,
    height: f32,
) -> Vec<Option<VertexId>> {
    let mut by_place: HashMap<PlaceKey, SmallVec<[VertexId; 1]>> = HashMap::new();
    for &vertex in old_vertices {
        let at = mesh.position(vertex);
        if is_one_height(at.y, height) {
            by_place.entry(place_key(ground(at))).or_default().push(vertex);
        }
    }
    let repeated: BTreeSet<VertexId> =
        by_place.values().filter(|vertices| vertices.len() > 1).flatten().copied().collect();
    let beside_old = beside(old.iter().map(|&cell| (mesh.corners(cell), mesh.ground_ring(cell))), |vertex| {
        repeated.contains(&vertex)
    });
    for vertices in by_place.values_mut().filter(|vertices| vertices.len() > 1) {
        vertices.sort_by_key(|vertex| beside_old.get(vertex).copied());
    }
    let apart: BTreeSet<usize> = cells.apart.iter().copied().collect();
    let rings = cells.cells.iter().map(|cell| {
        let places: SmallVec<[Vec2; 8]> = cell.corners.iter().map(|&corner| cells.points[corner]).collect();
        (&*cell.corners, places)
    });
    let beside_new = beside(rings, |point| apart.contains(&point));
    let mut order: Vec<usize> = (0..cells.points.len()).collect();
    order.sort_by_key(|point| beside_new.get(point).copied());
    let mut known = vec![None; cells.points.len()];
    for point in order {
        let vertices = by_place.get_mut(&place_key(cells.points[point]));
        known[point] = vertices.filter(|vertices| !vertices.is_empty()).map(|vertices| vertices.remove(0));
    }
    known
}

/// Returns the least position beside each chosen corner of rings.
fn beside<'a, I: Copy + Eq + std::hash::Hash + 'a>(
    rings: impl Iterator<Item = (&'a [I], SmallVec<[Vec2; 8]>)>,
    is_chosen: impl Fn(I) -> bool,
) -> HashMap<I, PlaceKey> {
    let mut beside: HashMap<I, PlaceKey> = HashMap::new();
    for (corners, places) in rings {
        let count = corners.len();
        for (nth, &corner) in corners.iter().enumerate().filter(|(_, corner)| is_chosen(**corner)) {
            let key = [count - 1, 1].map(|step| place_key(places[(nth + step) % count]));
            let least = key[0].min(key[1]);
            beside.entry(corner).and_modify(|known| *known = (*known).min(least)).or_insert(least);
        }
    }
    beside
}
