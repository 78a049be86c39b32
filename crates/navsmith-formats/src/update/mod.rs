//! Update of a generated mesh to a new generation, which keeps what was done by hand.
//!
//! It is a three-way merge of cells. The base are the [`GeneratedElements`] of the document, the two sides are the mesh of
//! the document and the new generation. Cells correspond if their corners have equal positions in the same order.
//!
//! - A cell of the mesh that equals none of the base is by hand, and stays. A cell of the base that the mesh does not
//!   contain was changed or deleted by hand, so its ground stays free of new cells.
//! - Cells that are in the base and in the new generation stay with their ids. Equal generations change nothing.
//! - Other cells of the base are removed, and other cells of the new generation are added. Cells by hand are cut out of
//!   the new ones, which joins both without T-junctions.
//!
//! Links are stored by positions. Those by hand stay, and generated ones are replaced by those of the new generation. A [`Conflict`] is at what is by hand where the ground changed. It stays unless
//! the new generation is chosen for it.

mod ground;
mod comparison;
mod cutting;
mod merging;
mod links;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use self::comparison::GenerationDiff;
use self::ground::Grounds;
pub use self::links::{LinkMerge, merge_links};
use crate::document::Document;
use crate::document::generated::GeneratedElements;
use navsmith_core::geometry::{Vec3, centroid};
use navsmith_core::navmesh::{CellId, Derived, Draft, IdCounts, Link, LinkEnd, LinkId, NavMesh};
use navsmith_core::progress::{Progress, Stopped};

/// Document with a new generation, and what the update did.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The document. Its generated cells are those of the new generation.
    pub document: Document,
    /// Whether the new generation equals the last one.
    pub is_same: bool,
    /// Cells by hand, which stay.
    pub kept: Vec<CellId>,
    /// Number of links that stay.
    pub kept_links: usize,
    /// Number of generated links that are removed.
    pub removed_links: usize,
    /// Number of links that are added.
    pub added_links: usize,
    /// Number of generated cells that were deleted or changed by hand, whose ground stays free.
    pub kept_gone: usize,
    /// Number of generated cells that are removed.
    pub removed: usize,
    /// Number of cells that are added.
    pub added: usize,
    /// What is by hand where the ground changed, also what the new generation was chosen for.
    pub conflicts: Vec<Conflict>,
}

/// Place at which an edit by hand and a change of the level meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Middle of the changed ground.
    pub at: Vec3,
    /// What is by hand there.
    pub subject: ConflictSubject,
    /// What changed.
    pub reason: ConflictReason,
}

/// What is by hand at a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConflictSubject {
    /// A cell of the document.
    Cell(CellId),
    /// Ground of a deleted cell, by its index in the generated cells of the document.
    DeletedGround(usize),
    /// A link.
    Link(LinkId),
}

/// What changed at a conflict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConflictReason {
    /// The level no longer has ground there.
    GroundLost,
    /// The level has ground there that it did not have.
    GroundAdded,
    /// The ground is higher by this number of metres; lower if it is negative.
    GroundMoved(f32),
    /// The generation gives the ground another area, and the cell was painted.
    AreaChanged,
    /// An end of a link is no longer attached to a cell.
    EndLost(LinkEnd),
    /// The cell could not be cut out of the new cells, so they overlap.
    Overlap,
}

impl fmt::Display for ConflictSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => write!(f, "cell {}", cell.0),
            Self::DeletedGround(_) => f.write_str("deleted ground"),
            Self::Link(link) => write!(f, "link {}", link.0),
        }
    }
}

impl fmt::Display for ConflictReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GroundLost => f.write_str("the level no longer has ground there"),
            Self::GroundAdded => f.write_str("the level has new ground there"),
            Self::GroundMoved(by) if *by < 0.0 => write!(f, "the ground is {:.2} m lower", -by),
            Self::GroundMoved(by) => write!(f, "the ground is {by:.2} m higher"),
            Self::AreaChanged => f.write_str("the generation gives it another area"),
            Self::EndLost(end) => write!(f, "its {} is no longer attached to a cell", end.describe()),
            Self::Overlap => f.write_str("it overlaps new cells, from which it could not be cut out"),
        }
    }
}

/// Updates a document to a new generation; `None` if its mesh is not generated.
///
/// New elements get ids after those in `given`. The conflicts at `theirs` are decided for the new generation: cells by
/// hand and links go, and deleted ground comes back.
/// Takes time in proportion to the number of cells, and to the cells by hand times the new cells at them.
pub fn update(
    document: &Document,
    new: &NavMesh,
    given: IdCounts,
    theirs: &BTreeSet<ConflictSubject>,
    progress: &Progress,
) -> Result<Option<Update>, Stopped> {
    let last = &*document.generated;
    if last.is_empty() {
        return Ok(None);
    }
    let mut comparison = GenerationDiff::of(document, last, new);
    let mut update = Update {
        document: document.clone(),
        is_same: comparison.is_same,
        kept: Vec::new(),
        kept_links: 0,
        removed_links: 0,
        added_links: 0,
        kept_gone: 0,
        removed: 0,
        added: 0,
        conflicts: Vec::new(),
    };
    let are_cells_same = comparison.is_same;
    if !are_cells_same {
        let grounds = Grounds::new(last, new, &document.generation.settings);
        update.conflicts = comparison.conflicts(&grounds, &progress.part(0.0..0.5))?;
        comparison.drop_edits(theirs, grounds.reach);
        merging::merge(&comparison, &grounds, given, &mut update, &progress.part(0.5..1.0))?;
    }
    follow_links(&mut update, last, new, given);
    if !are_cells_same {
        update.conflicts.extend(lost_ends(&document.mesh, &update.document.mesh));
        update.conflicts.extend(decided(document, theirs, &update.conflicts));
        update.conflicts.sort_by_key(|conflict| conflict.subject);
        let mut draft = Draft::of(update.document.mesh.clone());
        for subject in theirs {
            if let ConflictSubject::Link(link) = *subject {
                draft.remove_link(link);
            }
        }
        update.document.mesh = draft.into_mesh();
    }
    update.kept_links = update.document.mesh.link_count().saturating_sub(update.added_links);
    update.kept_gone = comparison.gone.len();
    update.kept = comparison.by_hand;
    Ok(Some(update))
}

/// Replaces the generated links of an update by those of the new generation.
fn follow_links(update: &mut Update, last: &GeneratedElements, new: &NavMesh, given: IdCounts) {
    if last.links().is_empty() && new.link_count() == 0 {
        return;
    }
    let links: Vec<Link> = new.links().map(|(_, link)| *link).collect();
    let mut draft = Draft::of(update.document.mesh.clone()).with_ids_after(given);
    // The width of the agent.
    let reach = 2.0 * update.document.generation.settings.agent.radius;
    let merge = merge_links(&mut draft, last.links(), &links, reach);
    let generated = update.document.generated.as_ref().clone().with_links(merge.generated);
    (update.removed_links, update.added_links) = (merge.removed, merge.added);
    if merge.removed + merge.added > 0 {
        update.is_same = false;
        update.document.mesh = draft.into_mesh();
    }
    if generated != *update.document.generated {
        update.document.generated = Arc::new(generated);
    }
}

/// Returns the conflicts that are decided for the new generation, and that it no longer has.
fn decided(document: &Document, theirs: &BTreeSet<ConflictSubject>, listed: &[Conflict]) -> Vec<Conflict> {
    let listed: BTreeSet<ConflictSubject> = listed.iter().map(|conflict| conflict.subject).collect();
    let cells = document.generated.cells();
    let place = |subject: ConflictSubject| match subject {
        ConflictSubject::Cell(cell) => document.mesh.cell(cell).map(|_| document.mesh.centroid(cell)),
        ConflictSubject::DeletedGround(index) => cells.get(index).map(|cell| centroid(&cell.ring)),
        ConflictSubject::Link(link) => document.mesh.link(link).map(|link| link.middle(LinkEnd::From)),
    };
    let conflict =
        |&subject| Some(Conflict { at: place(subject)?, subject, reason: ConflictReason::Overlap });
    theirs.difference(&listed).filter_map(conflict).collect()
}

/// Returns the links with an end that is attached before an update and not after it.
fn lost_ends(before: &NavMesh, after: &NavMesh) -> Vec<Conflict> {
    if before.link_count() == 0 {
        return Vec::new();
    }
    let links = [before, after].map(|mesh| Derived::build(mesh).links);
    let is_attached = |side: usize, link: LinkId, nth: usize| {
        links[side].ends(link).is_some_and(|ends| ends[nth].failure().is_none())
    };
    let conflict = |(id, link): (LinkId, &Link)| {
        // A generated link of an earlier generation.
        after.link(id)?;
        let is_lost = |nth: &usize| is_attached(0, id, *nth) && !is_attached(1, id, *nth);
        let end = LinkEnd::BOTH[(0..2).find(is_lost)?];
        let reason = ConflictReason::EndLost(end);
        Some(Conflict { at: link.middle(end), subject: ConflictSubject::Link(id), reason })
    };
    before.links().filter_map(conflict).collect()
}
