//! Which cell an endpoint stands on.
//!
//! This module does not know paths: it answers for one point.

use glam::Vec3;

use super::Endpoint;
use crate::geometry::ground;
use crate::navmesh::{CellId, Derived, NavMesh, Surface};

/// How far below a floor a point may be and still stand on it, as a share of its height (of one metre near zero):
/// points that were computed on the floor are off it by rounding.
const BELOW: f32 = 1e-4;

/// An endpoint put on the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located {
    /// What was asked.
    pub asked: Endpoint,
    /// The cell that it stands on.
    pub cell: CellId,
    /// Where on the surface of that cell.
    pub point: Vec3,
    /// `None` where the endpoint stands on the mesh; else how far away on the ground the nearest point is, in metres
    /// (0 where it is straight below or above).
    pub off_mesh: Option<f32>,
}

impl Located {
    /// How far the surface is below what was asked, in metres; 0 where no height was asked.
    pub fn drop(&self) -> f32 {
        self.asked.height.map_or(0.0, |height| height - self.point.y)
    }
}

/// Puts an endpoint on the mesh: on the floor just below it and at most `max_height` metres (vertically) below, or,
/// without a height, on the topmost floor. On a shared edge the smaller cell id wins.
///
/// Where there is no such floor, on the nearest point of the whole mesh: nearest in space if a height was asked, else
/// on the ground. `None` for a mesh without cells.
pub fn locate(mesh: &NavMesh, derived: &Derived, endpoint: Endpoint, max_height: f32) -> Option<Located> {
    standing(mesh, derived, endpoint, max_height).or_else(|| nearest(mesh, derived, endpoint))
}

fn standing(mesh: &NavMesh, derived: &Derived, endpoint: Endpoint, max_height: f32) -> Option<Located> {
    let at = endpoint.ground;
    let mut best: Option<(CellId, f32)> = None;
    for cell in derived.locator.at(mesh, at) {
        let surface = Surface::of(mesh, cell);
        if !surface.covers(at) {
            continue;
        }
        let floor = surface.height_at(at);
        let is_below = endpoint.height.is_none_or(|height| {
            let slack = slack(floor);
            (-slack..=max_height + slack).contains(&(height - floor))
        });
        if is_below && best.is_none_or(|best| is_better((cell, floor), best)) {
            best = Some((cell, floor));
        }
    }
    let (cell, floor) = best?;
    Some(Located { asked: endpoint, cell, point: Vec3::new(at.x, floor, at.y), off_mesh: None })
}

fn slack(height: f32) -> f32 {
    BELOW * height.abs().max(1.0)
}

/// Higher, or as high (two cells may round the height of their shared edge differently) with a smaller id.
fn is_better((cell, floor): (CellId, f32), (best, best_floor): (CellId, f32)) -> bool {
    let higher = floor - best_floor;
    if higher.abs() <= slack(floor) { cell < best } else { higher > 0.0 }
}

fn nearest(mesh: &NavMesh, derived: &Derived, endpoint: Endpoint) -> Option<Located> {
    let at = endpoint.ground;
    let on_cell = |cell: CellId| {
        let surface = Surface::of(mesh, cell);
        match endpoint.height {
            Some(height) => surface.nearest(Vec3::new(at.x, height, at.y)),
            None => surface.nearest_on_ground(at),
        }
    };
    let distance = |cell: CellId| {
        let point = on_cell(cell).as_dvec3();
        let height = endpoint.height.map_or(point.y, f64::from);
        let distance = point.distance(glam::DVec3::new(f64::from(at.x), height, f64::from(at.y)));
        distance.is_finite().then_some(distance)
    };
    let (cell, _) = derived.locator.nearest(mesh, at, distance)?;
    let point = on_cell(cell);
    Some(Located { asked: endpoint, cell, point, off_mesh: Some(ground(point).distance(at)) })
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::navmesh::{AreaId, Draft};

    fn mesh(places: &[[f32; 3]], rings: &[&[usize]]) -> NavMesh {
        let mut draft = Draft::of(NavMesh::default());
        let ids: Vec<_> = places.iter().map(|&p| draft.add_vertex(p.into())).collect();
        for ring in rings {
            draft.add_cell(ring.iter().map(|&i| ids[i]), AreaId(0));
        }
        draft.into_mesh()
    }

    fn at(mesh: &NavMesh, ground: [f32; 2], height: Option<f32>) -> Located {
        let endpoint = Endpoint { ground: Vec2::from(ground), height };
        locate(mesh, &Derived::build(mesh), endpoint, 2.0).expect("the mesh has cells")
    }

    /// A road at 0 m and a bridge at 4 m above its middle, then a ramp down to the east of the bridge.
    fn bridge() -> NavMesh {
        let road = [[0., 0., 0.], [0., 0., 6.], [6., 0., 6.], [6., 0., 0.]];
        let deck = [[2., 4., 2.], [2., 4., 4.], [4., 4., 4.], [4., 4., 2.]];
        let ramp = [[8., 0., 4.], [8., 0., 2.]];
        let places: Vec<_> = road.into_iter().chain(deck).chain(ramp).collect();
        mesh(&places, &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[7, 6, 8, 9]])
    }

    #[test]
    fn of_stacked_floors_the_one_just_below_is_meant() {
        let mesh = bridge();
        let cell = |height| at(&mesh, [3.0, 3.0], height).cell.0;
        assert_eq!(cell(Some(1.0)), 0, "on the road, under the bridge");
        assert_eq!(cell(Some(4.0)), 1, "on the bridge");
        assert_eq!(cell(Some(5.9)), 1, "a little over the bridge");
        assert_eq!(cell(None), 1, "from above everything");
    }

    #[test]
    fn rounding_does_not_put_a_point_under_its_floor() {
        let mesh = bridge();
        let on_ramp = at(&mesh, [5.3, 2.9], Some(2.7));
        assert_eq!((on_ramp.cell.0, on_ramp.off_mesh), (2, None), "4 - 1.3 m, rounded either way");
        assert!((on_ramp.point.y - 2.7).abs() < 1e-5, "on the slope: {on_ramp:?}");
    }

    #[test]
    fn hanging_too_high_counts_as_off_the_mesh() {
        let high = at(&bridge(), [0.5, 5.5], Some(2.5));
        assert_eq!((high.cell.0, high.point.y), (0, 0.0), "the nearest point in space is straight below");
        assert_eq!((high.off_mesh, high.drop()), (Some(0.0), 2.5), "no way sideways, 2.5 m down");
    }

    #[test]
    fn off_the_mesh_the_nearest_point_is_exact() {
        let west = at(&bridge(), [-3.0, 2.0], None);
        assert_eq!((west.point, west.off_mesh), (Vec3::new(0.0, 0.0, 2.0), Some(3.0)), "beside the road");
        let under_the_ramp = at(&bridge(), [7.0, 3.0], Some(-9.0));
        assert_eq!(under_the_ramp.cell.0, 0, "the road is nearer than the ramp above: {under_the_ramp:?}");
    }

    #[test]
    fn on_a_shared_edge_the_smaller_id_wins() {
        let mesh = bridge();
        assert_eq!(at(&mesh, [4.0, 3.0], None).cell.0, 1, "bridge before ramp");
        assert_eq!(at(&mesh, [4.0, 2.0], Some(4.5)).cell.0, 1, "on their common corner");
    }

    #[test]
    fn one_can_stand_on_cells_that_are_broken() {
        let arrow = mesh(&[[0., 0., 0.], [1., 1., 2.], [0., 0., 4.], [4., 0., 2.]], &[&[0, 1, 2, 3]]);
        assert_eq!(at(&arrow, [0.2, 2.0], None).off_mesh.map(|d| d > 0.0), Some(true), "in the notch");
        assert_eq!(at(&arrow, [1.0, 2.0], None).point.y, 1.0, "on the concave corner");
        let below = mesh(&[[0., 0., 0.], [4., 0., 0.], [0., 0., 4.]], &[&[0, 1, 2]]);
        assert_eq!(at(&below, [1.0, 1.0], None).off_mesh, None, "inside out");
    }

    #[test]
    fn neighbours_meet_without_a_step_where_a_cell_is_bent() {
        let bent = mesh(&[[0., 0., 0.], [0., 0., 2.], [2., 1., 2.], [2., 0., 0.]], &[&[0, 1, 2, 3]]);
        assert_eq!(at(&bent, [2.0, 1.0], None).point.y, 0.5, "half way up its east side");
        assert_eq!(at(&bent, [1.0, 1.0], None).point.y, 0.5, "on the diagonal from its first corner");
    }

    #[test]
    fn an_empty_mesh_has_no_place() {
        let mesh = NavMesh::default();
        let endpoint = Endpoint { ground: Vec2::ZERO, height: None };
        assert_eq!(locate(&mesh, &Derived::build(&mesh), endpoint, 2.0), None, "nothing to stand on");
    }
}
