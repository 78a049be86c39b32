//! Random steps of every kind of edit.

use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_core::navmesh::edit::{self, BoundaryGap, Corner, EditResult, MergeAt};
use navsmith_core::navmesh::{AreaId, CellId, Draft, Edge, EdgeKind, Link, LinkEnd, LinkId, VertexId};
use proptest::prelude::*;

use super::edges;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Add,
    Move,
    Rotate,
    Scale,
    SetHeight,
    Merge,
    Weld,
    Drop,
    Extrude,
    ExtrudeWelded,
    Draw,
    Fill,
    Split,
    Cut,
    DissolveEdges,
    DissolveVertices,
    DeleteVertices,
    DeleteEdges,
    DeleteCells,
    Flip,
    Triangulate,
    MergeConvex,
    SplitConcave,
    Reverse,
    Duplicate,
    Paint,
    Stitch,
    AddLink,
    MoveLinkEnd,
    DeleteLinks,
    CutHole,
    CutOut,
}

/// Every kind of edit; kinds that make a mesh grow occur more often.
#[rustfmt::skip]
pub(super) const KINDS: &[Kind] = {
    use Kind::*;
    &[
        Extrude, Extrude, Extrude, Extrude, Extrude, ExtrudeWelded, ExtrudeWelded, ExtrudeWelded, Draw, Draw, Draw,
        Fill, Fill, Split, Split, Split, Cut, Cut, Cut, Cut, Triangulate, Triangulate, Duplicate, Duplicate, Flip, Flip,
        Add, Move, Rotate, Scale, SetHeight, Merge, Weld, Weld, Drop, DissolveEdges, DissolveEdges, DissolveVertices,
        DeleteVertices, DeleteEdges, DeleteCells, MergeConvex, SplitConcave, SplitConcave, SplitConcave, Reverse,
        Paint, Stitch, AddLink, MoveLinkEnd, DeleteLinks, CutHole, CutHole, CutOut, CutOut,
    ]
};

/// Edits that construct cells; they keep all cells of a sound mesh sound.
pub(super) const CONSTRUCTING: &[Kind] = {
    use Kind::*;
    &[
        Extrude,
        ExtrudeWelded,
        Draw,
        Fill,
        Split,
        Cut,
        DissolveEdges,
        DissolveVertices,
        Flip,
        Triangulate,
        MergeConvex,
        SplitConcave,
        CutHole,
        CutOut,
    ]
};

/// Edits that change the division of the ground but not its area.
pub(super) const KEEPING_GROUND: &[Kind] = {
    use Kind::*;
    &[Split, Cut, DissolveEdges, Flip, Triangulate, MergeConvex, SplitConcave, Paint, SetHeight, Add, AddLink]
};

/// One edit, with arguments resolved against the mesh that it is applied to.
#[derive(Clone)]
pub(super) struct Step {
    pub(super) kind: Kind,
    picks: Vec<u16>,
    at: Vec<Vec3>,
    t: f32,
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { kind, picks, at, t } = self;
        write!(f, "{kind:?} {picks:?} {at:?} {t:?}")
    }
}

fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![3 => (-12i8..=12).prop_map(|n| f32::from(n) * 0.5), 1 => -6.0f32..6.0]
}

fn fraction() -> impl Strategy<Value = f32> {
    prop_oneof![prop::sample::select(&[0.0f32, 0.25, 0.5, 1.0][..]), 0.0f32..1.0]
}

fn step() -> impl Strategy<Value = Step> {
    let position = (coordinate(), prop_oneof![3 => Just(0.0), 1 => coordinate()], coordinate());
    let at = prop::collection::vec(position.prop_map(|(x, y, z)| Vec3::new(x, y, z)), 4);
    let picks = prop::collection::vec(any::<u16>(), 1..7);
    (prop::sample::select(KINDS), picks, at, fraction()).prop_map(|(kind, picks, at, t)| Step {
        kind,
        picks,
        at,
        t,
    })
}

pub(super) fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(), 1..60)
}

/// The elements of a mesh that an edit chooses from.
struct Elements {
    vertices: Vec<VertexId>,
    cells: Vec<CellId>,
    edges: Vec<Edge>,
    boundary: Vec<Edge>,
    inner: Vec<Edge>,
    links: Vec<LinkId>,
}

impl Elements {
    fn of(draft: &Draft) -> Self {
        let mesh = draft.mesh();
        let edges: Vec<Edge> = edges(mesh).into_iter().collect();
        let of_kind = |kind| -> Vec<Edge> {
            edges.iter().copied().filter(|&edge| draft.adjacency().kind(mesh, edge) == kind).collect()
        };
        Self {
            vertices: mesh.vertices().map(|(id, _)| id).collect(),
            cells: mesh.cells().map(|(id, _)| id).collect(),
            boundary: of_kind(EdgeKind::Boundary),
            inner: of_kind(EdgeKind::Inner),
            edges,
            links: mesh.links().map(|(id, _)| id).collect(),
        }
    }
}

fn pick<T: Copy>(from: &[T], by: u16) -> Option<T> {
    (!from.is_empty()).then(|| from[usize::from(by) % from.len()])
}

impl Step {
    fn first(&self) -> u16 {
        self.picks[0]
    }

    fn last(&self) -> u16 {
        self.picks[self.picks.len() - 1]
    }

    fn area(&self) -> AreaId {
        AreaId((self.last() / 7 % 2) as u8)
    }

    fn chosen<T: Copy>(&self, from: &[T]) -> Vec<T> {
        self.picks.iter().filter_map(|&by| pick(from, by)).collect()
    }

    /// Returns consecutive elements, which are adjacent more often than random elements.
    fn neighbors<T: Copy>(&self, from: &[T]) -> Vec<T> {
        (0..self.picks.len() as u16).filter_map(|i| pick(from, self.first().wrapping_add(i))).collect()
    }

    fn corner(&self, edges: &[Edge], vertices: &[VertexId], i: usize) -> Corner {
        let by = self.picks[i % self.picks.len()];
        let on_edge = pick(edges, by / 3).map(|edge| Corner::OnEdge { edge, t: self.t });
        let vertex = pick(vertices, by / 3).map(Corner::Vertex);
        let new = Corner::New(self.at[i % 4]);
        match by % 3 {
            0 => vertex.unwrap_or(new),
            1 => on_edge.unwrap_or(new),
            _ => new,
        }
    }

    /// Returns a vertex of a cell or a point on one of its edges.
    fn rim(&self, draft: &Draft, cell: CellId, by: u16) -> Corner {
        let ends = draft.mesh().cell(cell).map_or([VertexId(0); 2], |cell| cell.side(u32::from(by / 2)));
        if by.is_multiple_of(2) {
            Corner::Vertex(ends[0])
        } else {
            Corner::OnEdge { edge: Edge::new(ends[0], ends[1]), t: self.t }
        }
    }

    pub(super) fn apply(&self, draft: &mut Draft) -> EditResult {
        let elements = Elements::of(draft);
        let Elements { vertices, cells, edges, boundary, inner, links } = &elements;
        let (at, t, area) = (self.at[0], self.t, self.area());
        let (some_vertices, near_vertices) = (self.chosen(vertices), self.neighbors(vertices));
        let some_cells = self.chosen(cells);
        let [one, other] = [self.first(), self.last()].map(|by| pick(vertices, by).unwrap_or_default());
        let no_edge = Edge::new(VertexId(0), VertexId(1));
        let [edge, inner_edge] = [edges, inner].map(|from| pick(from, self.first()).unwrap_or(no_edge));
        let link = pick(links, self.first()).unwrap_or_default();
        match self.kind {
            Kind::Add => edit::add_vertex(draft, at),
            Kind::Move => edit::move_vertices(draft, &some_vertices, at * 0.1),
            Kind::Rotate => edit::rotate(draft, &some_vertices, ground(at), t * 6.0),
            Kind::Scale => edit::scale(draft, &some_vertices, at, self.at[1] * 0.3),
            Kind::SetHeight => edit::transform_vertices(draft, &some_vertices, |place| place.with_y(at.y)),
            Kind::Merge => {
                let place = [MergeAt::First, MergeAt::Last, MergeAt::Center];
                edit::merge_vertices(draft, &near_vertices, place[usize::from(self.last()) % 3])
            }
            Kind::Weld => edit::weld_by_distance(draft, vertices, t * 2.0),
            Kind::Drop => edit::drop_onto(draft, one, other),
            Kind::Extrude => {
                edit::extrude_edges(draft, &self.neighbors(boundary)[..1.min(boundary.len())], at, None)
            }
            Kind::ExtrudeWelded => edit::extrude_edges(draft, &self.neighbors(boundary), at, Some(t)),
            Kind::Draw => self.draw(draft, &elements),
            Kind::Fill => self.fill(draft, boundary),
            Kind::Split => edit::split_edge(draft, edge, t),
            Kind::Cut => self.cut(draft, cells),
            Kind::DissolveEdges => edit::dissolve_edges(draft, &[inner_edge]),
            Kind::DissolveVertices => edit::dissolve_vertices(draft, &near_vertices[..1.min(vertices.len())]),
            Kind::DeleteVertices => edit::delete_vertices(draft, &some_vertices[..1.min(vertices.len())]),
            Kind::DeleteEdges => edit::delete_edges(draft, &[edge]),
            Kind::DeleteCells => edit::delete_cells(draft, &some_cells[..1.min(cells.len())]),
            Kind::Flip => edit::flip_edge(draft, inner_edge),
            Kind::Triangulate => edit::triangulate(draft, &some_cells),
            Kind::MergeConvex => edit::merge_convex(draft, cells),
            Kind::SplitConcave => edit::split_concave(draft, cells),
            Kind::Reverse => edit::reverse_winding(draft, &some_cells),
            Kind::Duplicate => {
                let copied = edit::copy(draft.mesh(), &[], &some_cells[..1.min(cells.len())]);
                edit::paste(draft, &copied, at)
            }
            Kind::Paint => edit::paint(draft, &some_cells, area),
            Kind::Stitch => {
                edit::stitch(draft, &[BoundaryGap::VertexEdge(one, edge), BoundaryGap::Vertices(one, other)])
            }
            Kind::AddLink => {
                let (from, to) = ([at, self.at[1]], [self.at[2], self.at[3]]);
                edit::add_link(draft, Link { from, to, is_one_way: t < 0.5, cost: t })
            }
            Kind::MoveLinkEnd => {
                edit::move_link_end(draft, link, LinkEnd::BOTH[usize::from(self.last() % 2)], at)
            }
            Kind::DeleteLinks => edit::delete_links(draft, &[link]),
            Kind::CutHole => self.cut_hole(draft, cells),
            Kind::CutOut => self.cut_out(draft, cells),
        }
    }

    fn draw(&self, draft: &mut Draft, Elements { boundary, vertices, .. }: &Elements) -> EditResult {
        let corners = (0..self.picks.len()).map(|i| self.corner(boundary, vertices, i));
        edit::draw_cell(draft, &corners.collect::<Vec<_>>(), self.area())
    }

    fn fill(&self, draft: &mut Draft, boundary: &[Edge]) -> EditResult {
        let corners: Vec<VertexId> = self.chosen(boundary).iter().flat_map(|edge| edge.ends()).collect();
        edit::fill(draft, &corners[..corners.len().min(4)], self.area())
    }

    fn cut_hole(&self, draft: &mut Draft, cells: &[CellId]) -> EditResult {
        let corners = 3 + usize::from(self.last() % 2);
        let outline: Vec<Vec2> = self.at[..corners].iter().map(|&at| ground(at)).collect();
        edit::cut_hole(draft, &outline, cells)
    }

    fn cut_out(&self, draft: &mut Draft, cells: &[CellId]) -> EditResult {
        let cutter = pick(cells, self.first()).unwrap_or_default();
        let others: Vec<CellId> = cells.iter().copied().filter(|&cell| cell != cutter).collect();
        edit::cut_out(draft, &[cutter], &others)
    }

    /// Cuts within one cell, or from one cell into an adjacent cell.
    fn cut(&self, draft: &mut Draft, cells: &[CellId]) -> EditResult {
        let cell = pick(cells, self.first()).unwrap_or_default();
        let mut beside = vec![cell];
        beside.extend(draft.adjacency().neighbors(cell).map(|(_, neighbor)| neighbor));
        let other = pick(&beside, self.last() / 16).unwrap_or_default();
        let (from, to) = (self.rim(draft, cell, self.last()), self.rim(draft, other, self.last() / 4));
        edit::cut(draft, from, to)
    }
}
