//! Ground whose slope is near the limit, in connected groups of triangles.

use std::collections::{BTreeMap, HashMap};

use navsmith_core::geometry::Vec3;
use navsmith_core::graph::union_find::{join, root};

use super::{LimitVerdict, SlopeLimit};
use crate::field::{GridLevel, up};
use crate::settings::GenerationSettings;
use crate::source::SurfaceKind;

/// Largest difference to the limit at which ground is at the limit, in degrees.
const AT_LIMIT: f32 = 0.5;

/// Largest difference to the limit at which steeper ground is near it, in degrees.
const BEYOND: f32 = 5.0;

/// Returns the groups, the largest first. Costs as much as sorting the triangles near the limit.
pub(super) fn find(level: &GridLevel, settings: &GenerationSettings) -> Vec<SlopeLimit> {
    let limit = settings.agent.max_slope.to_degrees();
    let walkable = settings.agent.max_slope.cos().max(f32::MIN_POSITIVE);
    let mut near: Vec<([Vec3; 3], f32, LimitVerdict)> = Vec::new();
    for surface in &level.source.surfaces {
        let SurfaceKind::Walkable(_) = surface.kind else { continue };
        let up = up(&surface.corners);
        let slope = up.clamp(-1.0, 1.0).acos().to_degrees();
        // Ground below every limit of a flat agent is not a slope.
        if slope > 0.1 && slope >= limit - AT_LIMIT && slope <= limit + BEYOND && slope < 89.0 {
            let is_at = slope <= limit + AT_LIMIT || up >= walkable;
            near.push((
                surface.corners,
                slope,
                if is_at { LimitVerdict::AtLimit } else { LimitVerdict::Blocked },
            ));
        }
    }
    let mut parents: Vec<u32> = (0..near.len() as u32).collect();
    let mut at_corner: HashMap<([u32; 3], LimitVerdict), u32> = HashMap::new();
    for (number, (corners, _, verdict)) in (0..).zip(&near) {
        for corner in corners {
            let key = (corner.to_array().map(|number| (number + 0.0).to_bits()), *verdict);
            let other = *at_corner.entry(key).or_insert(number);
            join(&mut parents, number, other);
        }
    }
    let mut groups: BTreeMap<u32, (SlopeLimit, f32)> = BTreeMap::new();
    for (number, &([a, b, c], slope, verdict)) in (0..).zip(&near) {
        let area = (b - a).cross(c - a).length() / 2.0;
        let place = level.low + (a + b + c) / 3.0;
        let entry = groups.entry(root(&mut parents, number));
        let (group, largest) = entry.or_insert((SlopeLimit { place, slope, area: 0.0, verdict }, 0.0));
        group.area += area;
        if area > *largest {
            (*largest, group.place, group.slope) = (area, place, slope);
        }
    }
    // Ground on which the agent has no room is no way.
    let least = (2.0 * settings.agent.radius).powi(2);
    let mut groups: Vec<SlopeLimit> =
        groups.into_values().map(|(group, _)| group).filter(|group| group.area >= least).collect();
    groups.sort_by(|a, b| b.area.total_cmp(&a.area));
    groups
}
