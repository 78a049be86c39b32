//! Parts of an answer that several subcommands print.

use serde::Serialize;

use super::output::{plain_count, xyz};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::Filter;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::query::optimality::{OptimalityGap, ground_optimum, lower_bound};
use navsmith_core::pathfinding::query::selected_algorithm::SelectedAlgorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Outcome};
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_formats::check::{Issues, Severity, WELD_DISTANCE};
use navsmith_formats::document::Document;

/// End of the path as located on the mesh.
#[derive(Serialize)]
pub(super) struct EndAnswer {
    pub(super) cell: u32,
    pub(super) point: [f32; 3],
    /// Distance from the requested point on the ground, in metres; `null` if that is on the mesh.
    pub(super) off_mesh: Option<f32>,
}

impl EndAnswer {
    pub(super) fn of(located: &Located) -> Self {
        Self { cell: located.cell.0, point: xyz(located.point), off_mesh: located.off_mesh }
    }
}

pub(super) fn status(answer: &Answer) -> &'static str {
    match answer.outcome {
        Outcome::Path(_) => "path",
        Outcome::Partial { .. } => "partial",
        Outcome::NoPath { .. } => "no_path",
    }
}

/// Returns the reason for the selection of an algorithm, as a clause; `None` if the arguments name it.
pub(super) fn because(by: SelectedAlgorithm) -> Option<String> {
    by.is_automatic().then(|| by.reason())
}

/// Returns the numbers of cells and waypoints of a path.
pub(super) fn sizes(path: &Path) -> String {
    let (cells, waypoints) = (path.corridor.len(), path.waypoints.len());
    format!("{}, {}", plain_count(cells, "cell", "cells"), plain_count(waypoints, "waypoint", "waypoints"))
}

/// Returns the length of a path, and its cost if costs differ.
pub(super) fn length_text(path: &Path) -> String {
    let cost = path.cost.map_or_else(String::new, |cost| format!(" at a cost of {cost:.3}"));
    format!("{:.3} m{cost}", path.length)
}

/// The errors of a mesh, as far as answers depend on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeshErrors {
    /// Number of errors that the document does not ignore.
    pub(super) count: usize,
    /// Whether it is unclear where there is ground.
    pub(super) is_ground_unclear: bool,
}

impl MeshErrors {
    pub(super) fn of(document: &Document, derived: &Derived) -> Self {
        let limits = document.mesh_limits(WELD_DISTANCE);
        let found = Issues::of_errors(&document.mesh, derived, limits);
        let errors = found.iter().filter(|issue| issue.kind.severity() == Severity::Error);
        let errors: Vec<_> = errors.filter(|issue| !document.ignored.contains(issue)).collect();
        let is_ground_unclear = errors.iter().any(|issue| issue.kind.leaves_ground_unclear());
        Self { count: errors.len(), is_ground_unclear }
    }

    /// Returns a clause with their number; `None` without errors.
    pub(super) fn note(self) -> Option<String> {
        let errors = plain_count(self.count, "error", "errors");
        (self.count > 0).then(|| format!("the mesh has {errors}; navsmith validate lists them"))
    }

    /// Returns the note as an indented line; empty without errors.
    pub(super) fn text(self) -> String {
        self.note().map_or_else(String::new, |note| format!("  {note}\n"))
    }
}

/// Returns the optimality gap of a path, by the best known lower bound.
///
/// `None` without a path, and if it is unclear where there is ground.
pub(super) fn optimality_gap(
    walkable: &Walkable<'_>,
    settings: &Settings,
    answer: &Answer,
    errors: MeshErrors,
) -> Option<OptimalityGap> {
    if errors.is_ground_unclear {
        return None;
    }
    let (path, ends) = (answer.path()?, [&answer.start?, &answer.target?]);
    let best = ground_optimum(walkable, settings.pulling, ends);
    let lower_bound = lower_bound(walkable, ends, best).max(path.lower_bound);
    Some(OptimalityGap { lower_bound, ..path.optimality_gap() })
}

/// Returns a note that links were ignored; `None` if there are none to ignore.
pub(super) fn ignored_links(mesh: &NavMesh, filter: &Filter) -> Option<&'static str> {
    (filter.ignores_links && mesh.link_count() > 0).then_some("links were ignored")
}

/// Returns the note as an indented line; empty if there are no links to ignore.
pub(super) fn links_text(mesh: &NavMesh, filter: &Filter) -> String {
    ignored_links(mesh, filter).map_or_else(String::new, |description| format!("  {description}\n"))
}
