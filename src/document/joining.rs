//! Closing the island gaps that keep two islands apart: by welding, by cells between them, or by links.
//!
//! Every one is tried on a copy before it is offered, with the length of the path that it gives.
//! This module does not know what the user chose, nor does it change a document.

use std::ops::ControlFlow;

use glam::DVec3;

use super::issues::{IssueKind, Issues, overlapped};
use crate::geometry::{Shape, ground, ground_area, shape};
use crate::navmesh::edit::{EditResult, Edited, NearMiss, add_link, bridge, stitch};
use crate::navmesh::{Cell, CellId, Derived, Draft, Edge, HalfEdge, IslandId, Link, NavMesh, VertexId};
use crate::pathfinding::{GapRoute, IslandGap, IslandGapEnd, Query, find_path_while};
use crate::trace::Silent;

/// How island gaps are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    /// What almost meets becomes one.
    Weld,
    /// Cells are drawn between the borders.
    Bridge,
    /// A link leads over, both ways.
    Link,
}

impl JoinKind {
    /// All ways of closing island gaps.
    pub const ALL: [Self; 3] = [Self::Weld, Self::Bridge, Self::Link];

    /// What it is called on a button.
    pub fn title(self) -> &'static str {
        match self {
            Self::Weld => "Weld",
            Self::Bridge => "Bridge",
            Self::Link => "Link",
        }
    }

    /// What it does, in a sentence without its end.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Weld => "Move the borders onto each other and join their vertices",
            Self::Bridge => "Draw a cell between the two borders",
            Self::Link => "Place a link between the two nearest points, both ways",
        }
    }
}

/// An edit that closes all island gaps of a way.
#[derive(Clone, Debug, PartialEq)]
pub enum Joining {
    /// Joins what almost meets.
    Weld(Vec<NearMiss>),
    /// Draws a cell between each two sides.
    Bridge(Vec<[HalfEdge; 2]>),
    /// Places links.
    Link(Vec<Link>),
}

impl Joining {
    /// Makes the edit.
    pub fn run(&self, draft: &mut Draft) -> EditResult {
        match self {
            Self::Weld(misses) => stitch(draft, misses),
            Self::Bridge(pairs) => {
                let mut all = Edited::default();
                for &[one, other] in pairs {
                    all.cells.extend(bridge(draft, one, other)?.cells);
                }
                Ok(all)
            }
            Self::Link(links) => {
                let mut all = Edited::default();
                for &link in links {
                    all.links.extend(add_link(draft, link)?.links);
                }
                Ok(all)
            }
        }
    }
}

/// One way of closing the island gaps of a way, tried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Which.
    pub kind: JoinKind,
    /// The edit and how long the path is after it, in metres; or why it gives none, as a sentence.
    pub joining: Result<(Joining, f64), String>,
}

/// What each way of closing the island gaps of `way` comes to, in the order of [`JoinKind::ALL`].
///
/// Welding means all that almost meets, by the issues, between the islands on both sides of an island gap; where nothing does,
/// the two sides nearest to each other, if they are longer than the island gap is wide. Costs a few copies of the mesh.
///
/// `goes_on` hears from time to time how many nodes or intervals a search has expanded, and may break it off; then what
/// comes out is of no use.
pub fn offers(
    mesh: &NavMesh,
    derived: &Derived,
    issues: &Issues,
    query: &Query,
    way: &GapRoute,
    goes_on: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Vec<Offer> {
    let site = Site { mesh, derived, issues, query };
    JoinKind::ALL.map(|kind| Offer { kind, joining: site.offer(kind, way, goes_on) }).into()
}

/// Where island gaps are to be closed, and for whom.
struct Site<'a> {
    mesh: &'a NavMesh,
    derived: &'a Derived,
    issues: &'a Issues,
    query: &'a Query,
}

/// A nearest point at a corner belongs to more than one side; this many pairs of sides are tried.
const MOST_PAIRS: usize = 4;

impl Site<'_> {
    fn offer(
        &self,
        kind: JoinKind,
        way: &GapRoute,
        goes_on: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<(Joining, f64), String> {
        let pairs = if kind == JoinKind::Link { 1 } else { MOST_PAIRS };
        let mut refusal = None;
        let mut tried = Vec::new();
        for nth in 0..pairs {
            let joining = match self.joining(kind, way, nth) {
                Ok(joining) if tried.contains(&joining) => continue,
                Ok(joining) => joining,
                Err(why) => {
                    refusal = refusal.or(Some(why));
                    continue;
                }
            };
            match self.length_after(&joining, goes_on) {
                Ok(length) => return Ok((joining, length)),
                Err(why) => refusal = refusal.or(Some(why)),
            }
            tried.push(joining);
        }
        Err(refusal.unwrap_or_else(|| "There is no gap to close.".into()))
    }

    /// The edit, with the sides that suit it `nth` best.
    fn joining(&self, kind: JoinKind, way: &GapRoute, nth: usize) -> Result<Joining, String> {
        match kind {
            JoinKind::Weld => {
                let misses: Result<Vec<_>, _> =
                    way.island_gaps.iter().map(|gap| self.misses(gap, nth)).collect();
                Ok(Joining::Weld(misses?.concat()))
            }
            JoinKind::Bridge => {
                let pair = |gap| nth_or_last(&self.pairs(gap, |ends| -self.breadth(ends)), nth);
                Ok(Joining::Bridge(way.island_gaps.iter().filter_map(pair).collect()))
            }
            JoinKind::Link => {
                let link = |gap: &IslandGap| Link::between(gap.from.point.as_vec3(), gap.to.point.as_vec3());
                Ok(Joining::Link(way.island_gaps.iter().map(link).collect()))
            }
        }
    }

    /// How long the path is after an edit, in metres; or why there is none.
    fn length_after(
        &self,
        joining: &Joining,
        goes_on: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<f64, String> {
        if goes_on(0).is_break() {
            return Err("The search was stopped.".into());
        }
        let mut draft = Draft::new(self.mesh.clone(), self.derived.adjacency.clone());
        let edited = joining.run(&mut draft).map_err(|refusal| refusal.to_string())?;
        let (mesh, mut derived) = (draft.into_mesh(), self.derived.clone());
        derived.update(&mesh);
        if let Some(cell) = overlapped(&mesh, &derived, &edited.cells) {
            return Err(format!("The cell between the borders would lie over cell {}.", cell.0));
        }
        let (answer, _) = find_path_while(&mesh, &derived, self.query, &mut Silent, goes_on);
        match (answer.path(), answer.why()) {
            (Some(path), _) => Ok(path.length),
            (None, Some(why)) => Err(format!("There is still no path: {why}.")),
            (None, None) => Err("There is still no path.".into()),
        }
    }

    /// What is to be welded to close an island gap.
    fn misses(&self, gap: &IslandGap, nth: usize) -> Result<Vec<NearMiss>, String> {
        let island = |cell: CellId| self.derived.islands.of(cell);
        let both: [Option<IslandId>; 2] = [gap.from, gap.to].map(|end| island(end.side.cell));
        let almost = self.issues.iter().filter_map(|issue| match issue.kind {
            IssueKind::NearMiss(miss) => {
                let is_on = |side: Option<IslandId>| issue.cells.iter().any(|&cell| island(cell) == side);
                both.into_iter().all(is_on).then_some(miss)
            }
            _ => None,
        });
        let almost: Vec<NearMiss> = almost.collect();
        if !almost.is_empty() {
            return Ok(almost);
        }
        let pair = nth_or_last(&self.pairs(gap, |ends| self.mismatch(ends)), nth);
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
        Ok(short.map(|vertex| self.miss(vertex, long)).into())
    }

    /// A vertex goes to the end of a side where that is hardly farther than the side is, else onto the side.
    fn miss(&self, vertex: VertexId, side: [VertexId; 2]) -> NearMiss {
        const HARDLY: f64 = 2.0;
        let place = self.at(vertex);
        let [from, to] = side.map(|end| self.at(end));
        let onto = crate::geometry::nearest_points([place; 2], [from, to])[1];
        let (nearest, far) = if place.distance(from) <= place.distance(to) {
            (side[0], place.distance(from))
        } else {
            (side[1], place.distance(to))
        };
        if far <= HARDLY * place.distance(onto) {
            NearMiss::Vertices(nearest, vertex)
        } else {
            NearMiss::VertexEdge(vertex, Edge::new(side[0], side[1]))
        }
    }

    /// The pairs of sides that meet an island gap's nearest points, the one with the least `rank` first.
    fn pairs(&self, gap: &IslandGap, rank: impl Fn([[VertexId; 2]; 2]) -> f64) -> Vec<[HalfEdge; 2]> {
        let (ones, others) = (self.sides_at(gap.from), self.sides_at(gap.to));
        let all = ones.iter().flat_map(|&one| others.iter().map(move |&other| [one, other]));
        let ranked = all.filter_map(|pair| Some((rank(self.ends(pair)?), pair)));
        let mut ranked: Vec<(f64, [HalfEdge; 2])> = ranked.collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        ranked.into_iter().map(|(_, pair)| pair).collect()
    }

    /// The side of an island gap's end, and the other border sides at its corner if it lies on one.
    fn sides_at(&self, end: IslandGapEnd) -> Vec<HalfEdge> {
        let mut sides = vec![end.side];
        let corners = self.mesh.half_edge(end.side).into_iter().flatten();
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

    /// How broad the ground between two sides is: twice its area by the length around it; less than nothing where it
    /// is not between them.
    fn breadth(&self, [[a, b], [c, d]]: [[VertexId; 2]; 2]) -> f64 {
        let ring = [b, a, d, c].map(|vertex| ground(self.mesh.position(vertex)));
        let around: f64 = (0..4).map(|i| f64::from(ring[i].distance(ring[(i + 1) % 4]))).sum();
        let breadth = 2.0 * ground_area(&ring) / around;
        if shape(&ring) == Shape::SelfCrossing { -around } else { breadth }
    }

    /// How far two sides are from being each other's twins, in metres.
    fn mismatch(&self, [[a, b], [c, d]]: [[VertexId; 2]; 2]) -> f64 {
        self.at(a).distance(self.at(d)) + self.at(b).distance(self.at(c))
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
