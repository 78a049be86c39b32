//! The texture that the mesh is drawn to, with a depth buffer, and its copy to the window.
//!
//! The window's own pass has no depth buffer, and in tests it cannot have one.

use eframe::egui_wgpu::wgpu;

/// Format of the depth buffer.
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// A colour texture and a depth buffer with the size of the canvas in pixels.
pub(super) struct Target {
    format: wgpu::TextureFormat,
    layout: wgpu::BindGroupLayout,
    copy: wgpu::RenderPipeline,
    size: [u32; 2],
    color: wgpu::TextureView,
    depth: wgpu::TextureView,
    bindings: wgpu::BindGroup,
}

impl Target {
    pub(super) fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let sample_type = wgpu::TextureSampleType::Float { filterable: false };
        let layout = layout(device, &[(wgpu::ShaderStages::FRAGMENT, texture(sample_type))]);
        let program = Program::new(device, &layout, include_str!("target.wgsl"), format);
        let blend = Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
        let copy = program.pipeline(device, "copy", &[], wgpu::PrimitiveTopology::TriangleList, None, blend);
        let size = [1, 1];
        let [color, depth] = views(device, format, size);
        let bindings = bind(device, &layout, [wgpu::BindingResource::TextureView(&color)]);
        Self { format, layout, copy, size, color, depth, bindings }
    }

    pub(super) fn resize(&mut self, device: &wgpu::Device, size: [u32; 2]) {
        if size != self.size {
            self.size = size;
            [self.color, self.depth] = views(device, self.format, size);
            let color = wgpu::BindingResource::TextureView(&self.color);
            self.bindings = bind(device, &self.layout, [color]);
        }
    }

    /// Begins a pass that draws to the target, and clears its colour and its depth.
    pub(super) fn begin<'a>(&self, encoder: &'a mut wgpu::CommandEncoder) -> wgpu::RenderPass<'a> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("mesh"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.color,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        })
    }

    pub(super) fn paint(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.copy);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn views(device: &wgpu::Device, format: wgpu::TextureFormat, size: [u32; 2]) -> [wgpu::TextureView; 2] {
    let view = |format, usage| {
        let texture = create_texture(device, size, format, usage | wgpu::TextureUsages::RENDER_ATTACHMENT);
        texture.create_view(&wgpu::TextureViewDescriptor::default())
    };
    [view(format, wgpu::TextureUsages::TEXTURE_BINDING), view(DEPTH_FORMAT, wgpu::TextureUsages::empty())]
}

/// Creates a texture of at least one pixel, and at most of the maximum size of the device.
pub(super) fn create_texture(
    device: &wgpu::Device,
    size: [u32; 2],
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    let [width, height] = size.map(|pixels| pixels.clamp(1, device.limits().max_texture_dimension_2d));
    device.create_texture(&wgpu::TextureDescriptor {
        label: LABEL,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

/// Creates a buffer that is written from the processor.
pub(super) fn buffer(device: &wgpu::Device, bytes: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("navmesh"),
        size: bytes as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// Returns the binding of a texture that shaders read pixel by pixel.
pub(super) fn texture(sample_type: wgpu::TextureSampleType) -> wgpu::BindingType {
    let view_dimension = wgpu::TextureViewDimension::D2;
    wgpu::BindingType::Texture { sample_type, view_dimension, multisampled: false }
}

/// Creates the layout of bindings, numbered from 0.
pub(super) fn layout(
    device: &wgpu::Device,
    bindings: &[(wgpu::ShaderStages, wgpu::BindingType)],
) -> wgpu::BindGroupLayout {
    let entry =
        |(binding, &(visibility, ty))| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None };
    let entries: Vec<_> = (0..).zip(bindings).map(entry).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: LABEL, entries: &entries })
}

/// Binds resources in the order of their layout.
pub(super) fn bind<const N: usize>(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    resources: [wgpu::BindingResource<'_>; N],
) -> wgpu::BindGroup {
    let entry = |(binding, resource)| wgpu::BindGroupEntry { binding, resource };
    let entries: Vec<_> = (0..).zip(resources).map(entry).collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: LABEL, layout, entries: &entries })
}

/// Name of all resources in tools that inspect the GPU.
const LABEL: Option<&str> = Some("navmesh");

/// A shader, and the state shared by its pipelines.
pub(super) struct Program {
    layout: wgpu::PipelineLayout,
    shader: wgpu::ShaderModule,
    format: wgpu::TextureFormat,
}

impl Program {
    pub(super) fn new(
        device: &wgpu::Device,
        bindings: &wgpu::BindGroupLayout,
        source: &str,
        format: wgpu::TextureFormat,
    ) -> Self {
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: LABEL,
            bind_group_layouts: &[Some(bindings)],
            immediate_size: 0,
        });
        let source = wgpu::ShaderSource::Wgsl(source.into());
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: LABEL, source });
        Self { layout, shader, format }
    }

    /// Creates the pipeline of the functions `NAME_vertex` and `NAME_fragment`.
    pub(super) fn pipeline(
        &self,
        device: &wgpu::Device,
        name: &str,
        buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
        topology: wgpu::PrimitiveTopology,
        depth_stencil: Option<wgpu::DepthStencilState>,
        blend: Option<wgpu::BlendState>,
    ) -> wgpu::RenderPipeline {
        let (format, write_mask) = (self.format, wgpu::ColorWrites::ALL);
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(name),
            layout: Some(&self.layout),
            vertex: wgpu::VertexState {
                module: &self.shader,
                entry_point: Some(&format!("{name}_vertex")),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers,
            },
            primitive: wgpu::PrimitiveState { topology, ..wgpu::PrimitiveState::default() },
            depth_stencil,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &self.shader,
                entry_point: Some(&format!("{name}_fragment")),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(wgpu::ColorTargetState { format, blend, write_mask })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
