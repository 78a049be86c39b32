//! What a document is generated from: parts, volumes, and what files store.

use std::sync::Arc;

use crate::support::formats::{read, text, written};
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::AreaId;
use navsmith_formats::document::generation::{GenerationPlan, PartRule};
use navsmith_formats::document::{Area, Document, LevelReference};
use navsmith_formats::level::Level;
use navsmith_generation::{GenerationSettings, JumpSettings, PRESETS, SurfaceKind, Volume, VolumeEffect};

/// A plan with every kind of part and volume.
fn plan() -> GenerationPlan {
    let settings = PRESETS.iter().find(|preset| preset.name == "recast").expect("a preset").settings();
    let rule = |pattern: &str, usage| PartRule { pattern: pattern.parse().expect("a pattern"), usage };
    let corners = [[0., 0.], [0., 4.], [5., 2.]].map(Vec2::from).to_vec();
    let volume = |effect| Volume { corners: corners.clone(), heights: [-1.0, 3.5], effect };
    GenerationPlan {
        settings: GenerationSettings { least_area: 2.5, keeps_insides: true, ..settings },
        parts: vec![
            rule("Floor", Some(SurfaceKind::Walkable(AreaId(1)))),
            rule("node:Stairs*", Some(SurfaceKind::Obstacle)),
            rule("material:glass", None),
        ],
        volumes: [VolumeEffect::Limit, VolumeEffect::Area(AreaId(1)), VolumeEffect::Carve].map(volume).into(),
        jumps: Some(JumpSettings { length: 4.0, peak: 0.0, depth: 2.5, tolerance: 0.9, spacing: 0.25 }),
    }
}

fn document() -> Document {
    let areas = Arc::new([0, 1].map(Area::numbered).to_vec());
    Document { areas, generation: Arc::new(plan()), ..Document::default() }
}

#[test]
fn a_plan_is_read_as_it_was_written() {
    for name in ["navsmith document", "JSON", "glTF"] {
        let bytes = written(name, &document()).expect(name);
        let (read, notes) = read(name, &bytes).expect(name);
        assert_eq!((&*read.generation, notes), (&plan(), Vec::new()), "{name}");
    }
}

#[test]
fn the_default_plan_is_not_written() {
    let text = text("navsmith document", &Document::default());
    assert!(!text.contains("generation"), "{text}");
}

#[test]
fn a_plan_with_a_missing_area_is_refused() {
    let text = text("navsmith document", &document()).replace("kind: Obstacle", "area: 7");
    let why = read("navsmith document", text.as_bytes()).expect_err("there is no area 7");
    assert!(why.contains("it names area 7, but areas end at 1; add the area"), "{why}");
}

#[test]
fn invalid_settings_of_jumps_are_refused() {
    let text = text("navsmith document", &document()).replace("spacing: 0.25", "spacing: 0.0");
    let why = read("navsmith document", text.as_bytes()).expect_err("samples have a distance");
    assert!(why.contains("the spacing of jumps is 0; enter more than 0 metres"), "{why}");
    let without = Document { generation: Arc::new(GenerationPlan { jumps: None, ..plan() }), ..document() };
    assert!(!self::text("navsmith document", &without).contains("jumps"), "written only if they are on");
}

#[test]
fn a_moved_document_moves_its_volumes() {
    let moved = document().moved(Vec3::new(10., 2., -3.)).expect("finite");
    let volume = &moved.generation.volumes[0];
    assert_eq!((volume.corners[2], volume.heights), (Vec2::new(15., -1.), [1.0, 5.5]));
}

#[test]
fn the_last_matching_rule_decides_about_a_part() {
    let mut level = Level::default();
    for (node, material) in
        [("House/Stairs 1", "stone"), ("House/Floor", "wood"), ("Floor", "glass"), ("Roof", "")]
    {
        let corners = [Vec3::ZERO, Vec3::Z, Vec3::X];
        level.add_part((node.into(), material.into()), corners, [[0, 1, 2]]);
    }
    let source = plan().source([(&LevelReference::new("level.obj"), &level)]);
    let kinds: Vec<SurfaceKind> = source.surfaces.iter().map(|surface| surface.kind).collect();
    let walkable = |area| SurfaceKind::Walkable(AreaId(area));
    assert_eq!(kinds, [SurfaceKind::Obstacle, walkable(1), walkable(0)]);
    assert_eq!(source.volumes.len(), 3);
}
