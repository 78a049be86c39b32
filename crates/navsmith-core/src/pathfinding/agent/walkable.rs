//! Parts of a mesh that an agent may use, and reasons why cells, portals and links are blocked.

use std::f32::consts::FRAC_PI_2;

use glam::{DVec3, Vec3};

use super::corridor::Traversal;
use super::{Agent, Filter};
use crate::navmesh::{
    AreaId, Attachment, CellId, Derived, HalfEdge, Link, LinkEnd, LinkId, LinkStep, NavMesh, VertexId,
};

/// A mesh with the constraints of one agent; cheap to build.
#[derive(Clone, Copy, Debug)]
pub struct Walkable<'a> {
    /// The mesh.
    pub mesh: &'a NavMesh,
    /// Data derived from the mesh.
    pub derived: &'a Derived,
    /// The agent.
    pub agent: &'a Agent,
    /// Areas that the agent may walk on, and their costs.
    pub filter: &'a Filter,
}

/// Reason why an agent may not enter a cell, pass a portal or take a link.
///
/// Prints as a sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Blocked {
    /// The filter forbids the area of the cell.
    #[error("area {} is forbidden", .0 .0)]
    Area(AreaId),
    /// The cell is steeper than the agent's limit; slope in radians.
    #[error("its slope of {:.1}° is too steep", .0.to_degrees())]
    Slope(f32),
    /// The floor above the cell is too low for the agent; its least height above the cell, in metres.
    #[error("the floor above it is only {0:.2} m higher")]
    Low(f32),
    /// Another cell overlaps the cell at the same height, so the space above it has no height.
    #[error("another cell overlaps it at the same height")]
    Overlapped,
    /// The portal is narrower than the agent; maximum diameter of an agent that fits, in metres.
    #[error("the clear width of the portal into it is only {0:.2} m")]
    Narrow(f32),
    /// The filter ignores links, including this one.
    #[error("link {} is ignored, as all links are", .0 .0)]
    IgnoredLink(LinkId),
    /// The link is one-way in the opposite direction.
    #[error("link {} is one-way, in the other direction", .0 .0)]
    OneWay(LinkId),
    /// The link rises more than the agent can climb; rise in metres.
    #[error("link {id} rises {:.2} m, too high a step", .1, id = .0 .0)]
    Climb(LinkId, f32),
}

impl Blocked {
    /// Returns the blocked link; `None` if a cell or a portal is blocked.
    pub fn link(self) -> Option<LinkId> {
        match self {
            Self::Area(_) | Self::Slope(_) | Self::Low(_) | Self::Overlapped | Self::Narrow(_) => None,
            Self::IgnoredLink(link) | Self::OneWay(link) | Self::Climb(link, _) => Some(link),
        }
    }
}

/// Reason why an agent cannot pass a side of a cell; prints as a sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Wall {
    /// The mesh ends there, or the cell behind the side is ambiguous.
    #[error("the mesh ends here")]
    Boundary,
    /// The agent may not enter the cell behind it, or not through this side.
    #[error("the cell behind is blocked: {0}")]
    Blocked(Blocked),
}

/// Headroom in metres below which cells overlap, instead of one lying above the other.
///
/// A lower headroom is printed as 0.00 m, and no agent is that low.
const LEAST_HEADROOM: f32 = 0.01;

/// Positions at which a path enters and leaves a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkCrossing {
    /// Position at which the path enters the link, in metres.
    pub on: DVec3,
    /// Position at which the path leaves the link.
    pub off: DVec3,
    /// Cost of the crossing: the distance in space between the two, times the link's cost.
    pub cost: f64,
}

impl<'a> Walkable<'a> {
    /// Creates a view of a mesh for an agent and a filter.
    pub fn new(mesh: &'a NavMesh, derived: &'a Derived, agent: &'a Agent, filter: &'a Filter) -> Self {
        Self { mesh, derived, agent, filter }
    }

    /// Returns the reason why the agent may not enter a cell; `None` if it may.
    #[inline]
    pub fn blocked(&self, cell: CellId) -> Option<Blocked> {
        let area = self.mesh.cell(cell)?.area();
        if !self.filter.allows(area) {
            return Some(Blocked::Area(area));
        }
        let has_limits = self.agent.max_slope < FRAC_PI_2 || self.agent.height > 0.0;
        if has_limits { self.blocked_by_shape(cell) } else { None }
    }

    /// Returns the reason why a cell is too steep or too low for the agent; `None` if it is neither.
    #[inline(never)]
    fn blocked_by_shape(&self, cell: CellId) -> Option<Blocked> {
        let steepest = self.agent.max_slope;
        if steepest < FRAC_PI_2 {
            let slope = self.derived.slope(cell);
            if slope > steepest {
                return Some(Blocked::Slope(slope));
            }
        }
        let height = self.agent.height;
        let headroom = if height > 0.0 { self.derived.headroom(cell) } else { f32::INFINITY };
        let low = if headroom < LEAST_HEADROOM { Blocked::Overlapped } else { Blocked::Low(headroom) };
        (headroom < height).then_some(low)
    }

    /// Returns the reason why the agent may not take a traversal from one cell into another.
    ///
    /// Either the cell is blocked, or the traversal is. `None` if the agent may take it.
    pub fn blocked_traversal(&self, from: CellId, way: Traversal, into: CellId) -> Option<Blocked> {
        if way.side().is_some_and(HalfEdge::is_diagonal) {
            return None;
        }
        self.blocked(into).or_else(|| match way {
            Traversal::Side(side) => self.blocked_portal(side),
            Traversal::Link { .. } => self.blocked_link(from, way, into),
        })
    }

    /// Returns the reason why the agent may not pass a portal, regardless of the cell behind it.
    ///
    /// `None` if it may. Widths inside a cell are not checked, so a diagonal is never blocked.
    #[inline]
    pub fn blocked_portal(&self, portal: HalfEdge) -> Option<Blocked> {
        let diameter = 2.0 * self.agent.radius;
        if diameter <= 0.0 || portal.is_diagonal() { None } else { self.narrow(portal, diameter) }
    }

    #[inline(never)]
    fn narrow(&self, portal: HalfEdge, diameter: f32) -> Option<Blocked> {
        // Walls at its ends narrow no portal that is longer than the agent is wide.
        if self.portal_length(portal) >= diameter {
            return None;
        }
        let width = self.free_width(portal);
        (width < diameter).then_some(Blocked::Narrow(width))
    }

    /// Whether the agent may enter a cell.
    pub fn allows(&self, cell: CellId) -> bool {
        self.blocked(cell).is_none()
    }

    /// Returns the cell behind a side, or the wall that blocks the agent there.
    pub fn behind(&self, side: HalfEdge) -> Result<CellId, Wall> {
        self.twin_behind(side).map(|twin| twin.cell)
    }

    /// Returns the side through which the agent enters the cell behind a side, or the wall that blocks it.
    #[inline]
    pub(in crate::pathfinding) fn twin_behind(&self, side: HalfEdge) -> Result<HalfEdge, Wall> {
        let twin = self.derived.adjacency.twin(side).ok_or(Wall::Boundary)?;
        if side.is_diagonal() {
            return Ok(twin);
        }
        let blocked = self.blocked(twin.cell).or_else(|| self.blocked_portal(side));
        blocked.map_or(Ok(twin), |blocked| Err(Wall::Blocked(blocked)))
    }

    /// Returns whether the agent cannot cross a side: no cell is behind it, or a blocked one.
    pub fn is_wall(&self, side: HalfEdge) -> bool {
        self.derived.adjacency.twin(side).is_none_or(|twin| !self.allows(twin.cell))
    }

    /// Returns whether a wall begins or ends at a vertex.
    pub fn has_wall(&self, vertex: VertexId) -> bool {
        self.walls_at(vertex).next().is_some()
    }

    /// Returns the walls that begin or end at a vertex.
    pub(in crate::pathfinding) fn walls_at(&self, vertex: VertexId) -> impl Iterator<Item = HalfEdge> {
        let star = self.derived.adjacency.star(vertex);
        let sides = star.iter().filter(|&&cell| self.allows(cell)).flat_map(move |&cell| {
            let corners = self.mesh.corners(cell);
            let n = corners.len() as u32;
            let corner = corners.iter().position(|&corner| corner == vertex).unwrap_or_default() as u32;
            [corner, (corner + n - 1) % n].map(|side| HalfEdge { cell, side })
        });
        sides.filter(|&side| self.is_wall(side))
    }

    /// Returns the sides through which the agent may leave a cell, each with the cell behind it.
    ///
    /// The portals are wide enough, and the agent may enter the cells.
    pub fn neighbors(&self, cell: CellId) -> impl Iterator<Item = (HalfEdge, CellId)> {
        self.derived
            .adjacency
            .neighbors(cell)
            .filter(move |&(side, next)| self.blocked_traversal(cell, Traversal::Side(side), next).is_none())
    }

    /// Returns all traversals out of a cell with the cells they lead into, blocked ones included.
    pub fn ways(&self, cell: CellId) -> impl Iterator<Item = (Traversal, CellId)> + use<'a> {
        let neighbors =
            self.derived.adjacency.neighbors(cell).map(|(side, next)| (Traversal::Side(side), next));
        let steps = self.derived.links.steps(cell);
        neighbors.chain(steps.map(|step| (Traversal::Link { link: step.link, end: step.end }, step.cell)))
    }

    fn blocked_link(&self, from: CellId, way: Traversal, into: CellId) -> Option<Blocked> {
        let (id, link, end) = self.link(way)?;
        if self.filter.ignores_links {
            return Some(Blocked::IgnoredLink(id));
        }
        if link.is_one_way && end == LinkEnd::To {
            return Some(Blocked::OneWay(id));
        }
        let LinkCrossing { on, off, .. } = self.crossing(from, way, into, None)?;
        let rise = (off.y - on.y) as f32;
        (rise > self.agent.max_climb).then_some(Blocked::Climb(id, rise))
    }

    /// Whether the agent may take a link that begins on the island of a cell.
    ///
    /// Checks the links in order until it finds one.
    pub(crate) fn leaves_by_link(&self, cell: CellId) -> bool {
        let Derived { islands, links, .. } = self.derived;
        if self.filter.ignores_links {
            return false;
        }
        let island = islands.of(cell);
        let leads = |from: CellId| {
            islands.of(from) == island
                && self.allows(from)
                && links.steps(from).any(|step| {
                    let way = Traversal::Link { link: step.link, end: step.end };
                    self.blocked_traversal(from, way, step.cell).is_none()
                })
        };
        let ends = self.mesh.links().filter_map(|(id, _)| links.ends(id)).flatten();
        ends.flat_map(Attachment::anchors).any(|anchor| leads(anchor.cell))
    }

    fn link(&self, way: Traversal) -> Option<(LinkId, &'a Link, LinkEnd)> {
        let (id, end) = way.link()?;
        Some((id, self.mesh.link(id)?, end))
    }

    /// Returns the crossing of a link from one cell into another.
    ///
    /// Only the stretch of the link that lies on both cells qualifies. The crossing is the point of that stretch
    /// nearest to `near`, or its middle if `near` is `None`. Returns `None` if the traversal is no link, or does not
    /// connect these cells.
    pub fn crossing(
        &self,
        from: CellId,
        way: Traversal,
        into: CellId,
        near: Option<DVec3>,
    ) -> Option<LinkCrossing> {
        let [low, high] = self.stretch(from, way, into)?;
        let (_, link, end) = self.link(way)?;
        let t =
            near.map_or_else(|| low.midpoint(high), |near| nearest_t(link.span(end), near).clamp(low, high));
        self.crossing_at(way, t)
    }

    /// Returns the stretch of both spans of a link that lies on two cells, within 0 to 1.
    ///
    /// `None` as for [`Self::crossing`].
    pub(in crate::pathfinding) fn stretch(
        &self,
        from: CellId,
        way: Traversal,
        into: CellId,
    ) -> Option<[f32; 2]> {
        let (id, _, end) = self.link(way)?;
        let is_it = |step: &LinkStep| step.link == id && step.end == end && step.cell == into;
        Some(self.derived.links.steps(from).find(is_it)?.stretch)
    }

    pub(in crate::pathfinding) fn crossing_at(&self, way: Traversal, t: f32) -> Option<LinkCrossing> {
        let (_, link, end) = self.link(way)?;
        let [on, off] = [end, end.other()].map(|end| link.at(end, t).as_dvec3());
        Some(LinkCrossing { on, off, cost: f64::from(link.cost) * on.distance(off) })
    }

    /// Returns the cost of a metre in a cell.
    ///
    /// In a forbidden cell, which only contains the start, it is that of plain ground.
    pub fn weight(&self, cell: CellId) -> f64 {
        let cost = self.mesh.cell(cell).map_or(1.0, |cell| self.filter.cost(cell.area()));
        if cost.is_finite() { f64::from(cost) } else { 1.0 }
    }

    /// Whether the cost of a path can differ from its length.
    ///
    /// This is the case if an area or a link has a cost other than that of plain ground.
    pub fn has_costs(&self) -> bool {
        self.filter.has_costs() || !self.filter.ignores_links && self.derived.links.has_costs()
    }

    /// Returns the minimum cost per metre over cells and links, at most 1.
    ///
    /// It makes the straight-line distance an admissible heuristic.
    pub fn least_cost(&self) -> f64 {
        let on_cells = self.filter.least_cost();
        let is_linked = !self.filter.ignores_links;
        f64::from(if is_linked { on_cells.min(self.derived.links.least_cost()) } else { on_cells })
    }

    /// Returns the ends of the portal of a traversal, or of the span at which it enters a link.
    ///
    /// NaN if the side or link does not exist.
    pub fn ends(&self, way: Traversal) -> [DVec3; 2] {
        if let Some((_, link, end)) = self.link(way) {
            return link.span(end).map(Vec3::as_dvec3);
        }
        let ends = way.side().and_then(|side| self.mesh.half_edge(side));
        ends.map_or([DVec3::NAN; 2], |ends| ends.map(|v| self.mesh.position(v).as_dvec3()))
    }

    /// Returns the middle of the portal of a traversal, or of the span at which it enters a link.
    pub fn midpoint(&self, way: Traversal) -> DVec3 {
        let [from, to] = self.ends(way);
        (from + to) * 0.5
    }
}

/// Returns the parameter of the point of a span nearest to a position, from 0 to 1.
///
/// Returns 0.5 if the span is a point.
fn nearest_t([from, to]: [Vec3; 2], near: DVec3) -> f32 {
    let along = (to - from).as_dvec3();
    let t = (near - from.as_dvec3()).dot(along) / along.length_squared();
    if t.is_finite() { t.clamp(0.0, 1.0) as f32 } else { 0.5 }
}
