// Level geometry: shaded triangles up to the cut height, and the lines of the section there.

struct Uniforms {
    // Metres from the layer's origin (X and Z), and height, to clip space.
    clip_from_local: mat4x4<f32>,
    // Size of the target in pixels, and half the width of a section line.
    size: vec2<f32>,
    half_line: f32,
    // 1 if the target stores linear colours.
    is_linear: u32,
    // Lowest height; reciprocal of the height range; cut height; 1 to shade by height.
    heights: vec4<f32>,
    // Colours from level ground to upright walls, or from low to high.
    ramp: array<vec4<f32>, 5>,
    section: vec4<f32>,
    // In the first component, how much nearer section lines are drawn: 0 from above, a part of the depth range in
    // parallel projection, and a negative part of the distance in perspective.
    offset: vec4<f32>,
    // Opacities of the levels, four in a vector.
    opacities: array<vec4<f32>, 16>,
}

@group(0) @binding(0) var<uniform> u: Uniforms;

// Direction to the light, from the upper left of the view.
const LIGHT: vec3<f32> = vec3<f32>(-0.42, 0.80, -0.42);

fn linear_from_gamma(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3<f32>(2.4)), c / 12.92, c <= vec3<f32>(0.04045));
}

fn output(rgb: vec3<f32>, alpha: f32) -> vec4<f32> {
    var out = rgb;
    if u.is_linear == 1u {
        out = linear_from_gamma(rgb);
    }
    return vec4<f32>(out * alpha, alpha);
}

struct Fill {
    @builtin(position) clip: vec4<f32>,
    @location(0) height: f32,
    @location(1) @interpolate(flat) normal: vec3<f32>,
    @location(2) @interpolate(flat) opacity: f32,
}

@vertex
fn level_vertex(@location(0) at: vec3<f32>, @location(1) looks: u32) -> Fill {
    let level = looks >> 24u;
    var out: Fill;
    out.clip = u.clip_from_local * vec4<f32>(at, 1.0);
    out.height = at.y;
    out.normal = unpack4x8snorm(looks & 0x00ffffffu).xyz;
    out.opacity = u.opacities[level >> 2u][level & 3u];
    return out;
}

fn ramp(share: f32) -> vec3<f32> {
    let at = clamp(share, 0.0, 1.0) * 4.0;
    let stop = min(u32(at), 3u);
    return mix(u.ramp[stop].rgb, u.ramp[stop + 1u].rgb, at - f32(stop));
}

struct Shaded {
    @location(0) color: vec4<f32>,
    // Read by the pass that draws the mesh of the 3D view.
    @location(1) depth: f32,
}

@fragment
fn level_fragment(in: Fill) -> Shaded {
    if in.height > u.heights.z {
        discard;
    }
    let normal = normalize(in.normal);
    // Both sides of a triangle look the same.
    let facing = select(normal, -normal, normal.y < 0.0);
    let slope = acos(clamp(facing.y, 0.0, 1.0)) / 1.5707964;
    let height = clamp((in.height - u.heights.x) * u.heights.y, 0.0, 1.0);
    let is_by_height = u.heights.w == 1.0;
    let share = select(slope, height, is_by_height);
    // Higher floors are lighter, so that roofs differ from the ground.
    let light = 0.64 + 0.30 * max(dot(facing, LIGHT), 0.0) + select(0.34 * height, 0.06, is_by_height);
    return Shaded(output(min(ramp(share) * light, vec3<f32>(1.0)), in.opacity), in.clip.z);
}

// Nearest depth in front of the near plane of the 3D view.
const NEAR: f32 = 1e-6;

// Moves an end of a segment to the near plane, if it is behind it.
fn in_front(end: vec4<f32>, other: vec4<f32>) -> vec4<f32> {
    if end.z >= NEAR || other.z < NEAR {
        return end;
    }
    return mix(end, other, (NEAR - end.z) / (other.z - end.z));
}

struct Section {
    @builtin(position) clip: vec4<f32>,
    @location(0) across: f32,
}

@vertex
fn section_vertex(
    @builtin(vertex_index) corner: u32,
    @location(0) from_local: vec3<f32>,
    @location(1) to_local: vec3<f32>,
) -> Section {
    let from_clip = u.clip_from_local * vec4<f32>(from_local, 1.0);
    let to_clip = u.clip_from_local * vec4<f32>(to_local, 1.0);
    let a = in_front(from_clip, to_clip);
    let b = in_front(to_clip, from_clip);
    let pixels = (b.xy / b.w - a.xy / a.w) * u.size * 0.5;
    var along = vec2<f32>(1.0, 0.0);
    if length(pixels) > 0.0 {
        along = normalize(pixels);
    }
    let reach = u.half_line + 1.0;
    let is_end = (corner & 1u) == 1u;
    let side = select(-reach, reach, corner >= 2u);
    let end = select(a, b, is_end);
    let offset = (vec2<f32>(-along.y, along.x) * side + along * select(-1.0, 1.0, is_end)) / (u.size * 0.5);
    var out: Section;
    // From above, nothing that is visible is higher. In space, the line lies a little nearer than its walls.
    let depth = end.z / end.w;
    let nearer = select(depth - u.offset.x, depth + (1.0 - depth) * u.offset.x, u.offset.x < 0.0);
    out.clip = vec4<f32>(end.xy + offset * end.w, select(nearer, 0.0, u.offset.x == 0.0) * end.w, end.w);
    if from_clip.z < NEAR && to_clip.z < NEAR {
        out.clip = vec4<f32>(0.0, 0.0, -2.0, 1.0);
    }
    out.across = side;
    return out;
}

@fragment
fn section_fragment(in: Section) -> @location(0) vec4<f32> {
    let cover = clamp(u.half_line - abs(in.across) + 0.5, 0.0, 1.0);
    return output(u.section.rgb, u.section.a * cover);
}
