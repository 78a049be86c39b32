//! The message after a repair.

use super::RepairPreview;
use crate::editor::session::effect::Message;
use navsmith_formats::document::{count, noun};

/// Describes a repair and the issues that are left.
pub(super) fn describe(found: &RepairPreview) -> Message {
    let changes = found.change_count();
    let steps = found.effects.iter().filter(|effect| effect.changes > 0).count();
    let done = format!(
        "Repaired the mesh: {} by {}.",
        count(changes, "change", "changes"),
        count(steps, "step", "steps")
    );
    let [errors, ..] = found.after.issues;
    let stopped = (!found.is_complete).then(|| "It stopped early. Run it again to complete it.".to_owned());
    let left = (found.is_complete && errors > 0).then(|| {
        let (verb, it) = (noun(errors, "is", "are"), noun(errors, "it", "them"));
        format!("{} {verb} left. Look at {it} under Issues.", count(errors, "error", "errors"))
    });
    let unlisted = "The search for errors stopped early, so there may be errors that it did not find.";
    let unlisted = found.may_lack_errors.then(|| unlisted.to_owned());
    let notes: Vec<String> = stopped.into_iter().chain(left).chain(unlisted).collect();
    if notes.is_empty() {
        return Message::info(format!("{done} No errors are left."));
    }
    Message::warning(format!("{done} {}", notes.join(" ")))
}
