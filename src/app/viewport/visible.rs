//! Parts of the buffers that a view shows, by the bounding boxes of their elements.

use glam::{DMat4, DVec2, DVec3, DVec4, Vec2};

use super::ShownView;

/// Part of space that a view shows, relative to the origin of a layer.
#[derive(Clone, Copy, Debug)]
pub struct Visible {
    /// Minimum and maximum on the ground, in metres from the origin.
    ground: [Vec2; 2],
    /// Transform to clip space and the range of heights; `None` for a view from above.
    space: Option<(DMat4, [f64; 2])>,
}

impl Visible {
    /// Creates the part that a view shows, with a margin in metres; `heights` are those of the layer.
    pub fn new(view: &ShownView, origin: DVec2, heights: [f32; 2], margin: f64) -> Self {
        let [min, max] = view.visible();
        let around = DVec2::splat(margin);
        let ground = [min - around, max + around].map(|at| (at - origin).as_vec2());
        let transform = |orbit: &crate::editor::view::orbit::OrbitCamera| {
            (orbit.clip_from_local(DVec3::new(origin.x, 0.0, origin.y)), heights.map(f64::from))
        };
        Self { ground, space: view.orbit.as_ref().map(transform) }
    }

    /// Whether a box on the ground reaches into the view, at any of the heights.
    pub fn contains_part_of(&self, [low, high]: [Vec2; 2]) -> bool {
        let [min, max] = self.ground;
        if low.cmpgt(max).any() || high.cmplt(min).any() {
            return false;
        }
        let Some((clip, heights)) = &self.space else { return true };
        let corners = [low, high].map(Vec2::as_dvec2);
        let places: [DVec4; 8] = std::array::from_fn(|corner| {
            let [x, y, z] = [corners[corner & 1].x, heights[corner >> 1 & 1], corners[corner >> 2].y];
            *clip * DVec4::new(x, y, z, 1.0)
        });
        // The box is out of view if all its corners are beyond one side of the view.
        let sides: [fn(&DVec4) -> f64; 5] =
            [|at| at.x + at.w, |at| at.w - at.x, |at| at.y + at.w, |at| at.w - at.y, |at| at.z];
        sides.iter().all(|side| places.iter().any(|at| side(at) > 0.0))
    }
}
