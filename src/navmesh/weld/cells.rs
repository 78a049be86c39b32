//! The polygons that become cells, numbered as they come.

use std::collections::HashMap;
use std::ops::Range;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::clusters::{Known, NONE};
use super::{Soup, WeldOptions, WeldReport};
use crate::geometry::{Turn, doubled_area, ground, ground_area, normal, turn};
use crate::navmesh::paged_vec::Builder;
use crate::navmesh::{AreaId, Cell, Corners, NavMesh, PagedVec, VertexId};

/// What an angle may lose to rounding, in radians: a slope of exactly the limit is kept.
const ANGLE_SLACK: f32 = 1e-5;

/// The cells kept so far.
pub(super) struct Cells<'a> {
    soup: &'a Soup,
    options: &'a WeldOptions,
    report: WeldReport,
    vertices: Vertices,
    kept: Builder<Cell>,
    /// By vertex, what there is of the cells whose smallest corner it is.
    smallest: Vec<Smallest>,
    /// By cell, one more than the one before it of the same smallest corner; 0 for the first.
    before: Vec<u32>,
    /// How many more comparisons are worth it.
    patience: usize,
    /// By corners, in order, all cells; only once patience was at an end, as where very many cells meet in a vertex.
    by_corners: Option<HashMap<Corners, u32>>,
}

/// Comparisons for each polygon beyond which it is quicker to know all cells by their corners.
const PATIENCE: usize = 8;

/// The golden section, in 2³² parts: what is near is spread by it.
const SPREAD: u32 = 0x9E37_79B9;

/// Cells of one smallest corner.
#[derive(Clone, Copy, Default)]
struct Smallest {
    /// A bit for each by its corners: cells of the same corners have the same bit, and others mostly do not.
    seen: u32,
    /// One more than the last of them.
    last: u32,
}

/// Which vertex each place has become.
struct Vertices {
    count: u32,
    /// By place, its vertex; empty as long as every place has become the vertex of its own number, as mostly all do.
    ids: Vec<u32>,
    /// By vertex, its place; as empty.
    places: Vec<u32>,
}

impl Vertices {
    /// The vertex that a place has become, or becomes now.
    #[inline]
    fn of(&mut self, place: u32) -> VertexId {
        if place <= self.count && self.ids.is_empty() {
            self.count += u32::from(place == self.count);
            return VertexId(place);
        }
        self.of_scattered(place)
    }

    /// The same once some place was left out.
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
    /// None yet.
    pub(super) fn of(soup: &'a Soup, options: &'a WeldOptions) -> Self {
        Self {
            soup,
            options,
            report: WeldReport::default(),
            vertices: Vertices { count: 0, ids: Vec::new(), places: Vec::new() },
            kept: Builder::default(),
            smallest: Vec::new(),
            patience: PATIENCE * (soup.len() + 1024),
            by_corners: None,
            before: Vec::with_capacity(soup.len()),
        }
    }

    /// Makes cells of polygons, or counts why not. The positions of those that are usable are to be known.
    pub(super) fn add(&mut self, known: Known<'_>, polygons: Range<usize>) {
        for (corners, area) in self.soup.polygons_in(polygons) {
            // Mostly they are triangles of three different places.
            if let &[a, b, c] = corners
                && let [Some(a), Some(b), Some(c)] = [a, b, c].map(|corner| known.of_position(corner))
                && a != b
                && b != c
                && c != a
            {
                self.add_three(known, [a, b, c], area);
            } else {
                self.add_any(known, corners, area);
            }
        }
    }

    /// Makes a cell of a triangle of different places.
    #[inline]
    fn add_three(&mut self, known: Known<'_>, places: [u32; 3], area: AreaId) {
        if self.is_surely_walkable(known, places) || self.is_walkable(known, &places) {
            let corners = places.map(|place| self.vertices.of(place));
            self.keep(known, corners, Cell::of_three(corners, area));
        }
    }

    /// The same of any polygon.
    #[inline(never)]
    fn add_any(&mut self, known: Known<'_>, corners: &[u32], area: AreaId) {
        let mut ring: SmallVec<[u32; 4]> = SmallVec::new();
        for &corner in corners {
            match known.of_position(corner) {
                // A corner that repeats the one before is left out: a quad with one side welded away is a triangle.
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
        if ring.len() < 3 || has_any_twice(&ring) {
            self.report.degenerate += 1;
        } else if self.is_walkable(known, &ring) {
            let corners: Corners = ring.iter().map(|&place| self.vertices.of(place)).collect();
            self.keep(known, &*corners, Cell::of(&corners, area));
        }
    }

    /// Whether a triangle is seen from above as more than a line, and no slope is too steep.
    #[inline]
    fn is_surely_walkable(&self, known: Known<'_>, places: [u32; 3]) -> bool {
        let [a, b, c] = places.map(|place| ground(known.at(place).into()));
        self.options.max_slope.is_none() && doubled_area(a, b, c) != 0.0
    }

    /// Whether a ring of at least three different places is to be a cell; counts why not.
    #[inline(never)]
    fn is_walkable(&mut self, known: Known<'_>, ring: &[u32]) -> bool {
        let is_too_steep =
            |limit| slope(&ring.iter().map(|&place| known.at(place).into()).collect::<Vec<_>>()) > limit;
        let (is_on_a_line, limit) = (is_on_a_line(known, ring), self.options.max_slope);
        let is_too_steep = !is_on_a_line && limit.is_some_and(|limit| is_too_steep(limit + ANGLE_SLACK));
        self.report.degenerate += usize::from(is_on_a_line);
        self.report.too_steep += usize::from(is_too_steep);
        !is_on_a_line && !is_too_steep
    }

    /// Keeps a cell, unless there is one of the same corners in any order.
    #[inline]
    fn keep(&mut self, known: Known<'_>, corners: impl AsRef<[VertexId]> + Copy, cell: Cell) {
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

    /// The cell that has the same corners, in any order; one less than `last` is the last of its smallest corner.
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

    /// Of polygons with the same corners, as both faces of a sheet are, the one that faces up is kept.
    #[inline(never)]
    fn keep_upper(&mut self, known: Known<'_>, twin: usize, cell: Cell) {
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

    /// Where a vertex is.
    fn at(&self, known: Known<'_>, vertex: u32) -> Vec3 {
        known.at(self.vertices.place_of(vertex)).into()
    }

    /// The mesh of the cells and the positions that they use, and what was left out.
    pub(super) fn finish(self, known: Known<'_>) -> (NavMesh, WeldReport) {
        let (vertex_count, cell_count) = (self.vertices.count as usize, self.kept.len());
        let vertices = PagedVec::of(vertex_count, |vertex| Some(self.at(known, vertex as u32)));
        let cells = self.kept.finish();
        (NavMesh { vertices, cells, vertex_count, cell_count, ..NavMesh::default() }, self.report)
    }
}

/// Whether all places of a ring are on one line in space: exactly when they are seen so from three sides.
#[inline]
fn is_on_a_line(known: Known<'_>, ring: &[u32]) -> bool {
    // Different places are in different positions.
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

fn has_any_twice(ring: &[u32]) -> bool {
    const FEW: usize = 8;
    if ring.len() <= FEW {
        return (1..ring.len()).any(|i| ring[..i].contains(&ring[i]));
    }
    let mut sorted = ring.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// The angle from level, in radians; over a right angle where it faces down, 0 where it faces nowhere.
fn slope(ring: &[Vec3]) -> f32 {
    normal(ring).map_or(0.0, |up| f32::hypot(up.x, up.z).atan2(up.y))
}
