//! Issues of the mesh: showing and fixing them.

use std::collections::BTreeSet;

use glam::Vec3;
use smallvec::SmallVec;

use crate::editor::analysis::agent_issues::{all_issues, is_ignored, issues_of_cell};
use crate::editor::edits::fixing::{fix_all, fix_issues};
use crate::editor::edits::{ignoring, issue_list};
use crate::editor::elements::{entity, selecting};
use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message, Panel};
use crate::editor::session::pick::{Element, OutlinePoint};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Bounds, Shape, at_height, shape};
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_formats::check::{Fix, GroupKey, IgnoredIssue, Issue, IssueKind, IssueType, Proposal, Severity};

/// User input about a listed issue.
#[derive(Clone, Debug, PartialEq)]
pub enum IssueInput {
    /// Shows the issue in the view and selects its elements.
    Frame(Issue),
    /// Fixes the issue with one of [`Issue::fixes`], as one undo step.
    Fix(Issue, Fix),
    /// Fixes all issues of a group with the best fix of each, as one undo step.
    ///
    /// If a step of the repair fixes them, opens the repair dialog with this step instead.
    FixAll(GroupKey),
    /// Hides the issues of a severity from the list, or lists them again.
    ToggleSeverity(Severity),
    /// Shows the settings of the agent that issues depend on.
    ShowAgent,
    /// Ignores the issue; one undo step.
    Ignore(Issue),
    /// Ignores all issues of a kind; one undo step.
    IgnoreKind(&'static IssueType),
    /// Shows the place of an ignored issue.
    FrameIgnored(IgnoredIssue),
    /// Removes an entry from the list of ignored issues; one undo step.
    Restore(IgnoredIssue),
    /// Sets the agent for which issues are found; `None` for that of the active query. One undo step.
    SetAgent(Option<Agent>),
    /// Shows the description of a kind.
    Explain(&'static IssueType),
}

/// Ground shown around a gap: a multiple of its width, and a minimum in metres.
const GAPS_AROUND: f32 = 20.0;
const LEAST_AROUND: f32 = 0.25;

/// Ground shown around an ignored issue or an error of an export, in metres.
const AROUND_PLACE: f32 = 2.0;

/// Limits on the selected elements searched for issues, and on the fixes offered at once.
const MOST_ASKED: usize = 64;
const MOST_OFFERED: usize = 8;

const GONE: &str = "This issue no longer exists. Look at the list again.";

/// Returns the fixes of the issue that the list shows, or of those of the selected elements.
///
/// The shown issue counts until the selection changes. Without a selection, the hovered element counts.
pub fn offered_fixes(state: &State) -> Vec<(Issue, Fix)> {
    fixes_in(issues_meant(state))
}

/// Returns the first of the issues of [`offered_fixes`], even without a fix.
pub(in crate::editor) fn issue_meant(state: &State) -> Option<&Issue> {
    issues_meant(state).into_iter().next()
}

fn issues_meant(state: &State) -> Vec<&Issue> {
    let shown = issue_list::shown_with_selection(state).and_then(|shown| find_listed(state, shown));
    shown.map_or_else(|| issues_of(state, elements_meant(state)), |issue| vec![issue])
}

/// Returns the selected elements, up to a limit; without a selection, the hovered element.
fn elements_meant(state: &State) -> impl Iterator<Item = Element> {
    let hovered = state.hover().map(|hit| hit.element).filter(|_| state.selection().is_empty());
    state.selection().elements().take(MOST_ASKED).chain(hovered)
}

/// Returns the fixes of issues of elements, best first for each issue, without duplicates.
///
/// The list is short; its maximum length is `MOST_OFFERED`.
pub fn fixes_of(state: &State, elements: impl IntoIterator<Item = Element>) -> Vec<(Issue, Fix)> {
    fixes_in(issues_of(state, elements))
}

fn fixes_in(found: Vec<&Issue>) -> Vec<(Issue, Fix)> {
    let of_issue =
        |issue: &Issue| issue.fixes().into_iter().map(|fix| (issue.clone(), fix)).collect::<Vec<_>>();
    found.into_iter().flat_map(of_issue).take(MOST_OFFERED).collect()
}

/// Returns the issues of elements that are not ignored, without duplicates, up to a limit.
///
/// If some issues concern all elements, returns only these.
pub fn issues_of(state: &State, elements: impl IntoIterator<Item = Element>) -> Vec<&Issue> {
    let elements: Vec<Element> = elements.into_iter().collect();
    let Some((&first, others)) = elements.split_first() else { return Vec::new() };
    let concerns_all = |issue: &&Issue| others.iter().all(|&element| concerns(issue, element));
    let of_all = first_of(issues_at(state, first).filter(concerns_all));
    if !of_all.is_empty() {
        return of_all;
    }
    first_of(elements.iter().flat_map(|&element| issues_at(state, element).take(MOST_OFFERED)))
}

/// Returns the first issues without duplicates, up to a limit.
fn first_of<'a>(issues: impl Iterator<Item = &'a Issue>) -> Vec<&'a Issue> {
    let mut found: Vec<&Issue> = Vec::new();
    for issue in issues {
        if found.len() < MOST_OFFERED && !found.iter().any(|other| other.is_same(issue)) {
            found.push(issue);
        }
    }
    found
}

/// Returns the issues of an element that are not ignored; one of two cells may occur twice.
fn issues_at(state: &State, element: Element) -> impl Iterator<Item = &Issue> {
    let (link, vertex) = match element {
        Element::Link(link) => (Some(link), None),
        Element::Vertex(vertex) => (None, Some(vertex)),
        _ => (None, None),
    };
    let of_link = link.into_iter().filter_map(move |link| state.issues().of_link(link));
    let of_vertex = vertex.into_iter().filter_map(move |vertex| state.issues().of_vertex(vertex));
    let around = if link.is_some() { SmallVec::new() } else { entity::cells_of(state, element) };
    let of_cells = around.into_iter().flat_map(move |cell| issues_of_cell(state, cell));
    let found = of_link.chain(of_vertex).filter(move |issue| !is_ignored(state, issue));
    found.chain(of_cells.filter(move |issue| concerns(issue, element)))
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: IssueInput) {
    match input {
        IssueInput::Frame(listed) => match find_listed(editor, &listed).cloned() {
            Some(issue) => frame_issue(editor, &issue),
            None => editor.say(Message::info(GONE)),
        },
        IssueInput::Fix(listed, fix) => match find_listed(editor, &listed) {
            Some(issue) if issue.fixes().contains(&fix) => {
                let proposal = issue.proposal(&fix);
                with_next_shown(editor, |editor| fix_issues(editor, &proposal));
            }
            _ => editor.say(Message::info(GONE)),
        },
        IssueInput::FixAll(group) => {
            let islands = &editor.derived().islands;
            let issues = all_issues(editor).filter(|issue| group.contains(issue, islands));
            let issues: Vec<Issue> = issues.cloned().collect();
            with_next_shown(editor, |editor| fix_all(editor, &issues));
        }
        IssueInput::ToggleSeverity(severity) => issue_list::toggle(&mut editor.state, severity),
        IssueInput::ShowAgent => editor.ask_outside(Effect::Show(Panel::Queries)),
        IssueInput::Ignore(listed) => match find_listed(editor, &listed).map(IgnoredIssue::single) {
            Some(entry) => ignore(editor, entry),
            None => editor.say(Message::info(GONE)),
        },
        IssueInput::IgnoreKind(kind) => ignore(editor, IgnoredIssue { kind, at: None }),
        IssueInput::FrameIgnored(entry) => {
            let around = Vec3::splat(AROUND_PLACE);
            if let Some(at) = entry.at {
                editor.state.frame(&Bounds { min: at - around, max: at + around });
            }
        }
        IssueInput::Restore(entry) => ignoring::restore(editor, &entry),
        IssueInput::SetAgent(agent) => ignoring::set_agent(editor, agent),
        IssueInput::Explain(kind) => editor.ask_outside(Effect::ExplainIssue(kind)),
    }
}

/// Returns the current version of a listed issue; `None` if it no longer exists.
fn find_listed<'a>(state: &'a State, listed: &Issue) -> Option<&'a Issue> {
    if let Some(&cell) = listed.cells.first() {
        return issues_of_cell(state, cell).find(|issue| issue.is_same(listed));
    }
    all_issues(state).find(|issue| issue.is_same(listed))
}

fn ignore(editor: &mut Editor, entry: IgnoredIssue) {
    with_next_shown(editor, |editor| ignoring::ignore(editor, &entry));
}

/// Runs an edit; if it removes the issue shown last from the list, shows the next one there.
fn with_next_shown(editor: &mut Editor, edit: impl FnOnce(&mut Editor)) {
    let following = issue_list::from_shown(editor);
    edit(editor);
    let mut left = following.iter().map(|issue| find_listed(editor, issue));
    // The list was not at an issue, or is still at it.
    if !matches!(left.next(), Some(None)) {
        return;
    }
    let next = left.flatten().next().cloned();
    if let Some(issue) = next.or_else(|| issue_list::neighbor(editor, true)) {
        frame_issue(editor, &issue);
    }
}

/// Shows the next or the previous issue of the list.
pub(in crate::editor) fn step(editor: &mut Editor, is_forward: bool) {
    match issue_list::neighbor(editor, is_forward) {
        Some(issue) => {
            frame_issue(editor, &issue);
            editor.ask_outside(Effect::Show(Panel::Issues));
        }
        None => editor.say(Message::info(
            "No issue is listed. Select a severity at the top of the issues, or restore ignored issues.",
        )),
    }
}

fn frame_issue(editor: &mut Editor, issue: &Issue) {
    if let IssueKind::SameName(list, _, index) = issue.kind {
        issue_list::show_element(editor, list, index);
    } else {
        let (bounds, elements) = shown_with(editor, issue);
        editor.state.frame(&bounds);
        editor.state.select(elements);
    }
    issue_list::set_shown(&mut editor.state, issue);
}

/// Returns the box that shows an issue, and its elements.
pub fn shown_with(session: &Session, issue: &Issue) -> (Bounds, Vec<Element>) {
    match issue.kind {
        IssueKind::BoundaryGap(_) | IssueKind::TJunction(_) | IssueKind::ShortEdge(_) => {
            let around = Vec3::splat((issue.distance.unwrap_or(0.0) * GAPS_AROUND).max(LEAST_AROUND));
            let bounds = Bounds { min: issue.at - around, max: issue.at + around };
            (bounds, issue.vertices.iter().copied().map(Element::Vertex).collect())
        }
        IssueKind::PartialOverlap(_) | IssueKind::Crack { .. } | IssueKind::ExportMargin(_) => {
            let edges = issue.edges.iter().copied().map(Element::Edge).collect();
            (session.bounds_of_cells(&issue.cells), edges)
        }
        IssueKind::ExportCollapse { vertices, .. } | IssueKind::ExportMerge(vertices) => {
            let bounds = Bounds::of(vertices.map(|vertex| session.mesh().position(vertex)));
            (bounds, vertices.map(Element::Vertex).into())
        }
        IssueKind::ExportError => {
            let around = Vec3::splat(AROUND_PLACE);
            (Bounds { min: issue.at - around, max: issue.at + around }, Vec::new())
        }
        IssueKind::UnusedVertex(vertex) | IssueKind::Pinched(vertex) => {
            let around = Vec3::splat(LEAST_AROUND);
            let bounds = Bounds { min: issue.at - around, max: issue.at + around };
            (bounds, vec![Element::Vertex(vertex)])
        }
        IssueKind::Unattached(id, _)
        | IssueKind::Crowded(id, _)
        | IssueKind::DuplicateLink(_, id)
        | IssueKind::NoReturn(id) => {
            let link = session.mesh().link(id).into_iter();
            let ends = link.flat_map(|link| link.from.into_iter().chain(link.to));
            (Bounds::of(ends), vec![Element::Link(id)])
        }
        IssueKind::OffLevel(Some(vertex)) | IssueKind::StraightCorner(vertex) => {
            (session.bounds_of_cells(&issue.cells), vec![Element::Vertex(vertex)])
        }
        IssueKind::NearWall(edge) | IssueKind::NarrowPortal(edge) => {
            (session.bounds_of_cells(&issue.cells), vec![Element::Edge(edge)])
        }
        IssueKind::ForbiddenArea(area) => {
            let cells = session.mesh().cells().filter(|(_, cell)| cell.area() == area);
            let cells: Vec<CellId> = cells.map(|(id, _)| id).collect();
            let elements = cells.iter().copied().map(Element::Cell).collect();
            (session.bounds_of_cells(&cells), elements)
        }
        IssueKind::UnusableOutline(index, _) => points_of_outline(session, index),
        IssueKind::ExportRefused if issue.cells.is_empty() => (session.mesh().bounds(), Vec::new()),
        IssueKind::FarFromOrigin | IssueKind::ExportCoarse => {
            let mesh = session.mesh();
            (mesh.bounds(), mesh.cells().map(|(cell, _)| Element::Cell(cell)).collect())
        }
        _ => {
            let cells = issue.cells.iter().copied().map(Element::Cell).collect();
            (session.bounds_of_cells(&issue.cells), cells)
        }
    }
}

/// Returns the points of an outline, with their box.
fn points_of_outline(session: &Session, index: usize) -> (Bounds, Vec<Element>) {
    let outline = session.document().outlines.list.get(index).into_iter();
    let places = outline.flat_map(|outline| outline.points.iter().map(|&at| at_height(at, outline.height)));
    let places: Vec<Vec3> = places.collect();
    let point = |point| Element::Outline(OutlinePoint { outline: index, point });
    (Bounds::of(places.iter().copied()), (0..places.len()).map(point).collect())
}

/// Returns the best fix of the first issue of [`offered_fixes`] that has one.
pub(in crate::editor) fn best_fix(state: &State) -> Option<Proposal> {
    issues_meant(state).into_iter().find_map(|issue| Some(issue.proposal(&issue.fix()?)))
}

/// Applies the [`best_fix`].
pub(in crate::editor) fn fix_what_is_meant(editor: &mut Editor) {
    if let Some(proposal) = best_fix(editor) {
        with_next_shown(editor, |editor| fix_issues(editor, &proposal));
    }
}

/// Ignores the issue shown last, or the first one of the selection or of the element under the pointer.
pub(in crate::editor) fn ignore_what_is_meant(editor: &mut Editor) {
    if let Some(entry) = issue_meant(editor).map(IgnoredIssue::single) {
        ignore(editor, entry);
    }
}

/// Ignores the kind of the issue that [`ignore_what_is_meant`] ignores.
pub(in crate::editor) fn ignore_kind_that_is_meant(editor: &mut Editor) {
    if let Some(kind) = issue_meant(editor).map(|issue| issue.kind.of_type()) {
        ignore(editor, IgnoredIssue { kind, at: None });
    }
}

/// Returns the cells to split: the selected concave cells, or all concave ones without a selection.
pub(in crate::editor) fn concave_meant(state: &State) -> Vec<CellId> {
    let is_concave = |cell: &CellId| shape(&state.mesh().ground_ring(*cell)) == Shape::Concave;
    if state.selection().is_empty() {
        let concave = all_issues(state).filter(|issue| issue.kind == IssueKind::Concave);
        concave.flat_map(|issue| issue.cells.iter().copied()).collect()
    } else {
        selecting::cells_meant(state).into_iter().filter(is_concave).collect()
    }
}

/// Selects every cell with an error; gaps do not count.
pub(in crate::editor) fn select_broken(editor: &mut Editor) {
    let is_of_cells =
        |issue: &&Issue| issue.kind.severity() == Severity::Error && issue.kind.gaps().is_empty();
    let broken = all_issues(editor).filter(is_of_cells);
    let cells: BTreeSet<CellId> = broken.flat_map(|issue| issue.cells.iter().copied()).collect();
    if cells.is_empty() {
        editor.say(Message::info("No cell is broken."));
    }
    let seen: Vec<CellId> = cells.into_iter().filter(|&cell| !editor.is_hidden(cell)).collect();
    editor.state.select(seen.into_iter().map(Element::Cell));
}

/// Whether an issue affects an element, and not only a cell beside it.
fn concerns(issue: &Issue, element: Element) -> bool {
    match element {
        Element::Vertex(vertex) => {
            issue.vertices.contains(&vertex) || issue.edges.iter().any(|edge| edge.ends().contains(&vertex))
        }
        Element::Edge(edge) => {
            issue.edges.contains(&edge) || edge.ends().iter().any(|end| issue.vertices.contains(end))
        }
        Element::Cell(cell) => issue.cells.contains(&cell),
        Element::Link(link) => match issue.kind {
            IssueKind::Unattached(id, _) | IssueKind::Crowded(id, _) | IssueKind::NoReturn(id) => id == link,
            IssueKind::DuplicateLink(one, other) => [one, other].contains(&link),
            _ => false,
        },
        _ => false,
    }
}
