//! The mesh on the GPU, updated page by page after changes.
//!
//! Panning writes nothing: positions are relative to the layer's origin, and the camera is a uniform. A different
//! mesh is written over several frames, so that no frame is long.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use egui::PaintCallback;
use glam::DVec2;

use super::ShownView;
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

/// The mesh of the editor as pages of GPU buffers.
#[derive(Debug, Default)]
pub struct MeshLayer {
    shown: Option<Shown>,
    pending: Arc<Mutex<Pending>>,
    /// Statistics of the last frame.
    pub(super) drawn: Drawn,
}

/// Statistics of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Number of triangles of cells, in the pages that reach into the view.
    pub triangles: usize,
    /// Number of edges between two cells that are long enough on the screen, in these pages.
    pub inner_edges: usize,
    /// Number of other edges in these pages.
    pub outer_edges: usize,
    /// Number of vertices with enough space on the screen, in these pages.
    pub vertices: usize,
    /// Number of written bytes.
    pub written: usize,
    /// Number of pages still to write.
    pub waiting: usize,
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
    pub(super) fn paint(&mut self, state: &State, view: &ShownView, is_dark: bool) -> PaintCallback {
        self.sync(state, is_dark);
        let origin = self.shown.as_ref().map_or(DVec2::ZERO, |shown| shown.origin);
        let (drawn, ranges) = self.seen(view);
        let written = self.pending.lock().unwrap_or_else(PoisonError::into_inner).bytes();
        self.drawn = Drawn { written, ..drawn };
        let uniforms = Uniforms::new(view, origin, state, is_dark);
        let canvas = view.rect;
        let (pending, view) = (Arc::clone(&self.pending), view.index());
        let picture = MeshPicture { view, canvas, pending, uniforms, ranges };
        eframe::egui_wgpu::Callback::new_paint_callback(canvas, picture)
    }

    /// Takes the writes that the GPU has to do before the next frame.
    pub fn take_pending(&self) -> Pending {
        std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the visible elements by buffer, and statistics of them.
    pub fn seen(&self, view: &ShownView) -> (Drawn, [Vec<Range<u32>>; 4]) {
        self.shown.as_ref().map(|shown| shown.seen(view)).unwrap_or_default()
    }

    /// Marks what changed since the last frame, and queues writes of at most some pages.
    pub fn sync(&mut self, state: &State, is_dark: bool) {
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
        let sizes = (layouts.each_ref().map(ViewLayout::capacity), layouts[0].pages());
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
        if self.waiting.paints.count() > 0 {
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
        while left > 0 && self.waiting.paints.count() > 0 {
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
    fn seen(&self, view: &ShownView) -> (Drawn, [Vec<Range<u32>>; 4]) {
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
