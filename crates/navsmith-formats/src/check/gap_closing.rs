//! The edits that close the gaps of a route, tried in order of rank.

use glam::DVec3;

use super::approach::{cells_under, contact};
use super::joining::{JoinKind, tried};
use super::proposal::{Proposal, ProposalEffect};
use crate::check::{Fix, IssueKind, Issues, STOREY, far, height_differences};
use navsmith_core::geometry::{Shape, ground, ground_area, shape};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{Cell, CellId, Derived, Edge, HalfEdge, IslandId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::analysis::island_gaps::{GapRoute, IslandGap, IslandGapEnd};
use navsmith_core::progress::{Progress, Stopped};

/// A mesh with gaps to close.
pub(super) struct Site<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) derived: &'a Derived,
    pub(super) issues: &'a Issues,
    /// The highest step of the agent, in metres.
    pub(super) max_climb: f32,
}

/// Maximum number of pairs of sides that are tried.
///
/// A nearest point at a corner belongs to more than one side.
const MOST_PAIRS: usize = 4;

impl Site<'_> {
    /// Returns the methods that apply to a route.
    pub(super) fn kinds(&self, route: &GapRoute) -> Vec<JoinKind> {
        let has_contacts = self.splits(route).is_some();
        JoinKind::ALL.into_iter().filter(|&kind| kind != JoinKind::Split || has_contacts).collect()
    }

    /// Returns the proposal of edits that close the gaps of a route.
    pub(super) fn proposal(&self, fixes: Vec<Fix>, effect: ProposalEffect) -> Proposal {
        let width = |fix: &Fix| match fix {
            Fix::Stitch(gap) => {
                let [one, other] = gap.nearest_points(self.mesh);
                one.distance(other) as f32
            }
            _ => 0.0,
        };
        let farthest = fixes.iter().map(width).fold(0.0, f32::max);
        Proposal::connecting(fixes, far(farthest, self.issues.limits().weld()), effect)
    }

    /// Returns the first edits of a kind after which `judge` returns a value.
    ///
    /// Returns the first reason against them if there is no such edit.
    pub(super) fn first<T>(
        &self,
        kind: JoinKind,
        route: &GapRoute,
        progress: &Progress,
        judge: impl Fn(&NavMesh, &Derived) -> Result<Result<T, String>, Stopped>,
    ) -> Result<Result<(Vec<Fix>, T), String>, Stopped> {
        let pairs = if kind == JoinKind::Link { 1 } else { MOST_PAIRS };
        let mut refusal = None;
        let mut all_tried = Vec::new();
        for nth in 0..pairs {
            let fixes = match self.joining(kind, route, nth) {
                Ok(fixes) if all_tried.contains(&fixes) => continue,
                Ok(fixes) => fixes,
                Err(why) => {
                    refusal = refusal.or(Some(why));
                    continue;
                }
            };
            progress.check()?;
            let judged = match tried(&fixes, self.mesh, self.derived) {
                Ok((mesh, derived)) => judge(&mesh, &derived)?,
                Err(why) => Err(why),
            };
            match judged {
                Ok(value) => return Ok(Ok((fixes, value))),
                Err(why) => refusal = refusal.or(Some(why)),
            }
            all_tried.push(fixes);
        }
        Ok(Err(refusal.unwrap_or_else(|| "There is no gap to close.".into())))
    }

    /// Returns the edits that use the pairs of sides of rank `nth`.
    fn joining(&self, kind: JoinKind, route: &GapRoute, nth: usize) -> Result<Vec<Fix>, String> {
        match kind {
            JoinKind::Weld => {
                let gaps: Result<Vec<_>, _> =
                    route.island_gaps.iter().map(|gap| self.boundary_gaps(gap, nth)).collect();
                Ok(gaps?.concat().into_iter().map(Fix::Stitch).collect())
            }
            JoinKind::Split => {
                let no_contact = "No side of a cell lies in the inside of another one there.";
                Ok(self.splits(route).ok_or(no_contact)?)
            }
            JoinKind::Bridge => {
                let is_step = |gap: &&IslandGap| {
                    gap.rise().abs() > gap.on_ground() && gap.rise().abs() > self.most_rise()
                };
                if let Some(step) = route.island_gaps.iter().find(is_step) {
                    return Err(self.too_high(step.rise().abs(), "a cell between them would be too steep"));
                }
                let pair = |gap| nth_or_last(&self.pairs(gap, |ends| -self.breadth(ends)), nth);
                Ok(route.island_gaps.iter().filter_map(pair).map(Fix::Bridge).collect())
            }
            JoinKind::Link => {
                let link = |gap: &IslandGap| Link::between(gap.from.point.as_vec3(), gap.to.point.as_vec3());
                Ok(route.island_gaps.iter().map(link).map(Fix::Link).collect())
            }
        }
    }

    /// Returns the splits that close all gaps of a route; `None` if one of them is no contact.
    fn splits(&self, route: &GapRoute) -> Option<Vec<Fix>> {
        let splits: Option<Vec<_>> = route.island_gaps.iter().map(|gap| self.split(gap.cells())).collect();
        splits.filter(|splits| !splits.is_empty())
    }

    /// Returns the split where a side of one of two cells lies in the inside of the other.
    ///
    /// `None` if they are far apart there, or overlap at one height.
    fn split(&self, cells: [CellId; 2]) -> Option<Fix> {
        let contact = contact(self.mesh, self.derived, cells)?;
        let is_level = || height_differences(self.mesh, cells)[1] <= self.issues.tolerance();
        let mut overlaps = self.issues.of_cell(cells[0]).filter(|issue| issue.kind == IssueKind::Overlap);
        let overlaps = overlaps.any(|issue| issue.cells.contains(&cells[1]));
        if contact.width() > f64::from(STOREY.min(self.max_climb)) || overlaps && is_level() {
            return None;
        }
        let contact = if contact.from.side.is_some() { contact } else { contact.reversed() };
        let [cell, floor] = contact.cells();
        Some(Fix::SplitContact { cell, others: cells_under(self.mesh, self.derived, cell, floor) })
    }

    /// Returns the highest step in metres that may become a ramp.
    ///
    /// Without a climb, it is the height of a storey.
    fn most_rise(&self) -> f64 {
        let limits = self.issues.limits();
        let climb = if self.max_climb.is_finite() { self.max_climb } else { limits.overlap };
        f64::from(climb.max(limits.usual_weld()))
    }

    fn too_high(&self, rise: f64, why: &str) -> String {
        let than = if self.max_climb.is_finite() { "more than the agent climbs" } else { "a high step" };
        format!("One border is {rise:.2} m above the other, {than}: {why}. Place a link, or draw a ramp.")
    }

    /// Returns the boundary gaps whose welds close an island gap: the listed ones, or those of two sides.
    fn boundary_gaps(&self, gap: &IslandGap, nth: usize) -> Result<Vec<BoundaryGap>, String> {
        let island = |cell: CellId| self.derived.islands.of(cell);
        let both: [Option<IslandId>; 2] = [gap.from, gap.to].map(|end| island(end.cell));
        let cells = gap.cells();
        let most = self.most_rise();
        let too_high = |rise| self.too_high(rise, "welding would turn the floors into a ramp");
        let listed: Vec<BoundaryGap> = if both[0] == both[1] {
            let of_both = self.issues.of_cell(cells[0]).filter(|issue| issue.cells.contains(&cells[1]));
            of_both.flat_map(|issue| issue.kind.gaps().to_vec()).collect()
        } else {
            let between = self.issues.iter().filter(|issue| {
                let is_on = |side: Option<IslandId>| issue.cells.iter().any(|&cell| island(cell) == side);
                both.into_iter().all(is_on)
            });
            between.flat_map(|issue| issue.kind.gaps().to_vec()).collect()
        };
        let highest = listed.iter().map(|gap| f64::from(gap.rise(self.mesh))).fold(0.0, f64::max);
        if !listed.is_empty() {
            return if highest > most { Err(too_high(highest)) } else { Ok(listed) };
        }
        if gap.rise().abs() > most {
            return Err(too_high(gap.rise().abs()));
        }
        let distance = |one, other| self.at(one).distance(self.at(other));
        let mismatch = |[[a, b], [c, d]]: [[VertexId; 2]; 2]| distance(a, d) + distance(b, c);
        let pair = nth_or_last(&self.pairs(gap, mismatch), nth);
        let [one, other] = pair.and_then(|pair| self.ends(pair)).ok_or("The sides are gone.")?;
        let length = |side: [VertexId; 2]| self.at(side[0]).distance(self.at(side[1]));
        let (short, long) = if length(one) <= length(other) { (one, other) } else { (other, one) };
        if gap.width() >= length(short) {
            return Err(format!(
                "The gap is {:.2} m wide and the border beside it only {:.2} m long: welding would tear the cells out \
                 of shape.",
                gap.width(),
                length(short),
            ));
        }
        let onto = |vertex| {
            let at = self.at(vertex);
            at.distance(navsmith_core::geometry::nearest_points([at; 2], long.map(|end| self.at(end)))[1])
        };
        let farthest = short.map(onto).into_iter().fold(0.0, f64::max);
        // At an angle of 30°, the border moves by half of its length.
        if 2.0 * (farthest - gap.width()) >= length(short) {
            return Err("The borders meet at an angle: welding would tear the cells out of shape.".to_owned());
        }
        Ok(short.map(|vertex| self.boundary_gap(vertex, long)).into())
    }

    /// Returns the boundary gap between a vertex and a side.
    ///
    /// It leads to an end of the side if that end is at most twice as far away as the side. Otherwise it leads to the side,
    /// and a weld inserts the vertex there.
    fn boundary_gap(&self, vertex: VertexId, side: [VertexId; 2]) -> BoundaryGap {
        const MOST_TO_END: f64 = 2.0;
        let place = self.at(vertex);
        let [from, to] = side.map(|end| self.at(end));
        let onto = navsmith_core::geometry::nearest_points([place; 2], [from, to])[1];
        let (nearest, far) = if place.distance(from) <= place.distance(to) {
            (side[0], place.distance(from))
        } else {
            (side[1], place.distance(to))
        };
        if far <= MOST_TO_END * place.distance(onto) {
            BoundaryGap::Vertices(nearest, vertex)
        } else {
            BoundaryGap::VertexEdge(vertex, Edge::new(side[0], side[1]))
        }
    }

    /// Returns the pairs of sides at the nearest points of an island gap, sorted by `rank`, lowest first.
    fn pairs(&self, gap: &IslandGap, rank: impl Fn([[VertexId; 2]; 2]) -> f64) -> Vec<[HalfEdge; 2]> {
        let (ones, others) = (self.sides_at(gap.from), self.sides_at(gap.to));
        let all = ones.iter().flat_map(|&one| others.iter().map(move |&other| [one, other]));
        let ranked = all.filter_map(|pair| Some((rank(self.ends(pair)?), pair)));
        let mut ranked: Vec<(f64, [HalfEdge; 2])> = ranked.collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, pair)| pair).collect()
    }

    /// Returns the side of an island gap's end.
    ///
    /// If the end lies on a corner, also returns the other border sides at that corner.
    fn sides_at(&self, end: IslandGapEnd) -> Vec<HalfEdge> {
        let mut sides: Vec<HalfEdge> = end.side.into_iter().collect();
        let corners = end.side.and_then(|side| self.mesh.half_edge(side)).into_iter().flatten();
        for corner in corners.filter(|&corner| self.at(corner) == end.point) {
            for &cell in self.derived.adjacency.star(corner) {
                let all = (0..).zip(self.mesh.cell(cell).into_iter().flat_map(Cell::sides));
                let at_corner = all.filter(|(_, ends)| ends.contains(&corner));
                let borders = at_corner.map(|(side, _)| HalfEdge { cell, side });
                sides.extend(borders.filter(|&side| self.derived.adjacency.twin(side).is_none()));
            }
        }
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// Returns the breadth of the ground between two sides: twice its area divided by its perimeter.
    ///
    /// Negative if the area is not between the sides.
    fn breadth(&self, [[a, b], [c, d]]: [[VertexId; 2]; 2]) -> f64 {
        let ring = [b, a, d, c].map(|vertex| ground(self.mesh.position(vertex)));
        let around: f64 = (0..4).map(|i| f64::from(ring[i].distance(ring[(i + 1) % 4]))).sum();
        let breadth = 2.0 * ground_area(&ring) / around;
        if shape(&ring) == Shape::SelfCrossing { -around } else { breadth }
    }

    fn ends(&self, [one, other]: [HalfEdge; 2]) -> Option<[[VertexId; 2]; 2]> {
        Some([self.mesh.half_edge(one)?, self.mesh.half_edge(other)?])
    }

    fn at(&self, vertex: VertexId) -> DVec3 {
        self.mesh.position(vertex).as_dvec3()
    }
}

fn nth_or_last<T: Copy>(all: &[T], nth: usize) -> Option<T> {
    all.get(nth).or_else(|| all.last()).copied()
}
