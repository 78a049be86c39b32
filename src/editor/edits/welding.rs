//! Welding of the gaps of the selection, or of all.

use std::collections::BTreeSet;

use crate::editor::Editor;
use crate::editor::analysis::agent_issues::is_ignored;
use crate::editor::edits::fixing::{is_step, with_message};
use crate::editor::session::Session;
use crate::editor::session::effect::Message;
use navsmith_core::navmesh::edit::{BoundaryGap, stitch};
use navsmith_core::navmesh::{Edge, VertexId};
use navsmith_formats::document::count;

/// Welds the gaps of the selection, or all, without those of hidden cells.
pub(in crate::editor) fn weld_gaps(editor: &mut Editor) {
    let mut gaps = boundary_gaps_meant(editor, false);
    let is_high = |gap: &BoundaryGap| is_step(editor, *gap);
    let steps = gaps.iter().filter(|gap| is_high(gap)).count();
    gaps.retain(|gap| !is_high(gap));
    if !gaps.is_empty() {
        let title = "Weld gaps";
        let edit = |editor: &mut Editor| editor.edit(title, |draft| stitch(draft, &gaps));
        with_message(editor, title, gaps.len(), edit);
        if steps > 0 {
            let steps = count(steps, "step", "steps");
            editor.say(Message::warning(format!(
                "{steps} that the agent cannot climb stay. Place links, or draw ramps."
            )));
        }
        return;
    }
    if steps > 0 {
        let steps = count(steps, "gap is a step", "gaps are steps");
        return editor.warn(&format!("{steps} that the agent cannot climb. Place a link, or draw a ramp."));
    }
    let ignored = boundary_gaps_meant(editor, true).len();
    if ignored > 0 {
        let are = if ignored == 1 { "is" } else { "are" };
        let found = count(ignored, "gap", "gaps");
        return editor.warn(&format!(
            "{found} {are} ignored, and there are no others here. Restore them at the end of the issues."
        ));
    }
    let distance = editor.issues().limits().gap;
    editor.say(Message::info(format!("No boundaries are nearer than {distance} m to each other.")));
}

/// Returns the gaps of the selection, or all, that are ignored or not; none of hidden cells.
fn boundary_gaps_meant(session: &Session, are_ignored: bool) -> Vec<BoundaryGap> {
    let listed = session.issues().iter().filter(|issue| is_ignored(session, issue) == are_ignored);
    let seen = listed.filter(|issue| !issue.cells.iter().any(|&cell| session.is_hidden(cell)));
    let misses = seen.flat_map(|issue| issue.kind.gaps().to_vec());
    if session.selection.is_empty() {
        return misses.collect();
    }
    let vertices: BTreeSet<VertexId> = session.selection.all_vertices(session.mesh()).into_iter().collect();
    let touches = |edge: Edge| edge.ends().iter().any(|end| vertices.contains(end));
    let is_meant = |miss: &BoundaryGap| match *miss {
        BoundaryGap::Vertices(one, other) => vertices.contains(&one) || vertices.contains(&other),
        BoundaryGap::VertexEdge(vertex, edge) => vertices.contains(&vertex) || touches(edge),
    };
    misses.filter(is_meant).collect()
}
