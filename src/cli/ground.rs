//! What the parts of a level and volumes are for agents.

use super::args::ground::{PartUse, VolumeUse};
use navsmith_core::navmesh::AreaId;
use navsmith_formats::document::{Area, LevelReference};
use navsmith_formats::level::Level;
use navsmith_generation::{LevelSource, MOST_AREA, Surface, SurfaceKind, Volume, VolumeEffect};

/// The areas that uses name, in the order of their first mention.
pub(super) struct NamedAreas(pub(super) Vec<Area>);

impl NamedAreas {
    pub(super) fn new() -> Self {
        Self(vec![Area::default()])
    }

    /// Returns the area with a name, which is added if it is new.
    fn id(&mut self, name: &str) -> Result<AreaId, String> {
        let known = self.0.iter().position(|area| area.name == name);
        let number = known.unwrap_or(self.0.len());
        if number > usize::from(MOST_AREA.0) {
            return Err(format!("more than {} areas are named; use fewer", MOST_AREA.0));
        }
        if known.is_none() {
            self.0.push(Area { name: name.into(), ..Area::numbered(number) });
        }
        Ok(AreaId(number as u8))
    }
}

/// Returns the triangles of a level with their uses, and the volumes.
///
/// The last matching use of a part decides.
pub(super) fn source_of(
    (reference, level): (&LevelReference, &Level),
    parts: &[PartUse],
    volumes: &[VolumeUse],
    areas: &mut NamedAreas,
) -> Result<LevelSource, String> {
    let mut kinds = Vec::new();
    for usage in parts {
        if !level.parts().iter().any(|part| usage.matches(part)) {
            return Err(usage.missing(level));
        }
        kinds.push(match usage.usage.as_str() {
            "ignored" => None,
            "obstacle" => Some(SurfaceKind::Obstacle),
            area => Some(SurfaceKind::Walkable(areas.id(area)?)),
        });
    }
    let mut source = LevelSource::default();
    for part in level.parts().iter().filter(|part| reference.shows(part)) {
        let kind = parts.iter().zip(&kinds).rev().find(|(usage, _)| usage.matches(part));
        let Some(kind) = kind.map_or(Some(SurfaceKind::Walkable(AreaId(0))), |(_, kind)| *kind) else {
            continue;
        };
        let triangles = reference.triangles_of(level, part);
        source.surfaces.extend(triangles.map(|corners| Surface { corners, kind }));
    }
    for VolumeUse { volume, usage } in volumes {
        let effect = match usage.as_str() {
            "limit" => VolumeEffect::Limit,
            "obstacle" => VolumeEffect::Carve,
            area => VolumeEffect::Area(areas.id(area)?),
        };
        source.volumes.push(Volume { effect, ..volume.clone() });
    }
    Ok(source)
}
