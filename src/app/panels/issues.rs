//! What is wrong with the mesh, and mending it.

use egui::{Align, Label, Layout, RichText, ScrollArea, Sense, Ui, UiBuilder, vec2};

use super::parts;
use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::document::issues::{Issue, IssueKind};
use crate::editor::{Editor, Input, IssueInput};

/// What only the panel knows: which kinds are listed.
#[derive(Debug, Default)]
pub(in crate::app) struct IssuesPanel {
    /// The title of the one kind that is listed; `None` lists all.
    kind: Option<&'static str>,
}

const ROW: f32 = 28.0;

impl IssuesPanel {
    /// Draws the panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, editor: &Editor, jobs: &Jobs, inputs: &mut Vec<Input>) {
        if let Some(number) = editor.issues_under_way() {
            parts::progress(ui, jobs.running_as(number));
            parts::note(ui, "The mesh is being looked through with the other weld distance.");
        }
        for stopped in editor.issues().stopped() {
            parts::note(ui, &stopped);
        }
        let issues: Vec<&Issue> = editor.issues().iter().collect();
        if issues.is_empty() {
            let text = "Cells that are concave, inside out, without area or on top of each other are listed here, and \
                        boundaries that almost meet.";
            parts::empty(ui, Icon::Check, "Nothing is wrong", text);
            return;
        }
        self.filters_ui(ui, &issues);
        let shown: Vec<&Issue> = issues.iter().copied().filter(|issue| self.lists(issue.kind)).collect();
        self.fix_all_ui(ui, &shown, inputs);
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, shown.len(), |ui, rows| {
            for issue in &shown[rows] {
                row_ui(ui, issue, inputs);
            }
        });
    }

    fn lists(&self, kind: IssueKind) -> bool {
        self.kind.is_none_or(|title| kind.title() == title)
    }

    /// One switch for each kind that there is, with how many of it.
    fn filters_ui(&mut self, ui: &mut Ui, issues: &[&Issue]) {
        let mut kinds: Vec<(&'static str, usize)> = Vec::new();
        for issue in issues {
            let title = issue.kind.title();
            match kinds.iter_mut().find(|(kind, _)| *kind == title) {
                Some((_, count)) => *count += 1,
                None => kinds.push((title, 1)),
            }
        }
        if self.kind.is_some_and(|title| kinds.iter().all(|(kind, _)| *kind != title)) {
            self.kind = None;
        }
        ui.horizontal_wrapped(|ui| {
            let all = format!("All  {}", issues.len());
            ui.selectable_value(&mut self.kind, None, all).on_hover_text("List issues of every kind");
            for (kind, count) in kinds {
                let chip = ui.selectable_value(&mut self.kind, Some(kind), format!("{kind}  {count}"));
                chip.on_hover_text("List issues of this kind only");
            }
        });
    }

    fn fix_all_ui(&self, ui: &mut Ui, shown: &[&Issue], inputs: &mut Vec<Input>) {
        let fixable = shown.iter().find(|issue| issue.fix().is_some());
        let Some((kind, &first)) = self.kind.zip(fixable) else { return };
        let says = format!("Mend every issue of this kind, as one undo step: {}", kind.to_lowercase());
        if ui.button(format!("Fix all {}", shown.len())).on_hover_text(says).clicked() {
            inputs.push(Input::Issue(IssueInput::FixAll(first.kind)));
        }
    }
}

fn row_ui(ui: &mut Ui, issue: &Issue, inputs: &mut Vec<Input>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let says = issue.says();
    parts::paint_row(ui, rect, &response, false, &format!("{}: {says}", issue.kind.title()));
    let mut line = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(6.0, 0.0))));
    line.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if issue.fix().is_some() {
            let fix = theme::icon_button(ui, Icon::Wrench, &format!("Fix: {}", issue.kind.title()), false);
            if fix.on_hover_text("Mend this").clicked() {
                inputs.push(Input::Issue(IssueInput::Fix(issue.clone())));
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let (icon, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
            theme::paint_icon(Icon::Warning, ui.painter(), icon, ui.visuals().warn_fg_color);
            ui.add(Label::new(RichText::new(&says)).truncate());
        });
    });
    if response.on_hover_text(format!("{says}\n\nClick to see it")).clicked() {
        inputs.push(Input::Issue(IssueInput::Frame(issue.clone())));
    }
}
