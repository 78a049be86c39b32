//! Joining of a cut-out cell to other cells, where they coincide or touch without overlap.

use std::collections::{BTreeMap, BTreeSet};

use super::{CellId, Draft, Edge, Rim, VertexId, edges_of, extent, place_on, ring};
use crate::geometry::{Segment, ground, rounding};
use crate::navmesh::edit::substitute;

impl Rim {
    /// Joins the cell of this outline to adjacent cells at vertices that lie on an edge of the other.
    ///
    /// Unlike cells that are cut, these keep their heights; cells above or below are not joined.
    pub(super) fn join_touching(&mut self, draft: &mut Draft, beside: &[CellId]) {
        if self.corners.iter().any(|corner| corner.vertex.is_none()) {
            return;
        }
        let cells = self.cells_within_reach(draft, beside);
        for edge in edges_of(draft, &cells) {
            self.split_touched_edge(draft, edge);
        }
        let corners = cells.iter().flat_map(|&cell| draft.mesh().corners(cell));
        for &id in corners.filter(|&&id| self.corners.iter().all(|corner| corner.vertex != Some(id))) {
            let place = |i: usize| self.place_in_space(draft, i, id).map(|t| (i, t));
            if !self.places.contains_key(&id)
                && let Some(place) = (0..self.corners.len()).find_map(place)
            {
                self.places.insert(id, place);
            }
        }
    }

    /// Returns the cells whose ground boxes intersect the outline's box.
    fn cells_within_reach(&self, draft: &Draft, cells: &[CellId]) -> Vec<CellId> {
        let points = self.points();
        let (min, max) = extent(&points);
        let is_near = |cell: &&CellId| {
            let points = draft.mesh().ground_ring(**cell);
            let (low, high) = extent(&points);
            let slack = rounding(&[min, max, low, high]);
            (low - slack).cmple(max).all() && (high + slack).cmpge(min).all()
        };
        cells.iter().filter(is_near).copied().collect()
    }

    /// Inserts the corners of the outline that lie on an edge into the cells there.
    fn split_touched_edge(&self, draft: &mut Draft, edge: Edge) {
        let on_edge = |id: VertexId| {
            let is_end = edge.ends().contains(&id);
            let t = place_on(&ring::segment(draft, edge), ground(draft.mesh().position(id)))?;
            (!is_end && is_at_height(draft, edge.ends(), t, id)).then_some((t, id))
        };
        let corners = self.corners.iter().filter_map(|corner| corner.vertex);
        let mut hits: Vec<(f64, VertexId)> = corners.filter_map(on_edge).collect();
        hits.sort_by(|a, b| a.0.total_cmp(&b.0));
        let inserted: Vec<VertexId> = hits.into_iter().map(|(_, id)| id).collect();
        if !inserted.is_empty() {
            ring::insert_on_edge(draft, edge, &inserted);
        }
    }

    /// Returns the position of a vertex on a side of the outline, strictly between the ends.
    fn place_in_space(&self, draft: &Draft, side: usize, id: VertexId) -> Option<f64> {
        let ends = [self.corners[side].vertex?, self.corners[(side + 1) % self.corners.len()].vertex?];
        let [from, to] = ends.map(|end| ground(draft.mesh().position(end)));
        let t = place_on(&Segment::new(from, to), ground(draft.mesh().position(id)))?;
        is_at_height(draft, ends, t, id).then_some(t)
    }
}

/// Whether a vertex has the height of the point at `t` between two others, up to rounding.
fn is_at_height(draft: &Draft, ends: [VertexId; 2], t: f64, id: VertexId) -> bool {
    let [from, to] = ends.map(|end| draft.mesh().position(end));
    let at = draft.mesh().position(id);
    let height = f64::from(from.y) + f64::from(to.y - from.y) * t;
    let largest =
        [from, to, at].iter().fold(0.0, |largest: f32, point| largest.max(point.abs().max_element()));
    (f64::from(at.y) - height).abs() <= f64::from(8.0 * f32::EPSILON * largest)
}

/// Merges each of some corners with a corner of the other cells at the same position on the ground.
///
/// Skips a merge that would give a cutter the corners of another cell, because one of the two would be removed.
pub(super) fn join_corners(draft: &mut Draft, corners: &[VertexId], from: &[CellId], cutters: &[CellId]) {
    for &corner in corners {
        let place = draft.mesh().position(corner);
        let others = from.iter().flat_map(|&cell| draft.mesh().corners(cell)).copied();
        let same = others.filter(|&other| other != corner).find(|&other| ring::is_at(draft, place, other));
        if let Some(same) = same
            && !cutters.iter().any(|&cell| would_repeat(draft, cell, [corner, same]))
        {
            // Both vertices stay if a sound cell would break.
            substitute::join(draft, &BTreeMap::from([(corner, same)]), None).ok();
        }
    }
}

/// Whether a cell would have the corners of another one if the first of two vertices became the second.
fn would_repeat(draft: &Draft, cell: CellId, [gone, stays]: [VertexId; 2]) -> bool {
    let corners = |cell| -> BTreeSet<VertexId> {
        let corners = draft.mesh().corners(cell).iter();
        corners.map(|&corner| if corner == gone { stays } else { corner }).collect()
    };
    let own = corners(cell);
    own.contains(&stays)
        && draft.adjacency().star(stays).iter().any(|&other| other != cell && corners(other) == own)
}
