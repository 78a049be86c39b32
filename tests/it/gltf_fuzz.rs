//! Damaged copies of the project's own samples: none makes reading panic.

use navsmith::samples::{self, Content};
use navsmith_core::navmesh::WeldOptions;
use navsmith_formats::io::{self, gltf};
use serde_json::Value;

/// The SplitMix64 generator (Steele, Lea and Flood 2014).
///
/// It produces the same damage on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    fn below(&mut self, n: usize) -> usize {
        (self.roll() % n.max(1) as u64) as usize
    }
}

/// Returns the sample's GLB.
fn glb() -> &'static [u8] {
    let content = |sample: &samples::Sample| match sample.content {
        Content::Gltf(bytes) => Some(bytes),
        Content::Document(_) | Content::Level(_) => None,
    };
    samples::all().iter().find_map(content).expect("one sample is a GLB")
}

/// Returns the JSON of the GLB and its binary data.
fn parts() -> (Value, &'static [u8]) {
    let glb = glb();
    let length = u32::from_le_bytes(glb[12..16].try_into().expect("four bytes")) as usize;
    (serde_json::from_slice(&glb[20..20 + length]).expect("JSON"), &glb[28 + length..])
}

fn joined(json: &Value, bin: &[u8]) -> Vec<u8> {
    let json = json.to_string().into_bytes();
    let mut glb = b"glTF\x02\0\0\0".to_vec();
    glb.extend((28 + json.len() as u32 + bin.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json.as_slice()), (b"BIN\0", bin)] {
        glb.extend((chunk.len() as u32).to_le_bytes());
        glb.extend(kind);
        glb.extend(chunk);
    }
    glb
}

/// Reads and imports all items; fails the test if that panics.
fn survive(bytes: &[u8], what: impl Fn() -> String) {
    let survived = std::panic::catch_unwind(|| {
        let Ok(scene) = gltf::parse(bytes, None) else { return };
        let everything: Vec<usize> = (0..scene.items.len()).collect();
        let options = WeldOptions { distance: 0.001, max_slope: Some(1.0) };
        if let Ok(imported) =
            io::import(&scene, &everything, &navsmith_formats::io::Placement::default(), &options)
        {
            imported.document.mesh.check().expect("an import keeps the invariants");
        }
    });
    assert!(survived.is_ok(), "{} makes reading panic", what());
}

#[test]
fn flipped_bytes_and_cut_files_are_survived() {
    let good = glb();
    for seed in 0..6_000 {
        let mut dice = Dice(seed);
        let mut bytes = good.to_vec();
        // Most of the vulnerable data is at the beginning.
        let reach = if seed % 2 == 0 { bytes.len() } else { bytes.len().min(1600) };
        for _ in 0..=dice.below(6) {
            bytes[dice.below(reach)] = match dice.below(3) {
                0 => dice.roll() as u8,
                1 => b"0123456789-.e\"[]{},:"[dice.below(20)],
                _ => 0xff,
            };
        }
        if seed % 5 == 0 {
            bytes.truncate(dice.below(good.len()));
        }
        survive(&bytes, || format!("damage of seed {seed}"));
    }
}

#[test]
fn other_values_in_the_json_are_survived() {
    let (json, bin) = parts();
    let mut places = Vec::new();
    collect(&json, String::new(), &mut places);
    for seed in 0..12_000 {
        let mut dice = Dice(seed);
        let mut json = json.clone();
        for _ in 0..=dice.below(3) {
            if let Some(value) = json.pointer_mut(&places[dice.below(places.len())]) {
                *value = another(value, &mut dice);
            }
        }
        survive(&joined(&json, bin), || format!("values of seed {seed}: {json}"));
    }
}

/// Collects the JSON pointer of every value.
fn collect(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (i, one) in list.iter().enumerate() {
                collect(one, format!("{at}/{i}"), places);
            }
        }
        Value::Object(fields) => {
            for (name, one) in fields {
                collect(one, format!("{at}/{name}"), places);
            }
        }
        _ => {}
    }
    places.push(at);
}

fn another(value: &Value, dice: &mut Dice) -> Value {
    let huge = [u64::MAX, i64::MAX as u64, 1 << 53, 1 << 32, (1 << 32) - 1, 1 << 31, 65_536, 20_000_001];
    let codes = [0, 1, 2, 3, 4, 5, 6, 7, 255, 5120, 5121, 5122, 5123, 5124, 5125, 5126, 5130];
    match dice.below(12) {
        0 => huge[dice.below(huge.len())].into(),
        1 => (-(dice.below(9) as i64)).into(),
        2 | 3 => codes[dice.below(codes.len())].into(),
        4 => (dice.below(9) as f64 + 0.5).into(),
        5 => 1e300.into(),
        6 => Value::Null,
        7 => ["VEC3", "VEC2", "SCALAR", "MAT4", "", "2.1", "1.0", "data:,abc", "../x"][dice.below(9)].into(),
        8 => Value::Array(vec![value.clone(); dice.below(4)]),
        9 => {
            serde_json::json!({ "count": dice.below(9), "indices": { "bufferView": dice.below(5), "componentType": 5123 },
            "values": { "bufferView": dice.below(5) } })
        }
        _ => dice.below(40).into(),
    }
}

#[test]
fn sparse_accessors_strips_and_fans_with_other_values_are_survived() {
    let (json, bin) = parts();
    for seed in 0..4_000 {
        let mut dice = Dice(seed);
        let mut json = json.clone();
        for accessor in json["accessors"].as_array_mut().expect("a list") {
            if dice.below(2) == 0 {
                accessor["sparse"] = serde_json::json!({
                    "count": dice.below(30),
                    "indices": { "bufferView": dice.below(5), "byteOffset": dice.below(50),
                        "componentType": 5121 + 2 * dice.below(3) },
                    "values": { "bufferView": dice.below(5), "byteOffset": dice.below(50) } });
            }
            if dice.below(4) == 0 {
                accessor["componentType"] = (5120 + dice.below(7)).into();
                accessor["normalized"] = (dice.below(2) == 0).into();
            }
            if dice.below(6) == 0 {
                accessor["bufferView"] = Value::Null;
            }
        }
        for view in json["bufferViews"].as_array_mut().expect("a list") {
            if dice.below(3) == 0 {
                view["byteStride"] = dice.below(40).into();
            }
        }
        for mesh in json["meshes"].as_array_mut().expect("a list") {
            mesh["primitives"][0]["mode"] = dice.below(8).into();
        }
        for node in json["nodes"].as_array_mut().expect("a list") {
            node["children"] = vec![dice.below(3), dice.below(3)].into();
            node["rotation"] = (0..4).map(|_| dice.below(5) as f64 - 2.0).collect::<Vec<_>>().into();
            node["scale"] = (0..3).map(|_| dice.below(5) as f64 - 2.0).collect::<Vec<_>>().into();
        }
        survive(&joined(&json, bin), || format!("structure of seed {seed}: {json}"));
    }
}
