//! Application of proposals, each as one undo step, with a message about the effect.

use crate::editor::analysis::{agent_issues, recheck, repair};
use crate::editor::levels::surface;
use crate::editor::session::Session;
use crate::editor::session::draft::DocumentDraft;
use crate::editor::session::effect::Message;
use crate::editor::{Editor, State};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::{BoundaryGap, Refusal};
use navsmith_formats::check::repair::RepairStep;
use navsmith_formats::check::{Fix, FixContext, Issue, IssueKind, Proposal, Severity, offset_of_fix};
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
    match Proposal::of_issues(issues) {
        None => editor.say(Message::info("There is no automatic fix for this issue.")),
        Some(proposal) => match proposal.fixes.as_slice() {
            [fix] => fix_issues(editor, &Proposal { label: fix.label(), ..proposal }),
            _ => fix_issues(editor, &proposal),
        },
    }
}

/// Applies a proposal that fixes issues, unless it would weld a step that the agent cannot climb.
pub(super) fn fix_issues(editor: &mut Editor, proposal: &Proposal) {
    match highest_step(editor, &proposal.fixes) {
        Some(rise) => editor.warn(&format!(
            "The fix was not applied: it would weld a step of {rise:.2} m, which the agent does not climb. Place a link, or \
             draw a ramp."
        )),
        None => apply(editor, proposal),
    }
}

/// Applies a proposal as one undo step, and describes the effect.
pub(super) fn apply(editor: &mut Editor, proposal: &Proposal) {
    if proposal.fixes == [Fix::Recenter] {
        return recenter(editor);
    }
    let title = proposal.title();
    // Several edits that were tried on a copy are one fix.
    let fixes = if proposal.effect.is_some() { 1 } else { proposal.fixes.len() };
    with_message(editor, &title, fixes, |editor| edit(editor, proposal));
}

/// Whether a gap is a step that the agent cannot climb; the usual weld distance is no step.
pub(super) fn is_step(session: &Session, gap: BoundaryGap) -> bool {
    let climb = agent_issues::limits(session).agent.max_climb;
    gap.rise(session.mesh()) > climb.max(recheck::limits(session).usual_weld())
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

/// Edits the document by a proposal, unless that is refused; returns whether it did.
fn edit(editor: &mut Editor, proposal: &Proposal) -> bool {
    let (derived, surface) = (editor.derived().clone(), surface::surface(editor).cloned());
    let context = FixContext {
        derived: &derived,
        surface: surface.as_deref(),
        mesh_limits: recheck::limits(editor),
        agent_limits: agent_issues::limits(editor),
        query: editor.active_query_index(),
    };
    let mut refused = Vec::new();
    let before = editor.begin(&proposal.title());
    let edit = |draft: &mut DocumentDraft| {
        let (mesh, rest) = draft.parts();
        let applied = proposal.apply(mesh, rest, &context)?;
        refused = applied.refused;
        Ok(applied.edited)
    };
    let shown = if proposal.fixes.iter().all(Fix::is_of_document) {
        editor.preview_keeping(&before, edit)
    } else {
        editor.preview(&before, edit)
    };
    if let Err(refusal) = shown {
        editor.roll_back();
        editor.warn(&not_applied(refusal));
        return false;
    }
    editor.commit();
    if let Some(first) = refused.first() {
        let left = count(refused.len(), "cut was", "cuts were");
        editor.warn(&format!("{left} refused. {first}"));
    }
    true
}

/// Numbers of issues of each severity that are not ignored.
type Counts = [usize; Severity::ALL.len()];

/// Returns the numbers of issues of mesh, document, agent and exports.
///
/// Those that are not found yet are `None`.
fn counts(state: &State) -> [Option<Counts>; 4] {
    agent_issues::by_scope(state).counts(|issue| !agent_issues::is_ignored(state, issue))
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
    if edit(editor, &Fix::Recenter.into()) {
        let bounds = editor.mesh().bounds();
        editor.state.frame(&bounds);
        let [there, back] = [by, Vec3::ZERO - by].map(|Vec3 { x, y, z }| format!("({x}, {y}, {z}) m"));
        editor.say(Message::info(format!(
            "The document was moved by {there}. Place its exports at {back} in the game."
        )));
    }
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
