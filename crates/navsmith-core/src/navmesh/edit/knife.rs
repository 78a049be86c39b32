//! Cutting of cells along a straight line.
//!
//! Id stability: the piece to the right of the cut keeps the id of its cell; all other ids stay.

use glam::Vec2;

use super::{CellId, Corner, Draft, Edge, EditResult, Edited, Refusal, VertexId, draw, require, ring};
use crate::geometry::{Segment, Turn, doubled_area, ground, is_convex_but_for_rounding, rounding, turn};

/// Cuts the cells along the straight line between two vertices or points of edges, seen from above.
///
/// The cut passes through all edges and vertices on the line. Refused if the line leaves the mesh, or if it cuts
/// nothing because it runs along edges.
pub fn cut(draft: &mut Draft, from: Corner, to: Corner) -> EditResult {
    if [from, to].iter().any(|corner| matches!(corner, Corner::New(_))) {
        return Err(Refusal::CutInTheOpen);
    }
    let ends = draw::place(draft, &[from, to])?;
    let (mut here, goal) = (ends[0], ends[1]);
    let mut edited = Edited::of_vertices(vec![here]);
    let most_steps = draft.mesh().cell_count() + draft.mesh().vertex_count();
    for _ in 0..most_steps {
        if here == goal {
            break;
        }
        here = match next_step(draft, here, goal).ok_or(Refusal::CutLeavesMesh)? {
            Step::Along(vertex) => vertex,
            Step::Across(cell, corner) => {
                let vertex = draw::place(draft, &[corner])?[0];
                edited.cells.extend(cut_cell(draft, cell, here, vertex)?);
                edited.edges.push(Edge::new(here, vertex));
                vertex
            }
        };
        edited.vertices.push(here);
    }
    match (here == goal, edited.edges.is_empty()) {
        (false, _) => Err(Refusal::CutLeavesMesh),
        (true, true) => Err(Refusal::CutAlongEdges),
        (true, false) => Ok(Edited { cells: require::distinct(&edited.cells), ..edited }),
    }
}

fn cut_cell(draft: &mut Draft, cell: CellId, from: VertexId, to: VertexId) -> Result<Vec<CellId>, Refusal> {
    let corners = ring::from_corner(draft, cell, from).ok_or(Refusal::CutLeavesMesh)?;
    let far = corners.iter().position(|&corner| corner == to).ok_or(Refusal::CutLeavesMesh)?;
    let right = corners[..=far].to_vec();
    let left: Vec<VertexId> = corners[far..].iter().chain(&corners[..1]).copied().collect();
    let was_convex = is_convex_but_for_rounding(&ring::on_ground(draft, &corners));
    if was_convex && !(ring::is_sound(draft, &right) && ring::is_sound(draft, &left)) {
        return Err(Refusal::CutAlongEdges);
    }
    ring::take_apart(draft, cell, vec![right, left])
}

enum Step {
    /// Along an edge to its other end.
    Along(VertexId),
    /// Across a cell to another of its corners or to a point of another side.
    Across(CellId, Corner),
}

/// Returns the next step from a vertex straight towards another; `None` at the end of the mesh.
fn next_step(draft: &Draft, here: VertexId, goal: VertexId) -> Option<Step> {
    let ray = Ray::new(draft, here, goal);
    let mut star = draft.adjacency().star(here).to_vec();
    star.sort_unstable();
    let rings = || star.iter().filter_map(|&cell| Some((cell, ring::from_corner(draft, cell, here)?)));
    let along = rings()
        .flat_map(|(_, corners)| [corners[1], corners[corners.len() - 1]])
        .find(|&corner| ray.passes(ground(draft.mesh().position(corner))));
    if let Some(vertex) = along {
        return Some(Step::Along(vertex));
    }
    rings().find_map(|(cell, corners)| {
        let points = ring::on_ground(draft, &corners);
        ray.enters(&points).then(|| Some(Step::Across(cell, first_hit(&ray, &corners, &points)?)))?
    })
}

/// Returns the first intersection of a ring with a ray that enters it from its first corner.
fn first_hit(ray: &Ray, corners: &[VertexId], points: &[Vec2]) -> Option<Corner> {
    let mut hits = Vec::new();
    for i in 1..points.len() - 1 {
        let side = Segment::new(points[i], points[i + 1]);
        if ray.passes(side.from) {
            hits.push((side.from, Corner::Vertex(corners[i])));
        } else if let Some(t) = ray.crosses(&side).filter(|_| !ray.passes(side.to)) {
            let edge = Edge::new(corners[i], corners[i + 1]);
            let t = if edge.ends()[0] == corners[i] { t } else { 1.0 - t };
            hits.push((side.at(t), Corner::OnEdge { edge, t }));
        }
    }
    let distance = |point: Vec2| ray.from.distance_squared(point);
    hits.into_iter().min_by(|a, b| distance(a.0).total_cmp(&distance(b.0))).map(|(_, corner)| corner)
}

struct Ray {
    from: Vec2,
    to: Vec2,
}

impl Ray {
    fn new(draft: &Draft, from: VertexId, to: VertexId) -> Self {
        Self { from: ground(draft.mesh().position(from)), to: ground(draft.mesh().position(to)) }
    }

    /// Whether a point lies on the segment, start excluded, up to rounding.
    fn passes(&self, point: Vec2) -> bool {
        let (along, arm) = ((self.to - self.from).as_dvec2(), (point - self.from).as_dvec2());
        let slack = f64::from(rounding(&[self.from, self.to, point]));
        let off_line = doubled_area(self.from, self.to, point).abs() / along.length();
        let ahead = along.dot(arm) / along.length();
        off_line <= slack && ahead > 0.0 && ahead <= along.length() + slack
    }

    fn enters(&self, ring: &[Vec2]) -> bool {
        let (next, previous) = (ring[1], ring[ring.len() - 1]);
        let is_left_of_next = turn(self.from, next, self.to) == Turn::Left;
        let is_right_of_previous = turn(self.from, previous, self.to) == Turn::Right;
        match turn(previous, self.from, next) {
            Turn::Right => is_left_of_next || is_right_of_previous,
            _ => is_left_of_next && is_right_of_previous,
        }
    }

    /// Returns the position on a side at which the segment crosses it, if it does.
    fn crosses(&self, side: &Segment) -> Option<f32> {
        crate::geometry::segments_cross(&Segment::new(self.from, self.to), side)
            .then(|| side.crossing(&Segment::new(self.from, self.to)))?
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{TWO_SQUARES, after, lines};
    use super::*;

    fn on(a: u32, b: u32, t: f32) -> Corner {
        Corner::OnEdge { edge: Edge::new(VertexId(a), VertexId(b)), t }
    }

    fn at(vertex: u32) -> Corner {
        Corner::Vertex(VertexId(vertex))
    }

    #[test]
    fn cells_are_cut_along_a_straight_line_within_the_mesh() {
        let cut_cells = |mesh: &str, from: Corner, to: Corner| after(mesh, |draft| cut(draft, from, to));
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 1 2) 3(2 1 0) 4(0 1) 5(2 1 1); c 0[4 1 2 5]@1 1[5 3 0 4]@1
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0); c 0[0 1 2] 1[3 2 4 5] 2[2 3 0]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(2 1); c 0[0 1 2 6] 1[6 2 4] 2[6 3 0] 3[4 5 3 6]
            v 0(0 0) 1(0 1) 2(0 2) 3(2 2) 4(2 1) 5(2 0) 6(4 2) 7(4 1) 8(4 0); c 0[1 2 3 4] 1[4 3 6 7] 2[4 5 0 1] 3[7 8 5 4]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 3) 5(4 -1) 6(2 1.5); c 0[0 1 2] 1[0 2 6] 2[6 2 4] 3[6 3 0] 4[4 5 3 6]
            v 0(0 0) 1(0 3) 2(3 3) 3(3 2) 4(1 2) 5(1 0) 6(0 1.5); c 0[4 5 0 6] 1[6 1 2 3 4]
            The straight line between these points leaves the mesh. Cut in several pieces.
            The cut runs along edges that are there already. Choose points with a cell between them.
            A cut begins and ends on an edge or a vertex. Click on one.
        "#]]
        .assert_eq(&lines([
            // A cell is cut from edge to edge.
            cut_cells("v 0 0, 0 2, 2 1 2, 2 1 0; c 0 1 2 3 @1", on(0, 1, 0.5), on(2, 3, 0.5)),
            // A cell is cut from vertex to vertex.
            cut_cells(TWO_SQUARES, at(0), at(2)),
            // A cut crosses several cells.
            cut_cells(TWO_SQUARES, at(0), at(4)),
            // A cut goes through a vertex on its way.
            cut_cells("v 0 0, 0 1, 0 2, 2 2, 2 1, 2 0, 4 2, 4 1, 4 0; c 0 1 2 3 4 5, 5 4 3 6 7 8", at(1), at(7)),
            // A cut follows an edge and then leaves it.
            cut_cells("v 0 0, 0 2, 2 2, 2 0, 4 3, 4 -1; c 0 1 2, 0 2 3, 3 2 4 5", at(0), on(4, 5, 0.0)),
            // A concave cell is cut at its reflex corner.
            cut_cells("v 0 0, 0 3, 3 3, 3 2, 1 2, 1 0; c 0 1 2 3 4 5", at(4), on(0, 1, 0.5)),
            // A cut out of the mesh is refused.
            cut_cells("v 0 0, 0 3, 3 3, 3 2, 1 2, 1 0; c 0 1 2 3 4 5", at(5), at(3)),
            // A cut along an edge is refused.
            cut_cells(TWO_SQUARES, on(2, 3, 0.25), at(3)),
            // A cut into the open is refused.
            cut_cells(TWO_SQUARES, at(0), Corner::New(glam::Vec3::ONE)),
        ]));
    }
}
