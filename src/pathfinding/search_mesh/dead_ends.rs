//! Dead ends: trees of cells that are connected to the rest of the mesh by one side.
//!
//! A path leaves a dead end through the side by which it entered. A search therefore skips dead ends unless it ends
//! there. Dead ends are the cells outside of the 2-core: cells with one exit are removed until there are none
//! (Seidman, *Network Structure and Minimum Degree*, 1983).

use super::{DEAD_END, NONE, OPEN, SearchMesh, Side, WALL, is_side};

impl SearchMesh {
    /// Determines the block behind every side: a wall, a numbered dead end or the rest of the mesh.
    ///
    /// All cells must have been copied. Linear.
    pub(super) fn find_dead_ends(&mut self) {
        for half in &mut self.halves {
            half.block = if is_side(half.twin) { OPEN } else { WALL };
        }
        let mut number_of = vec![NONE; self.halves.len()];
        let mut count = 0;
        // In reverse order, each cell comes after the cell that it is attached to.
        for (cell, way_in) in self.take_away_dead_ends().into_iter().rev() {
            let on = way_in.map_or(NONE, |side| number_of[self.first(side) as usize]);
            let number = if on == NONE { count } else { on };
            count = count.max(number + 1);
            number_of[cell as usize] = number;
            if let Some(side) = way_in {
                self.halves[side as usize].block = OPEN + 1 + number;
            }
        }
        self.blocks.dead_ends = count;
    }

    /// Marks the sides that lead into dead ends and returns the cells of these by first side.
    ///
    /// Each cell comes before the cell that it is attached to, with the side that leads in from there.
    fn take_away_dead_ends(&mut self) -> Vec<(Side, Option<Side>)> {
        let mut ways = vec![0; self.halves.len()];
        let mut open = Vec::new();
        for cell in (0..self.halves.len() as Side).filter(|&side| self.half(side).index == 0) {
            ways[cell as usize] = self.ways(cell);
            if ways[cell as usize] < 2 {
                open.push(cell);
            }
        }
        let mut taken = Vec::new();
        while let Some(cell) = open.pop() {
            // The cells attached to this one are removed already.
            let way_out = self.ring(cell).find(|&side| self.half(side).block == OPEN);
            let way_in = way_out.map(|side| self.half(side).twin);
            taken.push((cell, way_in));
            let Some(way_in) = way_in else { continue };
            self.halves[way_in as usize].block = DEAD_END;
            let on = self.first(way_in);
            ways[on as usize] -= 1;
            if ways[on as usize] == 1 {
                open.push(on);
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::navmesh::edit::text::squares;
    use crate::navmesh::{CellId, Derived, NavMesh};
    use crate::pathfinding::agent::walkable::Walkable;
    use crate::pathfinding::agent::{Agent, Filter};

    fn laid_out(mesh: &NavMesh) -> SearchMesh {
        let derived = Derived::build(mesh);
        SearchMesh::build(&Walkable::new(mesh, &derived, &Agent::default(), &Filter::default()))
    }

    /// Returns for each cell the distinct numbers of the dead ends behind sides into it; 0 if it is none.
    fn dead_ends(rows: &[&str]) -> Vec<Vec<u32>> {
        let floor = laid_out(&squares(rows));
        let cells = (0..).map_while(|id| floor.start_of(CellId(id)));
        cells
            .map(|cell| {
                let ways = floor.ring(cell).map(|side| floor.half(side).twin).filter(|&twin| is_side(twin));
                let mut ends: Vec<u32> = ways.map(|side| floor.half(side).block - OPEN).collect();
                ends.sort_unstable();
                ends.dedup();
                ends
            })
            .collect()
    }

    #[test]
    fn a_tree_that_hangs_on_a_ring_is_one_dead_end() {
        let ends = dead_ends(&["ooo x", "o oxx", "ooo x", "y    ", "y    "]);
        let [x, y] = [3, 13].map(|cell: usize| ends[cell][0]);
        assert!(x != y && x != 0 && y != 0, "two different dead ends: {ends:?}");
        let expected: Vec<Vec<u32>> = (0..ends.len())
            .map(|cell| match cell {
                3 | 11 => vec![x],
                13 => vec![y],
                // Dead ends are attached to these.
                6 | 7 => vec![0, x],
                12 => vec![0, y],
                _ => vec![0],
            })
            .collect();
        assert_eq!(ends, expected, "in is a dead end, out is not");
    }

    #[test]
    fn an_island_without_a_ring_is_one_dead_end() {
        let ends = dead_ends(&["xxx yy", " x   y"]);
        assert_eq!(ends.len(), 7, "cells");
        let numbers: BTreeSet<u32> = ends.into_iter().flatten().collect();
        assert_eq!(numbers.len(), 3, "two of them, and the ways to where each was begun: {numbers:?}");
    }
}
