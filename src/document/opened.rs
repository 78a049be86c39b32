//! Finds the changes that open a blocked path: other query settings, and bidirectional links.
//!
//! The changes are verified on a copy. This module does not depend on what the user selected.

use std::ops::ControlFlow;

use crate::navmesh::edit::{EditResult, Edited, set_link};
use crate::navmesh::{Derived, Draft, Link, LinkId, NavMesh};
use crate::pathfinding::prepared::kept_answer::find_path_while;
use crate::pathfinding::query::Query;
use crate::pathfinding::query::relaxation::Relaxation;
use crate::pathfinding::query::settings::Settings;
use crate::trace::Silent;

/// Changes that open a blocked path.
#[derive(Clone, Debug, PartialEq)]
pub struct Unblocked {
    /// The changes as a relaxation, which prints as an imperative clause.
    pub relaxation: Relaxation,
    /// The settings of the query with the minimum changes.
    pub settings: Settings,
    /// The mesh; it differs only if links must become bidirectional.
    pub mesh: NavMesh,
    /// Length of the resulting path, in metres.
    pub length: f64,
}

/// Finds the changes that open the path of a query without one.
///
/// Returns `None` if the path stays blocked, or if neither the agent, the filter nor a link blocks it. Opening one
/// cell may reveal another blocked cell, so the search runs several times. Calls `goes_on` regularly with the number
/// of expanded nodes or intervals; returns `None` if it breaks.
pub fn opened(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    goes_on: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<Unblocked> {
    const ROUNDS: usize = 8;
    let (mut query, mut mesh, mut derived) = (query.clone(), mesh.clone(), derived.clone());
    let mut all = Relaxation::default();
    let (mut answer, _) = find_path_while(&mesh, &derived, &query, &mut Silent, &mut *goes_on);
    for _ in 0..ROUNDS {
        let relaxation = answer.why()?.relaxation()?;
        query.settings = relaxation.applied_to(&query.settings);
        if !relaxation.links.is_empty() {
            let mut draft = Draft::new(mesh, derived.adjacency.clone());
            lead_both_ways(&mut draft, &relaxation.links).ok()?;
            mesh = draft.into_mesh();
            derived.update(&mesh);
        }
        all = all.and(relaxation);
        (answer, _) = find_path_while(&mesh, &derived, &query, &mut Silent, &mut *goes_on);
        if let Some(path) = answer.path() {
            let (relaxation, length) = (all, path.length);
            return Some(Unblocked { relaxation, settings: query.settings, mesh, length });
        }
    }
    None
}

fn lead_both_ways(draft: &mut Draft, links: &[LinkId]) -> EditResult {
    for &id in links {
        if let Some(&link) = draft.mesh().link(id) {
            set_link(draft, id, Link { is_one_way: false, ..link })?;
        }
    }
    Ok(Edited::default())
}
