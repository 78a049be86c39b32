//! The edits that fix an issue, the best first.

use super::proposal::Proposal;
use super::{Fix, Issue, IssueKind, SliverShape};
use navsmith_core::navmesh::CellId;
use navsmith_core::navmesh::edit::BoundaryGap;

impl Issue {
    /// Returns the edits that fix the issue, the best first.
    ///
    /// Those that are a choice of the user come last.
    pub fn fixes(&self) -> Vec<Fix> {
        let mut fixes = self.unordered_fixes();
        fixes.sort_by_key(|fix| self.is_choice(fix));
        fixes
    }

    /// Whether an edit removes ground, or moves vertices farther than the weld distance.
    fn is_choice(&self, fix: &Fix) -> bool {
        self.removes_ground(fix) || self.move_of(fix).is_some()
    }

    /// Whether an edit deletes ground that no other cell covers.
    fn removes_ground(&self, fix: &Fix) -> bool {
        // A copy is covered, and a cell without area has no ground.
        let is_lossless = matches!(self.kind, IssueKind::Duplicate | IssueKind::Flat);
        let deletes = matches!(fix, Fix::Delete(_) | Fix::DeleteSmaller(_) | Fix::DeleteIsland(_));
        deletes && !is_lossless
    }

    /// Returns the distance by which an edit moves vertices; `None` up to the weld distance.
    pub(super) fn move_of(&self, fix: &Fix) -> Option<f32> {
        let moves = matches!(
            fix,
            Fix::Stitch(_)
                | Fix::StitchBoth(_)
                | Fix::WeldCrack(_)
                | Fix::Collapse(_)
                | Fix::Widen(_)
                | Fix::TakeHeight(_)
                | Fix::MoveFromWall(_)
        );
        self.moves.filter(|_| moves)
    }

    fn unordered_fixes(&self) -> Vec<Fix> {
        let first = self.cells.first().copied().unwrap_or_default();
        match self.kind {
            IssueKind::Concave => vec![Fix::SplitConcave(first), Fix::Delete(first)],
            IssueKind::InsideOut => vec![Fix::Reverse(first), Fix::Delete(first)],
            IssueKind::SelfCrossing => vec![Fix::Untangle(first), Fix::Delete(first)],
            IssueKind::Flat | IssueKind::LoneCell | IssueKind::Steep => vec![Fix::Delete(first)],
            IssueKind::Overlap => fixes_of_overlap(self),
            IssueKind::Tangled => fixes_of_tangled(self),
            IssueKind::NonManifold => fixes_of_non_manifold(self),
            // The newer cell probably is the copy.
            IssueKind::Duplicate => self.cells.last().copied().map(Fix::Delete).into_iter().collect(),
            IssueKind::BoundaryGap(gap) | IssueKind::TJunction(gap) => vec![Fix::Stitch(gap)],
            IssueKind::PartialOverlap(gaps) => vec![Fix::StitchBoth(gaps)],
            IssueKind::ShortEdge(edge) => vec![Fix::Collapse(edge)],
            IssueKind::Sliver(shape) => self.fixes_of_sliver(shape, first),
            IssueKind::Uneven => vec![Fix::Triangulate(first)],
            IssueKind::StraightCorner(vertex) => vec![Fix::DissolveVertex(vertex)],
            IssueKind::Pinched(vertex) => vec![Fix::SeparateFans(vertex)],
            IssueKind::UnusedVertex(vertex) => vec![Fix::DeleteVertex(vertex)],
            IssueKind::Unattached(link, _) if self.distance.is_none() => {
                vec![Fix::AllowLink(link), Fix::DeleteLink(link)]
            }
            IssueKind::Unattached(link, _) => vec![Fix::Attach { link, to: first }, Fix::DeleteLink(link)],
            // The newer link probably is the copy.
            IssueKind::DuplicateLink(_, other) => vec![Fix::DeleteLink(other)],
            IssueKind::NoReturn(link) => vec![Fix::MakeTwoWay(link), Fix::DeleteLink(link)],
            IssueKind::TinyIsland => vec![Fix::DeleteIsland(first)],
            IssueKind::NarrowPortal(edge) => vec![Fix::Widen(edge)],
            IssueKind::SizeContrast(edge) => vec![Fix::Dissolve(edge)],
            IssueKind::OffLevel(vertex) => vertex.map(Fix::TakeHeight).into_iter().collect(),
            // A cell between sides that lie over each other would have no area.
            IssueKind::Crack { sides, is_step: true } => vec![Fix::LinkCrack(sides), Fix::WeldCrack(sides)],
            IssueKind::Crack { sides, is_step: false } => {
                vec![Fix::Bridge(sides), Fix::LinkCrack(sides), Fix::WeldCrack(sides)]
            }
            IssueKind::SameName(list, _, again) => vec![Fix::Rename(list, again)],
            IssueKind::ForbiddenArea(area) => vec![Fix::AllowArea(area)],
            IssueKind::WallInside => vec![Fix::CutWalls(first)],
            IssueKind::NearWall(edge) => self.distance.map(|_| Fix::MoveFromWall(edge)).into_iter().collect(),
            // It is undetermined which cells are in excess, and deleting the link would remove its connection.
            // Only the user can choose where the points of an outline belong.
            IssueKind::Crowded(..) | IssueKind::UnusableOutline(..) => Vec::new(),
            IssueKind::FarFromOrigin
            | IssueKind::ExportCoarse
            | IssueKind::ExportCorners(_)
            | IssueKind::ExportCollapse { .. }
            | IssueKind::ExportRefused
            | IssueKind::ExportMerge(_)
            | IssueKind::ExportMargin(_)
            | IssueKind::ExportError => self.fixes_of_export(first),
        }
    }

    /// Returns the fixes of coordinates and cells that a format cannot store.
    fn fixes_of_export(&self, first: CellId) -> Vec<Fix> {
        match self.kind {
            IssueKind::ExportCorners(most) => vec![Fix::LimitCorners { cell: first, most }],
            IssueKind::ExportCollapse { vertices: [one, other], is_far } => {
                let recenter = is_far.then_some(Fix::Recenter);
                recenter.into_iter().chain([Fix::Stitch(BoundaryGap::Vertices(one, other))]).collect()
            }
            IssueKind::FarFromOrigin | IssueKind::ExportCoarse => vec![Fix::Recenter],
            // Only the user can choose how a file is exported.
            _ => Vec::new(),
        }
    }

    /// Returns the fixes of a sliver; at the boundary, it is joined to a neighbour if that is possible.
    fn fixes_of_sliver(&self, shape: SliverShape, cell: CellId) -> Vec<Fix> {
        match shape {
            // Without the sliver, its neighbours would form a gap.
            SliverShape::Needle(edge) => vec![Fix::Collapse(edge)],
            SliverShape::Cap(edge) => vec![Fix::Flip(edge), Fix::Dissolve(edge)],
            SliverShape::Border => {
                let dissolve = self.edges.first().copied().map(Fix::Dissolve);
                dissolve.into_iter().chain([Fix::Delete(cell)]).collect()
            }
        }
    }

    /// Returns the edit that fixes the issue best; `None` if only the user can choose.
    ///
    /// It removes no ground, except that of a copy, and moves no vertex farther than the weld distance.
    pub fn fix(&self) -> Option<Fix> {
        self.fixes().into_iter().next().filter(|fix| !self.is_choice(fix))
    }

    /// Returns the first edit, even if it moves vertices far; `None` if it would remove ground.
    pub(super) fn fix_that_keeps_ground(&self) -> Option<Fix> {
        self.fixes().into_iter().next().filter(|fix| !self.removes_ground(fix))
    }

    /// Returns one of its fixes as a proposal.
    pub fn proposal(&self, fix: &Fix) -> Proposal {
        Proposal { moves: self.move_of(fix), ..fix.clone().into() }
    }
}

/// Returns the fixes of two cells, the larger first, that lie over each other.
fn fixes_of_overlap(issue: &Issue) -> Vec<Fix> {
    match *issue.cells.as_slice() {
        [larger, smaller] => vec![
            Fix::CutOut { cell: smaller, from: larger },
            Fix::CutOut { cell: larger, from: smaller },
            Fix::DeleteSmaller(smaller),
        ],
        _ => Vec::new(),
    }
}

/// Returns the fixes of edges that cross.
///
/// They concern the newest cell first, because it probably caused the issue.
fn fixes_of_tangled(issue: &Issue) -> Vec<Fix> {
    let newest = || issue.cells.iter().rev().copied();
    let edge = issue.edges.first().copied();
    let separate = edge.zip(newest().next()).map(|(edge, cell)| Fix::Separate { cell, edge });
    separate.into_iter().chain(newest().map(Fix::Delete)).collect()
}

/// Returns the fixes of an edge of three or more cells.
///
/// They concern the smallest cell that is not joined.
fn fixes_of_non_manifold(issue: &Issue) -> Vec<Fix> {
    match (issue.cells.last(), issue.edges.first()) {
        (Some(&cell), Some(&edge)) => vec![Fix::Separate { cell, edge }, Fix::Delete(cell)],
        _ => Vec::new(),
    }
}
