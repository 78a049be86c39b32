//! Builds a mesh from a polygon soup.
//!
//! Corners within a distance become one vertex. Polygons that cannot be walked on are dropped and counted. Surfaces that
//! face down are turned over, except ceilings. Only this module derives topology from positions; all later code uses ids. It does not
//! depend on the polygons' origin.

use std::f32::consts::PI;
use std::ops::Range;

use glam::Vec3;

use super::{AreaId, NavMesh, VertexId};
use crate::geometry::FileCoordinates;
use cells::{Cells, Welded};
use clusters::Clusters;
use facing::SurfaceFacing;
pub use facing::WALL_SLOPE;

mod sets;
mod position_grid;
mod ceilings;
mod risers;
mod contacts;
mod facing;
mod cells;
mod clusters;
mod keyholes;

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

    /// Returns the soup with convex pieces instead of polygons that are not convex.
    ///
    /// A polygon stays as it is if it has no area, or if its division takes too many steps.
    #[must_use]
    pub fn convex(&self) -> Self {
        keyholes::convex(self)
    }

    /// Creates a soup of cells whose corners are vertices of a mesh.
    fn of_cells(mesh: &NavMesh, cells: impl Iterator<Item = (Vec<VertexId>, AreaId)>) -> Self {
        let mut soup = Self::default();
        let mut places = vec![0; mesh.vertex_slots()];
        for (id, position) in mesh.vertices() {
            places[id.0 as usize] = soup.positions.len() as u32;
            soup.positions.push(position);
        }
        for (corners, area) in cells {
            let corners: Vec<u32> = corners.iter().map(|corner| places[corner.0 as usize]).collect();
            soup.push(&corners, area);
        }
        soup
    }

    /// Converts the positions from the coordinates of a file; the order of corners stays.
    pub fn place(&mut self, coordinates: FileCoordinates) {
        for position in &mut self.positions {
            *position = coordinates.to_document(*position);
        }
    }

    /// Turns all polygons over.
    pub fn reverse(&mut self) {
        let mut start = 0;
        for &(end, _) in &self.polygons {
            self.corners[start..end as usize].reverse();
            start = end as usize;
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

    /// Returns the positions of a polygon's corners; `None` if one does not exist or is not finite.
    pub fn finite_ring(&self, corners: &[u32]) -> Option<Vec<Vec3>> {
        let position = |corner: &u32| self.positions.get(*corner as usize).copied();
        corners.iter().map(|corner| position(corner).filter(|at| at.is_finite())).collect()
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

/// Welds the cells of a mesh like [`weld`]; the links stay as they are, and no cell is a ceiling.
pub fn weld_mesh(mesh: &NavMesh, options: &WeldOptions) -> (NavMesh, WeldReport) {
    let options = &WeldOptions { max_slope: options.max_slope.or(Some(PI)), ..*options };
    let soup = Soup::of_cells(mesh, mesh.cells().map(|(_, cell)| (cell.corners().to_vec(), cell.area())));
    let (welded, report) = weld(&soup, options);
    let (links, link_count) = (mesh.links.clone(), mesh.link_count);
    (NavMesh { links, link_count, ..welded }.with_closed_surface(mesh.is_closed_surface), report)
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
    /// A polygon that faces down is as steep as the same polygon facing up. With a limit below π, those below the top
    /// of a solid are left out. A limit of π keeps all, ceilings too.
    pub max_slope: Option<f32>,
}

/// The results of welding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// Area of the polygons steeper than the limit, in m².
    pub too_steep_area: f64,
    /// Number of connections between kept cells that only steeper polygons made.
    ///
    /// Walls make none, except those that are at most a step of 0.4 m high, such as risers of stairs.
    pub lost_connections: usize,
    /// Number of further connections between kept cells that only surfaces made that face down.
    ///
    /// These surfaces are over or under other ground, as ceilings are. Undersides of solids make none.
    pub ceiling_connections: usize,
    /// Number of polygons left out because they face down, as undersides of solids do.
    pub undersides: usize,
    /// Area of the polygons left out because they face down, in m².
    pub undersides_area: f64,
    /// Whether more than twice as much ground was left out because it faces down as was kept.
    pub is_mostly_undersides: bool,
    /// Number of cells turned over, because all of their surface faced down.
    pub turned: usize,
    /// Number of polygons with a corner that has no position.
    pub out_of_range: usize,
    /// Number of positions that no kept polygon uses.
    pub unused_vertices: usize,
}

/// Builds a mesh from polygons. Vertices and cells keep the order in which the soup first uses them.
///
/// The clusters of corners and their positions do not depend on the order of the soup. A vertex lies at the position
/// of its cluster that is nearest to the cluster's centre. A ring that visits a corner twice is divided, such as an
/// outline that surrounds a hole. Linear unless many positions lie within the distance of each other.
pub fn weld(soup: &Soup, options: &WeldOptions) -> (NavMesh, WeldReport) {
    let (welded, clusters) = build(soup, options);
    if welded.repeated.is_empty() {
        return faced(welded, soup, options);
    }
    let divided = keyholes::divided(soup, clusters.known(), &welded.repeated);
    let (mut welded, _) = build(&divided, options);
    welded.report.degenerate += welded.repeated.len();
    faced(welded, &divided, options)
}

/// Returns a soup in which convex pieces replace the polygons that visit a position twice.
///
/// Such a polygon is an outline that surrounds a hole, for example. It stays as it is if it has no area, or if its
/// division takes too many steps. New positions follow the others.
pub fn divide_repeated(soup: &Soup) -> Soup {
    let all = WeldOptions { distance: 0.0, max_slope: Some(PI) };
    let (welded, clusters) = build(soup, &all);
    if welded.repeated.is_empty() {
        return soup.clone();
    }
    keyholes::divided(soup, clusters.known(), &welded.repeated)
}

/// Builds the cells of the polygons that are flat enough, whether they face up or down.
fn build(soup: &Soup, options: &WeldOptions) -> (Welded, Clusters) {
    let (clusters, cells) = Clusters::of(soup, options);
    let cells = cells.unwrap_or_else(|| {
        let mut cells = Cells::of(soup, options);
        cells.add(clusters.known(), 0..soup.len());
        cells
    });
    let mut welded = cells.finish(clusters.known());
    welded.report.welded_vertices = clusters.welded;
    (welded, clusters)
}

/// Turns surfaces over that face down, and leaves ceilings and undersides out.
fn faced(welded: Welded, soup: &Soup, options: &WeldOptions) -> (NavMesh, WeldReport) {
    let Welded { mut mesh, mut report, .. } = welded;
    if welded.has_undersides || !welded.steep.is_empty() {
        let facing = SurfaceFacing::of(&mesh, &welded.steep, options);
        facing.report(&mesh, &mut report);
        if report.turned + report.undersides > 0 {
            mesh = build(&facing.soup(&mesh), &WeldOptions::default()).0.mesh;
        }
    }
    report.unused_vertices = soup.positions.len() - report.welded_vertices - mesh.vertex_count();
    (mesh, report)
}
