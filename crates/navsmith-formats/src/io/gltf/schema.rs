//! Tolerant schema of the part of glTF's JSON that geometry needs; unused parts are not checked.
//!
//! The schema types of the `gltf` crate reject valid files: integers written as `1.0`, required extensions unrelated
//! to geometry, accessors without a view. Errors are in terms of JSON instead of Rust types.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// Implements `Deserialize` by a visitor with the given methods; the text names its values.
macro_rules! visited {
    ($de:lifetime, $name:ty, $deserialize:ident, $expecting:literal, $($methods:item)+) => {
        impl<$de> serde::Deserialize<$de> for $name {
            fn deserialize<D: serde::Deserializer<$de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Values;
                impl<$de> serde::de::Visitor<$de> for Values {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expecting)
                    }

                    $($methods)+
                }
                deserializer.$deserialize(Values)
            }
        }
    };
}

/// Implements `Deserialize` from objects only, because derived code alone would accept lists as well.
///
/// The types derive `Deserialize` with `remote = "Self"`.
macro_rules! objects {
    ($($name:ident),+ $(,)?) => {$(
        visited! {
            'de, $name, deserialize_map, "an object",
            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                $name::deserialize(serde::de::value::MapAccessDeserializer::new(map))
            }
        }
    )+};
}

mod compression;

pub(super) use compression::{DRACO, Draco, MESHOPT, Meshopt, PrimitiveExtensions, ViewExtensions};

/// Maximum length of a list of the file, so that a small file cannot fill the memory.
const LONGEST_LIST: usize = 200_000;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", remote = "Self")]
pub(super) struct GltfRoot {
    pub(super) asset: Option<Asset>,
    pub(super) scene: Option<Int>,
    pub(super) scenes: List<GltfScene>,
    pub(super) nodes: List<GltfNode>,
    pub(super) meshes: List<GltfMesh>,
    pub(super) materials: List<Material>,
    pub(super) accessors: List<Accessor>,
    pub(super) buffer_views: List<BufferView>,
    pub(super) buffers: List<Buffer>,
    pub(super) extensions_required: List<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(super) struct Asset {
    pub(super) version: Option<String>,
    pub(super) min_version: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, remote = "Self")]
pub(super) struct GltfScene {
    pub(super) nodes: List<Int>,
}

#[derive(Default, Deserialize)]
#[serde(default, remote = "Self")]
pub(super) struct GltfNode {
    pub(super) name: Option<String>,
    pub(super) mesh: Option<Int>,
    pub(super) children: List<Int>,
    pub(super) matrix: Option<Numbers<16>>,
    pub(super) translation: Option<Numbers<3>>,
    pub(super) rotation: Option<Numbers<4>>,
    pub(super) scale: Option<Numbers<3>>,
    pub(super) skin: Option<IgnoredAny>,
}

#[derive(Default, Deserialize)]
#[serde(default, remote = "Self")]
pub(super) struct GltfMesh {
    pub(super) name: Option<String>,
    pub(super) primitives: List<Primitive>,
}

#[derive(Default, Deserialize)]
#[serde(default, remote = "Self")]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<Int>,
    pub(super) material: Option<Int>,
    pub(super) mode: Option<Int>,
    pub(super) targets: Option<IgnoredAny>,
    pub(super) extensions: PrimitiveExtensions,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(super) struct Material {
    pub(super) name: Option<String>,
    pub(super) pbr_metallic_roughness: Option<Pbr>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(super) struct Pbr {
    pub(super) base_color_factor: Option<GltfColor>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
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
#[serde(remote = "Self")]
pub(super) struct Sparse {
    pub(super) count: Int,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: Int,
    #[serde(default)]
    pub(super) byte_offset: Int,
    pub(super) component_type: Int,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(super) struct SparseValues {
    pub(super) buffer_view: Int,
    #[serde(default)]
    pub(super) byte_offset: Int,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(super) struct BufferView {
    pub(super) buffer: Int,
    #[serde(default)]
    pub(super) byte_offset: Int,
    pub(super) byte_length: Int,
    pub(super) byte_stride: Option<Int>,
    #[serde(default)]
    pub(super) extensions: ViewExtensions,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(super) struct Buffer {
    pub(super) uri: Option<String>,
    pub(super) byte_length: Int,
}

objects!(
    GltfRoot,
    Asset,
    GltfScene,
    GltfNode,
    GltfMesh,
    Primitive,
    Material,
    Pbr,
    Accessor,
    Sparse,
    SparseIndices,
    SparseValues,
    BufferView,
    Buffer
);

/// A count, an offset or an index: a nonnegative integer, also when written as `1.0`.
///
/// Larger integers saturate. Files over 4 GiB are not read, so no list has such an index.
#[derive(Clone, Copy, Default)]
pub(super) struct Int(u32);

impl Int {
    /// Returns the value as an index or size; a saturated value exceeds the length of every list.
    pub(super) fn get(self) -> usize {
        if self.0 == u32::MAX { usize::MAX } else { self.0 as usize }
    }
}

visited! {
    'de, Int, deserialize_any, "an integer that is not negative",
    fn visit_u64<E: Error>(self, value: u64) -> Result<Int, E> {
        Ok(Int(u32::try_from(value).unwrap_or(u32::MAX)))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Int, E> {
        // Beyond 2⁵³, not every integer is a double.
        let is_whole = (0.0..=9_007_199_254_740_992.0).contains(&value) && value.fract() == 0.0;
        let refused = || E::invalid_value(serde::de::Unexpected::Float(value), &self);
        is_whole.then_some(Int(value as u32)).ok_or_else(refused)
    }
}

/// The attributes of a primitive; only positions are kept.
#[derive(Clone, Copy, Default)]
pub(super) struct Attributes {
    pub(super) position: Option<Int>,
}

visited! {
    'de, Attributes, deserialize_map, "an object",
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Attributes, A::Error> {
        let mut found = Attributes::default();
        while let Some(name) = map.next_key::<String>()? {
            if name == "POSITION" {
                found.position = Some(map.next_value()?);
            } else {
                map.next_value::<Int>()?;
            }
        }
        Ok(found)
    }
}

/// A colour in linear light; `None` if the value is not four numbers.
#[derive(Clone, Copy, Default)]
pub(super) struct GltfColor(pub(super) Option<[f64; 4]>);

impl<'de> Deserialize<'de> for GltfColor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The text of the value, because buffering a value of any type would take memory.
        let text = <&RawValue>::deserialize(deserializer)?.get();
        Ok(Self(serde_json::from_str(text).ok()))
    }
}

pub(super) struct List<T>(Box<[T]>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Box::default())
    }
}

impl<T> Deref for List<T> {
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
        deserializer.deserialize_seq(Elements(PhantomData)).map(|elements| Self(elements.into()))
    }
}

pub(super) struct Numbers<const N: usize>(Box<[f64; N]>);

impl<const N: usize> Deref for Numbers<N> {
    type Target = [f64; N];

    fn deref(&self) -> &[f64; N] {
        &self.0
    }
}

impl<'de, const N: usize> Deserialize<'de> for Numbers<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<const N: usize>;
        impl<'de, const N: usize> Visitor<'de> for List<N> {
            type Value = Numbers<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of {N} numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Numbers<N>, A::Error> {
                let mut numbers = Box::new([0.0; N]);
                for (i, slot) in numbers.iter_mut().enumerate() {
                    *slot =
                        seq.next_element::<Number>()?.ok_or_else(|| A::Error::invalid_length(i, &self))?.0;
                }
                match seq.next_element::<Number>()? {
                    None => Ok(Numbers(numbers)),
                    Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
                }
            }
        }
        deserializer.deserialize_seq(List)
    }
}

struct Number(f64);

visited! {
    'de, Number, deserialize_any, "a number",
    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number(value))
    }
}

/// Returns the error of a JSON text in terms of JSON, with its position first.
pub(super) fn in_plain_words(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let Some(what) = text.strip_suffix(&place) else { return text };
    // Text of the file is quoted, so an unquoted match is always a phrase of the parser.
    let words = [
        ("invalid type: map,", "there is an object,"),
        ("invalid type: sequence,", "there is a list,"),
        ("invalid type: floating point", "there is the number"),
        ("invalid type: integer", "there is the number"),
        ("invalid type: boolean", "there is"),
        ("invalid type: string", "there is the text"),
        ("invalid type: null", "there is null"),
        ("invalid value: floating point", "there is the number"),
        ("invalid value: integer", "there is the number"),
        ("invalid length", "there is a list of length"),
        ("EOF while parsing", "the text ends within"),
    ];
    let plain = words.iter().find_map(|(from, to)| Some(format!("{to}{}", what.strip_prefix(from)?)));
    let plain = plain.unwrap_or_else(|| what.to_owned());
    format!("line {}, column {}: {plain}", error.line(), error.column().max(1))
}
