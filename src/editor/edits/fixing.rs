//! Edits that fix issues, each as one undo step.

use std::collections::BTreeSet;

use crate::document::apply_fixes;
use crate::document::issues::{Fix, Issue, IssueKind, offset_of_fix};
use crate::editor::Editor;
use crate::editor::analysis::{agent_issues, recheck};
use crate::editor::edits::level_fixes;
use crate::editor::session::effect::Message;
use crate::geometry::Vec3;
use crate::navmesh::CellId;
use crate::navmesh::edit::{Refusal, delete_cells, place_soundly, with_links_on_cells};

/// Applies the best fixes of issues that have the label of the first one, as one undo step.
pub(super) fn apply_all(editor: &mut Editor, issues: &[Issue]) {
    let mut labels = issues.iter().filter_map(Issue::label_of_many);
    let Some(label) = labels.next() else {
        return editor.say(Message::info("There is no automatic fix for this issue."));
    };
    let meant = issues.iter().filter(|issue| issue.label_of_many() == Some(label));
    let fixes: Vec<Fix> = meant.filter_map(Issue::fix).collect();
    match fixes.as_slice() {
        &[fix] => apply(editor, fix),
        fixes => apply_as(editor, label, fixes),
    }
}

/// Applies a fix as one undo step.
pub(super) fn apply(editor: &mut Editor, fix: Fix) {
    apply_as(editor, &fix.label(), &[fix]);
}

/// Applies fixes of the same kind as one undo step with this title.
fn apply_as(editor: &mut Editor, title: &str, fixes: &[Fix]) {
    let Some(&first) = fixes.first() else { return };
    match first {
        Fix::Recenter => return recenter(editor),
        Fix::Rename(..) => return rename(editor, fixes),
        _ => {}
    }
    let islands: BTreeSet<CellId> = fixes
        .iter()
        .flat_map(|fix| if let Fix::DeleteIsland(cell) = *fix { island_of(editor, cell) } else { Vec::new() })
        .collect();
    let islands: Vec<CellId> = islands.into_iter().collect();
    let places = level_fixes::moves(editor, fixes);
    let derived = editor.derived.clone();
    editor.edit_or_say(title, not_applied, |draft| match first {
        Fix::DeleteIsland(_) => delete_cells(draft, &islands),
        Fix::TakeHeight(_) => {
            with_links_on_cells(draft, &derived.links, |draft| place_soundly(draft, &places))
        }
        Fix::MoveFromWall(_) | Fix::Widen(_) => place_soundly(draft, &places),
        _ => apply_fixes(draft, &derived, fixes),
    });
}

/// Moves the document to the origin, as one undo step.
pub(in crate::editor) fn recenter(editor: &mut Editor) {
    let Some(by) = offset_of_fix(&editor.derived, &recheck::limits(editor)) else {
        return editor.say(Message::info("The document is near the origin already."));
    };
    match editor.document.moved(by) {
        Err(why) => editor.warn(&format!("Not recentred: {why}.")),
        Ok(document) => {
            editor.edit_document(&Fix::Recenter.label(), document);
            let bounds = editor.document.mesh.bounds();
            editor.frame(&bounds);
            let [there, back] = [by, Vec3::ZERO - by].map(|Vec3 { x, y, z }| format!("({x}, {y}, {z}) m"));
            editor.say(Message::info(format!(
                "The document was moved by {there}. Place its exports at {back} in the game."
            )));
        }
    }
}

/// Gives elements of lists unused names, as one undo step.
fn rename(editor: &mut Editor, fixes: &[Fix]) {
    let mut document = editor.document.clone();
    for fix in fixes {
        if let Fix::Rename(list, index) = *fix {
            document = list.renamed(index, &document);
        }
    }
    let title = match fixes {
        [fix] => fix.label(),
        _ => "Rename elements".to_owned(),
    };
    editor.edit_document(&title, document);
}

/// Returns the cells of the tiny island that contains a cell.
fn island_of(editor: &Editor, cell: CellId) -> Vec<CellId> {
    let mut issues = agent_issues::issues_of_cell(editor, cell);
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
            let sentence = words.split(". ").next().unwrap_or_default().trim_end_matches('.');
            let mut letters = sentence.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        }
    };
    format!("The fix was not applied: {why}. Choose another fix.")
}
