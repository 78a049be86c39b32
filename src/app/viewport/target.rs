//! The texture that the mesh is drawn to, with a depth buffer, and its copy to the window.
//!
//! The window's own pass has no depth buffer, and in tests it cannot have one.

use eframe::egui_wgpu::wgpu;

/// Format of the depth buffer.
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Format of the depths that another pass reads.
///
/// OpenGL cannot read single pixels of a depth buffer.
const DEPTHS_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R32Float;

/// A colour texture and a depth buffer with the size of the canvas in pixels.
pub(super) struct RenderTarget {
    format: wgpu::TextureFormat,
    layout: wgpu::BindGroupLayout,
    copy: wgpu::RenderPipeline,
    size: [u32; 2],
    color: wgpu::TextureView,
    depth: wgpu::TextureView,
    /// Depths for another pass; `None` if none reads them.
    depths: Option<wgpu::TextureView>,
    bindings: wgpu::BindGroup,
}

impl RenderTarget {
    /// Creates a target, with depths that another pass can read if `has_depths`.
    pub(super) fn new(device: &wgpu::Device, format: wgpu::TextureFormat, has_depths: bool) -> Self {
        let sample_type = wgpu::TextureSampleType::Float { filterable: false };
        let layout = layout(device, &[(wgpu::ShaderStages::FRAGMENT, texture(sample_type))]);
        let program = Program::new(device, &layout, include_str!("target.wgsl"), format);
        let blend = Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
        let list = wgpu::PrimitiveTopology::TriangleList;
        let copy = program.pipeline(device, "copy", &[], list, None, blend, false);
        let size = [1, 1];
        let [color, depth] = views(device, format, size);
        let bindings = bind(device, &layout, [wgpu::BindingResource::TextureView(&color)]);
        let depths = has_depths.then(|| readable_depths(device, size));
        Self { format, layout, copy, size, color, depth, depths, bindings }
    }

    pub(super) fn resize(&mut self, device: &wgpu::Device, size: [u32; 2]) {
        if size != self.size {
            self.size = size;
            [self.color, self.depth] = views(device, self.format, size);
            self.depths = self.depths.is_some().then(|| readable_depths(device, size));
            let color = wgpu::BindingResource::TextureView(&self.color);
            self.bindings = bind(device, &self.layout, [color]);
        }
    }

    /// Returns the depths for another pass.
    pub(super) fn depths(&self) -> Option<&wgpu::TextureView> {
        self.depths.as_ref()
    }

    /// Begins a pass that draws to the target, and clears its colour and its depth.
    pub(super) fn begin<'a>(&self, encoder: &'a mut wgpu::CommandEncoder) -> wgpu::RenderPass<'a> {
        let cleared = |view, color| {
            let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(color), store: wgpu::StoreOp::Store };
            Some(wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops })
        };
        let depths = self
            .depths
            .as_ref()
            .map(|depths| cleared(depths, wgpu::Color { r: 1.0, ..wgpu::Color::TRANSPARENT }));
        let attachments: Vec<_> =
            [cleared(&self.color, wgpu::Color::TRANSPARENT)].into_iter().chain(depths).collect();
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("mesh"),
            color_attachments: &attachments,
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

/// Creates a texture for depths that another pass reads.
pub(super) fn readable_depths(device: &wgpu::Device, size: [u32; 2]) -> wgpu::TextureView {
    let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::RENDER_ATTACHMENT;
    let texture = create_texture(device, size, DEPTHS_FORMAT, usage);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
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
    ///
    /// With `has_depths`, its target has depths that another pass reads; blended elements do not write them.
    #[expect(clippy::too_many_arguments, reason = "each is a property of the pipeline")]
    pub(super) fn pipeline(
        &self,
        device: &wgpu::Device,
        name: &str,
        buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
        topology: wgpu::PrimitiveTopology,
        depth_stencil: Option<wgpu::DepthStencilState>,
        blend: Option<wgpu::BlendState>,
        has_depths: bool,
    ) -> wgpu::RenderPipeline {
        let (format, write_mask) = (self.format, wgpu::ColorWrites::ALL);
        let mut targets = vec![Some(wgpu::ColorTargetState { format, blend, write_mask })];
        if has_depths {
            let write_mask = if blend.is_some() { wgpu::ColorWrites::empty() } else { write_mask };
            targets.push(Some(wgpu::ColorTargetState { format: DEPTHS_FORMAT, blend: None, write_mask }));
        }
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
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}
