//! Islands that are too small for an agent, and cells that are connected to nothing.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use glam::Vec3;

use super::{AgentLimits, Issue, IssueKind, cells_of};
use crate::budget::{Budget, Exhausted};
use crate::document::count;
use crate::geometry::Bounds;
use crate::navmesh::{CellId, Derived, IslandId, NavMesh};
use crate::progress::{Progress, Stopped};

/// Distance around a cell in which others are near, as a fraction of its size.
const MARGIN: f32 = 0.05;

/// Number of cells between two progress reports.
const CELLS_PER_REPORT: usize = 1 << 12;

/// Returns the issues by island, each with whether the island is too small for the agent.
pub(super) fn all(
    mesh: &NavMesh,
    derived: &Derived,
    limits: &AgentLimits,
    progress: &Progress,
) -> Result<Vec<(bool, Issue)>, Stopped> {
    let islands = derived.islands.all();
    let least = limits.tiny_island;
    let is_tiny = |island: IslandId| islands.get(island.0 as usize).is_some_and(|it| it.area < least);
    let is_lone = |island: IslandId| {
        islands.len() > 1 && islands.get(island.0 as usize).is_some_and(|it| it.cells == 1)
    };
    let mut cells: BTreeMap<IslandId, Vec<CellId>> = BTreeMap::new();
    let mut units = progress.units(mesh.cell_count(), CELLS_PER_REPORT);
    for (cell, _) in mesh.cells() {
        units.step()?;
        let Some(island) = derived.islands.of(cell) else { continue };
        let is_unlinked = || derived.links.on(cell).next().is_none();
        if is_tiny(island) || is_lone(island) && is_unlinked() && !is_near_others(mesh, derived, cell) {
            cells.entry(island).or_default().push(cell);
        }
    }
    let issue = |(island, cells): (IslandId, Vec<CellId>)| {
        let kind = if is_tiny(island) { IssueKind::TinyIsland } else { IssueKind::LoneCell };
        let area = islands.get(island.0 as usize).map(|it| it.area as f32);
        let at = middle(mesh, &cells);
        (is_tiny(island), Issue { distance: area, ..Issue::new(kind, cells, at) })
    };
    Ok(cells.into_iter().map(issue).collect())
}

/// Returns the centroid of a cell in the middle of these cells, which does not depend on their order.
fn middle(mesh: &NavMesh, cells: &[CellId]) -> Vec3 {
    let centroids = || cells.iter().map(|&cell| mesh.centroid(cell));
    let middle = Bounds::of(centroids()).center();
    let rank = |at: Vec3| (at.distance_squared(middle), at.x, at.y, at.z);
    let order = |one: &Vec3, other: &Vec3| rank(*one).partial_cmp(&rank(*other)).unwrap_or(Ordering::Equal);
    centroids().min_by(order).unwrap_or_default()
}

/// Whether another cell is near, so that the reason for their separation is an issue of its own.
fn is_near_others(mesh: &NavMesh, derived: &Derived, cell: CellId) -> bool {
    let bounds = Bounds::of(mesh.ring(cell));
    let [min, max] = [bounds.ground_min(), bounds.ground_max()];
    let margin = (max - min) * MARGIN;
    let mut is_near = false;
    // The first other cell ends the search.
    let visit = |other: CellId, _: &mut Budget| {
        is_near |= other != cell;
        if is_near { Err(Exhausted) } else { Ok(()) }
    };
    let mut budget = Budget::UNLIMITED;
    let ended = derived.locator.try_each_within(mesh, [min - margin, max + margin], &mut budget, visit);
    ended.is_err() && is_near
}

pub(super) fn headline(issue: &Issue) -> String {
    let cells = count(issue.cells.len(), "cell", "cells");
    format!("An island of {cells} has {:.3} m²", issue.distance.unwrap_or_default())
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
