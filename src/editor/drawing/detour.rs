//! Marks of a detour.
//!
//! These are the compared path, the sections where both paths differ, and the node that misled the search.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::analysis::detour::{self, WhyDetour};
use crate::editor::session::Session;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::meaning::LegendMark;
use crate::editor::view::scene::{self, Role, Scene};
use navsmith_core::geometry::{at_height, ground, parallel};
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::agent::corridor::Traversal;
use navsmith_core::pathfinding::analysis::compare::{Comparison, Row};
use navsmith_core::pathfinding::string_pulling::portal::Side;

/// Offset of each of two compared paths from its position, in pixels.
const BESIDE: f32 = 2.25;

/// Fills the cells that only one of the two paths crosses; these lie below the path.
pub(super) fn draw_partings(state: &State, scene: &mut Scene) {
    let Some(why) = detour::present_detour(state) else { return };
    for (index, parting) in why.partings.iter().enumerate() {
        // The chosen section is filled twice, which emphasizes it.
        let times = if why.chosen == Some(index) { 2 } else { 1 };
        let sides = [(Role::OnlyPath, &parting.one), (Role::OnlyBeside, &parting.other)];
        for (role, cells) in std::iter::repeat_n(sides, times).flatten() {
            draw_visible(state, scene, role, cells);
        }
    }
}

fn draw_visible(session: &Session, scene: &mut Scene, role: Role, cells: &[CellId]) {
    let visible = cells.iter().copied().filter(|&cell| !session.is_hidden(cell));
    scene::draw_cells_in_view(session.mesh(), scene, role, visible, usize::MAX);
}

/// Draws the compared path, and the node that misled the search.
pub(super) fn draw_detour(state: &State, scene: &mut Scene) {
    let Some(why) = detour::present_detour(state) else { return };
    if let Some((row, path)) = why.beside.and_then(|row| row.path.as_ref().map(|path| (row, path))) {
        let corners = || path.waypoints.iter().map(|it| it.point).collect();
        let rounded = || path.rounding.as_ref().map_or_else(corners, |rounding| rounding.points.clone());
        let points = path.plane.sphere().map_or_else(rounded, |_| path.on_surface(state.mesh()));
        scene.polyline(why.beside_role(row), beside_the_other(state, &scene.camera, points, Side::Right));
    }
    let Some(node) = detour::misleading_node(state) else { return };
    match node.portal {
        Some(Traversal::Side(side)) => scene::draw_side(state.mesh(), scene, Role::Culprit, side),
        Some(Traversal::Link { .. }) => {}
        None => draw_visible(state, scene, Role::Culprit, &[node.cell]),
    }
    let [point, passes] = [node.point, node.passes];
    scene.line(Role::Misled, point, passes);
    scene.point(Role::Misled, passes);
    scene.point(Role::Culprit, point);
    scene.label(Role::Culprit, point, format!("looked {:.2} m longer", node.extra));
}

/// Offsets a path to one side during a comparison, so that both paths are visible where they coincide.
pub(super) fn beside_the_other(state: &State, camera: &Camera, points: Vec<Vec3>, side: Side) -> Vec<Vec3> {
    let distance = match side {
        Side::Left => camera.meters(BESIDE),
        Side::Right => -camera.meters(BESIDE),
    };
    let is_compared = detour::present_detour(state).is_some_and(|why| why.beside.is_some());
    if !is_compared {
        return points;
    }
    let mut points = points;
    points.dedup_by_key(|point| ground(*point));
    let flat: Vec<Vec2> = points.iter().copied().map(ground).collect();
    let beside = parallel(&flat, distance).into_iter();
    beside.zip(&points).map(|(at, point)| at_height(at, point.y)).collect()
}

/// Returns the legend of the compared paths; empty without a comparison.
pub(super) fn detour_marks(state: &State) -> Vec<LegendMark> {
    let Some(why) = detour::present_detour(state) else { return Vec::new() };
    let mark = |line, fill, text| LegendMark { line: Some(line), fill, text, ..LegendMark::default() };
    let is_apart = !why.partings.is_empty();
    let row =
        |row: &Row, line, fill| mark(line, Some(fill).filter(|_| is_apart), row.algorithm.title().to_owned());
    let own = why.own.map(|own| row(own, Role::Path, Role::OnlyPath));
    let beside = why.beside.map(|other| row(other, why.beside_role(other), Role::OnlyBeside));
    let culprit =
        detour::misleading_node(state).map(|_| mark(Role::Culprit, None, "misled the search".into()));
    own.into_iter().chain(beside).chain(culprit).collect()
}

impl WhyDetour<'_> {
    /// Returns the role of the path of a row; the best path has a role of its own.
    pub fn beside_role(&self, row: &Row) -> Role {
        let best = self.comparison.and_then(Comparison::best);
        let is_best = best.is_some_and(|best| best.algorithm == row.algorithm);
        if is_best { Role::ShortestPath } else { Role::OtherPath }
    }
}
