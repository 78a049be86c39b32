//! Random pairs of points to query.

use std::collections::BTreeMap;

use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::random_points::random_points;

/// Start and target of a query.
pub(super) type Pair = [Located; 2];

/// Number of points drawn for each pair, at first and at most.
///
/// On a mesh with many islands, most points have no partner.
const DRAWS: [usize; 2] = [4, 64];

/// Draws random pairs of points on the same island, evenly by area.
///
/// Each point is paired with the next one on its island. The same seed draws the same pairs; a larger count draws
/// these first.
pub(super) fn draw(mesh: &NavMesh, derived: &Derived, seed: u64, count: usize) -> Vec<Pair> {
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    let [mut draws, most] = DRAWS;
    loop {
        let pairs = paired(derived, random_points(&walkable, seed, count.saturating_mul(draws)), count);
        if pairs.len() == count || draws >= most {
            return pairs;
        }
        draws *= 4;
    }
}

fn paired(derived: &Derived, places: Vec<Located>, count: usize) -> Vec<Pair> {
    let mut waiting = BTreeMap::new();
    let pair = |place: Located| {
        let island = derived.islands.of(place.cell)?;
        let Some(first) = waiting.remove(&island) else {
            waiting.insert(island, place);
            return None;
        };
        Some([first, place])
    };
    places.into_iter().filter_map(pair).take(count).collect()
}
