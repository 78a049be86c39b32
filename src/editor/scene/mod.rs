//! What is to be drawn over the mesh, by role and in world space; how a role looks is the theme's business.

mod analysis;
mod clearance;
mod detour;
mod funnel;
mod intervals;
mod issues;
mod links;
mod meaning;
mod mesh;
mod naming;
mod path;
mod search;
mod stages;
mod walk;
mod why;

pub use meaning::Meaning;
pub use naming::LegendMark;
pub use search::Searched;

pub use analysis::HOTTEST;

use glam::Vec2;

use super::Editor;
use crate::geometry::Bounds;
use crate::navmesh::{AreaId, IslandId};

/// What a mark means; the theme alone says how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// What a click would take.
    Hover,
    /// A neighbour of the hovered cell.
    Neighbor,
    /// The edge that the hovered cell shares with a neighbour.
    SharedEdge,
    /// The rectangle of a box selection.
    BoxSelect,
    /// Outline, cut or extrusion that is being drawn.
    Draft,
    /// The same, where letting go would be refused.
    Refused,
    /// The outline of a hole before it is cut.
    Hole,
    /// The mark that says what a point snapped to.
    Snap,
    /// A line that an axis lock keeps to.
    AxisLock,
    /// A cell, edge or vertex that is wrong.
    Broken,
    /// Two boundaries that almost meet.
    NearMiss,
    /// A cell that the path crosses.
    Corridor,
    /// The line through the middles of corridor cells and portals.
    NodePath,
    /// A portal as a line.
    Portal,
    /// The left end of a portal.
    PortalLeft,
    /// The right end of a portal.
    PortalRight,
    /// The funnel's output; while stepping, only as far as it has been found.
    Path,
    /// While stepping, the path that is still to be found.
    PathAhead,
    /// A point that the path turns at.
    Waypoint,
    /// The start.
    Start,
    /// The target.
    Target,
    /// From a point off the mesh to where it was moved on the mesh.
    OffMesh,
    /// The place that one can walk to nearest to the target, and from there to it.
    Reachable,
    /// A gap that keeps start and target apart and is being looked at, and how wide it is.
    Gap,
    /// Another such gap.
    OtherGap,
    /// The shortest path that any algorithm found, beside the path.
    ShortestPath,
    /// The path of another algorithm, beside the path.
    OtherPath,
    /// A cell that the path crosses and the way beside it does not.
    OnlyPath,
    /// A cell that the way beside the path crosses and the path does not.
    OnlyBeside,
    /// The cell or portal that misled the search, and the place that the search took it for.
    Culprit,
    /// From that place to where the shorter path passes.
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
    /// The point that the stepper is judging.
    Candidate,
    /// A waypoint that was emitted before the stepper's cursor.
    Emitted,
    /// A cell without which its island falls apart.
    ChokepointCell,
    /// A portal without which its island falls in two.
    ChokepointPortal,
    /// A portal that is wide enough, and how wide an agent may be there.
    ClearPortal,
    /// A portal that is too narrow for the agent, and how wide it may be there.
    NarrowPortal,
    /// A gap between walls that no portal spans, too narrow for the agent, and how wide it may be there.
    NarrowGap,
    /// A portal, by how many of all shortest ways go through it: from 0, few, to [`HOTTEST`].
    Travelled(u8),
    /// The way between the two cells that are farthest apart, and its ends.
    Diameter,
    /// A line of equal distance from the start.
    Isoline,
    /// The shortest path from the pointer back to the start.
    BackTrack,
    /// A number beside a place, such as the width of a portal.
    Number,
    /// The number of a cell, at its centroid.
    CellNumber,
    /// The number of a vertex, beside it.
    VertexNumber,
    /// Somebody who is walked by hand, or whom a ray begins at.
    Agent,
    /// Where he went.
    Trail,
    /// A cell that the last step or the ray led through.
    Crossed,
    /// The circle around him up to the nearest wall, and the way there.
    Clearance,
    /// A side that is in the way.
    Wall,
    /// A ray as far as it came, and where it was to go.
    Ray,
    /// The way that a ray did not come.
    RayRest,
    /// Where a wall stopped a ray.
    Hit,
    /// The cell that the stepper is at: expanded by the search, chosen for an end, put in front of the corridor.
    Expanded,
    /// A way that the search found, and the cell that it leads into.
    WayFound,
    /// A way that the search did not take, and the cell that it leads into.
    WayNotTaken,
    /// What the root of an interval sees through it.
    Cone,
    /// A corner that ways were found to turn at.
    Root,
    /// From a node of the search to the one that it was reached from.
    Branch,
    /// The way by which the search came to the cell that it looks around in.
    CandidateWay,
    /// What it costs to get to a cell.
    Cost,
    /// A cell that an end cannot stand on.
    RuledOut,
    /// The best cell so far for an end to stand on.
    Stands,
    /// A link that leads both ways, and its ends.
    Link,
    /// A link that leads one way, to its arrow's head.
    LinkOneWay,
    /// An unusable link, and its end that is attached to no cell.
    LinkFailed,
    /// What lies under a selected link.
    LinkSelected,
}

/// One thing to draw, on the ground.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line(Role, Vec<Vec2>),
    /// A filled polygon.
    Fill(Role, Vec<Vec2>),
    /// A point.
    Point(Role, Vec2),
    /// Words beside a point.
    Label(Role, Vec2, String),
}

/// Everything to be drawn over the mesh, back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The marks, back to front.
    pub marks: Vec<Mark>,
    /// What is not drawn that one might look for, and how to see it, as a sentence; empty if nothing.
    pub left_out: String,
}

impl Scene {
    /// Adds a line between two points.
    pub fn line(&mut self, role: Role, from: Vec2, to: Vec2) {
        self.marks.push(Mark::Line(role, vec![from, to]));
    }

    /// Adds a line through points.
    pub fn polyline(&mut self, role: Role, points: Vec<Vec2>) {
        self.marks.push(Mark::Line(role, points));
    }

    /// Adds a filled polygon.
    pub fn fill(&mut self, role: Role, ring: Vec<Vec2>) {
        self.marks.push(Mark::Fill(role, ring));
    }

    /// Adds a point.
    pub fn point(&mut self, role: Role, at: Vec2) {
        self.marks.push(Mark::Point(role, at));
    }

    /// Adds words beside a point.
    pub fn label(&mut self, role: Role, at: Vec2, text: impl Into<String>) {
        self.marks.push(Mark::Label(role, at, text.into()));
    }
}

impl Editor {
    /// Everything to be drawn over the mesh now.
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::default();
        self.draw_analysis(&mut scene);
        let widths = self.draw_clearance(&mut scene);
        self.draw_links(&mut scene);
        self.draw_partings(&mut scene);
        self.draw_path(&mut scene);
        self.draw_detour(&mut scene);
        self.draw_search(&mut scene);
        self.draw_intervals(&mut scene);
        self.draw_stage(&mut scene);
        self.draw_funnel(&mut scene);
        self.draw_gaps(&mut scene);
        self.draw_nearest(&mut scene);
        self.draw_issues(&mut scene);
        self.draw_hover(&mut scene);
        scene.marks.extend(widths);
        self.draw_path_back(&mut scene);
        self.draw_numbers(&mut scene);
        self.draw_tool(&mut scene);
        self.draw_ends(&mut scene);
        scene
    }

    /// The corners of the view on the ground, with a margin: what lies outside need not be drawn.
    fn view(&self) -> (Vec2, Vec2) {
        let margin = Vec2::splat(32.0);
        let corners =
            [-margin, self.camera.size + margin].map(|screen| self.camera.ground_from_screen(screen));
        (corners[0], corners[1])
    }

    /// Whether a box can be seen.
    fn is_in_view(&self, bounds: &Bounds) -> bool {
        let (min, max) = self.view();
        bounds.min.x <= max.x && min.x <= bounds.max.x && bounds.min.z <= max.y && min.y <= bounds.max.z
    }
}

/// What the fill of a cell says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tint {
    /// Its area, whose colour the document knows.
    Area(AreaId),
    /// Its height, which differs from corner to corner: see [`Editor::height_range`].
    Height,
    /// Its island.
    Island(IslandId),
    /// How far it is from the start, from 0 for nearest to 1 for farthest.
    Distance(f32),
    /// It cannot be reached from the start.
    Unreached,
    /// Where it stands in the search that is being stepped through.
    Searched(Searched),
    /// Hidden by the user: not drawn, not picked.
    Hidden,
}
