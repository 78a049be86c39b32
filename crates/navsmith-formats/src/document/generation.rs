//! What the mesh of a document is generated from, besides its levels.

use super::LevelReference;
use crate::level::pattern::PartPattern;
use crate::level::{Level, LevelPart};
use navsmith_core::geometry::{Vec2, Vec3, at_height, ground};
use navsmith_core::navmesh::AreaId;
use navsmith_generation::{
    GenerationSettings, JumpSettings, LevelSource, PRESETS, Preset, SourceSurface, SurfaceKind, Volume,
    VolumeEffect,
};

/// Maximum number of rules for parts, and of volumes.
pub const MOST_RULES: usize = 256;

/// Maximum number of corners of a volume.
pub const MOST_VOLUME_CORNERS: usize = 64;

/// Settings of a generation, and the uses of parts of the levels and of volumes.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationPlan {
    /// The agent and the voxels.
    pub settings: GenerationSettings,
    /// Uses of parts of the levels; the last one that matches a part decides.
    pub parts: Vec<PartRule>,
    /// Volumes that change the ground, in order.
    pub volumes: Vec<Volume>,
    /// Jump and drop links, if they are generated.
    pub jumps: Option<JumpSettings>,
}

/// Use of the parts of a level that match a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRule {
    /// The pattern.
    pub pattern: PartPattern,
    /// What the parts are for agents; `None` if they are left out.
    pub usage: Option<SurfaceKind>,
}

impl Default for GenerationPlan {
    /// Returns the plan of the first preset.
    fn default() -> Self {
        let settings = PRESETS.first().map(Preset::settings).unwrap_or_default();
        Self { settings, parts: Vec::new(), volumes: Vec::new(), jumps: None }
    }
}

impl GenerationPlan {
    /// Returns the triangles of visible parts of levels with their uses, and the volumes.
    pub fn source<'a>(
        &self,
        levels: impl IntoIterator<Item = (&'a LevelReference, &'a Level)>,
    ) -> LevelSource {
        let mut surfaces = Vec::new();
        for (reference, level) in levels {
            for part in level.parts().iter().filter(|part| reference.shows(part)) {
                if let Some(kind) = self.usage(part) {
                    let triangles = reference.triangles_of(level, part);
                    surfaces.extend(triangles.map(|corners| SourceSurface { corners, kind }));
                }
            }
        }
        LevelSource { surfaces, volumes: self.volumes.clone() }
    }

    /// Returns what a part is for agents; `None` if it is left out.
    pub fn usage(&self, part: &LevelPart) -> Option<SurfaceKind> {
        let rule = self.parts.iter().rev().find(|rule| rule.pattern.matches(part));
        rule.map_or(Some(SurfaceKind::Walkable(AreaId(0))), |rule| rule.usage)
    }

    /// Replaces areas.
    pub fn set_areas(&mut self, area: impl Fn(AreaId) -> AreaId) {
        for rule in &mut self.parts {
            if let Some(SurfaceKind::Walkable(of)) = &mut rule.usage {
                *of = area(*of);
            }
        }
        for volume in &mut self.volumes {
            if let VolumeEffect::Area(of) = &mut volume.effect {
                *of = area(*of);
            }
        }
    }

    /// Returns the areas that it gives to ground, besides the first one.
    pub fn areas(&self) -> impl Iterator<Item = AreaId> {
        let of_parts = self.parts.iter().filter_map(|rule| match rule.usage {
            Some(SurfaceKind::Walkable(area)) => Some(area),
            _ => None,
        });
        let of_volumes = self.volumes.iter().filter_map(|volume| match volume.effect {
            VolumeEffect::Area(area) => Some(area),
            _ => None,
        });
        of_parts.chain(of_volumes)
    }

    /// Returns the plan with converted positions, and lengths times a factor.
    ///
    /// `None` if a length or a position is not finite after the conversion.
    #[must_use]
    pub fn converted(&self, position: impl Fn(Vec3) -> Vec3, factor: f32) -> Option<Self> {
        let mut plan = self.clone();
        for volume in &mut plan.volumes {
            let [low, high] = volume.heights;
            for corner in &mut volume.corners {
                *corner = ground(position(at_height(*corner, low)));
            }
            volume.heights = [low, high].map(|height| position(at_height(Vec2::ZERO, height)).y);
        }
        plan.settings = plan.settings.scaled(factor);
        plan.jumps = plan.jumps.map(|jumps| jumps.scaled(factor));
        plan.is_finite().then_some(plan)
    }

    fn is_finite(&self) -> bool {
        let GenerationSettings { agent, cell_size, cell_height, least_area, merged_area, .. } = self.settings;
        let lengths = [agent.radius, agent.height, least_area, merged_area];
        let is_length = |length: f32| length.is_finite() && length > 0.0;
        let volumes = || {
            self.volumes.iter().all(|volume| {
                volume.corners.iter().all(|corner| corner.is_finite())
                    && volume.heights.iter().all(|height| height.is_finite())
            })
        };
        lengths.iter().all(|length| length.is_finite())
            && [cell_size, cell_height].into_iter().flatten().all(is_length)
            && self.jumps.is_none_or(|jumps| jumps.problem().is_none())
            && volumes()
    }
}
