//! Where a point goes that is put near something.

use glam::{Vec2, Vec3};

use super::pick::Sight;
use super::{Editor, Element, Hit, Options, Pointer};
use crate::geometry::ground;
use crate::navmesh::{Edge, VertexId};

/// Where a point went, and because of what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// Where it went.
    pub at: Vec3,
    /// What it snapped to.
    pub to: SnapTarget,
}

/// What a point snapped to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SnapTarget {
    /// Nothing: the point is where it was put.
    Nothing,
    /// A crossing of grid lines.
    Grid,
    /// A vertex.
    Vertex(VertexId),
    /// A point of an edge, at `t` from its first end.
    Edge(Edge, f32),
    /// The middle of an edge.
    Midpoint(Edge),
}

impl SnapTarget {
    /// Whether the point took an element's height with its place.
    pub fn is_on_mesh(self) -> bool {
        matches!(self, Self::Vertex(_) | Self::Edge(..) | Self::Midpoint(_))
    }

    /// What it is called beside the mark; empty for nothing.
    pub fn says(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Grid => "grid",
            Self::Vertex(_) => "vertex",
            Self::Edge(..) => "edge",
            Self::Midpoint(_) => "midpoint",
        }
    }
}

/// Which kinds of snapping are on, while Ctrl is held or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapping {
    pub(super) grid: bool,
    pub(super) mesh: bool,
}

impl Snapping {
    pub(super) fn of(options: &Options, is_inverted: bool) -> Self {
        Self { grid: options.snaps_to_grid ^ is_inverted, mesh: options.snaps_to_mesh ^ is_inverted }
    }
}

impl Editor {
    /// Where a new point goes that is put at the pointer.
    pub(super) fn snap(&self, pointer: Pointer) -> Snap {
        self.sight().snap(pointer, &[])
    }
}

impl Sight<'_> {
    /// Where a point goes that is put at the pointer: on a vertex, the middle of an edge, an edge or the grid, the first of
    /// these that is near. `moving`, ordered, are vertices that are no targets, because they move with the point.
    pub(super) fn snap(&self, pointer: Pointer, moving: &[VertexId]) -> Snap {
        let snapping = Snapping::of(&self.editor.options, pointer.modifiers.command);
        if snapping.mesh
            && let Some(snap) = self.snap_to_mesh(pointer, moving)
        {
            return snap;
        }
        let (at, to) = if snapping.grid {
            let step = self.editor.grid_step();
            (on_grid(pointer.ground, step), SnapTarget::Grid)
        } else {
            (pointer.ground, SnapTarget::Nothing)
        };
        let height = self.height_at(at, pointer.pick_radius).unwrap_or(self.editor.options.draw_height);
        Snap { at: Vec3::new(at.x, height, at.y), to }
    }

    /// On a vertex, the middle of an edge or an edge, the first of these that is near; `None` where none is.
    pub(super) fn snap_to_mesh(&self, pointer: Pointer, moving: &[VertexId]) -> Option<Snap> {
        let (at, radius) = (pointer.ground, pointer.pick_radius);
        let stays = |v: VertexId| moving.binary_search(&v).is_err();
        let vertex = |hit: &Hit| match hit.element {
            Element::Vertex(id) if stays(id) => Some(Snap { at: hit.at, to: SnapTarget::Vertex(id) }),
            _ => None,
        };
        if let Some(snap) = self.vertices_near(at, radius).iter().find_map(vertex) {
            return Some(snap);
        }
        let edges = self.edges_near(at, radius);
        let edges = || {
            edges.iter().filter_map(|hit| match hit.element {
                Element::Edge(edge) if edge.ends().into_iter().all(stays) => Some((edge, hit.at)),
                _ => None,
            })
        };
        let midpoint = |(edge, _): (Edge, Vec3)| {
            let [from, to] = self.mesh.edge_positions(edge);
            let middle = from.midpoint(to);
            let is_near = ground(middle).distance(at) <= radius;
            is_near.then_some(Snap { at: middle, to: SnapTarget::Midpoint(edge) })
        };
        let nearest = || edges().next().map(|(edge, at)| Snap { at, to: self.on_edge(edge, at) });
        edges().find_map(midpoint).or_else(nearest)
    }

    fn on_edge(&self, edge: Edge, at: Vec3) -> SnapTarget {
        let [from, to] = self.mesh.edge_positions(edge).map(ground);
        SnapTarget::Edge(edge, crate::geometry::Segment::new(from, to).nearest(ground(at)))
    }
}

/// The nearest crossing of grid lines; in f64, so that large coordinates stay on the lines.
fn on_grid(at: Vec2, step: f32) -> Vec2 {
    Vec2::new(rounded(at.x, step), rounded(at.y, step))
}

/// The nearest multiple of a step.
pub(super) fn rounded(value: f32, step: f32) -> f32 {
    // The step is a short decimal that f32 rounds; counting in whole steps of its inverse keeps 0.1 × 3 at 0.3.
    let step = f64::from(step);
    // Added to, a negative zero becomes a plain one.
    let nearest = (f64::from(value) / step).round() + 0.0;
    let inverse = (1.0 / step).round();
    let is_fraction = step < 1.0 && (inverse * step - 1.0).abs() < 1e-6;
    (if is_fraction { nearest / inverse } else { nearest * step }) as f32
}
