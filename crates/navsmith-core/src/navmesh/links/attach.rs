//! The cells that the ends of a link lie on.

use glam::{DVec2, Vec2, Vec3};
use smallvec::SmallVec;

use super::{Attachment, LinkAnchor, MOST_ANCHORS, UnattachedReason};
use crate::budget::{Budget, Exhausted};
use crate::geometry::ground;
use crate::navmesh::{CellId, Link, Locator, NavMesh, Surface};

/// Maximum distance of a point computed on an edge from that edge, relative to the largest coordinate.
const BESIDE: f32 = 1e-6;

/// Steps per corner of a cell that is tested for an end.
const STEPS_PER_CORNER: usize = 8;

pub(super) fn both_ends(
    mesh: &NavMesh,
    locator: &Locator,
    link: &Link,
    budget: &mut Budget,
) -> [Attachment; 2] {
    if link.is_forbidden() {
        return [UnattachedReason::Forbidden; 2].map(Attachment::Unattached);
    }
    let slack = slack(link);
    let reach = link.reach().max(slack);
    let search = Search { mesh, locator, reach, slack };
    let mut ends = || {
        let ends = [search.one_end(link.from, budget)?, search.one_end(link.to, budget)?];
        // Every cell of one end is paired with every cell of the other.
        budget.step(2 * ends[0].anchors().len() * ends[1].anchors().len())?;
        Ok(ends)
    };
    ends().unwrap_or_else(|Exhausted| [UnattachedReason::NotSearched; 2].map(Attachment::Unattached))
}

struct Search<'a> {
    mesh: &'a NavMesh,
    locator: &'a Locator,
    /// Maximum height of an end above or below its cell, in metres.
    reach: f32,
    /// Maximum distance of an end beside a cell that it still lies on, in metres.
    slack: f32,
}

/// Returns the maximum distance of a point beside a cell that it still lies on, in metres.
pub(super) fn slack(link: &Link) -> f32 {
    let places = link.from.iter().chain(&link.to);
    places.fold(0.0, |most: f32, place| most.max(place.abs().max_element())) * BESIDE
}

impl Search<'_> {
    /// Attaches an end to the cells that it lies on, those with the smallest ids first.
    ///
    /// The result therefore does not depend on the order of the search.
    fn one_end(&self, span: [Vec3; 2], budget: &mut Budget) -> Result<Attachment, Exhausted> {
        let [a, b] = span.map(ground);
        let (low, high) = (a.min(b) - Vec2::splat(self.slack), a.max(b) + Vec2::splat(self.slack));
        let mut cells = Vec::new();
        self.locator.try_each_within(self.mesh, [low, high], budget, |cell, budget| {
            cells.push(cell);
            budget.step(1)
        })?;
        cells.sort_unstable();
        let mut anchors: SmallVec<[LinkAnchor; 2]> = SmallVec::new();
        let mut is_partial = false;
        for cell in cells {
            budget.step(self.steps(cell))?;
            let Some(stretch) = stretch_on(self.mesh, cell, span, self.reach, self.slack) else { continue };
            if anchors.len() == MOST_ANCHORS {
                is_partial = true;
                break;
            }
            anchors.push(LinkAnchor { cell, stretch });
        }
        if anchors.is_empty() {
            return self.hang(span[0].midpoint(span[1]), budget);
        }
        anchors.shrink_to_fit();
        Ok(Attachment::Attached { anchors, is_partial, gap: 0.0 })
    }

    /// Returns the steps that the test of a cell takes.
    fn steps(&self, cell: CellId) -> usize {
        let detail = self.mesh.detail(cell).map_or(0, |detail| detail.triangles().len());
        STEPS_PER_CORNER * (self.mesh.corners(cell).len() + detail)
    }

    /// Attaches an end that lies on no cell to the cell nearest to its midpoint.
    fn hang(&self, middle: Vec3, budget: &mut Budget) -> Result<Attachment, Exhausted> {
        let point_of = |cell: CellId| Surface::of(self.mesh, cell).nearest(middle);
        let distance = |cell: CellId, budget: &mut Budget| {
            budget.step(self.steps(cell))?;
            Ok(Some(f64::from(point_of(cell).distance(middle))).filter(|d| d.is_finite()))
        };
        let nearest = self.locator.nearest_within(self.mesh, ground(middle), budget, distance)?;
        let Some((cell, distance)) = nearest else {
            return Ok(Attachment::Unattached(UnattachedReason::EmptyMesh));
        };
        if distance <= f64::from(self.reach) {
            let anchors = SmallVec::from_elem(LinkAnchor { cell, stretch: [0.0, 1.0] }, 1);
            // The distance is 0 on a cell without area. A positive gap makes every change attach the end again.
            let gap = (distance as f32).max(f32::MIN_POSITIVE);
            return Ok(Attachment::Attached { anchors, is_partial: false, gap });
        }
        let (distance, reach) = (distance as f32, self.reach);
        Ok(Attachment::Unattached(UnattachedReason::TooFar { cell, point: point_of(cell), distance, reach }))
    }
}

/// Returns the stretch of a span that lies on a cell, at most `reach` above or below it.
fn stretch_on(mesh: &NavMesh, cell: CellId, span: [Vec3; 2], reach: f32, slack: f32) -> Option<[f32; 2]> {
    let stretches = Surface::of(mesh, cell);
    let stretches = stretches.triangles().filter_map(|triangle| stretch_over(triangle, span, reach, slack));
    let whole = stretches.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])?;
    Some(whole.map(|t| t as f32))
}

/// Like [`stretch_on`], but for one triangle.
///
/// A triangle is convex, and the height of the span over it is linear.
fn stretch_over(triangle: [Vec3; 3], span: [Vec3; 2], reach: f32, slack: f32) -> Option<[f64; 2]> {
    let corners = triangle.map(|corner| ground(corner).as_dvec2());
    let ends = span.map(|end| ground(end).as_dvec2());
    let whole = (corners[1] - corners[0]).perp_dot(corners[2] - corners[0]);
    if whole == 0.0 {
        return None;
    }
    // Negated barycentric coordinate of an end with respect to a corner; positive beyond the opposite side.
    let beyond = |i: usize, at: DVec2| {
        let (from, to) = (corners[(i + 1) % 3], corners[(i + 2) % 3]);
        -(to - from).perp_dot(at - from) / whole
    };
    let mut stretch = [0.0, 1.0];
    let mut rises = span.map(|end| f64::from(end.y));
    for i in 0..3 {
        let shares = ends.map(|end| beyond(i, end));
        let side = corners[(i + 1) % 3].distance(corners[(i + 2) % 3]);
        let limit = f64::from(slack) * side / whole.abs();
        stretch = clipped(stretch, shares, limit)?;
        rises = [0, 1].map(|end: usize| rises[end] + shares[end] * f64::from(triangle[i].y));
    }
    stretch = clipped(stretch, rises, f64::from(reach))?;
    clipped(stretch, rises.map(|rise| -rise), f64::from(reach))
}

/// Returns the part of a stretch on which a linear function is at most `limit`.
///
/// The function has the values `from` at 0 and `to` at 1. Returns `None` if there is no such part.
fn clipped([low, high]: [f64; 2], [from, to]: [f64; 2], limit: f64) -> Option<[f64; 2]> {
    let crossing = (limit - from) / (to - from);
    let (low, high) = match (from <= limit, to <= limit) {
        (true, true) => (low, high),
        (true, false) => (low, high.min(crossing)),
        (false, true) => (low.max(crossing), high),
        (false, false) => return None,
    };
    (low <= high).then_some([low, high])
}
