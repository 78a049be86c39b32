//! Marks of a search at one of its steps.
//!
//! For a search of cells, these are the current cell, the path to it, and costs. The fill of a cell shows whether it is
//! open or closed, so a million of them need no marks. For Polyanya, they are the root, its interval, and the turns
//! found so far.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::session::Session;
use crate::editor::view::scene::{self, Role, Scene};
use navsmith_core::geometry::{Bounds, at_height};
use navsmith_core::navmesh::{CellId, Surface, VertexId};
use navsmith_core::pathfinding::agent::corridor::Traversal;
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::polyanya::event::{Cone, IntervalEvent};
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::search::event::SearchEvent;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::search_log::Visit;

/// Largest number of branches drawn; more would cover each other.
const MOST_BRANCHES: usize = 2000;
/// Space in pixels, across and down, for the three numbers of a cell, and for its total alone.
const ROOM_FOR_ALL: Vec2 = Vec2::new(150.0, 26.0);
const ROOM_FOR_TOTAL: Vec2 = Vec2::new(44.0, 20.0);

/// Draws the search tree, the current traversal, and the costs of cells where they fit.
pub(super) fn draw_search(state: &State, scene: &mut Scene) {
    let Some(step) = state.search_step() else { return };
    let Some(event) = state.trace().search().get(step) else { return };
    let [min, max] = scene.camera.visible();
    let mut cells = state.derived().locator.within(state.mesh(), min, max);
    cells.retain(|&cell| !state.is_hidden(cell));
    let visits = cells.iter().filter_map(|&cell| Some((cell, state.search_log().at(cell, step)?)));
    let visits: Vec<(CellId, Visit)> = visits.take(MOST_BRANCHES + 1).collect();
    if visits.len() <= MOST_BRANCHES {
        for (cell, visit) in &visits {
            if let Some(parent) = visit.parent {
                scene.line(Role::Branch, node_of(state, parent, step), node_of(state, *cell, step));
            }
        }
    }
    draw_search_event(state, scene, event, step);
    draw_costs(state, scene, &visits);
}

fn draw_search_event(state: &State, scene: &mut Scene, event: &SearchEvent, step: usize) {
    let (here, role) = match event {
        SearchEvent::Expanded { cell, .. } => (*cell, Role::Expanded),
        SearchEvent::Relaxed { cell, .. } => (*cell, Role::WayFound),
        SearchEvent::Rejected { cell, .. } => (*cell, Role::WayNotTaken),
    };
    let expanded = event.parent().filter(|_| !matches!(event, SearchEvent::Expanded { .. }));
    if let Some(cell) = expanded {
        scene::draw_cell(state.mesh(), scene, Role::Expanded, cell);
    }
    scene::draw_cell(state.mesh(), scene, role, here);
    let mut way = way_to(state, expanded.unwrap_or(here), step);
    scene.polyline(Role::CandidateWay, way.clone());
    if expanded.is_some() {
        let from = way.pop().unwrap_or_default();
        let over = event.way().and_then(|way| middle_of(state, way));
        let to = over.unwrap_or_else(|| node_of(state, here, step));
        scene.line(role, from, to);
        scene.point(role, to);
    }
}

/// Returns the best path from the start to a cell that was known after a step, through its nodes.
fn way_to(state: &State, cell: CellId, step: usize) -> Vec<Vec3> {
    let mut way = vec![node_of(state, cell, step)];
    let mut next = state.search_log().at(cell, step).and_then(|visit| visit.parent);
    // Later visits can change a cell's parent and so form a cycle; no path has more nodes than cells.
    while let Some(parent) = next.filter(|_| way.len() <= state.mesh().cell_count()) {
        way.push(node_of(state, parent, step));
        next = state.search_log().at(parent, step).and_then(|visit| visit.parent);
    }
    way.reverse();
    way
}

/// Returns the position of a cell's search node.
///
/// This is the start, the midpoint of the side by which the search entered, or the centroid if cells are nodes.
fn node_of(state: &State, cell: CellId, step: usize) -> Vec3 {
    let mesh = state.mesh();
    let parent = state.search_log().at(cell, step).and_then(|visit| visit.parent);
    let Some(parent) = parent else {
        let start = state.located(End::Start).filter(|start| start.cell == cell);
        return start.map_or_else(|| mesh.centroid(cell), |start| start.point);
    };
    let by = state.answer().and_then(|answer| answer.by).map(|by| by.algorithm);
    let is_cell = matches!(by, Some(Algorithm::Nodes(Method::Steps | Method::Centers)));
    let side = state.derived().adjacency.neighbors(cell).find(|&(_, other)| other == parent);
    match side.filter(|_| !is_cell).and_then(|(side, _)| middle_of(state, Traversal::Side(side))) {
        Some(middle) => middle,
        None => mesh.centroid(cell),
    }
}

fn middle_of(session: &Session, way: Traversal) -> Option<Vec3> {
    let [from, to] = session.mesh().half_edge(way.side()?)?.map(|end| session.mesh().position(end));
    Some(from.midpoint(to))
}

/// Draws cost so far, estimate and total of every cell with enough space; of smaller ones the total.
fn draw_costs(session: &Session, scene: &mut Scene, visits: &[(CellId, Visit)]) {
    for &(cell, Visit { cost, estimate, .. }) in visits {
        let size = Bounds::of(session.mesh().ring(cell)).size();
        let pixels = Vec2::new(size.x, size.z) / scene.camera.meters_per_pixel as f32;
        let text = if pixels.cmpge(ROOM_FOR_ALL).all() {
            format!("{cost:.1} + {:.1} = {estimate:.1}", estimate - cost)
        } else if pixels.cmpge(ROOM_FOR_TOTAL).all() {
            format!("{estimate:.1}")
        } else {
            continue;
        };
        scene.label(Role::Cost, session.mesh().centroid(cell), text);
    }
}

/// Largest number of roots drawn; more would cover each other.
const MOST_ROOTS: usize = 2000;

/// Draws the cone from the root to the current interval, and the roots so far.
pub(super) fn draw_intervals(state: &State, scene: &mut Scene) {
    let Some((Stage::Interval, here)) = state.stage() else { return };
    let so_far = &state.trace().interval().events()[..=here];
    let camera = scene.camera;
    let seen = |vertex: &VertexId| camera.sees(&Bounds::of([state.mesh().position(*vertex)]));
    for vertex in state.interval_log().roots_at(here).filter(seen).take(MOST_ROOTS) {
        scene::draw_vertex(state.mesh(), scene, Role::Root, vertex);
    }
    let last = so_far.iter().rposition(|event| event.taken().is_some());
    let popped = last.and_then(|last| so_far[last].taken().copied());
    if let Some(cone) = popped {
        scene::draw_cell(state.mesh(), scene, Role::Expanded, cone.into);
        draw_cone(state, scene, &cone, Role::Cone);
    }
    // Successors pushed from the current interval before the cursor.
    let behind = so_far.get(last.map_or(0, |last| last + 1)..here).unwrap_or_default();
    for event in behind {
        if let IntervalEvent::Pushed { cone, .. } = event {
            let [_, left, right] = corners_of(state, cone);
            scene.line(Role::WayFound, left, right);
        }
    }
    draw_interval_event(state, scene, &so_far[here], popped);
}

fn draw_interval_event(state: &State, scene: &mut Scene, event: &IntervalEvent, popped: Option<Cone>) {
    match *event {
        IntervalEvent::Popped(_) | IntervalEvent::Followed(_) => {}
        IntervalEvent::Pushed { cone, .. } => draw_cone(state, scene, &cone, Role::WayFound),
        IntervalEvent::Outdated(cone) => draw_cone(state, scene, &cone, Role::WayNotTaken),
        IntervalEvent::Pruned { exit, .. } => scene::draw_side(state.mesh(), scene, Role::WayNotTaken, exit),
        IntervalEvent::RootChanged { vertex, .. } => {
            let at = state.mesh().position(vertex);
            if let Some(cone) = popped {
                scene.line(Role::CandidateWay, corners_of(state, &cone)[0], at);
            }
            scene.point(Role::Apex, at);
        }
        IntervalEvent::Reached { corner, .. } => {
            let corner = corner.map(|vertex| state.mesh().position(vertex));
            let target = state.located(End::Target).map(|target| target.point);
            let root = popped
                .map(|cone| corners_of(state, &cone)[0])
                .or_else(|| state.located(End::Start).map(|start| start.point));
            let way: Vec<Vec3> = root.into_iter().chain(corner).chain(target).collect();
            scene.polyline(Role::CandidateWay, way);
        }
    }
}

fn draw_cone(state: &State, scene: &mut Scene, cone: &Cone, role: Role) {
    let [root, left, right] = corners_of(state, cone);
    scene.fill(role, vec![root, left, right]);
    scene.line(role, left, right);
    scene.point(Role::Apex, root);
}

/// Returns the root of a cone and the ends of its interval.
fn corners_of(state: &State, cone: &Cone) -> [Vec3; 3] {
    let mesh = state.mesh();
    let surface = Surface::of(mesh, cone.into);
    let [left, right] = [cone.left, cone.right].map(|end| {
        let end = end.as_vec2();
        at_height(end, surface.height_at(end))
    });
    let start = || state.located(End::Start).map_or(left.y, |start| start.point.y);
    let height = cone.root_vertex.map_or_else(start, |vertex| mesh.position(vertex).y);
    [at_height(cone.root, height), left, right]
}
