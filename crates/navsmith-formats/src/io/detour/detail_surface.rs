//! The surface of a polygon with the heights of its detail mesh.

use glam::DVec3;
use smallvec::SmallVec;

use super::tile::Tile;
use navsmith_core::geometry::{Bounds, Vec2, Vec3, covers, ground};
use navsmith_core::navmesh::{height_in, nearest_on_sides};

/// A polygon with its heights.
pub(super) struct DetailSurface {
    /// Corners on the ground.
    ring: SmallVec<[Vec2; 6]>,
    triangles: SmallVec<[[Vec3; 3]; 8]>,
    bounds: Bounds,
}

impl DetailSurface {
    /// Returns a polygon of a tile: with the heights of its corners only, if it has no valid detail mesh.
    pub(super) fn of(tile: &Tile, number: usize) -> Self {
        let corners = tile.polygons[number].corners();
        let ring: SmallVec<[Vec3; 6]> =
            corners.iter().map(|&corner| tile.vertices[usize::from(corner)]).collect();
        let own = tile.detail.vertices_of(number);
        let at = |corner: u8| ring.iter().chain(own).nth(corner.into()).copied().filter(|at| at.is_finite());
        let triangles = tile.detail.triangles_of(number).iter();
        let triangles: Option<SmallVec<[[Vec3; 3]; 8]>> =
            triangles.map(|&[a, b, c]| Some([at(a)?, at(b)?, at(c)?])).collect();
        let fan = || (2..ring.len()).map(|corner| [ring[0], ring[corner - 1], ring[corner]]).collect();
        let triangles = triangles.filter(|triangles| !triangles.is_empty()).unwrap_or_else(fan);
        let bounds = Bounds::of(ring.iter().copied().chain(triangles.iter().flatten().copied()));
        let ring = ring.into_iter().map(ground).collect();
        Self { ring, triangles, bounds }
    }

    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the nearest point as Detour defines it, and whether it is straight above or below.
    ///
    /// Over the polygon, it is the point at the same place on the ground. Elsewhere, it is the nearest point of the
    /// polygon's boundary on the ground.
    pub(super) fn nearest(&self, to: Vec3) -> (Vec3, bool) {
        let at = ground(to);
        let beside = || {
            let nearest = self.triangles.iter().map(|triangle| nearest_on_sides(triangle, at));
            let distance = |point: &DVec3| (point.x - f64::from(to.x)).hypot(point.z - f64::from(to.z));
            nearest.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(DVec3::NAN).as_vec3()
        };
        if !covers(&self.ring, at) {
            return (beside(), false);
        }
        let height = self.triangles.iter().find_map(|&triangle| height_in(triangle, at));
        (Vec3 { y: height.unwrap_or_else(|| beside().y), ..to }, true)
    }
}
