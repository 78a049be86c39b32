//! Issues of a mesh, with one file per search: definition, detection and text of its kinds.
//!
//! An issue depends only on the cells that it lists, so an edit determines the issues to check again. The issue of a
//! link depends on the attachments of the link, which an edit reports. This module does not change a mesh; it only
//! returns the fix.

mod shape;
mod fix;
mod boundary_gap;
mod overlap;
mod register;
mod group;
mod tangled;
mod link;
mod off_level;
mod near_wall;
mod level;
#[cfg(test)]
mod tests;

use glam::Vec3;

use crate::budget::{Budget, Exhausted};
use crate::geometry::Shape;
use crate::navmesh::edit::BoundaryGap;
use crate::navmesh::{CellId, Derived, Edge, EdgeKind, LinkEnd, LinkId, NavMesh, VertexId};

pub use fix::Fix;
pub use group::{GroupKey, IssueGroup, MOST_TOGETHER, groups};
pub use level::LevelIssues;
pub use overlap::STOREY;
pub use register::{Issues, MOST_LISTED};

/// A defect of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// Kind of the issue.
    pub kind: IssueKind,
    /// The cells that the issue depends on, by id; for two that overlap, the larger first.
    ///
    /// These cells are also highlighted.
    pub cells: Vec<CellId>,
    /// The vertices to highlight.
    pub vertices: Vec<VertexId>,
    /// The edges to highlight.
    pub edges: Vec<Edge>,
    /// Position of the issue.
    pub at: Vec3,
    /// Distance in metres; `None` for kinds without one.
    ///
    /// For a gap, its width. For two overlapping cells, their height difference. For a link, its distance to the
    /// nearest cell. For a height off the level, the height above it, negative below it. For a wall, the distance to
    /// it, negative inside of the cell; `None` if it crosses the cell.
    pub distance: Option<f32>,
}

/// Kind of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IssueKind {
    /// A cell with a reflex corner.
    Concave,
    /// A cell whose corners run clockwise.
    InsideOut,
    /// A cell whose sides cross or touch.
    SelfCrossing,
    /// A cell without area seen from above.
    Flat,
    /// Two cells at one position.
    Overlap,
    /// An edge with too many cells, or with two of the same direction, so that no path can cross it.
    Tangled,
    /// A gap between elements that almost touch.
    BoundaryGap(BoundaryGap),
    /// A link with an unattached end, and the first such end.
    Unattached(LinkId, LinkEnd),
    /// A link on more cells than it is attached to, and the first such end.
    Crowded(LinkId, LinkEnd),
    /// A vertex, or without one the middle of a cell, off the level by more than the agent climbs.
    OffLevel(Option<VertexId>),
    /// A boundary edge that is nearer to a wall of the level than the radius of the agent.
    NearWall(Edge),
}

impl IssueKind {
    /// Returns the title, the identifier and the severity.
    fn row(self) -> (&'static str, &'static str, Severity) {
        use Severity::{Error, Warning};
        match self {
            Self::Concave => ("Concave cell", "concave", Error),
            Self::InsideOut => ("Cell inside out", "inside_out", Error),
            Self::SelfCrossing => ("Cell that crosses itself", "self_crossing", Error),
            Self::Flat => ("Cell without area", "no_area", Error),
            Self::Overlap => ("Overlapping cells", "overlap", Error),
            Self::Tangled => ("Tangled edge", "tangled_edge", Error),
            Self::BoundaryGap(_) => ("Gap", "gap", Warning),
            Self::Unattached(..) => ("Unattached link", "unattached_link", Warning),
            Self::Crowded(..) => ("Crowded link", "crowded_link", Warning),
            Self::OffLevel(_) => ("Height off the level", "off_level", Warning),
            Self::NearWall(_) => ("Boundary near a wall", "near_wall", Warning),
        }
    }

    /// Returns the title in a list.
    pub fn title(self) -> &'static str {
        self.row().0
    }

    /// Returns the identifier for scripts, which is stable across versions.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the severity of issues of this kind.
    pub fn severity(self) -> Severity {
        self.row().2
    }
}

impl Issue {
    /// Returns the problem, its effect and the remedy, with ids.
    pub fn describe(&self) -> String {
        match self.kind {
            IssueKind::Concave => shape::describe_concave(self),
            IssueKind::InsideOut => shape::describe_inside_out(self),
            IssueKind::SelfCrossing => shape::describe_self_crossing(self),
            IssueKind::Flat => shape::describe_flat(self),
            IssueKind::Overlap => overlap::describe(self),
            IssueKind::Tangled => tangled::describe(self),
            IssueKind::BoundaryGap(miss) => boundary_gap::describe(self, miss),
            IssueKind::Unattached(link, end) => link::describe_unattached(self, link, end),
            IssueKind::Crowded(link, end) => link::describe_crowded(link, end),
            IssueKind::OffLevel(vertex) => off_level::describe(self, vertex),
            IssueKind::NearWall(edge) => near_wall::describe(self, edge),
        }
    }

    /// Returns a short description with ids, for the first line in a list.
    pub fn headline(&self) -> String {
        let cells = cells_of(self);
        match self.kind {
            IssueKind::Concave => format!("Cell {cells} is concave"),
            IssueKind::InsideOut => format!("Cell {cells} is inside out"),
            IssueKind::SelfCrossing => format!("Cell {cells} crosses itself"),
            IssueKind::Flat => format!("Cell {cells} has no area"),
            IssueKind::Overlap => format!("Cells {cells} overlap {}", overlap::apart(self)),
            IssueKind::Tangled => {
                let edge = self.edges.first().map_or_else(String::new, Edge::to_string);
                format!("Edge {edge} is tangled: cells {cells}")
            }
            IssueKind::BoundaryGap(BoundaryGap::Vertices(one, other)) => {
                format!("Vertices {} and {} are {}", one.0, other.0, boundary_gap::apart(self))
            }
            IssueKind::BoundaryGap(BoundaryGap::VertexEdge(vertex, edge)) => {
                format!("Vertex {} and edge {edge} are {}", vertex.0, boundary_gap::apart(self))
            }
            IssueKind::Unattached(link, end) => {
                format!("Link {} is unattached at its {}", link.0, end.describe())
            }
            IssueKind::Crowded(link, end) => {
                format!("Link {} lies on too many cells at its {}", link.0, end.describe())
            }
            IssueKind::OffLevel(vertex) => off_level::headline(self, vertex),
            IssueKind::NearWall(edge) => near_wall::headline(self, edge),
        }
    }

    /// Whether both are the same issue, possibly at another position.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.kind, &self.cells, &self.edges) == (other.kind, &other.cells, &other.edges)
    }

    fn new(kind: IssueKind, cells: Vec<CellId>, at: Vec3) -> Self {
        Self { kind, cells, vertices: Vec::new(), edges: Vec::new(), at, distance: None }
    }
}

/// Returns the cells that overlap one of these cells, each once, by id.
pub fn overlapping(mesh: &NavMesh, derived: &Derived, cells: &[CellId]) -> Vec<CellId> {
    let look = Look { mesh, derived, tolerance: 0.0 };
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

/// Severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The mesh is invalid: a search on it can return a wrong path, or miss one.
    Error,
    /// The mesh is valid, but may not be what its author intended.
    Warning,
}

impl Severity {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Search {
    Shapes,
    Overlaps,
    Tangles,
    BoundaryGaps,
    Links,
}

impl Search {
    fn name(self) -> &'static str {
        match self {
            Self::Shapes => "broken cells",
            Self::Overlaps => "overlapping cells",
            Self::Tangles => "tangled edges",
            Self::BoundaryGaps => "gaps",
            Self::Links => "unattached links",
        }
    }
}

impl Key {
    fn search(self) -> Search {
        match self {
            Self::Shape(_) => Search::Shapes,
            Self::Overlap(..) => Search::Overlaps,
            Self::Tangled(_) => Search::Tangles,
            Self::BoundaryGap(_) => Search::BoundaryGaps,
            Self::Link(_) => Search::Links,
        }
    }
}

/// Key of an issue; its order is that of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Shape(CellId),
    /// The smaller id first.
    Overlap(CellId, CellId),
    Tangled(Edge),
    BoundaryGap(BoundaryGap),
    Link(LinkId),
}

/// Context for the checks.
#[derive(Clone, Copy)]
struct Look<'a> {
    mesh: &'a NavMesh,
    derived: &'a Derived,
    /// Maximum width of a gap, in metres; short edges reduce it.
    tolerance: f32,
}

impl Look<'_> {
    fn judge(&self, key: Key) -> Option<Issue> {
        match key {
            Key::Shape(cell) => shape::judge(self, cell),
            Key::Overlap(one, other) => overlap::judge(self, one, other),
            Key::Tangled(edge) => tangled::judge(self, edge),
            Key::BoundaryGap(miss) => boundary_gap::judge(self, miss),
            Key::Link(link) => link::judge(self, link),
        }
    }

    fn shape(&self, cell: CellId) -> Shape {
        crate::geometry::shape(&self.mesh.ground_ring(cell))
    }

    /// Returns the approximate number of steps needed to check a key.
    fn steps(&self, key: Key) -> usize {
        let corners = |cell| self.mesh.corners(cell).len();
        // Finding the sides of an edge visits the cells of the end with fewer cells only.
        let cells_at = |end: &VertexId| self.derived.adjacency.star(*end).len();
        let at_edge =
            |edge: Edge| edge.ends().into_iter().min_by_key(cells_at).map(|end| self.corners_around(end));
        match key {
            Key::Shape(cell) => corners(cell),
            Key::Overlap(one, other) => corners(one) * corners(other),
            Key::Tangled(edge) => at_edge(edge).unwrap_or_default(),
            Key::BoundaryGap(BoundaryGap::Vertices(one, other)) => {
                self.corners_around(one) + self.corners_around(other)
            }
            Key::BoundaryGap(BoundaryGap::VertexEdge(vertex, edge)) => {
                self.corners_around(vertex) + at_edge(edge).unwrap_or_default()
            }
            Key::Link(_) => 1,
        }
    }

    fn corners_around(&self, vertex: VertexId) -> usize {
        self.derived.adjacency.star(vertex).iter().map(|&cell| self.mesh.corners(cell).len()).sum()
    }

    /// Calls `visit` with the keys of all possible issues of an edge, except those of its ends.
    fn keys_of_edge(
        &self,
        edge: Edge,
        budget: &mut Budget,
        mut visit: impl FnMut(Key, &mut Budget) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        visit(Key::Tangled(edge), budget)?;
        budget.step(self.steps(Key::Tangled(edge)))?;
        // Only a boundary edge can be part of a gap.
        if self.derived.adjacency.kind(self.mesh, edge) != EdgeKind::Boundary {
            return Ok(());
        }
        boundary_gap::vertices_near(self, edge, budget, |vertex, budget| {
            visit(Key::BoundaryGap(BoundaryGap::VertexEdge(vertex, edge)), budget)
        })
    }
}

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
