//! Review of a new generation that keeps what was done by hand.
//!
//! The update is compared with the document, so that the panel *Compare* lists what stays, what changes, and conflicts.

use std::collections::BTreeSet;

use crate::editor::files::comparison;
use crate::editor::generation::update::{self, UpdateKey};
use crate::editor::session::effect::Message;
use crate::editor::{Editor, State};
use navsmith_core::geometry::Vec3;
use navsmith_formats::document::count;
use navsmith_formats::update::{ConflictSubject, Update};

/// Shows a new update, or applies it at once if it has no conflict.
pub(in crate::editor) fn show(editor: &mut Editor) {
    let Some(update) = update::present(editor).cloned() else { return };
    // An update that the user did not ask for must not end what is drawn.
    let is_busy = editor.is_gesture_running();
    let Some(decisions) = &mut editor.state.generation.decisions else { return };
    if update.conflicts.is_empty() && !decisions.is_shown && !is_busy {
        return apply(editor);
    }
    decisions.listed.extend(update.conflicts.iter().map(|conflict| conflict.subject));
    let is_first = !std::mem::replace(&mut decisions.is_shown, true);
    if is_first {
        let conflicts = count(update.conflicts.len(), "conflict", "conflicts");
        editor.warn(&format!("Regenerate: {conflicts}. Decide in the panel Compare, then apply."));
    }
    comparison::start_review(editor, update, is_first);
}

/// Applies the update, as one undo step.
pub(in crate::editor) fn apply(editor: &mut Editor) {
    let Some(update) = update::present(editor).cloned() else { return };
    let Some(decisions) = editor.state.generation.decisions.take() else { return };
    editor.forget::<UpdateKey>();
    if decisions.is_shown {
        comparison::close(editor);
    }
    let sentence = sentence(&update, &decisions.theirs);
    editor.settled().edit_document("Regenerate mesh", update.document);
    editor.state.generation.hide();
    editor.follow_analyses();
    editor.say(Message::info(sentence));
}

/// Describes an update that was applied.
fn sentence(update: &Update, theirs: &BTreeSet<ConflictSubject>) -> String {
    let Update { kept, kept_gone, removed, added, removed_links, added_links, conflicts, .. } = update;
    let [kept, gone, removed, added] =
        [kept.len(), *kept_gone, *removed, *added].map(|number| count(number, "cell", "cells"));
    let mut sentence = format!(
        "Regenerated: kept {kept} by hand, left {gone} deleted or changed, dropped {removed}, added {added}."
    );
    if removed_links + added_links > 0 {
        let [removed, added] = [removed_links, added_links].map(|number| count(*number, "link", "links"));
        sentence = format!("{sentence} Dropped {removed}, added {added}.");
    }
    let mut mine = conflicts.iter().filter(|conflict| !theirs.contains(&conflict.subject));
    let Some(first) = mine.next() else { return sentence };
    let Vec3 { x, y, z } = first.at;
    let (all, subject, reason) =
        (count(1 + mine.count(), "conflict", "conflicts"), first.subject, first.reason);
    let place = format!("{x:.2}, {y:.2}, {z:.2}");
    format!("{sentence} {all} kept: {subject} at ({place}) stays, but {reason}.")
}

/// Whether the update can be applied.
pub(in crate::editor) fn is_ready(state: &State) -> bool {
    update::is_shown(state) && update::present(state).is_some()
}
