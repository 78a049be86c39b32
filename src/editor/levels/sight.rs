//! Points of the levels in sight of the 3D view.

use crate::editor::State;
use crate::editor::levels::surface;
use crate::editor::session::sight::{hit_of_ring, parts};
use crate::editor::view::pointer::PointerRay;
use navsmith_core::geometry::{Vec3, ground};

/// Largest height difference of the mesh and the floor that it lies on, in metres.
pub const ONE_FLOOR: f32 = 0.5;

/// Returns the position where a ray first meets a visible level below the cut; `None` if it meets none.
fn hit_by(state: &State, ray: &PointerRay) -> Option<Vec3> {
    let levels = surface::surface(state)?;
    let top = surface::top(state);
    let mut nearest = f32::INFINITY;
    for part in parts(ray, &levels.bounds(), 0.0, levels.triangles().len()) {
        let [from, to] = part.map(|along| ground(ray.at(along)));
        levels.each_in([from.min(to), from.max(to)], |_, triangle| {
            let met = hit_of_ring(triangle, ray).filter(|&along| along >= 0.0 && ray.at(along).y <= top);
            nearest = met.map_or(nearest, |along| nearest.min(along));
        });
        if nearest <= part[1] {
            break;
        }
    }
    nearest.is_finite().then(|| ray.at(nearest))
}

/// Returns the position where a ray first meets the mesh or a level; `None` if it meets neither.
///
/// A mesh that lies a little below the floor of a level counts as lying on it.
pub(in crate::editor) fn seen(state: &State, ray: &PointerRay) -> Option<Vec3> {
    let [mesh, level] = [state.pick_context().hit_by(ray), hit_by(state, ray)];
    let (Some(mesh), Some(level)) = (mesh, level) else { return mesh.or(level) };
    let is_level = ray.along(level) < ray.along(mesh) && (level.y - mesh.y).abs() > ONE_FLOOR;
    Some(if is_level { level } else { mesh })
}
