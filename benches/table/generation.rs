//! Generation of meshes from levels, with every stage kept, beside the crate `rerecast` alone.

use navsmith::cli::measure::clock::{in_turns, timed};
use navsmith_core::geometry::{SplitMix64, Vec3};
use navsmith_core::progress::Progress;
use navsmith_generation::{GenerationSettings, LevelSource, PRESETS, generate};
use rerecast::{Aabb3d, AreaType, BuildContoursFlags, HeightfieldBuilder};

use crate::Sizes;
use crate::growth::{Line, Plot, Scale, TIMES};
use crate::row::{Row, print_left_out};

/// Numbers of triangles of levels without tiles.
const SIZES: [usize; 4] = [1000, 10_000, 30_000, 100_000];

/// Numbers of triangles of the plots.
const GROWTH: [usize; 7] = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// Width of a square of terrain, in metres.
const SQUARE: f32 = std::f32::consts::SQRT_2;

/// Names of decades of memory from 10⁶ bytes on.
const BYTES: Scale = Scale { first: 6, names: &["1 MB", "10 MB", "100 MB", "1 GB", "10 GB"] };

/// Returns a square of hills with blocks, with about this number of triangles, each of about 1 m².
fn level(triangles: usize) -> Vec<[Vec3; 3]> {
    let side = (triangles as f32 / 2.5).sqrt() as usize;
    let height = |x: f32, z: f32| 3.0 * (x * 0.04).sin() + 2.0 * (z * 0.05).cos() + 6.0;
    let at = |x: usize, z: usize| {
        let [x, z] = [x, z].map(|along| along as f32 * SQUARE);
        Vec3::new(x, height(x, z), z)
    };
    let mut level = Vec::with_capacity(triangles);
    for z in 0..side {
        for x in 0..side {
            let [a, b, c, d] = [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
            level.extend([[a, b, c], [a, c, d]]);
        }
    }
    let mut chance = SplitMix64(1);
    while level.len() < triangles {
        let mut number = |most: f32| chance.unit() as f32 * most;
        let (low, size) =
            (Vec3::new(number(side as f32 * SQUARE), 0.0, number(side as f32 * SQUARE)), 1.0 + number(4.0));
        let [a, b, c, d] =
            [[0.0, 0.0], [0.0, size], [size, size], [size, 0.0]].map(|[x, z]| low + Vec3::new(x, 0.0, z));
        let up = Vec3::Y * 14.0;
        level.extend([[a + up, b + up, c + up], [a + up, c + up, d + up]]);
        for [a, b] in [[a, b], [b, c], [c, d], [d, a]] {
            level.extend([[a, b, b + up], [a, b + up, a + up]]);
        }
    }
    level
}

fn settings() -> GenerationSettings {
    PRESETS.iter().find(|preset| preset.name == "recast").expect("a preset").settings()
}

/// Runs the stages of `rerecast` without records; returns the number of polygons.
fn alone(level: &[[Vec3; 3]], settings: &GenerationSettings) -> usize {
    let corners = || level.iter().flatten().copied();
    let low = corners().reduce(Vec3::min).expect("a corner");
    let high = corners().reduce(Vec3::max).expect("a corner");
    let (cell_size, cell_height, agent) = (settings.cell_size(), settings.cell_height(), &settings.agent);
    let voxels = |length: f32, size: f32| (length / size).next_down().ceil() as u16;
    let (height, climb) = (voxels(agent.height, cell_height), (agent.max_climb / cell_height) as u16);
    let columns = |area: f32| (area / cell_size.powi(2)) as u16;
    let aabb = Aabb3d { min: [0.0; 3].into(), max: (high - low).to_array().into() };
    let mut field = HeightfieldBuilder { aabb, cell_size, cell_height }.build().expect("a field");
    for triangle in level {
        let [a, b, c] = triangle.map(|corner| corner - low);
        let is_walkable = (b - a).cross(c - a).normalize_or_zero().y >= agent.max_slope.cos();
        let area = if is_walkable { AreaType::DEFAULT_WALKABLE } else { AreaType::NOT_WALKABLE };
        let corners = [a, b, c].map(|at| at.to_array().into());
        field.rasterize_triangle(corners, area, climb).expect("a triangle");
    }
    field.filter_low_hanging_walkable_obstacles(climb);
    field.filter_ledge_spans(height, climb);
    field.filter_walkable_low_height_spans(height);
    let mut field = field.into_compact(height, climb).expect("few floors");
    field.erode_walkable_area(voxels(agent.radius, cell_size));
    field.build_distance_field();
    let [least, merged] = [settings.least_area, settings.merged_area].map(columns);
    field.build_regions(0, least, merged).expect("few regions");
    let edge = (settings.edge_length * agent.radius / cell_size) as u16;
    let contours = field.build_contours(settings.simplification, edge, BuildContoursFlags::DEFAULT);
    // It refuses holes, after most of the work.
    contours.into_polygon_mesh(settings.corners).map_or(0, |mesh| mesh.polygon_count())
}

/// Measures levels in one field.
pub(crate) fn print_rows(sizes: Sizes) {
    let settings = settings();
    for triangles in sizes.of(&SIZES) {
        let level = level(triangles);
        let source = || level.iter().copied().collect::<LevelSource>();
        let input = format!("hills, {} triangles", level.len());
        let (mut tiles, mut polygons) = (0, 0);
        let [ours, theirs] = in_turns(None, |which| {
            if which == 0 {
                let (seconds, made) = timed(|| generate(source(), &settings, &Progress::none()));
                tiles = made.map_or(0, |made| made.tiles());
                seconds
            } else {
                let (seconds, count) = timed(|| alone(&level, &settings));
                polygons = count;
                seconds
            }
        });
        Row::new(format!("generate, every stage kept, {tiles} field"), &input, ours).print();
        Row::new("generate, rerecast alone", &input, theirs).print();
        let of_peer = if polygons == 0 { ", refused because of holes" } else { "" };
        print_left_out(&format!("{:.2} times rerecast alone{of_peer}", ours / theirs), &input);
    }
}

/// Measures levels by their number of triangles, and draws the time and the memory.
pub(crate) fn print_growth(sizes: Sizes) {
    let settings = settings();
    let line = |name, color| Line { name, color, points: Vec::new() };
    let (mut time, mut memory) = (line("generate", "#3e63dd"), line("largest resident memory", "#e5484d"));
    for triangles in sizes.of(&GROWTH) {
        let level: LevelSource = level(triangles).into_iter().collect();
        let count = level.surfaces.len() as f64;
        let is_reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
        let (seconds, made) = timed(|| generate(level, &settings, &Progress::none()));
        let made = made.expect("a mesh");
        let bytes = resident().filter(|_| is_reset);
        let input = format!("{count} triangles, {} fields", made.tiles());
        Row::new(format!("generate {} cells", made.mesh.cell_count()), &input, seconds).print();
        let shown = bytes.map_or_else(|| "not measured".into(), |bytes| format!("{:.0} MB", bytes / 1e6));
        print_left_out(&format!("largest resident memory: {shown}"), &input);
        time.points.push([count, seconds]);
        memory.points.extend(bytes.map(|bytes| [count, bytes]));
    }
    let decades = [[3, 6], [-3, 2]];
    let title = "Time to generate a mesh, by number of triangles of the level";
    Plot { title, input: "triangles", decades, scale: TIMES, lines: vec![time] }
        .draw("growth_generation.svg");
    let title = "Memory to generate a mesh, by number of triangles of the level";
    let decades = [[3, 6], [6, 10]];
    Plot { title, input: "triangles", decades, scale: BYTES, lines: vec![memory] }
        .draw("growth_generation_memory.svg");
}

/// Returns the largest resident memory of the process since it was reset, in bytes.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok()? * 1024.0)
}
