//! Data of the levels to write to the GPU; independent of the graphics API.

use bytemuck::{Pod, Zeroable};

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LevelCorner {
    /// X and Z in metres from the layer's origin; Y is the height.
    pub(super) at: [f32; 3],
    /// Normal of the triangle in three signed bytes, then the index of its level.
    pub(super) looks: u32,
}

/// A segment of the section.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SectionLine {
    pub(super) ends: [[f32; 3]; 2],
}

/// The uniforms, in the layout that the shader declares.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LevelUniforms {
    pub(super) clip_from_local: [[f32; 4]; 4],
    /// Size of the target in pixels.
    pub(super) size: [f32; 2],
    /// Half the width of a section line, in points; the callback converts it to pixels.
    pub(super) half_line: f32,
    pub(super) is_linear: u32,
    /// Lowest height; reciprocal of the height range; cut height; 1 to shade by height.
    pub(super) heights: [f32; 4],
    pub(super) ramp: [[f32; 4]; 5],
    pub(super) section: [f32; 4],
    /// How much nearer section lines are drawn in the 3D view, in the first component.
    pub(super) offset: [f32; 4],
    pub(super) opacities: [[f32; 4]; 16],
}

impl LevelUniforms {
    /// Returns the uniforms for the size, the scale and the colour space of a target.
    pub(super) fn on(self, size: [u32; 2], pixels_per_point: f32, is_linear: bool) -> Self {
        Self {
            size: size.map(|pixels| pixels as f32),
            half_line: self.half_line * pixels_per_point,
            is_linear: u32::from(is_linear),
            ..self
        }
    }
}

/// Writes to do before the next frame.
#[derive(Debug, Default)]
pub(super) struct LevelPending {
    /// New number of corners of the buffer, which is created again.
    pub(super) size: Option<usize>,
    /// Corners by the index of the first.
    pub(super) writes: Vec<(usize, Vec<LevelCorner>)>,
    /// New section.
    pub(super) section: Option<Vec<SectionLine>>,
}
