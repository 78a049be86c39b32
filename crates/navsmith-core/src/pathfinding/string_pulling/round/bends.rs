//! Bends of a path around the ends of its portals.

use glam::{DVec2, Vec2, Vec3};

use super::corners::RoundedCorners;
use super::{PulledString, RoundMemory, lay_string, left_of};
use crate::navmesh::LinkId;
use crate::pathfinding::agent::ground::Ground;

/// A circle around which a path bends, or a point that it passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// Centre of the circle, or the point.
    pub at: Vec2,
    /// Radius in metres; negative if the centre lies to the right of the path, and 0 for a point.
    pub radius: f32,
    /// Middle of the arc at the height of its corner, or the point.
    pub middle: Vec3,
    /// Link that the path takes from here to the next bend.
    pub link: Option<LinkId>,
    /// Cost of a metre behind the portal of the bend.
    pub weight: f32,
}

/// Adds the start, the bends around the ends of portals, and the target of a path without links.
///
/// The path stays in its corridor. It may come nearer than the radius to wall corners beside its portals, which takes
/// less time than [`round`](super::round).
pub(in crate::pathfinding) fn bends_into(
    ground: &Ground<'_>,
    pulled: PulledString<'_>,
    radius: f32,
    memory: &mut RoundMemory,
    bends: &mut Vec<Bend>,
) {
    RoundedCorners { ground, pulled, radius }.find_at_portals(&mut memory.corners);
    lay_string(ground, pulled, radius, memory);
    let RoundMemory { string, tangents, .. } = memory;
    bends.extend(string.iter().enumerate().map(|(i, disc)| {
        let arc = i.checked_sub(1).and_then(|before| tangents.get(before)).zip(tangents.get(i));
        let along = arc.and_then(|(into, out)| (out.from - into.to).try_normalize());
        let middle = along.map_or(disc.at, |along| disc.at - left_of(along) * disc.radius);
        let [at, middle] = [disc.at, middle].map(DVec2::as_vec2);
        let middle = Vec3::new(middle.x, disc.height, middle.y);
        let weight = pulled.portals.get(disc.portal).map_or(1.0, |portal| portal.weight);
        Bend { at, radius: disc.radius as f32, middle, link: None, weight }
    }));
}
