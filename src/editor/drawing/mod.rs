//! Drawing of the editor's state as marks of a scene.

mod decision;
mod agents;
mod heat;
mod analysis;
mod comparison;
mod generation;
mod platforms;
mod mesh;
mod repair;
mod detour;
mod path;
mod search;
pub mod naming;
mod walk;
mod triangulation;
mod stages;
pub mod styled;

use crate::editor::State;
use crate::editor::elements::entity;
use crate::editor::session::scales;
use crate::editor::simulation::playback;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::Scene;
use crate::editor::view::views::ViewId;

/// Returns everything to draw over the mesh in a view; `draw_tool` draws the preview of the tool.
pub(in crate::editor) fn scene(state: &State, view: ViewId, draw_tool: impl Fn(&mut Scene)) -> Scene {
    let camera = match view {
        ViewId::SPACE => state.orbit().camera_over(scales::height_range(state)),
        view => state.camera_of(view),
    };
    draw(state, camera, Some(&draw_tool))
}

/// Returns everything to draw over the mesh for a camera, except what follows the pointer.
pub fn still_scene(state: &State, camera: Camera) -> Scene {
    draw(state, camera, None)
}

/// Draws the state; with a preview of the tool, also draws what follows the pointer.
fn draw(state: &State, camera: Camera, draw_tool: Option<&dyn Fn(&mut Scene)>) -> Scene {
    let mut scene = Scene { camera, ..Scene::default() };
    mesh::draw_outdated(state, &mut scene);
    heat::draw_heat(state, &mut scene);
    generation::draw_stage(state, &mut scene);
    platforms::draw_region(state, &mut scene, draw_tool.is_some());
    comparison::draw_differences(state, &mut scene);
    analysis::draw_analysis(state, &mut scene);
    let widths = analysis::draw_clearance(state, &mut scene);
    // A run is drawn over the ends of the query, which would hide the targets of its agents.
    let is_run_shown = playback::playback(state).is_shown();
    if is_run_shown {
        path::draw_ends(state, &mut scene);
    }
    entity::draw_objects(state, &mut scene);
    agents::draw_agents(state, &mut scene);
    detour::draw_partings(state, &mut scene);
    path::draw_path(state, &mut scene);
    detour::draw_detour(state, &mut scene);
    search::draw_search(state, &mut scene);
    search::draw_intervals(state, &mut scene);
    stages::draw_stage(state, &mut scene);
    stages::draw_funnel(state, &mut scene);
    path::draw_gaps(state, &mut scene);
    path::draw_nearest(state, &mut scene);
    path::draw_obstacle(state, &mut scene);
    mesh::draw_issues(state, &mut scene);
    repair::draw_repair(state, &mut scene);
    generation::draw_places(state, &mut scene);
    platforms::draw_platforms(state, &mut scene);
    if draw_tool.is_some() {
        mesh::draw_hover(state, &mut scene);
    }
    scene.marks.extend(widths);
    if draw_tool.is_some() {
        analysis::draw_path_back(state, &mut scene);
    }
    mesh::draw_numbers(state, &mut scene);
    if let Some(draw_tool) = draw_tool {
        draw_tool(&mut scene);
    }
    if !is_run_shown {
        path::draw_ends(state, &mut scene);
    }
    scene
}
