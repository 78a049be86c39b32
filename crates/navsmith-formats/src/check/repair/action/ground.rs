//! The ground that an edit removes, replaces and moves.

use super::{Action, JOINED_BELOW};
use crate::check::repair::cover;
use crate::check::repair::covered::covers_of;
use crate::check::{Fix, Issue, Issues};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{CellId, Derived, NavMesh, Surface};

impl Action {
    /// Returns pairs of cells: one that loses ground, and one that covers this ground afterwards.
    pub(in crate::check::repair) fn replaced(
        &self,
        derived: &Derived,
        issues: &Issues,
        issue: &Issue,
    ) -> Vec<[CellId; 2]> {
        match self {
            Self::CutOut { cells, from } => {
                let pairs = from.iter().flat_map(|&lost| {
                    let overlaps = issues.overlaps_of(lost);
                    overlaps.filter(|other| cells.contains(other)).map(move |cover| [lost, cover])
                });
                pairs.collect()
            }
            Self::Join { cell, others, .. } => others.iter().map(|&lost| [lost, *cell]).collect(),
            Self::CutHole { from, .. } | Self::Trim { from, .. } => {
                let covers = issue.cells.iter().filter(|&cell| cell != from);
                covers.map(|&cover| [*from, cover]).collect()
            }
            Self::Fix(fixes) => {
                let deleted = fixes.iter().filter_map(|fix| match *fix {
                    Fix::Delete(cell) => Some(cell),
                    _ => None,
                });
                let pairs = deleted.flat_map(|lost| {
                    covers_of(derived, issues, lost).into_iter().map(move |cover| [lost, cover])
                });
                pairs.collect()
            }
            Self::Untangle(_) | Self::Separate(..) | Self::Refused(_) => Vec::new(),
        }
    }

    /// Whether the edit joins cells whose heights may differ.
    pub(in crate::check::repair) fn joins_heights(&self) -> bool {
        matches!(self, Self::CutOut { .. } | Self::Join { .. })
    }

    /// Returns the largest height by which the edit raises or lowers ground to join cells, in metres.
    pub(in crate::check::repair) fn rise(&self, mesh: &NavMesh) -> f32 {
        match self {
            Self::CutOut { cells, from } => {
                let pairs = cells.iter().flat_map(|&cell| from.iter().map(move |&other| (cell, other)));
                pairs.map(|(cell, other)| cover::step(mesh, cell, other)).fold(0.0, f32::max)
            }
            Self::Join { cell, others, .. } => {
                let surfaces: Vec<Surface> = others.iter().map(|&other| Surface::of(mesh, other)).collect();
                let corners = mesh.corners(*cell).iter().map(|&corner| mesh.position(corner));
                let rises = corners.flat_map(|at| {
                    let under = surfaces.iter().filter(move |surface| surface.covers(ground(at)));
                    under.map(move |surface| (surface.height_at(ground(at)) - at.y).abs())
                });
                rises.filter(|&rise| rise <= JOINED_BELOW[0]).fold(0.0, f32::max)
            }
            _ => 0.0,
        }
    }
}
