//! Buffers, shader and draw calls of the levels.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui_wgpu::{CallbackResources, CallbackTrait, RenderState, ScreenDescriptor, wgpu};
use egui::{PaintCallbackInfo, Rect};

use super::level_upload::{LevelCorner, LevelPending, LevelUniforms, SectionLine};
use super::target::{self, DEPTH_FORMAT, Program, RenderTarget, buffer};

/// Creates the GPU resources of the levels, once, before the first frame.
pub(super) fn install(state: &RenderState) {
    let levels = GpuLevels::new(&state.device, state.target_format);
    state.renderer.write().callback_resources.insert(levels);
}

pub(super) struct LevelPicture {
    /// Number of the view.
    pub(super) view: usize,
    /// Rectangle of the canvas, in points of the window.
    pub(super) canvas: Rect,
    pub(super) pending: Arc<Mutex<LevelPending>>,
    pub(super) uniforms: LevelUniforms,
    /// Ranges of corners to draw.
    pub(super) ranges: Vec<Range<u32>>,
}

impl CallbackTrait for LevelPicture {
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        screen: &ScreenDescriptor,
        encoder: &mut wgpu::CommandEncoder,
        resources: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        let Some(levels) = resources.get_mut::<GpuLevels>() else { return Vec::new() };
        let pending = std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        levels.write(device, queue, pending);
        let pixels_per_point = screen.pixels_per_point;
        let canvas = PaintCallbackInfo {
            viewport: self.canvas,
            clip_rect: self.canvas,
            pixels_per_point,
            screen_size_px: screen.size_in_pixels,
        };
        let canvas = canvas.viewport_in_pixels();
        let size = [canvas.width_px, canvas.height_px].map(|pixels| pixels.max(1) as u32);
        let uniforms = self.uniforms.on(size, pixels_per_point, levels.is_linear);
        // Most frames change marks or the mesh only. The target then still contains the picture of the levels.
        let drawn = Some((levels.version, uniforms, self.ranges.clone()));
        if levels.views[self.view].drawn != drawn {
            let view = &mut levels.views[self.view];
            queue.write_buffer(&view.uniforms, 0, bytemuck::bytes_of(&uniforms));
            view.target.resize(device, size);
            view.drawn = drawn;
            view.pictures += 1;
            levels.draw(self.view, encoder, &self.ranges);
        }
        Vec::new()
    }

    fn paint(
        &self,
        _info: PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &CallbackResources,
    ) {
        if let Some(levels) = resources.get::<GpuLevels>() {
            levels.views[self.view].target.paint(pass);
        }
    }
}

pub(super) struct GpuLevels {
    is_linear: bool,
    /// Pipelines of each view.
    triangle_pipelines: [wgpu::RenderPipeline; 2],
    section_pipelines: [wgpu::RenderPipeline; 2],
    corners: wgpu::Buffer,
    section: wgpu::Buffer,
    /// Number of segments of the section.
    segments: u32,
    /// Number of writes to the buffers.
    version: u64,
    /// The view from above and the 3D view.
    views: [GpuView; 2],
}

/// Resources of a view of the levels.
struct GpuView {
    uniforms: wgpu::Buffer,
    bindings: wgpu::BindGroup,
    target: RenderTarget,
    /// Version of the buffers, uniforms and ranges of the picture in the target.
    drawn: Option<(u64, LevelUniforms, Vec<Range<u32>>)>,
    /// Number of pictures drawn so far.
    pictures: u64,
}

impl GpuLevels {
    fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        const CORNER: [wgpu::VertexAttribute; 2] = wgpu::vertex_attr_array![0 => Float32x3, 1 => Uint32];
        const LINE: [wgpu::VertexAttribute; 2] = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3];
        let uniform = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let layout = target::layout(device, &[(wgpu::ShaderStages::VERTEX_FRAGMENT, uniform)]);
        let program = Program::new(device, &layout, include_str!("level.wgsl"), format);
        let buffers = |stride: usize, step_mode, attributes| {
            Some(wgpu::VertexBufferLayout { array_stride: stride as u64, step_mode, attributes })
        };
        let corners = [buffers(size_of::<LevelCorner>(), wgpu::VertexStepMode::Vertex, &CORNER)];
        let lines = [buffers(size_of::<SectionLine>(), wgpu::VertexStepMode::Instance, &LINE)];
        let blend = wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING;
        let (list, strip) = (wgpu::PrimitiveTopology::TriangleList, wgpu::PrimitiveTopology::TriangleStrip);
        let [writing, testing] = [true, false].map(depth);
        // Only the 3D view hides parts of the mesh.
        let has_depths = [false, true];
        let view = |has_depths| {
            let uniforms = buffer(device, size_of::<LevelUniforms>(), wgpu::BufferUsages::UNIFORM);
            let bindings = target::bind(device, &layout, [uniforms.as_entire_binding()]);
            let target = RenderTarget::new(device, format, has_depths);
            GpuView { uniforms, bindings, target, drawn: None, pictures: 0 }
        };
        Self {
            is_linear: format.is_srgb(),
            triangle_pipelines: has_depths.map(|has_depths| {
                program.pipeline(device, "level", &corners, list, Some(writing.clone()), None, has_depths)
            }),
            section_pipelines: has_depths.map(|has_depths| {
                let depth = Some(testing.clone());
                program.pipeline(device, "section", &lines, strip, depth, Some(blend), has_depths)
            }),
            corners: buffer(device, size_of::<LevelCorner>(), wgpu::BufferUsages::VERTEX),
            section: buffer(device, size_of::<SectionLine>(), wgpu::BufferUsages::VERTEX),
            segments: 0,
            version: 0,
            views: has_depths.map(view),
        }
    }

    /// Writes what is pending.
    fn write(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, pending: LevelPending) {
        let LevelPending { size, writes, section } = pending;
        self.version += u64::from(size.is_some() || !writes.is_empty() || section.is_some());
        if let Some(size) = size {
            self.corners = buffer(device, size.max(1) * size_of::<LevelCorner>(), wgpu::BufferUsages::VERTEX);
        }
        for (first, corners) in writes {
            let offset = (first * size_of::<LevelCorner>()) as u64;
            queue.write_buffer(&self.corners, offset, bytemuck::cast_slice(&corners));
        }
        if let Some(section) = section {
            let bytes = section.len().max(1) * size_of::<SectionLine>();
            self.section = buffer(device, bytes, wgpu::BufferUsages::VERTEX);
            queue.write_buffer(&self.section, 0, bytemuck::cast_slice(&section));
            self.segments = section.len() as u32;
        }
    }

    /// Returns the depths of the levels in a view, and the number of pictures drawn so far.
    ///
    /// Returns `None` for a view in which levels hide no mesh.
    pub(super) fn depths(&self, view: usize) -> Option<(&wgpu::TextureView, u64)> {
        Some((self.views[view].target.depths()?, self.views[view].pictures))
    }

    fn draw(&self, view: usize, encoder: &mut wgpu::CommandEncoder, ranges: &[Range<u32>]) {
        let mut pass = self.views[view].target.begin(encoder);
        pass.set_bind_group(0, &self.views[view].bindings, &[]);
        pass.set_pipeline(&self.triangle_pipelines[view]);
        pass.set_vertex_buffer(0, self.corners.slice(..));
        for range in ranges {
            pass.draw(range.clone(), 0..1);
        }
        if self.segments > 0 {
            pass.set_pipeline(&self.section_pipelines[view]);
            pass.set_vertex_buffer(0, self.section.slice(..));
            pass.draw(0..4, 0..self.segments);
        }
    }
}

fn depth(writes: bool) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(writes),
        depth_compare: Some(wgpu::CompareFunction::LessEqual),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}
