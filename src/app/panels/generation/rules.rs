//! Uses of the parts of the levels, by the names of their nodes and materials.

use egui::{ComboBox, TextEdit, Ui};

use super::form::PlanForm;
use crate::app::theme::{self, Icon};
use crate::app::widgets::number::edited;
use crate::app::widgets::{choice, parts};
use crate::editor::State;
use crate::editor::generation::plan;
use crate::editor::session::Session;
use navsmith_core::navmesh::AreaId;
use navsmith_formats::document::generation::PartRule;
use navsmith_formats::level::pattern::PartPattern;
use navsmith_generation::{MOST_AREA, SurfaceKind};

/// Maximum number of names in a list.
const MOST_NAMES: usize = 300;

/// Draws the rules; the last one that matches a part decides.
pub(super) fn ui(ui: &mut Ui, state: &State, form: &mut PlanForm) {
    let names = plan::names(state);
    parts::section_with(ui, "Parts of the level", |ui| {
        let add = theme::icon_button(ui, Icon::ADD, "Add part", false);
        if add.on_hover_text("Add a use for parts with a name").clicked() {
            let pattern = names.first().cloned().unwrap_or_else(|| pattern_of("*"));
            form.plan.parts.push(PartRule { pattern, usage: Some(SurfaceKind::Obstacle) });
        }
    });
    if form.plan.parts.is_empty() {
        return parts::note(ui, "All parts are walkable where they are flat enough. Add a use for others.");
    }
    let mut removed = None;
    for (index, rule) in form.plan.parts.iter_mut().enumerate() {
        ui.push_id(("rule", index), |ui| {
            ui.horizontal(|ui| {
                if theme::icon_button(ui, Icon::TRASH, "Remove part", false).clicked() {
                    removed = Some(index);
                }
                usage_ui(ui, state, &mut rule.usage);
                pattern_ui(ui, index, &mut rule.pattern, &names);
            });
            match plan::matches(state, &rule.pattern) {
                0 => parts::warning(ui, "No node or material of the level has this name."),
                count if count > 1 => {
                    parts::note(ui, &format!("Matches {}.", parts::count(count, "part", "parts")));
                }
                _ => {}
            }
        });
    }
    if let Some(index) = removed {
        form.plan.parts.remove(index);
    }
}

fn pattern_of(text: &str) -> PartPattern {
    let Ok(pattern): Result<PartPattern, _> = text.parse();
    pattern
}

/// Draws the pattern as a field, beside a list of all names.
fn pattern_ui(ui: &mut Ui, index: usize, pattern: &mut PartPattern, names: &[PartPattern]) {
    let mut chosen = None;
    let combo = ComboBox::from_id_salt("names").selected_text("").width(24.0).height(300.0);
    ui.name_inputs("Names of the level", |ui| {
        let texts: Vec<String> = names.iter().take(MOST_NAMES).map(ToString::to_string).collect();
        let all = texts.iter().enumerate().map(|(nth, text)| (Some(nth), text.as_str(), ""));
        choice::of_items(ui, combo, &mut chosen, all)
            .on_hover_text("Choose a node or a material of the level");
    });
    if let Some(name) = chosen.and_then(|nth: usize| names.get(nth)) {
        pattern.clone_from(name);
        return;
    }
    let typed = edited(ui, ("pattern", index), pattern.to_string(), |ui, text| {
        let width = (ui.available_width() - theme::SPACE_S).max(60.0);
        let field = ui.name_inputs("Pattern", |ui| ui.add(TextEdit::singleline(text).desired_width(width)));
        let field = field
            .on_hover_text("A name or a path; * is any text, ? any character. node: or material: limits it");
        (field.changed(), field.lost_focus())
    });
    if let Some(typed) = typed {
        *pattern = pattern_of(typed.trim());
    }
}

/// Draws the choice of what parts are for agents.
fn usage_ui(ui: &mut Ui, session: &Session, usage: &mut Option<SurfaceKind>) {
    let areas = (0..=MOST_AREA.0).map(AreaId).zip(session.document().areas.iter());
    let title = match usage {
        None => "Ignored".to_owned(),
        Some(SurfaceKind::Obstacle) => "Obstacle".to_owned(),
        Some(SurfaceKind::Walkable(area)) => session.document().area_text(*area),
    };
    let own = [
        (None, "Ignored", "Left out before the voxels are made"),
        (Some(SurfaceKind::Obstacle), "Obstacle", "Neither walkable nor climbed"),
    ];
    let areas = areas.map(|(id, area)| (Some(SurfaceKind::Walkable(id)), &*area.name, "Ground of this area"));
    let combo = ComboBox::from_id_salt("usage").width(90.0).selected_text(title).truncate();
    ui.name_inputs("Use", |ui| choice::of_items(ui, combo, usage, own.into_iter().chain(areas)));
}
