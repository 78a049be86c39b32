//! What is wrong with the mesh: looking at it and mending it.

use std::collections::BTreeSet;

use glam::Vec3;

use super::{Editor, Element, Message};
use crate::document::issues::{Fix, Issue, IssueKind};
use crate::geometry::{Bounds, Shape, shape};
use crate::navmesh::edit::{
    EditResult, Edited, NearMiss, delete_cells, move_link_end, reverse_winding, split_concave, stitch,
};
use crate::navmesh::{CellId, Draft, Edge, LinkEnd, LinkId, NoFooting, VertexId};

/// What a user does about something that is wrong, as it was listed by [`Editor::issues`].
#[derive(Clone, Debug, PartialEq)]
pub enum IssueInput {
    /// Shows it in the view and selects it.
    Frame(Issue),
    /// Mends it, as one undo step.
    Fix(Issue),
    /// Mends everything of a kind, as one undo step; what almost meets is all one kind.
    FixAll(IssueKind),
}

/// How much of the ground around a near miss is shown, in gaps and at least in metres.
const GAPS_AROUND: f32 = 20.0;
const LEAST_AROUND: f32 = 0.25;

const GONE: &str = "This issue no longer exists. Look at the list again.";

impl Editor {
    pub(super) fn handle_issue(&mut self, input: IssueInput) {
        match input {
            IssueInput::Frame(listed) => match self.listed(&listed) {
                Some(issue) => self.frame_issue(&issue),
                None => self.say(Message::info(GONE)),
            },
            IssueInput::Fix(listed) => match self.listed(&listed) {
                Some(issue) => self.fix(issue.fix().as_slice()),
                None => self.say(Message::info(GONE)),
            },
            IssueInput::FixAll(kind) => {
                let issues = self.issues.iter().filter(|issue| issue.kind.title() == kind.title());
                let fixes: Vec<Fix> = issues.filter_map(Issue::fix).collect();
                self.fix(&fixes);
            }
        }
    }

    /// An issue as it is now; `None` once it is gone.
    fn listed(&self, listed: &Issue) -> Option<Issue> {
        let mut issues = listed.cells.first().into_iter().flat_map(|&cell| self.issues.of_cell(cell));
        issues.find(|issue| issue.is_same(listed)).cloned()
    }

    fn frame_issue(&mut self, issue: &Issue) {
        let bounds = match issue.kind {
            IssueKind::NearMiss(_) => {
                let around = Vec3::splat((issue.distance.unwrap_or(0.0) * GAPS_AROUND).max(LEAST_AROUND));
                Bounds { min: issue.at - around, max: issue.at + around }
            }
            IssueKind::Unattached(link, _) => {
                let link = self.document.mesh.link(link).into_iter();
                Bounds::of(link.flat_map(|link| link.from.into_iter().chain(link.to)))
            }
            _ => self.bounds_of_cells(&issue.cells),
        };
        self.camera.frame(&bounds);
        match issue.kind {
            IssueKind::NearMiss(NearMiss::Vertices(one, other)) => {
                self.select_elements([one, other].map(Element::Vertex));
            }
            IssueKind::NearMiss(NearMiss::VertexEdge(vertex, _)) => {
                self.select_elements([Element::Vertex(vertex)]);
            }
            IssueKind::Unattached(link, _) => self.select_elements([Element::Link(link)]),
            _ => self.select_elements(issue.cells.iter().copied().map(Element::Cell)),
        }
    }

    pub(super) fn bounds_of_cells(&self, cells: &[CellId]) -> Bounds {
        Bounds::of(cells.iter().flat_map(|&cell| self.document.mesh.ring(cell)))
    }

    /// Mends in one way, in as many places as there are fixes.
    fn fix(&mut self, fixes: &[Fix]) {
        let Some(&first) = fixes.first() else {
            return self.say(Message::info("There is no automatic fix for this issue."));
        };
        let cells = fixes.iter().filter_map(|fix| match *fix {
            Fix::SplitConcave(cell) | Fix::Reverse(cell) | Fix::Delete(cell) => Some(cell),
            Fix::Stitch(_) | Fix::Attach(_) => None,
        });
        let cells: Vec<CellId> = cells.collect::<BTreeSet<_>>().into_iter().collect();
        let misses: Vec<NearMiss> = fixes
            .iter()
            .filter_map(|fix| if let Fix::Stitch(miss) = *fix { Some(miss) } else { None })
            .collect();
        let moves: Vec<(LinkId, LinkEnd, Vec3)> =
            fixes.iter().flat_map(|fix| self.moves_to_cells(*fix)).collect();
        self.edit(title(first), |draft| match first {
            Fix::SplitConcave(_) => split_concave(draft, &cells),
            Fix::Reverse(_) => reverse_winding(draft, &cells),
            Fix::Delete(_) => delete_cells(draft, &cells),
            Fix::Stitch(_) => stitch(draft, &misses),
            Fix::Attach(_) => attach(draft, &moves),
        });
    }

    /// Where the ends of a link are to go that hold on to nothing.
    fn moves_to_cells(&self, fix: Fix) -> Vec<(LinkId, LinkEnd, Vec3)> {
        let Fix::Attach(link) = fix else { return Vec::new() };
        let ends = LinkEnd::BOTH.into_iter().zip(self.derived.links.ends(link).into_iter().flatten());
        let nearest = ends.filter_map(|(end, attachment)| match attachment.failure() {
            Some(NoFooting::TooFar { point, .. }) => Some((link, end, point)),
            _ => None,
        });
        nearest.collect()
    }

    /// The near misses that welding means: those of what is selected, or all in view if nothing is; none of hidden cells.
    pub(super) fn near_misses_meant(&self) -> Vec<NearMiss> {
        let seen = self.issues.iter().filter(|issue| !issue.cells.iter().any(|&cell| self.is_hidden(cell)));
        let misses = seen.filter_map(|issue| match issue.kind {
            IssueKind::NearMiss(miss) => Some(miss),
            _ => None,
        });
        if self.selection.is_empty() {
            return misses.collect();
        }
        let vertices: BTreeSet<VertexId> =
            self.selection.all_vertices(&self.document.mesh).into_iter().collect();
        let touches = |edge: Edge| edge.ends().iter().any(|end| vertices.contains(end));
        let is_meant = |miss: &NearMiss| match *miss {
            NearMiss::Vertices(one, other) => vertices.contains(&one) || vertices.contains(&other),
            NearMiss::VertexEdge(vertex, edge) => vertices.contains(&vertex) || touches(edge),
        };
        misses.filter(is_meant).collect()
    }

    /// The cells that splitting means: those selected that are concave, or all concave ones if nothing is selected.
    pub(super) fn concave_meant(&self) -> Vec<CellId> {
        let is_concave = |cell: &CellId| shape(&self.document.mesh.ground_ring(*cell)) == Shape::Concave;
        if self.selection.is_empty() {
            let concave = self.issues.iter().filter(|issue| issue.kind == IssueKind::Concave);
            concave.flat_map(|issue| issue.cells.iter().copied()).collect()
        } else {
            self.cells_meant().into_iter().filter(is_concave).collect()
        }
    }

    /// Selects every cell that is wrong; those of near misses and of links are not.
    pub(super) fn select_broken(&mut self) {
        let is_of_cells =
            |issue: &&Issue| !matches!(issue.kind, IssueKind::NearMiss(_) | IssueKind::Unattached(..));
        let broken = self.issues.iter().filter(is_of_cells);
        let cells: BTreeSet<CellId> = broken.flat_map(|issue| issue.cells.iter().copied()).collect();
        if cells.is_empty() {
            self.say(Message::info("No cell is broken."));
        }
        let seen: Vec<CellId> = cells.into_iter().filter(|&cell| !self.is_hidden(cell)).collect();
        self.select_elements(seen.into_iter().map(Element::Cell));
    }
}

fn attach(draft: &mut Draft, moves: &[(LinkId, LinkEnd, Vec3)]) -> EditResult {
    let mut attached = Edited::default();
    for &(link, end, to) in moves {
        attached = move_link_end(draft, link, end, to)?;
    }
    Ok(attached)
}

fn title(fix: Fix) -> &'static str {
    match fix {
        Fix::SplitConcave(_) => "Split concave cell",
        Fix::Reverse(_) => "Reverse winding",
        Fix::Delete(_) => "Delete broken cell",
        Fix::Stitch(_) => "Weld gap",
        Fix::Attach(_) => "Move link to the nearest cell",
    }
}
