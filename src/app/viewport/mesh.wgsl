// The mesh: fills, edges and vertices. Unit: screen points from the centre of the canvas.

struct Uniforms {
    center: vec2<f32>,
    center_rest: vec2<f32>,
    size: vec2<f32>,
    points_per_meter: f32,
    pixels_per_point: f32,
    hatch_phase: vec2<f32>,
    is_linear: u32,
    // One bit per style that fills do not cover.
    in_front: u32,
    hatch: vec4<f32>,
    colors: array<vec4<f32>, 10>,
    widths: array<vec4<f32>, 10>,
    // Height colours from low to high.
    ramp: array<vec4<f32>, 5>,
    contour: vec4<f32>,
    // Lowest height; reciprocal of the height range; reciprocal of the contour interval; fraction of the lowest
    // height over the contour interval.
    heights: vec4<f32>,
    // Highest height; reciprocal of the height range; opacity of the fills; 1 for the 3D view.
    depths: vec4<f32>,
    // Metres from the layer's origin, with the height as Y, to clip space; used if the last of `depths` is 1.
    clip_from_local: mat4x4<f32>,
    // Opacity behind levels; height by which the mesh may lie below the floor of a level; how much nearer lines and
    // dots are drawn: a part of the depth range in parallel projection, a negative part of the distance in perspective.
    space: vec4<f32>,
}

@group(0) @binding(0) var<uniform> u: Uniforms;
// One texel per cell. Red: colour as four bytes. Green: hatch in the lowest byte, strength of the height colour in
// the next.
@group(0) @binding(1) var cells: texture_2d<u32>;
// Depths of the levels in the 3D view.
@group(0) @binding(2) var level_depths: texture_2d<f32>;

const HATCH: f32 = 9.0;

// Returns the opacity of a line of this length, or of a dot with a neighbour at this distance, in points.
fn seen(style: u32, points: f32) -> f32 {
    let gone = u.widths[style].y;
    let full = u.widths[style].z;
    if full == 0.0 {
        return 1.0;
    }
    let share = clamp((points - gone) / (full - gone), 0.0, 1.0);
    let least = u.widths[style].w;
    // The shorter the lines, the more of them share a pixel. Lines with a minimum opacity therefore fade faster.
    return select(share, max(share * share, least), least > 0.0);
}

fn points_from_local(at: vec2<f32>) -> vec2<f32> {
    return ((at - u.center) - u.center_rest) * u.points_per_meter;
}

// Returns the depth of a height; the highest is the nearest to the viewer. Margins on both sides hold moved elements.
fn depth_from_height(height: f32) -> f32 {
    return 0.25 + clamp((u.depths.x - height) * u.depths.y, 0.0, 1.0) * 0.5;
}

fn is_space() -> bool {
    return u.depths.w == 1.0;
}

fn points_from_clip(clip: vec4<f32>) -> vec2<f32> {
    return vec2<f32>(clip.x, -clip.y) / max(clip.w, 1e-9) * u.size * 0.5;
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

// Returns the depth of a line or dot of the 3D view, a little nearer than the fill that it lies on.
fn depth_in_space(style: u32, clip: vec4<f32>) -> f32 {
    let depth = clip.z / max(clip.w, 1e-9);
    let offset = u.space.z;
    let nearer = select(depth - offset, depth + (1.0 - depth) * offset, offset < 0.0);
    return select(nearer, 0.0, ((u.in_front >> style) & 1u) == 1u);
}

// Returns the depth by which levels hide a line or dot of the 3D view, raised so that the floor below does not.
fn raised_depth(style: u32, at: vec3<f32>) -> f32 {
    let clip = u.clip_from_local * vec4<f32>(at.x, at.y + u.space.y, at.z, 1.0);
    return select(clip.z / max(clip.w, 1e-9), 0.0, ((u.in_front >> style) & 1u) == 1u);
}

// Returns the opacity at a pixel: less behind a level of the 3D view.
fn behind_levels(pixel: vec2<f32>, depth: f32) -> f32 {
    if u.space.x == 1.0 || !is_space() {
        return 1.0;
    }
    let level = textureLoad(level_depths, vec2<i32>(pixel), 0).r;
    return select(1.0, u.space.x, depth > level);
}

fn clip_from_points(at: vec2<f32>, depth: f32) -> vec4<f32> {
    let ndc = at / (u.size * 0.5);
    return vec4<f32>(ndc.x, -ndc.y, depth, 1.0);
}

// Returns the depth of a line or dot at a height.
fn depth_of_style(style: u32, height: f32) -> f32 {
    return select(depth_from_height(height), 0.0, ((u.in_front >> style) & 1u) == 1u);
}

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

// ---- fills ----

struct Fill {
    @builtin(position) clip: vec4<f32>,
    @location(0) points: vec2<f32>,
    @location(1) @interpolate(flat) color: vec4<f32>,
    @location(2) @interpolate(flat) hatch: u32,
    @location(3) @interpolate(flat) by_height: f32,
    // Metres above the lowest height.
    @location(4) height: f32,
    @location(5) local: vec3<f32>,
    // Z and W in clip space of the point raised above the floor of a level.
    @location(6) raised: vec2<f32>,
}

@vertex
fn fill_vertex(@location(0) at: vec2<f32>, @location(1) cell: u32, @location(2) height: f32) -> Fill {
    let texel = textureLoad(cells, vec2<i32>(i32(cell & 1023u), i32(cell >> 10u)), 0);
    var out: Fill;
    out.points = points_from_local(at);
    out.clip = clip_from_points(out.points, depth_from_height(height));
    out.local = vec3<f32>(at.x, height, at.y);
    if is_space() {
        out.clip = u.clip_from_local * vec4<f32>(out.local, 1.0);
        out.points = points_from_clip(out.clip);
        let raised = u.clip_from_local * vec4<f32>(at.x, height + u.space.y, at.y, 1.0);
        out.raised = raised.zw;
    }
    out.color = unpack4x8unorm(texel.r);
    out.hatch = texel.g & 255u;
    out.by_height = f32(texel.g >> 8u) / 255.0;
    out.height = height - u.heights.x;
    if out.color.a == 0.0 {
        out.clip = vec4<f32>(0.0, 0.0, -2.0, 1.0);
    }
    return out;
}

fn height_color(height: f32) -> vec3<f32> {
    let at = clamp(height * u.heights.y, 0.0, 1.0) * 4.0;
    let stop = min(u32(at), 3u);
    return mix(u.ramp[stop].rgb, u.ramp[stop + 1u].rgb, at - f32(stop));
}

// Returns the coverage of a contour line at a level. The level and its change per pixel, `slope`, are in intervals.
fn contour_line(level: f32, slope: f32) -> f32 {
    let from_line = abs(fract(level - 0.5) - 0.5) / max(slope, 1e-9);
    let cover = clamp(0.6 * u.pixels_per_point + 0.5 - from_line, 0.0, 1.0);
    // On level ground, rounding alone would draw contour lines. Lines less than 3 pixels apart would merge, so they
    // fade out.
    let is_slope = select(0.0, 1.0, slope > 0.0005);
    return cover * is_slope * clamp(2.0 - slope * 6.0, 0.0, 1.0);
}

// Returns the coverage of a hatch line at distance `v` across the lines.
fn hatch_line(v: f32, scale: f32) -> f32 {
    let from_line = abs(fract(v / HATCH) - 0.5) * HATCH * scale;
    return clamp((1.0 - from_line) * u.pixels_per_point + 0.5, 0.0, 1.0);
}

@fragment
fn fill_fragment(in: Fill) -> @location(0) vec4<f32> {
    let level = in.height * u.heights.z + u.heights.w;
    let slope = length(vec2<f32>(dpdx(level), dpdy(level)));
    let at = in.points + u.hatch_phase;
    var line = 0.0;
    switch in.hatch {
        case 1u: { line = hatch_line(at.x + at.y, 0.7071); }
        case 2u: { line = hatch_line(at.x - at.y, 0.7071); }
        case 3u: { line = hatch_line(at.y, 1.0); }
        case 4u: { line = hatch_line(at.x, 1.0); }
        case 5u: { line = max(hatch_line(at.x + at.y, 0.7071), hatch_line(at.x - at.y, 0.7071)); }
        default: {}
    }
    let contour = contour_line(level, slope) * u.contour.a;
    let by_height = mix(height_color(in.height), u.contour.rgb, contour);
    let fill = mix(in.color.rgb, by_height, in.by_height);
    var rgb = mix(fill, u.hatch.rgb, line * u.hatch.a);
    // In the 3D view, light from the upper left shows the slopes.
    let normal = normalize(cross(dpdx(in.local), dpdy(in.local)));
    if is_space() {
        rgb *= 0.72 + 0.34 * abs(dot(normal, vec3<f32>(-0.42, 0.80, -0.42)));
    }
    let seen = behind_levels(in.clip.xy, in.raised.x / max(in.raised.y, 1e-9));
    return output(rgb, in.color.a * u.depths.z * seen);
}

// ---- edges: one quad each, as wide on the screen as its style, with round ends ----

struct Edge {
    @builtin(position) clip: vec4<f32>,
    @location(0) along: f32,
    @location(1) across: f32,
    @location(2) @interpolate(flat) length: f32,
    @location(3) @interpolate(flat) half_width: f32,
    @location(4) @interpolate(flat) color: vec4<f32>,
    @location(5) raised: f32,
}

@vertex
fn edge_vertex(
    @builtin(vertex_index) corner: u32,
    @location(0) from_local: vec2<f32>,
    @location(1) to_local: vec2<f32>,
    @location(2) style: u32,
    @location(3) heights: vec2<f32>,
) -> Edge {
    var a = points_from_local(from_local);
    var b = points_from_local(to_local);
    var depths = vec2<f32>(depth_of_style(style, heights.x), depth_of_style(style, heights.y));
    var is_behind = false;
    var raised = vec2<f32>(0.0, 0.0);
    if is_space() {
        let from_clip = u.clip_from_local * vec4<f32>(from_local.x, heights.x, from_local.y, 1.0);
        let to_clip = u.clip_from_local * vec4<f32>(to_local.x, heights.y, to_local.y, 1.0);
        is_behind = from_clip.z < NEAR && to_clip.z < NEAR;
        let ends = array<vec4<f32>, 2>(in_front(from_clip, to_clip), in_front(to_clip, from_clip));
        a = points_from_clip(ends[0]);
        b = points_from_clip(ends[1]);
        depths = vec2<f32>(depth_in_space(style, ends[0]), depth_in_space(style, ends[1]));
        raised = vec2<f32>(
            raised_depth(style, vec3<f32>(from_local.x, heights.x, from_local.y)),
            raised_depth(style, vec3<f32>(to_local.x, heights.y, to_local.y)),
        );
    }
    let half_width = u.widths[style].x * 0.5;
    let reach = half_width + 1.0 / u.pixels_per_point;
    let length = length(b - a);
    let color = u.colors[style] * vec4<f32>(1.0, 1.0, 1.0, seen(style, length));
    var along = vec2<f32>(1.0, 0.0);
    if length > 0.0 {
        along = (b - a) / length;
    }
    let across = vec2<f32>(-along.y, along.x);
    let is_end = (corner & 1u) == 1u;
    let side = select(-reach, reach, corner >= 2u);
    var out: Edge;
    out.along = select(-reach, length + reach, is_end);
    out.across = side;
    out.length = length;
    out.half_width = half_width;
    out.color = color;
    let at = select(a - along * reach, b + along * reach, is_end) + across * side;
    out.clip = clip_from_points(at, select(depths.x, depths.y, is_end));
    out.raised = select(raised.x, raised.y, is_end);
    if style == 0u || color.a == 0.0 || is_behind {
        out.clip = vec4<f32>(0.0, 0.0, -2.0, 1.0);
    }
    return out;
}

@fragment
fn edge_fragment(in: Edge) -> @location(0) vec4<f32> {
    let beyond = max(max(-in.along, in.along - in.length), 0.0);
    let from_line = length(vec2<f32>(beyond, in.across));
    let cover = clamp((in.half_width - from_line) * u.pixels_per_point + 0.5, 0.0, 1.0);
    return output(in.color.rgb, in.color.a * cover * behind_levels(in.clip.xy, in.raised));
}

// ---- vertices: round dots ----

struct Dot {
    @builtin(position) clip: vec4<f32>,
    @location(0) offset: vec2<f32>,
    @location(1) @interpolate(flat) radius: f32,
    @location(2) @interpolate(flat) color: vec4<f32>,
    @location(3) @interpolate(flat) raised: f32,
}

@vertex
fn dot_vertex(
    @builtin(vertex_index) corner: u32,
    @location(0) at: vec2<f32>,
    @location(1) room: f32,
    @location(2) style: u32,
    @location(3) height: f32,
) -> Dot {
    let color = u.colors[style] * vec4<f32>(1.0, 1.0, 1.0, seen(style, room * u.points_per_meter));
    let radius = u.widths[style].x * 0.5;
    let reach = radius + 1.0 / u.pixels_per_point;
    let offset = vec2<f32>(
        select(-reach, reach, (corner & 1u) == 1u),
        select(-reach, reach, corner >= 2u),
    );
    var out: Dot;
    out.offset = offset;
    out.radius = radius;
    out.color = color;
    out.clip = clip_from_points(points_from_local(at) + offset, depth_of_style(style, height));
    var is_behind = false;
    if is_space() {
        let clip = u.clip_from_local * vec4<f32>(at.x, height, at.y, 1.0);
        is_behind = clip.z < NEAR;
        out.clip = clip_from_points(points_from_clip(clip) + offset, depth_in_space(style, clip));
        out.raised = raised_depth(style, vec3<f32>(at.x, height, at.y));
    }
    if style == 0u || color.a == 0.0 || is_behind {
        out.clip = vec4<f32>(0.0, 0.0, -2.0, 1.0);
    }
    return out;
}

@fragment
fn dot_fragment(in: Dot) -> @location(0) vec4<f32> {
    let cover = clamp((in.radius - length(in.offset)) * u.pixels_per_point + 0.5, 0.0, 1.0);
    return output(in.color.rgb, in.color.a * cover * behind_levels(in.clip.xy, in.raised));
}
