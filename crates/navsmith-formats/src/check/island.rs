//! Islands that are too small for an agent, and cells that are connected to nothing.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use glam::{Vec2, Vec3};

use super::agent_look::AgentLook;
use super::{AgentLimits, Issue, IssueKind, cells_of};
use crate::document::count;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::{Adjacency, CellId, Island, IslandId, Islands, NavMesh};

/// Maximum number of cells that the issue of an island contains.
///
/// A small island with more cells is modelled in another unit than the agent, so its cells need no highlight each.
const MOST_CELLS: usize = 1_000;

/// Distance in which other cells are near a lone cell, as a multiple of the width of a gap or a crack.
const REACH: f32 = 2.0;

/// Returns the first cell of each island that is too small for the agent.
pub(super) fn tiny(look: &AgentLook<'_>) -> impl Iterator<Item = CellId> {
    let (islands, least) = (&look.derived.islands, look.limits.tiny_island);
    let tiny = (0..).map(IslandId).zip(islands.all()).filter(move |(_, island)| island.area < least);
    tiny.filter_map(|(id, _)| islands.first_cell(id))
}

/// Returns the cells that are islands.
pub(super) fn single(look: &AgentLook<'_>) -> impl Iterator<Item = CellId> {
    single_cells(&look.derived.islands)
}

/// Returns the cells that are islands.
pub(super) fn single_cells(islands: &Islands) -> impl Iterator<Item = CellId> {
    let single = (0..).map(IslandId).zip(islands.all()).filter(|(_, island)| island.cells == 1);
    single.filter_map(|(id, _)| islands.first_cell(id))
}

/// Returns the issue of the island with this first cell.
pub(super) fn judge_tiny(look: &AgentLook<'_>, first: CellId) -> Option<Issue> {
    let (id, island) = island_of(look, first)?;
    if island.area >= look.limits.tiny_island || look.derived.islands.first_cell(id) != Some(first) {
        return None;
    }
    let cells = cells_around(&look.derived.adjacency, first);
    let at = middle(look.mesh, &cells);
    Some(Issue { distance: Some(island.area as f32), ..Issue::new(IssueKind::TinyIsland, cells, at) })
}

/// Returns the issue of a cell that is an island.
pub(super) fn judge_lone(look: &AgentLook<'_>, cell: CellId) -> Option<Issue> {
    let (_, island) = island_of(look, cell)?;
    let is_lone = island.cells == 1
        && look.derived.islands.len() > 1
        && island.area >= look.limits.tiny_island
        && look.derived.links.on(cell).next().is_none()
        && !is_near_others(look, cell);
    let issue = || Issue::new(IssueKind::LoneCell, vec![cell], look.mesh.centroid(cell));
    is_lone.then(|| Issue { distance: Some(island.area as f32), ..issue() })
}

fn island_of<'a>(look: &AgentLook<'a>, cell: CellId) -> Option<(IslandId, &'a Island)> {
    let id = look.derived.islands.of(cell)?;
    Some((id, look.derived.islands.all().get(id.0 as usize)?))
}

/// Returns the first cells that a breadth-first search from a cell reaches, by id.
pub(super) fn cells_around(adjacency: &Adjacency, first: CellId) -> Vec<CellId> {
    let (mut cells, mut reached, mut next) = (vec![first], BTreeSet::from([first]), 0);
    while let Some(&cell) = cells.get(next).filter(|_| cells.len() < MOST_CELLS) {
        cells
            .extend(adjacency.neighbors(cell).map(|(_, other)| other).filter(|&other| reached.insert(other)));
        next += 1;
    }
    cells.truncate(MOST_CELLS);
    cells.sort_unstable();
    cells
}

/// Returns the centroid of a cell in the middle of these cells, which does not depend on their order.
fn middle(mesh: &NavMesh, cells: &[CellId]) -> Vec3 {
    let centroids = || cells.iter().map(|&cell| mesh.centroid(cell));
    let middle = Bounds::of(centroids()).center();
    let rank = |at: Vec3| (at.distance_squared(middle), at.x, at.y, at.z);
    let order = |one: &Vec3, other: &Vec3| rank(*one).partial_cmp(&rank(*other)).unwrap_or(Ordering::Equal);
    centroids().min_by(order).unwrap_or_default()
}

/// Returns the rectangle around a cell in which others are near it.
///
/// Others are near where a gap or a crack is probably meant to be closed.
pub(super) fn surroundings(mesh: &NavMesh, cell: CellId, limits: &AgentLimits) -> [Vec2; 2] {
    let bounds = Bounds::of(mesh.ring(cell));
    let reach = Vec2::splat(limits.gap.max(limits.crack) * REACH);
    [bounds.ground_min() - reach, bounds.ground_max() + reach]
}

/// Whether another cell is near, so that the reason for their separation is an issue of its own.
fn is_near_others(look: &AgentLook<'_>, cell: CellId) -> bool {
    let around = surroundings(look.mesh, cell, &look.limits);
    let mut is_near = false;
    // The first other cell ends the search.
    let visit = |other: CellId, _: &mut Budget| {
        is_near |= other != cell;
        if is_near { Err(Exhausted) } else { Ok(()) }
    };
    let mut budget = Budget::UNLIMITED;
    let ended = look.derived.locator.try_each_within(look.mesh, around, &mut budget, visit);
    ended.is_err() && is_near
}

pub(super) fn headline(issue: &Issue) -> String {
    let cells = count(issue.cells.len(), "cell", "cells");
    let least = if issue.cells.len() == MOST_CELLS { "at least " } else { "" };
    format!("An island of {least}{cells} has {:.3} m²", issue.distance.unwrap_or_default())
}

pub(super) fn describe_tiny(issue: &Issue) -> String {
    format!("{}, which is too small for the agent. Delete it, or connect it.", headline(issue))
}

pub(super) fn describe_lone(issue: &Issue) -> String {
    format!(
        "Cell {} has no neighbour and no link, so an agent cannot reach it or leave it. Delete it, or connect it.",
        cells_of(issue),
    )
}
