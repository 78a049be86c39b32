//! A mesh from loose polygons: corners that are nearer than a distance become one vertex, and what cannot be walked
//! on is left out and counted.
//!
//! This is where floats decide topology; from here on ids do. It does not know where the polygons come from.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use glam::Vec3;
use smallvec::SmallVec;

use super::{AreaId, Cell, Corners, NavMesh, VertexId};
use crate::geometry::{Turn, ground_area, normal, turn};
use clusters::clusters;

mod clusters;

/// Polygons that do not know each other, as a file tells of them: anything may be wrong with them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup {
    /// Where the corners are, in metres.
    pub positions: Vec<Vec3>,
    /// The corners of all polygons, one polygon after another.
    corners: Vec<u32>,
    /// Where each polygon's corners end, and its area.
    polygons: Vec<(u32, AreaId)>,
}

impl Soup {
    /// Adds a polygon by its corners' places in `positions`, counter-clockwise seen from above.
    pub fn push(&mut self, corners: &[u32], area: AreaId) {
        self.corners.extend_from_slice(corners);
        self.polygons.push((self.corners.len() as u32, area));
    }

    /// How many polygons there are.
    pub fn len(&self) -> usize {
        self.polygons.len()
    }

    /// Whether there is no polygon.
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// The polygons, each with its area.
    pub fn polygons(&self) -> impl Iterator<Item = (&[u32], AreaId)> {
        let mut start = 0;
        self.polygons.iter().map(move |&(end, area)| {
            let corners = &self.corners[start..end as usize];
            start = end as usize;
            (corners, area)
        })
    }
}

/// What becomes one, and what is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WeldOptions {
    /// Corners at most this far apart become one vertex, and so do those that are joined by a chain of such pairs; in
    /// metres. At 0 only equal positions do.
    pub distance: f32,
    /// The steepest polygon to keep, in radians from level; a polygon that faces down is steeper than any. `None`
    /// keeps all.
    pub max_slope: Option<f32>,
}

/// What welding did and left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeldReport {
    /// Positions that became one with another.
    pub welded_vertices: usize,
    /// Polygons without area in space: fewer than three different corners, or all on one line.
    pub degenerate: usize,
    /// Polygons with the same corners as another.
    pub duplicates: usize,
    /// Polygons with a corner that is infinite or no number.
    pub non_finite: usize,
    /// Polygons steeper than asked for.
    pub too_steep: usize,
    /// Polygons with a corner that has no position.
    pub out_of_range: usize,
    /// Positions that no kept polygon uses.
    pub unused_vertices: usize,
}

impl WeldReport {
    /// How many polygons were left out.
    pub fn dropped(&self) -> usize {
        self.degenerate + self.duplicates + self.non_finite + self.too_steep + self.out_of_range
    }
}

/// What an angle may lose to rounding, in radians: a slope of exactly the limit is kept.
const ANGLE_SLACK: f32 = 1e-5;

/// Makes a mesh of polygons. Vertices and cells keep the order in which the soup first uses them.
///
/// Which corners become one, and where, does not depend on the order of the soup: a cluster lies at that of its
/// positions which is nearest to its middle. Linear but for distances that many positions are within.
pub fn weld(soup: &Soup, options: &WeldOptions) -> (NavMesh, WeldReport) {
    let mut report = WeldReport::default();
    let usable = usable_polygons(soup, &mut report);
    let mut is_used = vec![false; soup.positions.len()];
    for &corner in usable.iter().flat_map(|(corners, _)| *corners) {
        is_used[corner as usize] = true;
    }
    let stand_ins = clusters(&soup.positions, &is_used, options.distance);
    let mut cells = Cells { soup, options, kept: Vec::new(), by_corners: HashMap::new() };
    for (corners, area) in usable {
        let corners = corners.iter().map(|&corner| stand_ins[corner as usize]);
        cells.add(distinct_in_a_row(corners), area, &mut report);
    }
    let mesh = numbered(soup, cells.kept);
    let is_stand_in = |&(i, stand_in): &(usize, &u32)| is_used[i] && *stand_in != i as u32;
    report.welded_vertices = stand_ins.iter().enumerate().filter(is_stand_in).count();
    report.unused_vertices = soup.positions.len() - report.welded_vertices - mesh.vertex_count();
    (mesh, report)
}

/// The polygons whose corners all have a finite position.
fn usable_polygons<'a>(soup: &'a Soup, report: &mut WeldReport) -> Vec<(&'a [u32], AreaId)> {
    let mut usable = Vec::with_capacity(soup.len());
    for (corners, area) in soup.polygons() {
        let positions = corners.iter().map(|&corner| soup.positions.get(corner as usize));
        if positions.clone().any(|position| position.is_none()) {
            report.out_of_range += 1;
        } else if !positions.flatten().all(|position| position.is_finite()) {
            report.non_finite += 1;
        } else {
            usable.push((corners, area));
        }
    }
    usable
}

/// A ring without the corners that repeat the one before, so a quad with one side welded away is a triangle.
fn distinct_in_a_row(corners: impl Iterator<Item = u32>) -> SmallVec<[u32; 4]> {
    let mut ring: SmallVec<[u32; 4]> = corners.collect();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

/// The polygons kept so far.
struct Cells<'a> {
    soup: &'a Soup,
    options: &'a WeldOptions,
    kept: Vec<(SmallVec<[u32; 4]>, AreaId)>,
    /// By corners in order of their number: which of `kept` it is.
    by_corners: HashMap<SmallVec<[u32; 4]>, usize>,
}

impl Cells<'_> {
    fn add(&mut self, ring: SmallVec<[u32; 4]>, area: AreaId, report: &mut WeldReport) {
        let mut key = ring.clone();
        key.sort_unstable();
        let points: SmallVec<[Vec3; 8]> = ring.iter().map(|&i| self.soup.positions[i as usize]).collect();
        if ring.len() < 3 || key.windows(2).any(|pair| pair[0] == pair[1]) || are_on_a_line(&points) {
            report.degenerate += 1;
        } else if self.options.max_slope.is_some_and(|limit| slope(&points) > limit + ANGLE_SLACK) {
            report.too_steep += 1;
        } else {
            self.keep(key, ring, area, report);
        }
    }

    /// Of polygons with the same corners, as both faces of a sheet are, the one that faces up is kept.
    fn keep(
        &mut self,
        key: SmallVec<[u32; 4]>,
        ring: SmallVec<[u32; 4]>,
        area: AreaId,
        report: &mut WeldReport,
    ) {
        match self.by_corners.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(self.kept.len());
                self.kept.push((ring, area));
            }
            Entry::Occupied(entry) => {
                report.duplicates += 1;
                let faces_up = |ring: &[u32]| {
                    let points: SmallVec<[_; 8]> = ring
                        .iter()
                        .map(|&i| crate::geometry::ground(self.soup.positions[i as usize]))
                        .collect();
                    ground_area(&points) > 0.0
                };
                let kept = &mut self.kept[*entry.get()];
                if faces_up(&ring) && !faces_up(&kept.0) {
                    *kept = (ring, area);
                }
            }
        }
    }
}

/// The mesh of these rings, with the positions that they use.
fn numbered(soup: &Soup, kept: Vec<(SmallVec<[u32; 4]>, AreaId)>) -> NavMesh {
    let mut ids = vec![u32::MAX; soup.positions.len()];
    let (mut vertices, mut cells) = (Vec::new(), Vec::with_capacity(kept.len()));
    for (ring, area) in kept {
        let mut id_of = |i: u32| {
            let id = &mut ids[i as usize];
            if *id == u32::MAX {
                *id = vertices.len() as u32;
                vertices.push(Some(soup.positions[i as usize]));
            }
            VertexId(*id)
        };
        let corners: Corners = ring.iter().map(|&i| id_of(i)).collect();
        cells.push(Cell::new(corners, area));
    }
    let (vertex_count, cell_count) = (vertices.len(), cells.len());
    NavMesh {
        vertices: vertices.into_iter().collect(),
        cells: cells.into_iter().collect(),
        vertex_count,
        cell_count,
        ..NavMesh::default()
    }
}

/// Whether all points of a ring are on one line in space: exactly when they are seen so from three sides.
fn are_on_a_line(ring: &[Vec3]) -> bool {
    let views = [Vec3::truncate, |p: Vec3| p.truncate().with_y(p.z), |p: Vec3| glam::Vec2::new(p.y, p.z)];
    let [from, to] = [ring[0], *ring.iter().find(|&&p| p != ring[0]).unwrap_or(&ring[0])];
    ring.iter().all(|&p| views.iter().all(|see| turn(see(from), see(to), see(p)) == Turn::Straight))
}

/// The angle from level, in radians; over a right angle where it faces down, 0 where it faces nowhere.
fn slope(ring: &[Vec3]) -> f32 {
    normal(ring).map_or(0.0, |up| f32::hypot(up.x, up.z).atan2(up.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soup(triangles: &[[[f32; 3]; 3]]) -> Soup {
        let mut soup = Soup::default();
        for triangle in triangles {
            let start = soup.positions.len() as u32;
            soup.positions.extend(triangle.map(Vec3::from));
            soup.push(&[start, start + 1, start + 2], AreaId(0));
        }
        soup
    }

    fn within(distance: f32) -> WeldOptions {
        WeldOptions { distance, max_slope: None }
    }

    const ONE: [[f32; 3]; 3] = [[0., 0., 0.], [0., 0., 1.], [1., 0., 1.]];

    #[test]
    fn a_seam_welds_within_the_distance_and_not_beyond() {
        let other = [[0., 0., 0.], [1., 0., 1.01], [1., 0., 0.]];
        let (mesh, report) = weld(&soup(&[ONE, other]), &within(0.02));
        assert_eq!((mesh.vertex_count(), report.welded_vertices), (4, 2), "two corners meet: {report:?}");
        let (mesh, report) = weld(&soup(&[ONE, other]), &within(0.005));
        assert_eq!((mesh.vertex_count(), report.welded_vertices), (5, 1), "only the equal one: {report:?}");
        let (mesh, report) = weld(&soup(&[ONE, other]), &WeldOptions::default());
        assert_eq!((mesh.vertex_count(), report.welded_vertices), (5, 1), "at 0 too: {report:?}");
    }

    #[test]
    fn a_corner_in_the_middle_of_a_side_stays_where_it_is() {
        let halves =
            [[[0., 0., 0.], [0., 0., 1.], [0.5, 0., 0.]], [[0.5, 0., 0.], [0., 0., 1.], [1., 0., 0.]]];
        let above = [[0., 0., 0.], [1., 0., 0.], [0., 0., -1.]];
        let (mesh, _) = weld(&soup(&[halves[0], halves[1], above]), &within(0.01));
        assert_eq!(
            (mesh.vertex_count(), mesh.cell_count()),
            (5, 3),
            "a T-junction is for the user to stitch"
        );
        assert_eq!(mesh.corners(super::super::CellId(2)).len(), 3, "the long side has no new corner");
    }

    #[test]
    fn minus_zero_is_zero() {
        let other = [[-0., 0., -0.], [1., -0., 1.], [1., 0., 0.]];
        assert_eq!(
            weld(&soup(&[ONE, other]), &WeldOptions::default()).0.vertex_count(),
            4,
            "two shared corners"
        );
    }

    #[test]
    fn what_cannot_be_a_cell_is_left_out_and_counted() {
        let mut soup = soup(&[
            ONE,
            [[0., 0., 0.], [0.5, 0., 0.5], [1., 0., 1.]],
            [[0., 0., 0.], [f32::NAN, 0., 1.], [1., 0., 1.]],
            [[0., 0., 0.], [0., 0., 0.], [1., 0., 1.]],
            [[1., 0., 1.], [0., 0., 0.], [0., 0., 1.]],
        ]);
        soup.push(&[0, 1, 99], AreaId(0));
        soup.push(&[], AreaId(0));
        let (mesh, report) = weld(&soup, &WeldOptions::default());
        let expected = WeldReport {
            welded_vertices: 8,
            degenerate: 3,
            duplicates: 1,
            non_finite: 1,
            too_steep: 0,
            out_of_range: 1,
            unused_vertices: 4,
        };
        assert_eq!(report, expected, "one of each, and a line, a point pair and nothing");
        assert_eq!(
            (mesh.vertex_count(), mesh.cell_count(), report.dropped()),
            (3, 1, 6),
            "the one sound triangle"
        );
        assert_eq!(mesh.check(), Ok(()), "sound");
    }

    #[test]
    fn walls_and_ceilings_are_dropped_only_when_a_slope_is_given() {
        let ramp = [[0., 0., 0.], [0., 0., 1.], [1., 1., 1.]];
        let wall = [[0., 0., 0.], [0., 1., 0.], [1., 0., 0.]];
        let ceiling = [[0., 3., 0.], [1., 3., 1.], [0., 3., 1.]];
        let all = soup(&[ONE, ramp, wall, ceiling]);
        assert_eq!(weld(&all, &WeldOptions::default()).0.cell_count(), 4, "without a limit");
        let limit = |degrees: f32| WeldOptions { distance: 0.0, max_slope: Some(degrees.to_radians()) };
        let (mesh, report) = weld(&all, &limit(45.0));
        assert_eq!((mesh.cell_count(), report.too_steep), (2, 2), "a ramp of exactly the limit stays");
        assert_eq!(weld(&all, &limit(44.9)).1.too_steep, 3, "a steeper one does not");
    }

    #[test]
    fn a_quad_with_one_side_welded_away_is_a_triangle() {
        let mut quad =
            Soup { positions: vec![Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::X * 1.01], ..Soup::default() };
        quad.push(&[0, 1, 2, 3], AreaId(0));
        let (mesh, report) = weld(&quad, &within(0.1));
        assert_eq!((mesh.vertex_count(), mesh.cell_count(), report.degenerate), (3, 1, 0), "{report:?}");
    }

    #[test]
    fn of_a_sheet_with_two_faces_the_upper_one_stays() {
        let [a, b, c] = ONE;
        let (mesh, report) = weld(&soup(&[[a, c, b], ONE]), &WeldOptions::default());
        assert_eq!(report.duplicates, 1, "the same three corners");
        assert!(ground_area(&mesh.ground_ring(super::super::CellId(0))) > 0.0, "the one that faces up");
    }

    #[test]
    fn welding_goes_along_chains_in_every_direction() {
        let positions: Vec<Vec3> = (0..20).map(|i| Vec3::new(1.0, -0.7, 0.4) * i as f32 * 0.01).collect();
        let stand_ins = clusters(&positions, &[true; 20], 0.013);
        assert!(stand_ins.iter().all(|&i| i == 9 || i == 10), "one cluster, by its middle: {stand_ins:?}");
        assert_eq!(stand_ins, vec![stand_ins[0]; 20], "and the same one");
    }
}
