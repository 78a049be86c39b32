//! Geometry of a level, with what agents may do on it.

use glam::Vec2;
use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::AreaId;
use rerecast::AreaType;

/// Highest area of generated ground.
///
/// `rerecast` stores areas in 8 bits, of which two values have other meanings.
pub const MOST_AREA: AreaId = AreaId(250);

/// Area of spans below an obstacle. It wins over all others where spans are merged.
pub(crate) const OBSTACLE: AreaType = AreaType(u8::MAX);

/// Returns the area of spans on walkable ground. Higher ones win where spans are merged.
pub(crate) fn area_type(area: AreaId) -> AreaType {
    AreaType(area.0.min(MOST_AREA.0) + 1)
}

/// Returns the area of cells on spans.
pub(crate) fn area_id(area: AreaType) -> AreaId {
    AreaId(area.0.saturating_sub(1))
}

/// What a surface of a level is for agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceKind {
    /// Ground of an area, where it is flat enough.
    Walkable(AreaId),
    /// An obstacle, which agents neither walk nor climb on.
    Obstacle,
}

/// A triangle of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceSurface {
    /// Corners, counter-clockwise as seen from the side that faces up.
    pub corners: [Vec3; 3],
    /// What it is for agents.
    pub kind: SurfaceKind,
}

/// Effect of a [`Volume`] on the ground in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolumeEffect {
    /// The mesh is generated only in volumes with this effect, if there are any.
    Limit,
    /// The ground gets an area; later volumes win.
    Area(AreaId),
    /// The ground is an obstacle, from which the mesh keeps the radius of the agent.
    Carve,
}

/// A convex region of the ground between two heights.
#[derive(Clone, Debug, PartialEq)]
pub struct Volume {
    /// Corners of the region, in order; at least three.
    pub corners: Vec<Vec2>,
    /// Lowest and highest ground that it affects.
    pub heights: [f32; 2],
    /// Effect on the ground.
    pub effect: VolumeEffect,
}

impl Volume {
    /// Returns the volume of a box between two of its corners.
    pub fn between(a: Vec3, b: Vec3, effect: VolumeEffect) -> Self {
        let (low, high) = (a.min(b), a.max(b));
        let corners = [[low.x, low.z], [low.x, high.z], [high.x, high.z], [high.x, low.z]];
        Self { corners: corners.map(Vec2::from).to_vec(), heights: [low.y, high.y], effect }
    }

    /// Returns a reason why the volume is impossible, with a remedy; `None` if it is possible.
    pub fn problem(&self) -> Option<String> {
        let [low, high] = self.heights;
        if !self.corners.iter().all(|corner| corner.is_finite()) || low.is_nan() || high.is_nan() {
            return Some("a volume has a coordinate that is not a number; enter numbers".into());
        }
        if low > high {
            return Some(format!("a volume ends at {high} m below its start at {low} m; swap the heights"));
        }
        let turns: Vec<f64> = self.turns(|[_, _, after]| after).collect();
        let is_convex = turns.iter().all(|&turn| turn >= 0.0) || turns.iter().all(|&turn| turn <= 0.0);
        if self.corners.len() < 3 || turns.iter().all(|&turn| turn == 0.0) || !is_convex {
            return Some("a volume is not convex; enter three or more corners in order around it".into());
        }
        None
    }

    /// Whether the volume contains a point. Its border belongs to it.
    pub fn contains(&self, at: Vec3) -> bool {
        let [low, high] = self.heights;
        let is_high = low <= at.y && at.y <= high;
        is_high && {
            let on = ground(at);
            let (mut left, mut right) = (false, false);
            for turn in self.turns(|_| on) {
                left |= turn > 0.0;
                right |= turn < 0.0;
            }
            !(left && right)
        }
    }

    /// Returns twice the area at each side of the region and the point that `third` selects.
    fn turns(&self, third: impl Fn([Vec2; 3]) -> Vec2) -> impl Iterator<Item = f64> {
        let n = self.corners.len();
        (0..n).map(move |nth| {
            let [a, b, after] = [nth, nth + 1, nth + 2].map(|nth| self.corners[nth % n]);
            let (side, to) = (b.as_dvec2() - a.as_dvec2(), third([a, b, after]).as_dvec2() - a.as_dvec2());
            side.perp_dot(to)
        })
    }

    /// Returns the corners of the bounding box on the ground.
    pub(crate) fn ground_bounds(&self) -> [Vec2; 2] {
        let (low, high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        self.corners.iter().fold([low, high], |[low, high], &corner| [low.min(corner), high.max(corner)])
    }
}

/// Geometry of a level from which a mesh is generated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelSource {
    /// Triangles.
    pub surfaces: Vec<SourceSurface>,
    /// Volumes that change the ground, in order.
    pub volumes: Vec<Volume>,
}

impl LevelSource {
    /// Returns the volumes that limit the mesh.
    pub(crate) fn limits(&self) -> impl Iterator<Item = &Volume> {
        self.volumes.iter().filter(|volume| volume.effect == VolumeEffect::Limit)
    }

    /// Whether the ground at a point is in the limits, if there are any.
    pub(crate) fn is_within_limits(&self, at: Vec3) -> bool {
        let mut limits = self.limits().peekable();
        limits.peek().is_none() || limits.any(|limit| limit.contains(at))
    }

    /// Whether a volume carves the ground at a point.
    pub(crate) fn is_carved(&self, at: Vec3) -> bool {
        self.volumes.iter().any(|volume| volume.effect == VolumeEffect::Carve && volume.contains(at))
    }

    /// Returns the area that volumes give the ground at a point.
    pub(crate) fn area_at(&self, at: Vec3) -> Option<AreaId> {
        self.volumes.iter().rev().find_map(|volume| match volume.effect {
            VolumeEffect::Area(area) if volume.contains(at) => Some(area),
            _ => None,
        })
    }
}

/// A level in which all triangles are ground of the first area.
impl FromIterator<[Vec3; 3]> for LevelSource {
    fn from_iter<T: IntoIterator<Item = [Vec3; 3]>>(triangles: T) -> Self {
        let kind = SurfaceKind::Walkable(AreaId(0));
        let surfaces = triangles.into_iter().map(|corners| SourceSurface { corners, kind }).collect();
        Self { surfaces, volumes: Vec::new() }
    }
}
