// Copies a texture to a viewport of the same size in pixels.

@group(0) @binding(0) var picture: texture_2d<f32>;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    // Position in the texture: 0 to 1, right and down.
    @location(0) place: vec2<f32>,
}

// One triangle that covers the viewport.
@vertex
fn copy_vertex(@builtin(vertex_index) corner: u32) -> Corner {
    let place = vec2<f32>(f32((corner << 1u) & 2u), f32(corner & 2u));
    var out: Corner;
    out.place = place;
    out.clip = vec4<f32>(place.x * 2.0 - 1.0, 1.0 - place.y * 2.0, 0.0, 1.0);
    return out;
}

@fragment
fn copy_fragment(in: Corner) -> @location(0) vec4<f32> {
    let size = textureDimensions(picture);
    let pixel = min(vec2<u32>(in.place * vec2<f32>(size)), size - vec2<u32>(1u));
    return textureLoad(picture, pixel, 0);
}
