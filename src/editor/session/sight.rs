//! Picking along a line of sight: the elements that a pointer in space meets.
//!
//! In the view from above, a pointer meets all heights, and `PickContext` picks by ground positions instead.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use glam::{Vec2, Vec3};

use crate::editor::session::pick::{Element, Hit, PickContext};
use crate::editor::session::scales;
use crate::editor::view::pointer::{Pointer, PointerRay};
use navsmith_core::geometry::{Bounds, at_height, ground};
use navsmith_core::navmesh::{CellId, Edge, Surface, VertexId};

/// Maximum number of parts in which a ray is followed over the mesh.
const MOST_PARTS: f32 = 1024.0;

/// Length of a part of a ray over the ground, relative to the size of an element.
const ELEMENTS_A_PART: f32 = 2.0;

/// Maximum number of elements near the pointer for which it is tested whether a cell hides them.
const MOST_TESTED: usize = 24;

/// Distance behind the first cell up to which elements are candidates, in pick radii.
const BEHIND: f32 = 24.0;

impl PickContext<'_> {
    /// Returns the visible vertices under the pointer, nearest first.
    pub(in crate::editor) fn vertices_at(&self, pointer: &Pointer) -> Vec<Hit> {
        if pointer.height.is_none() {
            return self.vertices_near(pointer.ground, pointer.pick_radius);
        }
        let cells = self.cells_near(pointer);
        let corners = cells.iter().flat_map(|&cell| self.mesh.corners(cell)).copied();
        let ids: BTreeSet<VertexId> = corners.chain(self.isolated.iter()).collect();
        let hits = ids.into_iter().map(|id| (Element::Vertex(id), self.mesh.position(id)));
        self.unhidden(pointer, hits)
    }

    /// Returns the visible edges under the pointer, nearest first.
    pub(in crate::editor) fn edges_at(&self, pointer: &Pointer) -> Vec<Hit> {
        if pointer.height.is_none() {
            return self.edges_near(pointer.ground, pointer.pick_radius);
        }
        let cells = self.cells_near(pointer).into_iter().filter_map(|cell| self.mesh.cell(cell));
        let edges: BTreeSet<Edge> =
            cells.flat_map(|cell| cell.sides().map(|[from, to]| Edge::new(from, to))).collect();
        let on_edge = |edge: Edge| (Element::Edge(edge), pointer.nearest_on(self.mesh.edge_positions(edge)));
        self.unhidden(pointer, edges.into_iter().map(on_edge))
    }

    /// Returns the visible cells under the pointer: the highest, or those nearest to the eye, first.
    pub(in crate::editor) fn cells_under(&self, pointer: &Pointer) -> Vec<Hit> {
        if pointer.height.is_none() {
            return self.cells_at(pointer.ground);
        }
        let mut met: BTreeMap<CellId, f32> = BTreeMap::new();
        let ray = &pointer.ray;
        self.follow(
            ray,
            |_| 0.0,
            |_, cells| {
                met.extend(cells.iter().filter_map(|&cell| Some((cell, self.met(cell, ray)?))));
                ControlFlow::Continue(())
            },
        );
        let hit = |(cell, along)| Hit { element: Element::Cell(cell), at: ray.at(along), distance: 0.0 };
        let mut hits: Vec<Hit> = met.into_iter().map(hit).collect();
        hits.sort_by(|a, b| ray.along(a.at).total_cmp(&ray.along(b.at)));
        hits
    }

    /// Returns the position where a ray first meets a visible cell; `None` if it meets none.
    ///
    /// It looks at the cells along the ray, part by part, so it takes time in proportion to those near the ray.
    pub(in crate::editor) fn hit_by(&self, ray: &PointerRay) -> Option<Vec3> {
        let mut nearest = f32::INFINITY;
        self.follow(
            ray,
            |_| 0.0,
            |[_, end], cells| {
                let met = cells.iter().filter_map(|&cell| self.met(cell, ray));
                nearest = met.fold(nearest, f32::min);
                // A cell of this part may be met in a later one, behind a cell of that part.
                if nearest <= end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        nearest.is_finite().then(|| ray.at(nearest))
    }

    /// Returns the height of the mesh over a ground position that is nearest to a height.
    pub(in crate::editor) fn floor_near(&self, at: Vec2, height: f32) -> Option<f32> {
        let floors = self.cells_at(at).into_iter().map(|hit| hit.at.y);
        floors.min_by(|a, b| (a - height).abs().total_cmp(&(b - height).abs()))
    }

    /// Returns the visible cells near the line of sight, up to a little behind the first hit.
    fn cells_near(&self, pointer: &Pointer) -> BTreeSet<CellId> {
        let (mut near, mut nearest) = (BTreeSet::new(), f32::INFINITY);
        let ray = &pointer.ray;
        self.follow(
            ray,
            |along| pointer.radius_at(along),
            |[start, _], cells| {
                if start > nearest + BEHIND * pointer.radius_at(nearest) {
                    return ControlFlow::Break(());
                }
                nearest = cells.iter().filter_map(|&cell| self.met(cell, ray)).fold(nearest, f32::min);
                near.extend(cells);
                ControlFlow::Continue(())
            },
        );
        near
    }

    /// Returns the elements within the pick radius that no cell hides, nearest first.
    fn unhidden(&self, pointer: &Pointer, elements: impl Iterator<Item = (Element, Vec3)>) -> Vec<Hit> {
        let hits = elements.map(|(element, at)| Hit { element, at, distance: pointer.distance(at) });
        let mut hits: Vec<Hit> = hits.filter(|hit| hit.distance <= pointer.pick_radius).collect();
        hits.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.element.cmp(&b.element)));
        hits.truncate(MOST_TESTED);
        hits.retain(|hit| !self.is_covered(pointer, hit.at));
        hits
    }

    /// Whether a cell hides a position from the eye of the pointer.
    fn is_covered(&self, pointer: &Pointer, at: Vec3) -> bool {
        let ray = if pointer.spread > 0.0 {
            let direction = (at - pointer.ray.origin).normalize_or_zero();
            PointerRay { direction, ..pointer.ray }
        } else {
            let along = pointer.ray.along(at);
            PointerRay { origin: at - pointer.ray.direction * along, ..pointer.ray }
        };
        let along = ray.along(at);
        let nearest = self.hit_by(&ray).map_or(f32::INFINITY, |met| ray.along(met));
        nearest < along - pointer.radius_at(along)
    }

    fn met(&self, cell: CellId, ray: &PointerRay) -> Option<f32> {
        let surface = Surface::of(self.mesh, cell);
        let met = match surface.detail() {
            Some(_) => hit_of_triangles(surface.triangles(), ray),
            None => hit_of_ring(surface.corners(), ray),
        };
        met.filter(|&along| along >= 0.0)
    }

    /// Calls `visit` for each part of a ray over the mesh, with the visible cells near it.
    fn follow(
        &self,
        ray: &PointerRay,
        radius_at: impl Fn(f32) -> f32,
        mut visit: impl FnMut([f32; 2], &[CellId]) -> ControlFlow<()>,
    ) {
        if self.mesh.cell_count() == 0 {
            return;
        }
        let [low, high] = scales::height_range(self.state);
        let [min, max] = self.derived.locator.bounds();
        let bounds = Bounds { min: at_height(min, low), max: at_height(max, high) };
        let far = ray.along(bounds.center()) + bounds.size().length();
        let margin = radius_at(far.max(0.0));
        let mut cells = Vec::new();
        for part in parts(ray, &bounds, margin, self.mesh.cell_count()) {
            let [from, to] = part.map(|along| ground(ray.at(along)));
            let reach = Vec2::splat(part.map(&radius_at).into_iter().fold(0.0, f32::max));
            let (min, max) = (from.min(to) - reach, from.max(to) + reach);
            cells.clear();
            self.derived.locator.for_each_within(self.mesh, min, max, |cell| cells.push(cell));
            cells.retain(|&cell| !self.state.is_hidden(cell));
            if visit(part, &cells).is_break() {
                return;
            }
        }
    }
}

/// Returns the parts of a ray in a box with a margin, in metres from its origin.
///
/// Each is about as long as some elements.
pub(in crate::editor) fn parts(
    ray: &PointerRay,
    bounds: &Bounds,
    margin: f32,
    elements: usize,
) -> impl Iterator<Item = [f32; 2]> + use<> {
    let inside = (!bounds.is_empty()).then(|| inside(ray, bounds, margin)).flatten();
    let [start, end] = inside.unwrap_or_default();
    let size = bounds.size();
    let across = (size.x * size.z / elements.max(1) as f32).sqrt();
    let length = (ground(ray.direction) * (end - start)).length();
    let parts = (length / (across * ELEMENTS_A_PART)).ceil().clamp(1.0, MOST_PARTS);
    let step = (end - start) / parts;
    let part = move |part: u16| [part, part + 1].map(|i| start + step * f32::from(i));
    (0..if inside.is_some() { parts as u16 } else { 0 }).map(part)
}

/// Returns where a ray enters and leaves a box with a margin, in metres from its origin.
///
/// Returns `None` if it misses the box.
fn inside(ray: &PointerRay, bounds: &Bounds, margin: f32) -> Option<[f32; 2]> {
    // A flat mesh has a box without height.
    let margin = Vec3::splat(margin + 1e-3 + bounds.size().max_element() * 1e-5);
    let [to_min, to_max] =
        [bounds.min - margin, bounds.max + margin].map(|corner| (corner - ray.origin) / ray.direction);
    let enter = to_min.min(to_max).max_element().max(0.0);
    let leave = to_min.max(to_max).min_element();
    (enter <= leave).then_some([enter, leave])
}

/// Returns where a ray meets a fan over a ring, in metres from its origin (Möller and Trumbore, 1997).
pub(in crate::editor) fn hit_of_ring(ring: &[Vec3], ray: &PointerRay) -> Option<f32> {
    hit_of_triangles((2..ring.len()).map(|i| [ring[0], ring[i - 1], ring[i]]), ray)
}

fn hit_of_triangles(triangles: impl Iterator<Item = [Vec3; 3]>, ray: &PointerRay) -> Option<f32> {
    let (origin, direction) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
    let hits = triangles.map(|triangle| triangle.map(Vec3::as_dvec3)).filter_map(|[a, b, c]| {
        let (ab, ac, from_a) = (b - a, c - a, origin - a);
        let p = direction.cross(ac);
        let determinant = ab.dot(p);
        let q = from_a.cross(ab);
        let [u, v, along] = [from_a.dot(p), direction.dot(q), ac.dot(q)].map(|value| value / determinant);
        (determinant != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0).then_some(along as f32)
    });
    hits.min_by(f32::total_cmp)
}
