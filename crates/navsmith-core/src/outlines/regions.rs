//! The area of each triangle of outlines, and convex cells of triangles.

use std::collections::{BTreeMap, VecDeque};

use smallvec::SmallVec;

use super::edges::{Edges, SideOf};
use super::{Outline, OutlineCell, OutlineCells, OutlineRole, OutlineTriangulation};
use crate::navmesh::{AreaId, Cell};
use crate::triangulation::{PointId, TriangleSide, Triangulation};

/// The area of each triangle.
pub(super) struct Regions {
    /// By triangle; `None` outside of all ground.
    areas: Vec<Option<AreaId>>,
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
        Self { areas }
    }

    /// Returns the triangles of the ground, merged while they stay convex.
    pub(super) fn cells(&self, of: &OutlineTriangulation) -> OutlineCells {
        let OutlineTriangulation { triangulation, edges, .. } = of;
        let area = |side: TriangleSide| self.areas[side.triangle()];
        let is_between = |side: TriangleSide, twin: TriangleSide| {
            let ends = [side, twin].map(|side| triangulation.origin(side));
            area(side) == area(twin) && !(triangulation.is_constraint(side) && edges.is_chain(of, ends))
        };
        let is_ground = |triangle: usize| self.areas[triangle].is_some();
        let rings = triangulation.merged(is_ground, is_between, Cell::MOST_CORNERS);
        let mut numbering =
            Numbering { points: Vec::new(), numbers: vec![u32::MAX; triangulation.point_slots()] };
        let mut cells = Vec::new();
        for ring in rings {
            let Some(area) = area(ring[0]) else { continue };
            let corners = ring.into_iter().map(|side| numbering.number(triangulation.origin(side)));
            cells.push(OutlineCell { corners: corners.collect(), area });
        }
        let is_on_ground = |&[from, to]: &[PointId; 2]| {
            let sides =
                triangulation.side_between(from, to).map(|side| [Some(side), triangulation.twin(side)]);
            sides.is_some_and(|sides| sides.into_iter().flatten().all(|side| area(side).is_some()))
        };
        let chains = edges.chains(of).filter(is_on_ground);
        let mut constraints: Vec<[usize; 2]> = chains
            .map(|ends| ends.map(|end| numbering.number(end)))
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        constraints.sort_unstable();
        let points = numbering.points.iter().map(|&point| triangulation.place(point)).collect();
        OutlineCells { points, cells, constraints }
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
        let change = |(of, is_along): (SideOf, bool)| (of.outline, if is_along { -1 } else { 1 });
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

/// Numbers of points, in the order in which they are first used.
struct Numbering {
    points: Vec<PointId>,
    /// By point; `u32::MAX` for one without a number.
    numbers: Vec<u32>,
}

impl Numbering {
    fn number(&mut self, point: PointId) -> usize {
        let number = &mut self.numbers[point.0 as usize];
        if *number == u32::MAX {
            *number = self.points.len() as u32;
            self.points.push(point);
        }
        *number as usize
    }
}
