//! Cells, edges and vertices of the mesh.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;
use smallvec::SmallVec;

use super::hatch::hatch;
use super::heights::{self, HeightPiece, PictureHeights};
use super::pen::{Pen, clipped, clipped_ring};
use super::regions::outlines;
use super::shape::{PictureShape, Points, Stroke};
use crate::editor::State;
use crate::editor::analysis::legend;
use crate::editor::drawing::styled::StyledMesh;
use crate::editor::session::selection::Mode;
use crate::editor::view::scene::Tint;
use crate::editor::view::scene::style::MeshStyle;
use crate::theme::color::Color;
use crate::theme::mesh::mesh_look;
use crate::theme::tint::{CONTOUR_WIDTH, CellPaint, OVER_LEVEL, contour_color, hatch_color, selected, tint};
use navsmith_core::geometry::{covers, ground};
use navsmith_core::navmesh::{CellId, HalfEdge, NavMesh, Surface, VertexId};

/// Number of cells in the picture above which cells of one colour become one region.
const MOST_CELLS: usize = 20_000;

/// Number of levels of the opacity of lines.
const FADES: f32 = 32.0;

/// Draws the mesh: fills, then edges, then vertices.
///
/// Where floors lie above each other, cells are drawn one after the other, from low to high by their mean height.
pub(super) fn draw(pen: &mut Pen, state: &State, is_over_level: bool) {
    let mut mesh = MeshPen::new(pen, state, is_over_level);
    pen.begin("mesh");
    if mesh.cells.len() > MOST_CELLS {
        mesh.draw_regions(pen);
        let cells = std::mem::take(&mut mesh.cells);
        mesh.draw_lines(pen, &cells);
    } else {
        for run in mesh.runs() {
            mesh.draw_fills(pen, &run);
            mesh.draw_contours(pen, &run);
            mesh.draw_lines(pen, &run);
            mesh.draw_dots(pen, &run);
        }
    }
    mesh.draw_isolated(pen);
    draw_front(pen, mesh.mode, mesh.front);
}

/// Lines by style and opacity.
type Lines = BTreeMap<(MeshStyle, u8), Vec<[Vec2; 2]>>;

/// Elements that fills do not cover.
#[derive(Default)]
struct Front {
    lines: Lines,
    dots: Vec<(MeshStyle, Vec2)>,
}

struct MeshPen<'a> {
    state: &'a State,
    mesh: &'a NavMesh,
    mode: Mode,
    styled: StyledMesh<'a>,
    /// Fills by slot.
    paints: Vec<CellPaint>,
    heights: PictureHeights,
    /// Cells in the picture that are not hidden, in order.
    cells: Vec<CellId>,
    /// Number of the run that draws a cell, by slot, from 1; 0 for a cell outside the picture.
    ranks: Vec<u32>,
    drawn: BTreeSet<VertexId>,
    opacity: f32,
    front: Front,
}

impl<'a> MeshPen<'a> {
    fn new(pen: &Pen, state: &'a State, is_over_level: bool) -> Self {
        let (mesh, derived) = (&state.document().mesh, state.derived());
        let styled = StyledMesh { mesh, derived, selection: state.selection() };
        let paints = paints(state, pen.is_dark);
        let [min, max] = pen.ground();
        let mut cells = derived.locator.within(mesh, min, max);
        cells.retain(|cell| paints[cell.0 as usize].color.alpha > 0);
        cells.sort_unstable();
        cells.dedup();
        let mut ranks = vec![0; paints.len()];
        for cell in &cells {
            ranks[cell.0 as usize] = 1;
        }
        let opacity = if is_over_level { OVER_LEVEL } else { 1.0 };
        let (drawn, front) = Default::default();
        let (mode, heights) = (state.mode(), PictureHeights::of(pen, state));
        Self { state, mesh, mode, styled, paints, heights, cells, ranks, drawn, opacity, front }
    }

    fn paint(&self, cell: CellId) -> CellPaint {
        self.paints.get(cell.0 as usize).copied().unwrap_or_default()
    }

    fn is_hidden(&self, cell: CellId) -> bool {
        self.paint(cell).color.alpha == 0
    }

    fn rank(&self, cell: CellId) -> u32 {
        self.ranks.get(cell.0 as usize).copied().unwrap_or_default()
    }

    fn mean_height(&self, cell: CellId) -> f32 {
        let ring = self.mesh.ring(cell);
        ring.iter().map(|at| at.y).sum::<f32>() / ring.len().max(1) as f32
    }

    /// Returns the groups of cells to draw one after the other: one if no cell covers another.
    fn runs(&mut self) -> Vec<Vec<CellId>> {
        if !self.are_stacked() {
            return vec![self.cells.clone()];
        }
        let mut sorted: Vec<(f32, CellId)> =
            self.cells.iter().map(|&cell| (self.mean_height(cell), cell)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let runs = sorted.chunk_by(|a, b| a.0.to_bits() == b.0.to_bits());
        let runs: Vec<Vec<CellId>> = runs.map(|run| run.iter().map(|&(_, cell)| cell).collect()).collect();
        for (rank, run) in (1..).zip(&runs) {
            for cell in run {
                self.ranks[cell.0 as usize] = rank;
            }
        }
        runs
    }

    /// Whether a cell lies over the middle of another one.
    fn are_stacked(&self) -> bool {
        let Some(first) = self.cells.first().map(|&cell| self.mean_height(cell)) else { return false };
        let is_level = |&cell: &CellId| self.mesh.ring(cell).iter().all(|at| at.y == first);
        let locator = &self.styled.derived.locator;
        !self.cells.iter().all(is_level)
            && self.cells.iter().any(|&cell| {
                let at = ground(self.mesh.centroid(cell));
                let is_over = |other: CellId| {
                    other != cell && self.rank(other) > 0 && covers(&self.mesh.ground_ring(other), at)
                };
                locator.within(self.mesh, at, at).into_iter().any(is_over)
            })
    }

    fn draw_fills(&self, pen: &mut Pen, cells: &[CellId]) {
        let clip = pen.clip();
        let mut fills: BTreeMap<(Color, u8), Vec<Points>> = BTreeMap::new();
        for &cell in cells {
            let paint = self.paint(cell);
            for (color, piece) in self.heights.pieces(&Surface::of(self.mesh, cell), paint) {
                let ring = clipped_ring(&places(pen, &piece), &clip);
                if ring.len() > 2 {
                    fills.entry((color, paint.hatch)).or_default().push(ring);
                }
            }
        }
        self.add_fills(pen, fills);
    }

    fn add_fills(&self, pen: &mut Pen, fills: impl IntoIterator<Item = ((Color, u8), Vec<Points>)>) {
        let origin = pen.camera.screen_from_ground(Vec2::ZERO);
        for ((color, number), rings) in fills {
            let (lines, width) = hatch(&rings, number, origin);
            pen.fill(rings, color.faded(self.opacity));
            pen.segments(lines, Stroke::new(width, hatch_color(pen.is_dark).faded(self.opacity)));
        }
    }

    fn draw_contours(&self, pen: &mut Pen, cells: &[CellId]) {
        let clip = pen.clip();
        let mut lines: BTreeMap<u8, Vec<[Vec2; 2]>> = BTreeMap::new();
        for &cell in cells {
            for (fade, line) in self.heights.contours(pen, &Surface::of(self.mesh, cell)) {
                lines.entry(fade).or_default().extend(clipped(line, &clip));
            }
        }
        for (fade, lines) in lines {
            let color = contour_color(pen.is_dark).faded(heights::opacity(fade));
            pen.segments(lines, Stroke::new(CONTOUR_WIDTH, color));
        }
    }

    /// Draws the regions of cells of one colour, from low to high by their mean height.
    fn draw_regions(&self, pen: &mut Pen) {
        let key = |cell: CellId| {
            let paint = self.paint(cell);
            (self.heights.color_of_cell(&self.mesh.ring(cell), paint), paint.hatch)
        };
        let mut regions: BTreeMap<(Color, u8), (f64, Vec<CellId>)> = BTreeMap::new();
        for &cell in &self.cells {
            let (height, cells) = regions.entry(key(cell)).or_default();
            *height += f64::from(self.mean_height(cell));
            cells.push(cell);
        }
        let mut regions: Vec<_> = regions.into_iter().collect();
        regions.sort_by(|(_, (a, one)), (_, (b, other))| {
            (a / one.len() as f64).total_cmp(&(b / other.len() as f64))
        });
        for (look, (_, cells)) in regions {
            let rings = outlines(pen, self.state, &cells, |cell| self.rank(cell) > 0 && key(cell) == look);
            self.add_fills(pen, [(look, rings)]);
        }
    }

    /// Draws the edges of a run: those of its cells, unless a later run has the other cell.
    fn draw_lines(&mut self, pen: &mut Pen, cells: &[CellId]) {
        let clip = pen.clip();
        let (mode, is_dark) = (self.mode, pen.is_dark);
        let mut lines = Lines::new();
        for &cell in cells {
            for side in 0..self.mesh.corners(cell).len() as u32 {
                let half_edge = HalfEdge { cell, side };
                let twin = self.styled.derived.adjacency.twin(half_edge);
                let other = twin.map_or(0, |twin| self.rank(twin.cell));
                let is_own = twin.is_none_or(|twin| half_edge < twin);
                if other > self.rank(cell) || other == self.rank(cell) && !is_own {
                    continue;
                }
                let style = self.styled.edge(half_edge, twin, |cell| self.is_hidden(cell));
                let Some(ends) = self.mesh.half_edge(half_edge) else { continue };
                let ends = ends.map(|end| pen.at(self.mesh.position(end)));
                let fade = fade(mesh_look(style, mode, is_dark).opacity(ends[0].distance(ends[1])));
                if let Some(line) = clipped(ends, &clip).filter(|_| fade > 0 && style != MeshStyle::Hidden) {
                    let lines = if style.is_in_front() { &mut self.front.lines } else { &mut lines };
                    lines.entry((style, fade)).or_default().push(line);
                }
            }
        }
        add_lines(pen, mode, lines);
    }

    /// Draws the vertices of a run, unless a later run has a cell around them.
    fn draw_dots(&mut self, pen: &mut Pen, cells: &[CellId]) {
        let view = pen.view();
        for &cell in cells {
            for &vertex in self.mesh.corners(cell) {
                let star = self.styled.derived.adjacency.star(vertex);
                let is_last = star.iter().all(|&other| self.rank(other) <= self.rank(cell));
                let at = pen.at(self.mesh.position(vertex));
                if !is_last || !view.contains(at) || !self.drawn.insert(vertex) {
                    continue;
                }
                let style = self.styled.vertex(vertex, |cell| self.is_hidden(cell));
                if style.is_in_front() {
                    self.front.dots.push((style, at));
                } else {
                    let room = self.styled.room(vertex) / pen.camera.meters(1.0);
                    add_dot(pen, self.mode, style, (at, room));
                }
            }
        }
    }

    /// Collects the isolated vertices, which lie in front.
    fn draw_isolated(&mut self, pen: &Pen) {
        let view = pen.view();
        let vertices =
            self.mesh.vertices().filter(|&(id, _)| self.styled.derived.adjacency.star(id).is_empty());
        let places =
            vertices.map(|(id, position)| (id, pen.at(position))).filter(|(_, at)| view.contains(*at));
        self.front.dots.extend(places.map(|(id, at)| (self.styled.vertex(id, |_| false), at)));
    }
}

/// Returns the fills of all cells, by slot.
fn paints(state: &State, is_dark: bool) -> Vec<CellPaint> {
    let document = state.document();
    let mut paints = vec![CellPaint::default(); document.mesh.cell_slots()];
    // Neighbours in the table mostly have the same tint.
    let mut last = (Tint::Hidden, CellPaint::default());
    for (id, _) in document.mesh.cells() {
        let of_cell = legend::tint(state, id);
        if of_cell != last.0 {
            last = (of_cell, tint(of_cell, document, is_dark));
        }
        let is_selected = last.1.color.alpha > 0 && state.selection().cells().contains(&id);
        paints[id.0 as usize] = if is_selected { selected(last.1, is_dark) } else { last.1 };
    }
    paints
}

fn places(pen: &Pen, piece: &HeightPiece) -> SmallVec<[Vec2; 8]> {
    piece.iter().map(|&at| pen.at(at)).collect()
}

/// Returns the level of an opacity; 0 only for an invisible line.
fn fade(opacity: f32) -> u8 {
    (opacity * FADES).ceil() as u8
}

fn add_lines(pen: &mut Pen, mode: Mode, lines: Lines) {
    for ((style, fade), lines) in lines {
        let look = mesh_look(style, mode, pen.is_dark);
        let color = look.color.faded(f32::from(fade) / FADES);
        pen.segments(lines, Stroke::new(look.width, color).rounded());
    }
}

fn add_dot(pen: &mut Pen, mode: Mode, style: MeshStyle, (center, room): (Vec2, f32)) {
    let look = mesh_look(style, mode, pen.is_dark);
    let opacity = look.opacity(room);
    if opacity > 0.0 && style != MeshStyle::Hidden {
        let fill = Some(look.color.faded(opacity));
        pen.add(PictureShape::Circle { center, radius: look.width * 0.5, fill, stroke: None });
    }
}

fn draw_front(pen: &mut Pen, mode: Mode, front: Front) {
    add_lines(pen, mode, front.lines);
    for (style, at) in front.dots {
        add_dot(pen, mode, style, (at, f32::INFINITY));
    }
}
