//! Boxes that limit the generation or change the ground in them.

use egui::{ComboBox, Ui};

use super::form::PlanForm;
use crate::app::theme::{self, Icon};
use crate::app::widgets::number::NumberField;
use crate::app::widgets::{choice, parts};
use crate::editor::State;
use crate::editor::generation::input::{self, GenerationInput};
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::AreaId;
use navsmith_generation::{MOST_AREA, Volume, VolumeEffect};

/// Draws the tool for boxes, and the boxes with their heights.
pub(super) fn ui(ui: &mut Ui, state: &State, form: &mut PlanForm, inputs: &mut Vec<Input>) {
    parts::section_with(ui, "Boxes", |ui| {
        parts::command_button(ui, state, inputs, Command::VolumeTool, "Draw");
        let present = input::drawn_effect(state);
        let mut effect = present;
        effect_ui(ui, state, "Effect of new boxes", &mut effect);
        if effect != present {
            inputs.push(Input::Generation(GenerationInput::DrawVolumes(effect)));
        }
    });
    if form.plan.volumes.is_empty() {
        return parts::note(
            ui,
            "Draw a box in a view to generate only in it, to carve it, or to give it an area.",
        );
    }
    let mut volumes = std::mem::take(&mut form.plan.volumes);
    let mut removed = None;
    for (index, volume) in volumes.iter_mut().enumerate() {
        ui.push_id(("volume", index), |ui| {
            ui.horizontal(|ui| {
                if theme::icon_button(ui, Icon::TRASH, "Remove box", false).clicked() {
                    removed = Some(index);
                }
                let frame = theme::icon_button(ui, Icon::FRAME, "Show box", false);
                let show = Input::Generation(GenerationInput::FrameVolume(index));
                parts::on_click(frame, "Show the box and select it", inputs, show);
                effect_ui(ui, state, "Effect", &mut volume.effect);
                heights_ui(ui, volume, form);
            });
            let size =
                Bounds::of(volume.corners.iter().map(|at| navsmith_core::geometry::at_height(*at, 0.0)))
                    .size();
            parts::note(ui, &format!("{:.2} × {:.2} m", size.x, size.z));
        });
    }
    if let Some(index) = removed {
        volumes.remove(index);
    }
    form.plan.volumes = volumes;
}

/// Draws the lowest and the highest ground of a box.
fn heights_ui(ui: &mut Ui, volume: &mut Volume, form: &mut PlanForm) {
    let [low, high] = volume.heights;
    for (nth, text) in ["Lowest ground", "Highest ground"].into_iter().enumerate() {
        let range = if nth == 0 { f32::MIN..=high } else { low..=f32::MAX };
        let field = NumberField::new(&mut volume.heights[nth]).range(range).speed(0.02).max_decimals(2);
        let field = ui.name_inputs(text, |ui| ui.add(field.suffix(" m")));
        form.record(&field.on_hover_text(format!("{text} in the box\nDrag, or click and type")));
    }
}

/// Draws the choice of the effect of a box.
fn effect_ui(ui: &mut Ui, session: &Session, name: &str, effect: &mut VolumeEffect) {
    let title = match *effect {
        VolumeEffect::Limit => "Limit".to_owned(),
        VolumeEffect::Carve => "Obstacle".to_owned(),
        VolumeEffect::Area(area) => session.document().area_text(area),
    };
    let own = [
        (VolumeEffect::Limit, "Limit", "Generate only in such boxes"),
        (VolumeEffect::Carve, "Obstacle", "Remove its ground, and keep the radius of the agent from it"),
    ];
    let areas = (0..=MOST_AREA.0).map(AreaId).zip(session.document().areas.iter());
    let areas = areas.map(|(id, area)| (VolumeEffect::Area(id), &*area.name, "Give its ground this area"));
    let combo = ComboBox::from_id_salt(name).width(90.0).selected_text(title).truncate();
    ui.name_inputs(name, |ui| choice::of_items(ui, combo, effect, own.into_iter().chain(areas)));
}
