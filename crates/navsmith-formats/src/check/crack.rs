//! Cracks: boundary edges that face each other at a distance in space that the agent covers.

use glam::DVec2;

use super::agent_look::AgentLook;
use super::{Issue, IssueKind, STOREY, cells_of, far};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Vec2, Vec3, ground, midpoint};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{CellId, Derived, Edge, EdgeKind, HalfEdge, NavMesh, VertexId};

/// Least cosine of the angle between two parallel edges: that of 10°.
const PARALLEL: f64 = 0.985;

/// Parts of two edges that face each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing {
    /// Largest distance between the parts in space, in metres.
    pub width: f32,
    /// Smallest distance between the parts in space, in metres.
    pub narrowest: f32,
    /// The ends of each part; the first ends are opposite to each other.
    pub parts: [[Vec3; 2]; 2],
}

impl Facing {
    /// Returns the parts of two parallel edges that face each other over ground outside of their cells.
    ///
    /// `None` if there are none, or if the edges belong to one cell or share a vertex.
    pub fn of(mesh: &NavMesh, sides: [HalfEdge; 2]) -> Option<Self> {
        let [[a, b], [c, d]] = [mesh.half_edge(sides[0])?, mesh.half_edge(sides[1])?];
        if sides[0].cell == sides[1].cell || [c, d].contains(&a) || [c, d].contains(&b) {
            return None;
        }
        let [a, b, c, d] = [a, b, c, d].map(|end| mesh.position(end));
        let on_ground = |at: Vec3| ground(at).as_dvec2();
        let (along, back) = (on_ground(b) - on_ground(a), on_ground(d) - on_ground(c));
        let lengths = along.length() * back.length();
        if lengths <= 0.0 || along.dot(back) > -PARALLEL * lengths {
            return None;
        }
        let (length, direction) = (along.length(), along.normalize_or_zero());
        let at = |point: Vec3| (on_ground(point) - on_ground(a)).dot(direction);
        let (at_c, at_d) = (at(c), at(d));
        let (from, to) = (at_d.max(0.0), at_c.min(length));
        if to <= from {
            return None;
        }
        let one = [from, to].map(|place| a.lerp(b, (place / length) as f32));
        let other = [from, to].map(|place| d.lerp(c, ((place - at_d) / (at_c - at_d)) as f32));
        // The ground is to the right of an edge, because its cell is to the left.
        let right = DVec2::new(-direction.y, direction.x);
        let across = [0, 1].map(|end| other[end] - one[end]);
        let is_right = |way: &Vec3| ground(*way).as_dvec2().dot(right) >= 0.0;
        let [first, last] = across.map(Vec3::length);
        across.iter().all(is_right).then_some(Self {
            width: first.max(last),
            narrowest: first.min(last),
            parts: [one, other],
        })
    }

    /// Returns the length of the shorter part, in metres.
    fn length(&self) -> f32 {
        let [one, other] = self.parts.map(|[from, to]| from.distance(to));
        one.min(other)
    }

    /// Returns the largest difference in height, in metres.
    fn step(&self) -> f32 {
        let [one, other] = self.parts;
        (one[0].y - other[0].y).abs().max((one[1].y - other[1].y).abs())
    }

    /// Whether the parts are farther apart in height than on the ground.
    fn is_step(&self) -> bool {
        let [one, other] = self.parts;
        let apart = |end: usize| ground(one[end]).distance(ground(other[end]));
        self.step() > apart(0).max(apart(1))
    }
}

/// Returns the gaps that join the ends of two edges that face each other.
///
/// An end that is opposite to an end joins it; another one joins the edge.
pub(in crate::check) fn gaps_across(mesh: &NavMesh, sides: [HalfEdge; 2]) -> Vec<BoundaryGap> {
    let Some(facing) = Facing::of(mesh, sides) else { return Vec::new() };
    let mut gaps = Vec::new();
    for (own, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        let (Some(ends), Some(others)) = (mesh.half_edge(own), mesh.half_edge(other)) else { continue };
        for end in ends {
            let at = mesh.position(end);
            let is_opposite = |at: Vec3, other: Vec3| at.distance(other) < 2.0 * facing.width;
            let opposite = others.into_iter().find(|&other| is_opposite(at, mesh.position(other)));
            let is_within =
                facing.parts.iter().flatten().any(|part| part.distance(at) <= facing.width * 0.01);
            match opposite {
                Some(opposite) => gaps.push(BoundaryGap::Vertices(end.min(opposite), end.max(opposite))),
                None if is_within => {
                    gaps.push(BoundaryGap::VertexEdge(end, Edge::new(others[0], others[1])));
                }
                None => {}
            }
        }
    }
    gaps.sort_unstable();
    gaps.dedup();
    gaps
}

/// Calls `visit` with each pair of sides that may be a crack between a cell and another one.
///
/// `includes` selects the other cells. The side of the cell with the smaller id comes first.
pub(super) fn candidates(
    look: &AgentLook<'_>,
    cell: CellId,
    includes: impl Fn(CellId) -> bool,
    budget: &mut Budget,
    mut visit: impl FnMut([HalfEdge; 2], &mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let (mesh, reach) = (look.mesh, Vec2::splat(look.limits.crack));
    for own in look.sides(cell) {
        let Some(ends) = mesh.half_edge(own).filter(|_| look.derived.adjacency.twin(own).is_none()) else {
            continue;
        };
        pay_at_an_end(look, ends, budget)?;
        if !is_boundary(mesh, look.derived, own) {
            continue;
        }
        let [a, b] = ends.map(|end| ground(mesh.position(end)));
        let rectangle = [a.min(b) - reach, a.max(b) + reach];
        look.derived.locator.try_each_within(mesh, rectangle, budget, |other, budget| {
            if other == cell || !includes(other) {
                return budget.step(1);
            }
            budget.step(mesh.corners(other).len())?;
            for side in look.sides(other) {
                let sides = if cell < other { [own, side] } else { [side, own] };
                if facing(look, sides).is_some() {
                    visit(sides, budget)?;
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Pays for the corners that are compared to find the cells at an edge.
fn pay_at_an_end(look: &AgentLook<'_>, ends: [VertexId; 2], budget: &mut Budget) -> Result<(), Exhausted> {
    let stars = ends.map(|end| look.derived.adjacency.star(end));
    let star = stars.into_iter().min_by_key(|star| star.len()).unwrap_or_default();
    budget.step(star.len())?;
    budget.step(star.iter().map(|&cell| look.mesh.corners(cell).len()).sum())
}

/// Returns the parts of two sides that face each other like those of a crack.
fn facing(look: &AgentLook<'_>, sides: [HalfEdge; 2]) -> Option<Facing> {
    let (facing, limits) = (Facing::of(look.mesh, sides)?, &look.limits);
    let step = if limits.agent.max_climb.is_finite() { limits.agent.max_climb } else { STOREY };
    let is_crack = facing.width <= limits.crack
        && facing.narrowest > limits.gap
        && facing.length() >= (2.0 * limits.agent.radius).max(facing.width)
        && facing.step() <= step;
    is_crack.then_some(facing)
}

/// Steps needed to check whether an edge is a boundary edge, without those for the links.
const PAIR_STEPS: usize = 8;

pub(super) fn judge(
    look: &AgentLook<'_>,
    sides: [HalfEdge; 2],
    budget: &mut Budget,
) -> Result<Option<Issue>, Exhausted> {
    let Some(facing) = facing(look, sides) else { return Ok(None) };
    let (mesh, derived) = (look.mesh, look.derived);
    let [one, other] = sides.map(|side| side.cell);
    let links = derived.links.on(one).count();
    budget.step(PAIR_STEPS + links)?;
    for ends in sides.into_iter().filter_map(|side| mesh.half_edge(side)) {
        pay_at_an_end(look, ends, budget)?;
    }
    if !sides.iter().all(|&side| is_boundary(mesh, derived, side)) || are_linked(derived, one, other) {
        return Ok(None);
    }
    let edges = sides.into_iter().filter_map(|side| mesh.half_edge(side));
    let [a, b] = facing.parts.map(|[from, to]| midpoint(from, to));
    let is_step = facing.is_step();
    Ok(Some(Issue {
        edges: edges.map(|[from, to]| Edge::new(from, to)).collect(),
        distance: Some(if is_step { facing.step() } else { facing.width }),
        moves: far(facing.width, look.limits.weld),
        ..Issue::new(IssueKind::Crack { sides, is_step }, vec![one, other], midpoint(a, b))
    }))
}

fn is_boundary(mesh: &NavMesh, derived: &Derived, side: HalfEdge) -> bool {
    let kind = |[from, to]: [_; 2]| derived.adjacency.kind(mesh, Edge::new(from, to));
    derived.adjacency.twin(side).is_none() && mesh.half_edge(side).map(kind) == Some(EdgeKind::Boundary)
}

/// Whether a link joins two cells.
fn are_linked(derived: &Derived, one: CellId, other: CellId) -> bool {
    let links = |cell| derived.links.on(cell).map(|(link, _)| link);
    links(one).any(|link| links(other).any(|same| same == link))
}

fn edges_of(issue: &Issue) -> String {
    let edges: Vec<String> = issue.edges.iter().map(Edge::to_string).collect();
    edges.join(" and ")
}

pub(super) fn headline(issue: &Issue) -> String {
    let (edges, distance) = (edges_of(issue), issue.distance.unwrap_or_default());
    if is_step(issue) {
        format!("Height step of {distance:.2} m between edges {edges}")
    } else {
        format!("Edges {edges} are {distance:.3} m apart")
    }
}

pub(super) fn describe(issue: &Issue) -> String {
    let (headline, cells) = (headline(issue), cells_of(issue));
    if is_step(issue) {
        return format!(
            "{headline}, which the agent climbs, but no agent can cross from one of the cells {cells} to the other. \
             Place a link, or weld the edges to a ramp."
        );
    }
    format!(
        "{headline} in space, which the agent could step over, but no agent can cross from one of the cells {cells} \
         to the other. Weld the edges, draw a cell between them, or place a link."
    )
}

fn is_step(issue: &Issue) -> bool {
    matches!(issue.kind, IssueKind::Crack { is_step: true, .. })
}
