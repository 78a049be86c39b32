//! Closing of small gaps.
//!
//! Id stability: of two vertices the first keeps its id; a vertex that is joined to an edge keeps its own.

use std::collections::BTreeMap;

use super::{Draft, Edge, EditResult, Edited, Refusal, VertexId, mend, require, ring};
use crate::geometry::ground;

/// A gap that is probably unintended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoundaryGap {
    /// Two vertices at almost the same position.
    Vertices(VertexId, VertexId),
    /// A vertex that is almost on an edge.
    VertexEdge(VertexId, Edge),
}

/// Closes gaps between two vertices, or between a vertex and an edge.
///
/// Of two vertices the second moves onto the first. A vertex near an edge moves onto it and becomes a corner of the
/// cells on the edge. Closes pairs of vertices first and skips gaps that have closed meanwhile. Splits cells that
/// become concave. A gap that cannot be closed without breaking a sound cell stays open; refused if all gaps stay
/// open.
pub fn stitch(draft: &mut Draft, gaps: &[BoundaryGap]) -> EditResult {
    require::some(gaps, "stitch")?;
    gaps.iter().try_for_each(|gap| require_gap(draft, gap))?;
    let mut seams = Seams::default();
    for gap in gaps {
        if let &BoundaryGap::Vertices(kept, gone) = gap {
            seams.note(|seams| seams.join(draft, kept, gone));
        }
    }
    for gap in gaps {
        if let &BoundaryGap::VertexEdge(vertex, edge) = gap {
            seams.note(|seams| seams.join_edge(draft, vertex, edge));
        }
    }
    if let (Some(refusal), true) = (seams.refusal, seams.vertices.is_empty()) {
        return Err(refusal);
    }
    seams.vertices.retain(|&vertex| draft.mesh().vertex(vertex).is_some());
    Ok(Edited::of_vertices(require::distinct(&seams.vertices)))
}

fn require_gap(draft: &Draft, gap: &BoundaryGap) -> Result<(), Refusal> {
    match *gap {
        BoundaryGap::Vertices(kept, gone) => {
            [kept, gone].iter().try_for_each(|&v| require::vertex(draft, v).map(drop))
        }
        BoundaryGap::VertexEdge(vertex, edge) => {
            require::vertex(draft, vertex)?;
            require::sides(draft, edge).map(drop)
        }
    }
}

/// The vertices and edges that have replaced others in the gaps closed so far.
#[derive(Default)]
struct Seams {
    survivors: BTreeMap<VertexId, VertexId>,
    halves: BTreeMap<Edge, VertexId>,
    vertices: Vec<VertexId>,
    refusal: Option<Refusal>,
}

impl Seams {
    /// Closes a gap, or stores the reason why it stays open.
    fn note(&mut self, close: impl FnOnce(&mut Self) -> Result<(), Refusal>) {
        self.refusal = close(self).err().or(self.refusal);
    }

    /// Returns the vertex that has replaced this one.
    fn now(&self, mut vertex: VertexId) -> VertexId {
        while let Some(&survivor) = self.survivors.get(&vertex) {
            vertex = survivor;
        }
        vertex
    }

    fn join(&mut self, draft: &mut Draft, kept: VertexId, gone: VertexId) -> Result<(), Refusal> {
        let (kept, gone) = (self.now(kept), self.now(gone));
        if kept != gone && [kept, gone].iter().all(|&v| draft.mesh().vertex(v).is_some()) {
            mend::join(draft, &BTreeMap::from([(gone, kept)]), None)?;
            self.survivors.insert(gone, kept);
            self.vertices.push(kept);
        }
        Ok(())
    }

    fn join_edge(&mut self, draft: &mut Draft, vertex: VertexId, edge: Edge) -> Result<(), Refusal> {
        let vertex = self.now(vertex);
        let edge =
            self.piece_near(draft, vertex, Edge::new(self.now(edge.ends()[0]), self.now(edge.ends()[1])));
        let [from, to] = edge.ends();
        let is_there = draft.mesh().vertex(vertex).is_some() && require::sides(draft, edge).is_ok();
        if !is_there || vertex == from || vertex == to {
            return Ok(());
        }
        let t = ring::segment(draft, edge).nearest(ground(draft.mesh().position(vertex)));
        if t <= 0.0 || t >= 1.0 {
            return self.join(draft, vertex, if t <= 0.0 { from } else { to });
        }
        let place = ring::along(draft, edge, t);
        mend::join(draft, &BTreeMap::new(), Some((vertex, place)))?;
        if require::sides(draft, edge).is_err() {
            return Ok(());
        }
        ring::insert_on_edge(draft, edge, &[vertex]);
        self.halves.insert(edge, vertex);
        self.vertices.push(vertex);
        Ok(())
    }

    /// Returns the piece nearest to a vertex of an edge that earlier closed gaps may have split.
    fn piece_near(&self, draft: &Draft, vertex: VertexId, mut edge: Edge) -> Edge {
        let point = ground(draft.mesh().position(vertex));
        while let Some(&middle) = self.halves.get(&edge) {
            let [one, other] = edge.ends().map(|end| Edge::new(end, self.now(middle)));
            let is_nearer =
                ring::segment(draft, one).distance(point) <= ring::segment(draft, other).distance(point);
            edge = if is_nearer { one } else { other };
        }
        edge
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{SEAM, after, lines};
    use super::*;

    #[test]
    fn gaps_close_in_order_unless_they_closed_on_the_way() {
        let stitched = |mesh: &str, gaps: &[BoundaryGap]| after(mesh, |draft| stitch(draft, gaps));
        let vertices = |a, b| BoundaryGap::Vertices(VertexId(a), VertexId(b));
        let on_edge = |vertex| BoundaryGap::VertexEdge(VertexId(vertex), Edge::new(VertexId(2), VertexId(3)));
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(2.1 0) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[4 2 6 7]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(2 1) 5(4 2) 6(4 0); c 0[0 1 2 4 3] 1[4 5 6]
            v 0(0 0) 1(0 3) 2(3 3) 3(3 0) 4(3 1) 5(5 1) 6(3 2) 7(5 2); c 0[0 1 2 6 4 3] 1[4 6 7 5]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(2.1 0) 6(4 2) 7(4 0); c 0[0 1 2 3] 1[4 2 6 7]
        "#]]
        .assert_eq(&lines([
            // Two vertices become the first.
            stitched(SEAM, &[vertices(2, 5)]),
            // A vertex beside an edge moves onto it.
            stitched("v 0 0, 0 2, 2 2, 2 0, 2.1 1, 4 2, 4 0; c 0 1 2 3, 4 5 6", &[on_edge(4)]),
            // Two vertices join the pieces of one edge in order.
            stitched(
                "v 0 0, 0 3, 3 3, 3 0, 3.1 1, 5 1, 3.1 2, 5 2; c 0 1 2 3, 4 6 7 5",
                &[on_edge(4), on_edge(6)],
            ),
            // A gap closed on the way is passed over.
            stitched(SEAM, &[vertices(2, 5), on_edge(5)]),
        ]));
    }
}
