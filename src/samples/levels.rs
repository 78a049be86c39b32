//! Small levels from which samples generate their mesh.

use std::sync::Arc;

use navsmith_core::geometry::Vec3;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_formats::document::generation::GenerationPlan;
use navsmith_formats::document::{Document, LevelReference};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::levels::LevelContent;
use navsmith_formats::level::Level;
use navsmith_generation::{GenerationSettings, generate};

/// A level that comes with the program, and the question about it.
#[derive(Clone, Copy, Debug)]
pub struct SampleLevel {
    /// Name of the level in the document.
    pub file: &'static str,
    build: fn() -> Level,
    /// Radius, height and climb of the agent, and the cell size, in millimetres; slope in degrees.
    sizes: [u16; 5],
    /// The point at which there is no mesh, in centimetres.
    asked: [i16; 3],
}

impl PartialEq for SampleLevel {
    /// Compares the names, which are different.
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl Eq for SampleLevel {}

impl SampleLevel {
    /// Returns the geometry, like that of a file.
    pub fn content(&self) -> LevelContent {
        LevelContent::of_level((self.build)(), Stamp::of(self.file.as_bytes()))
    }

    /// Returns the point at which the sample asks why there is no mesh.
    pub fn asked(&self) -> Vec3 {
        Vec3::from(self.asked.map(|along| f32::from(along) / 100.0))
    }

    /// Returns a document with the generated mesh; `Err` is a reason, which tests rule out.
    pub(super) fn document(&self) -> Result<Document, String> {
        let [radius, height, max_climb, cell_size, degrees] = self.sizes.map(f32::from);
        let max_slope = degrees.to_radians();
        let agent = Agent {
            radius: radius / 1000.0,
            height: height / 1000.0,
            max_climb: max_climb / 1000.0,
            max_slope,
        };
        let settings =
            GenerationSettings { cell_size: Some(cell_size / 1000.0), ..GenerationSettings::of(agent) };
        let plan = GenerationPlan { settings, ..GenerationPlan::default() };
        let content = self.content();
        let level = LevelReference { content: Some(content.stamp.hash), ..LevelReference::new(self.file) };
        let source = plan.source([(&level, &*content.level)]);
        let generation = generate(source, &settings, &Progress::none()).map_err(|error| error.to_string())?;
        Ok(Document {
            levels: Arc::new(vec![level]),
            agent: Some(agent),
            generation: Arc::new(plan),
            ..Document::of_mesh(generation.mesh)
        })
    }
}

/// Two rooms, whose door closes because a voxel is half as wide as the agent.
pub(super) const DOOR: SampleLevel = SampleLevel {
    file: "two-rooms.sample",
    build: two_rooms,
    sizes: [400, 1800, 400, 300, 45],
    asked: [600, 0, 400],
};

/// Stairs with steps that are higher than the climb.
pub(super) const STAIRS: SampleLevel = SampleLevel {
    file: "stairs.sample",
    build: stairs,
    sizes: [300, 1800, 250, 100, 45],
    asked: [525, 140, 300],
};

/// A low bridge over a floor.
pub(super) const BRIDGE: SampleLevel = SampleLevel {
    file: "low-bridge.sample",
    build: low_bridge,
    sizes: [300, 1800, 400, 100, 45],
    asked: [600, 0, 400],
};

/// A house with a steep roof.
pub(super) const ROOF: SampleLevel = SampleLevel {
    file: "house.sample",
    build: house,
    sizes: [300, 1800, 400, 100, 45],
    asked: [400, 416, 450],
};

/// Name, material and faces of a part of a level.
type SamplePart = (&'static str, &'static str, fn(&mut Faces));

/// Quadrilaterals of a part of a level.
#[derive(Default)]
struct Faces {
    positions: Vec<Vec3>,
}

impl Faces {
    /// Adds a quadrilateral, whose corners are counter-clockwise from the side that it faces.
    fn quad(&mut self, corners: [[f32; 3]; 4]) {
        self.positions.extend(corners.map(Vec3::from));
    }

    /// Adds a level rectangle that faces up.
    fn floor(&mut self, [low_x, low_z]: [f32; 2], [high_x, high_z]: [f32; 2], y: f32) {
        self.quad([[low_x, y, low_z], [low_x, y, high_z], [high_x, y, high_z], [high_x, y, low_z]]);
    }

    /// Adds a solid box from a height to another one, with its bottom.
    fn block(&mut self, low: [f32; 2], high: [f32; 2], [from, to]: [f32; 2]) {
        self.floor(low, high, to);
        let ring = [low, [low[0], high[1]], high, [high[0], low[1]]];
        for nth in 0..4 {
            let ([ax, az], [bx, bz]) = (ring[nth], ring[(nth + 1) % 4]);
            self.quad([[ax, from, az], [bx, from, bz], [bx, to, bz], [ax, to, az]]);
        }
        let [a, b, c, d] = ring.map(|[x, z]| [x, from, z]);
        self.quad([d, c, b, a]);
    }

    fn add_to(self, level: &mut Level, node: &str, material: &str) {
        let quads = 0..self.positions.len() as u32 / 4;
        let triangles =
            quads.flat_map(|quad| [[0, 1, 2], [0, 2, 3]].map(|ring| ring.map(|corner| 4 * quad + corner)));
        level.add_part((node.into(), material.into()), self.positions, triangles.collect::<Vec<_>>());
    }
}

/// Builds a level of named parts.
fn level_of<const N: usize>(parts: [SamplePart; N]) -> Level {
    let mut level = Level::default();
    for (node, material, build) in parts {
        let mut faces = Faces::default();
        build(&mut faces);
        faces.add_to(&mut level, node, material);
    }
    level
}

fn two_rooms() -> Level {
    level_of([
        ("Floor", "wood", |it| it.floor([0., 0.], [12., 8.], 0.)),
        ("Walls", "plaster", |it| {
            it.block([5.9, 0.], [6.1, 3.5], [0., 2.6]);
            it.block([5.9, 4.5], [6.1, 8.], [0., 2.6]);
            it.block([0., 0.], [12., 0.2], [0., 2.6]);
            it.block([0., 7.8], [12., 8.], [0., 2.6]);
        }),
        ("Table", "wood", |it| it.block([2., 2.], [3.5, 3.], [0., 0.8])),
    ])
}

fn stairs() -> Level {
    level_of([
        ("Floor", "stone", |it| it.floor([0., 0.], [12., 6.], 0.)),
        ("Stairs", "stone", |it| {
            for step in 0..6_u8 {
                let (from, top) = (f32::from(step).mul_add(0.4, 4.), f32::from(step + 1) * 0.35);
                it.block([from, 2.], [from + 0.4, 4.], [0., top]);
            }
        }),
        ("Landing", "stone", |it| it.block([6.4, 1.], [11., 5.], [0., 2.1])),
    ])
}

fn low_bridge() -> Level {
    level_of([
        ("Floor", "grass", |it| it.floor([0., 0.], [12., 8.], 0.)),
        ("Bridge", "stone", |it| {
            it.block([5., 2.], [7., 6.], [1.5, 1.8]);
            it.block([5., 1.7], [7., 2.], [0., 1.8]);
            it.block([5., 6.], [7., 6.3], [0., 1.8]);
        }),
        ("Ramps", "stone", |it| {
            it.quad([[1., 0., 3.], [1., 0., 5.], [5., 1.8, 5.], [5., 1.8, 3.]]);
            it.quad([[7., 1.8, 3.], [7., 1.8, 5.], [11., 0., 5.], [11., 0., 3.]]);
        }),
    ])
}

fn house() -> Level {
    level_of([
        ("Yard", "grass", |it| it.floor([0., 0.], [10., 9.], 0.)),
        ("House/Walls", "brick", |it| it.block([3., 2.], [7., 7.], [0., 2.8])),
        ("House/Roof", "tiles", |it| {
            it.quad([[2.6, 2.6, 1.8], [2.6, 2.6, 7.2], [5., 5.27, 7.2], [5., 5.27, 1.8]]);
            it.quad([[5., 5.27, 1.8], [5., 5.27, 7.2], [7.4, 2.6, 7.2], [7.4, 2.6, 1.8]]);
        }),
        ("Porch", "wood", |it| it.block([7., 3.5], [8.6, 5.5], [0., 0.3])),
    ])
}
