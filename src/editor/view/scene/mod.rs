//! Marks drawn over the mesh, by role and in world space.
//!
//! The theme defines the appearance of each role.

pub mod agents;
pub mod outlines;
pub mod generation;
pub mod platforms;
pub mod differences;
pub mod meaning;
pub mod style;

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::{
    agents::AgentMark, differences::DifferenceMark, generation::GenerationMark, outlines::OutlineMark,
    platforms::PlatformMark,
};
use navsmith_core::geometry::{Bounds, at_height, ground};
use navsmith_core::navmesh::{AreaId, CellId, Edge, HalfEdge, IslandId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::string_pulling::funnel::Funnel;

/// Length of an arrowhead, in pixels.
const HEAD: f32 = 11.0;
/// Maximum length of an arrowhead as a share of its link.
const MOST_HEAD: f32 = 0.4;

/// Level of the most travelled portals.
pub const HOTTEST: u8 = 4;

/// Meaning of a mark; the theme alone defines its appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The element that a click would select.
    Hover,
    /// A neighbour of the hovered cell.
    Neighbor,
    /// The edge that the hovered cell shares with a neighbour.
    SharedEdge,
    /// The rectangle of a box selection.
    BoxSelect,
    /// An outline, cut or extrusion being drawn.
    Draft,
    /// Like [`Role::Draft`], but refused at the present position.
    Refused,
    /// The outline of a hole before it is cut.
    Hole,
    /// The mark that names a snap target.
    Snap,
    /// The line of an axis lock.
    AxisLock,
    /// An element with an error.
    Broken,
    /// An element with a warning.
    Remark,
    /// An element with a hint.
    Hint,
    /// Two boundaries that almost meet.
    BoundaryGap,
    /// A vertex off the level, or a boundary edge near a wall of the level.
    LevelIssue,
    /// A cell where a level has changed since the mesh was made for it.
    Outdated,
    /// A place that the previewed repair changes.
    RepairPlace,
    /// A cell that the path crosses.
    Corridor,
    /// The line through the centres of corridor cells and portals.
    NodePath,
    /// A portal as a line.
    Portal,
    /// The left end of a portal.
    PortalLeft,
    /// The right end of a portal.
    PortalRight,
    /// The path; while stepping, the part found so far.
    Path,
    /// While stepping, the part of the path that is not found yet.
    PathAhead,
    /// The string of the tutorial, whose middles of portals are not tested, beside the path.
    UntestedPath,
    /// A corner of the path.
    Waypoint,
    /// The start.
    Start,
    /// The target.
    Target,
    /// The line from a point off the mesh to its position on the mesh.
    OffMesh,
    /// The reachable point nearest to the target, and the line from it to the target.
    Reachable,
    /// A gap of the chosen gap route between start and target, and its width.
    Gap,
    /// A gap of another gap route.
    OtherGap,
    /// The shortest path of any algorithm, beside the path.
    ShortestPath,
    /// The path of another algorithm, beside the path.
    OtherPath,
    /// A cell that the path crosses and the compared path does not.
    OnlyPath,
    /// A cell that the compared path crosses and the path does not.
    OnlyBeside,
    /// The cell or portal that misled the search, and the point that the search assumed for it.
    Culprit,
    /// The line from that point to the position at which the shorter path passes.
    Misled,
    /// The wedge of the funnel at the stepper's cursor.
    Funnel,
    /// The funnel's left leg.
    LegLeft,
    /// The funnel's right leg.
    LegRight,
    /// The funnel's apex.
    Apex,
    /// The portal that the stepper is at.
    CurrentPortal,
    /// The point that the step tests.
    Candidate,
    /// A waypoint emitted before the stepper's cursor.
    Emitted,
    /// A cell whose removal splits its island.
    ChokepointCell,
    /// A portal whose removal splits its island.
    ChokepointPortal,
    /// A portal that is wide enough for the agent, and its clear width.
    ClearPortal,
    /// A portal that is too narrow for the agent, and its clear width.
    NarrowPortal,
    /// A gap between walls that no portal spans and that is too narrow for the agent, and its width.
    NarrowGap,
    /// A portal by the number of shortest paths through it: from 0, few, to [`HOTTEST`].
    Travelled(u8),
    /// The path between the two cells that are farthest apart, and its ends.
    Diameter,
    /// A line of equal distance from the start.
    Isoline,
    /// The shortest path from the pointer back to the start.
    BackTrack,
    /// A number beside a point, such as the width of a portal.
    Number,
    /// The number of a cell, at its centroid.
    CellNumber,
    /// The number of a vertex, beside it.
    VertexNumber,
    /// The agent of a walk, or the origin of a ray.
    Agent,
    /// The path that the agent walked.
    Trail,
    /// The trail and the position of an agent that is moved by the nearest side of each cell.
    ClampedWalk,
    /// The trail and the position of an agent that is moved by the sectors of sides.
    SectorWalk,
    /// A cell crossed by the last step or by the ray.
    Crossed,
    /// The circle around the agent up to the nearest wall, and the line to the wall.
    Clearance,
    /// A side that stops the agent or the ray.
    Wall,
    /// The part of a ray up to its end, and its target.
    Ray,
    /// The rest of a ray, beyond the wall that stopped it.
    RayRest,
    /// The point at which a wall stopped a ray.
    Hit,
    /// The stepper's current cell: expanded, chosen for an end, or added to the corridor.
    Expanded,
    /// A traversal that the search accepted, and the cell that it leads to.
    WayFound,
    /// A traversal that the search rejected, and the cell that it leads to.
    WayNotTaken,
    /// The area visible from the root of an interval through that interval.
    Cone,
    /// A root of the search: a corner at which paths turn.
    Root,
    /// The line from a search node to its parent.
    Branch,
    /// The path by which the search reached the current cell.
    CandidateWay,
    /// The cost of a cell.
    Cost,
    /// A cell that is ruled out for an end.
    RuledOut,
    /// The best cell so far for an end.
    Stands,
    /// A two-way link, and its ends.
    Link,
    /// A one-way link, with an arrowhead.
    LinkOneWay,
    /// An unusable link, and its unattached end.
    LinkFailed,
    /// The highlight under a selected link.
    LinkSelected,
    /// An outline that generates cells, or a point of it.
    Outline(OutlineMark),
    /// A group of agents, or a part of its simulation.
    Agents(AgentMark),
    /// A part of a generation.
    Generation(GenerationMark),
    /// A part of a side view.
    Platform(PlatformMark),
    /// A difference from the compared document.
    Difference(DifferenceMark),
}

/// A mark at positions in space, in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line(Role, Vec<Vec3>),
    /// A filled polygon.
    Fill(Role, Vec<Vec3>),
    /// A point.
    Point(Role, Vec3),
    /// A text beside a point.
    Label(Role, Vec3, String),
}

/// Everything drawn over the mesh, back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Camera of the view that the scene is drawn for.
    pub camera: Camera,
    /// Marks, back to front.
    pub marks: Vec<Mark>,
    /// Note about marks that are left out and how to see them, as a sentence; empty if none are.
    pub left_out: String,
}

impl Scene {
    /// Adds a line between two points.
    pub fn line(&mut self, role: Role, from: Vec3, to: Vec3) {
        self.marks.push(Mark::Line(role, vec![from, to]));
    }

    /// Adds a line through points.
    pub fn polyline(&mut self, role: Role, points: Vec<Vec3>) {
        self.marks.push(Mark::Line(role, points));
    }

    /// Adds a filled polygon.
    pub fn fill(&mut self, role: Role, ring: Vec<Vec3>) {
        self.marks.push(Mark::Fill(role, ring));
    }

    /// Adds a point.
    pub fn point(&mut self, role: Role, at: Vec3) {
        self.marks.push(Mark::Point(role, at));
    }

    /// Adds a text beside a point.
    pub fn label(&mut self, role: Role, at: Vec3, text: impl Into<String>) {
        self.marks.push(Mark::Label(role, at, text.into()));
    }

    /// Adds the line of a link, its spans unless they are points, and an arrowhead if it is one-way.
    pub(in crate::editor) fn link_line(&mut self, role: Role, link: &Link) {
        let lines = link.lines();
        for [from, to] in lines.into_iter().filter(|[from, to]| from != to) {
            self.line(role, from, to);
        }
        let [from, to] = lines[0];
        if link.is_one_way && from != to {
            self.arrow_head(role, from, to);
        }
    }

    /// Adds an arrowhead at the end of an arrow, level with that end.
    pub(in crate::editor) fn arrow_head(&mut self, role: Role, from: Vec3, to: Vec3) {
        let (height, [from, to]) = (to.y, [from, to].map(ground));
        let along = (to - from).normalize_or_zero();
        let length = self.camera.meters(HEAD).min(from.distance(to) * MOST_HEAD);
        let (back, aside) = (to - along * length, along.perp() * length * 0.5);
        let line = [back + aside, to, back - aside];
        self.polyline(role, line.map(|at| at_height(at, height)).into());
    }

    /// Adds a funnel's area and its legs.
    pub(in crate::editor) fn funnel(&mut self, funnel: &Funnel) {
        let Funnel { apex, left, right, .. } = *funnel;
        self.fill(Role::Funnel, vec![apex, left, right]);
        self.line(Role::LegLeft, apex, left);
        self.line(Role::LegRight, apex, right);
    }
}

/// Returns ground positions raised to the surface; `height` is that of the surface before the first.
///
/// Of several storeys, each position gets the one nearest to the height of the position before.
pub(in crate::editor) fn on_surface(
    state: &State,
    points: impl IntoIterator<Item = Vec2>,
    height: f32,
) -> Vec<Vec3> {
    let raised = points.into_iter().scan(height, |height, at| {
        let raised = raised(state, at, *height);
        *height = raised.y;
        Some(raised)
    });
    raised.collect()
}

/// Returns a ground position raised to the surface nearest to a height; to the height if there is none.
pub(in crate::editor) fn raised(state: &State, at: Vec2, height: f32) -> Vec3 {
    let over = state.pick_context().cells_at(at).into_iter().map(|hit| hit.at.y);
    let nearest = over.min_by(|a, b| (a - height).abs().total_cmp(&(b - height).abs()));
    at_height(at, nearest.unwrap_or(height))
}

/// Meaning of the fill of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tint {
    /// Its area; the document defines the colour.
    Area(AreaId),
    /// Its height, which can differ between corners.
    Height,
    /// Its island.
    Island(IslandId),
    /// Its distance from the start, from 0 for the nearest cell to 1 for the farthest.
    Distance(f32),
    /// Its value of a measure, from 0 for the smallest to 1 for the largest.
    Measure(f32),
    /// Not reachable from the start, or without a value.
    Unreached,
    /// Its state in the search that the stepper shows.
    Searched(Searched),
    /// Hidden by the user: not drawn, not picked.
    Hidden,
}

/// Returns a level circle as a closed polyline.
pub(in crate::editor) fn circle(middle: Vec3, radius: f32) -> Vec<Vec3> {
    const CORNERS: u8 = 64;
    let spoke = |i: u8| Vec2::from_angle(f32::from(i) / f32::from(CORNERS) * TAU) * radius;
    (0..=CORNERS).map(|i| at_height(ground(middle) + spoke(i), middle.y)).collect()
}

pub(in crate::editor) fn draw_vertex(mesh: &NavMesh, scene: &mut Scene, role: Role, vertex: VertexId) {
    scene.point(role, mesh.position(vertex));
}

pub(in crate::editor) fn draw_edge(mesh: &NavMesh, scene: &mut Scene, role: Role, edge: Edge) {
    let [from, to] = mesh.edge_positions(edge);
    scene.line(role, from, to);
}

/// Draws a side of a cell, if it exists.
pub(in crate::editor) fn draw_side(mesh: &NavMesh, scene: &mut Scene, role: Role, side: HalfEdge) {
    if let Some([from, to]) = mesh.half_edge(side) {
        draw_edge(mesh, scene, role, Edge::new(from, to));
    }
}

pub(in crate::editor) fn draw_cell(mesh: &NavMesh, scene: &mut Scene, role: Role, cell: CellId) {
    let ring = mesh.ring(cell).to_vec();
    if !ring.is_empty() {
        scene.fill(role, ring);
    }
}

/// Draws those of some cells that are in the view, at most `most`.
pub(in crate::editor) fn draw_cells_in_view(
    mesh: &NavMesh,
    scene: &mut Scene,
    role: Role,
    cells: impl IntoIterator<Item = CellId>,
    most: usize,
) {
    let camera = scene.camera;
    let is_seen = |cell: &CellId| camera.sees(&Bounds::of(mesh.ring(*cell)));
    for cell in cells.into_iter().filter(is_seen).take(most) {
        draw_cell(mesh, scene, role, cell);
    }
}

/// State of a cell in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// Not reached yet.
    Unseen,
    /// In the open list.
    Open,
    /// Expanded.
    Closed,
}
