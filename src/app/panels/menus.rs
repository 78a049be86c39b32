//! The menu bar with all commands by group, and the context menu of the element under the pointer.

use egui::{MenuBar, Panel, Popup, Response, RichText, SetOpenCommand, Ui};

use crate::app::theme::Icon;
use crate::app::widgets::parts;
use crate::editor::edits::problems::{self, IssueInput};
use crate::editor::interaction::commands::{CommandGroup, TABLE};
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};

pub(in crate::app) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    Panel::top("menu").show(ui, |ui| {
        MenuBar::new().ui(ui, |ui| {
            for group in CommandGroup::ALL {
                ui.menu_button(group.title(), |ui| menu_ui(ui, state, inputs, group));
            }
            ui.separator();
            for (command, icon) in [
                (Command::Open, Icon::OPEN),
                (Command::Save, Icon::SAVE),
                (Command::Undo, Icon::UNDO),
                (Command::Redo, Icon::REDO),
            ] {
                parts::command_icon(ui, state, inputs, command, icon, false);
            }
            parts::at_right(ui, |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                parts::command_icon(ui, state, inputs, Command::CheatSheet, Icon::HELP, false);
                parts::command_icon(ui, state, inputs, Command::ToggleTheme, Icon::THEME, false);
                parts::command_icon(ui, state, inputs, Command::Palette, Icon::SEARCH, false);
                let name = RichText::new(state.title()).weak();
                ui.add(egui::Label::new(name).truncate());
            });
        });
    });
}

fn menu_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, group: CommandGroup) {
    ui.set_min_width(240.0);
    let height = ui.ctx().content_rect().height() - 64.0;
    let rows = || TABLE.iter().filter(move |spec| spec.group == group);
    parts::scrolling("menu", height).auto_shrink([true, true]).show(ui, |ui| {
        for spec in rows().filter(|spec| !spec.command.is_nudge()) {
            if begins_part(spec.command) {
                ui.separator();
            }
            parts::menu_item(ui, state, inputs, spec);
        }
        if rows().any(|spec| spec.command.is_nudge()) {
            ui.menu_button("Nudge", |ui| {
                rows()
                    .filter(|spec| spec.command.is_nudge())
                    .for_each(|spec| parts::menu_item(ui, state, inputs, spec));
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
            | C::Export
            | C::CompareWithFile
            | C::ReloadChanged
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

/// The context menu and the element that was under the pointer when it opened.
#[derive(Debug, Default)]
pub(in crate::app) struct ContextMenu {
    element: Option<Element>,
}

impl ContextMenu {
    pub(in crate::app) fn ui(&mut self, view: &Response, editor: &Editor, inputs: &mut Vec<Input>) {
        let mut menu = Popup::context_menu(view);
        if view.secondary_clicked() {
            self.element = editor.context_element();
            menu = menu.open_memory(Some(SetOpenCommand::Bool(true)));
        }
        menu.show(|ui| element_menu_ui(ui, editor, self.element, inputs));
    }
}

fn element_menu_ui(ui: &mut Ui, state: &State, element: Option<Element>, inputs: &mut Vec<Input>) {
    ui.set_min_width(220.0);
    ui.label(RichText::new(name_of(element, state)).small().weak());
    fixes_ui(ui, state, element, inputs);
    for part in element.map_or(OF_GROUND, Element::commands) {
        ui.separator();
        for spec in part.iter().filter_map(|command| command.spec()) {
            parts::menu_item(ui, state, inputs, spec);
        }
    }
}

fn fixes_ui(ui: &mut Ui, state: &State, element: Option<Element>, inputs: &mut Vec<Input>) {
    let issue = problems::issues_of(state, element).first().copied();
    if issue.is_some() {
        ui.separator();
    }
    let worded = |text: String| state.document().worded(text);
    for (issue, fix) in problems::fixes_of(state, element) {
        let button = ui.button(worded(format!("Fix: {}", issue.proposal(&fix).title())));
        parts::on_click(button, worded(issue.describe()), inputs, Input::Issue(IssueInput::Fix(issue, fix)));
    }
    if let Some(issue) = issue {
        let button = ui.button(worded(format!("Ignore: {}", issue.headline())));
        parts::on_click(
            button,
            worded(issue.describe()),
            inputs,
            Input::Issue(IssueInput::Ignore(issue.clone())),
        );
    }
}

fn name_of(element: Option<Element>, session: &Session) -> String {
    match element {
        Some(element) => element.to_string(),
        None if session.selection().is_empty() => "Ground".into(),
        None => "Selection".into(),
    }
}

/// Commands where no element is under the pointer, in groups.
const OF_GROUND: &[&[Command]] = &[
    &[Command::StartHere, Command::TargetHere],
    &[Command::DrawTool, Command::RectangleTool, Command::HoleTool, Command::VertexTool, Command::Paste],
    &[Command::SelectAll, Command::ShowAllIslands, Command::FrameAll],
];
