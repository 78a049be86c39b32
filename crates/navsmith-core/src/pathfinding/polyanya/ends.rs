//! Ends of a search: the cells that start and target touch, and the blocks between them.

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::Polyanya;
use super::node::{Node, RootPoint};
use crate::geometry::{doubled_area, ground, nearest_points, rounding, surely_inside};
use crate::navmesh::{CellId, VertexId};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::search_mesh::{DEAD_END, SearchMeshSource, is_side};

/// Bound of the rounding error of a point on a surface, as a share of its largest coordinate.
const SPACE_ROUNDING: f32 = 32.0 * f32::EPSILON;

/// Cells that a point touches.
#[derive(Clone, Debug, Default)]
pub(super) struct TouchedNodes {
    /// First sides of the cells.
    pub(super) cells: SmallVec<[u32; 4]>,
    /// For each cell, the cell of the document that the point touches; differs only for merged cells.
    own: SmallVec<[CellId; 4]>,
    /// Whether the point lies inside of a convex cell and therefore sees all its sides.
    pub(super) is_inside: bool,
}

impl TouchedNodes {
    /// Returns the cell of the document that the point touches, among those merged into a cell.
    pub(super) fn own_of(&self, cell: u32) -> CellId {
        let nth = self.cells.iter().position(|&touched| touched == cell);
        nth.and_then(|nth| self.own.get(nth)).copied().unwrap_or_default()
    }
}

impl<L: SearchMeshSource> Polyanya<L> {
    /// Marks all blocks on the paths between start and target; returns whether these are connected.
    pub(super) fn mark_blocks(&mut self) -> bool {
        let floor = self.layout.floor();
        self.on_the_way.resize(floor.block_count(), 0);
        let Some((&from, also_from)) = self.run.first.cells.split_first() else { return false };
        let mut is_joined = true;
        for &to in self.run.goals.cells.iter().chain(also_from) {
            is_joined &=
                floor.blocks_between(from, to, |block| self.on_the_way[block as usize] = self.run.number);
        }
        if floor.has_blocks() {
            return is_joined;
        }
        // The search skips dead ends, except those in which the target lies.
        for nth in 0..self.run.goals.cells.len() {
            for side in self.layout.floor().ring(self.run.goals.cells[nth]) {
                let into = self.twin(side);
                if is_side(into) {
                    match self.layout.floor().half(into).block {
                        DEAD_END => self.run.into_goals.push(into),
                        block => self.on_the_way[block as usize] = self.run.number,
                    }
                }
            }
        }
        is_joined
    }

    /// Whether the same interval was generated before with the same root.
    ///
    /// Around reversed cells and sides without length, intervals would otherwise repeat.
    pub(super) fn is_repeated(&mut self, node: &Node) -> bool {
        self.run.may_repeat && !self.run.generated.insert((self.exit_of(node), node.key()))
    }

    /// Returns the cells that a located point touches, its own cell first.
    ///
    /// Includes the cells across each side that the point lies on, transitively. Returns `None` if the agent may not
    /// enter the point's own cell.
    pub(super) fn touching(&mut self, end: &Located) -> Option<TouchedNodes> {
        let point = self.mirrored(ground(end.point));
        let start = self.layout.enter(end.cell)?;
        let own = self.piece_at(start, point);
        let is_inside = self.layout.floor().winding(own) == self.run.winding;
        let mut touched = TouchedNodes { is_inside, ..TouchedNodes::default() };
        touched.cells.push(own);
        touched.own.push(end.cell);
        if is_inside && self.is_surely_inside(point, own) {
            return Some(touched);
        }
        let mut next = 0;
        while let Some(&start) = touched.cells.get(next) {
            next += 1;
            // In the ground plan, a point is beyond all sides of a reversed cell around it.
            let is_reversed = self.layout.floor().winding(start) != self.run.winding;
            for side in self.layout.floor().ring(start) {
                if !self.is_on(point, side) || is_reversed && !self.is_near(end.point, side) {
                    continue;
                }
                touched.is_inside = false;
                let twin = self.twin(side);
                if is_side(twin) && !touched.cells.contains(&self.layout.floor().first(twin)) {
                    touched.cells.push(self.layout.floor().first(twin));
                    touched.own.push(self.own(twin).cell);
                }
            }
        }
        Some(touched)
    }

    /// Returns the first side of the first piece of a cell that contains a point.
    ///
    /// If no piece contains it, returns that of the nearest piece.
    fn piece_at(&self, start: u32, point: Vec2) -> u32 {
        let floor = self.layout.floor();
        let mut pieces = floor.pieces(start);
        if pieces.nth(1).is_none() {
            return start;
        }
        let distance = |piece: u32| {
            let mut farthest = 0.0;
            for side in floor.ring(piece) {
                let [from, to] = self.line(side);
                let off = -doubled_area(from, to, point) / (to - from).as_dvec2().length();
                farthest = if off > farthest { off } else { farthest };
            }
            farthest
        };
        let pieces = floor.pieces(start).map(|piece| (piece, distance(piece)));
        pieces.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(start, |(piece, _)| piece)
    }

    fn is_surely_inside(&self, point: Vec2, cell: u32) -> bool {
        let floor = self.layout.floor();
        let ring = cell as usize..cell as usize + usize::from(floor.half(cell).len);
        surely_inside(floor.halves[ring].iter().map(|half| self.mirrored(half.at)), point)
    }

    /// Whether a point lies on a side, or beyond it because of rounding.
    pub(super) fn is_on(&self, point: Vec2, side: u32) -> bool {
        let [from, to] = self.line(side);
        let area = doubled_area(from, to, point);
        if area > 0.0 {
            return false;
        }
        // The point projects onto the side, or at most the rounding past one of its ends.
        let slack = if area < 0.0 { rounding(&[point, from, to]) } else { 0.0 };
        let [along, off] = [to - from, point - from].map(Vec2::as_dvec2);
        let slack = f64::from(slack) * along.length();
        (-slack..=along.length_squared() + slack).contains(&along.dot(off))
    }

    /// Whether a point lies on a side in space, up to rounding.
    fn is_near(&self, point: Vec3, side: u32) -> bool {
        let floor = self.layout.floor();
        let place = |side: u32| floor.places.get(floor.half(side).spot as usize).map(|place| place.at);
        let ends = [place(side), place(floor.after(side))];
        let [Some(from), Some(to)] = ends else { return false };
        let largest = [from, to, point].iter().fold(0.0_f32, |most, at| most.max(at.abs().max_element()));
        let [from, to, point] = [from, to, point].map(Vec3::as_dvec3);
        let [nearest, _] = nearest_points([from, to], [point; 2]);
        nearest.distance(point) <= f64::from(SPACE_ROUNDING * largest)
    }

    /// Returns the vertex at the position of the start, if there is one.
    pub(super) fn vertex_at(&self, root: &RootPoint, first: &[u32]) -> Option<VertexId> {
        let floor = self.layout.floor();
        let mut sides = first.iter().flat_map(|&cell| floor.ring(cell));
        sides
            .find(|&side| self.at(side) == root.at)
            .map(|side| floor.places[floor.half(side).spot as usize].vertex)
    }
}
