//! The nearest cell, searched in squares around a point.

use glam::{DVec2, Vec2};

use super::{Locator, ROUNDING};
use crate::budget::{Budget, Exhausted};
use crate::geometry::{Span, distance_squared};
use crate::navmesh::{CellId, NavMesh};

impl Locator {
    /// Returns the nearest cell and its distance; ties go to the smaller id. Exact over the whole mesh.
    ///
    /// `distance` must be at least the ground distance from `point` to the cell's box; cells with `None` are skipped.
    pub fn nearest(
        &self,
        mesh: &NavMesh,
        point: Vec2,
        mut distance: impl FnMut(CellId) -> Option<f64>,
    ) -> Option<(CellId, f64)> {
        let distance = |id, _: &mut Budget| Ok(distance(id));
        let mut unlimited = Budget::UNLIMITED;
        // Traced searches expect every cell of a square to be measured. An unlimited budget is never exhausted.
        self.search_nearest((mesh, point), &mut unlimited, false, distance).unwrap_or_default()
    }

    /// Like [`Self::nearest`], but stops if `distance` fails or the budget is exhausted.
    ///
    /// Takes a step for each square and for each cell in it. Measures fewer cells: the fine squares exclude most
    /// farther cells of a crowded square.
    pub fn nearest_within(
        &self,
        mesh: &NavMesh,
        point: Vec2,
        budget: &mut Budget,
        distance: impl FnMut(CellId, &mut Budget) -> Result<Option<f64>, Exhausted>,
    ) -> Result<Option<(CellId, f64)>, Exhausted> {
        self.search_nearest((mesh, point), budget, true, distance)
    }

    /// Searches for the nearest cell.
    ///
    /// `passes_over` skips cells whose fine squares are farther than the best one.
    fn search_nearest(
        &self,
        (mesh, point): (&NavMesh, Vec2),
        budget: &mut Budget,
        passes_over: bool,
        mut distance: impl FnMut(CellId, &mut Budget) -> Result<Option<f64>, Exhausted>,
    ) -> Result<Option<(CellId, f64)>, Exhausted> {
        let home = self.grid.place(point);
        // Distances may be rounded to f32, so a cell may be nearer than its box suggests.
        let [low, high] = self.bounds;
        let magnitude = point.as_dvec2().abs().max(low.abs()).max(high.abs()).max_element();
        let rounding = ROUNDING * magnitude + self.grid.slack(self.bounds).max(self.fine.slack(self.bounds));
        let is_farther = |ground: [DVec2; 2], least: f64| {
            distance_squared(point.as_dvec2(), ground).sqrt() * (1.0 - ROUNDING) - rounding > least
        };
        let mut best: Option<(CellId, f64)> = None;
        for radius in 0..=self.grid.reach(home) {
            for (x, y) in self.grid.ring(home, radius) {
                budget.step(1)?;
                // The nearest point of a cell's box lies in the square in which the cell is measured.
                let ground = || self.grid.ground(Span::square((x, y)), self.bounds);
                if best.is_some_and(|(_, least)| is_farther(ground(), least)) {
                    continue;
                }
                let cells = self.cells_in(self.grid.index(x, y));
                budget.step(cells.len())?;
                for &id in cells {
                    // A cell is measured in the one of its squares that is nearest to the point's square.
                    if self.span(id).nearest_to(home) != (x, y) || mesh.cell(id).is_none() {
                        continue;
                    }
                    let ground = || self.fine.ground(self.fine_span(id), self.bounds);
                    if passes_over && best.is_some_and(|(_, least)| is_farther(ground(), least)) {
                        continue;
                    }
                    let Some(found) = distance(id, budget)? else { continue };
                    if best.is_none_or(|(cell, least)| found.total_cmp(&least).then(id.cmp(&cell)).is_lt()) {
                        best = Some((id, found));
                    }
                }
            }
            let clearance = || self.grid.clearance(point, home, radius, self.bounds);
            if best.is_some_and(|(_, least)| least < clearance() * (1.0 - ROUNDING) - rounding) {
                break;
            }
        }
        Ok(best)
    }
}
