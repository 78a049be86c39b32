//! The group of ignored issues at the end of the issues panel.

use egui::{Align, Button, Label, RichText, Ui};

use super::rows::{ROW, fold_arrow, halves};
use crate::app::widgets::parts;
use crate::editor::edits::problems::IssueInput;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use navsmith_formats::check::IgnoredIssue;

/// Draws the header of the group, which folds it; returns whether it was clicked.
pub(super) fn header_ui(ui: &mut Ui, count: usize, is_folded: bool, inputs: &mut Vec<Input>) -> bool {
    let title = format!("Ignored  {}", parts::thousands(count));
    let (rect, response) = parts::wide_row(ui, ROW, false, &title);
    let [upper, lower] = halves(rect, 22.0);
    fold_arrow(ui, upper, is_folded);
    let mut line = parts::within(ui, upper, Align::LEFT);
    line.add(Label::new(RichText::new(&title).strong()).selectable(false).truncate());
    let mut line = parts::within(ui, lower, Align::LEFT);
    let button = line.add(Button::new(RichText::new("Restore all").small()).small());
    let tooltip = "List all ignored issues as issues again, as one undo step";
    parts::on_click(button, tooltip, inputs, Input::Run(Command::RestoreIssues));
    let what = if is_folded { "Show" } else { "Hide" };
    response.on_hover_text(format!("{what} the issues that the document ignores")).clicked()
}

/// Draws an entry in two lines: what is ignored, and how many issues that are.
pub(super) fn entry_ui(ui: &mut Ui, (entry, count): &(IgnoredIssue, usize), inputs: &mut Vec<Input>) {
    let title = parts::capitalized(&entry.to_string());
    let (rect, response) = parts::wide_row(ui, ROW, false, &title);
    let [upper, lower] = halves(rect, 22.0);
    let mut line = parts::within(ui, upper, Align::LEFT);
    line.add(Label::new(RichText::new(&title).weak()).selectable(false).truncate());
    let mut line = parts::within(ui, lower, Align::LEFT);
    let button = line.add(Button::new(RichText::new("Restore").small()).small());
    let tooltip = format!("List {entry} as an issue again, as one undo step");
    parts::on_click(button, tooltip, inputs, Input::Issue(IssueInput::Restore(*entry)));
    let found = if *count == 0 { "not found".to_owned() } else { parts::count(*count, "issue", "issues") };
    line.add(Label::new(RichText::new(found).small().weak()).selectable(false).truncate());
    let tooltip = if entry.at.is_some() { "Click to see its place" } else { entry.kind.definition };
    if response.on_hover_text(format!("{title}\n\n{tooltip}")).clicked() {
        inputs.push(Input::Issue(IssueInput::FrameIgnored(*entry)));
    }
}
