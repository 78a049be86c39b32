//! Extensions that compress the geometry of primitives and buffer views.

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess};

use super::{Attributes, Int};

/// Compressed content of a primitive.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(in crate::io::gltf) struct Draco {
    pub(in crate::io::gltf) buffer_view: Int,
    pub(in crate::io::gltf) attributes: Attributes,
}

/// Compressed content of a buffer view.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct Meshopt {
    pub(in crate::io::gltf) buffer: Int,
    #[serde(default)]
    pub(in crate::io::gltf) byte_offset: Int,
    pub(in crate::io::gltf) byte_length: Int,
    pub(in crate::io::gltf) byte_stride: Int,
    pub(in crate::io::gltf) count: Int,
    pub(in crate::io::gltf) mode: String,
    pub(in crate::io::gltf) filter: Option<String>,
}

objects!(Draco, Meshopt);

/// Names of the extensions that compress geometry and that the reader supports.
pub(in crate::io::gltf) const DRACO: &str = "KHR_draco_mesh_compression";
pub(in crate::io::gltf) const MESHOPT: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// Extensions of a primitive.
#[derive(Default)]
pub(in crate::io::gltf) struct PrimitiveExtensions {
    pub(in crate::io::gltf) draco: Option<Box<Draco>>,
}

visited! {
    'de, PrimitiveExtensions, deserialize_map, "an object",
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PrimitiveExtensions, A::Error> {
        let mut found = PrimitiveExtensions::default();
        while let Some(name) = map.next_key::<String>()? {
            if name == DRACO {
                found.draco = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Extensions of a buffer view.
#[derive(Default)]
pub(in crate::io::gltf) struct ViewExtensions {
    pub(in crate::io::gltf) meshopt: Option<Box<Meshopt>>,
}

visited! {
    'de, ViewExtensions, deserialize_map, "an object",
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ViewExtensions, A::Error> {
        let mut found = ViewExtensions::default();
        while let Some(name) = map.next_key::<String>()? {
            if MESHOPT.contains(&&*name) {
                found.meshopt = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}
