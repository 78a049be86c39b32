//! Edits that fix issues, each as one undo step, with a message about the effect.

use std::collections::BTreeSet;

use crate::editor::analysis::document_issues::document_issues;
use crate::editor::analysis::export_issues::export_issues;
use crate::editor::analysis::{agent_issues, recheck, repair};
use crate::editor::levels::surface;
use crate::editor::session::Session;
use crate::editor::session::effect::Message;
use crate::editor::{Editor, State};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::{BoundaryGap, Refusal, delete_cells, place_soundly, with_links_on_cells};
use navsmith_core::navmesh::{CellId, VertexId};
use navsmith_formats::check::repair::RepairStep;
use navsmith_formats::check::{
    DocumentIssues, Fix, GroupFix, Issue, IssueKind, Severity, apply_fixes, cut_walls, moved_vertices,
    offset_of_fix,
};
use navsmith_formats::document::{count, thousands};

/// Fixes issues of a kind: shows the effect of their step in the repair dialog, or applies their fixes.
///
/// Fixes that are applied all at once can cause errors, but a step of the repair leaves out those that do.
pub(super) fn fix_all(editor: &mut Editor, issues: &[Issue]) {
    let Some(step) = issues.iter().find_map(RepairStep::of) else { return apply_all(editor, issues) };
    let are_gaps = issues.iter().any(|issue| matches!(issue.kind, IssueKind::BoundaryGap(_)));
    let widest = if are_gaps { editor.issues().limits().gap } else { 0.0 };
    repair::open_at(editor, step, widest);
}

/// Applies the common fix of issues, as one undo step.
fn apply_all(editor: &mut Editor, issues: &[Issue]) {
    match GroupFix::of(issues) {
        None => editor.say(Message::info("There is no automatic fix for this issue.")),
        Some(GroupFix { label, fixes, .. }) => match fixes.as_slice() {
            &[fix] => apply(editor, fix),
            fixes => apply_as(editor, label, fixes),
        },
    }
}

/// Applies a fix as one undo step.
pub(super) fn apply(editor: &mut Editor, fix: Fix) {
    apply_as(editor, &fix.label(), &[fix]);
}

/// Applies fixes of the same kind as one undo step with this title, and describes the effect.
fn apply_as(editor: &mut Editor, title: &str, fixes: &[Fix]) {
    let Some(&first) = fixes.first() else { return };
    if first == Fix::Recenter {
        return recenter(editor);
    }
    if let Some(rise) = highest_step(editor, fixes) {
        return editor.warn(&format!(
            "The fix was not applied: it would weld a step of {rise:.2} m, which the agent does not climb. Place a link, or \
             draw a ramp."
        ));
    }
    let limits = agent_issues::limits(editor);
    let places = moved_vertices(editor.derived(), surface::surface(editor).map(|it| &**it), &limits, fixes);
    let by = places.iter().map(|&(vertex, to)| editor.mesh().position(vertex).distance(to));
    let farthest = by.fold(0.0, f32::max);
    let title = if farthest > limits.weld {
        format!("{title}, which moves vertices by up to {farthest:.2} m")
    } else {
        title.to_owned()
    };
    with_message(editor, &title, fixes.len(), |editor| match first {
        Fix::Rename(..) | Fix::AllowArea(_) => {
            edit_lists(editor, &title, fixes);
            true
        }
        _ => edit(editor, &title, fixes, &places),
    });
}

/// Whether a gap is a step that the agent cannot climb; the weld distance is no step.
pub(super) fn is_step(session: &Session, gap: BoundaryGap) -> bool {
    let limits = agent_issues::limits(session);
    gap.rise(session.mesh()) > limits.agent.max_climb.max(limits.weld)
}

/// Returns the highest step in metres that fixes would weld and that the agent cannot climb.
fn highest_step(session: &Session, fixes: &[Fix]) -> Option<f32> {
    let gaps = fixes.iter().flat_map(|fix| match *fix {
        Fix::Stitch(gap) => vec![gap],
        Fix::StitchBoth(gaps) => gaps.to_vec(),
        _ => Vec::new(),
    });
    let steps = gaps.filter(|&gap| is_step(session, gap));
    steps.map(|gap| gap.rise(session.mesh())).reduce(f32::max)
}

/// Applies fixes by an edit, and shows a message about the effect if the edit returns `true`.
pub(super) fn with_message(
    editor: &mut Editor,
    title: &str,
    fixes: usize,
    edit: impl FnOnce(&mut Editor) -> bool,
) {
    let before = counts(editor);
    if edit(editor) {
        let after = counts(editor);
        editor.say(applied(title, fixes, changes(&before, &after)));
    }
}

/// Edits the mesh by fixes of the same kind, unless that is refused; returns whether it did.
///
/// `places` are the vertices that fixes for an agent and its level move, with their new positions.
fn edit(editor: &mut Editor, title: &str, fixes: &[Fix], places: &[(VertexId, Vec3)]) -> bool {
    let Some(&first) = fixes.first() else { return false };
    let islands: BTreeSet<CellId> = fixes
        .iter()
        .flat_map(|fix| if let Fix::DeleteIsland(cell) = *fix { island_of(editor, cell) } else { Vec::new() })
        .collect();
    let islands: Vec<CellId> = islands.into_iter().collect();
    let derived = editor.derived().clone();
    let (surface, limits) = (surface::surface(editor).cloned(), agent_issues::limits(editor));
    let walled: Vec<CellId> = fixes
        .iter()
        .filter_map(|fix| if let Fix::CutWalls(cell) = *fix { Some(cell) } else { None })
        .collect();
    let mut refused = Vec::new();
    let is_applied = editor.edit_or_say(title, not_applied, |draft| match first {
        Fix::DeleteIsland(_) => delete_cells(draft, &islands),
        Fix::TakeHeight(_) => {
            with_links_on_cells(draft, &derived.links, |draft| place_soundly(draft, places))
        }
        Fix::MoveFromWall(_) | Fix::Widen(_) => place_soundly(draft, places),
        Fix::CutWalls(_) => {
            let surface = surface.as_deref().ok_or(Refusal::Nothing("cut"))?;
            let cut = cut_walls(draft, &derived, surface, &limits, &walled)?;
            refused = cut.refused;
            Ok(cut.edited)
        }
        _ => apply_fixes(draft, &derived, fixes),
    });
    if let Some(first) = refused.first().filter(|_| is_applied) {
        let left = count(refused.len(), "cut was", "cuts were");
        editor.warn(&format!("{left} refused. {}", first.refusal));
    }
    is_applied
}

/// Numbers of issues of each severity that are not ignored.
type Counts = [usize; Severity::ALL.len()];

/// Returns the numbers of issues of mesh, document, agent and exports.
///
/// Those that are not found yet are `None`.
fn counts(state: &State) -> [Option<Counts>; 4] {
    let is_counted = |issue: &&Issue| !agent_issues::is_ignored(state, issue);
    let of = |issues: &mut dyn Iterator<Item = &Issue>| Severity::counts(issues.filter(is_counted));
    [
        Some(of(&mut state.issues().iter())),
        document_issues(state).map(|found| of(&mut DocumentIssues::iter(found))),
        agent_issues::agent_issues(state).map(|found| of(&mut found.iter())),
        export_issues(state).map(|found| of(&mut found.issues.iter())),
    ]
}

/// Numbers of issues of each severity before and after a fix.
type CountChanges = [[usize; 2]; Severity::ALL.len()];

/// Returns the numbers before and after a fix, without those that are not found at both times.
fn changes(before: &[Option<Counts>], after: &[Option<Counts>]) -> CountChanges {
    let mut changes = [[0; 2]; Severity::ALL.len()];
    for (before, after) in before.iter().zip(after).filter_map(|(before, after)| before.zip(*after)) {
        for (change, found) in changes.iter_mut().zip(before.into_iter().zip(after)) {
            *change = [change[0] + found.0, change[1] + found.1];
        }
    }
    changes
}

/// Describes fixes that were applied, and their effect.
fn applied(title: &str, fixes: usize, changes: CountChanges) -> Message {
    let fixes = match fixes {
        1 => "The fix was applied".to_owned(),
        _ => format!("{} were applied", count(fixes, "fix", "fixes")),
    };
    let done = format!("{fixes}: {}.", lowercase(title));
    let [[before, after], ..] = changes;
    if after > before {
        let more = count(after - before, "more error", "more errors");
        return Message::warning(format!("{done} It causes {more}: undo it, or choose another fix."));
    }
    let named = ["Errors", "Warnings", "Hints"].into_iter().zip(changes);
    let changed = named.filter(|(_, [before, after])| before != after);
    let numbers = changed.map(|(name, change)| {
        let [before, after] = change.map(thousands);
        format!(" {name}: {before} before, {after} after.")
    });
    Message::info(done + &numbers.collect::<String>())
}

/// Moves the document to the origin, as one undo step.
pub(in crate::editor) fn recenter(editor: &mut Editor) {
    let Some(by) = offset_of_fix(editor.derived(), &recheck::limits(editor)) else {
        return editor.say(Message::info("The document is near the origin already."));
    };
    match editor.document().moved(by) {
        Err(why) => editor.warn(&format!("Not recentred: {why}.")),
        Ok(document) => {
            editor.edit_document(&Fix::Recenter.label(), document);
            let bounds = editor.mesh().bounds();
            editor.state.frame(&bounds);
            let [there, back] = [by, Vec3::ZERO - by].map(|Vec3 { x, y, z }| format!("({x}, {y}, {z}) m"));
            editor.say(Message::info(format!(
                "The document was moved by {there}. Place its exports at {back} in the game."
            )));
        }
    }
}

/// Gives elements of lists unused names, or allows areas, as one undo step with this title.
fn edit_lists(editor: &mut Editor, title: &str, fixes: &[Fix]) {
    let mut document = editor.document().clone();
    for fix in fixes {
        document = match *fix {
            Fix::Rename(list, index) => list.renamed(index, &document),
            Fix::AllowArea(area) => document.allowing(area),
            _ => document,
        };
    }
    editor.edit_document(title, document);
}

/// Returns the cells of the tiny island that contains a cell.
fn island_of(state: &State, cell: CellId) -> Vec<CellId> {
    let mut issues = agent_issues::issues_of_cell(state, cell);
    let issue = issues.find(|issue| issue.kind == IssueKind::TinyIsland);
    issue.map_or_else(Vec::new, |issue| issue.cells.clone())
}

/// Describes the reason why a fix was refused.
///
/// The text omits the elements that the refusal names, because the user did not touch them.
fn not_applied(refusal: Refusal) -> String {
    let why = match refusal {
        Refusal::EdgeTaken(_) => "a new cell would lie over another one".to_owned(),
        refusal => {
            let words = refusal.to_string();
            lowercase(words.split(". ").next().unwrap_or_default().trim_end_matches('.'))
        }
    };
    format!("The fix was not applied: {why}. Choose another fix.")
}

/// Returns a text with a small first letter.
fn lowercase(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
