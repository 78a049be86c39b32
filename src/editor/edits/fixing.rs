//! Edits that fix issues, each as one undo step.

use std::collections::BTreeSet;

use glam::Vec3;

use crate::document::issues::{Fix, IssueKind, overlapping};
use crate::editor::Editor;
use crate::editor::analysis::agent_issues;
use crate::editor::edits::level_fixes;
use crate::editor::session::effect::Message;
use crate::navmesh::edit::{
    BoundaryGap, EditResult, Edited, MergeAt, Refusal, cut_out, delete_cells, delete_links, delete_vertices,
    dissolve_edges, dissolve_vertices, flip_edge, make_two_way, merge_vertices, move_link_end, place_soundly,
    reverse_winding, separate, separate_fans, split_concave, stitch, triangulate, with_links_on_cells,
};
use crate::navmesh::{CellId, Draft, Edge, LinkEnd, LinkId, UnattachedReason, VertexId};

/// Applies the fixes of a group of issues that have the label of the first one, as one undo step.
pub(super) fn apply_all(editor: &mut Editor, mut fixes: Vec<Fix>) {
    if let Some(label) = fixes.first().map(|fix| fix.label_of_many()) {
        fixes.retain(|fix| fix.label_of_many() == label);
    }
    apply(editor, &fixes);
}

/// Applies fixes of the same kind as one undo step.
pub(super) fn apply(editor: &mut Editor, fixes: &[Fix]) {
    let Some(&first) = fixes.first() else {
        return editor.say(Message::info("There is no automatic fix for this issue."));
    };
    let Elements { cells, vertices, edges, gaps, links, moves, separated } = Elements::of(editor, fixes);
    let places = level_fixes::moves(editor, fixes);
    let patch = match first {
        Fix::CutOut { cell, from } => patch_over(editor, cell, from),
        _ => Vec::new(),
    };
    let attachments = editor.derived.links.clone();
    let title = if fixes.len() == 1 { first.label() } else { first.label_of_many().to_owned() };
    editor.edit_or_say(&title, not_applied, |draft| match first {
        Fix::SplitConcave(_) => split_concave(draft, &cells),
        Fix::Reverse(_) => reverse_winding(draft, &cells),
        Fix::Delete(_) | Fix::DeleteSmaller(_) | Fix::DeleteIsland(_) => delete_cells(draft, &cells),
        Fix::CutOut { from, .. } => cut_out(draft, &patch, &[from]),
        Fix::Separate { .. } => each(draft, &separated, |draft, (cell, edge)| separate(draft, edge, cell)),
        Fix::Stitch(_) | Fix::StitchBoth(_) => stitch(draft, &gaps),
        Fix::Collapse(_) => {
            each(draft, &edges, |draft, edge| merge_vertices(draft, &edge.ends(), MergeAt::Center))
        }
        Fix::Flip(_) => each(draft, &edges, flip_edge),
        Fix::Dissolve(_) => each(draft, &edges, |draft, edge| dissolve_edges(draft, &[edge])),
        Fix::Triangulate(_) => triangulate(draft, &cells),
        Fix::DissolveVertex(_) => each(draft, &vertices, |draft, vertex| dissolve_vertices(draft, &[vertex])),
        Fix::DeleteVertex(_) => delete_vertices(draft, &vertices),
        Fix::SeparateFans(_) => each(draft, &vertices, separate_fans),
        Fix::Attach { .. } => attach(draft, &moves),
        Fix::DeleteLink(_) => delete_links(draft, &links),
        Fix::MakeTwoWay(_) => make_two_way(draft, &links),
        Fix::TakeHeight(_) => with_links_on_cells(draft, &attachments, |draft| place_soundly(draft, &places)),
        Fix::MoveFromWall(_) | Fix::Widen(_) => place_soundly(draft, &places),
    });
}

/// The elements that fixes of the same kind concern, each once, by id.
struct Elements {
    cells: Vec<CellId>,
    vertices: Vec<VertexId>,
    edges: Vec<Edge>,
    gaps: Vec<BoundaryGap>,
    links: Vec<LinkId>,
    /// The ends of links to move, with their new positions.
    moves: Vec<(LinkId, LinkEnd, Vec3)>,
    /// The cells to separate from an edge each.
    separated: Vec<(CellId, Edge)>,
}

impl Elements {
    fn of(editor: &Editor, fixes: &[Fix]) -> Self {
        let cells = elements(fixes, |fix| match fix {
            Fix::SplitConcave(cell)
            | Fix::Reverse(cell)
            | Fix::Delete(cell)
            | Fix::DeleteSmaller(cell)
            | Fix::Triangulate(cell) => vec![cell],
            Fix::DeleteIsland(cell) => island_of(editor, cell),
            _ => Vec::new(),
        });
        let vertices = elements(fixes, |fix| match fix {
            Fix::DissolveVertex(vertex) | Fix::DeleteVertex(vertex) | Fix::SeparateFans(vertex) => {
                vec![vertex]
            }
            _ => Vec::new(),
        });
        let edges = elements(fixes, |fix| match fix {
            Fix::Collapse(edge) | Fix::Flip(edge) | Fix::Dissolve(edge) => vec![edge],
            _ => Vec::new(),
        });
        let gaps = elements(fixes, |fix| match fix {
            Fix::Stitch(gap) => vec![gap],
            Fix::StitchBoth(gaps) => gaps.to_vec(),
            _ => Vec::new(),
        });
        let links = elements(fixes, |fix| match fix {
            Fix::DeleteLink(link) | Fix::MakeTwoWay(link) => vec![link],
            _ => Vec::new(),
        });
        let moves = fixes.iter().flat_map(|fix| moves_to_cells(editor, *fix)).collect();
        let separated = elements(fixes, |fix| match fix {
            Fix::Separate { cell, edge } => vec![(cell, edge)],
            _ => Vec::new(),
        });
        Self { cells, vertices, edges, gaps, links, moves, separated }
    }
}

/// Returns the cells of the tiny island that contains a cell.
fn island_of(editor: &Editor, cell: CellId) -> Vec<CellId> {
    let mut issues = agent_issues::issues_of_cell(editor, cell);
    let issue = issues.find(|issue| issue.kind == IssueKind::TinyIsland);
    issue.map_or_else(Vec::new, |issue| issue.cells.clone())
}

/// Returns the elements that fixes concern, each once, by id.
fn elements<T: Ord>(fixes: &[Fix], of_fix: impl Fn(Fix) -> Vec<T>) -> Vec<T> {
    let all: BTreeSet<T> = fixes.iter().flat_map(|&fix| of_fix(fix)).collect();
    all.into_iter().collect()
}

/// Applies an edit to each element, and skips those that refuse it. Refused if all do.
fn each<T: Copy>(
    draft: &mut Draft,
    elements: &[T],
    edit: impl Fn(&mut Draft, T) -> EditResult,
) -> EditResult {
    let (mut all, mut reason, mut has_changed) = (Edited::default(), None, false);
    for &element in elements {
        let before = draft.clone();
        match edit(draft, element) {
            Ok(edited) => {
                has_changed = true;
                all.vertices.extend(edited.vertices);
                all.edges.extend(edited.edges);
                all.cells.extend(edited.cells);
            }
            // A refused edit may have changed a part.
            Err(refusal) => {
                *draft = before;
                reason.get_or_insert(refusal);
            }
        }
    }
    if let (Some(refusal), false) = (reason, has_changed) {
        return Err(refusal);
    }
    let mesh = draft.mesh();
    all.vertices.retain(|&vertex| mesh.vertex(vertex).is_some());
    all.cells.retain(|&cell| mesh.cell(cell).is_some());
    all.edges.retain(|&edge| !draft.adjacency().sides_of(mesh, edge).is_empty());
    Ok(all)
}

/// Returns a cell and all cells connected to it that overlap `from` too; they are cut out together.
fn patch_over(editor: &Editor, cell: CellId, from: CellId) -> Vec<CellId> {
    let over = overlapping(&editor.document.mesh, &editor.derived, &[from]);
    let (mut patch, mut queue) = (BTreeSet::new(), vec![cell]);
    while let Some(cell) = queue.pop() {
        if patch.insert(cell) {
            let beside = editor.derived.adjacency.neighbors(cell).map(|(_, neighbor)| neighbor);
            queue.extend(beside.filter(|neighbor| over.binary_search(neighbor).is_ok()));
        }
    }
    patch.into_iter().collect()
}

/// Returns the positions on cells to which a fix moves the unattached ends of a link.
fn moves_to_cells(editor: &Editor, fix: Fix) -> Vec<(LinkId, LinkEnd, Vec3)> {
    let Fix::Attach { link, .. } = fix else { return Vec::new() };
    let ends = LinkEnd::BOTH.into_iter().zip(editor.derived.links.ends(link).into_iter().flatten());
    let nearest = ends.filter_map(|(end, attachment)| match attachment.failure() {
        Some(UnattachedReason::TooFar { point, .. }) => Some((link, end, point)),
        _ => None,
    });
    nearest.collect()
}

fn attach(draft: &mut Draft, moves: &[(LinkId, LinkEnd, Vec3)]) -> EditResult {
    let mut attached = Edited::default();
    for &(link, end, to) in moves {
        attached = move_link_end(draft, link, end, to)?;
    }
    Ok(attached)
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
