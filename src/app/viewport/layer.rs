//! The mesh on the GPU, updated page by page after changes.
//!
//! Panning writes nothing: positions are relative to the layer's origin, and the camera is a uniform. A different
//! mesh is written over several frames, so that no frame is long.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use egui::PaintCallback;
use glam::DVec2;

use super::View;
use super::census::Census;
use super::dirty::{Dirty, pages};
use super::gpu::MeshPicture;
use super::layout::ViewLayout;
use super::pages::PageSource;
use super::uniforms::Uniforms;
use super::upload::{Dot, LineVertex, PAGE, PagePart, Pending};
use super::visible::Visible;
use crate::editor::State;
use crate::editor::analysis::legend::{self, TintKey};
use crate::editor::session::Session;
use crate::editor::session::scales;
use crate::editor::session::selection::Selection;
use crate::editor::view::scene::Tint;
use crate::theme::mesh::{LEAST_LINE, LEAST_ROOM};
use crate::theme::tint::{self, CellPaint};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{CellId, NavMesh};

/// Maximum number of pages written in a frame.
const PAGES_A_FRAME: usize = 128;

/// Number of pages of fills that can be computed in about the time of writing one page.
const PAINTED_AT_ONCE: usize = 4;

/// Maximum extent of the drawing of an element beyond its position, in points.
const REACH: f64 = 12.0;

#[derive(Debug, Default)]
pub(super) struct MeshLayer {
    shown: Option<Shown>,
    pending: Arc<Mutex<Pending>>,
    /// Statistics of the last frame.
    pub(super) drawn: Drawn,
}

/// Statistics of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct Drawn {
    /// Number of triangles of cells, in the pages that reach into the view.
    pub(in crate::app) triangles: usize,
    /// Number of edges between two cells that are long enough on the screen, in these pages.
    pub(in crate::app) inner_edges: usize,
    /// Number of other edges in these pages.
    pub(in crate::app) outer_edges: usize,
    /// Number of vertices with enough space on the screen, in these pages.
    pub(in crate::app) vertices: usize,
    pub(in crate::app) written: usize,
    /// Number of pages still to write.
    pub(in crate::app) waiting: usize,
}

/// Contents of the buffers once everything pending is written.
#[derive(Debug)]
struct Shown {
    mesh: NavMesh,
    selection: Selection,
    is_dark: bool,
    key: TintKey,
    paints: Vec<CellPaint>,
    /// Whether the mesh was empty when the origin was chosen.
    is_empty: bool,
    origin: DVec2,
    /// Lowest and highest vertex.
    heights: [f32; 2],
    layouts: [ViewLayout; 4],
    /// Lengths of edges between two cells.
    lengths: Census,
    /// Distances of vertices to their nearest neighbours.
    rooms: Census,
    waiting: Dirty,
}

impl MeshLayer {
    pub(super) fn paint(&mut self, state: &State, view: &View, is_dark: bool) -> PaintCallback {
        self.sync(state, is_dark);
        let origin = self.shown.as_ref().map_or(DVec2::ZERO, |shown| shown.origin);
        let (drawn, ranges) = self.shown.as_ref().map(|shown| shown.seen(view)).unwrap_or_default();
        let written = self.pending.lock().unwrap_or_else(PoisonError::into_inner).bytes();
        self.drawn = Drawn { written, ..drawn };
        let uniforms = Uniforms::new(view, origin, state, is_dark);
        let canvas = view.rect;
        let (pending, view) = (Arc::clone(&self.pending), view.index());
        let picture = MeshPicture { view, canvas, pending, uniforms, ranges };
        eframe::egui_wgpu::Callback::new_paint_callback(canvas, picture)
    }

    fn sync(&mut self, state: &State, is_dark: bool) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let mut most = PAGES_A_FRAME;
        if let Some(shown) = self.shown.as_mut().filter(|shown| !shown.is_of_another(&state.document().mesh))
        {
            shown.follow(state, is_dark, &mut pending);
            if shown.has_room(state) && shown.write_waiting(state, most, &mut pending) {
                return;
            }
            // The visible mesh outgrew its buffers, so the new buffers are filled at once.
            most = usize::MAX;
        }
        let mut shown = Shown::new(state, is_dark, &mut pending);
        shown.write_waiting(state, most, &mut pending);
        self.shown = Some(shown);
    }
}

impl Shown {
    /// Allocates buffers for the whole mesh and marks all pages as outdated. Linear and fast.
    fn new(state: &State, is_dark: bool, pending: &mut Pending) -> Self {
        let mesh = &state.document().mesh;
        let bounds = mesh.bounds();
        let origin = if bounds.is_empty() { DVec2::ZERO } else { ground(bounds.center()).as_dvec2() };
        let paints = vec![CellPaint::default(); mesh.cell_slots()];
        let [fills, inner, outer, dots] = PageSource::new(state, &paints, origin).lengths();
        let of_cells = |elements: usize| ViewLayout::of(pages(mesh.cell_slots()), elements);
        let dots = ViewLayout::of(pages(mesh.vertex_slots()), dots);
        let layouts = [of_cells(fills), of_cells(inner), of_cells(outer), dots];
        let sizes = (layouts.each_ref().map(ViewLayout::len), layouts[0].pages());
        *pending = Pending { sizes: Some(sizes), ..Pending::default() };
        Self {
            mesh: mesh.clone(),
            selection: state.selection().clone(),
            is_dark,
            key: legend::tint_key(state),
            paints,
            is_empty: mesh.is_empty(),
            origin,
            heights: scales::height_range(state),
            layouts,
            lengths: Census::default(),
            rooms: Census::default(),
            waiting: Dirty::all(mesh),
        }
    }

    /// Whether a large mesh differs so much that rebuilding is faster than finding the differences.
    fn is_of_another(&self, mesh: &NavMesh) -> bool {
        let all = mesh.bytes_not_shared_with(&NavMesh::default());
        pages(mesh.cell_slots()) > PAGES_A_FRAME && mesh.bytes_not_shared_with(&self.mesh) * 2 > all
    }

    /// Marks the differences from the editor's state, and writes changed colours.
    fn follow(&mut self, state: &State, is_dark: bool, pending: &mut Pending) {
        let (mesh, derived) = (&state.document().mesh, state.derived());
        self.waiting.by_mesh(&self.mesh, mesh, derived);
        if self.selection != *state.selection() {
            self.waiting.by_selection(&self.selection, state.selection(), mesh, derived);
            self.selection = state.selection().clone();
        }
        self.mesh = mesh.clone();
        self.heights = scales::height_range(state);
        let cells = std::mem::take(&mut self.waiting.cells);
        let key = legend::tint_key(state);
        // With many cells, recolouring all at once is faster than one by one.
        let are_many = cells.len() > mesh.cell_count() / 4 && cells.len() > PAGE;
        if key != self.key || is_dark != self.is_dark || are_many {
            (self.key, self.is_dark) = (key, is_dark);
            self.recolor_all(state, pending);
        } else {
            self.recolor(state, &cells, pending);
        }
    }

    /// Writes the changed rows of colours, and marks the pages of cells that were hidden or shown. Linear.
    fn recolor_all(&mut self, state: &State, pending: &mut Pending) {
        if self.waiting.paints.len() > 0 {
            // Data that depends on the fills waits for them in any case.
            self.paints.resize(state.document().mesh.cell_slots(), CellPaint::default());
            return self.waiting.repaint(self.paints.len());
        }
        let old = std::mem::replace(&mut self.paints, paints(state, self.is_dark));
        for page in 0..pages(self.paints.len().max(old.len())) {
            let mut is_same = true;
            for (cell, old, new) in differing(page, &old, &self.paints) {
                is_same = false;
                if is_hidden(old) != is_hidden(new) {
                    self.waiting.by_visibility(cell, &state.document().mesh, state.derived());
                }
            }
            if !is_same {
                write_row(page, &self.paints, pending);
            }
        }
    }

    /// Writes changed colours like [`Self::recolor_all`], but only these cells can differ.
    fn recolor(&mut self, state: &State, cells: &[CellId], pending: &mut Pending) {
        let mesh = &state.document().mesh;
        self.paints.resize(mesh.cell_slots(), CellPaint::default());
        let mut rows = BTreeSet::new();
        for &cell in cells {
            let new = paint_of(state, cell, self.is_dark);
            let Some(paint) = self.paints.get_mut(cell.0 as usize) else { continue };
            let old = std::mem::replace(paint, new);
            if old != new {
                rows.insert(cell.0 as usize / PAGE);
            }
            if is_hidden(old) != is_hidden(new) {
                self.waiting.by_visibility(cell, mesh, state.derived());
            }
        }
        for page in rows {
            write_row(page, &self.paints, pending);
        }
    }

    /// Whether the buffers have space for all pages of the mesh.
    fn has_room(&self, session: &Session) -> bool {
        let mesh = &session.document().mesh;
        self.is_empty == mesh.is_empty()
            && pages(mesh.cell_slots()) <= self.layouts[0].pages()
            && pages(mesh.vertex_slots()) <= self.layouts[3].pages()
    }

    /// Computes fills in the time of writing `most` pages; returns how many pages may still be written.
    fn paint_waiting(&mut self, state: &State, most: usize, pending: &mut Pending) -> usize {
        let mut left = most;
        while left > 0 && self.waiting.paints.len() > 0 {
            for page in (0..PAINTED_AT_ONCE).map_while(|_| self.waiting.paints.pop_first()) {
                paint_page(state, page, self.is_dark, &mut self.paints);
                write_row(page, &self.paints, pending);
            }
            left -= 1;
        }
        left
    }

    /// Writes at most `most` waiting pages; returns `false` if one no longer fits into its range.
    fn write_waiting(&mut self, state: &State, most: usize, pending: &mut Pending) -> bool {
        // The visible edges depend on the visible cells.
        let most = self.paint_waiting(state, most, pending);
        let source = PageSource::new(state, &self.paints, self.origin);
        let [fills, inner, outer, dots] = &mut self.layouts;
        for _ in 0..most {
            let is_written = if let Some(page) = self.waiting.fills.pop_first() {
                fills.write((PagePart::Fills, page), &source.fills(page), |corner| [corner.at; 2], pending)
            } else if let Some(page) = self.waiting.edges.pop_first() {
                let [joined, open] = source.edges(page);
                self.lengths.count(page, joined.iter().filter_map(LineVertex::size));
                let ends = |line: &LineVertex| [line.from, line.to];
                inner.write((PagePart::Inner, page), &joined, ends, pending)
                    && outer.write((PagePart::Outer, page), &open, ends, pending)
            } else if let Some(page) = self.waiting.dots.pop_first() {
                let all = source.dots(page);
                self.rooms.count(page, all.iter().filter_map(Dot::size));
                dots.write((PagePart::Dots, page), &all, |dot| [dot.at; 2], pending)
            } else {
                break;
            };
            if !is_written {
                return false;
            }
        }
        true
    }

    /// Returns the visible elements: pages that reach into the view and contain large enough elements.
    fn seen(&self, view: &View) -> (Drawn, [Vec<Range<u32>>; 4]) {
        let [fills, inner, outer, dots] = &self.layouts;
        let meters_per_point = view.camera.meters_per_pixel;
        let visible = Visible::new(view, self.origin, self.heights, REACH * meters_per_point);
        let least = [LEAST_LINE[0], LEAST_ROOM[0]].map(|points| points * meters_per_point as f32);
        let gather = |layout: &ViewLayout, count: &dyn Fn(usize) -> usize| {
            let pages: Vec<usize> = layout
                .pages_in(|page| visible.contains_part_of(page))
                .filter(|&page| count(page) > 0)
                .collect();
            (pages.iter().map(|&page| count(page)).sum::<usize>(), layout.ranges(pages))
        };
        let (corners, fills) = gather(fills, &|page| fills.used[page]);
        let (inner_edges, inner) = gather(inner, &|page| self.lengths.at_least(page, least[0]));
        let (outer_edges, outer) = gather(outer, &|page| outer.used[page]);
        let (vertices, dots) = gather(dots, &|page| self.rooms.at_least(page, least[1]));
        let waiting = self.waiting.pages();
        let drawn = Drawn { triangles: corners / 3, inner_edges, outer_edges, vertices, written: 0, waiting };
        (drawn, [fills, inner, outer, dots])
    }
}

/// Returns the fill of every cell, by slot. Linear.
fn paints(state: &State, is_dark: bool) -> Vec<CellPaint> {
    let mut paints = vec![CellPaint::default(); state.document().mesh.cell_slots()];
    (0..pages(paints.len())).for_each(|page| paint_page(state, page, is_dark, &mut paints));
    paints
}

fn paint_page(state: &State, page: usize, is_dark: bool, paints: &mut [CellPaint]) {
    let document = state.document();
    // Neighbours in the table mostly have the same tint.
    let mut last = (Tint::Hidden, [CellPaint::default(); 2]);
    let slots = page * PAGE..((page + 1) * PAGE).min(paints.len());
    let [first, end] = [slots.start, slots.end].map(|slot| CellId(slot as u32));
    let mut selected = state.selection().cells().range(first..end.max(first)).peekable();
    for id in slots.map(|slot| CellId(slot as u32)).filter(|&id| document.mesh.cell(id).is_some()) {
        let tint = legend::tint(state, id);
        if tint != last.0 {
            let paint = tint::tint(tint, document, is_dark);
            last = (tint, [paint, if_selected(paint, is_dark)]);
        }
        while selected.next_if(|&&cell| cell < id).is_some() {}
        paints[id.0 as usize] = last.1[usize::from(selected.next_if_eq(&&id).is_some())];
    }
}

/// Returns the fill of a cell; an empty slot gets the fill of a hidden cell.
fn paint_of(state: &State, cell: CellId, is_dark: bool) -> CellPaint {
    let document = state.document();
    if document.mesh.cell(cell).is_none() {
        return CellPaint::default();
    }
    let paint = tint::tint(legend::tint(state, cell), document, is_dark);
    if state.selection().cells().contains(&cell) { if_selected(paint, is_dark) } else { paint }
}

fn if_selected(paint: CellPaint, is_dark: bool) -> CellPaint {
    if is_hidden(paint) { paint } else { tint::selected(paint, is_dark) }
}

fn is_hidden(paint: CellPaint) -> bool {
    paint.color.alpha == 0
}

/// Returns the cells of a page whose fill differs; a missing cell counts as hidden.
fn differing<'a>(
    page: usize,
    old: &'a [CellPaint],
    new: &'a [CellPaint],
) -> impl Iterator<Item = (CellId, CellPaint, CellPaint)> + 'a {
    let at = |paints: &[CellPaint], i: usize| paints.get(i).copied().unwrap_or_default();
    let all = (page * PAGE..(page + 1) * PAGE).map(move |i| (CellId(i as u32), at(old, i), at(new, i)));
    all.filter(|(_, old, new)| old != new)
}

fn write_row(page: usize, paints: &[CellPaint], pending: &mut Pending) {
    let texel = |paint: &CellPaint| {
        let looks = u32::from(paint.hatch) | u32::from(paint.by_height) << 8;
        let [red, green, blue] = paint.color.rgb;
        [u32::from_le_bytes([red, green, blue, paint.color.alpha]), looks]
    };
    let start = (page * PAGE).min(paints.len());
    let row = &paints[start..(start + PAGE).min(paints.len())];
    pending.rows.insert(page, row.iter().map(texel).collect());
}

#[cfg(test)]
mod tests {
    use super::super::upload::FillCorner;
    use super::*;
    use crate::app::viewport::VIEW;
    use crate::editor::Editor;
    use crate::editor::interaction::input::Input;
    use crate::editor::session::command::Command;
    use crate::editor::view::camera::Camera;
    use crate::editor::view::views::ViewInput;
    use glam::{Vec2, Vec3};
    use navsmith_core::navmesh::edit::{extrude_edges, move_vertices};
    use navsmith_core::navmesh::{AreaId, Cell, Edge, VertexId};
    use navsmith_formats::document::Document;

    const SIDE: u32 = 70;

    /// A grid of squares, several pages large.
    fn editor() -> Editor {
        field(SIDE)
    }

    fn field(side: u32) -> Editor {
        let id = |x: u32, z: u32| VertexId(z * (side + 1) + x);
        let vertices = (0..=side).flat_map(|z| (0..=side).map(move |x| Vec3::new(x as f32, 0.0, z as f32)));
        let squares = (0..side).flat_map(|z| (0..side).map(move |x| (x, z)));
        let cells = squares
            .map(|(x, z)| Cell::new([id(x, z), id(x, z + 1), id(x + 1, z + 1), id(x + 1, z)], AreaId(0)));
        Editor::new(Document::of_mesh(NavMesh::from_parts(vertices, cells).unwrap()))
    }

    /// The whole grid at a number of points per metre.
    fn view(points_per_meter: f64) -> View {
        let (center, size) =
            (DVec2::splat(f64::from(SIDE) / 2.0), Vec2::splat(2000.0 * points_per_meter as f32));
        let camera = Camera { center, meters_per_pixel: 1.0 / points_per_meter, size };
        View::above(camera, egui::Rect::ZERO)
    }

    /// Simulated contents of the GPU buffers.
    #[derive(Default)]
    struct Memory {
        buffers: [Vec<u8>; 4],
        rows: std::collections::BTreeMap<usize, Vec<super::super::upload::Texel>>,
        written: usize,
    }

    impl Memory {
        /// Applies the pending writes and counts their bytes.
        fn follow(&mut self, layer: &mut MeshLayer, state: &State) {
            layer.sync(state, true);
            let pending = std::mem::take(&mut *layer.pending.lock().unwrap());
            self.written = pending.bytes();
            if let Some((sizes, _)) = pending.sizes {
                self.rows.clear();
                self.buffers = std::array::from_fn(|i| vec![0; sizes[i] * PagePart::ALL[i].stride()]);
            }
            for ((part, start), bytes) in pending.writes {
                let start = start * part.stride();
                self.buffers[part as usize][start..start + bytes.len()].copy_from_slice(&bytes);
            }
            self.rows.extend(pending.rows);
        }

        /// Returns the drawn elements, sorted and without unused space.
        fn drawn(&self) -> Vec<Vec<&[u8]>> {
            let elements = |part: PagePart| {
                let chunks = self.buffers[part as usize].chunks(part.stride());
                let mut drawn: Vec<&[u8]> =
                    chunks.filter(|element| element.iter().any(|&byte| byte != 0)).collect();
                drawn.sort_unstable();
                drawn
            };
            PagePart::ALL.map(elements).into()
        }
    }

    fn assert_like_new(memory: &Memory, state: &State, what: &str) {
        let mut fresh = Memory::default();
        fresh.follow(&mut MeshLayer::default(), state);
        assert_eq!(memory.drawn(), fresh.drawn(), "buffers after {what}");
        assert_eq!(memory.rows, fresh.rows, "colours after {what}");
    }

    #[test]
    fn no_triangle_reaches_across_two_cells() {
        let (editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let corners: &[FillCorner] = bytemuck::cast_slice(&memory.buffers[PagePart::Fills as usize]);
        let is_whole =
            |triangle: &[FillCorner]| triangle.iter().all(|corner| corner.cell == triangle[0].cell);
        assert!(corners.chunks(3).all(is_whole), "pages begin at whole triangles");
    }

    #[test]
    fn what_is_too_small_to_see_is_not_drawn() {
        let (editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let shown = layer.shown.as_ref().unwrap();
        let count = |points_per_meter: f64| {
            let (drawn, ranges) = shown.seen(&view(points_per_meter));
            (drawn.inner_edges, drawn.vertices, ranges.map(|ranges| !ranges.is_empty()))
        };
        let side = SIDE as usize;
        let (inner, vertices) = (2 * side * (side - 1), (side + 1) * (side + 1));
        assert_eq!(count(1.0), (0, 0, [true, false, true, false]), "a metre is a point");
        assert_eq!(count(6.0), (inner, 0, [true, true, true, false]), "edges have room, vertices have not");
        assert_eq!(count(30.0), (inner, vertices, [true; 4]), "all have room");
    }

    #[test]
    fn what_is_far_out_of_view_is_not_drawn() {
        let (editor, mut layer, mut memory) = (field(200), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let shown = layer.shown.as_ref().unwrap();
        let camera = Camera { center: DVec2::splat(100.0), meters_per_pixel: 0.02, size: Vec2::splat(500.0) };
        let (drawn, ranges) = shown.seen(&View::above(camera, egui::Rect::ZERO));
        assert!(
            drawn.triangles >= 200 && drawn.triangles <= 6 * PAGE,
            "{} of 80,000 triangles",
            drawn.triangles
        );
        assert!(drawn.inner_edges > 0 && drawn.vertices > 0 && drawn.outer_edges < 50, "{drawn:?}");
        assert!(
            ranges.iter().all(|ranges| ranges.len() <= 3),
            "pages that follow each other at once: {ranges:?}"
        );
    }

    #[test]
    fn selected_vertices_are_drawn_however_small_all_is() {
        let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        editor.handle(Input::Run(Command::VertexMode));
        editor.handle(Input::Run(Command::SelectAll));
        memory.follow(&mut layer, &editor);
        let vertices = ((SIDE + 1) * (SIDE + 1)) as usize;
        assert_eq!(layer.shown.as_ref().unwrap().seen(&view(0.01)).0.vertices, vertices, "all of them");
    }

    #[test]
    fn a_large_mesh_is_written_over_some_frames() {
        let (editor, mut layer, mut memory) = (field(360), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let mut frames = 1;
        while layer.shown.as_ref().unwrap().waiting.pages() > 0 {
            memory.follow(&mut layer, &editor);
            assert!(memory.written < 20_000_000, "{} bytes in frame {frames}", memory.written);
            frames += 1;
        }
        assert!((2..10).contains(&frames), "{frames} frames");
        assert_eq!(layer.shown.as_ref().unwrap().seen(&view(1.0)).0.triangles, 2 * 360 * 360, "everything");
    }

    #[test]
    fn another_large_mesh_is_uploaded_completely() {
        let (mut layer, mut memory) = (MeshLayer::default(), Memory::default());
        layer.sync(&field(420), true);
        memory.follow(&mut layer, &field(421));
        let fills = pages(421 * 421);
        assert!(memory.written < 20_000_000, "{} bytes at once", memory.written);
        let shown = layer.shown.as_ref().unwrap();
        assert!(shown.waiting.edges.len() == fills, "edges of all pages wait: {}", shown.waiting.edges.len());
        assert!(shown.waiting.fills.len() < fills, "fills come first");
    }

    #[test]
    fn a_page_more_needs_no_new_buffers() {
        let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let before = pages(editor.document().mesh.cell_slots());
        editor.handle(Input::Run(Command::CellMode));
        let some: Vec<_> = (0..600).map(CellId).collect();
        editor.edit("Cut", |draft| navsmith_core::navmesh::edit::triangulate(draft, &some));
        assert!(pages(editor.document().mesh.cell_slots()) > before, "there are pages more");
        layer.sync(&editor, true);
        assert_eq!(layer.pending.lock().unwrap().sizes, None, "they fit");
        memory.follow(&mut layer, &editor);
        assert_like_new(&memory, &editor, "pages more");
    }

    #[test]
    fn a_page_that_outgrew_its_room_does_not_have_everything_written_again() {
        let (mut editor, mut layer, mut memory) = (field(65), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let everything = memory.written;
        // The sides are opposite, so that the middle of the grid stays in place, and the origin with it.
        for (first, outwards) in [(0, Vec3::NEG_Z), (65 * 66, Vec3::Z)] {
            let corner = |x: u32| VertexId(first + x);
            let edges: Vec<_> = (0..65).map(|x| Edge::new(corner(x), corner(x + 1))).collect();
            assert!(
                editor.edit("Extrude", |draft| extrude_edges(draft, &edges, outwards, None)),
                "a row more"
            );
        }
        layer.sync(&editor, true);
        assert_eq!(layer.pending.lock().unwrap().sizes, None, "there is room elsewhere");
        memory.follow(&mut layer, &editor);
        assert!(memory.written < everything, "{} bytes of {everything}", memory.written);
        assert_like_new(&memory, &editor, "an extrude");
    }

    #[test]
    fn panning_writes_nothing_and_a_moved_vertex_its_pages_and_no_more() {
        let (mut editor, mut layer, mut memory) = (editor(), MeshLayer::default(), Memory::default());
        memory.follow(&mut layer, &editor);
        let everything = memory.written;
        assert!(everything > 0, "the first picture writes everything");
        editor.handle(Input::View(VIEW, ViewInput::Pan(Vec2::new(30.0, 5.0))));
        memory.follow(&mut layer, &editor);
        assert_eq!(memory.written, 0, "the camera is a uniform");
        editor.edit("Move", |draft| move_vertices(draft, &[VertexId(100)], Vec3::new(0.3, 0.5, 0.2)));
        memory.follow(&mut layer, &editor);
        assert!(memory.written * 2 < everything, "{} bytes of {everything}", memory.written);
        assert_like_new(&memory, &editor, "a move");
    }

    #[test]
    fn patched_buffers_equal_new_ones() {
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
        memory.follow(&mut layer, &editor);
        assert_like_new(&memory, &editor, "hiding");
        let styles = memory.drawn()[PagePart::Dots as usize].iter().all(|dot| dot[12..16] == [0; 4]);
        assert!(styles, "no vertex has a style");
    }
}
