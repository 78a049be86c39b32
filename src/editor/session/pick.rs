//! Picking: the elements under the pointer and the elements in a box.
//!
//! Candidates come from the point locator. The cost of a pick depends on the elements near the pointer, not on the
//! size of the mesh.

use std::collections::BTreeSet;
use std::fmt;

use glam::{Vec2, Vec3};

use crate::editor::Editor;
use crate::editor::view::pointer::PointerRay;
use crate::geometry::{Bounds, Segment, covers, ground, segments_cross};
use crate::navmesh::{Adjacency, CellId, Changes, Derived, Edge, LinkId, NavMesh, Surface, VertexId};

/// Element that can be under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A vertex.
    Vertex(VertexId),
    /// An edge.
    Edge(Edge),
    /// A cell.
    Cell(CellId),
    /// A link; clicks take it in every mode.
    Link(LinkId),
    /// The marker at the start of the path.
    Start,
    /// The marker at the target of the path.
    Target,
}

/// The name of the element, as the heading of its menu.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex(vertex) => write!(f, "Vertex {}", vertex.0),
            Self::Edge(edge) => write!(f, "Edge {}–{}", edge.ends()[0].0, edge.ends()[1].0),
            Self::Cell(cell) => write!(f, "Cell {}", cell.0),
            Self::Link(link) => write!(f, "Link {}", link.0),
            Self::Start => write!(f, "Start"),
            Self::Target => write!(f, "Target"),
        }
    }
}

/// Element under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The element.
    pub element: Element,
    /// Point of the element nearest to the pointer.
    pub at: Vec3,
    /// Distance of that point from the pointer on the ground, in metres.
    pub distance: f32,
}

/// Set of the isolated vertices, which no cell uses.
///
/// The point locator contains only cells, so picking needs these vertices separately.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct IsolatedVertices(BTreeSet<VertexId>);

impl IsolatedVertices {
    /// Finds the isolated vertices of a mesh. Takes linear time.
    pub(in crate::editor) fn build(mesh: &NavMesh, adjacency: &Adjacency) -> Self {
        Self(mesh.vertices().map(|(id, _)| id).filter(|&id| adjacency.star(id).is_empty()).collect())
    }

    /// Updates the set after a change from one mesh to another.
    pub(in crate::editor) fn update(
        &mut self,
        from: &NavMesh,
        to: &NavMesh,
        adjacency: &Adjacency,
        changes: &Changes,
    ) {
        let corners =
            changes.cells.iter().flat_map(|&cell| from.corners(cell).iter().chain(to.corners(cell)));
        for &id in changes.vertices.iter().chain(corners) {
            if to.vertex(id).is_some() && adjacency.star(id).is_empty() {
                self.0.insert(id);
            } else {
                self.0.remove(&id);
            }
        }
    }

    /// Returns all isolated vertices, in the order of their ids.
    pub(in crate::editor) fn iter(&self) -> impl Iterator<Item = VertexId> {
        self.0.iter().copied()
    }
}

/// Mesh for picking: that of the current document, or of the snapshot at the start of a gesture.
#[derive(Clone, Copy)]
pub(in crate::editor) struct PickContext<'a> {
    pub(in crate::editor) editor: &'a Editor,
    pub(in crate::editor) mesh: &'a NavMesh,
    pub(in crate::editor) derived: &'a Derived,
    pub(in crate::editor) isolated: &'a IsolatedVertices,
}

impl PickContext<'_> {
    /// Returns the visible vertices within `radius`, nearest first, then highest.
    pub(in crate::editor) fn vertices_near(&self, at: Vec2, radius: f32) -> Vec<Hit> {
        let corners = self.cells_around(at, radius).into_iter().flat_map(|cell| self.mesh.corners(cell));
        let hits = corners.copied().chain(self.isolated.iter()).filter_map(|id| {
            let hit = hit(Element::Vertex(id), self.mesh.position(id), at);
            (hit.distance <= radius).then_some(hit)
        });
        let mut hits = sorted(hits);
        hits.dedup_by_key(|hit| hit.element);
        hits
    }

    /// Returns the visible edges within `radius`, nearest first, then highest.
    pub(in crate::editor) fn edges_near(&self, at: Vec2, radius: f32) -> Vec<Hit> {
        let on_edge = |edge| {
            let [from, to] = self.mesh.edge_positions(edge);
            let t = Segment::new(ground(from), ground(to)).nearest(at);
            hit(Element::Edge(edge), from.lerp(to, t), at)
        };
        let edges = self.edges_of(self.cells_around(at, radius));
        sorted(edges.into_iter().map(on_edge).filter(|hit| hit.distance <= radius))
    }

    /// Returns the visible cells that cover a position, highest first.
    pub(in crate::editor) fn cells_at(&self, at: Vec2) -> Vec<Hit> {
        let cells = self.cells_around(at, 0.0);
        let covering = cells.into_iter().filter(|&cell| covers(&self.mesh.ground_ring(cell), at));
        sorted(covering.map(|cell| {
            let height = Surface::of(self.mesh, cell).height_at(at);
            Hit { element: Element::Cell(cell), at: Vec3::new(at.x, height, at.y), distance: 0.0 }
        }))
    }

    /// Returns the height of the topmost cell at a position, or of the nearest edge within `radius`.
    ///
    /// Returns `None` if there is neither.
    pub(in crate::editor) fn height_at(&self, at: Vec2, radius: f32) -> Option<f32> {
        let hit = self.cells_at(at).into_iter().next();
        hit.or_else(|| self.edges_near(at, radius).into_iter().next()).map(|hit| hit.at.y)
    }

    /// Returns the position where a ray first meets a visible cell; `None` if it meets none.
    ///
    /// It looks at the cells along the ray, part by part, so it takes time in proportion to those near the ray.
    pub(in crate::editor) fn hit_by(&self, ray: &PointerRay) -> Option<Vec3> {
        let bounds = self.mesh.bounds();
        let [start, end] = inside(ray, &bounds)?;
        let step = (end - start) / RAY_PARTS as f32;
        for part in 0..RAY_PARTS {
            let [from, to] = [part, part + 1].map(|i| ground(ray.at(start + step * i as f32)));
            let cells = self.visible(self.derived.locator.within(self.mesh, from.min(to), from.max(to)));
            let hits = cells.into_iter().filter_map(|cell| hit_of_ring(&self.mesh.ring(cell), ray));
            if let Some(along) = hits.filter(|&along| along >= 0.0).min_by(f32::total_cmp) {
                return Some(ray.at(along));
            }
        }
        None
    }

    /// Returns the visible vertices in a box.
    pub(in crate::editor) fn vertices_in(&self, min: Vec2, max: Vec2) -> Vec<VertexId> {
        let cells = self.visible(self.derived.locator.within(self.mesh, min, max));
        let corners = cells.into_iter().flat_map(|cell| self.mesh.corners(cell)).copied();
        let is_inside = |id: &VertexId| is_inside(ground(self.mesh.position(*id)), min, max);
        let found: BTreeSet<VertexId> = corners.chain(self.isolated.iter()).filter(is_inside).collect();
        found.into_iter().collect()
    }

    /// Returns the visible edges that lie in a box; if `touching`, also those that reach into it.
    pub(in crate::editor) fn edges_in(&self, min: Vec2, max: Vec2, touching: bool) -> Vec<Edge> {
        let cells = self.visible(self.derived.locator.within(self.mesh, min, max));
        let is_taken = |edge: &Edge| {
            let [from, to] = self.mesh.edge_positions(*edge).map(ground);
            let ends = [from, to].map(|end| is_inside(end, min, max));
            ends == [true; 2] || touching && (ends != [false; 2] || crosses_box(from, to, min, max))
        };
        self.edges_of(cells).into_iter().filter(is_taken).collect()
    }

    /// Returns the visible cells that lie in a box; if `touching`, also those that reach into it.
    pub(in crate::editor) fn cells_in(&self, min: Vec2, max: Vec2, touching: bool) -> Vec<CellId> {
        let mut cells = self.visible(self.derived.locator.within(self.mesh, min, max));
        cells.retain(|&cell| {
            let ring = self.mesh.ground_ring(cell);
            let next = |i: usize| ring[(i + 1) % ring.len()];
            ring.iter().all(|&p| is_inside(p, min, max))
                || touching
                    && (ring.iter().any(|&p| is_inside(p, min, max))
                        || covers(&ring, min)
                        || (0..ring.len()).any(|i| crosses_box(ring[i], next(i), min, max)))
        });
        cells
    }

    fn cells_around(&self, at: Vec2, radius: f32) -> Vec<CellId> {
        self.visible(self.derived.locator.within(self.mesh, at - radius, at + radius))
    }

    fn visible(&self, mut cells: Vec<CellId>) -> Vec<CellId> {
        cells.retain(|&cell| !self.editor.is_hidden(cell));
        cells
    }

    fn edges_of(&self, cells: Vec<CellId>) -> BTreeSet<Edge> {
        let cells = cells.into_iter().filter_map(|cell| self.mesh.cell(cell));
        cells.flat_map(|cell| cell.sides().map(|[from, to]| Edge::new(from, to))).collect()
    }
}

/// Number of parts in which a ray is followed over the mesh.
const RAY_PARTS: usize = 64;

/// Returns where a ray enters and leaves a box, in metres from its origin; `None` if it misses the box.
fn inside(ray: &PointerRay, bounds: &Bounds) -> Option<[f32; 2]> {
    // A flat mesh has a box without height.
    let margin = Vec3::splat(1e-3 + bounds.size().max_element() * 1e-5);
    let [to_min, to_max] =
        [bounds.min - margin, bounds.max + margin].map(|corner| (corner - ray.origin) / ray.direction);
    let enter = to_min.min(to_max).max_element().max(0.0);
    let leave = to_min.max(to_max).min_element();
    (enter <= leave).then_some([enter, leave])
}

/// Returns where a ray meets a fan over a ring, in metres from its origin (Möller and Trumbore, 1997).
fn hit_of_ring(ring: &[Vec3], ray: &PointerRay) -> Option<f32> {
    let (origin, direction) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
    let triangles = (2..ring.len()).map(|i| [ring[0], ring[i - 1], ring[i]].map(Vec3::as_dvec3));
    let hits = triangles.filter_map(|[a, b, c]| {
        let (ab, ac, from_a) = (b - a, c - a, origin - a);
        let p = direction.cross(ac);
        let determinant = ab.dot(p);
        let q = from_a.cross(ab);
        let [u, v, along] = [from_a.dot(p), direction.dot(q), ac.dot(q)].map(|value| value / determinant);
        (determinant != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0).then_some(along as f32)
    });
    hits.min_by(f32::total_cmp)
}

pub(in crate::editor) fn hit(element: Element, at: Vec3, pointer: Vec2) -> Hit {
    Hit { element, at, distance: ground(at).distance(pointer) }
}

pub(in crate::editor) fn sorted(hits: impl Iterator<Item = Hit>) -> Vec<Hit> {
    let mut hits: Vec<Hit> = hits.collect();
    hits.sort_by(|a, b| {
        let by_distance = a.distance.total_cmp(&b.distance);
        by_distance.then(b.at.y.total_cmp(&a.at.y)).then(a.element.cmp(&b.element))
    });
    hits
}

pub(in crate::editor) fn is_inside(point: Vec2, min: Vec2, max: Vec2) -> bool {
    point.cmpge(min).all() && point.cmple(max).all()
}

/// Whether a line passes through a box from side to side, and so crosses one of its diagonals.
pub(in crate::editor) fn crosses_box(from: Vec2, to: Vec2, min: Vec2, max: Vec2) -> bool {
    let line = Segment::new(from, to);
    let diagonals = [(min, max), (Vec2::new(min.x, max.y), Vec2::new(max.x, min.y))];
    diagonals.iter().any(|&(a, b)| segments_cross(&line, &Segment::new(a, b)))
}
