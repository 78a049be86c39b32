//! Settings of a generation in the form of the file.

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::is_default;
use super::generated::GeneratedEntry;
use super::place::PlaceStep::{Field, Index};
use super::query::{AgentEntry, differing};
use crate::document::Document;
use crate::document::generated::GeneratedElements;
use crate::document::generation::{GenerationPlan, MOST_RULES, MOST_VOLUME_CORNERS, PartRule};
use crate::level::pattern::PartPattern;
use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::{AreaId, CellId, NavMesh};
use navsmith_generation::{GenerationSettings, JumpSettings, SurfaceKind, Volume, VolumeEffect};

/// Settings of a generation; those that are missing have their defaults.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Generation", deny_unknown_fields)]
pub(in crate::io) struct GenerationEntry {
    agent: AgentEntry,
    #[serde(default, skip_serializing_if = "is_default")]
    cell_size: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    cell_height: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    least_area: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    merged_area: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    edge_length: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    simplification: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    corners: Option<u16>,
    #[serde(default, skip_serializing_if = "is_default")]
    most_covered: Option<u64>,
    #[serde(default, skip_serializing_if = "is_default")]
    keeps_insides: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    detail_distance: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    detail_error: Option<f32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    volumes: Vec<VolumeEntry>,
    /// Jump and drop links, if they are generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    jumps: Option<JumpsEntry>,
    /// Cells and links of the last generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cells: Option<GeneratedEntry>,
}

/// Settings of jump and drop links, in metres.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Jumps", deny_unknown_fields)]
struct JumpsEntry {
    length: f32,
    peak: f32,
    depth: f32,
    tolerance: f32,
    spacing: f32,
}

/// Use of the parts of levels that match a pattern.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Part", deny_unknown_fields)]
struct PartEntry {
    pattern: String,
    #[serde(default, skip_serializing_if = "is_default")]
    kind: PartKind,
    #[serde(default, skip_serializing_if = "is_default")]
    area: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
enum PartKind {
    #[default]
    Walkable,
    Obstacle,
    Ignored,
}

/// A convex volume that changes the ground in it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Volume", deny_unknown_fields)]
struct VolumeEntry {
    effect: EffectKind,
    #[serde(default, skip_serializing_if = "is_default")]
    area: u32,
    /// Lowest and highest ground.
    heights: (f32, f32),
    /// Positions `(x, z)`.
    corners: Vec<(f32, f32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
enum EffectKind {
    Limit,
    Area,
    Obstacle,
}

impl JumpsEntry {
    fn of(jumps: &JumpSettings) -> Self {
        let JumpSettings { length, peak, depth, tolerance, spacing } = *jumps;
        Self { length, peak, depth, tolerance, spacing }
    }

    fn settings(&self) -> JumpSettings {
        let Self { length, peak, depth, tolerance, spacing } = *self;
        JumpSettings { length, peak, depth, tolerance, spacing }
    }
}

impl PartEntry {
    fn of(rule: &PartRule) -> Self {
        let (kind, area) = match rule.usage {
            Some(SurfaceKind::Walkable(area)) => (PartKind::Walkable, area.0.into()),
            Some(SurfaceKind::Obstacle) => (PartKind::Obstacle, 0),
            None => (PartKind::Ignored, 0),
        };
        Self { pattern: rule.pattern.to_string(), kind, area }
    }

    fn into_rule(self) -> PartRule {
        let Ok(pattern): Result<PartPattern, _> = self.pattern.parse();
        let usage = match self.kind {
            PartKind::Walkable => Some(SurfaceKind::Walkable(area_of(self.area))),
            PartKind::Obstacle => Some(SurfaceKind::Obstacle),
            PartKind::Ignored => None,
        };
        PartRule { pattern, usage }
    }
}

impl VolumeEntry {
    fn of(volume: &Volume) -> Self {
        let (effect, area) = match volume.effect {
            VolumeEffect::Limit => (EffectKind::Limit, 0),
            VolumeEffect::Area(area) => (EffectKind::Area, area.0.into()),
            VolumeEffect::Carve => (EffectKind::Obstacle, 0),
        };
        let corners = volume.corners.iter().map(|&at| at.into()).collect();
        Self { effect, area, heights: volume.heights.into(), corners }
    }

    fn into_volume(self) -> Volume {
        let effect = match self.effect {
            EffectKind::Limit => VolumeEffect::Limit,
            EffectKind::Area => VolumeEffect::Area(area_of(self.area)),
            EffectKind::Obstacle => VolumeEffect::Carve,
        };
        let corners = self.corners.into_iter().map(Vec2::from).collect();
        Volume { corners, heights: self.heights.into(), effect }
    }

    /// Returns the first fault, with its path in the volume.
    fn check(&self) -> Result<(), RonFault> {
        let fault = |field, why| Err(RonFault::new([Field(field)], why));
        if self.corners.len() > MOST_VOLUME_CORNERS {
            let count = self.corners.len();
            let why = format!("the volume has {count} corners, and at most {MOST_VOLUME_CORNERS}; drop some");
            return fault("corners", why);
        }
        if ![self.heights.0, self.heights.1].iter().all(|height| height.is_finite()) {
            return fault("heights", "a height of the volume is not finite; give metres".into());
        }
        let corners = self.corners.iter().map(|&at| at.into()).collect();
        let volume = Volume { corners, heights: self.heights.into(), effect: VolumeEffect::Limit };
        volume.problem().map_or(Ok(()), |why| fault("corners", why))
    }
}

fn area_of(area: u32) -> AreaId {
    AreaId(u8::try_from(area).unwrap_or(0))
}

impl GenerationEntry {
    /// Returns the entry of a document, given the indices of cells.
    ///
    /// `None` for the default plan and a mesh that is not generated.
    pub(super) fn of(document: &Document, index: impl Fn(CellId) -> Option<u32>) -> Option<Self> {
        let (plan, cells) = (&*document.generation, GeneratedEntry::of(document, index));
        let (settings, plain) = (&plan.settings, GenerationSettings::default());
        (cells.is_some() || *plan != GenerationPlan::default()).then(|| Self {
            agent: AgentEntry::of(&settings.agent),
            cell_size: settings.cell_size,
            cell_height: settings.cell_height,
            least_area: differing(settings.least_area, plain.least_area),
            merged_area: differing(settings.merged_area, plain.merged_area),
            edge_length: differing(settings.edge_length, plain.edge_length),
            simplification: differing(settings.simplification, plain.simplification),
            corners: differing(settings.corners, plain.corners),
            most_covered: differing(settings.most_covered, plain.most_covered),
            keeps_insides: settings.keeps_insides,
            detail_distance: differing(settings.detail_distance, plain.detail_distance),
            detail_error: differing(settings.detail_error, plain.detail_error),
            parts: plan.parts.iter().map(PartEntry::of).collect(),
            volumes: plan.volumes.iter().map(VolumeEntry::of).collect(),
            jumps: plan.jumps.as_ref().map(JumpsEntry::of),
            cells,
        })
    }

    /// Returns the plan and the generated cells of a file with this mesh.
    pub(super) fn parts(entry: Option<Self>, mesh: &NavMesh) -> (GenerationPlan, GeneratedElements) {
        let Some(mut entry) = entry else { return Default::default() };
        let cells = entry.cells.take().map(|cells| cells.into_generated(mesh));
        (entry.into_plan(), cells.unwrap_or_default())
    }

    fn into_plan(self) -> GenerationPlan {
        let plain = GenerationSettings::default();
        let settings = GenerationSettings {
            agent: self.agent.into_agent(),
            cell_size: self.cell_size,
            cell_height: self.cell_height,
            least_area: self.least_area.unwrap_or(plain.least_area),
            merged_area: self.merged_area.unwrap_or(plain.merged_area),
            edge_length: self.edge_length.unwrap_or(plain.edge_length),
            simplification: self.simplification.unwrap_or(plain.simplification),
            corners: self.corners.unwrap_or(plain.corners),
            most_covered: self.most_covered.unwrap_or(plain.most_covered),
            keeps_insides: self.keeps_insides,
            detail_distance: self.detail_distance.unwrap_or(plain.detail_distance),
            detail_error: self.detail_error.unwrap_or(plain.detail_error),
        };
        let parts = self.parts.into_iter().map(PartEntry::into_rule).collect();
        GenerationPlan {
            settings,
            parts,
            volumes: self.volumes.into_iter().map(VolumeEntry::into_volume).collect(),
            jumps: self.jumps.map(|jumps| jumps.settings()),
        }
    }

    /// Returns the first fault, with its path in the entry.
    ///
    /// The file has these numbers of areas, cells and links.
    /// Settings that contradict each other are valid, because a user can be about to change them.
    pub(super) fn check(&self, [areas, cells, links]: [usize; 3]) -> Result<(), RonFault> {
        if let Some(generated) = &self.cells {
            generated.check([areas, cells, links]).map_err(|fault| fault.within([Field("cells")]))?;
        }
        self.agent.check().map_err(|fault| fault.within([Field("agent")]))?;
        let lengths = [
            ("cell_size", self.cell_size),
            ("cell_height", self.cell_height),
            ("least_area", self.least_area),
            ("merged_area", self.merged_area),
            ("edge_length", self.edge_length),
            ("simplification", self.simplification),
            ("detail_distance", self.detail_distance),
            ("detail_error", self.detail_error),
        ];
        for (name, value) in lengths {
            if let Some(value) = value.filter(|value| !(value.is_finite() && *value >= 0.0)) {
                let why = format!("the {name} of the generation is {value}; give a number of 0 or more");
                return Err(RonFault::new([Field(name)], why));
            }
        }
        if let Some(why) = self.jumps.as_ref().and_then(|jumps| jumps.settings().problem()) {
            return Err(RonFault::new([Field("jumps")], why));
        }
        for (list, count) in [("parts", self.parts.len()), ("volumes", self.volumes.len())] {
            if count > MOST_RULES {
                let why = format!("there are {count} {list}, and at most {MOST_RULES}; drop some");
                return Err(RonFault::new([Field(list), Index(MOST_RULES)], why));
            }
        }
        let of_parts = self.parts.iter().enumerate().map(|(i, part)| ("parts", i, part.area));
        let of_volumes = self.volumes.iter().enumerate().map(|(i, volume)| ("volumes", i, volume.area));
        for (list, i, area) in of_parts.chain(of_volumes) {
            if area as usize >= areas {
                let why = format!("it names area {area}, but areas end at {}; add the area", areas - 1);
                return Err(RonFault::new([Field(list), Index(i), Field("area")], why));
            }
        }
        let check = |(i, volume): (usize, &VolumeEntry)| {
            volume.check().map_err(|fault| fault.within([Field("volumes"), Index(i)]))
        };
        self.volumes.iter().enumerate().try_for_each(check)
    }
}
