//! Settings of two documents: the length of a metre, the side view, and the generation.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::document::generation::PartRule;
use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::AreaId;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::platformer::{Jumper, RestRule};
use navsmith_generation::{GenerationSettings, SurfaceKind, Volume, VolumeEffect};

/// A setting of both documents with different values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedSetting {
    /// Name in texts, such as "generation, radius".
    pub name: String,
    /// Value in the first and in the second document; `none` in a document without the setting.
    pub values: [String; 2],
}

/// Values of settings by name, in order of the names in a list.
#[derive(Default)]
struct SettingValues(Vec<(String, String)>);

/// Returns the settings with different values.
pub(super) fn changed_settings(documents: [&Document; 2]) -> Vec<ChangedSetting> {
    let [before, after] = documents.map(|document| SettingValues::of(document).0);
    let values = |list: &[(String, String)]| list.iter().cloned().collect::<BTreeMap<_, _>>();
    let both = [values(&before), values(&after)];
    let only_after = after.into_iter().filter(|(name, _)| !both[0].contains_key(name));
    let names = before.into_iter().chain(only_after).map(|(name, _)| name);
    let of_name = |name: String| {
        let value =
            |values: &BTreeMap<String, String>| values.get(&name).cloned().unwrap_or_else(|| "none".into());
        let values = both.each_ref().map(value);
        ChangedSetting { name, values }
    };
    names.map(of_name).filter(|changed| changed.values[0] != changed.values[1]).collect()
}

impl SettingValues {
    fn of(document: &Document) -> Self {
        let mut values = Self::default();
        values.add("length of a metre", format!("{} {}", document.metre, document.unit()));
        values.add_side_view(document);
        values.add_generation(document);
        values
    }

    fn add(&mut self, name: &str, value: String) {
        self.0.push((name.into(), value));
    }

    fn add_side_view(&mut self, document: &Document) {
        let Some(view) = document.side_view() else { return };
        let Vec2 { x, y } = view.gravity.pull;
        self.add("gravity", format!("({x}, {y}) m/s²"));
        let rest = match view.gravity.rule {
            RestRule::Absolute(most) => format!("a rise of {most} m"),
            RestRule::Grade(most) => format!("a rise of {most} m per metre"),
        };
        self.add("side view, steepest rest", rest);
        let Jumper { run_speed, jump_speed, air_control, max_fall, step } = view.jumper;
        self.add("side view, run speed", format!("{run_speed} m/s"));
        self.add("side view, jump speed", format!("{jump_speed} m/s"));
        self.add("side view, air control", format!("{air_control} m/s²"));
        self.add("side view, greatest fall", format!("{max_fall} m"));
        self.add("side view, step", format!("{step} m"));
    }

    fn add_generation(&mut self, document: &Document) {
        let plan = &document.generation;
        let settings = &plan.settings;
        let Agent { radius, height, max_slope, max_climb } = settings.agent;
        let mut add = |name: &str, value: String| self.add(&format!("generation, {name}"), value);
        add("radius", format!("{radius} m"));
        add("height", format!("{height} m"));
        add("slope", format!("{}°", max_slope.to_degrees()));
        add("climb", format!("{max_climb} m"));
        let GenerationSettings { cell_size, cell_height, .. } = settings;
        let length =
            |length: Option<f32>| length.map_or_else(|| "by default".into(), |length| format!("{length} m"));
        add("width of a voxel", length(*cell_size));
        add("height of a voxel", length(*cell_height));
        add("least area", format!("{} m²", settings.least_area));
        add("merged area", format!("{} m²", settings.merged_area));
        add("edge length", settings.edge_length.to_string());
        add("simplification", settings.simplification.to_string());
        add("corners of a cell", settings.corners.to_string());
        add("most columns", settings.most_covered.to_string());
        add("ground inside of solids", if settings.keeps_insides { "kept" } else { "left out" }.into());
        add("distance of heights", settings.detail_distance.to_string());
        add("error of heights", settings.detail_error.to_string());
        for (number, rule) in (1..).zip(&plan.parts) {
            add(&format!("rule {number}"), rule_text(document, rule));
        }
        for (number, volume) in (1..).zip(&plan.volumes) {
            add(&format!("volume {number}"), volume_text(document, volume));
        }
    }
}

/// Returns the name of an area, or its number.
fn area_name(document: &Document, id: AreaId) -> String {
    document.area(id).map_or_else(|| id.0.to_string(), |area| area.name.clone())
}

fn rule_text(document: &Document, PartRule { pattern, usage }: &PartRule) -> String {
    let usage = match usage {
        None => "ignored".into(),
        Some(SurfaceKind::Obstacle) => "obstacle".into(),
        Some(SurfaceKind::Walkable(area)) => area_name(document, *area),
    };
    format!("{pattern}={usage}")
}

fn volume_text(document: &Document, Volume { corners, heights: [low, high], effect }: &Volume) -> String {
    let effect = match effect {
        VolumeEffect::Limit => "limit".into(),
        VolumeEffect::Carve => "obstacle".into(),
        VolumeEffect::Area(area) => area_name(document, *area),
    };
    let corners: Vec<String> = corners.iter().map(|Vec2 { x, y }| format!("{x},{y}")).collect();
    format!("{low},{high},{}={effect}", corners.join(","))
}
