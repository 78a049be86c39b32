//! Issues of the mesh: showing and fixing them.

use std::collections::BTreeSet;

use glam::Vec3;
use smallvec::SmallVec;

use crate::document::issues::{Fix, GroupKey, Issue, IssueKind, overlapping};
use crate::editor::Editor;
use crate::editor::analysis::level_issues::{all_issues, issues_of_cell};
use crate::editor::edits::level_fixes;
use crate::editor::elements::{entity, selecting};
use crate::editor::session::effect::Message;
use crate::editor::session::pick::Element;
use crate::geometry::{Bounds, Shape, shape};
use crate::navmesh::edit::{
    BoundaryGap, EditResult, Edited, Refusal, cut_out, delete_cells, delete_links, move_link_end,
    place_soundly, reverse_winding, split_concave, stitch, with_links_on_cells,
};
use crate::navmesh::{CellId, Draft, Edge, LinkEnd, LinkId, UnattachedReason, VertexId};

/// User input about an issue, as listed by [`Editor::issues`].
#[derive(Clone, Debug, PartialEq)]
pub enum IssueInput {
    /// Shows the issue in the view and selects its elements.
    Frame(Issue),
    /// Fixes the issue with one of [`Issue::fixes`], as one undo step.
    Fix(Issue, Fix),
    /// Fixes all issues of a group, each with its best fix, as one undo step.
    FixAll(GroupKey),
}

/// Ground shown around a gap: a multiple of its width, and a minimum in metres.
const GAPS_AROUND: f32 = 20.0;
const LEAST_AROUND: f32 = 0.25;

/// Limits on the selected elements searched for issues, and on the fixes offered at once.
const MOST_ASKED: usize = 64;
const MOST_OFFERED: usize = 8;

const GONE: &str = "This issue no longer exists. Look at the list again.";

/// Returns the fixes for the selected elements; without a selection, for the hovered element.
pub fn offered_fixes(editor: &Editor) -> Vec<(Issue, Fix)> {
    let hovered = editor.hover().map(|hit| hit.element).filter(|_| editor.selection.is_empty());
    fixes_of(editor, editor.selection.elements().take(MOST_ASKED).chain(hovered))
}

/// Returns the fixes of issues of elements, best first for each issue, without duplicates.
///
/// The list is short; its maximum length is `MOST_OFFERED`.
pub fn fixes_of(editor: &Editor, elements: impl IntoIterator<Item = Element>) -> Vec<(Issue, Fix)> {
    let mut found: Vec<&Issue> = Vec::new();
    for element in elements {
        let around = if let Element::Link(link) = element {
            found.extend(editor.issues.of_link(link));
            SmallVec::new()
        } else {
            entity::cells_of(editor, element)
        };
        let of_cells = around.into_iter().flat_map(|cell| issues_of_cell(editor, cell));
        for issue in of_cells.filter(|issue| concerns(issue, element)).take(MOST_OFFERED) {
            if found.len() < MOST_OFFERED && !found.iter().any(|other| other.is_same(issue)) {
                found.push(issue);
            }
        }
    }
    let fixes =
        found.into_iter().flat_map(|issue| issue.fixes().into_iter().map(move |fix| (issue.clone(), fix)));
    fixes.take(MOST_OFFERED).collect()
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: IssueInput) {
    match input {
        IssueInput::Frame(listed) => match find_listed(editor, &listed) {
            Some(issue) => frame_issue(editor, &issue),
            None => editor.say(Message::info(GONE)),
        },
        IssueInput::Fix(listed, fix) => match find_listed(editor, &listed) {
            Some(issue) if issue.fixes().contains(&fix) => apply(editor, &[fix]),
            _ => editor.say(Message::info(GONE)),
        },
        IssueInput::FixAll(group) => {
            let islands = &editor.derived.islands;
            let issues = all_issues(editor).filter(|issue| group.contains(issue, islands));
            let fixes: Vec<Fix> = issues.filter_map(Issue::fix).collect();
            apply(editor, &fixes);
        }
    }
}

/// Returns the current version of a listed issue; `None` if it no longer exists.
fn find_listed(editor: &Editor, listed: &Issue) -> Option<Issue> {
    let mut issues = listed.cells.first().into_iter().flat_map(|&cell| issues_of_cell(editor, cell));
    issues.find(|issue| issue.is_same(listed)).cloned()
}

fn frame_issue(editor: &mut Editor, issue: &Issue) {
    let (bounds, elements) = match issue.kind {
        IssueKind::BoundaryGap(gap) => {
            let around = Vec3::splat((issue.distance.unwrap_or(0.0) * GAPS_AROUND).max(LEAST_AROUND));
            let vertices = match gap {
                BoundaryGap::Vertices(one, other) => vec![one, other],
                BoundaryGap::VertexEdge(vertex, _) => vec![vertex],
            };
            let bounds = Bounds { min: issue.at - around, max: issue.at + around };
            (bounds, vertices.into_iter().map(Element::Vertex).collect())
        }
        IssueKind::Unattached(id, _) | IssueKind::Crowded(id, _) => {
            let link = editor.document.mesh.link(id).into_iter();
            let ends = link.flat_map(|link| link.from.into_iter().chain(link.to));
            (Bounds::of(ends), vec![Element::Link(id)])
        }
        IssueKind::OffLevel(Some(vertex)) => {
            (editor.bounds_of_cells(&issue.cells), vec![Element::Vertex(vertex)])
        }
        IssueKind::NearWall(edge) => (editor.bounds_of_cells(&issue.cells), vec![Element::Edge(edge)]),
        _ => {
            let cells = issue.cells.iter().copied().map(Element::Cell).collect();
            (editor.bounds_of_cells(&issue.cells), cells)
        }
    };
    editor.frame(&bounds);
    editor.select(elements);
}

/// Applies fixes of the same kind as one undo step.
fn apply(editor: &mut Editor, fixes: &[Fix]) {
    let Some(&first) = fixes.first() else {
        return editor.say(Message::info("There is no automatic fix for this issue."));
    };
    let cells: BTreeSet<CellId> = fixes
        .iter()
        .filter_map(|fix| match *fix {
            Fix::SplitConcave(cell) | Fix::Reverse(cell) | Fix::Delete(cell) | Fix::DeleteSmaller(cell) => {
                Some(cell)
            }
            _ => None,
        })
        .collect();
    let cells: Vec<CellId> = cells.into_iter().collect();
    let misses: Vec<BoundaryGap> =
        fixes.iter().filter_map(|fix| if let Fix::Stitch(miss) = *fix { Some(miss) } else { None }).collect();
    let moves: Vec<(LinkId, LinkEnd, Vec3)> =
        fixes.iter().flat_map(|fix| moves_to_cells(editor, *fix)).collect();
    let places = level_fixes::moves(editor, fixes);
    let patch = match first {
        Fix::CutOut { cell, from } => patch_over(editor, cell, from),
        _ => Vec::new(),
    };
    let links = editor.derived.links.clone();
    let title = if fixes.len() == 1 { first.label() } else { first.label_of_many().to_owned() };
    editor.edit_or_say(&title, not_applied, |draft| match first {
        Fix::SplitConcave(_) => split_concave(draft, &cells),
        Fix::Reverse(_) => reverse_winding(draft, &cells),
        Fix::Delete(_) | Fix::DeleteSmaller(_) => delete_cells(draft, &cells),
        Fix::CutOut { from, .. } => cut_out(draft, &patch, &[from]),
        Fix::Stitch(_) => stitch(draft, &misses),
        Fix::Attach { .. } => attach(draft, &moves),
        Fix::DeleteLink(link) => delete_links(draft, &[link]),
        Fix::TakeHeight(_) => with_links_on_cells(draft, &links, |draft| place_soundly(draft, &places)),
        Fix::MoveFromWall(_) => place_soundly(draft, &places),
    });
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

/// Applies the first of [`offered_fixes`].
pub(in crate::editor) fn fix_what_is_meant(editor: &mut Editor) {
    if let Some((_, fix)) = offered_fixes(editor).into_iter().next() {
        apply(editor, &[fix]);
    }
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

/// Returns the gaps that welding closes: those of the selection, or all; none of hidden cells.
pub(in crate::editor) fn boundary_gaps_meant(editor: &Editor) -> Vec<BoundaryGap> {
    let seen = editor.issues.iter().filter(|issue| !issue.cells.iter().any(|&cell| editor.is_hidden(cell)));
    let misses = seen.filter_map(|issue| match issue.kind {
        IssueKind::BoundaryGap(miss) => Some(miss),
        _ => None,
    });
    if editor.selection.is_empty() {
        return misses.collect();
    }
    let vertices: BTreeSet<VertexId> =
        editor.selection.all_vertices(&editor.document.mesh).into_iter().collect();
    let touches = |edge: Edge| edge.ends().iter().any(|end| vertices.contains(end));
    let is_meant = |miss: &BoundaryGap| match *miss {
        BoundaryGap::Vertices(one, other) => vertices.contains(&one) || vertices.contains(&other),
        BoundaryGap::VertexEdge(vertex, edge) => vertices.contains(&vertex) || touches(edge),
    };
    misses.filter(is_meant).collect()
}

/// Returns the cells to split: the selected concave cells, or all concave ones without a selection.
pub(in crate::editor) fn concave_meant(editor: &Editor) -> Vec<CellId> {
    let is_concave = |cell: &CellId| shape(&editor.document.mesh.ground_ring(*cell)) == Shape::Concave;
    if editor.selection.is_empty() {
        let concave = editor.issues.iter().filter(|issue| issue.kind == IssueKind::Concave);
        concave.flat_map(|issue| issue.cells.iter().copied()).collect()
    } else {
        selecting::cells_meant(editor).into_iter().filter(is_concave).collect()
    }
}

/// Selects every broken cell; issues of gaps and links do not count.
pub(in crate::editor) fn select_broken(editor: &mut Editor) {
    let is_of_cells = |issue: &&Issue| {
        let kind = issue.kind;
        !matches!(kind, IssueKind::BoundaryGap(_) | IssueKind::Unattached(..) | IssueKind::Crowded(..))
    };
    let broken = editor.issues.iter().filter(is_of_cells);
    let cells: BTreeSet<CellId> = broken.flat_map(|issue| issue.cells.iter().copied()).collect();
    if cells.is_empty() {
        editor.say(Message::info("No cell is broken."));
    }
    let seen: Vec<CellId> = cells.into_iter().filter(|&cell| !editor.is_hidden(cell)).collect();
    editor.select(seen.into_iter().map(Element::Cell));
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

/// Whether an issue affects an element, and not only a cell beside it.
fn concerns(issue: &Issue, element: Element) -> bool {
    match element {
        Element::Vertex(vertex) => {
            issue.vertices.contains(&vertex) || issue.edges.iter().any(|edge| edge.ends().contains(&vertex))
        }
        Element::Edge(edge) => {
            issue.edges.contains(&edge) || edge.ends().iter().any(|end| issue.vertices.contains(end))
        }
        _ => true,
    }
}
