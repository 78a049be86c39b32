//! The polygons that become cells, numbered as they come.

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::clusters::{Clusters, NONE};
use super::{Soup, WeldOptions, WeldReport};
use crate::geometry::{Turn, ground, ground_area, normal, turn};
use crate::navmesh::column::Builder;
use crate::navmesh::{AreaId, Cell, NavMesh, VertexId};

/// What an angle may lose to rounding, in radians: a slope of exactly the limit is kept.
const ANGLE_SLACK: f32 = 1e-5;

/// The cells kept so far.
pub(super) struct Cells<'a> {
    soup: &'a Soup,
    clusters: &'a Clusters,
    options: &'a WeldOptions,
    /// By place, the vertex that it has become.
    ids: Vec<u32>,
    vertices: Builder<Option<Vec3>>,
    kept: Builder<Cell>,
    /// By the sum of their corners, wrapped, the last cell of such a sum.
    by_sum: Vec<u32>,
    /// By cell, the one before it of the same sum.
    before: Vec<u32>,
    /// Those of the polygon that is looked at.
    corners: Vec<VertexId>,
}

impl<'a> Cells<'a> {
    pub(super) fn of(soup: &'a Soup, clusters: &'a Clusters, options: &'a WeldOptions) -> Self {
        Self {
            soup,
            clusters,
            options,
            ids: vec![NONE; clusters.len()],
            vertices: Builder::default(),
            kept: Builder::default(),
            by_sum: vec![NONE; soup.len().next_power_of_two()],
            before: Vec::with_capacity(soup.len()),
            corners: Vec::new(),
        }
    }

    /// Makes a cell of a polygon, or counts why not.
    pub(super) fn add(&mut self, corners: &[u32], area: AreaId, report: &mut WeldReport) {
        // Mostly they are triangles of three different places.
        if let &[a, b, c] = corners
            && let [Some(a), Some(b), Some(c)] = [a, b, c].map(|corner| self.clusters.of_position(corner))
            && a != b
            && b != c
            && c != a
        {
            self.judge(&[a, b, c], area, report);
            return;
        }
        let mut ring: SmallVec<[u32; 4]> = SmallVec::new();
        for &corner in corners {
            match self.clusters.of_position(corner) {
                // A corner that repeats the one before is left out: a quad with one side welded away is a triangle.
                Some(place) if ring.last() != Some(&place) => ring.push(place),
                Some(_) => {}
                None => {
                    let is_there =
                        corners.iter().all(|&corner| (corner as usize) < self.soup.positions.len());
                    *(if is_there { &mut report.non_finite } else { &mut report.out_of_range }) += 1;
                    return;
                }
            }
        }
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        if ring.len() < 3 || has_any_twice(&ring) {
            report.degenerate += 1;
        } else {
            self.judge(&ring, area, report);
        }
    }

    /// The same of a ring of at least three different places.
    #[inline]
    fn judge(&mut self, ring: &[u32], area: AreaId, report: &mut WeldReport) {
        let is_too_steep = |limit| {
            slope(&ring.iter().map(|&place| self.clusters.at(place).into()).collect::<Vec<_>>()) > limit
        };
        if self.is_on_a_line(ring) {
            report.degenerate += 1;
        } else if self.options.max_slope.is_some_and(|limit| is_too_steep(limit + ANGLE_SLACK)) {
            report.too_steep += 1;
        } else {
            self.keep(ring, area, report);
        }
    }

    /// Whether all places of a ring are on one line in space: exactly when they are seen so from three sides.
    #[inline]
    fn is_on_a_line(&self, ring: &[u32]) -> bool {
        // Different places are in different positions.
        let at = |place: u32| Vec3::from(self.clusters.at(place));
        let [from, to] = [at(ring[0]), at(ring[1])];
        let is_on = |see: fn(Vec3) -> Vec2, p: Vec3| turn(see(from), see(to), see(p)) == Turn::Straight;
        ring[2..]
            .iter()
            .map(|&place| at(place))
            .all(|p| is_on(ground, p) && is_on(Vec3::truncate, p) && is_on(|p| Vec2::new(p.y, p.z), p))
    }

    /// Keeps a ring as a cell, unless there is one of the same corners in any order.
    fn keep(&mut self, ring: &[u32], area: AreaId, report: &mut WeldReport) {
        let mut is_any_new = false;
        self.corners.clear();
        for &place in ring {
            let id = &mut self.ids[place as usize];
            if *id == NONE {
                is_any_new = true;
                *id = self.vertices.len() as u32;
                self.vertices.push(Some(self.clusters.at(place).into()));
            }
            self.corners.push(VertexId(*id));
        }
        // Where to look for cells of the same corners: neighbours are near each other there, as they are in the mesh.
        let sum =
            self.corners.iter().map(|corner| corner.0 as usize).sum::<usize>() & (self.by_sum.len() - 1);
        let last = &mut self.by_sum[sum];
        if !is_any_new && let Some(twin) = same_as(&self.corners, *last, &self.kept, &self.before) {
            report.duplicates += 1;
            self.keep_upper(twin, area);
        } else {
            self.before.push(std::mem::replace(last, self.kept.len() as u32));
            self.kept.push(Cell::of(&self.corners, area));
        }
    }

    /// Of polygons with the same corners, as both faces of a sheet are, the one that faces up is kept.
    fn keep_upper(&mut self, twin: usize, area: AreaId) {
        let faces_up = |corners: &[VertexId]| {
            let at = |corner: &VertexId| self.vertices.get(corner.0 as usize).copied().flatten();
            let points: SmallVec<[Vec2; 8]> = corners.iter().filter_map(at).map(ground).collect();
            ground_area(&points) > 0.0
        };
        let is_upper =
            faces_up(&self.corners) && self.kept.get(twin).is_some_and(|kept| !faces_up(kept.corners()));
        if is_upper && let Some(kept) = self.kept.get_mut(twin) {
            *kept = Cell::of(&self.corners, area);
        }
    }

    /// The mesh of the cells and the positions that they use.
    pub(super) fn finish(self) -> NavMesh {
        let (vertex_count, cell_count) = (self.vertices.len(), self.kept.len());
        let (vertices, cells) = (self.vertices.finish(), self.kept.finish());
        NavMesh { vertices, cells, vertex_count, cell_count, ..NavMesh::default() }
    }
}

/// Of a chain of cells that begins at `next`, that which has the same corners, in any order.
fn same_as(corners: &[VertexId], mut next: u32, kept: &Builder<Cell>, before: &[u32]) -> Option<usize> {
    while let Some(cell) = kept.get(next as usize) {
        if cell.len() == corners.len() && cell.corners().iter().all(|corner| corners.contains(corner)) {
            return Some(next as usize);
        }
        next = before[next as usize];
    }
    None
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
