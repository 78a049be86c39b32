//! What the parts of a level and volumes are for agents.

use super::args::ground::{PartUse, VolumeUse};
use super::output::{one_of, shortened};
use navsmith_core::navmesh::AreaId;
use navsmith_formats::document::Area;
use navsmith_formats::document::generation::{GenerationPlan, PartRule};
use navsmith_formats::level::Level;
use navsmith_formats::level::pattern::PartPattern;
use navsmith_generation::{GenerationSettings, MOST_AREA, SurfaceKind, Volume, VolumeEffect};

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

/// Returns the plan of a generation from a level, with the uses of its parts and the volumes.
pub(super) fn plan_of(
    (settings, level): (GenerationSettings, &Level),
    parts: &[PartUse],
    volumes: &[VolumeUse],
    areas: &mut NamedAreas,
) -> Result<GenerationPlan, String> {
    let mut plan = GenerationPlan { settings, ..GenerationPlan::default() };
    for PartUse { pattern, usage } in parts {
        if !level.parts().iter().any(|part| pattern.matches(part)) {
            return Err(missing(pattern, level));
        }
        let usage = match usage.as_str() {
            "ignored" => None,
            "obstacle" => Some(SurfaceKind::Obstacle),
            area => Some(SurfaceKind::Walkable(areas.id(area)?)),
        };
        plan.parts.push(PartRule { pattern: pattern.clone(), usage });
    }
    for VolumeUse { volume, usage } in volumes {
        let effect = match usage.as_str() {
            "limit" => VolumeEffect::Limit,
            "obstacle" => VolumeEffect::Carve,
            area => VolumeEffect::Area(areas.id(area)?),
        };
        plan.volumes.push(Volume { effect, ..volume.clone() });
    }
    Ok(plan)
}

/// Returns an error that names the nodes and materials of the level.
fn missing(pattern: &PartPattern, level: &Level) -> String {
    let names: Vec<String> = level.names(pattern.names).iter().map(ToString::to_string).collect();
    let advice = one_of(names.iter().map(String::as_str), "the level has no names");
    format!("no part of the level matches \"{}\"; {advice}", shortened(&pattern.pattern))
}
