//! The issues panel: problems of the mesh and their fixes.

mod ignored;
mod thresholds;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use egui::{
    Align, Button, Label, Layout, Rect, Response, RichText, ScrollArea, Sense, TextStyle, Ui, UiBuilder, vec2,
};

use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::cached::Cached;
use crate::app::widgets::parts;
use crate::document::issues::{
    AgentIssues, GroupKey, IgnoredIssue, Issue, IssueGroup, IssueType, MOST_TOGETHER, groups,
};
use crate::editor::Editor;
use crate::editor::analysis::{agent_issues, document_issues, export_issues, recheck};
use crate::editor::edits::ignoring;
use crate::editor::edits::problems::IssueInput;
use crate::editor::interaction::input::Input;
use crate::pathfinding::agent::Agent;

/// View state of the panel: the grouped issues, and the folded groups.
#[derive(Debug, Default)]
pub(in crate::app) struct IssuesPanel {
    /// Groups by revision of the document, tolerance, numbers of issues, and issues with the levels.
    groups: Cached<(u64, f32, [usize; 2], SharedIssues), Listed>,
    /// Whether each group is folded, for groups that the user folded or unfolded.
    folded: BTreeMap<GroupKey, bool>,
    /// Threshold that is being edited, by name of its kind.
    edited: Option<(&'static str, f32)>,
    /// Whether the ignored issues are shown.
    shows_ignored: bool,
}

/// The contents of the list.
#[derive(Debug, Default)]
struct Listed {
    groups: Vec<IssueGroup>,
    /// Number of issues in the groups.
    count: usize,
    /// Entries of the list of ignored issues, each with the number of issues that it concerns.
    ignored: Vec<(IgnoredIssue, usize)>,
}

impl Listed {
    fn of(editor: &Editor) -> Self {
        let groups = groups(agent_issues::all_issues(editor), &editor.derived().islands);
        let count = groups.iter().map(|group| group.issues.len()).sum();
        Self { groups, count, ignored: ignoring::ignored(editor) }
    }
}

/// Issues with the levels, compared by pointer.
#[derive(Debug, Default)]
struct SharedIssues(Option<Arc<AgentIssues>>);

impl PartialEq for SharedIssues {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref().map(Arc::as_ptr) == other.0.as_ref().map(Arc::as_ptr)
    }
}

/// Height of an entry of the list, in points: two lines of text.
const ROW: f32 = 42.0;

impl IssuesPanel {
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, editor: &Editor, jobs: &Jobs, inputs: &mut Vec<Input>) {
        if let Some(number) = recheck::under_way(editor) {
            parts::progress(ui, jobs.running_as(number));
            parts::note(ui, "The mesh is being looked through with the other weld distance.");
        }
        if let Some(number) = agent_issues::under_way(editor) {
            parts::progress(ui, jobs.running_as(number));
            parts::note(ui, "The mesh is being searched for issues of the agent.");
        }
        if let Some(number) = export_issues::under_way(editor) {
            parts::progress(ui, jobs.running_as(number));
            parts::note(ui, "The export targets are being checked.");
        }
        notes_ui(ui, editor);
        if !editor.document().mesh.is_empty() {
            agent_ui(ui, editor, inputs);
            thresholds::ui(ui, editor, &mut self.edited, inputs);
        }
        if editor.document().ignored.is_empty() && agent_issues::all_issues(editor).next().is_none() {
            let text = "Cells that are concave, inside out, without area or on top of each other are listed here, and \
                        boundaries that almost meet. With a level, so are heights off the level by more than \
                        the highest step of the agent, and walls nearer than its radius.";
            parts::empty(ui, Icon::CHECK, "Nothing is wrong", text);
            return;
        }
        self.list_ui(ui, editor, inputs);
    }

    fn list_ui(&mut self, ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
        let (issues, of_levels) = (editor.issues(), agent_issues::agent_issues(editor));
        let has_ignored = !editor.document().ignored.is_empty();
        let of_exports = export_issues::export_issues(editor).map_or(0, |found| 1 + found.issues.len());
        let counts = [issues.len(), of_exports];
        let key = (editor.revision(), issues.tolerance(), counts, SharedIssues(of_levels.cloned()));
        let Listed { groups, count, ignored } = self.groups.of(key, || Listed::of(editor));
        let is_long = *count > MOST_TOGETHER && groups.len() > 1;
        let is_folded = |key: &GroupKey| self.folded.get(key).copied().unwrap_or(is_long);
        let mut lines: Vec<Range<usize>> = Vec::new();
        for group in &*groups {
            let first = lines.last().map_or(0, |lines| lines.end);
            let issues = if is_folded(&group.key) { 0 } else { group.issues.len() };
            lines.push(first..first + 1 + issues);
        }
        let listed = lines.last().map_or(0, |lines| lines.end);
        let of_ignored = if self.shows_ignored { ignored.len() } else { 0 };
        let total = listed + if has_ignored { 1 + of_ignored } else { 0 };
        let (mut toggled, mut toggles_ignored) = (None, false);
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, total, |ui, rows| {
            for row in rows {
                if row == listed {
                    let is_folded = !self.shows_ignored;
                    toggles_ignored |= ignored::header_ui(ui, ignored.len(), is_folded, inputs);
                    continue;
                }
                if row > listed {
                    ignored::entry_ui(ui, &ignored[row - listed - 1], inputs);
                    continue;
                }
                let of = lines.partition_point(|lines| lines.end <= row);
                let group = &groups[of];
                match (row - lines[of].start).checked_sub(1) {
                    None => {
                        let is_folded = is_folded(&group.key);
                        if header_ui(ui, group, is_folded, inputs).clicked() {
                            toggled = Some((group.key, !is_folded));
                        }
                    }
                    Some(nth) => issue_ui(ui, &group.issues[nth], inputs),
                }
            }
        });
        self.folded.extend(toggled);
        self.shows_ignored ^= toggles_ignored;
    }
}

/// Draws a note for each search that is not complete.
fn notes_ui(ui: &mut Ui, editor: &Editor) {
    let of_levels = agent_issues::agent_issues(editor).into_iter().flat_map(|issues| issues.stopped());
    let of_document =
        document_issues::document_issues(editor).into_iter().flat_map(|issues| issues.stopped());
    let of_exports = export_issues::export_issues(editor).into_iter().flat_map(|found| found.notes.clone());
    for stopped in editor.issues().stopped().chain(of_document).chain(of_levels).chain(of_exports) {
        parts::note(ui, &stopped);
    }
}

/// Draws the agent that issues depend on, with a link to its settings.
fn agent_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let Agent { radius, height, max_slope, max_climb } = editor.settings().agent;
    let step = if max_climb.is_finite() { parts::meters(max_climb.into()) } else { "any".into() };
    let [radius, height] = [radius, height].map(|length| parts::meters(length.into()));
    let slope = max_slope.to_degrees();
    let words = format!("Agent: radius {radius}, height {height}, slope {slope:.0}°, highest step {step}");
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(words).small().weak());
        let link = ui.link(RichText::new("Change").small());
        let tooltip = "Show the settings of the active query. Its agent decides which heights, walls, slopes and \
                       portals are issues";
        parts::on_click(link, tooltip, inputs, Input::Issue(IssueInput::ShowAgent));
    });
}

/// Returns the two halves of an entry of the list, one for each line of text.
fn halves(rect: Rect, indent: f32) -> [Rect; 2] {
    let inner = Rect::from_min_max(rect.min + vec2(indent, 2.0), rect.max - vec2(6.0, 2.0));
    let (upper, lower) = inner.split_top_bottom_at_fraction(0.5);
    [upper, lower]
}

/// Draws the header of a group, which folds it; returns its response.
fn header_ui(ui: &mut Ui, group: &IssueGroup, is_folded: bool, inputs: &mut Vec<Input>) -> Response {
    let title = format!("{}  {}", group.key.title, parts::thousands(group.issues.len()));
    let (rect, response) = parts::wide_row(ui, ROW, false, &title);
    let [upper, lower] = halves(rect, 22.0);
    fold_arrow(ui, rect, is_folded);
    let mut line = ui.new_child(UiBuilder::new().max_rect(upper));
    line.add(Label::new(RichText::new(&title).strong()).selectable(false).truncate());
    let mut line = parts::within(ui, lower, Align::RIGHT);
    if let Some(issue) = group.issues.first() {
        kind_ui(&mut line, issue.kind.of_type(), inputs);
    }
    line.with_layout(Layout::left_to_right(Align::Center), |ui| {
        if let Some(fix) = group.issues.iter().find_map(Issue::fix) {
            let description = "Apply this fix to every issue of the group, as one undo step";
            let button = Button::new(RichText::new(fix.label_of_many()).small()).small().truncate();
            let button = ui.add(button);
            parts::on_click(button, description, inputs, Input::Issue(IssueInput::FixAll(group.key)));
        }
        if let Some([one, other]) = group.key.islands {
            let words = if one == other {
                format!("on island {one}")
            } else {
                format!("between islands {one} and {other}")
            };
            ui.add(Label::new(RichText::new(words).small().weak()).selectable(false).truncate());
        }
    });
    let what = if is_folded { "Show the issues of this group" } else { "Hide the issues of this group" };
    let effect = group.issues.first().map_or("", |issue| issue.kind.of_type().effect);
    response.on_hover_text(format!("{effect}\n\n{what}"))
}

/// Draws the buttons of a kind, from the right: its description, and ignoring it.
fn kind_ui(ui: &mut Ui, kind: &'static IssueType, inputs: &mut Vec<Input>) {
    let mut button = |words, tooltip: &str, input| {
        let button = ui.add(Button::new(RichText::new(words).small()).small());
        parts::on_click(button, tooltip, inputs, Input::Issue(input));
    };
    button("?", "Describe this kind of issues", IssueInput::Explain(kind));
    let tooltip = "List all issues of this kind as ignored. The document stores this, as one undo step";
    button("Ignore kind", tooltip, IssueInput::IgnoreKind(kind));
}

/// Draws the arrow of a header that folds its group.
fn fold_arrow(ui: &Ui, header: Rect, is_folded: bool) {
    let [upper, _] = halves(header, 22.0);
    let center = header.min + vec2(13.0, upper.height() * 0.5 + 2.0);
    let rect = Rect::from_center_size(center, vec2(9.0, 9.0));
    let points = if is_folded {
        vec![rect.left_top(), rect.right_center(), rect.left_bottom()]
    } else {
        vec![rect.left_top(), rect.right_top(), rect.center_bottom()]
    };
    let color = ui.visuals().weak_text_color();
    ui.painter().add(egui::Shape::convex_polygon(points, color, egui::Stroke::NONE));
}

/// Draws an issue in two lines: its headline, and the fixes.
fn issue_ui(ui: &mut Ui, issue: &Issue, inputs: &mut Vec<Input>) {
    let headline = issue.headline();
    let (rect, response) = parts::wide_row(ui, ROW, false, &headline);
    let [upper, lower] = halves(rect, 22.0);
    let mut line = ui.new_child(UiBuilder::new().max_rect(upper));
    line.horizontal_centered(|ui| {
        let (icon, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        theme::paint_icon(Icon::WARNING, ui.painter(), icon, ui.visuals().warn_fg_color);
        ui.add(Label::new(headline).selectable(false).truncate());
    });
    let mut line = parts::within(ui, lower, Align::RIGHT);
    // In a narrow panel, the fixes need the room, and the context menu ignores the issue.
    if lower.width() > LEAST_WIDTH || issue.fixes().len() < 2 {
        let button = line.add(Button::new(RichText::new("Ignore").small()).small());
        let tooltip = "List this issue as ignored. The document stores this, as one undo step";
        parts::on_click(button, tooltip, inputs, Input::Issue(IssueInput::Ignore(issue.clone())));
    }
    line.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(20.0);
        fixes_ui(ui, issue, inputs);
    });
    response.context_menu(|ui| menu_ui(ui, issue, inputs));
    if response.on_hover_text(format!("{}\n\nClick to see it", issue.describe())).clicked() {
        inputs.push(Input::Issue(IssueInput::Frame(issue.clone())));
    }
}

/// Width of a line above which it shows several fixes and a button to ignore the issue, in points.
const LEAST_WIDTH: f32 = 280.0;

/// Draws the context menu of an issue.
fn menu_ui(ui: &mut Ui, issue: &Issue, inputs: &mut Vec<Input>) {
    let kind = issue.kind.of_type();
    for (words, tooltip, input) in [
        ("Show place", "Select its elements, and show them in the view", IssueInput::Frame(issue.clone())),
        ("Ignore this", "List this issue as ignored", IssueInput::Ignore(issue.clone())),
        ("Ignore this kind", "List all issues of this kind as ignored", IssueInput::IgnoreKind(kind)),
        ("Describe kind", "Describe this kind of issues", IssueInput::Explain(kind)),
    ] {
        parts::on_click(ui.button(words), tooltip, inputs, Input::Issue(input));
    }
}

/// Name of the menu of all fixes but the best.
const OTHERS: &str = "Other fixes";

/// Draws the best fix as a button, and the others in a menu.
fn fixes_ui(ui: &mut Ui, issue: &Issue, inputs: &mut Vec<Input>) {
    let fixes = issue.fixes();
    let Some((first, others)) = fixes.split_first() else { return };
    let label = first.label();
    let words = RichText::new(&label).small();
    let button = Button::new((parts::icon_atom(Icon::WRENCH), words)).small().truncate();
    // The other fixes keep their place beside a name that is too long for the panel.
    let more = if others.is_empty() { 0.0 } else { parts::text_width(ui, OTHERS, &TextStyle::Small) + 24.0 };
    let room = vec2((ui.available_width() - more).max(0.0), ui.available_height());
    let layout = Layout::left_to_right(Align::Center);
    let button = ui.allocate_ui_with_layout(room, layout, |ui| ui.add(button)).inner;
    if button.on_hover_text(format!("{label}\nFix this as one undo step")).clicked() {
        inputs.push(Input::Issue(IssueInput::Fix(issue.clone(), *first)));
    }
    if !others.is_empty() {
        ui.spacing_mut().button_padding.y = 0.0;
        ui.spacing_mut().interact_size.y = 0.0;
        let more = ui.menu_button(RichText::new(OTHERS).small(), |ui| {
            for fix in others {
                if ui.button(fix.label()).clicked() {
                    inputs.push(Input::Issue(IssueInput::Fix(issue.clone(), *fix)));
                    ui.close();
                }
            }
        });
        more.response.on_hover_text(OTHERS);
    }
}
