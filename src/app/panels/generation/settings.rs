//! The agent and the voxels of a generation.

use egui::{Checkbox, CollapsingHeader, ComboBox, Ui};

use super::form::PlanForm;
use crate::app::widgets::choice;
use crate::app::widgets::number::{NumberField, NumberSlider};
use crate::app::widgets::parts::{self, Facts};
use crate::editor::generation::plan;
use navsmith_generation::{GenerationSettings, PRESETS, Preset};

/// Upper ends of the sliders, in metres; typed values may exceed them.
const MOST_RADIUS: f32 = 2.0;
const MOST_HEIGHT: f32 = 4.0;
const MOST_CLIMB: f32 = 1.5;
const MOST_CELL: f32 = 1.0;

/// Smallest cell of a slider, in metres.
const LEAST_CELL: f32 = 0.02;

/// Draws the preset, the sizes of the agent, and the voxels.
pub(super) fn ui(ui: &mut Ui, form: &mut PlanForm) {
    parts::section(ui, "Agent");
    parts::facts(ui, "agent", |facts| {
        preset_ui(facts, form);
        agent_ui(facts, form);
    });
    parts::section(ui, "Voxels");
    parts::facts(ui, "voxels", |facts| voxels_ui(facts, form));
    CollapsingHeader::new("More settings").id_salt("more").show(ui, |ui| {
        parts::facts(ui, "regions", |facts| regions_ui(facts, form));
    });
}

fn preset_ui(facts: &mut Facts<'_>, form: &mut PlanForm) {
    facts.row_ui("Preset", |ui| {
        let present = plan::preset(&form.plan).map(|preset| preset.name);
        let mut chosen = present;
        let title = |name: &'static str| -> &'static str {
            PRESETS.iter().find(|preset| preset.name == name).map_or(name, preset_title)
        };
        let combo = ComboBox::from_id_salt("preset").selected_text(present.map_or("Own sizes", title));
        let all = PRESETS.iter().map(|preset| (Some(preset.name), preset_title(preset), preset.description));
        choice::of_items(ui, combo, &mut chosen, all);
        let preset = PRESETS.iter().find(|preset| Some(preset.name) == chosen && chosen != present);
        if let Some(preset) = preset {
            form.plan.settings = preset.settings();
        }
    });
}

fn preset_title(preset: &Preset) -> &'static str {
    match preset.name {
        "human" => "Human",
        "small" => "Small",
        "large" => "Large",
        "vehicle" => "Vehicle",
        "unity" => "Unity",
        "unreal" => "Unreal",
        "godot" => "Godot",
        "recast" => "Recast",
        name => name,
    }
}

fn agent_ui(facts: &mut Facts<'_>, form: &mut PlanForm) {
    let mut agent = form.plan.settings.agent;
    let mut degrees = (agent.max_slope.to_degrees() * 10.0).round() / 10.0;
    let shown_degrees = degrees;
    let lengths = [
        ("Radius", &mut agent.radius, MOST_RADIUS, "Distance of the mesh from walls and edges"),
        ("Height", &mut agent.height, MOST_HEIGHT, "Room that the agent needs above the ground"),
        ("Climb", &mut agent.max_climb, MOST_CLIMB, "The highest step of the agent"),
    ];
    for (name, value, most, description) in lengths {
        facts.row_ui(name, |ui| {
            let slider = NumberSlider::new(value, 0.0..=most).beyond().max_decimals(3).suffix(" m");
            form.record_agent(&ui.add(slider).on_hover_text(description));
        });
    }
    facts.row_ui("Slope", |ui| {
        let slider = NumberSlider::new(&mut degrees, 0.0..=90.0).max_decimals(1).suffix("°");
        form.record_agent(&ui.add(slider).on_hover_text("The steepest ground that is walkable"));
    });
    // An untouched value keeps all its bits, even if its slider shows a rounded one.
    if degrees != shown_degrees {
        agent.max_slope = degrees.to_radians().min(std::f32::consts::FRAC_PI_2);
    }
    form.plan.settings.agent = agent;
}

fn voxels_ui(facts: &mut Facts<'_>, form: &mut PlanForm) {
    let settings = form.plan.settings;
    let (size, height) = (settings.cell_size(), settings.cell_height());
    let mut own = [settings.cell_size, settings.cell_height];
    let rows = [
        ("Cell size", size, "Width of a voxel; derived, it is a third of the radius"),
        ("Cell height", height, "Height of a voxel; derived, it is half of its width"),
    ];
    for ((name, derived, description), own) in rows.into_iter().zip(&mut own) {
        facts.row_ui(name, |ui| {
            ui.horizontal(|ui| {
                let mut is_own = own.is_some();
                let switch = ui.name_inputs(format!("Set the {}", name.to_lowercase()), |ui| {
                    ui.add(Checkbox::without_text(&mut is_own))
                });
                if switch.on_hover_text("Set it, instead of the derived one").changed() {
                    *own = is_own.then_some(derived);
                }
                let mut value = own.unwrap_or(derived);
                let slider = NumberSlider::new(&mut value, LEAST_CELL..=MOST_CELL).beyond();
                let slider = slider.logarithmic().max_decimals(3).suffix(" m");
                let control = ui.add_enabled(own.is_some(), slider).on_hover_text(description);
                form.record(&control);
                if control.changed() && own.is_some() {
                    *own = Some(value);
                }
            });
        });
    }
    [form.plan.settings.cell_size, form.plan.settings.cell_height] = own;
}

fn regions_ui(facts: &mut Facts<'_>, form: &mut PlanForm) {
    let mut settings = form.plan.settings;
    let GenerationSettings { least_area, simplification, .. } = &mut settings;
    facts.row_ui("Smallest area", |ui| {
        let field = NumberField::new(least_area).range(0.0..=1e6).speed(0.05).max_decimals(2).suffix(" m²");
        form.record(&ui.add(field).on_hover_text("Ground that is smaller is removed"));
    });
    facts.row_ui("Simplification", |ui| {
        let field = NumberField::new(simplification).range(0.0..=100.0).speed(0.02).max_decimals(2);
        let text = "Largest distance between a border and its voxels, in widths of a voxel";
        form.record(&ui.add(field).on_hover_text(text));
    });
    facts.row_ui("Keep insides", |ui| {
        let switch = ui.checkbox(&mut settings.keeps_insides, "");
        switch.on_hover_text("Keep ground inside of closed solids, such as crates");
    });
    form.plan.settings = settings;
}
