//! Levels for tests.

use navsmith_core::geometry::{Vec2, Vec3, covers, ground_area};
use navsmith_core::progress::Progress;
use navsmith_generation::{Generation, GenerationSettings, PRESETS, generate};

pub(crate) type Triangles = Vec<[Vec3; 3]>;

pub(crate) fn quad([a, b, c, d]: [[f32; 3]; 4]) -> Triangles {
    let [a, b, c, d] = [a, b, c, d].map(Vec3::from);
    vec![[a, b, c], [a, c, d]]
}

/// A level rectangle that faces up.
pub(crate) fn floor([low_x, low_z]: [f32; 2], [high_x, high_z]: [f32; 2], y: f32) -> Triangles {
    quad([[low_x, y, low_z], [low_x, y, high_z], [high_x, y, high_z], [high_x, y, low_z]])
}

/// A solid box from a height to another one.
pub(crate) fn block(
    [low_x, low_z]: [f32; 2],
    [high_x, high_z]: [f32; 2],
    [low, high]: [f32; 2],
) -> Triangles {
    let mut triangles = floor([low_x, low_z], [high_x, high_z], high);
    let ring = [[low_x, low_z], [low_x, high_z], [high_x, high_z], [high_x, low_z]];
    for nth in 0..4 {
        let ([ax, az], [bx, bz]) = (ring[nth], ring[(nth + 1) % 4]);
        triangles.extend(quad([[ax, low, az], [bx, low, bz], [bx, high, bz], [ax, high, az]]));
    }
    triangles
}

pub(crate) fn recast() -> GenerationSettings {
    let preset = PRESETS.iter().find(|preset| preset.name == "recast").unwrap();
    GenerationSettings { least_area: 8.0 * 0.09, merged_area: 20.0 * 0.09, ..preset.settings() }
}

pub(crate) fn generated(triangles: &Triangles, settings: &GenerationSettings) -> Generation {
    generate(triangles.iter().copied().collect(), settings, &Progress::none()).unwrap()
}

/// Returns the area of the cells below a height, in m².
pub(crate) fn area_below(generation: &Generation, y: f32) -> f64 {
    let mesh = &generation.mesh;
    let cells = mesh.cells().filter(|(_, cell)| mesh.position(cell.corners()[0]).y < y);
    cells.map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum()
}

/// Whether a cell at the floor covers a point.
pub(crate) fn is_covered(generation: &Generation, at: Vec2) -> bool {
    let mesh = &generation.mesh;
    let mut cells = mesh.cells().filter(|(_, cell)| mesh.position(cell.corners()[0]).y < 1.0);
    cells.any(|(id, _)| covers(&mesh.ground_ring(id), at))
}
