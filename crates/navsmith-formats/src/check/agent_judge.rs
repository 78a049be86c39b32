//! Check of single keys of issues of an agent, and the moves of their fixes.

use std::collections::BTreeMap;

use glam::Vec3;

use super::agent_look::AgentLook;
use super::agent_search::AgentKey;
use super::{
    AgentLimits, Fix, Issue, crack, island, link, near_wall, off_level, passage, placing, size_contrast,
    wall_inside,
};
use crate::level::surface::LevelSurface;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::navmesh::{Derived, Edge, VertexId};

impl AgentLook<'_> {
    /// Returns the issue of a key, if there is one.
    ///
    /// The height of a cell is checked only if no corner is off the level, and the other checks of a key do not
    /// depend on those of others.
    pub(super) fn judge(&self, key: AgentKey, budget: &mut Budget) -> Result<Option<Issue>, Exhausted> {
        budget.step(1)?;
        if !key.sides().iter().all(|side| (side.side as usize) < self.mesh.corners(side.cell).len()) {
            return Ok(None);
        }
        Ok(match key {
            AgentKey::Tiny(first) => island::judge_tiny(self, first),
            AgentKey::Lone(cell) => island::judge_lone(self, cell),
            AgentKey::Portal(_, side) => {
                // A vertex of very many cells has very many portals, and each looks for a wall at it.
                let ends = self.mesh.half_edge(side).into_iter().flatten();
                budget.step(ends.map(|end| self.derived.adjacency.star(end).len()).sum())?;
                passage::judge_portal(self, side, |vertex| self.has_wall(vertex))
            }
            AgentKey::Slope(cell) => passage::judge_slope(self, cell),
            AgentKey::Contrast(side) => {
                size_contrast::judge(self, side, |cell| size_contrast::length(self.mesh, cell))
            }
            AgentKey::Crack(sides) => return crack::judge(self, sides, budget),
            AgentKey::Duplicate(first, again) => link::judge_duplicate(self, first, again),
            AgentKey::Return(link) => return link::judge_return(self, link, budget),
            AgentKey::VertexHeight(vertex) => return off_level::judge_vertex(self, vertex, budget),
            AgentKey::CellHeight(cell) => return off_level::judge_cell(self, cell, budget),
            AgentKey::Wall(side) => return near_wall::judge(self, side, budget),
            AgentKey::WallInside(cell) => return wall_inside::judge(self, cell, budget),
        })
    }
}

/// Returns the vertices that fixes for an agent and its level move, each with its new position.
pub fn moved_vertices(
    derived: &Derived,
    surface: Option<&LevelSurface>,
    limits: &AgentLimits,
    fixes: &[Fix],
) -> Vec<(VertexId, Vec3)> {
    let look = &AgentLook { mesh: derived.mesh(), derived, surface, limits: *limits };
    let heights = fixes.iter().filter_map(|fix| match *fix {
        Fix::TakeHeight(vertex) => {
            let at = look.mesh.position(vertex);
            Some((vertex, at.with_y(surface?.nearest_height(at, f32::INFINITY)?)))
        }
        _ => None,
    });
    let missing: BTreeMap<Edge, f32> = fixes
        .iter()
        .filter_map(|fix| match *fix {
            Fix::MoveFromWall(edge) => Some((edge, limits.near_wall - wall_distance(look, edge)?)),
            _ => None,
        })
        .collect();
    let portals = fixes.iter().flat_map(|fix| match *fix {
        Fix::Widen(edge) => placing::widened(look, edge, |vertex| look.has_wall(vertex)),
        _ => Vec::new(),
    });
    heights.chain(placing::from_walls(look, &missing)).chain(portals).collect()
}

fn wall_distance(look: &AgentLook<'_>, edge: Edge) -> Option<f32> {
    let side = look.derived.adjacency.sides_of(look.mesh, edge).first().copied()?;
    near_wall::judge(look, side, &mut Budget::UNLIMITED.clone()).ok()??.distance
}
