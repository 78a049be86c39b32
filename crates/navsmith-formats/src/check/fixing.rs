//! Application of fixes to a document, or to its mesh alone.
//!
//! The editor, the repair and the trials of connections use the same edits.

use std::collections::BTreeSet;

use super::island::cells_around;
use super::{
    AgentLimits, Facing, Fix, MeshLimits, Proposal, STOREY, cut_walls, gaps_across, moved_vertices,
    offset_of_fix, overlapping,
};
use crate::document::{Document, NamedQuery};
use crate::level::surface::LevelSurface;
use navsmith_core::geometry::interiors_overlap;
use navsmith_core::navmesh::edit::{
    BoundaryGap, EditResult, Edited, MergeAt, Refusal, add_link, allow_links, bridge, cut_out, delete_cells,
    delete_links, delete_vertices, dissolve_edges, dissolve_vertices, flip_edge, join_at_contact,
    make_two_way, merge_vertices, move_link_end, place_soundly, reverse_winding, separate, separate_fans,
    split_concave, split_edge, split_within, stitch, triangulate, untangle, with_links_on_cells,
};
use navsmith_core::navmesh::{
    CellId, Derived, Draft, Edge, HalfEdge, Link, LinkEnd, LinkId, UnattachedReason, VertexId,
};

/// Factor on the height of a storey, so that rounding leaves no overlap at the edge of a cut.
const ROUNDING: f32 = 1.02;

/// Data beside the document on which the effect of fixes depends.
#[derive(Clone, Copy, Debug)]
pub struct FixContext<'a> {
    /// Data derived from the mesh before the fixes.
    pub derived: &'a Derived,
    /// Triangles of the levels.
    pub surface: Option<&'a LevelSurface>,
    /// Limits of issues of the mesh.
    pub mesh_limits: MeshLimits,
    /// Limits of issues of the agent.
    pub agent_limits: AgentLimits,
    /// Index of the query of which the settings change.
    pub query: usize,
}

/// The result of applying a proposal.
#[derive(Debug, Default)]
pub struct Applied {
    /// The elements to select.
    pub edited: Edited,
    /// Reasons why some walls were not cut out.
    pub refused: Vec<Refusal>,
}

impl Proposal {
    /// Applies the proposal to a document that is divided into the draft of its mesh and the rest.
    ///
    /// Skips fixes that cannot be applied. Refused if all are.
    pub fn apply(
        &self,
        draft: &mut Draft,
        rest: &mut Document,
        context: &FixContext<'_>,
    ) -> Result<Applied, Refusal> {
        let &FixContext { derived, surface, agent_limits, .. } = context;
        let fixes = self.fixes.as_slice();
        let edited = match fixes.first() {
            Some(fix) if fix.is_of_document() => {
                fixes.iter().try_for_each(|fix| change_document(fix, draft, rest, context))?;
                Edited::default()
            }
            Some(Fix::TakeHeight(_)) => {
                let places = moved_vertices(derived, surface, &agent_limits, fixes);
                with_links_on_cells(draft, &derived.links, |draft| place_soundly(draft, &places))?
            }
            Some(Fix::MoveFromWall(_) | Fix::Widen(_)) => {
                place_soundly(draft, &moved_vertices(derived, surface, &agent_limits, fixes))?
            }
            Some(Fix::CutWalls(_)) => {
                let surface = surface.ok_or(Refusal::Nothing("cut"))?;
                let cut = cut_walls(draft, derived, surface, &agent_limits, &cells(fixes))?;
                let refused = cut.refused.iter().map(|cut| cut.refusal).collect();
                return Ok(Applied { edited: cut.edited, refused });
            }
            _ => apply_fixes(draft, derived, fixes)?,
        };
        Ok(Applied { edited, refused: Vec::new() })
    }
}

impl Fix {
    /// Whether the fix changes more of a document than elements of its mesh.
    pub fn is_of_document(&self) -> bool {
        matches!(
            self,
            Self::Recenter | Self::Rename(..) | Self::AllowArea(_) | Self::Unblock(_) | Self::Scenario(..)
        )
    }
}

/// Applies a fix that changes more than elements of the mesh.
fn change_document(
    fix: &Fix,
    draft: &mut Draft,
    rest: &mut Document,
    context: &FixContext<'_>,
) -> Result<(), Refusal> {
    match fix {
        Fix::Rename(list, index) => *rest = list.renamed(*index, rest),
        Fix::AllowArea(area) => *rest = rest.allowing(*area),
        Fix::Recenter => {
            let by = offset_of_fix(context.derived, &context.mesh_limits).ok_or(Refusal::Nothing("move"))?;
            let whole = Document { mesh: draft.mesh().clone(), ..rest.clone() };
            let mut moved = whole.moved(by).map_err(|_out_of_range| Refusal::NotFinite)?;
            *draft = Draft::new(std::mem::take(&mut moved.mesh), draft.adjacency().clone());
            *rest = moved;
        }
        Fix::Unblock(relaxation) => {
            if !relaxation.links.is_empty() {
                make_two_way(draft, &relaxation.links)?;
            }
            let mut queries = rest.queries.as_ref().clone();
            if queries.is_empty() {
                queries.push(NamedQuery::default());
            }
            if let Some(query) = queries.get_mut(context.query) {
                query.settings = relaxation.applied_to(&query.settings);
            }
            rest.queries = queries.into();
        }
        Fix::Scenario(index, scenario) => {
            let mut scenarios = rest.scenarios.as_ref().clone();
            let changed = scenarios.get_mut(*index).ok_or(Refusal::Nothing("change"))?;
            *changed = scenario.as_ref().clone();
            rest.scenarios = scenarios.into();
        }
        _ => {}
    }
    Ok(())
}

/// Applies fixes of the same kind to a draft of the mesh that `derived` was derived from.
///
/// Skips those that cannot be applied. Refused if all are, and for fixes that need an agent, a level or more
/// than the mesh.
pub fn apply_fixes(draft: &mut Draft, derived: &Derived, fixes: &[Fix]) -> EditResult {
    let mut refusals = Vec::new();
    apply(draft, derived, fixes, &mut refusals)
}

/// Like [`apply_fixes`], but refused if one of the fixes cannot be applied.
pub(super) fn apply_strictly(draft: &mut Draft, derived: &Derived, fixes: &[Fix]) -> EditResult {
    let mut refusals = Vec::new();
    let edited = apply(draft, derived, fixes, &mut refusals)?;
    refusals.first().map_or(Ok(edited), |&refusal| Err(refusal))
}

/// Applies fixes, and lists why some of them were skipped.
fn apply(draft: &mut Draft, derived: &Derived, fixes: &[Fix], refusals: &mut Vec<Refusal>) -> EditResult {
    let Some(first) = fixes.first() else { return Err(Refusal::Nothing("fix")) };
    match first {
        Fix::SplitConcave(_) => split_concave(draft, &cells(fixes)),
        Fix::Untangle(_) => each(draft, cells(fixes), refusals, untangle),
        Fix::Reverse(_) => reverse_winding(draft, &cells(fixes)),
        Fix::Delete(_) | Fix::DeleteSmaller(_) => delete_cells(draft, &cells(fixes)),
        &Fix::CutOut { cell, from } => cut_out(draft, &patch_over(derived, cell, from), &[from]),
        Fix::Separate { .. } => {
            each(draft, separated(fixes), refusals, |draft, (cell, edge)| separate(draft, edge, cell))
        }
        Fix::Stitch(_) | Fix::StitchBoth(_) => stitch(draft, &gaps(fixes)),
        Fix::Collapse(_) => each(draft, edges(fixes), refusals, |draft, edge| {
            merge_vertices(draft, &edge.ends(), MergeAt::Center)
        }),
        Fix::Flip(_) => each(draft, edges(fixes), refusals, flip_edge),
        Fix::SplitEdge(_) => each(draft, edges(fixes), refusals, |draft, edge| split_edge(draft, edge, 0.5)),
        Fix::Dissolve(_) => each(draft, edges(fixes), refusals, |draft, edge| dissolve_edges(draft, &[edge])),
        Fix::Triangulate(_) => triangulate(draft, &cells(fixes)),
        Fix::DissolveVertex(_) => {
            each(draft, vertices(fixes), refusals, |draft, vertex| dissolve_vertices(draft, &[vertex]))
        }
        Fix::DeleteVertex(_) => delete_vertices(draft, &vertices(fixes)),
        Fix::SeparateFans(_) => each(draft, vertices(fixes), refusals, separate_fans),
        Fix::Attach { .. } => attach(draft, derived, fixes),
        Fix::AllowLink(_) => allow_links(draft, &links(fixes)),
        Fix::DeleteLink(_) => delete_links(draft, &links(fixes)),
        Fix::MakeTwoWay(_) => make_two_way(draft, &links(fixes)),
        Fix::DeleteIsland(_) => delete_cells(draft, &islands(derived, fixes)),
        Fix::WeldCrack(_) => {
            let gaps: Vec<_> =
                cracks(fixes).into_iter().flat_map(|sides| gaps_across(draft.mesh(), sides)).collect();
            stitch(draft, &gaps)
        }
        Fix::Bridge(_) => {
            each(draft, cracks(fixes), refusals, |draft, [one, other]| bridge(draft, one, other))
        }
        Fix::LinkCrack(_) => each(draft, cracks(fixes), refusals, link_over),
        Fix::Link(_) => each(draft, new_links(fixes), refusals, add_link),
        Fix::SplitContact { .. } => split_contacts(draft, fixes),
        &Fix::LimitCorners { most, .. } => split_within(draft, &cells(fixes), most),
        Fix::Widen(_)
        | Fix::TakeHeight(_)
        | Fix::MoveFromWall(_)
        | Fix::CutWalls(_)
        | Fix::Recenter
        | Fix::Rename(..)
        | Fix::AllowArea(_)
        | Fix::Unblock(_)
        | Fix::Scenario(..) => Err(Refusal::Nothing("fix")),
    }
}

fn cells(fixes: &[Fix]) -> Vec<CellId> {
    elements(fixes, |fix| match *fix {
        Fix::SplitConcave(cell)
        | Fix::Untangle(cell)
        | Fix::Reverse(cell)
        | Fix::Delete(cell)
        | Fix::DeleteSmaller(cell)
        | Fix::Triangulate(cell)
        | Fix::CutWalls(cell)
        | Fix::LimitCorners { cell, .. } => vec![cell],
        _ => Vec::new(),
    })
}

fn vertices(fixes: &[Fix]) -> Vec<VertexId> {
    elements(fixes, |fix| match *fix {
        Fix::DissolveVertex(vertex) | Fix::DeleteVertex(vertex) | Fix::SeparateFans(vertex) => vec![vertex],
        _ => Vec::new(),
    })
}

fn edges(fixes: &[Fix]) -> Vec<Edge> {
    elements(fixes, |fix| match *fix {
        Fix::Collapse(edge) | Fix::Flip(edge) | Fix::SplitEdge(edge) | Fix::Dissolve(edge) => vec![edge],
        _ => Vec::new(),
    })
}

fn separated(fixes: &[Fix]) -> Vec<(CellId, Edge)> {
    elements(fixes, |fix| match *fix {
        Fix::Separate { cell, edge } => vec![(cell, edge)],
        _ => Vec::new(),
    })
}

fn gaps(fixes: &[Fix]) -> Vec<BoundaryGap> {
    elements(fixes, |fix| match *fix {
        Fix::Stitch(gap) => vec![gap],
        Fix::StitchBoth(gaps) => gaps.to_vec(),
        _ => Vec::new(),
    })
}

fn cracks(fixes: &[Fix]) -> Vec<[HalfEdge; 2]> {
    elements(fixes, |fix| match *fix {
        Fix::WeldCrack(sides) | Fix::Bridge(sides) | Fix::LinkCrack(sides) => vec![sides],
        _ => Vec::new(),
    })
}

/// Places a link between the parts of two sides that face each other.
fn link_over(draft: &mut Draft, sides: [HalfEdge; 2]) -> EditResult {
    let facing = Facing::of(draft.mesh(), sides).ok_or(Refusal::Nothing("link"))?;
    let [from, to] = facing.parts;
    add_link(draft, Link { from, to, ..Link::between(from[0], to[0]) })
}

fn links(fixes: &[Fix]) -> Vec<LinkId> {
    elements(fixes, |fix| match *fix {
        Fix::AllowLink(link) | Fix::DeleteLink(link) | Fix::MakeTwoWay(link) => vec![link],
        _ => Vec::new(),
    })
}

/// Returns the elements that fixes concern, each once, by id.
fn elements<T: Ord>(fixes: &[Fix], of_fix: impl Fn(&Fix) -> Vec<T>) -> Vec<T> {
    let all: BTreeSet<T> = fixes.iter().flat_map(of_fix).collect();
    all.into_iter().collect()
}

/// Applies an edit to each element, and skips those that refuse it. Refused if all do.
fn each<T>(
    draft: &mut Draft,
    elements: Vec<T>,
    refusals: &mut Vec<Refusal>,
    edit: impl Fn(&mut Draft, T) -> EditResult,
) -> EditResult {
    let (mut all, mut has_changed) = (Edited::default(), false);
    for element in elements {
        let before = draft.clone();
        match edit(draft, element) {
            Ok(edited) => {
                has_changed = true;
                all.vertices.extend(edited.vertices);
                all.edges.extend(edited.edges);
                all.cells.extend(edited.cells);
                all.links.extend(edited.links);
            }
            // A refused edit may have changed a part.
            Err(refusal) => {
                *draft = before;
                refusals.push(refusal);
            }
        }
    }
    if let (Some(refusal), false) = (refusals.first(), has_changed) {
        return Err(*refusal);
    }
    let mesh = draft.mesh();
    all.vertices.retain(|&vertex| mesh.vertex(vertex).is_some());
    all.cells.retain(|&cell| mesh.cell(cell).is_some());
    all.edges.retain(|&edge| !draft.adjacency().sides_of(mesh, edge).is_empty());
    Ok(all)
}

/// Returns a cell and all cells connected to it that overlap `from` too; they are cut out together.
fn patch_over(derived: &Derived, cell: CellId, from: CellId) -> Vec<CellId> {
    let over = overlapping(derived.mesh(), derived, &[from]);
    let (mut patch, mut queue) = (BTreeSet::new(), vec![cell]);
    while let Some(cell) = queue.pop() {
        if patch.insert(cell) {
            let beside = derived.adjacency.neighbors(cell).map(|(_, neighbor)| neighbor);
            queue.extend(beside.filter(|neighbor| over.binary_search(neighbor).is_ok()));
        }
    }
    patch.into_iter().collect()
}

/// Returns the cells of the islands of fixes, each once, by id.
fn islands(derived: &Derived, fixes: &[Fix]) -> Vec<CellId> {
    elements(fixes, |fix| match *fix {
        Fix::DeleteIsland(cell) => cells_around(&derived.adjacency, cell),
        _ => Vec::new(),
    })
}

fn new_links(fixes: &[Fix]) -> Vec<Link> {
    fixes.iter().filter_map(|fix| if let Fix::Link(link) = fix { Some(*link) } else { None }).collect()
}

/// Moves the unattached ends of links to the nearest positions on cells.
fn attach(draft: &mut Draft, derived: &Derived, fixes: &[Fix]) -> EditResult {
    let mut attached = Edited::default();
    for fix in fixes {
        let Fix::Attach { link, .. } = *fix else { continue };
        let ends = LinkEnd::BOTH.into_iter().zip(derived.links.ends(link).into_iter().flatten());
        for (end, attachment) in ends {
            if let Some(UnattachedReason::TooFar { point, .. }) = attachment.failure() {
                attached = move_link_end(draft, link, end, point)?;
            }
        }
    }
    Ok(attached)
}

/// Splits cells at contacts, also those that earlier splits changed or added, and joins them.
fn split_contacts(draft: &mut Draft, fixes: &[Fix]) -> EditResult {
    let mut all = Edited::default();
    for fix in fixes {
        let Fix::SplitContact { cell, others } = fix else { continue };
        let mesh = draft.mesh();
        let ring = mesh.ground_ring(*cell);
        let mut others = others.clone();
        if !all.cells.is_empty() {
            others.extend(&all.cells);
            let mut seen = BTreeSet::from([*cell]);
            others.retain(|&other| {
                let is_new = mesh.cell(other).is_some() && seen.insert(other);
                is_new && interiors_overlap(&ring, &mesh.ground_ring(other))
            });
        }
        let height = STOREY * ROUNDING;
        all.cells.extend(join_at_contact(draft, *cell, &others, [height; 3])?.cells);
    }
    all.cells.retain(|&cell| draft.mesh().cell(cell).is_some());
    Ok(all)
}
