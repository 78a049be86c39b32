//! References to level geometry in files.

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::coordinates::{Mirror, Up, coordinates_of, fields_of, is_metre, metre, scale_fault};
use super::element::{RonElement, is_default};
use super::place::PlaceStep::{Field, Index};
use crate::document::{ImagePlacement, LevelReference};
use crate::level::tiles::{LevelTiles, MOST_TILES};
use navsmith_core::geometry::Vec3;

/// A reference to a file with level geometry.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub(in crate::io) struct LevelEntry {
    file: String,
    /// Hash of the content, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    content: String,
    /// Corners of the grid of tiles, whose hashes are rows of a list of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tiles: Option<((f32, f32), (f32, f32))>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    image: Option<ImageEntry>,
    #[serde(default, skip_serializing_if = "is_default")]
    up: Up,
    #[serde(default, skip_serializing_if = "is_default")]
    mirror: Mirror,
    #[serde(default = "metre", skip_serializing_if = "is_metre")]
    scale: f32,
    #[serde(default, skip_serializing_if = "is_default")]
    offset: (f32, f32, f32),
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

/// Two points of an image with their positions on the ground.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename = "Image", deny_unknown_fields)]
struct ImageEntry {
    pixels: [(f32, f32); 2],
    ground: [(f32, f32); 2],
}

impl ImageEntry {
    fn of(image: ImagePlacement) -> Self {
        Self { pixels: image.pixels.map(Into::into), ground: image.ground.map(Into::into) }
    }

    fn placement(self) -> ImagePlacement {
        ImagePlacement { pixels: self.pixels.map(Into::into), ground: self.ground.map(Into::into) }
    }
}

/// Row of hashes of the triangles of a level by tile, on a line of its own.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "TileRow", deny_unknown_fields)]
pub(in crate::io) struct TileRowEntry {
    /// Index of the level.
    level: usize,
    /// Hashes in hexadecimal digits, with spaces between them.
    hashes: String,
}

impl RonElement for TileRowEntry {
    fn kept(&self) -> usize {
        2 * (size_of::<Self>() + self.hashes.len())
    }
}

/// Returns the rows of hashes of all levels.
pub(super) fn tile_rows(levels: &[LevelReference]) -> Vec<TileRowEntry> {
    let row = |level: usize, row: &Vec<u32>| {
        let hashes: Vec<String> = row.iter().map(|hash| format!("{hash:08x}")).collect();
        TileRowEntry { level, hashes: hashes.join(" ") }
    };
    let with_tiles = levels.iter().enumerate().filter_map(|(i, level)| Some((i, level.tiles.as_ref()?)));
    with_tiles.flat_map(|(i, tiles)| tiles.rows().iter().map(move |hashes| row(i, hashes))).collect()
}

/// Returns the hashes of each level by tile.
pub(super) fn tiles_of(
    levels: &[LevelEntry],
    rows: &[TileRowEntry],
) -> Result<Vec<Option<LevelTiles>>, RonFault> {
    let mut hashes: Vec<Vec<Vec<u32>>> = vec![Vec::new(); levels.len()];
    for (i, TileRowEntry { level, hashes: row }) in rows.iter().enumerate() {
        let fault = |description| Err(RonFault::new([Field("tile_rows"), Index(i)], description));
        let Some(rows) = hashes.get_mut(*level).filter(|_| levels[*level].tiles.is_some()) else {
            return fault(format!("row {i} of tiles is of level {level}, which has none; remove the row"));
        };
        let row = row.split(' ').take(MOST_TILES + 1).map(|hash| u32::from_str_radix(hash, 16).ok());
        let Some(row) = row.collect::<Option<Vec<u32>>>() else {
            return fault(format!("row {i} of tiles is no list of hashes; remove the tiles of the level"));
        };
        if rows.len() <= MOST_TILES {
            rows.push(row);
        }
    }
    let grid = |(i, (level, rows)): (usize, (&LevelEntry, Vec<Vec<u32>>))| {
        let Some((min, max)) = level.tiles else { return Ok(None) };
        LevelTiles::from_rows([min.into(), max.into()], rows).map(Some).ok_or_else(|| {
            let description = format!(
                "the tiles of level {i} are invalid: there are 1 to {MOST_TILES} rows of as many hashes, and the \
                 first corner is the minimum; remove them"
            );
            RonFault::new([Field("levels"), Index(i), Field("tiles")], description)
        })
    };
    levels.iter().zip(hashes).enumerate().map(grid).collect()
}

fn opaque() -> u8 {
    100
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_opaque(opacity: &u8) -> bool {
    *opacity == opaque()
}

impl RonElement for LevelEntry {
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
            tiles: level.tiles.as_ref().map(|tiles| tiles.bounds().map(Into::into).into()),
            image: level.image.map(ImageEntry::of),
            content: level.content.map(|hash| format!("{hash:016x}")).unwrap_or_default(),
            up,
            mirror,
            scale,
            offset: level.offset.into(),
            hidden: !level.is_visible,
            opacity: level.opacity,
            locked: level.is_locked,
            hidden_nodes: level.hidden_nodes.clone(),
            hidden_materials: level.hidden_materials.clone(),
        }
    }

    pub(super) fn into_level(self, tiles: Option<LevelTiles>) -> LevelReference {
        LevelReference {
            content: u64::from_str_radix(&self.content, 16).ok(),
            tiles,
            image: self.image.map(ImageEntry::placement),
            coordinates: coordinates_of(self.up, self.mirror, self.scale),
            offset: self.offset.into(),
            is_visible: !self.hidden,
            opacity: self.opacity,
            is_locked: self.locked,
            hidden_nodes: self.hidden_nodes,
            hidden_materials: self.hidden_materials,
            file: self.file,
        }
    }

    pub(super) fn check(&self, i: usize) -> Result<(), RonFault> {
        let fault =
            |field, description| Err(RonFault::new([Field("levels"), Index(i), Field(field)], description));
        if self.file.trim().is_empty() {
            return fault("file", format!("level {i} names no file; name one, or remove the level"));
        }
        if let Some(description) = scale_fault(self.scale, || format!("level {i}")) {
            return fault("scale", description);
        }
        if !Vec3::from(self.offset).is_finite() {
            let description = format!("the offset of level {i} is not finite; give three numbers in metres");
            return fault("offset", description);
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
        if self.image.is_some_and(|image| !image.placement().is_valid()) {
            let description = format!("the two points of image {i} are in one place; give different ones");
            return fault("image", description);
        }
        Ok(())
    }
}
