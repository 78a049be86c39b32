//! Lists of the nodes and the materials of a level, with a switch for each.

use std::collections::BTreeSet;

use egui::{CollapsingHeader, TextEdit, Ui};

use crate::app::widgets::parts;
use navsmith_formats::document::LevelReference;
use navsmith_formats::io::levels::LevelContent;

/// Maximum number of names in a list.
const MOST_ROWS: usize = 500;

/// Number of names from which on a list has a field to search it.
const SEARCHED: usize = 9;

/// Draws both lists.
pub(super) fn ui(ui: &mut Ui, content: &LevelContent, level: &mut LevelReference) {
    let parts = content.level.parts();
    let nodes: BTreeSet<&str> = parts.iter().map(|part| &*part.node).collect();
    let materials: BTreeSet<&str> =
        parts.iter().map(|part| &*part.material).filter(|material| !material.is_empty()).collect();
    for (title, names, hidden) in
        [("Nodes", nodes, &mut level.hidden_nodes), ("Materials", materials, &mut level.hidden_materials)]
    {
        if names.is_empty() {
            continue;
        }
        let shown = format!("{title} ({})", names.len());
        CollapsingHeader::new(shown).id_salt(title).show(ui, |ui| list_ui(ui, title, &names, hidden));
    }
}

fn list_ui(ui: &mut Ui, title: &str, names: &BTreeSet<&str>, hidden: &mut Vec<String>) {
    let searched = if names.len() < SEARCHED { String::new() } else { search_ui(ui, title) };
    let found: Vec<&str> = names.iter().copied().filter(|name| is_found(name, &searched)).collect();
    ui.horizontal(|ui| {
        let of_what = if searched.is_empty() { "" } else { " that are found" };
        for (button, verb, is_shown) in [("All", "Show", true), ("None", "Hide", false)] {
            if ui.small_button(button).on_hover_text(format!("{verb} all of them{of_what}")).clicked() {
                for name in &found {
                    set_shown(name, is_shown, hidden);
                }
            }
        }
    });
    for name in found.iter().take(MOST_ROWS) {
        let mut is_shown = !hidden.iter().any(|other| other == name);
        if ui.checkbox(&mut is_shown, *name).on_hover_text("Whether this is drawn").changed() {
            set_shown(name, is_shown, hidden);
        }
    }
    if found.len() > MOST_ROWS {
        parts::note(ui, &format!("and {} more", parts::thousands(found.len() - MOST_ROWS)));
    } else if found.is_empty() {
        parts::note(ui, "Nothing has this name.");
    }
}

/// Draws a field for a part of a name; returns its text.
fn search_ui(ui: &mut Ui, title: &str) -> String {
    let id = ui.scope_id().with(("search", title));
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let field = TextEdit::singleline(&mut text).hint_text("Search").desired_width(f32::INFINITY);
    if ui.name_inputs(format!("Search {title}"), |ui| ui.add(field)).changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    text
}

/// Whether a name contains the searched text, in any case.
pub fn is_found(name: &str, searched: &str) -> bool {
    name.to_lowercase().contains(&searched.trim().to_lowercase())
}

/// Shows or hides a name; the hidden names stay in order.
pub fn set_shown(name: &str, is_shown: bool, hidden: &mut Vec<String>) {
    match hidden.binary_search_by(|other| other.as_str().cmp(name)) {
        Ok(place) if is_shown => drop(hidden.remove(place)),
        Err(place) if !is_shown => hidden.insert(place, name.to_owned()),
        _ => {}
    }
}
