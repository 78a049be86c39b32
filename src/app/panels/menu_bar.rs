//! The menu bar: the commands of the table, by group.

use egui::{MenuBar, Panel, RichText, Ui};

use crate::app::keys::is_nudge;
use crate::app::theme::Icon;
use crate::app::widgets::parts;
use crate::editor::{Command, CommandGroup, Editor, Input, TABLE};

pub(in crate::app) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    Panel::top("menu").show(ui, |ui| {
        MenuBar::new().ui(ui, |ui| {
            for group in CommandGroup::ALL {
                ui.menu_button(group.title(), |ui| menu_ui(ui, editor, inputs, group));
            }
            ui.separator();
            for (command, icon) in [
                (Command::Open, Icon::OPEN),
                (Command::Save, Icon::SAVE),
                (Command::Undo, Icon::UNDO),
                (Command::Redo, Icon::REDO),
            ] {
                parts::command_icon(ui, editor, inputs, command, icon, false);
            }
            parts::at_right(ui, |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                parts::command_icon(ui, editor, inputs, Command::CheatSheet, Icon::HELP, false);
                parts::command_icon(ui, editor, inputs, Command::ToggleTheme, Icon::THEME, false);
                parts::command_icon(ui, editor, inputs, Command::Palette, Icon::SEARCH, false);
                let name = RichText::new(editor.title()).weak();
                ui.add(egui::Label::new(name).truncate());
            });
        });
    });
}

fn menu_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>, group: CommandGroup) {
    ui.set_min_width(240.0);
    let height = ui.ctx().content_rect().height() - 64.0;
    let rows = || TABLE.iter().filter(move |spec| spec.group == group);
    parts::scrolling("menu", height).auto_shrink([true, true]).show(ui, |ui| {
        for spec in rows().filter(|spec| !is_nudge(spec.command)) {
            if begins_part(spec.command) {
                ui.separator();
            }
            parts::menu_item(ui, editor, inputs, spec);
        }
        if rows().any(|spec| is_nudge(spec.command)) {
            ui.menu_button("Nudge", |ui| {
                rows()
                    .filter(|spec| is_nudge(spec.command))
                    .for_each(|spec| parts::menu_item(ui, editor, inputs, spec));
            });
        }
    });
}

/// Whether a separator precedes a command.
fn begins_part(command: Command) -> bool {
    use Command as C;
    matches!(
        command,
        C::Save
            | C::Revert
            | C::Quit
            | C::Cut
            | C::Delete
            | C::SelectAll
            | C::SelectLinked
            | C::SelectBroken
            | C::VertexTool
            | C::PaintTool
            | C::LinkTool
            | C::StartTool
            | C::WalkTool
            | C::Extrude
            | C::SplitEdges
            | C::MergeAtCenter
            | C::Triangulate
            | C::PaintSelection
            | C::ToggleOneWay
            | C::NextQuery
            | C::NextAlgorithm
            | C::PlaySlower
            | C::BreakAtCorner
            | C::LeaveStepper
            | C::ExplainStage
            | C::HideIslands
            | C::NextColoring
            | C::ToggleGridSnap
            | C::ToggleIssues
            | C::ToggleTheme
            | C::ResetLayout
            | C::StartScreen
    )
}
