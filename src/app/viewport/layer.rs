//! The mesh on the GPU, kept in step with the editor: a page is written again when something in it changed.
//!
//! Panning writes nothing: positions are relative to an origin of the layer's own, and the camera is a uniform.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::PaintCallback;
use glam::DVec2;

use super::gpu::MeshPicture;
use super::layout::Layout;
use super::pages::Source;
use super::uniforms::Uniforms;
use super::upload::{PAGE, Part, Pending};
use super::view::View;
use crate::app::theme::{self, CellPaint};
use crate::editor::{Editor, Selection, Tint};
use crate::geometry::ground;
use crate::navmesh::{CellId, NavMesh, VertexId};

/// The mesh on the GPU.
#[derive(Debug, Default)]
pub(super) struct MeshLayer {
    shown: Option<Shown>,
    pending: Arc<Mutex<Pending>>,
    is_recolored: bool,
}

/// What the buffers hold, or will once everything pending is written.
#[derive(Debug)]
struct Shown {
    mesh: NavMesh,
    selection: Selection,
    is_dark: bool,
    paints: Vec<CellPaint>,
    origin: DVec2,
    layouts: [Layout; 4],
    /// The median length of edges, in metres.
    edge_length: f32,
}

/// Pages to be written again.
#[derive(Debug, Default)]
struct Dirty {
    fills: BTreeSet<usize>,
    edges: BTreeSet<usize>,
    dots: BTreeSet<usize>,
    colors: bool,
}

impl MeshLayer {
    /// Says that cells may have other colours than before.
    pub(super) fn recolor(&mut self) {
        self.is_recolored = true;
    }

    /// The picture of the mesh as it is now.
    pub(super) fn paint(&mut self, editor: &Editor, view: &View, is_dark: bool) -> PaintCallback {
        self.sync(editor, is_dark);
        let (origin, edge_length, sizes) = self.shown.as_ref().map_or((DVec2::ZERO, 0.0, [0; 4]), |shown| {
            (shown.origin, shown.edge_length, shown.layouts.each_ref().map(Layout::len))
        });
        let uniforms = Uniforms::new(view, origin, edge_length, editor, is_dark);
        let picture = MeshPicture { pending: Arc::clone(&self.pending), uniforms, sizes };
        eframe::egui_wgpu::Callback::new_paint_callback(view.rect, picture)
    }

    fn sync(&mut self, editor: &Editor, is_dark: bool) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let is_patched = self.shown.as_mut().is_some_and(|shown| {
            let mut dirty = shown.dirty(editor);
            dirty.colors |= self.is_recolored || shown.is_dark != is_dark;
            shown.patch(editor, is_dark, dirty, &mut pending)
        });
        if !is_patched {
            self.shown = Some(Shown::build(editor, is_dark, &mut pending));
        }
        self.is_recolored = false;
    }
}

impl Shown {
    /// Everything anew. Linear.
    fn build(editor: &Editor, is_dark: bool, pending: &mut Pending) -> Self {
        let mesh = &editor.document().mesh;
        let bounds = mesh.bounds();
        let origin = if bounds.is_empty() { DVec2::ZERO } else { ground(bounds.center()).as_dvec2() };
        let paints = paints(editor, is_dark);
        let source = Source::new(editor, &paints, origin);
        let (cell_pages, vertex_pages) = (pages(mesh.cell_slots()), pages(mesh.vertex_slots()));
        let fills: Vec<_> = (0..cell_pages).map(|page| source.fills(page)).collect();
        let edges: Vec<_> = (0..cell_pages).map(|page| source.edges(page)).collect();
        let dots: Vec<_> = (0..vertex_pages).map(|page| source.dots(page)).collect();
        let layouts = [
            Layout::of(fills.iter().map(Vec::len)),
            Layout::of(edges.iter().map(|edges| edges.inner.len())),
            Layout::of(edges.iter().map(|edges| edges.outer.len())),
            Layout::of(dots.iter().map(Vec::len)),
        ];
        *pending =
            Pending { sizes: Some((layouts.each_ref().map(Layout::len), cell_pages)), ..Pending::default() };
        for (page, fills) in fills.iter().enumerate() {
            layouts[0].write(Part::Fills, page, fills, pending);
        }
        for (page, edges) in edges.iter().enumerate() {
            layouts[1].write(Part::Inner, page, &edges.inner, pending);
            layouts[2].write(Part::Outer, page, &edges.outer, pending);
        }
        for (page, dots) in dots.iter().enumerate() {
            layouts[3].write(Part::Dots, page, dots, pending);
        }
        (0..cell_pages).for_each(|page| write_row(page, &paints, pending));
        let (mesh, selection) = (mesh.clone(), editor.selection().clone());
        Self { edge_length: edge_length(&mesh), mesh, selection, is_dark, paints, origin, layouts }
    }

    /// Which pages differ from what the editor has now.
    fn dirty(&self, editor: &Editor) -> Dirty {
        let mesh = &editor.document().mesh;
        let adjacency = &editor.derived().adjacency;
        let mut dirty = Dirty::default();
        for vertex in mesh.vertices_changed_since(&self.mesh) {
            dirty.vertex(vertex);
            adjacency.star(vertex).iter().for_each(|&cell| dirty.cell(cell));
        }
        for cell in mesh.cells_changed_since(&self.mesh) {
            dirty.cell(cell);
            dirty.colors = true;
            // What was between it and its neighbours may be a boundary now, and the other way round.
            for &corner in self.mesh.corners(cell).iter().chain(mesh.corners(cell)) {
                dirty.vertex(corner);
                adjacency.star(corner).iter().for_each(|&neighbor| dirty.edges(neighbor));
            }
        }
        self.dirty_by_selection(editor, &mut dirty);
        dirty
    }

    fn dirty_by_selection(&self, editor: &Editor, dirty: &mut Dirty) {
        let (old, new) = (&self.selection, editor.selection());
        if old == new {
            return;
        }
        let mesh = &editor.document().mesh;
        let adjacency = &editor.derived().adjacency;
        dirty.colors |= old.cells() != new.cells();
        old.vertices().symmetric_difference(new.vertices()).for_each(|&vertex| dirty.vertex(vertex));
        for &edge in old.edges().symmetric_difference(new.edges()) {
            adjacency.sides_of(mesh, edge).iter().for_each(|side| dirty.edges(side.cell));
        }
        for &cell in old.cells().symmetric_difference(new.cells()) {
            dirty.edges(cell);
            adjacency.neighbors(cell).for_each(|(_, neighbor)| dirty.edges(neighbor));
        }
    }

    /// Writes what differs; `false` if it does not fit, or if so much differs that everything may as well be made anew.
    fn patch(&mut self, editor: &Editor, is_dark: bool, mut dirty: Dirty, pending: &mut Pending) -> bool {
        let mesh = &editor.document().mesh;
        if pages(mesh.cell_slots()) != pages(self.mesh.cell_slots())
            || pages(mesh.vertex_slots()) != pages(self.mesh.vertex_slots())
            || self.mesh.is_empty() != mesh.is_empty()
        {
            return false;
        }
        if dirty.colors {
            self.recolor(editor, is_dark, &mut dirty, pending);
        }
        let source = Source::new(editor, &self.paints, self.origin);
        let is_all = dirty
            .fills
            .iter()
            .all(|&page| self.layouts[0].write(Part::Fills, page, &source.fills(page), pending))
            && dirty.edges.iter().all(|&page| {
                let edges = source.edges(page);
                self.layouts[1].write(Part::Inner, page, &edges.inner, pending)
                    && self.layouts[2].write(Part::Outer, page, &edges.outer, pending)
            })
            && dirty
                .dots
                .iter()
                .all(|&page| self.layouts[3].write(Part::Dots, page, &source.dots(page), pending));
        if is_all {
            self.mesh = mesh.clone();
            self.selection = editor.selection().clone();
            self.is_dark = is_dark;
        }
        is_all
    }

    /// Writes the rows of colours that differ, and marks pages whose cells were hidden or shown.
    fn recolor(&mut self, editor: &Editor, is_dark: bool, dirty: &mut Dirty, pending: &mut Pending) {
        let old = std::mem::replace(&mut self.paints, paints(editor, is_dark));
        let mesh = &editor.document().mesh;
        for page in 0..pages(self.paints.len()) {
            let row = row_of(page, &self.paints);
            let before = row_of(page, &old);
            if before == row {
                continue;
            }
            write_row(page, &self.paints, pending);
            for (i, (new, old)) in row.iter().zip(before).enumerate() {
                if (new.color[3] == 0) != (old.color[3] == 0) {
                    let cell = CellId((page * PAGE + i) as u32);
                    dirty.edges(cell);
                    editor
                        .derived()
                        .adjacency
                        .neighbors(cell)
                        .for_each(|(_, neighbor)| dirty.edges(neighbor));
                    mesh.corners(cell).iter().for_each(|&corner| dirty.vertex(corner));
                }
            }
        }
    }
}

impl Dirty {
    fn vertex(&mut self, vertex: VertexId) {
        self.dots.insert(vertex.0 as usize / PAGE);
    }

    fn edges(&mut self, cell: CellId) {
        self.edges.insert(cell.0 as usize / PAGE);
    }

    fn cell(&mut self, cell: CellId) {
        self.fills.insert(cell.0 as usize / PAGE);
        self.edges(cell);
    }
}

fn pages(slots: usize) -> usize {
    slots.div_ceil(PAGE)
}

fn row_of(page: usize, paints: &[CellPaint]) -> &[CellPaint] {
    let start = (page * PAGE).min(paints.len());
    &paints[start..(start + PAGE).min(paints.len())]
}

fn write_row(page: usize, paints: &[CellPaint], pending: &mut Pending) {
    let texel = |paint: &CellPaint| [u32::from_le_bytes(paint.color), u32::from(paint.hatch)];
    pending.rows.insert(page, row_of(page, paints).iter().map(texel).collect());
}

/// The fill of every cell, by slot. Linear.
fn paints(editor: &Editor, is_dark: bool) -> Vec<CellPaint> {
    let document = editor.document();
    let mut paints = vec![CellPaint::default(); document.mesh.cell_slots()];
    // Neighbours in the table mostly look alike.
    let mut last = (Tint::Hidden, CellPaint::default());
    for (id, _) in document.mesh.cells() {
        let tint = editor.tint(id);
        if tint != last.0 {
            last = (tint, theme::tint(tint, document, is_dark));
        }
        paints[id.0 as usize] = last.1;
    }
    for &cell in editor.selection().cells() {
        if let Some(paint) = paints.get_mut(cell.0 as usize).filter(|paint| paint.color[3] > 0) {
            *paint = theme::selected(*paint, is_dark);
        }
    }
    paints
}

/// The median length of edges in metres, from a sample.
fn edge_length(mesh: &NavMesh) -> f32 {
    const SAMPLE: usize = 2000;
    let every = (mesh.cell_count() / SAMPLE).max(1);
    let length = |[a, b]: [VertexId; 2]| ground(mesh.position(a)).distance(ground(mesh.position(b)));
    let mut lengths: Vec<f32> = mesh
        .cells()
        .step_by(every)
        .flat_map(|(_, cell)| cell.sides().map(length).collect::<Vec<_>>())
        .collect();
    lengths.sort_by(f32::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::upload::FillCorner;
    use super::*;
    use crate::document::Document;
    use crate::editor::{Command, Input};
    use crate::navmesh::edit::move_vertices;
    use crate::navmesh::{AreaId, Cell};
    use glam::{Vec2, Vec3};

    const SIDE: u32 = 70;

    /// A field of squares, several pages of them.
    fn editor() -> Editor {
        let id = |x: u32, z: u32| VertexId(z * (SIDE + 1) + x);
        let vertices = (0..=SIDE).flat_map(|z| (0..=SIDE).map(move |x| Vec3::new(x as f32, 0.0, z as f32)));
        let squares = (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| (x, z)));
        let cells = squares
            .map(|(x, z)| Cell::new([id(x, z), id(x, z + 1), id(x + 1, z + 1), id(x + 1, z)], AreaId(0)));
        Editor::new(Document::of_mesh(NavMesh::from_parts(vertices, cells).unwrap()))
    }

    /// What the GPU would hold.
    #[derive(Default)]
    struct Memory {
        buffers: [Vec<u8>; 4],
        rows: std::collections::BTreeMap<usize, Vec<super::super::upload::Texel>>,
        written: usize,
    }

    impl Memory {
        /// Writes what is pending, and counts its bytes.
        fn follow(&mut self, layer: &mut MeshLayer, editor: &Editor) {
            layer.sync(editor, true);
            let pending = std::mem::take(&mut *layer.pending.lock().unwrap());
            self.written = pending.bytes();
            if let Some((sizes, _)) = pending.sizes {
                self.rows.clear();
                self.buffers = std::array::from_fn(|i| vec![0; sizes[i] * Part::ALL[i].stride()]);
            }
            for ((part, start), bytes) in pending.writes {
                let start = start * part.stride();
                self.buffers[part as usize][start..start + bytes.len()].copy_from_slice(&bytes);
            }
            self.rows.extend(pending.rows);
        }

        /// What is drawn, room to grow left out.
        fn drawn(&self) -> Vec<Vec<&[u8]>> {
            let elements = |part: Part| {
                let chunks = self.buffers[part as usize].chunks(part.stride());
                chunks.filter(|element| element.iter().any(|&byte| byte != 0)).collect()
            };
            Part::ALL.map(elements).into()
        }
    }

    fn assert_like_new(memory: &Memory, editor: &Editor, what: &str) {
        let mut fresh = Memory::default();
        fresh.follow(&mut MeshLayer::default(), editor);
        assert_eq!(memory.drawn(), fresh.drawn(), "buffers after {what}");
        assert_eq!(memory.rows, fresh.rows, "colours after {what}");
    }

    #[test]
    fn no_triangle_reaches_across_two_cells() {
        let (editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let corners: &[FillCorner] = bytemuck::cast_slice(&memory.buffers[Part::Fills as usize]);
        let is_whole =
            |triangle: &[FillCorner]| triangle.iter().all(|corner| corner.cell == triangle[0].cell);
        assert!(corners.chunks(3).all(is_whole), "pages begin at whole triangles");
    }

    #[test]
    fn panning_writes_nothing() {
        let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        assert!(memory.written > 0, "the first picture writes everything");
        editor.handle(Input::Pan(Vec2::new(30.0, 5.0)));
        memory.follow(&mut layer, &editor);
        assert_eq!(memory.written, 0, "the camera is a uniform");
    }

    #[test]
    fn a_moved_vertex_writes_its_pages_and_no_more() {
        let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let everything = memory.written;
        editor.edit("Move", |draft| move_vertices(draft, &[VertexId(100)], Vec3::new(0.3, 0.0, 0.2)));
        layer.recolor();
        memory.follow(&mut layer, &editor);
        assert!(memory.written * 2 < everything, "{} bytes of {everything}", memory.written);
        assert_like_new(&memory, &editor, "a move");
    }

    #[test]
    fn patched_buffers_are_those_that_would_be_built_anew() {
        let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let commands = [
            Command::ColorByHeight,
            Command::SelectAll,
            Command::Triangulate,
            Command::Undo,
            Command::SelectNone,
            Command::EdgeMode,
            Command::SelectAll,
            Command::ColorByIsland,
            Command::VertexMode,
            Command::SelectInverse,
            Command::Redo,
        ];
        for command in commands {
            editor.handle(Input::Run(command));
            layer.recolor();
            memory.follow(&mut layer, &editor);
            assert_like_new(&memory, &editor, &format!("{command:?}"));
        }
    }

    #[test]
    fn hiding_an_island_hides_its_edges_and_vertices_too() {
        let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        editor.handle(Input::Run(Command::SelectAll));
        editor.handle(Input::Run(Command::HideIslands));
        editor.handle(Input::Run(Command::SelectNone));
        layer.recolor();
        memory.follow(&mut layer, &editor);
        assert_like_new(&memory, &editor, "hiding");
        let styles = memory.drawn()[Part::Dots as usize].iter().all(|dot| dot[8..] == [0; 4]);
        assert!(styles, "no vertex has a style");
    }
}
