//! The area of each triangle of outlines, and convex cells of triangles.

use std::collections::{BTreeMap, VecDeque};

use smallvec::SmallVec;

use super::edges::Edges;
use super::{
    KeptReason, Outline, OutlineCell, OutlineCells, OutlineEvent, OutlineRole, OutlineSideId,
    OutlineTriangulation,
};
use crate::geometry::{ConvexRings, EdgeRemoval};
use crate::navmesh::{AreaId, Cell};
use crate::trace::Observer;
use crate::triangulation::{PointId, TriangleSide, Triangulation};

/// The area of each triangle, and the sides that agents do not cross.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Regions {
    /// By triangle; `None` outside of all ground.
    pub(super) areas: Vec<Option<AreaId>>,
    /// By side: whether a chain runs along it.
    pub(super) is_chain: Vec<bool>,
}

impl Regions {
    /// Finds how often each outline winds around each triangle, from outside to inside.
    pub(super) fn of(of: &OutlineTriangulation) -> Self {
        let OutlineTriangulation { outlines, triangulation, edges } = of;
        let mut areas = vec![None; triangulation.triangle_slots()];
        let mut is_known = vec![false; triangulation.triangle_slots()];
        // A region is a set of triangles without constraints between them. It stores how its windings differ from those
        // of the region from which it was found, so that nested outlines take no memory for each pair.
        let mut regions: Vec<Region> = Vec::new();
        let mut found = VecDeque::from([(triangulation.outer_triangle(), None)]);
        while let Some((first, through)) = found.pop_front() {
            if std::mem::replace(&mut is_known[first], true) {
                continue;
            }
            regions.push(Region::found(through, triangulation, edges));
            let number = regions.len() - 1;
            let area = area_of(outlines, &windings(&regions, number));
            let mut open = vec![first];
            while let Some(triangle) = open.pop() {
                areas[triangle] = area;
                for side in TriangleSide::of_triangle(triangle) {
                    let Some(twin) = triangulation.twin(side) else { continue };
                    let other = twin.triangle();
                    if is_known[other] {
                        continue;
                    }
                    if triangulation.is_constraint(side) {
                        found.push_back((other, Some((number, side))));
                    } else {
                        is_known[other] = true;
                        open.push(other);
                    }
                }
            }
        }
        let mut is_chain = vec![false; 3 * triangulation.triangle_slots()];
        for [from, to] in edges.chains(outlines) {
            let side = triangulation.side_between(from, to);
            for side in side.into_iter().flat_map(|side| [Some(side), triangulation.twin(side)]).flatten() {
                is_chain[side.slot()] = true;
            }
        }
        Self { areas, is_chain }
    }

    /// Returns the area of the triangle of a side.
    pub(super) fn area(&self, side: TriangleSide) -> Option<AreaId> {
        self.areas[side.triangle()]
    }

    /// Returns the next side at the same point, clockwise; `None` if no agent can cross to it.
    pub(super) fn across(&self, triangulation: &Triangulation, side: TriangleSide) -> Option<TriangleSide> {
        let twin = triangulation.twin(side).filter(|_| !self.is_chain[side.slot()])?;
        self.area(twin).map(|_| twin.next())
    }

    /// Returns the twin of a side if cells of its triangles can be merged.
    ///
    /// Of the two sides of an edge, only the smaller one has it.
    pub(super) fn merged(&self, triangulation: &Triangulation, side: TriangleSide) -> Option<TriangleSide> {
        self.area(side)?;
        let twin = triangulation.twin(side).filter(|&twin| side < twin && self.area(twin) == self.area(side));
        twin.filter(|_| !self.is_chain[side.slot()])
    }

    /// Returns the triangles of the ground, merged while they stay convex.
    pub(super) fn rings(
        &self,
        triangulation: &Triangulation,
        observer: &mut impl Observer<OutlineEvent>,
    ) -> ConvexRings {
        let slots = 3 * triangulation.triangle_slots();
        let all = || (0..slots as u32).map(TriangleSide);
        let mut rings = ConvexRings::new(all().map(|side| triangulation.origin(side).0 as usize));
        for triangle in (0..triangulation.triangle_slots()).filter(|&triangle| self.areas[triangle].is_some())
        {
            rings.connect(&TriangleSide::of_triangle(triangle).map(TriangleSide::slot));
        }
        self.merge(triangulation, &mut rings, all(), observer);
        rings
    }

    /// Removes edges while rings stay convex; the longest first, and equal ones in their order.
    pub(super) fn merge(
        &self,
        triangulation: &Triangulation,
        rings: &mut ConvexRings,
        sides: impl Iterator<Item = TriangleSide>,
        observer: &mut impl Observer<OutlineEvent>,
    ) {
        let mut inner = Vec::new();
        for side in sides {
            let Some(twin) = self.merged(triangulation, side) else { continue };
            let [from, to] =
                [side, twin].map(|side| triangulation.place(triangulation.origin(side)).as_dvec2());
            inner.push((from.distance_squared(to), side, twin));
        }
        inner.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, side, twin) in inner {
            let place = |point: usize| triangulation.place(PointId(point as u32));
            let edge = [side, twin].map(|side| triangulation.origin(side));
            let removal = rings.remove_if_convex([side.slot(), twin.slot()], place, Cell::MOST_CORNERS);
            observer.observe_with(|| match removal {
                EdgeRemoval::Removed => OutlineEvent::Merged { edge },
                EdgeRemoval::TooManyCorners => {
                    OutlineEvent::Kept { edge, reason: KeptReason::TooManyCorners }
                }
                EdgeRemoval::Concave(corner) => {
                    let corner = PointId(corner as u32);
                    OutlineEvent::Kept { edge, reason: KeptReason::Concave(corner) }
                }
            });
        }
    }

    /// Returns the edges with no ground on either side, except those to outer points.
    pub(super) fn edges_without_ground<'a>(
        &'a self,
        triangulation: &'a Triangulation,
    ) -> impl Iterator<Item = [PointId; 2]> + 'a {
        let triangles =
            (0..triangulation.triangle_slots()).filter(|&at| triangulation.triangle(at).is_some());
        let sides = triangles.flat_map(TriangleSide::of_triangle).filter(move |&side| {
            let twin = triangulation.twin(side).filter(|&twin| side < twin);
            twin.is_some_and(|twin| self.area(side).is_none() && self.area(twin).is_none())
        });
        let edges = sides.map(|side| [triangulation.origin(side), triangulation.end(side)]);
        edges.filter(|edge| !edge.iter().any(|point| point.is_outer()))
    }

    /// Returns the cells of rings, given the edges of chains.
    pub(super) fn cells(
        &self,
        triangulation: &Triangulation,
        chains: impl IntoIterator<Item = [PointId; 2]>,
        rings: ConvexRings,
    ) -> OutlineCells {
        let mut corners = CornerNumbers::of(triangulation);
        let mut cells = Vec::new();
        rings.each_ring(|ring| {
            let Some(area) = self.area(TriangleSide(ring[0] as u32)) else { return };
            let ring =
                ring.iter().map(|&side| corners.number(self, triangulation, TriangleSide(side as u32)));
            cells.push(OutlineCell { corners: ring.map(|number| number as usize).collect(), area });
        });
        let is_between = |&[from, to]: &[PointId; 2]| {
            let sides =
                triangulation.side_between(from, to).map(|side| [Some(side), triangulation.twin(side)]);
            sides.is_some_and(|sides| sides.into_iter().flatten().all(|side| self.area(side).is_some()))
        };
        let chains = chains.into_iter().filter(is_between);
        let constraints = chains.map(|ends| ends.map(|end| triangulation.place(end))).collect();
        let points = corners.points.iter().map(|&point| triangulation.place(point)).collect();
        OutlineCells { points, cells, apart: corners.apart(), constraints }
    }
}

/// How the windings of a region differ from those of another one.
struct Region {
    from: Option<usize>,
    /// Outlines with the change of their windings.
    changes: SmallVec<[(usize, i32); 1]>,
}

impl Region {
    /// Returns the region beyond a side of another one, or outside of all outlines.
    fn found(through: Option<(usize, TriangleSide)>, triangulation: &Triangulation, edges: &Edges) -> Self {
        let Some((from, side)) = through else { return Self { from: None, changes: SmallVec::new() } };
        let ends = [triangulation.origin(side), triangulation.end(side)];
        // An outline winds once more on its left, where the triangle of the side is.
        let change = |(of, is_along): (OutlineSideId, bool)| (of.outline, if is_along { -1 } else { 1 });
        Self { from: Some(from), changes: edges.along(ends).map(change).collect() }
    }
}

/// Returns how often each outline winds around a region, without those that do not.
fn windings(regions: &[Region], number: usize) -> BTreeMap<usize, i32> {
    let mut windings = BTreeMap::new();
    let all = std::iter::successors(Some(&regions[number]), |region| Some(&regions[region.from?]));
    for &(outline, change) in all.flat_map(|region| &region.changes) {
        *windings.entry(outline).or_insert(0) += change;
    }
    windings.retain(|_, winding| *winding != 0);
    windings
}

/// Returns the area that the last ring around a triangle decides; `None` in a hole and outside.
fn area_of(outlines: &[Outline], windings: &BTreeMap<usize, i32>) -> Option<AreaId> {
    windings.keys().rev().find_map(|&outline| match outlines[outline].role {
        OutlineRole::Ground(area) => Some(Some(area)),
        OutlineRole::Hole => Some(None),
        OutlineRole::Constraint => None,
    })?
}

/// Number of a side without one.
const NONE: u32 = u32::MAX;

/// Numbers of the corners of cells, in the order in which they are first used.
///
/// The triangles around a point have one number unless chains or missing ground separate them.
#[derive(Clone, Debug, Default)]
pub(super) struct CornerNumbers {
    /// By number: its point.
    pub(super) points: Vec<PointId>,
    /// By side: number of the corner at which it begins.
    pub(super) numbers: Vec<u32>,
}

impl CornerNumbers {
    /// Returns sides without numbers.
    fn of(triangulation: &Triangulation) -> Self {
        Self { points: Vec::new(), numbers: vec![NONE; 3 * triangulation.triangle_slots()] }
    }

    /// Returns the number of the corner at which a side begins.
    pub(super) fn number(
        &mut self,
        regions: &Regions,
        triangulation: &Triangulation,
        side: TriangleSide,
    ) -> u32 {
        let mut around: SmallVec<[TriangleSide; 16]> = SmallVec::new();
        let mut next = Some(side);
        let mut number = NONE;
        while let Some(side) = next.filter(|_| number == NONE) {
            number = self.numbers[side.slot()];
            around.push(side);
            next = regions.across(triangulation, side).filter(|&next| next != around[0]);
        }
        if number == NONE {
            number = self.points.len() as u32;
            self.points.push(triangulation.origin(side));
        }
        for side in around {
            self.numbers[side.slot()] = number;
        }
        number
    }

    /// Returns the numbers whose points have several numbers.
    fn apart(&self) -> Vec<usize> {
        let mut by_point: Vec<(PointId, usize)> = self.points.iter().copied().zip(0..).collect();
        by_point.sort_unstable();
        let repeated = by_point.chunk_by(|a, b| a.0 == b.0).filter(|equal| equal.len() > 1);
        let mut apart: Vec<usize> = repeated.flatten().map(|&(_, number)| number).collect();
        apart.sort_unstable();
        apart
    }
}
