//! Builds a mesh from a polygon soup.
//!
//! Corners within a distance become one vertex. Polygons that cannot be walked on are dropped and counted. Only this
//! module derives topology from positions; all later code uses ids. It does not depend on the polygons' origin.

use std::ops::Range;

use glam::Vec3;

use super::{AreaId, NavMesh};
use crate::geometry::FileCoordinates;
use cells::Cells;
use clusters::Clusters;

mod sets;
mod position_grid;
mod cells;
mod clusters;

/// A polygon soup without connectivity, as read from a file. It may contain any defect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup {
    /// Positions of the corners, in metres.
    pub positions: Vec<Vec3>,
    /// Corners of all polygons, one polygon after another.
    corners: Vec<u32>,
    /// End of each polygon's corners, and the polygon's area.
    polygons: Vec<(u32, AreaId)>,
}

impl Soup {
    /// Adds a polygon by its corners' indices in `positions`, counter-clockwise seen from above.
    pub fn push(&mut self, corners: &[u32], area: AreaId) {
        self.corners.extend_from_slice(corners);
        self.polygons.push((self.corners.len() as u32, area));
    }

    /// Creates a soup of triangles that share no corners.
    #[cfg(test)]
    pub(crate) fn of(triangles: &[[[f32; 3]; 3]]) -> Self {
        let mut soup = Self::default();
        for (first, triangle) in (0..).step_by(3).zip(triangles) {
            soup.positions.extend(triangle.map(Vec3::from));
            soup.push(&[first, first + 1, first + 2], AreaId(0));
        }
        soup
    }

    /// Converts the positions from the coordinates of a file, and the windings with them.
    pub fn place(&mut self, coordinates: FileCoordinates) {
        for position in &mut self.positions {
            *position = coordinates.to_document(*position);
        }
        if coordinates.is_mirrored() {
            let mut start = 0;
            for &(end, _) in &self.polygons {
                self.corners[start..end as usize].reverse();
                start = end as usize;
            }
        }
    }

    /// Returns the number of polygons.
    pub fn len(&self) -> usize {
        self.polygons.len()
    }

    /// Whether there are no polygons.
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// Returns the polygons, each with its area.
    pub fn polygons(&self) -> impl Iterator<Item = (&[u32], AreaId)> {
        self.polygons_in(0..self.len())
    }

    fn polygons_in(&self, range: Range<usize>) -> impl Iterator<Item = (&[u32], AreaId)> {
        let mut start = range.start.checked_sub(1).map_or(0, |before| self.polygons[before].0 as usize);
        self.polygons[range].iter().map(move |&(end, area)| {
            let corners = &self.corners[start..end as usize];
            start = end as usize;
            (corners, area)
        })
    }
}

/// Welds the cells of a mesh like [`weld`]; the links stay as they are.
pub fn weld_mesh(mesh: &NavMesh, options: &WeldOptions) -> (NavMesh, WeldReport) {
    let mut soup = Soup::default();
    let mut places = vec![0; mesh.vertex_slots()];
    for (id, position) in mesh.vertices() {
        places[id.0 as usize] = soup.positions.len() as u32;
        soup.positions.push(position);
    }
    for (_, cell) in mesh.cells() {
        let corners: Vec<u32> = cell.corners().iter().map(|corner| places[corner.0 as usize]).collect();
        soup.push(&corners, cell.area());
    }
    let (welded, report) = weld(&soup, options);
    let links = NavMesh { links: mesh.links.clone(), link_count: mesh.link_count, ..welded };
    (links, report)
}

/// The criteria for welding vertices and for dropping polygons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WeldOptions {
    /// Maximum distance between corners that become one vertex, in metres.
    ///
    /// Applies transitively, along chains of such pairs. At 0, only equal positions are welded.
    pub distance: f32,
    /// Steepest slope of a polygon to keep, in radians from level; `None` keeps all.
    ///
    /// A polygon that faces down exceeds any limit.
    pub max_slope: Option<f32>,
}

/// The results of welding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeldReport {
    /// Number of positions welded to another position.
    pub welded_vertices: usize,
    /// Number of polygons without area in space: fewer than three different corners, or all collinear.
    pub degenerate: usize,
    /// Number of polygons with the same corners as another.
    pub duplicates: usize,
    /// Number of polygons with a corner that is infinite or NaN.
    pub non_finite: usize,
    /// Number of polygons steeper than the limit.
    pub too_steep: usize,
    /// Number of polygons with a corner that has no position.
    pub out_of_range: usize,
    /// Number of positions that no kept polygon uses.
    pub unused_vertices: usize,
}

/// Builds a mesh from polygons. Vertices and cells keep the order in which the soup first uses them.
///
/// The clusters of corners and their positions do not depend on the order of the soup. A vertex lies at the position
/// of its cluster that is nearest to the cluster's centre. Linear unless many positions lie within the distance of
/// each other.
pub fn weld(soup: &Soup, options: &WeldOptions) -> (NavMesh, WeldReport) {
    let (clusters, cells) = Clusters::of(soup, options);
    let cells = cells.unwrap_or_else(|| {
        let mut cells = Cells::of(soup, options);
        cells.add(clusters.known(), 0..soup.len());
        cells
    });
    let (mesh, mut report) = cells.finish(clusters.known());
    report.welded_vertices = clusters.welded;
    report.unused_vertices = soup.positions.len() - report.welded_vertices - mesh.vertex_count();
    (mesh, report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ground_area;

    fn within(distance: f32) -> WeldOptions {
        WeldOptions { distance, max_slope: None }
    }

    const ONE: [[f32; 3]; 3] = [[0., 0., 0.], [0., 0., 1.], [1., 0., 1.]];

    #[test]
    fn a_seam_welds_within_the_distance_and_not_beyond() {
        let other = [[0., 0., 0.], [1., 0., 1.01], [1., 0., 0.]];
        let (mesh, report) = weld(&Soup::of(&[ONE, other]), &within(0.02));
        assert_eq!((mesh.vertex_count(), report.welded_vertices), (4, 2), "two corners meet: {report:?}");
        let (mesh, report) = weld(&Soup::of(&[ONE, other]), &within(0.005));
        assert_eq!((mesh.vertex_count(), report.welded_vertices), (5, 1), "only the equal one: {report:?}");
        let (mesh, report) = weld(&Soup::of(&[ONE, other]), &WeldOptions::default());
        assert_eq!((mesh.vertex_count(), report.welded_vertices), (5, 1), "at 0 too: {report:?}");
    }

    #[test]
    fn a_corner_in_the_middle_of_a_side_stays_where_it_is() {
        let halves =
            [[[0., 0., 0.], [0., 0., 1.], [0.5, 0., 0.]], [[0.5, 0., 0.], [0., 0., 1.], [1., 0., 0.]]];
        let above = [[0., 0., 0.], [1., 0., 0.], [0., 0., -1.]];
        let (mesh, _) = weld(&Soup::of(&[halves[0], halves[1], above]), &within(0.01));
        assert_eq!(
            (mesh.vertex_count(), mesh.cell_count()),
            (5, 3),
            "a T-junction is for the user to stitch"
        );
        assert_eq!(mesh.corners(super::super::CellId(2)).len(), 3, "the long side has no new corner");
    }

    #[test]
    fn cells_that_come_twice_are_kept_once_however_many_meet_in_a_vertex() {
        let count = 3000;
        let on_rim = |i: u32| (i as f32 / count as f32 * std::f32::consts::TAU).sin_cos();
        let rim = (0..count).map(on_rim).map(|(x, z)| Vec3::new(x, 0.0, z));
        let mut soup =
            Soup { positions: std::iter::once(Vec3::ZERO).chain(rim).collect(), ..Soup::default() };
        for times in [1, 2] {
            (0..count).for_each(|i| soup.push(&[0, 1 + i, 1 + (i + 1) % count], AreaId(times)));
        }
        let (mesh, report) = weld(&soup, &WeldOptions::default());
        assert_eq!((mesh.cell_count(), report.duplicates), (count as usize, count as usize), "{report:?}");
        assert!(mesh.cells().all(|(_, cell)| cell.area() == AreaId(1)), "the first of each");
    }

    #[test]
    fn minus_zero_is_zero() {
        let other = [[-0., 0., -0.], [1., -0., 1.], [1., 0., 0.]];
        let (mesh, _) = weld(&Soup::of(&[ONE, other]), &WeldOptions::default());
        assert_eq!(mesh.vertex_count(), 4, "two shared corners");
    }

    #[test]
    fn what_cannot_be_a_cell_is_left_out_and_counted() {
        let mut soup = Soup::of(&[
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
        assert_eq!((mesh.vertex_count(), mesh.cell_count()), (3, 1), "the one sound triangle");
        assert_eq!(mesh.check(), Ok(()), "sound");
    }

    #[test]
    fn walls_and_ceilings_are_dropped_only_when_a_slope_is_given() {
        let ramp = [[0., 0., 0.], [0., 0., 1.], [1., 1., 1.]];
        let wall = [[0., 0., 0.], [0., 1., 0.], [1., 0., 0.]];
        let ceiling = [[0., 3., 0.], [1., 3., 1.], [0., 3., 1.]];
        let all = Soup::of(&[ONE, ramp, wall, ceiling]);
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
        let (mesh, report) = weld(&Soup::of(&[[a, c, b], ONE]), &WeldOptions::default());
        assert_eq!(report.duplicates, 1, "the same three corners");
        assert!(ground_area(&mesh.ground_ring(super::super::CellId(0))) > 0.0, "the one that faces up");
    }

    #[test]
    fn welding_goes_along_chains_in_every_direction() {
        let mut soup = Soup {
            positions: (0..20).map(|i| Vec3::new(1.0, -0.7, 0.4) * i as f32 * 0.01).collect(),
            ..Soup::default()
        };
        soup.positions.extend([Vec3::new(5.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 5.0)]);
        (0..20).for_each(|i| soup.push(&[i, 21, 20], AreaId(0)));
        let (mesh, report) = weld(&soup, &within(0.013));
        assert_eq!((mesh.vertex_count(), report.welded_vertices), (3, 19), "one cluster: {report:?}");
        let middle = mesh.position(super::super::VertexId(0));
        assert!(soup.positions[9..11].contains(&middle), "it lies at its middle: {middle}");
    }
}
