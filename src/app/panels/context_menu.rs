//! The context menu: commands for the element under the pointer.

use egui::{Popup, Response, RichText, SetOpenCommand, Ui};

use crate::app::widgets::parts;
use crate::editor::{Command as C, Editor, Element, Input, IssueInput};

/// The context menu and the element that was under the pointer when it opened.
#[derive(Debug, Default)]
pub(in crate::app) struct ContextMenu {
    element: Option<Element>,
    /// Whether a right click cancels a gesture and therefore opens no menu.
    cancels: bool,
}

impl ContextMenu {
    /// Records the state of the editor before it handles the inputs of the frame.
    pub(in crate::app) fn watch(&mut self, editor: &Editor) {
        self.cancels = editor.is_gesture_running();
    }

    pub(in crate::app) fn ui(&mut self, view: &Response, editor: &Editor, inputs: &mut Vec<Input>) {
        let mut menu = Popup::context_menu(view);
        if view.secondary_clicked() {
            self.element = editor.context_element();
            menu = menu.open_memory(Some(SetOpenCommand::Bool(!self.cancels)));
        }
        menu.show(|ui| menu_ui(ui, editor, self.element, inputs));
    }
}

fn menu_ui(ui: &mut Ui, editor: &Editor, element: Option<Element>, inputs: &mut Vec<Input>) {
    ui.set_min_width(220.0);
    ui.label(RichText::new(name_of(element, editor)).small().weak());
    fixes_ui(ui, editor, element, inputs);
    for part in element.map_or(OF_GROUND, Element::commands) {
        ui.separator();
        for spec in part.iter().filter_map(|command| command.spec()) {
            parts::menu_item(ui, editor, inputs, spec);
        }
    }
}

fn fixes_ui(ui: &mut Ui, editor: &Editor, element: Option<Element>, inputs: &mut Vec<Input>) {
    let fixes = editor.fixes_of(element);
    if !fixes.is_empty() {
        ui.separator();
    }
    for (issue, fix) in fixes {
        let button = ui.button(format!("Fix: {}", fix.label()));
        parts::on_click(button, issue.describe(), inputs, Input::Issue(IssueInput::Fix(issue, fix)));
    }
}

fn name_of(element: Option<Element>, editor: &Editor) -> String {
    match element {
        Some(element) => element.to_string(),
        None if editor.selection().is_empty() => "Ground".into(),
        None => "Selection".into(),
    }
}

/// Commands where no element is under the pointer, in groups.
const OF_GROUND: &[&[C]] = &[
    &[C::StartHere, C::TargetHere],
    &[C::DrawTool, C::RectangleTool, C::HoleTool, C::VertexTool, C::Paste],
    &[C::SelectAll, C::ShowAllIslands, C::FrameAll],
];
