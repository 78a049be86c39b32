//! Images that are shown below the mesh.

use std::sync::Arc;

use glam::Vec2;

use crate::editor::State;
use crate::editor::levels::files::{self, LevelFile};
use navsmith_core::geometry::{Bounds, at_height};
use navsmith_formats::document::{ImagePlacement, LevelReference};
use navsmith_formats::io::images::LevelImage;

/// An image that is shown.
#[derive(Clone, Copy, Debug)]
pub struct ShownImage<'a> {
    /// Index in the list of levels.
    pub index: usize,
    /// Reference in the document.
    pub reference: &'a LevelReference,
    /// Placement on the ground.
    pub placement: ImagePlacement,
    /// The pixels.
    pub image: &'a Arc<LevelImage>,
}

impl ShownImage<'_> {
    /// Returns the corners on the ground: upper left, upper right, lower right and lower left in the image.
    pub fn corners(&self) -> [Vec2; 4] {
        corners(&self.placement, self.image.size)
    }
}

/// Returns the box of a placed image on the ground.
pub(in crate::editor) fn bounds(placement: &ImagePlacement, size: [u32; 2]) -> Bounds {
    Bounds::of(corners(placement, size).map(|corner| at_height(corner, 0.0)))
}

/// Returns the corners of a placed image on the ground, clockwise in the image from the upper left one.
fn corners(placement: &ImagePlacement, size: [u32; 2]) -> [Vec2; 4] {
    let [width, height] = size.map(|pixels| pixels as f32);
    [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]].map(|at| placement.ground_of(at.into()))
}

/// Returns the visible images that are read, from the lowest to the uppermost.
pub fn shown(state: &State) -> impl Iterator<Item = ShownImage<'_>> {
    (0..state.document().levels.len()).filter_map(|index| {
        let (reference, file) = files::state(state, index)?;
        let LevelFile::Read(content) = file else { return None };
        let (placement, image) = (reference.image?, content.image.as_ref()?);
        reference.is_visible.then_some(ShownImage { index, reference, placement, image })
    })
}

/// Returns the uppermost image at a position that is not locked.
pub(in crate::editor) fn image_at(state: &State, at: Vec2) -> Option<(usize, ImagePlacement)> {
    let is_at = |shown: &ShownImage<'_>| {
        let pixel = shown.placement.pixel_of(at);
        let size = Vec2::from(shown.image.size.map(|pixels| pixels as f32));
        !shown.reference.is_locked && pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(size).all()
    };
    shown(state).filter(is_at).last().map(|shown| (shown.index, shown.placement))
}
