//! The dialog that lists all commands with their keys, and the about dialog with a short tour.

use egui::{Label, RichText, TextEdit, Ui};

use super::frame;
use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::interaction::commands::{CommandGroup, Spec, TABLE};

/// Pointer actions that work with every tool.
const POINTER: &[(&str, &str)] = &[
    ("Middle drag", "Move the view"),
    ("Space+drag", "Move the view"),
    ("Wheel", "Zoom about the pointer"),
    ("Right click", "Open the menu of the element"),
    ("Shift+click", "Add to the selection"),
    ("Ctrl", "Turn snapping off or on while held"),
    ("Escape", "Cancel: gesture, then tool, then selection"),
];

/// Draws the dialog; returns whether it stays open. `filter` is the text of the search field.
pub(super) fn keys_ui(ctx: &egui::Context, filter: &mut String) -> bool {
    let answer = frame::show(ctx, "Keys", 1000.0, (), |ui| {
        let field =
            TextEdit::singleline(filter).hint_text("Find a command or a key").desired_width(280.0).show(ui);
        if ui.memory(|memory| memory.focused().is_none()) {
            field.response.request_focus();
        }
        ui.add_space(theme::SPACE_M);
        let wanted = filter.to_lowercase();
        let height = ui.ctx().content_rect().height() - 220.0;
        parts::scrolling("keys", height).show(ui, |ui| columns_ui(ui, &wanted));
        frame::buttons(ui, &[("Close", "Close this window\nEscape", ())])
    });
    answer.is_none()
}

/// Draws the command groups in columns of about equal height.
fn columns_ui(ui: &mut Ui, wanted: &str) {
    let groups = CommandGroup::ALL.map(|group| {
        let rows: Vec<&Spec> = TABLE
            .iter()
            .filter(|spec| spec.group == group && !spec.shortcuts.is_empty() && fits(spec, wanted))
            .collect();
        (group, rows)
    });
    let columns = if ui.available_width() > 820.0 { 3 } else { 2 };
    let total: usize = POINTER.len() + 2 + groups.iter().map(|(_, rows)| rows.len() + 2).sum::<usize>();
    ui.spacing_mut().item_spacing.x = theme::SPACE_XL * 2.0;
    ui.columns(columns, |columns| {
        for column in columns.iter_mut() {
            column.spacing_mut().item_spacing.x = theme::SPACE_S;
        }
        let (mut column, mut filled) = (0, 0);
        if wanted.is_empty() {
            pointer_ui(&mut columns[0]);
            filled = POINTER.len() + 2;
        }
        for (group, rows) in groups.iter().filter(|(_, rows)| !rows.is_empty()) {
            if filled * columns.len() > total && column + 1 < columns.len() {
                (column, filled) = (column + 1, 0);
            }
            group_ui(&mut columns[column], *group, rows);
            filled += rows.len() + 2;
        }
    });
}

fn fits(spec: &Spec, wanted: &str) -> bool {
    let keys = spec.shortcuts.iter().any(|keys| keys.to_string().to_lowercase() == wanted);
    keys || spec.title.to_lowercase().contains(wanted)
}

fn pointer_ui(ui: &mut Ui) {
    parts::section(ui, "Pointer");
    for (keys, does) in POINTER {
        line_ui(ui, &[(*keys).to_owned()], does, "");
    }
}

fn group_ui(ui: &mut Ui, group: CommandGroup, rows: &[&Spec]) {
    parts::section(ui, group.title());
    for spec in rows {
        let keys: Vec<String> = spec.shortcuts.iter().map(ToString::to_string).collect();
        line_ui(ui, &keys, spec.title.trim_end_matches('…'), spec.tooltip);
    }
}

fn line_ui(ui: &mut Ui, keys: &[String], does: &str, description: &str) {
    ui.horizontal(|ui| {
        let words = ui.add(Label::new(RichText::new(does)).truncate());
        if !description.is_empty() {
            words.on_hover_text(description);
        }
        parts::at_right(ui, |ui| keys.iter().rev().for_each(|keys| parts::keycap(ui, keys)));
    });
}

/// Steps of the tour, each with a keyword and its instructions.
const TOUR: &[(&str, &str)] = &[
    ("Look", "Turn the wheel to zoom. Drag with the middle button to pan. Press Home to show all."),
    ("Step", "Open the courtyard sample. Press . and , to step through the funnel, decision by decision."),
    ("Drag", "Drag the start or the target: the path, its portals and the steps follow."),
    (
        "Edit",
        "Press 1, 2 or 3 for vertices, edges or cells. Drag to move; E extrudes an edge, K cuts, X deletes.",
    ),
    (
        "Connect",
        "Press Alt+3 to colour islands. A mark shows where two boundaries almost meet: press W to weld them.",
    ),
    ("Find", "Press Ctrl+Shift+P for any command, ? for all keys, Ctrl+Z to undo."),
];

/// Draws the dialog; returns whether it stays open.
pub(super) fn about_ui(ctx: &egui::Context) -> bool {
    let answer = frame::show(ctx, "About navsmith", 560.0, (), |ui| {
        ui.label(RichText::new(format!("Version {}", env!("CARGO_PKG_VERSION"))).weak());
        ui.add(Label::new(concat!(env!("CARGO_PKG_DESCRIPTION"), ".")).wrap());
        parts::note(ui, "Free software under the MIT license or the Apache License 2.0, as you choose.");
        ui.add_space(theme::SPACE_M);
        ui.label(RichText::new("Tour in 60 seconds").strong());
        frame::scrolling(ui, "tour", tour_ui);
        frame::buttons(ui, &[("Close", "Close this window\nEscape", ())])
    });
    answer.is_none()
}

pub(in crate::app) fn tour_ui(ui: &mut Ui) {
    egui::Grid::new("tour").num_columns(2).spacing(egui::vec2(theme::SPACE_L, theme::SPACE_S)).show(
        ui,
        |ui| {
            for (number, (what, how)) in TOUR.iter().enumerate() {
                ui.label(RichText::new(format!("{}  {what}", number + 1)).strong().color(theme::accent(ui)));
                ui.add(Label::new(*how).wrap());
                ui.end_row();
            }
        },
    );
}
