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
    /// Creates a target of one pixel.
    pub(super) fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("mesh picture"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                count: None,
            }],
        });
        let size = [1, 1];
        let [color, depth] = views(device, format, size);
        let bindings = bind(device, &layout, &color);
        Self { format, copy: copy_pipeline(device, &layout, format), layout, size, color, depth, bindings }
    }

    /// Resizes the target to a size in pixels.
    pub(super) fn resize(&mut self, device: &wgpu::Device, size: [u32; 2]) {
        if size != self.size {
            self.size = size;
            [self.color, self.depth] = views(device, self.format, size);
            self.bindings = bind(device, &self.layout, &self.color);
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

    /// Paints the target over the viewport of a pass.
    pub(super) fn paint(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.copy);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.draw(0..3, 0..1);
    }
}

/// Creates the colour texture and the depth buffer.
fn views(
    device: &wgpu::Device,
    format: wgpu::TextureFormat,
    [width, height]: [u32; 2],
) -> [wgpu::TextureView; 2] {
    let most = device.limits().max_texture_dimension_2d;
    let view = |format, usage| {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("mesh picture"),
            size: wgpu::Extent3d {
                width: width.clamp(1, most),
                height: height.clamp(1, most),
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        texture.create_view(&wgpu::TextureViewDescriptor::default())
    };
    [view(format, wgpu::TextureUsages::TEXTURE_BINDING), view(DEPTH_FORMAT, wgpu::TextureUsages::empty())]
}

fn bind(device: &wgpu::Device, layout: &wgpu::BindGroupLayout, color: &wgpu::TextureView) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("mesh picture"),
        layout,
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(color) }],
    })
}

/// Creates the pipeline that copies the texture to a viewport of its size.
fn copy_pipeline(
    device: &wgpu::Device,
    bindings: &wgpu::BindGroupLayout,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("mesh picture"),
        bind_group_layouts: &[Some(bindings)],
        immediate_size: 0,
    });
    let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("mesh picture"),
        source: wgpu::ShaderSource::Wgsl(include_str!("target.wgsl").into()),
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("mesh picture"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("copy_vertex"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("copy_fragment"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format,
                blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
