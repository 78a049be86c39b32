//! References to level geometry in files.

use serde::{Deserialize, Serialize};

use super::Fault;
use super::coordinates::{Mirror, Up, coordinates_of, fields_of, is_metre, metre, scale_fault};
use super::element::{Element, is_default};
use super::place::Step::{Field, Index};
use crate::document::LevelReference;

/// A reference to a file with level geometry.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub(in crate::io) struct LevelEntry {
    file: String,
    /// Hash of the content, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    content: String,
    #[serde(default, skip_serializing_if = "is_default")]
    up: Up,
    #[serde(default, skip_serializing_if = "is_default")]
    mirror: Mirror,
    #[serde(default = "metre", skip_serializing_if = "is_metre")]
    scale: f32,
    #[serde(default, skip_serializing_if = "is_default")]
    hidden: bool,
    #[serde(default = "opaque", skip_serializing_if = "is_opaque")]
    opacity: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    locked: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hidden_nodes: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hidden_materials: Vec<String>,
}

fn opaque() -> u8 {
    100
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_opaque(opacity: &u8) -> bool {
    *opacity == opaque()
}

impl Element for LevelEntry {
    fn kept(&self) -> usize {
        let names = self.hidden_nodes.iter().chain(&self.hidden_materials);
        let names: usize = names.map(|name| size_of::<String>() + name.len()).sum();
        2 * (size_of::<Self>() + self.file.len() + names)
    }
}

impl LevelEntry {
    pub(super) fn of(level: &LevelReference) -> Self {
        let (up, mirror, scale) = fields_of(level.coordinates);
        Self {
            file: level.file.clone(),
            content: level.content.map(|hash| format!("{hash:016x}")).unwrap_or_default(),
            up,
            mirror,
            scale,
            hidden: !level.is_visible,
            opacity: level.opacity,
            locked: level.is_locked,
            hidden_nodes: level.hidden_nodes.clone(),
            hidden_materials: level.hidden_materials.clone(),
        }
    }

    pub(super) fn into_level(self) -> LevelReference {
        LevelReference {
            content: u64::from_str_radix(&self.content, 16).ok(),
            coordinates: coordinates_of(self.up, self.mirror, self.scale),
            is_visible: !self.hidden,
            opacity: self.opacity,
            is_locked: self.locked,
            hidden_nodes: self.hidden_nodes,
            hidden_materials: self.hidden_materials,
            file: self.file,
        }
    }

    pub(super) fn check(&self, i: usize) -> Result<(), Fault> {
        let fault =
            |field, description| Err(Fault::new([Field("levels"), Index(i), Field(field)], description));
        if self.file.trim().is_empty() {
            return fault("file", format!("level {i} names no file; name one, or remove the level"));
        }
        if let Some(description) = scale_fault(self.scale, || format!("level {i}")) {
            return fault("scale", description);
        }
        if self.opacity > opaque() {
            return fault(
                "opacity",
                format!("the opacity of level {i} is {} percent; give at most 100", self.opacity),
            );
        }
        let is_hash = self.content.is_empty() || u64::from_str_radix(&self.content, 16).is_ok();
        if !is_hash || self.content.len() > 16 {
            let description =
                format!("the content of level {i} is not a hash of up to 16 hexadecimal digits; remove it");
            return fault("content", description);
        }
        Ok(())
    }
}
