//! What is drawn of a detour: the way beside the path, where the two part, and what misled the search.

use super::{Role, Scene};
use crate::editor::{Editor, LegendMark, WhyDetour};
use crate::geometry::{Bounds, ground};
use crate::navmesh::{CellId, Edge};
use crate::pathfinding::{Comparison, Parting, Row, Way};

impl Editor {
    /// The cells that only one of the two ways crosses, below the path.
    pub(super) fn draw_partings(&self, scene: &mut Scene) {
        let Some(why) = self.present_detour() else { return };
        for (index, parting) in why.partings.iter().enumerate() {
            // The one that is looked at is filled twice, and so stands out.
            let times = if why.chosen == Some(index) { 2 } else { 1 };
            for _ in 0..times {
                self.draw_sides(scene, parting);
            }
        }
    }

    fn draw_sides(&self, scene: &mut Scene, parting: &Parting) {
        for (role, cells) in [(Role::OnlyPath, &parting.one), (Role::OnlyBeside, &parting.other)] {
            for &cell in cells {
                self.draw_if_in_view(scene, role, cell);
            }
        }
    }

    fn draw_if_in_view(&self, scene: &mut Scene, role: Role, cell: CellId) {
        if !self.is_hidden(cell) && self.is_in_view(&Bounds::of(self.document.mesh.ring(cell))) {
            self.draw_cell(scene, role, cell);
        }
    }

    /// The way beside the path, and what misled the search.
    pub(super) fn draw_detour(&self, scene: &mut Scene) {
        let Some(why) = self.present_detour() else { return };
        if let Some((row, path)) = why.beside.and_then(|row| row.path.as_ref().map(|path| (row, path))) {
            scene.polyline(why.beside_role(row), path.waypoints.iter().map(|it| ground(it.point)).collect());
        }
        let Some(node) = self.misleading_node() else { return };
        match node.portal {
            Some(Way::Side(side)) => {
                if let Some([from, to]) = self.document.mesh.half_edge(side) {
                    self.draw_edge(scene, Role::Culprit, Edge::new(from, to));
                }
            }
            Some(Way::Link { .. }) => {}
            None => self.draw_if_in_view(scene, Role::Culprit, node.cell),
        }
        let [point, passes] = [node.point, node.passes].map(ground);
        scene.line(Role::Misled, point, passes);
        scene.point(Role::Misled, passes);
        scene.point(Role::Culprit, point);
        scene.label(Role::Culprit, point, format!("looked {:.2} m longer", node.extra));
    }

    /// What the lines of a detour are, for the legend; empty while nobody wants to know.
    pub(in crate::editor) fn detour_marks(&self) -> Vec<LegendMark> {
        let Some(why) = self.present_detour() else { return Vec::new() };
        let mark = |line, fill, text| LegendMark { line, fill, text };
        let is_apart = !why.partings.is_empty();
        let row = |row: &Row, line, fill| {
            mark(line, Some(fill).filter(|_| is_apart), row.algorithm.title().to_owned())
        };
        let own = why.own.map(|own| row(own, Role::Path, Role::OnlyPath));
        let beside = why.beside.map(|other| row(other, why.beside_role(other), Role::OnlyBeside));
        let culprit = self.misleading_node().map(|_| mark(Role::Culprit, None, "misled the search".into()));
        own.into_iter().chain(beside).chain(culprit).collect()
    }
}

impl WhyDetour<'_> {
    /// How the path of a row is drawn beside the path of the query: the shortest one looks like no other.
    pub fn beside_role(&self, row: &Row) -> Role {
        let shortest = self.comparison.and_then(Comparison::shortest);
        let is_shortest = shortest.is_some_and(|shortest| shortest.algorithm == row.algorithm);
        if is_shortest { Role::ShortestPath } else { Role::OtherPath }
    }
}
