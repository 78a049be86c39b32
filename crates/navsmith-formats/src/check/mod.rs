//! Checks of a document: issues with their fixes, repair, and missing connections.
//!
//! `Issues` are values: each search has one file with the detection and the sentences of its kinds. Titles, definitions
//! and remedies are rows of `document::kinds`, fixes are in `issue_fixes`. `Issues` depend on the mesh alone.
//! `AgentIssues` depend on an agent, on islands or on the levels as well. Both follow each edit: a key identifies each
//! issue, and an edit checks the keys of the elements that it touches. The issue of a link depends on the attachments
//! of the link, which an edit reports. Only what depends on links is searched as a whole, if links or islands changed.
//! `IssueLists` store the keys beyond the listed issues, so that the totals of truncated lists stay exact, and a repair
//! fixes all issues. `ListedIssues` follow no edit, and are searched as a whole: those of a document, such as its
//! distance from the origin, and those of exports, which `io` finds by writing a document and reading it back.
//! `AllIssues` are the issues of these four scopes. Each kind has a `Severity`: an error makes the mesh wrong for those
//! who use it, a warning does not, and a hint does not affect paths.
//!
//! Invariant: updated issues equal those of a new search, except for searches that stopped early; tests compare them
//! after random edits.
//!
//! A `Fix` is an edit of a document, as a value with a label. A `Proposal` is a list of fixes of one kind with its
//! effect; `Proposal::apply` applies it to the draft of a mesh and the rest of its document. `apply_fixes` applies
//! fixes that need neither an agent nor a level to a mesh alone, for the repair. Panel, palette, context menu and the
//! command *Fix issue* offer the same fixes of an issue. `cut_walls` cuts the walls of a level out of the cells below
//! them. A `ConnectionSearch` names the first `Obstacle` between two cells, and lists the islands that nearly touch. Each
//! answer contains the `Proposal` that connects the cells, which was tried on a copy of the mesh.
//!
//! `repair` runs a list of `RepairStep`s, each of which tries the fixes of its kinds of issues one by one, and returns
//! a new mesh with a `StepEffect` per step. It keeps a fix only if the issue is gone, no cell or edge breaks, no
//! ignored issue changes, no island falls apart and no vertex is farther from its original position than the tolerance.
//! A `LeftError` names the reason why an error stays. Overlaps are clipped by code of our own, because cells are
//! convex. On the 7,180 overlaps of a level, the crate `i_overlay` left the same ground up to 0.02 mm², and took nine
//! times as long. Where a cut would disconnect cells, they are joined at one height, or the small dead ends that it
//! cuts off are removed. The work of a repair is limited in proportion to the number of cells. Passes over the steps
//! are repeated until nothing changes, and undone if more errors are left in the end than before them.

mod kind;
mod invalid_shape;
mod poor_shape;
mod boundary_gap;
mod fix;
mod proposal;
mod issue_fixes;
mod vertex;
mod overlap;
mod search;
mod list;
mod touched;
mod follow;
mod register;
mod group;
mod ignored;
mod tangled;
mod agent_search;
mod agent_look;
mod placing;
mod link;
mod off_level;
mod near_wall;
mod wall_inside;
mod crack;
mod export;
mod island;
mod passage;
mod size_contrast;
mod agent_judge;
mod agent_follow;
mod agent;
mod all_issues;
mod outline;
mod whole;
mod wall_cut;
mod fixing;
mod approach;
pub mod repair;
mod joining;
mod gap_closing;
mod offering;
mod opened;
pub mod connection;
pub mod apart;
mod adding;
mod describing;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Shape, compared_sides, convex_winding};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{Cell, CellId, Derived, Edge, LinkId, NavMesh, VertexId};

pub use adding::{MOST_AREAS, add_document, add_mesh, gaps_beside};
pub use agent::AgentIssues;
pub use agent_judge::moved_vertices;
pub(in crate::check) use agent_look::AgentLook;
pub use agent_search::AgentSearch;
pub use all_issues::{AllIssues, ListedIssues};
pub use crack::Facing;
pub(in crate::check) use crack::gaps_across;
pub use fix::Fix;
pub use fixing::{Applied, FixContext, apply_fixes};
pub use group::{GroupKey, IssueGroup, KindGroup, MOST_TOGETHER, groups, in_order};
pub use joining::JoinKind;
pub use kind::{IssueKind, OutlineFault, SliverShape};
pub use list::MOST_LISTED;
pub use offering::{Offer, offers};
pub use opened::opened;
pub(in crate::check) use overlap::{HAIR, height_differences, ring_of};
pub use proposal::{Proposal, ProposalEffect};
pub use register::Issues;
pub use search::IssueSearch;
use wall_cut::cut_walls_apart;
pub use wall_cut::{RefusedCut, WallCut, cut_walls};
pub(in crate::check) use wall_inside::walls_on;
pub use whole::offset_of_fix;

pub use crate::document::{
    AgentLimits, ENGINE_DISTANCE, EngineDistances, ISSUE_TYPES, IgnoredIssue, IgnoredIssues, IgnoredKey,
    IssueType, MOST_IGNORED, MeshLimits, STOREY, Severity, Threshold, WELD_DISTANCE,
};

impl Severity {
    /// Returns the number of issues of each severity, the worst first.
    pub fn counts<'a>(issues: impl Iterator<Item = &'a Issue>) -> [usize; Self::ALL.len()] {
        let mut counts = [0; Self::ALL.len()];
        for issue in issues {
            counts[issue.kind.severity() as usize] += 1;
        }
        counts
    }
}

/// A defect of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// Kind of the issue.
    pub kind: IssueKind,
    /// The cells that the issue depends on, by id; for two that overlap, the larger first.
    ///
    /// For a non-manifold edge, the joined ones first, then the others, the largest first.
    /// These cells are also highlighted.
    pub cells: Vec<CellId>,
    /// The vertices to highlight.
    pub vertices: Vec<VertexId>,
    /// The edges to highlight.
    pub edges: Vec<Edge>,
    /// Position of the issue.
    pub at: Vec3,
    /// Measure of the issue, in metres if not stated otherwise; `None` for kinds without one.
    ///
    /// For a gap, its width. For two overlapping cells, their height difference. For an edge, its length. For a
    /// sliver, its mean width. For an uneven cell, the largest distance of a corner from its plane. For a link, its
    /// distance to the nearest cell; `None` if it is forbidden. For an island or a forbidden area, the area of its cells in m². For a portal, its free
    /// width. For a steep cell, its slope in degrees. For different sizes, their ratio. For a height off the level,
    /// the height above it, negative below it. For a wall, the distance to it, negative inside of the cell; `None` if
    /// it crosses the cell. Far from the origin, the distance between neighbouring coordinates. For a crack, its
    /// largest width in space, or its height if that is more than its width on the ground.
    pub distance: Option<f32>,
    /// Distance in metres by which the fix moves vertices; `None` up to the weld distance.
    pub moves: Option<f32>,
    /// Text that the issue quotes, such as a name or the reason of a writer; empty for most kinds.
    pub detail: String,
}

impl Issue {
    /// Whether both are the same issue, possibly at another position.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.kind, &self.cells, &self.edges, &self.detail)
            == (other.kind, &other.cells, &other.edges, &other.detail)
    }

    /// Creates an issue of cells without other elements.
    pub fn new(kind: IssueKind, cells: Vec<CellId>, at: Vec3) -> Self {
        let (vertices, edges) = (Vec::new(), Vec::new());
        Self { kind, cells, vertices, edges, at, distance: None, moves: None, detail: String::new() }
    }
}

impl MeshLimits {
    /// Returns the weld distance in units of the document.
    pub fn weld(&self) -> f32 {
        self.weld_distance * self.metre
    }

    /// Returns the weld distance outside of the editor, in units of the document.
    ///
    /// A difference in height up to it is no step.
    pub fn usual_weld(&self) -> f32 {
        WELD_DISTANCE * self.metre
    }
}

/// Returns a distance by which a fix moves vertices, if it is more than the weld distance.
pub(crate) fn far(distance: f32, weld: f32) -> Option<f32> {
    // Rounding alone makes no distance farther.
    (distance > weld * (1.0 + 1e-4)).then_some(distance)
}

/// Returns the cells that overlap one of these cells, each once, by id.
pub fn overlapping(mesh: &NavMesh, derived: &Derived, cells: &[CellId]) -> Vec<CellId> {
    let look = Look { mesh, derived, limits: MeshLimits::default() };
    let (mut found, mut budget) = (Vec::new(), Budget::of_elements(mesh.cell_count()));
    for &cell in cells {
        let stopped = overlap::candidates(&look, cell, &mut budget, |other, budget| {
            let key = Key::Overlap(cell.min(other), cell.max(other));
            budget.step(look.steps(key))?;
            if look.judge(key).is_some() {
                found.push(other);
            }
            Ok(())
        });
        if stopped.is_err() {
            break;
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Key of an issue; its order is that of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Shape(CellId),
    /// The smaller id first.
    Overlap(CellId, CellId),
    Tangled(Edge),
    BoundaryGap(BoundaryGap),
    ShortEdge(Edge),
    Form(CellId),
    Vertex(VertexId),
    Link(LinkId),
}

impl Key {
    /// Returns the key of an issue of [`Issues`].
    fn of(issue: &Issue) -> Option<Self> {
        match issue.kind {
            IssueKind::Concave | IssueKind::InsideOut | IssueKind::SelfCrossing | IssueKind::Flat => {
                issue.cells.first().copied().map(Self::Shape)
            }
            IssueKind::Overlap | IssueKind::Duplicate => match *issue.cells.as_slice() {
                [one, other] => Some(Self::Overlap(one.min(other), one.max(other))),
                _ => None,
            },
            IssueKind::Tangled | IssueKind::NonManifold => issue.edges.first().copied().map(Self::Tangled),
            IssueKind::TJunction(gap) | IssueKind::BoundaryGap(gap) | IssueKind::PartialOverlap([gap, _]) => {
                Some(Self::BoundaryGap(gap))
            }
            IssueKind::ShortEdge(edge) => Some(Self::ShortEdge(edge)),
            IssueKind::Sliver(_) | IssueKind::Uneven => issue.cells.first().copied().map(Self::Form),
            IssueKind::StraightCorner(vertex)
            | IssueKind::Pinched(vertex)
            | IssueKind::UnusedVertex(vertex) => Some(Self::Vertex(vertex)),
            IssueKind::Unattached(link, _) | IssueKind::Crowded(link, _) => Some(Self::Link(link)),
            _ => None,
        }
    }
}

/// Context for the checks.
#[derive(Clone, Copy)]
struct Look<'a> {
    mesh: &'a NavMesh,
    derived: &'a Derived,
    limits: MeshLimits,
}

/// Maximum number of corners of a cell that add steps to a search.
///
/// Searches take steps for each pair of corners, and no sound cell has many.
const MOST_COUNTED: usize = 512;

impl Look<'_> {
    fn judge(&self, key: Key) -> Option<Issue> {
        match key {
            Key::Shape(cell) => invalid_shape::judge(self, cell),
            Key::Overlap(one, other) => overlap::judge(self, one, other),
            Key::Tangled(edge) => tangled::judge(self, edge),
            Key::BoundaryGap(miss) => boundary_gap::judge(self, miss),
            Key::ShortEdge(edge) => poor_shape::judge_edge(self, edge),
            Key::Form(cell) => poor_shape::judge(self, cell),
            Key::Vertex(vertex) => vertex::judge(self, vertex),
            Key::Link(link) => link::judge(self, link),
        }
    }

    fn shape(&self, cell: CellId) -> Shape {
        match navsmith_core::geometry::shape(&self.flat_ring(cell)) {
            _ if self.is_against_neighbors(cell) => Shape::InsideOut,
            shape => shape,
        }
    }

    /// Returns the ring of a cell seen from above, or from its front on a closed surface.
    fn flat_ring(&self, cell: CellId) -> SmallVec<[Vec2; 8]> {
        if self.mesh.is_closed_surface() {
            invalid_shape::from_front(&self.mesh.ring(cell))
        } else {
            self.mesh.ground_ring(cell)
        }
    }

    /// Whether a cell of a closed surface has neighbours, all of them of the opposite winding.
    fn is_against_neighbors(&self, cell: CellId) -> bool {
        let sides = self.mesh.cell(cell).into_iter().flat_map(Cell::sides);
        let is_against = |[from, to]: [VertexId; 2]| {
            let sides = self.derived.adjacency.sides_of(self.mesh, Edge::new(from, to));
            let beside = sides.iter().find(|side| side.cell != cell && sides.len() == 2);
            beside.and_then(|&side| self.mesh.half_edge(side)).map(|other| other == [from, to])
        };
        let mut beside = sides.filter_map(is_against).peekable();
        self.mesh.is_closed_surface() && beside.peek().is_some() && beside.all(|is_against| is_against)
    }

    /// Returns the approximate number of compared pairs of sides of a cell; 0 for few corners.
    fn compared_sides(&self, cell: CellId) -> usize {
        if self.mesh.corners(cell).len() <= FEW_CORNERS {
            return 0;
        }
        let ring = self.mesh.ground_ring(cell);
        if convex_winding(&ring) == 0 { compared_sides(&ring) } else { 0 }
    }

    /// Returns the approximate number of steps needed to check a key.
    fn steps(&self, key: Key) -> usize {
        let corners = |cell| self.mesh.corners(cell).len();
        // Finding the sides of an edge visits the cells of the end with fewer cells only.
        let cells_at = |end: &VertexId| self.derived.adjacency.star(*end).len();
        let at_edge =
            |edge: Edge| edge.ends().into_iter().min_by_key(cells_at).map(|end| self.corners_around(end));
        match key {
            Key::Shape(cell) => corners(cell) + self.compared_sides(cell) / COMPARED_PER_STEP,
            Key::Form(cell) => corners(cell),
            Key::Overlap(one, other) => corners(one) * corners(other) * overlap::STEPS_PER_CORNERS,
            Key::Tangled(edge) => at_edge(edge).unwrap_or_default() * tangled::STEPS_PER_CORNER,
            Key::ShortEdge(_) | Key::Link(_) => 1,
            Key::Vertex(vertex) => vertex::steps(self, vertex),
            Key::BoundaryGap(BoundaryGap::Vertices(one, other)) => {
                (self.corners_around(one) + self.corners_around(other)) * boundary_gap::STEPS_PER_CORNER
            }
            Key::BoundaryGap(BoundaryGap::VertexEdge(vertex, edge)) => {
                self.corners_around(vertex) + at_edge(edge).unwrap_or_default()
            }
        }
    }

    fn corners_around(&self, vertex: VertexId) -> usize {
        self.derived.adjacency.star(vertex).iter().map(|&cell| self.mesh.corners(cell).len()).sum()
    }
}

/// Maximum number of corners of a cell whose sides are compared at once.
const FEW_CORNERS: usize = 64;

/// Number of compared pairs of sides that take as long as a step.
const COMPARED_PER_STEP: usize = 4;

/// Returns ids as `1`, `1 and 2` or `1, 2 and 3`.
fn listed(ids: impl IntoIterator<Item = u32>) -> String {
    let ids: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
    match ids.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

fn cells_of(issue: &Issue) -> String {
    listed(issue.cells.iter().map(|cell| cell.0))
}
