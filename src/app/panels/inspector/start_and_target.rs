//! Where the agents of a group start, and where they go.

use egui::{Checkbox, ComboBox, Ui};

use super::number_row::number_row;
use crate::app::theme::{Icon, icon_button};
use crate::app::widgets::choice;
use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts::Facts;
use crate::editor::State;
use crate::editor::session::Session;
use crate::editor::session::pick::GroupId;
use crate::editor::simulation::kinds::{self, SpawnKind, TargetKind};
use navsmith_core::navmesh::AreaId;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, MOST_POINTS, Spawn};

/// Draws the start and the target of a group.
pub(super) fn ui(facts: &mut Facts<'_>, state: &State, id: GroupId, group: &mut AgentGroup) {
    start_ui(facts, state, id, group);
    target_ui(facts, state, id, group);
}

fn start_ui(facts: &mut Facts<'_>, state: &State, id: GroupId, group: &mut AgentGroup) {
    facts.row_ui("Starts", |ui| {
        let now = SpawnKind::of(&group.spawn);
        let mut kind = now;
        let combo = ComboBox::from_id_salt(("start", id));
        choice::of_values(ui, combo, &mut kind, &SpawnKind::ALL, spawn_title, describe_spawn);
        if kind != now {
            group.spawn = kinds::spawn_of_kind(state, group, kind);
        }
    });
    match &mut group.spawn {
        Spawn::Disc { radius, .. } => {
            let description = "Radius of the disc in which the agents start";
            number_row(facts, id, ("Start radius", " m", description), radius, 0.01..=10_000.0);
        }
        Spawn::Area(area) => facts.row_ui("Start area", |ui| area_ui(ui, state, id, area)),
        Spawn::Point(_) | Spawn::Line { .. } => {}
    }
}

fn area_ui(ui: &mut Ui, session: &Session, id: GroupId, chosen: &mut AreaId) {
    let areas = &session.document().areas;
    let name = |area: AreaId| areas.get(usize::from(area.0)).map_or("no area", |area| &*area.name);
    let combo = ComboBox::from_id_salt(("start area", id)).selected_text(name(*chosen)).truncate();
    let all = (0..areas.len()).filter_map(|index| u8::try_from(index).ok()).map(AreaId);
    choice::of_items(ui, combo, chosen, all.map(|area| (area, name(area), "")))
        .on_hover_text("Area in whose cells the agents start");
}

fn target_ui(facts: &mut Facts<'_>, state: &State, id: GroupId, group: &mut AgentGroup) {
    let Some(scenario) = state.document().scenarios.get(id.scenario) else { return };
    facts.row_ui("Goes to", |ui| {
        let now = TargetKind::of(&group.target);
        let mut kind = now;
        let combo = ComboBox::from_id_salt(("target", id));
        let possible = TargetKind::possible(scenario, id.group);
        choice::of_values(ui, combo, &mut kind, &possible, target_title, describe_target);
        if kind != now {
            group.target = kinds::target_of_kind(state, id, group, kind);
        }
    });
    match &mut group.target {
        GroupTarget::Point(_) | GroupTarget::Pointer => {}
        GroupTarget::Route { .. } => route_ui(facts, state, group),
        GroupTarget::Agent { group, index } => {
            facts.row_ui("Target group", |ui| {
                let name = |index: usize| scenario.groups.get(index).map_or("no group", |it| &*it.name);
                let combo = ComboBox::from_id_salt(("target group", id)).selected_text(name(*group));
                let others = (0..scenario.groups.len()).filter(|&other| other != id.group);
                let mut chosen = *group;
                let others = others.map(|other| (other, name(other), ""));
                choice::of_items(ui, combo.truncate(), &mut chosen, others)
                    .on_hover_text("Group of the agent that these agents go to");
                if chosen != *group {
                    (*group, *index) = (chosen, 0);
                }
            });
            let count = scenario.groups.get(*group).map_or(1, |group| group.count);
            facts.row_ui("Target agent", |ui| {
                let typed = released(ui, ("target agent", id), *index, |ui, shown| {
                    ui.add(NumberField::new(shown).range(0..=count.saturating_sub(1)))
                        .on_hover_text("Number of the agent in its group, from 0")
                });
                *index = typed.unwrap_or(*index);
            });
        }
    }
}

fn route_ui(facts: &mut Facts<'_>, state: &State, group: &mut AgentGroup) {
    let GroupTarget::Route { points, .. } = &group.target else { return };
    let (count, least) = (points.len(), if group.target.is_loop() { 2 } else { 1 });
    facts.row_ui("Points", |ui| {
        ui.horizontal(|ui| {
            ui.label(count.to_string());
            let add = ui
                .add_enabled_ui(count < MOST_POINTS, |ui| icon_button(ui, Icon::ADD, "Add point", false))
                .inner;
            if add.on_hover_text("Add a point at the end of the route; drag it in the view").clicked() {
                kinds::add_route_point(state, group);
            }
            let remove = ui
                .add_enabled_ui(count > least, |ui| icon_button(ui, Icon::TRASH, "Remove point", false))
                .inner;
            let remove = remove.on_disabled_hover_text("A route has at least one point, and a loop two");
            let is_removed = remove.on_hover_text("Remove the last point of the route").clicked();
            if let GroupTarget::Route { points, .. } = &mut group.target
                && is_removed
            {
                points.pop();
            }
        });
    });
    facts.row_ui("Loop", |ui| {
        if let GroupTarget::Route { is_loop, .. } = &mut group.target {
            let description = "Whether the first point follows the last one";
            ui.add_enabled(count > 1, Checkbox::without_text(is_loop))
                .on_hover_text(description)
                .on_disabled_hover_text("A loop has at least two points; add one first");
        }
    });
}

fn spawn_title(kind: SpawnKind) -> &'static str {
    match kind {
        SpawnKind::Point => "Around a point",
        SpawnKind::Disc => "In a disc",
        SpawnKind::Line => "On a line",
        SpawnKind::Area => "In an area",
    }
}

fn describe_spawn(kind: SpawnKind) -> &'static str {
    match kind {
        SpawnKind::Point => "Start as close to a point as they fit beside each other",
        SpawnKind::Disc => "Start at random positions in a disc",
        SpawnKind::Line => "Start at equal distances on a line",
        SpawnKind::Area => "Start at random positions in the cells of an area",
    }
}

fn target_title(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::Point => "A point",
        TargetKind::Route => "A route",
        TargetKind::Agent => "An agent",
        TargetKind::Pointer => "The pointer",
    }
}

fn describe_target(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::Point => "Go to a point; drag it in the view",
        TargetKind::Route => "Go along points, one after the other; drag them in the view",
        TargetKind::Agent => "Go to an agent of another group",
        TargetKind::Pointer => "Go to the pointer while the simulation plays",
    }
}
