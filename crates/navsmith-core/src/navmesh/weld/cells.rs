//! Conversion of polygons to cells, numbered in their order.

use std::collections::HashMap;
use std::f32::consts::{FRAC_PI_2, PI};
use std::ops::Range;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::sets::{KnownPlaces, NONE};
use super::{Soup, WeldOptions, WeldReport};
use crate::geometry::{Turn, doubled_area, ground, ground_area, slope, surface_area, turn};
use crate::navmesh::paged_vec::Builder;
use crate::navmesh::{AreaId, Cell, Corners, NavMesh, PagedVec, VertexId, repeated};

/// Rounding tolerance of angles, in radians, so that a slope of exactly the limit is kept.
const ANGLE_SLACK: f32 = 1e-5;

/// Cells of a soup, before the directions that they face are examined.
pub(super) struct Welded {
    pub(super) mesh: NavMesh,
    pub(super) report: WeldReport,
    /// Polygons that visit a place twice, by their index in the soup; they are no cells.
    pub(super) repeated: Vec<u32>,
    /// The polygons that are too steep.
    ///
    /// The first positions are the vertices of the mesh.
    pub(super) steep: Soup,
    /// Whether a cell faces down.
    pub(super) has_undersides: bool,
}

pub(super) struct Cells<'a> {
    soup: &'a Soup,
    options: &'a WeldOptions,
    report: WeldReport,
    /// Polygons that visit a place twice, by their index.
    repeated: Vec<u32>,
    /// Rings of places of the polygons that are too steep.
    steep: Soup,
    /// Whether a kept polygon faces down.
    has_undersides: bool,
    vertices: Vertices,
    kept: Builder<Cell>,
    /// For each vertex, the cells whose smallest corner it is.
    smallest: Vec<Smallest>,
    /// For each cell, one more than the previous cell with the same smallest corner; 0 for the first.
    before: Vec<u32>,
    /// Remaining number of comparisons before switching to the hash map.
    patience: usize,
    /// All cells by their sorted corners; only once `patience` is exhausted.
    ///
    /// Many comparisons occur where very many cells meet in a vertex.
    by_corners: Option<HashMap<Corners, u32>>,
}

/// Number of comparisons per polygon beyond which a hash map of all cells is faster.
const PATIENCE: usize = 8;

/// The golden ratio in units of 2⁻³², for multiplicative hashing.
const SPREAD: u32 = 0x9E37_79B9;

#[derive(Clone, Copy, Default)]
struct Smallest {
    /// Bit set of the cells' hashed corners. Equal corners have equal bits; other corners mostly do not.
    seen: u32,
    /// One more than the last of the cells.
    last: u32,
}

/// The map between places and vertices.
struct Vertices {
    count: u32,
    /// Vertex of each place; empty while every place is the vertex of the same number, as usual.
    ids: Vec<u32>,
    /// Place of each vertex; empty like `ids`.
    places: Vec<u32>,
}

impl Vertices {
    /// Returns the vertex of a place, and creates it if necessary.
    #[inline]
    fn of(&mut self, place: u32) -> VertexId {
        if place <= self.count && self.ids.is_empty() {
            self.count += u32::from(place == self.count);
            return VertexId(place);
        }
        self.of_scattered(place)
    }

    /// Like [`Self::of`], after some place has been skipped.
    #[inline(never)]
    fn of_scattered(&mut self, place: u32) -> VertexId {
        if self.ids.is_empty() {
            self.places = (0..self.count).collect();
            self.ids.clone_from(&self.places);
        }
        if self.ids.len() <= place as usize {
            self.ids.resize(place as usize + 1, NONE);
        }
        let id = &mut self.ids[place as usize];
        if *id == NONE {
            *id = self.count;
            self.count += 1;
            self.places.push(place);
        }
        VertexId(*id)
    }

    fn place_of(&self, vertex: u32) -> u32 {
        self.places.get(vertex as usize).copied().unwrap_or(vertex)
    }
}

impl<'a> Cells<'a> {
    pub(super) fn of(soup: &'a Soup, options: &'a WeldOptions) -> Self {
        Self {
            soup,
            options,
            report: WeldReport::default(),
            repeated: Vec::new(),
            steep: Soup::default(),
            has_undersides: false,
            vertices: Vertices { count: 0, ids: Vec::new(), places: Vec::new() },
            kept: Builder::default(),
            smallest: Vec::new(),
            patience: PATIENCE * (soup.len() + 1024),
            by_corners: None,
            before: Vec::with_capacity(soup.len()),
        }
    }

    /// Creates cells from polygons, or counts why they are dropped.
    ///
    /// The positions of the usable polygons must be known.
    pub(super) fn add(&mut self, known: KnownPlaces<'_>, polygons: Range<usize>) {
        for (index, (corners, area)) in polygons.clone().zip(self.soup.polygons_in(polygons)) {
            // Most polygons are triangles of three different places.
            if let &[a, b, c] = corners
                && let [Some(a), Some(b), Some(c)] = [a, b, c].map(|corner| known.of_position(corner))
                && a != b
                && b != c
                && c != a
            {
                self.add_three(known, [a, b, c], area);
            } else {
                self.add_any(known, index, corners, area);
            }
        }
    }

    #[inline]
    fn add_three(&mut self, known: KnownPlaces<'_>, places: [u32; 3], area: AreaId) {
        if self.is_surely_walkable(known, places) || self.is_walkable(known, &places) {
            let corners = places.map(|place| self.vertices.of(place));
            self.keep(known, corners, Cell::of_three(corners, area));
        }
    }

    #[inline(never)]
    fn add_any(&mut self, known: KnownPlaces<'_>, index: usize, corners: &[u32], area: AreaId) {
        let mut ring: SmallVec<[u32; 4]> = SmallVec::new();
        for &corner in corners {
            match known.of_position(corner) {
                // A repeated corner is dropped, so a quad with one side welded away becomes a triangle.
                Some(place) if ring.last() != Some(&place) => ring.push(place),
                Some(_) => {}
                None => {
                    let is_there =
                        corners.iter().all(|&corner| (corner as usize) < self.soup.positions.len());
                    let WeldReport { non_finite, out_of_range, .. } = &mut self.report;
                    *(if is_there { non_finite } else { out_of_range }) += 1;
                    return;
                }
            }
        }
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        if ring.len() < 3 {
            self.report.degenerate += 1;
        } else if self.is_walkable(known, &ring) {
            if repeated(&ring).is_some() {
                self.repeated.push(index as u32);
                return;
            }
            let corners: Corners = ring.iter().map(|&place| self.vertices.of(place)).collect();
            self.keep(known, &*corners, Cell::of(&corners, area));
        }
    }

    /// Whether a triangle has area on the ground and no slope limit applies.
    #[inline]
    fn is_surely_walkable(&mut self, known: KnownPlaces<'_>, places: [u32; 3]) -> bool {
        let [a, b, c] = places.map(|place| ground(known.at(place).into()));
        let doubled = doubled_area(a, b, c);
        let is_walkable = self.options.max_slope.is_none() && doubled != 0.0;
        self.has_undersides |= is_walkable && doubled < 0.0;
        is_walkable
    }

    /// Whether a ring of at least three different places becomes a cell; counts why not.
    ///
    /// A ring that faces down is as steep as one that faces up.
    #[inline(never)]
    fn is_walkable(&mut self, known: KnownPlaces<'_>, ring: &[u32]) -> bool {
        if is_on_a_line(known, ring) {
            self.report.degenerate += 1;
            return false;
        }
        let positions: SmallVec<[Vec3; 8]> = ring.iter().map(|&place| known.at(place).into()).collect();
        let slope = slope(&positions);
        if self.options.max_slope.is_some_and(|limit| slope.min(PI - slope) > limit + ANGLE_SLACK) {
            self.report.too_steep += 1;
            self.report.too_steep_area += surface_area(&positions);
            self.steep.push(ring, AreaId::default());
            return false;
        }
        self.has_undersides |= slope > FRAC_PI_2;
        true
    }

    /// Adds a cell, unless a cell with the same corners in any order exists.
    #[inline]
    fn keep(&mut self, known: KnownPlaces<'_>, corners: impl AsRef<[VertexId]> + Copy, cell: Cell) {
        let least_and_sum =
            |(least, sum): (u32, u32), id: &VertexId| (least.min(id.0), sum.wrapping_add(id.0));
        let (least, sum) = corners.as_ref().iter().fold((u32::MAX, 0), least_and_sum);
        if self.smallest.len() < self.vertices.count as usize {
            self.smallest.resize(2 * self.vertices.count as usize, Smallest::default());
        }
        let Smallest { seen, last } = self.smallest[least as usize];
        let bit = 1 << (sum.wrapping_mul(SPREAD) >> 27);
        if seen & bit != 0
            && let Some(twin) = self.same_as(corners, last)
        {
            self.report.duplicates += 1;
            self.keep_upper(known, twin, cell);
            return;
        }
        let id = self.kept.len() as u32;
        self.smallest[least as usize] = Smallest { seen: seen | bit, last: id + 1 };
        self.before.push(last);
        self.kept.push(cell);
        if let Some(cells) = &mut self.by_corners {
            cells.insert(sorted(corners.as_ref()), id);
        }
    }

    /// Returns the cell with the same corners, in any order.
    ///
    /// `last` is one more than the last cell with the same smallest corner.
    #[inline(never)]
    fn same_as(&mut self, corners: impl AsRef<[VertexId]>, last: u32) -> Option<usize> {
        let corners = corners.as_ref();
        let mut next = last;
        while let (None, Some(at)) = (&self.by_corners, next.checked_sub(1)) {
            let cell = self.kept.get(at as usize)?;
            if cell.len() == corners.len() && cell.corners().iter().all(|corner| corners.contains(corner)) {
                return Some(at as usize);
            }
            next = self.before[at as usize];
            self.patience = self.patience.saturating_sub(1);
            if self.patience == 0 {
                let all = (0..self.kept.len())
                    .filter_map(|id| Some((sorted(self.kept.get(id)?.corners()), id as u32)));
                self.by_corners = Some(all.collect());
            }
        }
        self.by_corners.as_ref()?.get(&sorted(corners)).map(|&at| at as usize)
    }

    /// Keeps the polygon that faces up, of two with the same corners, such as the faces of a sheet.
    #[inline(never)]
    fn keep_upper(&mut self, known: KnownPlaces<'_>, twin: usize, cell: Cell) {
        let faces_up = |corners: &[VertexId]| {
            let at = |corner: &VertexId| ground(self.at(known, corner.0));
            let points: SmallVec<[Vec2; 8]> = corners.iter().map(at).collect();
            ground_area(&points) > 0.0
        };
        let is_upper =
            faces_up(cell.corners()) && self.kept.get(twin).is_some_and(|kept| !faces_up(kept.corners()));
        if is_upper && let Some(kept) = self.kept.get_mut(twin) {
            *kept = cell;
        }
    }

    fn at(&self, known: KnownPlaces<'_>, vertex: u32) -> Vec3 {
        known.at(self.vertices.place_of(vertex)).into()
    }

    pub(super) fn finish(mut self, known: KnownPlaces<'_>) -> Welded {
        let (vertex_count, cell_count) = (self.vertices.count as usize, self.kept.len());
        let vertices = PagedVec::of(vertex_count, |vertex| Some(self.at(known, vertex as u32)));
        let mut steep = std::mem::take(&mut self.steep);
        steep.corners.iter_mut().for_each(|corner| *corner = self.vertices.of(*corner).0);
        steep.positions = (0..self.vertices.count).map(|vertex| self.at(known, vertex)).collect();
        let cells = self.kept.finish();
        let mesh = NavMesh { vertices, cells, vertex_count, cell_count, ..NavMesh::default() };
        let Self { report, repeated, has_undersides, .. } = self;
        Welded { mesh, report, repeated, steep, has_undersides }
    }
}

/// Whether all places of a ring are collinear in space. Exact.
///
/// This holds if and only if they are collinear in all three axis-aligned projections.
#[inline]
fn is_on_a_line(known: KnownPlaces<'_>, ring: &[u32]) -> bool {
    // Different places have different positions.
    let at = |place: u32| Vec3::from(known.at(place));
    let [from, to] = [at(ring[0]), at(ring[1])];
    let is_on = |see: fn(Vec3) -> Vec2, p: Vec3| turn(see(from), see(to), see(p)) == Turn::Straight;
    ring[2..]
        .iter()
        .map(|&place| at(place))
        .all(|p| is_on(ground, p) && is_on(Vec3::truncate, p) && is_on(|p| Vec2::new(p.y, p.z), p))
}

fn sorted(corners: &[VertexId]) -> Corners {
    let mut corners = Corners::from_slice(corners);
    corners.sort_unstable();
    corners
}
