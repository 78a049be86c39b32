//! Construction of a search mesh from a whole mesh.

use glam::Vec2;

use super::corners::fan_at;
use super::starts::{Start, Starts};
use super::{BLOCKED, Half, HalfKind, NONE, SearchMesh, UNKNOWN, VertexPlace, WALL};
use crate::geometry::{convex_winding, doubled_area, ground, ground_area};
use crate::navmesh::{CellId, HalfEdge, Pieces, VertexId};
use crate::pathfinding::agent::walkable::Walkable;

impl SearchMesh {
    /// Builds the search mesh of all cells that an agent may enter. Linear.
    pub fn build(walkable: &Walkable<'_>) -> Self {
        let mut floor = Self::laid_out(walkable);
        floor.find_blocks();
        floor
    }

    /// Like [`Self::build`], [with merged cells](Self::with_merged_cells).
    pub fn build_merged(walkable: &Walkable<'_>) -> Self {
        Self::laid_out(walkable).with_merged_cells()
    }

    fn laid_out(walkable: &Walkable<'_>) -> Self {
        let mut floor = Self::blank(walkable);
        floor.copy_all(walkable);
        for side in 0..floor.halves.len() as u32 {
            floor.join(walkable, side);
        }
        floor.judge_corners();
        floor
    }

    pub(super) fn blank(walkable: &Walkable<'_>) -> Self {
        Self { starts: Starts::of(walkable.mesh.cell_slots()), ..Self::default() }
    }

    /// Copies all cells in depth-first order, so that cells along a corridor are contiguous in memory.
    fn copy_all(&mut self, walkable: &Walkable<'_>) {
        let mut open = Vec::new();
        for (first, _) in walkable.mesh.cells() {
            open.push(first);
            while let Some(cell) = open.pop() {
                if self.starts.get(cell) != Start::Unknown || self.copy(walkable, cell) == BLOCKED {
                    continue;
                }
                let neighbors = walkable.derived.adjacency.neighbors(cell).map(|(_, next)| next);
                open.extend(neighbors.filter(|&next| self.starts.get(next) == Start::Unknown));
            }
        }
    }

    /// Copies a cell without its twins and returns its first side.
    ///
    /// Returns [`BLOCKED`] if the agent may not enter the cell.
    ///
    /// A cell that is not convex is copied as its convex pieces, one ring after the other.
    pub(super) fn copy(&mut self, walkable: &Walkable<'_>, id: CellId) -> u32 {
        let cell = walkable.mesh.cell(id).filter(|_| walkable.allows(id));
        let Some((cell, len)) = cell.and_then(|cell| Some((cell, u16::try_from(cell.len()).ok()?))) else {
            self.starts.set(id, Start::Blocked);
            return BLOCKED;
        };
        let start = self.halves.len() as u32;
        for (index, &vertex) in (0..).zip(cell.corners()) {
            self.copy_side(walkable, HalfEdge { cell: id, side: u32::from(index) }, vertex, [index, len]);
        }
        let winding = self.winding_of(start);
        for half in &mut self.halves[start as usize..] {
            half.winding = winding;
        }
        if winding == 0 {
            self.cut(walkable, id, start);
        }
        self.starts.set(id, Start::At(start));
        start
    }

    /// Copies a side or a diagonal, given its index in its ring and the ring's length.
    fn copy_side(
        &mut self,
        walkable: &Walkable<'_>,
        half_edge: HalfEdge,
        vertex: VertexId,
        [index, len]: [u16; 2],
    ) {
        let is_way = walkable.derived.adjacency.twin(half_edge).is_some()
            && walkable.blocked_portal(half_edge).is_none();
        let twin = if is_way { UNKNOWN } else { NONE };
        let place = walkable.mesh.position(vertex);
        let (at, spot) = (ground(place), self.places.len() as u32);
        self.places.push(VertexPlace { vertex, at: place });
        let (kind, winding) = (HalfKind::Unknown, 0);
        self.halves.push(Half { at, spot, twin, block: WALL, index, len, kind, winding });
        self.sides.push(half_edge);
    }

    /// Replaces the cell copied last by its convex pieces, if it can be cut.
    #[cold]
    fn cut(&mut self, walkable: &Walkable<'_>, id: CellId, start: u32) {
        let ring: Vec<Vec2> = self.ring(start).map(|side| self.at(side)).collect();
        let Some(pieces) = Pieces::of_ring(id, &ring) else { return };
        let winding = if ground_area(&ring) < 0.0 { -1 } else { 1 };
        self.halves.truncate(start as usize);
        self.sides.truncate(start as usize);
        self.places.truncate(self.places.len() - ring.len());
        for piece in 0..pieces.len() {
            let sides = pieces.sides(piece);
            for (index, &side) in (0..).zip(sides) {
                let Some([vertex, _]) = walkable.mesh.half_edge(side) else { continue };
                self.copy_side(walkable, side, vertex, [index, sides.len() as u16]);
            }
        }
        for half in &mut self.halves[start as usize..] {
            half.winding = winding;
        }
        let mut places: Vec<_> =
            (start..).zip(&self.sides[start as usize..]).map(|(at, &side)| (side, at)).collect();
        places.sort_unstable();
        self.cut_cells.insert(id, places);
    }

    /// Whether the cell of a side is stored in pieces. Valid before cells are merged.
    pub(super) fn is_piece(&self, side: u32) -> bool {
        !self.cut_cells.is_empty() && self.cut_cells.contains_key(&self.sides[side as usize].cell)
    }

    /// Returns the side for a side or a diagonal of the document's cell that begins at `start`.
    ///
    /// Valid before cells are merged.
    pub(super) fn side_at(&self, start: u32, half_edge: HalfEdge) -> Option<u32> {
        let places = if self.cut_cells.is_empty() { None } else { self.cut_cells.get(&half_edge.cell) };
        let Some(places) = places else { return Some(start + half_edge.side) };
        let found = places.binary_search_by_key(&half_edge, |&(side, _)| side).ok()?;
        Some(places[found].1)
    }

    /// Determines the twin of a side, once all cells are copied.
    fn join(&mut self, walkable: &Walkable<'_>, side: u32) {
        if self.half(side).twin != UNKNOWN {
            return;
        }
        let behind = walkable.derived.adjacency.twin(self.sides[side as usize]);
        let twin = behind.and_then(|twin| self.side_at(self.start_of(twin.cell)?, twin));
        self.halves[side as usize].twin = twin.unwrap_or(BLOCKED);
    }

    /// Determines whether paths may have to turn at each corner, and replaces preliminary corner numbers.
    fn judge_corners(&mut self) {
        let preliminary = self.places.len();
        for side in 0..self.halves.len() as u32 {
            if (self.half(side).spot as usize) < preliminary {
                let fan = fan_at(&mut &*self, side);
                self.settle(&fan);
            }
        }
        self.places.drain(..preliminary);
        for half in &mut self.halves {
            half.spot -= preliminary as u32;
        }
    }

    /// Returns the number of sides of a cell that may lead into another cell.
    pub(super) fn ways(&self, side: u32) -> usize {
        let ring = self.ring(self.first(side));
        ring.filter(|&side| self.half(side).twin != NONE && self.half(side).twin != BLOCKED).count()
    }

    fn winding_of(&self, start: u32) -> i8 {
        if let &[a, b, c] = &self.halves[start as usize..] {
            let area = doubled_area(a.at, b.at, c.at);
            return i8::from(area > 0.0) - i8::from(area < 0.0);
        }
        let ring: Vec<Vec2> = self.ring(start).map(|side| self.at(side)).collect();
        convex_winding(&ring)
    }
}
