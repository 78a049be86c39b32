//! The differences of two documents as a list, by kind.

use navsmith_core::geometry::{Bounds, BoxTree};
use navsmith_core::navmesh::{CellId, Derived, LinkId, NavMesh, VertexId};
use navsmith_formats::document::Document;
use navsmith_formats::document::diff::{AnswerChange, Aspect, Aspects, Changed, DocumentDiff, ElementDiff};
use navsmith_formats::update::Update;

/// Differences of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferenceGroup {
    /// Kind of the differences.
    pub kind: DifferenceKind,
    /// The differences.
    pub entries: Vec<DifferenceEntry>,
    /// Boxes of the entries; empty for a kind without positions.
    pub(in crate::editor) boxes: BoxTree,
}

/// A difference in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferenceEntry {
    /// Id or index in the other document; `None` for an added element.
    pub before: Option<u32>,
    /// Id or index in the present document; `None` for a removed element.
    pub after: Option<u32>,
    /// What differs; empty for an added or removed element.
    pub what: Aspects,
}

/// Kind of differences in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceKind {
    /// Edits by hand whose ground changed in a new generation.
    Conflicts,
    /// Cells by hand that stay in a new generation.
    KeptCells,
    /// Queries whose answers differ.
    Answers,
    /// Cells of the other document only.
    RemovedCells,
    /// Cells of the present document only.
    AddedCells,
    /// Cells with moved corners.
    MovedCells,
    /// Cells of another area.
    OtherArea,
    /// Cells that are welded to other cells, or no longer welded to them.
    OtherNeighbors,
    /// Links.
    Links,
    /// Vertices without cells.
    Vertices,
    /// Areas.
    Areas,
    /// Settings of queries.
    Queries,
    /// Outlines.
    Outlines,
    /// Levels.
    Levels,
    /// Export targets.
    Exports,
    /// Scenarios.
    Scenarios,
    /// Ignored issues.
    Ignored,
    /// The agent for which issues are found.
    Agent,
    /// Settings of the document, by index in the list of the differences.
    Settings,
}

impl DifferenceKind {
    /// Returns the title of the group.
    pub fn title(self) -> &'static str {
        match self {
            Self::Conflicts => "Conflicts",
            Self::KeptCells => "Kept by hand",
            Self::Answers => "Other answers",
            Self::RemovedCells => "Removed cells",
            Self::AddedCells => "Added cells",
            Self::MovedCells => "Moved cells",
            Self::OtherArea => "Changed areas",
            Self::OtherNeighbors => "Other neighbours",
            Self::Links => "Links",
            Self::Vertices => "Isolated vertices",
            Self::Areas => "Areas",
            Self::Queries => "Queries",
            Self::Outlines => "Outlines",
            Self::Levels => "Levels",
            Self::Exports => "Export targets",
            Self::Scenarios => "Scenarios",
            Self::Ignored => "Ignored issues",
            Self::Agent => "Checked agent",
            Self::Settings => "Settings",
        }
    }

    /// Whether it is about cells.
    pub(in crate::editor) fn is_cells(self) -> bool {
        matches!(
            self,
            Self::KeptCells
                | Self::RemovedCells
                | Self::AddedCells
                | Self::MovedCells
                | Self::OtherArea
                | Self::OtherNeighbors
        )
    }
}

/// Returns the box around a difference in both meshes; empty for a kind without positions.
pub(super) fn bounds_of(kind: DifferenceKind, entry: DifferenceEntry, meshes: [&NavMesh; 2]) -> Bounds {
    let sides = [entry.before, entry.after].into_iter().zip(meshes);
    let sides = sides.filter_map(|(id, mesh)| Some((id?, mesh)));
    sides.fold(Bounds::EMPTY, |bounds, (id, mesh)| {
        bounds.union(match kind {
            kind if kind.is_cells() => Bounds::of(mesh.ring(CellId(id))),
            DifferenceKind::Links => {
                let link = mesh.link(LinkId(id)).into_iter();
                Bounds::of(link.flat_map(|link| [link.from, link.to]).flatten())
            }
            DifferenceKind::Vertices => Bounds::of(mesh.vertex(VertexId(id))),
            _ => Bounds::EMPTY,
        })
    })
}

/// Returns the differences as a list.
pub(super) fn groups(
    diff: &DocumentDiff,
    answers: &[AnswerChange],
    both: [(&Document, &Derived); 2],
) -> Vec<DifferenceGroup> {
    use DifferenceKind as Kind;
    let cells = &diff.cells;
    let cells_in = |aspect| cells.changed_in(aspect).map(|it| entry_of(it, |id| id.0)).collect();
    let all = [
        (Kind::Answers, answers.iter().map(|it| entry_of(&it.query, |index| index as u32)).collect()),
        (Kind::RemovedCells, cells.removed.iter().map(|id| entry(Some(id.0), None)).collect()),
        (Kind::AddedCells, cells.added.iter().map(|id| entry(None, Some(id.0))).collect()),
        (Kind::MovedCells, cells_in(Aspect::Position)),
        (Kind::OtherArea, cells_in(Aspect::Area)),
        (Kind::OtherNeighbors, cells_in(Aspect::Neighbors)),
        (Kind::Links, entries(&diff.links, |id| id.0)),
        (Kind::Vertices, isolated_vertices(diff, both.map(|(_, derived)| derived))),
        (Kind::Areas, entries(&diff.areas, |id| id.0.into())),
        (Kind::Queries, entries(&diff.queries, |index| index as u32)),
        (Kind::Outlines, entries(&diff.outlines, |index| index as u32)),
        (Kind::Levels, entries(&diff.levels, |index| index as u32)),
        (Kind::Exports, entries(&diff.exports, |index| index as u32)),
        (Kind::Scenarios, entries(&diff.scenarios, |index| index as u32)),
        (Kind::Ignored, entries(&diff.ignored, |index| index as u32)),
        (Kind::Agent, entries(&diff.agents, |index| index as u32)),
        (Kind::Settings, (0..diff.settings.len() as u32).map(|it| entry(Some(it), Some(it))).collect()),
    ];
    let meshes = both.map(|(document, _)| &document.mesh);
    let all = all.into_iter().filter(|(_, entries): &(_, Vec<DifferenceEntry>)| !entries.is_empty());
    all.map(|(kind, entries)| {
        let boxes = BoxTree::of(entries.iter().map(|&entry| bounds_of(kind, entry, meshes)));
        DifferenceGroup { kind, entries, boxes }
    })
    .collect()
}

/// Returns the conflicts of an update and the cells by hand that stay, as a list.
pub(super) fn update_groups(update: &Update, [document, _]: [&Document; 2]) -> Vec<DifferenceGroup> {
    let conflicts = DifferenceGroup {
        kind: DifferenceKind::Conflicts,
        entries: (0..update.conflicts.len() as u32).map(|index| entry(Some(index), None)).collect(),
        boxes: BoxTree::of(update.conflicts.iter().map(|conflict| Bounds::of([conflict.at]))),
    };
    let kept = DifferenceGroup {
        kind: DifferenceKind::KeptCells,
        entries: update.kept.iter().map(|cell| entry(Some(cell.0), Some(cell.0))).collect(),
        boxes: BoxTree::of(update.kept.iter().map(|&cell| Bounds::of(document.mesh.ring(cell)))),
    };
    [conflicts, kept].into_iter().filter(|group| !group.entries.is_empty()).collect()
}

/// Returns the differences of the vertices without cells.
pub(super) fn isolated_vertices(diff: &DocumentDiff, derived: [&Derived; 2]) -> Vec<DifferenceEntry> {
    let is_isolated = |entry: &DifferenceEntry| {
        let has_cells = |side: usize, id: Option<u32>| {
            id.is_some_and(|id| !derived[side].adjacency.star(VertexId(id)).is_empty())
        };
        !has_cells(0, entry.before) && !has_cells(1, entry.after)
    };
    entries(&diff.vertices, |id| id.0).into_iter().filter(is_isolated).collect()
}

fn entry(before: Option<u32>, after: Option<u32>) -> DifferenceEntry {
    DifferenceEntry { before, after, what: Aspects::default() }
}

fn entry_of<I: Copy>(changed: &Changed<I>, slot: impl Fn(I) -> u32) -> DifferenceEntry {
    let (before, after) = (Some(slot(changed.before)), Some(slot(changed.after)));
    DifferenceEntry { before, after, what: changed.what }
}

fn entries<I: Copy>(diff: &ElementDiff<I>, slot: impl Fn(I) -> u32) -> Vec<DifferenceEntry> {
    let removed = diff.removed.iter().map(|&id| entry(Some(slot(id)), None));
    let added = diff.added.iter().map(|&id| entry(None, Some(slot(id))));
    removed.chain(added).chain(diff.changed.iter().map(|it| entry_of(it, &slot))).collect()
}
