//! Division of cells that cross or touch themselves.
//!
//! Id stability: the largest counter-clockwise piece keeps the id of the cell, and corners keep theirs. A crossing
//! becomes a new vertex.

use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, VertexId, cells, require, ring, separate};
use crate::geometry::{Shape, Vec2, Vec3, ground, ground_area, noded, shape, sides};
use crate::navmesh::{Cell, EdgeKind};
use crate::triangulation::Faces;

/// Maximum number of steps of a division: at least, and for each corner.
const LEAST_STEPS: usize = 4_000_000;
const STEPS_PER_CORNER: usize = 2_000;

/// Replaces a cell that crosses itself by convex cells on the ground around which it winds.
///
/// Points where its sides cross or touch become vertices of all cells on the sides. Pieces without area are removed. A
/// piece gets own vertices at an edge that a neighbour has in the same direction. Refused for a cell that does
/// not cross itself, and if the crossings take more steps than the number of corners justifies.
pub fn untangle(draft: &mut Draft, id: CellId) -> EditResult {
    let area = require::cell(draft, id)?.area();
    let outline = draft.mesh().ground_ring(id);
    if shape(&outline) != Shape::SelfCrossing {
        return Err(Refusal::Already("simple"));
    }
    let division = Division::of(&outline).ok_or(Refusal::TooManyCrossings(id))?;
    let corners = draft.mesh().corners(id).to_vec();
    let vertices = division.vertices(draft, &corners);
    let of_nodes = |nodes: &Vec<usize>| nodes.iter().filter_map(|&node| vertices[node]).collect::<Vec<_>>();
    let (kept, others) = division.pieces.split_at(usize::from(division.keeps_id));
    // Without a piece that keeps the id, the cell is removed.
    let mut new = ring::divide(draft, id, kept.iter().map(of_nodes));
    new.extend(others.iter().map(|piece| draft.add_cell(of_nodes(piece), area)));
    for (side, path) in division.paths.iter().enumerate() {
        let [from, to] = [corners[side], corners[(side + 1) % corners.len()]];
        let inner = path.get(1..path.len() - 1).unwrap_or_default();
        let (edge, mut inner) = (Edge::new(from, to), of_nodes(&inner.to_vec()));
        if edge.ends()[0] != from {
            inner.reverse();
        }
        if !inner.is_empty() {
            ring::insert_on_edge(draft, edge, &inner);
        }
    }
    ring::remove_unused(draft, corners.into_iter().chain(vertices.into_iter().flatten()));
    separate_from_neighbors(draft, &new);
    // Refused if no two can be joined.
    cells::merge_convex(draft, &new).ok();
    Ok(Edited::of_cells(new.into_iter().filter(|&cell| draft.mesh().cell(cell).is_some()).collect()))
}

/// The pieces of a cell, as rings of nodes on the ground.
struct Division {
    nodes: Vec<Vec2>,
    /// The nodes on each side of the cell.
    paths: Vec<Vec<usize>>,
    /// The convex pieces; the largest of those around which the cell winds counter-clockwise is the first.
    pieces: Vec<Vec<usize>>,
    /// Whether the cell winds counter-clockwise around the first piece.
    keeps_id: bool,
}

impl Division {
    /// Divides the ground around which a ring winds; `None` if it takes too many steps.
    fn of(outline: &[Vec2]) -> Option<Self> {
        let mut steps = LEAST_STEPS + STEPS_PER_CORNER * outline.len();
        let noded = noded(sides(outline), &mut steps)?;
        let faces = Faces::of_paths(&noded)?;
        let of_winding = |is_chosen: fn(i32) -> bool| faces.pieces(is_chosen, Cell::MOST_CORNERS);
        let reversed = of_winding(|winding| winding < 0).into_iter().map(|piece| (false, piece));
        let pieces = of_winding(|winding| winding > 0).into_iter().map(|piece| (true, piece));
        let pieces: Vec<(bool, Vec<usize>)> = pieces.chain(reversed).collect();
        let area = |piece: &Vec<usize>| {
            ground_area(&piece.iter().map(|&node| noded.nodes[node]).collect::<Vec<_>>())
        };
        let areas: Vec<f64> = pieces.iter().map(|(_, piece)| area(piece)).collect();
        let order = |&a: &usize, &b: &usize| {
            pieces[a].0.cmp(&pieces[b].0).then(areas[a].total_cmp(&areas[b])).then(b.cmp(&a))
        };
        let first = (0..pieces.len()).max_by(order).unwrap_or_default();
        let keeps_id = pieces.get(first).is_some_and(|&(keeps_id, _)| keeps_id);
        let mut pieces: Vec<Vec<usize>> = pieces.into_iter().map(|(_, piece)| piece).collect();
        if !pieces.is_empty() {
            pieces.swap(0, first);
        }
        Some(Self { nodes: noded.nodes, paths: noded.paths, pieces, keeps_id })
    }

    /// Returns a vertex for each node: a corner of the cell at its position, or a new one on a side.
    fn vertices(&self, draft: &mut Draft, corners: &[VertexId]) -> Vec<Option<VertexId>> {
        let mut vertices: Vec<Option<VertexId>> = vec![None; self.nodes.len()];
        for (path, &corner) in self.paths.iter().zip(corners) {
            vertices[path[0]].get_or_insert(corner);
        }
        for (side, path) in self.paths.iter().enumerate() {
            let ends = [corners[side], corners[(side + 1) % corners.len()]];
            let ends = ends.map(|end| draft.mesh().position(end));
            let [from, to] = ends.map(|end| ground(end).as_dvec2());
            let heights = ends.map(|end| f64::from(end.y));
            let along = to - from;
            for &node in path {
                let at = self.nodes[node];
                let t = (at.as_dvec2() - from).dot(along) / along.length_squared();
                let height = (heights[0] + (heights[1] - heights[0]) * t) as f32;
                vertices[node].get_or_insert_with(|| draft.add_vertex(Vec3::new(at.x, height, at.y)));
            }
        }
        vertices
    }
}

/// Gives pieces own vertices at edges that another cell has in the same direction.
fn separate_from_neighbors(draft: &mut Draft, pieces: &[CellId]) {
    for &piece in pieces {
        let corners = draft.mesh().corners(piece).to_vec();
        let next = corners.iter().skip(1).chain(corners.first());
        for (&from, &to) in corners.iter().zip(next) {
            let edge = Edge::new(from, to);
            if draft.adjacency().kind(draft.mesh(), edge) != EdgeKind::Tangled {
                continue;
            }
            let sides = draft.adjacency().sides_of(draft.mesh(), edge);
            let runs_beside = sides.iter().any(|&side| {
                !pieces.contains(&side.cell) && draft.mesh().half_edge(side) == Some([from, to])
            });
            if runs_beside {
                // Refused where it is connected to the others around both ends.
                separate::separate(draft, edge, piece).ok();
            }
        }
    }
}
