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
