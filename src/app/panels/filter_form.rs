//! Table of a filter: whether links are taken, the allowed areas, and their costs.

use egui::{Checkbox, Color32, Label, Response, RichText, Ui};

use crate::app::theme;
use crate::app::widgets::number::{NumberField, edited};
use crate::app::widgets::parts::{self, Facts};
use crate::editor::session::Session;
use crate::editor::session::pick::GroupId;
use crate::editor::view::scene::Tint;
use crate::theme::tint;
use navsmith_core::navmesh::AreaId;
use navsmith_core::pathfinding::agent::Filter;
use navsmith_formats::document::Area;

/// Draws whether paths may use links, if the mesh has any or the filter ignores them.
pub(super) fn links_ui(facts: &mut Facts<'_>, session: &Session, filter: &mut Filter) {
    let mut uses_links = !filter.ignores_links;
    if uses_links && session.document().mesh.link_count() == 0 {
        return;
    }
    facts.row_ui("Links", |ui| {
        let control = ui.add(Checkbox::new(&mut uses_links, "Use links"));
        if control.on_hover_text("Whether paths may use links").changed() {
            filter.ignores_links = !uses_links;
        }
    });
}

/// Draws the costs of the areas of a document; `record` gets the number fields.
pub(super) fn costs_ui(
    ui: &mut Ui,
    session: &Session,
    filter: &mut Filter,
    mut record: impl FnMut(&Response),
) {
    for (id, area) in (0..=u8::MAX).map(AreaId).zip(session.document().areas.iter()) {
        let paint = tint::tint(Tint::Area(id), session.document(), ui.visuals().dark_mode);
        let color = theme::fill_color(paint);
        ui.push_id(id.0, |ui| cost_ui(ui, (id, area), color, filter, &mut record));
    }
}

/// Draws the costs of the areas for a group of agents; they change when a number is released.
pub(super) fn group_costs_ui(ui: &mut Ui, session: &Session, id: GroupId, filter: &mut Filter) {
    let typed = edited(ui, ("agent costs", id), filter.clone(), |ui, shown| {
        let before = shown.clone();
        let (mut is_held, mut is_let_go) = (false, false);
        costs_ui(ui, session, shown, |number| {
            is_held |= number.dragged() || number.has_focus();
            is_let_go |= number.drag_stopped() || number.lost_focus();
        });
        let is_changed = *shown != before;
        (is_changed, is_let_go || is_changed && !is_held)
    });
    *filter = typed.unwrap_or_else(|| filter.clone());
}

/// Draws the cost per metre of an area, and whether it may be walked on.
fn cost_ui(
    ui: &mut Ui,
    (id, area): (AreaId, &Area),
    color: Color32,
    filter: &mut Filter,
    record: &mut impl FnMut(&Response),
) {
    let cost = filter.cost(id);
    let mut is_allowed = cost.is_finite();
    ui.horizontal(|ui| {
        let allow = ui.name_inputs(format!("Walk on {}", area.name), |ui| {
            ui.add(Checkbox::without_text(&mut is_allowed))
        });
        if allow.on_hover_text("Whether the agent may walk on this area").changed() {
            filter.set_cost(id, if is_allowed { 1.0 } else { f32::INFINITY });
        }
        parts::swatch(ui, color);
        parts::at_right(ui, |ui| {
            let mut shown = cost;
            if is_allowed {
                let number = NumberField::new(&mut shown).speed(0.02).range(0.01..=1000.0).prefix("× ");
                let number = ui.name_inputs(format!("Cost of {}", area.name), |ui| ui.add(number));
                record(&number.on_hover_text("Cost of a metre of this area, as a multiple of plain ground"));
            } else {
                ui.label(RichText::new("forbidden").weak());
            }
            if shown != cost {
                filter.set_cost(id, shown);
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(Label::new(&area.name).truncate());
            });
        });
    });
}
