//! Picking: the elements at a position on the ground.
//!
//! Candidates come from the point locator. The cost of a pick depends on the elements near the pointer, not on the
//! size of the mesh.

use std::collections::BTreeSet;
use std::fmt;

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::view::pointer::Pointer;
use navsmith_core::geometry::{Segment, covers, ground};
use navsmith_core::navmesh::{Adjacency, CellId, Changes, Derived, Edge, LinkId, NavMesh, Surface, VertexId};

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
    /// A group of agents of a scenario; clicks take it in every mode.
    Group(GroupId),
    /// A point of an outline; clicks take it in every mode.
    Outline(OutlinePoint),
    /// A volume of the generation, by its index; clicks take it in every mode.
    Volume(usize),
    /// The marker at the start of the path.
    Start,
    /// The marker at the target of the path.
    Target,
    /// The tip of the arrow of gravity.
    Gravity,
}

/// Position of a group of agents in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId {
    /// Index of the scenario.
    pub scenario: usize,
    /// Index of the group in the scenario.
    pub group: usize,
}

/// Position of a point of an outline in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutlinePoint {
    /// Index of the outline.
    pub outline: usize,
    /// Index of the point in the outline.
    pub point: usize,
}

/// The name of the element, as the heading of its menu.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex(vertex) => write!(f, "Vertex {}", vertex.0),
            Self::Edge(edge) => write!(f, "Edge {}–{}", edge.ends()[0].0, edge.ends()[1].0),
            Self::Cell(cell) => write!(f, "Cell {}", cell.0),
            Self::Link(link) => write!(f, "Link {}", link.0),
            Self::Group(id) => write!(f, "Agent group {}", id.group + 1),
            Self::Outline(id) => write!(f, "Point {} of outline {}", id.point + 1, id.outline + 1),
            Self::Volume(index) => write!(f, "Box {}", index + 1),
            Self::Start => write!(f, "Start"),
            Self::Target => write!(f, "Target"),
            Self::Gravity => write!(f, "Gravity"),
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
    pub(in crate::editor) state: &'a State,
    pub(in crate::editor) mesh: &'a NavMesh,
    pub(in crate::editor) derived: &'a Derived,
    pub(in crate::editor) isolated: &'a IsolatedVertices,
}

impl PickContext<'_> {
    /// Returns the visible vertices within `radius`, nearest first, then highest.
    pub(in crate::editor) fn vertices_near(&self, at: Vec2, radius: f32) -> Vec<Hit> {
        let corners = self.cells_around(at, radius).into_iter().flat_map(|cell| self.mesh.corners(cell));
        let hits = corners.copied().chain(self.isolated.iter()).filter_map(|id| {
            let place = self.mesh.position(id);
            let hit = Hit { element: Element::Vertex(id), at: place, distance: ground(place).distance(at) };
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
            let foot = from.lerp(to, t);
            Hit { element: Element::Edge(edge), at: foot, distance: ground(foot).distance(at) }
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

    /// Returns the heights of the floors at a ground position, the highest first.
    pub(in crate::editor) fn floors_at(&self, at: Vec2) -> Vec<f32> {
        let mut floors: Vec<f32> = self.cells_at(at).iter().map(|hit| hit.at.y).collect();
        floors.dedup_by(|lower, higher| (*higher - *lower).abs() <= ONE_FLOOR);
        floors
    }

    fn cells_around(&self, at: Vec2, radius: f32) -> Vec<CellId> {
        self.visible(self.derived.locator.within(self.mesh, at - radius, at + radius))
    }

    pub(super) fn visible(&self, mut cells: Vec<CellId>) -> Vec<CellId> {
        cells.retain(|&cell| !self.state.is_hidden(cell));
        cells
    }

    pub(super) fn edges_of(&self, cells: Vec<CellId>) -> BTreeSet<Edge> {
        let cells = cells.into_iter().filter_map(|cell| self.mesh.cell(cell));
        cells.flat_map(|cell| cell.sides().map(|[from, to]| Edge::new(from, to))).collect()
    }
}

/// Largest height difference of two cells on the same floor, in metres.
///
/// Two cells may round the height of a shared edge differently.
pub(in crate::editor) const ONE_FLOOR: f32 = 0.01;

pub(in crate::editor) fn hit(element: Element, at: Vec3, pointer: &Pointer) -> Hit {
    Hit { element, at, distance: pointer.distance(at) }
}

pub(in crate::editor) fn sorted(hits: impl Iterator<Item = Hit>) -> Vec<Hit> {
    let mut hits: Vec<Hit> = hits.collect();
    hits.sort_by(|a, b| {
        let by_distance = a.distance.total_cmp(&b.distance);
        by_distance.then(b.at.y.total_cmp(&a.at.y)).then(a.element.cmp(&b.element))
    });
    hits
}
