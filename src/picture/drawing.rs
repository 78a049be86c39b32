//! Drawing of an editor's state as a picture.

use glam::Vec2;

use super::caption::Caption;
use super::pen::Pen;
use super::shape::VectorPicture;
use super::{ground, legend, level, marks, mesh};
use crate::editor::State;
use crate::editor::drawing::still_scene;
use crate::editor::session::picture::{PictureExtent, PictureSettings};
use crate::editor::view::camera::Camera;
use crate::editor::view::views::ViewId;

/// Longer side of a picture of the whole mesh, and least and largest ratio of its sides.
const WHOLE: f32 = 1600.0;
const LEAST_SHARE: f32 = 0.4;

/// Returns the camera of a picture: that of the view from above, or one that shows the whole mesh.
pub fn camera(state: &State, extent: PictureExtent) -> Camera {
    let view = state.camera_of(ViewId::ABOVE);
    match extent {
        PictureExtent::View => view,
        PictureExtent::Mesh => {
            let bounds = state.document().mesh.bounds();
            let extent = bounds.size();
            let longer = extent.x.max(extent.z).max(f32::MIN_POSITIVE);
            let share = |side: f32| (side / longer).clamp(LEAST_SHARE, 1.0);
            let size = (Vec2::new(share(extent.x), share(extent.z)) * WHOLE).round();
            let mut camera = Camera { size, ..view };
            camera.frame(&bounds);
            camera
        }
    }
}

/// Returns the height of the caption below a view of a width; 0 without a caption.
pub fn caption_height(state: &State, settings: PictureSettings, width: f32) -> f32 {
    caption(state, settings, width).map_or(0.0, |caption| caption.height())
}

fn caption(state: &State, settings: PictureSettings, width: f32) -> Option<Caption> {
    Caption::of(state, width).filter(|_| settings.has_caption)
}

/// Draws the state of an editor for a camera, without what follows the pointer.
///
/// The caption is below the view, so the picture is higher than the view of the camera.
pub fn draw(state: &State, camera: Camera, settings: PictureSettings) -> VectorPicture {
    let mut pen = Pen::new(camera, state.options().is_dark);
    let scene = still_scene(state, camera);
    if settings.has_grid {
        ground::draw_grid(&mut pen, state.options().grid);
    }
    let is_over_level = level::draw(&mut pen, state);
    mesh::draw(&mut pen, state, is_over_level);
    marks::draw(&mut pen, state, &scene);
    if settings.has_grid {
        ground::draw_scale_bar(&mut pen);
    }
    if settings.has_legend {
        legend::draw(&mut pen, state, &scene);
    }
    let caption = caption(state, settings, camera.size.x);
    if let Some(caption) = &caption {
        caption.draw(&mut pen);
    }
    let below = caption.map_or(0.0, |caption| caption.height());
    VectorPicture {
        size: camera.size + Vec2::new(0.0, below),
        background: pen.palette.canvas.background,
        title: state.name(),
        layers: pen.into_layers(),
    }
}
