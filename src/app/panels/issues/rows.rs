//! Rows of the list of issues: headers of kinds and of islands, and issues.

use egui::{
    Align, Button, Label, Layout, Rect, Response, RichText, Sense, TextStyle, Ui, UiBuilder, WidgetInfo, vec2,
};

use super::severities;
use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::edits::problems::IssueInput;
use crate::editor::interaction::input::Input;
use navsmith_formats::check::repair::RepairStep;
use navsmith_formats::check::{Fix, GroupKey, Issue, IssueGroup, IssueType, KindGroup, Proposal, Severity};

/// Height of a row, in points: two lines of text.
pub(super) const ROW: f32 = 42.0;

/// Space before the text of a header and of an issue, in points; that of islands is between them.
const INDENT: f32 = 22.0;
const INDENT_OF_ISLANDS: f32 = 34.0;

/// Width of a line below which its buttons have short names, in points.
const LEAST_WIDTH: f32 = 280.0;

/// Returns the two halves of a row, one for each line of text.
pub(super) fn halves(rect: Rect, indent: f32) -> [Rect; 2] {
    let inner = Rect::from_min_max(rect.min + vec2(indent, 2.0), rect.max - vec2(6.0, 2.0));
    let (upper, lower) = inner.split_top_bottom_at_fraction(0.5);
    [upper, lower]
}

/// Draws the header of a kind, which folds it; returns its response.
pub(super) fn kind_ui(ui: &mut Ui, group: &KindGroup, is_folded: bool, inputs: &mut Vec<Input>) -> Response {
    let kind = group.kind;
    let count = group.count();
    let title = format!("{}  {}", kind.title, parts::thousands(count));
    let (rect, response) = parts::wide_row(ui, ROW, false, &title);
    let [upper, lower] = halves(rect, INDENT);
    fold_arrow(ui, upper, is_folded);
    let mut line = parts::within(ui, upper, Align::RIGHT);
    let tooltip = "Describe this kind of issues";
    small_button(&mut line, "?", tooltip, inputs, IssueInput::Explain(kind));
    line.with_layout(Layout::left_to_right(Align::Center), |ui| {
        icon_ui(ui, kind.severity);
        ui.add(Label::new(RichText::new(&title).strong()).selectable(false).truncate());
    });
    let mut line = parts::within(ui, lower, Align::RIGHT);
    let tooltip = "List all issues of this kind as ignored. The document stores this, as one undo step";
    small_button(&mut line, "Ignore kind", tooltip, inputs, IssueInput::IgnoreKind(kind));
    line.with_layout(Layout::left_to_right(Align::Center), |ui| {
        match group.groups.iter().find_map(step_of) {
            Some(step) => repair_all_ui(ui, step, group, inputs),
            None => fix_all_ui(ui, group.fix.as_ref(), count, group.key(), inputs),
        }
    });
    response.on_hover_text(format!("{title}\n{}\n\n{}", kind.effect, what_a_click_does(is_folded)))
}

/// Draws the header of the islands of a kind, which folds it; returns its response.
pub(super) fn islands_ui(
    ui: &mut Ui,
    group: &IssueGroup,
    is_folded: bool,
    inputs: &mut Vec<Input>,
) -> Response {
    let count = group.issues.len();
    let islands = match group.key.islands {
        Some([one, other]) if one == other => format!("Island {one}"),
        Some([one, other]) => format!("Islands {one} and {other}"),
        None => "On no island".to_owned(),
    };
    let title = format!("{islands}  {}", parts::thousands(count));
    let (rect, response) = parts::wide_row(ui, ROW, false, &format!("{}: {title}", group.key.title));
    let [upper, lower] = halves(rect, INDENT_OF_ISLANDS);
    fold_arrow(ui, upper, is_folded);
    let mut line = parts::within(ui, upper, Align::LEFT);
    line.add(Label::new(RichText::new(&title)).selectable(false).truncate());
    let mut line = parts::within(ui, lower, Align::LEFT);
    // A repair concerns all islands, so its button is in the header of the kind.
    if step_of(group).is_none() {
        fix_all_ui(&mut line, group.fix.as_ref(), count, group.key, inputs);
    }
    response.on_hover_text(format!("{}: {title}\n\n{}", group.key.title, what_a_click_does(is_folded)))
}

fn what_a_click_does(is_folded: bool) -> &'static str {
    if is_folded {
        "Click to show the issues of this group"
    } else {
        "Click to hide the issues of this group"
    }
}

/// Returns the step of a repair that fixes issues of a group.
fn step_of(group: &IssueGroup) -> Option<RepairStep> {
    group.issues.iter().find_map(RepairStep::of)
}

/// Draws the button that shows how a step of a repair fixes all issues of a kind, with their number.
fn repair_all_ui(ui: &mut Ui, step: RepairStep, group: &KindGroup, inputs: &mut Vec<Input>) {
    let words = match group.count() {
        1 => "Repair…".to_owned(),
        count => format!("Repair all {}…", parts::thousands(count)),
    };
    let tooltip = format!(
        "{words}\nOpen Repair with only the step {}, which shows its effect before it changes the mesh. {}",
        step.title(),
        step.description()
    );
    let button = ui.add(Button::new(RichText::new(words).small()).small().truncate());
    parts::on_click(button, tooltip, inputs, Input::Issue(IssueInput::FixAll(group.key())));
}

/// Draws the button that fixes all issues of a group, with their number.
fn fix_all_ui(ui: &mut Ui, fix: Option<&Proposal>, total: usize, key: GroupKey, inputs: &mut Vec<Input>) {
    let Some(fix) = fix else { return };
    let (label, count) = (fix.title_of_many(), fix.fixes.len());
    let [fixed, all] = [count, total].map(parts::thousands);
    let (words, meant) = match (count, total) {
        (1, 1) => (label, "the issue".to_owned()),
        _ if count == total => (format!("{label} (all {all})"), format!("all {all} issues")),
        _ => (
            format!("{label} ({fixed} of {all})"),
            format!("{fixed} of {all} issues; others need another fix"),
        ),
    };
    let tooltip = format!("{words}\nApply this fix to {meant}. This is one undo step");
    let button = ui.add(Button::new(RichText::new(words).small()).small().truncate());
    parts::on_click(button, tooltip, inputs, Input::Issue(IssueInput::FixAll(key)));
}

fn small_button(ui: &mut Ui, words: &str, tooltip: &str, inputs: &mut Vec<Input>, input: IssueInput) {
    let button = ui.add(Button::new(RichText::new(words).small()).small());
    parts::on_click(button, tooltip, inputs, Input::Issue(input));
}

/// Draws the arrow before the title of a header that folds its group.
pub(super) fn fold_arrow(ui: &Ui, title: Rect, is_folded: bool) {
    let rect = Rect::from_center_size(title.left_center() - vec2(9.0, 0.0), vec2(9.0, 9.0));
    let points = if is_folded {
        vec![rect.left_top(), rect.right_center(), rect.left_bottom()]
    } else {
        vec![rect.left_top(), rect.right_top(), rect.center_bottom()]
    };
    let color = ui.visuals().weak_text_color();
    ui.painter().add(egui::Shape::convex_polygon(points, color, egui::Stroke::NONE));
}

fn icon_ui(ui: &mut Ui, severity: Severity) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    let (icon, color) = severities::mark(severity, ui.visuals());
    theme::paint_icon(icon, ui.painter(), rect, color);
}

/// Draws an issue in two lines, its headline and the fixes; returns whether it was clicked.
pub(super) fn issue_ui(
    ui: &mut Ui,
    (state, issue): (&State, &Issue),
    (is_shown, is_of_islands): (bool, bool),
    inputs: &mut Vec<Input>,
) -> bool {
    let worded = |text: String| state.document().worded(text);
    let headline = worded(issue.headline());
    let (rect, response) = parts::wide_row(ui, ROW, is_shown, &headline);
    let [upper, lower] = halves(rect, if is_of_islands { INDENT_OF_ISLANDS } else { INDENT });
    let mut line = ui.new_child(UiBuilder::new().max_rect(upper));
    line.horizontal_centered(|ui| {
        icon_ui(ui, issue.kind.severity());
        ui.add(Label::new(headline).selectable(false).truncate());
    });
    let mut line = parts::within(ui, lower, Align::RIGHT);
    let tooltip = "Ignore: list this issue as ignored. The document stores this, as one undo step";
    let is_wide = lower.width() > LEAST_WIDTH;
    let button = if is_wide {
        Button::new(RichText::new("Ignore").small())
    } else {
        Button::new(parts::icon_atom(Icon::EYE_OFF, None))
    };
    let button = line.add(button.small());
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, "Ignore"));
    if button.on_hover_text(tooltip).clicked() {
        push_at(issue, IssueInput::Ignore(issue.clone()), inputs);
    }
    let others = if is_wide { OTHERS } else { SHORT_OTHERS };
    line.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(20.0);
        fixes_ui(ui, (state, issue), others, inputs);
    });
    response.context_menu(|ui| menu_ui(ui, issue, inputs));
    let severity = parts::capitalized(issue.kind.severity().name());
    let description = worded(issue.describe());
    let tooltip = format!("{severity}: {description}\n\nClick to see it; then Up and Down show others");
    let is_clicked = response.on_hover_text(tooltip).clicked();
    if is_clicked {
        inputs.push(Input::Issue(IssueInput::Frame(issue.clone())));
    }
    is_clicked
}

/// Pushes an input for an issue, after showing it: the list then continues with the next one.
fn push_at(issue: &Issue, input: IssueInput, inputs: &mut Vec<Input>) {
    inputs.extend([IssueInput::Frame(issue.clone()), input].map(Input::Issue));
}

/// Draws the context menu of an issue.
fn menu_ui(ui: &mut Ui, issue: &Issue, inputs: &mut Vec<Input>) {
    let kind: &'static IssueType = issue.kind.of_type();
    for (words, tooltip, input) in [
        ("Show place", "Select its elements, and show them in the view", IssueInput::Frame(issue.clone())),
        ("Ignore this", "List this issue as ignored", IssueInput::Ignore(issue.clone())),
        ("Ignore this kind", "List all issues of this kind as ignored", IssueInput::IgnoreKind(kind)),
        ("Describe kind", "Describe this kind of issues", IssueInput::Explain(kind)),
    ] {
        parts::on_click(ui.button(words), tooltip, inputs, Input::Issue(input));
    }
}

/// Names of the menu of all fixes but the best; the short one is for a narrow panel.
const OTHERS: &str = "Other fixes";
const SHORT_OTHERS: &str = "…";

/// Name and tooltip of the menu of fixes of an issue without a best one.
const FIXES: &str = "Fixes";
const CHOICE: &str = "Each of these removes ground or moves vertices farther than the weld distance";

/// Draws the best fix as a button, and the others in a menu.
fn fixes_ui(ui: &mut Ui, (state, issue): (&State, &Issue), name_of_others: &str, inputs: &mut Vec<Input>) {
    let label = |fix: &Fix| state.document().worded(issue.proposal(fix).title());
    let (first, mut others) = (issue.fix(), issue.fixes());
    others.retain(|fix| Some(fix) != first.as_ref());
    let has_best = first.is_some();
    if let Some(first) = first {
        let label = label(&first);
        best_fix_ui(ui, issue, (first, label), (name_of_others, &others), inputs);
    }
    if !others.is_empty() {
        ui.spacing_mut().button_padding.y = 0.0;
        ui.spacing_mut().interact_size.y = 0.0;
        let name = if has_best { name_of_others } else { FIXES };
        let more = ui.menu_button(RichText::new(name).small(), |ui| {
            for fix in others {
                if ui.button(label(&fix)).clicked() {
                    push_at(issue, IssueInput::Fix(issue.clone(), fix), inputs);
                    ui.close();
                }
            }
        });
        more.response.on_hover_text(if has_best { OTHERS } else { CHOICE });
    }
}

/// Draws the best fix as a button, with room for the menu of the others.
fn best_fix_ui(
    ui: &mut Ui,
    issue: &Issue,
    (first, label): (Fix, String),
    (name_of_others, others): (&str, &[Fix]),
    inputs: &mut Vec<Input>,
) {
    let words = RichText::new(&label).small();
    let button = Button::new((parts::icon_atom(Icon::WRENCH, None), words)).small().truncate();
    // The other fixes keep their place beside a name that is too long for the panel.
    let width = || parts::text_width(ui, name_of_others, &TextStyle::Small) + 24.0;
    let more = if others.is_empty() { 0.0 } else { width() };
    let room = vec2((ui.available_width() - more).max(0.0), ui.available_height());
    let layout = Layout::left_to_right(Align::Center);
    let button = ui.allocate_ui_with_layout(room, layout, |ui| ui.add(button)).inner;
    if button.on_hover_text(format!("{label}\nFix this as one undo step")).clicked() {
        push_at(issue, IssueInput::Fix(issue.clone(), first), inputs);
    }
}
