//! Vertices, edges and cells.

use std::collections::BTreeSet;

use smallvec::{SmallVec, smallvec};

use crate::editor::elements::entity::EntityKind;
use crate::editor::session::command::Command as C;
use crate::editor::session::pick::Element;
use crate::editor::session::selection::Mode;
use crate::editor::view::scene::{self, Role};
use navsmith_core::navmesh::Edge;

pub(in crate::editor) static VERTICES: EntityKind = EntityKind {
    nouns: ["vertex", "vertices"],
    commands: &[
        &[C::StartHere, C::TargetHere],
        &[C::Move, C::Connect, C::Fill],
        &[C::MergeAtFirst, C::MergeAtLast, C::MergeAtCenter, C::MergeByDistance, C::Weld],
        &[C::SelectLinked, C::FrameSelection],
        &[C::Dissolve, C::Delete],
    ],
    mode: Some(Mode::Vertex),
    pick: |context, pointer| context.vertices_at(pointer),
    within: |context, area, _| context.vertices_in(area).into_iter().map(Element::Vertex).collect(),
    all: |document| document.mesh.vertices().map(|(id, _)| Element::Vertex(id)).collect(),
    cells: |state, element| match element {
        Element::Vertex(vertex) => state.derived().adjacency.star(vertex).into(),
        _ => SmallVec::new(),
    },
    draw_hover: |state, scene, element| {
        if let Element::Vertex(vertex) = element {
            scene::draw_vertex(state.mesh(), scene, Role::Hover, vertex);
        }
    },
    object: None,
};

pub(in crate::editor) static EDGES: EntityKind = EntityKind {
    nouns: ["edge", "edges"],
    commands: &[
        &[C::StartHere, C::TargetHere],
        &[C::Extrude, C::SplitEdges, C::FlipEdge, C::Weld],
        &[C::SelectLinked, C::FrameSelection],
        &[C::Dissolve, C::Delete],
    ],
    mode: Some(Mode::Edge),
    pick: |context, pointer| context.edges_at(pointer),
    within: |context, area, touching| {
        context.edges_in(area, touching).into_iter().map(Element::Edge).collect()
    },
    all: |document| {
        let sides = document.mesh.cells().flat_map(|(_, cell)| cell.sides());
        let edges: BTreeSet<Edge> = sides.map(|[from, to]| Edge::new(from, to)).collect();
        edges.into_iter().map(Element::Edge).collect()
    },
    cells: |state, element| {
        let Element::Edge(edge) = element else { return SmallVec::new() };
        let sides = state.derived().adjacency.sides_of(state.mesh(), edge);
        sides.iter().map(|side| side.cell).collect()
    },
    draw_hover: |state, scene, element| {
        if let Element::Edge(edge) = element {
            scene::draw_edge(state.mesh(), scene, Role::Hover, edge);
        }
    },
    object: None,
};

pub(in crate::editor) static CELLS: EntityKind = EntityKind {
    nouns: ["cell", "cells"],
    commands: &[
        &[C::StartHere, C::TargetHere],
        &[C::RunToCell, C::BreakAtCell],
        &[C::Triangulate, C::MergeConvex, C::SplitConcave, C::ReverseWinding, C::PaintSelection],
        &[C::SubtractSelection, C::CutOutSelection],
        &[C::SelectLinked, C::HideIslands, C::IsolateIslands, C::FrameSelection],
        &[C::Copy, C::Duplicate, C::Delete],
    ],
    mode: Some(Mode::Cell),
    pick: |context, pointer| context.cells_under(pointer),
    within: |context, area, touching| {
        context.cells_in(area, touching).into_iter().map(Element::Cell).collect()
    },
    all: |document| document.mesh.cells().map(|(id, _)| Element::Cell(id)).collect(),
    cells: |_, element| if let Element::Cell(cell) = element { smallvec![cell] } else { SmallVec::new() },
    draw_hover: |state, scene, element| {
        if let Element::Cell(cell) = element {
            let neighbors: Vec<_> = state.derived().adjacency.neighbors(cell).collect();
            for &(_, neighbor) in &neighbors {
                scene::draw_cell(state.mesh(), scene, Role::Neighbor, neighbor);
            }
            scene::draw_cell(state.mesh(), scene, Role::Hover, cell);
            for (side, _) in neighbors {
                scene::draw_side(state.mesh(), scene, Role::SharedEdge, side);
            }
        }
    },
    object: None,
};
