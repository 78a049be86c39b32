//! What of a mesh an agent may use: the one place that says whether a cell or a portal is shut, and why.

use std::fmt;

use glam::DVec3;

use super::{Agent, Filter, Way};
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

/// Why an agent may not enter a cell; prints as a sentence without its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shut {
    /// The filter forbids its area.
    Area(AreaId),
    /// It is steeper than the agent walks, in radians.
    Slope(f32),
}

impl fmt::Display for Shut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area(area) => write!(f, "area {} is forbidden", area.0),
            Self::Slope(slope) => write!(f, "its slope of {:.1}° is too steep", slope.to_degrees()),
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
        let steepest = self.agent.max_slope;
        if steepest >= std::f32::consts::FRAC_PI_2 {
            return None;
        }
        let up = normal(&self.mesh.ring(cell)).map_or(1.0, |normal| normal.y.abs());
        let slope = up.min(1.0).acos();
        (slope > steepest).then_some(Shut::Slope(slope))
    }

    /// Whether the agent may enter a cell.
    pub fn allows(&self, cell: CellId) -> bool {
        self.shut(cell).is_none()
    }

    /// The ways out of a cell into cells that the agent may enter: the side and the cell behind it.
    pub fn neighbors(&self, cell: CellId) -> impl Iterator<Item = (HalfEdge, CellId)> {
        self.derived.adjacency.neighbors(cell).filter(|&(_, next)| self.allows(next))
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
