//! Changes of the plan of a generation.

use std::sync::Arc;

use crate::editor::levels::surface::{self, SurfaceKey};
use crate::editor::session::memo::Analysis as _;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Vec3, ground};
use navsmith_formats::document::Document;
use navsmith_formats::document::generation::{GenerationPlan, MOST_RULES};
use navsmith_formats::level::pattern::{PartPattern, PatternNames};
use navsmith_generation::{GenerationSettings, PRESETS, Preset, Volume, VolumeEffect};

/// Height of drawn volumes above the highest ground in them, in multiples of the height of the agent.
const ABOVE: f32 = 1.5;

/// Returns the plan of the document.
pub fn plan(state: &State) -> &GenerationPlan {
    &state.document().generation
}

/// Returns the preset with the settings of the plan; `None` if they differ from all.
pub fn preset(plan: &GenerationPlan) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.settings() == plan.settings)
}

/// Returns the names of the nodes and the materials of the visible levels, as patterns.
pub fn names(state: &State) -> Vec<PartPattern> {
    let Some(levels) = SurfaceKey::key(state) else { return Vec::new() };
    let mut names: Vec<PartPattern> =
        levels.levels().flat_map(|(_, level)| level.names(PatternNames::All)).collect();
    names.sort_by_cached_key(ToString::to_string);
    names.dedup();
    names
}

/// Returns the number of parts of the visible levels that a pattern matches.
pub fn matches(state: &State, pattern: &PartPattern) -> usize {
    let Some(levels) = SurfaceKey::key(state) else { return 0 };
    let parts = levels.levels().flat_map(|(_, level)| level.parts());
    parts.filter(|part| pattern.matches(part)).count()
}

/// Makes one undo step of a changed plan; does nothing if it is invalid or equal.
pub(in crate::editor) fn set(editor: &mut Editor, title: &str, plan: GenerationPlan) {
    if plan.parts.len() > MOST_RULES || plan.volumes.len() > MOST_RULES {
        return editor.warn("Not added: a document has at most 256 parts and 256 volumes. Remove one first.");
    }
    editor.settled().end_drag();
    if plan != *editor.document().generation && is_valid(&plan) {
        show_jumps(editor, &plan);
        let document = Document { generation: Arc::new(plan), ..editor.document().clone() };
        editor.edit_document(title, document);
    }
}

/// Shows the result of a plan while a number is dragged; all such changes become one undo step.
pub(in crate::editor) fn drag(editor: &mut Editor, plan: GenerationPlan) {
    if is_valid(&plan) {
        editor.settled().begin_drag("Change generation settings");
        show_jumps(editor, &plan);
        let document = Document { generation: Arc::new(plan), ..editor.document().clone() };
        editor.replace_document(document);
        editor.follow_analyses();
    }
}

/// Draws the jump links of a plan whose settings of jumps differ.
fn show_jumps(editor: &mut Editor, plan: &GenerationPlan) {
    if plan.jumps != editor.document().generation.jumps {
        editor.state.generation.shows_jumps = plan.jumps.is_some();
    }
}

/// Whether all numbers are finite and not negative.
fn is_valid(plan: &GenerationPlan) -> bool {
    let GenerationSettings { agent, cell_size, cell_height, least_area, merged_area, simplification, .. } =
        plan.settings;
    let numbers = [agent.radius, agent.height, agent.max_slope, least_area, merged_area, simplification];
    let is_number = |number: f32| number.is_finite() && number >= 0.0;
    numbers.into_iter().chain(cell_size).chain(cell_height).all(is_number)
        && agent.max_climb >= 0.0
        && agent.max_slope <= std::f32::consts::FRAC_PI_2
        && plan.jumps.is_none_or(|jumps| jumps.problem().is_none())
        && plan.volumes.iter().all(|volume| volume.problem().is_none())
}

/// Returns the volume of a box on the ground, as high as the level in it and the agent.
pub(in crate::editor) fn boxed(state: &State, [a, b]: [Vec3; 2], effect: VolumeEffect) -> Volume {
    let (mut low, mut high) = (a.y.min(b.y), a.y.max(b.y));
    if let Some(surface) = surface::surface(state) {
        let top = surface::top(state);
        let corners = [a, b].map(ground);
        surface.each_in([corners[0].min(corners[1]), corners[0].max(corners[1])], |_, triangle| {
            for corner in triangle.iter().filter(|corner| corner.y <= top) {
                (low, high) = (low.min(corner.y), high.max(corner.y));
            }
        });
    }
    let settings = plan(state).settings;
    let room = settings.agent.height * ABOVE;
    Volume::between(
        Vec3 { y: low - settings.agent.max_climb.min(room), ..a },
        Vec3 { y: high + room, ..b },
        effect,
    )
}

/// Adds a box between two corners with the effect that is chosen.
pub(in crate::editor) fn add_box(editor: &mut Editor, corners: [Vec3; 2]) {
    let mut plan = plan(editor).clone();
    plan.volumes.push(boxed(editor, corners, editor.state.generation.effect));
    set(editor, "Draw a box", plan);
}

/// Returns the effect of a volume in a few words.
pub fn effect_text(state: &State, effect: VolumeEffect) -> String {
    match effect {
        VolumeEffect::Limit => "limit".into(),
        VolumeEffect::Carve => "obstacle".into(),
        VolumeEffect::Area(area) => state.document().area_text(area),
    }
}
