//! The issues panel: problems of the mesh and their fixes.

pub(super) mod severities;
mod sections;
mod rows;
mod ignored;

use std::sync::{Arc, Weak};

use egui::{
    EventFilter, Id, Key, Modifiers, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
};

use self::rows::ROW;
use self::sections::{Folded, IssueSection, SectionHeader};
use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::cached::Cached;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::analysis::{agent_issues, export_issues, recheck};
use crate::editor::edits::ignoring;
use crate::editor::edits::problems::IssueInput;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_formats::check::{AgentIssues, GroupKey, IgnoredIssue, Issue, KindGroup, MeshLimits, groups};

/// View state of the panel: the grouped issues, and the folded groups.
#[derive(Debug, Default)]
pub(in crate::app) struct IssuesPanel {
    /// Groups by revision of the document, limits, numbers of issues, and issues with the levels.
    groups: Cached<(u64, MeshLimits, [usize; 2], SharedIssues), Listed>,
    folded: Folded,
    /// Whether the ignored issues are shown.
    shows_ignored: bool,
    /// Issue shown last, whose row was scrolled into view.
    seen: Option<Issue>,
    /// Visible part of the list: its offset and its height, in points.
    visible: (f32, f32),
}

/// The contents of the list.
#[derive(Debug, Default)]
struct Listed {
    kinds: Vec<KindGroup>,
    /// Entries of the list of ignored issues, each with the number of issues that it concerns.
    ignored: Vec<(IgnoredIssue, usize)>,
    /// Number of ignored issues; an issue may belong to several entries.
    hidden: usize,
}

impl Listed {
    fn of(state: &State) -> Self {
        let kinds = groups(agent_issues::all_issues(state), &state.derived().islands);
        Self { kinds, ignored: ignoring::ignored(state), hidden: agent_issues::ignored_issues(state).count() }
    }
}

/// Issues of the agent, compared by pointer. They are not kept, so that edits can update them in place.
#[derive(Debug, Default)]
struct SharedIssues(Option<Weak<AgentIssues>>);

impl PartialEq for SharedIssues {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref().map(Weak::as_ptr) == other.0.as_ref().map(Weak::as_ptr)
    }
}

impl IssuesPanel {
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
        if let Some(number) = recheck::under_way(state) {
            parts::progress(ui, jobs.running_as(number));
            parts::note(ui, "The mesh is being looked through with the other weld distance.");
        }
        if let Some(number) = agent_issues::under_way(state) {
            parts::progress(ui, jobs.running_as(number));
            parts::note(ui, "The mesh is being searched for issues of the agent.");
        }
        if let Some(number) = export_issues::under_way(state) {
            parts::progress(ui, jobs.running_as(number));
            parts::note(ui, "The export targets are being checked.");
        }
        notes_ui(ui, state);
        if !state.document().mesh.is_empty() {
            agent_ui(ui, state, inputs);
        }
        if state.document().ignored.is_empty() && agent_issues::all_issues(state).next().is_none() {
            let text = "Cells that are concave, inside out, without area or on top of each other are listed here, and \
                        boundaries that almost meet. With a level, so are heights off the level by more than \
                        the highest step of the agent, and walls nearer than its radius.";
            parts::empty(ui, Icon::CHECK, "Nothing is wrong", text);
            return;
        }
        self.list_ui(ui, state, inputs);
    }

    fn list_ui(&mut self, ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
        let (issues, of_levels) = (state.issues(), agent_issues::agent_issues(state));
        let of_exports = export_issues::export_issues(state).map_or(0, |found| 1 + found.issues.len());
        let counts = [issues.len(), of_exports];
        let key = (state.revision(), *issues.limits(), counts, SharedIssues(of_levels.map(Arc::downgrade)));
        let Listed { kinds, ignored, hidden } = self.groups.of(key, || Listed::of(state));
        let shows_ignored = self.shows_ignored;
        ui.horizontal_wrapped(|ui| {
            severities::ui(ui, state, kinds, inputs);
            if !ignored.is_empty() {
                self.shows_ignored ^= severities::ignored_ui(ui, *hidden, shows_ignored);
            }
        });
        let list = state.issue_list();
        let shown = list.shown();
        let is_new = shown != self.seen.as_ref();
        if is_new {
            self.seen = shown.cloned();
            if let Some(issue) = shown {
                sections::unfold(kinds, &mut self.folded, issue);
            }
        }
        let sections = sections::sections(kinds, &self.folded, list);
        if sections.is_empty() && !kinds.is_empty() {
            parts::note(ui, "The issues of these severities are hidden. Select one to list them.");
        }
        let row_of_shown = shown.filter(|_| is_new).and_then(|issue| sections::row_of(&sections, issue));
        let listed = sections.last().map_or(0, IssueSection::end);
        let of_ignored = if self.shows_ignored { ignored.len() } else { 0 };
        let total = listed + if ignored.is_empty() { 0 } else { 1 + of_ignored };
        let row_of_ignored = (self.shows_ignored && !shows_ignored).then_some(listed);
        let (mut toggled, mut toggles_ignored) = (None, false);
        let id = focus_ui(ui, inputs);
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        let offset = row_of_ignored.map(|row| row as f32 * ROW);
        if let Some(offset) = offset.or_else(|| offset_of(row_of_shown?, self.visible)) {
            area = area.vertical_scroll_offset(offset);
        }
        let drawn = area.show_rows(ui, ROW, total, |ui, rows| {
            for row in rows {
                if row == listed {
                    let is_folded = !self.shows_ignored;
                    toggles_ignored |= ignored::header_ui(ui, *hidden, is_folded, inputs);
                    continue;
                }
                if row > listed {
                    ignored::entry_ui(ui, &ignored[row - listed - 1], inputs);
                    continue;
                }
                let clicked = row_ui(ui, (state, &sections), row, (shown, id), inputs);
                toggled = toggled.or(clicked);
            }
        });
        self.visible = (drawn.state.clamped_offset().y, drawn.inner_rect.height());
        self.folded.extend(toggled);
        self.shows_ignored ^= toggles_ignored;
    }
}

/// Draws a note for each search that is not complete.
fn notes_ui(ui: &mut Ui, state: &State) {
    for stopped in agent_issues::by_scope(state).stopped() {
        parts::note(ui, &stopped);
    }
}

/// Returns the offset of the list that shows a row, from the offset and the height of its visible part.
///
/// Returns `None` if the row is visible.
fn offset_of(row: usize, (offset, height): (f32, f32)) -> Option<f32> {
    let top = row as f32 * ROW;
    if top < offset {
        Some(top)
    } else if top + ROW > offset + height {
        Some(top + ROW - height.max(ROW))
    } else {
        None
    }
}

/// Draws a row of the list; returns the key of a clicked header, and whether it is folded then.
///
/// `shown` is the issue shown last; the list with the id gets the focus if an issue is clicked.
fn row_ui(
    ui: &mut Ui,
    (state, sections): (&State, &[IssueSection<'_>]),
    row: usize,
    (shown, id): (Option<&Issue>, Id),
    inputs: &mut Vec<Input>,
) -> Option<(GroupKey, bool)> {
    let section = &sections[sections.partition_point(|section| section.end() <= row)];
    let is_folded = section.is_folded;
    if let Some(nth) = (row - section.row).checked_sub(1) {
        let issue = &section.issues[nth];
        let is_shown = shown.is_some_and(|shown| shown.is_same(issue));
        let is_of_islands = matches!(section.header, SectionHeader::Islands(_));
        if rows::issue_ui(ui, (state, issue), (is_shown, is_of_islands), inputs) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        return None;
    }
    let header = match section.header {
        SectionHeader::Kind(kind) => rows::kind_ui(ui, kind, is_folded, inputs),
        SectionHeader::Islands(group) => rows::islands_ui(ui, group, is_folded, inputs),
    };
    header.clicked().then(|| (section.header.key(), !is_folded))
}

/// Lets the list have the focus; then arrow keys show the next and the previous issue. Returns its id.
fn focus_ui(ui: &Ui, inputs: &mut Vec<Input>) -> Id {
    let id = ui.scope_id().with("list of issues");
    let rect = ui.available_rect_before_wrap();
    let list = ui.interact(rect, id, Sense::focusable_noninteractive());
    list.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, "List of issues"));
    if list.has_focus() {
        let stroke = Stroke::new(1.0, theme::accent(ui));
        ui.painter().rect_stroke(rect, theme::CORNER, stroke, StrokeKind::Outside);
        let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        for (key, command) in [(Key::ArrowDown, Command::NextIssue), (Key::ArrowUp, Command::PreviousIssue)] {
            let count = ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
            inputs.extend(std::iter::repeat_n(Input::Run(command), count));
        }
    }
    id
}

/// Draws the agent that issues depend on, with links that change it.
fn agent_ui(ui: &mut Ui, session: &Session, inputs: &mut Vec<Input>) {
    let (own, of_query) = (session.document().agent, session.settings().agent);
    let of = if own.is_some() { "Checked agent" } else { "Checked agent, that of the query" };
    ui.horizontal_wrapped(|ui| {
        let words = format!("{of}: {}", agent_issues::checked_agent(session));
        ui.label(RichText::new(words).small().weak());
        let mut link = |words: &str, tooltip: &str, input| {
            let link = ui.link(RichText::new(words).small());
            parts::on_click(link, tooltip, inputs, Input::Issue(input));
        };
        if own.is_none() {
            let tooltip = "Show the settings of the active query. Its agent decides which heights, walls, slopes and \
                           portals are issues";
            link("Change", tooltip, IssueInput::ShowAgent);
            let tooltip = format!("Find issues for an agent of its own: {}. Queries stay as they are", Agent::PERSON);
            link("Use a person", &tooltip, IssueInput::SetAgent(Some(Agent::PERSON)));
        } else {
            let tooltip = format!("Find issues for the agent of the active query: {of_query}");
            link("Use the query", &tooltip, IssueInput::SetAgent(None));
        }
    });
}
