//! The 3D view: its pointer, and the points that it zooms and turns about.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::elements::selecting;
use crate::editor::levels::sight;
use crate::editor::view::pointer::{Modifiers, PICK_PIXELS, Pointer, PointerRay};
use crate::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::pathfinding::mesh_query::Endpoint;

/// Maximum distance of a pointer that meets no surface, relative to that of the middle of the view.
const FARTHEST: f32 = 20.0;

impl State {
    /// Returns the pointer of the 3D view at a screen position.
    ///
    /// It is where the line of sight first meets the mesh or a visible level, or the height of new points. Above the
    /// horizon, it is as far as the middle of the view.
    pub fn pointer_in_space(&self, screen: Vec2, modifiers: Modifiers) -> Pointer {
        let orbit = self.orbit();
        let ray = orbit.ray(screen);
        let at = sight::seen(self, &ray).unwrap_or_else(|| self.free_point(&ray));
        let spread = orbit.meters_per_pixel() / orbit.distance * f64::from(PICK_PIXELS);
        let (pick_radius, spread) = if orbit.has_parallel_lines() {
            (orbit.meters_per_pixel() * f64::from(PICK_PIXELS), 0.0)
        } else {
            (spread * f64::from(ray.along(at)), spread)
        };
        let (pick_radius, spread) = (pick_radius as f32, spread as f32);
        Pointer { ray, ground: ground(at), height: Some(at.y), pick_radius, spread, modifiers }
    }

    /// Returns the position of a pointer of the 3D view that meets no surface.
    fn free_point(&self, ray: &PointerRay) -> Vec3 {
        let (orbit, height) = (self.orbit(), self.session.options.draw_height);
        let middle = ray.at(ray.along(orbit.target.as_vec3()));
        let at = ray.at_height(height).map(|at| at_height(at, height));
        let most = orbit.distance as f32 * FARTHEST;
        at.filter(|at| at.distance(middle) <= most).unwrap_or(middle)
    }

    /// Handles an input that moves the camera of a view.
    pub(in crate::editor) fn handle_view(&mut self, view: ViewId, input: ViewInput) {
        if view == ViewId::SPACE {
            return self.handle_space(input);
        }
        self.views.handle(view, input);
    }

    /// Handles an input of the 3D view.
    fn handle_space(&mut self, input: ViewInput) {
        let pivot = match input {
            ViewInput::Zoom { screen, .. } => {
                let ray = self.orbit().ray(screen);
                let middle = || ray.at_plane(self.orbit().target.as_vec3(), self.orbit().forward());
                sight::seen(self, &ray).or_else(middle)
            }
            ViewInput::BeginTurn(screen) => {
                self.selection_in_space().or_else(|| sight::seen(self, &self.orbit().ray(screen)))
            }
            _ => None,
        };
        let is_all_shown = matches!(input, ViewInput::Resize(_)) && self.shows_all_in_space();
        self.views.handle_space(input, pivot);
        if is_all_shown {
            let bounds = selecting::visible_bounds(self);
            self.views.orbit_mut().frame(&bounds);
        }
    }

    /// Whether the 3D view frames everything visible, which then stays framed after a resize.
    fn shows_all_in_space(&self) -> bool {
        let mut framed = *self.orbit();
        framed.frame(&selecting::visible_bounds(self));
        framed == *self.orbit()
    }

    /// Returns the middle of the selection; `None` if it is empty or out of the 3D view.
    fn selection_in_space(&self) -> Option<Vec3> {
        let bounds = selecting::selected_bounds(self);
        let middle = Some(bounds.center()).filter(|_| !bounds.is_empty())?;
        let screen = self.orbit().screen_from_world(middle)?;
        let is_in_view = screen.cmpge(Vec2::ZERO).all() && screen.cmple(self.orbit().size).all();
        is_in_view.then_some(middle)
    }

    /// Returns a pointer at the mesh, even if a level is in front of it.
    pub(in crate::editor) fn pointer_on_mesh(&self, pointer: Pointer) -> Pointer {
        let met = pointer.height.and_then(|_| self.pick_context().hit_by(&pointer.ray));
        met.map_or(pointer, |at| pointer.moved_to_point(at))
    }

    /// Returns the end of a path under the pointer.
    pub(in crate::editor) fn end_under_pointer(&self) -> Option<Endpoint> {
        self.pointing.pointer.map(|pointer| self.end_under(pointer))
    }

    /// Returns the end of a path under a pointer: on the topmost floor, or on the one in sight.
    pub(in crate::editor) fn end_under(&self, pointer: Pointer) -> Endpoint {
        let Pointer { ground, height, .. } = self.pointer_on_mesh(pointer);
        let context = self.pick_context();
        let height = height.filter(|_| context.floors_at(ground).len() > 1);
        let height = height.and_then(|height| context.floor_near(ground, height));
        Endpoint { ground, height }
    }
}
