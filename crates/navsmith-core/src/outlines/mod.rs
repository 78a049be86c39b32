//! Convex cells of the ground inside of outlines.

mod event;
mod edges;
mod moving;
mod regions;
mod following;
mod margin;

use crate::geometry::{Vec2, noded, sides};
use crate::navmesh::AreaId;
use crate::trace::{Observer, Silent};
use crate::triangulation::{PointId, Triangulation};
use edges::Edges;
use event::of_side;
pub use event::{KeptReason, OutlineEvent, OutlineSideId};
pub use following::{FollowedCell, FollowedCells};
pub use moving::OutlineError;
use regions::Regions;

/// A line that bounds or divides ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Corners of a ring, or points of a chain, seen from above.
    pub points: Vec<Vec2>,
    /// What the line means.
    pub role: OutlineRole,
}

impl Outline {
    /// Returns the number of sides; the last side of a ring closes it.
    pub fn side_count(&self) -> usize {
        match self.role {
            OutlineRole::Ground(_) | OutlineRole::Hole => self.points.len(),
            OutlineRole::Constraint => self.points.len().saturating_sub(1),
        }
    }
}

/// The meaning of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlineRole {
    /// A ring around ground of an area, in either direction.
    Ground(AreaId),
    /// A ring around a hole in the ground of earlier outlines.
    Hole,
    /// An open chain of edges that stay between cells.
    Constraint,
}

/// Convex cells of outlines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutlineCells {
    /// Positions of the corners.
    pub points: Vec<Vec2>,
    /// The cells.
    pub cells: Vec<OutlineCell>,
    /// Indices of points in one place that no agent crosses from one to another.
    pub apart: Vec<usize>,
    /// Edges of chains between cells, which share at most one end of each.
    pub constraints: Vec<[Vec2; 2]>,
}

/// A convex cell inside of outlines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineCell {
    /// Its corners, counter-clockwise, as indices of points.
    pub corners: Vec<usize>,
    /// Area of the last ring around it.
    pub area: AreaId,
}

/// Outlines with the triangulation of their points, in which their sides are constraints.
///
/// The last ring around a point decides whether it is ground, and of which area: rings of ground unite, and a hole is
/// subtracted from the rings before it. A ring that crosses itself contains what it winds around. Lines that cross,
/// touch or overlap get common points, which are rounded.
#[derive(Clone, Debug)]
pub struct OutlineTriangulation {
    outlines: Vec<Outline>,
    triangulation: Triangulation,
    edges: Edges,
}

impl OutlineTriangulation {
    /// Triangulates outlines; the result depends only on the outlines and their order.
    ///
    /// `None` if it takes more steps than are left, if roundings cause crossings without end, or if a coordinate is not
    /// finite or farther from the origin than 10³⁰ m. A step is about as much work as comparing two boxes.
    pub fn new(
        outlines: Vec<Outline>,
        steps: &mut usize,
        observer: &mut impl Observer<OutlineEvent>,
    ) -> Option<Self> {
        let lines = || outlines.iter().flat_map(|outline| sides(&outline.points).take(outline.side_count()));
        if !lines().flatten().all(Triangulation::is_possible) {
            return None;
        }
        let noded = noded(lines(), steps)?;
        let mut triangulation = Triangulation::new();
        let points: Option<Vec<PointId>> =
            triangulation.insert_all(&noded.nodes, &mut of_side(observer, None)).into_iter().collect();
        let points = points?;
        let mut edges = Edges::of(&outlines);
        let sides_of = outlines.iter().enumerate().flat_map(|(index, outline)| {
            (0..outline.side_count()).map(move |side| OutlineSideId { outline: index, side })
        });
        for (path, side) in noded.paths.into_iter().zip(sides_of) {
            let path: Vec<PointId> = path.iter().map(|&node| points[node]).collect();
            for ends in path.windows(2) {
                let observer = &mut of_side(observer, Some(side));
                triangulation.add_constraint([ends[0], ends[1]], observer).ok()?;
            }
            edges.set_path(side, path);
        }
        Some(Self { outlines, triangulation, edges })
    }

    /// Returns the outlines.
    pub fn outlines(&self) -> &[Outline] {
        &self.outlines
    }

    /// Returns the triangulation.
    pub fn triangulation(&self) -> &Triangulation {
        &self.triangulation
    }

    /// Returns convex cells that cover the ground; adjacent cells share both corners of their edge.
    ///
    /// Cells on both sides of a chain have separate corners along it, except at its ends. Thus the only side of a
    /// chain between two such ends is still shared; another point on it separates the cells.
    pub fn cells(&self) -> OutlineCells {
        self.cells_observed(&mut Silent)
    }

    /// Returns the cells as [`Self::cells`] does; the observer receives each edge that is removed or stays.
    pub fn cells_observed(&self, observer: &mut impl Observer<OutlineEvent>) -> OutlineCells {
        let regions = Regions::of(self);
        if observer.is_enabled() {
            for edge in regions.edges_without_ground(&self.triangulation) {
                observer.observe(OutlineEvent::Cleared { edge });
            }
        }
        let rings = regions.rings(&self.triangulation, observer);
        regions.cells(&self.triangulation, self.edges.chains(&self.outlines), rings)
    }

    /// Returns the cells as [`Self::cells`] does, with less memory.
    pub fn into_cells(self) -> OutlineCells {
        let regions = Regions::of(&self);
        let Self { outlines, triangulation, edges } = self;
        let chains: Vec<[PointId; 2]> = edges.chains(&outlines).collect();
        drop((outlines, edges));
        let rings = regions.rings(&triangulation, &mut Silent);
        regions.cells(&triangulation, chains, rings)
    }
}
