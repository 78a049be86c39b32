//! Vertices, edges and cells.

use std::collections::BTreeSet;

use glam::Vec2;
use smallvec::{SmallVec, smallvec};

use super::EntityKind;
use crate::document::Document;
use crate::editor::Command as C;
use crate::editor::pick::PickContext;
use crate::editor::{Editor, Element, Hit, Mode, Role, Scene};
use crate::navmesh::{CellId, Edge};

pub(super) struct Vertices;

impl EntityKind for Vertices {
    fn nouns(&self) -> [&'static str; 2] {
        ["vertex", "vertices"]
    }

    fn title(&self, element: Element) -> String {
        if let Element::Vertex(vertex) = element { format!("Vertex {}", vertex.0) } else { String::new() }
    }

    fn commands(&self) -> &'static [&'static [C]] {
        &[
            &[C::StartHere, C::TargetHere],
            &[C::Move, C::Connect, C::Fill],
            &[C::MergeAtFirst, C::MergeAtLast, C::MergeAtCenter, C::MergeByDistance, C::Weld],
            &[C::SelectLinked, C::FrameSelection],
            &[C::Dissolve, C::Delete],
        ]
    }

    fn pick(&self, context: PickContext<'_>, at: Vec2, radius: f32) -> Vec<Hit> {
        context.vertices_near(at, radius)
    }

    fn is_taken_in(&self, mode: Mode) -> bool {
        mode == Mode::Vertex
    }

    fn within(&self, context: PickContext<'_>, [min, max]: [Vec2; 2], _touching: bool) -> Vec<Element> {
        context.vertices_in(min, max).into_iter().map(Element::Vertex).collect()
    }

    fn all(&self, document: &Document) -> Vec<Element> {
        document.mesh.vertices().map(|(id, _)| Element::Vertex(id)).collect()
    }

    fn cells(&self, editor: &Editor, element: Element) -> SmallVec<[CellId; 8]> {
        let Element::Vertex(vertex) = element else { return SmallVec::new() };
        editor.derived.adjacency.star(vertex).into()
    }

    fn draw_hover(&self, editor: &Editor, scene: &mut Scene, element: Element) {
        if let Element::Vertex(vertex) = element {
            editor.draw_vertex(scene, Role::Hover, vertex);
        }
    }
}

pub(super) struct Edges;

impl EntityKind for Edges {
    fn nouns(&self) -> [&'static str; 2] {
        ["edge", "edges"]
    }

    fn title(&self, element: Element) -> String {
        let Element::Edge(edge) = element else { return String::new() };
        let [from, to] = edge.ends();
        format!("Edge {}–{}", from.0, to.0)
    }

    fn commands(&self) -> &'static [&'static [C]] {
        &[
            &[C::StartHere, C::TargetHere],
            &[C::Extrude, C::SplitEdges, C::FlipEdge, C::Weld],
            &[C::SelectLinked, C::FrameSelection],
            &[C::Dissolve, C::Delete],
        ]
    }

    fn pick(&self, context: PickContext<'_>, at: Vec2, radius: f32) -> Vec<Hit> {
        context.edges_near(at, radius)
    }

    fn is_taken_in(&self, mode: Mode) -> bool {
        mode == Mode::Edge
    }

    fn within(&self, context: PickContext<'_>, [min, max]: [Vec2; 2], touching: bool) -> Vec<Element> {
        context.edges_in(min, max, touching).into_iter().map(Element::Edge).collect()
    }

    fn all(&self, document: &Document) -> Vec<Element> {
        let sides = document.mesh.cells().flat_map(|(_, cell)| cell.sides());
        let edges: BTreeSet<Edge> = sides.map(|[from, to]| Edge::new(from, to)).collect();
        edges.into_iter().map(Element::Edge).collect()
    }

    fn cells(&self, editor: &Editor, element: Element) -> SmallVec<[CellId; 8]> {
        let Element::Edge(edge) = element else { return SmallVec::new() };
        let sides = editor.derived.adjacency.sides_of(&editor.document.mesh, edge);
        sides.iter().map(|side| side.cell).collect()
    }

    fn draw_hover(&self, editor: &Editor, scene: &mut Scene, element: Element) {
        if let Element::Edge(edge) = element {
            editor.draw_edge(scene, Role::Hover, edge);
        }
    }
}

pub(super) struct Cells;

impl EntityKind for Cells {
    fn nouns(&self) -> [&'static str; 2] {
        ["cell", "cells"]
    }

    fn title(&self, element: Element) -> String {
        if let Element::Cell(cell) = element { format!("Cell {}", cell.0) } else { String::new() }
    }

    fn commands(&self) -> &'static [&'static [C]] {
        &[
            &[C::StartHere, C::TargetHere],
            &[C::RunToCell, C::BreakAtCell],
            &[C::Triangulate, C::MergeConvex, C::SplitConcave, C::ReverseWinding, C::PaintSelection],
            &[C::SubtractSelection, C::CutOutSelection],
            &[C::SelectLinked, C::HideIslands, C::IsolateIslands, C::FrameSelection],
            &[C::Copy, C::Duplicate, C::Delete],
        ]
    }

    fn pick(&self, context: PickContext<'_>, at: Vec2, _radius: f32) -> Vec<Hit> {
        context.cells_at(at)
    }

    fn is_taken_in(&self, mode: Mode) -> bool {
        mode == Mode::Cell
    }

    fn within(&self, context: PickContext<'_>, [min, max]: [Vec2; 2], touching: bool) -> Vec<Element> {
        context.cells_in(min, max, touching).into_iter().map(Element::Cell).collect()
    }

    fn all(&self, document: &Document) -> Vec<Element> {
        document.mesh.cells().map(|(id, _)| Element::Cell(id)).collect()
    }

    fn cells(&self, _editor: &Editor, element: Element) -> SmallVec<[CellId; 8]> {
        if let Element::Cell(cell) = element { smallvec![cell] } else { SmallVec::new() }
    }

    fn draw_hover(&self, editor: &Editor, scene: &mut Scene, element: Element) {
        if let Element::Cell(cell) = element {
            editor.draw_neighborhood(scene, cell);
        }
    }
}
