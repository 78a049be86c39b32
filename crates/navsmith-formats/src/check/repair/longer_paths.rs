//! Short paths at changed cells that a repair makes much longer.
//!
//! A repair keeps points connected, but a path between two of them can then lead around removed ground.

use glam::{Vec2, Vec3};
use serde::Serialize;

use navsmith_core::geometry::{SplitMix64, at_height, ground};
use navsmith_core::navmesh::{CellId, Derived, NavMesh, Surface};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::{Outcome, Query, find_path};
use navsmith_core::progress::{Progress, Stopped};

/// Maximum number of changed cells with paths, and number of paths that start on each.
const MOST_CELLS: usize = 256;
const PATHS: usize = 4;

/// Least and largest distance between the ends of a path on the ground, in metres.
const DISTANCES: [f32; 2] = [0.2, 0.9];

/// Maximum number of nodes that all searches expand.
const MOST_EXPANDED: usize = 1 << 18;

/// Height in metres above the ground of the ends of a path.
const LIFT: f32 = 0.08;

/// A path is much longer if its length exceeds this multiple of the former one by more than a metre.
const MULTIPLE: f64 = 2.0;

/// Numbers of short paths at changed cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LongerPaths {
    /// Number of paths that exist before and after the repair.
    pub compared: usize,
    /// Number of paths that are longer than twice the length before and a metre.
    pub longer: usize,
}

impl LongerPaths {
    /// Compares the lengths of paths before and after a repair.
    ///
    /// The paths are a sample: they start at random points of changed cells, and their ends are less than a metre apart.
    pub(super) fn of([before, now]: [&Derived; 2], metre: f32, progress: &Progress) -> Result<Self, Stopped> {
        let mut found = Self::default();
        if before.mesh().is_closed_surface() {
            return Ok(found);
        }
        let changed = changed_cells(before.mesh(), now.mesh());
        let (mut chance, mut expanded) = (SplitMix64(1), 0);
        for &cell in changed.iter().step_by(changed.len().div_ceil(MOST_CELLS).max(1)) {
            progress.check()?;
            for _ in 0..PATHS {
                let Some(ends) = random_ends(before, cell, metre, &mut chance) else { continue };
                let mut length = |derived: &Derived| {
                    let lifted =
                        |at: Vec3| Endpoint { ground: ground(at), height: Some(at.y + LIFT * metre) };
                    let [start, target] = ends.map(lifted);
                    let answer = find_path(derived.mesh(), derived, &Query::new(start, target));
                    expanded += answer.total_expanded;
                    match answer.outcome {
                        Outcome::Path(path) => Some(path.length),
                        _ => None,
                    }
                };
                let Some((was, is)) = length(before).and_then(|was| Some((was, length(now)?))) else {
                    continue;
                };
                found.compared += 1;
                found.longer += usize::from(is > was * MULTIPLE + f64::from(metre));
            }
            if expanded > MOST_EXPANDED {
                break;
            }
        }
        Ok(found)
    }

    /// Returns a line about the longer paths; `None` if there are none.
    pub fn line(&self) -> Option<String> {
        let Self { compared, longer } = self;
        (*longer > 0).then(|| {
            format!(
                "longer paths: {longer} of {compared} short paths at changed cells are now longer than twice before plus 1 m"
            )
        })
    }
}

/// Returns the cells that a repair changed or removed.
fn changed_cells(before: &NavMesh, now: &NavMesh) -> Vec<CellId> {
    let is_changed =
        |cell: &CellId| before.cell(*cell) != now.cell(*cell) || before.ring(*cell) != now.ring(*cell);
    before.cells().map(|(cell, _)| cell).filter(is_changed).collect()
}

/// Returns a random point of a cell, and one near it on this or another cell.
fn random_ends(derived: &Derived, cell: CellId, metre: f32, chance: &mut SplitMix64) -> Option<[Vec3; 2]> {
    let mesh = derived.mesh();
    let weighted: Vec<(Vec2, f32)> =
        mesh.ground_ring(cell).iter().map(|&corner| (corner, 0.02 + chance.unit() as f32)).collect();
    let sum: f32 = weighted.iter().map(|(_, weight)| weight).sum();
    let from: Vec2 = weighted.iter().map(|&(corner, weight)| corner * (weight / sum)).sum();
    let [least, most] = DISTANCES.map(|distance| distance * metre);
    let direction = Vec2::from_angle((chance.unit() * std::f64::consts::TAU) as f32);
    let to = from + direction * (least + (most - least) * chance.unit() as f32);
    let from = at_height(from, Surface::floor(mesh, cell, from)?);
    let ends =
        derived.locator.near(to).filter_map(|cell| Some(at_height(to, Surface::floor(mesh, cell, to)?)));
    let nearest = ends.min_by(|one, other| one.distance(from).total_cmp(&other.distance(from)))?;
    (nearest.distance(from) <= most).then_some([from, nearest])
}
