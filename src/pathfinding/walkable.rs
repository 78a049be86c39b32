//! What of a mesh an agent may use: the one place that says whether a cell or a portal is shut, and why.

use std::fmt;

use glam::DVec3;

use super::{Agent, Filter, Way, headroom};
use crate::geometry::normal;
use crate::navmesh::{AreaId, CellId, Derived, HalfEdge, NavMesh};

/// A mesh as one agent sees it; cheap to make.
#[derive(Clone, Copy, Debug)]
pub struct Walkable<'a> {
    /// The mesh.
    pub mesh: &'a NavMesh,
    /// What follows from it.
    pub derived: &'a Derived,
    /// Who walks.
    pub agent: &'a Agent,
    /// Where, and at what cost.
    pub filter: &'a Filter,
}

/// Why an agent may not enter a cell or pass a portal; prints as a sentence without its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shut {
    /// The filter forbids its area.
    Area(AreaId),
    /// It is steeper than the agent walks, in radians.
    Slope(f32),
    /// The floor above it is lower than the agent is high.
    Low {
        /// How high that floor is over it at least, in metres.
        headroom: f32,
    },
    /// The portal is narrower than the agent is wide.
    Narrow {
        /// How wide an agent may be there, in metres.
        width: f32,
    },
}

impl fmt::Display for Shut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area(area) => write!(f, "area {} is forbidden", area.0),
            Self::Slope(slope) => write!(f, "its slope of {:.1}° is too steep", slope.to_degrees()),
            Self::Low { headroom } => write!(f, "the floor above it is only {headroom:.2} m higher"),
            Self::Narrow { width } => {
                write!(f, "the portal into it lets through only what is {width:.2} m wide")
            }
        }
    }
}

impl<'a> Walkable<'a> {
    /// A mesh as this agent sees it.
    pub fn new(mesh: &'a NavMesh, derived: &'a Derived, agent: &'a Agent, filter: &'a Filter) -> Self {
        Self { mesh, derived, agent, filter }
    }

    /// Why the agent may not enter a cell; `None` where it may.
    pub fn shut(&self, cell: CellId) -> Option<Shut> {
        let area = self.mesh.cell(cell)?.area;
        if !self.filter.allows(area) {
            return Some(Shut::Area(area));
        }
        self.shut_by_slope(cell).or_else(|| self.shut_by_height(cell))
    }

    fn shut_by_slope(&self, cell: CellId) -> Option<Shut> {
        let steepest = self.agent.max_slope;
        if steepest >= std::f32::consts::FRAC_PI_2 {
            return None;
        }
        let up = normal(&self.mesh.ring(cell)).map_or(1.0, |normal| normal.y.abs());
        let slope = up.min(1.0).acos();
        (slope > steepest).then_some(Shut::Slope(slope))
    }

    fn shut_by_height(&self, cell: CellId) -> Option<Shut> {
        let height = self.agent.height;
        if height <= 0.0 {
            return None;
        }
        let headroom = headroom(self.mesh, self.derived, cell);
        (headroom < height).then_some(Shut::Low { headroom })
    }

    /// Why the agent may not take a way into a cell; `None` where it may.
    pub fn shut_way(&self, way: Way, into: CellId) -> Option<Shut> {
        self.shut(into).or_else(|| way.side().and_then(|side| self.shut_portal(side)))
    }

    /// Why the agent may not pass a portal, whatever is behind it; `None` where it may.
    pub fn shut_portal(&self, portal: HalfEdge) -> Option<Shut> {
        let diameter = 2.0 * self.agent.radius;
        if diameter <= 0.0 {
            return None;
        }
        let width = self.free_width(portal);
        (width < diameter).then_some(Shut::Narrow { width })
    }

    /// Whether the agent may enter a cell.
    pub fn allows(&self, cell: CellId) -> bool {
        self.shut(cell).is_none()
    }

    /// The ways out of a cell that the agent may take, through portals that are wide enough into cells that it may
    /// enter: the side and the cell behind it.
    pub fn neighbors(&self, cell: CellId) -> impl Iterator<Item = (HalfEdge, CellId)> {
        self.derived
            .adjacency
            .neighbors(cell)
            .filter(|&(side, next)| self.shut_way(Way::Side(side), next).is_none())
    }

    /// All ways out of a cell, into cells that are shut too: the way and the cell that it leads into.
    pub fn ways(&self, cell: CellId) -> impl Iterator<Item = (Way, CellId)> + use<'a> {
        let neighbors = self.derived.adjacency.neighbors(cell);
        neighbors.map(|(side, next)| (Way::Side(side), next))
    }

    /// The ends of the portal that a way leads through; NaN if there is no such side.
    pub fn ends(&self, way: Way) -> [DVec3; 2] {
        let ends = way.side().and_then(|side| self.mesh.half_edge(side));
        ends.map_or([DVec3::NAN; 2], |ends| ends.map(|v| self.mesh.position(v).as_dvec3()))
    }

    /// The middle of the portal that a way leads through.
    pub fn midpoint(&self, way: Way) -> DVec3 {
        let [from, to] = self.ends(way);
        (from + to) * 0.5
    }
}
