//! Marks of severities, and the numbers of issues above the list, which filter it.

use egui::{Button, Color32, RichText, Ui, Visuals};

use crate::app::theme::Icon;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::edits::problems::IssueInput;
use crate::editor::interaction::input::Input;
use navsmith_formats::check::{KindGroup, Severity};

/// Returns the icon of a severity, and its colour.
pub(in crate::app::panels) fn mark(severity: Severity, visuals: &Visuals) -> (Icon, Color32) {
    match severity {
        Severity::Error => (Icon::ERROR, visuals.error_fg_color),
        Severity::Warning => (Icon::WARNING, visuals.warn_fg_color),
        Severity::Hint => (Icon::HINT, visuals.weak_text_color()),
    }
}

/// Draws the number of issues of each severity that occurs, as a switch that lists or hides them.
pub(super) fn ui(ui: &mut Ui, state: &State, kinds: &[KindGroup], inputs: &mut Vec<Input>) {
    for severity in Severity::ALL {
        let of_severity = kinds.iter().filter(|group| group.kind.severity == severity);
        let count: usize = of_severity.map(KindGroup::count).sum();
        if count == 0 {
            continue;
        }
        let one = severity.name();
        let many = format!("{one}s");
        let (icon, color) = mark(severity, ui.visuals());
        let words = RichText::new(parts::count(count, one, &many)).small();
        let is_listed = state.issue_list().lists(severity);
        let button = Button::selectable(is_listed, (parts::icon_atom(icon, Some(color)), words)).small();
        let tooltip = if is_listed {
            format!("Hide the {many}. Marks in the view stay")
        } else {
            format!("List the {many}")
        };
        let input = Input::Issue(IssueInput::ToggleSeverity(severity));
        parts::on_click(ui.add(button), tooltip, inputs, input);
    }
}

/// Draws the number of ignored issues, which shows their entries; returns whether it was clicked.
pub(super) fn ignored_ui(ui: &mut Ui, count: usize, is_shown: bool) -> bool {
    let words = RichText::new(format!("{} ignored", parts::thousands(count))).small();
    let what = if is_shown { "Hide" } else { "Show" };
    let tooltip = format!("{what} the issues that the document ignores, at the end of the list");
    ui.add(Button::selectable(is_shown, words).small()).on_hover_text(tooltip).clicked()
}
