//! The part of glTF's JSON that geometry needs, tolerantly: what is not used cannot make a file unreadable.
//!
//! The `gltf` crate's own schema types refuse valid files: integers written as `1.0`, required extensions that have
//! nothing to do with geometry, accessors without a view.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The most elements of one list of the file: beyond it a small file would fill the memory.
const LONGEST_LIST: usize = 200_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(super) struct Root {
    pub(super) asset: Option<Asset>,
    pub(super) scene: Option<Int>,
    #[serde(default)]
    pub(super) scenes: List<Scene>,
    #[serde(default)]
    pub(super) nodes: List<Node>,
    #[serde(default)]
    pub(super) meshes: List<Mesh>,
    #[serde(default)]
    pub(super) materials: List<Material>,
    #[serde(default)]
    pub(super) accessors: List<Accessor>,
    #[serde(default)]
    pub(super) buffer_views: List<BufferView>,
    #[serde(default)]
    pub(super) buffers: List<Buffer>,
    #[serde(default)]
    pub(super) extensions_required: List<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asset {
    pub(super) version: Option<String>,
    pub(super) min_version: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    pub(super) nodes: List<Int>,
}

#[derive(Deserialize)]
pub(super) struct Node {
    pub(super) name: Option<String>,
    pub(super) mesh: Option<Int>,
    #[serde(default)]
    pub(super) children: List<Int>,
    pub(super) matrix: Option<Box<[f64; 16]>>,
    pub(super) translation: Option<Box<[f64; 3]>>,
    pub(super) rotation: Option<Box<[f64; 4]>>,
    pub(super) scale: Option<Box<[f64; 3]>>,
    pub(super) skin: Option<IgnoredAny>,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) primitives: List<Primitive>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    #[serde(default)]
    pub(super) attributes: BTreeMap<String, Int>,
    pub(super) indices: Option<Int>,
    pub(super) material: Option<Int>,
    pub(super) mode: Option<Int>,
    pub(super) targets: Option<IgnoredAny>,
    #[serde(default)]
    pub(super) extensions: Names,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material {
    pub(super) name: Option<String>,
    pub(super) pbr_metallic_roughness: Option<Pbr>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pbr {
    pub(super) base_color_factor: Option<[f64; 4]>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<Int>,
    #[serde(default)]
    pub(super) byte_offset: Int,
    pub(super) component_type: Int,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: Int,
    #[serde(rename = "type")]
    pub(super) shape: String,
    pub(super) sparse: Option<Box<Sparse>>,
}

#[derive(Deserialize)]
pub(super) struct Sparse {
    pub(super) count: Int,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: Int,
    #[serde(default)]
    pub(super) byte_offset: Int,
    pub(super) component_type: Int,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub(super) buffer_view: Int,
    #[serde(default)]
    pub(super) byte_offset: Int,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: Int,
    #[serde(default)]
    pub(super) byte_offset: Int,
    pub(super) byte_length: Int,
    pub(super) byte_stride: Option<Int>,
    #[serde(default)]
    pub(super) extensions: Names,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) uri: Option<String>,
    pub(super) byte_length: Int,
}

/// A count, an offset or an index: an integer from 0, also when written as `1.0`.
#[derive(Clone, Copy, Default)]
pub(super) struct Int(u64);

impl Int {
    /// As an index or size; what no memory could hold becomes what no list holds.
    pub(super) fn get(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = Int;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer that is not negative")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Int, E> {
                Ok(Int(value))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Int, E> {
                // Beyond 2⁵³ not every integer is a double.
                let is_whole = (0.0..=9_007_199_254_740_992.0).contains(&value) && value.fract() == 0.0;
                let refused = || E::invalid_value(serde::de::Unexpected::Float(value), &self);
                is_whole.then_some(Int(value as u64)).ok_or_else(refused)
            }
        }
        deserializer.deserialize_any(Whole)
    }
}

/// The names in an object, whatever their values.
#[derive(Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// Whether one of them contains this.
    pub(super) fn has(&self, part: &str) -> bool {
        self.0.iter().any(|name| name.contains(part))
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = map.next_entry()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

/// A list of bounded length.
pub(super) struct List<T>(Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> std::ops::Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Elements<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Elements<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
                let mut elements = Vec::new();
                while let Some(element) = seq.next_element()? {
                    if elements.len() == LONGEST_LIST {
                        return Err(A::Error::custom(format_args!("a list of over {LONGEST_LIST} elements")));
                    }
                    elements.push(element);
                }
                Ok(elements)
            }
        }
        deserializer.deserialize_seq(Elements(PhantomData)).map(List)
    }
}
