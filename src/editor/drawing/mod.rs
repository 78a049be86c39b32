//! Drawing of the editor's state as marks of a scene.

mod decision;
mod agents;
mod heat;
mod analysis;
mod comparison;
mod mesh;
mod repair;
mod detour;
mod path;
mod search;
pub mod naming;
mod walk;
mod stages;
pub mod styled;

use crate::editor::Editor;
use crate::editor::elements::entity;
use crate::editor::session::scales;
use crate::editor::simulation::playback;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::Scene;
use crate::editor::view::views::ViewId;

impl Editor {
    /// Returns everything to draw over the mesh in a view, in the current state.
    pub fn scene(&self, view: ViewId) -> Scene {
        let camera = match view {
            ViewId::SPACE => self.orbit().camera_over(scales::height_range(self)),
            view => self.camera_of(view),
        };
        self.draw(camera, true)
    }

    /// Returns everything to draw over the mesh for a camera, except what follows the pointer.
    pub fn still_scene(&self, camera: Camera) -> Scene {
        self.draw(camera, false)
    }

    fn draw(&self, camera: Camera, follows_pointer: bool) -> Scene {
        let mut scene = Scene { camera, ..Scene::default() };
        mesh::draw_outdated(self, &mut scene);
        heat::draw_heat(self, &mut scene);
        comparison::draw_differences(self, &mut scene);
        analysis::draw_analysis(self, &mut scene);
        let widths = analysis::draw_clearance(self, &mut scene);
        // A run is drawn over the ends of the query, which would hide the targets of its agents.
        let is_run_shown = playback::playback(self).is_shown();
        if is_run_shown {
            path::draw_ends(self, &mut scene);
        }
        entity::draw_objects(self, &mut scene);
        agents::draw_agents(self, &mut scene);
        detour::draw_partings(self, &mut scene);
        path::draw_path(self, &mut scene);
        detour::draw_detour(self, &mut scene);
        search::draw_search(self, &mut scene);
        search::draw_intervals(self, &mut scene);
        stages::draw_stage(self, &mut scene);
        stages::draw_funnel(self, &mut scene);
        path::draw_gaps(self, &mut scene);
        path::draw_nearest(self, &mut scene);
        path::draw_obstacle(self, &mut scene);
        mesh::draw_issues(self, &mut scene);
        repair::draw_repair(self, &mut scene);
        if follows_pointer {
            mesh::draw_hover(self, &mut scene);
        }
        scene.marks.extend(widths);
        if follows_pointer {
            analysis::draw_path_back(self, &mut scene);
        }
        mesh::draw_numbers(self, &mut scene);
        if follows_pointer {
            self.draw_tool(&mut scene);
        }
        if !is_run_shown {
            path::draw_ends(self, &mut scene);
        }
        scene
    }
}
