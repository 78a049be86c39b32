//! GPU data of the pages of cells and vertices.

use crate::editor::session::Session;
use glam::{DVec2, Vec2};

use super::upload::{Dot, FillCorner, LineVertex, PAGE};
use crate::editor::drawing::styled::StyledMesh;
use crate::editor::view::scene::style::MeshStyle;
use crate::theme::tint::CellPaint;
use navsmith_core::geometry::{ground, is_convex, triangulate};
use navsmith_core::navmesh::{CellDetail, CellId, Derived, HalfEdge, NavMesh, Surface, VertexId};

/// Numbers of styles.
const HIDDEN: u32 = MeshStyle::Hidden as u32;
const INNER: u32 = MeshStyle::Inner as u32;
const SELECTED_INNER: u32 = MeshStyle::SelectedInner as u32;
const VERTEX: u32 = MeshStyle::Vertex as u32;

pub(super) struct PageSource<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) derived: &'a Derived,
    styled: StyledMesh<'a>,
    /// Fills by cell slot.
    pub(super) paints: &'a [CellPaint],
    pub(super) origin: DVec2,
}

impl LineVertex {
    /// Returns the size of the edge in the histogram; `None` for a hidden edge.
    ///
    /// It is the length in metres for an edge that fades, and infinite for one that is always visible.
    pub(super) fn size(&self) -> Option<f32> {
        match self.style {
            HIDDEN => None,
            INNER | SELECTED_INNER => Some(Vec2::from(self.from).distance(Vec2::from(self.to))),
            _ => Some(f32::INFINITY),
        }
    }
}

impl Dot {
    /// Returns a size like [`LineVertex::size`], by the distance to the nearest vertex.
    pub(super) fn size(&self) -> Option<f32> {
        match self.style {
            HIDDEN => None,
            VERTEX => Some(self.room),
            _ => Some(f32::INFINITY),
        }
    }
}

impl<'a> PageSource<'a> {
    pub(super) fn new(session: &'a Session, paints: &'a [CellPaint], origin: DVec2) -> Self {
        let mesh = &session.document().mesh;
        let derived = session.derived();
        let styled = StyledMesh { mesh, derived, selection: session.selection() };
        Self { mesh, derived, styled, paints, origin }
    }

    /// Returns the number of elements of each buffer, by part of the mesh. Linear and fast.
    pub(super) fn lengths(&self) -> [usize; 4] {
        let sides: usize = self.mesh.cells().map(|(_, cell)| cell.len()).sum();
        let joined = self.derived.adjacency.twin_count();
        let more = |(cell, detail): (CellId, &CellDetail)| {
            (detail.triangles().len() + 2).saturating_sub(self.mesh.corners(cell).len())
        };
        let triangles = sides - 2 * self.mesh.cell_count() + self.mesh.details().map(more).sum::<usize>();
        [triangles * 3, joined / 2, sides - joined, self.mesh.vertex_count()]
    }

    pub(super) fn fills(&self, page: usize) -> Vec<FillCorner> {
        let mut corners = Vec::with_capacity(PAGE * 3);
        for id in self.cells_of(page) {
            if self.mesh.detail(id).is_some() {
                let surface = Surface::of(self.mesh, id);
                let points = surface.triangles().flatten();
                corners.extend(points.map(|point| FillCorner {
                    at: self.local(ground(point)),
                    cell: id.0,
                    height: point.y,
                }));
                continue;
            }
            let ring = self.mesh.ground_ring(id);
            let vertices = self.mesh.corners(id);
            let mut add = |i: usize| {
                let height = self.mesh.position(vertices[i]).y;
                corners.push(FillCorner { at: self.local(ring[i]), cell: id.0, height });
            };
            if ring.len() == 3 || is_convex(&ring) {
                (1..ring.len() - 1).flat_map(|i| [0, i, i + 1]).for_each(&mut add);
            } else {
                let fan = || (1..ring.len() - 1).map(|i| [0, i, i + 1]).collect();
                triangulate(&ring).unwrap_or_else(fan).into_iter().flatten().for_each(&mut add);
            }
        }
        corners
    }

    /// Returns the edges between two cells and the other edges of a page of cells.
    ///
    /// The side with the smaller id draws a shared edge.
    pub(super) fn edges(&self, page: usize) -> [Vec<LineVertex>; 2] {
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        for cell in self.cells_of(page) {
            for side in 0..self.mesh.corners(cell).len() as u32 {
                let half_edge = HalfEdge { cell, side };
                let twin = self.derived.adjacency.twin(half_edge);
                if twin.is_none_or(|twin| half_edge < twin) {
                    let lines = if twin.is_some() { &mut inner } else { &mut outer };
                    lines.extend(self.line(half_edge, twin));
                }
            }
        }
        [inner, outer]
    }

    fn line(&self, half_edge: HalfEdge, twin: Option<HalfEdge>) -> Option<LineVertex> {
        let [from, to] = self.mesh.half_edge(half_edge)?;
        let style = self.styled.edge(half_edge, twin, |cell| self.is_hidden(cell)) as u32;
        let ends = [from, to].map(|vertex| self.mesh.position(vertex));
        let [from, to] = ends.map(|end| self.local(ground(end)));
        Some(LineVertex { from, to, style, heights: ends.map(|end| end.y) })
    }

    pub(super) fn dots(&self, page: usize) -> Vec<Dot> {
        let ids =
            (page * PAGE..((page + 1) * PAGE).min(self.mesh.vertex_slots())).map(|i| VertexId(i as u32));
        let dot = |id| {
            let position = self.mesh.vertex(id)?;
            let at = self.local(ground(position));
            let style = self.styled.vertex(id, |cell| self.is_hidden(cell)) as u32;
            Some(Dot { at, room: self.styled.room(id), style, height: position.y })
        };
        ids.filter_map(dot).collect()
    }

    fn cells_of(&self, page: usize) -> impl Iterator<Item = CellId> {
        let slots = page * PAGE..((page + 1) * PAGE).min(self.mesh.cell_slots());
        slots.map(|i| CellId(i as u32)).filter(|&id| self.mesh.cell(id).is_some())
    }

    fn is_hidden(&self, cell: CellId) -> bool {
        self.paints.get(cell.0 as usize).is_some_and(|paint| paint.color.alpha == 0)
    }

    fn local(&self, at: Vec2) -> [f32; 2] {
        (at.as_dvec2() - self.origin).as_vec2().to_array()
    }
}
