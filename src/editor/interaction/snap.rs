//! Snapping of points to the grid and to elements near them.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::levels::surface;
use crate::editor::levels::targets::{LevelTarget, nearest_target};
use crate::editor::session::Session;
use crate::editor::session::pick::{Element, Hit, PickContext};
use crate::editor::view::grid;
use crate::editor::view::pointer::Pointer;
use navsmith_core::geometry::{Segment, at_height, ground};
use navsmith_core::navmesh::edit::Corner;
use navsmith_core::navmesh::{Edge, VertexId};

/// Position of a point after snapping, and the target that it snapped to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// Position after snapping.
    pub at: Vec3,
    /// Target that the point snapped to.
    pub to: SnapTarget,
}

impl Snap {
    /// Returns the corner that an edit puts here.
    pub(super) fn corner(self) -> Corner {
        match (self.to, self.to.on_edge()) {
            (SnapTarget::Vertex(id), _) => Corner::Vertex(id),
            (_, Some((edge, t))) => Corner::OnEdge { edge, t },
            (_, None) => Corner::New(self.at),
        }
    }
}

/// Target of a snap.
///
/// A point on an edge has a parameter, 0 at `edge.ends()[0]` and 1 at the other end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SnapTarget {
    /// No target: the point stays in place.
    Nothing,
    /// A crossing of grid lines.
    Grid,
    /// A vertex.
    Vertex(VertexId),
    /// The point of an edge nearest to the pointer.
    Edge(Edge, f32),
    /// The midpoint of an edge.
    Midpoint(Edge),
    /// The crossing of an edge with a grid line.
    GridOnEdge(Edge, f32),
    /// The crossing of an edge with the line along X or Z through the start of the drawn line.
    InLine(Edge, f32),
    /// A point of a level.
    Level(LevelTarget),
}

impl SnapTarget {
    /// Whether the point took its height from an element or a level.
    pub fn has_height(self) -> bool {
        self.is_on_mesh() || matches!(self, Self::Level(_))
    }

    /// Whether the point took its height from an element.
    pub fn is_on_mesh(self) -> bool {
        matches!(self, Self::Vertex(_)) || self.on_edge().is_some()
    }

    /// Returns the edge and the parameter of the point on it; `None` for a vertex and off the mesh.
    pub fn on_edge(self) -> Option<(Edge, f32)> {
        match self {
            Self::Edge(edge, t) | Self::GridOnEdge(edge, t) | Self::InLine(edge, t) => Some((edge, t)),
            Self::Midpoint(edge) => Some((edge, 0.5)),
            Self::Nothing | Self::Grid | Self::Vertex(_) | Self::Level(_) => None,
        }
    }

    /// Returns the label beside the mark; empty without a target.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Grid => "grid",
            Self::Vertex(_) => "vertex",
            Self::Edge(..) => "edge",
            Self::Midpoint(_) => "midpoint",
            Self::GridOnEdge(..) => "grid on edge",
            Self::InLine(..) => "in line",
            Self::Level(LevelTarget::Corner) => "level corner",
            Self::Level(LevelTarget::Edge) => "level edge",
            Self::Level(LevelTarget::Section) => "level section",
        }
    }

    /// Describes the target with its ids, for the status bar; empty for a point off the mesh.
    pub(in crate::editor) fn description(self) -> String {
        let name = |edge: Edge| {
            let [from, to] = edge.ends();
            format!("edge {}–{}", from.0, to.0)
        };
        match self {
            Self::Nothing | Self::Grid | Self::Level(_) => String::new(),
            Self::Vertex(id) => format!("vertex {}", id.0),
            Self::Edge(edge, _) => name(edge),
            Self::Midpoint(edge) => format!("middle of {}", name(edge)),
            Self::GridOnEdge(edge, _) => format!("grid line on {}", name(edge)),
            Self::InLine(edge, _) => format!("{}, in line with the last point", name(edge)),
        }
    }
}

/// Enabled kinds of snapping, with the effect of Ctrl.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snapping {
    pub(in crate::editor) grid: bool,
    pub(in crate::editor) mesh: bool,
    pub(in crate::editor) level: bool,
}

impl Snapping {
    pub(in crate::editor) fn of(session: &Session, pointer: Pointer) -> Self {
        let options = session.options();
        let is_inverted = pointer.modifiers.command;
        Self {
            grid: options.snaps_to_grid ^ is_inverted,
            mesh: options.snaps_to_mesh ^ is_inverted,
            level: options.snaps_to_level ^ is_inverted,
        }
    }
}

/// Context of a snap besides the pointer and the settings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guides<'a> {
    /// Vertices in ascending order that are not targets because they move with the point.
    pub(in crate::editor) moving: &'a [VertexId],
    /// Start of the drawn line.
    pub(in crate::editor) from: Option<Vec2>,
}

/// Largest height difference, in metres, of a new point from the surface in sight beside it.
pub(super) const ONE_STEP: f32 = 1.0;

/// Distance, as a share of the pick radius, below which positions on one edge coincide.
const SAME_PLACE: f32 = 0.25;

/// Snaps a new point at the pointer.
pub(super) fn snap(state: &State, pointer: Pointer) -> Snap {
    state.pick_context().snap(pointer, Guides::default())
}

/// Snaps a point at the pointer that ends a line from another point.
pub(super) fn snap_from(state: &State, from: Snap, pointer: Pointer) -> Snap {
    state.pick_context().snap(pointer, Guides { from: Some(ground(from.at)), ..Guides::default() })
}

impl PickContext<'_> {
    /// Snaps a point at the pointer to the mesh or to a level if it is near, or else to the grid.
    pub(super) fn snap(&self, pointer: Pointer, guides: Guides<'_>) -> Snap {
        let snapping = Snapping::of(self.state, pointer);
        if snapping.mesh
            && let Some(snap) = self.snap_to_mesh(pointer, guides)
        {
            return snap;
        }
        if snapping.level
            && let Some((at, target)) = nearest_target(self.state, pointer)
        {
            return Snap { at, to: SnapTarget::Level(target) };
        }
        let (at, to) = if snapping.grid {
            let step = grid::step(self.state);
            // Each coordinate is rounded in f64, so that large ones stay on the lines.
            (Vec2::from(pointer.ground.to_array().map(|value| rounded(value, step))), SnapTarget::Grid)
        } else {
            (pointer.ground, SnapTarget::Nothing)
        };
        Snap { at: at_height(at, self.height_of(at, &pointer)), to }
    }

    /// Returns the height of a new point: that of the topmost surface there, or of the one in sight.
    fn height_of(&self, at: Vec2, pointer: &Pointer) -> f32 {
        if let Some(seen) = pointer.height {
            let level = surface::surface(self.state).and_then(|levels| {
                levels.nearest_height(at_height(at, seen), pointer.pick_radius.max(ONE_STEP))
            });
            let mesh = self.floor_near(at, seen).filter(|floor| (floor - seen).abs() <= ONE_STEP);
            return mesh.or(level).unwrap_or(seen);
        }
        let height = self.height_at(at, pointer.pick_radius);
        let height = height.or_else(|| surface::floor_at(self.state, at));
        height.unwrap_or_else(|| self.state.options().draw_height)
    }

    /// Snaps a point to the vertices and edges near the pointer; `None` if there are none.
    ///
    /// Candidates are vertices, crossings of edges with grid lines and with the drawn line, and midpoints. The
    /// nearest candidate within the pick radius is taken. Without one, the point goes to the nearest candidate on the
    /// nearest edge, so that no point leaves the grid. If the grid is off, it goes to the point of that edge nearest
    /// to the pointer.
    pub(super) fn snap_to_mesh(&self, pointer: Pointer, guides: Guides<'_>) -> Option<Snap> {
        let radius = pointer.pick_radius;
        let stays = |v: VertexId| guides.moving.binary_search(&v).is_err();
        let vertex = |hit: Hit| match hit.element {
            Element::Vertex(id) if stays(id) => Some(Snap { at: hit.at, to: SnapTarget::Vertex(id) }),
            _ => None,
        };
        let vertices = self.vertices_at(&pointer).into_iter().filter_map(vertex);
        let edge = |hit: Hit| match hit.element {
            Element::Edge(edge) if edge.ends().into_iter().all(stays) => Some((edge, hit.at)),
            _ => None,
        };
        let edges: Vec<(Edge, Vec3)> = self.edges_at(&pointer).into_iter().filter_map(edge).collect();
        let snaps_to_grid = Snapping::of(self.state, pointer).grid;
        let step = snaps_to_grid.then(|| grid::step(self.state));
        let places = |&(edge, foot): &(Edge, Vec3)| self.places_on(edge, foot, step, guides, radius);
        let distance = |snap: &Snap| pointer.distance(snap.at);
        let nearest =
            |snaps: &mut dyn Iterator<Item = Snap>| snaps.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let near = vertices.chain(edges.iter().flat_map(places)).filter(|snap| distance(snap) <= radius);
        nearest(&mut Box::new(near)).or_else(|| {
            let &(edge, foot) = edges.first()?;
            if snaps_to_grid {
                return nearest(&mut places(&(edge, foot)).into_iter());
            }
            let [from, to] = self.mesh.edge_positions(edge).map(ground);
            let t = Segment::new(from, to).nearest(ground(foot));
            Some(Snap { at: foot, to: SnapTarget::Edge(edge, t) })
        })
    }

    /// Returns the positions on an edge that a point near `foot` can snap to.
    ///
    /// These are its ends, its crossings with the grid lines around `foot` and with the drawn line, and its midpoint.
    /// Of positions that nearly coincide, only the first is listed.
    fn places_on(
        &self,
        edge: Edge,
        foot: Vec3,
        grid_step: Option<f32>,
        guides: Guides<'_>,
        pick_radius: f32,
    ) -> Vec<Snap> {
        let [from, to] = self.mesh.edge_positions(edge);
        let [start, end] = edge.ends();
        let mut places = vec![
            Snap { at: from, to: SnapTarget::Vertex(start) },
            Snap { at: to, to: SnapTarget::Vertex(end) },
        ];
        let mut add = |at: Vec3, to: SnapTarget| {
            let is_new = places.iter().all(|place| ground(place.at - at).length() > pick_radius * SAME_PLACE);
            if is_new {
                places.push(Snap { at, to });
            }
        };
        let axes = [(0, ground(foot).x), (1, ground(foot).y)];
        for (axis, value) in axes {
            if let Some(step) = grid_step {
                for line in [-1.0, 0.0, 1.0].map(|lines| rounded(value + lines * step, step)) {
                    if let Some((t, at)) = crossing([from, to], axis, line) {
                        add(at, SnapTarget::GridOnEdge(edge, t));
                    }
                }
            }
        }
        for (axis, _) in axes {
            if let Some((t, at)) = guides.from.and_then(|begin| crossing([from, to], axis, begin[axis])) {
                add(at, SnapTarget::InLine(edge, t));
            }
        }
        add(from.midpoint(to), SnapTarget::Midpoint(edge));
        places
    }
}

/// Returns the crossing of a segment with a ground line: the parameter on the segment and the point.
///
/// The coordinate `axis`, 0 for X and 1 for Z, equals `value` on the ground line. Returns `None` if they do not cross
/// between the ends of the segment.
fn crossing([from, to]: [Vec3; 2], axis: usize, value: f32) -> Option<(f32, Vec3)> {
    let [a, b] = [from, to].map(|end| f64::from(ground(end)[axis]));
    let t = (f64::from(value) - a) / (b - a);
    if !(t > 0.0 && t < 1.0) {
        return None;
    }
    let mut at = from.as_dvec3().lerp(to.as_dvec3(), t).as_vec3();
    // Rounding must not move the point off the line.
    at[2 * axis] = value;
    Some((t as f32, at))
}

/// Returns the nearest multiple of a step.
pub(in crate::editor) fn rounded(value: f32, step: f32) -> f32 {
    // The step is a short decimal that f32 rounds. Counting in whole steps of its inverse keeps 0.1 × 3 at 0.3.
    let step = f64::from(step);
    // Adding 0.0 turns a negative zero into a positive one.
    let nearest = (f64::from(value) / step).round() + 0.0;
    let inverse = (1.0 / step).round();
    let is_fraction = step < 1.0 && (inverse * step - 1.0).abs() < 1e-6;
    (if is_fraction { nearest / inverse } else { nearest * step }) as f32
}
