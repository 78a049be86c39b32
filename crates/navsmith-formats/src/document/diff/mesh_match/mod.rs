//! Correspondence of the vertices and cells of two meshes.
//!
//! Ids are not compared, because files number their elements differently. First, cells at the same positions correspond, and
//! so do their corners. Then the correspondence spreads over shared sides to cells with moved corners. Vertices that
//! are left correspond to the nearest one within a tolerance, and it spreads again.

mod same_place;
mod flood;

use crate::document::diff::aspect::{Aspect, Aspects};
use crate::document::diff::entries::AreaMap;
use crate::document::diff::matching::Matching;
use crate::document::diff::nearest::{Point, join_nearest};
use crate::document::diff::{DiffOptions, ElementDiff};
use navsmith_core::navmesh::{AreaId, CellId, NavMesh, Surface, VertexId};
use navsmith_core::progress::{Progress, Stopped};

/// Correspondence of two meshes.
#[derive(Debug)]
pub(super) struct MeshMatch<'a> {
    meshes: [&'a NavMesh; 2],
    /// For each area of the first mesh, the one of the second.
    areas: &'a AreaMap,
    pub(super) vertices: Matching,
    pub(super) cells: Matching,
    /// By cell of the first mesh: number of the corner of its partner that corresponds to its first corner.
    turns: Vec<u16>,
    /// Whether the search for nearest vertices used up its budget.
    pub(super) is_cut_short: bool,
}

impl<'a> MeshMatch<'a> {
    /// Finds the elements that correspond.
    pub(super) fn find(
        meshes: [&'a NavMesh; 2],
        areas: &'a AreaMap,
        options: DiffOptions,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut found = Self {
            meshes,
            areas,
            vertices: Matching::new(meshes.map(NavMesh::vertex_slots)),
            cells: Matching::new(meshes.map(NavMesh::cell_slots)),
            turns: vec![0; meshes[0].cell_slots()],
            is_cut_short: false,
        };
        found.match_same_places(&progress.part(0.0..0.25))?;
        found.flood(&progress.part(0.25..0.5))?;
        progress.report(2, 4)?;
        found.match_nearest(options.tolerance);
        found.flood(&progress.part(0.75..1.0))?;
        progress.report(4, 4)?;
        Ok(found)
    }

    /// Joins the vertices without a partner that are nearest to each other, within a distance in metres.
    fn match_nearest(&mut self, tolerance: f32) {
        let points = [0, 1].map(|side| {
            let vertices = self.meshes[side].vertices().map(|(id, position)| (position, id.0));
            vertices.filter(|&(_, id)| !self.vertices.has(side, id)).collect::<Vec<Point>>()
        });
        self.is_cut_short = join_nearest(&mut self.vertices, points, tolerance, |_, _| true).is_err();
    }

    /// Joins two cells, and each pair of corners of which neither has a partner.
    ///
    /// The first corner of the one corresponds to corner number `turn` of the other. Calls `joined` with the vertices
    /// of the first mesh that got a partner.
    fn join_cells(&mut self, [one, other]: [CellId; 2], turn: usize, mut joined: impl FnMut(VertexId)) {
        if !self.cells.join(one.0, other.0) {
            return;
        }
        self.turns[one.0 as usize] = turn as u16;
        for [from, to] in corner_pairs(self.meshes, [one, other], turn) {
            if self.vertices.join(from.0, to.0) {
                joined(from);
            }
        }
    }

    /// Returns the differences of the vertices.
    pub(super) fn vertex_diff(&self, options: DiffOptions) -> ElementDiff<VertexId> {
        let [first, second] = self.meshes;
        let ids = [first, second].map(|mesh| mesh.vertices().map(|(id, _)| id));
        ElementDiff::of(
            ids,
            &self.vertices,
            |id| id.0,
            VertexId,
            |before, after| Aspects::default().with(Aspect::Position, self.is_moved(before, after, options)),
        )
    }

    /// Returns the differences of the cells.
    pub(super) fn cell_diff(&self, options: DiffOptions) -> ElementDiff<CellId> {
        let [first, second] = self.meshes;
        let ids = [first, second].map(|mesh| mesh.cells().map(|(id, _)| id));
        ElementDiff::of(
            ids,
            &self.cells,
            |id| id.0,
            CellId,
            |before, after| {
                let turn = usize::from(self.turns[before.0 as usize]);
                let (mut is_moved, mut is_rejoined) = (false, false);
                for [from, to] in corner_pairs(self.meshes, [before, after], turn) {
                    is_moved |= self.is_moved(from, to, options);
                    is_rejoined |= self.vertices.to(from.0) != Some(to.0);
                }
                let [one, other] = [(first, before), (second, after)].map(|(mesh, id)| area(mesh, id));
                Aspects::default()
                    .with(Aspect::Position, is_moved)
                    .with(Aspect::Area, self.areas.to(one) != other)
                    .with(Aspect::Neighbors, is_rejoined)
                    .with(Aspect::Height, !is_moved && self.has_other_details([before, after]))
            },
        )
    }

    /// Whether corresponding cells have different detail heights.
    fn has_other_details(&self, [before, after]: [CellId; 2]) -> bool {
        let [first, second] = self.meshes;
        match (first.detail(before), second.detail(after)) {
            (None, None) => false,
            (Some(one), Some(_)) => {
                let other = Surface::of(second, after).detail_within(&first.ring(before));
                other.as_ref() != Some(&**one)
            }
            _ => true,
        }
    }

    fn is_moved(&self, before: VertexId, after: VertexId, options: DiffOptions) -> bool {
        let [from, to] = [self.meshes[0].position(before), self.meshes[1].position(after)];
        from != to && from.distance(to) > options.ignored_move
    }
}

fn area(mesh: &NavMesh, cell: CellId) -> AreaId {
    mesh.cell(cell).map_or_else(AreaId::default, navsmith_core::navmesh::Cell::area)
}

/// Returns the corresponding corners of two cells with equally many corners.
fn corner_pairs(
    meshes: [&NavMesh; 2],
    [one, other]: [CellId; 2],
    turn: usize,
) -> impl Iterator<Item = [VertexId; 2]> {
    let (from, to) = (meshes[0].corners(one), meshes[1].corners(other));
    let turned = to.iter().skip(turn).chain(to.iter().take(turn));
    from.iter().zip(turned).map(|(&from, &to)| [from, to])
}
