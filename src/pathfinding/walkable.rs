//! What of a mesh an agent may use: the one place that says whether a cell, a portal or a link is shut, and why.

use std::fmt;

use glam::{DVec3, Vec3};

use super::{Agent, Filter, Traversal, headroom};
use crate::geometry::normal;
use crate::navmesh::{
    AreaId, Attachment, CellId, Derived, HalfEdge, Link, LinkEnd, LinkId, LinkStep, NavMesh,
};

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

/// Why an agent may not enter a cell, pass a portal or take a link; prints as a sentence without its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Blocked {
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
    /// The filter ignores links, and this one leads there.
    IgnoredLink(LinkId),
    /// The link that leads there leads one way, the other one.
    OneWay(LinkId),
    /// The link that leads there rises more than the agent climbs, by so many metres.
    Climb(LinkId, f32),
}

impl Blocked {
    /// The link that is shut; `None` where it is a cell.
    pub fn link(self) -> Option<LinkId> {
        match self {
            Self::Area(_) | Self::Slope(_) | Self::Low { .. } | Self::Narrow { .. } => None,
            Self::IgnoredLink(link) | Self::OneWay(link) | Self::Climb(link, _) => Some(link),
        }
    }
}

/// Where one steps on a link and gets off it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkCrossing {
    /// Where one steps on, in metres.
    pub on: DVec3,
    /// Where one gets off.
    pub off: DVec3,
    /// What crossing it costs: the metres in space between the two, times the link's cost.
    pub cost: f64,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area(area) => write!(f, "area {} is forbidden", area.0),
            Self::Slope(slope) => write!(f, "its slope of {:.1}° is too steep", slope.to_degrees()),
            Self::Low { headroom } => write!(f, "the floor above it is only {headroom:.2} m higher"),
            Self::Narrow { width } => {
                write!(f, "the clear width of the portal into it is only {width:.2} m")
            }
            Self::IgnoredLink(link) => write!(f, "link {} is ignored, as all links are", link.0),
            Self::OneWay(link) => write!(f, "link {} is one-way, in the other direction", link.0),
            Self::Climb(link, rise) => write!(f, "link {} rises {rise:.2} m, too high a step", link.0),
        }
    }
}

impl<'a> Walkable<'a> {
    /// A mesh as this agent sees it.
    pub fn new(mesh: &'a NavMesh, derived: &'a Derived, agent: &'a Agent, filter: &'a Filter) -> Self {
        Self { mesh, derived, agent, filter }
    }

    /// Why the agent may not enter a cell; `None` where it may.
    pub fn blocked(&self, cell: CellId) -> Option<Blocked> {
        let area = self.mesh.cell(cell)?.area();
        if !self.filter.allows(area) {
            return Some(Blocked::Area(area));
        }
        self.blocked_by_slope(cell).or_else(|| self.blocked_by_height(cell))
    }

    fn blocked_by_slope(&self, cell: CellId) -> Option<Blocked> {
        let steepest = self.agent.max_slope;
        if steepest >= std::f32::consts::FRAC_PI_2 {
            return None;
        }
        let up = normal(&self.mesh.ring(cell)).map_or(1.0, |normal| normal.y.abs());
        let slope = up.min(1.0).acos();
        (slope > steepest).then_some(Blocked::Slope(slope))
    }

    fn blocked_by_height(&self, cell: CellId) -> Option<Blocked> {
        let height = self.agent.height;
        if height <= 0.0 {
            return None;
        }
        let headroom = headroom(self.mesh, self.derived, cell);
        (headroom < height).then_some(Blocked::Low { headroom })
    }

    /// Why the agent may not take a way out of a cell into another, which is that it may not enter it, or not that way;
    /// `None` where it may.
    pub fn blocked_traversal(&self, from: CellId, way: Traversal, into: CellId) -> Option<Blocked> {
        if way.side().is_some_and(HalfEdge::is_diagonal) {
            return None;
        }
        self.blocked(into).or_else(|| match way {
            Traversal::Side(side) => self.blocked_portal(side),
            Traversal::Link { .. } => self.shut_link(from, way, into),
        })
    }

    /// Why the agent may not pass a portal, whatever is behind it; `None` where it may.
    ///
    /// Widths inside a cell are not judged, so a diagonal is never shut.
    pub fn blocked_portal(&self, portal: HalfEdge) -> Option<Blocked> {
        let diameter = 2.0 * self.agent.radius;
        if diameter <= 0.0 || portal.is_diagonal() {
            return None;
        }
        let width = self.free_width(portal);
        (width < diameter).then_some(Blocked::Narrow { width })
    }

    /// Whether the agent may enter a cell.
    pub fn allows(&self, cell: CellId) -> bool {
        self.blocked(cell).is_none()
    }

    /// The ways out of a cell that the agent may take, through portals that are wide enough into cells that it may
    /// enter: the side and the cell behind it.
    pub fn neighbors(&self, cell: CellId) -> impl Iterator<Item = (HalfEdge, CellId)> {
        self.derived
            .adjacency
            .neighbors(cell)
            .filter(move |&(side, next)| self.blocked_traversal(cell, Traversal::Side(side), next).is_none())
    }

    /// All ways out of a cell, into cells that are shut too: the way and the cell that it leads into.
    pub fn ways(&self, cell: CellId) -> impl Iterator<Item = (Traversal, CellId)> + use<'a> {
        let neighbors =
            self.derived.adjacency.neighbors(cell).map(|(side, next)| (Traversal::Side(side), next));
        let steps = self.derived.links.steps(cell);
        neighbors.chain(steps.map(|step| (Traversal::Link { link: step.link, end: step.end }, step.cell)))
    }

    fn shut_link(&self, from: CellId, way: Traversal, into: CellId) -> Option<Blocked> {
        let (id, link, end) = self.link(way)?;
        if self.filter.ignores_links() {
            return Some(Blocked::IgnoredLink(id));
        }
        if link.is_one_way && end == LinkEnd::To {
            return Some(Blocked::OneWay(id));
        }
        let LinkCrossing { on, off, .. } = self.crossing(from, way, into, None)?;
        let rise = (off.y - on.y) as f32;
        (rise > self.agent.max_climb).then_some(Blocked::Climb(id, rise))
    }

    /// Whether the agent may take a link that begins on the island of a cell. Looks at links until it finds one.
    pub(super) fn leaves_by_link(&self, cell: CellId) -> bool {
        let Derived { islands, links, .. } = self.derived;
        if self.filter.ignores_links() {
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

    /// Where a way over a link from one cell into another steps on and off: as near to a place as the stretch goes that
    /// lies on both cells, or in the middle of it. `None` where the way is no link, or does not join these cells.
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

    /// The crossings at both ends of the stretch of a link that lies on two cells; `None` as for [`Self::crossing`].
    pub(super) fn outermost_crossings(
        &self,
        from: CellId,
        way: Traversal,
        into: CellId,
    ) -> Option<[LinkCrossing; 2]> {
        let [low, high] = self.stretch(from, way, into)?;
        Some([self.crossing_at(way, low)?, self.crossing_at(way, high)?])
    }

    /// The stretch of both spans of a link that lies on two cells, from 0 to 1.
    fn stretch(&self, from: CellId, way: Traversal, into: CellId) -> Option<[f32; 2]> {
        let (id, _, end) = self.link(way)?;
        let is_it = |step: &LinkStep| step.link == id && step.end == end && step.cell == into;
        Some(self.derived.links.steps(from).find(is_it)?.stretch)
    }

    /// The crossing at `t` along both spans of a link.
    fn crossing_at(&self, way: Traversal, t: f32) -> Option<LinkCrossing> {
        let (_, link, end) = self.link(way)?;
        let [on, off] = [end, end.other()].map(|end| link.at(end, t).as_dvec3());
        Some(LinkCrossing { on, off, cost: f64::from(link.cost) * on.distance(off) })
    }

    /// The least that a metre costs anywhere, on cells or links, at most 1: what keeps a straight line an admissible
    /// heuristic.
    pub fn least_cost(&self) -> f64 {
        let on_cells = self.filter.least_cost();
        let is_linked = !self.filter.ignores_links();
        f64::from(if is_linked { on_cells.min(self.derived.links.least_cost()) } else { on_cells })
    }

    /// The ends of the portal that a way leads through, or of the span that one steps on a link at; NaN if there is no
    /// such side or link.
    pub fn ends(&self, way: Traversal) -> [DVec3; 2] {
        if let Some((_, link, end)) = self.link(way) {
            return link.span(end).map(Vec3::as_dvec3);
        }
        let ends = way.side().and_then(|side| self.mesh.half_edge(side));
        ends.map_or([DVec3::NAN; 2], |ends| ends.map(|v| self.mesh.position(v).as_dvec3()))
    }

    /// The middle of the portal that a way leads through, or of the span that one steps on a link at.
    pub fn midpoint(&self, way: Traversal) -> DVec3 {
        let [from, to] = self.ends(way);
        (from + to) * 0.5
    }
}

/// Where along a span is nearest to a place, from 0 to 1; the middle of a span that is a point.
fn nearest_t([from, to]: [Vec3; 2], near: DVec3) -> f32 {
    let along = (to - from).as_dvec3();
    let t = (near - from.as_dvec3()).dot(along) / along.length_squared();
    if t.is_finite() { t.clamp(0.0, 1.0) as f32 } else { 0.5 }
}
