//! Buffers, shader and draw calls of the mesh.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui_wgpu::{CallbackResources, CallbackTrait, RenderState, ScreenDescriptor, wgpu};
use egui::{PaintCallbackInfo, Rect};

use super::level_gpu::{self, GpuLevels};
use super::target::{self, DEPTH_FORMAT, Program, RenderTarget, buffer};
use super::uniforms::Uniforms;
use super::upload::{PAGE, PagePart, Pending, Texel};

/// Creates the GPU resources of the mesh and of the levels, once, before the first frame.
pub(in crate::app) fn install(state: &RenderState) {
    let mesh = GpuMesh::new(&state.device, state.target_format);
    state.renderer.write().callback_resources.insert(mesh);
    level_gpu::install(state);
}

pub(super) struct MeshPicture {
    /// Number of the view.
    pub(super) view: usize,
    /// Rectangle of the canvas, in points of the window.
    pub(super) canvas: Rect,
    pub(super) pending: Arc<Mutex<Pending>>,
    pub(super) uniforms: Uniforms,
    /// Elements to draw of each buffer, in the order of [`PagePart::ALL`].
    pub(super) ranges: [Vec<Range<u32>>; 4],
}

impl CallbackTrait for MeshPicture {
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        screen: &ScreenDescriptor,
        encoder: &mut wgpu::CommandEncoder,
        resources: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        let levels = resources.get::<GpuLevels>().and_then(|levels| levels.depths(self.view));
        let levels = levels.map(|(depths, pictures)| (depths.clone(), pictures));
        if let Some(mesh) = resources.get_mut::<GpuMesh>() {
            let pending = std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
            mesh.write(device, queue, pending);
            let canvas = PaintCallbackInfo {
                viewport: self.canvas,
                clip_rect: self.canvas,
                pixels_per_point: screen.pixels_per_point,
                screen_size_px: screen.size_in_pixels,
            };
            let canvas = canvas.viewport_in_pixels();
            let size = [canvas.width_px, canvas.height_px].map(|pixels| pixels.max(1) as u32);
            let uniforms = self.uniforms.on(screen.pixels_per_point, mesh.is_linear);
            let levels = mesh.bind_levels(device, self.view, levels.as_ref());
            // Many frames change overlays only. The target then still contains the picture of the mesh.
            let drawn = Some((mesh.version, levels, size, uniforms, self.ranges.clone()));
            if mesh.views[self.view].drawn != drawn {
                let view = &mut mesh.views[self.view];
                queue.write_buffer(&view.uniforms, 0, bytemuck::bytes_of(&uniforms));
                view.target.resize(device, size);
                view.drawn = drawn;
                let view = &mesh.views[self.view];
                mesh.draw(view, &mut view.target.begin(encoder), &self.ranges);
            }
        }
        Vec::new()
    }

    fn paint(
        &self,
        _info: PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &CallbackResources,
    ) {
        if let Some(mesh) = resources.get::<GpuMesh>() {
            mesh.views[self.view].target.paint(pass);
        }
    }
}

struct GpuMesh {
    is_linear: bool,
    layout: wgpu::BindGroupLayout,
    /// Pipelines in the order of [`PagePart::ALL`]; both parts of edges have the same one.
    pipelines: [wgpu::RenderPipeline; 4],
    cells: wgpu::Texture,
    buffers: [wgpu::Buffer; 4],
    /// Number of writes to the buffers and the table of cells.
    version: u64,
    /// The view from above and the 3D view.
    views: [GpuView; 2],
}

/// Versions of the buffers and of the picture of the levels, size, uniforms and ranges of a picture.
type Drawn = (u64, u64, [u32; 2], Uniforms, [Vec<Range<u32>>; 4]);

/// Resources of a view of the mesh.
struct GpuView {
    uniforms: wgpu::Buffer,
    bindings: wgpu::BindGroup,
    target: RenderTarget,
    /// Depths of the levels that hide the mesh; all are at the far plane without levels.
    levels: wgpu::TextureView,
    /// Picture in the target.
    drawn: Option<Drawn>,
}

impl GpuMesh {
    fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let uniform = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let table_of_cells = target::texture(wgpu::TextureSampleType::Uint);
        let (both, vertex) = (wgpu::ShaderStages::VERTEX_FRAGMENT, wgpu::ShaderStages::VERTEX);
        let depths = target::texture(wgpu::TextureSampleType::Float { filterable: false });
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let layout = target::layout(device, &[(both, uniform), (vertex, table_of_cells), (fragment, depths)]);
        let program = Program::new(device, &layout, include_str!("mesh.wgsl"), format);
        let fill = pipeline(device, &program, "fill", PagePart::Fills, wgpu::PrimitiveTopology::TriangleList);
        let strip =
            |name, part| pipeline(device, &program, name, part, wgpu::PrimitiveTopology::TriangleStrip);
        let edge = strip("edge", PagePart::Inner);
        let cells = table(device, 1);
        let view = |_| {
            let uniforms = buffer(device, size_of::<Uniforms>(), wgpu::BufferUsages::UNIFORM);
            let levels = target::readable_depths(device, [1, 1]);
            let bindings = bind(device, &layout, &uniforms, &cells, &levels);
            let target = RenderTarget::new(device, format, false);
            GpuView { uniforms, bindings, target, levels, drawn: None }
        };
        let views = [0, 1].map(view);
        Self {
            is_linear: format.is_srgb(),
            pipelines: [fill, edge.clone(), edge, strip("dot", PagePart::Dots)],
            layout,
            cells,
            buffers: PagePart::ALL.map(|part| buffer(device, part.stride(), wgpu::BufferUsages::VERTEX)),
            version: 0,
            views,
        }
    }

    /// Binds the depths of the levels in a view; returns the number of pictures of the levels so far.
    fn bind_levels(
        &mut self,
        device: &wgpu::Device,
        view: usize,
        levels: Option<&(wgpu::TextureView, u64)>,
    ) -> u64 {
        let Some((depths, pictures)) = levels else { return 0 };
        let view = &mut self.views[view];
        if view.levels != *depths {
            view.levels = depths.clone();
            view.bindings = bind(device, &self.layout, &view.uniforms, &self.cells, depths);
        }
        *pictures
    }

    fn write(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, pending: Pending) {
        let is_any = pending.sizes.is_some() || !pending.writes.is_empty() || !pending.rows.is_empty();
        self.version += u64::from(is_any);
        if let Some((sizes, rows)) = pending.sizes {
            for (part, size) in PagePart::ALL.into_iter().zip(sizes) {
                let bytes = size.max(1) * part.stride();
                self.buffers[part as usize] = buffer(device, bytes, wgpu::BufferUsages::VERTEX);
            }
            self.cells = table(device, rows);
            for view in &mut self.views {
                view.bindings = bind(device, &self.layout, &view.uniforms, &self.cells, &view.levels);
            }
        }
        for ((part, start), bytes) in pending.writes {
            queue.write_buffer(&self.buffers[part as usize], (start * part.stride()) as u64, &bytes);
        }
        for (row, texels) in pending.rows {
            self.write_row(queue, row, &texels);
        }
    }

    fn write_row(&self, queue: &wgpu::Queue, row: usize, texels: &[Texel]) {
        let target = wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x: 0, y: row as u32, z: 0 },
            ..self.cells.as_image_copy()
        };
        let size = wgpu::Extent3d { width: texels.len() as u32, height: 1, depth_or_array_layers: 1 };
        if size.width > 0 && (row as u32) < self.cells.height() {
            queue.write_texture(
                target,
                bytemuck::cast_slice(texels),
                wgpu::TexelCopyBufferLayout::default(),
                size,
            );
        }
    }

    fn draw(&self, view: &GpuView, pass: &mut wgpu::RenderPass<'_>, ranges: &[Vec<Range<u32>>; 4]) {
        pass.set_bind_group(0, &view.bindings, &[]);
        for (part, ranges) in PagePart::ALL.into_iter().zip(ranges).filter(|(_, ranges)| !ranges.is_empty()) {
            pass.set_pipeline(&self.pipelines[part as usize]);
            pass.set_vertex_buffer(0, self.buffers[part as usize].slice(..));
            for range in ranges.iter().cloned() {
                match part {
                    PagePart::Fills => pass.draw(range, 0..1),
                    PagePart::Inner | PagePart::Outer | PagePart::Dots => pass.draw(0..4, range),
                }
            }
        }
    }
}

/// Creates the table of cell colours, with one row per page of cells.
fn table(device: &wgpu::Device, rows: usize) -> wgpu::Texture {
    let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
    target::create_texture(device, [PAGE as u32, rows as u32], wgpu::TextureFormat::Rg32Uint, usage)
}

fn bind(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    uniforms: &wgpu::Buffer,
    cells: &wgpu::Texture,
    levels: &wgpu::TextureView,
) -> wgpu::BindGroup {
    let view = cells.create_view(&wgpu::TextureViewDescriptor::default());
    let cells = wgpu::BindingResource::TextureView(&view);
    target::bind(
        device,
        layout,
        [uniforms.as_entire_binding(), cells, wgpu::BindingResource::TextureView(levels)],
    )
}

fn pipeline(
    device: &wgpu::Device,
    program: &Program,
    name: &str,
    part: PagePart,
    topology: wgpu::PrimitiveTopology,
) -> wgpu::RenderPipeline {
    const FILL: [wgpu::VertexAttribute; 3] =
        wgpu::vertex_attr_array![0 => Float32x2, 1 => Uint32, 2 => Float32];
    const LINE: [wgpu::VertexAttribute; 4] =
        wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32x2, 2 => Uint32, 3 => Float32x2];
    const DOT: [wgpu::VertexAttribute; 4] =
        wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32, 2 => Uint32, 3 => Float32];
    let attributes: &[wgpu::VertexAttribute] = match part {
        PagePart::Fills => &FILL,
        PagePart::Inner | PagePart::Outer => &LINE,
        PagePart::Dots => &DOT,
    };
    let step_mode =
        if part == PagePart::Fills { wgpu::VertexStepMode::Vertex } else { wgpu::VertexStepMode::Instance };
    let array_stride = part.stride() as u64;
    let buffer = wgpu::VertexBufferLayout { array_stride, step_mode, attributes };
    // A fill covers the elements below it.
    let blend = (part != PagePart::Fills).then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
    program.pipeline(device, name, &[Some(buffer)], topology, Some(depth(part)), blend, false)
}

/// Returns the depth test of a part.
///
/// Fills are offset away from the viewer, and more if they are steep. Otherwise they would cover their own edges.
fn depth(part: PagePart) -> wgpu::DepthStencilState {
    let is_fill = part == PagePart::Fills;
    let bias = wgpu::DepthBiasState { constant: 64, slope_scale: 3.0, clamp: 0.0 };
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(is_fill),
        depth_compare: Some(wgpu::CompareFunction::LessEqual),
        stencil: wgpu::StencilState::default(),
        bias: if is_fill { bias } else { wgpu::DepthBiasState::default() },
    }
}
